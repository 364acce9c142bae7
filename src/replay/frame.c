// SPDX-License-Identifier: Apache-2.0

#include "io/vtu_peek.h"
#include "replay/replay.h"

#include <string.h>

// Frames are read as little as can be: of a VTU file of one piece the arrays that are wanted. Any
// other file is read whole, and the last one is kept.

BrnStatus brn__replay_add_frame(BrnReplay* replay, int number, double time, const char* file) {
  BrnContext* ctx = replay->ctx;
  BRN_TRY(
      brn__grow_block(ctx, &replay->frame, (size_t)replay->frame_count + 1, sizeof *replay->frame));
  BrnReplayFrame frame = {.number = number, .time = time};
  if (file) frame.file = brn__strdup(ctx, file);
  if (file && !frame.file) return BRN_NO_MEMORY;
  replay->frame[replay->frame_count++] = frame;
  return BRN_OK;
}

int brn_replay_find_frame(const BrnReplay* replay, int number) {
  BRN_ASSERT(replay);
  for (int i = 0; i < replay->frame_count; i++) {
    if (replay->frame[i].number == number) return i;
  }
  return -1;
}

// --------------------------------------------------------------------------------- which way to go

static bool is_vtu(const char* path) {
  const char* dot = strrchr(path, '.');
  return dot && strcmp(dot, ".vtu") == 0;
}

static BrnStatus fail_count(const BrnReplay* replay, const char* file, const char* what, int found,
                            int expected) {
  return brn__fail(replay->ctx, BRN_BAD_FILE,
                   "%s: it has %d %s, but the run has %d; it is a frame of another run", file,
                   found, what, expected);
}

// *whole: it must be read by brn_mesh_read(); nothing is open then
static BrnStatus peek_at(BrnReplay* replay, int index, BrnVtuPeek* peek, bool* whole) {
  const char* file = replay->frame[index].file;
  *whole = !is_vtu(file);
  if (*whole) return BRN_OK;
  BrnStatus status = replay->folder ? brn__vtu_peek_open_own(replay->ctx, file, peek)
                                    : brn__vtu_peek_open(replay->ctx, file, peek);
  *whole = status == BRN_UNSUPPORTED;
  if (*whole) return BRN_OK;
  BRN_TRY(status);
  if (peek->point_count != replay->mesh->vertex_count) {
    status = fail_count(replay, file, "vertices", peek->point_count, replay->mesh->vertex_count);
    brn__vtu_peek_close(peek);
    return status;
  }
  *whole = replay->mesh->tet_count > 0 && peek->cell_count != replay->mesh->tet_count;
  if (*whole) brn__vtu_peek_close(peek);
  return BRN_OK;
}

static BrnStatus read_whole(BrnReplay* replay, int index) {
  struct BrnReplayInside* in = replay->inside;
  const char* file = replay->frame[index].file;
  if (in->frame_mesh && in->frame_index == index) return BRN_OK;
  brn_mesh_destroy(replay->ctx, in->frame_mesh);
  in->frame_mesh = NULL;
  BrnMesh* mesh;
  BrnReadDef def = brn_read_def_default();
  def.plain = replay->folder != NULL;
  BRN_TRY(brn_mesh_read(replay->ctx, file, &def, &mesh));
  BrnStatus status = BRN_OK;
  if (mesh->vertex_count != replay->mesh->vertex_count) {
    status = fail_count(replay, file, "vertices", mesh->vertex_count, replay->mesh->vertex_count);
  } else if (mesh->tet_count != replay->mesh->tet_count) {
    status = fail_count(replay, file, "tets", mesh->tet_count, replay->mesh->tet_count);
  }
  if (status != BRN_OK) {
    brn_mesh_destroy(replay->ctx, mesh);
    return status;
  }
  in->frame_mesh = mesh;
  in->frame_index = index;
  return BRN_OK;
}

// --------------------------------------------------------------------------------------- positions

BrnStatus brn_replay_positions(BrnReplay* replay, int index, double* out) {
  BRN_ASSERT(replay && index >= 0 && index < replay->frame_count);
  size_t bytes = sizeof(double) * 3 * (size_t)replay->mesh->vertex_count;
  BRN_ASSERT(out || bytes == 0);
  if (bytes == 0) return BRN_OK;
  if (!replay->frame[index].file) {
    memcpy(out, replay->mesh->position, bytes);
    return BRN_OK;
  }
  BrnVtuPeek peek;
  bool whole;
  BRN_TRY(peek_at(replay, index, &peek, &whole));
  if (whole) {
    BRN_TRY(read_whole(replay, index));
    memcpy(out, replay->inside->frame_mesh->position, bytes);
    return BRN_OK;
  }
  BrnStatus status = brn__vtu_peek_positions(&peek, out);
  brn__vtu_peek_close(&peek);
  return status;
}

// ------------------------------------------------------------------------------------------ arrays

static BrnStatus fail_array(const BrnReplay* replay, int index, const char* name, int components) {
  const char* file = replay->frame[index].file;
  return brn__fail(replay->ctx, BRN_BAD_FILE, "%s: there is no array \"%s\" of %d numbers each",
                   file ? file : replay->name, name, components);
}

static BrnStatus copy_array(BrnReplay* replay, int index, const BrnMesh* mesh, const char* name,
                            BrnDomain on, int components, double* out) {
  const BrnArray* array = brn_mesh_find_array(mesh, name, on);
  if (!array || array->components != components) return fail_array(replay, index, name, components);
  size_t count = (size_t)brn_mesh_item_count(mesh, on) * (size_t)components;
  if (count > 0) memcpy(out, array->value, sizeof(double) * count);
  return BRN_OK;
}

static BrnStatus read_array(BrnReplay* replay, int index, const char* name, BrnDomain on,
                            int components, double* out) {
  BrnVtuPeek peek;
  BrnVtuPeekArray array;
  bool whole;
  if (!replay->frame[index].file) {
    return copy_array(replay, index, replay->mesh, name, on, components, out);
  }
  BRN_TRY(peek_at(replay, index, &peek, &whole));
  if (whole) {
    BRN_TRY(read_whole(replay, index));
    return copy_array(replay, index, replay->inside->frame_mesh, name, on, components, out);
  }
  bool found = brn__vtu_peek_find(&peek, name, on == BRN_ON_TET, &array);
  BrnStatus status = found && array.components == components
                         ? brn__vtu_peek_numbers(&peek, &array, out)
                         : fail_array(replay, index, name, components);
  brn__vtu_peek_close(&peek);
  return status;
}

BrnStatus brn__frame_array(BrnReplay* replay, int index, const char* name, BrnDomain on,
                           int components, double** out) {
  size_t items = (size_t)brn_mesh_item_count(replay->mesh, on);
  *out = brn__new(replay->ctx, items * (size_t)components, double);
  if (!*out) return BRN_NO_MEMORY;
  BrnStatus status = read_array(replay, index, name, on, components, *out);
  if (status == BRN_OK) return BRN_OK;
  brn__free(replay->ctx, *out);
  *out = NULL;
  return status;
}
