// SPDX-License-Identifier: Apache-2.0

#include "mesh/label_names.h"

#include "mesh/mesh.h"
#include "mesh/sort.h"

#include <limits.h>
#include <string.h>

// The names of a mesh ascend by domain and id, so that one is found by halving.

static uint64_t key_of(BrnDomain on, int id) {
  return (uint64_t)on << 32 | ((uint32_t)id ^ 0x80000000u);
}

// place of a label among the names of the mesh, or where it belongs
static int place_of(const BrnMesh* mesh, BrnDomain on, int id) {
  int low = 0, high = mesh->label_count;
  while (low < high) {
    int middle = low + (high - low) / 2;
    const BrnLabel* label = &mesh->label[middle];
    if (key_of(label->on, label->id) < key_of(on, id)) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

static BrnLabel* find(const BrnMesh* mesh, BrnDomain on, int id) {
  int place = place_of(mesh, on, id);
  if (place == mesh->label_count) return NULL;
  BrnLabel* label = &mesh->label[place];
  return label->on == on && label->id == id ? label : NULL;
}

const char* brn_mesh_label_name(const BrnMesh* mesh, BrnDomain on, int id) {
  BRN_ASSERT(mesh);
  const BrnLabel* label = find(mesh, on, id);
  return label ? label->name : NULL;
}

static BrnStatus insert(BrnContext* ctx, BrnMesh* mesh, BrnLabel label) {
  size_t count = (size_t)mesh->label_count;
  BRN_TRY(brn__grow_block(ctx, &mesh->label, count + 1, sizeof label));
  size_t place = (size_t)place_of(mesh, label.on, label.id);
  BrnLabel* at = mesh->label + place;
  memmove(at + 1, at, (count - place) * sizeof label);
  *at = label;
  mesh->label_count++;
  return BRN_OK;
}

BrnStatus brn_mesh_name_label(BrnContext* ctx, BrnMesh* mesh, BrnDomain on, int id,
                              const char* name) {
  BRN_ASSERT(ctx && mesh && name);
  char* copy = brn__strdup(ctx, name);
  if (!copy) return BRN_NO_MEMORY;
  BrnLabel* label = find(mesh, on, id);
  if (label) {
    brn__free(ctx, label->name);
    label->name = copy;
    return BRN_OK;
  }
  BrnStatus status = insert(ctx, mesh, (BrnLabel){.on = on, .id = id, .name = copy});
  if (status != BRN_OK) brn__free(ctx, copy);
  return status;
}

// ------------------------------------------------------------------------------------- collecting

BrnStatus brn__label_names_add(BrnContext* ctx, BrnLabelNames* names, BrnDomain on, int id,
                               const char* text, size_t length) {
  if (names->count == INT_MAX) {
    return brn__fail(ctx, BRN_UNSUPPORTED, "more than %d names of labels", INT_MAX);
  }
  length = strnlen(text, length);
  size_t needed = (size_t)names->count + 1, end = names->text_size + length + 1;
  BRN_TRY(brn__grow(ctx, &names->label, &names->capacity, needed, sizeof *names->label));
  BRN_TRY(brn__grow(ctx, &names->text, &names->text_capacity, end, 1));
  memcpy(names->text + names->text_size, text, length);
  names->text[end - 1] = 0;
  names->label[names->count++] = (BrnNamedLabel){.on = on, .id = id, .name = names->text_size};
  names->text_size = end;
  return BRN_OK;
}

typedef struct Query {
  const BrnLabelNames* names;
  BrnDomain on;
  const char* text;
  size_t length;
} Query;

static uint64_t hash_name(const void* user, int item, uint64_t seed) {
  const Query* query = user;
  const BrnNamedLabel* label = item < 0 ? NULL : &query->names->label[item];
  const char* text = label ? query->names->text + label->name : query->text;
  size_t length = label ? strlen(text) : query->length;
  return brn__hash_text(brn__hash_mix(seed, label ? label->on : query->on), text, length);
}

static bool is_wanted(const void* user, int item) {
  const Query* query = user;
  const BrnNamedLabel* label = &query->names->label[item];
  const char* name = query->names->text + label->name;
  return label->on == query->on && strncmp(name, query->text, query->length) == 0 &&
         name[query->length] == 0;
}

static const BrnHashKind kind = {hash_name, is_wanted};

BrnStatus brn__label_names_find(BrnContext* ctx, BrnLabelNames* names, BrnDomain on,
                                const char* text, size_t length, int* id) {
  Query query = {names, on, text, strnlen(text, length)};
  int next = names->count;
  BRN_TRY(brn__hash_reserve(ctx, &names->hash, &kind, &query, next + 1));
  int* slot = brn__hash_slot(&names->hash, &kind, &query);
  if (*slot < 0) {
    BRN_TRY(brn__label_names_add(ctx, names, on, next + 1, text, length));
    *slot = next;
  }
  *id = names->label[*slot].id;
  return BRN_OK;
}

// places of the labels in ascending order; of those named twice only the last
static int sort_labels(const BrnLabelNames* names, BrnKeyed* order, BrnKeyed* spare) {
  for (int i = 0; i < names->count; i++) {
    order[i] = (BrnKeyed){key_of(names->label[i].on, names->label[i].id), i};
  }
  brn__keys_sort(order, spare, names->count);
  int kept = 0;
  for (int i = 0; i < names->count; i++) {
    bool again = i + 1 < names->count && order[i + 1].key == order[i].key;
    if (!again) order[kept++] = order[i];
  }
  return kept;
}

// the mesh frees what there is of its names, also after a failure
static BrnStatus give_names(BrnContext* ctx, const BrnLabelNames* names, BrnMesh* mesh) {
  BrnKeyed* order = brn__scratch(ctx, names->count, BrnKeyed);
  BrnKeyed* spare = brn__scratch(ctx, names->count, BrnKeyed);
  if (!order || !spare) return BRN_NO_MEMORY;
  int kept = sort_labels(names, order, spare);
  mesh->label = brn__new(ctx, kept, BrnLabel);
  if (!mesh->label) return BRN_NO_MEMORY;
  for (int i = 0; i < kept; i++) {
    const BrnNamedLabel* label = &names->label[order[i].item];
    char* name = brn__strdup(ctx, names->text + label->name);
    if (!name) return BRN_NO_MEMORY;
    mesh->label[mesh->label_count++] = (BrnLabel){.on = label->on, .id = label->id, .name = name};
  }
  return BRN_OK;
}

BrnStatus brn__label_names_to_mesh(BrnContext* ctx, BrnLabelNames* names, BrnMesh* mesh) {
  BRN_ASSERT(mesh->label_count == 0);
  if (names->count == 0) return BRN_OK;
  BrnScratchMark mark = brn__scratch_mark(ctx);
  BrnStatus status = give_names(ctx, names, mesh);
  brn__scratch_release(ctx, mark);
  brn__label_names_free(ctx, names);
  return status;
}

void brn__label_names_free(BrnContext* ctx, BrnLabelNames* names) {
  brn__free(ctx, names->label);
  brn__free(ctx, names->text);
  brn__hash_free(ctx, &names->hash);
  *names = (BrnLabelNames){0};
}
