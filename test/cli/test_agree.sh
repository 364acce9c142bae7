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
refused 'would have more than 2000000 vertices' "{\"bones\": {\"b\": $thin}, $frames}"

loose='"bones": {"top": {"labels": "bone_proximal"}, "base": {"labels": "bone_distal"}}'
refused 'nothing holds the body along y' "{$head, $loose, $muscle, $frames, \"supports\": {\"s\": {\"on\": \"top\", \"axes\": \"x\"}}}"
turn='"joints": {"j": {"type": "hinge", "bones": ["base", "top"], "point": [0, 0.1, 0], "axis": [1, 0, 0], "angle": 5}}'
refused 'it turns "top", which is fixed' "{$head, $bones, $muscle, $frames, $turn}"
refused 'is "surface", but "top" has none' "{$head, $bones, $muscle, $frames, \"solver\": {\"method\": \"xpbd\", \"xpbd_body\": \"surface\"}}"

warned 'nothing holds the body' "{$head, ${bones/, \"fixed\": true/}, $muscle, $frames, \"solver\": {\"dynamic\": true}}"

# metres for millimetres: sizes are a matter of taste, but told by all
ball='{"form": {"clay": [{"points": [[0, 0, 0]], "widths": 40}], "detail": 8}, "fixed": true}'
warned 'm across: is it in' "{\"bones\": {\"b\": $ball}, \"mesh\": {\"tets\": 300}, $frames}"

# what only the model tells: check --build gets as far as a run before its first step
beside='"selections": {"far": {"sphere": {"centre": [9, 9, 9], "radius": 1e-3}}}, "supports": {"s": {"on": "far"}}'
echo "{$head, $bones, $muscle, $frames, $beside}" >part.json
run check part.json --build
check_same "check --build refuses what building refuses" 1 $code
check_has '"sphere" leaves no vertex'
check_fails 1 '"sphere" leaves no vertex' run part.json -q
apart=${ball/\[0, 0, 0\]/[200, 0, 0]}
echo "{\"units\": \"mm\", \"bones\": {\"b\": $ball, \"c\": ${apart/, \"fixed\": true/}}, \"mesh\": {\"tets\": 300}, $frames}" >part.json
run check part.json --build
check_same "check --build refuses what the solver refuses" 1 $code
check_has 'part "c": nothing holds it along x'
check_fails 1 'part "c": nothing holds it along x' run part.json -q
finish
