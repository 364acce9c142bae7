#!/usr/bin/env bash
# check, build and run agree on what is wrong with a scene: the same errors, in the same words.
source "$(dirname "$0")/check.sh"
export XDG_CACHE_HOME=$PWD/cache

head='"mesh": {"shape": {"shape": "bar", "tets": 400, "length": 0.2, "width": 0.04}}'
bones='"bones": {"top": {"labels": "bone_proximal", "fixed": true}, "base": {"labels": "bone_distal"}}'
muscle='"muscles": {"m": {"labels": "muscle", "origin": "top", "insertion": "base"}}'
frames='"frames": {"last": 1}'
good="{$head, $bones, $muscle, $frames}"

# text, scene: check calls it an error, and the others refuse it in the same words
refused() {
  local verb
  echo "$2" >scene.json
  run check scene.json
  check_same "check refuses: $1" 1 $code
  check_has "$1"
  sed -n '/^Errors/,/^[A-Z0-9]/s/^  //p' stdout >told
  for verb in build run; do
    run $verb scene.json -q $([ $verb = run ] && echo --force)
    check_same "$verb refuses: $1" 1 $code
    while read -r line; do
      if grep -qF -- "$line" stderr; then pass "$verb says: $line"; else fail "$verb" "lacks: $line"; fi
    done <told
  done
}

# text, scene: a warning in all three
warned() {
  local verb
  echo "$2" >scene.json
  run check scene.json
  check_same "check bears: $1" 0 $code
  check_has "$1"
  for verb in build run run; do # the second time it comes from the cache
    run $verb scene.json $([ $verb = run ] && echo --force)
    if [ $code -eq 1 ]; then fail "$verb" "refuses what check does not"; fi
    if grep -qF -- "$1" stderr; then pass "$verb warns: $1"; else fail "$verb" "does not warn: $1"; fi
  done
}

echo "$good" >good.json
check_ok check good.json --build
check_ok run good.json -q

refused '"pd" is not there yet' "{$head, $bones, $muscle, $frames, \"solver\": {\"method\": \"pd\"}}"
refused '"fvm" is not there yet' "{$head, $bones, $muscle, $frames, \"solver\": {\"method\": \"fvm\"}}"
refused 'are quasi-static' "{$head, $bones, $muscle, $frames, \"solver\": {\"method\": \"emu\", \"dynamic\": true}}"
for method in admm bfgs_plain xpbd; do
  refused "\"$method\" leaves it out; set it to false" "{$head, $bones, $muscle, $frames, \"solver\": {\"method\": \"$method\", \"contact\": true}}"
done
for step in woodbury memory; do
  refused 'set solver.emu_step to "newton"' "{$head, $bones, $muscle, $frames, \"solver\": {\"method\": \"emu\", \"emu_step\": \"$step\", \"contact\": true}}"
done
refused 'nothing holds the body' "{$head, ${bones/, \"fixed\": true/}, $muscle, $frames}"
refused 'there is no format "abc"' "{$head, $bones, $muscle, $frames, \"outputs\": {\"formats\": [\"abc\"]}}"
refused 'did you mean "top"' "{$head, $bones, ${muscle/\"top\"/\"topp\"}, $frames}"
refused 'has no origin' "{$head, \"muscles\": {\"m\": {\"labels\": [\"muscle\", \"bone_proximal\", \"bone_distal\"]}}, $frames}"
refused 'must be from 0 to 1' "{$head, $bones, ${muscle/\"base\"\}/\"base\", \"activation\": 3\}}, $frames}"
refused 'before the first' "{$head, $bones, $muscle, \"frames\": {\"first\": 5, \"last\": 2}}"
ball='{"form": {"clay": [{"points": [[0, 0, 0]], "widths": 1e160}]}, "fixed": true}'
refused 'widths[0] is [1e+160, 1e+160] m' "{\"bones\": {\"b\": $ball}, $frames}"
thin='{"form": {"sweep": {"points": [[0, 0, 0], [0, 1, 0]], "widths": [[0.1, 1.6e-8]]}}, "fixed": true}'
refused 'the thinnest half width must be a thousandth of the widest or more' "{\"bones\": {\"b\": $thin}, $frames}"

loose='"bones": {"top": {"labels": "bone_proximal"}, "base": {"labels": "bone_distal"}}'
refused 'nothing holds the body along y' "{$head, $loose, $muscle, $frames, \"supports\": {\"s\": {\"on\": \"top\", \"axes\": \"x\"}}}"
turn='"joints": {"j": {"type": "hinge", "bones": ["base", "top"], "point": [0, 0.1, 0], "axis": [1, 0, 0], "angle": 5}}'
refused 'it turns "top", which is fixed' "{$head, $bones, $muscle, $frames, $turn}"
refused 'is "surface", but "top" has none' "{$head, $bones, $muscle, $frames, \"solver\": {\"method\": \"xpbd\", \"xpbd_body\": \"surface\"}}"

# one of each thing that the steps refuse: text, more of the muscle, more of the scene
spoilt() {
  local more=${3:-}
  refused "$1" "{$head, $bones, ${muscle/%\}\}/$2\}\}}, $frames$more}"
}
far='"far": {"sphere": {"centre": [9, 9, 9], "radius": 1e-3}}'
dot='"dot": {"nearest": [[0, 0.1, 0]]}'
high='"high": {"parts": "top"}'
joint='"type": "ball", "bones": ["base", "top"]'
spoilt 'm.rise: is 0 s, but dynamics need' ', "rise": 0, "dynamics": "thelen"'
spoilt '"sphere" leaves no vertex' '' ", \"selections\": {$far}, \"supports\": {\"s\": {\"on\": \"far\"}}"
spoilt '"invert" leaves no vertex' '' ', "selections": {"a": {"invert": true}}, "supports": {"s": {"on": "a"}}'
spoilt 'there is no vertex 9999999' '' ', "selections": {"a": {"vertices": [9999999]}}, "supports": {"s": {"on": "a"}}'
spoilt 'no sphere fits where' '' ", \"joints\": {\"j\": {$joint, \"fit\": \"sphere\", \"within\": 1e-6}}"
spoilt 'where is it? give a "point"' '' ", \"joints\": {\"j\": {$joint}}"
spoilt 'the plane has no soft tets' '' ', "probes": {"p": {"section": {"point": [0, 9, 0], "normal": [0, 1, 0]}}}'
spoilt 'but only bone is there' '' ', "selections": {"a": {"box": [[-1, 0.22, -1], [1, 1, 1]]}}, "probes": {"p": {"on": "a", "measure": "stress"}}'
spoilt 'a pressure needs faces' '' ", \"selections\": {$dot}, \"loads\": {\"l\": {\"on\": \"dot\", \"kind\": \"pressure\", \"pressure\": 1}}"
spoilt 'a traction needs faces' '' ", \"selections\": {$dot}, \"loads\": {\"l\": {\"on\": \"dot\", \"kind\": \"traction\", \"vector\": [1, 0, 0]}}"
spoilt 'there is no vertex array "red"' ', "tendons": {"by": "map", "map": {"array": "red"}}'
spoilt 'has no tet array "red"' ', "fibres": {"from": "file", "array": "red"}'
spoilt 'has no vertex of this muscle' ', "fibres": {"from": "pennate", "aponeurosis": "high", "angle": 20}' ", \"selections\": {\"high\": {\"box\": [[-1, 0.22, -1], [1, 1, 1]]}}"
spoilt 'are in no unit; widen the regions' ', "units": {"a": {"region": "u"}}' ', "selections": {"u": {"parts": "m", "box": [[-1, -1, -1], [1, 0.1, 1]]}}'
spoilt 'has no tets: units before it' ', "units": {"a": {}, "b": {}}'
spoilt 'it is a region of "m"' ', "units": {"a": {"region": "u"}, "b": {}}' ', "selections": {"u": {"parts": "m", "box": [[-1, -1, -1], [1, 0.1, 1]]}}, "supports": {"s": {"on": "m.a"}}'
spoilt 'there is no material "bonee"' ', "units": {"a": {"tendons": {"material": "bonee"}}}'
spoilt 'needs fibres, but "top" has none' '' ', "materials": {"bone": {"like": "muscle", "model": "teran_muscle"}}'
spoilt 'are swapped; write' '' ", \"joints\": {\"j\": {$joint, \"point\": [0, 0, 0], \"limits\": [9, -9]}}"
spoilt 'whose length? give a "muscle"' '' ', "sensors": {"s": {"measure": "length"}}'
spoilt 'has nothing to read' '' ', "signals": {"s": {}}'
refused 'has no vertex of the muscle' "{$head, $bones, ${muscle/\"top\"/{\"select\": \"a\"\}}, $frames, \"selections\": {\"a\": {\"box\": [[-1, 0.22, -1], [1, 1, 1]]}}}"
refused 'touches no bone (nearest: "top"' "{$head, ${bones/base\": {\"labels\": \"bone_distal/base\": {\"labels\": \"muscle}, \"muscles\": {\"m\": {\"labels\": \"bone_distal\", \"origin\": \"top\", \"insertion\": \"base\"}}, $frames}"

refused 'there is no bone or tendon "topp"' "{$head, $bones, ${muscle/\"top\"/\"topp\", \"units\": {\"a\": {\"origin\": \"top\"\}\}}, $frames}"

spoilt '"blend" is 2; up to 1 would do' ', "tendons": {"by": "fraction", "origin": 0.2, "blend": 2}'
spoilt 'is 2e+06 m long; 1e+06 would do' ', "tendons": {"by": "distance", "origin": 2e6}'
spoilt '"at" is more than 1e9 m away' '' ', "probes": {"p": {"at": [0, 1e157, 0]}}'

# tets that are yet to be cut: what misses the surfaces is told without them
block() { echo "\"form\": {\"clay\": [{\"centre\": [0, $1, 0], \"half\": [20, $2, 20]}], \"detail\": 8}"; }
cut="\"units\": \"mm\", \"mesh\": {\"tets\": 400, \"passes\": 1}, \"bones\": {\"base\": {$(block 0 10), \"fixed\": true}, \"top\": {$(block 60 10)}}"
cut="$cut, $frames, \"muscles\": {\"m\": {$(block 30 19), \"origin\": {\"bones\": \"base\", \"within\": 8}, \"insertion\": {\"bones\": \"top\", \"within\": 8}"
from_surfaces() { refused "$1" "{$cut$2}}${3:-}}"; }
echo "{$cut}}}" >good.json
check_ok check good.json
check_ok build good.json -q
from_surfaces 'm.rise: is 0 s, but dynamics need' ', "rise": 0, "dynamics": "thelen"'
from_surfaces '"sphere" leaves no vertex; the nearest' '' ", \"selections\": {${far/9, 9, 9/99, 9, 9}}, \"supports\": {\"s\": {\"on\": \"far\"}}"
from_surfaces '"box" leaves no vertex; the nearest' '' ', "selections": {"a": {"parts": "m", "box": [[-9, 90, -9], [9, 99, 9]]}}, "loads": {"l": {"on": "a", "vector": [0, 1, 0]}}'
from_surfaces '"plane" leaves no vertex; the nearest' '' ', "selections": {"a": {"parts": "top", "plane": {"point": [0, 9, 0], "normal": [0, -1, 0]}}, "b": {"any": "a"}}, "supports": {"s": {"on": "b"}}'
from_surfaces '"near" leaves no vertex; the nearest' '' ', "selections": {"a": {"parts": "top", "near": {"parts": "base", "within": 1}}}, "probes": {"p": {"on": "a"}}'
from_surfaces 'there is no vertex 9999999; the surface has' '' ', "selections": {"a": {"parts": "m", "vertices": [9999999]}}, "supports": {"s": {"on": "a"}}'
from_surfaces 'no sphere fits where' '' ", \"joints\": {\"j\": {$joint, \"fit\": \"sphere\", \"within\": 1}}"
from_surfaces 'the plane has no soft tets' '' ', "probes": {"p": {"section": {"point": [0, 90, 0], "normal": [0, 1, 0]}}}'
from_surfaces 'a pressure needs faces' '' ", \"selections\": {$dot}, \"loads\": {\"l\": {\"on\": \"dot\", \"kind\": \"pressure\", \"pressure\": 1}}"
from_surfaces 'vertex array "red"' ', "tendons": {"by": "map", "map": {"array": "red", "part": "m"}}'
bones_of_units="${cut/\"origin\": {\"bones\": \"base\"/\"units\": {\"a\": {\"origin\": \"base\"\}\}, \"origin\": {\"bones\": \"topp\"}"
refused 'there is no bone or tendon "topp"' "{$bones_of_units}}}"
from_surfaces 'needs "part", whose surface was painted' ', "tendons": {"by": "map", "map": {"array": "red"}}'

warned 'nothing holds the body' "{$head, ${bones/, \"fixed\": true/}, $muscle, $frames, \"solver\": {\"dynamic\": true}}"

# metres for millimetres: sizes are a matter of taste, but told by all
ball='{"form": {"clay": [{"points": [[0, 0, 0]], "widths": 40}], "detail": 8}, "fixed": true}'
warned 'm across: is it in' "{\"bones\": {\"b\": $ball}, \"mesh\": {\"tets\": 300}, $frames}"

# what only the model tells: check --build gets as far as a run before its first step
apart=${ball/\[0, 0, 0\]/[200, 0, 0]}
echo "{\"units\": \"mm\", \"bones\": {\"b\": $ball, \"c\": ${apart/, \"fixed\": true/}}, \"mesh\": {\"tets\": 300}, $frames}" >part.json
run check part.json --build
check_same "check --build refuses what the solver refuses" 1 $code
check_has 'part "c": nothing holds it along x'
check_fails 1 'part "c": nothing holds it along x' run part.json -q
finish
