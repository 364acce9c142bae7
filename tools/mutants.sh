#!/usr/bin/env bash
# Plants the errors of tools/mutants.txt, one at a time, in a copy of the tree, and demands that a
# test turns red for each: tools/mutants.sh [NAME... | --share N]
# --share takes every Nth error, beginning with another one after every commit.
# An error that no longer applies (its source was changed) or does not compile is a failure too.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 1
root=$PWD
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
build=$folder/build/release
log=$folder/log
caught=0
survived=0
start=$SECONDS

table=$(grep -v '^ *\(#\|$\)' tools/mutants.txt)
if [ "${1:-}" = --share ]; then
  share=${2:?tools/mutants.sh --share N}
  first=$((0x$(git rev-parse --short=6 HEAD 2>/dev/null || echo 0) % share))
  table=$(awk -v first=$first -v share="$share" 'NR % share == first' <<<"$table")
elif [ $# -gt 0 ]; then table=$(grep -E "^($(paste -sd '|' <(printf '%s\n' "$@"))) " <<<"$table"); fi
[ -n "$table" ] || { echo "tools/mutants.txt has none of these: $*" >&2; exit 2; }

# "core/svd" is a program or a script
is_script() { [ -f "test/${1%/*}/test_${1#*/}.sh" ]; }
is_there() { is_script "$1" || [ -f "test/${1%/*}/test_${1#*/}.c" ]; }
target_of() { if is_script "$1"; then echo brawn; else echo "test_${1%/*}_${1#*/}"; fi; }

tests_of() { # a list with commas: those that are there
  local test
  for test in ${1//,/ }; do if is_there "$test"; then echo "$test"; fi; done
}

build_for() { # tests
  local targets=() test
  for test in "$@"; do targets+=("$(target_of "$test")"); done
  (cd "$folder" && cmake --build --preset release --target "${targets[@]}") >"$log" 2>&1
}

passes() { # test; one that hangs does not
  if is_script "$1"; then
    BRAWN=$build/brawn BUILD=$build timeout 120 bash "$folder/test/${1%/*}/test_${1#*/}.sh" >"$log" 2>&1
  else
    # the exit keeps bash from telling that a program was aborted
    (cd "$folder" || exit 1; timeout 60 "$build/test/$(target_of "$1")"; exit $?) >"$log" 2>&1
  fi
}

# ------------------------------------------------------------------ all of them apply, tried or not
while read -r name source _ expression; do
  if [ "$(sed "$expression" "$source" | diff "$source" - | grep -c '^[<>]')" -ne 2 ]; then
    echo "$name does not apply: the pattern must match exactly one line of $source"
    survived=$((survived + 1))
  fi
done < <(grep -v '^ *\(#\|$\)' tools/mutants.txt)
[ $survived -eq 0 ] || exit 1

# ------------------------------------------------------------------------- the tree as it is is green
tar -cf - --exclude=./build --exclude=./out --exclude=./.git . | tar -xf - -C "$folder"
echo "Building a copy"
# most of the time is spent in the compiler
if ! (cd "$folder" && cmake --preset release -DBRN_WERROR=OFF -DBRN_RELEASE_FLAGS="-O1 -DNDEBUG") >"$log" 2>&1; then
  cat "$log"
  exit 1
fi
mapfile -t all < <(tests_of "$(awk '{ print $3 }' <<<"$table" | paste -sd ,)" | sort -u)
if ! build_for "${all[@]}"; then cat "$log"; exit 1; fi
for test in "${all[@]}"; do
  passes "$test" || { cat "$log"; echo "$test fails without any error planted"; exit 1; }
done
echo "${#all[@]} tests pass: $((SECONDS - start)) s"

# ------------------------------------------------------------------------------------------ one by one
survive() { # name, why
  echo "SURVIVED $1: $2"
  survived=$((survived + 1))
}

try() { # name, source, tests
  local name=$1 source=$2 tests test
  mapfile -t tests < <(tests_of "$3")
  if [ "$(diff "$root/$source" "$folder/$source" | grep -c '^[<>]')" -ne 2 ]; then
    survive "$name" "it does not apply: the pattern must match exactly one line of $source"
  elif [ ${#tests[@]} -eq 0 ]; then
    survive "$name" "there is no test $3"
  elif ! build_for "${tests[@]}"; then
    survive "$name" "it does not compile"
    grep -m3 'error' "$log"
  else
    for test in "${tests[@]}"; do
      if ! passes "$test"; then
        echo "caught $name by $test"
        caught=$((caught + 1))
        return
      fi
    done
    survive "$name" "$3 did not notice"
  fi
}

while read -r name source tests expression; do
  sed "$expression" "$root/$source" >"$folder/$source"
  try "$name" "$source" "$tests" </dev/null
  cp "$root/$source" "$folder/$source"
done <<<"$table"
echo "$((SECONDS - start)) s"
echo "$caught caught, $survived survived"
[ $survived -eq 0 ]
