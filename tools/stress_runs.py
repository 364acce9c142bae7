#!/usr/bin/env python3
# Runs that are killed, damaged and started twice: nothing may come out wrong, and nothing be lost.
#
#   tools/stress_runs.py --brawn build/release/brawn                 the full study
#   tools/stress_runs.py --brawn build/release/brawn --quick         some of each, for the tests
#   tools/stress_runs.py ... --scene $PWD/boxes.json                 of another body than the small bar
#
# kills        a run is killed at a random moment, up to three times, and resumed; what is there then
#              is compared bit for bit with an undisturbed run
# corruptions  a file of a finished run gets a wrong byte, is cut short or removed; `brawn info` must
#              tell, and `--resume` must bring back the bytes
# races        runs are started into one folder at nearly the same time; one goes on, the others are
#              refused, and the frames are right
# stops        a run in the midst of a step that takes minutes is asked to stop, by a signal or a
#              file; it must end within a second
#
# Every failure is a line "FAILED ..."; the last lines have the numbers.

import argparse, hashlib, json, os, random, shutil, signal, subprocess, sys, tempfile, time

SCENE = {
    "name": "bar", "mesh": {"shape": {"shape": "bar", "tets": 100}}, "gravity": [0, 0, 0],
    "bones": {"top": {"labels": "bone_proximal", "fixed": True}, "base": {"labels": "bone_distal"}},
    "muscles": {"m": {"labels": "muscle", "origin": "top", "insertion": "base", "tension": 5e5,
                      "activation": {"keys": [[0, 0], [1, 1]], "curve": "linear"}}},
    "frames": {"first": 1, "last": 12},
    "outputs": {"formats": ["vtu", "gmsh"]},
}
# of the machine, not of the body
FREE = ("times.csv", "run.json", "run.sums")


class Study:
    def __init__(self, brawn, scene, last, seed):
        self.brawn, self.scene, self.last, self.random = brawn, scene, last, random.Random(seed)
        self.failed, self.counts = 0, {}

    def count(self, what, by=1):
        self.counts[what] = self.counts.get(what, 0) + by

    def fail(self, what):
        self.failed += 1
        print("FAILED", what, flush=True)

    def words(self, folder, more):
        return [self.brawn, "run", self.scene, "-o", folder, "--threads", "1", *more]

    def start(self, folder, *more):
        return subprocess.Popen(self.words(folder, more), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)

    def run(self, folder, *more):
        done = subprocess.run(self.words(folder, more), capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr

    def info(self, folder):
        done = subprocess.run([self.brawn, "info", folder], capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr


def results(folder):
    found = {}
    for place, _, files in os.walk(folder):
        for name in files:
            if name in FREE or name.startswith("run.checkpoint"):
                continue
            path = os.path.join(place, name)
            with open(path, "rb") as file:
                found[os.path.relpath(path, folder)] = hashlib.sha256(file.read()).hexdigest()
    return found


def ensure_same(study, what, folder, expected):
    now = results(folder)
    if now == expected:
        return True
    names = sorted(name for name in set(now) | set(expected) if now.get(name) != expected.get(name))
    study.fail(f"{what}: not as of an undisturbed run: {' '.join(names[:6])}")
    return False


# ------------------------------------------------------------------------------------------- kills

def kill_once(study, folder, seconds, number):
    process = study.start(folder, "--resume")
    time.sleep(study.random.uniform(0, seconds))
    ended = process.poll() is not None
    process.send_signal(number)
    process.stderr.read()
    code = process.wait()
    study.count("kills" if not ended else "kills that came too late")
    if code not in (0, 130, -number):
        study.fail(f"exit code {code} after signal {number}")


def kills(study, count, expected, seconds):
    i = 0
    while study.counts.get("kills", 0) < count and i < 10 * count:
        i += 1
        shutil.rmtree("killed", ignore_errors=True)
        for _ in range(study.random.randint(1, 3)):
            kill_once(study, "killed", seconds, study.random.choice([signal.SIGKILL, signal.SIGTERM]))
        code, said = study.run("killed", "--resume")
        if code != 0:
            study.fail(f"kill {i}: exit code {code} of the run that goes on: {said.strip()}")
        elif "made anew" in said:
            study.fail(f"kill {i}: a kill is taken for damage: {said.strip()}")
        elif ensure_same(study, f"kill {i}", "killed", expected):
            study.count("killed runs that came to the same bits")
        code, said = study.info("killed")
        if code != 0:
            study.fail(f"kill {i}: info tells of damage after all: {said.strip()}")


# ------------------------------------------------------------------------------------- corruptions

def damage(study, path):
    with open(path, "rb") as file:
        data = bytearray(file.read())
    way = study.random.choice(["byte", "byte", "bit", "cut", "longer", "gone"])
    if way in ("byte", "bit") and data:
        at = study.random.randrange(len(data))
        data[at] ^= study.random.randint(1, 255) if way == "byte" else 1 << study.random.randrange(8)
        way += f" {at}"
    elif way == "cut" and data:
        del data[study.random.randrange(len(data)):]
        way += f" to {len(data)}"
    elif way == "longer":
        data += bytes(study.random.randrange(256) for _ in range(study.random.randint(1, 40)))
    else:
        os.remove(path)
        return "gone"
    with open(path, "wb") as file:
        file.write(data)
    return way


def corrupt(study, name, expected):
    shutil.rmtree("damaged", ignore_errors=True)
    shutil.copytree("whole", "damaged")
    way = damage(study, os.path.join("damaged", name))
    what = f"{name}: {way}"
    study.count("corruptions")
    code, said = study.info("damaged")
    # an early checkpoint that is gone is not missed: it serves only to save time
    if code == 0 and not (way == "gone" and name.startswith("run.checkpoint.")):
        study.fail(f"{what}: info does not see it")
    code, said = study.run("damaged", "--resume")
    if code != 0:
        study.fail(f"{what}: exit code {code}: {said.strip()}")
        return
    if ensure_same(study, what, "damaged", expected):
        study.count("corruptions that were mended")
    code, said = study.info("damaged")
    if code != 0:
        study.fail(f"{what}: still damaged after resuming: {said.strip()}")


def corruptions(study, count, expected):
    names = sorted(os.path.relpath(os.path.join(place, name), "whole")
                   for place, _, files in os.walk("whole") for name in files)
    inside = [name for name in names if name.startswith(("frames/", "surfaces/"))]
    names = [name for name in names if name not in inside] + inside[:1] + inside[-1:]
    for name in names:
        for _ in range(count):
            corrupt(study, name, expected)
    study.count("files that were damaged", len(names))


# ------------------------------------------------------------------------------------------- races

def race(study, i, seconds, expected):
    shutil.rmtree("raced", ignore_errors=True)
    more = study.random.choice([[], ["--resume"], ["--resume"]])
    first = study.start("raced", "--frames", f"1-{study.last // 2}")
    time.sleep(study.random.uniform(0, 1.2 * seconds))
    others = [study.start("raced", *more) for _ in range(study.random.randint(1, 2))]
    for process in [first, *others]:
        said = process.stderr.read().decode()
        code = process.wait()
        study.count("runs at one folder")
        refused = code == 1 and ("another run is writing" in said or "there is a run in this folder" in said)
        study.count("runs that were refused", refused)
        if code != 0 and not refused:
            study.fail(f"race {i}: exit code {code}: {said.strip()}")
    code, said = study.run("raced", "--resume", "--frames", f"1-{study.last}")
    if code != 0 or "made anew" in said:
        study.fail(f"race {i}: exit code {code}: {said.strip()}")
    ensure_same(study, f"race {i}", "raced", expected)


# ------------------------------------------------------------------------------------------- stops

STOPS = [("newton", []), ("emu", []), ("admm", []), ("lbfgs", []), ("bcqn", []),
         ("xpbd", ["--set", "solver.xpbd_substeps=10000"])]


def long_step(study, method, more):
    heavy = ["--method", method, "--set", "mesh.shape.tets=60000", "--set", "solver.iterations=100000",
             "--set", "solver.tolerance=1e-30", *more]
    return study.start("stopped", "--frames", "1-2", *heavy)


def stop(study, method, more, by):
    shutil.rmtree("stopped", ignore_errors=True)
    process = long_step(study, method, more)
    for _ in range(6000):
        if os.path.exists("stopped/run.checkpoint") or process.poll() is not None:
            break
        time.sleep(0.05)
    time.sleep(study.random.uniform(0.1, 2))
    begin = time.monotonic()
    if by == "run.stop":
        open("stopped/run.stop", "w").close()
    else:
        process.send_signal(by)
    said = process.stderr.read().decode()
    code = process.wait()
    seconds = time.monotonic() - begin
    study.counts["longest stop [s]"] = max(study.counts.get("longest stop [s]", 0), round(seconds, 3))
    study.count("stops")
    record = json.load(open("stopped/run.json"))["outcome"] if os.path.exists("stopped/run.json") else "none"
    study.count("stops in order", record == "stopped")
    if code != 130 or seconds > 1.5 or record not in ("stopped", "running"):
        study.fail(f"{method} stopped by {by}: exit code {code}, {seconds:.2f} s, {record}: {said.strip()}")


def stops(study, count):
    for _ in range(count):
        for method, more in STOPS:
            for by in (signal.SIGTERM, signal.SIGINT, "run.stop"):
                stop(study, method, more, by)


# --------------------------------------------------------------------------------------------- all

def main():
    words = argparse.ArgumentParser()
    words.add_argument("--brawn", required=True)
    words.add_argument("--kills", type=int, default=200)
    words.add_argument("--corruptions", type=int, default=200, help="of each file")
    words.add_argument("--races", type=int, default=200)
    words.add_argument("--stops", type=int, default=1, help="of each method and way")
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--scene", help="without comments, with frames from 1 to an even number, and files by their whole path")
    words.add_argument("--quick", action="store_true")
    asked = words.parse_args()
    if asked.quick:
        asked.kills, asked.corruptions, asked.races, asked.stops = 4, 1, 4, 0
    brawn = os.path.abspath(asked.brawn)
    with tempfile.TemporaryDirectory() as place:
        os.chdir(place)
        os.environ["XDG_CACHE_HOME"] = place + "/cache"
        scene = json.load(open(asked.scene)) if asked.scene else SCENE
        with open("bar.json", "w") as file:
            json.dump(scene, file)
        study = Study(brawn, "bar.json", scene["frames"]["last"], asked.seed)
        study.run("warm")  # and the model is in the cache
        begin = time.monotonic()
        code, said = study.run("whole")
        seconds = time.monotonic() - begin
        if code != 0:
            study.fail(f"the undisturbed run: exit code {code}: {said}")
        expected = results("whole")
        kills(study, asked.kills, expected, 0.8 * seconds)
        corruptions(study, asked.corruptions, expected)
        for i in range(asked.races):
            race(study, i, seconds, expected)
        stops(study, asked.stops)
        os.chdir("/")
    for what, number in study.counts.items():
        print(f"{what}: {number}")
    print(f"{study.failed} failed, {time.monotonic() - begin:.0f} s")
    return study.failed > 0


sys.exit(main())
