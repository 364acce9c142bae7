// SPDX-License-Identifier: Apache-2.0
//
// Inline fields: where the struct of each table lies in the bytes of a record, and which field has
// a name.

#include "core/record_inline.h"

// where the struct behind one of that size begins
static size_t behind(size_t offset, size_t size) {
  size_t grain = sizeof(double);
  return offset + (size + grain - 1) / grain * grain;
}

bool brn__inline_next(const BrnField* whole, BrnInlineWalk* walk, BrnField* out) {
  const BrnInlineTable* table;
  while ((table = whole->table(walk->table))) {
    *out = table->fields[walk->field];
    if (out->name) {
      out->offset += whole->offset + walk->offset;
      walk->field++;
      return true;
    }
    walk->offset = behind(walk->offset, table->size);
    walk->field = 0;
    walk->table++;
  }
  return false;
}

size_t brn__inline_size(const BrnField* whole) {
  const BrnInlineTable* table;
  size_t size = 0;
  for (int i = 0; (table = whole->table(i)); i++) size = behind(size, table->size);
  return size;
}

bool brn__inline_find(const BrnRecord* type, const char* name, BrnField* out) {
  for (const BrnField* whole = type->fields; whole->name; whole++) {
    BrnInlineWalk walk = {0};
    while (whole->type == BRN_FIELD_INLINE && brn__inline_next(whole, &walk, out)) {
      if (strcmp(out->name, name) == 0) return true;
    }
  }
  return false;
}

void brn__inline_init(const BrnField* whole, void* record) {
  const BrnInlineTable* table;
  size_t offset = 0;
  for (int i = 0; (table = whole->table(i)); i++) {
    BRN_ASSERT(offset + table->size <= (size_t)whole->width);
    if (table->defaults) table->defaults((char*)brn__member(whole, record) + offset);
    offset = behind(offset, table->size);
  }
}

void* brn__inline_at(const BrnField* whole, void* record, const BrnInlineTable* table) {
  size_t offset = 0;
  for (int i = 0; whole->table(i) != table; i++) {
    BRN_ASSERT(whole->table(i));
    offset = behind(offset, whole->table(i)->size);
  }
  return (char*)brn__member(whole, record) + offset;
}
