#!/usr/bin/python3
"""The JSON Schema of scenes against a real validator, and against Brawn's own reader.

A scene that uses every key is made from the schema; then every key gets every kind of wrong value in
turn. On each of them the validator and the reader must agree, and what Brawn writes must be valid.
"""
import copy
import ctypes
import json
import re
import sys
from pathlib import Path

import jsonschema

brawn = Path(sys.argv[1])
failed = 0


def report(good, what):
    global failed
    failed += not good
    print(f"{'ok' if good else 'FAILED'} {what}")


# ------------------------------------------------------------------------------- the library


class ContextDef(ctypes.Structure):
    _fields_ = [(name, ctypes.c_void_p) for name in ("allocate", "release", "memory", "log", "log_user")] + [
        (name, ctypes.c_int) for name in ("log_level", "workers", "cookie")
    ]


lib = ctypes.CDLL(str(brawn.parent / "libbrawn.so"))
lib.brn_context_def_default.restype = ContextDef
lib.brn_context_create.restype = ctypes.c_void_p
lib.brn_context_create.argtypes = [ctypes.POINTER(ContextDef)]
lib.brn_last_error.restype = ctypes.c_char_p
lib.brn_last_error.argtypes = [ctypes.c_void_p]
lib.brn_scene_parse.argtypes = [
    ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t, ctypes.c_char_p, ctypes.POINTER(ctypes.c_void_p)]
lib.brn_scene_print.argtypes = [
    ctypes.c_void_p, ctypes.c_void_p, ctypes.POINTER(ctypes.c_char_p), ctypes.POINTER(ctypes.c_size_t)]
lib.brn_scene_destroy.argtypes = [ctypes.c_void_p, ctypes.c_void_p]
context_def = lib.brn_context_def_default()
context_def.log = None
ctx = lib.brn_context_create(ctypes.byref(context_def))


def read(text):
    """What Brawn writes after reading the text; None and the message when it does not read it."""
    scene = ctypes.c_void_p()
    data = text.encode()
    if lib.brn_scene_parse(ctx, data, len(data), b"scene.json", ctypes.byref(scene)) != 0:
        return None, lib.brn_last_error(ctx).decode()
    out = ctypes.c_char_p()
    lib.brn_scene_print(ctx, scene, ctypes.byref(out), None)
    lib.brn_scene_destroy(ctx, scene)
    return out.value.decode(), ""


# ------------------------------------------------------------------------------ the schema

schema = json.loads(Path("docs/scene.schema.json").read_text())
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)
report(True, "the schema is a schema")


def resolve(part):
    return part if part is True or "$ref" not in part else schema["$defs"][part["$ref"].split("/")[-1]]


def sample(part):
    """A value with every key."""
    part = resolve(part)
    if part is True:
        return "anything"
    if "anyOf" in part:
        return sample(part["anyOf"][-1])
    if "enum" in part:
        return part["enum"][-1]
    kind = part["type"]
    if kind == "object" and "properties" in part:
        return {key: sample(value) for key, value in part["properties"].items()}
    if kind == "object":
        return {"first one": sample(part["additionalProperties"]), "é": sample(part["additionalProperties"])}
    if kind == "array":
        head = [sample(item) for item in part.get("prefixItems", [])]
        count = max(part.get("minItems", 2), 1) - len(head)
        return head + [sample(part["items"]) for _ in range(count)]
    if kind == "boolean":
        return True
    if kind == "string":
        return "text"
    return part["minimum"] if "minimum" in part else 1 if kind == "integer" else 0.5


def places(part, path=(), seen=None):
    """A path to every key of every object of the schema, each once."""
    seen = set() if seen is None else seen
    part = resolve(part)
    if part is not True and "anyOf" in part:
        part = resolve(part["anyOf"][-1])
    if part is True or id(part) in seen:
        return
    seen.add(id(part))
    if "properties" in part:
        for key, inner in part["properties"].items():
            yield path + (key,)
            yield from places(inner, path + (key,), seen)
    elif part.get("type") == "object":
        yield path + ("é",)
        yield from places(part["additionalProperties"], path + ("é",), seen)
    elif part.get("type") == "array":
        last = max(part.get("minItems", 2), 1) - 1
        yield path + (last,)
        yield from places(part["items"], path + (last,), seen)


def small(part, path):
    """A value with what leads to a place, and what must be there."""
    part = resolve(part)
    if part is not True and "anyOf" in part:
        part = resolve(part["anyOf"][-1])
    if not path or part is True or "type" not in part or part["type"] == "array":
        return sample(part)
    if "properties" not in part:
        return {path[0]: small(part["additionalProperties"], path[1:])}
    keys = [key for key in part["properties"] if key == path[0] or key in part.get("required", [])]
    return {key: small(part["properties"][key], path[1:] if key == path[0] else ()) for key in keys}


def changed(value, path, new):
    value = copy.deepcopy(value)
    inner = value
    for step in path[:-1]:
        inner = inner[step]
    if new is None:
        del inner[path[-1]]
    else:
        inner[path[-1]] = new[0]
    return value


def agree(value, what):
    """Do both accept, or both refuse? Prints only where they do not."""
    valid = validator.is_valid(value)
    written, message = read(json.dumps(value))
    if valid != (written is not None):
        verdict = "accepts" if valid else "refuses"
        report(False, f"{what}: the schema {verdict} it, but Brawn does not: {message}")
        return valid, False
    if written is not None and not validator.is_valid(json.loads(written)):
        report(False, f"{what}: what Brawn writes is not valid")
        return valid, False
    return valid, True


whole = sample(schema)
report(agree(whole, "whole scene") == (True, True), "a scene with every key is valid, and read")
again, _ = read(read(json.dumps(whole))[0])
report(again == read(json.dumps(whole))[0], "what was written is written again the same")

page = Path("docs/scene.md").read_text()
first = re.search(r"```json\n(.*?)```", page, re.S).group(1)
example = json.loads(re.sub(r"//[^\n]*|/\*.*?\*/", "", first, flags=re.S))
report(agree(example, "example") == (True, True), "the example of the page is valid, and read")

wrong = [[None], [True], [-1e9], [0], [0.5], [1], [1e9], ["text"], [""], [[]], [[1]], [[1, 2]], [[1, 2, 3]],
         [[1, 2, 3, 4]], [[[1, 2, 3]]], [[[1, 2]]], [["a", "b"]], [["a", None]], [[1, "a"]], [{}], [{"": {}}],
         [{"a.b": {}}], [{" a": {}}], [{"a ": {}}], [{"a/b": {}}], [{"a\nb": {}}], [{"a": 1}], [{"unknown": 1}],
         [{"a" * 64: {}}], None]
accepted = refused = 0
good = True
for path in places(schema):
    if path == ("$schema",):
        continue
    base = small(schema, path)
    name = ".".join(str(step) for step in path)
    good &= agree(base, name) == (True, True)
    for new in wrong:
        if new is None and isinstance(path[-1], int):
            continue
        valid, same = agree(changed(base, path, new), f"{name} = {json.dumps(new)}")
        accepted += valid
        refused += not valid
        good &= same
report(good and refused > 1000, f"both agree on {accepted} changes to accept and {refused} to refuse")

broken = {
    "an unknown key": {"muscels": {}},
    "an unknown unit": {"units": "miles"},
    "another version": {"brawn": 2},
    "a null": {"name": None},
    "text for a number": {"scale": "1"},
    "a number for text": {"name": 1},
    "half a tet": {"mesh": {"tets": 1000.5}},
    "too few tets": {"mesh": {"tets": 1}},
    "no scale": {"scale": 0},
    "an activation of 2": {"muscles": {"m": {"activation": 2}}},
    "a key of 2": {"muscles": {"m": {"activation": {"keys": [[0, 2]]}}}},
    "a short row": {"muscles": {"m": {"activation": {"keys": [[0]]}}}},
    "a plane without a normal": {"selections": {"s": {"plane": {"point": [0, 0, 0]}}}},
    "a box with one corner": {"selections": {"s": {"box": [[0, 0, 0]]}}},
    "a name with a dot": {"bones": {"a.b": {}}},
    "no file": {"clips": {"c": {}}},
    "a flat point": {"joints": {"j": {"type": "ball", "bones": ["a", "b"], "point": [0, 0]}}},
    "a list": [],
}
for what, value in broken.items():
    report(agree(value, what) == (False, True), f"{what} is refused by both")

# ------------------------------------------------------------------------- the scenes that ship

for path in sorted((Path(__file__).parent.parent / "scenes").glob("*.json")):
    written, why = read(path.read_text())
    plain = re.sub(r"^([^\"\n]*(?:\"[^\"\n]*\"[^\"\n]*)*?)//.*$", r"\1", path.read_text(), flags=re.M)
    good = written is not None and validator.is_valid(json.loads(plain)) and validator.is_valid(json.loads(written))
    report(good, f"scenes/{path.name} is valid, and what is written of it too {why}")

sys.exit(failed > 0)
