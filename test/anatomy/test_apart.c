// SPDX-License-Identifier: Apache-2.0

#include "anatomy/model_test.h"

#define PAIR(mesh, left)                                                                           \
  "{'mesh': {'shape': {'shape': 'pair', 'tets': 3000, 'tendon': 0}" mesh "}, " BAR_BONES           \
  ", 'muscles': {'l': {'labels': 'muscle_left', 'origin': 'top', 'insertion': 'base'" left         \
  "}, 'r': {'labels': 'muscle_right', 'origin': 'top', 'insertion': 'base'}}}"

static void mark_vertices(const BrnModel* model, int label, bool* mark) {
  for (int t = 0; t < model->mesh->tet_count; t++) {
    if (model->mesh->tet_label[t] != label) continue;
    for (int k = 0; k < 4; k++) mark[model->mesh->tet[4 * t + k]] = true;
  }
}

// vertices that both muscles have
static int count_shared(const BrnModel* model, int a, int b, bool attached) {
  size_t n = (size_t)model->mesh->vertex_count;
  bool *in_a = calloc(n, 1), *in_b = calloc(n, 1), *held = calloc(n, 1);
  mark_vertices(model, a, in_a);
  mark_vertices(model, b, in_b);
  for (int i = 0; i < model->attachment_count; i++) {
    const BrnModelAttachment* attachment = &model->attachment[i];
    for (int k = 0; k < attachment->vertex_count; k++) held[attachment->vertex[k]] = true;
  }
  int count = 0;
  for (size_t v = 0; v < n; v++) count += in_a[v] && in_b[v] && held[v] == attached;
  free(in_a);
  free(in_b);
  free(held);
  return count;
}

static void fused_muscles_share_their_vertices(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnModel* model = model_build(ctx, PAIR("", ""));
  ENSURE(count_shared(model, 3, 4, false) > 20);
  for (int v = 0; v < model->mesh->vertex_count; v++) ENSURE_INT(model->original[v], v);
  brn_model_destroy(ctx, model);
  test_context_done(ctx);
}

static void check_apart(BrnContext* ctx, BrnModel* model) {
  BrnModel* fused = model_build(ctx, PAIR("", ""));
  int shared = count_shared(fused, 3, 4, false), before = fused->mesh->vertex_count;
  ENSURE_INT(count_shared(model, 3, 4, false), 0);
  ENSURE(count_shared(model, 3, 4, true) > 0); // where both hold on to a bone
  ENSURE_INT(model->mesh->vertex_count, before + shared);
  for (int v = 0; v < model->mesh->vertex_count; v++) {
    int from = model->original[v];
    ENSURE(v < before ? from == v : from < before);
    assert_memory_equal(model->mesh->position + 3 * v, fused->mesh->position + 3 * from,
                        3 * sizeof(double));
  }
  ENSURE_INT(model->attachment_count, fused->attachment_count);
  for (int i = 0; i < model->attachment_count; i++) {
    ENSURE_INT(model->attachment[i].vertex_count, fused->attachment[i].vertex_count);
  }
  brn_model_destroy(ctx, fused);
}

static void apart_muscles_share_attachments_only(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnModel* model = model_build(ctx, PAIR(", 'touching': 'apart'", ""));
  check_apart(ctx, model);
  brn_model_destroy(ctx, model);
  model = model_build(ctx, PAIR("", ", 'touching': 'apart'")); // one of the two is enough
  check_apart(ctx, model);
  brn_model_destroy(ctx, model);
  test_context_done(ctx);
}

// A bar that holds on to the upper bone only: it lies loose on the lower one.
static void muscle_slides_over_a_bone(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
#define LOOSE_BAR(touching)                                                                        \
  "{" BAR_MESH ", " BAR_BONES ", 'muscles': {'m': {'labels': 'muscle', 'origin': 'top', "          \
  "'insertion': {'select': 'middle'}" touching "}}, 'selections': {'middle': {'parts': 'm', "      \
  "'box': [[-1, 0.05, -1], [1, 0.1, 1]]}}}"
  BrnModel* fused = model_build(ctx, LOOSE_BAR(""));
  BrnModel* apart = model_build(ctx, LOOSE_BAR(", 'touching': 'apart'"));
  int shared = count_shared(fused, 2, 3, false);
  ENSURE(shared >= 9);
  ENSURE_INT(count_shared(apart, 2, 3, false), 0);
  ENSURE_INT(apart->mesh->vertex_count, fused->mesh->vertex_count + shared);
  ENSURE(count_shared(fused, 1, 3, true) >= 9);
  ENSURE_INT(count_shared(apart, 1, 3, true), count_shared(fused, 1, 3, true));
  brn_model_destroy(ctx, fused);
  brn_model_destroy(ctx, apart);
  test_context_done(ctx);
}

// Three slabs of bone: what a coarse mesh makes of a joint with a narrow gap.
static void bones_do_not_share_vertices(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
#define SLABS(touching)                                                                            \
  "{'mesh': {'shape': {'shape': 'bar', 'tets': 600}" touching "}, 'bones': {'top': {'labels': "    \
  "'bone_proximal'}, 'shaft': {'labels': 'muscle'}, 'base': {'labels': 'bone_distal'}}}"
  BrnModel* fused = model_build(ctx, SLABS(""));
  BrnModel* apart = model_build(ctx, SLABS(", 'touching': 'apart'"));
  int upper = count_shared(fused, 1, 2, false), lower = count_shared(fused, 2, 3, false);
  ENSURE(upper >= 9 && lower >= 9);
  ENSURE_INT(count_shared(apart, 1, 2, false), 0);
  ENSURE_INT(count_shared(apart, 2, 3, false), 0);
  ENSURE_INT(apart->mesh->vertex_count, fused->mesh->vertex_count + upper + lower);
  brn_model_destroy(ctx, fused);
  brn_model_destroy(ctx, apart);
  test_context_done(ctx);
}

// Bones that are apart from each other stay fused with a muscle that wants it.
static void fused_muscle_stays_with_bones_that_are_apart(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnModel* model = model_build(
      ctx, "{'mesh': {'shape': {'shape': 'bar', 'tets': 600}, 'touching': 'apart'}, " BAR_BONES
           ", 'muscles': {'m': {'labels': 'muscle', 'origin': 'top', 'touching': 'fused', "
           "'insertion': {'select': 'middle'}}}, 'selections': {'middle': {'parts': 'm', "
           "'box': [[-1, 0.05, -1], [1, 0.1, 1]]}}}");
  ENSURE(count_shared(model, 2, 3, false) >= 9);
  brn_model_destroy(ctx, model);
  test_context_done(ctx);
}

// Units of one muscle never slide, and a tendon stays with what it leads to.
static void one_muscle_and_its_tendons_stay_together(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnModel* model = model_build(
      ctx, "{'mesh': {'shape': {'shape': 'pair', 'tets': 4000, 'tendon': 0.2}, 'touching': "
           "'apart'}, " BAR_BONES ", 'muscles': {'m': {'origin': {'select': 'a'}, 'insertion': "
           "{'select': 'b'}, 'units': {'l': {'labels': 'muscle_left'}, 'r': {'labels': "
           "'muscle_right'}}}}, 'tendons': {'u': {'labels': 'tendon_proximal', 'from': 'top', "
           "'to': 'm'}, 'd': {'labels': 'tendon_distal', 'from': 'm', 'to': 'base'}},"
           "'selections': {'a': {'parts': 'm', 'plane': {'point': [0, 0.155, 0], 'normal': [0, 1, "
           "0]}}, 'b': {'parts': 'm', 'plane': {'point': [0, 0.045, 0], 'normal': [0, -1, 0]}}}}");
  for (int v = 0; v < model->mesh->vertex_count; v++) ENSURE_INT(model->original[v], v);
  brn_model_destroy(ctx, model);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(fused_muscles_share_their_vertices),
          cmocka_unit_test(apart_muscles_share_attachments_only),
          cmocka_unit_test(muscle_slides_over_a_bone),
          cmocka_unit_test(bones_do_not_share_vertices),
          cmocka_unit_test(fused_muscle_stays_with_bones_that_are_apart),
          cmocka_unit_test(one_muscle_and_its_tendons_stay_together))
