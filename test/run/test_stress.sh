#!/usr/bin/env bash
# Runs that are killed, damaged and started twice: some of each. tools/stress_runs.py has the study.
set -uo pipefail
if ! command -v python3 >/dev/null; then
  echo "ok - skipped: there is no python3"
  exit 0
fi
root=$(cd "$(dirname "$0")/../.." && pwd)
out=$(python3 "$root/tools/stress_runs.py" --brawn "$BRAWN" --quick)
code=$?
echo "$out"
if [ $code -eq 0 ]; then echo "ok - killed, damaged and raced runs come to the same bits"; else echo "FAILED the study"; fi
exit $code
