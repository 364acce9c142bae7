// SPDX-License-Identifier: Apache-2.0

#include "export_test.h"

// A replay by hand: names, kinds and numbers are all that is asked for.

enum { PARTS = 6, NUMBERS = 8 };

typedef struct Body {
  BrnContext* ctx;
  BrnReplayPart part[PARTS];
  BrnReplayFrame frame[NUMBERS];
  BrnReplay replay;
  BrnExport job;
} Body;

static void body_make(Body* body) {
  static const char* const name[PARTS] = {"humerus", "ulna",     "biceps.long",
                                          "biceps",  "a tendon", "a/tendon"};
  static const BrnReplayKind kind[PARTS] = {BRN_REPLAY_BONE,   BRN_REPLAY_BONE,
                                            BRN_REPLAY_MUSCLE, BRN_REPLAY_MUSCLE,
                                            BRN_REPLAY_TENDON, BRN_REPLAY_TENDON};
  static const int number[NUMBERS] = {-1, 0, 1, 2, 3, 4, 6, 8};
  *body = (Body){.ctx = test_context()};
  for (int p = 0; p < PARTS; p++) {
    body->part[p] = (BrnReplayPart){.name = (char*)name[p], .kind = kind[p], .label = p + 1};
  }
  for (int k = 0; k < NUMBERS; k++) body->frame[k] = (BrnReplayFrame){.number = number[k]};
  body->replay = (BrnReplay){.name = (char*)"an arm",
                             .part_count = PARTS,
                             .part = body->part,
                             .frame_count = NUMBERS,
                             .frame = body->frame,
                             .per_second = 24};
}

static void body_reset(Body* body) {
  BrnExport* job = &body->job;
  for (int p = 0; job->stem && p < job->part_count; p++) brn__free(body->ctx, job->stem[p]);
  brn__free(body->ctx, (void*)job->stem);
  brn__free(body->ctx, job->name);
  brn__free(body->ctx, job->part);
  brn__free(body->ctx, job->frame);
  *job = (BrnExport){.ctx = body->ctx, .replay = &body->replay, .path = "x"};
  job->def = brn_export_def_default();
}

static void body_done(Body* body) {
  body_reset(body);
  test_context_done(body->ctx);
}

static void ensure_parts(Body* body, const char* pattern, const char* expected) {
  body_reset(body);
  body->job.def.part = &pattern;
  body->job.def.part_count = 1;
  ENSURE_OK(body->ctx, brn__export_choose(&body->job));
  char found[PARTS + 1] = "";
  for (int i = 0; i < body->job.part_count; i++) found[i] = (char)('0' + body->job.part[i]);
  assert_string_equal(found, expected);
}

static void parts_are_chosen_by_patterns(void** state) {
  (void)state;
  Body body;
  body_make(&body);
  ensure_parts(&body, "*", "012345");
  ensure_parts(&body, "biceps", "23"); // a muscle means its heads
  ensure_parts(&body, "biceps*", "23");
  ensure_parts(&body, "*l*", "12");
  ensure_parts(&body, "u?na", "1");
  ensure_parts(&body, "*.*", "2");
  ensure_parts(&body, "*s", "023");
  ensure_parts(&body, "bones", "01");
  ensure_parts(&body, "muscles", "23");
  ensure_parts(&body, "tendons", "45");
  const char* two[] = {"ulna", "muscles"};
  body_reset(&body);
  body.job.def.part = two;
  body.job.def.part_count = 2;
  ENSURE_OK(body.ctx, brn__export_choose(&body.job));
  ENSURE_INT(body.job.part_count, 3);
  body_done(&body);
}

static void a_pattern_of_nothing_is_named(void** state) {
  (void)state;
  Body body;
  body_make(&body);
  const char* two[] = {"ulna", "radius"};
  body_reset(&body);
  body.job.def.part = two;
  body.job.def.part_count = 2;
  ENSURE_STATUS(body.ctx, brn__export_choose(&body.job), BRN_NOT_FOUND);
  ENSURE_ERROR_HAS(body.ctx, "\"radius\"; there are: humerus, ulna, biceps.long");
  body_done(&body);
}

static void names_of_files_differ(void** state) {
  (void)state;
  Body body;
  body_make(&body);
  body_reset(&body);
  ENSURE_OK(body.ctx, brn__export_choose(&body.job));
  assert_string_equal(body.job.name, "an_arm");
  assert_string_equal(body.job.stem[2], "biceps.long");
  assert_string_equal(body.job.stem[4], "a_tendon");
  assert_string_equal(body.job.stem[5], "a_tendon_2");
  body_done(&body);
}

static void ensure_frames(Body* body, int first, int last, int every, const char* expected,
                          int spacing) {
  body_reset(body);
  body->job.def.first = first;
  body->job.def.last = last;
  body->job.def.every = every;
  ENSURE_OK(body->ctx, brn__export_choose(&body->job));
  char found[64] = "";
  for (int k = 0; k < body->job.frame_count; k++) {
    size_t used = strlen(found);
    snprintf(found + used, sizeof found - used, "%d ", brn__export_number(&body->job, k));
  }
  assert_string_equal(found, expected);
  ENSURE_INT(body->job.spacing, spacing);
  if (spacing) ENSURE_NEAR(body->job.rate, 24.0 / spacing, 1e-12);
}

static void frames_are_chosen_by_number(void** state) {
  (void)state;
  Body body;
  const int all = BRN_SCENE_FRAME;
  body_make(&body);
  ensure_frames(&body, all, all, 1, "-1 0 1 2 3 4 6 8 ", 0);
  ensure_frames(&body, all, 4, 1, "-1 0 1 2 3 4 ", 1);
  ensure_frames(&body, 0, all, 2, "0 2 4 6 8 ", 2);
  ensure_frames(&body, all, all, 2, "-1 1 3 ", 2);
  ensure_frames(&body, 4, 100, 1, "4 6 8 ", 2);
  ensure_frames(&body, 3, 3, 1, "3 ", 1);
  ensure_frames(&body, -100, 1, 101, "1 ", 1);
  body_reset(&body);
  body.job.def.first = 5;
  body.job.def.last = 5;
  ENSURE_STATUS(body.ctx, brn__export_choose(&body.job), BRN_NOT_FOUND);
  ENSURE_ERROR_HAS(body.ctx, "there are frames -1 to 8");
  body.replay.frame_count = 0;
  body_reset(&body);
  ENSURE_STATUS(body.ctx, brn__export_choose(&body.job), BRN_NOT_FOUND);
  ENSURE_ERROR_HAS(body.ctx, "there are no frames yet");
  body_done(&body);
}

static void memory_may_be_short(void** state) {
  (void)state;
  Body body;
  body_make(&body);
  BrnStatus status = BRN_NO_MEMORY;
  for (int k = 0; status != BRN_OK; k++) {
    body_reset(&body);
    brn_fail_allocation(body.ctx, k);
    status = brn__export_choose(&body.job);
    ENSURE(status == BRN_OK || status == BRN_NO_MEMORY);
  }
  body_done(&body);
}

TEST_MAIN(cmocka_unit_test(parts_are_chosen_by_patterns),
          cmocka_unit_test(a_pattern_of_nothing_is_named), cmocka_unit_test(names_of_files_differ),
          cmocka_unit_test(frames_are_chosen_by_number), cmocka_unit_test(memory_may_be_short))
