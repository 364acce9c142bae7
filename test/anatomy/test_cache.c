// SPDX-License-Identifier: Apache-2.0

#include "anatomy/cache.h"

#include "anatomy/model_test.h"

static const char text[] = "{'mesh': {'size': 0.5}, 'bones': {'b': {'surface': 'b.obj'}}}";

static BrnModel* build(BrnContext* ctx, const char* folder, const char* scene_text, bool* cached) {
  char cache[100];
  snprintf(cache, sizeof cache, "%s/cache", folder);
  BrnBuildDef def = brn_build_def_default();
  BrnBuildReport report;
  BrnModel* model;
  BrnScene* scene = model_scene_in(ctx, folder, scene_text);
  def.cache = cache;
  ENSURE_OK(ctx, brn_model_build(ctx, scene, &def, &model, &report));
  ENSURE_INT(report.tets.tet_count, model->mesh->tet_count);
  brn_scene_destroy(ctx, scene);
  *cached = report.cached;
  return model;
}

static void remove_all(const char* folder) {
  char cache[100];
  snprintf(cache, sizeof cache, "%s/cache", folder);
  model_remove_folder(cache);
  model_remove_folder(folder);
}

static void second_build_is_found(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  char folder[64];
  bool cached;
  model_folder(folder);
  model_write_box(folder, "b.obj", (double[]){0, 0, 0}, (double[]){1, 1, 1});
  BrnModel* first = build(ctx, folder, text, &cached);
  ENSURE(!cached);
  BrnModel* second = build(ctx, folder, text, &cached);
  ENSURE(cached);
  ENSURE(first->hash == second->hash);
  ENSURE_INT(second->mesh->tet_count, first->mesh->tet_count);
  assert_memory_equal(second->mesh->position, first->mesh->position,
                      sizeof(double) * 3 * (size_t)first->mesh->vertex_count);
  brn_model_destroy(ctx, first);
  brn_model_destroy(ctx, second);
  remove_all(folder);
  test_context_done(ctx);
}

static void one_byte_of_a_file_or_scene_makes_it_new(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  char folder[64];
  bool cached;
  model_folder(folder);
  model_write_box(folder, "b.obj", (double[]){0, 0, 0}, (double[]){1, 1, 1});
  brn_model_destroy(ctx, build(ctx, folder, text, &cached));
  model_write_box(folder, "b.obj", (double[]){0, 0, 0}, (double[]){1, 1, 2});
  BrnModel* model = build(ctx, folder, text, &cached);
  ENSURE(!cached);
  ENSURE_NEAR(model->part[0].volume, 2, 0.1);
  brn_model_destroy(ctx, model);
  model_write_box(folder, "b.obj", (double[]){0, 0, 0}, (double[]){1, 1, 1});
  model = build(ctx, folder, text, &cached);
  ENSURE(cached); // both are kept
  ENSURE_NEAR(model->part[0].volume, 1, 0.1);
  brn_model_destroy(ctx, model);
  model =
      build(ctx, folder, "{'mesh': {'size': 0.51}, 'bones': {'b': {'surface': 'b.obj'}}}", &cached);
  ENSURE(!cached);
  brn_model_destroy(ctx, model);
  remove_all(folder);
  test_context_done(ctx);
}

static void damaged_model_is_built_again(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  char folder[64], cache[100];
  bool cached;
  model_folder(folder);
  snprintf(cache, sizeof cache, "%s/cache", folder);
  model_write_box(folder, "b.obj", (double[]){0, 0, 0}, (double[]){1, 1, 1});
  brn_model_destroy(ctx, build(ctx, folder, text, &cached));
  DIR* inside = opendir(cache);
  for (struct dirent* entry; (entry = readdir(inside));) {
    if (entry->d_name[0] != '.') model_write_file(cache, entry->d_name, "brawnmdl", 8);
  }
  closedir(inside);
  brn_model_destroy(ctx, build(ctx, folder, text, &cached));
  ENSURE(!cached);
  brn_model_destroy(ctx, build(ctx, folder, text, &cached));
  ENSURE(cached);
  remove_all(folder);
  test_context_done(ctx);
}

// Another activation is another model, but the mesh is found; both are as if built anew.
static void mesh_outlives_what_does_not_change_it(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  char folder[64], cache[100];
  model_folder(folder);
  snprintf(cache, sizeof cache, "%s/cache", folder);
  model_write_box(folder, "slab.obj", (double[]){-2, -2, -2}, (double[]){2, 0, 2});
  model_write_box(folder, "lid.obj", (double[]){-2, 4, -2}, (double[]){2, 6, 2});
  model_write_box(folder, "rod.obj", (double[]){-1, -1, -1}, (double[]){1, 5, 1});
  static const char* const rest[4] = {"'tension': 1e5", "'tension': 2e5", "'tension': 2e5",
                                      "'fibres': {'from': 'constant', 'axis': [0, 1, 0]}"};
  BrnModel* model[4];
  int kept[4];
  for (int i = 0; i < 4; i++) {
    char scene[600];
    snprintf(scene, sizeof scene,
             "{'units': 'cm', 'mesh': {'size': %g}, 'bones': {'slab': {'surface': 'slab.obj'}, "
             "'lid': {'surface': 'lid.obj'}}, 'muscles': {'rod': {'surface': 'rod.obj', 'origin': "
             "'lid', 'insertion': 'slab', %s}}}",
             i == 2 ? 0.9 : 0.8, rest[i]);
    bool cached;
    model[i] = build(ctx, folder, scene, &cached);
    ENSURE(!cached);
    kept[i] = model_count_files(cache);
  }
  ENSURE_INT(kept[0], 2); // the mesh and the model
  ENSURE_INT(kept[1], 3);
  ENSURE_INT(kept[2], 5);
  ENSURE_INT(kept[3], 6);
  ENSURE_INT(model[1]->mesh->tet_count, model[0]->mesh->tet_count);
  ENSURE(memcmp(model[1]->mesh->position, model[0]->mesh->position,
                3 * sizeof(double) * (size_t)model[0]->mesh->vertex_count) == 0);
  ENSURE(model[2]->mesh->tet_count != model[0]->mesh->tet_count);
  for (int i = 0; i < 4; i++) brn_model_destroy(ctx, model[i]);
  remove_all(folder);
  test_context_done(ctx);
}

// Forty stay. Of those that were built, the one that was asked for again is younger than others.
static void oldest_models_go(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  char folder[64], name[40];
  bool cached;
  model_folder(folder);
  model_write_box(folder, "b.obj", (double[]){0, 0, 0}, (double[]){1, 1, 1});
  BrnModel *first = build(ctx, folder, text, &cached), *found;
  char cache[100];
  snprintf(cache, sizeof cache, "%s/cache", folder);
  uint64_t key = first->hash;
  model_write_file(cache, "notes.txt", "mine", 4); // not ours to remove
  for (int i = 1; i <= 45; i++) {
    struct timespec before[2] = {{.tv_sec = 1000 + i}, {.tv_sec = 1000 + i}};
    first->hash = (uint64_t)i;
    ENSURE_OK(ctx, brn__cache_keep(ctx, cache, (uint64_t)i, first));
    snprintf(name, sizeof name, "%016x.brawn-model", i);
    DIR* inside = opendir(cache);
    utimensat(dirfd(inside), name, before, 0);
    closedir(inside);
  }
  ENSURE_INT(model_count_files(cache), BRN_CACHE_MODELS + 1);
  ENSURE_OK(ctx, brn__cache_find(ctx, cache, 3, &found));
  ENSURE(found == NULL);
  ENSURE_OK(ctx, brn__cache_find(ctx, cache, 45, &found));
  ENSURE(found != NULL);
  brn_model_destroy(ctx, found);
  ENSURE_OK(ctx, brn__cache_find(ctx, cache, key, &found)); // younger than all the others
  ENSURE(found != NULL);
  brn_model_destroy(ctx, found);
  brn_model_destroy(ctx, first);
  remove_all(folder);
  test_context_done(ctx);
}

// A killed build leaves a temporary file. Young ones may belong to a build that still runs.
static void leftovers_go_after_an_hour(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const char* const names[] = {"00000000000000ab.brawn-model.tmp0",
                                      "00000000000000ab.brawn-model.tmp1", "mine.tmp0"};
  struct timespec before[2] = {{.tv_sec = 1000}, {.tv_sec = 1000}};
  char folder[64], cache[100];
  bool cached;
  model_folder(folder);
  model_write_box(folder, "b.obj", (double[]){0, 0, 0}, (double[]){1, 1, 1});
  BrnModel* model = build(ctx, folder, text, &cached);
  snprintf(cache, sizeof cache, "%s/cache", folder);
  DIR* inside = opendir(cache);
  for (int i = 0; i < 3; i++) {
    model_write_file(cache, names[i], "half", 4);
    if (i != 1) utimensat(dirfd(inside), names[i], before, 0);
  }
  ENSURE_OK(ctx, brn__cache_keep(ctx, cache, model->hash, model));
  for (int i = 0; i < 3; i++) {
    struct stat info;
    ENSURE_INT(fstatat(dirfd(inside), names[i], &info, 0) == 0, i != 0);
  }
  closedir(inside);
  brn_model_destroy(ctx, model);
  remove_all(folder);
  test_context_done(ctx);
}

static void folder_that_cannot_be_written_is_no_failure(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnScene* scene = model_scene_in(ctx, ".", BAR_WITH(""));
  BrnBuildDef def = brn_build_def_default();
  BrnModel* model;
  def.cache = "/dev/null/cache";
  ENSURE_OK(ctx, brn_model_build(ctx, scene, &def, &model, NULL));
  brn_model_destroy(ctx, model);
  brn_scene_destroy(ctx, scene);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(second_build_is_found),
          cmocka_unit_test(one_byte_of_a_file_or_scene_makes_it_new),
          cmocka_unit_test(damaged_model_is_built_again),
          cmocka_unit_test(mesh_outlives_what_does_not_change_it),
          cmocka_unit_test(oldest_models_go), cmocka_unit_test(leftovers_go_after_an_hour),
          cmocka_unit_test(folder_that_cannot_be_written_is_no_failure))
