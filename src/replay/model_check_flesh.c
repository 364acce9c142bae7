// SPDX-License-Identifier: Apache-2.0

#include "replay/replay.h"

#include <math.h>

// What a body of surfaces has beyond one of tets. Counts are checked before they are multiplied.

static bool all_in(const int* index, size_t count, int low, int end) {
  if (count > 0 && !index) return false;
  for (size_t i = 0; i < count; i++) {
    if (index[i] < low || index[i] >= end) return false;
  }
  return true;
}

static bool all_finite(const double* number, size_t count) {
  if (count > 0 && !number) return false;
  for (size_t i = 0; i < count; i++) {
    if (!isfinite(number[i])) return false;
  }
  return true;
}

static bool is_index(int index, int end) { return index >= 0 && index < end; }
static bool is_index_or_none(int index, int end) { return index >= -1 && index < end; }

// `count` items from `first` on
static bool is_run(int first, int count, int end) {
  return first >= 0 && count >= 0 && count <= end && first <= end - count;
}

// ------------------------------------------------------------------------------------------- flesh

static const long long most_steps = 100000000; // a muscle has some hundred inner points

// parents come to a root at last: as many steps as there are points would be a ring
static bool parents_end(const BrnModelFlesh* flesh) {
  long long all = 0;
  for (int i = 0; i < flesh->inner_count; i++) {
    int at = i;
    for (int steps = 0; at >= i; steps++) { // those before i are known to end
      if (steps > flesh->inner_count || all++ > most_steps) return false;
      at = flesh->parent[at];
    }
  }
  return true;
}

static bool has_good_runs(const BrnModel* model, const BrnModelFlesh* flesh) {
  const BrnMesh* mesh = model->mesh;
  bool good = is_run(flesh->first, flesh->vertex_count, mesh->vertex_count) &&
              is_run(flesh->first_inner, flesh->inner_count, mesh->vertex_count) &&
              is_run(flesh->first_triangle, flesh->triangle_count, mesh->triangle_count) &&
              flesh->edge_count >= 0 && flesh->diagonal_count >= 0 &&
              flesh->diagonal_count <= flesh->edge_count;
  if (!good || !is_index(flesh->surface, model->surface_count)) return false;
  const BrnModelSurface* surface = &model->surface[flesh->surface];
  return surface->first == flesh->first && surface->mesh->vertex_count == flesh->vertex_count &&
         surface->mesh->triangle_count == flesh->triangle_count;
}

static bool has_good_structure(const BrnModel* model, const BrnModelFlesh* flesh) {
  size_t points = (size_t)flesh->vertex_count + (size_t)flesh->inner_count;
  bool linked = flesh->inner_count == 0 ||
                all_in(flesh->inner, (size_t)flesh->vertex_count, 0, flesh->inner_count);
  bool rooted = flesh->root_count >= 0 &&
                all_in(flesh->root, (size_t)flesh->root_count, 0, flesh->vertex_count);
  return linked && rooted &&
         all_in(flesh->parent, (size_t)flesh->inner_count, -1, flesh->inner_count) &&
         all_in(flesh->edge, 2 * (size_t)flesh->edge_count, 0, model->mesh->vertex_count) &&
         all_finite(flesh->fibre, 3 * points) && parents_end(flesh);
}

static bool is_flesh_good(const BrnModel* model, const BrnModelFlesh* flesh) {
  const double numbers[] = {flesh->length,       flesh->volume,       flesh->rest_activation,
                            flesh->volume_ratio, flesh->stiffness[0], flesh->stiffness[1],
                            flesh->across,       flesh->thickness};
  return is_index(flesh->part, model->part_count) &&
         is_index_or_none(flesh->unit, model->unit_count) && flesh->iterations >= 0 &&
         !isinf(flesh->damping) && all_finite(numbers, sizeof numbers / sizeof *numbers) &&
         has_good_runs(model, flesh) && has_good_structure(model, flesh);
}

// ------------------------------------------------------------------------------------------ fascia

static bool has_good_ties(const BrnModel* model, const BrnModelFascia* fascia) {
  for (int i = 0; i < fascia->count; i++) {
    const BrnMesh* mesh = model->surface[fascia->surface[i]].mesh;
    if (!is_index(fascia->triangle[i], mesh->triangle_count)) return false;
  }
  return true;
}

static bool is_fascia_good(const BrnModel* model, const BrnModelFascia* fascia) {
  if (fascia->count < 0 || fascia->target_count < 0) return false;
  size_t count = (size_t)fascia->count;
  return is_index(fascia->flesh, model->flesh_count) && isfinite(fascia->least) &&
         isfinite(fascia->stiffness) &&
         all_in(fascia->vertex, count, 0, model->mesh->vertex_count) &&
         all_in(fascia->target, (size_t)fascia->target_count, 0, model->surface_count) &&
         all_in(fascia->surface, count, 0, model->surface_count) &&
         all_finite(fascia->weight, 3 * count) && all_finite(fascia->barycentric, 3 * count) &&
         all_finite(fascia->distance, count) && all_finite(fascia->offset, 3 * count) &&
         all_finite(fascia->side, count) && fascia->triangle && has_good_ties(model, fascia);
}

static bool is_envelope_good(const BrnModel* model) {
  const BrnModelEnvelope* envelope = &model->envelope;
  if (envelope->surface == -1 || model->flesh_count == 0) return true;
  if (!is_index(envelope->surface, model->surface_count)) return false;
  size_t count = 4 * (size_t)model->surface[envelope->surface].mesh->vertex_count;
  return all_in(envelope->bone, count, -1, model->bone_count) &&
         all_finite(envelope->weight, count);
}

// ----------------------------------------------------------------------------------------- sensors

static bool is_sensor_good(const BrnModel* model, const BrnModelSensor* sensor) {
  return is_index_or_none(sensor->joint, model->joint_count) &&
         is_index_or_none(sensor->bone, model->bone_count) &&
         is_index_or_none(sensor->other, model->bone_count) &&
         is_index_or_none(sensor->unit, model->unit_count) && all_finite(sensor->at, 3) &&
         all_finite(sensor->other_at, 3) && isfinite(sensor->smooth);
}

// others come before it, so there are no rings
static bool is_signal_good(const BrnModel* model, int index) {
  const BrnModelSignal* signal = &model->signal[index];
  const double numbers[] = {signal->threshold, signal->peak, signal->hold, signal->relax};
  bool trigger = !signal->has_trigger || all_finite(numbers, sizeof numbers / sizeof *numbers);
  return signal->of_count >= 0 && is_index_or_none(signal->sensor, model->sensor_count) &&
         all_in(signal->of, (size_t)signal->of_count, 0, index) && isfinite(signal->weight) &&
         trigger;
}

// --------------------------------------------------------------------------------------------- all

static bool lists_are_there(const BrnModel* model) {
  return (model->flesh_count == 0 || model->flesh) && (model->fascia_count == 0 || model->fascia) &&
         (model->sensor_count == 0 || model->sensor) && (model->signal_count == 0 || model->signal);
}

// a body of tets has no flesh, and one without tets has nothing that tets are needed for
static bool is_one_kind(const BrnModel* model) {
  return model->flesh_count > 0 ? model->mesh->tet_count == 0 : model->fascia_count == 0;
}

bool brn__replay_flesh_is_good(const BrnModel* model) {
  bool good = lists_are_there(model) && is_one_kind(model) && is_envelope_good(model);
  for (int i = 0; good && i < model->flesh_count; i++) {
    good = is_flesh_good(model, &model->flesh[i]);
  }
  for (int i = 0; good && i < model->fascia_count; i++) {
    good = is_fascia_good(model, &model->fascia[i]);
  }
  for (int i = 0; good && i < model->sensor_count; i++) {
    good = is_sensor_good(model, &model->sensor[i]);
  }
  for (int i = 0; good && i < model->signal_count; i++) good = is_signal_good(model, i);
  for (int u = 0; good && u < model->unit_count; u++) {
    good = is_index_or_none(model->unit_list[u].signal, model->signal_count);
  }
  return good;
}
