#!/usr/bin/env bash
# Are the headings of C sources whole? A heading is a line of its own, "// ----- words", and ends at column
# 100 at most. Told are headings that are longer, lines without words, and headings whose last words have
# fallen to the next line.
#   tools/headings.sh [ROOT]     Exit code 1: something is told
set -euo pipefail
cd "${1:-$(dirname "$0")/..}"

folders=()
for folder in src include test bench fuzz; do [ ! -d "$folder" ] || folders+=("$folder"); done
find "${folders[@]}" -name '*.[ch]' -print0 | sort -z | xargs -0 awk '
  function say(what) { print FILENAME ":" at ": " what; bad = 1 }
  FNR == 1 { heading = left = 0 }
  # what follows a heading, and is followed by nothing
  left && /^[ \t]*$/ { say("the heading has lost \"" words "\" to the next line") }
  { left = 0 }
  heading && /^ *\/\/ / {
    words = $0; sub(/^ *\/\/ +/, "", words)
    left = words !~ /[.:,;]$/ && split(words, word, " ") <= 3
  }
  { heading = 0 }
  /^ *\/\/ ?----------+/ {
    at = FNR; heading = !/-$/
    if (!heading) say("a heading without words")
    if (length($0) > 100) say("the heading goes beyond column 100")
  }
  END { exit bad }' || exit 1
