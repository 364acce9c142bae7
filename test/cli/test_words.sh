#!/usr/bin/env bash
# The words of the command line: help, exit codes, and mistakes that are told with what was meant.
# shellcheck source=test/cli/check.sh
. "$(dirname "$0")/check.sh"

verbs="new check build make mesh info convert render export bench completion"

# ------------------------------------------------------------------------------------------- help
check_ok
for verb in $verbs; do check_has "  $verb "; done
check_ok --help
check_ok help
check_ok -h
check_ok version
check_has "brawn "
check_ok --version

# what completion offers is what the parser knows, and help tells about all of it
options_of() { "$BRAWN" completion bash | sed -n "s/^ *$1) options=\"\(.*\)\" ;;$/\1/p"; }
for verb in $verbs; do
  check_ok "$verb" --help
  check_has "Usage: brawn $verb" "Examples"
  cp stdout help
  check_ok help "$verb"
  if cmp -s stdout help; then pass "$what is $verb --help"; else fail "$what" "differs from --help"; fi
  unknown="" untold=""
  read -ra options <<<"$(options_of "$verb")"
  for option in "${options[@]}"; do
    grep -qE -- "(^| )$option( |\$)" help || untold+=" $option"
    run "$verb" "$option=x"
    if grep -q "there is no option" stderr; then unknown+=" $option"; fi
  done
  if [ ${#options[@]} -ge 4 ]; then pass "$verb has options"; else fail "$verb" "completes ${options[*]}"; fi
  check_same "help of $verb tells every option" "" "$untold"
  check_same "$verb takes every option" "" "$unknown"
done
for option in --out --tets --bone-width --surfaces --ascii --seed; do
  check_ok make --help
  check_has " $option "
done
check_ok make bar --tets nonsense --help # help wins over mistakes
check_has "Usage: brawn make"

# ------------------------------------------------------------------------------------- wrong words
check_fails 2 'did you mean "brawn make"?' mak
check_fails 2 'see brawn --help' dance
check_fails 2 'did you mean "brawn convert"?' help convrt
check_fails 2 'something is missing: brawn make' make
check_fails 2 'something is missing: brawn info' info
check_fails 2 'something is missing: brawn convert A B' convert a.vtu
check_fails 2 'something is missing: brawn completion' completion
check_fails 2 'something is missing: brawn new FOLDER' new
check_fails 2 'something is missing: brawn check SCENE' check
check_fails 2 'something is missing: brawn build SCENE' build
check_fails 2 'did you mean --force?' new folder --forse
check_fails 2 'did you mean "brawn build"?' buidl
check_fails 2 '"torus" is one too many' make bar torus
check_fails 2 '"c.vtu" is one too many' convert a.vtu b.vtu c.vtu
check_fails 2 'did you mean --tets?' make bar --tetss 300
check_fails 2 'did you mean --bone-width?' make bar --bone-widht 0.1
check_fails 2 'did you mean --surface?' convert a.vtu b.stl --surfac
check_fails 2 'did you mean --strict?' info a.vtu --stict
check_fails 2 'did you mean --threads?' info a.vtu --thread 2
check_fails 2 'did you mean --quick?' bench --qiuck
check_fails 2 'see brawn make --help' make bar --wobble 3
check_fails 2 'there is no option -5' make -5
check_fails 2 'did you mean "fusiform"?' make fusifrom
check_fails 2 'there are fusiform, bipennate, pair, curved, bar, torus, block' make elephant
check_fails 2 'did you mean "in"?' convert a.vtu b.vtu --units inch
check_fails 2 'there are: m cm mm um in ft' convert a.vtu b.vtu --to-units parsec
check_fails 2 'the up-axis is x, y or z, not "w"' convert a.vtu b.vtu --up w
check_fails 2 'the up-axis is x, y or z, not "xy"' convert a.vtu b.vtu --to-up xy
check_fails 2 'did you mean "gmsh"?' convert a.vtu b.msh --to gmhs
check_fails 2 'there is no format "doc"; there are: obj stl' info a.vtu --from doc
check_fails 2 'did you mean "stl"?' make bar --surfaces slt
check_fails 2 'there is for bash, zsh and fish' completion ksh
check_fails 2 'brawn bench lists them' bench nothing
check_fails 2 'choose one of --ascii, --binary and --compressed' convert a.vtu b.vtu --ascii --binary

# ------------------------------------------------------------------------------------ wrong values
check_fails 2 '--tets needs a value' make bar --tets
check_fails 2 '--out needs a value' make bar --out
check_fails 2 '--out needs a value' make bar --out --json
check_fails 2 '--out needs a value' make bar --out=
check_fails 2 '--ascii takes no value' make bar --ascii=yes
check_fails 2 'tets is "many", but must be a number' make bar --tets many
check_fails 2 'tets is 3, which is not between 100 and' make bar --tets 3
check_fails 2 'pennation is 61, which is not between 0 and 60 degrees' make bipennate --pennation 61
check_fails 2 'seed is 2147483648, which is not between 0 and 2147483647' make block --seed 2147483648
check_fails 2 'tets is 150.5, but must be a whole number' make bar --tets 150.5
check_fails 2 'length is -1, which is not between' make bar --length -1
check_fails 2 'length is "nan", but must be a number' make bar --length nan
check_fails 2 'corner is "maybe", but must be true or false' make curved --corner maybe
check_fails 2 '--threads takes a number, not "two"' make bar --threads two
check_fails 2 '--threads takes a whole number up to 1024, not 5000' make bar --threads 5000
check_fails 2 '--threads takes a whole number up to 1024, not -1' make bar --threads=-1
check_fails 2 '--set needs a value' check scene.json --set
check_fails 2 'there is no unit "parsec"' new . --units parsec
check_fails 2 'the up-axis is x, y or z, not "w"' new . --up w
check_fails 2 '--size takes a number up to 1e8' bench bvh --size 1e9
check_fails 2 '--size takes a number, not "big"' bench bvh --size big

# ------------------------------------------------------------------------------------- good spelling
check_ok make bar --tets=200 --bone_width=0.05 -o=equals.vtu --threads=1
check_file equals.vtu
check_ok make bar --tets 200 --bone-width 0.05 --out spaces.vtu --threads 1
if cmp -s equals.vtu spaces.vtu; then pass "--name=value is --name value"; else fail "$what" "another mesh than with ="; fi
cp equals.vtu ./--help
check_ok info --from vtu -- --help
check_has "--help (" "tets"
check_ok convert --from vtu --to vtu -- --help --json
check_file ./--json
check_fails 1 '--json: no mesh format has the extension ""' info -- --json
check_lacks '"error"'
check_ok make bar --tets 200 -o quiet --quiet
check_same "--quiet says nothing" "" "$(cat stdout stderr)"
check_ok make bar --tets 200 -o loud.vtu --pennation 20
check_same "an option without use is told" "brawn: warning: --pennation changes nothing: the bar has none" "$(cat stderr)"
finish
