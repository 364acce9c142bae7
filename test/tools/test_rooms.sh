#!/usr/bin/env bash
# Rooms include rooms above them in the table of docs/README.md, and those that its last column names.
set -uo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
failed=0
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

if said=$("$root/tools/rooms.sh" --check); then
  echo "ok rooms are as docs/README.md has them"
else
  failed=1
  echo "FAILED rooms: $said"
fi

# a copy in which something is wrong is told
wrong() { # what it is, words of the answer, file, line that is added to it
  rm -rf "$folder/copy"
  mkdir -p "$folder/copy/docs"
  cp -R "$root/src" "$root/include" "$folder/copy"
  cp "$root/docs/README.md" "$folder/copy/docs"
  mkdir -p "$(dirname "$folder/copy/$3")"
  echo "$4" >>"$folder/copy/$3"
  said=$("$root/tools/rooms.sh" --check "$folder/copy")
  if [ $? -eq 1 ] && [[ $said == *"$2"* ]]; then
    echo "ok $1 is told"
  else
    failed=1
    echo "FAILED $1: \"$said\""
  fi
}
wrong "a room that includes one below it" "mesh includes anatomy, which is below it" src/mesh/mesh.c '#include "anatomy/build.h"'
wrong "... by its public header" "mesh includes scene, which is below it" include/brawn/mesh.h '#include "brawn/scene.h"'
wrong "a room that nobody has listed" "attic is not in the table" src/attic/box.c '#include "core/core.h"'
wrong "a room that the table does not name" "material includes core mesh; the table says core" src/material/hill.c '#include "mesh/box_tree.h"'
exit $failed
