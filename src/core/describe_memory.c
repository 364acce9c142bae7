// SPDX-License-Identifier: Apache-2.0
//
// Making, freeing and copying what descriptions describe.

#include "core/describe.h"

#include <string.h>

// ------------------------------------------------------------------------------------------ making

static BrnStatus create_items(BrnContext* ctx, const BrnScope* scope, const BrnMember* member,
                              void* block, int64_t count) {
  for (int64_t i = 0; member->type == BRN_ITEM_STRUCT && i < count; i++) {
    BrnScope item = brn__described_item(scope, member, block, i);
    BRN_TRY(brn__described_create(ctx, &item));
  }
  return BRN_OK;
}

BrnStatus brn__described_create(BrnContext* ctx, const BrnScope* scope) {
  BrnMember member;
  for (int i = 0; brn__described_member(scope->type, i, &member); i++) {
    int64_t count = brn__described_items(scope, &member);
    size_t size = brn__described_item_size(&member, brn__described_width(scope, &member));
    void* block = brn__described_block(scope, &member);
    if (member.hold != BRN_INSIDE) {
      block = brn__alloc_zero(ctx, (size_t)count, size);
      if (!block) return BRN_NO_MEMORY;
      brn__described_set_block(scope, &member, block);
    }
    BRN_TRY(create_items(ctx, scope, &member, block, count));
  }
  return BRN_OK;
}

// ----------------------------------------------------------------------------------------- freeing

// does a record of the type point to anything?
static bool owns(const BrnDescription* type) {
  BrnMember member;
  for (int i = 0; brn__described_member(type, i, &member); i++) {
    if (member.hold != BRN_INSIDE || member.type == BRN_ITEM_TEXT) return true;
    if (member.type == BRN_ITEM_STRUCT && owns(member.of)) return true;
  }
  return false;
}

static void free_items(BrnContext* ctx, const BrnScope* scope, const BrnMember* member,
                       void* block) {
  bool texts = member->type == BRN_ITEM_TEXT;
  if (!texts && !(member->type == BRN_ITEM_STRUCT && owns(member->of))) return;
  int64_t count = brn__described_items(scope, member);
  for (int64_t i = 0; i < count; i++) {
    if (texts) brn__free(ctx, ((char**)block)[i]);
    if (!texts) brn__described_free(ctx, member->of, (char*)block + member->of->size * (size_t)i);
  }
}

void brn__described_free(BrnContext* ctx, const BrnDescription* type, void* record) {
  BrnScope scope = {.type = type, .record = record};
  BrnMember member;
  for (int i = 0; brn__described_member(type, i, &member); i++) {
    void* block = brn__described_block(&scope, &member);
    if (!block) continue;
    free_items(ctx, &scope, &member, block);
    if (member.hold == BRN_INSIDE) continue;
    brn__free(ctx, block);
    brn__described_set_block(&scope, &member, NULL);
  }
}

// ----------------------------------------------------------------------------------------- cloning

static BrnStatus clone_items(BrnContext* ctx, const BrnScope* scope, const BrnMember* member,
                             void* block, void* out) {
  int64_t count = brn__described_items(scope, member);
  size_t size = brn__described_item_size(member, brn__described_width(scope, member));
  bool texts = member->type == BRN_ITEM_TEXT, parts = member->type == BRN_ITEM_STRUCT;
  if (!texts && !parts && count > 0) memcpy(out, block, size * (size_t)count);
  for (int64_t i = 0; texts && i < count; i++) {
    const char* text = ((char**)block)[i];
    if (text && !(((char**)out)[i] = brn__strdup(ctx, text))) return BRN_NO_MEMORY;
  }
  for (int64_t i = 0; parts && i < count; i++) {
    BrnScope item = brn__described_item(scope, member, block, i);
    BRN_TRY(brn__described_clone(ctx, &item, (char*)out + size * (size_t)i));
  }
  return BRN_OK;
}

BrnStatus brn__described_clone(BrnContext* ctx, const BrnScope* scope, void* out) {
  BrnScope copy = {.type = scope->type, .record = out};
  BrnMember member;
  for (int i = 0; brn__described_member(scope->type, i, &member); i++) {
    void *block = brn__described_block(scope, &member), *room;
    if (!block) continue;
    room = brn__described_block(&copy, &member);
    if (member.hold != BRN_INSIDE) {
      size_t size = brn__described_item_size(&member, brn__described_width(scope, &member));
      room = brn__alloc_zero(ctx, (size_t)brn__described_items(scope, &member), size);
      if (!room) return BRN_NO_MEMORY;
      brn__described_set_block(&copy, &member, room);
    }
    BRN_TRY(clone_items(ctx, scope, &member, block, room));
  }
  return BRN_OK;
}

// ----------------------------------------------------------------------------------------- copying

static void* block_of(const BrnDescription* type, const BrnMember* member, void* record) {
  BrnScope scope = {.type = type, .record = record};
  return record ? brn__described_block(&scope, member) : NULL;
}

void brn__described_pieces(const BrnScope* scope, void* other, BrnPieceFn* fn, void* user) {
  BrnMember member;
  for (int i = 0; brn__described_member(scope->type, i, &member); i++) {
    BRN_ASSERT(member.type != BRN_ITEM_TEXT);
    int64_t count = brn__described_items(scope, &member);
    size_t size = brn__described_item_size(&member, brn__described_width(scope, &member));
    char* a = brn__described_block(scope, &member);
    char* b = block_of(scope->type, &member, other);
    if (member.type != BRN_ITEM_STRUCT) fn(user, a, b, (size_t)count * size);
    for (int64_t k = 0; member.type == BRN_ITEM_STRUCT && k < count; k++) {
      BrnScope item = brn__described_item(scope, &member, a, k);
      brn__described_pieces(&item, b ? b + size * (size_t)k : NULL, fn, user);
    }
  }
}

static void copy_piece(void* user, void* a, void* b, size_t size) {
  (void)user;
  memcpy(b, a, size);
}

void brn__described_copy(const BrnScope* from, void* to) {
  brn__described_pieces(from, to, copy_piece, NULL);
}

static void add_size(void* user, void* a, void* b, size_t size) {
  (void)a, (void)b;
  *(size_t*)user += size;
}

size_t brn__described_size(const BrnScope* scope) {
  size_t size = 0;
  brn__described_pieces(scope, NULL, add_size, &size);
  return size;
}
