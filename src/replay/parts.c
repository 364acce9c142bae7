// SPDX-License-Identifier: Apache-2.0
//
// The parts of what was opened: from the model, or from the labels of a mesh.

#include "core/vec.h"
#include "mesh/mesh.h"
#include "replay/replay.h"

#include <stdio.h>
#include <string.h>

// ---------------------------------------------------------------------------------- which they are

static BrnStatus name_part(BrnReplay* replay, BrnReplayPart* part, const char* name) {
  char number[32];
  snprintf(number, sizeof number, "label %d", part->label);
  part->name = brn__strdup(replay->ctx, name && *name ? name : number);
  return part->name ? BRN_OK : BRN_NO_MEMORY;
}

// the envelope of a body of surfaces is no part of the body
static BrnStatus add_envelope(BrnReplay* replay) {
  BrnReplayPart* part = &replay->part[replay->part_count++];
  *part = (BrnReplayPart){.kind = BRN_REPLAY_OTHER, .hidden = true};
  return name_part(replay, part, "envelope");
}

static bool has_envelope(const BrnModel* model) {
  return brn_model_count(model, BRN_OF_SHEETS) > 0 && model->envelope.surface >= 0;
}

static BrnStatus list_parts(BrnReplay* replay) {
  static const BrnReplayKind kinds[] = {BRN_REPLAY_BONE, BRN_REPLAY_MUSCLE, BRN_REPLAY_TENDON,
                                        BRN_REPLAY_OTHER};
  const BrnModel* model = replay->model;
  replay->part = brn__new_zero(replay->ctx, model->part_count + 1, BrnReplayPart);
  if (!replay->part) return BRN_NO_MEMORY;
  replay->part_count = model->part_count;
  for (int p = 0; p < model->part_count; p++) {
    replay->part[p].label = model->part[p].label;
    replay->part[p].kind = kinds[model->part[p].kind];
    BRN_TRY(name_part(replay, &replay->part[p], model->part[p].name));
  }
  return has_envelope(model) ? add_envelope(replay) : BRN_OK;
}

enum { MOST_LABELS = 1000 }; // of a file: more are no parts, but numbers of something else

static BrnStatus find_labels(BrnReplay* replay, BrnDomain on, int** label, int* count) {
  BRN_TRY(brn_mesh_labels(replay->ctx, replay->mesh, on, label, count));
  if (*count <= MOST_LABELS) return BRN_OK;
  brn__log(replay->ctx, BRN_LOG_WARNING, "%s: %d labels are too many for parts; it is shown as one",
           replay->name, *count);
  BrnMesh* mesh = replay->inside->mesh;
  memset(on == BRN_ON_TET ? mesh->tet_label : mesh->triangle_label, 0,
         sizeof(int) * (size_t)brn_mesh_item_count(mesh, on));
  brn_free(replay->ctx, *label);
  return brn_mesh_labels(replay->ctx, replay->mesh, on, label, count);
}

// A mesh without labels is one part of the replay's name.
static BrnStatus list_labels(BrnReplay* replay) {
  BrnDomain on = replay->mesh->tet_count > 0 ? BRN_ON_TET : BRN_ON_TRIANGLE;
  int *label, count;
  BRN_TRY(find_labels(replay, on, &label, &count));
  replay->part = brn__new_zero(replay->ctx, count, BrnReplayPart);
  BrnStatus status = replay->part ? BRN_OK : BRN_NO_MEMORY;
  replay->part_count = replay->part ? count : 0;
  for (int p = 0; p < count && status == BRN_OK; p++) {
    BrnReplayPart* part = &replay->part[p];
    const char* name = brn_mesh_label_name(replay->mesh, on, label[p]);
    part->label = label[p];
    part->kind = BRN_REPLAY_OTHER;
    status = name_part(replay, part, name || count > 1 ? name : replay->name);
  }
  brn_free(replay->ctx, label);
  return status;
}

static void color_parts(BrnReplay* replay) {
  int count[BRN_REPLAY_OTHER + 1] = {0};
  for (int p = 0; p < replay->part_count; p++) {
    BrnReplayPart* part = &replay->part[p];
    brn__part_color(part->kind, count[part->kind]++, part->color);
    if (part->hidden) brn__part_color(BRN_REPLAY_BONE, 0, part->color);
  }
}

// ------------------------------------------------------------------------------------ tets of each

static int find_part(const BrnReplay* replay, int label) {
  int low = 0, high = replay->part_count - 1; // labels ascend
  while (low < high) {
    int middle = low + (high - low) / 2;
    if (replay->part[middle].label < label) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

static BrnStatus sort_tets(BrnReplay* replay) {
  struct BrnReplayInside* in = replay->inside;
  const BrnMesh* mesh = replay->mesh;
  in->part_start = brn__new_zero(replay->ctx, replay->part_count + 2, int);
  in->part_tet = brn__new(replay->ctx, mesh->tet_count, int);
  if (!in->part_start || !in->part_tet) return BRN_NO_MEMORY;
  int* start = in->part_start + 1; // one ahead, so that filling moves it back
  for (int t = 0; t < mesh->tet_count; t++) start[find_part(replay, mesh->tet_label[t]) + 1]++;
  for (int p = 1; p <= replay->part_count; p++) start[p] += start[p - 1];
  for (int t = 0; t < mesh->tet_count; t++) {
    in->part_tet[start[find_part(replay, mesh->tet_label[t])]++] = t;
  }
  return BRN_OK;
}

static BrnStatus measure_tets(BrnReplay* replay) {
  const BrnMesh* mesh = replay->mesh;
  double* volume = brn__new(replay->ctx, mesh->tet_count, double);
  if (!volume) return BRN_NO_MEMORY;
  for (size_t t = 0; t < (size_t)mesh->tet_count; t++) {
    const double* p[4];
    for (size_t k = 0; k < 4; k++) p[k] = mesh->position + 3 * (size_t)mesh->tet[4 * t + k];
    volume[t] = brn__tet_volume(p[0], p[1], p[2], p[3]);
  }
  replay->inside->volume = volume;
  return BRN_OK;
}

// ------------------------------------------------------------------------------------------- all

BrnStatus brn__replay_take_model(BrnReplay* replay, BrnModel* model) {
  replay->inside->model = model;
  replay->model = model;
  replay->mesh = model->mesh;
  return BRN_OK;
}

BrnStatus brn__replay_take_mesh(BrnReplay* replay, BrnMesh* mesh) {
  replay->inside->mesh = mesh;
  replay->mesh = mesh;
  BRN_TRY(brn__mesh_need_tet_labels(replay->ctx, mesh));
  return brn__mesh_need_triangle_labels(replay->ctx, mesh);
}

BrnStatus brn__replay_make_parts(BrnReplay* replay) {
  BRN_TRY(replay->model ? list_parts(replay) : list_labels(replay));
  color_parts(replay);
  BRN_TRY(sort_tets(replay));
  BRN_TRY(measure_tets(replay));
  for (int p = 0; p < replay->part_count; p++) BRN_TRY(brn__skin_make(replay, p));
  return brn__lines_of_action(replay, &replay->action);
}

void brn__replay_free_parts(BrnReplay* replay) {
  BrnContext* ctx = replay->ctx;
  for (int p = 0; p < replay->part_count; p++) {
    brn__free(ctx, replay->part[p].name);
    brn__skin_free(ctx, &replay->part[p].skin);
  }
  brn__free(ctx, replay->part);
  brn_replay_lines_free(ctx, &replay->action);
  brn__free(ctx, replay->inside->part_start);
  brn__free(ctx, replay->inside->part_tet);
  brn__free(ctx, replay->inside->volume);
}
