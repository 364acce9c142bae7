#!/usr/bin/env bash
# Runs every test program of a build, several at a time, and ends with "N passed, N failed":
#   test/run.sh build/release
#   test/run.sh build/asan core/svd cli/info    these only: programs and scripts by room and name
# A line tells of each when it is done: how many are, how long it took, its name, what it found. What a
# test that failed has said comes at the end. Test scripts (test/*/test_*.sh) count one check a line that
# begins with "ok" or "FAILED".
set -uo pipefail
cd "$(dirname "$0")/.." || exit
build=${1%/}
shift
start=$SECONDS
results=$(mktemp -d)
trap 'rm -rf "$results"' EXIT

number_before() { grep -oE "$1" "$2" | grep -oE '[0-9]+' | tail -1; }

# one test: its output goes to a file, and a line of numbers to standard output
run_one() { # test, build, folder for results
  local log=$3/${1//\//,}.log begin=$EPOCHREALTIME code good bad
  case $1 in
    *.sh)
      BRAWN=$PWD/$2/brawn BUILD=$PWD/$2 timeout 900 bash "$1" >"$log" 2>&1 </dev/null
      code=$?
      good=$(grep -c '^ok' "$log")
      bad=$(grep -c '^FAILED' "$log")
      ;;
    *)
      timeout 300 "$1" >"$log" 2>&1 </dev/null
      code=$?
      good=$(number_before '\[  PASSED  \] [0-9]+ test' "$log")
      bad=$(number_before '\[  FAILED  \] [0-9]+ test' "$log")
      ;;
  esac
  [ $code = 0 ] || [ "${bad:-0}" -gt 0 ] || bad=1
  echo "$1 $(awk -v a="$begin" -v b="$EPOCHREALTIME" 'BEGIN { print b - a }') ${good:-0} ${bad:-0} $code"
}
export -f run_one number_before

# The longest come first, so that no core is left alone with one in the end: as the last run had them,
# or, before there was one, as they are known to be.
seconds=$build/test.seconds
longest_first() { # tests, a line each
  awk 'FILENAME != "-" { took[$1] = $2; next }
    { guess = /test_(motions|page|bench)\.sh$|test_solver_outcomes$/ ? 100 : /\.sh$/ ? 10 : 0
      print ($0 in took ? took[$0] : guess), $0 }' "$([ -f "$seconds" ] && echo "$seconds" || echo /dev/null)" - |
    sort -s -k 1,1gr | cut -d ' ' -f 2-
}

# programs of a build whose source is still there
declare -A name_of # by program: solver/emu/energy
for source in test/*/test_*.c test/*/*/test_*.c; do
  name=${source#test/}
  name=${name%.c}
  name=${name/\/test_//}
  name_of[$build/test/test_${name//\//_}]=$name
done

all_tests() {
  local test
  # races are found by the programs
  [[ $build == *tsan* ]] || printf '%s\n' test/*/test_*.sh
  for test in "${!name_of[@]}"; do [ -x "$test" ] && echo "$test"; done | sort
}

# "core/svd", "solver/sheet/edges": a program or a script
some_tests() {
  local name script
  for name in "$@"; do
    script=test/${name%/*}/test_${name##*/}.sh
    if [ -f "$script" ]; then echo "$script"; else echo "$build/test/test_${name//\//_}"; fi
  done
}

if [ $# -gt 0 ]; then some_tests "$@"; else all_tests; fi | longest_first >"$results/list"
count=$(wc -l <"$results/list")
passed=0
failed=0
done=0
while read -r test took good bad code; do
  done=$((done + 1))
  passed=$((passed + good))
  failed=$((failed + bad))
  name=${name_of[$test]:-$test} # as it may be asked for: core/svd
  if [[ $test == *.sh ]]; then
    name=$(basename "$(dirname "$test")")/${test##*/test_}
    name=${name%.sh}
  fi
  said="$good passed"
  [ "$bad" -eq 0 ] || said="$said, $bad FAILED"
  printf "[%${#count}d/%d] %6.1f s  %-30s %s\n" $done "$count" "$took" "$name" "$said"
  echo "$test $took" >>"$results/seconds"
  [ "$bad" -eq 0 ] || echo "$test $code" >>"$results/failed"
done < <(tr '\n' '\0' <"$results/list" |
  xargs -0 -r -P "$(nproc)" -I {} bash -c 'run_one "$@"' run {} "$build" "$results")
# a few tests alone do not forget what all have taken
[ $done -eq 0 ] || [ $# -gt 0 ] || cp "$results/seconds" "$seconds"

[ ! -f "$results/failed" ] || while read -r test code; do
  grep -v '^ok' "$results/${test//\//,}.log"
  echo "--- $test failed (exit code $code)"
done <"$results/failed"

# what did not even come back has failed
failed=$((failed + count - done))
if [ $((passed + failed)) -eq 0 ]; then
  echo "no test was found in $build"
  failed=1
fi
echo "$build: $((SECONDS - start)) s"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
