// SPDX-License-Identifier: Apache-2.0

#include "tetra/judge.h"

#include "tetra/tetra_test.h"

static const double pi = 3.14159265358979323846;
static const double low[3] = {0, 0, 0}, high[3] = {1, 1, 1};

/// The parts are refused: `why` is in the message, the triangles shown are `count` of one reason.
static void refuses(BrnContext* ctx, BrnTetraDef* def, BrnTetraRefusal reason, int count,
                    const char* why) {
  BrnMesh *mesh, *refused = (BrnMesh*)1;
  def->refused = &refused;
  ENSURE_STATUS(ctx, brn_tetra_make(ctx, def, &mesh, NULL), BRN_INVALID);
  ENSURE(!mesh);
  ENSURE_ERROR_HAS(ctx, why);
  if (count == 0) {
    ENSURE(!refused);
    return;
  }
  ENSURE(refused);
  ENSURE_OK(ctx, brn_mesh_validate(ctx, refused));
  ENSURE_INT(refused->triangle_count, count);
  const BrnArray* array = brn_mesh_find_array(refused, "reason", BRN_ON_TRIANGLE);
  ENSURE(array && array->number == BRN_I32 && refused->triangle_label);
  for (int t = 0; t < count; t++) ENSURE_INT((int)array->value[t], (int)reason);
  brn_mesh_destroy(ctx, refused);
}

static void refuses_one(BrnContext* ctx, BrnMesh* surface, BrnTetraRefusal reason, int count,
                        const char* why) {
  BrnTetraPart part = {.surface = surface, .label = 4, .name = "flawed"};
  BrnTetraDef def = tetra_def(&part, 1, 0);
  def.tets = 3000;
  refuses(ctx, &def, reason, count, why);
  ENSURE_ERROR_HAS(ctx, "part 0 (flawed) ");
  brn_mesh_destroy(ctx, surface);
}

// a box with one corner moved to a place of no return
static BrnMesh* box_with(BrnContext* ctx, double x) {
  BrnMesh* box = tetra_box(ctx, low, high);
  box->position[3 * 7] = x;
  return box;
}

static void broken_corners_are_refused(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* box = box_with(ctx, NAN);
  int touched = 0;
  for (int i = 0; i < 36; i++) touched += box->triangle[i] == 7;
  brn_mesh_destroy(ctx, box);
  refuses_one(ctx, box_with(ctx, NAN), BRN_REFUSED_BROKEN, touched, "broken triangles, the first");
  refuses_one(ctx, box_with(ctx, -INFINITY), BRN_REFUSED_BROKEN, touched, "not finite");
  box = tetra_box(ctx, low, high);
  box->triangle[10] = -1;
  refuses_one(ctx, box, BRN_REFUSED_BROKEN, 1,
              "has 1 broken triangle, the first of them triangle 3");
  box = tetra_box(ctx, low, high);
  for (int i = 0; i < 24; i++) box->position[i] = NAN;
  refuses_one(ctx, box, BRN_REFUSED_BROKEN, 12, "has 12 broken triangles");
  test_context_done(ctx);
}

static void surfaces_without_a_side_are_refused(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* surface = tetra_box(ctx, low, high);
  surface->triangle_count = 0;
  refuses_one(ctx, surface, BRN_REFUSED_EMPTY, 0, "has no triangles");
  surface = tetra_box(ctx, low, high); // two quads back to back
  for (int i = 0; i < 8; i++) surface->position[3 * i] = 0.5;
  refuses_one(ctx, surface, BRN_REFUSED_EMPTY, 12, "no triangles that count");
  surface = tetra_box(ctx, low, high); // all corners at one place
  for (int i = 0; i < 24; i++) surface->position[i] = 0.5;
  refuses_one(ctx, surface, BRN_REFUSED_EMPTY, 12, "12 have no area");
  surface = tetra_box(ctx, low, high);
  surface->triangle_count = 1;
  refuses_one(ctx, surface, BRN_REFUSED_OPEN, 1, "is open: over 100 % of its area");
  surface = tetra_box(ctx, low, high); // two faces of six, opposite to each other
  surface->triangle_count = 4;
  surface->position[0] = 0.01;
  refuses_one(ctx, surface, BRN_REFUSED_OPEN, 4, "with 8 open edges");
  surface = tetra_box(ctx, low, high); // nearly flat
  for (int i = 0; i < 8; i++) surface->position[3 * i] *= 1e-8;
  refuses_one(ctx, surface, BRN_REFUSED_FLAT, 12, "encloses no volume");
  test_context_done(ctx);
}

// half of the triangles of a sphere, here and there: inside is as much inside as outside
static void sieve_is_refused(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* surface = tetra_sphere(ctx, 48, 24, 0, 1);
  int kept = 0;
  for (int i = 0; i < surface->triangle_count; i += 2, kept++) {
    memmove(surface->triangle + 3 * kept, surface->triangle + 3 * i, sizeof(int) * 3);
  }
  surface->triangle_count = kept;
  BrnTetraPart part = {.surface = surface, .label = 1};
  BrnTetraDef def = tetra_def(&part, 1, 0.3);
  BrnMesh *mesh, *refused;
  def.refused = &refused;
  ENSURE_STATUS(ctx, brn_tetra_make(ctx, &def, &mesh, NULL), BRN_INVALID);
  ENSURE_ERROR_HAS(ctx, "is open");
  ENSURE(refused && refused->triangle_count > kept / 4);
  brn_mesh_destroy(ctx, refused);
  brn_mesh_destroy(ctx, surface);
  test_context_done(ctx);
}

static double mesh_one(BrnContext* ctx, BrnMesh* surface, double size) {
  BrnTetraPart part = {.surface = surface, .label = 1};
  BrnTetraDef def = tetra_def(&part, 1, size);
  BrnMesh *mesh, *refused;
  def.refused = &refused;
  def.tets = 2000;
  ENSURE_OK(ctx, brn_tetra_make(ctx, &def, &mesh, NULL));
  ENSURE(!refused);
  BrnTetReport tets;
  ENSURE_OK(ctx, brn_tet_report(ctx, mesh, 1, &tets));
  ENSURE_INT(tets.inverted_count + tets.degenerate_count + tets.bad_face_count, 0);
  ENSURE_INT(tets.component_count, 1);
  brn_mesh_destroy(ctx, mesh);
  brn_mesh_destroy(ctx, surface);
  return tets.volume;
}

// the winding number closes a missing face with a flat one, and half a sphere with a disc
static void large_hole_is_closed(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* surface = tetra_box(ctx, low, high);
  surface->triangle_count = 10;
  ENSURE_NEAR(mesh_one(ctx, surface, 0.2), 1, 0.03);
  surface = tetra_sphere(ctx, 24, 12, 0, 1);
  int kept = 0;
  for (int t = 0; t < surface->triangle_count; t++) {
    const int* corner = surface->triangle + 3 * t;
    double z = 0;
    for (int k = 0; k < 3; k++) z += surface->position[3 * corner[k] + 2];
    if (z > 0) memmove(surface->triangle + 3 * kept++, corner, sizeof(int) * 3);
  }
  surface->triangle_count = kept;
  ENSURE_NEAR(mesh_one(ctx, surface, 0.25), 2 * pi / 3, 0.1);
  test_context_done(ctx);
}

static void size_of_the_world_does_not_matter(void** state) {
  (void)state;
  static const double radius[3] = {5e5, 1e-6, 0.01};
  BrnContext* ctx = test_context();
  for (int i = 0; i < 3; i++) {
    double unit = pow(radius[i], 3);
    BrnMesh* surface = tetra_sphere(ctx, 24, 12, 3 * radius[i], radius[i]);
    ENSURE_NEAR(mesh_one(ctx, surface, 0) / unit, 4.07, 0.06);
  }
  test_context_done(ctx);
}

static void same_surface_twice_is_refused(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh *surface = tetra_sphere(ctx, 24, 12, 0, 1), *other = tetra_sphere(ctx, 24, 12, 0, 1);
  brn_mesh_flip(other);
  BrnTetraPart part[2] = {{.surface = surface, .label = 1, .name = "biceps"},
                          {.surface = other, .label = 2, .name = "copy"}};
  BrnTetraDef def = tetra_def(part, 2, 0.4);
  for (int priority = 0; priority < 2; priority++) {
    part[0].priority = priority;
    refuses(ctx, &def, BRN_REFUSED_TWIN, surface->triangle_count,
            "part 1 (copy) is the same surface as part 0 (biceps)");
  }
  brn_mesh_destroy(ctx, surface);
  brn_mesh_destroy(ctx, other);
  test_context_done(ctx);
}

static void hidden_part_is_refused(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh *large = tetra_sphere(ctx, 24, 12, 0, 1), *small = tetra_sphere(ctx, 12, 6, 0, 0.5);
  BrnTetraPart part[2] = {{.surface = small, .label = 1, .name = "marrow"},
                          {.surface = large, .label = 2, .name = "bone", .priority = 1}};
  BrnTetraDef def = tetra_def(part, 2, 0.4);
  refuses(ctx, &def, BRN_REFUSED_HIDDEN, small->triangle_count,
          "part 0 (marrow) gets no tets: it lies inside of part 1 (bone)");
  part[1].priority = 0; // less deep than the equal part around it, everywhere
  refuses(ctx, &def, BRN_REFUSED_HIDDEN, small->triangle_count, "inside of part 1 (bone)");
  brn_mesh_destroy(ctx, large);
  brn_mesh_destroy(ctx, small);
  test_context_done(ctx);
}

static void thin_part_is_refused(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh *ball = tetra_sphere(ctx, 24, 12, 0, 1), *sheet = tetra_box(ctx, low, high);
  for (int v = 0; v < 8; v++) {
    sheet->position[3 * v] = 2 + 0.137 + 0.0002 * sheet->position[3 * v];
  }
  BrnTetraPart part[2] = {{.surface = ball, .label = 1, .name = "ball"},
                          {.surface = sheet, .label = 2, .name = "sheet"}};
  BrnTetraDef def = tetra_def(part, 2, 0.4);
  def.thin_levels = 1;
  refuses(ctx, &def, BRN_REFUSED_THIN, 12, "part 1 (sheet) gets no tets: it is thinner than edges");
  brn_mesh_destroy(ctx, ball);
  brn_mesh_destroy(ctx, sheet);
  test_context_done(ctx);
}

static void all_refused_parts_are_shown(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh *good = tetra_box(ctx, low, high), *open = tetra_box(ctx, low, high);
  BrnMesh *broken = box_with(ctx, NAN), *refused, *mesh;
  open->triangle_count = 1;
  BrnTetraPart part[3] = {{.surface = broken, .label = 7, .name = "first"},
                          {.surface = good, .label = 8, .name = "good"},
                          {.surface = open, .label = 9, .name = "last"}};
  BrnTetraDef def = tetra_def(part, 3, 0.4);
  def.refused = &refused;
  ENSURE_STATUS(ctx, brn_tetra_make(ctx, &def, &mesh, NULL), BRN_INVALID);
  ENSURE_ERROR_HAS(ctx, "part 0 (first) has");
  ENSURE_ERROR_HAS(ctx, "; and 1 more part");
  int last = refused->triangle_count - 1;
  ENSURE_INT(refused->triangle_label[0], 7);
  ENSURE_INT(refused->triangle_label[last], 9);
  assert_string_equal(brn_mesh_label_name(refused, BRN_ON_TRIANGLE, 9), "last");
  ENSURE(!brn_mesh_label_name(refused, BRN_ON_TRIANGLE, 8));
  const double* reason = brn_mesh_find_array(refused, "reason", BRN_ON_TRIANGLE)->value;
  ENSURE_INT((int)reason[0], BRN_REFUSED_BROKEN);
  ENSURE_INT((int)reason[last], BRN_REFUSED_OPEN);
  brn_mesh_destroy(ctx, refused);
  def.refused = NULL; // not wanted
  ENSURE_STATUS(ctx, brn_tetra_make(ctx, &def, &mesh, NULL), BRN_INVALID);
  brn_mesh_destroy(ctx, good);
  brn_mesh_destroy(ctx, open);
  brn_mesh_destroy(ctx, broken);
  test_context_done(ctx);
}

// two balls, 1 m apart, of 2 cm
static void parts_far_apart_are_meshed(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh *a = tetra_sphere(ctx, 24, 12, 0, 0.02), *b = tetra_sphere(ctx, 24, 12, 1, 0.02), *mesh;
  BrnTetraPart part[2] = {{.surface = a, .label = 1}, {.surface = b, .label = 2}};
  BrnTetraDef def = tetra_def(part, 2, 0);
  def.tets = 3000;
  ENSURE_OK(ctx, brn_tetra_make(ctx, &def, &mesh, NULL));
  tetra_check(ctx, mesh);
  ENSURE_NEAR(tetra_volume(ctx, mesh, 2) / 8e-6, 4.07, 0.06);
  brn_mesh_destroy(ctx, mesh);
  brn_mesh_destroy(ctx, a);
  brn_mesh_destroy(ctx, b);
  test_context_done(ctx);
}

static void keep_log(void* user, BrnLogLevel level, const char* message) {
  char* text = user;
  ENSURE_INT(level, BRN_LOG_WARNING);
  snprintf(text, 256, "%s", message);
}

static void mended_part_is_warned_of(void** state) {
  (void)state;
  char text[256] = "";
  BrnContextDef context = brn_context_def_default();
  context.log = keep_log, context.log_user = text;
  BrnContext* ctx = brn_context_create(&context);
  BrnMesh *box = tetra_box(ctx, low, high), *mesh;
  int swap = box->triangle[1];
  box->triangle[1] = box->triangle[2], box->triangle[2] = swap;
  box->triangle_count = 11;
  BrnTetraPart part = {.surface = box, .label = 1, .name = "box"};
  BrnTetraDef def = tetra_def(&part, 1, 0.5);
  ENSURE_OK(ctx, brn_tetra_make(ctx, &def, &mesh, NULL));
  assert_string_equal(text, "part 0 (box): 1 triangles turned to face out, 3 open edges");
  brn_mesh_destroy(ctx, mesh);
  brn_mesh_destroy(ctx, box);
  test_context_done(ctx);
}

static BrnMesh* make_open(BrnContext* ctx) {
  BrnMesh* surface = tetra_box(ctx, low, high);
  surface->triangle_count = 1;
  return surface;
}

static BrnStatus refuse_it(BrnContext* ctx, BrnMesh* surface) {
  BrnTetraPart part = {.surface = surface, .label = 1, .name = "flawed"};
  BrnTetraDef def = tetra_def(&part, 1, 0.5);
  BrnMesh *mesh, *refused;
  def.refused = &refused;
  BrnStatus status = brn_tetra_make(ctx, &def, &mesh, NULL);
  brn_mesh_destroy(ctx, refused);
  return status == BRN_INVALID ? BRN_OK : status;
}

static void every_failed_allocation_is_clean(void** state) {
  (void)state;
  mesh_trial_no_memory(make_open, refuse_it);
}

TEST_MAIN(cmocka_unit_test(broken_corners_are_refused),
          cmocka_unit_test(surfaces_without_a_side_are_refused), cmocka_unit_test(sieve_is_refused),
          cmocka_unit_test(large_hole_is_closed),
          cmocka_unit_test(size_of_the_world_does_not_matter),
          cmocka_unit_test(same_surface_twice_is_refused), cmocka_unit_test(hidden_part_is_refused),
          cmocka_unit_test(thin_part_is_refused), cmocka_unit_test(all_refused_parts_are_shown),
          cmocka_unit_test(parts_far_apart_are_meshed), cmocka_unit_test(mended_part_is_warned_of),
          cmocka_unit_test(every_failed_allocation_is_clean))
