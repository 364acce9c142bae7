#!/usr/bin/env bash
# What `make demo` shows: an arm that biceps and brachialis bend, frame by frame, a picture of it, and a page
# to turn it around and play it, in out/: tools/demo.sh BRAWN
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
say render $out --azimuth 60 --ground -o $out.png --force
say report $out -o $out.html --force
echo
# the elbow, as a spreadsheet would show it
angle() { awk -F, -v frame="$1" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "elbow.angle [deg]") c = i }
  $1 == frame { printf "%.0f", $c }' $out/joints.csv; }
echo "The elbow turned by $(angle 12) degrees up to frame 12, and by $(angle 24) up to frame 24."
echo
echo "$out.html      OPEN THIS in a browser: turn the arm, play it, colour it by stretch or stress, read the plots"
echo "$out.png       a picture of the last frame"
echo "$out/arm.pvd   for ParaView: the tets of all frames, with stretch, stress, activation, ..."
echo "$out/*.csv     tables of muscles, joints, bones and forces, a row a frame"
echo
echo "The same page with the tets inside, live while a run is going:  build/release/brawn view $out"
echo "For Blender, three.js, USD and others:                          build/release/brawn export $out --to arm.glb"
echo "The whole movement, at the scene's own size:                    build/release/brawn run $scene"
echo "More to run and to look at:                                     docs/gallery.md"
