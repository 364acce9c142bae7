#!/usr/bin/env bash
# `brawn make human`, `walk` and `run`: the body and its clips, and those of other people.
# shellcheck source=test/cli/check.sh
. "$(dirname "$0")/check.sh"

# ------------------------------------------------------------------------------------------- clips
check_ok make walk
check_has "walk: 26 joints, 132 frames, 1.092 s" "wrote walk.bvh"
check_ok info walk.bvh
check_has "21, and 5 end sites" "looks like centimetres"
check_ok make run -o fast.bvh --cadence 180 --stride 2.5 --cycles 3 --fps 60 --json
check_has '"frames": 121' '"seconds": 2.0'
check_ok make run
if cmp -s run.bvh "$root/scenes/human/run.bvh"; then pass "the clip in scenes/"; else fail "$what" "scenes/human/run.bvh is another one"; fi
check_fails 1 'cadence is 1 steps a minute; it must be 10 to 600' make walk --cadence 1
check_fails 1 'nowhere' make walk -o nowhere/walk.bvh

# -------------------------------------------------------------------------------------------- body
check_ok make human
check_has "human: 30 bones, 164 muscles" "wrote human.json"
check_ok make human --clip walk -o body.json
check_has "wrote body.json" "wrote walk.bvh beside it"
if cmp -s body.json "$root/scenes/human/human.json"; then pass "the scene in scenes/"; else fail "$what" "scenes/human/human.json is another one: make it again"; fi
if cmp -s walk.bvh "$root/scenes/human/walk.bvh"; then pass "the walk in scenes/"; else fail "$what" "scenes/human/walk.bvh is another one"; fi
check_ok make human --muscles legs --triangles 15000 --height 1.6 --json
check_has '"muscles": 56' '"bones": 30'
check_fails 2 '--muscles cannot be "leg"; did you mean "legs"?' make human --muscles leg
check_fails 1 'triangles is 5; it must be' make human --triangles 5
check_fails 1 'height is 0 m' make human --height 0

# ----------------------------------------------------------------------------- other people's clips
sed 's/\(ROOT\|JOINT\) /\1 Someone_/' walk.bvh >theirs.bvh
mkdir -p away
check_fails 1 '--names' make human --clip theirs.bvh -o away/human.json
check_ok make human --clip theirs.bvh --names 'Someone_*' --clip-units mm -o away/human.json
check_same "joints of theirs" 12 "$(grep -o '"joint": "Someone_Left[A-Za-z]*"' away/human.json | wc -l)"
if grep -q '"travel": 10' away/human.json; then pass "steps as long as our legs"; else fail "$what" "travel is not 10"; fi
if grep -q "\"file\": \"$PWD/theirs.bvh\"" away/human.json; then pass "the clip where it is"; else fail "$what" "the clip is called otherwise"; fi
check_ok make run --stride 2 -o way.bvh
check_ok make human --clip way.bvh -o way.json
if grep -q '"repeat": "loop"' way.json; then fail "$what" "it starts again"; else pass "a clip that goes away is not repeated"; fi
check_fails 1 'one * where our names of joints go' make human --clip theirs.bvh --names Someone
check_fails 2 '--clip-units cannot be "miles"' make human --clip theirs.bvh --clip-units miles
check_fails 1 'nothing.bvh' make human --clip nothing.bvh

finish
