// SPDX-License-Identifier: Apache-2.0
//
// Records as bytes and back, by their descriptions (described.h). No count is believed that the
// bytes left could not keep.

#include "io/described.h"

#include <limits.h>
#include <string.h>

// ----------------------------------------------------------------------------------------- writing

static void write_text(BrnSink* sink, const char* text) {
  int room = text ? (int)strlen(text) + 1 : 0;
  unsigned char there = text != NULL;
  brn__sink_bytes(sink, &room, sizeof room);
  brn__sink_bytes(sink, &there, 1);
  brn__sink_bytes(sink, text, (size_t)room);
}

static void write_items(BrnSink* sink, const BrnScope* scope, const BrnMember* member,
                        const void* block, int64_t count) {
  size_t size = brn__described_item_size(member, brn__described_width(scope, member));
  bool parts = member->type == BRN_ITEM_STRUCT, texts = member->type == BRN_ITEM_TEXT;
  if (!parts && !texts) brn__sink_bytes(sink, block, size * (size_t)count);
  for (int64_t i = 0; texts && i < count; i++) write_text(sink, ((char* const*)block)[i]);
  for (int64_t i = 0; parts && i < count; i++) {
    BrnScope item = brn__described_item(scope, member, (void*)block, i); // only looked at
    brn__described_write(sink, &item);
  }
}

void brn__described_write(BrnSink* sink, const BrnScope* scope) {
  BrnMember member;
  for (int i = 0; brn__described_member(scope->type, i, &member); i++) {
    const void* block = brn__described_block(scope, &member);
    unsigned char there = block != NULL;
    if (member.hold != BRN_INSIDE) brn__sink_bytes(sink, &there, 1);
    if (there) write_items(sink, scope, &member, block, brn__described_items(scope, &member));
  }
}

// ----------------------------------------------------------------------------------------- reading

static BrnStatus read_plain(BrnBytes* bytes, void* out, size_t size) {
  BRN_TRY(brn__bytes_need(bytes, size, "a number"));
  memcpy(out, bytes->at, size);
  bytes->at += size;
  return BRN_OK;
}

static BrnStatus read_truths(BrnBytes* bytes, void* out, size_t count) {
  BRN_TRY(brn__bytes_need(bytes, count, "a number"));
  for (size_t i = 0; i < count; i++, bytes->at++) {
    if (*bytes->at > 1) return brn__bytes_fail(bytes, "expected 0 or 1");
    ((bool*)out)[i] = *bytes->at == 1;
  }
  return BRN_OK;
}

// the byte that tells whether something follows
static BrnStatus read_there(BrnBytes* bytes, bool* there) { return read_truths(bytes, there, 1); }

static BrnStatus read_text(BrnBytes* bytes, char** out) {
  int room;
  bool there = false;
  BRN_TRY(read_plain(bytes, &room, sizeof room));
  BRN_TRY(read_there(bytes, &there));
  if (!there) return BRN_OK;
  BRN_TRY(brn__bytes_count(bytes, room, 1, "letters"));
  if (room < 1 || memchr(bytes->at, 0, (size_t)room) != bytes->at + room - 1) {
    return brn__bytes_fail(bytes, "expected a text that ends");
  }
  *out = brn__strndup(bytes->ctx, (const char*)bytes->at, (size_t)room - 1);
  bytes->at += room;
  return *out ? BRN_OK : BRN_NO_MEMORY;
}

static BrnStatus read_items(BrnBytes* bytes, const BrnScope* scope, const BrnMember* member,
                            void* block, int64_t count) {
  size_t size = brn__described_item_size(member, brn__described_width(scope, member));
  switch (member->type) {
  case BRN_ITEM_BOOL: return read_truths(bytes, block, size * (size_t)count);
  case BRN_ITEM_TEXT:
    for (int64_t i = 0; i < count; i++) BRN_TRY(read_text(bytes, (char**)block + i));
    return BRN_OK;
  case BRN_ITEM_STRUCT:
    for (int64_t i = 0; i < count; i++) {
      BrnScope item = brn__described_item(scope, member, block, i);
      BRN_TRY(brn__described_read(bytes, &item));
    }
    return BRN_OK;
  default: return read_plain(bytes, block, size * (size_t)count);
  }
}

// bytes that a record takes in a file at least
static size_t least_size(const BrnDescription* type) {
  size_t size = 0;
  BrnMember member;
  for (int i = 0; brn__described_member(type, i, &member); i++) {
    if (member.hold != BRN_INSIDE) {
      size += 1;
    } else if (member.type == BRN_ITEM_TEXT) {
      size += sizeof(int) + 1;
    } else {
      size += member.type == BRN_ITEM_STRUCT ? least_size(member.of) : member.size;
    }
  }
  return size;
}

// makes room for what a file promises, if the file can keep it
static BrnStatus make_room(BrnBytes* bytes, const BrnScope* scope, const BrnMember* member,
                           int64_t count, void** out) {
  int64_t width = brn__described_width(scope, member);
  if (width < 0 || count > INT_MAX) return brn__bytes_fail(bytes, "expected a count");
  size_t size = brn__described_item_size(member, width), least = size;
  if (member->type == BRN_ITEM_TEXT) least = sizeof(int) + 1;
  if (member->type == BRN_ITEM_STRUCT) least = least_size(member->of);
  BRN_TRY(brn__bytes_count(bytes, count, least, member->name));
  if (count == 0) count = 1, size = 1; // whatever is said of the width of rows that are not there
  *out = brn__alloc_zero(bytes->ctx, (size_t)count, size);
  return *out ? BRN_OK : BRN_NO_MEMORY;
}

static BrnStatus read_member(BrnBytes* bytes, const BrnScope* scope, const BrnMember* member) {
  int64_t count = brn__described_items(scope, member);
  void* block = brn__described_block(scope, member);
  if (member->hold != BRN_INSIDE) {
    bool there = false;
    BRN_TRY(read_there(bytes, &there));
    if (!there) return BRN_OK;
    BRN_TRY(make_room(bytes, scope, member, count, &block));
    brn__described_set_block(scope, member, block);
  }
  return read_items(bytes, scope, member, block, count);
}

BrnStatus brn__described_read(BrnBytes* bytes, const BrnScope* scope) {
  BrnMember member;
  for (int i = 0; brn__described_member(scope->type, i, &member); i++) {
    BRN_TRY(read_member(bytes, scope, &member));
  }
  return BRN_OK;
}
