// SPDX-License-Identifier: Apache-2.0
//
// Rows of descriptions: where a member is, and how many items it has.

#include "core/describe.h"

#include "core/record_inline.h"

#include <string.h>

// -------------------------------------------------------------------------------------------- rows

static BrnMember bytes_of(const BrnField* field, size_t offset, int width) {
  return (BrnMember){.name = field->name,
                     .type = BRN_ITEM_BYTE,
                     .offset = offset,
                     .size = (size_t)width,
                     .width = width,
                     .doc = field->help};
}

static BrnMember of_field(const BrnField* field) {
  static const BrnItemType type[] = {[BRN_FIELD_DOUBLE] = BRN_ITEM_DOUBLE,
                                     [BRN_FIELD_INT] = BRN_ITEM_INT,
                                     [BRN_FIELD_BOOL] = BRN_ITEM_BOOL,
                                     [BRN_FIELD_CHOICE] = BRN_ITEM_INT};
  if (field->type == BRN_FIELD_WORD) return bytes_of(field, field->offset, field->width);
  BRN_ASSERT(field->type <= BRN_FIELD_CHOICE); // all others are numbers
  BrnMember member = {.name = field->name,
                      .type = type[field->type],
                      .offset = field->offset,
                      .width = 1,
                      .choices = field->type == BRN_FIELD_CHOICE ? field->choices : NULL,
                      .unit = field->unit,
                      .doc = field->help};
  member.size = brn__described_item_size(&member, 1);
  return member;
}

// what tables in a field have, and the room behind them
static bool inline_at(const BrnField* whole, int* index, BrnMember* out) {
  BrnInlineWalk walk = {0};
  BrnField field;
  while (brn__inline_next(whole, &walk, &field)) {
    if ((*index)-- > 0) continue;
    *out = of_field(&field);
    return true;
  }
  int used = (int)brn__inline_size(whole);
  *out = bytes_of(whole, whole->offset + (size_t)used, whole->width - used);
  return (*index)-- == 0;
}

static bool field_at(const BrnField* field, int index, BrnMember* out) {
  for (; field->name; field++) {
    if (field->type == BRN_FIELD_INLINE) {
      if (inline_at(field, &index, out)) return true;
    } else if (index-- == 0) {
      *out = of_field(field);
      return true;
    }
  }
  return false;
}

bool brn__described_member(const BrnDescription* type, int index, BrnMember* out) {
  if (type->fields) return field_at(type->fields, index, out);
  int own = 0;
  while (own <= index && type->members[own].name) own++;
  if (own <= index) return type->more && type->more(index - own, out);
  *out = type->members[index];
  return true;
}

void* brn__described_block(const BrnScope* scope, const BrnMember* member) {
  char* at = (char*)scope->record + member->offset;
  if (member->hold == BRN_INSIDE) return at;
  void* block;
  memcpy(&block, at, sizeof block);
  return block;
}

void brn__described_set_block(const BrnScope* scope, const BrnMember* member, void* block) {
  memcpy((char*)scope->record + member->offset, &block, sizeof block);
}

BrnScope brn__described_item(const BrnScope* scope, const BrnMember* member, void* block,
                             int64_t index) {
  char* record = block ? (char*)block + member->of->size * (size_t)index : NULL; // none of them
  return (BrnScope){member->of, record, scope, member, (int)index};
}

size_t brn__described_item_size(const BrnMember* member, int64_t width) {
  static const size_t size[] = {
      [BRN_ITEM_DOUBLE] = sizeof(double), [BRN_ITEM_INT] = sizeof(int),
      [BRN_ITEM_BOOL] = sizeof(bool),     [BRN_ITEM_BYTE] = 1,
      [BRN_ITEM_HASH] = sizeof(uint64_t), [BRN_ITEM_TEXT] = sizeof(char*)};
  return (size_t)width * (member->type == BRN_ITEM_STRUCT ? member->of->size : size[member->type]);
}

// ------------------------------------------------------------------------------------------ counts

static bool is_called(const char* name, const char* word, size_t length) {
  return strncmp(name, word, length) == 0 && name[length] == 0;
}

static bool find_member(const BrnDescription* type, const char* name, size_t length,
                        BrnMember* out) {
  for (int i = 0; brn__described_member(type, i, out); i++) {
    if (is_called(out->name, name, length)) return true;
  }
  return false;
}

const BrnScope* brn__scope_find(const BrnScope* scope, const char* name) {
  while (scope && strcmp(scope->type->name, name) != 0) scope = scope->around;
  return scope;
}

// "mesh.vertex_count", "model.bone_count"
static int64_t count_elsewhere(const BrnScope* scope, const char* name, size_t length) {
  BrnMember member;
  if (find_member(scope->type, name, length, &member)) {
    void* block = brn__described_block(scope, &member);
    BrnScope item = brn__described_item(scope, &member, block, 0);
    return block ? brn__described_count(&item, name + length + 1) : 0;
  }
  for (; scope; scope = scope->around) {
    if (is_called(scope->type->name, name, length)) {
      return brn__described_count(scope, name + length + 1);
    }
  }
  BRN_ASSERT(!"a description names a count that is not there");
  return 0;
}

int64_t brn__described_count(const BrnScope* scope, const char* name) {
  BrnMember member;
  const char* dot = strchr(name, '.');
  if (dot) return count_elsewhere(scope, name, (size_t)(dot - name));
  for (const BrnCountRule* rule = scope->type->counts; rule && rule->name; rule++) {
    if (strcmp(rule->name, name) == 0) return rule->of(scope);
  }
  bool found = find_member(scope->type, name, strlen(name), &member);
  BRN_ASSERT(found && member.type == BRN_ITEM_INT && member.hold == BRN_INSIDE);
  int count;
  memcpy(&count, brn__described_block(scope, &member), sizeof count);
  return count;
}

int64_t brn__described_items(const BrnScope* scope, const BrnMember* member) {
  if (member->hold != BRN_ARRAY) return 1;
  return member->items ? member->items(scope) : brn__described_count(scope, member->count);
}

int64_t brn__described_width(const BrnScope* scope, const BrnMember* member) {
  return member->per ? brn__described_count(scope, member->per) : member->width;
}
