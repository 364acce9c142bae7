#!/usr/bin/env bash
# Pages lead somewhere: tools/links.sh.
set -uo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
failed=0
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

if said=$("$root/tools/links.sh"); then
  echo "ok links, files and folders that pages name are there"
else
  failed=1
  echo "FAILED links: $said"
fi

# a tree with this line in docs/page.md is told, or not
mkdir -p "$folder/docs" "$folder/src/io" "$folder/test/io"
touch "$folder/README.md" "$folder/CONTRIBUTING.md" "$folder/src/io/stl.c" "$folder/test/io/test_stl.c"
printf '# Meshes and `files`\n<a id="stl"></a>\n' >"$folder/docs/other.md"
is() { # what it is, words of the answer or "", the line
  printf '%s\n' "$3" >"$folder/docs/page.md"
  said=$("$root/tools/links.sh" "$folder")
  code=$?
  if [ $code -eq $([ -n "$2" ] && echo 1 || echo 0) ] && [[ $said == *"$2"* ]] && [ "$(wc -l <<<"$said")" -eq 1 ]; then
    echo "ok $1"
  else
    failed=1
    echo "FAILED $1: \"$said\""
  fi
}
is "a link to a page" "" "see [files](other.md), [io](../src/io/stl.c), [these](https://a.b/c) and [stl](other.md#stl)"
is "a link to a heading" "" "see [files](other.md#meshes-and-files)"
is "files and folders" "" 'in `src/io/stl.c`, `io/stl.c`, `stl.c`, src/io/, `test/io/test_*.c`; `src/ROOM/NAME.c` and src/io/stl.c.'
is "a link to nothing is told" "docs/page.md:1: a link to gone.md" "see [files](gone.md)"
is "a heading that is not there is told" "other.md#gone: there is no such heading" "see [files](other.md#gone)"
is "a file that is not there is told" "names src/io/obj.c" "text (src/io/obj.c) text"
is "a folder that is not there is told" "names src/mesh/" 'in `src/mesh/`'
is "files of which there are none are told" "names test/io/obj*.c" 'in `test/io/obj*.c`'
is "a file without its folder is told" "names io/obj.c" 'see `io/obj.c`'
exit $failed
