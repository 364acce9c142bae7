#!/usr/bin/env bash
# What the scenes that come with Brawn are about: each is built and run, small and with few frames, up
# to the moment that shows it, and has a number that says so.
# shellcheck source=test/cli/check.sh
. "$(dirname "$0")/check.sh"
export XDG_CACHE_HOME=$PWD/cache

# under a sanitizer the large ones take minutes, and nothing runs that other tests do not run
case ${BUILD:-} in *san*) large=no ;; *) large=yes ;; esac

# table, column, frame: a number of the last run
value() {
  awk -F, -v name="$2" -v frame="$3" \
    'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) c = i } $1 == frame { print $c }' "out/$1.csv"
}

# what, a condition of awk
check_that() {
  if awk "BEGIN { exit !($2) }"; then pass "$what: $1: $2"; else fail "$what" "not so: $1: $2"; fi
}

# scene, what must hold of the parts, settings: it builds; the mesh is in the cache for the run
built() {
  local scene=$1 holds=$2
  shift 2
  check_ok build "$root/scenes/$scene.json" "$@" --json -
  check_json "$holds"
  check_json 'all(u["length"] > 0 and u["fibre_length"] > 0 for u in d["units"])'
}

lean=(--set outputs.mesh=false --set outputs.surfaces=false)

run_scene() { # scene, frames a second, frames, settings
  local scene=$1 rate=$2 last=$3
  shift 3
  rm -rf out
  check_ok run "$root/scenes/$scene.json" -q -o out "${lean[@]}" --set "frames.per_second=$rate" --set "frames.last=$last" "$@"
  what="$scene at frame $last"
}
# Nothing is set for the solver there. The numbers of the first frames are those of forces that balance to the last digit, but for 1e-4:
# forces of the forces that act, others (lengths, stretches, places, angles) of the largest of their kind in the table.
nearly_converged() { # scene, frames a second, settings
  rm -rf sharp
  check_ok run "$root/scenes/$1.json" -q -o sharp "${lean[@]}" --set "frames.per_second=$2" --frames 1-2 "${@:3}" \
    --set solver.tolerance=1e-12 --set solver.balance=0 --set solver.iterations=100
  local table
  for table in muscles bones joints attachments; do
    [ -f sharp/$table.csv ] || continue
    check_same "$1: $table.csv is that of balance" "" "$(awk -F, -v act="$(most_of sharp run 'acting [N]')" '
      FNR == 1 { for (i = 3; i <= NF; i++) { k = $i; sub(/.*[.]/, "", k); sub(/_[wxyz]( |$)/, " ", k); kind[i] = k } next }
      NR == FNR { for (i = 3; i <= NF; i++) { k = kind[i]; was[$1, i] = $i; if (size($i) > most[k]) most[k] = size($i) } next }
      ($1, 3) in was { for (i = 3; i <= NF; i++) { k = kind[i]
        if (k !~ /strain|gap|translation|moment/ && size($i - was[$1, i]) > 1e-4 * (k ~ /force/ ? act : most[k]) + 1e-9)
          print "frame " $1 ": " k " is " $i " for " was[$1, i] } }
      function size(x) { return x < 0 ? -x : x }' sharp/$table.csv out/$table.csv | head -3)"
  done
}

# the same arguments: it converges, no tet is inside out, bones keep their shape
motion() {
  local last=$3
  built "$1" 'all(p["pieces"] == 1 for p in d["parts"]) and d["tets"] > 2000' "${@:4}"
  run_scene "$@"
  check_same "$what: all frames converge" "" "$(awk -F, 'NR > 1 && $3 != "converged"' out/run.csv)"
  check_that "no tet is inside out" "$(value run inverted "$last") == 0"
  nearly_converged "$1" "$2" "${@:4}"
  [ -f out/bones.csv ] || return
  check_that "bones keep their lengths" "$(most_strain) < 1e-4"
}

# and for surfaces: volumes are kept, nothing is deep in anything else
flesh() {
  built "$1" 'd["tets"] == 0 and d["vertices"] > 1000'
  run_scene "$@"
  check_that "volumes are kept" "$(most run volume_error) < 5e-3"
  check_that "nothing is deep in anything else" "$(most run 'depth [m]') < 1e-3"
}

most_of() { # folder, table, column: its largest number
  awk -F, -v name="$3" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) c = i; next }
    $c > most { most = $c } END { print most + 0 }' "$1/$2.csv"
}
most() { most_of out "$@"; }

most_strain() {
  awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ /\.strain$/) c[i] = 1; next }
    { for (i in c) if ($i > most) most = $i } END { print most + 0 }' out/bones.csv
}

angle() { value joints "$1.angle [deg]" "$2"; }
centre() { value bones "$1.centre_$2 [m]" "$3"; } # bone, axis, frame
stretch() { value muscles "$1.stretch" "$2"; }
swollen() { # muscle, frame: volume over that of the first frame
  awk "BEGIN { print $(value muscles "$1.volume [m^3]" "$2") / $(value muscles "$1.volume [m^3]" 1) }"
}

# --------------------------------------------------------------------------------- test bodies
small=mesh.shape.tets=3000
motion bar 8 9 --set $small
check_that "a bar shortens by a tenth" "$(stretch bar 9) < 0.92 && $(stretch bar 9) > 0.85"

motion fusiform 8 9 --set $small
check_that "the weight goes up" "$(centre lower y 9) - $(centre lower y 1) > 0.01"
motion bipennate 8 4 --set $small
check_that "the left side alone is short" "$(stretch feather.left 4) < 0.96 && $(stretch feather.right 4) > 0.98"
motion pair 8 5 --set $small
check_that "the left one alone is short" "$(stretch left 5) < 0.95 && $(stretch right 5) > 0.96"
motion curved 8 8 --set $small
check_that "it pulls around the corner" "$(stretch muscle 8) < 0.92"
motion torus 8 9 --set $small
check_that "it is stretched" "$(stretch ring 5) > 1.08"
check_that "and contracts" "$(stretch ring 9) < 0.9"
if [ $large = no ]; then finish; fi

# ------------------------------------------------------------------------------------- surfaces
fast="solver.xpbd_substeps=5"
flesh flex 24 24
check_that "it shortens and swells" "$(stretch biceps 24) < 0.85 && $(swollen biceps 24) > 1.25"
flesh elbow 8 13 --set $fast
check_that "the biceps is short and thick" "$(stretch biceps 13) < 0.8 && $(swollen biceps 13) > 1.2"
check_that "the triceps is long" "$(stretch triceps 13) > 1.05"
flesh torsion 12 24 --set $fast
check_that "turned outwards the supinator is short" "$(angle turn 10) < -65 && $(stretch supinator 10) < 0.92 && $(stretch pronator_teres 10) > 1"
check_that "turned inwards the pronator is" "$(angle turn 24) > 70 && $(stretch pronator_teres 24) < 0.93 && $(stretch supinator 24) > 1"
check_that "what twists does not wring itself out" "$(swollen brachioradialis 24) > 0.99 && $(swollen extensor_digitorum 24) > 0.99"
flesh shake 48 72 --set $fast
moving() { value run "kinetic [J]" "$1"; }
check_that "bones stand still and the flesh does not" "$(moving 36) > 1e-3"
check_that "it settles" "$(moving 72) < 0.05 * $(moving 36)"

# ------------------------------------------------------------------------------------- machines
motion wheel 4 9 --set mesh.tets=10000
check_that "the rim turns to the left" "$(angle axle 5) > 20"
check_that "and to the right" "$(angle axle 9) < -20"

motion gripper 8 13 --set mesh.tets=10000
apart() { # frame: from the first finger tip to the middle of the other two
  local x y z
  x=$(centre first_tip x "$1")
  y="($(centre second_tip y "$1") + $(centre third_tip y "$1")) / 2"
  z="($(centre second_tip z "$1") + $(centre third_tip z "$1")) / 2"
  awk "BEGIN { print sqrt($x ^ 2 + ($(centre first_tip y "$1") - $y) ^ 2 + ($(centre first_tip z "$1") - $z) ^ 2) }"
}
check_that "the finger tips come together" "$(apart 13) < 0.7 * $(apart 1)"

motion sensor 24 22 --set mesh.tets=8000
check_that "the flexor follows the elbow" "$(value muscles flexor.activation 22) > 0.39 && $(value muscles flexor.activation 7) < 0.01"
check_that "the stop startles the extensor" "$(value muscles extensor.activation 22) > 0.45 && $(value muscles extensor.activation 16) < 0.01"

# --------------------------------------------------------------------------------------- bodies
motion trunk 4 12 --set mesh.tets=20000
check_that "the front is short as it reaches" "$(stretch trunk.front_left 6) < 0.75 && $(stretch trunk.back_left 6) > 0.8"
check_that "the back is short as it feeds" "$(stretch trunk.back_left 12) < 0.75 && $(stretch trunk.front_left 12) > 0.8"

turned() { value joints "neck.rotation_$1 [deg]" "$2"; }
motion head 4 12 --set mesh.tets=12000
check_that "it nods" "$(turned x 3) > 8"
check_that "it tilts to its left" "$(turned z 6) < -10"
check_that "it leans back" "$(turned x 9) < -10"
check_that "it tilts to its right" "$(turned z 12) > 10"

motion leg 2 5 --set mesh.tets=12000
check_that "the hamstrings bend the knee" "$(angle knee 3) > 40"
check_that "the quadriceps stretches it" "$(angle knee 5) < 0"
check_that "the tibialis lifts the foot" "$(angle ankle 5) < -5"

motion arm 2 3 --set mesh.tets=30000
check_that "it hangs down" "$(angle elbow 1) < -10"
check_that "the biceps bends the elbow" "$(angle elbow 3) > 45"
finish
