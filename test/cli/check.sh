# shellcheck shell=bash
# What the tests of the command share. A test sources this, checks, and ends with `finish`.
# BRAWN is the command. Each test runs in a folder of its own, which is gone when it ends.
# The repository is $root. `run` leaves the exit code in $code and the output in ./stdout, ./stderr.
set -uo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
: "${BRAWN:=$root/build/release/brawn}"
failed=0
code=0
what="nothing"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
unset NO_COLOR

pass() { echo "ok $1"; }

# what, why; shows the output of the last run
fail() {
  failed=1
  echo "FAILED $1: $2"
  sed 's/^/    /' stdout stderr 2>/dev/null | head -20
}

finish() { exit $failed; }

run() {
  what="brawn $*"
  "$BRAWN" "$@" >stdout 2>stderr
  code=$?
}

# ends with 0
check_ok() {
  run "$@"
  if [ $code -eq 0 ]; then pass "$what"; else fail "$what" "exit code $code"; fi
}

# code, text of the message, arguments
check_fails() {
  local expected=$1 text=$2
  shift 2
  run "$@"
  if [ $code -ne "$expected" ]; then
    fail "$what" "exit code $code, expected $expected"
  elif ! grep -qF -- "$text" stderr; then
    fail "$what" "the message lacks: $text"
  else
    pass "$what: $text"
  fi
}

# the last run said each of these, on standard output
check_has() {
  local text
  for text in "$@"; do
    if grep -qF -- "$text" stdout; then pass "$what says: $text"; else fail "$what" "lacks: $text"; fi
  done
}

# ... and none of these, anywhere
check_lacks() {
  local text
  for text in "$@"; do
    if grep -qF -- "$text" stdout stderr; then fail "$what" "says: $text"; else pass "$what does not say: $text"; fi
  done
}

check_same() { # what, expected, found
  if [ "$2" = "$3" ]; then pass "$1"; else fail "$1" "expected $2, found $3"; fi
}

check_file() {
  local path
  for path in "$@"; do
    if [ -s "$path" ]; then pass "$what wrote $path"; else fail "$what" "$path is missing or empty"; fi
  done
}

# standard output of the last run is one JSON value d, for which a Python expression holds
check_json() {
  if [ ! -x /usr/bin/python3 ]; then
    pass "skipped, as there is no Python: JSON of $what"
  elif /usr/bin/python3 -c 'import json, sys
d = json.load(open("stdout"))
sys.exit(0 if eval(sys.argv[1]) else 1)' "$1" 2>>stderr; then
    pass "$what gives JSON: $1"
  else
    fail "$what" "not JSON, or not so: $1"
  fi
}

# what `brawn info --json` says of whole files: without the lists of their labels and pieces
whole_info() {
  "$BRAWN" info --json "$@" 2>/dev/null | awk '
    skip { if (index($0, skip "]") == 1) skip = ""; next }
    /^ *"(labels|groups|shells)": \[$/ { skip = $0; sub(/".*/, "", skip); next }
    { print }'
}

# file, field: the first number of that name there
number() {
  whole_info "$1" | sed -n "s/^ *\"$2\": \([-0-9.e+]*\),*$/\1/p" | head -1
}

# "points triangles tets" of each file, a line a file
counts() {
  whole_info "$@" |
    awk '/^ *"(points|triangles|tets)": [0-9]+,$/ { printf "%d", $2; printf /tets/ ? "\n" : " " }'
}
