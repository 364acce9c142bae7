#!/usr/bin/env bash
# `brawn render`: pictures, sequences, contact sheets, movies; what is refused, and why.
# shellcheck source=test/cli/check.sh
. "$(dirname "$0")/check.sh"
export XDG_CACHE_HOME=$PWD/cache

cat >bar.json <<'END'
{"name": "bar", "mesh": {"shape": {"shape": "bar", "tets": 300}}, "gravity": [0, 0, 0],
 "bones": {"top": {"labels": "bone_proximal", "fixed": true}, "base": {"labels": "bone_distal"}},
 "muscles": {"m": {"labels": "muscle", "origin": "top", "insertion": "base", "tension": 5e5,
   "activation": {"keys": [[0, 0], [0.4, 1]], "curve": "linear"}}},
 "frames": {"first": 1, "last": 12}}
END
check_ok run bar.json -o a
check_ok run bar.json -o b --set muscles.m.tension=2e5 --frames 1-9

small=(--size 160x120 --quality draft)
byte() { od -An -tu1 -j"$2" -N1 "$1" | tr -d ' '; }
size_of() { # "160 x 120"
  echo "$(($(byte "$1" 18) * 256 + $(byte "$1" 19))) x $(($(byte "$1" 22) * 256 + $(byte "$1" 23)))"
}
check_size() { check_same "size of $1" "$2" "$(size_of "$1")"; }
sum_of() { sha256sum <"$1"; }
check_differ() { # what, file, file
  if cmp -s "$2" "$3"; then fail "$1" "$2 and $3 are the same"; else pass "$1"; fi
}
leftovers() { find . -name '*.tmp*' | sort | paste -sd ' '; }

# ------------------------------------------------------------------------------------- one picture
check_ok render a "${small[@]}"
check_has "bar.png: frame 12"
check_size bar.png "160 x 120"
check_same "opaque pictures have three numbers a pixel" 2 "$(byte bar.png 25)"
check_fails 1 "bar.png: is there already; --force replaces it" render a "${small[@]}"
before=$(sum_of bar.png)
check_ok render a "${small[@]}" --force --frame last --threads 1
check_same "the same bits with one thread" "$before" "$(sum_of bar.png)"
check_ok render a "${small[@]}" -o first.png --frame first --quiet
check_same "--quiet says nothing" "" "$(cat stdout stderr)"
check_differ "another frame" first.png bar.png
check_ok render a "${small[@]}" --frame 1 -o one.png
check_same "frame 1 is the first" "$(sum_of first.png)" "$(sum_of one.png)"
check_ok render a "${small[@]}" -o clear.png --background transparent
check_same "transparent pictures have four numbers a pixel" 6 "$(byte clear.png 25)"
check_ok render a -o large.png --quality draft
check_size large.png "1280 x 960"
check_ok render bar.json "${small[@]}" -o scene.png
check_has "scene.png, "
check_ok render a/frames/bar.0012.vtu "${small[@]}" -o mesh.png --color stress
check_ok render a/bar.pvd "${small[@]}" -o pvd.png
check_ok render a "${small[@]}" -o deep/er/bar.png
check_file deep/er/bar.png

# each of these changes the picture
check_changes() {
  check_ok render a "${small[@]}" -o changed.png --force "$@"
  check_differ "render $* is seen" bar.png changed.png
}
for option in "--view front" "--azimuth 75" "--elevation -20" "--fov 0" "--zoom 2" "--target base" \
  "--target 0,0.1,0" "--eye 0.2,0.3,0.5" "--color stretch" "--only m" "--hide bones" \
  "--opacity m=0.3" "--fibres 5 --opacity m=0.2" "--wire" "--cut x" "--cut -z" "--cut y=0.05" \
  "--cut 0,0.05,0:0,1,1 --cut-whole" "--ground" "--dark" "--background #246" "--title bar" \
  "--lines --opacity m=0.2" "--quality normal"; do
  read -ra words <<<"$option"
  check_changes "${words[@]}"
done
check_ok render a "${small[@]}" -o map.png --color stretch --force
check_ok render a "${small[@]}" -o other.png --color stretch --map turbo
check_differ "another map" map.png other.png
check_ok render a "${small[@]}" -o other.png --color stretch --range 0.5,1.5 --force
check_differ "another range" map.png other.png
check_ok render a --size 320x240 --quality draft -o with.png --color stretch
check_ok render a --size 320x240 --quality draft -o without.png --color stretch --no-legend
check_differ "the legend" with.png without.png

# --------------------------------------------------------------------------------------- sequences
check_ok render a "${small[@]}" -o 'frame.%04d.png'
check_has "frame.0001.png to frame.0012.png: 12 pictures"
check_same "a file a frame" 12 "$(find . -maxdepth 1 -name 'frame.*.png' | wc -l)"
check_differ "frames move" frame.0001.png frame.0012.png
check_ok render a "${small[@]}" -o list --frames 2-10/4,12,first
check_same "a list of frames" "bar.0001.png bar.0002.png bar.0006.png bar.0010.png bar.0012.png" \
  "$(find list -type f -printf '%f\n' | sort | paste -sd ' ')"
check_fails 1 "list/bar.0002.png: is there already" render a "${small[@]}" -o list/ --frames 2,3
check_same "a refusal adds nothing" 5 "$(find list -type f | wc -l)"
check_ok render a "${small[@]}" -o list/ --frames 2
check_has "list/bar.png: frame 2"
check_ok render a "${small[@]}" -o 'x%d.png' --frames 11-last
check_file x11.png x12.png
check_ok render a "${small[@]}" --frames 1,2
check_file bar.0001.png bar.0002.png
check_ok render a "${small[@]}" -o 'o%02d.png' --frame 1 --orbit 60 --pictures 3
check_file o01.png o02.png o03.png
check_ok render a "${small[@]}" -o "p%02d.png" --frame 1 --orbit 90 --pictures 2
check_same "orbits begin at the same place" "$(sum_of p01.png)" "$(sum_of o01.png)"
check_differ "an orbit turns" o01.png o03.png
check_ok render a b "${small[@]}" -o both --frame 3
check_file both/a.png both/b.png
check_ok render a "${small[@]}" --frames 3-4 -o json --json
check_json 'd["files"] == ["json/bar.0003.png", "json/bar.0004.png"] and d["pictures"] == 2'
check_ok render a "${small[@]}" --frames 3-4 -o json --json --force --color activation
check_json 'd["range"] == [0, 1]'
check_ok render a "${small[@]}" --frames 1,12 -o json --json --force --color stretch
check_json 'abs(d["range"][0] + d["range"][1] - 2) < 1e-9 and d["range"][0] < 1'

# ------------------------------------------------------------------------------------------ sheets
check_ok render a --sheet 4x3 "${small[@]}" -o sheet.png
check_has "sheet.png: 12 pictures, 4 x 3"
check_size sheet.png "$((4 * 160 + 5 * 4)) x $((3 * 120 + 4 * 4))"
check_ok render a --sheet 5x1 "${small[@]}" --frames 1-3 -o few.png
check_size few.png "$((3 * 160 + 4 * 4)) x $((120 + 2 * 4))"
check_ok render a --sheet 2x2 "${small[@]}" -o coloured.png --color stretch
if [ "$(size_of coloured.png | cut -d' ' -f1)" -gt $((2 * 160 + 3 * 4 + 40)) ]; then
  pass "a legend has a place of its own"
else
  fail "$what" "$(size_of coloured.png)"
fi
check_ok render bar.json --sheet 3x2 --orbit 360 "${small[@]}" -o turn.png
check_has "turn.png: 6 pictures, 3 x 2"

# --------------------------------------------------------------------------------------- comparing
check_ok render --compare a b "${small[@]}" --frame 9 -o pair.png
check_size pair.png "$((2 * 160 + 3 * 4)) x $((120 + 2 * 4))"
check_ok render --compare a b "${small[@]}" --color error -o error.png
check_ok render --compare a b a "${small[@]}" --color stretch --title three -o three.png
check_ok render --compare a b "${small[@]}" --frames 1-2 -o 'pair%d.png'
check_file pair1.png pair2.png

# ------------------------------------------------------------------------------------------ movies
if command -v ffmpeg >/dev/null; then
  for kind in mp4 webm gif; do
    check_ok render a -o movie.$kind --size 61x43 --quality draft
    check_file movie.$kind
  done
  check_fails 1 "movie.mp4: is there already" render a -o movie.mp4 "${small[@]}"
  check_ok render a -o clear.webm "${small[@]}" --background transparent --frames 1-2
  check_ok render a -o turn.gif "${small[@]}" --frame 1 --orbit 360 --pictures 4 --fps 5
else
  pass "skipped, as there is no ffmpeg: movies"
fi
# without ffmpeg, and with one that fails
mkdir empty broken
printf '#!/bin/sh\necho "no such codec" >&2\nexit 3\n' >broken/ffmpeg
chmod +x broken/ffmpeg
path=$PATH
PATH=$PWD/empty
run render a -o none.mp4 "${small[@]}"
message=$(<stderr)
PATH=$path
check_same "without ffmpeg" 1 $code
if [[ $message == *"ffmpeg, which is not in PATH; install it"*"NAME.%04d.png"* ]]; then
  pass "and the cure is told"
else
  fail "without ffmpeg" "$message"
fi
PATH=$PWD/broken:$path
check_fails 1 "broken.mp4: ffmpeg failed: no such codec" render a -o broken.mp4 "${small[@]}"
PATH=$path
check_same "nothing of it is left" "" "$(find . -name 'broken.mp4*' -o -name 'none.mp4*')"
check_fails 2 "mp4 knows no transparency" render a -o t.mp4 --background transparent

# ------------------------------------------------------------------------------------- wrong words
check_fails 2 "something is missing: brawn render RUN" render
check_fails 1 "nowhere" render nowhere
check_fails 1 'there is no value "strech"; did you mean "stretch"?' render a --color strech -o w.png
check_fails 1 "there are: displacement, speed" render a --color qqqq -o w.png
check_fails 2 'there is no colour map "viridi"; did you mean "viridis"?' render a --map viridi
check_fails 2 "there are: viridis cividis magma" render a --map qqqqqq
check_fails 1 "there are: top, base, m" render a --hide biceps -o w.png
check_fails 1 "there are: top, base, m" render a --target biceps -o w.png
check_fails 1 "all parts are hidden" render a --hide '*' -o w.png
check_fails 2 'did you mean "front"?' render a --view frnt
check_fails 2 'did you mean "draft"?' render a --quality drft
check_fails 2 'did you mean "tets"?' render a --skin tetz
check_fails 2 "--size takes width and height in pixels" render a --size 640
check_fails 2 "--size takes width and height in pixels" render a --size 0x480
check_fails 2 "--size takes width and height in pixels" render a --size 99999x10
check_fails 2 "--sheet takes columns and rows" render a --sheet 4
check_fails 2 "--range takes two numbers" render a --color stretch --range 1
check_fails 2 "--range takes two numbers" render a --color stretch --range 2,1
check_fails 2 "--range is of the value that --color names" render a --range 0,1
check_fails 2 "--background takes a colour" render a --background tomato
check_fails 2 "--opacity takes PATTERN=NUMBER" render a --opacity m
check_fails 2 "--opacity takes PATTERN=NUMBER" render a --opacity m=3
check_fails 2 "--cut takes a plane" render a --cut q
check_fails 2 "--cut takes a plane" render a --cut 0,0,0:0,0,0
check_fails 2 "--cut-whole says how --cut cuts" render a --cut-whole
check_fails 2 "--eye takes a place" render a --eye 1,2
check_fails 2 "--elevation goes from -90 to 90" render a --elevation 100
check_fails 2 "--fov goes from 0 to 150" render a --fov 170
check_fails 2 "--frame takes a number, first or last" render a --frame 1-3
check_fails 2 "--frames takes a list" render a --frames 3-
check_fails 2 "--frames takes a list" render a --frames 5-3
check_fails 2 "--frames takes a list" render a --frames 1-9/0
check_fails 2 "--frame is one and --frames are several" render a --frame 1 --frames 1-2
check_fails 1 "there is no frame 30; it has 12 frames, 1 to 12" render a --frame 30 -o w.png
check_fails 1 "there is no frame from 20 to 30" render a --frames 1,20-30 -o w.png
check_fails 2 "there are several pictures" render a --frames 1-2 -o w.png
check_fails 2 "pictures are .png, movies" render a -o w.jpg
check_fails 2 "goes in once, as %04d" render a -o 'w.%s.png'
check_fails 2 "goes in once, as %04d" render a -o 'w.%d.%d.png'
check_fails 2 "--sheet is one picture" render a --sheet 2x2 -o 'w.%d.png'
check_fails 2 "there are several runs" render a b -o w.png
check_fails 2 "would go to the same file" render a ./a/
check_fails 2 "--compare shows runs side by side" render --compare a
check_fails 2 "--compare and --sheet do not go together" render --compare a b --sheet 2x2
check_fails 2 "brawn render --compare A B" render a --color error
check_fails 2 "--fibres takes how many" render a --fibres -1
check_fails 1 "a/bar.pvd: cannot make the folder" render a -o a/bar.pvd/w.png
check_same "a refusal writes nothing" "" "$(find . -name 'w.*')"
check_same "no temporary file is left" "" "$(leftovers)"

# Ctrl-C: finished pictures stay, and the rest is told by the exit code
"$BRAWN" render a -o 'stop.%04d.png' --size 800x600 --quality fine >stdout 2>stderr &
running=$!
for ((i = 0; i < 1000; i++)); do
  [ -e stop.0001.png ] && break
  sleep 0.01
done
kill -INT "$running" 2>/dev/null
wait "$running"
check_same "stopped" 130 $?
check_same "and nothing is half" "" "$(leftovers)"
finish
