// SPDX-License-Identifier: Apache-2.0

#include "anatomy/model_test.h"

// Three points that no tet has, and the second tet on its head; in centimetres, z up.
static const char two_tets[] =
    "MeshVersionFormatted 2\nDimension 3\nVertices 8\n9 9 9 0\n0 0 0 0\n100 0 0 0\n8 8 8 0\n"
    "0 100 0 0\n0 0 100 0\n0 0 -100 0\n7 7 7 0\nTetrahedra 2\n2 3 5 6 4\n2 3 5 7 9\nEnd\n";

static void source_is_cleaned_and_turned_to_si(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  char folder[64];
  BrnModel* model;
  model_folder(folder);
  model_write_file(folder, "two.mesh", two_tets, strlen(two_tets));
  ENSURE_OK(ctx, model_try_in(ctx, folder,
                              "{'units': 'cm', 'up': 'z', 'scale': 2, 'mesh': {'file': 'two.mesh'},"
                              "'bones': {'a': {'labels': 9}, 'b': {'labels': 4}}}",
                              &model));
  const BrnMesh* mesh = model->mesh;
  ENSURE_INT(mesh->vertex_count, 5);
  ENSURE_INT(mesh->tet_count, 2);
  ENSURE_INT(mesh->tet_label[0], 2); // the file's order stays; labels are those of the parts
  ENSURE_INT(mesh->tet_label[1], 1);
  ENSURE_NEAR(model->volume[0], 8.0 / 6, 1e-12);
  ENSURE_NEAR(model->volume[1], 8.0 / 6, 1e-12);
  // z up in the file is y here, and its y goes to -z
  ENSURE_NEAR(mesh->position[3 * 3 + 1], 2, 1e-12);
  ENSURE_NEAR(mesh->position[3 * 2 + 2], -2, 1e-12);
  brn_model_destroy(ctx, model);
  model_remove_folder(folder);
  test_context_done(ctx);
}

static void flat_tets_are_refused(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  char folder[64];
  BrnModel* model;
  static const char flat[] = "MeshVersionFormatted 2\nDimension 3\nVertices 4\n0 0 0 0\n1 0 0 0\n"
                             "0 1 0 0\n1 1 0 0\nTetrahedra 1\n1 2 3 4 1\nEnd\n";
  model_folder(folder);
  model_write_file(folder, "flat.mesh", flat, strlen(flat));
  ENSURE_STATUS(ctx,
                model_try_in(ctx, folder,
                             "{'mesh': {'file': 'flat.mesh'}, 'bones': {'a': {'labels': 1}}}",
                             &model),
                BRN_INVALID);
  ENSURE_ERROR_HAS(ctx, "1 tet has no volume, the first is 0");
  model_remove_folder(folder);
  test_context_done(ctx);
}

#define TWO_BOXES                                                                                  \
  "'bones': {'top': {'surface': 'top.obj'}, 'base': {'surface': 'base.obj'}},"                     \
  "'muscles': {'m': {'surface': 'm.obj', 'origin': 'top', 'insertion': "

static void write_boxes(const char* folder, double gap) {
  model_write_box(folder, "m.obj", (double[]){-0.02, -0.01, -0.02}, (double[]){0.02, 0.1, 0.02});
  model_write_box(folder, "top.obj", (double[]){-0.03, 0.09, -0.03}, (double[]){0.03, 0.13, 0.03});
  model_write_box(folder, "base.obj", (double[]){-0.03, -0.05, -0.03},
                  (double[]){0.03, -0.01 - gap, 0.03});
}

// The muscle reaches 1 cm into the top bone, which keeps what is its own.
static void bones_win_over_muscles(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  char folder[64];
  BrnModel* model;
  model_folder(folder);
  write_boxes(folder, 0);
  ENSURE_OK(ctx,
            model_try_in(ctx, folder, "{'mesh': {'size': 0.01}, " TWO_BOXES "'base'}}}", &model));
  ENSURE_INT(model->surface_count, 3);
  ENSURE_NEAR(model_part(model, "top")->volume, 0.06 * 0.06 * 0.04, 4e-6);
  ENSURE_NEAR(model_part(model, "m")->volume, 0.04 * 0.04 * 0.1, 5e-6);
  ENSURE_INT(model_part(model, "m")->surface, 2);
  ENSURE_INT(model_part(model, "m")->component_count, 1);
  brn_model_destroy(ctx, model);
  model_remove_folder(folder);
  test_context_done(ctx);
}

static void gaps_at_attachments_are_filled(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  char folder[64];
  BrnModel* model;
  model_folder(folder);
  write_boxes(folder, 0.008);
  ENSURE_OK(ctx,
            model_try_in(ctx, folder,
                         "{'mesh': {'size': 0.01}, " TWO_BOXES "{'bones': 'base', 'fuse': 0.01}}}}",
                         &model));
  BrnTetReport report;
  ENSURE_OK(ctx, brn_tet_report(ctx, model->mesh, BRN_ALL_LABELS, &report));
  ENSURE_INT(report.component_count, 1);
  ENSURE(model_part(model, "m")->volume > 0.04 * 0.04 * 0.104);
  brn_model_destroy(ctx, model);
  model_remove_folder(folder);
  test_context_done(ctx);
}

// A sweep between two balls of clay.
static void forms_are_surfaces_too(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
#define BALL(x)                                                                                    \
  "{'form': {'detail': 24, 'clay': [{'points': [[" x ", 0, 0]], 'widths': [[2, 2]]}]}}"
  BrnModel* model = model_build(
      ctx, "{'units': 'cm', 'mesh': {'size': 0.8}, 'bones': {'a': " BALL("0") ", 'b': " BALL(
               "10") "}, 'muscles': {'m': {'form': {'detail': 24, 'sweep': {'points': "
                     "[[1, 0, 0], [9, 0, 0]], 'widths': [[1, 1]]}}, 'origin': 'a', 'insertion': "
                     "'b'}}}");
  const double ball = 4.0 / 3 * 3.14159265 * 8e-6;
  ENSURE_NEAR(model_part(model, "a")->volume, ball, 0.06 * ball);
  ENSURE_NEAR(model_part(model, "b")->volume, ball, 0.06 * ball);
  ENSURE_INT(model_part(model, "m")->component_count, 1);
  ENSURE(model->unit_list[0].length > 0.05 && model->unit_list[0].length < 0.09);
  brn_model_destroy(ctx, model);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(forms_are_surfaces_too),
          cmocka_unit_test(source_is_cleaned_and_turned_to_si),
          cmocka_unit_test(flat_tets_are_refused), cmocka_unit_test(bones_win_over_muscles),
          cmocka_unit_test(gaps_at_attachments_are_filled))
