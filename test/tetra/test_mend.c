// SPDX-License-Identifier: Apache-2.0

#include "tetra/mend.h"

#include "tetra/tetra_test.h"

static const double ball_volume = 4.07055; // of the sphere of 24 x 12 quads, to six digits

static void turn(BrnMesh* mesh, int triangle) {
  int *t = mesh->triangle + 3 * triangle, swap = t[1];
  t[1] = t[2], t[2] = swap;
}

// both surfaces in one mesh; frees them
static BrnMesh* unite(BrnContext* ctx, BrnMesh* a, BrnMesh* b) {
  BrnMesh* mesh;
  int nv = a->vertex_count, nf = a->triangle_count;
  ENSURE_OK(ctx, brn_mesh_create(ctx, nv + b->vertex_count, nf + b->triangle_count, 0, &mesh));
  memcpy(mesh->position, a->position, sizeof(double) * 3 * (size_t)nv);
  memcpy(mesh->position + 3 * nv, b->position, sizeof(double) * 3 * (size_t)b->vertex_count);
  memcpy(mesh->triangle, a->triangle, sizeof(int) * 3 * (size_t)nf);
  for (int i = 0; i < 3 * b->triangle_count; i++) {
    mesh->triangle[3 * nf + i] = b->triangle[i] + nv;
  }
  brn_mesh_destroy(ctx, a);
  brn_mesh_destroy(ctx, b);
  return mesh;
}

static BrnMesh* ball(BrnContext* ctx, double x, double radius, bool inside_out) {
  BrnMesh* mesh = tetra_sphere(ctx, 24, 12, x, radius);
  if (inside_out) brn_mesh_flip(mesh);
  return mesh;
}

/// Mends and frees the surface. The result is closed, and faces out.
static BrnMendNotes mend(BrnContext* ctx, BrnMesh* surface, double volume) {
  BrnMendNotes notes;
  BrnMesh* mended;
  BrnSurfaceReport report;
  ENSURE_OK(ctx, brn__mend(ctx, surface, &mended, &notes));
  ENSURE_OK(ctx, brn_mesh_validate(ctx, mended));
  ENSURE_OK(ctx, brn_surface_report(ctx, mended, false, &report));
  ENSURE_INT(report.misoriented_edge_count + report.duplicate_triangle_count, 0);
  ENSURE_NEAR(notes.volume, volume, 1e-3);
  ENSURE_NEAR(notes.volume, report.volume, 1e-9);
  ENSURE_NEAR(notes.area, report.area, 1e-9);
  brn_mesh_destroy(ctx, mended);
  brn_mesh_destroy(ctx, surface);
  return notes;
}

static void good_surface_is_left_alone(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh *surface = ball(ctx, 0, 1, false), *mended;
  BrnMendNotes notes;
  ENSURE_OK(ctx, brn__mend(ctx, surface, &mended, &notes));
  ENSURE_INT(mended->vertex_count, surface->vertex_count);
  ENSURE_INT(mended->triangle_count, surface->triangle_count);
  ENSURE(memcmp(mended->triangle, surface->triangle,
                sizeof(int) * 3 * (size_t)surface->triangle_count) == 0);
  ENSURE_INT(notes.welded + notes.degenerate + notes.doubled + notes.turned, 0);
  ENSURE_INT(notes.open + notes.crowded, 0);
  ENSURE(notes.sealed);
  brn_mesh_destroy(ctx, mended);
  brn_mesh_destroy(ctx, surface);
  test_context_done(ctx);
}

static void flipped_patch_is_turned(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* surface = ball(ctx, 0, 1, false);
  for (int t = 100; t < 150; t++) turn(surface, t);
  turn(surface, 3);
  BrnMendNotes notes = mend(ctx, surface, ball_volume);
  ENSURE_INT(notes.turned, 51);
  ENSURE(notes.sealed);
  surface = ball(ctx, 0, 1, true); // most of it is inside out, and then all of it turns
  turn(surface, 3);
  notes = mend(ctx, surface, ball_volume);
  ENSURE_INT(notes.turned, 2 * 24 * 11 - 1);
  test_context_done(ctx);
}

static void shells_face_out_but_walls_of_cavities_do_not(void** state) {
  (void)state;
  double small = ball_volume / 8;
  const struct {
    double x;
    bool out[2]; // is the large, the small ball inside out?
    double volume;
    int turned; // balls
  } row[] = {
      {0, {false, true}, ball_volume - small, 0},  // a hollow ball
      {0, {true, false}, ball_volume - small, 2},  // and one that is inside out
      {0, {false, false}, ball_volume + small, 0}, // solid: winding number 2 inside
      {3, {false, true}, ball_volume + small, 1},  // side by side
      {3, {true, false}, ball_volume + small, 1},   {3, {true, true}, ball_volume + small, 2},
      {1.1, {false, true}, ball_volume + small, 1}, // overlapping
  };
  BrnContext* ctx = test_context();
  for (int i = 0; i < COUNT_OF(row); i++) {
    BrnMesh* surface =
        unite(ctx, ball(ctx, 0, 1, row[i].out[0]), ball(ctx, row[i].x, 0.5, row[i].out[1]));
    int count = surface->triangle_count / 2;
    BrnMendNotes notes = mend(ctx, surface, row[i].volume);
    ENSURE_INT(notes.turned, count * row[i].turned);
  }
  test_context_done(ctx);
}

static void soup_is_welded(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh *surface = ball(ctx, 0, 1, false), *soup;
  int nf = surface->triangle_count;
  ENSURE_OK(ctx, brn_mesh_create(ctx, 3 * nf + 1, nf, 0, &soup));
  for (int i = 0; i < 3 * nf; i++) {
    brn__copy3(soup->position + 3 * i, surface->position + 3 * surface->triangle[i]);
    soup->triangle[i] = i;
  }
  soup->position[9 * nf] = NAN; // a vertex that no triangle uses
  BrnMendNotes notes = mend(ctx, soup, ball_volume);
  ENSURE_INT(notes.welded, 3 * nf - surface->vertex_count);
  ENSURE(notes.sealed);
  brn_mesh_destroy(ctx, surface);
  test_context_done(ctx);
}

static void doubled_triangles_are_left_out(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* surface = ball(ctx, 0, 1, false);
  int nf = surface->triangle_count;
  BrnMesh* more;
  ENSURE_OK(ctx, brn_mesh_create(ctx, surface->vertex_count, nf + 6, 0, &more));
  memcpy(more->position, surface->position, sizeof(double) * 3 * (size_t)surface->vertex_count);
  memcpy(more->triangle, surface->triangle, sizeof(int) * 3 * (size_t)nf);
  // 0 once more, turned in its order; 1 twice more; a flap of two back to back; one without area
  const int* t = surface->triangle;
  const int extra[6][3] = {{t[1], t[2], t[0]}, {t[3], t[4], t[5]}, {t[3], t[4], t[5]},
                           {1, 200, 77},       {1, 77, 200},       {5, 9, 5}};
  memcpy(more->triangle + 3 * nf, extra, sizeof extra);
  BrnMendNotes notes = mend(ctx, more, ball_volume);
  ENSURE_INT(notes.doubled, 5);
  ENSURE_INT(notes.degenerate, 1);
  ENSURE(notes.sealed && notes.open == 0 && notes.crowded == 0 && notes.turned == 0);
  notes = mend(ctx, unite(ctx, surface, ball(ctx, 0, 1, false)), ball_volume); // all of it twice
  ENSURE_INT(notes.doubled, nf);
  test_context_done(ctx);
}

static void open_and_crowded_edges_are_counted(void** state) {
  (void)state;
  static const double low[3] = {0, 0, 0}, high[3] = {1, 1, 1}, top[3] = {1, 2, 3};
  BrnContext* ctx = test_context();
  BrnMesh *surface = tetra_box(ctx, low, high), *fin;
  BrnMendNotes notes;
  surface->triangle_count = 10;
  BrnMesh* mended;
  ENSURE_OK(ctx, brn__mend(ctx, surface, &mended, &notes));
  ENSURE_INT(notes.open, 4);
  ENSURE(!notes.sealed);
  brn_mesh_destroy(ctx, mended);
  surface->triangle_count = 12;
  ENSURE_OK(ctx, brn_mesh_create(ctx, 3, 1, 0, &fin)); // stands on an edge of the box
  brn__copy3(fin->position, surface->position + 3 * surface->triangle[0]);
  brn__copy3(fin->position + 3, surface->position + 3 * surface->triangle[1]);
  brn__copy3(fin->position + 6, top);
  fin->triangle[1] = 1, fin->triangle[2] = 2;
  surface = unite(ctx, surface, fin);
  ENSURE_OK(ctx, brn__mend(ctx, surface, &mended, &notes));
  ENSURE_INT(notes.crowded, 1);
  ENSURE_INT(notes.open, 2);
  ENSURE_INT(notes.turned, 0);
  brn_mesh_destroy(ctx, mended);
  brn_mesh_destroy(ctx, surface);
  test_context_done(ctx);
}

// a strip of three quads, joined with a half turn: it has one side, and something must come out
static void moebius_strip_comes_through(void** state) {
  (void)state;
  static const double p[6][3] = {{0, 0, 0}, {0, 0, 1}, {1, 0, 0}, {1, 0, 1}, {0, 1, 0}, {0, 1, 1}};
  static const int f[6][3] = {{0, 1, 2}, {2, 1, 3}, {2, 3, 4}, {4, 3, 5}, {4, 5, 1}, {1, 5, 0}};
  BrnContext* ctx = test_context();
  BrnMesh *surface = MESH_TRIANGLES(ctx, p, f), *mended;
  BrnMendNotes notes;
  ENSURE_OK(ctx, brn__mend(ctx, surface, &mended, &notes));
  ENSURE_INT(mended->triangle_count, 6);
  ENSURE(!notes.sealed);
  brn_mesh_destroy(ctx, mended);
  brn_mesh_destroy(ctx, surface);
  test_context_done(ctx);
}

static BrnMesh* make_shells(BrnContext* ctx) {
  return unite(ctx, ball(ctx, 0, 1, false), ball(ctx, 3, 0.5, true));
}

static BrnStatus mend_only(BrnContext* ctx, BrnMesh* surface) {
  BrnMendNotes notes;
  BrnMesh* mended;
  BRN_TRY(brn__mend(ctx, surface, &mended, &notes));
  brn_mesh_destroy(ctx, mended);
  return BRN_OK;
}

static void every_failed_allocation_is_clean(void** state) {
  (void)state;
  mesh_trial_no_memory(make_shells, mend_only);
}

TEST_MAIN(cmocka_unit_test(good_surface_is_left_alone), cmocka_unit_test(flipped_patch_is_turned),
          cmocka_unit_test(shells_face_out_but_walls_of_cavities_do_not),
          cmocka_unit_test(soup_is_welded), cmocka_unit_test(doubled_triangles_are_left_out),
          cmocka_unit_test(open_and_crowded_edges_are_counted),
          cmocka_unit_test(moebius_strip_comes_through),
          cmocka_unit_test(every_failed_allocation_is_clean))
