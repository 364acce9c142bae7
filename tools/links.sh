#!/usr/bin/env bash
# Do the pages lead somewhere? Looks through docs/*.md, README.md and CONTRIBUTING.md, and says which
#   - relative links lead to no file, or to no heading of it,
#   - files and folders of the tree that they name are not there: src/io/stl.c anywhere, and `stl.c` or
#     `io/stl.c` as code; * stands for anything.
#   tools/links.sh [ROOT]     Exit code 1: something leads nowhere
# Names with a part in capitals (src/ROOM/NAME.c) are patterns. What readers are told to write themselves
# is listed here.
set -euo pipefail
theirs="src/solver/steepest/steepest.c src/material/gent_lanes.c"
cd "${1:-$(dirname "$0")/..}"

awk -v theirs="$theirs" '
  function folder(path) { return sub(/\/[^\/]*$/, "", path) ? path : "." }
  # "docs/../src/io" is src/io
  function plain(path,   n, part, i, out, k, text) {
    n = split(path, part, "/"); k = 0
    for (i = 1; i <= n; i++) {
      if (part[i] == ".." && k > 0) k--
      else if (part[i] != "." && part[i] != "") out[++k] = part[i]
    }
    text = out[1]
    for (i = 2; i <= k; i++) text = text "/" out[i]
    return text
  }
  function matches(pattern,   path) {
    gsub(/\./, "[.]", pattern); gsub(/\*/, "[^/]*", pattern)
    for (path in there) if (path ~ "^" pattern "$") return 1
    return 0
  }
  function known(name) {
    sub(/\/$/, "", name)
    return name in there || name in mine || name ~ /[A-Z][A-Z]/ || (name ~ /\*/ && matches(name))
  }
  # the name of a heading in links
  function anchor(line) {
    sub(/^#+ +/, "", line); line = tolower(line)
    gsub(/[^a-z0-9_ -]/, "", line); gsub(/ /, "-", line)
    return line
  }
  function say(what) { print page[p] ":" line[i] ": " what; bad = 1 }

  BEGIN { split(theirs, word, " "); for (i in word) mine[word[i]] = 1 }
  FILENAME == "-" {
    sub(/^\.\//, ""); there[$0] = 1
    for (rest = $0; match(rest, /\//); ) { rest = substr(rest, RSTART + 1); tail[rest] = 1 }
    tail[$0] = 1
    next
  }
  FNR == 1 { page[++pages] = FILENAME; start[pages] = lines + 1; fenced = 0 }
  { text[++lines] = $0; line[lines] = FNR; end[pages] = lines }
  /^ *```/ { fenced = !fenced }
  /^#+ / && !fenced { heading[FILENAME "#" anchor($0)] = 1 }
  /^<a id="/ { split($0, word, "\""); heading[FILENAME "#" word[2]] = 1 }

  END {
    for (p = 1; p <= pages; p++) for (i = start[p]; i <= end[p]; i++) {
      for (rest = text[i]; match(rest, /\]\([^) ]+\)/); rest = substr(rest, RSTART + RLENGTH)) {
        to = substr(rest, RSTART + 2, RLENGTH - 3)
        if (to ~ /^[a-z]+:/) continue
        file = to; sub(/#.*/, "", file)
        file = file == "" ? page[p] : plain(folder(page[p]) "/" file)
        if (!(file in there)) say("a link to " to ", which is not there")
        else if (to ~ /#/ && file ~ /\.md$/) {
          name = to; sub(/.*#/, "", name)
          if (!((file "#" name) in heading)) say("a link to " to ": there is no such heading")
        }
      }
      gsub(/\]\([^) ]+\)/, "] ", text[i])
      for (rest = " " text[i]; match(rest, /[^A-Za-z0-9_.\/-](src|include|test|docs|scenes|tools|bench|fuzz|cmake)\/[A-Za-z0-9_.\/*-]*/);
           rest = substr(rest, RSTART + RLENGTH)) {
        name = substr(rest, RSTART + 1, RLENGTH - 1)
        sub(/[.]+$/, "", name)
        if (!known(name)) say("names " name ", which is not there")
      }
      for (rest = text[i]; match(rest, /`[A-Za-z0-9_.\/-]+\.(c|h|sh|py)`/); rest = substr(rest, RSTART + RLENGTH)) {
        name = substr(rest, RSTART + 1, RLENGTH - 2)
        if (name !~ /^(src|include|test|docs|scenes|tools|bench|fuzz|cmake)\// && name !~ /[A-Z][A-Z]/ && !(name in tail))
          say("names " name ", which is not there")
      }
    }
    exit bad
  }' <(:) - docs/*.md README.md CONTRIBUTING.md \
  < <(find . \( -path ./build -o -path ./out -o -name .git -o -name node_modules \) -prune -o -print)
