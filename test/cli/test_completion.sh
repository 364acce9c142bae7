#!/usr/bin/env bash
# The completion scripts: a shell that sources them completes verbs, options, shapes and files.
# shellcheck source=test/cli/check.sh
. "$(dirname "$0")/check.sh"

check_ok completion bash
cp stdout brawn.bash
if bash -n brawn.bash; then pass "bash reads it"; else fail "$what" "is not bash"; fi

# what a fresh bash offers for a line whose last word is being typed, sorted
complete_line() {
  bash --norc -c '
    source ./brawn.bash
    COMP_WORDS=("$@")
    COMP_CWORD=$(($# - 1))
    _brawn
    printf "%s\n" "${COMPREPLY[@]}"' bash "$@" 2>stderr | sort | paste -sd " "
}
check_same "bash knows how to complete brawn" "complete -o filenames -F _brawn brawn" \
  "$(bash --norc -c 'source ./brawn.bash; complete -p brawn')"
check_same "verbs" "bench build check completion convert export help info make mesh new render report run version view" "$(complete_line brawn "")"
check_same "a verb begun" "make" "$(complete_line brawn ma)"
check_same "options of make" "--tendon --tendon-width --tets" "$(complete_line brawn make bar --te)"
check_same "options of convert" "--up" "$(complete_line brawn convert --u | tr ' ' '\n' | grep up)"
check_same "common options" "--threads" "$(complete_line brawn info --th)"
check_same "shapes" "bar bipennate block" "$(complete_line brawn make b | tr ' ' '\n' | grep -v '\.' | paste -sd ' ')"
check_same "shells" "bash fish zsh" "$(complete_line brawn completion "")"
: >arm.vtu
check_same "files" "arm.vtu" "$(complete_line brawn info ar)"

check_ok completion zsh
check_has "bashcompinit" "complete -o filenames -F _brawn brawn"
if bash -n stdout; then pass "zsh's is bash with a head"; else fail "$what" "cannot be read"; fi
if command -v zsh >/dev/null; then
  if zsh -n stdout; then pass "zsh reads it"; else fail "$what" "is not zsh"; fi
else
  pass "skipped, as there is no zsh"
fi

check_ok completion fish
check_has "complete -c brawn -n __fish_use_subcommand -a make" "-l bone-width" "-l drop-orphans" "-l threads"
if command -v fish >/dev/null; then
  if fish -n stdout; then pass "fish reads it"; else fail "$what" "is not fish"; fi
else
  # its strings are in single quotes: an apostrophe in a help text would end them
  check_same "quotes of fish are even" "" "$(awk -F"'" 'NF % 2 == 0' stdout)"
fi
finish
