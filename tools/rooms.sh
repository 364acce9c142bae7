#!/usr/bin/env bash
# Which rooms each room includes, by the #include lines of src and include, a line each: "io: core mesh"; all:
# by brawn.h.
#   tools/rooms.sh [ROOT]            all of them, in the order of the table in docs/README.md
#   tools/rooms.sh --check [ROOT]    says what does not fit the table: rooms that include one below them or
#                                    that stand in it with others than they include. Exit code 1: something
set -euo pipefail
check=no
if [ "${1:-}" = --check ]; then check=yes && shift; fi
cd "${1:-$(dirname "$0")/..}"

# "room|rooms": the table, its first and last column
table() {
  awk -F ' *[|] *' '/^## /{ inside = /The rooms/ } inside && /^\| [a-z]/ && $2 != "room" { print $2 "|" $(NF - 1) }' docs/README.md
}

# "room room": an include each
includes() {
  find src include -name '*.[ch]' -exec grep -HE '^ *# *include +"' {} + | awk -F '[:"]' '
    function room(path,   part) {
      split(path, part, "/")
      name = part[1] == "brawn" ? part[2] : part[1]
      sub(/\.h$/, "", name)
      return name == "base" || name == "describe" ? "core" : name == "measure" ? "solver" : name == "state" ? "drive" : name
    }
    $3 ~ /\// { file = $1; sub(/^(src|include)\//, "", file)
      from = room(file); to = room($3)
      if (from != to && from != "brawn" && to != "bench") print from, to }' | sort -u
}

awk -F '[| ]' -v check=$check '
  NR == FNR { order[++count] = $1; place[$1] = count; split(substr($0, length($1) + 2), word, " ")
    said[$1] = substr($0, length($1) + 2); next }
  $2 == "brawn" { all[$1] = 1; next }
  { if (!($1 in place)) { print $1 " is not in the table of docs/README.md"; bad = 1 }
    else if (!($2 in place)) { print $1 " includes " $2 ", which is not in the table of docs/README.md"; bad = 1 }
    else { uses[$1, place[$2]] = 1
      if (place[$2] > place[$1]) { print $1 " includes " $2 ", which is below it"; bad = 1 } } }
  END {
    for (i = 1; i <= count; i++) {
      list = ""
      for (j = 1; j <= count; j++) if ((order[i], j) in uses) list = list (list ? " " : "") order[j]
      if (list == "") list = "-"
      if (order[i] in all) list = "all"
      if (check == "no") print order[i] ": " list
      else if (list != said[order[i]]) { print order[i] " includes " list "; the table says " said[order[i]]; bad = 1 }
    }
    exit check == "yes" && bad
  }' <(table) <(includes)
