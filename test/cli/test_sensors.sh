#!/usr/bin/env bash
# Sensors and signals from the command: the example of docs/drive.md, as it is there, and mistakes.
# shellcheck source=test/cli/check.sh
. "$(dirname "$0")/check.sh"
export XDG_CACHE_HOME=$PWD/cache

# table, column, frame: a number of a run
value() {
  awk -F, -v name="$3" -v frame="$4" \
    'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) c = i } $1 == frame { print $c }' "$1/$2.csv"
}

# what, a condition of awk
check_that() {
  if awk "BEGIN { exit !($2) }"; then pass "$1: $2"; else fail "$1" "not so: $2"; fi
}

awk '/^## Sensors and signals/ { on = 1 } on && /^```json/ { code = 1; next } /^```/ { code = 0; if (seen) exit }
  code { print; seen = 1 }' "$root/docs/drive.md" >knee.json
check_ok check knee.json
check_has "0 errors, 0 warnings"
check_ok run knee.json -q -o newton --set mesh.shape.tets=600
check_ok run knee.json -q -o emu --set mesh.shape.tets=600 --set solver.method=emu
check_same "methods sense the same" "$(cat newton/sensors.csv)" "$(cat emu/sensors.csv)"
check_that "the angle drives it" "$(value newton muscles m.activation 11) > 0.12 && $(value newton muscles m.activation 11) < 0.2"
check_that "the stop fires the trigger" "$(value newton sensors hit.signal 11) == 0 && $(value newton sensors hit.signal 14) == 0.5"
check_that "which lets go again" "$(value newton sensors hit.signal 36) < 0.1 && $(value newton sensors hit.signal 36) > 0"

check_ok build knee.json --set mesh.shape.tets=600 --no-cache
check_has "tense                    signal of bent, hit, activates m"
check_ok build knee.json --set mesh.shape.tets=600 --no-cache --json -
check_json '{"name": "tense", "of": ["bent", "hit"], "activates": ["m"]} in d["signals"] and len(d["sensors"]) > 0'
check_fails 1 'signals.tense: there is no signal "bend"; did you mean "bent"?' run knee.json -q -o wrong \
  --set 'signals.tense.sum=["bend"]'
check_fails 1 "run_up, 4, is more than pre_roll, 2" run knee.json -q -o wrong --set frames.pre_roll=2 --set frames.run_up=4

# what a clip has to offer
cat >walk.bvh <<'BVH'
HIERARCHY
ROOT Hips
{
OFFSET 0 0 0
CHANNELS 3 Xposition Yposition Zposition
JOINT LeftUpLeg
{
OFFSET 9 0 0
CHANNELS 3 Zrotation Xrotation Yrotation
End Site
{
OFFSET 0 -40 0
}
}
}
MOTION
Frames: 1
Frame Time: 0.1
0 90 0 0 0 0
BVH
check_ok info walk.bvh
check_has "                 LeftUpLeg"
finish
