#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
#
# Exports a run in centimetres, Z up, and reads it with VTK, as ParaView does: frames with all their
# arrays, meshes, and that the joined table has what the single ones have.
#
#   tools/interop_export.py BRAWN SCRATCH_FOLDER
#
# Prints "ok NAME" or "FAILED NAME: why" per check; exits with 1 when one failed.

import csv
import os
import subprocess
import sys
import xml.etree.ElementTree as tree

import numpy
import vtk
from vtk.util.numpy_support import vtk_to_numpy

SCENE = os.path.join(os.path.dirname(__file__), "../scenes/fusiform.json")
FRAMES = 3
failed = False


def check(name, good, why=""):
    global failed
    failed = failed or not good
    print(f"ok {name}" if good else f"FAILED {name}: {why}")


def read(path):
    kind = {".vtu": vtk.vtkXMLUnstructuredGridReader, ".obj": vtk.vtkOBJReader,
            ".ply": vtk.vtkPLYReader, ".stl": vtk.vtkSTLReader}[os.path.splitext(path)[1]]
    reader = kind()
    reader.SetFileName(path)
    reader.Update()
    return reader.GetOutput()


def points(grid):
    return vtk_to_numpy(grid.GetPoints().GetData()).astype(float)


def turned(vectors):
    x, y, z = vectors.T.astype(float)
    return numpy.stack((x, -z, y), -1)


def near(name, found, expected, most):
    if found.shape != expected.shape:
        return check(name, False, f"shape {found.shape}, expected {expected.shape}")
    worst = numpy.abs(found - expected).max() / max(numpy.abs(expected).max(), 1e-30)
    return check(name, worst <= most, f"off by {worst:.2e}")


def check_frame(was, now, frame):
    near(f"frame {frame}: points", points(now), 100 * turned(points(was)), 1e-7)
    arrays = [was.GetCellData().GetArrayName(i) for i in range(was.GetCellData().GetNumberOfArrays())]
    for name in arrays:
        a = vtk_to_numpy(was.GetCellData().GetArray(name)).astype(float)
        b = vtk_to_numpy(now.GetCellData().GetArray(name)).astype(float)
        if name == "fibre":
            a = turned(a)
        if name == "stress":  # XX YY ZZ XY YZ XZ
            a = numpy.stack((a[:, 0], a[:, 2], a[:, 1], -a[:, 5], -a[:, 4], a[:, 3]), -1)
        near(f"frame {frame}: {name}", b, a, 1e-6)


def check_table(run, path):
    rows = list(csv.DictReader(open(path)))
    check("table: a row a frame", len(rows) == FRAMES, len(rows))
    for table in ("run", "muscles", "parts", "bones"):
        own = list(csv.DictReader(open(f"{run}/{table}.csv")))
        same = all(row[f"{table}.{name}"] == value for row, line in zip(rows, own)
                   for name, value in line.items() if name not in ("frame", "time [s]"))
        check(f"table: {table}", same)


def main(brawn, folder):
    def call(*words):
        subprocess.run([brawn, *words, "--quiet"], check=True, cwd=folder)

    call("run", os.path.abspath(SCENE), "-o", "out", "--frames", f"1-{FRAMES}", "--no-cache", "--set",
         "mesh.shape.tets=2000")
    call("export", "out", "--to", "cm.pvd", "--units", "cm", "--up", "z")
    listed = [d.get("file") for d in tree.parse(f"{folder}/cm.pvd").iter("DataSet")]
    check("the list of frames", len(listed) == FRAMES, listed)
    name = [f for f in os.listdir(f"{folder}/out") if f.endswith(".pvd")][0][:-4]
    for frame, file in enumerate(listed, 1):
        was = read(f"{folder}/out/frames/{name}.{frame:04d}.vtu")
        check_frame(was, read(f"{folder}/{file}"), frame)
    # the joined skin lies on the tets: each of its points is one of theirs
    for kind in ("obj", "ply", "stl"):
        call("export", "out", "--to", f"one.{kind}", "--frames", "2", "--joined", "--skin", "tets",
             "--units", "cm", "--up", "z")
        tets = points(read(f"{folder}/{listed[1]}"))
        skin = points(read(f"{folder}/one.{kind}"))
        far = max(numpy.abs(tets - p).max(axis=1).min() for p in skin)
        check(f"{kind}: {len(skin)} points on the tets", len(skin) > 100 and far < 1e-5, far)
    call("export", "out", "--to", "all.csv")
    check_table(f"{folder}/out", f"{folder}/all.csv")


main(os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]))
sys.exit(1 if failed else 0)
