#!/usr/bin/env bash
# Runs every fuzz target for some seconds: tools/fuzz.sh 60
# New inputs stay in build/fuzz/corpus; an input that crashes is kept in fuzz/found/.
set -uo pipefail
cd "$(dirname "$0")/.." || exit
seconds=${1:-60}
mkdir -p fuzz/found
failed=0
for target in build/fuzz/fuzz/fuzz_*; do
  if [ ! -x "$target" ] || [ ! -f "$target" ]; then continue; fi
  name=${target##*/fuzz_}
  corpus=build/fuzz/corpus/$name
  mkdir -p "$corpus"
  log=build/fuzz/$name.log
  if "$target" -max_total_time="$seconds" -rss_limit_mb=2048 -timeout=20 -print_final_stats=1 \
      -artifact_prefix="fuzz/found/$name-" "$corpus" "fuzz/seeds/$name" >"$log" 2>&1; then
    runs=$(grep -oE 'number_of_executed_units: [0-9]+' "$log" | grep -oE '[0-9]+')
    echo "ok $name: $runs inputs in $seconds s"
  else
    tail -40 "$log"
    echo "FAILED $name: see fuzz/found/ and $log"
    failed=1
  fi
done
exit $failed
