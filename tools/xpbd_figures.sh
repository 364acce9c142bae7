#!/usr/bin/env bash
# Figures 7 and 10 of Romeo et al. 2018 as pictures of our own, and what some knobs do, beside the
# tables of `brawn bench xpbd`:
#
#   tools/xpbd_figures.sh BRAWN [FOLDER]     to FOLDER/xpbd_*.png; default docs/images
#
# Figure 7: a muscle at rest, active with its volume kept, and with a gain of 1.3, 1.5 and 2. Figure 10: an
# elbow that bends; with nothing that contracts, with fibres that do, and with fibres and gain.
set -euo pipefail
cd "$(dirname "$0")/.."
program=$(realpath "${1:?tools/xpbd_figures.sh BRAWN [FOLDER]}")
folder=${2:-docs/images}
mkdir -p "$folder"
folder=$(realpath "$folder")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

run() { # name, scene, settings
  local name=$1 scene=$2 code=0 set=()
  shift 2
  for word in "$@"; do set+=(--set "$word"); done
  "$program" run "$scene" -o "$work/$name" --force --quiet "${set[@]}" || code=$?
  [ $code -eq 0 ] || [ $code -eq 3 ] || return $code
  echo "  $name: $(tail -n 1 "$work/$name/run.csv" | awk -F, '{ printf "fibres off by %.1f %%, volumes by %.1e %%", 100 * $5, 100 * $6 }')"
}

compare() { # file, frame, options of the camera, --, names
  local file=$1 frame=$2 camera=()
  shift 2
  while [ "$1" != -- ]; do camera+=("$1"); shift; done
  shift
  (cd "$work" && "$program" render --compare "$@" --frame "$frame" "${camera[@]}" -o "$folder/$file" --force --quiet)
  echo "$folder/$file"
}

# The gain is reached at full activation; at 0.4 there is 0.4 of it.
ratio() { awk -v goal="$1" 'BEGIN { print 1 + (goal - 1) / 0.4 }'; }
run rest scenes/flex.json muscles.biceps.activation=0 'bones.forearm.motion={"move": [[0, 0, 0, 0]]}'
for gain in 1 1.3 1.5 2; do
  run "gain_$gain" scenes/flex.json "muscles.biceps.flesh.volume_ratio=$(ratio $gain)"
done
compare xpbd_figure_7.png 28 --view front --size 240x512 -- rest gain_1 gain_1.3 gain_1.5 gain_2

one=(muscles.biceps.flesh.volume_ratio=1 muscles.brachialis.flesh.volume_ratio=1)
free=(solver.xpbd_contact=false) # fascia keeps muscles apart
rest=(muscles.biceps.activation=0 muscles.brachialis.activation=0 muscles.triceps.activation=0 muscles.triceps.flesh.rest_activation=0)
stiff=(muscles.biceps.flesh.across=5e5 muscles.brachialis.flesh.across=5e5 muscles.triceps.flesh.across=5e5)
run plain scenes/elbow.json "${free[@]}" "${rest[@]}" "${one[@]}" "${stiff[@]}"
run fibres scenes/elbow.json "${free[@]}" "${one[@]}"
run fibres_and_gain scenes/elbow.json "${free[@]}"
compare xpbd_figure_10.png last --view front --size 400x520 --zoom 1.7 --target 0.03,0.13,0 -- plain fibres fibres_and_gain
run contact scenes/elbow.json
(cd "$work" && "$program" render contact --frames 6-48 --sheet 4x1 --view front --size 300x400 --zoom 1.3 --target 0.03,0.1,0 \
  -o "$folder/xpbd_elbow.png" --force --quiet)
echo "$folder/xpbd_elbow.png"
(cd "$work" && "$program" render contact --frame 1 --only envelope --wire --view quarter --size 300x480 \
  -o "$folder/xpbd_envelope.png" --force --quiet)
echo "$folder/xpbd_envelope.png"

# knobs: how far inner points are apart, and stiffness across the fibres
for space in 0.045 0.02; do run "spacing_$space" scenes/flex.json "muscles.biceps.flesh.spacing=$space"; done
run spacing_as_it_is scenes/flex.json
compare xpbd_spacing.png 28 --view front --size 240x512 -- spacing_0.045 spacing_0.02 spacing_as_it_is
for across in 0.1 1 100 5e5; do run "across_$across" scenes/flex.json "muscles.biceps.flesh.across=$across"; done
compare xpbd_across.png 28 --view front --size 240x512 -- across_0.1 across_1 across_100 across_5e5
