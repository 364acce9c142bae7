#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Checks Brawn's mesher formats against Gmsh itself.

    tools/interop_gmsh.py PATH/TO/brawn SCRATCH_FOLDER

Gmsh meshes a few models with several groups and saves them in every variant it knows. Brawn
converts each to ascii MSH 2.2, which is compared with what Gmsh saved as such: nodes, elements,
groups and names, in order. Then Brawn writes every variant it knows, Gmsh converts that back to
ascii 2.2, and the same is compared (as sets, since Gmsh sorts elements by entity).
One line per check: "ok NAME" or "FAILED NAME: why". Exits 1 when one failed, 2 when it cannot run.
"""

import os
import shutil
import subprocess
import sys

MODELS = {
    "two_boxes": """SetFactory("OpenCASCADE");
        Box(1) = {0, 0, 0, 1, 1, 1};
        Box(2) = {1, 0, 0, 1, 1, 1};
        Coherence;
        Physical Volume("muscle", 7) = {1};
        Physical Volume("upper arm bone", 3) = {2};
        Physical Surface("origin", 11) = {1, 2};
        Physical Surface("insertion", 12) = {7};
        Mesh.MeshSizeMax = 0.5;""",
    "ball_in_ball": """SetFactory("OpenCASCADE");
        Sphere(1) = {0.1, -0.2, 0.3, 0.5};
        Sphere(2) = {0.1, -0.2, 0.3, 1.1};
        BooleanFragments{ Volume{2}; Delete; }{ Volume{1}; Delete; }
        Physical Volume("core", 100) = {1};
        Physical Volume("shell", 2) = {2};
        Mesh.MeshSizeMax = 0.6;""",
    "quads": """SetFactory("OpenCASCADE");
        Rectangle(1) = {0, 0, 0.25, 1, 1};
        Rectangle(2) = {2, 0, 0.25, 1, 1};
        Recombine Surface{1};
        Physical Surface("left", 5) = {1};
        Physical Surface("right", 6) = {2};
        Mesh.MeshSizeMax = 0.5;""",
}
FROM_GMSH = {
    "msh22": ["-format", "msh22"],
    "msh22_binary": ["-format", "msh22", "-bin"],
    "msh22_parametric": ["-format", "msh22", "-save_parametric"],
    "msh22_binary_parametric": ["-format", "msh22", "-bin", "-save_parametric"],
    "msh40": ["-format", "msh40"],
    "msh41": ["-format", "msh41"],
    "msh41_binary": ["-format", "msh41", "-bin"],
    "msh41_parametric": ["-format", "msh41", "-save_parametric"],
    "msh41_binary_parametric": ["-format", "msh41", "-bin", "-save_parametric"],
}
TO_GMSH = {
    "gmsh2_ascii": ["--format", "gmsh2", "--ascii"],
    "gmsh2_binary": ["--format", "gmsh2", "--binary"],
    "gmsh_ascii": ["--format", "gmsh", "--ascii"],
    "gmsh_binary": ["--format", "gmsh", "--binary"],
}
TRIANGLE, QUAD, TET = 2, 3, 4
ROUNDING = 1e-13  # Gmsh prints 16 digits into .msh, 13 into .mesh


def run(*command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(command)}: {done.stdout.strip()[-300:]}")
    return done.stdout


def gmsh(*arguments):
    said = run("gmsh", *arguments)
    bad = [line for line in said.splitlines() if line.startswith(("Error", "Warning"))]
    if bad:
        raise RuntimeError("gmsh complains: " + "; ".join(bad[:3]))


def sections(path):
    found, name = {}, None
    with open(path, encoding="utf-8") as file:
        for line in file.read().splitlines():
            if line.startswith("$End"):
                name = None
            elif line.startswith("$"):
                name = line[1:]
                found[name] = []
            elif name:
                found[name].append(line)
    return found


class Mesh:
    """An ascii MSH 2.2 file: nodes; elements as (type, group, nodes by number in the file), in the
    order of the file; names of surfaces and volumes."""

    def __init__(self, path):
        parts = sections(path)
        if not parts["MeshFormat"][0].startswith("2.2 0"):
            raise RuntimeError(f"{path}: not ascii 2.2")
        rows = [line.split() for line in parts["Nodes"][1:]]
        number = {row[0]: i for i, row in enumerate(rows)}
        self.nodes = [tuple(float(x) for x in row[1:4]) for row in rows]
        self.elements = []
        for line in parts["Elements"][1:]:
            row = line.split()
            kind, tags = int(row[1]), int(row[2])
            if kind in (TRIANGLE, QUAD, TET):
                corners = tuple(number[tag] for tag in row[3 + tags:])
                self.elements.append((kind, int(row[3]), corners))
        names = parts.get("PhysicalNames", ["0"])[1:]
        self.names = sorted(line for line in names if line.split()[0] in "23")


    def placed(self, groups):
        """Elements by the positions of their corners, for files that number nodes otherwise."""
        return sorted((kind, group if groups else 0, tuple(self.nodes[i] for i in corners))
                      for kind, group, corners in self.elements)

    def by_kind(self, groups):
        """Elements in the order of the file, but triangles, quads and tets apart."""
        rows = [(kind, group if groups else 0, corners) for kind, group, corners in self.elements]
        return sorted(rows, key=lambda row: row[0])


def same_nodes(mesh, truth, tolerance):
    pairs = zip(mesh.nodes, truth.nodes)
    return all(abs(x - y) <= tolerance for a, b in pairs for x, y in zip(a, b))


def difference(mesh, truth, tolerance=0.0, groups=True):
    """Why they differ; None when they do not. All is in order."""
    if len(mesh.nodes) != len(truth.nodes):
        return f"{len(mesh.nodes)} nodes, expected {len(truth.nodes)}"
    if not same_nodes(mesh, truth, tolerance):
        return "nodes differ"
    if len(mesh.elements) != len(truth.elements):
        return f"{len(mesh.elements)} elements, expected {len(truth.elements)}"
    if mesh.by_kind(groups) != truth.by_kind(groups):
        return "elements or groups differ"
    if groups and mesh.names != truth.names:
        return f"names {mesh.names}, expected {truth.names}"
    return None


def difference_as_sets(mesh, truth, groups=True):
    """The same for files in which Gmsh sorted nodes and elements by entity."""
    if sorted(mesh.nodes) != sorted(truth.nodes):
        return "nodes differ"
    if mesh.placed(groups) != truth.placed(groups):
        return "elements or groups differ"
    if groups and mesh.names != truth.names:
        return f"names {mesh.names}, expected {truth.names}"
    return None


class Checks:
    def __init__(self):
        self.failed = 0

    def check(self, name, test):
        try:
            why = test()
        except (RuntimeError, OSError, KeyError, ValueError) as error:
            why = str(error) or type(error).__name__
        self.failed += why is not None
        print(f"FAILED {name}: {why}" if why else f"ok {name}", flush=True)


def check_model(checks, brawn, folder, model, script):
    def at(name):
        return os.path.join(folder, f"{model}_{name}")

    with open(at("model.geo"), "w", encoding="utf-8") as file:
        file.write(script)
    run("gmsh", "-3", at("model.geo"), "-format", "msh41", "-o", at("model.msh"))
    gmsh(at("model.msh"), "-save", "-format", "msh22", "-o", at("truth.msh"))
    truth = Mesh(at("truth.msh"))

    def brawn_reads(variant, options):
        extra = ["-3", at("model.geo")] if "parametric" in variant else [at("model.msh"), "-save"]
        gmsh(*extra, *options, "-o", at(f"{variant}.msh"))
        run(brawn, "convert", at(f"{variant}.msh"), at(f"{variant}_read.msh"), "--format", "gmsh2",
            "--ascii")
        # meshed anew and saved in binary, coordinates have a digit more than text has
        tolerance = ROUNDING if variant.endswith("binary_parametric") else 0.0
        return difference(Mesh(at(f"{variant}_read.msh")), truth, tolerance)

    def gmsh_reads(variant, options):
        run(brawn, "convert", at("truth.msh"), at(f"{variant}.msh"), *options)
        gmsh(at(f"{variant}.msh"), "-save", "-format", "msh22", "-o", at(f"{variant}_back.msh"))
        return difference_as_sets(Mesh(at(f"{variant}_back.msh")), truth)

    def medit_from_gmsh():
        gmsh(at("model.msh"), "-save", "-format", "mesh", "-o", at("gmsh.mesh"))
        run(brawn, "convert", at("gmsh.mesh"), at("medit_read.msh"), "--format", "gmsh2", "--ascii")
        return difference(Mesh(at("medit_read.msh")), truth, ROUNDING, groups=False)

    def medit_to_gmsh():
        run(brawn, "convert", at("truth.msh"), at("brawn.mesh"))
        gmsh(at("brawn.mesh"), "-save", "-format", "msh22", "-o", at("medit_back.msh"))
        return difference_as_sets(Mesh(at("medit_back.msh")), truth, groups=False)

    def tetgen_round_trip():
        run(brawn, "convert", at("truth.msh"), at("brawn.ele"))
        run(brawn, "convert", at("brawn.node"), at("tetgen_back.msh"), "--format", "gmsh2",
            "--ascii")
        expected = Mesh(at("truth.msh"))
        expected.elements = [e for e in expected.elements if e[0] == TET]
        return difference(Mesh(at("tetgen_back.msh")), expected)

    for variant, options in FROM_GMSH.items():
        checks.check(f"{model}: brawn reads {variant}", lambda: brawn_reads(variant, options))
    for variant, options in TO_GMSH.items():
        checks.check(f"{model}: gmsh reads {variant}", lambda: gmsh_reads(variant, options))
    checks.check(f"{model}: brawn reads medit", medit_from_gmsh)
    checks.check(f"{model}: gmsh reads medit", medit_to_gmsh)
    if any(kind == TET for kind, _, _ in truth.elements):
        checks.check(f"{model}: tetgen round trip", tetgen_round_trip)


def main():
    if len(sys.argv) != 3 or not shutil.which("gmsh"):
        print(__doc__ if len(sys.argv) != 3 else "gmsh is not installed", file=sys.stderr)
        return 2
    brawn, folder = sys.argv[1:]
    os.makedirs(folder, exist_ok=True)
    checks = Checks()
    for model, script in MODELS.items():
        check_model(checks, brawn, folder, model, script)
    return 1 if checks.failed else 0


if __name__ == "__main__":
    sys.exit(main())
