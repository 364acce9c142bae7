// SPDX-License-Identifier: Apache-2.0
//
// Records by their tables: defaults, copies, freeing (record.h). Reading, writing and setting are
// in the files beside this one.

#include "core/record.h"

#include "core/record_inline.h"

#include <math.h>

// ------------------------------------------------------------------------------------- the members

bool brn__field_counted(const BrnField* field) {
  switch (field->type) {
  case BRN_FIELD_NUMBERS:
  case BRN_FIELD_INTS:
  case BRN_FIELD_TEXTS:
  case BRN_FIELD_LIST:
  case BRN_FIELD_MAP:
  case BRN_FIELD_OPEN: return true;
  default: return false;
  }
}

bool brn__field_points(const BrnField* field) {
  bool single = field->type == BRN_FIELD_TEXT || field->type == BRN_FIELD_OPTION;
  return single || brn__field_counted(field);
}

size_t brn__field_size(const BrnField* field) {
  switch (field->type) {
  case BRN_FIELD_DOUBLE: return sizeof(double);
  case BRN_FIELD_INT:
  case BRN_FIELD_CHOICE: return sizeof(int);
  case BRN_FIELD_BOOL: return sizeof(bool);
  case BRN_FIELD_VECTOR: return sizeof(double) * (size_t)field->width;
  case BRN_FIELD_COUNTS: return sizeof(int) * (size_t)field->width;
  case BRN_FIELD_RECORD: return field->record->size;
  case BRN_FIELD_WORD:
  case BRN_FIELD_INLINE: return (size_t)field->width;
  default: return sizeof(void*);
  }
}

const BrnField* brn__record_field(const BrnRecord* type, const char* name) {
  for (const BrnField* field = type->fields; field->name; field++) {
    bool keyed = field->type != BRN_FIELD_OPEN && field->type != BRN_FIELD_INLINE;
    if (keyed && strcmp(field->name, name) == 0) return field;
  }
  return NULL;
}

bool brn__field_absent(const BrnField* field, const void* record) {
  const void* member = brn__const_member(field, record);
  switch (field->type) {
  case BRN_FIELD_DOUBLE:
  case BRN_FIELD_VECTOR: return isnan(*(const double*)member);
  case BRN_FIELD_CHOICE: return *(const int*)member < 0;
  case BRN_FIELD_WORD: return *(const char*)member == 0;
  case BRN_FIELD_TEXT:
  case BRN_FIELD_OPTION: return brn__block(field, record) == NULL;
  default: return brn__field_counted(field) && brn__const_member_count(field, record) == 0;
  }
}

// the items of a list or map, and their names
static void* item_at(const BrnField* field, const void* items, int i) {
  return (char*)items + field->record->size * (size_t)i;
}
static char** name_of(void* item) { return item; }
static bool has_names(const BrnField* field) {
  return field->type == BRN_FIELD_MAP || field->type == BRN_FIELD_OPEN;
}

void brn__record_init(const BrnRecord* type, void* record) {
  memset(record, 0, type->size);
  for (const BrnField* field = type->fields; field->name; field++) {
    if (field->type == BRN_FIELD_RECORD) {
      brn__record_init(field->record, brn__member(field, record));
    }
    if (field->type == BRN_FIELD_INLINE) brn__inline_init(field, record);
  }
  if (type->defaults) type->defaults(record);
}

// ---------------------------------------------------------------------------------------- freeing

static void free_members(BrnContext* ctx, const BrnRecord* type, void* record) {
  for (const BrnField* field = type->fields; field->name; field++) {
    brn__field_free(ctx, field, record);
  }
}

static void free_items(BrnContext* ctx, const BrnField* field, void* items, int count) {
  for (int i = 0; i < count; i++) {
    void* item = item_at(field, items, i);
    free_members(ctx, field->record, item);
    if (has_names(field)) brn__free(ctx, *name_of(item));
  }
}

void brn__field_free(BrnContext* ctx, const BrnField* field, void* record) {
  if (field->type == BRN_FIELD_RECORD) {
    free_members(ctx, field->record, brn__member(field, record));
    return;
  }
  if (!brn__field_points(field)) return;
  void* block = brn__block(field, record);
  bool counted = brn__field_counted(field);
  int count = counted ? *brn__member_count(field, record) : block != NULL;
  if (field->type == BRN_FIELD_TEXTS) {
    for (int i = 0; i < count; i++) brn__free(ctx, ((char**)block)[i]);
  }
  if (field->record) free_items(ctx, field, block, count);
  brn__free(ctx, block);
  brn__block_set(field, record, NULL);
  if (counted) *brn__member_count(field, record) = 0;
}

void brn__record_clear(BrnContext* ctx, const BrnRecord* type, void* record) {
  free_members(ctx, type, record);
  brn__record_init(type, record);
}

// ---------------------------------------------------------------------------------------- copying

// makes the pointers of a copy its own: none, as yet
static void disown(const BrnRecord* type, void* record) {
  for (const BrnField* field = type->fields; field->name; field++) {
    if (field->type == BRN_FIELD_RECORD) disown(field->record, brn__member(field, record));
    if (brn__field_points(field)) brn__block_set(field, record, NULL);
    if (brn__field_counted(field)) *brn__member_count(field, record) = 0;
  }
}

// What was copied is counted at once, so that it is freed on failure.
static BrnStatus copy_texts(BrnContext* ctx, char* const* from, int count, char** to, int* done) {
  for (; *done < count; ++*done) {
    to[*done] = brn__strdup(ctx, from[*done]);
    if (!to[*done]) return BRN_NO_MEMORY;
  }
  return BRN_OK;
}

static BrnStatus copy_items(BrnContext* ctx, const BrnField* field, const void* from, int count,
                            void* to, int* done) {
  while (*done < count) {
    void *source = item_at(field, from, *done), *item = item_at(field, to, *done);
    BrnStatus status = brn__record_copy(ctx, field->record, source, item);
    if (has_names(field)) {
      *name_of(item) = status == BRN_OK ? brn__strdup(ctx, *name_of(source)) : NULL;
      if (!*name_of(item)) status = BRN_NO_MEMORY;
    }
    ++*done;
    BRN_TRY(status);
  }
  return BRN_OK;
}

static size_t item_size(const BrnField* field, const void* block) {
  switch (field->type) {
  case BRN_FIELD_TEXT: return strlen(block) + 1;
  case BRN_FIELD_NUMBERS: return sizeof(double) * (size_t)field->width;
  case BRN_FIELD_INTS: return sizeof(int);
  case BRN_FIELD_TEXTS: return sizeof(char*);
  default: return field->record->size;
  }
}

static BrnStatus copy_block(BrnContext* ctx, const BrnField* field, const void* record, void* out) {
  const void* from = brn__block(field, record);
  bool counted = brn__field_counted(field);
  int count = counted ? brn__const_member_count(field, record) : 1, one = 0;
  int* done = counted ? brn__member_count(field, out) : &one;
  size_t size = item_size(field, from);
  void* to = brn__alloc(ctx, (size_t)count, size);
  if (!to) return BRN_NO_MEMORY;
  brn__block_set(field, out, to);
  if (field->type == BRN_FIELD_TEXTS) return copy_texts(ctx, from, count, to, done);
  if (field->record) return copy_items(ctx, field, from, count, to, done);
  memcpy(to, from, size * (size_t)count);
  *done = count;
  return BRN_OK;
}

static BrnStatus copy_members(BrnContext* ctx, const BrnRecord* type, const void* record,
                              void* out) {
  for (const BrnField* field = type->fields; field->name; field++) {
    if (field->type == BRN_FIELD_RECORD) {
      BRN_TRY(copy_members(ctx, field->record, brn__const_member(field, record),
                           brn__member(field, out)));
    } else if (brn__field_points(field) && !brn__field_absent(field, record)) {
      BRN_TRY(copy_block(ctx, field, record, out));
    }
  }
  return BRN_OK;
}

BrnStatus brn__field_copy(BrnContext* ctx, const BrnField* field, const void* record, void* out) {
  BRN_ASSERT(brn__field_points(field));
  brn__block_set(field, out, NULL);
  if (brn__field_counted(field)) *brn__member_count(field, out) = 0;
  BrnStatus status =
      brn__field_absent(field, record) ? BRN_OK : copy_block(ctx, field, record, out);
  if (status != BRN_OK) brn__field_free(ctx, field, out);
  return status;
}

BrnStatus brn__record_copy(BrnContext* ctx, const BrnRecord* type, const void* record, void* out) {
  memcpy(out, record, type->size);
  disown(type, out);
  BrnStatus status = copy_members(ctx, type, record, out);
  if (status != BRN_OK) brn__record_clear(ctx, type, out);
  return status;
}

// -------------------------------------------------------------------------------------- comparing

static bool same_numbers(const double* a, const double* b, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (a[i] != b[i] && !(isnan(a[i]) && isnan(b[i]))) return false;
  }
  return true;
}

static bool same_texts(char* const* a, char* const* b, int count) {
  for (int i = 0; i < count; i++) {
    if (strcmp(a[i], b[i]) != 0) return false;
  }
  return true;
}

static bool same_items(const BrnField* field, const void* a, const void* b, int count) {
  for (int i = 0; i < count; i++) {
    void *left = item_at(field, a, i), *right = item_at(field, b, i);
    if (has_names(field) && strcmp(*name_of(left), *name_of(right)) != 0) return false;
    if (!brn__record_equal(field->record, left, right)) return false;
  }
  return true;
}

static bool same_blocks(const BrnField* field, const void* a, const void* b, int count) {
  switch (field->type) {
  case BRN_FIELD_TEXT: return strcmp(a, b) == 0;
  case BRN_FIELD_NUMBERS: return same_numbers(a, b, (size_t)count * (size_t)field->width);
  case BRN_FIELD_INTS: return memcmp(a, b, sizeof(int) * (size_t)count) == 0;
  case BRN_FIELD_TEXTS: return same_texts(a, b, count);
  default: return same_items(field, a, b, count);
  }
}

static bool same_inline(const BrnField* whole, const void* a, const void* b) {
  BrnInlineWalk walk = {0};
  BrnField field;
  while (brn__inline_next(whole, &walk, &field)) {
    if (!brn__field_equal(&field, a, b)) return false;
  }
  return true;
}

bool brn__field_equal(const BrnField* field, const void* a, const void* b) {
  const void *left = brn__const_member(field, a), *right = brn__const_member(field, b);
  switch (field->type) {
  case BRN_FIELD_DOUBLE: return same_numbers(left, right, 1);
  case BRN_FIELD_VECTOR: return same_numbers(left, right, (size_t)field->width);
  case BRN_FIELD_RECORD: return brn__record_equal(field->record, left, right);
  case BRN_FIELD_INT:
  case BRN_FIELD_CHOICE:
  case BRN_FIELD_BOOL:
  case BRN_FIELD_COUNTS: return memcmp(left, right, brn__field_size(field)) == 0;
  case BRN_FIELD_WORD: return strncmp(left, right, (size_t)field->width) == 0;
  case BRN_FIELD_INLINE: return same_inline(field, a, b);
  default: break;
  }
  bool absent = brn__field_absent(field, a);
  if (absent || brn__field_absent(field, b)) return absent == brn__field_absent(field, b);
  int count = brn__field_counted(field) ? brn__const_member_count(field, a) : 1;
  if (brn__field_counted(field) && count != brn__const_member_count(field, b)) return false;
  return same_blocks(field, brn__block(field, a), brn__block(field, b), count);
}

bool brn__record_equal(const BrnRecord* type, const void* a, const void* b) {
  for (const BrnField* field = type->fields; field->name; field++) {
    if (!brn__field_equal(field, a, b)) return false;
  }
  return true;
}

// -------------------------------------------------------------------------------------- converting

static void turn(double v[3], const double axes[9], bool extent) {
  double turned[3];
  for (int i = 0; i < 3; i++) {
    turned[i] = 0;
    for (int k = 0; k < 3; k++) {
      double weight = extent ? fabs(axes[3 * i + k]) : axes[3 * i + k];
      if (weight != 0) turned[i] += weight * v[k]; // not 0 times NAN
    }
  }
  memcpy(v, turned, sizeof turned);
}

static void convert_rows(const BrnField* field, double* row, int count, double scale,
                         const double axes[9]) {
  bool length = field->unit && strcmp(field->unit, "m") == 0;
  for (int i = 0; i < count; i++, row += field->width) {
    for (int k = field->lead; length && k < field->width; k++) row[k] *= scale;
    if (field->turns) turn(row + field->width - 3, axes, field->extent);
  }
}

void brn__record_convert(const BrnRecord* type, void* record, double scale, const double axes[9]) {
  for (const BrnField* field = type->fields; field->name; field++) {
    void* member = brn__member(field, record);
    void* items = brn__field_points(field) ? brn__block(field, record) : member;
    int count = brn__field_counted(field) ? *brn__member_count(field, record) : items != NULL;
    BrnField number = *field;
    if (field->type == BRN_FIELD_DOUBLE) number.width = 1;
    if (field->type == BRN_FIELD_DOUBLE || field->type == BRN_FIELD_VECTOR ||
        field->type == BRN_FIELD_NUMBERS) {
      convert_rows(&number, items, count, scale, axes);
    }
    for (int i = 0; field->record && i < count; i++) {
      brn__record_convert(field->record, item_at(field, items, i), scale, axes);
    }
  }
}
