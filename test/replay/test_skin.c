// SPDX-License-Identifier: Apache-2.0

#include "replay/replay_test.h"

// signed volume inside of a skin at rest
static double volume_of(BrnReplay* replay, int part) {
  const BrnSkin* skin = &replay->part[part].skin;
  double *point = calloc(3 * (size_t)skin->rider.point_count, sizeof *point), volume = 0;
  static const double origin[3];
  brn_riders_apply(replay->ctx, &skin->rider, replay->mesh->position, point);
  for (int t = 0; t < skin->triangle_count; t++) {
    const int* c = skin->triangle + 3 * (size_t)t;
    volume += brn__tet_volume(origin, point + 3 * (size_t)c[0], point + 3 * (size_t)c[1],
                              point + 3 * (size_t)c[2]);
  }
  free(point);
  return volume;
}

static void faces_of_tets_enclose_the_part(void** state) {
  (void)state;
  ReplayTest test = replay_run("");
  replay_open(&test, test.run.out);
  for (int p = 0; p < 3; p++) {
    const BrnSkin* skin = &test.replay->part[p].skin;
    ENSURE(!skin->is_surface && skin->triangle_count > 0 && skin->tendon && !skin->polygon);
    ENSURE_NEAR(volume_of(test.replay, p), test.run.model->part[p].volume, 1e-12);
    for (int i = 0; i < skin->rider.point_count; i++) ENSURE(skin->rider.weight[4 * i] == 1);
  }
  replay_done(&test);
}

// ---------------------------------------------------------------------------------------- surfaces

typedef struct BoxTest {
  BrnContext* ctx;
  char folder[64], path[100];
  BrnReplay* replay;
} BoxTest;

static void write_scene(BoxTest* test, const char* scene) {
  char* text = model_text(scene);
  snprintf(test->path, sizeof test->path, "%s/scene.json", test->folder);
  model_write_file(test->folder, "scene.json", text, strlen(text));
  free(text);
}

static BoxTest box_make(void) {
  BoxTest test = {.ctx = test_context()};
  model_folder(test.folder);
  return test;
}

static void box_open(BoxTest* test, BrnSkinChoice skin) {
  BrnReplayDef def = brn_replay_def_default();
  def.skin = skin;
  brn_replay_close(test->ctx, test->replay);
  ENSURE_OK(test->ctx, brn_replay_open(test->ctx, test->path, &def, &test->replay));
}

static void box_done(BoxTest* test) {
  brn_replay_close(test->ctx, test->replay);
  model_remove_folder(test->folder);
  test_context_done(test->ctx);
}

// two muscles side by side, the left one reaching into the right one
static BoxTest box_pair(void) {
  BoxTest test = box_make();
  model_write_box(test.folder, "slab.obj", (double[]){-4, -2, -2}, (double[]){4, 0, 2});
  model_write_box(test.folder, "lid.obj", (double[]){-4, 6, -2}, (double[]){4, 8, 2});
  model_write_box(test.folder, "l.obj", (double[]){-3, 0, -1}, (double[]){0.1, 6, 1});
  model_write_box(test.folder, "r.obj", (double[]){-0.1, 0, -1}, (double[]){3, 6, 1});
  write_scene(&test, "{'brawn': 1, 'units': 'cm', 'mesh': {'size': 1.2, 'touching': 'apart'}, "
                     "'bones': {'slab': {'surface': 'slab.obj'}, 'lid': {'surface': 'lid.obj'}}, "
                     "'muscles': {'l': {'surface': 'l.obj', 'origin': 'lid', 'insertion': 'slab', "
                     "'tendons': {'by': 'fraction', 'origin': 0.3}}, "
                     "'r': {'surface': 'r.obj', 'origin': 'lid', 'insertion': 'slab'}}}");
  return test;
}

// all riders on vertices of the part's own tets, and at rest where the surface is
static void rides_on_its_own(const BrnReplay* replay, int part) {
  const BrnMesh* mesh = replay->mesh;
  const BrnSkin* skin = &replay->part[part].skin;
  const BrnModelSurface* surface = &replay->model->surface[replay->model->part[part].surface];
  bool* own = calloc((size_t)mesh->vertex_count, 1);
  for (int i = 0; i < 4 * mesh->tet_count; i++) {
    if (mesh->tet_label[i / 4] == replay->part[part].label) own[mesh->tet[i]] = true;
  }
  ENSURE_INT(skin->rider.point_count, surface->mesh->vertex_count);
  for (int i = 0; i < 4 * skin->rider.point_count; i++) ENSURE(own[skin->rider.vertex[i]]);
  double* point = calloc(3 * (size_t)skin->rider.point_count, sizeof *point);
  brn_riders_apply(replay->ctx, &skin->rider, mesh->position, point);
  for (int i = 0; i < 3 * skin->rider.point_count; i++) {
    ENSURE_NEAR(point[i], surface->mesh->position[i], 1e-12);
  }
  free(point);
  free(own);
}

static void surfaces_are_shown_as_they_were_given(void** state) {
  (void)state;
  BoxTest test = box_pair();
  box_open(&test, BRN_SKIN_AUTO);
  for (int p = 0; p < 4; p++) {
    const BrnSkin* skin = &test.replay->part[p].skin;
    ENSURE(skin->is_surface && skin->rider.point_count == 8 && skin->triangle_count == 12);
    ENSURE(skin->polygon && skin->polygon[0] == skin->polygon[1]);
    rides_on_its_own(test.replay, p);
  }
  ENSURE_NEAR(volume_of(test.replay, 2), 3.1 * 6 * 2 * 1e-6, 1e-12);
  box_open(&test, BRN_SKIN_TETS);
  for (int p = 0; p < 4; p++) ENSURE(!test.replay->part[p].skin.is_surface);
  ENSURE(volume_of(test.replay, 2) < 3.06 * 6 * 2 * 1e-6); // the right one has a piece of it
  box_done(&test);
}

// half of its vertices are in the bone, which is too much to guess how they move
static void surface_that_is_mostly_sunk_is_not_shown(void** state) {
  (void)state;
  BoxTest test = box_make();
  model_write_box(test.folder, "slab.obj", (double[]){-4, -4, -4}, (double[]){4, 0, 4});
  model_write_box(test.folder, "lid.obj", (double[]){-4, 6, -4}, (double[]){4, 8, 4});
  model_write_box(test.folder, "rod.obj", (double[]){-1, -3, -1}, (double[]){1, 6, 1});
  write_scene(&test, "{'brawn': 1, 'units': 'cm', 'mesh': {'size': 1.2}, 'bones': {'slab': "
                     "{'surface': 'slab.obj'}, 'lid': {'surface': 'lid.obj'}}, 'muscles': {'rod': "
                     "{'surface': 'rod.obj', 'origin': 'lid', 'insertion': 'slab'}}}");
  box_open(&test, BRN_SKIN_AUTO);
  ENSURE(test.replay->part[0].skin.is_surface && !test.replay->part[2].skin.is_surface);
  box_open(&test, BRN_SKIN_SURFACES);
  ENSURE(test.replay->part[2].skin.is_surface);
  rides_on_its_own(test.replay, 2); // also those that the model has bound to the slab
  box_done(&test);
}

static void ends_of_muscles_are_tendon(void** state) {
  (void)state;
  BoxTest test = box_pair();
  for (int choice = BRN_SKIN_AUTO; choice <= BRN_SKIN_TETS; choice++) {
    box_open(&test, (BrnSkinChoice)choice);
    const BrnSkin* skin = &test.replay->part[2].skin;
    double* point = calloc(3 * (size_t)skin->rider.point_count, sizeof *point);
    brn_riders_apply(test.ctx, &skin->rider, test.replay->mesh->position, point);
    for (int i = 0; i < skin->rider.point_count; i++) {
      double y = point[3 * i + 1];
      if (y > 0.0595) ENSURE(skin->tendon[i] > 0.9);
      if (y < 0.015) ENSURE_NEAR(skin->tendon[i], 0, 1e-12);
    }
    free(point);
    skin = &test.replay->part[0].skin; // a bone
    for (int i = 0; i < skin->rider.point_count; i++) ENSURE(skin->tendon[i] == 0);
  }
  box_done(&test);
}

// ----------------------------------------------------------------------------------------- normals

static void normals_weigh_triangles_by_their_angles(void** state) {
  (void)state;
  BoxTest test = box_make();
  double normal[24];
  model_write_box(test.folder, "box.obj", (double[]){-1, -1, -1}, (double[]){1, 1, 1});
  snprintf(test.path, sizeof test.path, "%s/box.obj", test.folder);
  box_open(&test, BRN_SKIN_AUTO);
  const BrnMesh* mesh = test.replay->mesh;
  brn_skin_normals(test.ctx, &test.replay->part[0].skin, mesh->position, normal);
  // three faces meet in each corner at 90 degrees, cut into triangles or not
  for (int i = 0; i < 24; i++) ENSURE_NEAR(normal[i], mesh->position[i] / sqrt(3), 1e-15);
  box_done(&test);
}

static void triangle_without_area_has_no_say(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  int triangle[] = {0, 1, 2, 0, 1, 1, 3, 3, 3};
  double point[] = {0, 0, 0, 1, 0, 0, 0, 0, 1, 5, 5, 5}, normal[12];
  BrnSkin skin = {.rider = {.point_count = 4}, .triangle_count = 3, .triangle = triangle};
  brn_skin_normals(ctx, &skin, point, normal);
  for (int i = 0; i < 3; i++) {
    ENSURE(normal[3 * i] == 0 && normal[3 * i + 1] == -1 && normal[3 * i + 2] == 0);
  }
  ENSURE_NEAR(brn__norm3(normal + 9), 1, 1e-15); // of no triangle, but a unit vector all the same
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(faces_of_tets_enclose_the_part),
          cmocka_unit_test(surfaces_are_shown_as_they_were_given),
          cmocka_unit_test(surface_that_is_mostly_sunk_is_not_shown),
          cmocka_unit_test(ends_of_muscles_are_tendon),
          cmocka_unit_test(normals_weigh_triangles_by_their_angles),
          cmocka_unit_test(triangle_without_area_has_no_say))
