#!/usr/bin/env bash
# How far another method is from newton on every scene of scenes/: tools/agree.sh BRAWN [METHOD] [SCENE...]
# A row a scene: tets, frames, frames that did not converge, seconds of both, and the largest distance of a vertex
# of any frame over the size of the body and over how far newton moves it.
# TETS=4000 cuts every body into about as many; FRAMES=1-12 takes the first ones.
set -euo pipefail
cd "$(dirname "$0")/.."
brawn=$1
method=${2:-emu}
shift $(($# > 2 ? 2 : $#))
[ $# -gt 0 ] || set -- scenes/*.json
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

solve() { # scene, method: the run and its point cache
  local out=$folder/$2 tets=mesh.tets
  if grep -q '"shape": {' "$1"; then tets=mesh.shape.tets; fi
  "$brawn" run "$1" -o "$out" --method "$2" --set $tets="${TETS:-4000}" --frames "${FRAMES:-1-12}" --force --quiet \
    --json "$out.json" || [ $? = 3 ] || return 1
  "$brawn" export "$out" --to "$out.pc2" --skin tets --joined --force --quiet
}

echo "| scene | tets | frames | not converged | newton s | $method s | of size | of motion |"
echo "|---|---|---|---|---|---|---|---|"
for scene in "$@"; do
  if solve "$scene" newton && solve "$scene" "$method"; then
    python3 tools/agree.py "$folder/newton" "$folder/$method" "$(basename "$scene" .json)"
  else
    echo "| $(basename "$scene" .json) | - | - | it failed | | | | |"
  fi
done
