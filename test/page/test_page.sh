#!/usr/bin/env bash
# The page of `brawn view` and `brawn report`, in a real browser: web/test/browser, one purpose a file.
# Skipped without Chromium or npm. TIMES=1 tells how long each file takes; names as arguments choose.
case ${BUILD:-} in
  *asan* | *tsan*)
    echo "skipped: the page is tested in Chromium with the release build"
    exit 0
    ;;
esac
chromium=${CHROMIUM:-$(command -v chromium || command -v chromium-browser)}
if [ -z "$chromium" ] || ! command -v npm >/dev/null; then
  echo "skipped: the page needs Chromium and npm to be tested; tools/need.sh browser installs them"
  exit 0
fi
# shellcheck source=test/cli/check.sh
. "$(dirname "$0")/../cli/check.sh"
export BRAWN CHROMIUM=$chromium SCENE=$root/scenes/fusiform.json

# what, command
check_command() {
  local told=$1
  shift
  if "$@" >stdout 2>stderr; then pass "$told"; else fail "$told" "exit code $?"; fi
}

if [ $# -eq 0 ]; then
  check_command "unit tests of the page" "$root/tools/page.sh" test
  check_command "web/dist is what web/src gives" "$root/tools/page.sh" check
fi

# Two runs of the same mesh, the second one weaker; one with a joint; one of surfaces; one with
# frames that do not converge, which the command tells by its exit code; reports.
small=(--set mesh.shape.tets=3000 --frames 1-8 --quiet)
check_ok run "$root/scenes/fusiform.json" "${small[@]}" -o a
check_ok run "$root/scenes/fusiform.json" "${small[@]}" --set name=weaker --set muscles.muscle.tension=2e5 -o b
check_ok run "$root/test/interop/web/scene.json" --quiet -o joint
check_ok run "$root/test/page/surfaces.json" --quiet -o surfaces
"$BRAWN" run "$root/test/page/loose.json" --quiet -o loose >stdout 2>stderr
check_same "a run that does not converge" 3 $?
check_ok report a -o report.html --values stretch,stress
check_ok report loose -o loose.html
[ $failed -eq 0 ] || finish

node "$root/web/test/browser/run.mjs" "$PWD" "$@" 2>&1 || failed=1
finish
