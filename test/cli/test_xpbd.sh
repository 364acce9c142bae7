#!/usr/bin/env bash
# A body of surfaces from end to end: xpbd without tets through every verb.
# shellcheck source=test/cli/check.sh
. "$(dirname "$0")/check.sh"
export XDG_CACHE_HOME=$PWD/cache

cat >spindle.json <<'END'
{"name": "spindle",
 "bones": {
   "left": {"form": {"clay": [{"centre": [-0.005, 0, 0], "half": [0.012, 0.012, 0.012]}], "detail": 8}, "fixed": true},
   "right": {"form": {"clay": [{"centre": [0.205, 0, 0], "half": [0.012, 0.012, 0.012]}], "detail": 8},
     "motion": {"move": [[0, 0, 0, 0], [0.3, -0.03, 0, 0]]}}},
 "muscles": {"biceps": {
   "form": {"sweep": {"points": [[0, 0, 0], [0.1, 0, 0], [0.2, 0, 0]],
     "widths": [[0.006, 0.006], [0.02, 0.02], [0.006, 0.006]]}, "detail": 16},
   "origin": "left", "insertion": "right", "activation": {"keys": [[0, 0], [0.3, 0.4]]}}},
 "solver": {"method": "xpbd", "xpbd_substeps": 4}, "frames": {"first": 1, "last": 8},
 "mesh": {"tets": 2000}, "outputs": {"surfaces": true}}
END

results() { (cd "$1" && find . -type f ! -name times.csv ! -name run.json ! -name 'run.checkpoint*' ! -name run.sums | sort | xargs sha256sum); }
check_same_run() { check_same "$1" "$(results "$2")" "$(results "$3")"; } # what, expected, found

# ------------------------------------------------------------------------------------ what is built
check_ok check spindle.json
check_ok build spindle.json -o model.vtu --lines lines.obj
check_has "surfaces of" "inner points" "edges, " "inner links, 0 fascia ties, 1 volumes" biceps
check_lacks " tets" " angles"
check_file model.vtu lines.obj
check_ok info model.vtu
check_has '"fibre" on points' '"inner" on points' '"bone" on points'
check_ok build spindle.json --json -
check_json "d['tets'] == 0 and d['triangles'] > 0 and d['inner'] > 3"
check_json "d['constraints']['all'] == sum(n for k, n in d['constraints'].items() if k != 'all')"
check_json "d['constraints']['volumes'] == 1 and d['flesh'][0]['name'] == 'biceps' and 'min_angle' not in d"
check_ok build spindle.json --fibres fibres.obj
check_file fibres.obj

# ------------------------------------------------------------------------------------------- a run
check_ok run spindle.json -o whole
check_has "whole: 8 frames, to frame 8"
if grep -q "fibres off by .* %, volumes by" stderr; then pass "what is left is told"; else fail "$what" "tells nothing"; fi
check_file whole/spindle.pvd whole/frames/spindle.0008.vtu whole/surfaces/biceps.0008.ply whole/surfaces/left.0001.ply
check_same "no forces in the tables" "" "$(grep -l 'force\|stress\|nan' whole/*.csv)"
check_same "no tables of forces" "" "$(find whole -name attachments.csv -o -name supports.csv)"
check_same "what xpbd tells" "iterations,stretch,volume_error,contacts,depth [m]" "$(head -1 whole/run.csv | cut -d, -f4-8)"
check_ok info whole/frames/spindle.0008.vtu
check_has '"velocity" on points' '"activation" on points' '"stretch" on points' '"fibre" on points'
check_ok run spindle.json -o one --threads 1 --quiet
check_same_run "one thread gives the same bytes" whole one
check_ok run spindle.json -o halves --frames 1-3 --quiet
for n in 2 6; do
  check_ok run spindle.json -o processes-$n --processes $n --threads 1
  check_same_run "$n processes give the same bytes" whole processes-$n
  check_same "and the record has them" "$n" "$(python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))["processes"])' processes-$n/run.json)"
done
check_ok run spindle.json -o alone --processes 1 --quiet
check_same_run "one process" whole alone
for nonsense in 0.5 -1 257 1e9; do
  check_fails 2 "--processes takes a whole number from 1 to 256" run spindle.json -o none --processes $nonsense
done
check_fails 2 "takes a number" run spindle.json -o none --processes six
check_fails 2 "no option --processes" build spindle.json --processes 2
check_fails 1 "--processes is for xpbd; add --method xpbd" run spindle.json --method newton --processes 2 -o none

# all of a terminal's processes get its signals; the run ends between two steps and goes on later
run_in_group() { # folder, then how to disturb it: a command that is given the run's process
  setsid "$BRAWN" run spindle.json -o "$1" --processes 3 --set frames.last=400 >"$1.out" 2>"$1.err" &
  running=$!
  for _ in $(seq 200); do [ -f "$1/frames/spindle.0003.vtu" ] && break; sleep 0.05; done
  "$2" "$running"
  wait "$running" 2>/dev/null
  code=$?
}
interrupt_all() { kill -INT -- "-$1"; }
kill_caller() { kill -KILL "$1"; }
nobody_is_left() { # of its group
  what="a run on processes into $1"
  for _ in $(seq 60); do kill -0 -- "-$running" 2>/dev/null || return 0; sleep 0.1; done
  return 1
}
run_in_group stopped interrupt_all
check_same "interrupted in a group" 130 "$code"
if nobody_is_left stopped; then pass "nobody is left"; else fail "$what" "some are left"; fi
run_in_group dead kill_caller
if nobody_is_left dead; then pass "nobody outlives the run"; else fail "$what" "some are left"; fi
check_ok run spindle.json -o dead --processes 2 --resume --set frames.last=400 --frames 1-8 --quiet
check_same "killed, and resumed with others" "$(sha256sum <whole/frames/spindle.0008.vtu)" "$(sha256sum <dead/frames/spindle.0008.vtu)"
check_ok run spindle.json -o halves --resume --frames 1-8 --quiet
check_same "the resumed run has the same frame" "$(sha256sum <whole/frames/spindle.0008.vtu)" "$(sha256sum <halves/frames/spindle.0008.vtu)"
check_same "and the same numbers" "$(cat whole/run.csv whole/muscles.csv)" "$(cat halves/run.csv halves/muscles.csv)"
check_fails 1 "solver.xpbd_substeps: was 4, is 5" run spindle.json -o halves --resume --xpbd-substeps 5
check_fails 1 "--xpbd-substeps is for xpbd; add --method xpbd" run spindle.json --method newton --xpbd-substeps 5 -o none
check_fails 1 "xpbd_preset" run spindle.json --xpbd-preset nobody -o none
check_ok run spindle.json -o finer --method xpbd --xpbd-substeps 8 --xpbd-body surface --frames 1-2 --quiet

# what tears a muscle apart is told, and so are roots that leave nothing
sed 's/"mesh": {/"fascia": {"far": {"kind": "all", "within": 1, "slide": 0, "hard": 1, "distance": 5}}, &/' spindle.json >torn.json
run run torn.json -o torn --frames 1-3
check_same "a torn muscle has not converged" 3 $code
if grep -q 'muscle "biceps" has .* times the volume that it should have' stderr; then pass "it is told"; else fail "$what" "tells nothing"; fi
sed 's/"origin": "left"/"flesh": {"roots": "all"}, &/; s/"mesh": {/"selections": {"all": {"parts": "biceps"}}, &/' spindle.json >roots.json
check_fails 1 "has all vertices of the muscle" run roots.json -o none

# ---------------------------------------------------------------------------------------- pictures
small=(--size 160x120 --quality draft --quiet)
for look in "--color activation" "--color stretch" "--color volume" "--color speed" "--color part" \
  "--wire --lines" "--cut z" "--cut z --cut-whole" "--fibres 10" "--skin tets" "--skin surfaces"; do
  # shellcheck disable=SC2086
  check_ok render whole -o "look${look//[^a-z]/}.png" $look "${small[@]}"
done
check_fails 1 'there is no value "stress"' render whole --color stress -o none.png
check_ok render whole --sheet 2x2 -o sheet.png --quiet --quality draft
check_ok render spindle.json -o rest.png "${small[@]}"

# -------------------------------------------------------------------------------- against other bodies
check_ok run spindle.json --method newton --frames 1-2 -o tets --quiet
check_ok render --compare whole tets --color error --frame 2 -o error.png --quality draft --quiet
check_ok render --compare tets whole --color error --frame 2 -o other.png --quality draft --quiet
check_ok render --compare whole halves --color error -o same.png --quality draft --quiet

# ------------------------------------------------------------------------------------ other programs
mkdir -p to/{pc2,usda,glb,ply,stl,vtu,csv,bvh,obj,part} env
for format in pc2 usda glb ply stl vtu csv bvh; do
  check_ok export whole --to "to/$format/a.$format"
done
check_file to/pc2/a.biceps.pc2 to/usda/a.usda to/glb/a.glb to/ply/a.biceps.0008.ply to/vtu/a.0008.vtu
check_ok export whole --to to/obj/a.obj --parts biceps
check_same "only what is asked for" 8 "$(find to/obj -name 'a.*.obj' | wc -l)"
check_same "vertices of a cache are those of the surface" \
  "$(sed -n 's/element vertex //p' whole/surfaces/biceps.0001.ply)" \
  "$(od -An -t d4 -j 16 -N 4 to/pc2/a.biceps.pc2 | tr -d ' ')"
check_ok export whole --to to/part/a.vtu --parts biceps
check_ok info to/part/a.0008.vtu
check_lacks left right
check_fails 1 "has no tets; leave out --solid" export whole --to to/solid.usda --solid
check_ok convert whole/frames/spindle.0008.vtu frame.obj
check_ok mesh whole/surfaces/biceps.0008.ply -o solid.vtu --tets 500

# ---------------------------------------------------------------------------------------- the page
"$BRAWN" view whole tets --no-open --json >address.json 2>stderr &
server=$!
for ((i = 0; i < 500; i++)); do
  [ -s address.json ] && break
  sleep 0.02
done
address=$(sed -n 's/.*"address": "\(.*\)".*/\1/p' address.json)
get() { curl -sf "$address$1" -o "$2"; }
what="brawn view"
for file in runs.json 0/run.json 0/skins.bin 0/frames/7.bin 0/mesh.bin "0/frames/7.bin?values=stretch" 0/tables/muscles.csv; do
  if get "$file" page.bin && [ -s page.bin ]; then pass "the page gets $file"; else fail "$what" "no $file"; fi
done
get 0/run.json stdout
check_json "d['tets'] == 0 and d['method'] == 'xpbd'"
check_json "{v['name']: v['soft'] for v in d['values']} == {'displacement': False, 'speed': False, 'part': False, 'activation': True, 'stretch': True, 'volume': True}"
kill "$server"
check_ok report whole -o report.html --quiet
check_file report.html

# ------------------------------------------------------------------------------------ the envelope
sed 's/"mesh": {/"envelope": {"triangles": 600}, &/; s/"spindle"/"wrapped"/' spindle.json >wrapped.json
check_ok run wrapped.json -o wrapped --frames 1-2 --quiet
check_ok export wrapped --to env/a.obj
check_same "nobody wants the envelope" "biceps left right" "$(find env -name 'a.*.0001.obj' | sed 's/.*a\.\(.*\)\.0001.*/\1/' | sort | xargs)"
check_ok export wrapped --to env/a.obj --parts envelope
check_file env/a.0002.obj
check_ok render wrapped -o without.png "${small[@]}"
check_ok render wrapped -o with.png --opacity envelope=1 "${small[@]}"
if cmp -s without.png with.png; then fail "$what" "shows no envelope"; else pass "it is shown when it is asked for"; fi
finish
