#!/usr/bin/env bash
# Installs the Debian packages of the groups named, if they are missing: tools/need.sh build test
# Says what it installs, and is silent when everything is there.
set -euo pipefail

packages_of() {
  case $1 in
    build) echo gcc libc6-dev make cmake ninja-build pkg-config libjansson-dev zlib1g-dev \
      libsuitesparse-dev libopenblas-dev libpng-dev libmeshoptimizer-dev ;;
    mumps) echo libmumps-seq-dev libmetis-dev libopenblas-dev ;; # for BRN_GPL=OFF
    test) echo libcmocka-dev ;;
    movie) echo ffmpeg ;; # for `brawn render -o NAME.mp4`
    fuzz) echo clang libclang-rt-14-dev ;;
    interop) echo python3 python3-vtk9 python3-numpy python3-jsonschema gmsh ;;
    blender) echo blender python3 python3-numpy ;;
    npm) command -v npm >/dev/null || echo nodejs npm ;;
    browser) echo chromium && packages_of npm ;; # for the tests of the page
    python) echo python3 ;;
    format) echo clang-format ;;
    *) echo "tools/need.sh: there is no group \"$1\"" >&2; exit 2 ;;
  esac
}

missing=()
for group in "$@"; do
  for package in $(packages_of "$group"); do
    state=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)
    [ "$state" = installed ] || missing+=("$package")
  done
done
[ ${#missing[@]} -gt 0 ] || exit 0

if ! command -v apt-get >/dev/null; then
  echo "Please install what these Debian packages hold: ${missing[*]}" >&2
  exit 1
fi
as_root=()
[ "$(id -u)" -eq 0 ] || as_root=(sudo)
echo "Installing ${missing[*]}"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
export DEBIAN_FRONTEND=noninteractive
install() { "${as_root[@]}" apt-get install -y --no-install-recommends "${missing[@]}" >"$log" 2>&1; }
install || { "${as_root[@]}" apt-get update >"$log" 2>&1 && install; } || {
  cat "$log" >&2
  echo "Could not install ${missing[*]}" >&2
  exit 1
}
