#!/usr/bin/env bash
# What tools/change.sh takes for the change, in clones as they come, and which planted errors follow from it.
set -uo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
failed=0
command -v git >/dev/null || { echo "ok skipped: git is not there"; exit 0; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b

is() { # what, got, expected
  if [ "$2" = "$3" ]; then
    echo "ok $1"
  else
    failed=1
    echo "FAILED $1: \"$2\" instead of \"$3\""
  fi
}
change() { (cd "$1" && tools/change.sh 2>/dev/null | paste -sd ' '); } # clone
listed() { (cd "$1" && shift && tools/mutants.sh --list "$@" 2>/dev/null | paste -sd ' '); } # clone, words
first() { cut -d ' ' -f "1-$1" | tr ' ' '\n' | sort | paste -sd ' '; } # so many, as a set: their order is by lot
commit() { # hours, file...: it was touched so many hours after the first
  local date
  date="$((1700000000 + 3600 * $1)) +0000"
  shift
  local file
  for file in "$@"; do echo "$date" >>"$file"; done
  git add -A
  GIT_AUTHOR_DATE=$date GIT_COMMITTER_DATE=$date git commit -qm "$*"
}

# ---------------------------------------------------------------- a history: old, then a landing with a merge
git init -q -b main far && cd far || exit 1
mkdir -p tools src/core test/core test/cli
cp "$root"/tools/{change,mutants}.sh tools/
for name in one two three four five six seven; do echo "$name src/core/$name.c core/$name s/a/b/"; done >tools/mutants.txt
commit 0 src/core/{one,two,three,four,five,six,seven}.c test/core/test_two.c test/cli/test_two.sh
commit 40 src/core/one.c
git switch -qc side
commit 45 src/core/two.c
git switch -q main
commit 70 src/core/three.c
date='1700259200 +0000' # 72 hours
GIT_AUTHOR_DATE=$date GIT_COMMITTER_DATE=$date git merge -q --no-ff -m join side
cd ..
git clone -q far near

is "a fresh clone has the last day, and all that it merged" "$(change near)" "src/core/three.c src/core/two.c"
is "there too the errors of it come first" "$(listed near --change | first 2)" "three two"
is "a history without a remote is seen so, too" "$(change far)" "src/core/three.c src/core/two.c"
cp -r far late && (cd late && commit 73 src/core/four.c)
is "commits after a merge do not hide what it merged" "$(change late)" "src/core/four.c src/core/three.c src/core/two.c"
git clone -q --depth 1 "file://$folder/far" cut
is "of one commit without a past nothing is known" "$(change cut)" ""
is "and all errors are drawn by lot" "$(listed cut --change | wc -w)" 7
case $(cd cut && tools/change.sh 2>&1) in *unshallow*) said=yes ;; *) said=no ;; esac
is "which is said" $said yes
git clone -q --depth 2 "file://$folder/far" short
is "a short past is used as far as it goes" "$(change short)" "src/core/two.c"
mkdir none && cp -r far/tools far/src far/test none/
is "no clone, no change" "$(change none)" ""
mkdir near/inner && cp -r far/tools near/inner/
is "a folder inside of another clone is none" "$(change near/inner)" ""
rm -r near/inner

# ---------------------------------------------------------------------------------------- what is one's own
echo x >>near/src/core/four.c
is "what is not committed is the change" "$(change near)" "src/core/four.c"
echo x >near/src/core/new.c
is "what git does not know yet belongs to it" "$(change near)" "src/core/four.c src/core/new.c"
(cd near && commit 200 src/core/five.c)
is "commits that upstream does not have are the change" "$(change near)" "src/core/five.c src/core/four.c src/core/new.c"
echo x >>near/src/core/six.c
is "together with what is not committed" "$(change near)" "src/core/five.c src/core/four.c src/core/new.c src/core/six.c"
is "errors of these files come first, all of them" "$(listed near --change | first 3)" "five four six"
(cd near && git switch -qc topic && git branch -q --unset-upstream 2>/dev/null; commit 201 src/core/seven.c)
is "a branch without upstream goes by that of the remote" "$(change near | wc -w)" 5
(cd far && commit 300 src/core/one.c) && (cd near && git fetch -q)
is "what others landed since is not the change" "$(change near | wc -w)" 5
(cd near && git rm -q src/core/one.c)
is "what is gone was touched" "$(change near | cut -d ' ' -f 4)" "src/core/one.c"

# ------------------------------------------------------------------------------------------ planted errors
git clone -q far other
echo x >>other/test/core/test_two.c
is "errors that a touched test should see are planted" "$(listed other --change | cut -d ' ' -f 1)" two
(cd other && git checkout -q . && sed -i 's,^five.*,five src/core/five.c core/five s/b/c/,' tools/mutants.txt)
is "errors that are new in the table are planted" "$(listed other --change | cut -d ' ' -f 1)" five
is "every error is there once" "$(listed other --change | tr ' ' '\n' | sort | paste -sd ' ')" "five four one seven six three two"
is "a seed gives the same lot again" "$(listed other --change --seed 3)" "$(listed other --change --seed 3)"
lots=$(for _ in 1 2 3 4 5 6; do listed other --change; done | sort -u | wc -l)
is "the commit alone does not decide the lot" "$([ "$lots" -gt 1 ] && echo yes)" yes
leaders=$(for seed in $(seq 15); do listed other --change --seed "$seed" | cut -d ' ' -f 2; done | sort -u | wc -l)
is "many of the others come first some time" "$([ "$leaders" -ge 4 ] && echo yes)" yes
is "named ones are planted as named" "$(listed other six one)" "six one"
(cd other && tools/mutants.sh --list nine) >/dev/null 2>&1
is "a name that is not there is refused" $? 2
exit $failed
