#!/usr/bin/env bash
# The method of docs/add-a-method.md: compiled, put into the list by its row, and run.
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

# shellcheck disable=SC2016 # backticks of Markdown
sed -n '/^```c$/,/^```$/p' "$root/docs/add-a-method.md" | sed '1d;$d' >steepest.c
check "the page has one method" test "$(grep -c '^const BrnMethodOps' steepest.c)" -eq 1
sed 's/^  ROW(xpbd)$/  ROW(xpbd) ROW(steepest)/' "$root/src/solver/methods.c" >methods.c
check "it takes one row" test "$(diff methods.c "$root/src/solver/methods.c" | grep -c '^<')" -eq 1

# As the build compiles that list, and links the command: objects of ours come before those of the library.
command=$(ninja -C "$build" -t commands brawn | grep -- '-c [^ ]*/src/solver/methods\.c$')
compile=$(sed -E 's/ -M[DTF]( [^ ]*methods[^ ]*)?//g; s/ -o [^ ]+ -c [^ ]+$//' <<<"$command")
link_line() { ninja -C "$build" -t commands "$1" | tail -n 1 | sed -E "s/ && :$//; s/^: && //; s, -o (test/)?$1 , ,"; }
make_object() { (cd "$build" && eval "$compile -o '$folder/$1.o' -c '$folder/$1.c'"); }
relink() { # program: the library's own list must not be there twice
  local link
  link=$(link_line "$1" | sed -E "s|( [^ ]*libbrawn\.a)| '$folder/steepest.o' '$folder/methods.o'\1|")
  (cd "$build" && eval "$link -o '$folder/$1'")
}
check "it compiles" make_object steepest
check "so does the list" make_object methods
check "the command is linked with it" relink brawn
[ -x brawn ] || exit 1

# ------------------------------------------------------------------------------------------ it runs
run() { # method, more
  local method=$1
  shift
  ./brawn run "$root/scenes/fusiform.json" -o "$method" --method "$method" --set mesh.shape.tets=400 --set solver.balance=3e-3 --frames 1-3 --force --quiet "$@"
}
check "it runs" run steepest --steepest-first 0.5
check "it converges in every frame" test "$(grep -c ',converged,' steepest/run.csv)" -eq 3
check "its column is the last one" test "$(head -1 steepest/run.csv | grep -c ',last_length$')" -eq 1
check "newton runs beside it" run newton
column() { awk -F, -v name="$2" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ name) at = i } END { print $at }' "$1"; }
mine=$(column steepest/muscles.csv length) theirs=$(column newton/muscles.csv length)
check "they end at one length, $mine and $theirs" awk -v a="$mine" -v b="$theirs" \
  'BEGIN { exit !(a > 0 && a - b < 1e-3 * b && b - a < 1e-3 * b) }'
check "its setting is told" grep -q '"steepest_first": 0.5' steepest/run.json
check "and others keep theirs" grep -q '"emu_modes": 48' steepest/run.json

# --------------------------------------------------------------------------------- it has manners
# where the tests are built: the harness finds the method in the list
for harness in test_solver_manners test_solver_manners_memory; do
  [ -f "$build/test/CMakeFiles/$harness.dir/solver/${harness/solver_/}.c.o" ] || continue
  check "$harness is linked with it" relink $harness
  check "all methods have manners" env -C "$root" "$folder/$harness"
  cp log said
  check "this one, too" grep -q 'OK \] steepest on chain' said
done

# ----------------------------------------------------------------------------------------- it fails
refuses() { # words, options
  local words=$1
  shift
  ! run steepest "$@" && grep -qF -- "$words" log
}
check "a wrong key is told with the right one" refuses 'did you mean "steepest_first"' --set solver.steepest_frist=1
check "a value out of range is told" refuses 'solver.steepest_first is 11' --steepest-first 11
check "inertia is refused" refuses 'and "steepest" are quasi-static' --set solver.dynamic=true
check "what it does not take is its own word" refuses "affine bones only" --set solver.bones=rigid
not_for_newton() { ! run newton --steepest-first 1 && grep -q "is for steepest; add --method steepest" log; }
check "other methods have no such option" not_for_newton
exit $failed
