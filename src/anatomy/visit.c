// SPDX-License-Identifier: Apache-2.0

#include "anatomy/visit.h"

#include "drive/track.h"

#include <string.h>

// ------------------------------------------------------------------------------------- the basics

static bool goes_on(const BrnVisit* visit) { return visit->status == BRN_OK; }

static void fail(BrnVisit* visit, const char* what) {
  visit->status = brn__bytes_fail(&visit->bytes, "%s", what);
}

void brn__visit_plain(BrnVisit* visit, void* member, size_t size) {
  if (visit->mode == BRN_VISIT_WRITE) brn__sink_bytes(visit->sink, member, size);
  if (visit->mode != BRN_VISIT_READ || !goes_on(visit)) return;
  visit->status = brn__bytes_need(&visit->bytes, size, "a number");
  if (!goes_on(visit)) return;
  memcpy(member, visit->bytes.at, size);
  visit->bytes.at += size;
}

void brn__visit_truths(BrnVisit* visit, void* member, size_t size) {
  brn__visit_plain(visit, member, size);
  if (visit->mode != BRN_VISIT_READ || !goes_on(visit)) return;
  unsigned char* byte = member;
  for (size_t i = 0; i < size; i++) {
    if (byte[i] <= 1) continue;
    byte[i] = 0;
    fail(visit, "expected 0 or 1");
  }
}

static void* get(const void* member) {
  void* block;
  memcpy(&block, member, sizeof block);
  return block;
}

static void put(void* member, void* block) { memcpy(member, &block, sizeof block); }

// makes room for what a file promises
static void* allocate(BrnVisit* visit, int count, size_t item_size, size_t least) {
  visit->status = brn__bytes_count(&visit->bytes, count, least, "items");
  if (!goes_on(visit)) return NULL;
  void* block = brn__alloc_zero(visit->ctx, count > 0 ? (size_t)count : 1, item_size);
  if (!block) visit->status = BRN_NO_MEMORY;
  return block;
}

bool brn__visit_block(BrnVisit* visit, void* member, int count, size_t item_size, size_t least) {
  unsigned char there = get(member) != NULL;
  BRN_VISIT(visit, there);
  if (visit->mode != BRN_VISIT_READ) return there != 0;
  put(member, NULL);
  if (!goes_on(visit) || !there) return false;
  if (there != 1) {
    fail(visit, "expected 0 or 1");
    return false;
  }
  void* block = allocate(visit, count, item_size, least);
  put(member, block);
  return block != NULL;
}

void brn__visit_leave(BrnVisit* visit, void* member) {
  if (visit->mode != BRN_VISIT_FREE) return;
  brn__free(visit->ctx, get(member));
  put(member, NULL);
}

void brn__visit_array(BrnVisit* visit, void* member, int count, size_t item_size) {
  if (!brn__visit_block(visit, member, count, item_size, item_size)) return;
  if (visit->mode != BRN_VISIT_FREE) {
    brn__visit_plain(visit, get(member), (size_t)count * item_size);
  }
  brn__visit_leave(visit, member);
}

void brn__visit_text(BrnVisit* visit, char** member) {
  int room = visit->mode == BRN_VISIT_WRITE && *member ? (int)strlen(*member) + 1 : 0;
  BRN_VISIT(visit, room);
  brn__visit_array(visit, member, room, 1);
  if (visit->mode != BRN_VISIT_READ || !goes_on(visit) || !*member) return;
  if (room < 1 || (*member)[room - 1] != 0) fail(visit, "expected a text that ends");
}

// ---------------------------------------------------------------------------------- other rooms'

static void visit_labels(BrnVisit* visit, BrnMesh* mesh) {
  BRN_VISIT(visit, mesh->label_count);
  if (!brn__visit_block(visit, &mesh->label, mesh->label_count, sizeof *mesh->label, 8)) return;
  for (int i = 0; i < mesh->label_count && goes_on(visit); i++) {
    BRN_VISIT(visit, mesh->label[i].on);
    BRN_VISIT(visit, mesh->label[i].id);
    brn__visit_text(visit, &mesh->label[i].name);
  }
  brn__visit_leave(visit, &mesh->label);
}

static void visit_arrays(BrnVisit* visit, BrnMesh* mesh) {
  BRN_VISIT(visit, mesh->array_count);
  if (!brn__visit_block(visit, &mesh->array, mesh->array_count, sizeof *mesh->array, 12)) return;
  for (int i = 0; i < mesh->array_count && goes_on(visit); i++) {
    BrnArray* array = &mesh->array[i];
    brn__visit_text(visit, &array->name);
    BRN_VISIT(visit, array->on);
    BRN_VISIT(visit, array->components);
    BRN_VISIT(visit, array->number);
    if (visit->mode == BRN_VISIT_READ && goes_on(visit) && array->components < 1) {
      fail(visit, "expected an array with components");
    }
    int count = goes_on(visit) ? brn_mesh_item_count(mesh, array->on) : 0;
    BRN_VISIT_ARRAY(visit, array->value, count, array->components);
  }
  brn__visit_leave(visit, &mesh->array);
}

void brn__visit_mesh(BrnVisit* visit, BrnMesh** member) {
  if (!brn__visit_block(visit, member, 1, sizeof **member, 12)) return;
  BrnMesh* mesh = *member;
  BRN_VISIT(visit, mesh->vertex_count);
  BRN_VISIT(visit, mesh->triangle_count);
  BRN_VISIT(visit, mesh->tet_count);
  BRN_VISIT_ARRAY(visit, mesh->position, mesh->vertex_count, 3);
  BRN_VISIT_ARRAY(visit, mesh->triangle, mesh->triangle_count, 3);
  BRN_VISIT_ARRAY(visit, mesh->tet, mesh->tet_count, 4);
  BRN_VISIT_ARRAY(visit, mesh->triangle_label, mesh->triangle_count, 1);
  BRN_VISIT_ARRAY(visit, mesh->tet_label, mesh->tet_count, 1);
  brn__visit_text(visit, &mesh->label_array);
  visit_labels(visit, mesh);
  BRN_VISIT_ARRAY(visit, mesh->polygon, mesh->triangle_count, 1);
  visit_arrays(visit, mesh);
  brn__visit_leave(visit, member);
}

void brn__visit_embedding(BrnVisit* visit, BrnEmbedding** member) {
  if (!brn__visit_block(visit, member, 1, sizeof **member, 16)) return;
  BrnEmbedding* embedding = *member;
  BRN_VISIT(visit, embedding->point_count);
  BRN_VISIT_ARRAY(visit, embedding->tet, embedding->point_count, 1);
  BRN_VISIT_ARRAY(visit, embedding->weight, embedding->point_count, 4);
  BRN_VISIT_ARRAY(visit, embedding->distance, embedding->point_count, 1);
  BRN_VISIT(visit, embedding->outside_count);
  BRN_VISIT(visit, embedding->max_distance);
  brn__visit_leave(visit, member);
}

// A track is one block with its arrays in it: its keys are read beside it, and what a new track
// might round once more is put back as it was.
typedef struct Keys {
  int kind, repeat, count, width, rates;
  double *time, *value, *slope;
  BrnKeyShape* shape;
} Keys;

static void visit_keys(BrnVisit* visit, Keys* keys) {
  BRN_VISIT(visit, keys->kind);
  BRN_VISIT(visit, keys->repeat);
  BRN_VISIT(visit, keys->count);
  if (visit->mode == BRN_VISIT_READ) {
    bool known = keys->kind >= BRN_TRACK_SCALAR && keys->kind <= BRN_TRACK_ROTATION;
    if (goes_on(visit) && !known) fail(visit, "expected a kind of track");
    keys->width = keys->kind == BRN_TRACK_ROTATION ? 4 : keys->kind == BRN_TRACK_VECTOR ? 3 : 1;
    keys->rates = keys->width == 1 ? 1 : 3;
  }
  BRN_VISIT_ARRAY(visit, keys->time, keys->count, 1);
  BRN_VISIT_ARRAY(visit, keys->value, keys->count, keys->width);
  BRN_VISIT_ARRAY(visit, keys->slope, keys->count, keys->rates);
  BRN_VISIT_ARRAY(visit, keys->shape, keys->count, 1);
}

static Keys keys_of(const BrnTrack* track) {
  return (Keys){.kind = (int)track->kind,
                .repeat = (int)track->repeat,
                .count = track->key_count,
                .width = track->width,
                .rates = track->rate_width,
                .time = track->time,
                .value = track->value,
                .slope = track->slope,
                .shape = track->shape};
}

static BrnStatus make_track(BrnVisit* visit, const Keys* keys, BrnTrack** out) {
  *out = NULL;
  if (!keys->time || !keys->value || !keys->slope || !keys->shape) {
    return brn__bytes_fail(&visit->bytes, "expected the keys of a track");
  }
  BrnTrackDef def = brn_track_def_default((BrnTrackKind)keys->kind);
  def.key_count = keys->count;
  def.time = keys->time;
  def.value = keys->value;
  def.shape = keys->shape;
  def.repeat = (BrnRepeat)keys->repeat;
  BRN_TRY(brn_track_create(visit->ctx, &def, out));
  size_t n = (size_t)keys->count * sizeof(double);
  memcpy((*out)->value, keys->value, n * (size_t)keys->width);
  memcpy((*out)->slope, keys->slope, n * (size_t)keys->rates);
  return BRN_OK;
}

void brn__visit_track(BrnVisit* visit, BrnTrack** member) {
  unsigned char there = *member != NULL;
  BRN_VISIT(visit, there);
  if (visit->mode == BRN_VISIT_FREE) {
    brn_track_destroy(visit->ctx, *member);
    *member = NULL;
    return;
  }
  if (visit->mode == BRN_VISIT_WRITE) {
    Keys keys = there ? keys_of(*member) : (Keys){0};
    if (there) visit_keys(visit, &keys);
    return;
  }
  *member = NULL;
  if (!goes_on(visit) || !there) return;
  Keys keys = {0};
  visit_keys(visit, &keys);
  if (goes_on(visit)) visit->status = make_track(visit, &keys, member);
  BrnVisit leave = {.ctx = visit->ctx, .mode = BRN_VISIT_FREE};
  visit_keys(&leave, &keys);
}

void brn__visit_clip(BrnVisit* visit, BrnClip** member) {
  if (!brn__visit_block(visit, member, 1, sizeof **member, 12)) return;
  BrnClip* clip = *member;
  BRN_VISIT(visit, clip->joint_count);
  BRN_VISIT(visit, clip->channel_count);
  BRN_VISIT(visit, clip->frame_count);
  BRN_VISIT(visit, clip->frame_time);
  if (brn__visit_block(visit, &clip->name, clip->joint_count, sizeof *clip->name, 5)) {
    for (int j = 0; j < clip->joint_count; j++) brn__visit_text(visit, &clip->name[j]);
    brn__visit_leave(visit, &clip->name);
  }
  BRN_VISIT_ARRAY(visit, clip->parent, clip->joint_count, 1);
  BRN_VISIT_ARRAY(visit, clip->end_site, clip->joint_count, 1);
  BRN_VISIT_ARRAY(visit, clip->offset, clip->joint_count, 3);
  int starts = goes_on(visit) ? clip->joint_count + 1 : 0;
  BRN_VISIT_ARRAY(visit, clip->channel_start, starts, 1);
  BRN_VISIT_ARRAY(visit, clip->channel, clip->channel_count, 1);
  if (visit->mode == BRN_VISIT_READ && goes_on(visit) && clip->channel_count < 0) {
    fail(visit, "expected a count");
  }
  int width = goes_on(visit) ? clip->channel_count : 0;
  BRN_VISIT_ARRAY(visit, clip->value, clip->frame_count, width);
  brn__visit_leave(visit, member);
}
