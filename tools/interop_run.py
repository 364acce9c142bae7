#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
#
# Runs a scene and reads what was written with VTK, as ParaView does: the list of frames, the frames
# it names, their arrays, and that the tables agree with them.
#
#   tools/interop_run.py BRAWN SCRATCH_FOLDER
#
# Prints "ok NAME" or "FAILED NAME: why" per check; exits with 1 when one failed.

import csv
import math
import os
import subprocess
import sys
import xml.etree.ElementTree as tree

import vtk

FRAMES = 5
failed = False


def check(name, good, why=""):
    global failed
    failed = failed or not good
    print(f"ok {name}" if good else f"FAILED {name}: {why}")


def read_grid(path):
    reader = vtk.vtkXMLUnstructuredGridReader()
    reader.SetFileName(path)
    reader.Update()
    return reader.GetOutput() if reader.GetErrorCode() == 0 else None


def cell_array(grid, name):
    return grid.GetCellData().GetArray(name)


def check_arrays(grid, frame):
    velocity = grid.GetPointData().GetArray("velocity")
    check(f"frame {frame}: velocity", velocity is not None and velocity.GetNumberOfComponents() == 3)
    for name, components in [("part", 1), ("fibre", 3), ("activation", 1), ("stretch", 1),
                             ("stress", 6), ("energy", 1)]:
        array = cell_array(grid, name)
        good = array is not None and array.GetNumberOfComponents() == components
        good = good and array.GetNumberOfTuples() == grid.GetNumberOfCells()
        check(f"frame {frame}: {name}", good)


def volume_of(grid, part):
    quality = vtk.vtkMeshQuality()
    quality.SetInputData(grid)
    quality.SetTetQualityMeasureToVolume()
    quality.Update()
    volumes = quality.GetOutput().GetCellData().GetArray("Quality")
    parts = cell_array(grid, "part")
    return math.fsum(volumes.GetValue(t) for t in range(grid.GetNumberOfCells())
                     if parts.GetValue(t) == part)


def check_components(grid):
    # the bar pulls along y between two fixed bones: of the six only YY is large
    stress, parts = cell_array(grid, "stress"), cell_array(grid, "part")
    mean = [0.0] * 6
    count = 0
    for t in range(grid.GetNumberOfCells()):
        if parts.GetValue(t) != 3:
            continue
        count += 1
        mean = [m + v for m, v in zip(mean, stress.GetTuple(t))]
    mean = [m / count for m in mean]
    largest = max(abs(m) for i, m in enumerate(mean) if i != 1)
    check("YY is the second component of stress", mean[1] > 1e4 and largest < 0.2 * mean[1], mean)


def main(brawn, folder):
    out = os.path.join(folder, "out")
    scene = os.path.join(os.path.dirname(__file__), "..", "scenes", "bar.json")
    subprocess.run([brawn, "run", scene, "-o", out, "--quiet", "--frames", f"1-{FRAMES}", "--set",
                    "mesh.shape.tets=1500", "--set", "bones.lower.fixed=true", "--cache",
                    os.path.join(folder, "cache")], check=True)
    steps = tree.parse(os.path.join(out, "bar.pvd")).getroot().find("Collection").findall("DataSet")
    check("the list has all frames", len(steps) == FRAMES, len(steps))
    with open(os.path.join(out, "muscles.csv"), newline="") as file:
        rows = list(csv.DictReader(file))
    check("the table has all frames", len(rows) == FRAMES, len(rows))
    for step, row in zip(steps, rows):
        frame = int(row["frame"])
        check(f"frame {frame}: time", step.get("timestep") == row["time [s]"])
        grid = read_grid(os.path.join(out, step.get("file")))
        check(f"frame {frame}: VTK reads it", grid is not None and grid.GetNumberOfCells() > 1000)
        check_arrays(grid, frame)
        volume, told = volume_of(grid, 3), float(row["bar.volume [m^3]"])
        check(f"frame {frame}: volume", abs(volume - told) < 1e-9 * told, (volume, told))
    check_components(grid)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2]))
