// SPDX-License-Identifier: Apache-2.0

#include "anatomy/fixture.h"

static const BrnModelAttachment* attachment(const Fixture* f, int index) {
  ENSURE(index < f->build.model->attachment_count);
  return &f->build.model->attachment[index];
}

static void attach(Fixture* f, const char* text) {
  fixture_make(f, text);
  ENSURE_OK(f->ctx, brn__build_attachments(&f->build));
}

static void shared_faces_are_the_attachments(void** state) {
  (void)state;
  Fixture f;
  attach(&f, BAR_SCENE(BAR_MUSCLE, ""));
  ENSURE_INT(f.build.model->attachment_count, 2);
  const BrnModelUnit* unit = &f.build.model->unit_list[0];
  ENSURE_INT(unit->origin, 0);
  ENSURE_INT(unit->insertion, 1);
  for (int e = 0; e < 2; e++) {
    const BrnModelAttachment* a = attachment(&f, e);
    assert_string_equal(a->name, e ? "flexor insertion" : "flexor origin");
    ENSURE_INT(a->unit, 0);
    ENSURE_INT(a->bone, e);
    ENSURE_INT(a->vertex_count, 9);
    for (int i = 0; i < 9; i++) {
      ENSURE_INT(a->holder[i], e);
      ENSURE_NEAR(fixture_point(&f, a->vertex[i])[1], e ? 0 : 0.2, 1e-12);
      ENSURE(i == 0 || a->vertex[i] > a->vertex[i - 1]);
    }
    ENSURE_NEAR(a->area, 0.04 * 0.04, 1e-15);
    ENSURE_NEAR(a->centre[0], 0, 1e-15);
    ENSURE_NEAR(a->centre[1], e ? 0 : 0.2, 1e-15);
    ENSURE(a->gap == 0);
  }
  assert_string_equal(f.warnings, "");
  fixture_done(&f);
}

static void within_reaches_further(void** state) {
  (void)state;
  Fixture f;
  attach(&f, BAR_SCENE(", 'origin': {'bones': 'top', 'within': 0.011}, 'insertion': 'bottom'", ""));
  const BrnModelAttachment* a = attachment(&f, 0);
  ENSURE_INT(a->vertex_count, 9 + 8); // the next layer, without its middle
  ENSURE_NEAR(a->gap, 0.2 / 19, 1e-12);
  ENSURE_NEAR(a->area, 0.04 * 0.04 + 4 * 0.04 * 0.2 / 19, 1e-12);
  fixture_done(&f);
}

static void selection_is_taken_as_it_is(void** state) {
  (void)state;
  Fixture f;
  attach(&f, BAR_SCENE(", 'origin': {'select': 'side'}, 'insertion': 'bottom'",
                       ", 'selections': {'side': {'box': [[0.02, 0.05, -1], [1, 0.15, 1]]}}"));
  const BrnModelAttachment* a = attachment(&f, 0);
  ENSURE_INT(a->bone, -1);
  ENSURE(a->vertex_count > 9 && a->area > 0 && a->gap == 0);
  for (int i = 0; i < a->vertex_count; i++) ENSURE(fixture_point(&f, a->vertex[i])[0] > 0.0199);
  ENSURE_NEAR(a->centre[0], 0.02, 1e-12);
  fixture_done(&f);
}

static void selection_narrows_a_contact(void** state) {
  (void)state;
  Fixture f;
  attach(&f, BAR_SCENE(", 'origin': {'bones': 'top', 'select': 'half'}, 'insertion': 'bottom'",
                       ", 'selections': {'half': {'box': [[0, -1, -1], [1, 1, 1]]}}"));
  const BrnModelAttachment* a = attachment(&f, 0);
  ENSURE_INT(a->vertex_count, 6);
  ENSURE_INT(a->bone, 0);
  ENSURE_NEAR(a->area, 0.02 * 0.04, 1e-15);
  fixture_done(&f);
}

static void selection_that_reaches_a_bone_has_it(void** state) {
  (void)state;
  Fixture f;
  attach(&f, BAR_SCENE(", 'origin': {'select': 'end'}, 'insertion': 'bottom'",
                       ", 'selections': {'end': {'box': [[-1, 0.18, -1], [1, 1, 1]]}}"));
  const BrnModelAttachment* a = attachment(&f, 0);
  ENSURE_INT(a->bone, 0);
  ENSURE_INT(a->vertex_count, 18); // vertices of the bone alone are not the muscle's
  ENSURE_NEAR(a->gap, 0.2 / 19, 1e-12);
  fixture_done(&f);
}

static void ends_that_are_not_given_are_found_by_contact(void** state) {
  (void)state;
  Fixture f;
  attach(&f, BAR_SCENE("", ""));
  ENSURE_INT(attachment(&f, 0)->bone, 0);
  ENSURE_INT(attachment(&f, 1)->bone, 1);
  fixture_done(&f);
  attach(&f, BAR_SCENE(", 'origin': 'bottom'", ""));
  ENSURE_INT(attachment(&f, 0)->bone, 1);
  ENSURE_INT(attachment(&f, 1)->bone, 0);
  fixture_done(&f);
  fixture_refuse(
      "{'brawn': 1, 'mesh': {'shape': {'shape': 'bar', 'tets': 600}}, 'bones': {'both': {'labels': "
      "['bone_proximal', 'bone_distal']}}, 'muscles': {'flexor': {'labels': 'muscle'}}}",
      brn__build_attachments,
      "muscles.flexor: needs \"origin\" and \"insertion\": it touches \"both\", and that is not "
      "enough");
}

static void distance_to_the_nearest_bone_is_said(void** state) {
  (void)state;
  fixture_refuse(
      "{'brawn': 1, 'mesh': {'shape': {'shape': 'bar', 'tets': 600}}, 'bones': {'top': {'labels': "
      "'bone_proximal'}}, 'muscles': {'flexor': {'labels': 'bone_distal', 'origin': 'top', "
      "'insertion': 'top'}, 'rest': {'labels': 'muscle'}}}",
      brn__build_attachments,
      "muscle \"flexor\": origin touches no bone (nearest: \"top\", 200 mm away; set "
      "\"origin.within\" or \"origin.fuse\")");
  fixture_refuse(
      BAR_SCENE(", 'origin': 'topp', 'insertion': 'bottom'", ""), brn__build_attachments,
      "muscles.flexor.origin: there is no bone or tendon \"topp\"; did you mean \"top\"?");
  fixture_refuse(BAR_SCENE(", 'origin': {'select': 'bone'}, 'insertion': 'bottom'",
                           ", 'selections': {'bone': {'box': [[-1, 0.21, -1], [1, 1, 1]]}}"),
                 brn__build_attachments,
                 "muscle \"flexor\": the selection \"bone\" of its origin has no vertex of the "
                 "muscle");
}

static void overlap_is_shared_out_with_a_warning(void** state) {
  (void)state;
  Fixture f;
  attach(&f, BAR_SCENE(", 'origin': {'select': 'high'}, 'insertion': {'select': 'low'}",
                       ", 'selections': {'high': {'box': [[-1, 0.08, -1], [1, 1, 1]]}, 'low': "
                       "{'box': [[-1, -1, -1], [1, 0.12, 1]]}}"));
  const BrnModelAttachment *a = attachment(&f, 0), *b = attachment(&f, 1);
  ENSURE_INT(a->vertex_count + b->vertex_count, 20 * 9);
  for (int i = 0; i < a->vertex_count; i++) ENSURE(fixture_point(&f, a->vertex[i])[1] > 0.099);
  for (int i = 0; i < b->vertex_count; i++) ENSURE(fixture_point(&f, b->vertex[i])[1] < 0.101);
  ENSURE(strstr(f.warnings, "origin and insertion share 36 vertices"));
  fixture_done(&f);
  fixture_refuse(BAR_SCENE(", 'origin': 'top', 'insertion': 'top'", ""), brn__build_attachments,
                 "muscles.flexor: origin and insertion are both \"top\"");
}

static void units_have_ends_of_their_own(void** state) {
  (void)state;
  Fixture f;
  attach(&f,
         BAR_SCENE(BAR_MUSCLE ", 'units': {'left': {'region': 'half', 'insertion': {'select': "
                              "'side'}}, 'right': {}}",
                   ", 'selections': {'half': {'box': [[0, -1, -1], [-1, 1, 1]]}, 'side': {'box': "
                   "[[-1, 0.02, -1], [-0.02, 0.1, 1]]}}"));
  ENSURE_INT(f.build.model->attachment_count, 4);
  ENSURE_INT(attachment(&f, 0)->vertex_count, 6);
  ENSURE_INT(attachment(&f, 1)->bone, -1);
  ENSURE_INT(attachment(&f, 2)->vertex_count, 6);
  ENSURE_INT(attachment(&f, 3)->bone, 1);
  ENSURE_NEAR(attachment(&f, 0)->area, 0.02 * 0.04, 1e-15);
  assert_string_equal(attachment(&f, 2)->name, "flexor.right origin");
  ENSURE_INT(attachment(&f, 2)->unit, 1);
  fixture_done(&f);
}

static void tendons_hold_on_to_bones(void** state) {
  (void)state;
  static const char text[] =
      "{'brawn': 1, 'mesh': {'shape': {'shape': 'bar', 'tets': 600}}, 'bones': {'top': {'labels': "
      "'bone_proximal'}}, 'muscles': {'flexor': {'labels': 'bone_distal', 'origin': {'select': "
      "'a'}, 'insertion': {'select': 'b'}}}, 'tendons': {'cord': {'labels': 'muscle', 'from': "
      "'flexor', 'to': '%s'}}, 'selections': {'a': {'plane': {'point': [0, 0, 0], 'normal': [0, 1, "
      "0]}}, 'b': {'plane': {'point': [0, -0.03, 0], 'normal': [0, -1, 0]}}}}";
  char scene[1000];
  Fixture f;
  snprintf(scene, sizeof scene, text, "top");
  attach(&f, scene);
  ENSURE_INT(f.build.model->attachment_count, 3);
  const BrnModelAttachment* a = attachment(&f, 2);
  assert_string_equal(a->name, "cord to top");
  ENSURE_INT(a->unit, -1);
  ENSURE_INT(a->bone, 0);
  ENSURE_INT(a->vertex_count, 9);
  fixture_done(&f);
  snprintf(scene, sizeof scene, text, "flexorr");
  fixture_refuse(scene, brn__build_attachments,
                 "tendons.cord.to: there is no bone, muscle or tendon \"flexorr\"");
}

// a muscle between two slabs that are tendons: named, and found by contact
static void muscles_hold_on_to_tendons(void** state) {
  (void)state;
  static const char text[] =
      "{'brawn': 1, 'mesh': {'shape': {'shape': 'bar', 'tets': 600}}, 'muscles': {'flexor': "
      "{'labels': 'muscle'%s}}, 'tendons': {'upper': {'labels': 'bone_proximal'}, 'lower': "
      "{'labels': 'bone_distal'}}}";
  char scene[1000];
  for (int named = 0; named < 2; named++) {
    Fixture f;
    snprintf(scene, sizeof scene, text,
             named ? ", 'origin': 'lower', 'insertion': {'bones': 'upper'}" : "");
    attach(&f, scene);
    for (int e = 0; e < 2; e++) {
      const BrnModelAttachment* a = attachment(&f, e);
      assert_string_equal(f.build.model->part[a->part].name, e == named ? "upper" : "lower");
      ENSURE_INT(a->bone, -1);
      ENSURE_INT(a->vertex_count, 9);
      ENSURE_NEAR(a->area, 0.04 * 0.04, 1e-15);
    }
    fixture_done(&f);
  }
  snprintf(scene, sizeof scene, text, ", 'origin': 'flexor', 'insertion': 'upper'");
  fixture_refuse(scene, brn__build_attachments,
                 "muscles.flexor.origin: \"flexor\" is a muscle, but a bone or tendon is needed");
}

static void every_failed_allocation_is_clean(void** state) {
  (void)state;
  fixture_trial_no_memory(BAR_SCENE(", 'origin': {'select': 'end'}", ", 'selections': {'end': "
                                                                     "{'box': [[-1, 0.18, -1], [1, "
                                                                     "1, 1]]}}"),
                          NULL, brn__build_attachments);
}

TEST_MAIN(cmocka_unit_test(shared_faces_are_the_attachments),
          cmocka_unit_test(within_reaches_further), cmocka_unit_test(selection_is_taken_as_it_is),
          cmocka_unit_test(selection_narrows_a_contact),
          cmocka_unit_test(selection_that_reaches_a_bone_has_it),
          cmocka_unit_test(ends_that_are_not_given_are_found_by_contact),
          cmocka_unit_test(distance_to_the_nearest_bone_is_said),
          cmocka_unit_test(overlap_is_shared_out_with_a_warning),
          cmocka_unit_test(units_have_ends_of_their_own),
          cmocka_unit_test(muscles_hold_on_to_tendons), cmocka_unit_test(tendons_hold_on_to_bones),
          cmocka_unit_test(every_failed_allocation_is_clean))
