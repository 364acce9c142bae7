#!/usr/bin/env bash
# What `make demo` shows: an arm that biceps and brachialis bend, frame by frame, in out/:
# tools/demo.sh BRAWN
set -euo pipefail
cd "$(dirname "$0")/.."
brawn=$1

say() { # shows a command, then does it
  echo "\$ brawn $*"
  "$brawn" "$@"
}

mkdir -p out
scene=scenes/arm.json
out=out/arm
say check $scene
say run $scene -o $out --set mesh.tets=20000 --frames 1-24 --force
echo
# the elbow, as a spreadsheet would show it
angle() { awk -F, -v frame="$1" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "elbow.angle [deg]") c = i }
  $1 == frame { printf "%.0f", $c }' $out/joints.csv; }
echo "The elbow turned by $(angle 12) degrees up to frame 12, and by $(angle 24) up to frame 24."
echo
echo "$out/arm.pvd     opens in ParaView: the tets of all frames, with stretch, stress, activation, ..."
echo "$out/surfaces/   the surfaces of bones and muscles, frame by frame"
echo "$out/*.csv       tables of muscles, joints, bones and forces, a row a frame"
echo "$out/run.json    what was run"
echo "The whole movement, at the scene's own size: brawn run $scene"
