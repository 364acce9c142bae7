#!/usr/bin/env bash
# `brawn build`: a scene becomes a model, once.
# shellcheck source=test/cli/check.sh
. "$(dirname "$0")/check.sh"
export XDG_CACHE_HOME=$PWD/cache

cat >bar.json <<'END'
{"name": "bar", "mesh": {"shape": {"shape": "bar", "tets": 2000}},
 "bones": {"top": {"labels": "bone_proximal", "fixed": true}, "base": {"labels": "bone_distal"}},
 "muscles": {"m": {"labels": "muscle", "origin": "top", "insertion": "base"}},
 "joints": {"j": {"type": "hinge", "bones": ["top", "base"], "point": [0, 0.1, 0], "axis": [1, 0, 0],
   "limits": [0, 90]}}}
END

check_ok build bar.json -o bar.vtu --lines lines.obj
check_has "bar: " "built in" "top" "base" "muscle" "16.00 cm^2" "hinge between top and base, 0 to 90 degrees" \
  "wrote bar.vtu"
check_file bar.vtu lines.obj
check_same "a line a muscle" "1" "$(grep -c '^l ' lines.obj)"
check_ok build bar.json --lines lines.vtk --fibres fibres.obj
check_has "wrote lines.vtk" "wrote fibres.obj"
check_same "17 points of one line" "17" "$(sed -n '/^LINES/{n;p}' lines.vtk | cut -d' ' -f1)"
check_same "200 fibres" "200" "$(grep -c '^l ' fibres.obj)"
check_same "all within the bar" "0" "$(awk '$1 == "v" && ($3 < -1e-9 || $3 > 0.2 + 1e-9)' fibres.obj | wc -l)"
check_fails 1 'fibres.ply: lines are written as OBJ or VTK' build bar.json --fibres fibres.ply
check_ok info bar.vtu
check_has "fibre" "tendon" "unit" "0 inverted"
check_ok build bar.json
check_has "from the cache"
check_ok build bar.json --no-cache
check_lacks "from the cache"
check_ok build bar.json --set mesh.shape.tets=3000
check_lacks "from the cache"
check_ok build bar.json --cache elsewhere
check_lacks "from the cache"
check_ok build bar.json --cache elsewhere
check_has "from the cache"
check_ok build bar.json --quiet
check_same "--quiet says nothing" "" "$(cat stdout stderr)"

# --------------------------------------------------------------------- before the work, not after
check_fails 1 'its extension must be one of: ' build bar.json --no-cache -o bar.xyz
check_fails 1 'its extension must be one of: ' build bar.json --no-cache -o bar.stl
check_fails 1 'there is no folder nowhere' build bar.json --no-cache -o nowhere/bar.vtu
check_fails 1 'lines are written as OBJ' build bar.json --no-cache --lines lines.stl
sed 's/"name": "bar", //' bar.json >nameless.json
check_ok build nameless.json --no-cache
check_has "nameless: "
mkfifo pipe.stl
# a surface that cannot be used is shown
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0.1\nf 1 2 3\nf 2 4 3\n' >flap.obj
echo '{"bones": {"flap": {"surface": "flap.obj", "fixed": true}}}' >flap.json
check_fails 1 'flap-refused.ply' build flap.json --no-cache
check_ok info flap-refused.ply

echo '{"bones": {"a": {"surface": "pipe.stl", "fixed": true}}}' >pipe.json
check_fails 1 'is a pipe or a device' build pipe.json --no-cache
run check pipe.json
check_has 'is a pipe or a device'

# ------------------------------------------------------------------------------------------- JSON
check_ok build bar.json --json -
check_json 'd["cached"] and d["name"] == "bar" and [p["name"] for p in d["parts"]] == ["top", "base", "m"]'
check_json 'abs(d["units"][0]["length"] - 0.2) < 0.01 and d["units"][0]["origin"]["holders"] == ["top"]'
check_json 'd["joints"][0]["child"] == "base" and d["min_angle"] > 5'
check_ok build bar.json --json report.json
check_file report.json
check_has "from the cache"

# --------------------------------------------------------------------------------------- mistakes
check_fails 1 'nowhere.json' build nowhere.json
check_fails 1 'there are 2 errors; "brawn check bar.json" tells them all' build bar.json --set muscles.m.origin=topp --set muscles.m.insertion=bse
check_fails 1 'did you mean "top"' build bar.json --set muscles.m.origin=topp
check_fails 1 '--set takes PATH=VALUE' build bar.json --set nothing
check_fails 1 'activation' build bar.json --set muscles.m.activation=3
check_fails 1 'extension' build bar.json -o bar.docx
check_fails 1 'cannot make the folder' build bar.json --cache bar.json/cache
run build bar.json --set muscles.m.origin=topp --json -
check_same "failures exit with 1" 1 $code
check_json '"topp" in d["error"]'
echo '{"bones": ' >broken.json
check_fails 1 'broken.json:' build broken.json
# a cache that cannot be written is done without
XDG_CACHE_HOME=$PWD/bar.json check_ok build bar.json
check_has "built in"
finish
