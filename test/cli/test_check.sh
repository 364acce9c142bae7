#!/usr/bin/env bash
# `brawn check`: every mistake of a scene at once, with place and cure, and the exit code.
# shellcheck source=test/cli/check.sh
. "$(dirname "$0")/check.sh"

good='{"mesh": {"shape": {"shape": "bar", "tets": 600}},
  "bones": {"top": {"labels": "bone_proximal", "fixed": true}, "base": {"labels": "bone_distal"}},
  "muscles": {"m": {"labels": "muscle", "origin": "top", "insertion": "base"}}}'
echo "$good" >good.json

# expected exit code, text, scene
check_scene() {
  echo "$3" >scene.json
  run check scene.json
  if [ $code -ne "$1" ]; then
    fail "$what" "exit code $code, expected $1"
  elif ! grep -qF -- "$2" stdout; then
    fail "$what" "lacks: $2"
  else
    pass "check says: $2"
  fi
}

check_ok check good.json
check_same "nothing is wrong" "0 errors, 0 warnings" "$(cat stdout)"
check_ok check good.json --build
check_ok check good.json --quiet
check_same "--quiet says nothing" "" "$(cat stdout stderr)"

# --------------------------------------------------------------------------------------- materials
echo "${good%\}}, \"materials\": {\"muscle\": {\"model\": \"mooney_rivlin\", \"c1\": 3e4, \"hill\": true}}}" >flesh.json
check_ok check flesh.json --build --set materials.muscle.hill.active=blemker \
  --set 'materials.muscle.hill.passive=[[1, 0], [1.5, 2]]' --set materials.muscle.c2=2e3
check_ok check flesh.json --set materials.muscle.model=corotated --set materials.muscle.c1=null
run check flesh.json --set materials.muscle.model=corotated
check_same "a key that the model does not know" 1 "$(grep -c 'materials.muscle.c1: corotated has no "c1"' stdout)"
check_scene 1 'there is no "actve" in materials.m.hill; did you mean "active"?' \
  '{"materials": {"m": {"hill": {"actve": "thelen"}}}}'

# --------------------------------------------------------------------------------- the file itself
check_scene 1 'scene.json:2:' '{"bones": '
check_scene 1 'scene.json:2:' ''
check_scene 1 'scene.json:1:' '[1, 2]'
check_scene 1 'scene.json:1:' 'nonsense'
check_scene 1 'did you mean "muscles"?' '{"muscels": {}}'
check_scene 1 'units is "furlong", but must be one of' '{"units": "furlong", "bones": {}}'
check_scene 1 'scene.json:2:' '{"bones": {"b": {
  "fixed": "maybe"}}}'
check_scene 1 'activation' '{"muscles": {"m": {"activation": 7}}}'
check_scene 1 'no bones, muscles or tendons' '{}'
check_scene 1 'is made from nothing' '{"bones": {"b": {}}}'
check_scene 1 'here.stl is not there' '{"bones": {"b": {"surface": "here.stl"}}}'
check_scene 1 'nor is its folder' '{"bones": {"b": {"surface": "no/folder/here.stl"}}}'
touch empty.stl
check_scene 1 'empty.stl' '{"bones": {"b": {"surface": "empty.stl"}}}'
echo text >words.txt
check_scene 1 'words.txt' '{"bones": {"b": {"surface": "words.txt"}}}'
check_scene 1 'good.json' '{"mesh": {"file": "good.json"}}'

# all of them in one go: mistakes in the file, then names
cat >many.json <<'END'
{"unitz": "mm", "mesh": {"shape": {"shape": "bar", "tets": 600}},
 "bones": {"top": {"labels": "bone_proximal", "fixd": true}, "base": {"labels": "bone_distal"}},
 "muscles": {"m": {"labels": "muscel", "origin": "topp", "insertion": "base"}},
 "selections": {"s": {"parts": "m"}}}
END
run check many.json
check_same "check exits with 1" 1 $code
check_has 'many.json:1:' 'did you mean "units"' 'many.json:2:' 'did you mean "fixed"' \
  'did you mean "top"?' 'did you mean "muscle"?' 'nothing holds the body' 'is used nowhere'
check_same "the counts come last" "5 errors, 1 warning, 1 note" "$(tail -1 stdout)"
check_same "errors come first" "Errors" "$(head -1 stdout)"
check_lacks $'\x1b'

# ------------------------------------------------------------------------------------ --set, --json
check_ok check good.json --set muscles.m.activation=0.5 --set bones.base.fixed=true
run check good.json --set muscles.n.activation=0.5
check_same "a wrong path exits with 1" 1 $code
check_has "--set:"
run check good.json --set nothing
check_has "--set takes PATH=VALUE"
run check good.json --set muscles.m.origin=topp --set frames.last=-5
check_has 'did you mean "top"?' 'is before the first'
run check many.json --json -
check_json 'd["errors"] == 5 and d["warnings"] == 1 and len(d["remarks"]) == 7'
check_json 'd["remarks"][0]["severity"] == "error" and d["remarks"][-1]["severity"] == "note"'
run check many.json --json report.json
check_file report.json
check_same "the report does not change the exit code" 1 $code
check_fails 1 'nowhere.json' check nowhere.json
check_fails 1 'cannot' check good.json --json nowhere/report.json

# ------------------------------------------------------------------------------------------- schema
check_ok check --schema -
check_json 'd["$schema"].endswith("2020-12/schema") and "muscles" in d["properties"]'
check_ok check --schema scene.schema.json
check_file scene.schema.json
if [ -f "$root/docs/scene.schema.json" ]; then
  cmp -s scene.schema.json "$root/docs/scene.schema.json" && pass "docs/scene.schema.json is up to date" ||
    fail "docs/scene.schema.json" "old: make schema writes it anew"
fi
finish
