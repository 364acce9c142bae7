// SPDX-License-Identifier: Apache-2.0

#include "anatomy/archive.h"
#include "brawn/drive.h"

#include "anatomy/model_test.h"
#include "core/record_inline.h"
#include "scene/tables.h"

// A single tet of bone, and on it one of muscle: the smallest model with everything in it.
static const char two_tets[] =
    "MeshVersionFormatted 2\nDimension 3\nVertices 5\n0 0 0 0\n1 0 0 0\n0 1 0 0\n0 0 1 0\n"
    "0 0 -1 0\nTetrahedra 2\n1 2 3 4 1\n1 3 2 5 2\nEnd\n";
static const char walk[] = "HIERARCHY\nROOT hips\n{\nOFFSET 0 0 0\nCHANNELS 3 Zrotation Xrotation "
                           "Yrotation\nEnd Site\n{\nOFFSET 5 0 0\n}\n}\nMOTION\nFrames: 2\n"
                           "Frame Time: 0.5\n0 0 0\n1 2 3\n";
static const char scene[] =
    "{'name': 'two', 'mesh': {'file': 'two.mesh'}, 'bones': {'b': {'labels': 1, 'motion': {'clip': "
    "'walk', 'joint': 'hips'}}}, 'muscles': {'m': {'labels': 2, 'origin': {'select': 'o'}, "
    "'insertion': {'select': 'i'}, 'activation': {'keys': [[0, 0], [1, 1], [3, 0.25]]}}},"
    "'selections': {'o': {'vertices': [0, 1, 2], 'parts': 'm'}, 'i': {'vertices': [4], 'parts': "
    "'m'}},"
    "'supports': {'s': {'on': 'i', 'axes': 'y', 'motion': {'turn': [[0, 1, 2, 3], [1, 4, 5, 6]]}}},"
    "'loads': {'f': {'on': 'i', 'kind': 'force', 'vector': [0, 0, 1]}},"
    "'materials': {'muscle': {'hill': {'active': [[0.5, 0], [1, 1]], 'tension': 5}}},"
    "'clips': {'walk': {'file': 'walk.bvh'}}}";

static BrnModel* build_two(BrnContext* ctx, const char* folder) {
  BrnModel* model;
  model_write_file(folder, "two.mesh", two_tets, strlen(two_tets));
  model_write_file(folder, "walk.bvh", walk, strlen(walk));
  ENSURE_OK(ctx, model_try_in(ctx, folder, scene, &model));
  return model;
}

static void path_in(const char* folder, const char* name, char path[128]) {
  snprintf(path, 128, "%s/%s", folder, name);
}

static void model_comes_back_bit_by_bit(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  char folder[64], first[128], second[128];
  model_folder(folder);
  path_in(folder, "first", first);
  path_in(folder, "second", second);
  BrnModel *model = build_two(ctx, folder), *again;
  ENSURE_OK(ctx, brn_model_write(ctx, model, first));
  ENSURE_OK(ctx, brn_model_read(ctx, first, &again));
  ENSURE_OK(ctx, brn_model_write(ctx, again, second));
  size_t size, other_size;
  char *bytes = model_read_file(first, &size), *other = model_read_file(second, &other_size);
  ENSURE(size == other_size && memcmp(bytes, other, size) == 0);
  free(bytes);
  free(other);
  assert_string_equal(again->name, "two");
  ENSURE(again->hash == model->hash && model->hash != 0);
  assert_memory_equal(again->mesh->position, model->mesh->position, 15 * sizeof(double));
  assert_memory_equal(again->fibre, model->fibre, 6 * sizeof(double));
  double a, b;
  brn_model_activations(model, 0.7, &a);
  brn_model_activations(again, 0.7, &b);
  ENSURE(a == b && a > 0);
  BrnPose p = brn_model_bone_pose(model, 0, 0.3), q = brn_model_bone_pose(again, 0, 0.3);
  assert_memory_equal(&p, &q, sizeof p);
  p = brn_model_motion_pose(model, again->support[0].motion, 0.3);
  q = brn_model_motion_pose(again, again->support[0].motion, 0.3);
  assert_memory_equal(&p, &q, sizeof p);
  ENSURE_INT(again->load_count, 1);
  const BrnModelMaterial* muscle = &again->material_list[0];
  assert_string_equal(muscle->kind, "stable_neo_hookean");
  ENSURE_INT(muscle->parameter_count, 4);
  assert_string_equal(muscle->parameter[2].key, "hill.tension");
  assert_string_equal(muscle->parameter[2].text, "5");
  ENSURE(!muscle->parameter[3].text && muscle->parameter[3].row_count == 2);
  ENSURE(muscle->parameter[3].row[0] == 0.5 && muscle->parameter[3].row[3] == 1);
  ENSURE(again->unit_list[0].tension == 5 && !again->unit_list[0].own_tension);
  brn_model_destroy(ctx, model);
  brn_model_destroy(ctx, again);
  model_remove_folder(folder);
  test_context_done(ctx);
}

typedef struct Keys {
  BrnContext* ctx;
  BrnSolverDef* def;
  int count;
} Keys;

// the second word, the other truth, or what is above the least number
static void change(Keys* keys, const BrnField* field) {
  char value[64];
  BrnSolverDef before = *keys->def;
  if (field->type == BRN_FIELD_CHOICE || field->type == BRN_FIELD_WORD) {
    char words[256], *second;
    snprintf(words, sizeof words, "%s", field->choices);
    second = strchr(words, ' ') + 1;
    snprintf(value, sizeof value, "%.*s", (int)strcspn(second, " "), second);
    if (strcmp(field->name, "emu_step") == 0) snprintf(value, sizeof value, "memory");
  } else if (field->type == BRN_FIELD_BOOL) {
    bool on = *((const bool*)keys->def + field->offset);
    snprintf(value, sizeof value, on ? "false" : "true");
  } else {
    snprintf(value, sizeof value, "%g", field->type == BRN_FIELD_INT ? field->low + 2 : 0.0625);
  }
  ENSURE_OK(keys->ctx,
            brn__record_set(keys->ctx, &brn__solver_record, keys->def, field->name, value));
  if (brn__field_equal(field, &before, keys->def)) fail_msg("%s is as before", field->name);
  keys->count++;
}

static void for_each_key(Keys* keys, void (*fn)(Keys*, const BrnField*)) {
  for (const BrnField* field = brn__solver_record.fields; field->name; field++) {
    BrnInlineWalk at = {0};
    BrnField own;
    if (field->type != BRN_FIELD_INLINE) fn(keys, field);
    while (field->type == BRN_FIELD_INLINE && brn__inline_next(field, &at, &own)) fn(keys, &own);
  }
}

// every member that a scene can set: none is forgotten when another one is added
static void settings_come_back(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  char folder[64], path[128];
  model_folder(folder);
  path_in(folder, "model", path);
  BrnModel *model = build_two(ctx, folder), *again;
  // every key is set to what it is not by default, by its name
  Keys keys = {ctx, &model->solver, 0};
  for_each_key(&keys, change);
  ENSURE_OK(ctx, brn_model_write(ctx, model, path));
  ENSURE_OK(ctx, brn_model_read(ctx, path, &again));
  ENSURE(brn__record_equal(&brn__solver_record, &model->solver, &again->solver));
  ENSURE(again->solver.cookie == model->solver.cookie);
  int count = keys.count;
  ENSURE(count > 20);
  brn_model_destroy(ctx, model);
  brn_model_destroy(ctx, again);
  model_remove_folder(folder);
  test_context_done(ctx);
}

static void model_with_surfaces_comes_back(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  char folder[64], first[128], second[128];
  model_folder(folder);
  path_in(folder, "first", first);
  path_in(folder, "second", second);
  model_write_box(folder, "b.obj", (double[]){0, 0, 0}, (double[]){1, 1, 1});
  BrnModel *model, *again;
  ENSURE_OK(ctx,
            model_try_in(ctx, folder,
                         "{'mesh': {'size': 0.5}, 'bones': {'b': {'surface': 'b.obj'}}}", &model));
  ENSURE_OK(ctx, brn_model_write(ctx, model, first));
  ENSURE_OK(ctx, brn_model_read(ctx, first, &again));
  ENSURE_OK(ctx, brn_model_write(ctx, again, second));
  size_t size, other_size;
  char *bytes = model_read_file(first, &size), *other = model_read_file(second, &other_size);
  ENSURE(size == other_size && memcmp(bytes, other, size) == 0);
  free(bytes);
  free(other);
  ENSURE_INT(again->surface[0].embedding->point_count, 8);
  assert_memory_equal(again->surface[0].mesh->polygon, model->surface[0].mesh->polygon,
                      12 * sizeof(int));
  brn_model_destroy(ctx, model);
  brn_model_destroy(ctx, again);
  model_remove_folder(folder);
  test_context_done(ctx);
}

static void cut_and_damaged_files_are_refused(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  char folder[64], whole[128];
  model_folder(folder);
  path_in(folder, "whole", whole);
  BrnModel *model = build_two(ctx, folder), *again;
  ENSURE_OK(ctx, brn_model_write(ctx, model, whole));
  brn_model_destroy(ctx, model);
  size_t size;
  char* bytes = model_read_file(whole, &size);
  for (size_t cut = 0; cut < size; cut++) {
    char* part = malloc(cut + 1); // a block of its own, so that reading beyond it is noticed
    memcpy(part, bytes, cut);
    BrnSource source = {.name = "cut", .data = part, .size = cut};
    ENSURE_STATUS(ctx, brn__model_parse(ctx, &source, &again), BRN_BAD_FILE);
    ENSURE(again == NULL);
    free(part);
  }
  for (size_t at = 0; at < size; at++) {
    BrnSource source = {.name = "broken", .data = bytes, .size = size};
    bytes[at] ^= (char)(1 << at % 8);
    ENSURE(brn__model_parse(ctx, &source, &again) != BRN_OK);
    ENSURE(again == NULL);
    bytes[at] ^= (char)(1 << at % 8);
  }
  free(bytes);
  model_remove_folder(folder);
  test_context_done(ctx);
}

// whole as a file, and yet something in it leads nowhere
static void flaw_is_named_with_its_place(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  char folder[64], path[128];
  model_folder(folder);
  path_in(folder, "model", path);
  BrnModel *model = build_two(ctx, folder), *again;
  model->bone[0].vertex[2] = 5;
  ENSURE_OK(ctx, brn_model_write(ctx, model, path));
  ENSURE_STATUS(ctx, brn_model_read(ctx, path, &again), BRN_BAD_FILE);
  ENSURE(!again);
  ENSURE_ERROR_HAS(ctx, "it is damaged: bone[0].vertex[2] is 5, not from 0 to 4; build the model");
  brn_model_destroy(ctx, model);
  model_remove_folder(folder);
  test_context_done(ctx);
}

static void archive_survives_failing_allocations(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  char folder[64], path[128];
  model_folder(folder);
  path_in(folder, "model", path);
  BrnModel *model = build_two(ctx, folder), *again = NULL;
  size_t before = brn_byte_count(ctx);
  BrnStatus status = BRN_NO_MEMORY;
  for (int n = 0; status != BRN_OK; n++) {
    brn_fail_allocation(ctx, n);
    status = brn_model_write(ctx, model, path);
    ENSURE(status == BRN_OK || status == BRN_NO_MEMORY);
    ENSURE(brn_byte_count(ctx) == before);
  }
  status = BRN_NO_MEMORY;
  for (int n = 0; status != BRN_OK; n++) {
    brn_fail_allocation(ctx, n);
    status = brn_model_read(ctx, path, &again);
    ENSURE(status == BRN_OK || (status == BRN_NO_MEMORY && !again));
    if (!again) ENSURE(brn_byte_count(ctx) == before);
  }
  brn_fail_allocation(ctx, -1);
  brn_model_destroy(ctx, model);
  brn_model_destroy(ctx, again);
  model_remove_folder(folder);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(model_comes_back_bit_by_bit), cmocka_unit_test(settings_come_back),
          cmocka_unit_test(model_with_surfaces_comes_back),
          cmocka_unit_test(cut_and_damaged_files_are_refused),
          cmocka_unit_test(flaw_is_named_with_its_place),
          cmocka_unit_test(archive_survives_failing_allocations))
