#!/usr/bin/env bash
# The files that a change touches, one a line: tools/change.sh
# The lines that it adds to one of them:       tools/change.sh --added FILE
# A change is what is not committed and the commits that the upstream branch does not have. Where there
# is none of this, as in a fresh clone, it is the last landing: HEAD, all that it merges, and what was
# committed in the 24 hours before it.
set -euo pipefail
cd "$(dirname "$0")/.."

if [ "$(git rev-parse --show-toplevel 2>/dev/null)" != "$(pwd -P)" ]; then
  echo "This is no clone: what the change touches is not known" >&2
  exit 0
fi

# the branch that this one goes to: as configured, else that of the remote, else main
upstream() {
  local name
  for name in '@{upstream}' origin/HEAD origin/main main; do
    if git rev-parse --quiet --verify "$name^{commit}" 2>/dev/null; then return; fi
  done
}

untracked() { git ls-files --others --exclude-standard; }
is_same() { git diff --quiet "$1" && [ -z "$(untracked)" ]; } # commit

# the newest commit that is a day older than HEAD; in a young or cut history the oldest one
before_landing() {
  local day_ago base
  day_ago=$(($(git show -s --format=%ct HEAD) - 86400))
  base=$(git rev-list --first-parent -1 --before="@$day_ago" HEAD^ 2>/dev/null || true)
  [ -n "$base" ] || base=$(git rev-list --first-parent HEAD | tail -1)
  echo "$base"
}

base=$(upstream)
[ -z "$base" ] || base=$(git merge-base HEAD "$base" || true)
if [ -z "$base" ] || is_same "$base"; then base=$(before_landing); fi
if [ "$base" = "$(git rev-parse HEAD)" ] && is_same HEAD; then
  echo "The history has one commit: what the change touches is not known (a shallow clone? git fetch --unshallow)" >&2
fi

if [ "${1:-}" = --added ]; then
  if git cat-file -e "$base:$2" 2>/dev/null; then git diff --unified=0 "$base" -- "$2" | sed -n '/^+++/d; s/^+//p'; else cat "$2"; fi
else
  { git diff --name-only --no-renames "$base"; untracked; } | sort -u
fi
