#!/usr/bin/env bash
# `brawn make`: every shape in every format, recipes, and where the files go.
# shellcheck source=test/cli/check.sh
. "$(dirname "$0")/check.sh"

shapes="fusiform bipennate pair curved bar torus block"

# ------------------------------------------------------------------------------------------ shapes
for shape in $shapes; do
  check_ok make "$shape" --tets 1500 -o out
  check_has "wrote out/$shape.vtu" "wrote out/$shape/"
  check_file "out/$shape.vtu"
  check_ok info --strict "out/$shape.vtu"
  check_has "no problems found" "\"fibre\" on tets"
  check_ok info --strict "out/$shape"/*.obj
  check_lacks "open" "warning" "error"
  check_same "$shape: a surface a label" "$(find "out/$shape" -type f | wc -l)" "$(grep -c 'piece' stdout)"
  expected=$(counts "out/$shape.vtu")
  wrong=""
  for extension in vtu vtk msh mesh node; do
    run make "$shape" --tets 1500 -o "$shape.$extension" --quiet
    [ $code -eq 0 ] && [ "$(counts "$shape.$extension")" = "$expected" ] || wrong+=" $extension"
    run make "$shape" --tets 1500 -o "ascii.$extension" --ascii --quiet
    [ $code -eq 0 ] && [ "$(counts "ascii.$extension")" = "$expected" ] || wrong+=" ascii $extension"
  done
  check_same "$shape in every format has $expected points, triangles, tets" "" "$wrong"
  check_fails 1 'brawn convert --surface' make "$shape" --tets 1500 -o "$shape.stl"
done
check_ok make bar --tets 1500 -o one.vtu --threads 1
check_ok make bar --tets 1500 -o three.vtu --threads 3
if cmp -s one.vtu three.vtu; then pass "the same bytes with 1 and 3 threads"; else fail "$what" "other bytes than with 1"; fi
check_ok make block --tets 500 --seed 2 -o seed.vtu
if cmp -s seed.vtu block.vtu; then fail "$what" "the seed changes nothing"; else pass "another seed, another block"; fi

# ----------------------------------------------------------------------------------------- recipes
echo '{"shape": "bar", "tets": 300, "length": 0.4}' >long.json
check_ok make long.json -o long.vtu --bone 0
check_same "the recipe's length, and no bones" "0.40000000000000002" "$("$BRAWN" info long.vtu --json | sed -n '/high/,/]/p' | sed -n 's/^ *\(0.4[0-9]*\),*$/\1/p')"
echo '{"shape": "bar", "tetz": 300}' >typo.json
check_fails 1 'typo.json:1:18: there is no "tetz"; did you mean "tets"?' make typo.json
echo '{"shape": "bra"}' >typo.json
check_fails 1 'typo.json:1:2: there is no shape "bra"; did you mean "bar"?' make typo.json
echo '{"tets": 300}' >typo.json
check_fails 1 'typo.json:1:1: "shape" is missing' make typo.json
echo '{"shape": "bar", "tets": "many"}' >typo.json
check_fails 1 'typo.json:1:18: tets must be a number' make typo.json
echo '{"shape": "bar", "tets": 7}' >typo.json
check_fails 1 'typo.json:1:18: tets is 7, which is not between' make typo.json
echo '{"shape": "bar",' >typo.json
check_fails 1 'typo.json:2:0: ' make typo.json
echo '[1]' >typo.json
check_fails 1 'typo.json:' make typo.json
: >typo.json
check_fails 1 'typo.json:' make typo.json
check_fails 1 'nothing.json: No such file' make nothing.json
check_fails 1 'pair: gap' make pair --gap 3

# ------------------------------------------------------------------------------------- where it goes
check_ok make bar --tets 200
check_file out/bar.vtu
check_ok make bar --tets 200 -o new/folder/below
check_file new/folder/below/bar.vtu new/folder/below/bar/muscle.obj
check_ok make bar --tets 200 -o stl --surfaces stl
check_file stl/bar/muscle.stl
check_ok make bar --tets 200 -o none --surfaces none
check_same "--surfaces none" "bar.vtu" "$(ls none)"
mkdir folder.vtu
check_ok make bar --tets 200 -o folder.vtu
check_file folder.vtu/bar.vtu
: >file
check_fails 1 'cannot make the folder' make bar --tets 200 -o file/below
check_fails 1 'file: cannot make the folder: File exists' make bar --tets 200 -o file
check_fails 1 'make the folder first' make bar --tets 200 -o nowhere/bar.vtu
if [ "$(id -u)" -ne 0 ]; then
  mkdir locked && chmod 500 locked
  check_fails 1 'Permission denied' make bar --tets 200 -o locked
  check_fails 1 'Permission denied' make bar --tets 200 -o locked/bar.vtu
else
  check_fails 1 'cannot' make bar --tets 200 -o /proc/brawn
  check_fails 1 'cannot' make bar --tets 200 -o /proc/bar.vtu
fi
check_same "nothing is left half written" "" "$(find . -name '*.*.??????')"
finish
