// SPDX-License-Identifier: Apache-2.0

#include "brawn/replay.h"
#include "test.h"

static bool meant(const char* name, BrnReplayKind kind, const char* pattern) {
  BrnReplayPart part = {.name = (char*)(uintptr_t)name, .kind = kind};
  return brn_part_matches(&part, pattern);
}

static bool muscle(const char* name, const char* pattern) {
  return meant(name, BRN_REPLAY_MUSCLE, pattern);
}

static void names_and_patterns(void** state) {
  (void)state;
  ENSURE(muscle("biceps", "biceps") && !muscle("biceps", "bicep") && !muscle("biceps", "biceps2"));
  ENSURE(muscle("biceps", "b*s") && muscle("biceps", "*") && muscle("biceps", "bi?eps"));
  ENSURE(!muscle("biceps", "b*t") && !muscle("biceps", "?iceps?") && muscle("abab", "*ab"));
  ENSURE(muscle("biceps", "biceps**") && !muscle("biceps", ""));
}

static void heads_go_with_their_muscle(void** state) {
  (void)state;
  ENSURE(muscle("biceps.long", "biceps") && muscle("biceps.long", "b*s"));
  ENSURE(muscle("biceps.long", "*long") && muscle("biceps.long", "biceps.long"));
  ENSURE(!muscle("biceps.long", "biceps.short") && !muscle("biceps.long", "bicep"));
  ENSURE(!muscle("biceps", "biceps.long") && !muscle("bicepsX", "biceps"));
}

static void kinds_have_names(void** state) {
  (void)state;
  ENSURE(meant("ulna", BRN_REPLAY_BONE, "bones") && !meant("ulna", BRN_REPLAY_BONE, "muscles"));
  ENSURE(muscle("biceps", "muscles") && !muscle("biceps", "tendons"));
  ENSURE(meant("t", BRN_REPLAY_TENDON, "tendons") && !meant("t", BRN_REPLAY_OTHER, "tendons"));
  ENSURE(meant("bones", BRN_REPLAY_OTHER, "bones")); // a part may be called so
}

TEST_MAIN(cmocka_unit_test(names_and_patterns), cmocka_unit_test(heads_go_with_their_muscle),
          cmocka_unit_test(kinds_have_names))
