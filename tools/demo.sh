#!/usr/bin/env bash
# What `make demo` shows: a scene is checked and built, and the model written to out/. Without
# scenes/arm.json the scene is made on the way, from surfaces: tools/demo.sh BRAWN
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
if [ ! -f $scene ]; then
  scene=out/fusiform/scene.json
  name=fusiform
  say make fusiform -o out
  say new out/fusiform --force
fi
say check $scene
say build $scene -o out/$name.vtu --lines out/$name.lines.obj
echo
echo "out/$name.vtu holds the tets with their parts, fibres and materials: open it in ParaView."
echo "out/$name.lines.obj holds the muscles' lines of action: open it in Blender."
