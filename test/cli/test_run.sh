#!/usr/bin/env bash
# `brawn run`: frames in a folder; stopped, killed and resumed to the same bytes.
# shellcheck source=test/cli/check.sh
. "$(dirname "$0")/check.sh"
export XDG_CACHE_HOME=$PWD/cache

cat >bar.json <<'END'
{"name": "bar", "mesh": {"shape": {"shape": "bar", "tets": 1200}}, "gravity": [0, 0, 0],
 "bones": {"top": {"labels": "bone_proximal", "fixed": true}, "base": {"labels": "bone_distal"}},
 "muscles": {"m": {"labels": "muscle", "origin": "top", "insertion": "base", "tension": 5e5,
   "activation": {"keys": [[0, 0], [1, 1]], "curve": "linear"}}},
 "joints": {"j": {"type": "hinge", "bones": ["top", "base"], "point": [0, 0.1, 0], "axis": [1, 0, 0]}},
 "frames": {"first": 1, "last": 12}}
END

# all that a run says of the body; seconds, run.json and the checkpoint are of the machine
results() { (cd "$1" && find . -type f ! -name times.csv ! -name run.json ! -name 'run.checkpoint*' ! -name run.sums | sort | xargs sha256sum); }
check_same_run() { # what, expected folder, found folder
  check_same "$1" "$(results "$2")" "$(results "$3")"
}
outcome() { sed -n 's/^ *"outcome": "\(.*\)",$/\1/p' "$1/run.json"; }
rows() { echo $(($(wc -l <"$1") - 1)); }

# -------------------------------------------------------------------------------------- a whole run
check_ok run bar.json -o whole
check_has "whole: 12 frames, to frame 12"
check_file whole/bar.pvd whole/run.json whole/run.scene.json whole/frames/bar.0001.vtu whole/frames/bar.0012.vtu
check_same "a file a frame" 12 "$(find whole/frames -name 'bar.*.vtu' | wc -l)"
check_same "a list of them" 12 "$(grep -c '<DataSet' whole/bar.pvd)"
check_same "how it ended" finished "$(outcome whole)"
for table in run times muscles parts bones joints attachments; do
  check_same "a row a frame in $table.csv" 12 "$(rows whole/$table.csv)"
done
check_same "no supports, no table of them" "" "$(find whole -name supports.csv)"
check_same "units in the names" "frame,time [s],m.activation,m.length [m],m.volume [m^3],m.stretch" \
  "$(head -1 whole/muscles.csv | cut -d, -f1-6)"
check_same "a joint is told in degrees" "j.angle [deg]" "$(head -1 whole/joints.csv | cut -d, -f3)"
check_same "the activation of frame 7 is that of its time" "0.25,0.25" "$(sed -n 8p whole/muscles.csv | cut -d, -f2,3)"
check_ok info whole/frames/bar.0012.vtu
check_has velocity fibre activation stretch stress energy "0 inverted"
check_same "labels are the array part" 1 "$(grep -ac 'Name="part"' whole/frames/bar.0012.vtu)"
check_ok run bar.json -o one --threads 1 --quiet
check_same "--quiet says nothing" "" "$(cat stdout stderr)"
check_same_run "one thread gives the same bytes as all" whole one

# ------------------------------------------------------------------------------- stopped and resumed
# starts a run and waits until a frame is there; its id is in $running
start() { # folder, frame, options
  local folder=$1 frame=$2 i
  shift 2
  "$BRAWN" run bar.json -o "$folder" --frames 1-60 "$@" >stdout 2>stderr &
  running=$!
  for ((i = 0; i < 6000; i++)); do
    [ -e "$folder/frames/bar.$frame.vtu" ] && return
    sleep 0.01
  done
}
# folder, signal, frame at which it comes
break_off() {
  what="a run into $1, ended by $2"
  start "$1" "$3"
  kill "-$2" "$running" 2>/dev/null
  wait "$running" 2>/dev/null
  code=$?
}
check_ok run bar.json -o long --frames 1-60
for frame in 0001 0004 0015; do
  break_off killed-$frame KILL $frame
  check_ok run bar.json -o killed-$frame --resume
  check_same_run "killed at frame $frame and resumed" long killed-$frame
done
for signal in INT TERM; do
  break_off stopped-$signal $signal 0002
  check_same "it says that it was stopped" 130 $code
  check_same "and writes it down" stopped "$(outcome stopped-$signal)"
  check_same "finished frames are listed" "$(rows stopped-$signal/run.csv)" "$(grep -c '<DataSet' stopped-$signal/bar.pvd)"
  check_ok run bar.json -o stopped-$signal --resume
  check_same_run "stopped by $signal and resumed" long stopped-$signal
done

# a file asks it to stop, too
start asked 0002
: >asked/run.stop
wait "$running"
check_same "asked to stop by a file" 130 $?
check_same "which is written down" stopped "$(outcome asked)"
check_same "and the file is gone" "" "$(find asked -name run.stop)"
check_ok run bar.json -o asked --resume
check_same_run "asked to stop and resumed" long asked

# in the midst of a step that would take for ever
for way in TERM INT file; do
  "$BRAWN" run bar.json -o endless --force --method admm --set solver.iterations=1000000 --set solver.tolerance=1e-30 >stdout 2>stderr &
  running=$!
  for ((i = 0; i < 3000; i++)); do
    [ -e endless/run.checkpoint ] && break
    sleep 0.01
  done
  sleep 0.3
  begin=$(date +%s%N)
  if [ $way = file ]; then : >endless/run.stop; else kill -$way "$running"; fi
  wait "$running"
  check_same "a step without end is stopped by $way" 130 $?
  check_same "within a second or two" yes "$([ $(($(date +%s%N) - begin)) -lt 2000000000 ] && echo yes)"
  check_same "without half a frame" "" "$(find endless/frames -type f)"
done
# what waits for something else ends all the same
mkfifo silent.vtu
"$BRAWN" info silent.vtu >stdout 2>stderr &
running=$!
sleep 0.3
begin=$(date +%s%N)
kill -TERM "$running"
wait "$running"
check_same "a command that waits for a pipe is stopped" 130 $?
check_same "within a second or two, too" yes "$([ $(($(date +%s%N) - begin)) -lt 2000000000 ] && echo yes)"

# two at once would mix their frames
start shared 0001
check_fails 1 "another run is writing into this folder" run bar.json -o shared --force
kill -KILL "$running" 2>/dev/null
wait "$running" 2>/dev/null
check_ok run bar.json -o shared --force --frames 1-2

# what was written after the last checkpoint is cut off
cp -r whole ahead
for frame in 1-5; do check_ok run bar.json -o behind --frames $frame; done
cp behind/run.checkpoint behind/run.json behind/run.scene.json ahead
: >ahead/frames/bar.0009.vtu.tmp0
: >ahead/run.csv.tmp3
printf '6,half a ro' >>behind/run.csv
check_ok run bar.json -o ahead --resume --frames 1-12
check_same_run "rows, files and leftovers beyond the checkpoint" whole ahead
check_ok run bar.json -o behind --resume --frames 1-12
check_same_run "half a row" whole behind

# ------------------------------------------------------------------------------------------- damage
check_ok info whole
check_has "12" "all are as they were written"
cp -r whole bad
printf 'x' | dd of=bad/muscles.csv bs=1 seek=400 conv=notrunc 2>/dev/null
printf 'x' | dd of=bad/run.model bs=1 seek=400 conv=notrunc 2>/dev/null
rm bad/frames/bar.0011.vtu
check_fails 1 "bad: 3 files are damaged or missing" info bad
check_has "muscles.csv: it is damaged" "run.model: it is damaged" "frames/bar.0011.vtu: it is missing" "brawn run SCENE --resume -o bad"
run info bad --json
check_same "damage exits with 1" 1 $code
check_json 'len(d["faults"]) == 3 and d["kind"] == "run" and d["done"] == 12'
check_ok run bar.json -o bad --resume
check_same_run "what was damaged is made anew" whole bad
check_ok info bad
# pipes in the place of files
rm bad/frames/bar.0003.vtu bad/run.model && mkfifo bad/frames/bar.0003.vtu bad/run.model
what="pictures of a run with pipes in it"
timeout 20 "$BRAWN" render bad --frames 3-3 -o pipe.png >stdout 2>stderr
check_same "no picture of a pipe, and no waiting" 1 $?
check_ok run bar.json -o bad --resume
check_same_run "pipes are replaced" whole bad

# -------------------------------------------------------------------------------------- more frames
check_ok run bar.json -o whole --resume
check_has "all frames are there"
check_ok run bar.json -o more --frames 1-4
check_ok run bar.json -o more --resume
check_has "all frames are there"
check_ok run bar.json -o more --resume --frames 1-12
check_same_run "added frames" whole more
check_ok run bar.json -o late --frames 11-14
check_same "frames beyond the last" "bar.0011.vtu bar.0012.vtu bar.0013.vtu bar.0014.vtu" "$(find late/frames -printf '%f\n' | grep vtu | sort | paste -sd ' ')"
if grep -q "10 frames before the first one that is written are simulated, too" stderr; then pass "the lead is told"; else fail "$what" "the lead is not told"; fi
check_same "frames of a late start are the same" "$(sha256sum <whole/frames/bar.0012.vtu)" "$(sha256sum <late/frames/bar.0012.vtu)"
check_fails 1 "frames 1 to 10 were simulated, but not written" run bar.json -o late --resume --frames 1-14
check_ok run bar.json -o seldom --set outputs.every=5
check_same "every fifth frame" "bar.0001.vtu bar.0006.vtu bar.0011.vtu" "$(find seldom/frames -printf '%f\n' | grep vtu | sort | paste -sd ' ')"
check_same "but all rows" 12 "$(rows seldom/run.csv)"
check_ok run bar.json -o rolled --set frames.pre_roll=3
check_same "pre-roll is not written" "bar.0001.vtu 12" "$(find rolled/frames -printf '%f\n' | grep vtu | sort | head -1) $(rows rolled/run.csv)"

# ------------------------------------------------------------------------------------ never mixed
check_fails 1 "there is a run in this folder already; --resume goes on with it, --force replaces it" run bar.json -o whole
check_fails 1 'muscles.m.tension: was 500000, is 700000' run bar.json -o whole --resume --set muscles.m.tension=7e5
check_fails 1 'solver.substeps: was not given, is 2' run bar.json -o whole --resume --set solver.substeps=2
check_fails 1 'frames.per_second: was not given, is 30' run bar.json -o whole --resume --set frames.per_second=30
check_ok run bar.json -o whole --resume --set outputs.every=3 --set 'about=a bar'
check_same_run "a refusal changes nothing" one whole
check_ok run bar.json -o more --force --set muscles.m.tension=1e5 --frames 1-3
check_same "--force removes the old frames" "3 3" "$(find more/frames -name '*.vtu' | wc -l) $(rows more/run.csv)"
mkdir mine && echo precious >mine/muscles.csv && echo precious >mine/notes.csv
check_fails 1 "mine/muscles.csv: it is in the way" run bar.json -o mine
mkdir own && echo mine >own/run.model
check_fails 1 "own/run.model: it is in the way" run bar.json -o own
rm mine/muscles.csv
check_ok run bar.json -o mine --frames 1-2
check_ok run bar.json -o mine --force --frames 1-2
check_same "what is not of the run stays" precious "$(cat mine/notes.csv)"
printf 'x' | dd of=killed-0001/run.checkpoint bs=1 seek=300 conv=notrunc 2>/dev/null
check_fails 1 "killed-0001: 1 file is damaged or missing" info killed-0001
check_has "run.checkpoint: it is damaged or missing" "makes it anew from frame"
check_ok run bar.json -o killed-0001 --resume
check_ok info killed-0001
check_ok run bar.json -o killed-0001 --force --frames 1-2

# a changed file is named
"$BRAWN" make bar --tets 1000 -o bar.vtu --quiet
sed 's/"shape": {"shape": "bar", "tets": 1200}/"file": "bar.vtu"/' bar.json >file.json
check_ok run file.json -o file --frames 1-2
"$BRAWN" make bar --tets 1200 -o bar.vtu --quiet
check_fails 1 "bar.vtu: the file is not the same any more" run file.json -o file --resume --frames 1-4

# ----------------------------------------------------------------------------------- things go wrong
mkfifo pipe.vtu
sed 's/bar.vtu/pipe.vtu/' file.json >pipe.json
check_fails 1 'pipe.vtu is a pipe or a device, not a file' run pipe.json
check_fails 2 '--frames takes a range' run bar.json --frames 9-3
check_fails 2 '--frames takes a range' run bar.json --frames all
check_fails 2 'there is no method "euler"' run bar.json --method euler
check_ok run bar.json -o dash --method bfgs-plain --frames 1 # '-' is '_'
check_same "as the scene spells it" 1 "$(grep -c '"bfgs_plain"' dash/run.scene.json)"
check_fails 2 'there is no method "bfgs-"' run bar.json --method bfgs-
check_fails 2 'take one' run bar.json --resume --force
check_fails 2 '--emu-alpha takes auto, paper, or a value above 0, not "much"' run bar.json --method emu --emu-alpha much
check_fails 2 '--emu-alpha takes' run bar.json --method emu --emu-alpha=-1
check_fails 2 '--emu-alpha takes' run bar.json --method emu --emu-alpha 3x
check_fails 1 'add --method emu' run bar.json --emu-alpha 3
check_fails 1 'the scene begins at frame 1' run bar.json --frames=-3-5
check_fails 1 'outputs.formats: there is no format "abc"; there are:' run bar.json --set outputs.formats=abc
check_fails 1 'cannot make the folder' run bar.json -o bar.json/out
check_fails 1 'nowhere.json' run nowhere.json
if [ "$(id -u)" -ne 0 ]; then
  mkdir -m 555 locked
  check_fails 1 'cannot make the folder' run bar.json -o locked/out
fi
# a disk that gets full: files of at most 24 kB
what="a run with no room for frames"
(ulimit -f 24 && exec "$BRAWN" run bar.json -o full >stdout 2>stderr)
code=$?
check_same "no room exits with 1" 1 $code
if grep -Eq "full/(run.checkpoint|frames/bar.0001.vtu): cannot write: File too large" stderr; then pass "the file is named"; else fail "$what" "the file is not named"; fi
check_same "nothing half is left" "" "$(find full/frames -type f)"
check_same "it is written down" failed "$(outcome full)"
check_ok run bar.json -o full --resume
check_same_run "with room it goes on" one full
# tables that cannot grow
check_ok run bar.json -o stuck --frames 1-3
what="a run whose table cannot grow"
if [ "$(id -u)" -ne 0 ]; then
  chmod a-w stuck/joints.csv
  check_fails 1 'stuck/joints.csv: cannot write' run bar.json -o stuck --resume --frames 1-5
  chmod u+w stuck/joints.csv
fi
rm stuck/joints.csv
check_ok run bar.json -o stuck --resume --frames 1-12
if grep -q "stuck/joints.csv: it is missing, and is made anew" stderr; then pass "the missing table is told"; else fail "$what" "the missing table is not told"; fi
check_same_run "a missing table comes back" one stuck

# steps that do not converge: the run goes on, and says so
hard="--set solver.iterations=1 --set solver.halvings=0 --set solver.tolerance=1e-14"
# shellcheck disable=SC2086
run run bar.json -o hard $hard
check_same "not converging exits with 3" 3 $code
check_has "did not converge" "the first one is" "solver.substeps"
check_same "all frames are there" 12 "$(rows hard/run.csv)"
if grep -q "warning: frame 5 did not converge" stderr; then pass "each frame is told"; else fail "$what" "frame 5 is not told"; fi
# shellcheck disable=SC2086
run run bar.json -o hard --resume $hard
check_same "and still does when nothing is left to do" 3 $code
check_has "all frames are there" "11 frames did not converge, the first one is 2"
# shellcheck disable=SC2086
run run bar.json -o strict --strict $hard
check_same "--strict exits with 3" 3 $code
check_has "--strict stops there"
check_same "and is written down" "gave up" "$(outcome strict)"

# a muscle that is far too strong shrinks to nothing: forces balance, and nobody wants it
run run bar.json -o shrunk --frames 1-2 --set muscles.m.tension=1e12 --set muscles.m.activation=1 --json report.json
check_same "a part that collapses exits with 3" 3 $code
if grep -q 'frame 1: "m" has collapsed to .* % of its volume: tension' stderr; then pass "it is named"; else fail "$what" "no collapse is told"; fi
cp report.json stdout && check_json 'd["collapsed"] == 2 and d["unconverged"] == 0'
cp shrunk/run.json stdout && check_json 'd["collapsed"] == 2'

# ---------------------------------------------------------------------------------------------- emu
alphas() { sed -n '2,$p' "$1/run.csv" | awk -F, '{print $19}' | sort -u | tr '\n' ' '; }
run run bar.json -o emu --method emu --emu-alpha 3.5 --frames 1-2 --json report.json
check_has "weight of continuity: alpha = 3.5"
check_same "run.csv has alpha and gap" "soft_volume [m^3],alpha,gap" "$(head -1 emu/run.csv | cut -d, -f18-)"
check_same "it is that of all frames" "3.5 " "$(alphas emu)"
cp report.json stdout && check_json 'd["alpha"] == 3.5'
cp emu/run.json stdout && check_json 'd["alpha"] == 3.5 and d["solver"]["emu_alpha"] == 3.5'
check_same "forces balance, and the tets do not fit together" 3 $code
if grep -q "a larger solver.emu_alpha than 3.5 brings them together" stderr; then pass "the cure is told"; else fail "$what" "no cure"; fi
run run bar.json -o auto --method emu --emu-alpha auto --set solver.emu_alpha=2 --frames 1-1
check_same "auto wins over a value" "100000 " "$(alphas auto)"
run run bar.json -o search --method emu --emu-alpha paper --frames 1-1
if grep -q "brawn: emu: alpha 0.1 " stderr; then pass "the search is told"; else fail "$what" "the search is not told"; fi
found=$(alphas search)
cp search/run.json stdout && check_json "abs(d[\"alpha\"] - $found) <= 1e-12 * $found"
check_same "newton has none" "" "$(head -1 one/run.csv | grep alpha)"

# --------------------------------------------------------------------------------------- the report
check_ok run bar.json -o json --frames 1-2 --json -
check_json 'd["outcome"] == "finished" and d["frames"] == 2 and d["frame"] == 2 and d["folder"] == "json"'
cp json/run.json stdout
check_json 'd["solver"]["method"] == "newton" and d["model"]["tets"] > 800 and len(d["brawn"]["build"]) == 16'
cp whole/run.scene.json again.json
check_ok check again.json

# ------------------------------------------------------------------------------------------ surfaces
# boxes of quads in centimetres, Z up, their vertices in an order of our own
box() { # low z, high z
  for z in "$2" "$1"; do printf 'v 2 2 %s\nv -2 2 %s\nv -2 -2 %s\nv 2 -2 %s\n' "$z" "$z" "$z" "$z"; done
  printf 'f 1 2 3 4\nf 8 7 6 5\nf 1 5 6 2\nf 2 6 7 3\nf 3 7 8 4\nf 4 8 5 1\n'
}
box 0 10 >belly.obj
box 10 13 >upper.obj
box -3 0 >lower.obj
cat >boxes.json <<'END'
{"units": "cm", "up": "z", "mesh": {"tets": 800}, "gravity": [0, 0, 0],
 "bones": {"upper": {"surface": "upper.obj", "fixed": true}, "lower": {"surface": "lower.obj"}},
 "muscles": {"belly": {"surface": "belly.obj", "origin": "upper", "insertion": "lower", "tension": 5e5,
   "activation": {"keys": [[0, 0], [0.1, 0.5]]}}}, "frames": {"last": 3}}
END
check_ok run boxes.json
check_file boxes/boxes.pvd boxes/surfaces/belly.0001.obj boxes/surfaces/upper.0003.obj
faces() { grep '^f' "$1" | sed 's|/[0-9/]*||g'; }
for part in belly upper lower; do
  check_same "the faces of $part" "$(faces $part.obj)" "$(faces boxes/surfaces/$part.0003.obj)"
done
# file, file: largest distance of vertices with the same number
distance() {
  paste <(grep '^v ' "$1") <(grep '^v ' "$2") |
    awk '{ d = sqrt(($2 - $6) ^ 2 + ($3 - $7) ^ 2 + ($4 - $8) ^ 2); if (d > m) m = d } END { printf "%.3f", m }'
}
check_same "at rest every vertex is where it came from, in centimetres" 0.000 "$(distance belly.obj boxes/surfaces/belly.0001.obj)"
check_same "what is held stays" 0.000 "$(distance upper.obj boxes/surfaces/upper.0003.obj)"
moved=$(distance lower.obj boxes/surfaces/lower.0003.obj)
if awk "BEGIN { exit !($moved > 0.05 && $moved < 5) }"; then pass "the lower bone moved by $moved cm"; else fail "$what" "the lower bone moved by $moved cm"; fi
check_same "and up" 1 "$(paste <(grep '^v ' lower.obj) <(grep '^v ' boxes/surfaces/lower.0003.obj) | awk '{ d += $8 - $4 } END { print (d > 0) }')"
check_ok run boxes.json -o ply --set 'outputs.formats=["ply", "vtk"]'
check_file ply/surfaces/belly.0001.ply ply/frames/boxes.0001.vtk
check_ok run boxes.json -o bare --set outputs.surfaces=false --set outputs.mesh=false
check_same "tables alone" "3" "$(rows bare/run.csv)$(find bare -name '*.vtu' -o -name '*.obj')"
finish
