// SPDX-License-Identifier: Apache-2.0
//
// Which labels there are, ascending.

#include "mesh/mesh.h"
#include "mesh/sort.h"

// labels as unsigned keys in the same order
static uint64_t key_of(int label) { return (uint32_t)label ^ 0x80000000u; }
static int label_of(uint64_t key) { return (int)(int64_t)(key - 0x80000000u); }

// keeps one of each key at the front of a sorted list
static int unique(BrnKeyed* list, int count) {
  int kept = 0;
  for (int i = 0; i < count; i++) {
    if (kept == 0 || list[i].key != list[kept - 1].key) list[kept++] = list[i];
  }
  return kept;
}

static BrnStatus collect(BrnContext* ctx, const int* label, int item_count, int** out, int* count) {
  BrnKeyed* list = brn__scratch(ctx, item_count, BrnKeyed);
  BrnKeyed* spare = brn__scratch(ctx, item_count, BrnKeyed);
  if (!list || !spare) return BRN_NO_MEMORY;
  for (int i = 0; i < item_count; i++) list[i] = (BrnKeyed){key_of(label[i]), i};
  brn__keys_sort(list, spare, item_count);
  int kept = unique(list, item_count);
  int* labels = brn__new(ctx, kept, int);
  if (!labels) return BRN_NO_MEMORY;
  for (int i = 0; i < kept; i++) labels[i] = label_of(list[i].key);
  *out = labels;
  *count = kept;
  return BRN_OK;
}

BrnStatus brn_mesh_labels(BrnContext* ctx, const BrnMesh* mesh, BrnDomain on, int** out,
                          int* count) {
  BRN_ASSERT(ctx && mesh && out && count && (on == BRN_ON_TRIANGLE || on == BRN_ON_TET));
  const int* label = on == BRN_ON_TET ? mesh->tet_label : mesh->triangle_label;
  int item_count = brn_mesh_item_count(mesh, on);
  *out = NULL;
  *count = 0;
  if (!label || item_count == 0) return BRN_OK;
  BrnScratchMark mark = brn__scratch_mark(ctx);
  BrnStatus status = collect(ctx, label, item_count, out, count);
  brn__scratch_release(ctx, mark);
  return status;
}
