#!/usr/bin/env bash
# Plants one error in a tree and runs tests until one turns red. Called by tools/mutants.sh:
#   tools/plant.sh FOLDER TREE NAME SOURCE TESTS EXPRESSION
# FOLDER holds what ninja says about build/release (commands, deps) and notes on tests that are green.
# Prints one line: caught NAME by TEST, or SURVIVED NAME: why.
#
# Only what the error changes is compiled, and only the test's program is linked: the new objects stand
# before the library, so that the linker has no need of the old ones in it.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 1
root=$PWD
build=$root/build/release
folder=$1 tree=$2 name=$3 source=$4 tests=$5 expression=$6
spoilt=$tree/spoilt
log=$tree/log
export TMPDIR=$tree/tmp CCACHE_BASEDIR=$folder
mkdir -p "$spoilt" "$TMPDIR"

survive() { echo "SURVIVED $name: $1"; exit 0; }
is_script() { [ -f "test/${1%/*}/test_${1##*/}.sh" ]; }
is_there() { is_script "$1" || [ -f "test/${1%/*}/test_${1##*/}.c" ]; }
program_of() { if is_script "$1"; then echo brawn; else echo "test/test_${1//\//_}"; fi; }

# ----------------------------------------------------------------------------------------------- compile
# objects that are made of the source; of a header, those that include it and are in a program that is run
is_used() { # object
  local test
  [[ $1 == CMakeFiles/brawn_* ]] && return
  for test in ${tests//,/ }; do [[ " $(link_line "$(program_of "$test")") " == *" $1 "* ]] && return; done
  return 1
}
objects_of() {
  case $source in
    *.h) awk -v header="$source" '/^[^ ]/ { object = $1; sub(":$", "", object) }
      /^ / { if (substr($1, length($1) - length(header)) == "/" header) print object }' "$folder/deps" ;;
    *) awk -v source="$root/$source" '$NF == source { for (i = 1; i < NF; i++) if ($i == "-o") print $(i + 1) }' "$folder/commands" ;;
  esac | sort -u | while read -r object; do if is_used "$object"; then echo "$object"; fi; done
}

# lines that make an object, in the tree instead of here; warnings about what is unused now are no errors
compile() { # object
  local command
  command=$(awk -v object="$1" '{ for (i = 1; i < NF; i++) if ($i == "-o" && $(i + 1) == object) { print; exit } }' "$folder/commands")
  command=$(sed -E "s,$root/(src|include|test|bench)/,$tree/\1/,g; s,$root/(src|include|test|bench)( |$),$tree/\1\2,g; s,-I$root(/\.)?( |$),-I$tree\2,g
    s, -MD -MT [^ ]+ -MF [^ ]+,,; s, -g1? , ,; s, -O[23] , -O1 ,g; s, -o [^ ]+, -w -o $spoilt/${1//\//_}," <<<"$command")
  [ -n "$command" ] && (cd "$build" && bash -c "$command") >"$log" 2>&1
}

# ------------------------------------------------------------------------------------------------- link
link_line() { # program
  awk -v program="$1" '/^: &&/ { for (i = 1; i < NF; i++) if ($i == "-o" && $(i + 1) == program) { print; exit } }' "$folder/commands"
}

link() { # program
  local command object new=
  command=$(link_line "$1")
  for object in "${objects[@]}"; do
    if [[ " $command " == *" $object "* ]]; then command=${command/" $object "/" $spoilt/${object//\//_} "}
    elif [[ $object == CMakeFiles/brawn_* ]]; then new+=" $spoilt/${object//\//_}"; fi
  done
  command=${command/" libbrawn.a "/"$new libbrawn.a "}
  command=${command/" -o $1 "/" -Wl,-S -o $spoilt/program "}
  [ -n "$command" ] && (cd "$build" && bash -c "$command") >"$log" 2>&1
}

# -------------------------------------------------------------------------------------------------- run
# One that hangs does not pass: by processor time, as on a busy machine a good one may wait for long. A program is
# stopped by its first failure.
passes() { # test, program
  if is_script "$1"; then
    (cd "$tree" && ulimit -t 120 && BRAWN=$2 BUILD=$build timeout 600 bash "test/${1%/*}/test_${1##*/}.sh") >"$log" 2>&1
  else
    (cd "$tree" && ulimit -t 120 && timeout 600 "$2" 2>&1 | awk '/^\[  (FAILED|ERROR) / { exit 1 }') >"$log" 2>&1
  fi
}

# a test that is red without any error says nothing
is_green() { # test
  local note=$folder/green/${1//\//_}
  [ -e "$note" ] || passes "$1" "$build/$(program_of "$1")" && touch "$note"
}

restore() { cp "$root/$source" "$tree/$source"; rm -rf "${TMPDIR:?}"/* "${spoilt:?}"/*; }
trap restore EXIT
mapfile -t objects < <(objects_of)
[ ${#objects[@]} -gt 0 ] || survive "nothing is made of $source"
sed "$expression" "$root/$source" >"$tree/$source"
for object in "${objects[@]}"; do
  compile "$object" || survive "it does not compile: $(grep -m1 error "$log")"
done
tried=
for test in ${tests//,/ }; do
  is_there "$test" || continue
  tried=yes
  link "$(program_of "$test")" || survive "it does not link: $(tail -1 "$log")"
  if ! passes "$test" "$spoilt/program"; then
    cp "$root/$source" "$tree/$source"
    is_green "$test" || survive "$test fails without any error planted"
    echo "caught $name by $test"
    exit 0
  fi
done
[ -n "$tried" ] || survive "there is no test $tests"
survive "$tests did not notice"
