// SPDX-License-Identifier: Apache-2.0
//
// Lines of action and fibres of a run, bound to the mesh so that they follow every frame.

#include "core/vec.h"
#include "replay/replay.h"

#include <limits.h>
#include <string.h>

void brn_replay_lines_free(BrnContext* ctx, BrnReplayLines* lines) {
  BRN_ASSERT(ctx && lines);
  brn__free(ctx, lines->start);
  brn__free(ctx, lines->part);
  brn__riders_free(ctx, &lines->rider);
  *lines = (BrnReplayLines){0};
}

static BrnStatus make_room(BrnContext* ctx, int lines, int points, BrnReplayLines* out) {
  *out = (BrnReplayLines){0};
  BrnStatus status = brn__riders_create(ctx, points, &out->rider);
  out->start = brn__new_zero(ctx, lines + 1, int);
  out->part = brn__new_zero(ctx, lines, int);
  if (status == BRN_OK && out->start && out->part) return BRN_OK;
  brn_replay_lines_free(ctx, out);
  return BRN_NO_MEMORY;
}

// index of the part that a tet belongs to
static int part_of(const BrnModel* model, int tet) { return model->mesh->tet_label[tet] - 1; }

// --------------------------------------------------------------------------------- lines of action

// part of the flesh of a unit; -1: it has none
static int flesh_part(const BrnModel* model, int unit) {
  for (int i = 0; i < model->flesh_count; i++) {
    if (model->flesh[i].unit == unit) return model->flesh[i].part;
  }
  return -1;
}

// part that a line of action belongs to; -1: it has none
static int action_part(const BrnModel* model, int index) {
  const BrnModelUnit* unit = &model->unit_list[index];
  if (unit->line_count == 0) return -1;
  return unit->tet_count > 0 ? part_of(model, unit->tet[0]) : flesh_part(model, index);
}

static void add_unit(const BrnModel* model, int index, BrnReplayLines* out) {
  const BrnModelUnit* unit = &model->unit_list[index];
  size_t count = (size_t)unit->line_count, at = 4 * (size_t)out->start[out->line_count];
  memcpy(out->rider.vertex + at, unit->line_vertex, sizeof(int) * 4 * count);
  memcpy(out->rider.weight + at, unit->line_weight, sizeof(double) * 4 * count);
  out->part[out->line_count] = action_part(model, index);
  out->start[out->line_count + 1] = out->start[out->line_count] + unit->line_count;
  out->line_count++;
}

BrnStatus brn__lines_of_action(BrnReplay* replay, BrnReplayLines* out) {
  const BrnModel* model = replay->model;
  int units = model ? model->unit_count : 0, points = 0;
  for (int u = 0; u < units; u++) {
    if (action_part(model, u) >= 0) points += model->unit_list[u].line_count;
  }
  BRN_TRY(make_room(replay->ctx, units, points, out));
  for (int u = 0; u < units; u++) {
    if (action_part(model, u) >= 0) add_unit(model, u, out);
  }
  return BRN_OK;
}

// ------------------------------------------------------------------------------------------ fibres

// weights of the corners of a tet at a point in it
static void weights_at(const BrnMesh* mesh, int tet, const double* x, double* weight) {
  const int* v = mesh->tet + 4 * (size_t)tet;
  const double* p[4];
  for (int k = 0; k < 4; k++) p[k] = mesh->position + 3 * (size_t)v[k];
  double all = brn__tet_volume(p[0], p[1], p[2], p[3]), sum = 0;
  for (int k = 0; k < 4; k++) {
    const double* q[4] = {p[0], p[1], p[2], p[3]};
    q[k] = x;
    double share = brn__tet_volume(q[0], q[1], q[2], q[3]) / all;
    weight[k] = share > 0 ? share : 0; // NAN of a tet without volume, too
    sum += weight[k];
  }
  for (int k = 0; k < 4; k++) weight[k] = sum > 0 ? weight[k] / sum : 0.25;
}

// the tets of a muscle, ascending: those that its lines were traced in
static int list_tets(const BrnModel* model, int muscle, int* tet) {
  int count = 0;
  for (int t = 0; t < model->mesh->tet_count; t++) {
    int unit = model->unit[t];
    if (unit >= 0 && model->unit_list[unit].muscle == muscle) tet[count++] = t;
  }
  return count;
}

static void bind_line(const BrnModel* model, const BrnLines* lines, int line, const int* tet,
                      BrnReplayLines* out) {
  int begin = lines->start[line], end = lines->start[line + 1];
  int at = out->start[out->line_count];
  for (int i = begin; i < end; i++, at++) {
    int own = tet[lines->tet[i]];
    size_t to = 4 * (size_t)at;
    memcpy(out->rider.vertex + to, model->mesh->tet + 4 * (size_t)own, 4 * sizeof(int));
    weights_at(model->mesh, own, lines->point + 3 * (size_t)i, out->rider.weight + to);
  }
  out->part[out->line_count] = part_of(model, tet[lines->tet[begin]]);
  out->start[++out->line_count] = at;
}

static BrnStatus bind_all(BrnReplay* replay, BrnLines* const* lines, BrnReplayLines* out) {
  const BrnModel* model = replay->model;
  size_t line_count = 0, point_count = 0;
  for (int m = 0; m < model->muscle_count; m++) {
    line_count += (size_t)lines[m]->line_count;
    point_count += (size_t)lines[m]->start[lines[m]->line_count];
  }
  if (point_count > INT_MAX / 4) {
    return brn__fail(replay->ctx, BRN_INVALID,
                     "%zu points of fibres are too many; ask for fewer "
                     "fibres",
                     point_count);
  }
  int* tet = brn__scratch(replay->ctx, model->mesh->tet_count, int);
  if (!tet) return BRN_NO_MEMORY;
  BRN_TRY(make_room(replay->ctx, (int)line_count, (int)point_count, out));
  for (int m = 0; m < model->muscle_count; m++) {
    list_tets(model, m, tet);
    for (int i = 0; i < lines[m]->line_count; i++) bind_line(model, lines[m], i, tet, out);
  }
  return BRN_OK;
}

static BrnStatus trace_all(BrnReplay* replay, int per_muscle, BrnLines** lines) {
  for (int m = 0; m < replay->model->muscle_count; m++) {
    BRN_TRY(brn_model_trace(replay->ctx, replay->model, m, per_muscle, &lines[m]));
  }
  return BRN_OK;
}

BrnStatus brn_replay_fibres(BrnReplay* replay, int per_muscle, BrnReplayLines* out) {
  BRN_ASSERT(replay && out && per_muscle >= 0);
  BrnContext* ctx = replay->ctx;
  int muscles = replay->model && per_muscle > 0 ? replay->model->muscle_count : 0;
  if (muscles > 0 && brn_model_count(replay->model, BRN_OF_SHEETS) > 0) {
    return brn__lines_on_surfaces(replay, per_muscle, out);
  }
  if (replay->mesh->tet_count == 0) muscles = 0; // nothing to be traced in
  if (muscles == 0) return make_room(ctx, 0, 0, out);
  *out = (BrnReplayLines){0};
  BrnScratchMark mark = brn__scratch_mark(ctx);
  BrnLines** lines = brn__scratch_zero(ctx, muscles, BrnLines*);
  BrnStatus status = lines ? trace_all(replay, per_muscle, lines) : BRN_NO_MEMORY;
  if (status == BRN_OK) status = bind_all(replay, lines, out);
  for (int m = 0; lines && m < muscles; m++) brn_lines_destroy(ctx, lines[m]);
  brn__scratch_release(ctx, mark);
  return status;
}
