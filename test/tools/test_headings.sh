#!/usr/bin/env bash
# Headings of sources are whole: tools/headings.sh.
set -uo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
failed=0
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

if said=$("$root/tools/headings.sh"); then
  echo "ok headings are whole"
else
  failed=1
  echo "FAILED headings: $said"
fi

# a file with these lines is told, or not
line() { printf -- '// %.0s' 1 && printf -- '-%.0s' $(seq "$1"); } # with so many dashes
is() { # what it is, words of the answer or "", text of a file
  rm -rf "$folder/src"
  mkdir -p "$folder/src/room"
  printf '%s\n' "$3" >"$folder/src/room/file.c"
  said=$("$root/tools/headings.sh" "$folder")
  code=$?
  if [ $code -eq $([ -n "$2" ] && echo 1 || echo 0) ] && [[ $said == *"$2"* ]]; then
    echo "ok $1"
  else
    failed=1
    echo "FAILED $1: \"$said\""
  fi
}
is "a heading" "" "$(line 80) weights"$'\n\nint a;'
is "a heading with a sentence below" "" "$(line 80) weights"$'\n// They are small.\n\nint a;'
is "a heading with a paragraph below" "" "$(line 80) weights"$'\n// Of two\n// lines, or more\n\nint a;'
is "a word that fell down is told" 'file.c:1: the heading has lost "term" to' "$(line 70) for the operations of a"$'\n// term\n\nint a;'
is "a line without words is told" "file.c:2: a heading without words" $'\n'"$(line 90)"$'\n// order\n\nint a;'
is "a heading that is too long is told" "file.c:1: the heading goes beyond column 100" "$(line 95) counts"
exit $failed
