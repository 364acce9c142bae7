#!/usr/bin/env bash
# `brawn export` to GLB and USD.
# shellcheck source=test/cli/check.sh
. "$(dirname "$0")/check.sh"
export XDG_CACHE_HOME=$PWD/cache

cat >bar.json <<'END'
{"brawn": 1, "name": "bar", "mesh": {"shape": {"shape": "bar", "tets": 600}}, "gravity": [0, 0, 0],
 "bones": {"top": {"labels": "bone_proximal", "fixed": true}, "base": {"labels": "bone_distal"}},
 "muscles": {"m": {"labels": "muscle", "origin": "top", "insertion": "base", "tension": 2e5,
                   "activation": {"keys": [[0, 0], [1, 1]], "curve": "linear"}}},
 "frames": {"first": 1, "last": 3}}
END
check_ok run bar.json -o out --quiet

check_ok export out --to bar.glb
check_has "3 frames in 1 file, 3 parts"
check_fails 1 "bar.glb" export out --to bar.glb
check_fails 1 "leave out --units and --up" export out --to cm.glb --units cm
check_ok export out --to bar.glb --force --parts muscles
check_has "1 part"

check_ok export out --to bar.usda --units cm --up z
check_same "units and axes" "metersPerUnit = 0.01 upAxis = \"Z\"" \
  "$(grep -oE '(metersPerUnit|upAxis) = .*' bar.usda | paste -sd ' ')"
check_same "tets only with --solid" 0 "$(grep -c 'def TetMesh' bar.usda)"
check_ok export out --to solid.usda --solid
check_same "--solid" 1 "$(grep -c 'def TetMesh' solid.usda)"
check_fails 1 "Y up or Z up" export out --to x.usda --up x
check_ok export --list
check_has "glb"
check_has "usda"
finish
