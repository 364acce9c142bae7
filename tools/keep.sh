#!/usr/bin/env bash
# Keeps what every scene gives by every method, to see that a change of the code changes no bit of it:
#   tools/keep.sh build/release/brawn kept                  # before
#   tools/keep.sh build/release/brawn now --against kept    # after: the files that differ, and how far; exit code 1 where any does
# Frames, tables and what was said of each run, in a small version of every scene. TETS=1500 cuts bodies into about as many, FRAMES=1-4
# takes the first ones, SCENES="scenes/arm.json ..." and METHODS="newton emu" are all that there are unless told; bodies that take
# long are not solved by the methods that the others are compared with. Two minutes on two idle cores.
# What differs by nature is left out: seconds, the stages that long work tells, the model and the checkpoint as files, sums of files.
# Models come from a cache of its own, empty before each scene, for what a mesher says is said only when it works.
set -euo pipefail
cd "$(dirname "$0")/.."
brawn=$1 out=$2
against=
if [ "${3:-}" = --against ]; then against=$4; fi
mkdir -p "$out"
own=$(mktemp -d)
trap 'rm -rf "$own"' EXIT
export XDG_CACHE_HOME=$own/cache
cp "$brawn" "$own/brawn" # another build in the midst of this changes nothing
brawn=$own/brawn

keep() { # scene, method: a folder in $out, or what was said in the place of it
  local name to tets=mesh.tets wanted=${TETS:-1500}
  name=$(basename "$1" .json)
  to=$out/$name.$2
  case $name in arm | leg | gripper | trunk) wanted=$((8 * wanted)) ;; esac # thin parts need more
  if grep -q '"shape": {' "$1"; then tets=mesh.shape.tets; fi
  if ! grep -q '"mesh"' "$1"; then tets=; fi
  rm -rf "$to"
  local code=0
  "$brawn" run "$1" -o "$to" --method "$2" ${tets:+--set $tets="$wanted"} --frames "${FRAMES:-1-4}" --force --threads 2 \
    >"$out/said" 2>&1 </dev/null || code=$?
  mkdir -p "$to"
  # seconds and folders differ; all else must not
  sed -E -e 's/,? (about )?[0-9.]+ (m?s|min)( left)?//g' -e "s|$to|OUT|g" "$out/said" | grep -vE '^(frame |build|mesh|model|  +[a-z ]+$)' >"$to/said.txt" || true
  echo "exit code $code" >>"$to/said.txt"
  rm -rf "$out/said" "$to"/run.{model,checkpoint,sums,json,scene.json} "$to"/times.csv "$to"/*.checkpoint*
  printf '%-12s %-10s exit code %s\n' "$name" "$2" "$code"
}

for scene in ${SCENES:-scenes/*.json scenes/hinge/hinge.json scenes/human/human.json}; do
  methods="newton emu admm lbfgs bfgs_plain bcqn xpbd"
  case $scene in
    */human.json) methods=xpbd ;;
    */arm.json | */leg.json | */gripper.json | */trunk.json | */elbow.json | */flex.json | */torsion.json) methods="newton emu xpbd" ;;
  esac
  rm -rf "$XDG_CACHE_HOME"
  for method in ${METHODS:-$methods}; do
    keep "$scene" "$method"
  done
done
[ -n "$against" ] || exit 0
if diff -rq "$against" "$out"; then
  echo "equal to the byte"
else
  python3 tools/keep.py "$against" "$out"
  exit 1
fi
