// SPDX-License-Identifier: Apache-2.0
//
// Open fields: keys that other tables know, kept as text in a list (record_open.h).

#include "core/record_open.h"

#include <stdio.h>

static const BrnField parameter_fields[] = {
    {.name = "text", .type = BRN_FIELD_TEXT, .offset = offsetof(BrnParameter, text), .help = ""},
    {.name = "rows",
     .type = BRN_FIELD_NUMBERS,
     .offset = offsetof(BrnParameter, row),
     .count = offsetof(BrnParameter, row_count),
     .width = 2,
     .help = ""},
    {0},
};

const BrnRecord brn__parameter_record = {
    .name = "parameter",
    .help = "A parameter by its name",
    .size = sizeof(BrnParameter),
    .fields = parameter_fields,
};

const BrnField* brn__record_open_field(const BrnRecord* type) {
  for (const BrnField* field = type->fields; field->name; field++) {
    if (field->type == BRN_FIELD_OPEN) return field;
  }
  return NULL;
}

// --------------------------------------------------------------------------------------- finding

static bool same(const char* a, const char* b) { return a == b || (a && b && strcmp(a, b) == 0); }

bool brn__open_find(const BrnField* open, const char* group, const char* key, BrnOpenKey* out) {
  out->rank = 0;
  for (int i = 0; open->group(i, &out->group); i++) {
    bool here = same(out->group.name, group);
    out->field = NULL;
    if (here && !key) return group != NULL;
    out->rank++;
    for (const BrnField* field = out->group.fields; field->name; field++, out->rank++) {
      out->field = field;
      if (here && strcmp(field->name, key) == 0) return true;
    }
  }
  return false;
}

bool brn__open_find_path(const BrnField* open, const char* path, BrnOpenKey* out) {
  const char* dot = strchr(path, '.');
  if (!dot) return brn__open_find(open, NULL, path, out) || brn__open_find(open, path, NULL, out);
  char group[64];
  if ((size_t)(dot - path) >= sizeof group) return false;
  snprintf(group, sizeof group, "%.*s", (int)(dot - path), path);
  return brn__open_find(open, group, dot + 1, out);
}

bool brn__open_is_first(const BrnRecord* type, const BrnField* open, int group,
                        const BrnField* field) {
  BrnOpenGroup before;
  if (brn__record_field(type, field->name)) return false;
  for (int i = 0; i < group && open->group(i, &before); i++) {
    if (before.name) continue;
    for (const BrnField* other = before.fields; other->name; other++) {
      if (strcmp(other->name, field->name) == 0) return false;
    }
  }
  return true;
}

// --------------------------------------------------------------------------------------- the list

static BrnParameter* list_of(const BrnField* open, const void* record) {
  return brn__block(open, record);
}

static void free_parameter(BrnContext* ctx, BrnParameter* p) {
  brn__free(ctx, p->key);
  brn__free(ctx, p->text);
  brn__free(ctx, p->row);
}

static void drop_at(BrnContext* ctx, const BrnField* open, void* record, int i) {
  BrnParameter* list = list_of(open, record);
  int* count = brn__member_count(open, record);
  free_parameter(ctx, &list[i]);
  memmove(&list[i], &list[i + 1], sizeof *list * (size_t)(--*count - i));
  if (*count == 0) brn__field_free(ctx, open, record);
}

// is `path` the key, or with key NULL the group or of it?
static bool is_of(const char* path, const char* group, const char* key) {
  size_t length = group ? strlen(group) : 0;
  if (!group) return strcmp(path, key) == 0;
  if (strncmp(path, group, length) != 0) return false;
  if (!key) return path[length] == 0 || path[length] == '.';
  return path[length] == '.' && strcmp(path + length + 1, key) == 0;
}

void brn__open_drop(BrnContext* ctx, const BrnField* open, void* record, const char* group,
                    const char* key) {
  for (int i = brn__const_member_count(open, record) - 1; i >= 0; i--) {
    if (is_of(list_of(open, record)[i].key, group, key)) drop_at(ctx, open, record, i);
  }
}

static void drop_group_itself(BrnContext* ctx, const BrnField* open, void* record,
                              const char* group) {
  for (int i = brn__const_member_count(open, record) - 1; i >= 0; i--) {
    if (strcmp(list_of(open, record)[i].key, group) == 0) drop_at(ctx, open, record, i);
  }
}

BrnStatus brn__open_put(BrnContext* ctx, const BrnField* open, void* record, const BrnOpenKey* key,
                        BrnParameter* parameter) {
  const char* group = key->group.name;
  brn__open_drop(ctx, open, record, group, key->field ? key->field->name : NULL);
  if (group && key->field) drop_group_itself(ctx, open, record, group);
  int* count = brn__member_count(open, record);
  BrnParameter* list = list_of(open, record);
  BrnStatus status = brn__grow_block(ctx, &list, (size_t)*count + 1, sizeof *list);
  if (status != BRN_OK) {
    free_parameter(ctx, parameter);
    return status;
  }
  brn__block_set(open, record, list);
  int at = *count;
  BrnOpenKey other;
  while (at > 0 && brn__open_find_path(open, list[at - 1].key, &other) && other.rank > key->rank) {
    list[at] = list[at - 1];
    at--;
  }
  list[at] = *parameter;
  ++*count;
  return BRN_OK;
}
