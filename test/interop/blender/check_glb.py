# SPDX-License-Identifier: Apache-2.0
#
# A GLB in Blender: it imports, and every vertex is where the frames have it.
#
#   blender --background --factory-startup --python check_glb.py -- FILE.glb FOLDER_OF_OBJ RATE
#
# Prints "ok NAME" or "FAILED NAME: why" per check.

import glob
import os
import re
import sys

import numpy

numpy.bool = bool  # Debian's numpy has dropped it, and Blender 3.4's importer asks for it

import bpy

file, folder, rate = sys.argv[sys.argv.index("--") + 1:]


def check(name, good, why=""):
    print(f"ok {name}" if good else f"FAILED {name}: {why}")


def read_frames():
    parts = {}
    for path in sorted(glob.glob(os.path.join(folder, "*.obj"))):
        stem, number = re.match(r"(.*)\.(\d+)\.obj$", os.path.basename(path)).groups()
        rows = [line.split()[1:4] for line in open(path, "rb") if line.startswith(b"v ")]
        parts.setdefault(stem, {})[int(number)] = numpy.array(rows, dtype=float)
    return parts


def stem_of(name):
    return re.sub(rb"[^A-Za-z0-9._-]", b"_", name.encode()).decode()


def positions(name):
    """World positions as the graph of the scene evaluates them, in glTF's axes."""
    item = bpy.data.objects[name].evaluated_get(bpy.context.evaluated_depsgraph_get())
    mesh = item.to_mesh()
    local = numpy.empty(3 * len(mesh.vertices), dtype=numpy.float32)
    mesh.vertices.foreach_get("co", local)
    item.to_mesh_clear()
    matrix = numpy.array(item.matrix_world)
    world = local.reshape(-1, 3).astype(float) @ matrix[:3, :3].T + matrix[:3, 3]
    return world @ numpy.array([[1, 0, 0], [0, 0, -1], [0, 1, 0]])  # (x, y, z) to (x, z, -y)


bpy.ops.wm.read_factory_settings(use_empty=True)
bpy.context.scene.render.fps = int(rate)
bpy.ops.import_scene.gltf(filepath=file)
parts = read_frames()
everything = numpy.concatenate([rows for part in parts.values() for rows in part.values()])
size = (everything.max(axis=0) - everything.min(axis=0)).max()
meshes = {stem_of(item["part"]): item.name for item in bpy.data.objects if item.type == "MESH"}
check("blender: parts", sorted(meshes) == sorted(parts), f"{sorted(meshes)} and {sorted(parts)}")
numbers = sorted(next(iter(parts.values())))
largest = dict.fromkeys(parts, 0.0)
for number in numbers:
    bpy.context.scene.frame_set(number - numbers[0])
    for name in parts:
        ours = positions(meshes[name]) if name in meshes else numpy.zeros((0, 3))
        wanted = parts[name][number]
        same = ours.shape == wanted.shape
        off = numpy.linalg.norm(ours - wanted, axis=1).max() if same else numpy.inf
        largest[name] = max(largest[name], off)
for name, off in largest.items():
    check(f"blender: {name}, {len(numbers)} frames", off <= 1e-6 * size,
          f"{off} m off, of a size of {size} m")
