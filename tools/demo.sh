#!/usr/bin/env bash
# What `make demo` shows: a scene is checked and built, and the model written to out/:
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
name=arm
say check $scene
say build $scene -o out/$name.vtu --lines out/$name.lines.vtk --fibres out/$name.fibres.vtk
echo
echo "out/$name.vtu holds the tets with their parts, fibres and materials: open it in ParaView."
echo "out/$name.fibres.vtk holds fibres of the muscles, out/$name.lines.vtk their lines of action."
