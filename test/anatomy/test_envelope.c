// SPDX-License-Identifier: Apache-2.0

#include "anatomy/envelope.h"

#include "anatomy/fixture.h"
#include "form/form_test.h"

// ------------------------------------------------------------------------------------------- bones

/// An arm: two bones along y that almost touch at the elbow, and a third beside the second.
typedef struct Arm {
  BrnContext* ctx;
  BrnMesh* surface[3];
  int count;
  BrnEnvelopeBones bones;
  BrnEnvelopeDef def;
} Arm;

static BrnMesh* rod(BrnContext* ctx, double x, double from, double to, double shaft, double knob) {
  double middle = (from + to) / 2;
  double point[] = {x, from, 0, x, middle, 0, x, to, 0};
  double width[] = {knob, knob, shaft, shaft, knob, knob};
  BrnFormLump lump = brn_form_lump_default();
  lump.path = form_path(point, 3, width, 3);
  BrnFormDef def = form_of(&lump, 1);
  def.detail = 40;
  BrnMesh* mesh;
  ENSURE_OK(ctx, brn_form_make(ctx, &def, &mesh));
  return mesh;
}

static void arm_open(Arm* arm, int count) {
  *arm = (Arm){.ctx = test_context(), .count = count};
  arm->surface[0] = rod(arm->ctx, 0, 0.018, 0.3, 0.010, 0.016); // ends reach 16 mm farther
  arm->surface[1] = rod(arm->ctx, 0, -0.25, -0.018, 0.008, 0.014);
  if (count > 2) arm->surface[2] = rod(arm->ctx, 0.03, -0.25, -0.02, 0.008, 0.012);
  arm->def = (BrnEnvelopeDef){.offset = 0.002, .close = 0.01, .triangles = 3000};
  ENSURE_OK(arm->ctx, brn__envelope_bones_create(arm->ctx, (const BrnMesh* const*)arm->surface,
                                                 count, &arm->bones));
}

static BrnMesh* arm_wrap(Arm* arm, int* poking) {
  BrnMesh* mesh;
  ENSURE_OK(arm->ctx,
            brn__envelope_surface(arm->ctx, &arm->bones, (const BrnMesh* const*)arm->surface,
                                  &arm->def, &mesh, poking));
  return mesh;
}

static void arm_close(Arm* arm) {
  brn__envelope_bones_free(arm->ctx, &arm->bones);
  for (int b = 0; b < arm->count; b++) brn_mesh_destroy(arm->ctx, arm->surface[b]);
  test_context_done(arm->ctx);
}

// ----------------------------------------------------------------------------------------- surface

static void touching_bones_get_one_sound_surface(void** state) {
  (void)state;
  Arm arm;
  arm_open(&arm, 2);
  int poking;
  BrnMesh* mesh = arm_wrap(&arm, &poking);
  BrnSurfaceReport report = form_ensure_sound(arm.ctx, mesh, 2);
  ENSURE_INT(report.component_count, 1);
  ENSURE_INT(poking, 0);
  ENSURE_NEAR(mesh->triangle_count, 3000, 150);
  brn_mesh_destroy(arm.ctx, mesh);
  arm_close(&arm);
}

static void it_keeps_its_distance_from_the_bones(void** state) {
  (void)state;
  Arm arm;
  arm_open(&arm, 3);
  int poking;
  BrnMesh* mesh = arm_wrap(&arm, &poking);
  ENSURE_INT(poking, 0);
  BrnBvh* bvh;
  ENSURE_OK(arm.ctx, brn_bvh_create(arm.ctx, mesh, &bvh));
  for (int b = 0; b < arm.count; b++) {
    for (int v = 0; v < arm.surface[b]->vertex_count; v++) {
      double d = brn_bvh_signed_distance(bvh, arm.surface[b]->position + 3 * (size_t)v);
      ENSURE(d < -0.0004);
    }
  }
  brn_bvh_destroy(arm.ctx, bvh);
  for (int v = 0; v < mesh->vertex_count; v++) { // and not more than the bridges need
    double d[2];
    brn__envelope_nearest_two(&arm.bones, mesh->position + 3 * (size_t)v, d);
  }
  brn_mesh_destroy(arm.ctx, mesh);
  arm_close(&arm);
}

static int component_count(Arm* arm) {
  int poking;
  BrnMesh* mesh = arm_wrap(arm, &poking);
  BrnSurfaceReport report;
  ENSURE_OK(arm->ctx, brn_surface_report(arm->ctx, mesh, false, &report));
  brn_mesh_destroy(arm->ctx, mesh);
  return report.component_count;
}

// the elbow has a gap of 6 mm between the ends of the rods
static void gaps_up_to_the_wanted_one_are_bridged(void** state) {
  (void)state;
  Arm arm;
  arm_open(&arm, 2);
  arm.def.close = 0.01;
  ENSURE_INT(component_count(&arm), 1);
  arm.def.offset = 0.001;
  arm.def.close = 0.0045;
  ENSURE_INT(component_count(&arm), 2);
  arm_close(&arm);
}

// a hollow ball: the wall inside is nothing that muscles slide on
static void cavities_are_left_out(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  double centre[] = {0, 0, 0}, wide[] = {0.05, 0.05}, thin[] = {0.03, 0.03};
  BrnFormLump lump[2] = {form_ball(centre, wide), form_ball(centre, thin)};
  lump[1].carve = true;
  BrnFormDef form = form_of(lump, 2);
  form.detail = 24;
  Arm arm = {.ctx = ctx, .count = 1, .def = {0.002, 0.01, 1000}};
  ENSURE_OK(ctx, brn_form_make(ctx, &form, &arm.surface[0]));
  ENSURE_OK(ctx,
            brn__envelope_bones_create(ctx, (const BrnMesh* const*)arm.surface, 1, &arm.bones));
  int poking;
  BrnMesh* mesh = arm_wrap(&arm, &poking);
  BrnSurfaceReport report = form_ensure_sound(ctx, mesh, 2);
  ENSURE_NEAR(report.volume, 4 * form_pi / 3 * pow(0.052, 3), 2e-5);
  brn_mesh_destroy(ctx, mesh);
  arm_close(&arm);
}

// ----------------------------------------------------------------------------------------- binding

typedef struct Bound {
  BrnMesh* mesh;
  int* bone;
  double* weight;
} Bound;

static Bound bind_arm(Arm* arm) {
  int poking;
  Bound bound = {.mesh = arm_wrap(arm, &poking)};
  size_t entries = 4 * (size_t)bound.mesh->vertex_count;
  bound.bone = brn__new(arm->ctx, entries, int);
  bound.weight = brn__new(arm->ctx, entries, double);
  brn__envelope_bind(arm->ctx, &arm->bones, bound.mesh, bound.bone, bound.weight);
  return bound;
}

static void bound_free(Arm* arm, Bound* bound) {
  brn_mesh_destroy(arm->ctx, bound->mesh);
  brn__free(arm->ctx, bound->bone);
  brn__free(arm->ctx, bound->weight);
}

static double weight_of(const Bound* bound, int vertex, int bone) {
  for (int k = 0; k < 4; k++) {
    if (bound->bone[4 * vertex + k] == bone) return bound->weight[4 * vertex + k];
  }
  return 0;
}

static void weights_add_up_and_vertices_far_from_joints_have_one(void** state) {
  (void)state;
  Arm arm;
  arm_open(&arm, 3);
  Bound bound = bind_arm(&arm);
  int alone = 0;
  for (int v = 0; v < bound.mesh->vertex_count; v++) {
    double sum = 0, y = bound.mesh->position[3 * v + 1];
    for (int k = 0; k < 4; k++) {
      ENSURE(bound.weight[4 * v + k] >= 0);
      ENSURE(bound.weight[4 * v + k] == 0 || bound.bone[4 * v + k] >= 0);
      sum += bound.weight[4 * v + k];
    }
    ENSURE_NEAR(sum, 1, 1e-14);
    if (y < 0.08) continue;
    ENSURE_INT(bound.bone[4 * v], 0);
    ENSURE(bound.weight[4 * v] == 1);
    alone++;
  }
  ENSURE(alone > 200);
  bound_free(&arm, &bound);
  arm_close(&arm);
}

static void weights_do_not_jump_along_an_edge(void** state) {
  (void)state;
  Arm arm;
  arm_open(&arm, 3);
  arm.def.triangles = 6000;
  Bound bound = bind_arm(&arm);
  for (int i = 0; i < 3 * bound.mesh->triangle_count; i++) {
    int a = bound.mesh->triangle[i], b = bound.mesh->triangle[i / 3 * 3 + (i + 1) % 3];
    double length =
        brn__distance3(bound.mesh->position + 3 * (size_t)a, bound.mesh->position + 3 * (size_t)b);
    for (int bone = 0; bone < 3; bone++) {
      double change = fabs(weight_of(&bound, a, bone) - weight_of(&bound, b, bone));
      ENSURE(change < 60 * length); // 1 in 17 mm
    }
  }
  bound_free(&arm, &bound);
  arm_close(&arm);
}

// poses as rotation and move; the blend is the one of the solver
static void pose(const Bound* bound, const double turn[3][9], const double move[3][3],
                 double* out) {
  for (int v = 0; v < bound->mesh->vertex_count; v++) {
    const double* x = bound->mesh->position + 3 * (size_t)v;
    double* p = out + 3 * (size_t)v;
    p[0] = p[1] = p[2] = 0;
    for (int k = 0; k < 4; k++) {
      int bone = bound->bone[4 * v + k];
      if (bone < 0) continue;
      double y[3];
      brn__mul3(y, turn[bone], x);
      brn__add3(y, y, move[bone]);
      brn__axpy3(p, p, bound->weight[4 * v + k], y);
    }
  }
}

static void about_x(double angle, double* out) {
  double c = cos(angle), s = sin(angle);
  const double turn[9] = {1, 0, 0, 0, c, -s, 0, s, c};
  memcpy(out, turn, sizeof turn);
}

static void one_motion_of_all_bones_moves_it_rigidly(void** state) {
  (void)state;
  Arm arm;
  arm_open(&arm, 3);
  Bound bound = bind_arm(&arm);
  double turn[3][9], move[3][3];
  for (int b = 0; b < 3; b++) {
    about_x(0.8, turn[b]);
    move[b][0] = 1, move[b][1] = -2, move[b][2] = 0.5;
  }
  double* out = brn__new(arm.ctx, 3 * bound.mesh->vertex_count, double);
  pose(&bound, turn, move, out);
  for (int v = 0; v < bound.mesh->vertex_count; v++) {
    double y[3];
    brn__mul3(y, turn[0], bound.mesh->position + 3 * (size_t)v);
    brn__add3(y, y, move[0]);
    ENSURE(brn__distance3(y, out + 3 * (size_t)v) < 1e-14);
  }
  brn__free(arm.ctx, out);
  bound_free(&arm, &bound);
  arm_close(&arm);
}

// triangles that face against the mean of those around their corners
static int count_folds(const BrnMesh* mesh, const double* position) {
  double* sum = calloc(3 * (size_t)mesh->vertex_count, sizeof *sum);
  int folds = 0;
  for (int pass = 0; pass < 2; pass++) {
    for (int t = 0; t < mesh->triangle_count; t++) {
      const int* c = mesh->triangle + 3 * (size_t)t;
      double n[3], mean[3] = {0, 0, 0};
      brn__triangle_normal(n, position + 3 * (size_t)c[0], position + 3 * (size_t)c[1],
                           position + 3 * (size_t)c[2]);
      for (int k = 0; k < 3; k++) {
        double* at = sum + 3 * (size_t)c[k];
        brn__add3(pass ? mean : at, pass ? mean : at, pass ? at : n);
      }
      if (pass) folds += brn__dot3(n, mean) < 0;
    }
  }
  free(sum);
  return folds;
}

static void bent_elbow_does_not_fold(void** state) {
  (void)state;
  Arm arm;
  arm_open(&arm, 2);
  Bound bound = bind_arm(&arm);
  double turn[3][9], move[3][3] = {{0}};
  brn__identity3(turn[0]);
  double* out = brn__new(arm.ctx, 3 * bound.mesh->vertex_count, double);
  for (int degrees = 0; degrees <= 120; degrees += 30) {
    about_x(degrees * form_pi / 180, turn[1]);
    pose(&bound, turn, move, out);
    ENSURE_INT(count_folds(bound.mesh, out), 0);
  }
  brn__free(arm.ctx, out);
  bound_free(&arm, &bound);
  arm_close(&arm);
}

// --------------------------------------------------------------------------------------- the step

#define ROD(y0, y1)                                                                                \
  "'form': {'clay': [{'points': [[0, " #y0 ", 0], [0, " #y1                                        \
  ", 0]], 'widths': [[0.012, 0.012], [0.012, 0.012]]}], 'detail': "                                \
  "30}"
#define ROD_SCENE(envelope)                                                                        \
  "{'brawn': 1, 'bones': {'upper': {" ROD(0.015,                                                   \
                                          0.2) "}, 'lower': {" ROD(-0.2, -0.015) "}}" envelope "}"

static void scene_gets_its_envelope(void** state) {
  (void)state;
  Fixture f;
  fixture_open(&f, ROD_SCENE(", 'envelope': {'triangles': 1000}"));
  ENSURE_OK(f.ctx, brn__build_parts(&f.build));
  ENSURE_OK(f.ctx, brn__build_envelope(&f.build));
  const BrnModel* model = f.build.model;
  ENSURE_INT(model->surface_count, 3);
  ENSURE_INT(model->envelope.surface, 2);
  assert_string_equal(model->surface[2].name, "envelope");
  const BrnMesh* mesh = model->surface[2].mesh;
  ENSURE_NEAR(mesh->triangle_count, 1000, 300);
  for (int v = 0; v < mesh->vertex_count; v++) {
    double y = mesh->position[3 * v + 1];
    if (fabs(y) > 1e-6) ENSURE_INT(model->envelope.bone[4 * v], y > 0 ? 0 : 1);
  }
  assert_string_equal(f.warnings, "");
  fixture_done(&f);
}

static void without_a_word_there_is_none(void** state) {
  (void)state;
  Fixture f;
  fixture_open(&f, ROD_SCENE(""));
  ENSURE_OK(f.ctx, brn__build_parts(&f.build));
  ENSURE_OK(f.ctx, brn__build_envelope(&f.build));
  ENSURE_INT(f.build.model->envelope.surface, -1);
  ENSURE_INT(f.build.model->surface_count, 2);
  fixture_done(&f);
}

static void only_the_bones_that_are_named_count(void** state) {
  (void)state;
  Fixture f;
  fixture_open(&f, ROD_SCENE(", 'envelope': {'triangles': 500, 'bones': ['low*']}"));
  ENSURE_OK(f.ctx, brn__build_parts(&f.build));
  ENSURE_OK(f.ctx, brn__build_envelope(&f.build));
  const BrnModel* model = f.build.model;
  const BrnMesh* mesh = model->surface[2].mesh;
  for (int v = 0; v < mesh->vertex_count; v++) {
    ENSURE(mesh->position[3 * v + 1] < 0.001);
    ENSURE_INT(model->envelope.bone[4 * v], 1);
  }
  fixture_done(&f);
}

static void wrong_bone_is_named(void** state) {
  (void)state;
  Fixture f;
  fixture_open(&f, ROD_SCENE(", 'solver': {'method': 'xpbd', 'xpbd_body': 'surface'}, 'envelope': "
                             "{'bones': ['uper']}"));
  ENSURE(fixture_looks(&f, "envelope.bones: there is no bone \"uper\"; did you mean \"upper\"?"));
  fixture_done(&f);
}

static void missing_file_is_named(void** state) {
  (void)state;
  Fixture f;
  fixture_open(&f, ROD_SCENE(", 'envelope': {'surface': 'nowhere.obj'}"));
  ENSURE_OK(f.ctx, brn__build_parts(&f.build));
  ENSURE(brn__build_envelope(&f.build) != BRN_OK);
  ENSURE_ERROR_HAS(f.ctx, "envelope.surface: ");
  ENSURE_ERROR_HAS(f.ctx, "nowhere.obj");
  fixture_done(&f);
}

static void every_failed_allocation_is_survived(void** state) {
  (void)state;
  BrnStatus status = BRN_NO_MEMORY;
  for (int k = 0; status != BRN_OK; k += 1 + k / 8) {
    Fixture f;
    fixture_open(&f, ROD_SCENE(", 'envelope': {'triangles': 300}"));
    ENSURE_OK(f.ctx, brn__build_parts(&f.build));
    brn_fail_allocation(f.ctx, k);
    status = brn__build_envelope(&f.build);
    brn_fail_allocation(f.ctx, -1);
    ENSURE(status == BRN_OK || status == BRN_NO_MEMORY);
    fixture_done(&f);
  }
}

TEST_MAIN(cmocka_unit_test(touching_bones_get_one_sound_surface),
          cmocka_unit_test(it_keeps_its_distance_from_the_bones),
          cmocka_unit_test(gaps_up_to_the_wanted_one_are_bridged),
          cmocka_unit_test(cavities_are_left_out),
          cmocka_unit_test(weights_add_up_and_vertices_far_from_joints_have_one),
          cmocka_unit_test(weights_do_not_jump_along_an_edge),
          cmocka_unit_test(one_motion_of_all_bones_moves_it_rigidly),
          cmocka_unit_test(bent_elbow_does_not_fold), cmocka_unit_test(scene_gets_its_envelope),
          cmocka_unit_test(without_a_word_there_is_none),
          cmocka_unit_test(only_the_bones_that_are_named_count),
          cmocka_unit_test(wrong_bone_is_named), cmocka_unit_test(missing_file_is_named),
          cmocka_unit_test(every_failed_allocation_is_survived), )
