#!/usr/bin/env python3
"""Spoils shipped scenes in thousands of ways and sees that the program bears each of them.

    tools/bad_scenes.py build/release/brawn [--cases 400] [--seed 1] [--keep FOLDER]

Numbers become extreme, members are lost, doubled, moved or of another type. `brawn check` must answer
each with 0 or 1 within limits of memory and processor time; the small scenes are built as well, and
then what check calls an error must be refused in the same words, and what it calls clean must build,
but for what only the tets tell that are yet to be cut from surfaces (NEEDS_MESH, as docs/anatomy.md
names them). The same seed gives the same cases.
"""
import argparse, copy, glob, json, os, random, re, resource, shutil, subprocess, sys, tempfile
from concurrent.futures import ThreadPoolExecutor

MEMORY, SECONDS = 3 << 30, 20  # of address space; of processor time
SMALL = {"bar", "pair", "fusiform", "torus", "curved", "bipennate", "hinge", "joint", "sensor", "flex", "cut"}
NEEDS_MESH = re.compile("leaves no (vertex|tet)|has no vertex of (this|the) muscle|touches no|does not touch|needs .*it touches"
                        "|everything that its|no face of the mesh|on both of its sides|but only bone is there|are in no unit"
                        "|has no tets: units|needs fibres, but|has no (origin|insertion), and|^brawn: mesh: |there is no vertex"
                        "|of the muscle is outside of the solid|has no tet array|tets, but the mesh has|is inside out or flat"
                        "|the surface of |no tets of its own|has no tets of|has all vertices of the muscle", re.M)
# two bones and a muscle between them as forms, with all that hangs on places
CUT = {
    "units": "mm",
    "bones": {"base": {"form": {"clay": [{"centre": [0, 0, 0], "half": [20, 10, 20]}], "detail": 8}, "fixed": True},
              "ball": {"form": {"clay": [{"points": [[0, 60, 0]], "widths": 22}], "detail": 12}}},
    "muscles": {"m": {"form": {"sweep": {"points": [[0, 8, 0], [0, 42, 0]], "widths": [14, 14]}, "detail": 8}, "activation": 0.3,
                      "origin": {"bones": "base", "within": 4}, "insertion": {"bones": "ball", "select": "high", "within": 4},
                      "tendons": {"by": "distance", "origin": 3, "insertion": 3}}},
    "joints": {"j": {"type": "ball", "bones": ["base", "ball"], "fit": "sphere", "within": 60}},
    "selections": {"high": {"parts": "m", "sphere": {"centre": [0, 42, 0], "radius": 18}},
                   "side": {"parts": "m", "box": [[0, 10, -50], [50, 40, 50]], "any": ["half", "tip"]},
                   "half": {"plane": {"point": [0, 0, 0], "normal": [1, 0, 0]}},
                   "tip": {"parts": "m", "near": {"parts": "ball", "within": 8}},
                   "dots": {"parts": "m", "nearest": [[9, 20, 0], [0, 20, 9], [0, 30, 9], [9, 30, 0]]}},
    "supports": {"s": {"on": "dots", "axes": "x"}},
    "loads": {"p": {"on": "side", "kind": "pressure", "pressure": 100}, "f": {"on": "ball", "vector": [0, 1, 0]}},
    "probes": {"cut": {"section": {"point": [0, 25, 0], "normal": [0, 1, 0]}, "on": "m"}, "at": {"at": [0, 25, 0], "part": "m"},
               "tip": {"on": "tip"}},
    "mesh": {"tets": 1500, "passes": 1},
    "frames": {"last": 1},
}
NUMBERS = [0, -1, 1, 2, 3, 0.5, -0.5, 7, 64, 512, 10000, 1e6, 1e9, 2e9, 1e15, 1e30, 1e160, 1.7e308, -1e9, -1e160, -1.7e308,
           1e-3, 1.6e-8, 1e-9, 1e-15, 1e-160, 1e-300, 5e-324, 2147483647, -2147483648, 2147483648, 4294967296, 9007199254740993]
TEXTS = ["", "x", "nothing", "newton", "emu", "pd", "fvm", "xpbd", "mm", "z", "*", "a.b", "../..", "/dev/null", "n" * 300, "\u00e9"]
COMMENT = re.compile(r'"(?:\\.|[^"\\])*"|//[^\n]*|/\*.*?\*/', re.S)
OTHERS = [None, True, False, [], {}, [[]], [0], [0, 0, 0], [[0, 0, 0]], "text", 0, 1e300]


def places(value, path=()):
    """Every value in the tree, as (path, value)."""
    yield path, value
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from places(inner, path + (key,))


def at(scene, path):
    for key in path:
        scene = scene[key]
    return scene


def spoil(scene, rng):
    """Changes one thing; returns what was done."""
    path, value = rng.choice([p for p in places(scene) if p[0]])
    if rng.random() < 0.6:  # most mistakes are in numbers
        path, value = rng.choice([p for p in places(scene) if p[0] and isinstance(p[1], (int, float))] or [(path, value)])
    holder, key = at(scene, path[:-1]), path[-1]
    kind = rng.choice(["number"] * 6 + ["times"] * 2 + ["text", "other", "lose", "double", "move", "many"])
    if kind == "number":
        holder[key] = rng.choice(NUMBERS)
    elif kind == "times" and isinstance(value, (int, float)):
        holder[key] = value * rng.choice([1e-9, 1e-6, 1e-3, 10, 1000, 1e6, 1e9, -1])
    elif kind == "text":
        holder[key] = rng.choice(TEXTS + list(scene))
    elif kind == "other":
        holder[key] = copy.deepcopy(rng.choice(OTHERS))
    elif kind == "lose":
        del holder[key]
    elif kind == "double" and isinstance(holder, list):
        holder.insert(key, copy.deepcopy(value))
    elif kind == "double":
        holder[str(key) + "2"] = copy.deepcopy(value)
    elif kind == "many" and isinstance(holder, list):
        holder.extend(copy.deepcopy(value) for _ in range(rng.choice([1, 10, 1000])))
    elif kind == "move":
        other, _ = rng.choice([p for p in places(scene) if isinstance(p[1], dict)])
        at(scene, other)[str(key)] = copy.deepcopy(value)
    return f"{kind} {'.'.join(map(str, path))}"


def limit():
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def call(brawn, *words):
    env = dict(os.environ, OPENBLAS_NUM_THREADS="1", OMP_NUM_THREADS="1")
    done = subprocess.run([brawn, *words], preexec_fn=limit, capture_output=True, text=True, errors="replace", env=env)
    flaw = None
    if done.returncode not in (0, 1):
        flaw = f"ends with {done.returncode}" + (" (out of time)" if done.returncode in (-24, -9) else "")
    elif "memory" in done.stderr:
        flaw = "needs too much memory"
    return done, flaw


def errors_of(brawn, file):
    done, flaw = call(brawn, "check", file, "--json", "-")
    if flaw or not done.stdout:
        return flaw or "says nothing", []
    try:
        remarks = json.loads(done.stdout).get("remarks", [])
    except ValueError:
        return "writes broken JSON", []
    errors = [f"{r['where']}: {r['text']}" for r in remarks if r["severity"] == "error"]
    if (done.returncode == 1) != bool(errors):
        return f"ends with {done.returncode}, but tells {len(errors)} errors", errors
    return None, errors


def try_one(brawn, folder, number, seed, scenes):
    rng = random.Random(f"{seed}-{number}")
    name = rng.choice(sorted(scenes))
    scene = copy.deepcopy(scenes[name])
    done = [spoil(scene, rng) for _ in range(rng.choice([1, 1, 1, 2, 3]))]
    file = os.path.join(folder, os.path.dirname(name), f"case{number}.json")
    with open(file, "w") as out:
        json.dump(scene, out)
    flaw, errors = errors_of(brawn, file)
    verb = "check"
    small = os.path.splitext(os.path.basename(name))[0] in SMALL
    given = few_tets(scene)
    if not flaw and small and (errors or given or name == "scenes/cut.json"):
        verb = "build"
        built, flaw = call(brawn, "build", file, "--no-cache", "--quiet")
        if flaw and not errors and not given and "out of time" in flaw:
            flaw = None  # a fine body takes its time to mesh
        elif not flaw and errors and built.returncode == 0:
            flaw = "builds, but check says: " + errors[0]
        first = errors and errors[0].split(": ", 1)[1].splitlines()[0]
        if not flaw and errors and first not in built.stderr:
            flaw = f"check says {errors[0]!r}, build says {built.stderr!r}"
        if not flaw and not errors and built.returncode == 1 and (given or not NEEDS_MESH.search(built.stderr)):
            flaw = f"refuses what check calls clean: {built.stderr!r}"
    if not flaw:
        os.remove(file)
        return None
    return f"{name}, case {number} ({', '.join(done)}): brawn {verb} {flaw}"


def few_tets(scene):
    """Is what a build would take long for as it was?"""
    mesh = scene.get("mesh", {})
    shape = mesh.get("shape", {}) if isinstance(mesh, dict) else {}
    tets = shape.get("tets") if isinstance(shape, dict) else None
    if isinstance(mesh, dict) and "file" in mesh:
        return True
    return isinstance(tets, (int, float)) and 0 < tets <= 3000


def load(root):
    scenes = {}
    for file in sorted(glob.glob(os.path.join(root, "scenes", "**", "*.json"), recursive=True)):
        name = os.path.relpath(file, root)
        if os.path.getsize(file) > 100000:
            continue
        with open(file) as text:
            scene = json.loads(COMMENT.sub(lambda m: m[0] if m[0][0] == '"' else "", text.read()))
        for _, value in places(scene):  # coarse, so that a case takes no time
            if isinstance(value, dict) and ("sweep" in value or "clay" in value):
                value["detail"] = 12
            if isinstance(value, dict) and "shape" in value and "length" in value:
                value["tets"] = 600
        scenes[name] = scene
    return dict(scenes, **{"scenes/cut.json": CUT})


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("brawn")
    parser.add_argument("--cases", type=int, default=400)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", help="scenes whose name has this in it")
    parser.add_argument("--keep", help="where the scenes that fail go")
    options = parser.parse_args()
    root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
    brawn, scenes = os.path.abspath(options.brawn), load(root)
    scenes = {name: scene for name, scene in scenes.items() if not options.only or re.search(options.only, name)}
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(os.path.join(root, "scenes"), os.path.join(folder, "scenes"))
        with ThreadPoolExecutor(2) as pool:
            numbers = range(options.first, options.first + options.cases)
            flaws = []
            for flaw in pool.map(lambda n: try_one(brawn, folder, n, options.seed, scenes), numbers):
                if flaw:
                    print("FAILED", flaw, flush=True)
                    flaws.append(flaw)
        if flaws and options.keep:
            shutil.copytree(os.path.join(folder, "scenes"), options.keep, dirs_exist_ok=True)
    print(f"{options.cases} spoilt scenes, {len(flaws)} failed")
    return 1 if flaws else 0


if __name__ == "__main__":
    sys.exit(main())
