#!/usr/bin/env bash
# The program of docs/api.md, compiled against an installed copy and run as a stranger would.
set -uo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
build=${BUILD:-$root/build/release}
failed=0
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1

check() { # what, command: it must succeed
  local what=$1
  shift
  if "$@" >log 2>&1; then
    echo "ok $what"
  else
    failed=1
    echo "FAILED $what: $*"
    tail -20 log
  fi
}

# shellcheck disable=SC2016 # backticks of Markdown
sed -n '/^```c$/,/^```$/p' "$root/docs/api.md" | sed '1d;$d' >frames.c
check "the page has one program" test "$(grep -c '^int main' frames.c)" -eq 1
check "it is short" test "$(wc -l <frames.c)" -le 60

if grep -qE '^BRN_SANITIZE:STRING=.+' "$build/CMakeCache.txt"; then
  echo "ok skipped: a build with sanitizers is not installed"
  exit $failed
fi

check "it installs" cmake --install "$build" --prefix "$folder/usr"
libraries=$(dirname "$(find usr -name libbrawn.a)")
read -ra words <<<"$(PKG_CONFIG_PATH=$libraries/pkgconfig pkg-config --cflags --libs brawn)"
check "it compiles" cc -std=c17 -Wall -Wextra -Werror frames.c -o frames "${words[@]}"
export LD_LIBRARY_PATH=$folder/$libraries

# ------------------------------------------------------------------------------------------ it runs
./frames "$root/scenes/fusiform.json" shape.vtu mesh.shape.tets 1500 frames.last 6 >told 2>errors
check "a muscle runs" test $? -eq 0
check "its frames are told" test "$(grep -c '^frame [1-6]$' told)" -eq 6
check "its force is told in every frame" test "$(grep -cE '^  muscle: [0-9.]+ N, [0-9.]+ mm$' told)" -eq 6
first=$(awk '/muscle:/ { print $4; exit }' told)
last=$(awk '/muscle:/ { at = $4 } END { print at }' told)
check "it shortens, from $first to $last mm" awk -v a="$first" -v b="$last" 'BEGIN { exit !(b < a - 1) }'
check "it says nothing else" test ! -s errors
check "the last shape can be read" usr/bin/brawn info shape.vtu

hinge='"type": "hinge", "bones": ["upper", "lower"], "point": [0.06, 0, 0], "axis": [0, 0, 1]'
sed "s|^  \"loads\": {|  \"joints\": {\"elbow\": {$hinge}},\n&|" "$root/scenes/fusiform.json" >lever.json
./frames lever.json lever.vtu mesh.shape.tets 1500 frames.last 6 >told 2>errors
check "a lever runs" test $? -eq 0
check "its angle is told in every frame" test "$(grep -cE '^  elbow: -?[0-9.]+ rad$' told)" -eq 6
last=$(awk '/elbow:/ { at = $2 } END { print at }' told)
check "the muscle lifts it, to $last rad" awk -v a="$last" 'BEGIN { exit !(a < -0.05) }'

# ----------------------------------------------------------------------------------------- it fails
./frames "$root/scenes/fusiform.json" shape.vtu mesh.shape.tetz 1500 >told 2>errors
check "a wrong key ends it" test $? -eq 1
check "and is told with the cure" grep -q '"tets"' errors
./frames nowhere.json shape.vtu >told 2>errors
check "a missing scene is told" grep -q nowhere.json errors
exit $failed
