#!/usr/bin/env bash
# `brawn bench`: it runs, and its numbers can be had as JSON.
# shellcheck source=test/cli/check.sh
. "$(dirname "$0")/check.sh"

check_ok bench
names=$(awk '{ print $1 }' stdout)
check_has "bvh" "io" "tetra" "build" "material" "sparse" "newton" "emu" "quasi" "xpbd" "peers" "render"
check_ok bench all --quick --json bench.json
for name in $names; do check_has "$name"; done
check_file bench.json
cp bench.json stdout
check_json 'd["machine"]["workers"] >= 1 and d["machine"]["processor"]'
check_json 'set(d["results"]) == {"bvh", "io", "tetra", "build", "material", "sparse", "newton", "emu", "quasi", "xpbd", "peers", "render"} and all(d["results"].values())'
check_ok bench bvh --quick --threads 1 --json -
check_json 'd["machine"]["workers"] == 1 and "bvh" in d["results"]'
cp bench.json stdout
check_json 'd["results"]["build"]["inverted"] == 0 and d["results"]["build"]["pieces"] == 5'
check_json '{"cutting", "fibres", "attachments"} <= {s["name"] for s in d["results"]["build"]["stages"]}'
check_json '0.9 < sum(s["seconds"] for s in d["results"]["build"]["stages"]) / d["results"]["build"]["seconds"] < 1.1'
check_json 'len(d["results"]["newton"]["runs"]) == 5 and all(r["not_converged"] == 0 and r["error"] < 1e-3 for r in d["results"]["newton"]["runs"])'
check_json 'all(abs(sum(v for k, v in r["bound_seconds"].items() if k != "total") / r["bound_seconds"]["total"] - 1) < 1e-9 for r in d["results"]["newton"]["runs"])'
check_json 'all(m[w]["converged"] and m[w]["eigenvalues_off"] <= 10 * t * t for m in d["results"]["sparse"]["modes"] for w, t in [("to 1e-3", 1e-3), ("to 1e-2", 1e-2)])'
check_json '[r["cores"] for r in d["results"]["peers"]["runs"] if r["program"] == "Brawn" and not r["failed"]] == [1, 2]'

# ---- the tables of the EMU paper
check_json 'set(d["results"]["emu"]) == {"machine", "table_2", "figure_8", "figure_4", "figure_20", "iteration", "figure_20_workers", "peers_iteration", "methods", "table_3"}'
check_json 'all(t["title"] and t["note"] and t["rows"] for n, t in d["results"]["emu"].items() if n != "machine" and n != "table_3")'
emu() { # table, condition on its rows: those that a method was there for
  check_json "(lambda rows: rows and all($2 for r in rows))([r for r in d['results']['emu']['$1']['rows'] if 'remark' not in r])"
}
emu table_2 '0 < r["error_percent"] < 2 and r["error_percent"] < r["motion_percent"] < 30 and 0.05 < r["error_percent"] / r["motion_percent"] < 0.15 and r["iterations"] > 0'
emu figure_8 '0 < r["error_percent"] < 2 and r["iterations"] > 0'
emu figure_4 'r["eigenvalues"] == sorted(r["eigenvalues"]) and r["eigenvalues"][0] == 1 and 50 < r["share_percent"] < r["share_of_half_percent"] <= 100'
emu figure_20 'r["iterations"] > 0 and r["converged"] == (r["solver"] != "EMU") and 0 < r["cpu_seconds"] < 30 and 0 < r["gigabytes"] < 2 and 500 < r["soft_tets"] < r["tets"]'
emu iteration 'abs(r["fem_ms"] / r["emu_ms"] / r["ratio"] - 1) < 1e-9'
emu peers_iteration '0 < r["ms"] < 1000 and r["iterations"] > 0'
emu methods '0 <= r["error_percent"] < 1 and r["error_percent"] <= r["motion_percent"] < 100 and r["iterations"] >= r["worst_frame"] > 0 and abs(r["volume_percent"]) < 1'
check_json '{r["solver"]: r.get("error_percent") for r in d["results"]["emu"]["methods"]["rows"]}["newton direct"] < 1e-3'
check_ok bench emu --quick --only figure_4,table_3 --scene "$root/scenes" --json -
check_json 'set(d["results"]["emu"]) == {"machine", "figure_4", "table_3"}'
check_json '[r["body"] for r in d["results"]["emu"]["table_3"]["rows"]] == ["bar"] and 0 < d["results"]["emu"]["table_3"]["rows"][0]["apart_percent"] < 2'
check_ok bench emu --quick --quiet --out tables --only table_2,figure_8,figure_4,figure_20,methods,table_3 --scene "$root/scenes"
check_file tables/emu.md tables/table_2.csv tables/table_3.csv tables/methods.csv tables/table_2.svg tables/figure_8.svg tables/figure_4.svg tables/figure_20.svg
check_same "a line of CSV for every row" "$(($(grep -c '^| axial' tables/emu.md) + 1))" "$(wc -l <tables/methods.csv)"
if grep -qE 'nan|inf' tables/*.svg; then fail "plots" "there is a number that is none"; else pass "plots have places for all"; fi
check_fails 1 'emu has no "table"' bench emu --quick --only table
check_fails 1 'nowhere/tables/emu.md: cannot write' bench emu --quick --out nowhere/tables

check_fails 1 'from 2 to 60' bench peers --size 100 --quick
check_ok bench build --tets 1500
check_has "tets a second" "improving"
check_fails 1 'nowhere.json' bench build --scene nowhere.json
check_ok bench bvh --quick --quiet
check_same "--quiet says nothing" "" "$(cat stdout stderr)"
check_fails 1 'nowhere/bench.json: cannot write' bench bvh --quick --json nowhere/bench.json

# ---- small variants of what docs/bench-xpbd.md has
check_ok bench xpbd --quick --json - --only hanging,contraction,substeps,figure_7,speed,tets
xpbd() { # table, condition on its rows
  check_json "(lambda rows: rows and all($2 for r in rows))(d['results']['xpbd']['$1']['rows'])"
}
xpbd hanging '(0.2 < r["k500000"] < 3) == (r["substeps"] == 1) and abs(r["k500000"]) < 3'
xpbd contraction 'r["across"] > 1 or (abs(r["length"] - 0.62) < 0.03 and abs(r["radius"] - 1.27) < 0.03)'
xpbd contraction 'abs(r["volume"] - 1) < 1e-3'
xpbd substeps 'abs(r["length"] - 0.62) < 0.03 and abs(r["radius"] - 1.27) < 0.03'
xpbd figure_7 'abs(r["error_percent"]) < 0.1'
xpbd speed 'r["constraints"] > 4000 and 0 < r["ms"] < 5000 and r["over_bound"] > 0'
xpbd tets '"remark" in r or r["error_percent"] > 0'
check_ok bench xpbd --quick --quiet --out tables --only figure_7
check_file tables/xpbd.md tables/figure_7.csv
check_fails 1 'xpbd has no "figure_8"; it has hanging' bench xpbd --quick --only figure_8
finish
