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
          cmocka_unit_test(one_muscle_and_its_tendons_stay_together))
