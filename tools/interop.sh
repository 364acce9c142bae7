#!/usr/bin/env bash
# Exchanges files with real programs: tools/interop.sh build/release/brawn
# What they write Brawn reads, what Brawn writes they read, and the arrays are equal.
set -uo pipefail
cd "$(dirname "$0")/.." || exit
brawn=$(realpath "$1")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
passed=0
failed=0
for script in tools/interop_*.py; do
  mkdir -p "$folder/$(basename "$script" .py)"
  output=$(/usr/bin/python3 "$script" "$brawn" "$folder/$(basename "$script" .py)" 2>&1)
  code=$?
  good=$(grep -c '^ok' <<<"$output")
  bad=$(grep -c '^FAILED' <<<"$output")
  if [ $code -ne 0 ] || [ "$good" -eq 0 ]; then
    grep -v '^ok' <<<"$output"
    [ "$bad" -gt 0 ] || bad=1
  fi
  echo "$script: $good passed, $bad failed"
  passed=$((passed + good))
  failed=$((failed + bad))
done
echo "interop: $passed passed, $failed failed"
[ $failed -eq 0 ]
