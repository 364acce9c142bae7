// SPDX-License-Identifier: Apache-2.0

#include "anatomy/model_test.h"

// Tets are yet to be cut: what misses the surfaces for certain is told, and nothing else.

#define BLOCK(y, half)                                                                             \
  "'form': {'clay': [{'centre': [0, " y ", 0], 'half': [20, " half ", 20]}], 'detail': 8}"
#define CUT(more)                                                                                  \
  "{'units': 'mm', 'mesh': {'tets': 400, 'passes': 1}, 'bones': {'base': {" BLOCK(                 \
      "0",                                                                                         \
      "10") ", 'fixed': true}, 'top': {" BLOCK("60",                                               \
                                               "10") "}}, 'muscles': {'m': {" BLOCK("30",          \
                                                                                    "19") ", "     \
                                                                                          "'origi" \
                                                                                          "n': "   \
                                                                                          "{'"     \
                                                                                          "bones'" \
                                                                                          ": "     \
                                                                                          "'base'" \
                                                                                          ", "     \
                                                                                          "'withi" \
                                                                                          "n': "   \
                                                                                          "8}, "   \
                                                                                          "'inser" \
                                                                                          "tion':" \
                                                                                          " {'"    \
                                                                                          "bones'" \
                                                                                          ": "     \
                                                                                          "'top'," \
                                                                                          " '"     \
                                                                                          "within" \
                                                                                          "': "    \
                                                                                          "8}}}, " \
                                                                                          "'suppo" \
                                                                                          "rts': " \
                                                                                          "{'s': " \
                                                                                          "{'on':" \
                                                                                          " 'a'}}" \
                                                                                          ","      \
                                                                                          " " more \
                                                                                          "}"
#define CHOSEN(text) CUT("'selections': {'a': {" text "}}")

// errors of a check, as text
static char* errors_of(BrnContext* ctx, const char* text, char out[2000]) {
  BrnRemarks remarks = {0};
  BrnScene* scene = model_scene_in(ctx, ".", text);
  ENSURE_OK(ctx, brn_scene_check(ctx, scene, &remarks));
  out[0] = 0;
  for (int i = 0; i < remarks.count; i++) {
    const BrnRemark* r = &remarks.remark[i];
    size_t used = strlen(out);
    if (r->severity != BRN_ERROR) continue;
    snprintf(out + used, 2000 - used, "%s: %s\n", r->where, r->text);
  }
  brn_remarks_clear(ctx, &remarks);
  brn_scene_destroy(ctx, scene);
  return out;
}

static void misses_are_told(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const char* const trial[][2] = {
      {CHOSEN("'sphere': {'centre': [0, 30, 60], 'radius': 5}"),
       "selections.a: \"sphere\" leaves no"},
      {CHOSEN("'parts': 'top', 'sphere': {'centre': [0, 0, 0], 'radius': 5}"),
       "\"sphere\" leaves no"},
      {CHOSEN("'box': [[40, 0, 0], [60, 60, 60]]"),
       "\"box\" leaves no vertex; the nearest vertex is"},
      {CHOSEN("'parts': 'm', 'plane': {'point': [0, 70, 0], 'normal': [0, 3, 0]}"),
       "\"plane\" leaves no"},
      {CHOSEN("'parts': 'top', 'near': {'parts': 'base', 'within': 5}"), "\"near\" leaves no"},
      {CUT("'selections': {'a': {'any': ['m', 'b']}, 'b': {'box': [[90, 0, 0], [99, 9, 9]]}}"),
       "selections.b: \"box\" leaves no"},
      {CHOSEN("'parts': 'top', 'vertices': [0, 100000]"),
       "there is no vertex 100000; the surface has"},
      {CUT("'selections': {'a': {}}, 'probes': {'p': {'section': {'point': [0, 70, 0], 'normal': "
           "[0, 1, 0]}}}"),
       "probes.p.section: the plane has no soft tets on both"},
      {CUT("'selections': {'a': {'nearest': [[0, 30, 20], [9, 30, 20]]}}, 'loads': {'l': {'on': "
           "'a', "
           "'kind': 'traction', 'vector': [1, 0, 0]}}"),
       "loads.l.on: no face of the mesh's boundary"},
  };
  for (size_t i = 0; i < sizeof trial / sizeof *trial; i++) {
    char told[2000];
    if (!strstr(errors_of(ctx, trial[i][0], told), trial[i][1])) {
      fail_msg("lacks: %s\nbut has: %s", trial[i][1], told);
    }
    BrnScene* scene = model_scene_in(ctx, ".", trial[i][0]);
    BrnBuildDef def = brn_build_def_default();
    BrnModel* model;
    ENSURE_STATUS(ctx, brn_model_build(ctx, scene, &def, &model, NULL), BRN_INVALID);
    ENSURE_ERROR_HAS(ctx, trial[i][1]);
    brn_scene_destroy(ctx, scene);
  }
  test_context_done(ctx);
}

static void what_the_mesh_may_have_is_left_to_it(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const char* const trial[] = {
      CHOSEN("'sphere': {'centre': [0, 30, 0], 'radius': 1}"), // inside of the muscle
      CHOSEN("'box': [[-1, 29, -1], [1, 31, 1]]"),
      CHOSEN("'sphere': {'centre': [0, 30, 21], 'radius': 0.5}"), // nearer than an edge
      CHOSEN("'plane': {'point': [0, 70.5, 0], 'normal': [0, 1, 0]}"),
      CHOSEN("'invert': true, 'sphere': {'centre': [0, 300, 0], 'radius': 5}"),
      CUT("'selections': {'a': {}, 'idle': {'sphere': {'centre': [0, 300, 0], 'radius': 5}}}"),
      CUT("'selections': {'a': {}}, 'probes': {'p': {'section': {'point': [0, 30, 0], 'normal': "
          "[0, 1, "
          "0]}}}"),
      CUT("'selections': {'a': {'nearest': [[0, 30, 20], [9, 30, 20], [0, 39, 20]]}}, 'loads': "
          "{'l': "
          "{'on': 'a', 'kind': 'traction', 'vector': [1, 0, 0]}}"),
  };
  for (size_t i = 0; i < sizeof trial / sizeof *trial; i++) {
    char told[2000];
    if (errors_of(ctx, trial[i], told)[0]) fail_msg("trial %zu tells: %s", i, told);
  }
  test_context_done(ctx);
}

static void every_failed_allocation_is_clean(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnScene* scene =
      model_scene_in(ctx, ".", CHOSEN("'sphere': {'centre': [0, 30, 60], 'radius': 5}"));
  BrnStatus status = BRN_NO_MEMORY;
  for (int k = 0; status != BRN_OK; k += k < 40 ? 1 : 37) {
    BrnRemarks remarks = {0};
    brn_fail_allocation(ctx, k);
    status = brn_scene_check(ctx, scene, &remarks);
    brn_fail_allocation(ctx, -1);
    ENSURE(status == BRN_OK || status == BRN_NO_MEMORY);
    brn_remarks_clear(ctx, &remarks);
  }
  brn_scene_destroy(ctx, scene);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(misses_are_told), cmocka_unit_test(what_the_mesh_may_have_is_left_to_it),
          cmocka_unit_test(every_failed_allocation_is_clean))
