#!/usr/bin/env bash
# Makes the pictures of docs/gallery.md again: does what the page says, section by section, from the
# root of the repository. Runs go to out/gallery/, pictures to docs/images/.
#
#   tools/gallery.sh BRAWN            all of it: some 10 minutes on two cores
#   tools/gallery.sh BRAWN arm head   some sections
#   tools/gallery.sh --again BRAWN arm   pictures only, of runs that are there
set -euo pipefail
cd "$(dirname "$0")/.."
again=no
if [ "${1:-}" = --again ]; then
  again=yes
  shift
fi
program=$(realpath "${1:?tools/gallery.sh BRAWN [SECTION...]}")
shift
page=docs/gallery.md
sections=("$@")
[ $# -gt 0 ] || mapfile -t sections < <(sed -n 's/^## //p' $page)

# the commands below a heading
commands_of() {
  awk -v want="## $1" '/^## / { on = $0 == want } /^```/ { code = /^```sh/; next } on && code' $page
}

brawn() {
  if [ "$1" = run ]; then
    [ $again = no ] || return 0
    "$program" "$@" --quiet --force
  else
    "$program" "$@" --quiet --force
  fi
}
export -f brawn
export program again

mkdir -p out/gallery docs/images/gallery
for section in "${sections[@]}"; do
  text=$(commands_of "$section")
  [ -n "$text" ] || { echo "tools/gallery.sh: $page has no section \"$section\" with commands" >&2; exit 1; }
  begin=$SECONDS
  bash -euc "$text"
  echo "$section: $((SECONDS - begin)) s"
done
