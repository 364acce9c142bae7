// SPDX-License-Identifier: Apache-2.0

#include "inner_test.h"

#include "fibre/inner.h"

typedef struct Walk {
  BrnInnerSurface sheet;
  BrnInnerSamples samples;
} Walk;

static Walk walk_from(BrnContext* ctx, const BrnMesh* mesh, const int* root, int count) {
  Walk walk = {0};
  ENSURE_OK(ctx, brn__sheet_open(ctx, mesh, &walk.sheet));
  uint8_t* marks = brn__scratch_zero(ctx, walk.sheet.mesh->vertex_count, uint8_t);
  for (int i = 0; i < count; i++) marks[walk.sheet.of[root[i]]] = 1;
  ENSURE_OK(ctx, brn__samples_traverse(ctx, &walk.sheet, marks, &walk.samples));
  return walk;
}

// 21 rings and two tips are 23 fronts
static void fusiform_has_23_samples(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = inner_fusiform(ctx, 21, 12, 0.2, 0.02);
  BrnScratchMark mark = brn__scratch_mark(ctx);
  int root[12], covered = 0, children = 0;
  inner_ring(root, 10, 12);
  Walk walk = walk_from(ctx, mesh, root, 12);
  const BrnInnerSamples* samples = &walk.samples;
  ENSURE_INT(samples->count, 23);
  for (int s = 0; s < 23; s++) {
    children += samples->parent[s] == 0;
    ENSURE(s == 0 ? samples->parent[s] == -1 : samples->parent[s] >= 0);
  }
  for (int v = 0; v < 254; v++) covered += samples->of[v] >= 0;
  ENSURE_INT(children, 2);
  ENSURE_INT(covered, 254);
  ENSURE_NEAR(samples->reach[0], 0.02, 1e-15);
  ENSURE_NEAR(samples->position[0], 0.1, 1e-15);
  brn__sheet_close(ctx, &walk.sheet);
  brn__scratch_release(ctx, mark);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

// every other vertex of a ring is a ring; rings apart are roots of their own
static void roots_with_gaps_are_one(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = inner_fusiform(ctx, 21, 12, 0.2, 0.02);
  BrnScratchMark mark = brn__scratch_mark(ctx);
  int root[24], roots = 0;
  for (int i = 0; i < 6; i++) root[i] = 120 + 2 * i;
  Walk walk = walk_from(ctx, mesh, root, 6);
  for (int s = 0; s < walk.samples.count; s++) roots += walk.samples.parent[s] < 0;
  ENSURE_INT(roots, 1);
  brn__sheet_close(ctx, &walk.sheet);
  inner_ring(root, 5, 12);
  inner_ring(root + 12, 15, 12);
  walk = walk_from(ctx, mesh, root, 24);
  roots = 0;
  for (int s = 0; s < walk.samples.count; s++) roots += walk.samples.parent[s] < 0;
  ENSURE_INT(roots, 2);
  ENSURE_INT(walk.samples.count, 23); // the two fronts are one when they meet at ring 10
  brn__sheet_close(ctx, &walk.sheet);
  brn__scratch_release(ctx, mark);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

// a vertex in the middle of a triangle, which becomes three
static void divide(BrnMesh* mesh, int triangle, int v, int next) {
  int *c = mesh->triangle + 3 * triangle, corner[3] = {c[0], c[1], c[2]};
  for (int k = 0; k < 9; k++) {
    mesh->position[3 * v + k % 3] += mesh->position[3 * corner[k / 3] + k % 3] / 3;
  }
  inner_put(c, corner[0], corner[1], v);
  inner_put(mesh->triangle + 3 * next, corner[1], corner[2], v);
  inner_put(mesh->triangle + 3 * next + 3, corner[2], corner[0], v);
}

// A vertex that its neighbours reach at the same time is a front of its own. It is folded into the
// one it grew from; both sides of the root stay.
static void uneven_front_is_no_branch(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* one = inner_fusiform(ctx, 21, 12, 0.2, 0.02);
  BrnMesh* mesh; // with two vertices more; all around the second is reached at the same time
  ENSURE_OK(ctx, brn_mesh_create(ctx, 256, 508, 0, &mesh));
  memcpy(mesh->position, one->position, sizeof(double) * 3 * 254);
  memcpy(mesh->triangle, one->triangle, sizeof(int) * 3 * 504);
  divide(mesh, 29, 254, 504);
  ENSURE(mesh->triangle[3 * 504] == 181 && mesh->triangle[3 * 504 + 1] == 180); // of ring 15
  divide(mesh, 504, 255, 506);
  BrnScratchMark mark = brn__scratch_mark(ctx);
  int root[12];
  inner_ring(root, 10, 12);
  Walk walk = walk_from(ctx, mesh, root, 12);
  BrnInnerSamples* samples = &walk.samples;
  ENSURE_OK(ctx, brn__samples_fold(ctx, samples));
  ENSURE_NEAR(samples->length, 0.2, 0.002);
  int folded = 0, children = 0;
  for (int s = 0; s < samples->count; s++) {
    folded += samples->into[s] != s;
    children += samples->parent[s] == 0 && samples->into[s] == s;
  }
  ENSURE_INT(samples->count - folded, 23);
  ENSURE_INT(folded, 1);
  ENSURE_INT(children, 2);
  brn__sheet_close(ctx, &walk.sheet);
  brn__scratch_release(ctx, mark);
  brn_mesh_destroy(ctx, one);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(fusiform_has_23_samples), cmocka_unit_test(roots_with_gaps_are_one),
          cmocka_unit_test(uneven_front_is_no_branch))
