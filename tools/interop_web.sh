#!/usr/bin/env bash
# Opens what `brawn export` writes in other programs: tools/interop_web.sh build/release/brawn
# GLB in Khronos' validator, three.js and Blender; USD in three.js and TinyUSDZ. Vertices must be
# where the frames have them. Packages come from npm, by test/interop/web/package-lock.json.
set -uo pipefail
cd "$(dirname "$0")/.." || exit
brawn=$(realpath "$1")
web=test/interop/web
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
passed=0
failed=0

# a run with a joint that turns, muscles, tendons, and names that are awkward
prepare() {
  "$brawn" run $web/scene.json -o "$folder/run" --quiet &&
    "$brawn" export "$folder/run" --to "$folder/run.glb" --quiet &&
    "$brawn" export "$folder/run" --to "$folder/m/" --format obj --quiet &&
    "$brawn" export "$folder/run" --to "$folder/run.usda" --solid --units cm --up z --quiet &&
    "$brawn" export "$folder/run" --to "$folder/cm/" --format obj --units cm --up z --quiet &&
    node $web/make_sheet.mjs "$folder/sheet" &&
    "$brawn" export "$folder/sheet/sheet.pvd" --to "$folder/sheet.glb" --quiet &&
    "$brawn" export "$folder/sheet/sheet.pvd" --to "$folder/s/" --format obj --quiet
}

install_packages() {
  [ $web/node_modules/.package-lock.json -nt $web/package-lock.json ] ||
    (cd $web && npm ci --silent --no-progress)
}

# name of the check, then its command
count() {
  local output good bad
  output=$("${@:2}" 2>&1)
  local code=$?
  good=$(grep -c '^ok' <<<"$output")
  bad=$(grep -c '^FAILED' <<<"$output")
  if [ $code -ne 0 ] || [ "$good" -eq 0 ] || [ "$bad" -gt 0 ]; then
    grep -v '^ok' <<<"$output" | cut -c1-1000
    [ "$bad" -gt 0 ] || bad=1
  fi
  echo "$1: $good passed, $bad failed"
  passed=$((passed + good))
  failed=$((failed + bad))
}

log=$(prepare 2>&1) && log=$(install_packages 2>&1) || {
  echo "$log"
  echo "interop with the web and Blender: it could not start"
  exit 1
}
blender_glb=(blender --background --factory-startup --python-exit-code 1
  --python test/interop/blender/check_glb.py --)
count "GLB in the validator and three.js" node $web/check_glb.mjs "$folder/run.glb" "$folder/m" 24
count "GLB in Blender" "${blender_glb[@]}" "$folder/run.glb" "$folder/m" 24
count "GLB of a large sheet in three.js" node $web/check_glb.mjs "$folder/sheet.glb" "$folder/s" 2
count "GLB of a large sheet in Blender" "${blender_glb[@]}" "$folder/sheet.glb" "$folder/s" 2
count "USD in three.js and TinyUSDZ" node $web/check_usda.mjs "$folder/run.usda" "$folder/cm" 0.01 z 24
echo "interop with the web and Blender: $passed passed, $failed failed"
[ $failed -eq 0 ]
