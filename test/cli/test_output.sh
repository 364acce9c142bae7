#!/usr/bin/env bash
# What comes out: JSON for scripts, colours for terminals only, and no silence when it is lost.
# shellcheck source=test/cli/check.sh
. "$(dirname "$0")/check.sh"

escape=$'\x1b'

# ------------------------------------------------------------------------------------------- JSON
check_ok make bar --tets 200 -o out --json
check_json 'd["shape"] == "bar" and d["mesh"] == "out/bar.vtu" and 100 < d["tets"] < 400 and d["points"] > 0'
check_json 'd["surfaces"] == ["out/bar/%s.obj" % n for n in ("bone_proximal", "bone_distal", "muscle")]'
check_json '4.15e-4 < d["volume"] < 4.17e-4 and 0 < d["min_dihedral"] < d["max_dihedral"] < 180'
cp out/bar.vtu bar.vtu
check_ok info bar.vtu --json
check_json 'd["file"] == "bar.vtu" and d["tets"] > 0 and d["errors"] == 0 and d["findings"] == []'
check_json '[l["name"] for l in d["labels"]] == ["bone_proximal", "bone_distal", "muscle"]'
check_json 'sum(l["count"] for l in d["labels"]) == d["tets"] and len(d["low"]) == 3'
check_json 'd["arrays"][0]["name"] == "fibre" and d["arrays"][0]["components"] == 3'
check_json 'sum(d["solid"]["dihedral_histogram"]) == 6 * d["tets"] and "surface" not in d'
check_ok info bar.vtu out/bar/muscle.obj --json
check_json '[f["file"] for f in d] == ["bar.vtu", "out/bar/muscle.obj"]'
check_json 'd[1]["surface"]["closed"] and d[1]["surface"]["euler_characteristic"] == 2'
check_ok convert bar.vtu bar.msh --json
check_json 'd["from"] == "bar.vtu" and d["to"] == "bar.msh" and d["triangles"] == 0 and d["tets"] > 0'

check_fails 1 'nothing.vtu' info nothing.vtu --json
check_json 'd["file"] == "nothing.vtu" and "nothing.vtu" in d["error"] and d["status"] == "BRN_NOT_FOUND"'
check_fails 1 'nothing.vtu' info bar.vtu nothing.vtu --json
check_json 'd[0]["tets"] > 0 and d[1]["status"] == "BRN_NOT_FOUND" and len(d) == 2'
check_fails 1 'nothing.vtu' convert nothing.vtu b.vtu --json
check_json '"nothing.vtu" in d["error"] and d["status"] == "BRN_NOT_FOUND"'
check_fails 2 'no option' make --wobble bar --json # even a mistake before --json is told in JSON
check_json '"--wobble" in d["error"]'
check_fails 2 'no shape' make elephant --json
check_json '"elephant" in d["error"]'
check_fails 1 'No such file' info $'\xff\xfe.obj' --json # a name that is no UTF-8
check_json 'd["error"].startswith("??.obj")'

cat >steps.pvd <<'END'
<?xml version="1.0"?>
<VTKFile type="Collection" version="0.1"><Collection>
<DataSet timestep="0.5" part="0" file="bar.vtu"/>
</Collection></VTKFile>
END
check_ok info steps.pvd
check_has "a collection of 1 files" "bar.vtu"
check_ok info steps.pvd bar.vtu --json
check_json 'd[0]["steps"] == [{"time": 0.5, "part": 0, "file": "bar.vtu"}] and d[1]["tets"] > 0'

# ----------------------------------------------------------------------------------------- colours
for arguments in "--help" "make --help" "info bar.vtu" "bench" "make bar --tets 200"; do
  read -ra words <<<"$arguments"
  check_ok "${words[@]}"
  check_lacks "$escape"
done
if script -qec true /dev/null >/dev/null 2>&1 </dev/null; then
  script -qec "'$BRAWN' info bar.vtu" /dev/null >stdout 2>stderr </dev/null
  what="brawn info in a terminal"
  check_has "${escape}[1m"
  NO_COLOR=1 script -qec "'$BRAWN' info bar.vtu" /dev/null >stdout 2>stderr </dev/null
  what="brawn info in a terminal with NO_COLOR"
  check_has "bar.vtu"
  check_lacks "$escape"
else
  pass "skipped, as there is no \`script\` or no terminal to be had: colours in a terminal"
fi

# --------------------------------------------------------------------------------- output that is lost
lost() { # where to, arguments
  local target=$1
  shift
  what="brawn $* to $target"
  if [ "$target" = "a closed standard output" ]; then
    "$BRAWN" "$@" >&- 2>stderr
  else
    "$BRAWN" "$@" >"$target" 2>stderr
  fi
  code=$?
  check_same "$what ends with 1" 1 $code
  check_same "$what says so" "brawn: cannot write to standard output" "$(cat stderr)"
}
: >stdout
if [ -w /dev/full ]; then
  lost /dev/full --help
  lost /dev/full info bar.vtu
  lost /dev/full info bar.vtu --json
  lost /dev/full convert bar.vtu b.vtu
  lost /dev/full make bar --tets 200 -o full.vtu
  lost /dev/full completion bash
else
  pass "skipped, as there is no /dev/full: a full disk"
fi
lost "a closed standard output" --help
lost "a closed standard output" convert bar.vtu closed.vtu
check_same "the file is whole all the same" "$(counts bar.vtu)" "$(counts closed.vtu)"
finish
