#!/usr/bin/env bash
# `brawn new`: a scene to start from, made from surfaces and their names.
# shellcheck source=test/cli/check.sh
. "$(dirname "$0")/check.sh"
export XDG_CACHE_HOME=$PWD/cache

# a limb of two bones, and a spindle between them
"$BRAWN" make fusiform --tets 3000 --surfaces stl -o body --quiet
mkdir limb
cp body/fusiform/bone_proximal.stl limb/humerus.stl
cp body/fusiform/bone_distal.stl limb/radius.stl
"$BRAWN" mesh body/fusiform/{tendon_proximal,muscle,tendon_distal}.stl --tets 3000 -o soft.vtu --quiet
"$BRAWN" convert soft.vtu limb/brachioradialis.stl --surface --quiet

# --------------------------------------------------------------------------------- guesses are told
check_ok new limb
check_has "limb/scene.json" "3 surfaces in m (a guess" "y up (a guess)" "humerus" "fixed"
check_has "brachioradialis        muscle (name); origin: humerus 0.0 mm; insertion: radius 0.0 mm"
check_file limb/scene.json
check_lacks "no bone" "warning"
check_ok check limb/scene.json
check_has "0 errors"
check_ok build limb/scene.json --set mesh.tets=3000 -o limb.vtu
check_has "brachioradialis" "humerus" "1 "
check_file limb.vtu

# ---------------------------------------------------------------------------- nothing is lost by it
check_fails 1 'limb/scene.json is there already; --force replaces it' new limb
cp limb/scene.json first.json
check_ok new limb --force
if cmp -s first.json limb/scene.json; then pass "the same guess twice"; else fail "$what" "differs"; fi
check_ok new limb/humerus.stl limb/radius.stl limb/brachioradialis.stl -o some.json
check_fails 1 'nowhere' new limb -o nowhere/scene.json
mkdir sub
check_ok new limb -o sub/scene.json
grep -q '"../limb/humerus.stl"' sub/scene.json && pass "paths count from the scene" || fail "$what" "paths"
check_ok check sub/scene.json

# ----------------------------------------------------------------------- units, axes, joints, JSON
"$BRAWN" convert limb/humerus.stl mm_humerus.stl --to-units mm --to-up z --quiet
"$BRAWN" convert limb/brachioradialis.stl mm_brachioradialis.stl --to-units mm --to-up z --quiet
check_ok new mm_humerus.stl mm_brachioradialis.stl -o mm.json --json
check_json 'd["units"] == "mm" and d["up"] == "z"'
check_json '[p for p in d["parts"] if p["kind"] == "muscle"][0]["insertion"]["bone"] is None'
check_json '[p for p in d["parts"] if p["kind"] == "muscle"][0]["origin"]["bone"] == "mm_humerus" and d["parts"][0]["fixed"]'
check_json '[p for p in d["parts"] if p["kind"] == "muscle"][0]["origin"]["bone_gap"] < 0.01 and d["part_count"] == len(d["parts"])'
grep -q '"units": "mm"' mm.json && pass "units are written" || fail "$what" "no units"
check_ok new mm_humerus.stl mm_brachioradialis.stl -o told.json --units cm --up x
check_has "in cm (as told), x up (as told)"

# -------------------------------------------------------------------------- an end without its bone
check_ok new mm_humerus.stl mm_brachioradialis.stl -o free.json
check_has "insertion: the radius, which is not here" "1 end of muscles find no bone"
grep -q '"mm_brachioradialis_insertion"' free.json && pass "a free end is selected" || fail "$what" "no selection"
check_ok build free.json --set mesh.tets=3000 --no-cache
check_has "no bone"

# ------------------------------------------------------------------------------ muscles with tendons
check_ok new body/fusiform
check_has "muscle (name); origin: tendon_proximal; insertion: tendon_distal" \
  "tendon (name); origin: bone_proximal 0.0 mm; insertion: muscle 0.0 mm"
check_lacks "no bone"
check_ok build body/fusiform/scene.json --set mesh.tets=5000 --no-cache

# ------------------------------------------------------------------------------------ strange names
mkdir odd
cp limb/humerus.stl odd/humerus.stl
cp limb/brachioradialis.stl "odd/Object 17.stl"
check_ok new odd
check_has "Object_17" "no such name is known" "1 name is not known, and taken for muscles"

# ------------------------------------------------------------------------------------ nothing to use
mkdir empty
check_fails 1 'there is no surface in it' new empty
check_fails 1 'nowhere.stl' new nowhere.stl
echo "solid nothing" >empty/bad.stl
check_fails 1 'bad.stl' new empty
[ -e empty/scene.json ] && fail "$what" "wrote a scene" || pass "no scene after a failure"
mkdir twin && cp limb/humerus.stl twin/ && "$BRAWN" convert limb/humerus.stl twin/humerus.obj --quiet
check_fails 1 'would both be called "humerus"' new twin
finish
