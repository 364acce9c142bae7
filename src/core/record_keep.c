// SPDX-License-Identifier: Apache-2.0

#include "core/record.h"

#include <stdio.h>

// A view of a record: some of its members, and the defaults of all others. Who reads the view can
// read nothing else, so that a hash of its text is a hash of all that was read.

typedef struct Keep {
  BrnContext* ctx;
  const char* paths;
  char path[256]; // of the member at hand
} Keep;

// is the member one that is listed, or is one beneath it?
typedef struct Listed {
  bool whole, partly;
} Listed;

static Listed look_up(const Keep* keep, size_t length) {
  Listed found = {false, false};
  for (const char* word = keep->paths; *word; word += strspn(word, " ")) {
    size_t size = strcspn(word, " ");
    found.whole |= size == length && strncmp(word, keep->path, length) == 0;
    found.partly |= size > length && strncmp(word, keep->path, length) == 0 && word[length] == '.';
    word += size;
  }
  return found;
}

static void reset(Keep* keep, const BrnField* field, void* record, const void* defaults) {
  brn__field_free(keep->ctx, field, record);
  memcpy(brn__member(field, record), brn__const_member(field, defaults), brn__field_size(field));
}

static BrnStatus keep_members(Keep* keep, const BrnRecord* type, void* record, const void* defaults,
                              size_t length);

static BrnStatus keep_items(Keep* keep, const BrnField* field, void* record, size_t length) {
  BrnScratchMark mark = brn__scratch_mark(keep->ctx);
  void* defaults = brn__scratch_take(keep->ctx, 1, field->record->size);
  BrnStatus status = defaults ? BRN_OK : BRN_NO_MEMORY;
  if (defaults) brn__record_init(field->record, defaults);
  char* item = brn__block(field, record);
  int count = brn__field_counted(field) ? *brn__member_count(field, record) : item != NULL;
  for (int i = 0; i < count && status == BRN_OK; i++) {
    status =
        keep_members(keep, field->record, item + field->record->size * (size_t)i, defaults, length);
  }
  brn__scratch_release(keep->ctx, mark);
  return status;
}

static BrnStatus keep_member(Keep* keep, const BrnField* field, void* record, const void* defaults,
                             size_t length) {
  Listed listed = look_up(keep, length);
  if (listed.whole) return BRN_OK;
  if (!listed.partly) {
    reset(keep, field, record, defaults);
    return BRN_OK;
  }
  BRN_ASSERT(field->record && field->type != BRN_FIELD_OPEN);
  if (field->type != BRN_FIELD_RECORD) return keep_items(keep, field, record, length);
  return keep_members(keep, field->record, brn__member(field, record),
                      brn__const_member(field, defaults), length);
}

static BrnStatus keep_members(Keep* keep, const BrnRecord* type, void* record, const void* defaults,
                              size_t length) {
  for (const BrnField* field = type->fields; field->name; field++) {
    size_t room = sizeof keep->path - length;
    int size = snprintf(keep->path + length, room, "%s%s", length ? "." : "", field->name);
    BRN_ASSERT(size > 0 && (size_t)size < room);
    BRN_TRY(keep_member(keep, field, record, defaults, length + (size_t)size));
  }
  return BRN_OK;
}

BrnStatus brn__record_keep(BrnContext* ctx, const BrnRecord* type, void* record,
                           const char* paths) {
  Keep keep = {.ctx = ctx, .paths = paths};
  BrnScratchMark mark = brn__scratch_mark(ctx);
  void* defaults = brn__scratch_take(ctx, 1, type->size);
  BrnStatus status = BRN_NO_MEMORY;
  if (defaults) {
    brn__record_init(type, defaults);
    status = keep_members(&keep, type, record, defaults, 0);
  }
  brn__scratch_release(ctx, mark);
  return status;
}
