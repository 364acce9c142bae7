#!/usr/bin/env bash
# The page of `brawn view` and `brawn report`, web/: Node is needed only to change it.
#   tools/page.sh build   bundles web/src into web/dist, which is checked in
#   tools/page.sh check   proves that web/dist is what web/src gives
#   tools/page.sh test    runs the unit tests of web/test
set -euo pipefail
cd "$(dirname "$0")/../web"

need_node() {
  command -v npm >/dev/null && return
  echo "tools/page.sh: npm is missing; install Node 20 or later" >&2
  exit 1
}

# The versions in package-lock.json, and no others.
install() {
  need_node
  if grep -q '"resolved"' package-lock.json; then
    echo "tools/page.sh: package-lock.json names a registry; remove its \"resolved\" lines" >&2
    exit 1
  fi
  [ -e node_modules/.package-lock.json ] && [ ! package-lock.json -nt node_modules/.package-lock.json ] ||
    npm ci --no-audit --no-fund --loglevel=error >&2
}

# What `brawn report` does to the page works only when it holds exactly these.
check_shape() {
  grep -qxF '<link rel="stylesheet" href="page.css">' "$1/index.html"
  grep -qxF '<script src="page.js" defer></script>' "$1/index.html"
  if grep -qiE '</script|<!--' "$1/page.js"; then
    echo "tools/page.sh: page.js holds </script or <!--, and cannot be put into a report" >&2
    exit 1
  fi
}

build() { node_modules/.bin/vite build --logLevel warn --outDir "$1"; }

case ${1:-} in
  build)
    install
    build "$PWD/dist"
    check_shape dist
    wc -c dist/*
    ;;
  check)
    install
    fresh=$(mktemp -d)
    trap 'rm -rf "$fresh"' EXIT
    build "$fresh"
    check_shape "$fresh"
    if ! diff -rq dist "$fresh"; then
      echo "web/dist is not what web/src gives: run tools/page.sh build, and check it in" >&2
      exit 1
    fi
    echo "web/dist is current"
    ;;
  test)
    install
    node --test test/*.test.mjs
    ;;
  *)
    sed -n '2,5s/^# //p' "$0" >&2
    exit 2
    ;;
esac
