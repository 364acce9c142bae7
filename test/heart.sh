#!/usr/bin/env bash
# What of the tests is run for every change under a sanitizer, a test a line: test/heart.sh asan | tsan
#   asan   all programs but those of test/slow.txt, and the scripts that feed files from strangers to the command
#   tsan   the programs that speak of workers or threads: nothing else can race
# `make check-all` runs all of them.
set -euo pipefail
cd "$(dirname "$0")/.."
slow() { sed -E "/^ *(#|$)/d; s/^${1:-none}://" test/slow.txt; } # sanitizer

# test/core/test_svd.c: core/svd
names() { sed -E 's,^test/(.*)/test_([^/]*)\.(c|sh)$,\1/\2,'; }

case ${1:-} in
  asan)
    printf '%s\n' test/*/test_*.c test/*/*/test_*.c | names | grep -vxF -f <(slow asan)
    printf '%s\n' cli/check cli/convert cli/info cli/words cli/xpbd
    ;;
  tsan) grep -lE 'workers|thread' test/*/test_*.c test/*/*/test_*.c | names | grep -vxF -f <(slow tsan) ;;
  *)
    sed -n '2,5s/^# //p' "$0" >&2
    exit 2
    ;;
esac
