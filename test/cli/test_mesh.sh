#!/usr/bin/env bash
# `brawn mesh`: surfaces in, one labelled tet mesh out.
# shellcheck source=test/cli/check.sh
. "$(dirname "$0")/check.sh"

"$BRAWN" make fusiform --tets 2000 --surfaces stl -o body --quiet
parts=(body/fusiform/bone_proximal.stl body/fusiform/muscle.stl)

check_ok mesh "${parts[@]}" --bones bone_proximal --size 0.012 -o arm.vtu
check_has "arm.vtu" "bone_proximal" "muscle" "1 piece"
check_ok info arm.vtu
check_has "1 bone_proximal" "2 muscle" "0 inverted"
check_ok mesh "${parts[@]}" --tets 5000 -o arm.msh --json
check_has '"name": "muscle"' '"components": 1' '"inverted": 0'

check_fails 2 'did you mean "muscle"' mesh "${parts[@]}" --bones muscel
check_fails 2 'there is no unit "parsec"' mesh "${parts[@]}" --units parsec
check_fails 2 'the up-axis is x, y or z' mesh "${parts[@]}" --up w
check_fails 1 'nowhere.stl' mesh nowhere.stl
check_fails 1 'tets is 3' mesh "${parts[@]}" --tets 3

# attachments: the tendon between bone and muscle is missing, and the gap it leaves is closed
pair=bone_proximal
check_ok mesh "${parts[@]}" --bones $pair --size 0.012 --attach muscle:$pair --gap 0.05 -o joined.vtu
check_has "1 piece"
check_fails 2 'did you mean "muscle"' mesh "${parts[@]}" --attach muscel:$pair
check_fails 2 'is not a pair like muscle:bone' mesh "${parts[@]}" --attach muscle
check_fails 1 'gap is -1 m' mesh "${parts[@]}" --attach muscle:$pair --gap -1

# what cannot be used is refused and shown
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n' > flap.obj
check_fails 1 'part 1 (flap) is open' mesh "${parts[1]}" flap.obj -o arm2.vtu
check_fails 1 'arm2-refused.ply' mesh "${parts[1]}" flap.obj -o arm2.vtu
check_ok info arm2-refused.ply
check_has "flap" "reason"
finish
