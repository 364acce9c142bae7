// SPDX-License-Identifier: Apache-2.0

#include "run/state_file.h"

#include "drive/described.h"
#include "run/run_test.h"

#define STATE_SCENE                                                                                \
  RUN_SCENE(", 'supports': {'s': {'on': 'base', 'axes': 'x'}}, 'loads': {'l': {'on': 'base', "     \
            "'vector': [0, -1, 0]}}")

static void shake(double* value, size_t count, TestRandom* random) {
  for (size_t i = 0; i < count; i++) value[i] = test_random(random, -1, 1);
}

// every number another one
static BrnState* make_state(const RunTest* test, TestRandom* random) {
  BrnState* state;
  const BrnModel* model = test->model;
  ENSURE_OK(test->ctx, brn_state_create(test->ctx, model, &state));
  size_t n = 3 * (size_t)state->vertex_count;
  state->time = test_random(random, 0, 1);
  state->frame = 7;
  shake(state->position, n, random);
  shake(state->velocity, n, random);
  BrnStepInput* input = state->input;
  input->time = test_random(random, 0, 1);
  shake(input->gravity, 3, random);
  shake(input->activation, (size_t)model->unit_count, random);
  shake((double*)input->bone, 7 * (size_t)model->bone_count, random);
  shake((double*)input->support, 7 * (size_t)model->support_count, random);
  shake(input->load, (size_t)model->load_count, random);
  return state;
}

static void compare_piece(void* user, void* a, void* b, size_t size) {
  (void)user;
  ENSURE(memcmp(a, b, size) == 0);
}

static void ensure_equal(const BrnModel* model, const BrnState* a, const BrnState* b) {
  BrnScope around = brn__model_scope(model), scope = brn__state_scope(&around, a);
  brn__described_pieces(&scope, (void*)b, compare_piece, NULL);
}

static void state_comes_back_to_the_bit(void** unused) {
  (void)unused;
  RunTest test = run_make(STATE_SCENE);
  TestRandom random = {1};
  ENSURE(test.model->support_count == 1 && test.model->load_count == 1);
  BrnState *state = make_state(&test, &random), *back = make_state(&test, &random);
  ENSURE_OK(test.ctx, brn_state_write(test.ctx, test.model, state, test.out));
  ENSURE_OK(test.ctx, brn_state_read(test.ctx, test.model, test.out, back));
  ensure_equal(test.model, state, back);
  brn_state_destroy(test.ctx, state);
  brn_state_destroy(test.ctx, back);
  run_done(&test);
}

static void mark_goes_along_with_the_state(void** unused) {
  (void)unused;
  RunTest test = run_make(RUN_SCENE(""));
  TestRandom random = {2};
  BrnState *state = make_state(&test, &random), *back = make_state(&test, &random);
  double mark = 42, found = 0;
  ENSURE_OK(test.ctx, brn__checkpoint_write(test.ctx, test.model, state, &mark, 8, test.out));
  ENSURE_OK(test.ctx, brn__checkpoint_peek(test.ctx, test.out, &found, 8));
  ENSURE(found == 42);
  found = 0;
  ENSURE_OK(test.ctx, brn__checkpoint_read(test.ctx, test.model, test.out, back, &found, 8));
  ENSURE(found == 42);
  ensure_equal(test.model, state, back);
  ENSURE_STATUS(test.ctx, brn_state_read(test.ctx, test.model, test.out, back), BRN_INVALID);
  ENSURE_ERROR_HAS(test.ctx, "8 bytes of notes, not 0");
  brn_state_destroy(test.ctx, state);
  brn_state_destroy(test.ctx, back);
  run_done(&test);
}

// each byte of the file matters: wherever one is changed, it is refused, and the state stays
static void damaged_file_is_refused(void** unused) {
  (void)unused;
  RunTest test = run_make(RUN_SCENE(""));
  TestRandom random = {3};
  BrnState *state = make_state(&test, &random), *back = make_state(&test, &random);
  BrnState* before;
  size_t size;
  ENSURE_OK(test.ctx, brn_state_create(test.ctx, test.model, &before));
  brn_state_copy(test.model, back, before);
  ENSURE_OK(test.ctx, brn_state_write(test.ctx, test.model, state, test.out));
  char* bytes = model_read_file(test.out, &size);
  for (size_t at = 0; at < size; at += at < 64 ? 1 : 997) {
    bytes[at] ^= 0x10;
    model_write_file(test.folder, "bad", bytes, size);
    bytes[at] ^= 0x10;
    char path[100];
    snprintf(path, sizeof path, "%s/bad", test.folder);
    ENSURE(brn_state_read(test.ctx, test.model, path, back) != BRN_OK);
    ensure_equal(test.model, before, back);
  }
  for (size_t cut = 1; cut < size; cut += size / 7) {
    model_write_file(test.folder, "out", bytes, size - cut);
    ENSURE_STATUS(test.ctx, brn_state_read(test.ctx, test.model, test.out, back), BRN_BAD_FILE);
  }
  free(bytes);
  brn_state_destroy(test.ctx, state);
  brn_state_destroy(test.ctx, back);
  brn_state_destroy(test.ctx, before);
  run_done(&test);
}

static void state_of_another_model_is_refused(void** unused) {
  (void)unused;
  RunTest test = run_make(RUN_SCENE("")), other = run_make(RUN_SCENE(""));
  TestRandom random = {4};
  BrnState* state = make_state(&test, &random);
  ENSURE_OK(test.ctx, brn_state_write(test.ctx, test.model, state, test.out));
  ENSURE_OK(test.ctx, brn_state_read(test.ctx, other.model, test.out, state));
  other.model->mesh->position[5] += 1e-12; // as many vertices, but not the same
  ENSURE_STATUS(test.ctx, brn_state_read(test.ctx, other.model, test.out, state), BRN_INVALID);
  ENSURE_ERROR_HAS(test.ctx, "the state of another model");
  brn_state_destroy(test.ctx, state);
  run_done(&other);
  run_done(&test);
}

static void failed_allocations_leave_nothing(void** unused) {
  (void)unused;
  RunTest test = run_make(RUN_SCENE(""));
  TestRandom random = {5};
  BrnState* state = make_state(&test, &random);
  size_t held = brn_byte_count(test.ctx);
  BrnStatus status = BRN_NO_MEMORY;
  for (int k = 0; status != BRN_OK; k++) {
    ENSURE(k < 100);
    brn_fail_allocation(test.ctx, k);
    status = brn_state_write(test.ctx, test.model, state, test.out);
    if (status == BRN_OK) status = brn_state_read(test.ctx, test.model, test.out, state);
    brn_fail_allocation(test.ctx, -1);
    ENSURE(status == BRN_OK || status == BRN_NO_MEMORY);
    ENSURE(brn_byte_count(test.ctx) == held);
  }
  brn_state_destroy(test.ctx, state);
  run_done(&test);
}

TEST_MAIN(cmocka_unit_test(state_comes_back_to_the_bit),
          cmocka_unit_test(mark_goes_along_with_the_state),
          cmocka_unit_test(damaged_file_is_refused),
          cmocka_unit_test(state_of_another_model_is_refused),
          cmocka_unit_test(failed_allocations_leave_nothing))
