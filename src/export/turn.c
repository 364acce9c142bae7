// SPDX-License-Identifier: Apache-2.0
//
// Arrays of vectors, velocities and tensors in the axes of the file.

#include "export/turn.h"

#include "brawn/measure.h"

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

typedef void TurnFn(const BrnExport* job, double* value);

// what it is in frames of runs, by the list of measures; NULL: it is no direction
static TurnFn* turn_of(const BrnArray* array) {
  const BrnMeasure* measure;
  for (int i = 0; (measure = brn_measure(i)); i++) {
    bool same = measure->in_frames && strcmp(measure->name, array->name) == 0;
    if (!same || brn_measure_size(measure->shape) != array->components) continue;
    if (measure->shape == BRN_TENSOR) return turn_tensor;
    if (measure->shape != BRN_VECTOR) return NULL;
    return measure->source == BRN_IS_VELOCITY ? turn_velocity : turn_vector;
  }
  return NULL;
}

void brn__export_turn_array(const BrnExport* job, const BrnMesh* mesh, BrnArray* array) {
  size_t count = (size_t)brn_mesh_item_count(mesh, array->on), size = (size_t)array->components;
  TurnFn* turn = turn_of(array);
  for (size_t i = 0; i < count && turn; i++) turn(job, array->value + i * size);
}
