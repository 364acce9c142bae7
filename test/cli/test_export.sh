#!/usr/bin/env bash
# `brawn export`: files for other programs, in other units and axes; nothing is replaced or left half.
# shellcheck source=test/cli/check.sh
. "$(dirname "$0")/check.sh"
export XDG_CACHE_HOME=$PWD/cache

cat >box.obj <<'END'
v 0 0 0
v 20 0 0
v 20 40 0
v 0 40 0
v 0 0 30
v 20 0 30
v 20 40 30
v 0 40 30
f 1 4 3 2
f 5 6 7 8
f 1 2 6 5
f 2 3 7 6
f 3 4 8 7
f 4 1 5 8
END
awk '/^v/ { $3 += 40 } { print }' box.obj >next.obj
awk '/^v/ { $3 += 80; $4 *= 1.2 } { print }' box.obj >last.obj
cat >body.json <<'END'
{"name": "body", "units": "mm", "mesh": {"tets": 900}, "gravity": [0, 0, 0],
 "bones": {"base": {"surface": "box.obj", "fixed": true},
   "tip": {"surface": "last.obj", "motion": {"turn": [[0, 0, 0, 0], [0.3, 0, 0, 20]]}}},
 "muscles": {"m 1": {"surface": "next.obj", "origin": "base", "insertion": "tip"}},
 "frames": {"first": 1, "last": 4}}
END
check_ok run body.json -o out --quiet
names() { (cd "$1" && find . -type f | sed 's|^\./||' | sort | paste -sd ' '); }

# ----------------------------------------------------------------------------------------- formats
check_ok export --list
check_has pc2 mdd obj ply stl bvh "pvd vtu" csv
check_ok export --list --json
check_json 'len(d["formats"]) >= 8 and "pc2" in [f["name"] for f in d["formats"]]'
mkdir a
check_ok export out --to a/body.pc2
check_has "a/body.pc2: 4 frames in 6 files, 3 parts, 24 vertices"
check_same "a cache and a mesh a part" "body.base.obj body.base.pc2 body.m_1.obj body.m_1.pc2 body.tip.obj body.tip.pc2" "$(names a)"
check_same "the size of a cache: 32 bytes, 8 points in 4 frames" 416 "$(stat -c %s a/body.tip.pc2)"
check_same "faces are those of the artist" "$(grep '^f' box.obj)" "$(grep '^f' a/body.base.obj)"
check_ok export out --to b/ --format mdd --joined --json
check_json 'd["frames"] == 4 and d["files"] == 2 and d["parts"] == 3 and d["vertices"] == 24 and d["bytes"] > 1000'
check_same "a folder is made, with the name of the run" "body.mdd body.obj" "$(names b)"
check_ok export out --to 'b/f_###.stl' --frames 2-4/2 --parts 'bones' --quiet
check_same "--quiet says nothing" "" "$(cat stdout stderr)"
check_same "numbers where they are wanted" "f_base_002.stl f_base_004.stl f_tip_002.stl f_tip_004.stl" "$(cd b && echo *.stl)"
check_ok export out --to b/one.ply --frames 3 --parts 'm*'
check_same "one frame of one part is one file" 1 "$(cd b && echo *.ply | wc -w)"
check_ok export out --to b/body.bvh --units cm --up z
check_same "bones alone" "ROOT JOINT JOINT" "$(grep -oE 'ROOT|JOINT' b/body.bvh | paste -sd ' ')"
check_ok export out --to b/body.csv
check_same "tables side by side" 4 "$(($(wc -l <b/body.csv) - 1))"
check_ok export out --to b/same.pvd
check_same "the run as it is" "$(sha256sum <out/frames/body.0004.vtu)" "$(sha256sum <b/same.0004.vtu)"
check_ok info b/same.pvd
check_ok export body.json --to b/rest.obj --joined
check_same "a scene is its rest pose" 1 "$(find b -name 'rest*.obj' | wc -l)"
check_ok export next.obj --to b/copy.obj
check_same "a mesh file, too" "$(grep '^f' next.obj)" "$(grep '^f' b/copy.obj)"

# the first vertex of the tip, at rest, in mm: 0 80 0; of the next one 20 80 0
vertex() { sed -n "$2p" "$1" | cut -d' ' -f2-; }
check_ok export out --to a/z.obj --parts tip --frames 1 --units mm --up z
near() { awk -v a="$1" -v b="$2" 'BEGIN { split(a, x, " "); split(b, y, " "); for (i = 1; i <= 3; i++) { d = x[i] - y[i]; if (d > 1e-4 || d < -1e-4) exit 1 } }'; }
if near "20 -36 120" "$(vertex a/z.obj 7)"; then pass "millimetres, Z up"; else fail "$what" "vertex 7 is $(vertex a/z.obj 7)"; fi
check_ok export out --to a/x.obj --parts tip --frames 1 --units in --up x
if near "4.7244094 -0.7874016 1.4173228" "$(vertex a/x.obj 7)"; then pass "inches, X up"; else fail "$what" "vertex 7 is $(vertex a/x.obj 7)"; fi
check_ok export out --to a/t.obj --parts tip --frames 1 --skin tets
if [ "$(grep -c '^v' a/t.obj)" -gt 8 ]; then pass "--skin tets has the vertices of tets"; else fail "$what" "it has not"; fi

# ----------------------------------------------------------------------------- nothing is replaced
before=$(sha256sum a/*)
check_fails 1 "a/body.base.pc2 is there already (and 5 more); --force replaces what is in the way" export out --to a/body.pc2 --units cm
check_same "what is there stays" "$before" "$(sha256sum a/*)"
check_ok export out --to a/body.pc2 --units cm --force
if [ "$before" != "$(sha256sum a/*)" ]; then pass "--force replaces it"; else fail "$what" "nothing changed"; fi
own=$(find out -type f -exec sha256sum {} + | sort)
check_fails 1 "out/body.pvd: it belongs to the run that is exported" export out --to out/body.pvd --force
check_fails 1 "belongs to the run" export out --to out/run.csv --force
check_fails 1 "belongs to the run" export out --to out/frames/body.vtu --force
check_same "the run is as it was" "$own" "$(find out -type f -exec sha256sum {} + | sort)"
check_fails 1 "make the folder first" export out --to nowhere/body.pc2

# -------------------------------------------------------------------------------------- mistakes
check_fails 2 "say which run" export --to x.pc2
check_fails 2 "say what to write: --to FILE" export out
check_fails 2 'there is no unit "yard"' export out --to x.pc2 --units yard
check_fails 2 'the up-axis is x, y or z, not "up"' export out --to x.pc2 --up up
check_fails 2 'runs are not exported as "pc3"; did you mean "pc2"?' export out --to x.pc2 --format pc3
check_fails 2 'there is no skin "bare"; there are: auto tets surfaces' export out --to x.pc2 --skin bare
for frames in 3-1 1-2-3 1/0 x 1-4/x /2; do
  check_fails 2 '--frames takes a range such as 1-48' export out --to x.pc2 --frames $frames
done
check_fails 1 'no part is called "ulna"; there are: base, tip, m 1' export out --to x.pc2 --parts ulna
check_fails 1 'there are frames 1 to 4' export out --to x.pc2 --frames 7-9
check_fails 1 'the extension does not tell a format' export out --to x.xyz
check_fails 1 'leave out --units and --up' export out --to x.csv --units cm
check_fails 1 'a mesh file does not tell its bones' export next.obj --to x.bvh
check_fails 1 'nothing' export nothing --to x.pc2
check_same "mistakes leave nothing" "" "$(find . -maxdepth 1 -name 'x.*')"

# ---------------------------------------------------------------------------------- things go wrong
what="an export with no room"
mkdir full
(ulimit -f 1 && exec "$BRAWN" export out --to full/body.obj --skin tets >stdout 2>stderr)
code=$?
check_same "no room exits with 1" 1 $code
if grep -q "full/body.*.obj: cannot write: File too large" stderr; then pass "the file is named"; else fail "$what" "the file is not named"; fi
check_same "nothing half is left" "" "$(find full -name '*.tmp*')"
: >out/frames/body.0003.vtu
check_fails 1 "body.0003.vtu" export out --to full/body.mdd
check_same "a broken frame leaves no cache" "" "$(find full -name '*.mdd*')"

# stopped: a run of many frames, by lists of the same file
check_ok convert b/same.0001.vtu many.vtu --quiet
{
  echo '<VTKFile type="Collection" version="0.1"><Collection>'
  for ((i = 0; i < 20000; i++)); do echo "<DataSet timestep=\"$i\" file=\"many.vtu\"/>"; done
  echo '</Collection></VTKFile>'
} >many.pvd
mkdir stop
for signal in INT TERM; do
  what="an export stopped by $signal"
  "$BRAWN" export many.pvd --to stop/many.pc2 --joined >stdout 2>stderr &
  running=$!
  for ((i = 0; i < 1000; i++)); do
    [ -n "$(find stop -name '*.tmp*')" ] && break
    sleep 0.01
  done
  kill -$signal "$running"
  wait "$running"
  check_same "it says that it was stopped by $signal" 130 $?
  if grep -q "many.pc2: stopped before it was whole" stderr; then pass "and why"; else fail "$what" "no message"; fi
  check_same "nothing is left after $signal" "" "$(find stop -type f)"
done
finish
