#!/usr/bin/env bash
# Runs every test program of a build, several at a time, and ends with "N passed, N failed":
#   test/run.sh build/release
#   test/run.sh build/asan core/svd cli/info    these only: programs and scripts by room and name
# A program that fails shows its output. Test scripts (test/*/test_*.sh) count one check a line that
# begins with "ok" or "FAILED".
set -uo pipefail
cd "$(dirname "$0")/.." || exit
build=$1
shift
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

# the longest come first, so that no core is left alone with one in the end
longest=(test/cli/test_motions.sh test/page/test_page.sh test/cli/test_bench.sh)

all_tests() {
  local test
  # races are found by the programs
  if [[ $build != *tsan* ]]; then
    printf '%s\n' "${longest[@]}"
    for test in test/*/test_*.sh; do [[ " ${longest[*]} " == *" $test "* ]] || echo "$test"; done
  fi
  for test in "$build"/test/test_*; do [ -x "$test" ] && [ -f "$test" ] && echo "$test"; done
}

# "core/svd": a program or a script
some_tests() {
  local name script
  for name in "$@"; do
    script=test/${name%/*}/test_${name#*/}.sh
    if [ -f "$script" ]; then echo "$script"; else echo "$build/test/test_${name%/*}_${name#*/}"; fi
  done
}

if [ $# -gt 0 ]; then mapfile -t tests < <(some_tests "$@"); else mapfile -t tests < <(all_tests); fi
printf '%s\0' "${tests[@]}" |
  xargs -0 -P "$(nproc)" -I {} bash -c 'run_one "$@"' run {} "$build" "$results"

number_before() { grep -oE "$1" "$2" | grep -oE '[0-9]+' | tail -1; }

for test in "${tests[@]}"; do
  log=$results/${test//\//,}.log
  [ -f "$log" ] || : >"$log"
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
