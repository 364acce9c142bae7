// SPDX-License-Identifier: Apache-2.0

#include "anatomy/model_test.h"

// Two boxes of muscle side by side on a slab, the left one reaching into the right one.
static BrnModel* build_boxes(BrnContext* ctx, const char* folder) {
  BrnModel* model;
  model_write_box(folder, "slab.obj", (double[]){-4, -2, -2}, (double[]){4, 0, 2});
  model_write_box(folder, "lid.obj", (double[]){-4, 6, -2}, (double[]){4, 8, 2});
  model_write_box(folder, "l.obj", (double[]){-3, 0, -1}, (double[]){0.4, 6, 1});
  model_write_box(folder, "r.obj", (double[]){-0.4, 0, -1}, (double[]){3, 6, 1});
  ENSURE_OK(ctx, model_try_in(ctx, folder,
                              "{'units': 'cm', 'mesh': {'size': 0.8, 'touching': 'apart'}, 'bones':"
                              "{'slab': {'surface': 'slab.obj'}, 'lid': {'surface': 'lid.obj'}},"
                              "'muscles': {'l': {'surface': 'l.obj', 'origin': 'lid', 'insertion':"
                              "'slab'}, 'r': {'surface': 'r.obj', 'origin': 'lid', 'insertion': "
                              "'slab'}}}",
                              &model));
  return model;
}

static void surfaces_ride_on_their_own_part(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  char folder[64];
  model_folder(folder);
  BrnModel* model = build_boxes(ctx, folder);
  ENSURE_INT(model->surface_count, 4);
  for (int s = 0; s < 4; s++) {
    const BrnModelSurface* surface = &model->surface[s];
    ENSURE_INT(surface->embedding->point_count, 8);
    ENSURE_INT(surface->mesh->vertex_count, 8);
    assert_string_equal(surface->name, model->part[s].name);
    for (int i = 0; i < 8; i++) {
      ENSURE_INT(model->mesh->tet_label[surface->embedding->tet[i]], s + 1);
    }
  }
  brn_model_destroy(ctx, model);
  model_remove_folder(folder);
  test_context_done(ctx);
}

// A rod that is sunk into the slab by a third: its lower vertices ride on the slab, which has taken
// that piece of it.
static void sunk_vertices_ride_on_the_part_that_has_them(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  char folder[64];
  BrnModel* model;
  model_folder(folder);
  model_write_box(folder, "slab.obj", (double[]){-4, -4, -4}, (double[]){4, 0, 4});
  model_write_box(folder, "lid.obj", (double[]){-4, 6, -4}, (double[]){4, 8, 4});
  model_write_box(folder, "rod.obj", (double[]){-1, -3, -1}, (double[]){1, 6, 1});
  ENSURE_OK(ctx, model_try_in(ctx, folder,
                              "{'units': 'cm', 'mesh': {'size': 0.8}, 'bones': {'slab': {'surface':"
                              "'slab.obj'}, 'lid': {'surface': 'lid.obj'}}, 'muscles': {'rod': "
                              "{'surface': 'rod.obj', 'origin': 'lid', 'insertion': 'slab'}}}",
                              &model));
  const BrnModelSurface* rod = &model->surface[2];
  for (int i = 0; i < rod->mesh->vertex_count; i++) {
    bool sunk = rod->mesh->position[3 * i + 1] < -0.02;
    ENSURE_INT(model->mesh->tet_label[rod->embedding->tet[i]], sunk ? 1 : 3);
    if (sunk) ENSURE(rod->embedding->distance[i] == 0);
  }
  ENSURE(rod->max_outside < 0.008 && rod->outside_count <= 4);
  brn_model_destroy(ctx, model);
  model_remove_folder(folder);
  test_context_done(ctx);
}

static void surfaces_come_out_where_they_went_in(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  char folder[64];
  model_folder(folder);
  BrnModel* model = build_boxes(ctx, folder);
  double out[24];
  for (int s = 0; s < 4; s++) {
    const BrnModelSurface* surface = &model->surface[s];
    brn_embedding_apply(ctx, surface->embedding, model->mesh, model->mesh->position, out);
    for (int i = 0; i < 24; i++) ENSURE_NEAR(out[i], surface->mesh->position[i], 1e-12);
    // nothing covers the bones, but the left box covers a side of the right one
    int outside = surface->outside_count, own = surface->embedding->outside_count;
    double far = surface->max_outside, own_far = surface->embedding->max_distance;
    ENSURE(s < 2 ? outside == own : outside <= own);
    ENSURE(s < 2 ? fabs(far - own_far) < 1e-12 : far <= own_far + 1e-12);
  }
  // in metres, and the polygons are as in the file
  ENSURE_NEAR(model->surface[2].mesh->position[0], -0.03, 1e-12);
  ENSURE(model->surface[2].mesh->polygon != NULL);
  brn_model_destroy(ctx, model);
  model_remove_folder(folder);
  test_context_done(ctx);
}

// A muscle that begins and ends 15 mm deep in its bones; the bones have these places.
static void what_other_parts_cover_is_not_outside(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnModel* model = model_build(
      ctx, "{'mesh': {'size': 0.008}, 'bones': {"
           "'a': {'form': {'clay': [{'centre': [0, 0, 0], 'half': [0.03, 0.02, 0.03]}]}},"
           "'b': {'form': {'clay': [{'centre': [0, 0.1, 0], 'half': [0.03, 0.02, 0.03]}]}}},"
           "'muscles': {'m': {'form': {'sweep': {'points': [[0, 0.005, 0], [0, 0.095, 0]], "
           "'widths': 0.01}, 'blunt': 0}, 'origin': 'a', 'insertion': 'b'}}}");
  const BrnModelSurface* surface = &model->surface[2];
  assert_string_equal(surface->name, "m");
  ENSURE(surface->embedding->max_distance < 0.012); // less than an edge of the tets there
  ENSURE(surface->max_outside > 0 && surface->max_outside < 2e-3);
  ENSURE(surface->outside_count > 0);
  ENSURE(surface->outside_count < surface->embedding->outside_count - 20);
  // and bones are as before: nobody covers them
  ENSURE_INT(model->surface[0].outside_count, model->surface[0].embedding->outside_count);
  ENSURE_NEAR(model->surface[0].max_outside, model->surface[0].embedding->max_distance, 1e-12);
  brn_model_destroy(ctx, model);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(surfaces_ride_on_their_own_part),
          cmocka_unit_test(sunk_vertices_ride_on_the_part_that_has_them),
          cmocka_unit_test(surfaces_come_out_where_they_went_in),
          cmocka_unit_test(what_other_parts_cover_is_not_outside))
