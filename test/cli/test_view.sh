#!/usr/bin/env bash
# `brawn view` and `brawn report`: a server that starts, answers and ends; a file that holds it all.
# shellcheck source=test/cli/check.sh
. "$(dirname "$0")/check.sh"

"$BRAWN" run "$root/scenes/fusiform.json" --set mesh.shape.tets=1500 --frames 1-3 -o out --quiet || exit 1

# ------------------------------------------------------------------------------------------ the server
# path, more words for the request; the answer is in ./answer
ask() {
  local path=$1 host=127.0.0.1:$port
  exec 5<>"/dev/tcp/127.0.0.1/$port" || return 1
  printf '%s %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n' "${2:-GET}" "$path" "$host" >&5
  tr -d '\0' <&5 >answer
  exec 5<&-
}

# what, path, status, text, method
check_answer() {
  ask "$2" "${5:-GET}"
  if ! head -1 answer | grep -qF "HTTP/1.1 $3 "; then
    fail "$1" "$(head -1 answer)"
  elif ! grep -qaF -- "$4" answer; then
    fail "$1" "the answer lacks: $4"
  else
    pass "$1: $3"
  fi
}

start() { # words of the command; leaves server, address, port, base
  "$BRAWN" view "$@" --no-open --json >stdout 2>stderr &
  server=$!
  for _ in $(seq 100); do
    grep -q '}' stdout && break
    sleep 0.1
  done
  address=$(sed -n 's/.*"address": "\(.*\)".*/\1/p' stdout)
  port=$(sed -n 's/.*"port": \([0-9]*\).*/\1/p' stdout)
  base=/${address#http://*/}
}

end() { # signal
  kill -"$1" "$server"
  wait "$server"
  code=$?
  check_same "SIG$1 ends it cleanly" 0 $code
}

start out
what="brawn view out"
check_same "it listens to this computer" "http://127.0.0.1:$port" "${address%/*/}"
check_same "the key is long" 32 "$(basename "$base" | tr -d '\n' | wc -c)"
check_answer "the page" "$base" 200 "<html"
check_answer "the runs" "${base}runs.json" 200 '"name":"fusiform"'
check_answer "the run" "${base}0/run.json" 200 '"about":"A fusiform muscle lifts a hanging weight"'
check_answer "its frames" "${base}0/status.json" 200 '"frames":[1,2,3]'
check_answer "a frame" "${base}0/frames/2.bin?values=stretch" 200 BRNSTRM1
check_answer "a table" "${base}0/tables/muscles.csv" 200 "muscle.length [m]"
check_answer "no key" "/runs.json" 403 "not allowed"
check_answer "nothing to stop" "${base}0/stop" 409 "error" POST
first=$port
other=$server
start out "$root/scenes/fusiform.json"
check_same "a second one takes another port" 1 "$((first != port))"
check_answer "two runs" "${base}runs.json" 200 '"folder":null'
check_answer "a scene is still" "${base}1/status.json" 200 '"stage":"still"'
end TERM
server=$other
end INT

# a run that goes on is shown, and stopped
"$BRAWN" run "$root/scenes/fusiform.json" --set mesh.shape.tets=1500 --frames 1-100000 -o long --quiet >/dev/null 2>&1 &
runner=$!
for _ in $(seq 100); do
  [ -s long/run.csv ] && break
  sleep 0.1
done
start long
check_answer "a run that goes on" "${base}0/status.json" 200 '"stage":"running"'
check_answer "is asked to stop" "${base}0/stop" 200 '"asked": true' POST
for _ in $(seq 200); do
  kill -0 $runner 2>/dev/null || break
  sleep 0.1
done
wait $runner
check_same "and does" 130 $?
sleep 0.3
check_answer "which is told" "${base}0/status.json" 200 '"stage":"stopped"'
end INT

mkdir empty
check_fails 1 "there is no run in this folder" view empty --no-open
check_fails 1 "nowhere" view nowhere --no-open
check_fails 2 "from 0 (any) to 65535" view out --port 70000
check_fails 1 "an address in digits" view out --host example.org --no-open

# ----------------------------------------------------------------------------------------- the report
check_ok report out -o out.html
check_has "out.html: 3 frames"
check_file out.html
check_same "everything is in it" 3 "$(grep -c 'data-name="0/frames/' out.html)"
check_same "and nothing outside" 0 "$(grep -cE '(src|href)="(page|http|//)' out.html)"
check_fails 1 "out.html is there already; --force replaces it" report out -o out.html
check_ok report out out -o both.html --frames 2-3 --values stress --json
check_json 'd["frames"] == 4 and d["notes"] == [] and d["bytes"] > 1000'
check_fails 1 'there is no "sress"; there are' report out -o x.html --values sress
check_fails 2 "--frames takes a range" report out -o x.html --frames 3-1
check_fails 2 "above 0" report out -o x.html --limit 0
check_fails 1 "cannot be made of this" report out -o x.html --limit 0.01
check_same "a report that failed leaves nothing" "" "$(find . -name 'x.html*')"
finish
