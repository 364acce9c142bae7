// SPDX-License-Identifier: Apache-2.0

#include "solver/body/patches.h"

#include "brawn/shape.h"
#include "test.h"

static BrnMesh* block(BrnContext* ctx, int tets) {
  BrnShapeDef def = brn_shape_def_default(BRN_SHAPE_BLOCK);
  BrnMesh* mesh;
  def.tets = tets;
  def.jitter = 0.3;
  ENSURE_OK(ctx, brn_shape_make(ctx, &def, &mesh));
  return mesh;
}

typedef struct Patches {
  int *group, *patch, *size;
  int count;
} Patches;

static Patches find(BrnContext* ctx, const BrnMesh* mesh, int (*group_of)(int t)) {
  size_t tets = (size_t)mesh->tet_count;
  Patches p = {malloc(sizeof(int) * tets), malloc(sizeof(int) * tets), calloc(tets, sizeof(int)),
               0};
  for (int t = 0; t < mesh->tet_count; t++) p.group[t] = group_of(t);
  ENSURE_OK(ctx, brn__patches_find(ctx, mesh, p.group, p.patch, &p.count));
  for (int t = 0; t < mesh->tet_count; t++) {
    ENSURE((p.patch[t] < 0) == (p.group[t] < 0) && p.patch[t] < p.count);
    if (p.patch[t] >= 0) p.size[p.patch[t]]++;
  }
  return p;
}

static void done(BrnContext* ctx, BrnMesh* mesh, Patches* p) {
  free(p->group);
  free(p->patch);
  free(p->size);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

// tets of the patch of t that faces lead to from t
static int flood(const int* neighbour, const int* patch, int t, bool* seen) {
  int count = 1;
  seen[t] = true;
  for (int k = 0; k < 4; k++) {
    int other = neighbour[4 * t + k];
    if (other < 0 || seen[other] || patch[other] != patch[t]) continue;
    count += flood(neighbour, patch, other, seen);
  }
  return count;
}

static void ensure_connected(BrnContext* ctx, const BrnMesh* mesh, const Patches* p) {
  int* neighbour = malloc(4 * sizeof(int) * (size_t)mesh->tet_count);
  bool* seen = calloc((size_t)mesh->tet_count, 1);
  ENSURE_OK(ctx, brn_tet_neighbours(ctx, mesh, neighbour));
  for (int t = 0; t < mesh->tet_count; t++) {
    if (p->patch[t] < 0 || seen[t]) continue;
    ENSURE_INT(flood(neighbour, p->patch, t, seen), p->size[p->patch[t]]);
  }
  free(neighbour);
  free(seen);
}

static int all(int t) { return 0 * t; }
static int thirds(int t) { return t % 7 < 3 ? -1 : t < 900; }
static int loners(int t) { return t % 100 == 0 ? 3 : -1; }

static void patches_have_about_seven_tets(void** unused) {
  (void)unused;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = block(ctx, 2000);
  Patches p = find(ctx, mesh, all);
  int small = 0;
  for (int i = 0; i < p.count; i++) {
    small += p.size[i] < 4;
    ENSURE(p.size[i] > 0 && p.size[i] <= 12);
  }
  ENSURE(small == 0);
  ENSURE_NEAR((double)mesh->tet_count / p.count, 7.2, 0.3);
  ensure_connected(ctx, mesh, &p);
  done(ctx, mesh, &p);
}

// few vertices for seven tets: a ring about an edge has nine
static void patches_are_round(void** unused) {
  (void)unused;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = block(ctx, 2000);
  Patches p = find(ctx, mesh, all);
  int* stamp = malloc(sizeof(int) * (size_t)mesh->vertex_count);
  int vertices = 0;
  memset(stamp, -1, sizeof(int) * (size_t)mesh->vertex_count);
  for (int i = 0; i < p.count; i++) {
    for (int k = 0; k < 4 * mesh->tet_count; k++) {
      int* last = &stamp[mesh->tet[k]];
      if (p.patch[k / 4] != i || *last == i) continue;
      *last = i;
      vertices++;
    }
  }
  ENSURE((double)vertices / p.count < 9.6);
  free(stamp);
  done(ctx, mesh, &p);
}

static void patches_keep_to_their_group(void** unused) {
  (void)unused;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = block(ctx, 2000);
  Patches p = find(ctx, mesh, thirds);
  int* group = malloc(sizeof(int) * (size_t)p.count);
  int next = 0;
  for (int t = 0; t < mesh->tet_count; t++) {
    int i = p.patch[t];
    if (i < 0) continue;
    if (i == next) group[next++] = p.group[t]; // in the order of their first tets
    ENSURE(i < next && group[i] == p.group[t]);
  }
  ENSURE_INT(next, p.count);
  ensure_connected(ctx, mesh, &p);
  free(group);
  done(ctx, mesh, &p);
}

static void mirror_images_have_the_same_patches(void** unused) {
  (void)unused;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = block(ctx, 2000);
  Patches p = find(ctx, mesh, thirds);
  for (int t = 0; t < mesh->tet_count; t++) {
    int* v = mesh->tet + 4 * t;
    int first = v[0], k = 1 + t % 3; // any two of the corners
    v[0] = v[k], v[k] = first;
  }
  Patches q = find(ctx, mesh, thirds);
  ENSURE(p.count == q.count);
  ENSURE(memcmp(p.patch, q.patch, sizeof(int) * (size_t)mesh->tet_count) == 0);
  free(q.group);
  free(q.patch);
  free(q.size);
  done(ctx, mesh, &p);
}

static void tets_without_neighbours_stand_alone(void** unused) {
  (void)unused;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = block(ctx, 400);
  Patches p = find(ctx, mesh, loners);
  ENSURE_INT(p.count, (mesh->tet_count + 99) / 100);
  done(ctx, mesh, &p);
}

TEST_MAIN(cmocka_unit_test(patches_have_about_seven_tets), cmocka_unit_test(patches_are_round),
          cmocka_unit_test(patches_keep_to_their_group),
          cmocka_unit_test(mirror_images_have_the_same_patches),
          cmocka_unit_test(tets_without_neighbours_stand_alone))
