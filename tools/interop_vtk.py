#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
#
# Checks the VTK formats against VTK itself: VTK writes grids in every way it can, Brawn converts
# them to each of its own ways, VTK reads the result, and points, cells, types and arrays must be
# equal to the last bit.
#
#   tools/interop_vtk.py BRAWN SCRATCH_FOLDER
#
# Prints "ok NAME" or "FAILED NAME: why" per check; exits with 1 when one failed.

import itertools
import os
import struct
import subprocess
import sys

import vtk

KEPT_TYPES = (5, 6, 7, 9, 10)  # triangle, strip, polygon, quad, tet
TARGETS = [("vtk", "--ascii"), ("vtk", "--binary"), ("vtu", "--ascii"), ("vtu", "--binary"),
           ("vtu", "--compressed")]


# --------------------------------------------------------------------------------------- samples

def add_array(attributes, kind, name, components, tuples, scale=3):
    array = kind()
    array.SetName(name)
    array.SetNumberOfComponents(components)
    array.SetNumberOfTuples(tuples)
    for i in range(tuples * components):
        array.SetValue(i, (i * scale) % 120)
    attributes.AddArray(array)
    return array


def make_points(coordinates, kind=vtk.VTK_DOUBLE):
    points = vtk.vtkPoints()
    points.SetDataType(kind)
    for point in coordinates:
        points.InsertNextPoint(*point)
    return points


COORDINATES = [(0.1, -0.0, 1 / 3), (1, 0, 1e-17), (0, 1.25, 0), (0, 0, 1), (1, 1, 123456.789),
               (2, 0.7, 1 / 7)]


def add_all_arrays(grid):
    points, cells = grid.GetNumberOfPoints(), grid.GetNumberOfCells()
    point_data, cell_data = grid.GetPointData(), grid.GetCellData()
    add_array(point_data, vtk.vtkDoubleArray, "speed of a", 3, points, 1 / 7)
    point_data.SetScalars(add_array(point_data, vtk.vtkFloatArray, "we%ight", 1, points, 1 / 3))
    point_data.SetTensors(add_array(point_data, vtk.vtkDoubleArray, "stress", 9, points))
    point_data.SetTCoords(add_array(point_data, vtk.vtkFloatArray, "uv", 2, points))
    point_data.SetNormals(add_array(point_data, vtk.vtkFloatArray, "normal", 3, points))
    add_array(cell_data, vtk.vtkIntArray, "label", 1, cells)
    for kind, name in [(vtk.vtkTypeInt64Array, "i64"), (vtk.vtkTypeUInt64Array, "u64"),
                       (vtk.vtkTypeUInt32Array, "u32"), (vtk.vtkTypeInt16Array, "i16"),
                       (vtk.vtkTypeUInt16Array, "u16"), (vtk.vtkTypeInt8Array, "i8"),
                       (vtk.vtkTypeUInt8Array, "u8"), (vtk.vtkIdTypeArray, "ids")]:
        add_array(cell_data, kind, name, 2, cells)
    bits = add_array(cell_data, vtk.vtkBitArray, "bits", 1, cells)
    for i in range(cells):
        bits.SetValue(i, i % 3 == 0)
    cell_data.SetScalars(add_array(cell_data, vtk.vtkUnsignedCharArray, "colour", 3, cells))
    cell_data.SetVectors(add_array(cell_data, vtk.vtkDoubleArray, "fibre", 3, cells, 1 / 7))


def add_names(grid):
    names = vtk.vtkStringArray()
    names.SetName("label_names")
    for text in ["3:7:biceps", "3:3:upper arm% bone", "2:12:" + "skin" * 90]:
        names.InsertNextValue(text)
    grid.GetFieldData().AddArray(names)
    time = vtk.vtkDoubleArray()
    time.SetName("TimeValue")
    time.InsertNextValue(0.5)
    grid.GetFieldData().AddArray(time)


def make_grid(only_tets):
    grid = vtk.vtkUnstructuredGrid()
    grid.SetPoints(make_points(COORDINATES))
    cells = [(10, [0, 1, 2, 3]), (10, [1, 4, 2, 3])]
    if not only_tets:
        cells = [(5, [0, 2, 1]), cells[0], (9, [0, 1, 4, 3]), (3, [0, 1]), cells[1],
                 (7, [0, 1, 4, 5, 3]), (1, [2]), (5, [4, 2, 3])]
    for kind, corners in cells:
        grid.InsertNextCell(kind, len(corners), corners)
    add_all_arrays(grid)
    add_names(grid)
    return grid


def make_surface():
    surface = vtk.vtkPolyData()
    surface.SetPoints(make_points(COORDINATES, vtk.VTK_FLOAT))
    for setter, cells in [(surface.SetVerts, [[0]]), (surface.SetLines, [[0, 1], [1, 2, 3]]),
                          (surface.SetPolys, [[0, 1, 2], [0, 1, 4, 3], [5, 4, 3, 2, 1]])]:
        array = vtk.vtkCellArray()
        for corners in cells:
            array.InsertNextCell(len(corners))
            for corner in corners:
                array.InsertCellPoint(corner)
        setter(array)
    add_all_arrays(surface)
    add_names(surface)
    return surface


# ------------------------------------------------------------------------------------ VTK's files

def write_legacy(data, path, ascii_file, version):
    surface = data.IsA("vtkPolyData")
    writer = vtk.vtkPolyDataWriter() if surface else vtk.vtkUnstructuredGridWriter()
    writer.SetInputData(data)
    writer.SetFileName(path)
    writer.SetFileType(1 if ascii_file else 2)
    writer.SetFileVersion(version)
    writer.Write()


def write_xml(data, path, mode, compressor, wide_header, big_endian, base64, pieces=1):
    surface = data.IsA("vtkPolyData")
    writer = vtk.vtkXMLPolyDataWriter() if surface else vtk.vtkXMLUnstructuredGridWriter()
    writer.SetInputData(data)
    writer.SetFileName(path)
    writer.SetDataMode(mode)
    getattr(writer, "SetCompressorTypeTo" + compressor)()
    writer.SetHeaderType(writer.UInt64 if wide_header else writer.UInt32)
    writer.SetByteOrder(0 if big_endian else 1)
    writer.SetEncodeAppendedData(base64)
    if not surface:
        writer.SetNumberOfPieces(pieces)
    writer.Write()


def vtk_files(folder, data, name):
    """Writes the data in all of VTK's ways; yields the paths."""
    extension = "vtp" if data.IsA("vtkPolyData") else "vtu"
    for ascii_file, version in itertools.product((True, False), (42, 51)):
        path = os.path.join(folder, f"{name}-{'ascii' if ascii_file else 'binary'}{version}.vtk")
        write_legacy(data, path, ascii_file, version)
        yield path
    modes = {0: "ascii", 1: "inline", 2: "appended"}
    for mode, compressor, wide, big, base64 in itertools.product(
            modes, ("None", "ZLib"), (0, 1), (0, 1), (0, 1)):
        if base64 and mode != 2:
            continue
        path = os.path.join(folder, f"{name}-{modes[mode]}{'-base64' if base64 else ''}-"
                            f"{compressor.lower()}-{64 if wide else 32}-"
                            f"{'big' if big else 'little'}.{extension}")
        write_xml(data, path, mode, compressor, wide, big, base64)
        yield path
    if extension == "vtu":
        path = os.path.join(folder, f"{name}-two-pieces.vtu")
        write_xml(data, path, 2, "ZLib", 0, 0, 0, pieces=2)
        yield path


def read_by_vtk(path):
    if path.endswith(".vtu"):
        reader = vtk.vtkXMLUnstructuredGridReader()
    elif path.endswith(".vtp"):
        reader = vtk.vtkXMLPolyDataReader()
    else:
        reader = vtk.vtkDataSetReader()
        reader.ReadAllScalarsOn()
        reader.ReadAllVectorsOn()
        reader.ReadAllTensorsOn()
        reader.ReadAllTCoordsOn()
        reader.ReadAllNormalsOn()
        reader.ReadAllFieldsOn()
        reader.ReadAllColorScalarsOn()
    errors = []
    reader.AddObserver("ErrorEvent", lambda *_: errors.append("VTK could not read it"))
    reader.SetFileName(path)
    reader.Update()
    if errors:
        raise ValueError(errors[0])
    return reader.GetOutput()


# ------------------------------------------------------------------------------------- comparing

def number_type(array):
    """"i4", "u1", "f8": what the numbers are, whatever VTK calls them."""
    kind = array.GetDataType()
    if kind == vtk.VTK_BIT:
        return "u1"
    if kind in (vtk.VTK_FLOAT, vtk.VTK_DOUBLE):
        return f"f{array.GetDataTypeSize()}"
    unsigned = kind in (vtk.VTK_UNSIGNED_CHAR, vtk.VTK_UNSIGNED_SHORT, vtk.VTK_UNSIGNED_INT,
                        vtk.VTK_UNSIGNED_LONG, vtk.VTK_UNSIGNED_LONG_LONG)
    return f"{'u' if unsigned else 'i'}{array.GetDataTypeSize()}"


def values_of(array):
    """Bits of the numbers as doubles, a string of bytes per tuple."""
    width = array.GetNumberOfComponents()
    values = [array.GetComponent(i, k) for i in range(array.GetNumberOfTuples())
              for k in range(width)]
    return [struct.pack(f"{width}d", *values[i:i + width]) for i in range(0, len(values), width)]


def arrays(attributes, keep=None):
    """Name to (type, tuples); keep lists the tuples to take."""
    found = {}
    for i in range(attributes.GetNumberOfArrays()):
        array = attributes.GetArray(i)
        if array is not None:
            values = values_of(array)
            found[array.GetName()] = (number_type(array),
                                      values if keep is None else [values[k] for k in keep])
    return found


def order_of_brawn(data):
    """Indices of the cells Brawn keeps: faces first, then tets."""
    types = [data.GetCellType(i) for i in range(data.GetNumberOfCells())]
    faces = [i for i, t in enumerate(types) if t in KEPT_TYPES and t != 10]
    return faces + [i for i, t in enumerate(types) if t == 10]


def cell(data, index):
    ids = data.GetCell(index).GetPointIds()
    return data.GetCellType(index), [ids.GetId(k) for k in range(ids.GetNumberOfIds())]


def label_names(data):
    array = data.GetFieldData().GetAbstractArray("label_names")
    # their order is nobody's promise
    return sorted(array.GetValue(i) for i in range(array.GetNumberOfValues())) if array else []


def compare_arrays(where, expected, found):
    if set(expected) != set(found):
        return f"{where} arrays {sorted(found)}, expected {sorted(expected)}"
    for name, (kind, values) in expected.items():
        # legacy files narrow VTK's ids to four bytes, but VTK reads them back as eight
        if kind != found[name][0] and name != "ids":
            return f"{where} array {name} is {found[name][0]}, expected {kind}"
        if values != found[name][1]:
            return f"{where} array {name} differs"
    return None


def compare(source, result):
    """Why the result is not what Brawn must make of the source; None: it is."""
    if result is None or result.GetPoints() is None:
        return "VTK finds no points in it"
    keep = order_of_brawn(source)
    before, after = source.GetPoints().GetData(), result.GetPoints().GetData()
    if number_type(after) != "f8" or values_of(before) != values_of(after):
        return "points differ"
    if result.GetNumberOfCells() != len(keep):
        return f"{result.GetNumberOfCells()} cells, expected {len(keep)}"
    for to, index in enumerate(keep):
        if cell(source, index) != cell(result, to):
            return f"cell {to} is {cell(result, to)}, expected {cell(source, index)}"
    if sorted(label_names(source)) != sorted(label_names(result)):
        return f"label names {label_names(result)}, expected {label_names(source)}"
    return (compare_arrays("point", arrays(source.GetPointData()), arrays(result.GetPointData()))
            or compare_arrays("cell", arrays(source.GetCellData(), keep),
                              arrays(result.GetCellData())))


# ----------------------------------------------------------------------------------------- checks

class Checks:
    def __init__(self, brawn):
        self.brawn = brawn
        self.failed = 0

    def report(self, name, why):
        print(f"FAILED {name}: {why}" if why else f"ok {name}")
        self.failed += why is not None

    def convert(self, source, target, option):
        done = subprocess.run([self.brawn, "convert", source, target, option],
                              capture_output=True, text=True)
        return done.returncode, (done.stderr + done.stdout).strip()

    def conversion(self, source, target, option):
        name = f"{os.path.basename(source)} {os.path.splitext(target)[1]} {option}"
        code, message = self.convert(source, target, option)
        if code != 0:
            return self.report(name, message or f"exit code {code}")
        try:
            why = compare(read_by_vtk(source), read_by_vtk(target))
        except ValueError as error:
            why = str(error)
        return self.report(name, why)

    def refusal(self, data, folder, compressor):
        source = os.path.join(folder, f"packed-{compressor.lower()}.vtu")
        write_xml(data, source, 2, compressor, 0, 0, 0)
        code, message = self.convert(source, os.path.join(folder, "out.vtk"), "--ascii")
        good = code != 0 and "zlib or none" in message
        self.report(f"{compressor} is refused", None if good else message or "no message")


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: interop_vtk.py BRAWN SCRATCH_FOLDER")
    folder = sys.argv[2]
    os.makedirs(folder, exist_ok=True)
    vtk.vtkObject.GlobalWarningDisplayOff()
    checks = Checks(sys.argv[1])
    for name, grid in (("mixed", make_grid(False)), ("tets", make_grid(True))):
        for source in vtk_files(folder, grid, name):
            for extension, option in TARGETS:
                checks.conversion(source, os.path.join(folder, "out." + extension), option)
    for source in vtk_files(folder, make_surface(), "surface"):
        for extension, option in TARGETS + [("vtp", t[1]) for t in TARGETS[2:]]:
            checks.conversion(source, os.path.join(folder, "out." + extension), option)
    # VTK writes such a name into XML as it is, which nobody can read; ours can be
    named = make_grid(True)
    add_array(named.GetPointData(), vtk.vtkDoubleArray, "<a> & \"b\" 'c'", 1, 6)
    source = os.path.join(folder, "awkward-name.vtk")
    write_legacy(named, source, False, 42)
    for extension, option in TARGETS:
        checks.conversion(source, os.path.join(folder, "out." + extension), option)
    for compressor in ("LZ4", "LZMA"):
        checks.refusal(make_grid(True), folder, compressor)
    sys.exit(1 if checks.failed else 0)


if __name__ == "__main__":
    main()
