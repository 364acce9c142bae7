// SPDX-License-Identifier: Apache-2.0

#include "motion/clip.h"
#include "test.h"

static const char leg[] =
    "HIERARCHY\n"
    "ROOT hips\n{\n"
    "  OFFSET 0.1 90 -3e-2\n"
    "  CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n"
    "  JOINT left knee\n  {\n"
    "    OFFSET 0 -40.123456789012 0\n"
    "    CHANNELS 1 Xrotation\n"
    "    End Site\n    {\n      OFFSET 0 -42 0\n    }\n  }\n"
    "  JOINT tail\n  {\n"
    "    OFFSET 0 0 0\n"
    "    CHANNELS 0\n  }\n"
    "}\n"
    "MOTION\nFrames: 2\nFrame Time: 0.00833333\n"
    " 0.3 90.7 1e-17 33.3333333333333 -179.99 6.80368 10.1\n"
    " 1e10 -7.95139e-16 0 1 2 3 359.7\n";

static BrnStatus parse(BrnContext* ctx, const char* data, size_t size, const BrnClipDef* def,
                       BrnClip** out) {
  BrnClipDef defaults = brn_clip_def_default();
  BrnSource source = {.name = "test", .data = data, .size = size};
  return brn__clip_parse(ctx, &source, def ? def : &defaults, out);
}

static void hierarchy_and_motion_are_read(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnClip* clip;
  ENSURE_OK(ctx, parse(ctx, leg, strlen(leg), NULL, &clip));
  ENSURE_INT(clip->joint_count, 4);
  ENSURE_INT(clip->channel_count, 7);
  ENSURE_INT(clip->frame_count, 2);
  const char* const name[] = {"hips", "left knee", "left knee_end", "tail"};
  const int parent[] = {-1, 0, 1, 0}, start[] = {0, 6, 7, 7, 7};
  for (int j = 0; j < 4; j++) {
    assert_string_equal(clip->name[j], name[j]);
    ENSURE_INT(clip->parent[j], parent[j]);
    ENSURE_INT(clip->end_site[j], j == 2);
  }
  assert_memory_equal(clip->channel_start, start, sizeof start);
  const BrnChannel channel[] = {0, 1, 2, 5, 3, 4, 3};
  assert_memory_equal(clip->channel, channel, sizeof channel);
  ENSURE(clip->offset[0] == 0.1 && clip->offset[1] == 90 && clip->offset[2] == -0.03);
  ENSURE(clip->frame_time == 0.00833333);
  ENSURE(clip->value[0] == 0.3 && clip->value[7] == 1e10);
  ENSURE_NEAR(clip->value[13], 359.7 * M_PI / 180, 1e-15);
  ENSURE_NEAR(brn_clip_duration(clip), 0.00833333, 0);
  brn_clip_destroy(ctx, clip);
  test_context_done(ctx);
}

static void print(BrnContext* ctx, const BrnClip* clip, const BrnClipDef* def, BrnSink* sink) {
  ENSURE_OK(ctx, brn__sink_open_memory(ctx, sink));
  brn__clip_print(clip, def, sink);
  ENSURE_OK(ctx, brn__sink_close(sink));
}

static void writing_is_exact_to_the_blank(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const char expected[] = "HIERARCHY\nROOT a\n{\n  OFFSET 1 2 3\n"
                                 "  CHANNELS 2 Yposition Xrotation\n"
                                 "  JOINT b\n  {\n    OFFSET 0 0 0.5\n    CHANNELS 0\n"
                                 "    End Site\n    {\n      OFFSET 0 1 0\n    }\n  }\n"
                                 "  End Site\n  {\n    OFFSET 0 0 0\n  }\n}\n"
                                 "MOTION\nFrames: 2\nFrame Time: 0.04\n 1 90\n -2.5 0\n";
  BrnClipDef def = brn_clip_def_default();
  BrnClip* clip;
  BrnSink sink;
  ENSURE_OK(ctx, parse(ctx, expected, strlen(expected), NULL, &clip));
  print(ctx, clip, &def, &sink);
  ENSURE(sink.used == strlen(expected));
  assert_memory_equal(sink.buffer, expected, sink.used);
  brn__sink_abandon(&sink);
  brn_clip_destroy(ctx, clip);
  test_context_done(ctx);
}

// with units and axes that round: what is written once is the same text ever after
static void text_survives_reading_and_writing(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const double unit[] = {1, 0.01, 0.0254, 1.0 / 3};
  for (int i = 0; i < 12; i++) {
    BrnClipDef def = brn_clip_def_default();
    def.metres_per_unit = unit[i % 4];
    def.up = "xyz"[i % 3];
    BrnClip* clip;
    BrnSink sink, again;
    ENSURE_OK(ctx, parse(ctx, leg, strlen(leg), &def, &clip));
    print(ctx, clip, &def, &sink);
    brn_clip_destroy(ctx, clip);
    ENSURE_OK(ctx, parse(ctx, sink.buffer, sink.used, &def, &clip));
    print(ctx, clip, &def, &again);
    ENSURE(sink.used == again.used);
    assert_memory_equal(sink.buffer, again.buffer, sink.used);
    // and no digit of the first file is lost
    const char* text = brn__strndup(ctx, sink.buffer, sink.used);
    ENSURE(strstr(text, "OFFSET 0 -40.123456789012 0\n") != NULL);
    ENSURE(strstr(text, "\n 0.3 90.7 1e-17 33.3333333333333 -179.99 6.80368 10.1\n") != NULL);
    ENSURE(strstr(text, "Zrotation Xrotation Yrotation\n  JOINT left knee\n  {\n") != NULL);
    brn_free(ctx, (char*)text);
    brn__sink_abandon(&sink);
    brn__sink_abandon(&again);
    brn_clip_destroy(ctx, clip);
  }
  test_context_done(ctx);
}

// a pose that is held: no channels, but as many frames as there are
static void clips_without_channels_are_read_back(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const char still[] = "HIERARCHY\nROOT a\n{\n  OFFSET 1 2 3\n  CHANNELS 0\n}\n"
                              "MOTION\nFrames: 5\nFrame Time: 0.04\n";
  BrnClipDef def = brn_clip_def_default();
  for (int frames = 0; frames < 3000; frames += 7) {
    BrnClip *clip, *again;
    BrnSink sink, second;
    ENSURE_OK(ctx, parse(ctx, still, strlen(still), NULL, &clip));
    clip->frame_count = frames;
    print(ctx, clip, &def, &sink);
    ENSURE_OK(ctx, parse(ctx, sink.buffer, sink.used, NULL, &again));
    ENSURE_INT(again->frame_count, frames);
    print(ctx, again, &def, &second);
    ENSURE(sink.used == second.used);
    assert_memory_equal(sink.buffer, second.buffer, sink.used);
    brn__sink_abandon(&sink);
    brn__sink_abandon(&second);
    brn_clip_destroy(ctx, clip);
    brn_clip_destroy(ctx, again);
  }
  test_context_done(ctx);
}

static void random_numbers_keep_their_digits(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  TestRandom random = {11};
  BrnClipDef def = brn_clip_def_default();
  def.metres_per_unit = 0.01;
  for (int i = 0; i < 2000; i++) {
    double size = pow(10, test_random(&random, -8, 8));
    char text[256], line[64];
    snprintf(line, sizeof line, "\n %.15g %.15g\n", test_random(&random, -size, size),
             test_random(&random, -size, size));
    snprintf(text, sizeof text,
             "HIERARCHY ROOT a\n{ OFFSET 0 0 0 CHANNELS 2 Xposition Zrotation }\n"
             "MOTION Frames: 1 Frame Time: 1%s",
             line);
    BrnClip* clip;
    BrnSink sink;
    ENSURE_OK(ctx, parse(ctx, text, strlen(text), &def, &clip));
    print(ctx, clip, &def, &sink);
    double wrote[2], said[2];
    char* written = brn__strndup(ctx, sink.buffer, sink.used - 1); // without the last line end
    ENSURE(written && sscanf(strrchr(written, '\n'), "%lf %lf", &wrote[0], &wrote[1]) == 2);
    ENSURE(sscanf(line, "%lf %lf", &said[0], &said[1]) == 2);
    ENSURE(wrote[0] == said[0] && wrote[1] == said[1]);
    brn_free(ctx, written);
    brn__sink_abandon(&sink);
    brn_clip_destroy(ctx, clip);
  }
  test_context_done(ctx);
}

// ------------------------------------------------------------------------------------ broken files

static void refuses(BrnContext* ctx, const char* text, const char* expected) {
  BrnClip* clip;
  ENSURE_STATUS(ctx, parse(ctx, text, strlen(text), NULL, &clip), BRN_BAD_FILE);
  ENSURE(clip == NULL);
  ENSURE_ERROR_HAS(ctx, expected);
}

#define HEAD "HIERARCHY\nROOT a\n{\n"
#define TAIL "\n}\nMOTION\nFrames: 1\nFrame Time: 1\n1\n"
#define MOTION_OF(lines) HEAD "OFFSET 0 0 0\nCHANNELS 2 Xposition Yposition\n}\nMOTION\n" lines

static void broken_hierarchies_are_named(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  refuses(ctx, "", "test: the file is empty; expected HIERARCHY");
  refuses(ctx, "solid cube", "test:1: expected \"HIERARCHY\", found \"solid\"");
  refuses(ctx, "HIERARCHY\nJOINT a", "test:2: expected \"ROOT\", found \"JOINT\"");
  refuses(ctx, "HIERARCHY\nROOT \n{", "test:2: expected the name of a joint");
  refuses(ctx, "HIERARCHY\nROOT a\x01\n{", "test:2: the name of a joint has a character (byte 1)");
  refuses(ctx, "HIERARCHY\nROOT a\nOFFSET", "test:3: expected \"{\", found \"OFFSET\"");
  refuses(ctx, HEAD "OFFSET 1 x 3" TAIL,
          "test:4: expected a finite number (OFFSET, number 2), found \"x\"");
  refuses(ctx, HEAD "OFFSET 1 nan 3" TAIL, "test:4: expected a finite number");
  refuses(ctx, HEAD "OFFSET 1 1e200 3" TAIL, "1e+200 is too large for a length or an angle");
  refuses(ctx, HEAD "OFFSET 0 0 0\nOFFSET 0 0 0" TAIL, "test:5: joint \"a\" has a second OFFSET");
  refuses(ctx, HEAD "}", "test:4: joint \"a\" ends without an OFFSET");
  refuses(ctx, HEAD "JOINT b\n{", "test:4: joint \"a\" has a child before its OFFSET");
  refuses(ctx, HEAD "OFFSET 0 0 0\nJOINT b\n{\nOFFSET 0 0 0\n}\nCHANNELS 1 Xposition" TAIL,
          "test:9: CHANNELS of joint \"a\" comes after its children");
  refuses(ctx, HEAD "OFFSET 0 0 0\nCHANNELS 7" TAIL,
          "test:5: joint \"a\" has 7 CHANNELS; expected 0 to 6");
  refuses(ctx, HEAD "CHANNELS -1" TAIL, "test:4: joint \"a\" has -1 CHANNELS");
  refuses(ctx, HEAD "CHANNELS x" TAIL, "expected an integer (number of CHANNELS), found \"x\"");
  refuses(ctx, HEAD "CHANNELS 1 Wrotation" TAIL,
          "test:4: expected a channel (Xposition to Zposition, Xrotation to Zrotation), found "
          "\"Wrotation\"");
  refuses(ctx, HEAD "CHANNELS 2 Xposition\nOFFSET" TAIL, "found \"OFFSET\"; is the count right?");
  refuses(ctx, HEAD "CHANNELS 2 Xposition", "test:4: expected a channel, but the file ends");
  refuses(ctx, HEAD "CHANNELS 2 Xposition Xposition" TAIL,
          "test:4: joint \"a\" has the channel Xposition twice");
  refuses(ctx, HEAD "CHANNELS 0\nCHANNELS 0" TAIL, "joint \"a\" has a second CHANNELS");
  refuses(ctx, HEAD "OFFSET 0 0 0\nEnd Effector" TAIL,
          "test:5: expected \"End Site\", found \"End Effector\"");
  refuses(ctx, HEAD "OFFSET 0 0 0\nEnd Site\n{\nCHANNELS 1",
          "test:7: an End Site has no CHANNELS; make it a JOINT");
  refuses(ctx, HEAD "OFFSET 0 0 0\nEnd Site\n{\nOFFSET 0 0 0\nJOINT b",
          "test:8: expected OFFSET or \"}\" in an End Site, found \"JOINT\"");
  refuses(ctx, HEAD "SCALE 1", "in joint \"a\", found \"SCALE\"");
  refuses(ctx, HEAD "OFFSET 0 0 0\n", "expected \"}\" to end joint \"a\", but the file ends");
  test_context_done(ctx);
}

static void broken_motions_are_named(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  refuses(ctx, MOTION_OF("Frames 3"), "test:8: expected \"Frames:\", found \"Frames\"");
  refuses(ctx, MOTION_OF(""), "expected \"Frames:\", but the file ends");
  refuses(ctx, MOTION_OF("Frames: -1"), "test:8: Frames is negative: -1");
  refuses(ctx, MOTION_OF("Frames: 2000000000\nFrame Time: 1\n"),
          "test:8: Frames is 2000000000, but only 15 bytes of the file are left");
  refuses(ctx, MOTION_OF("Frames: 1\nTime: 1\n"), "test:9: expected \"Frame\", found \"Time:\"");
  refuses(ctx, MOTION_OF("Frames: 1\nFrame Time: 0\n"),
          "test:9: Frame Time is 0; expected seconds above 0");
  refuses(ctx, MOTION_OF("Frames: 1\nFrame Time: -1\n"), "Frame Time is -1");
  refuses(ctx, MOTION_OF("Frames: 2\nFrame Time: 1\n1 2\n"), "the file ends after 1 of 2 frames");
  refuses(ctx, MOTION_OF("Frames: 2\nFrame Time: 1\n1 2\n3\n4 5\n"),
          "test:11: frame 1 has 1 numbers; expected 2, one for each channel");
  refuses(ctx, MOTION_OF("Frames: 1\nFrame Time: 1\n1 2 3\n"),
          "test:10: frame 0 has more than 2 numbers; expected one for each channel");
  refuses(ctx, MOTION_OF("Frames: 1\nFrame Time: 1\n1 inf\n"),
          "test:10: expected a finite number (frame 0), found \"inf\"");
  test_context_done(ctx);
}

static void second_root_is_refused_clearly(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  const char* text = HEAD "OFFSET 0 0 0\n}\nROOT b\n{\n";
  BrnClip* clip;
  ENSURE_STATUS(ctx, parse(ctx, text, strlen(text), NULL, &clip), BRN_UNSUPPORTED);
  ENSURE_ERROR_HAS(ctx, "test:6: a second ROOT; a clip has one skeleton");
  ENSURE(clip == NULL);
  test_context_done(ctx);
}

static void count_log(void* user, BrnLogLevel level, const char* message) {
  (void)level;
  if (strstr(message, "test:11: what follows the 1 frames is left out")) ++*(int*)user;
}

static void surplus_frames_are_told(void** state) {
  (void)state;
  BrnContextDef def = brn_context_def_default();
  int warnings = 0;
  def.log = count_log;
  def.log_user = &warnings;
  BrnContext* ctx = brn_context_create(&def);
  const char* text = MOTION_OF("Frames: 1\nFrame Time: 1\n1 2\n3 4\n");
  BrnClip* clip;
  ENSURE_OK(ctx, parse(ctx, text, strlen(text), NULL, &clip));
  ENSURE_INT(clip->frame_count, 1);
  ENSURE_INT(warnings, 1);
  brn_clip_destroy(ctx, clip);
  test_context_done(ctx);
}

// ------------------------------------------------------------------------------------------ trials

static void survives(BrnContext* ctx, const char* data, size_t size) {
  char* copy = malloc(size + 1); // its own block, so that a sanitizer sees a byte too far
  memcpy(copy, data, size);
  BrnClip* clip;
  BrnStatus status = parse(ctx, copy, size, NULL, &clip);
  ENSURE(status == BRN_OK || status == BRN_BAD_FILE || status == BRN_UNSUPPORTED);
  ENSURE((status == BRN_OK) == (clip != NULL));
  brn_clip_destroy(ctx, clip);
  ENSURE(brn_byte_count(ctx) == 0);
  free(copy);
}

static void any_cut_and_any_changed_byte_is_survived(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const char value[] = {0, (char)0xff, '9', '-', ' ', '\n', '{', '}'};
  char changed[sizeof leg];
  for (size_t at = 0; at < strlen(leg); at++) {
    survives(ctx, leg, at);
    memcpy(changed, leg, sizeof leg);
    for (size_t k = 0; k < sizeof value; k++) {
      changed[at] = value[k];
      survives(ctx, changed, strlen(leg));
    }
  }
  test_context_done(ctx);
}

static void every_failed_allocation_is_clean(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnClip* clip = NULL;
  for (int k = 0; !clip; k++) {
    brn_fail_allocation(ctx, k);
    BrnStatus status = parse(ctx, leg, strlen(leg), NULL, &clip);
    ENSURE(status == (clip ? BRN_OK : BRN_NO_MEMORY));
    ENSURE(clip || brn_byte_count(ctx) == 0);
    ENSURE(k < 100);
  }
  brn_fail_allocation(ctx, -1);
  brn_clip_destroy(ctx, clip);
  test_context_done(ctx);
}

// deep nesting takes neither stack nor a square of indentation
static void ten_thousand_joints_in_each_other_are_fine(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  enum { DEPTH = 10000 };
  BrnSink sink, again;
  ENSURE_OK(ctx, brn__sink_open_memory(ctx, &sink));
  brn__sink_text(&sink, "HIERARCHY\nROOT a\n{ OFFSET 0 1 0\n");
  for (int i = 1; i < DEPTH; i++) brn__sink_text(&sink, "JOINT b\n{ OFFSET 0 1 0\n");
  for (int i = 0; i < DEPTH; i++) brn__sink_text(&sink, "}\n");
  brn__sink_text(&sink, "MOTION\nFrames: 0\nFrame Time: 1\n");
  BrnClip* clip;
  BrnClipDef def = brn_clip_def_default();
  ENSURE_OK(ctx, parse(ctx, sink.buffer, sink.used, NULL, &clip));
  ENSURE_INT(clip->joint_count, DEPTH);
  print(ctx, clip, &def, &again);
  ENSURE(again.used < 4000000);
  brn_clip_destroy(ctx, clip);
  brn__sink_abandon(&sink);
  brn__sink_abandon(&again);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(hierarchy_and_motion_are_read),
          cmocka_unit_test(writing_is_exact_to_the_blank),
          cmocka_unit_test(text_survives_reading_and_writing),
          cmocka_unit_test(clips_without_channels_are_read_back),
          cmocka_unit_test(random_numbers_keep_their_digits),
          cmocka_unit_test(broken_hierarchies_are_named),
          cmocka_unit_test(broken_motions_are_named),
          cmocka_unit_test(second_root_is_refused_clearly),
          cmocka_unit_test(surplus_frames_are_told),
          cmocka_unit_test(any_cut_and_any_changed_byte_is_survived),
          cmocka_unit_test(every_failed_allocation_is_clean),
          cmocka_unit_test(ten_thousand_joints_in_each_other_are_fine))
