#!/usr/bin/env bash
# Figures 2 and 3 of Modi et al. 2020 as pictures of our own, beside the tables of `brawn bench emu`:
#
#   tools/emu_figures.sh BRAWN [FOLDER]     to FOLDER/emu_figure_2.png and _3.png; default docs/images
#
# Figure 2: a bar that hangs from another by one edge, under gravity; by emu, by emu with a joint
# in place of the edge, and by blended quasi-Newton steps (BCQN, Zhu et al. 2018). Figure 3: a muscle that turns a bone about a hinge; by
# newton, by emu, and by BFGS on deformation gradients, which the paper shows to lock.
set -euo pipefail
cd "$(dirname "$0")/.."
program=$(realpath "${1:?tools/emu_figures.sh BRAWN [FOLDER]}")
folder=${2:-docs/images}
mkdir -p "$folder"
folder=$(realpath "$folder")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The lever of bench/spindle.h: the lower bone is on a hinge 5 cm aside, and carries 2 kg.
cat >"$work/lever.json" <<'END'
{
  "brawn": 1,
  "mesh": {"shape": {"shape": "fusiform", "tets": 6000, "length": 0.2, "width": 0.04,
                     "tendon_width": 0.01, "bone": 0.03}},
  "materials": {"flesh": {"like": "muscle", "young": 6e6, "poisson": 0.49},
                "sinew": {"like": "tendon", "young": 1e9, "poisson": 0.49}},
  "bones": {"upper": {"labels": "bone_proximal", "fixed": true},
            "lower": {"labels": "bone_distal"}},
  "tendons": {
    "p": {"labels": "tendon_proximal", "from": "upper", "to": "m", "material": "sinew"},
    "d": {"labels": "tendon_distal", "from": "m", "to": "lower", "material": "sinew"}
  },
  "muscles": {"m": {"labels": "muscle", "origin": "p", "insertion": "d", "material": "flesh",
                    "tension": 1.6e6,
                    "activation": {"keys": [[0, 0], [1, 1]], "curve": "linear"}}},
  "joints": {"h": {"type": "hinge", "bones": ["upper", "lower"], "point": [0.05, 0, 0],
                   "axis": [0, 0, 1]}},
  "loads": {"weight": {"on": "lower", "vector": [0, -19.62, 0]}},
  "frames": {"first": 1, "last": 11, "per_second": 10}
}
END

# name, method, scene; frames that do not converge are what is to be seen
run() {
  local code=0
  "$program" run "$3" --method "$2" -o "$work/$1" --force --quiet || code=$?
  [ $code -eq 0 ] || [ $code -eq 3 ] || return $code
  awk -F, -v name="$1" '
    NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    { steps += $at["iterations"]; left += $at["outcome"] != "converged" }
    END { print "  " name ": " NR - 1 " frames, " steps " iterations, " left + 0 " not converged" }
  ' "$work/$1/run.csv"
}

picture() { # file, names
  local file=$1
  shift
  (cd "$work" && "$program" render --compare "$@" --frame last --view front --joints \
    --size 480x640 -o "$folder/$file" --force --quiet)
  echo "$folder/$file"
}

run emu emu scenes/hinge/hinge.json
run joint emu scenes/hinge/joint.json
run bcqn bcqn scenes/hinge/hinge.json
picture emu_figure_2.png emu joint bcqn

for method in newton emu bfgs_plain; do run $method $method "$work/lever.json"; done
picture emu_figure_3.png newton emu bfgs_plain
