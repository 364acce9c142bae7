// SPDX-License-Identifier: Apache-2.0

#include "anatomy/cache.h"

#include "anatomy/model_test.h"
#include "anatomy/steps.h"
#include "scene/tables.h"

static const char text[] = "{'mesh': {'size': 0.5}, 'bones': {'b': {'surface': 'b.obj'}}}";

static BrnModel* build_with(BrnContext* ctx, const char* folder, const char* scene_text,
                            BrnBuildReport* report) {
  char cache[100];
  snprintf(cache, sizeof cache, "%s/cache", folder);
  BrnBuildDef def = brn_build_def_default();
  BrnModel* model;
  BrnScene* scene = model_scene_in(ctx, folder, scene_text);
  def.cache = cache;
  ENSURE_OK(ctx, brn_model_build(ctx, scene, &def, &model, report));
  ENSURE_INT(report->tets.tet_count, model->mesh->tet_count);
  brn_scene_destroy(ctx, scene);
  return model;
}

static BrnModel* build(BrnContext* ctx, const char* folder, const char* scene_text, bool* cached) {
  BrnBuildReport report;
  BrnModel* model = build_with(ctx, folder, scene_text, &report);
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

// --------------------------------------------------------------------------------- kinds of change

#define RODS(size, rod, more)                                                                      \
  "{'units': 'cm', 'mesh': {'size': " size "}, 'bones': {'slab': {'surface': 'slab.obj', "         \
  "'fixed': true}, 'lid': {'surface': 'lid.obj'}}, 'muscles': {'rod': {'surface': 'rod.obj', "     \
  "'insertion': 'slab', " rod "}}" more "}"
#define LID "'origin': 'lid'"

// Every change begins with the first step that it reaches; but the mesh and how surfaces ride on it
// are made anew only where what they are made from has changed: no attachment reaches them.
static void a_change_makes_what_depends_on_it(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  char folder[64];
  model_folder(folder);
  model_write_box(folder, "slab.obj", (double[]){-2, -2, -2}, (double[]){2, 0, 2});
  model_write_box(folder, "lid.obj", (double[]){-2, 4, -2}, (double[]){2, 6, 2});
  model_write_box(folder, "rod.obj", (double[]){-1, -1, -1}, (double[]){1, 5, 1});
  static const struct {
    const char *scene, *first; // the first step that is made
    bool meshes;
  } cases[] = {
      {RODS("0.8", LID, ""), "parts", true},
      {RODS("0.8", LID, ""), "materials", false},
      {RODS("0.8", LID ", 'activation': 0.5", ""), "materials", false},
      {RODS("0.8", LID ", 'tension': 2e5", ""), "materials", false},
      {RODS("0.8", LID, ", 'materials': {'muscle': {'young': 1e5}}"), "materials", false},
      {RODS("0.8", LID, ", 'gravity': [0, 0, 0]"), "materials", false},
      {RODS("0.8", LID, ", 'solver': {'method': 'emu', 'iterations': 5}"), "materials", false},
      {RODS("0.8", LID, ", 'frames': {'last': 3}, 'outputs': {'every': 2}"), "materials", false},
      {RODS("0.8", LID, ", 'loads': {'f': {'on': 'lid', 'vector': [0, 1, 0]}}"), "materials",
       false},
      {RODS("0.8", LID ", 'tendons': {'material': 'fat'}", ""), "materials", false},
      {RODS("0.8", LID ", 'fibres': {'from': 'constant', 'axis': [0, 1, 0]}", ""), "fibres", false},
      {RODS("0.8", LID ", 'tendons': {'by': 'fraction', 'origin': 0.2}", ""), "fibres", false},
      {RODS("0.8", LID ", 'touching': 'apart'", ""), "reach", false},
      {RODS("0.8", "'origin': {'bones': 'lid', 'within': 0.1}", ""), "reach", false},
      {RODS("0.9", LID, ""), "reach", true},
      {RODS("0.8", LID, ""), "materials", false}, // all of them are kept
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    BrnBuildReport report;
    int first = 0, mesh = 0, rides = 0;
    brn_model_destroy(ctx, build_with(ctx, folder, cases[i].scene, &report));
    while (report.step[first].cached) first++;
    while (strcmp(report.step[mesh].name, "mesh") != 0) mesh++;
    while (strcmp(report.step[rides].name, "surfaces") != 0) rides++;
    if (strcmp(report.step[first].name, cases[i].first) != 0) {
      fail_msg("%s begins with %s, not %s", cases[i].scene, report.step[first].name,
               cases[i].first);
    }
    ENSURE_INT(!report.step[mesh].cached, cases[i].meshes);
    ENSURE_INT(!report.step[rides].cached, cases[i].meshes);
  }
  remove_all(folder);
  test_context_done(ctx);
}

// What steps tell is told again when what they make comes from the cache.
static void remarks_are_kept(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  char folder[64], cache[100];
  model_folder(folder);
  snprintf(cache, sizeof cache, "%s/cache", folder);
  model_write_box(folder, "slab.obj", (double[]){-2, -2, -2}, (double[]){2, 0, 2});
  model_write_box(folder, "lid.obj", (double[]){-2, 6, -2}, (double[]){2, 8, 2});
  model_write_box(folder, "rod.obj", (double[]){-1, -1, -1}, (double[]){1, 5.3, 1});
  static const char* const rod[] = {LID, LID, "'origin': {'bones': 'lid', 'within': 0.01}",
                                    LID ", 'activation': 0.5"};
  for (int i = 0; i < 4; i++) {
    char whole[600];
    BrnRemarks remarks = {0};
    BrnModel* model;
    snprintf(whole, sizeof whole, RODS("0.4", "%s", ""), rod[i]);
    BrnScene* scene = model_scene_in(ctx, folder, whole);
    BrnBuildDef def = brn_build_def_default();
    def.cache = cache, def.remarks = &remarks;
    ENSURE_STATUS(ctx, brn_model_build(ctx, scene, &def, &model, NULL), BRN_INVALID);
    ENSURE(remarks.count > 0);
    ENSURE(strstr(remarks.remark[0].text, "mm away from \"lid\""));
    brn_remarks_clear(ctx, &remarks);
    brn_scene_destroy(ctx, scene);
  }
  remove_all(folder);
  test_context_done(ctx);
}

// --------------------------------------------------------------------------------- every member

// what the model of a scene is as bytes, or the message that it fails with
static char* outcome(BrnContext* ctx, const char* folder, const BrnScene* scene, bool cached,
                     size_t* size) {
  char cache[100], path[100];
  snprintf(cache, sizeof cache, "%s/cache", folder);
  snprintf(path, sizeof path, "%s/model", folder);
  BrnBuildDef def = brn_build_def_default();
  BrnModel* model;
  if (cached) def.cache = cache;
  if (brn_model_build(ctx, scene, &def, &model, NULL) != BRN_OK) {
    *size = strlen(brn_last_error(ctx));
    return strdup(brn_last_error(ctx));
  }
  ENSURE_OK(ctx, brn_model_write(ctx, model, path));
  brn_model_destroy(ctx, model);
  return model_read_file(path, size);
}

static void expect_same(BrnContext* ctx, const char* folder, const BrnScene* scene,
                        const char* path) {
  size_t size[2];
  char* bytes[2] = {outcome(ctx, folder, scene, true, &size[0]),
                    outcome(ctx, folder, scene, false, &size[1])};
  bool same = size[0] == size[1] && memcmp(bytes[0], bytes[1], size[0]) == 0;
  free(bytes[0]);
  free(bytes[1]);
  if (!same) fail_msg("%s: the cache gives another model", path);
}

static double other_number(double value, const BrnField* field) {
  double next = isnan(value) ? 0.25 : value == 0 ? 0.125 : 0.9 * value;
  bool free = field->low == 0 && field->high == 0;
  return free || (next >= field->low && next <= field->high) ? next : value;
}

static int count_words(const char* words) {
  int count = 1;
  for (; *words; words++) count += *words == ' ';
  return count;
}

// another value for a member that is no record; false: it has none
static bool change(BrnContext* ctx, const BrnField* field, void* record) {
  void* member = brn__member(field, record);
  double* number = member;
  switch (field->type) {
  case BRN_FIELD_DOUBLE: *number = other_number(*number, field); return true;
  case BRN_FIELD_INT:
    *(int*)member += *(int*)member < field->high || field->high == 0 ? 1 : -1;
    return true;
  case BRN_FIELD_BOOL: *(bool*)member = !*(bool*)member; return true;
  case BRN_FIELD_CHOICE:
    *(int*)member = (*(int*)member + 1) % count_words(field->choices);
    return true;
  case BRN_FIELD_VECTOR:
    for (int i = 0; i < field->width; i++) number[i] = other_number(number[i], field);
    return true;
  case BRN_FIELD_TEXT: return brn_scene_text(ctx, member, "top") == BRN_OK;
  case BRN_FIELD_NUMBERS: number = brn__block(field, record); break;
  default: break;
  }
  if (!brn__field_points(field) || !brn__block(field, record)) return false;
  if (field->type == BRN_FIELD_NUMBERS) {
    number[0] = other_number(number[0], field);
  } else {
    brn__field_free(ctx, field, record);
  }
  return true;
}

typedef struct Walk {
  BrnContext* ctx;
  const char* folder;
  BrnScene* scene;
  int count;
} Walk;

// the member as it is, then another one, then as it was
static void try_member(Walk* walk, const BrnField* field, void* record, const char* path) {
  BrnScene* kept;
  ENSURE_OK(walk->ctx, brn_scene_copy(walk->ctx, walk->scene, &kept));
  BrnScene* changed = walk->scene;
  if (change(walk->ctx, field, record)) {
    expect_same(walk->ctx, walk->folder, changed, path);
    walk->count++;
  }
  // the record stays where it is: only what it holds goes back
  BrnScene swap = *changed;
  *changed = *kept;
  *kept = swap;
  brn_scene_destroy(walk->ctx, kept);
}

typedef struct Way {
  const BrnField* field[8];
  int count;
} Way;

// the record that a way of fields leads to, by the first items of lists and maps
static void* follow(BrnScene* scene, const Way* way) {
  void* record = scene;
  for (int i = 0; i < way->count && record; i++) {
    const BrnField* field = way->field[i];
    record =
        field->type == BRN_FIELD_RECORD ? brn__member(field, record) : brn__block(field, record);
  }
  return record;
}

static void walk_way(Walk* walk, const BrnRecord* type, Way* way, const char* path) {
  for (const BrnField* field = type->fields; field->name; field++) {
    char name[200];
    snprintf(name, sizeof name, "%s%s%s", path, *path ? "." : "", field->name);
    void* record = follow(walk->scene, way);
    if (!record) return;
    bool inner = field->record && field->type != BRN_FIELD_OPEN;
    if (!inner || field->type != BRN_FIELD_RECORD) try_member(walk, field, record, name);
    if (!inner || way->count == 8) continue;
    way->field[way->count++] = field;
    walk_way(walk, field->record, way, name);
    way->count--;
  }
}

static void try_all(const char* whole, int least) {
  BrnContext* ctx = test_context();
  char folder[64];
  model_folder(folder);
  model_write_box(folder, "slab.obj", (double[]){-2, -2, -2}, (double[]){2, 0, 2});
  model_write_box(folder, "lid.obj", (double[]){-2, 4, -2}, (double[]){2, 6, 2});
  model_write_box(folder, "rod.obj", (double[]){-1, -1, -1}, (double[]){1, 5, 1});
  Walk walk = {.ctx = ctx, .folder = folder, .scene = model_scene_in(ctx, folder, whole)};
  size_t size;
  char* bytes = outcome(ctx, folder, walk.scene, true, &size);
  ENSURE(size > 1000); // it builds
  free(bytes);
  walk_way(&walk, &brn__scene_record, &(Way){0}, "");
  ENSURE(walk.count > least);
  brn_scene_destroy(ctx, walk.scene);
  remove_all(folder);
  test_context_done(ctx);
}

static void every_member_is_in_the_keys(void** state) {
  (void)state;
  try_all("{'mesh': {'shape': {'shape': 'bar', 'tets': 100}}, 'bones': {'top': {'labels': "
          "'bone_proximal', 'motion': {'move': [[0, 0, 0, 0], [1, 0, 0.01, 0]]}}, 'base': "
          "{'labels': 'bone_distal', 'fixed': true}}, 'muscles': {'m': {'labels': 'muscle', "
          "'origin': {'bones': 'top', 'within': 0.01}, 'insertion': 'base', 'fibres': {'from': "
          "'pennate', 'angle': 10, 'plane': {'point': [0, 0, 0], 'normal': [1, 0, 0]}}, 'tendons': "
          "{'by': 'fraction', 'origin': 0.2}, 'units': {'a': {'region': 'left', 'activation': "
          "0.3}, 'b': {}}}}, 'selections': {'left': {'plane': {'point': [0, 0, 0], 'normal': [-1, "
          "0, 0]}}}, 'materials': {'muscle': {'young': 1e5}}, 'joints': {'j': {'type': 'ball', "
          "'bones': ['base', 'top'], 'point': [0, 0.1, 0]}}, 'supports': {'s': {'on': 'base'}}, "
          "'loads': {'f': {'on': 'm', 'vector': [0, 1, 0]}}, 'sensors': {'v': {'measure': "
          "'velocity', 'bone': 'top'}}, 'signals': {'s': {'sensor': 'v', 'curve': [[0, 0], [1, "
          "1]]}}, 'probes': {'p': {'on': 'm'}}}",
          120);
}

static void every_member_of_surfaces_is_in_the_keys(void** state) {
  (void)state;
  try_all("{'units': 'cm', 'solver': {'method': 'xpbd'}, 'bones': {'slab': {'surface': "
          "'slab.obj', 'fixed': true}, 'lid': {'surface': 'lid.obj'}}, 'muscles': {'rod': "
          "{'surface': 'rod.obj', 'origin': 'lid', 'insertion': {'bones': 'slab', 'within': 0.2}, "
          "'flesh': {'spacing': 0.5}}}, 'fascia': {'f': {'slide': 0.5}}, 'envelope': {'triangles': "
          "500}}",
          100);
}

// what steps say that they read is there
static void keys_of_steps_are_members(void** state) {
  (void)state;
  for (int kind = 0; kind < 2; kind++) {
    int count;
    const BrnBuildStep* step = brn__build_steps(kind == 1, &count);
    for (int i = 0; i < count && step[i].reads; i++) {
      for (const char* word = step[i].reads + strspn(step[i].reads, " "); *word;
           word += strspn(word, " ")) {
        const BrnRecord* type = &brn__scene_record;
        size_t length = strcspn(word, " ");
        for (const char* at = word; at < word + length;) {
          char name[64];
          size_t part = strcspn(at, ". ");
          snprintf(name, sizeof name, "%.*s", (int)part, at);
          const BrnField* field = type ? brn__record_field(type, name) : NULL;
          if (!field) fail_msg("%s reads %.*s", step[i].name, (int)length, word);
          type = field->record;
          at += part + (at[part] == '.');
        }
        word += length;
      }
    }
  }
}

// ------------------------------------------------------------------------------------------ files

typedef struct Number {
  int number;
} Number;

#define S Number
static const BrnMember number_members[] = {BRN_MEMBER(number), {0}};
#undef S
static const BrnDescription number_description = {
    .name = "number", .size = sizeof(Number), .members = number_members};

static BrnScope scope_of(int* number) {
  return (BrnScope){.type = &number_description, .record = number};
}

// Of files that are kept, the one that was asked for again is younger than others.
static void oldest_files_go(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  char folder[64], cache[100], name[40];
  int number = 7;
  BrnScope scope = scope_of(&number);
  bool found;
  model_folder(folder);
  snprintf(cache, sizeof cache, "%s/cache", folder);
  ENSURE_OK(ctx, brn__cache_keep(ctx, cache, 0xabc, &scope));
  model_write_file(cache, "notes.txt", "mine", 4); // not ours to remove
  for (int i = 1; i <= BRN_CACHE_FILES + 5; i++) {
    struct timespec before[2] = {{.tv_sec = 1000 + i}, {.tv_sec = 1000 + i}};
    number = i;
    ENSURE_OK(ctx, brn__cache_keep(ctx, cache, (uint64_t)i, &scope));
    snprintf(name, sizeof name, "%016x.brawn-model", i);
    DIR* inside = opendir(cache);
    utimensat(dirfd(inside), name, before, 0);
    closedir(inside);
  }
  ENSURE_INT(model_count_files(cache), BRN_CACHE_FILES + 1);
  ENSURE_OK(ctx, brn__cache_find(ctx, cache, 3, &scope, &found));
  ENSURE(!found);
  ENSURE_OK(ctx, brn__cache_find(ctx, cache, BRN_CACHE_FILES, &scope, &found));
  ENSURE(found && number == BRN_CACHE_FILES);
  ENSURE_OK(ctx, brn__cache_find(ctx, cache, 0xabc, &scope, &found));
  ENSURE(found && number == 7); // younger than all the others
  remove_all(folder);
  test_context_done(ctx);
}

// a file under another's name is not taken for it
static void renamed_files_are_not_used(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  char folder[64], cache[100], from[200], to[200];
  int number = 7;
  BrnScope scope = scope_of(&number);
  bool found;
  model_folder(folder);
  snprintf(cache, sizeof cache, "%s/cache", folder);
  ENSURE_OK(ctx, brn__cache_keep(ctx, cache, 1, &scope));
  snprintf(from, sizeof from, "%s/%016x.brawn-model", cache, 1);
  snprintf(to, sizeof to, "%s/%016x.brawn-model", cache, 2);
  ENSURE(rename(from, to) == 0);
  ENSURE_OK(ctx, brn__cache_find(ctx, cache, 2, &scope, &found));
  ENSURE(!found);
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
  brn_model_destroy(ctx, build(ctx, folder, text, &cached));
  snprintf(cache, sizeof cache, "%s/cache", folder);
  DIR* inside = opendir(cache);
  for (int i = 0; i < 3; i++) {
    model_write_file(cache, names[i], "half", 4);
    if (i != 1) utimensat(dirfd(inside), names[i], before, 0);
  }
  int number = 7;
  BrnScope scope = scope_of(&number);
  ENSURE_OK(ctx, brn__cache_keep(ctx, cache, 0xabc, &scope));
  for (int i = 0; i < 3; i++) {
    struct stat info;
    ENSURE_INT(fstatat(dirfd(inside), names[i], &info, 0) == 0, i != 0);
  }
  closedir(inside);
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
          cmocka_unit_test(a_change_makes_what_depends_on_it), cmocka_unit_test(remarks_are_kept),
          cmocka_unit_test(every_member_is_in_the_keys),
          cmocka_unit_test(every_member_of_surfaces_is_in_the_keys),
          cmocka_unit_test(keys_of_steps_are_members), cmocka_unit_test(oldest_files_go),
          cmocka_unit_test(renamed_files_are_not_used),
          cmocka_unit_test(leftovers_go_after_an_hour),
          cmocka_unit_test(folder_that_cannot_be_written_is_no_failure))
