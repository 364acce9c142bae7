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

// Twenty stay. Of those that were built, the one that was asked for again is younger than others.
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
  for (int i = 1; i <= 25; i++) {
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
  ENSURE_OK(ctx, brn__cache_find(ctx, cache, 25, &found));
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
          cmocka_unit_test(damaged_model_is_built_again), cmocka_unit_test(oldest_models_go),
          cmocka_unit_test(leftovers_go_after_an_hour),
          cmocka_unit_test(folder_that_cannot_be_written_is_no_failure))
