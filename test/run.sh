#!/usr/bin/env bash
# Runs every test program of a build, several at a time, and ends with "N passed, N failed":
# test/run.sh build/release
# A program that fails shows its output. Test scripts (test/*/test_*.sh) count one check a line that
# begins with "ok" or "FAILED".
set -uo pipefail
cd "$(dirname "$0")/.." || exit
build=$1
passed=0
failed=0
start=$SECONDS
results=$(mktemp -d)
trap 'rm -rf "$results"' EXIT

# one test: its output and exit code go to files
run_one() { # test, build, folder for results
  local out=$3/${1//\//,}
  case $1 in
    *.sh) BRAWN=$PWD/$2/brawn BUILD=$PWD/$2 timeout 900 bash "$1" >"$out.log" 2>&1 </dev/null ;;
    *) timeout 300 "$1" >"$out.log" 2>&1 </dev/null ;;
  esac
  echo $? >"$out.code"
}
export -f run_one

tests=()
# The scripts are the longest: they come first. Races are found by the programs, without them.
if [[ $build != *tsan* ]]; then
  for script in test/*/test_*.sh; do [ -f "$script" ] && tests+=("$script"); done
fi
for program in "$build"/test/test_*; do [ -x "$program" ] && [ -f "$program" ] && tests+=("$program"); done
printf '%s\0' "${tests[@]}" |
  xargs -0 -P "$(nproc)" -I {} bash -c 'run_one "$@"' run {} "$build" "$results"

number_before() { grep -oE "$1" "$2" | grep -oE '[0-9]+' | tail -1; }

for test in "${tests[@]}"; do
  log=$results/${test//\//,}.log
  code=$(cat "$results/${test//\//,}.code" 2>/dev/null || echo none)
  if [[ $test == *.sh ]]; then
    good=$(grep -c '^ok' "$log")
    bad=$(grep -c '^FAILED' "$log")
  else
    good=$(number_before '\[  PASSED  \] [0-9]+ test' "$log")
    bad=$(number_before '\[  FAILED  \] [0-9]+ test' "$log")
  fi
  [ "$code" = 0 ] || [ "${bad:-0}" -gt 0 ] || bad=1
  passed=$((passed + ${good:-0}))
  failed=$((failed + ${bad:-0}))
  if [ "${bad:-0}" -gt 0 ]; then
    grep -v '^ok' "$log"
    echo "--- $test failed (exit code $code)"
  fi
done

if [ $((passed + failed)) -eq 0 ]; then
  echo "no test was found in $build"
  failed=1
fi
echo "$build: $((SECONDS - start)) s"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
