#!/usr/bin/env bash
# The scenes that come with Brawn: nothing to complain about; in the gallery, and built and run by
# test_motions.sh.
# shellcheck source=test/cli/check.sh
. "$(dirname "$0")/check.sh"

# under a sanitizer the large ones take minutes, and nothing runs that other tests do not run
case ${BUILD:-} in *san*) large=no ;; *) large=yes ;; esac

for scene in "$root"/scenes/*.json; do
  name=$(basename "$scene" .json)
  check_same "test_motions.sh runs $name" yes "$(grep -qE "^(motion|flesh) $name " "$root/test/cli/test_motions.sh" && echo yes)"
  if [ $large = no ] && ! grep -q '"shape": {"shape"' "$scene"; then continue; fi
  check_ok check "$scene"
  check_has "0 errors, 0 warnings"
done

# the gallery has all of them, and its pictures are there
page=$root/docs/gallery.md
for scene in "$root"/scenes/*.json; do
  name=$(basename "$scene")
  check_same "the gallery has $name" yes "$(grep -q "^brawn run scenes/$name " "$page" && echo yes)"
done
while read -r picture; do
  check_file "$root/docs/$picture"
done < <(grep -o 'images/[a-z_/]*\.[a-z]*' "$page" | sort -u)
finish
