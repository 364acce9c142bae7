// SPDX-License-Identifier: Apache-2.0

#include "test.h"

#include "human/human.h"

#include "core/vec.h"
#include "scene/methods.h"

static BrnScene* make(BrnContext* ctx, const BrnHumanDef* def) {
  BrnScene* scene;
  ENSURE_OK(ctx, brn__human_make(ctx, def, &scene));
  return scene;
}

static char* print(BrnContext* ctx, const BrnHumanDef* def) {
  BrnScene* scene = make(ctx, def);
  char* text;
  ENSURE_OK(ctx, brn_scene_print(ctx, scene, &text, NULL));
  brn_scene_destroy(ctx, scene);
  return text;
}

static BrnMesh* surface_of(BrnContext* ctx, const BrnSceneSource* source) {
  BrnMesh* mesh;
  ENSURE_OK(ctx, brn_form_make(ctx, source->form, &mesh));
  return mesh;
}

// ---------------------------------------------------------------------------------------- counts

static int triangles_of(BrnContext* ctx, const BrnScene* scene) {
  int count = 0;
  for (int i = 0; i < scene->muscle_count; i += 2) { // the other side has as many
    BrnMesh* mesh = surface_of(ctx, &scene->muscle[i].source);
    count += 2 * mesh->triangle_count;
    brn_mesh_destroy(ctx, mesh);
  }
  return count;
}

static void body_is_of_the_size_of_the_paper(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnHumanDef def = brn__human_def_default();
  BrnScene* scene = make(ctx, &def);
  ENSURE_INT(scene->bone_count, 30);
  ENSURE_INT(scene->joint_count, 29);
  ENSURE_INT(scene->muscle_count, 164);
  ENSURE_NEAR(triangles_of(ctx, scene), 38000, 0.05 * 38000);
  assert_string_equal(scene->solver.method, "xpbd");
  ENSURE_INT(brn__solver_body(&scene->solver), BRN_BODY_SURFACES);
  ENSURE(scene->envelope && scene->envelope->triangles == 10000);
  brn_scene_destroy(ctx, scene);
  test_context_done(ctx);
}

static void triangles_come_as_wanted(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnHumanDef def = brn__human_def_default();
  def.triangles = 30000;
  def.muscles = BRN_HUMAN_TRUNK;
  BrnScene* scene = make(ctx, &def);
  ENSURE_NEAR(triangles_of(ctx, scene), 30000, 0.05 * 30000);
  brn_scene_destroy(ctx, scene);
  test_context_done(ctx);
}

static void all_kinds_of_muscles_are_there(void** state) {
  (void)state;
  const BrnHumanGroup* group[8];
  int count[3] = {0};
  brn__human_groups(BRN_HUMAN_ALL, group);
  for (int g = 0; group[g]; g++) {
    for (int i = 0; i < group[g]->count; i++) count[group[g]->muscle[i].kind]++;
  }
  ENSURE(count[BRN_PLANAR] > 20 && count[BRN_FUSIFORM] > 20 && count[BRN_PENNATE] > 20);
}

static void regions_make_up_the_body(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnHumanDef def = brn__human_def_default();
  int count = 0;
  for (def.muscles = BRN_HUMAN_LEGS; def.muscles <= BRN_HUMAN_TRUNK; def.muscles++) {
    BrnScene* scene = make(ctx, &def);
    ENSURE_INT(scene->bone_count, 30);
    ENSURE(scene->muscle_count >= 40);
    count += scene->muscle_count;
    brn_scene_destroy(ctx, scene);
  }
  ENSURE_INT(count, 164);
  test_context_done(ctx);
}

// -------------------------------------------------------------------------------------- surfaces

static void every_surface_is_sound(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnHumanDef def = brn__human_def_default();
  BrnScene* scene = make(ctx, &def);
  for (int i = 0; i < scene->bone_count + scene->muscle_count; i++) {
    bool bone = i < scene->bone_count;
    const char* name = bone ? scene->bone[i].name : scene->muscle[i - scene->bone_count].name;
    if (strncmp(name, "R_", 2) == 0) continue;
    BrnMesh* mesh = surface_of(ctx, bone ? &scene->bone[i].source
                                         : &scene->muscle[i - scene->bone_count].source);
    BrnSurfaceReport report;
    ENSURE_OK(ctx, brn_surface_report(ctx, mesh, !bone, &report));
    bool sound = report.closed && report.manifold && report.oriented && report.volume > 0 &&
                 report.self_intersection_count <= 0 && report.component_count == 1 &&
                 (bone || (report.euler_characteristic == 2 && mesh->polygon));
    if (!sound) print_error("%s\n", name);
    ENSURE(sound);
    brn_mesh_destroy(ctx, mesh);
  }
  brn_scene_destroy(ctx, scene);
  test_context_done(ctx);
}

enum { BONES = 30 };

// made once, and kept
static BrnBvh* bone_tree(BrnContext* ctx, const BrnScene* scene, const char* name,
                         BrnBvh* tree[BONES]) {
  for (int i = 0; i < scene->bone_count; i++) {
    if (strcmp(scene->bone[i].name, name) != 0) continue;
    if (tree[i]) return tree[i];
    BrnMesh* mesh = surface_of(ctx, &scene->bone[i].source);
    ENSURE_OK(ctx, brn_bvh_create(ctx, mesh, &tree[i]));
    brn_mesh_destroy(ctx, mesh);
    return tree[i];
  }
  fail_msg("there is no bone %s", name);
  return NULL;
}

static bool is_selected(const BrnSceneSelection* of, const double* x) {
  double from[3];
  brn__sub3(from, x, of->plane->point);
  return brn__dot3(from, of->plane->normal) >= 0 &&
         brn__distance3(x, of->sphere->centre) <= of->sphere->radius;
}

// vertices of the end that lie in the bone, or within the distance that the attachment tells
static int count_held(BrnContext* ctx, const BrnScene* scene, const BrnSceneMuscle* muscle,
                      const BrnSceneAttachment* end, BrnBvh* trees[BONES]) {
  const BrnSceneSelection* of = NULL;
  for (int i = 0; i < scene->selection_count; i++) {
    if (strcmp(scene->selection[i].name, end->select) == 0) of = &scene->selection[i];
  }
  ENSURE(of && of->part_count == 1 && strcmp(of->part[0], muscle->name) == 0);
  BrnMesh* mesh = surface_of(ctx, &muscle->source);
  const BrnBvh* tree = bone_tree(ctx, scene, end->bone[0], trees);
  int count = 0;
  for (int v = 0; v < mesh->vertex_count; v++) {
    const double* x = mesh->position + 3 * (size_t)v;
    count += is_selected(of, x) && brn_bvh_signed_distance(tree, x) <= end->within;
  }
  brn_mesh_destroy(ctx, mesh);
  return count;
}

static void ensure_holds_on(BrnContext* ctx, const BrnScene* scene, int first, int step,
                            BrnBvh* trees[BONES]) {
  for (int i = first; i < scene->muscle_count; i += step) {
    const BrnSceneMuscle* muscle = &scene->muscle[i];
    ENSURE(muscle->origin->within == 0.003 && muscle->insertion->within == 0.003);
    for (int e = 0; e < 2; e++) {
      int held = count_held(ctx, scene, muscle, e == 0 ? muscle->origin : muscle->insertion, trees);
      if (held < 3) print_error("%s: %d\n", muscle->name, held);
      ENSURE(held >= 3);
    }
  }
}

static void both_ends_hold_on_to_their_bones(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnHumanDef def = brn__human_def_default();
  BrnScene* scene = make(ctx, &def);
  BrnBvh* trees[BONES] = {NULL};
  ensure_holds_on(ctx, scene, 0, 2, trees);
  ensure_holds_on(ctx, scene, 1, 40, trees); // the right side: selections and names are mirrored
  for (int i = 0; i < BONES; i++) brn_bvh_destroy(ctx, trees[i]);
  brn_scene_destroy(ctx, scene);
  test_context_done(ctx);
}

static void right_side_is_the_mirror_image(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnHumanDef def = brn__human_def_default();
  BrnScene* scene = make(ctx, &def);
  for (int i = 0; i < scene->muscle_count; i += 40) {
    const BrnSceneMuscle *left = &scene->muscle[i], *right = left + 1;
    ENSURE(left->name[0] == 'L' && right->name[0] == 'R' &&
           strcmp(left->name + 1, right->name + 1) == 0);
    BrnMesh *a = surface_of(ctx, &left->source), *b = surface_of(ctx, &right->source);
    ENSURE_INT(a->vertex_count, b->vertex_count);
    for (int v = 0; v < a->vertex_count; v++) {
      ENSURE(a->position[3 * v] == -b->position[3 * v]);
      ENSURE(a->position[3 * v + 1] == b->position[3 * v + 1]);
    }
    brn_mesh_destroy(ctx, a);
    brn_mesh_destroy(ctx, b);
  }
  brn_scene_destroy(ctx, scene);
  test_context_done(ctx);
}

// --------------------------------------------------------------------------------------- the rest

static void height_scales_everything(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnHumanDef def = brn__human_def_default();
  BrnScene* one = make(ctx, &def);
  def.height = 3.5;
  BrnScene* two = make(ctx, &def);
  for (int i = 0; i < one->joint_count; i++) {
    for (int k = 0; k < 3; k++) {
      ENSURE_NEAR(two->joint[i].point[k], 2 * one->joint[i].point[k], 1e-9);
    }
  }
  ENSURE_NEAR(two->muscle[0].origin->within, 0.006, 1e-12);
  ENSURE_NEAR(two->envelope->offset, 0.004, 1e-12);
  ENSURE_NEAR(two->fascia[0].within, 2 * one->fascia[0].within, 1e-12);
  BrnMesh *a = surface_of(ctx, &one->muscle[7].source),
          *b = surface_of(ctx, &two->muscle[7].source);
  ENSURE_INT(a->vertex_count, b->vertex_count);
  for (int i = 0; i < 3 * a->vertex_count; i++) {
    ENSURE_NEAR(b->position[i], 2 * a->position[i], 1e-9);
  }
  brn_mesh_destroy(ctx, a);
  brn_mesh_destroy(ctx, b);
  brn_scene_destroy(ctx, one);
  brn_scene_destroy(ctx, two);
  test_context_done(ctx);
}

// hip 0.530 and knee 0.285 of the height above the ground, as in the tables of 1966
static void segments_have_the_lengths_of_textbooks(void** state) {
  (void)state;
  ENSURE_NEAR(brn__human_find_bone("femur")->at[1] / 1750, 0.530, 0.002);
  ENSURE_NEAR(brn__human_find_bone("tibia")->at[1] / 1750, 0.285, 0.002);
  ENSURE_NEAR(brn__human_find_bone("foot")->at[1] / 1750, 0.039, 0.002);
  ENSURE_NEAR(brn__human_find_bone("humerus")->at[1] / 1750, 0.818, 0.002);
  double elbow = brn__human_find_bone("ulna")->at[0], wrist = brn__human_find_bone("hand")->at[0];
  ENSURE_NEAR((elbow - brn__human_find_bone("humerus")->at[0]) / 1750, 0.186, 0.002);
  ENSURE_NEAR((wrist - elbow) / 1750, 0.146, 0.002);
}

static void same_def_gives_the_same_bytes(void** state) {
  (void)state;
  BrnContext *one = test_context_with(1), *two = test_context_with(3);
  BrnHumanDef def = brn__human_def_default();
  def.clip = "walk.bvh";
  char *a = print(one, &def), *b = print(two, &def);
  assert_string_equal(a, b);
  BrnScene* again;
  char* c;
  ENSURE_OK(one, brn_scene_parse(one, a, strlen(a), "again.json", &again));
  ENSURE_OK(one, brn_scene_print(one, again, &c, NULL));
  assert_string_equal(a, c);
  brn_scene_destroy(one, again);
  brn_scene_text_free(one, a);
  brn_scene_text_free(two, b);
  brn_scene_text_free(one, c);
  test_context_done(one);
  test_context_done(two);
}

static void joints_are_called_as_the_clip_has_them(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnHumanDef def = brn__human_def_default();
  def.clip = "some \"clip\".bvh";
  def.names = "Character1_*_x";
  BrnScene* scene = make(ctx, &def);
  assert_string_equal(scene->clip[0].file, def.clip);
  for (int i = 0; i < scene->bone_count; i++) {
    const BrnSceneMotion* motion = scene->bone[i].motion;
    ENSURE(motion && motion->turn_only == (i > 0)); // the root travels
    if (strcmp(scene->bone[i].name, "R_ulna") == 0) {
      assert_string_equal(motion->joint, "Character1_RightForeArm_x");
    }
    if (strcmp(scene->bone[i].name, "skull") == 0) {
      assert_string_equal(motion->joint, "Character1_Head_x");
    }
  }
  brn_scene_destroy(ctx, scene);
  test_context_done(ctx);
}

// a clip that goes somewhere must not start again
static void clips_that_do_not_close_are_held(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnHumanDef def = brn__human_def_default();
  def.clip = "way.bvh";
  def.duration = 1.26;
  BrnScene* scene = make(ctx, &def);
  ENSURE_INT(scene->clip[0].repeat, BRN_SCENE_HOLD);
  ENSURE_INT(scene->frames.last, 31);
  brn_scene_destroy(ctx, scene);
  def.duration = 0;
  scene = make(ctx, &def);
  ENSURE_INT(scene->clip[0].repeat, BRN_SCENE_LOOP);
  ENSURE_INT(scene->frames.last, 48);
  brn_scene_destroy(ctx, scene);
  test_context_done(ctx);
}

static void muscles_work_by_signals_that_exist(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnHumanDef def = brn__human_def_default();
  def.clip = "walk.bvh";
  BrnScene* scene = make(ctx, &def);
  int with = 0;
  for (int i = 0; i < scene->muscle_count; i++) {
    const BrnSceneMuscle* muscle = &scene->muscle[i];
    bool found = !muscle->signal;
    with += muscle->signal != NULL;
    for (int k = 0; k < scene->signal_count && !found; k++) {
      found = strcmp(scene->signal[k].name, muscle->signal) == 0;
    }
    if (!found) print_error("%s: %s\n", muscle->name, muscle->signal);
    ENSURE(found);
    ENSURE(!muscle->signal || muscle->signal[0] == muscle->name[0]);
  }
  ENSURE(with > 140);
  brn_scene_destroy(ctx, scene);
  test_context_done(ctx);
}

static void ensure_refused(BrnContext* ctx, const BrnHumanDef* def, const char* text) {
  BrnScene* scene = (BrnScene*)def;
  ENSURE_STATUS(ctx, brn__human_make(ctx, def, &scene), BRN_INVALID);
  ENSURE(scene == NULL);
  ENSURE_ERROR_HAS(ctx, text);
}

static void impossible_bodies_are_refused(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnHumanDef good = brn__human_def_default(), def = good;
  def.height = NAN;
  ensure_refused(ctx, &def, "human: height is nan m; it must be 0.1 to 100");
  def = good, def.triangles = 10;
  ensure_refused(ctx, &def, "human: triangles is 10; it must be");
  def = good, def.envelope = 1;
  ensure_refused(ctx, &def, "human: envelope is 1; it must be");
  def = good, def.duration = -1;
  ensure_refused(ctx, &def, "human: duration is -1 s");
  def = good, def.names = "Character1_";
  ensure_refused(ctx, &def, "one * where our names of joints go");
  def = good, def.names = "*_*";
  ensure_refused(ctx, &def, "human: names is \"*_*\"");
  test_context_done(ctx);
}

static void every_failed_allocation_is_survived(void** state) {
  (void)state;
  BrnHumanDef def = brn__human_def_default();
  def.muscles = BRN_HUMAN_ARMS;
  bool done = false;
  for (int k = 0; !done; k += k < 12 ? 1 : 1999) { // the text, then places all over the scene
    BrnContext* ctx = test_context();
    BrnScene* scene;
    brn_fail_allocation(ctx, k);
    BrnStatus status = brn__human_make(ctx, &def, &scene);
    ENSURE_INT(status, scene ? BRN_OK : BRN_NO_MEMORY);
    done = scene != NULL;
    brn_scene_destroy(ctx, scene);
    brn_fail_allocation(ctx, -1);
    test_context_done(ctx);
    ENSURE(k < 100000);
  }
}

TEST_MAIN(cmocka_unit_test(body_is_of_the_size_of_the_paper),
          cmocka_unit_test(triangles_come_as_wanted),
          cmocka_unit_test(all_kinds_of_muscles_are_there),
          cmocka_unit_test(regions_make_up_the_body), cmocka_unit_test(every_surface_is_sound),
          cmocka_unit_test(both_ends_hold_on_to_their_bones),
          cmocka_unit_test(right_side_is_the_mirror_image),
          cmocka_unit_test(height_scales_everything),
          cmocka_unit_test(segments_have_the_lengths_of_textbooks),
          cmocka_unit_test(same_def_gives_the_same_bytes),
          cmocka_unit_test(joints_are_called_as_the_clip_has_them),
          cmocka_unit_test(clips_that_do_not_close_are_held),
          cmocka_unit_test(muscles_work_by_signals_that_exist),
          cmocka_unit_test(impossible_bodies_are_refused),
          cmocka_unit_test(every_failed_allocation_is_survived))
