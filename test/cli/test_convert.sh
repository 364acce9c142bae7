#!/usr/bin/env bash
# `brawn convert`: counts survive every pair of formats, and each option does what it says.
# shellcheck source=test/cli/check.sh
. "$(dirname "$0")/check.sh"

"$BRAWN" make bar --tets 300 -o bar.vtu --quiet
cp bar.vtu source.vtu
tet_counts=$(counts bar.vtu)
"$BRAWN" convert bar.vtu skin.obj --surface --quiet
skin_counts=$(counts skin.obj)

# ------------------------------------------------------------------------------------ all the pairs
# name, first file, formats: A to B for all A and B
convert_all() {
  local name=$1 first=$2 from to expected
  shift 2
  expected=$(counts "$first")
  for from in "$@"; do
    run convert "$first" "from-$name.${from#*:}" --to "${from%:*}" --quiet
    local written=()
    for to in "$@"; do
      run convert "from-$name.${from#*:}" "to-${to%:*}.${to#*:}" --from "${from%:*}" --to "${to%:*}" --quiet
      if [ $code -eq 0 ]; then written+=("to-${to%:*}.${to#*:}"); else fail "$what" "exit code $code"; fi
    done
    check_same "$name from ${from%:*} to $# formats" "$#" "$(counts "${written[@]}" | grep -cx "$expected")"
    rm -f "from-$name".* to-*
  done
}
convert_all tets bar.vtu vtk:vtk vtu:vtu gmsh:msh gmsh2:msh medit:mesh tetgen:node
convert_all triangles skin.obj obj:obj stl:stl ply:ply vtk:vtk vtu:vtu vtp:vtp gmsh:msh gmsh2:msh medit:mesh

# tets are the same bits after a way through every format that keeps all of a number
way=bar.vtu
for next in a.vtk b.msh c.mesh d.node e.ele f.vtu; do
  check_ok convert $way $next --ascii
  way=$next
done
check_same "a way through all formats keeps the volume" "$(number bar.vtu volume)" "$(number f.vtu volume)"
check_same "... and the smallest angle" "$(number bar.vtu min_dihedral)" "$(number f.vtu min_dihedral)"

# -------------------------------------------------------------------------------------- encodings
for extension in stl ply vtk vtu vtp msh; do
  from=skin.obj
  check_ok convert $from ascii.$extension --ascii
  check_ok convert $from binary.$extension --binary
  check_ok convert $from default.$extension
  check_same "$extension: ascii is text" 0 "$(tr -d '[:print:][:space:]' <ascii.$extension | wc -c)"
  if cmp -s ascii.$extension binary.$extension; then fail "$what" "binary is ascii"; else pass "$extension: binary is not ascii"; fi
  if cmp -s default.$extension binary.$extension; then pass "$extension: binary is the default"; else fail "$what" "the default is not binary"; fi
  check_same "$extension: ascii and binary hold the same" "$(counts ascii.$extension)" "$(counts binary.$extension)"
done
check_ok convert bar.vtu packed.vtu --compressed
check_same "compressed holds the same" "$tet_counts" "$(counts packed.vtu)"
if [ "$(wc -c <packed.vtu)" -lt "$(wc -c <bar.vtu)" ]; then pass "compressed is smaller"; else fail "$what" "is not smaller"; fi
check_ok convert skin.obj big.ply --big-endian
check_same "the header says so" "format binary_big_endian 1.0" "$(sed -n 2p big.ply | tr -d '\0')"
check_same "big-endian holds the same" "$skin_counts" "$(counts big.ply)"
check_same "... the same area" "$(number skin.obj area)" "$(number big.ply area)"
check_ok convert bar.vtu old.msh --format gmsh2 --ascii
check_same "Gmsh 2.2 on demand" "2.2 0 8" "$(sed -n 2p old.msh)"
check_ok convert bar.vtu new.msh --ascii
check_same "Gmsh 4.1 otherwise" "4.1 0 8" "$(sed -n 2p new.msh)"

# ------------------------------------------------------------------------------------ what fits where
for extension in stl obj ply vtp; do
  check_fails 1 'brawn convert --surface' convert bar.vtu refused.$extension
  if [ -e refused.$extension ]; then fail "$what" "left a file"; else pass "$what leaves no file"; fi
done
check_fails 1 'no mesh format has the extension "doc"' convert bar.vtu bar.doc
check_fails 1 'nothing.vtu: No such file' convert nothing.vtu b.vtu
check_fails 1 'make the folder first' convert bar.vtu nowhere/b.vtu
mkdir folder.vtu
check_fails 1 'folder.vtu: is not a regular file' convert bar.vtu folder.vtu
check_ok convert bar.vtu bar.mesh
check_same "what is left out is told" "brawn: warning: bar.mesh: 1 arrays left out: MEDIT holds references alone" "$(cat stderr)"
check_ok convert bar.vtu bar.mesh --quiet
check_same "... but not with --quiet" "" "$(cat stdout stderr)"

# ------------------------------------------------------------------------------------------- changes
check_ok convert bar.vtu skin.stl --surface
check_has "0 tets"
check_ok info skin.stl --strict
check_has "closed, oriented, manifold"
check_same "the surface encloses the tets" "0.000416" "$(printf %.6f "$(number skin.obj volume)")"
check_ok convert bar.vtu muscle.obj --surface --label muscle
check_ok convert bar.vtu five.obj --surface --label 5
check_ok convert bar.vtu alone.obj --label muscle
if cmp -s muscle.obj five.obj && cmp -s muscle.obj alone.obj; then pass "a label by name and by id"; else fail "$what" "by id it is another surface"; fi
check_same "the surface of a label encloses it" "0.000320" "$(printf %.6f "$(number muscle.obj volume)")"
check_fails 1 'no tets have the label "muscel"; did you mean "muscle"?' convert bar.vtu m.obj --label muscel
check_fails 1 'there are: bone_proximal bone_distal muscle' convert bar.vtu m.obj --label 5x
check_fails 1 'bar.vtu: no tets have the label "99"' convert bar.vtu m.obj --label 99
check_fails 1 'no tets have the label "99999999999"' convert bar.vtu m.obj --label 99999999999
check_fails 1 'skin.obj: has no tets' convert skin.obj m.obj --surface

printf '%s\n' "v 0 0 0" "v 1 0 0" "v 0 1 0" "v 1 0 0" "v 0 1 0" "v 1 1 0" "v 5 5 5" "f 1 2 3" "f 4 6 5" >loose.obj
check_ok convert loose.obj changed.obj --weld
check_same "--weld joins points, and drops none" "5 2 0" "$(counts changed.obj)"
check_ok convert loose.obj changed.obj --drop-orphans
check_same "--drop-orphans drops what no cell has" "6 2 0" "$(counts changed.obj)"
check_ok convert loose.obj changed.obj --weld --drop-orphans --flip
check_same "--flip turns the corners" "f 1 3 2" "$(grep -m1 ^f changed.obj)"
check_ok convert bar.vtu flipped.vtu --flip
check_same "--flip turns the tets" "-$(number bar.vtu volume)" "$(number flipped.vtu volume)"
check_ok convert flipped.vtu again.vtu --flip
if cmp -s bar.vtu again.vtu; then pass "flipped twice is as before"; else fail "$what" "differs from the first"; fi

# -------------------------------------------------------------------------------------- units and axes
first_point() { grep -m1 ^v "$1"; }
echo "v 1 2 3" >point.obj
while read -r expected options; do
  read -ra words <<<"$options"
  check_ok convert point.obj moved.obj "${words[@]}"
  check_same "$options moves the point" "v ${expected//,/ }" "$(first_point moved.obj)"
done <<'END'
1000,2000,3000 --to-units mm
0.0254,0.0508,0.07619999999999999 --units in --to-units m
10,20,30 --units cm --to-units mm
1,3,-2 --up z
1,-3,2 --to-up z
-2,1,3 --up x
2,-1,3 --to-up x
1,2,3 --up z --to-up z
1,2,3 --up x --to-up x
-2,-3,1 --up x --to-up z
END
check_ok convert skin.obj there.obj --to-units mm --to-up z
check_ok convert there.obj back.obj --units mm --up z
check_same "there and back: the same volume" "$(printf %.12f "$(number skin.obj volume)")" "$(printf %.12f "$(number back.obj volume)")"
check_same "millimetres are guessed" millimetres "$("$BRAWN" info there.obj | sed -n 's/.*looks like //p')"

# ----------------------------------------------------------------------------------------- onto itself
check_ok convert bar.vtu bar.vtu
if cmp -s bar.vtu source.vtu; then pass "onto itself: the same bytes"; else fail "$what" "changed the file"; fi
check_ok convert loose.obj loose.obj --weld
check_same "mended in place" "5 2 0" "$(counts loose.obj)"
chmod 640 bar.vtu
check_fails 1 "" convert bar.vtu bar.vtu --label 99
check_same "a failure leaves the file alone" "$tet_counts" "$(counts bar.vtu)"
check_same "nothing is left half written" "" "$(find . -name '*.*.??????')"
finish
