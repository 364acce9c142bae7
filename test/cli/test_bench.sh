#!/usr/bin/env bash
# `brawn bench`: it runs, and its numbers can be had as JSON.
# shellcheck source=test/cli/check.sh
. "$(dirname "$0")/check.sh"

check_ok bench
names=$(awk '{ print $1 }' stdout)
check_has "bvh" "svd" "io" "tetra" "build" "material" "sparse" "newton" "peers" "render"
check_ok bench all --quick --json bench.json
for name in $names; do check_has "$name"; done
check_file bench.json
cp bench.json stdout
check_json 'd["machine"]["workers"] >= 1 and d["machine"]["processor"]'
check_json 'set(d["results"]) == {"bvh", "svd", "io", "tetra", "build", "material", "sparse", "newton", "peers", "render"} and all(d["results"].values())'
check_ok bench svd --quick --threads 1 --json -
check_json 'd["machine"]["workers"] == 1 and "svd" in d["results"]'
cp bench.json stdout
check_json 'd["results"]["build"]["inverted"] == 0 and d["results"]["build"]["pieces"] == 5'
check_json '{"cutting", "fibres", "attachments"} <= {s["name"] for s in d["results"]["build"]["stages"]}'
check_json '0.9 < sum(s["seconds"] for s in d["results"]["build"]["stages"]) / d["results"]["build"]["seconds"] < 1.1'
check_json 'len(d["results"]["newton"]["runs"]) == 5 and all(r["not_converged"] == 0 and r["error"] < 1e-3 for r in d["results"]["newton"]["runs"])'
check_json 'all(abs(sum(v for k, v in r["bound_seconds"].items() if k != "total") / r["bound_seconds"]["total"] - 1) < 1e-9 for r in d["results"]["newton"]["runs"])'
check_json 'all(m[w]["converged"] and m[w]["eigenvalues_off"] <= 10 * t * t for m in d["results"]["sparse"]["modes"] for w, t in [("to 1e-3", 1e-3), ("to 1e-2", 1e-2)])'
check_json '[r["cores"] for r in d["results"]["peers"]["runs"] if r["program"] == "Brawn" and not r["failed"]] == [1, 2]'
check_fails 1 'from 2 to 60' bench peers --size 100 --quick
check_ok bench build --tets 1500
check_has "tets a second" "improving"
check_fails 1 'nowhere.json' bench build --scene nowhere.json
check_ok bench svd --quick --quiet
check_same "--quiet says nothing" "" "$(cat stdout stderr)"
check_fails 1 'nowhere/bench.json: cannot write' bench svd --quick --json nowhere/bench.json
finish
