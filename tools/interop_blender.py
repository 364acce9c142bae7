#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
#
# Exports a run and opens it in Blender: point caches played by its Mesh Cache modifier, meshes, and
# bone motion. Expected are the surfaces and the table of bones that the run itself has written,
# which come about in other ways than exports.
#
#   tools/interop_blender.py BRAWN SCRATCH_FOLDER
#
# Prints "ok NAME" or "FAILED NAME: why" per check; exits with 1 when one failed.

import csv
import json
import os
import subprocess
import sys

import numpy

FRAMES = 6
METRES = {"m": 1, "cm": 0.01, "mm": 0.001, "in": 0.0254}
failed = False


def check(name, good, why=""):
    global failed
    failed = failed or not good
    print(f"ok {name}" if good else f"FAILED {name}: {why}")


# --------------------------------------------------------------------------------------- the scene


def write_box(path, low, high, cells):
    """A box of quads, facing out, with a few more vertices than it needs."""
    low, high, cells = numpy.array(low, float), numpy.array(high, float), numpy.array(cells)
    vertices, faces, known = [], [], {}

    def vertex(at):
        if at not in known:
            known[at] = len(vertices) + 1
            vertices.append(low + (high - low) * numpy.array(at) / cells)
        return known[at]

    for axis in range(3):
        a, b = (axis + 1) % 3, (axis + 2) % 3
        for side in (0, cells[axis]):
            for i in range(cells[a]):
                for j in range(cells[b]):
                    square = [(i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1)]
                    if side == 0:
                        square.reverse()
                    corners = []
                    for u, v in square:
                        at = [0, 0, 0]
                        at[axis], at[a], at[b] = int(side), u, v
                        corners.append(vertex(tuple(at)))
                    faces.append(corners)
    with open(path, "w") as file:
        for v in vertices:
            file.write("v %r %r %r\n" % tuple(float(c) for c in v))
        for f in faces:
            file.write("f %d %d %d %d\n" % tuple(f))


def write_scene(folder):
    """Millimetres, Z up: a hinge with a muscle over it, a tip that turns, and a bone on its own."""
    os.makedirs(folder, exist_ok=True)
    write_box(f"{folder}/upper.obj", [0, 0, 100], [30, 20, 200], [2, 1, 4])
    write_box(f"{folder}/lower.obj", [0, 0, 10], [30, 20, 95], [2, 1, 4])
    write_box(f"{folder}/tip.obj", [5, 2, -50], [25, 18, 5], [1, 1, 3])
    write_box(f"{folder}/stray.obj", [120, 5, 0], [135, 45, 25], [1, 3, 2])
    write_box(f"{folder}/muscle.obj", [30, 0, 45], [52, 20, 160], [2, 2, 8])
    scene = {
        "brawn": 1, "name": "hook", "units": "mm", "up": "z", "mesh": {"tets": 2500},
        "gravity": [0, 0, 0],
        "bones": {
            "upper": {"surface": "upper.obj", "fixed": True},
            "lower": {"surface": "lower.obj"},
            "tip": {"surface": "tip.obj"},
            "stray": {"surface": "stray.obj",
                      "motion": {"move": [[0, 0, 0, 0], [0.2, 30, -10, 5]],
                                 "turn": [[0, 0, 0, 0], [0.2, 100, 50, -70]]}},
        },
        "muscles": {"flexor": {"surface": "muscle.obj", "origin": "upper", "insertion": "lower",
                               "tension": 2e5,
                               "activation": {"keys": [[0, 0], [0.2, 1]], "curve": "linear"}}},
        "joints": {
            "elbow": {"type": "hinge", "bones": ["upper", "lower"], "point": [15, 10, 97.5],
                      "axis": [0, 1, 0]},
            "wrist": {"type": "hinge", "bones": ["lower", "tip"], "point": [15, 10, 7.5],
                      "axis": [1, 0, 0.5], "angle": {"keys": [[0, 0], [0.2, 80]]}},
        },
        "frames": {"first": 1, "last": FRAMES, "per_second": 25},
    }
    json.dump(scene, open(f"{folder}/scene.json", "w"))


def read_obj(path):
    points, faces = [], []
    for line in open(path):
        words = line.split()
        if words and words[0] == "v":
            points.append([float(w) for w in words[1:4]])
        elif words and words[0] == "f":
            faces.append([int(w) - 1 for w in words[1:]])
    return numpy.array(points), faces


def to_file(points, units, up):
    """From metres, Y up."""
    x, y, z = numpy.moveaxis(numpy.asarray(points, float), -1, 0)
    turned = {"y": (x, y, z), "z": (x, -z, y), "x": (y, -x, z)}[up]
    return numpy.stack(turned, -1) / METRES[units]


def surfaces(run, part):
    """Of all frames, in metres, Y up: the run has them in millimetres, Z up."""
    frames = []
    for frame in range(1, FRAMES + 1):
        p, _ = read_obj(f"{run}/surfaces/{part}.{frame:04d}.obj")
        frames.append(numpy.stack((p[:, 0], p[:, 2], -p[:, 1]), -1) / 1000)
    return numpy.array(frames)


def bone_poses(run):
    """Rotation matrix and translation of each bone in each frame, from bones.csv."""
    poses = []
    for row in csv.DictReader(open(f"{run}/bones.csv")):
        frame = {}
        for bone in ("upper", "lower", "tip", "stray"):
            w, x, y, z = (float(row[f"{bone}.rotation_{c}"]) for c in "wxyz")
            turn = numpy.array([[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
                                [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
                                [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]])
            move = numpy.array([float(row[f"{bone}.translation_{c} [m]"]) for c in "xyz"])
            frame[bone] = (turn, move)
        poses.append(frame)
    return poses


# -------------------------------------------------------------------------------------- the checks

steps, judges = [], []


def plan(step, judge):
    steps.append(step)
    judges.append(judge)


def far(name, found, expected, size, most=1e-6):
    found, expected = numpy.asarray(found), numpy.asarray(expected)
    if found.shape != expected.shape:
        return check(name, False, f"shape {found.shape}, expected {expected.shape}")
    worst = numpy.abs(found - expected).max() / size
    return check(f"{name} ({worst:.1e})", worst < most, f"off by {worst:.2e} of the size")


def export(brawn, run, path, *options):
    subprocess.run([brawn, "export", run, "--to", path, "--quiet", *options], check=True)


def plan_caches(brawn, run, folder):
    for units, up in [("m", "y"), ("cm", "z"), ("in", "x")]:
        for kind in ("pc2", "mdd"):
            name = f"{kind} {units} {up}"
            base = f"{folder}/{kind}-{units}-{up}"
            export(brawn, run, f"{base}.{kind}", "--units", units, "--up", up)
            for part in ("flexor", "tip"):
                expected = to_file(surfaces(run, part), units, up)
                step = {"do": "cache", "mesh": f"{base}.{part}.obj", "cache": f"{base}.{part}.{kind}",
                        "format": kind.upper(), "first": 1, "frames": list(range(1, FRAMES + 1))}
                plan(step, lambda r, n=name, p=part, e=expected: far(
                    f"{n}: {p} in all frames", r["frames"], e, numpy.ptp(e)))


def plan_recipe(brawn, run, folder):
    """Y up, imported with Blender's own settings: it stands upright in Blender."""
    export(brawn, run, f"{folder}/usual.pc2", "--frames", "2-6/2", "--parts", "flexor")
    expected = to_file(surfaces(run, "flexor")[1::2], "m", "z")
    step = {"do": "cache", "mesh": f"{folder}/usual.obj", "cache": f"{folder}/usual.pc2",
            "usual": True, "format": "PC2", "first": 1, "frames": [1, 2, 3]}
    plan(step, lambda r: far("pc2, usual settings: Y up stands upright", r["frames"], expected,
                             numpy.ptp(expected)))


def plan_meshes(brawn, run, folder):
    rest, faces = read_obj(f"{run}/../muscle.obj")
    for kind in ("obj", "ply", "stl"):
        export(brawn, run, f"{folder}/mesh.%04d.{kind}", "--units", "mm", "--up", "z")
        expected = to_file(surfaces(run, "flexor")[3], "mm", "z")

        def judge(r, kind=kind, expected=expected):
            found = numpy.array(r["points"])
            if kind == "stl":  # vertices come in another order
                found = found[[int(numpy.abs(found - e).max(axis=1).argmin()) for e in expected]]
                check("stl: 2 triangles a quad", len(r["faces"]) == 2 * len(faces), len(r["faces"]))
            else:
                check(f"{kind}: quads stay quads", r["faces"] == faces, r["faces"][:3])
            far(f"{kind}: vertices", found, expected, numpy.ptp(expected))

        plan({"do": "mesh", "mesh": f"{folder}/mesh.flexor.0004.{kind}"}, judge)


def read_ends(path):
    """Of a BVH file: head and end of each bone at rest."""
    ends, stack, name = {}, [], None
    for line in open(path):
        words = line.split()
        if not words:
            continue
        if words[0] in ("ROOT", "JOINT"):
            name = words[1]
        elif words[0] == "End":
            name = None
        elif words[0] == "OFFSET":
            above = stack[-1][1] if stack else numpy.zeros(3)
            at = above + numpy.array([float(w) for w in words[1:4]])
            if name is None:
                ends[stack[-1][0]][1] = at
            elif stack and ends[stack[-1][0]][1] is None:
                ends[stack[-1][0]][1] = at
            if name is not None:
                ends[name] = [at, None]
            stack.append((name, at))
        elif words[0] == "}":
            stack.pop()
        elif words[0] == "MOTION":
            return ends
    return ends


def judge_bones(r, name, units, up, poses, ends):
    check(f"{name}: the tree", r["parents"] == {"root": None, "upper": "root", "lower": "upper",
                                                "tip": "lower", "stray": "root"}, r["parents"])
    check(f"{name}: frames a second", abs(r["fps"] - 25) < 1e-6, r["fps"])
    check(f"{name}: frames", r["end"] == FRAMES, r["end"])
    joint = {"lower": [15, 10, 97.5], "tip": [15, 10, 7.5]}  # as in the scene: mm, Z up
    for bone, (x, y, z) in joint.items():
        far(f"{name}: {bone} begins at its joint", ends[bone][0],
            to_file([x / 1000, z / 1000, -y / 1000], units, up), 0.1 / METRES[units])
    # what a pose does to points of the file: there and back again
    axes = to_file(numpy.eye(3), "m", up).T  # columns are our axes in the file
    for bone in ("upper", "lower", "tip", "stray"):
        for end, word in ((0, "heads"), (1, "tails")):
            expected = []
            for pose in poses:
                turn, move = pose[bone]
                rest = axes.T @ ends[bone][end] * METRES[units]
                expected.append(to_file(turn @ rest + move, units, up))
            found = [frame[bone][end] for frame in r["frames"]]
            far(f"{name}: {word} of {bone}", found, expected, 0.2 / METRES[units], 1e-5)


def plan_bones(brawn, run, folder):
    poses = bone_poses(run)
    turned = numpy.arccos((numpy.trace(poses[-1]["tip"][0]) - 1) / 2)
    check("the tip turns", turned > 1, turned)
    for units, up in [("m", "y"), ("cm", "z"), ("in", "x")]:
        path = f"{folder}/bones-{up}.bvh"
        export(brawn, run, path, "--units", units, "--up", up)
        ends = read_ends(path)
        step = {"do": "bones", "file": path, "first": 1, "frames": list(range(1, FRAMES + 1))}
        plan(step, lambda r, u=units, a=up, e=ends: judge_bones(r, f"bvh {u} {a}", u, a, poses, e))


def main(brawn, folder):
    write_scene(folder)
    run = f"{folder}/run"
    subprocess.run([brawn, "run", f"{folder}/scene.json", "-o", run, "--quiet", "--no-cache"],
                   check=True)
    plan_caches(brawn, run, folder)
    plan_recipe(brawn, run, folder)
    plan_meshes(brawn, run, folder)
    plan_bones(brawn, run, folder)
    json.dump(steps, open(f"{folder}/plan.json", "w"))
    script = os.path.join(os.path.dirname(__file__), "../test/interop/blender_export.py")
    blender = subprocess.run(["blender", "-b", "-noaudio", "--python-exit-code", "1", "-P", script,
                              "--", f"{folder}/plan.json", f"{folder}/result.json"],
                             capture_output=True, text=True)
    if blender.returncode != 0:
        check("Blender does it", False, blender.stdout[-2000:] + blender.stderr[-2000:])
        return
    for judge, result in zip(judges, json.load(open(f"{folder}/result.json"))):
        judge(result)


main(os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]))
sys.exit(1 if failed else 0)
