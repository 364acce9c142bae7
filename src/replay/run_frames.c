// SPDX-License-Identifier: Apache-2.0

#include "brawn/io.h"
#include "replay/replay.h"
#include "run/run.h"

#include <ctype.h>
#include <dirent.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// frames/NAME.0012.vtu. A frame is renamed to its name when it is whole, so what has one can be
// read.

typedef struct Found {
  int number;
  int rank; // of its format, lower is better
  char name[256];
} Found;

typedef struct FoundList {
  Found* item;
  size_t count, room;
} FoundList;

// ------------------------------------------------------------------------------------------- names

// VTU first, of which single arrays can be read; then what else holds tets. -1: cannot be read
static int rank_of(const char* extension) {
  const BrnFormatInfo* format = brn__run_format_of(extension - 1);
  if (!format || !format->reads || !format->holds_tets) return -1;
  if (strcmp(extension, "vtu") == 0) return 0;
  return format->holds_arrays ? 1 : 2;
}

// "NAME.0012.vtu": the number has at least four signs
static bool parse_name(const char* name, const char* stem, Found* out) {
  size_t length = strlen(stem);
  if (strncmp(name, stem, length) != 0 || name[length] != '.') return false;
  const char* at = name + length + 1;
  const char* digit = at + (*at == '-');
  size_t digits = strspn(digit, "0123456789");
  const char* dot = digit + digits;
  if (digits == 0 || digits > 9 || dot - at < 4 || *dot != '.') return false;
  out->number = (int)strtol(at, NULL, 10);
  out->rank = strlen(name) < sizeof out->name ? rank_of(dot + 1) : -1;
  if (out->rank >= 0) strcpy(out->name, name);
  return out->rank >= 0;
}

static int by_number(const void* a, const void* b) {
  const Found *x = a, *y = b;
  if (x->number != y->number) return x->number < y->number ? -1 : 1;
  return x->rank != y->rank ? x->rank - y->rank : strcmp(x->name, y->name);
}

// ----------------------------------------------------------------------------------------- looking

// only frames after those that are in the list
static BrnStatus look(BrnReplay* replay, const char* path, FoundList* list) {
  DIR* folder = opendir(path);
  if (!folder) return BRN_OK; // tables only, or nothing yet
  int known = replay->frame_count > 0 ? replay->frame[replay->frame_count - 1].number : INT32_MIN;
  BrnStatus status = BRN_OK;
  struct dirent* entry;
  while (status == BRN_OK && (entry = readdir(folder))) {
    Found found;
    if (!parse_name(entry->d_name, replay->inside->stem, &found) || found.number <= known) continue;
    status = brn__grow(replay->ctx, &list->item, &list->room, list->count + 1, sizeof found);
    if (status == BRN_OK) list->item[list->count++] = found;
  }
  closedir(folder);
  return status;
}

static double time_of(const BrnReplay* replay, int number) {
  return ((double)number - replay->inside->first_frame) / replay->per_second;
}

static BrnStatus add_found(BrnReplay* replay, const char* path, const FoundList* list) {
  for (size_t i = 0; i < list->count; i++) {
    const Found* found = &list->item[i];
    if (i > 0 && found->number == list->item[i - 1].number) continue; // in another format, too
    BrnScratchMark mark = brn__scratch_mark(replay->ctx);
    const char* file = brn__replay_path(replay->ctx, path, found->name);
    BrnStatus status =
        file ? brn__replay_add_frame(replay, found->number, time_of(replay, found->number), file)
             : BRN_NO_MEMORY;
    brn__scratch_release(replay->ctx, mark);
    BRN_TRY(status);
  }
  return BRN_OK;
}

BrnStatus brn__replay_list_frames(BrnReplay* replay) {
  FoundList list = {0};
  BrnScratchMark mark = brn__scratch_mark(replay->ctx);
  const char* path = brn__replay_path(replay->ctx, replay->folder, "frames");
  BrnStatus status = path ? look(replay, path, &list) : BRN_NO_MEMORY;
  if (list.count > 1) qsort(list.item, list.count, sizeof *list.item, by_number);
  if (status == BRN_OK) status = add_found(replay, path, &list);
  brn__free(replay->ctx, list.item);
  brn__scratch_release(replay->ctx, mark);
  return status;
}
