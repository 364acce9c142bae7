// SPDX-License-Identifier: Apache-2.0

#include "anatomy/model_test.h"
#include "guess/guess.h"

// A limb of boxes along z, in millimetres: bones above and below, muscles between them.

static char folder[64], path[8][128];
static char* file[8];
static int file_count;

static void add_box(BrnContext* ctx, const char* name, const double* low, const double* high) {
  static const int corner[12][3] = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6},
                                    {0, 1, 4}, {1, 5, 4}, {2, 6, 3}, {3, 6, 7},
                                    {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
  BrnMesh* mesh;
  ENSURE_OK(ctx, brn_mesh_create(ctx, 8, 12, 0, &mesh));
  for (int v = 0; v < 8; v++) {
    for (int k = 0; k < 3; k++) mesh->position[3 * v + k] = v >> k & 1 ? high[k] : low[k];
  }
  for (int t = 0; t < 36; t++) mesh->triangle[t] = corner[t / 3][t % 3];
  snprintf(path[file_count], sizeof path[0], "%s/%s.obj", folder, name);
  ENSURE_OK(ctx, brn_mesh_write(ctx, mesh, path[file_count], NULL));
  file[file_count] = path[file_count];
  file_count++;
  brn_mesh_destroy(ctx, mesh);
}

static void start(void) {
  file_count = 0;
  model_folder(folder);
}

#define BOX(x0, y0, z0, x1, y1, z1)                                                                \
  (double[]){x0, y0, z0}, (double[]) { x1, y1, z1 }

static void make_limb(BrnContext* ctx) {
  start();
  add_box(ctx, "humerus", BOX(0, 0, 300, 20, 20, 550));
  add_box(ctx, "radius", BOX(0, 0, 50, 15, 15, 297));
  add_box(ctx, "brachioradialis", BOX(22, 0, 150, 40, 20, 400)); // 2 mm and 7 mm beside them
  add_box(ctx, "biceps", BOX(-20, 0, 280, -1, 20, 560));         // 1 mm beside the humerus
}

static BrnGuess guess_limb(BrnContext* ctx) {
  BrnGuess guess = {0};
  ENSURE_OK(ctx, brn__guess_read(ctx, file, file_count, &guess));
  guess.units = brn__guess_units(&guess);
  guess.metres = 0.001;
  guess.up = brn__guess_up(&guess);
  ENSURE_OK(ctx, brn__guess_anatomy(&guess));
  return guess;
}

static void units_and_axis_come_from_the_size(void** state) {
  (void)state;
  BrnGuess guess = {.high = {100, 100, 550}};
  ENSURE_INT(brn__guess_units(&guess), 2);
  ENSURE_INT(brn__guess_up(&guess), 2);
  guess = (BrnGuess){.high = {0.1, 1.7, 0.5}};
  ENSURE_INT(brn__guess_units(&guess), 0);
  ENSURE_INT(brn__guess_up(&guess), 1);
  guess = (BrnGuess){.high = {30, 12, 15}};
  ENSURE_INT(brn__guess_units(&guess), 1);
  ENSURE_INT(brn__guess_up(&guess), 0);
  guess = (BrnGuess){.high = {0.3, 0.3, 0.3}};
  ENSURE_INT(brn__guess_up(&guess), 1);
}

static void ends_find_their_bones(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  make_limb(ctx);
  BrnGuess guess = guess_limb(ctx);
  const BrnGuessPart* muscle = &guess.part[2];
  ENSURE_INT(guess.up, 2);
  ENSURE_NEAR(muscle->length, 250, 15);
  ENSURE_INT(muscle->end[0].part, 0);
  ENSURE_NEAR(muscle->end[0].gap, 2, 1e-6);
  ENSURE_INT(muscle->end[1].part, 1);
  ENSURE_NEAR(muscle->end[1].gap, 7, 1e-6);
  ENSURE(guess.part[0].fixed && !guess.part[1].fixed);
  ENSURE_INT(guess.joint_count, 1);
  ENSURE_INT(guess.joint[0].bone[0], 0);
  ENSURE_INT(guess.joint[0].bone[1], 1);
  ENSURE_NEAR(guess.joint[0].gap, 3, 1e-6);
  brn__guess_clear(&guess);
  model_remove_folder(folder);
  test_context_done(ctx);
}

static void a_bone_that_is_only_passed_does_not_hold(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  make_limb(ctx);
  BrnGuess guess = guess_limb(ctx);
  const BrnGuessEnd* origin = &guess.part[3].end[0];
  ENSURE_INT(origin->part, -1);
  assert_string_equal(origin->missing, "the scapula");
  ENSURE_INT(origin->nearest, 0);
  ENSURE_NEAR(origin->nearest_gap, 10.05, 1); // to the top of the humerus, below and beside it
  ENSURE(origin->point[2] > 540);
  ENSURE_INT(guess.part[3].end[1].part, 1); // the radius, which is 17 mm below
  brn__guess_clear(&guess);
  model_remove_folder(folder);
  test_context_done(ctx);
}

static void every_allocation_may_fail(void** state) {
  (void)state;
  BrnContext* ctx = test_context_with(1);
  make_limb(ctx);
  BrnStatus status = BRN_NO_MEMORY;
  for (int i = 0; status == BRN_NO_MEMORY; i++) {
    BrnGuess guess = {.metres = 0.001};
    brn_fail_allocation(ctx, i);
    status = brn__guess_read(ctx, file, file_count, &guess);
    if (status == BRN_OK) status = brn__guess_anatomy(&guess);
    brn_fail_allocation(ctx, -1);
    brn__guess_clear(&guess);
    ENSURE_INT(brn_byte_count(ctx), 0);
  }
  ENSURE_INT(status, BRN_OK);
  model_remove_folder(folder);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(units_and_axis_come_from_the_size),
          cmocka_unit_test(ends_find_their_bones),
          cmocka_unit_test(a_bone_that_is_only_passed_does_not_hold),
          cmocka_unit_test(every_allocation_may_fail))
