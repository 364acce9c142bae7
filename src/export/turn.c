// SPDX-License-Identifier: Apache-2.0

#include "export/turn.h"

#include <string.h>

static void turn_vector(const BrnExport* job, double* value) {
  brn__export_direction(job, value, value);
}

static void turn_velocity(const BrnExport* job, double* value) {
  brn__export_point(job, value, value); // metres a second are a length a second
}

// A S A^T of the symmetric S in the order of VTK: XX YY ZZ XY YZ XZ. Turning its columns and then
// its rows is that.
static void turn_tensor(const BrnExport* job, double* value) {
  static const int at[3][3] = {{0, 3, 5}, {3, 1, 4}, {5, 4, 2}};
  double half[3][3], column[3], row[3];
  for (int j = 0; j < 3; j++) {
    for (int i = 0; i < 3; i++) column[i] = value[at[i][j]];
    brn__export_direction(job, column, column);
    for (int i = 0; i < 3; i++) half[i][j] = column[i];
  }
  for (int i = 0; i < 3; i++) {
    brn__export_direction(job, half[i], row);
    for (int j = i; j < 3; j++) value[at[i][j]] = row[j];
  }
}

static const struct Turn {
  const char* name;
  int components;
  void (*turn)(const BrnExport* job, double* value);
} turns[] = {
    {"velocity", 3, turn_velocity},
    {"fibre", 3, turn_vector},
    {"stress", 6, turn_tensor},
};

void brn__export_turn_array(const BrnExport* job, const BrnMesh* mesh, BrnArray* array) {
  size_t count = (size_t)brn_mesh_item_count(mesh, array->on), size = (size_t)array->components;
  for (size_t n = 0; n < sizeof turns / sizeof *turns; n++) {
    if (strcmp(array->name, turns[n].name) != 0 || array->components != turns[n].components) {
      continue;
    }
    for (size_t i = 0; i < count; i++) turns[n].turn(job, array->value + i * size);
  }
}
