// SPDX-License-Identifier: Apache-2.0

#include "guess/guess.h"
#include "test.h"

static void expect(BrnPartKind kind, const char* const* name) {
  for (; *name; name++) {
    BrnGuessName guess = brn__guess_name(*name);
    if (guess.kind != kind || !guess.known) {
      print_error("%s: kind %d, known %d\n", *name, guess.kind, guess.known);
      fail();
    }
  }
}

static void bones_are_known(void** state) {
  (void)state;
  static const char* const name[] = {
      "humerus",      "R_Femur",        "tibia.l",  "LeftScapula",    "os_coxae",
      "rib12",        "Vertebra-C7",    "mandible", "Oberarmknochen", "schienbein",
      "metacarpal_3", "phalanx_distal", "skull",    "my_bone_2",      NULL};
  expect(BRN_PART_BONE, name);
}

static void muscles_are_known(void** state) {
  (void)state;
  static const char* const name[] = {"biceps_long",
                                     "tibialis_anterior",
                                     "extensor_carpi_ulnaris_L",
                                     "biceps_femoris",
                                     "TensorFasciaeLatae",
                                     "levator_scapulae",
                                     "rectus-femoris",
                                     "Gastrocnemius Medialis",
                                     "m_soleus",
                                     "thing_m",
                                     "unnamed muscle 7",
                                     "Wadenmuskel",
                                     "flexor_digitorum_profundus",
                                     NULL};
  expect(BRN_PART_MUSCLE, name);
}

static void tendons_are_known(void** state) {
  (void)state;
  static const char* const name[] = {"biceps_tendon",   "patellar_ligament", "lig_cruciatum",
                                     "AchillesTendon",  "fascia_lata",       "Achillessehne",
                                     "iliotibial_band", "meniscus_med",      NULL};
  expect(BRN_PART_TENDON, name);
}

static void strange_names_are_muscles_and_not_known(void** state) {
  (void)state;
  static const char* const name[] = {"", "thing", "Object_17", "radiusful", "42", "mm_x"};
  for (size_t i = 0; i < sizeof name / sizeof *name; i++) {
    BrnGuessName guess = brn__guess_name(name[i]);
    ENSURE(guess.kind == BRN_PART_MUSCLE);
  }
  ENSURE(!brn__guess_name("thing").known);
  ENSURE(!brn__guess_name("mm_x").known); // millimetres
  ENSURE(!brn__guess_name("radiusful").known);
}

static void the_trunk_is_told_apart(void** state) {
  (void)state;
  ENSURE(brn__guess_name("pelvis").trunk);
  ENSURE(brn__guess_name("hip_bone_left").trunk);
  ENSURE(!brn__guess_name("femur").trunk);
  ENSURE(!brn__guess_name("levator_scapulae").trunk);
}

static void textbook_muscles_have_their_bones(void** state) {
  (void)state;
  const BrnGuessKnown* known = brn__guess_known("L_biceps_long");
  ENSURE(known && brn__guess_has(known->bones[0], "scapula_left"));
  ENSURE(brn__guess_has(known->bones[1], "radius"));
  ENSURE(!brn__guess_has(known->bones[0], "humerus"));
  known = brn__guess_known("biceps_femoris");
  ENSURE(known && brn__guess_has(known->bones[0], "pelvis"));
  known = brn__guess_known("triceps_long");
  ENSURE(known && brn__guess_has(known->bones[0], "scapula"));
  known = brn__guess_known("triceps_lateral");
  ENSURE(known && brn__guess_has(known->bones[0], "humerus"));
  ENSURE(brn__guess_known("thing") == NULL);
}

TEST_MAIN(cmocka_unit_test(bones_are_known), cmocka_unit_test(muscles_are_known),
          cmocka_unit_test(tendons_are_known),
          cmocka_unit_test(strange_names_are_muscles_and_not_known),
          cmocka_unit_test(the_trunk_is_told_apart),
          cmocka_unit_test(textbook_muscles_have_their_bones))
