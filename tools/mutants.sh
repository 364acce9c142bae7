#!/usr/bin/env bash
# Plants the errors of tools/mutants.txt, one at a time, and demands that a test turns red for each:
#   tools/mutants.sh             all of them
#   tools/mutants.sh NAME...     these
#   tools/mutants.sh --change    those of the files that the change touches (tools/change.sh), all of them;
#                                then others, drawn by lot, as long as there is time
# Options: --seconds N   for the others (60)
#          --most N      seconds for those of the change (200). One that touches half of the sources has more
#                        than fit: they are drawn by lot, and what is left is told, for tools/mutants.sh alone
#          --seed N      draws the same lot again; the seed of every draw is printed
#          --jobs N      at a time (one a core)
#          --list        prints names instead, in the order in which they would be planted
# An error that no longer applies (its source was changed) or does not compile is a failure too.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 1
usage() { sed -n '2,13s/^# \{0,1\}//p' "$0" >&2; exit 2; }

names=()
change=no
list=no
seconds=60
most=200
# whoever commits cannot choose the lot: its seed comes from the system, not from the commit
seed=$(od -An -N4 -tu4 /dev/urandom | tr -d ' ')
jobs=$(nproc)
while [ $# -gt 0 ]; do
  case $1 in
    --change) change=yes ;;
    --list) list=yes ;;
    --seconds | --most | --seed | --jobs)
      [[ ${2:-} =~ ^[0-9]{1,10}$ ]] || usage
      declare "${1#--}=$2"
      shift
      ;;
    -*) usage ;;
    *) names+=("$1") ;;
  esac
  shift
done
[ "$jobs" -ge 1 ] || usage
[ $change = no ] || [ ${#names[@]} -eq 0 ] || usage
folder=$(mktemp -d)
# shellcheck disable=SC2046 # a list of processes
trap 'kill $(jobs -p) 2>/dev/null; rm -rf "$folder"' EXIT
trap 'exit 130' INT TERM
mkdir "$folder/taken" "$folder/green"
grep -v '^ *\(#\|$\)' tools/mutants.txt >"$folder/errors"

# ---------------------------------------------------------------------------------------- which of them
by_lot() { awk -v seed="$seed" 'BEGIN { srand(seed) } { printf "%.12f\t%s\n", rand(), $0 }' | sort | cut -f2-; }

# a change touches an error's source or one of its tests, or brings the error itself
of_change() {
  awk '
    FILENAME ~ /touched$/ { touched[$0]; next }
    FILENAME ~ /fresh$/ { fresh[$0]; next }
    $2 in touched || $0 in fresh { print; next }
    { count = split($3, test, ",")
      for (i = 1; i <= count; i++) {
        sub("[^/]*$", "test_&", test[i])
        if ("test/" test[i] ".c" in touched || "test/" test[i] ".sh" in touched) { print; next }
      }
    }' "$folder/touched" "$folder/fresh" "$folder/errors"
}

choose_change() {
  tools/change.sh >"$folder/touched" && tools/change.sh --added tools/mutants.txt >"$folder/fresh" 2>/dev/null || return 1
  of_change | by_lot >"$folder/must"
  grep -vxF -f "$folder/must" "$folder/errors" | by_lot >"$folder/may"
  echo "The change touches $(wc -l <"$folder/touched") files: $(wc -l <"$folder/must") planted errors. Others for $seconds s: --seed $seed" >&2
}

choose_named() {
  awk 'NR == FNR { line[$1] = $0; next } $1 in line { print line[$1]; next } { print "There is no planted error", $1 >"/dev/stderr"; bad = 1 }
    END { exit bad }' "$folder/errors" <(printf '%s\n' "${names[@]}") >"$folder/must"
}

: >"$folder/may"
if [ $change = yes ]; then choose_change || exit 1
elif [ ${#names[@]} -gt 0 ]; then choose_named || exit 2
else cp "$folder/errors" "$folder/must"; fi
mapfile -t table < <(cat "$folder/must" "$folder/may")
must=$(wc -l <"$folder/must")
if [ $list = yes ]; then
  cut -d ' ' -f 1 "$folder/must" "$folder/may"
  exit
fi

# ------------------------------------------------------------------ all of them apply, planted or not
applies() { # source, expression
  [ -f "$1" ] && [ "$(sed "$2" "$1" | diff "$1" - | grep -c '^[<>]')" -eq 2 ]
}
bad=0
for name in $(cut -d ' ' -f 1 "$folder/errors" | sort | uniq -d); do
  echo "$name is the name of two errors"
  bad=1
done
while read -r name source _ expression; do
  applies "$source" "$expression" && continue
  echo "$name does not apply: the pattern must match exactly one line of $source"
  bad=1
done <"$folder/errors"
[ $bad -eq 0 ] || exit 1

# ------------------------------------------------------------------------------------ several at a time
targets() {
  printf '%s\n' "${table[@]}" | awk '{ gsub(",", "\n", $3); print $3 }' | sort -u | while read -r test; do
    if [ -f "test/${test%/*}/test_${test##*/}.sh" ]; then echo brawn
    elif [ -f "test/${test%/*}/test_${test##*/}.c" ]; then echo "test_${test//\//_}"; fi
  done | sort -u
}
mapfile -t targets < <(targets)
tools/build.sh release "${targets[@]}" || exit 1
ninja -C build/release -t commands "${targets[@]}" >"$folder/commands" || exit 1
ninja -C build/release -t deps >"$folder/deps" || exit 1

begun() { find "$folder/taken" -mindepth 1 -maxdepth 1 | wc -l; }

# a worker has a tree of its own to spoil, and takes what no other has
work() { # number
  local tree=$folder/tree$1 end=0 i
  mkdir "$tree"
  tar -cf - --exclude=./build --exclude=./out --exclude=./.git --exclude=node_modules . | tar -xf - -C "$tree"
  for ((i = 0; i < ${#table[@]}; i++)); do
    if [ $change = yes ] && [ "$i" -lt "$must" ] && [ $SECONDS -ge $late ]; then continue; fi
    if [ "$i" -eq "$must" ]; then end=$((SECONDS + seconds)); fi
    if [ "$i" -ge "$must" ] && [ $SECONDS -ge $end ]; then break; fi
    mkdir "$folder/taken/$i" 2>/dev/null || continue
    read -r name source tests expression <<<"${table[$i]}"
    tools/plant.sh "$folder" "$tree" "$name" "$source" "$tests" "$expression" </dev/null |
      tee "$folder/taken/$i/result" | sed "s,^,[$(begun)/${#table[@]}  $SECONDS s] ,"
  done
}
late=$((SECONDS + most))
for ((w = 1; w <= jobs; w++)); do work $w & done
wait

planted=$(begun)
find "$folder/taken" -name result -exec cat {} + >"$folder/results"
caught=$(grep -c '^caught ' "$folder/results")
grep -v '^caught ' "$folder/results" # once more, where one looks
echo "$caught caught, $((planted - caught)) survived, $((${#table[@]} - planted)) not planted: $SECONDS s"
left=$(comm -13 <(find "$folder/taken" -mindepth 1 -maxdepth 1 -printf '%f\n' | sort) <(seq 0 $((must - 1)) | sort) | wc -l)
if [ $change = yes ] && [ "$left" -gt 0 ]; then
  echo "$left errors of the files that the change touches were not planted within $most s: tools/mutants.sh plants all"
  left=0
fi
[ "$caught" -eq "$planted" ] && [ "$left" -eq 0 ]
