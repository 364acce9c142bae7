#!/usr/bin/env bash
# The scenes that come with Brawn: nothing to complain about, and they build; small, to be quick.
# shellcheck source=test/cli/check.sh
. "$(dirname "$0")/check.sh"

# under a sanitizer the large ones take minutes, and nothing runs that other tests do not run
case ${BUILD:-} in *san*) large=no ;; *) large=yes ;; esac

for scene in "$root"/scenes/*.json; do
  name=$(basename "$scene" .json)
  tets=mesh.tets=15000
  if grep -q '"shape": {"shape"' "$scene"; then tets=mesh.shape.tets=4000; elif [ $large = no ]; then continue; fi
  check_ok check "$scene"
  check_has "0 errors, 0 warnings"
  check_ok build "$scene" --set "$tets" --no-cache --json -
  if grep -q '"method": "xpbd"' "$scene"; then # surfaces themselves, no tets
    check_json 'd["tets"] == 0 and d["vertices"] > 1000'
  else
    check_json 'all(p["pieces"] == 1 for p in d["parts"]) and d["tets"] > 2000'
  fi
  check_json 'all(u["length"] > 0 and u["fibre_length"] > 0 for u in d["units"])'
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
