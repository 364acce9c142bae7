// SPDX-License-Identifier: Apache-2.0
//
// Polylines in groups that have names, as OBJ or VTK.

#include "cli/polylines.h"

#include "io/sink.h"

#include <string.h>

static bool ends_in(const char* path, const char* extension) {
  size_t length = strlen(path), tail = strlen(extension);
  return length > tail && strcmp(path + length - tail, extension) == 0;
}

BrnStatus cli_check_polylines(const Cli* cli, const char* path) {
  if (ends_in(path, ".obj") || ends_in(path, ".vtk")) return BRN_OK;
  return brn__fail(cli->ctx, BRN_INVALID,
                   "%s: lines are written as OBJ or VTK; call the file .obj or .vtk", path);
}

static void put_points(BrnSink* sink, const CliPolylines* group, const char* before) {
  for (int i = 0; i < group->start[group->line_count]; i++) {
    brn__sink_text(sink, before);
    for (int c = 0; c < 3; c++) {
      if (c > 0) brn__sink_text(sink, " ");
      brn__sink_digits(sink, group->point[3 * (size_t)i + (size_t)c], 9);
    }
    brn__sink_text(sink, "\n");
  }
}

// ------------------------------------------------------------------------------------------- OBJ

static void put_obj(BrnSink* sink, const CliPolylines* group, int count) {
  int first = 1;
  for (int g = 0; g < count; g++) {
    brn__sink_printf(sink, "o %s\n", group[g].name);
    put_points(sink, &group[g], "v ");
    for (int i = 0; i < group[g].line_count; i++) {
      brn__sink_text(sink, "l");
      for (int k = group[g].start[i]; k < group[g].start[i + 1]; k++) {
        brn__sink_printf(sink, " %d", first + k);
      }
      brn__sink_text(sink, "\n");
    }
    first += group[g].start[group[g].line_count];
  }
}

// ------------------------------------------------------------------------------------------- VTK

static void put_vtk(BrnSink* sink, const CliPolylines* group, int count) {
  int points = 0, lines = 0, first = 0;
  for (int g = 0; g < count; g++) {
    lines += group[g].line_count;
    points += group[g].start[group[g].line_count];
  }
  brn__sink_text(sink, "# vtk DataFile Version 3.0\nBrawn\nASCII\nDATASET POLYDATA\n");
  brn__sink_printf(sink, "POINTS %d double\n", points);
  for (int g = 0; g < count; g++) put_points(sink, &group[g], "");
  brn__sink_printf(sink, "LINES %d %d\n", lines, lines + points);
  for (int g = 0; g < count; g++) {
    for (int i = 0; i < group[g].line_count; i++) {
      int begin = group[g].start[i], end = group[g].start[i + 1];
      brn__sink_printf(sink, "%d", end - begin);
      for (int k = begin; k < end; k++) brn__sink_printf(sink, " %d", first + k);
      brn__sink_text(sink, "\n");
    }
    first += group[g].start[group[g].line_count];
  }
  brn__sink_printf(sink, "CELL_DATA %d\nSCALARS group int 1\nLOOKUP_TABLE default\n", lines);
  for (int g = 0; g < count; g++) {
    for (int i = 0; i < group[g].line_count; i++) brn__sink_printf(sink, "%d\n", g);
  }
}

BrnStatus cli_write_polylines(Cli* cli, const char* path, const CliPolylines* group, int count) {
  BrnSink sink;
  BRN_TRY(brn__sink_open(cli->ctx, path, &sink));
  if (ends_in(path, ".vtk")) {
    put_vtk(&sink, group, count);
  } else {
    put_obj(&sink, group, count);
  }
  return brn__sink_close(&sink);
}
