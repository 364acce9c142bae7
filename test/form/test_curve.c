// SPDX-License-Identifier: Apache-2.0

#include "form/form_test.h"

#include "core/vec.h"
#include "form/curve.h"

// A closed path that leaves its plane brings the frame that turns least back turned.
static void frame_closes_on_a_closed_path(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  double point[] = {1, 0, 0, 0, 0.5, 1, -1, 0, 0.2, 0, 0.4, -1}, width[] = {0.1, 0.1};
  for (int half_turns = 0; half_turns < 3; half_turns++) {
    BrnFormPath path = form_path(point, 4, width, 1);
    path.closed = true;
    path.twist = 180 * half_turns;
    BrnScratchMark mark = brn__scratch_mark(ctx);
    BrnCurve curve;
    ENSURE_OK(ctx, brn__curve_make(ctx, &path, 16, "path", &curve));
    const BrnStationAt *first = &curve.at[0], *last = &curve.at[curve.count - 1];
    ENSURE_NEAR(brn__distance3(first->place, last->place), 0, 1e-12);
    ENSURE_NEAR(brn__dot3(first->ahead, last->ahead), 1, 1e-12);
    ENSURE_NEAR(brn__dot3(first->x, last->x), half_turns % 2 ? -1 : 1, 1e-9);
    brn__scratch_release(ctx, mark);
  }
  test_context_done(ctx);
}

static void curve_passes_through_its_points(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  double point[] = {0, 0, 0, 1, 0.3, 0, 2, -0.2, 0.5, 2.5, 1, 0};
  double width[] = {0.1, 0.2, 0.3, 0.1, 0.2, 0.2, 0.05, 0.1};
  BrnFormPath path = form_path(point, 4, width, 4);
  BrnScratchMark mark = brn__scratch_mark(ctx);
  BrnCurve curve;
  ENSURE_OK(ctx, brn__curve_make(ctx, &path, 16, "path", &curve));
  for (int i = 0; i < 4; i++) {
    const BrnStationAt* at = &curve.at[16 * i];
    ENSURE_NEAR(brn__distance3(at->place, point + 3 * i), 0, 1e-14);
    ENSURE_NEAR(at->half[0], width[2 * i], 1e-15);
    ENSURE_NEAR(at->half[1], width[2 * i + 1], 1e-15);
    ENSURE_NEAR(brn__dot3(at->x, at->ahead), 0, 1e-14);
  }
  ENSURE_NEAR(brn__norm3(curve.at[0].bend), 0, 1e-12); // it ends straight
  brn__scratch_release(ctx, mark);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(frame_closes_on_a_closed_path),
          cmocka_unit_test(curve_passes_through_its_points))
