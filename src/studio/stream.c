// SPDX-License-Identifier: Apache-2.0
//
// A run opened for the page, and its files of skins and of the mesh.

#include "studio/stream.h"

#include <stdlib.h>
#include <string.h>

// ------------------------------------------------------------------------------ what does not move

static BrnStatus find_folder(BrnStream* stream) {
  BrnContext* ctx = stream->replay->ctx;
  if (!stream->replay->folder) return BRN_OK;
  char* real = realpath(stream->replay->folder, NULL);
  if (!real) {
    return brn__fail(ctx, BRN_NOT_FOUND, "%s: the folder is gone", stream->replay->folder);
  }
  stream->folder = brn__strdup(ctx, real);
  free(real);
  return stream->folder ? BRN_OK : brn__fail_memory(ctx);
}

// Traced fibres have a point in every tet they pass. They are smooth: some of the points, evenly
// taken, look the same.
static void thin_lines(BrnReplayLines* lines, int most) {
  BrnRiders* rider = &lines->rider;
  int used = 0, begin = 0;
  for (int l = 0; l < lines->line_count; l++) {
    int end = lines->start[l + 1], count = end - begin, kept = count < most ? count : most;
    lines->start[l] = used;
    for (int i = 0; i < kept; i++, used++) {
      int from = begin + (kept > 1 ? (int)((int64_t)i * (count - 1) / (kept - 1)) : 0);
      memmove(rider->vertex + 4 * (size_t)used, rider->vertex + 4 * (size_t)from, 4 * sizeof(int));
      memmove(rider->weight + 4 * (size_t)used, rider->weight + 4 * (size_t)from,
              4 * sizeof(double));
    }
    begin = end;
  }
  if (lines->start) lines->start[lines->line_count] = used;
  rider->point_count = used;
}

BrnStatus brn__stream_open(BrnReplay* replay, double share, BrnStream* out) {
  *out = (BrnStream){.replay = replay, .position_of = -1};
  BrnStatus status = find_folder(out);
  if (status == BRN_OK) status = brn__stream_about(out);
  if (status == BRN_OK) status = brn__skins_make(replay, share, &out->skins);
  if (status == BRN_OK) status = brn_replay_fibres(replay, BRN_STREAM_FIBRES, &out->fibre);
  if (status == BRN_OK) status = brn__stream_inner(out);
  if (status == BRN_OK) {
    thin_lines(&out->fibre, BRN_STREAM_POINTS);
    out->position = brn__new(replay->ctx, 3 * (size_t)replay->mesh->vertex_count + 1, double);
    if (!out->position) status = brn__fail_memory(replay->ctx);
  }
  if (status != BRN_OK) brn__stream_close(out);
  return status;
}

void brn__stream_close(BrnStream* stream) {
  if (!stream->replay) return;
  BrnContext* ctx = stream->replay->ctx;
  brn__skins_free(ctx, &stream->skins);
  brn_replay_lines_free(ctx, &stream->fibre);
  brn_replay_lines_free(ctx, &stream->inner);
  brn__free(ctx, stream->inner_kind);
  brn__free(ctx, stream->position);
  brn__free(ctx, stream->folder);
  brn__free(ctx, stream->about);
  *stream = (BrnStream){0};
}

// --------------------------------------------------------------------------------------- skins.bin

static void add_u32(BrnLayout* layout, const char* name, int components, size_t count) {
  brn__layout_add(layout, name, BRN_STREAM_U32, components, count);
}

static size_t line_count(const BrnReplayLines* lines) {
  return lines->start ? (size_t)lines->line_count : 0;
}

static void put_lines(const BrnReplayLines* lines, uint32_t* start, uint32_t* part) {
  for (size_t i = 0; lines->start && i <= line_count(lines); i++) {
    start[i] = (uint32_t)lines->start[i];
  }
  for (size_t i = 0; i < line_count(lines); i++) part[i] = (uint32_t)lines->part[i];
}

BrnStatus brn__stream_skins(const BrnStream* stream, BrnByteArray* out) {
  const BrnStreamSkins* skins = &stream->skins;
  const BrnReplayLines *fibre = &stream->fibre, *action = &stream->replay->action;
  const BrnReplayLines* inner = &stream->inner;
  BrnLayout layout = {0};
  size_t parts = (size_t)skins->part_count + 1, triangles = (size_t)skins->triangle_count;
  // the layout first: arrays are known by their number from here on
  add_u32(&layout, "part_vertex", 1, parts);
  add_u32(&layout, "part_triangle", 1, parts);
  add_u32(&layout, "triangle", 3, triangles);
  BrnLayoutArray* tendon =
      brn__layout_add(&layout, "tendon", BRN_STREAM_U8, 1, (size_t)skins->vertex_count);
  tendon->range_count = 1;
  tendon->high[0] = 1;
  add_u32(&layout, "fibre_start", 1, line_count(fibre) + 1);
  add_u32(&layout, "fibre_part", 1, line_count(fibre));
  add_u32(&layout, "action_start", 1, line_count(action) + 1);
  add_u32(&layout, "action_part", 1, line_count(action));
  // bodies of tets have none, and files without them are as they were before there were any
  bool has_inner = line_count(inner) > 0;
  if (has_inner) {
    add_u32(&layout, "inner_start", 1, line_count(inner) + 1);
    add_u32(&layout, "inner_part", 1, line_count(inner));
    brn__layout_add(&layout, "inner_kind", BRN_STREAM_U8, 1, line_count(inner));
  }
  // then the bytes, in the same order
  BRN_TRY(brn__layout_make(stream->replay->ctx, &layout, out));
  memcpy(brn__layout_array(&layout, out, 0), skins->part_vertex, 4 * parts);
  memcpy(brn__layout_array(&layout, out, 1), skins->part_triangle, 4 * parts);
  memcpy(brn__layout_array(&layout, out, 2), skins->triangle, 12 * triangles);
  memcpy(brn__layout_array(&layout, out, 3), skins->tendon, (size_t)skins->vertex_count);
  put_lines(fibre, brn__layout_array(&layout, out, 4), brn__layout_array(&layout, out, 5));
  put_lines(action, brn__layout_array(&layout, out, 6), brn__layout_array(&layout, out, 7));
  if (has_inner) {
    put_lines(inner, brn__layout_array(&layout, out, 8), brn__layout_array(&layout, out, 9));
    memcpy(brn__layout_array(&layout, out, 10), stream->inner_kind, line_count(inner));
  }
  return BRN_OK;
}

// ---------------------------------------------------------------------------------------- mesh.bin

// the part of each tet, by its label; tets of no part have 65535
static void put_parts(const BrnReplay* replay, uint16_t* out) {
  const BrnMesh* mesh = replay->mesh;
  int last = 0;
  for (int t = 0; t < mesh->tet_count; t++) {
    out[t] = UINT16_MAX;
    for (int i = 0; i < replay->part_count; i++) {
      int p = (last + i) % replay->part_count; // neighbours are mostly of one part
      if (mesh->tet_label && mesh->tet_label[t] != replay->part[p].label) continue;
      out[t] = (uint16_t)(last = p);
      break;
    }
  }
}

BrnStatus brn__stream_mesh(const BrnStream* stream, BrnByteArray* out) {
  const BrnReplay* replay = stream->replay;
  const BrnMesh* mesh = replay->mesh;
  size_t count = (size_t)mesh->tet_count;
  BrnLayout layout = {0};
  add_u32(&layout, "tet", 4, count);
  brn__layout_add(&layout, "part", BRN_STREAM_U16, 1, count);
  BrnLayoutArray* tendon = brn__layout_add(&layout, "tendon", BRN_STREAM_U8, 1, count);
  tendon->range_count = 1;
  tendon->high[0] = 1;
  BRN_TRY(brn__layout_make(replay->ctx, &layout, out));
  uint32_t* tet = brn__layout_array(&layout, out, 0);
  for (size_t i = 0; i < 4 * count; i++) tet[i] = (uint32_t)mesh->tet[i];
  put_parts(replay, brn__layout_array(&layout, out, 1));
  if (replay->model && replay->model->mesh->tet_count == mesh->tet_count) {
    brn__quantise(replay->ctx, tendon, replay->model->tendon, brn__layout_array(&layout, out, 2));
  }
  return BRN_OK;
}
