#!/usr/bin/env bash
# `brawn info`: what is wrong with a mesh is told with its kind and its cure.
# shellcheck source=test/cli/check.sh
. "$(dirname "$0")/check.sh"

# ------------------------------------------------------------------------------------ broken meshes
# a unit cube of 12 triangles that face out, as the lines of an OBJ file
cube_points="v 0 0 0
v 1 0 0
v 1 1 0
v 0 1 0
v 0 0 1
v 1 0 1
v 1 1 1
v 0 1 1"
cube_faces="f 1 3 2
f 1 4 3
f 5 6 7
f 5 7 8
f 1 2 6
f 1 6 5
f 2 3 7
f 2 7 6
f 3 4 8
f 3 8 7
f 4 1 5
f 4 5 8"

# file, severity and kind, words of the message, words of the cure: found, refused by --strict only
check_finding() {
  local path=$1 finding=$2 message=$3 cure=$4
  check_ok info "$path"
  check_has "${finding%% *}: $message" "$cure"
  check_lacks "no problems found"
  check_ok info "$path" --json
  check_has "\"kind\": \"${finding##* }\"" "\"severity\": \"${finding%% *}\""
  if [ "${finding%% *}" = note ]; then check_ok info "$path" --strict; else check_strict "$path"; fi
}

check_strict() {
  run info --strict "$@"
  check_same "$what ends with 1" 1 $code
}

printf '%s\n' "$cube_points" "$cube_faces" >cube.obj
check_ok info cube.obj --strict
check_has "closed, oriented, manifold; 1 piece; area 6, volume 1" "no problems found"

# each piece has its own volume: a cube, and one inside out beside it
check_ok convert cube.obj inside_out.obj --flip
{
  printf '%s\n' "$cube_points" "$cube_faces"
  grep '^v ' inside_out.obj | while read -r _ x y z; do printf 'v %s %s %s\n' "$(awk "BEGIN {print 3 * $x + 5}")" "$y" "$z"; done
  grep '^f ' inside_out.obj | sed 's#/[^ ]*##g' | awk '{print "f", $2 + 8, $3 + 8, $4 + 8}'
} >two.obj
check_ok info two.obj
check_has "pieces         0         12 triangles, area 6, volume 1; [0, 1]" \
  "1         12 triangles, area 14, volume -3 (inside out, or a cavity); [5, 8]"
check_ok info two.obj --json
check_has '"state": "closed"' '"state": "inside out"' '"volume": -3'

for i in $(seq 0 21); do printf 'v %s 0 0\nv %s 1 0\nv %s 0 1\nf %s %s %s\n' "$i" "$i" "$i" $((3 * i + 1)) $((3 * i + 2)) $((3 * i + 3)); done >many.obj
check_ok info many.obj
check_has "22 pieces" "19          1 triangles, area 0.5, open" "and more; --json has them all"
check_lacks "20          1 triangles"
check_ok info many.obj --json
check_json 'len(d["shells"]) == 22'

printf '%s\n' "$cube_points" "$(sed 2,4d <<<"$cube_faces")" >open.obj
check_finding open.obj "warning open_edges" "the surface is open: 7 edges on 2 holes" "close large ones in a mesh editor"

printf '%s\n' "$cube_points" "${cube_faces/f 1 3 2/f 1 2 3}" >flipped.obj
check_finding flipped.obj "warning misoriented_edges" "3 edges between triangles that face opposite ways" "make the normals consistent"

check_ok convert cube.obj inside_out.obj --flip
check_finding inside_out.obj "warning inside_out" "1 closed piece of the surface faces inwards" "otherwise flip its normals"

printf '%s\n' "v 0 0 0" "v 2 0 0" "v 0 2 0" "v .5 .5 -1" "v .5 .5 1" "v 3 3 0" "f 1 2 3" "f 4 5 6" >cut.obj
check_finding cut.obj "warning self_intersections" "2 triangles cut another one, the first is 0" "remesh the surface first"

printf '%s\n' "$cube_points" "v 9 9 9" "v 8 8 8" "$cube_faces" >orphans.obj
check_finding orphans.obj "warning orphan_vertices" "2 points belong to no cell: 8, 9" "convert with --drop-orphans"
check_ok convert orphans.obj mended.obj --drop-orphans
check_ok info mended.obj --strict

printf '%s\n' "$cube_points" "v 1 1 1" "${cube_faces/f 2 3 7/f 2 3 9}" >doubled.obj
check_ok info doubled.obj
check_has "note: 1 point lies exactly on another one" "convert with --weld" "warning: the surface is open"
check_ok convert doubled.obj mended.obj --weld
check_ok info mended.obj --strict
check_has "no problems found"

printf '%s\n' "$cube_points" "$cube_faces" "f 1 3 2" >twice.obj
check_finding twice.obj "warning duplicate_triangles" "1 triangle is there twice" "delete the doubles"
printf '%s\n' "$cube_points" "$cube_faces" "f 1 3 5" >wall.obj
check_finding wall.obj "warning nonmanifold_edges" "2 edges of three or more triangles" "remove inner walls"
printf '%s\n' "$cube_points" "$cube_faces" "f 1 2 2" >flat.obj
check_finding flat.obj "warning degenerate_triangles" "1 triangle without area, the first is 12" "dissolve them"
printf '%s\n' "$cube_points" >points.obj
check_finding points.obj "warning no_cells" "there are 8 points, but neither triangles nor tets" "check how the file was exported"

# MEDIT counts from 1
tets() { # number of tets, then their lines
  printf '%s\n' "MeshVersionFormatted 2" "Dimension 3" "Vertices" 5 "0 0 0 0" "1 0 0 0" "0 1 0 0" "0 0 1 0" "1 1 1 0" \
    "Tetrahedra" "$@" "End"
}
tets 2 "1 2 3 4 1" "2 3 4 5 1" >upright.mesh
check_ok info upright.mesh --strict
check_has "no problems found" "0 inverted"
tets 2 "1 2 3 4 1" "2 4 3 5 1" >inverted.mesh
check_finding inverted.mesh "error inverted_tets" "1 tet is inside out, the first is 1" "remesh, or mend the corners"
tets 2 "1 3 2 4 1" "2 4 3 5 1" >all.mesh
check_finding all.mesh "error inverted_tets" "2 tets are inside out, the first is 0" "convert with --flip"
check_ok convert all.mesh mended.mesh --flip
check_ok info mended.mesh --strict
tets 2 "1 2 3 4 1" "2 2 3 5 1" >flat.mesh
check_finding flat.mesh "error flat_tets" "1 tet has no volume, the first is 1" "remesh"
tets 3 "1 2 3 4 1" "2 3 4 5 1" "1 2 3 4 1" >twice.mesh
check_finding twice.mesh "error duplicate_tets" "1 tet is there twice" "delete the doubles"

printf '%s\n' "MeshVersionFormatted 2" "Dimension 3" "Vertices" 8 "0 0 0 0" "1 0 0 0" "0 1 0 0" "0 0 1 0" "1 0 0 0" \
  "0 1 0 0" "0 0 1 0" "1 1 1 0" "Tetrahedra" 2 "1 2 3 4 1" "5 6 7 8 1" "End" >doubled.mesh
check_finding doubled.mesh "note duplicate_vertices" "3 points lie exactly on another one" "convert with --weld"
check_ok convert doubled.mesh mended.mesh --weld
check_same "welded" "5 0 2" "$(counts mended.mesh)"

# ---------------------------------------------------------------------------------- files that are none
check_fails 1 'nothing.obj: No such file' info nothing.obj
check_fails 1 'nothing: No such file' info nothing
mkdir folder folder.obj
check_fails 1 'folder: is a folder; name a file in it' info folder
check_fails 1 'folder.obj: is a folder; name a file in it' info folder.obj
cp cube.obj cube.doc
check_fails 1 'no mesh format has the extension "doc"; known are: obj, stl' info cube.doc
check_ok info cube.doc --from obj
check_has "no problems found"

# bytes without sense: a message that names the file, whatever the extension
rubbish() {
  case $1 in
    zeros) head -c 400 /dev/zero ;;
    noise) for i in $(seq 400); do printf '%b' "\\x$(printf %x $((i * i * 37 % 256)))"; done ;;
    words) echo "This is a letter to a friend, and not a mesh." ;;
    points) tr -d v <<<"$cube_points" ;;
  esac
}
for kind in zeros noise words points; do rubbish $kind >"$kind.rubbish"; done
for extension in obj stl ply vtk vtu vtp msh mesh node ele pvd bvh; do
  : >"empty.$extension"
  check_fails 1 "the file is empty" info "empty.$extension"
  for kind in zeros noise words points; do
    cp $kind.rubbish "rubbish.$extension"
    [ "$extension" != ele ] || cp $kind.rubbish rubbish.node
    check_fails 1 "rubbish." info "rubbish.$extension"
    check_lacks $'\x1b'
  done
done

# ------------------------------------------------------------------------------------- motion clips
cat >arm.bvh <<'END'
HIERARCHY
ROOT shoulder
{
  OFFSET 0 0 0
  CHANNELS 4 Xposition Yposition Zposition Zrotation
  JOINT elbow
  {
    OFFSET 0 -90 0
    CHANNELS 1 Xrotation
    End Site
    {
      OFFSET 0 -80 0
    }
  }
}
MOTION
Frames: 3
Frame Time: 0.5
0 150 0 0 0
1 152 0 0 0
2 151 -4 90 0
END
check_ok info arm.bvh
check_has "arm.bvh: a motion clip" '2, and 1 end sites; the root is "shoulder"' "3 at 2 a second" "duration     1 s" \
  "root path    [0, 2] x [150, 152] x [-4, 0]" "bounds       [0, 172] x [-20, 152] x [-4, 0]" \
  "the unit looks like centimetres" "                 elbow"
check_ok info arm.bvh --json
check_json 'd["frames"] == 3 and d["duration"] == 1 and d["channels"] == 5 and d["frame_time"] == 0.5'
check_json '[(j["name"], j["depth"]) for j in d["joints"]] == [("shoulder", 0), ("elbow", 1), ("elbow_end", 2)]'
check_json 'd["root_high"] == [2, 152, 0] and d["unit_guess"] == "centimetres" and d["joints"][1]["offset"] == [0, -90, 0]'
sed 's/^1 152.*/1 152/' arm.bvh >short.bvh
check_fails 1 "short.bvh:20: frame 1 has 2 numbers; expected 5" info short.bvh
run info cube.obj short.bvh arm.bvh --json
check_same "a broken clip among others ends with 1" 1 $code
check_json 'd[1]["status"] == "BRN_BAD_FILE" and d[2]["frames"] == 3'

# --------------------------------------------------------------------------------------- scene files
check_ok info "$root/scenes/elbow.json"
check_has "elbow.json: a scene" "about        An elbow that bends by 120 degrees" "units        mm, y up" \
  "method       xpbd, on surfaces" "bones        3: shoulder, humerus, forearm" \
  "muscles      3: biceps, brachialis, triceps" "joints       1: elbow" "fascia       2: bed, between" \
  "envelope     around the bones" "frames       1 to 48 at 24 a second: 1.958 s" "brawn check"
check_lacks clips sensors
check_ok info "$root/scenes/arm.json" "$root/scenes/human/human.json" --json
check_json 'd[0]["method"] == "newton" and not d[0]["surfaces"] and d[0]["last"] == 72 and "biceps" in d[0]["muscles"]'
check_json 'd[1]["surfaces"] and len(d[1]["muscles"]) == 164 and d[1]["clips"] == ["gait"] and d[1]["pre_roll"] == 24'
check_ok info "$root/scenes/human/human.json"
check_same "long lists are broken" "" "$(awk 'length > 100 || / $/' stdout)"
echo '{"bones": {}, "muscels": {}}' >typo.json
check_fails 1 'did you mean "muscles"' info typo.json
run info cube.obj typo.json --json
check_same "a broken scene among others ends with 1" 1 $code
check_json 'd[1]["status"] == "BRN_INVALID"'
check_fails 1 "nothing.json" info nothing.json

# ------------------------------------------------------------------------------------- several files
run info cube.obj nothing.obj open.obj
check_same "a missing file among others ends with 1" 1 $code
check_has "cube.obj (" "open.obj ("
check_ok info cube.obj open.obj
check_strict cube.obj open.obj
check_ok info cube.obj open.obj inverted.mesh --json
check_json '[f["errors"] for f in d] == [0, 0, 1] and [f["warnings"] for f in d] == [0, 1, 0]'
check_json 'd[2]["findings"][0]["first"] == 1 and d[2]["findings"][0]["count"] == 1'
check_strict cube.obj open.obj --json
check_json 'len(d) == 2'

# a remark of the reader is a finding too
printf '%s\n' "MeshVersionFormatted 2" "Dimension 3" "Vertices" 8 "0 0 0 0" "1 0 0 0" "1 1 0 0" "0 1 0 0" "0 0 1 0" "1 0 1 0" \
  "1 1 1 0" "0 1 1 0" "Hexahedra" 1 "1 2 3 4 5 6 7 8 0" "Tetrahedra" 1 "1 2 4 5 0" "End" >hexahedron.mesh
check_ok info hexahedron.mesh
check_has "warning: " "hexahedr"
check_strict hexahedron.mesh
finish
