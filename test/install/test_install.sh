#!/usr/bin/env bash
# Installs the build into a temporary folder and uses it as a stranger would: pkg-config, CMake, a
# moved folder. Then looks at what the library exports and whether each header stands alone.
set -uo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
build=${BUILD:-$root/build/release}
failed=0
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1

check() { # what, command: it must succeed
  local what=$1
  shift
  if "$@" >log 2>&1; then
    echo "ok $what"
  else
    failed=1
    echo "FAILED $what: $*"
    tail -20 log
  fi
}

# ----------------------------------------------------------------------------------------- headers
# in any build: they are the same
for header in "$root"/include/brawn/*.h; do
  name=brawn/$(basename "$header")
  echo "#include <$name>" >alone.c
  cp alone.c alone.cpp
  flags=(-Wall -Wextra -Werror -pedantic -fsyntax-only -I "$root/include")
  check "$name alone is C17" cc -std=c17 "${flags[@]}" alone.c
  if command -v g++ >/dev/null; then
    check "$name alone is C++17" g++ -std=c++17 "${flags[@]}" alone.cpp
  else
    echo "ok skipped, as there is no g++: $name is C++17"
  fi
done

if grep -qE '^BRN_SANITIZE:STRING=.+' "$build/CMakeCache.txt"; then
  echo "ok skipped: a build with sanitizers is not installed"
  exit $failed
fi

# -------------------------------------------------------------------------------------- installing
check "it installs" cmake --install "$build" --prefix "$folder/first"
check "the installed command makes a mesh" first/bin/brawn make bar --tets 300 -o "$folder/bar.vtu"
expected=$(first/bin/brawn info bar.vtu --json | awk '/^ *"(points|triangles|tets)":/ { printf "%s%d", sep, $2; sep = " " }')
check "its completion is bash" bash -n first/share/bash-completion/completions/brawn

# shellcheck disable=SC2317 # called through check
runs_right() { [ "$("$@")" = "$expected" ]; }

# prefix, "shared" or "static", where the libraries are at run time
use_pkg_config() {
  local prefix=$1 kind=$2 library_folder options=(--cflags --libs) words=()
  library_folder=$(dirname "$(find "$prefix" -name libbrawn.a)")
  [ "$kind" = shared ] || options+=(--static)
  read -ra words <<<"$(PKG_CONFIG_PATH=$library_folder/pkgconfig pkg-config "${options[@]}" brawn)"
  if [ "$kind" = static ]; then # the linker would take the shared one, which is beside it
    words=("${words[@]/#-lbrawn/-l:libbrawn.a}")
  fi
  check "$prefix: pkg-config, $kind: compiles" \
    cc -std=c17 -Wall -Wextra -Werror "$root/test/install/consumer.c" -o "$kind" "${words[@]}"
  local linked
  linked=$(ldd "$kind" | grep -c libbrawn)
  check "$prefix: pkg-config, $kind: is linked so" test "$linked" -eq "$([ "$kind" = shared ] && echo 1 || echo 0)"
  check "$prefix: pkg-config, $kind: reads the mesh" \
    runs_right env LD_LIBRARY_PATH="$library_folder" "./$kind" bar.vtu
}

use_cmake() { # prefix
  check "$1: CMake finds it" cmake -S "$root/test/install" -B "cmake-$1" -DCMAKE_PREFIX_PATH="$folder/$1" \
    -DCMAKE_BUILD_TYPE=Release
  check "$1: CMake builds with it" cmake --build "cmake-$1"
  for library in brawn SHARED STATIC; do
    check "$1: brawn::$library reads the mesh" runs_right "cmake-$1/consumer_$library" bar.vtu
  done
}

use_pkg_config first shared
use_pkg_config first static
use_cmake first
mv first moved # nothing in it may know where it was
use_pkg_config moved shared
use_pkg_config moved static
use_cmake moved
found=$(grep -rlF "$folder/first" moved)
check "nothing installed knows its folder: ${found:-none}" test -z "$found"
found=$(grep -rlF "$root/" moved)
check "nothing installed knows the sources: ${found:-none}" test -z "$found"

# ----------------------------------------------------------------------------------------- exports
nm -D --defined-only "$build/libbrawn.so" | awk '{ print $NF }' | sort >exported
sed -E ':join /\\$/ { N; s/\\\n//; b join }; /^#/d; s://.*$::' "$root"/include/brawn/*.h | tr '\n' ' ' | grep -oE 'BRN_API [^;]*;' |
  sed -E 's/^BRN_API [^(]*\b(brn_[a-z0-9_]+)\(.*/\1/; s/^BRN_API .*\b(brn_[a-z0-9_]+)(\[[0-9]*\])*;$/\1/' |
  sort -u >declared
check "the headers declare functions" test "$(wc -l <declared)" -gt 40
check "all declarations were understood" test -z "$(grep -v '^brn_[a-z0-9_]*$' declared)"
found=$(comm -23 declared exported | paste -sd ' ')
check "every declared name is exported; missing: ${found:-none}" test -z "$found"
found=$(comm -13 declared exported | paste -sd ' ')
check "nothing else is exported; strange: ${found:-none}" test -z "$found"
check "no inner name is exported" test -z "$(grep -E '__|^brn_?$' exported)"
exit $failed
