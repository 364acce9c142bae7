# SPDX-License-Identifier: Apache-2.0
#
# Runs inside Blender: does what a plan says with exported files, and writes down what Blender makes
# of them.
#
#   blender -b -noaudio --python-exit-code 1 -P blender_export.py -- PLAN.json RESULT.json
#
# A plan is a list of steps: {"do": "cache", "mesh": FILE, "cache": FILE, ...}. The result has a
# list for each.

import json
import sys

import bpy


def clear():
    bpy.ops.wm.read_factory_settings(use_empty=True)


def import_mesh(step):
    path = step["mesh"]
    if path.endswith(".obj") and step.get("usual"):
        bpy.ops.wm.obj_import(filepath=path)
    elif path.endswith(".obj"):
        bpy.ops.wm.obj_import(filepath=path, forward_axis="Y", up_axis="Z")
    elif path.endswith(".ply"):
        bpy.ops.import_mesh.ply(filepath=path)
    else:
        bpy.ops.import_mesh.stl(filepath=path, axis_forward="Y", axis_up="Z")
    return [o for o in bpy.context.scene.objects if o.type == "MESH"][0]


def points(thing, world):
    graph = bpy.context.evaluated_depsgraph_get()
    mesh = thing.evaluated_get(graph).to_mesh()
    return [list(world @ v.co) for v in mesh.vertices]


def do_mesh(step):
    thing = import_mesh(step)
    return {
        "points": points(thing, thing.matrix_world),
        "faces": [list(p.vertices) for p in thing.data.polygons],
    }


# the mesh with a Mesh Cache modifier, as the recipe in docs/export.md has it
def do_cache(step):
    thing = import_mesh(step)
    modifier = thing.modifiers.new("cache", "MESH_CACHE")
    modifier.cache_format = step["format"]
    modifier.filepath = step["cache"]
    modifier.frame_start = step["first"]
    modifier.interpolation = "NONE"
    frames = []
    for frame in step["frames"]:
        bpy.context.scene.frame_set(frame)
        frames.append(points(thing, thing.matrix_world))
    return {"frames": frames}


# Debian 12 has Blender 3.4 with Python 3.11, which knows the mode "rU" of its BVH importer no more
def mend_bvh_import():
    from io_anim_bvh import import_bvh
    import_bvh.open = lambda path, mode: open(path, mode.replace("U", ""))


def do_bones(step):
    mend_bvh_import()
    options = {} if step.get("usual") else {"axis_forward": "Y", "axis_up": "Z"}
    bpy.ops.import_anim.bvh(filepath=step["file"], frame_start=step["first"], update_scene_fps=True,
                            update_scene_duration=True, **options)
    thing = bpy.context.object
    frames = []
    for frame in step["frames"]:
        bpy.context.scene.frame_set(frame)
        frames.append({b.name: [list(thing.matrix_world @ b.head), list(thing.matrix_world @ b.tail)]
                       for b in thing.pose.bones})
    scene = bpy.context.scene
    return {
        "frames": frames,
        "parents": {b.name: b.parent.name if b.parent else None for b in thing.pose.bones},
        "fps": scene.render.fps / scene.render.fps_base,
        "end": thing.animation_data.action.frame_range[1],
    }


plan, result = sys.argv[sys.argv.index("--") + 1:]
done = []
for entry in json.load(open(plan)):
    clear()
    done.append({"mesh": do_mesh, "cache": do_cache, "bones": do_bones}[entry["do"]](entry))
json.dump(done, open(result, "w"))
