// SPDX-License-Identifier: Apache-2.0

#include "anatomy/model_test.h"

// Each kind of mistake gives its remark, at its place, with its cure; a scene without mistakes
// none.

#define FIXED_BONES                                                                                \
  "'bones': {'top': {'labels': 'bone_proximal', 'fixed': true}, 'base': {'labels': "               \
  "'bone_distal'}}"
#define GOOD_MUSCLE "'muscles': {'m': {" BAR_MUSCLE "}}"
#define WITH(more) "{" BAR_MESH ", " FIXED_BONES ", " GOOD_MUSCLE more "}"
#define WITH_MUSCLE(more) "{" BAR_MESH ", " FIXED_BONES ", 'muscles': {'m': {" more "}}}"
#define TURNED "'type': 'hinge', 'point': [0, 0, 0], 'axis': [0, 0, 1], 'angle': 5, "

static BrnRemarks check_in(BrnContext* ctx, const char* folder, const char* text) {
  BrnRemarks remarks = {0};
  BrnScene* scene = model_scene_in(ctx, folder, text);
  ENSURE_OK(ctx, brn_scene_check(ctx, scene, &remarks));
  brn_scene_destroy(ctx, scene);
  return remarks;
}

static void print_all(const BrnRemarks* remarks) {
  for (int i = 0; i < remarks->count; i++) {
    print_error("%d %s: %s\n", remarks->remark[i].severity, remarks->remark[i].where,
                remarks->remark[i].text);
  }
}

static bool has(const BrnRemarks* remarks, BrnSeverity severity, const char* where,
                const char* text) {
  for (int i = 0; i < remarks->count; i++) {
    const BrnRemark* r = &remarks->remark[i];
    if (r->severity != severity || strcmp(r->where, where) != 0) continue;
    if (strstr(r->text, text)) return true;
  }
  return false;
}

static void expect_in(BrnContext* ctx, const char* folder, const char* scene, BrnSeverity severity,
                      const char* where, const char* text) {
  BrnRemarks remarks = check_in(ctx, folder, scene);
  if (!has(&remarks, severity, where, text)) {
    print_error("lacks: %s: %s\n", where, text);
    print_all(&remarks);
    fail();
  }
  brn_remarks_clear(ctx, &remarks);
}

static void expect(BrnContext* ctx, const char* scene, BrnSeverity severity, const char* where,
                   const char* text) {
  expect_in(ctx, ".", scene, severity, where, text);
}

static void expect_none(BrnContext* ctx, const char* folder, const char* scene) {
  BrnRemarks remarks = check_in(ctx, folder, scene);
  print_all(&remarks);
  ENSURE_INT(remarks.count, 0);
  brn_remarks_clear(ctx, &remarks);
}

static void a_good_scene_has_no_remarks(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  expect_none(ctx, ".", WITH(""));
  expect_none(ctx, ".",
              WITH(", 'joints': {'j': {'type': 'hinge', 'bones': ['top', 'base'], 'point': "
                   "[0, 0.1, 0], 'axis': [1, 0, 0], 'limits': [0, 90]}}"));
  test_context_done(ctx);
}

static void unknown_names_are_told_with_the_nearest(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  expect(ctx, WITH_MUSCLE("'labels': 'muscle', 'origin': 'topp', 'insertion': 'base'"), BRN_ERROR,
         "muscles.m.origin", "there is no bone or tendon \"topp\"; did you mean \"top\"?");
  expect(ctx, WITH_MUSCLE("'labels': 'muscle', 'origin': 'top', 'insertion': {'select': 'low'}"),
         BRN_ERROR, "muscles.m.insertion", "there is no selection, bone, muscle or tendon \"low\"");
  expect(ctx, WITH_MUSCLE(BAR_MUSCLE ", 'material': 'musle'"), BRN_ERROR, "muscles.m.material",
         "there is no material \"musle\"; did you mean \"muscle\"?");
  expect(ctx, WITH_MUSCLE(BAR_MUSCLE ", 'fibres': {'from': 'pennate', 'aponeurosis': 'a'}"),
         BRN_ERROR, "muscles.m.fibres", "there is no selection, bone, muscle or tendon \"a\"");
  expect(ctx, WITH(", 'selections': {'s': {'parts': 'topp'}}"), BRN_ERROR, "selections.s.parts",
         "did you mean \"top\"?");
  expect(ctx, WITH(", 'selections': {'s': {'near': {'parts': 'n', 'within': 1}}}"), BRN_ERROR,
         "selections.s.near.parts", "there is no bone, muscle or tendon \"n\"");
  expect(ctx, WITH(", 'selections': {'s': {'any': 't'}}"), BRN_ERROR, "selections.s.any",
         "there is no selection, bone, muscle or tendon \"t\"");
  expect(ctx, WITH(", 'supports': {'s': {'on': 'tip'}}"), BRN_ERROR, "supports.s.on",
         "did you mean \"top\"?");
  expect(ctx, WITH(", 'loads': {'s': {'on': 'bse', 'vector': [0, 1, 0]}}"), BRN_ERROR, "loads.s.on",
         "did you mean \"base\"?");
  expect(ctx, WITH(", 'materials': {'s': {'like': 'bown'}}"), BRN_ERROR, "materials.s.like",
         "did you mean \"bone\"?");
  expect(ctx, WITH(", 'joints': {'j': {'type': 'weld', 'bones': ['top', 'm']}}"), BRN_ERROR,
         "joints.j.bones", "\"m\" is a muscle, but a bone is needed here");
  expect(ctx, "{" BAR_MESH ", 'bones': {'top': {'labels': 'bone_proximl', 'fixed': true}}}",
         BRN_ERROR, "bones.top.labels",
         "the mesh has no label \"bone_proximl\"; did you mean \"bone_proximal\"?");
  expect(ctx, "{" BAR_MESH ", 'bones': {'top': {'labels': '77', 'fixed': true}}}", BRN_ERROR,
         "bones.top.labels", "the mesh has no label \"77\"; there are:");
  test_context_done(ctx);
}

static void names_twice_and_circles_are_told(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  expect(ctx, WITH(", 'tendons': {'m': {'labels': '5'}}"), BRN_ERROR, "tendons.m",
         "there is a muscle \"m\" too");
  expect(ctx, WITH(", 'selections': {'s': {'any': 't'}, 't': {'any': 's'}}"), BRN_ERROR,
         "selections.t.any", "goes in circles");
  expect(ctx, WITH(", 'selections': {'s': {'parts': 'm'}}"), BRN_NOTE, "selections.s",
         "is used nowhere");
  expect(ctx, WITH(", 'materials': {'s': {'like': 'bone'}}"), BRN_NOTE, "materials.s",
         "is used nowhere");
  expect(ctx, WITH(", 'selections': {'s': {}}"), BRN_WARNING, "selections.s", "chooses everything");
  test_context_done(ctx);
}

static void sources_are_one_each(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  expect(ctx, "{}", BRN_ERROR, "bones", "no bones, muscles or tendons");
  expect(ctx, "{'bones': {'b': {}}}", BRN_ERROR, "bones.b", "is made from nothing");
  expect(ctx, "{" BAR_MESH ", 'bones': {'b': {'surface': 'a.obj', 'labels': '1'}}}", BRN_ERROR,
         "bones.b", "is made from two things");
  expect(ctx, "{'bones': {'b': {'labels': '1'}}}", BRN_ERROR, "bones.b.labels",
         "there is no mesh with labels");
  expect(ctx, "{" BAR_MESH ", 'bones': {'b': {'surface': 'a.obj'}}}", BRN_ERROR, "mesh",
         "no part can come from a surface");
  expect(ctx, "{'mesh': {'file': 'a.vtu', 'shape': {'shape': 'bar'}}}", BRN_ERROR, "mesh",
         "both a \"file\" and a \"shape\"");
  expect(ctx, "{'mesh': {'file': 'nowhere/a.vtu'}}", BRN_ERROR, "mesh.file", "nor is its folder");
  expect(ctx, "{" BAR_MESH ", 'muscles': {'m': {'units': {'a': {'labels': '5'}, 'b': {}}}}}",
         BRN_ERROR, "muscles.m.units.b", "is made from nothing");
  test_context_done(ctx);
}

static void muscles_need_two_ends(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  expect(ctx, WITH_MUSCLE("'labels': 'muscle', 'insertion': 'base'"), BRN_WARNING, "muscles.m",
         "has no origin, and the bone that touches it is taken");
  expect(ctx, WITH_MUSCLE("'labels': 'muscle', 'origin': 'base'"), BRN_WARNING, "muscles.m",
         "has no insertion");
  expect(ctx, "{" BAR_MESH ", 'muscles': {'m': {'labels': [1, 2, 5]}}}", BRN_ERROR, "muscles.m",
         "has no origin; name the bone");
  expect(ctx, WITH_MUSCLE("'labels': 'muscle', 'origin': 'base', 'insertion': 'base'"), BRN_ERROR,
         "muscles.m", "origin and insertion are both \"base\"");
  expect(ctx, WITH_MUSCLE("'labels': 'muscle', 'origin': {}, 'insertion': {}"), BRN_ERROR,
         "muscles.m", "origin and insertion are the same");
  expect(ctx, WITH_MUSCLE(BAR_MUSCLE ", 'fibres': {'from': 'pennate'}"), BRN_ERROR,
         "muscles.m.fibres", "need an \"aponeurosis\"");
  expect(ctx, WITH_MUSCLE(BAR_MUSCLE ", 'fibres': {'from': 'constant'}"), BRN_ERROR,
         "muscles.m.fibres", "need an \"axis\"");
  expect(ctx,
         WITH_MUSCLE(BAR_MUSCLE ", 'tendons': {'by': 'fraction', 'origin': 0.6, "
                                "'insertion': 0.5}"),
         BRN_WARNING, "muscles.m.tendons", "tendon from end to end");
  expect(ctx, WITH_MUSCLE(BAR_MUSCLE ", 'tendons': {'by': 'map'}"), BRN_ERROR, "muscles.m.tendons",
         "need a \"map\"");
  test_context_done(ctx);
}

static void joints_and_numbers_are_looked_at(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  expect(ctx,
         WITH(", 'joints': {'j': {'type': 'hinge', 'bones': ['top', 'base'], 'point': "
              "[0, 0, 0]}}"),
         BRN_ERROR, "joints.j", "a hinge needs an \"axis\"");
  expect(ctx, WITH(", 'joints': {'j': {'type': 'ball', 'bones': ['top', 'base']}}"), BRN_ERROR,
         "joints.j", "where is it?");
  expect(ctx, WITH(", 'joints': {'j': {'type': 'weld', 'bones': ['top', 'top']}}"), BRN_ERROR,
         "joints.j.bones", "both are \"top\"");
  expect(ctx,
         WITH(", 'joints': {'j': {'type': 'hinge', 'bones': ['top', 'base'], 'fit': "
              "'cylinder', 'limits': [20, -20]}}"),
         BRN_ERROR, "joints.j.limits", "20 to -20 degrees are swapped; write [-20, 20]");
  expect(ctx,
         WITH(", 'joints': {'j': {'type': 'hinge', 'bones': ['top', 'base'], 'fit': "
              "'cylinder', 'limits': [20, 40]}}"),
         BRN_WARNING, "joints.j.limits", "leave out the rest pose");
  expect(ctx, WITH(", 'frames': {'first': 10, 'last': 3}"), BRN_ERROR, "frames",
         "the last frame, 3, is before the first, 10");
  expect(ctx, WITH(", 'loads': {'l': {'on': 'm', 'vector': [0, 0, 0]}}"), BRN_WARNING, "loads.l",
         "does nothing");
  expect(ctx, WITH(", 'clips': {'c': {'file': 'no.bvh'}}"), BRN_ERROR, "clips.c.file",
         "is not there");
  test_context_done(ctx);
}

// What building refuses is an error here, too: a scene that checks well is not stopped by a rule.
static void what_building_refuses_is_told(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const struct {
    const char *scene, *where, *text;
  } list[] = {
      {WITH_MUSCLE("'labels': 'bone_distal', 'origin': 'top', 'insertion': 'base'"), "mesh",
       "no part takes the label 5 muscle"},
      {WITH_MUSCLE("'labels': ['muscle', 5], 'origin': 'top', 'insertion': 'base'"),
       "muscles.m.labels", "\"5\" is taken by \"m\" already"},
      {WITH(", 'tendons': {'t': {'labels': 'muscle'}}"), "tendons.t.labels",
       "\"muscle\" is taken by \"m\" already"},
      {WITH(", 'materials': {'a': {'like': 'b'}, 'b': {'like': 'a'}}"), "materials.a.like",
       "leads in a circle"},
      {WITH(", 'materials': {'a': {'like': 'a'}}"), "materials.a.like", "it is like itself"},
      {WITH(", 'materials': {'a': {'young': 1e5}}"), "materials.a", "needs \"density\""},
      {WITH(", 'materials': {'a': {'like': 'muscle', 'c1': 3}}"), "materials.a.c1",
       "stable_neo_hookean has no \"c1\", so leave it out; it has: young, poisson"},
      {WITH(", 'materials': {'a': {'like': 'b'}, 'b': {'like': 'muscle', 'hill': {'active': "
            "'table'}}}"),
       "materials.b", "hill.active is table, but no table was given"},
      {WITH(", 'selections': {'s': {'plane': {'point': [0, 0, 0], 'normal': [0, 0, 0]}}}, "
            "'supports': {'p': {'on': 's'}}"),
       "selections.s", "has no length"},
      {WITH(", 'selections': {'s': {'map': {'array': 'a', 'file': 'b'}}}, 'supports': {'p': {'on': "
            "'s'}}"),
       "selections.s.map", "keep one of them"},
      {WITH_MUSCLE(BAR_MUSCLE ", 'fibres': {'from': 'pennate', 'plane': {'point': [0, 0, 0], "
                              "'normal': [0, 0, 0]}}"),
       "muscles.m.fibres", "has no length"},
      {WITH_MUSCLE(BAR_MUSCLE ", 'fibres': {'from': 'spline', 'spline': {'count': [2, 2, 2], "
                              "'control': [[0, 0, 0], [0, 0, 1], [0, 1, 0], [0, 1, 1], [1, 0, 0], "
                              "[1, 0, 1], [1, 1, 0], [1, 1, 1]]}}"),
       "muscles.m.fibres.spline", "2 control points along w are too few for degree 3"},
      {WITH_MUSCLE(BAR_MUSCLE ", 'fibres': {'from': 'spline', 'spline': {'count': [2, 2, 3], "
                              "'degree': [1, 1, 1], 'control': [[0, 0, 0], [0, 0, 1], [0, 1, 0], "
                              "[0, 1, 1], [1, 0, 0], [1, 0, 1], [1, 1, 0], [1, 1, 1]]}}"),
       "muscles.m.fibres.spline", "it has 8 control points, but 2 x 2 x 3"},
      {WITH_MUSCLE(BAR_MUSCLE ", 'tendons': {'by': 'fraction', 'origin': 20}"), "muscles.m.tendons",
       "set \"by\": \"distance\" for lengths"},
      {WITH(", 'joints': {'a': {" TURNED "'bones': ['top', 'base']}, 'b': {" TURNED
            "'bones': ['base', 'top']}}"),
       "joints.b.angle", "would turn itself"},
      {WITH(", 'joints': {'a': {" TURNED "'bones': ['top', 'base']}, 'b': {" TURNED
            "'bones': ['top', 'base']}}"),
       "joints.b.angle", "already turned by \"a\""},
      {WITH(", 'solver': {'method': 'xpbd', 'xpbd_body': 'surface'}"), "solver.xpbd_body",
       "is \"surface\", but \"top\" has none"},
      {WITH(", 'supports': {'s': {'on': 'm', 'axes': 'xx'}}"), "supports.s.axes", "each once"},
      {WITH(", 'supports': {'s': {'on': 'm', 'motion': {}}}"), "supports.s.motion",
       "moves nothing"},
      {WITH(", 'supports': {'s': {'on': 'm', 'motion': {'turn': [[0, 0, 0, 0], [1, 0, 0, "
            "180]]}}}"),
       "supports.s.motion.turn", "from key 0 to key 1 it is 180 degrees"},
      {WITH(", 'loads': {'l': {'on': 'm'}}"), "loads.l", "does nothing; give a \"vector\""},
      {WITH(", 'loads': {'l': {'on': 'm', 'kind': 'pressure'}}"), "loads.l", "\"pressure\""},
      {"{" BAR_MESH ", 'bones': {'top': {'labels': 'bone_proximal', 'fixed': true, 'motion': "
       "{'move': [[0, 0, 0, 0]]}}}}",
       "bones.top.motion", "the bone is fixed too"},
      {"{'bones': {'a': {'surface': 'x.stl'}, 'b': {'surface': 'x.stl'}}}", "bones.b.surface",
       "is the surface of \"a\" too"},
  };
  for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
    BrnModel* model;
    expect(ctx, list[i].scene, BRN_ERROR, list[i].where, list[i].text);
    ENSURE(model_try_in(ctx, ".", list[i].scene, &model) != BRN_OK && !model);
  }
  test_context_done(ctx);
}

// and what solvers do
static void what_solvers_refuse_is_told(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
#define LOOSE(more) "{" BAR_MESH ", " BAR_BONES ", " GOOD_MUSCLE more "}"
#define HINGE(bones) ", 'joints': {'j': {" TURNED "'bones': [" bones "]}}"
  expect(ctx, LOOSE(", 'supports': {'s': {'on': 'base', 'axes': 'xz'}}"), BRN_ERROR, "supports",
         "nothing holds the body along y");
  expect(ctx, WITH(HINGE("'base', 'top'")), BRN_ERROR, "joints.j.angle",
         "it turns \"top\", which is fixed");
  expect(ctx,
         "{" BAR_MESH
         ", 'bones': {'top': {'labels': 'bone_proximal', 'fixed': true}, 'base': {'labels': "
         "'bone_distal', 'fixed': true}}, " GOOD_MUSCLE HINGE("'base', 'top'") "}",
         BRN_ERROR, "joints.j.angle", "it turns \"top\", which is fixed");
  static const char* const list[] = {
      LOOSE(", 'supports': {'s': {'on': 'base', 'axes': 'xz'}, 't': {'on': 'top', 'axes': 'y'}}"),
      LOOSE(", 'supports': {'s': {'on': 'base', 'axes': 'z'}}, 'solver': {'dynamic': true}"),
      WITH(", 'supports': {'s': {'on': 'base', 'axes': 'y'}}"),
      WITH(HINGE("'top', 'base'")),
  };
  for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
    BrnRemarks remarks = check_in(ctx, ".", list[i]);
    if (remarks.error_count > 0) print_all(&remarks);
    ENSURE_INT(remarks.error_count, 0);
    brn_remarks_clear(ctx, &remarks);
  }
  test_context_done(ctx);
}

// what building mends or finds by itself is no error
static void what_building_accepts_is_no_error(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const char* const list[] = {
      "{" BAR_MESH ", " FIXED_BONES ", 'muscles': {'m': {'labels': 'muscle'}}}",
      WITH(", 'selections': {'s': {'any': 'm'}}, 'supports': {'p': {'on': 's'}}"),
      WITH_MUSCLE(BAR_MUSCLE ", 'fibres': {'from': 'pennate', 'aponeurosis': 'base'}"),
      WITH(", 'materials': {'muscle': {'young': 1e5}, 'soft': {'like': 'muscle', 'young': 1}}"),
      WITH(", 'supports': {'s': {'on': 'm', 'motion': {'turn': [[0, 0, 0, 0], [1, 0, 0, 170], "
           "[2, 0, 0, 340]]}}}"),
  };
  for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
    BrnModel* model;
    BrnRemarks remarks = check_in(ctx, ".", list[i]);
    if (remarks.error_count > 0) print_all(&remarks);
    ENSURE_INT(remarks.error_count, 0);
    brn_remarks_clear(ctx, &remarks);
    ENSURE_OK(ctx, model_try_in(ctx, ".", list[i], &model));
    brn_model_destroy(ctx, model);
  }
  test_context_done(ctx);
}

// 2^40 ways lead through these selections
static void solids_that_give_way_are_told(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  expect(ctx,
         WITH(", 'materials': {'s': {'model': 'mooney_rivlin', 'c1': 3000, 'c2': -1500, "
              "'bulk': 1e6, 'density': 1000}}"),
         BRN_WARNING, "materials.s.c2", "pulled to 1.41 or pressed to 0.5 of its length");
  expect(ctx,
         WITH(", 'materials': {'s': {'model': 'mooney_rivlin', 'c1': -1000, 'c2': 3000, "
              "'bulk': 1e6, 'density': 1000}}"),
         BRN_WARNING, "materials.s.c1", "pulled to 3 or pressed to 0.577 of its length");
  test_context_done(ctx);
}

static void a_check_that_is_stopped_says_nothing(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnRemarks remarks = {0};
  BrnScene* scene = model_scene_in(ctx, ".", WITH(""));
  brn_context_cancel(ctx);
  ENSURE_INT(brn_scene_check(ctx, scene, &remarks), BRN_CANCELLED);
  brn_context_uncancel(ctx);
  ENSURE_INT(brn_scene_check(ctx, scene, &remarks), BRN_OK);
  brn_remarks_clear(ctx, &remarks);
  brn_scene_destroy(ctx, scene);
  test_context_done(ctx);
}

static void many_ways_through_selections_are_walked_once(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  char text[8000];
  int used = snprintf(text, sizeof text, "%s", WITH(", 'selections': {"));
  used -= 1; // the brace at the end
  for (int i = 0; i < 80; i++) {
    used += snprintf(text + used, sizeof text - (size_t)used,
                     "%s's%d': {'any': ['s%d', 's%d'], 'surface': true}", i ? ", " : "", i,
                     (i / 2 + 1) * 2, (i / 2 + 1) * 2 + 1);
  }
  snprintf(text + used, sizeof text - (size_t)used, ", 's80': {}, 's81': {}}}");
  BrnRemarks remarks = check_in(ctx, ".", text);
  ENSURE_INT(remarks.error_count, 0);
  brn_remarks_clear(ctx, &remarks);
  test_context_done(ctx);
}

static void keys_and_activations_made_in_c_are_looked_at(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnRemarks remarks = {0};
  BrnScene* scene = model_scene_in(
      ctx, ".", WITH_MUSCLE(BAR_MUSCLE ", 'activation': {'keys': [[0, 0], [1, 0.5]]}"));
  scene->muscle[0].activation.key[2] = -1;
  scene->muscle[0].activation.key[3] = 50;
  ENSURE_OK(ctx, brn_scene_check(ctx, scene, &remarks));
  ENSURE(has(&remarks, BRN_ERROR, "muscles.m.activation.keys",
             "key 1 is at -1 s, which is not after 0 s"));
  ENSURE(has(&remarks, BRN_ERROR, "muscles.m.activation", "is it in per cent? divide by 100"));
  ENSURE_INT(remarks.error_count, 2);
  brn_remarks_clear(ctx, &remarks);
  brn_scene_destroy(ctx, scene);
  test_context_done(ctx);
}

static void what_would_fall_is_told(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  expect(ctx, "{" BAR_MESH ", " BAR_BONES ", " GOOD_MUSCLE "}", BRN_ERROR, "bones",
         "nothing holds the body"); // solvers without inertia refuse it
  expect(ctx, "{" BAR_MESH ", " BAR_BONES ", " GOOD_MUSCLE ", 'solver': {'dynamic': true}}",
         BRN_WARNING, "bones", "nothing holds the body");
  expect(ctx,
         "{" BAR_MESH ", 'bones': {'top': {'labels': 'bone_proximal', 'fixed': true}, 'base': "
         "{'labels': 'bone_distal'}}}",
         BRN_WARNING, "bones.base", "no joint, muscle or tendon reaches it");
  test_context_done(ctx);
}

// ------------------------------------------------------------------------------------- surfaces

// two boxes of bone and one of muscle between them, as surfaces in a folder
static void write_box(BrnContext* ctx, const char* folder, const char* name, double low,
                      double high, bool open) {
  char path[200];
  BrnMesh* mesh;
  static const int corner[12][3] = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6},
                                    {0, 1, 4}, {1, 5, 4}, {2, 6, 3}, {3, 6, 7},
                                    {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
  ENSURE_OK(ctx, brn_mesh_create(ctx, 8, open ? 10 : 12, 0, &mesh));
  for (int v = 0; v < 8; v++) {
    mesh->position[3 * v] = v & 1 ? 0.02 : 0;
    mesh->position[3 * v + 1] = v & 2 ? high : low;
    mesh->position[3 * v + 2] = v & 4 ? 0.02 : 0;
  }
  for (int t = 0; t < mesh->triangle_count; t++) {
    for (int k = 0; k < 3; k++) mesh->triangle[3 * t + k] = corner[t][k];
  }
  snprintf(path, sizeof path, "%s/%s.obj", folder, name);
  ENSURE_OK(ctx, brn_mesh_write(ctx, mesh, path, NULL));
  brn_mesh_destroy(ctx, mesh);
}

#define SURFACES(units, origin)                                                                    \
  "{'units': '" units "', 'bones': {'top': {'surface': 'top.obj', 'fixed': true}, "                \
  "'base': {'surface': 'base.obj'}}, 'muscles': {'m': {'surface': 'm.obj', 'origin': " origin      \
  ", 'insertion': 'base'}}}"

static void surfaces_are_read_and_measured(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  char folder[64];
  model_folder(folder);
  write_box(ctx, folder, "top", 0.1, 0.12, false);
  write_box(ctx, folder, "base", -0.02, 0, false);
  write_box(ctx, folder, "m", 0, 0.09, false);
  expect_in(ctx, folder, SURFACES("m", "'top'"), BRN_ERROR, "muscles.m.origin",
            "10 mm away from \"top\" (nearest: \"base\", 0 mm)");
  expect_in(ctx, folder, SURFACES("m", "'top'"), BRN_ERROR, "muscles.m.origin", "\"fuse\": 0.01");
  expect_none(ctx, folder, SURFACES("m", "{'bones': 'top', 'fuse': 0.011}"));
  expect_none(ctx, folder, SURFACES("m", "{'bones': 'top', 'within': 0.011}"));
  expect_in(ctx, folder, SURFACES("mm", "'top'"), BRN_WARNING, "units",
            "0.14 mm across: is it in larger units?");
  write_box(ctx, folder, "m", 0, 90, false);
  expect_in(ctx, folder, SURFACES("m", "'top'"), BRN_WARNING, "units", "90.02 m across");
  write_box(ctx, folder, "m", 0, 0.09, true);
  expect_in(ctx, folder, SURFACES("m", "'top'"), BRN_WARNING, "muscles.m.surface",
            "the surface is open");
  expect_in(ctx, folder, "{'bones': {'b': {'surface': 'bass.obj'}}}", BRN_ERROR, "bones.b.surface",
            "bass.obj is not there; did you mean \"base.obj\"?");
  expect_in(ctx, folder, "{'bones': {'b': {'surface': '.'}}}", BRN_ERROR, "bones.b.surface",
            "is a folder");
  model_remove_folder(folder);
  test_context_done(ctx);
}

static void joints_away_from_their_bones_are_told(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  char folder[64];
  model_folder(folder);
  write_box(ctx, folder, "top", 0.1, 0.12, false);
  write_box(ctx, folder, "base", -0.02, 0, false);
  expect_in(ctx, folder,
            "{'bones': {'top': {'surface': 'top.obj', 'fixed': true}, 'base': {'surface': "
            "'base.obj'}}, 'joints': {'j': {'type': 'ball', 'bones': ['top', 'base'], 'point': "
            "[0, 0.1, 0]}}}",
            BRN_WARNING, "joints.j.point", "100 mm away from the box around \"base\"");
  model_remove_folder(folder);
  test_context_done(ctx);
}

static void every_allocation_may_fail(void** state) {
  (void)state;
  BrnContext* ctx = test_context_with(1);
  BrnScene* scene = model_scene_in(
      ctx, ".",
      WITH(", 'selections': {'s': {'parts': 'topp'}}, 'materials': {'s': {'like': 'bown'}}, "
           "'clips': {'c': {'file': 'no.bvh'}}"));
  size_t before = brn_byte_count(ctx);
  BrnStatus status = BRN_NO_MEMORY;
  for (int i = 0; status == BRN_NO_MEMORY; i++) {
    BrnRemarks remarks = {0};
    brn_fail_allocation(ctx, i);
    status = brn_scene_check(ctx, scene, &remarks);
    brn_fail_allocation(ctx, -1);
    brn_remarks_clear(ctx, &remarks);
    ENSURE_INT(brn_byte_count(ctx), before);
    ENSURE(i < 20000);
  }
  ENSURE_INT(status, BRN_OK);
  brn_scene_destroy(ctx, scene);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(a_good_scene_has_no_remarks),
          cmocka_unit_test(unknown_names_are_told_with_the_nearest),
          cmocka_unit_test(names_twice_and_circles_are_told),
          cmocka_unit_test(sources_are_one_each), cmocka_unit_test(muscles_need_two_ends),
          cmocka_unit_test(joints_and_numbers_are_looked_at),
          cmocka_unit_test(what_building_refuses_is_told),
          cmocka_unit_test(what_solvers_refuse_is_told),
          cmocka_unit_test(what_building_accepts_is_no_error),
          cmocka_unit_test(solids_that_give_way_are_told),
          cmocka_unit_test(a_check_that_is_stopped_says_nothing),
          cmocka_unit_test(many_ways_through_selections_are_walked_once),
          cmocka_unit_test(keys_and_activations_made_in_c_are_looked_at),
          cmocka_unit_test(what_would_fall_is_told),
          cmocka_unit_test(surfaces_are_read_and_measured),
          cmocka_unit_test(joints_away_from_their_bones_are_told),
          cmocka_unit_test(every_allocation_may_fail))
