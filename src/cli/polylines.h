// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "cli/cli.h"

/// Polylines by name, for people to look at: .obj for Blender, .vtk for ParaView.
typedef struct CliPolylines {
  const char* name;
  int line_count;
  const int* start;    // line i is point start[i] to start[i + 1] - 1      (line_count + 1)
  const double* point; // m
} CliPolylines;

/// Is that a name of a file that they can be written to? If not, the error says so.
BrnStatus cli_check_polylines(const Cli* cli, const char* path);

/// Writes them all to one file: an object each in OBJ, an array "group" in VTK.
BrnStatus cli_write_polylines(Cli* cli, const char* path, const CliPolylines* group, int count);
