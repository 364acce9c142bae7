#!/usr/bin/env bash
# Configures and builds a preset, silent unless something goes wrong: tools/build.sh release [TARGET...]
set -euo pipefail
cd "$(dirname "$0")/.."
preset=$1
shift
log=$(mktemp)
trap 'rm -f "$log"' EXIT
run() { "$@" >"$log" 2>&1 || { cat "$log" >&2; exit 1; }; }
# a folder made elsewhere (a moved or copied clone) is made anew
cache=build/$preset/CMakeCache.txt
if [ -f "$cache" ] && ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$PWD" "$cache"; then rm -rf "build/$preset"; fi
[ -f "build/$preset/build.ninja" ] || echo "Building build/$preset (two or three minutes the first time)"
run cmake --preset "$preset"
run cmake --build --preset "$preset" ${1:+--target "$@"}
