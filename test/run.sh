#!/usr/bin/env bash
# Runs every test program of a build and ends with "N passed, N failed": test/run.sh build/release
# A program that fails shows its output. Test scripts (test/*/test_*.sh) count one check a line that
# begins with "ok" or "FAILED".
set -uo pipefail
cd "$(dirname "$0")/.." || exit
build=$1
passed=0
failed=0
start=$SECONDS

count() { # name, exit code, output, passes, failures
  passed=$((passed + $4))
  local failures=$5
  [ "$2" -eq 0 ] || [ "$failures" -gt 0 ] || failures=1
  failed=$((failed + failures))
  if [ "$failures" -gt 0 ]; then
    printf '%s\n--- %s failed (exit code %s)\n' "$3" "$1" "$2"
  fi
}

number_before() { grep -oE "$1" <<<"$2" | grep -oE '[0-9]+' | tail -1; }

for program in "$build"/test/test_*; do
  if [ ! -x "$program" ] || [ ! -f "$program" ]; then continue; fi
  output=$(timeout 300 "$program" 2>&1)
  code=$?
  good=$(number_before '\[  PASSED  \] [0-9]+ test' "$output")
  bad=$(number_before '\[  FAILED  \] [0-9]+ test' "$output")
  count "${program##*/}" $code "$output" "${good:-0}" "${bad:-0}"
done

for script in test/*/test_*.sh; do
  [ -f "$script" ] || continue
  output=$(BRAWN=$PWD/$build/brawn BUILD=$PWD/$build timeout 600 bash "$script" 2>&1)
  code=$?
  good=$(grep -c '^ok' <<<"$output")
  bad=$(grep -c '^FAILED' <<<"$output")
  count "$script" $code "$(grep -v '^ok' <<<"$output")" "$good" "$bad"
done

if [ $((passed + failed)) -eq 0 ]; then
  echo "no test was found in $build"
  failed=1
fi
echo "$build: $((SECONDS - start)) s"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
