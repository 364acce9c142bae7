// SPDX-License-Identifier: Apache-2.0

#include "io/tally.h"

#include "test.h"

static char logged[1024];

static void keep(void* user, BrnLogLevel level, const char* message) {
  (void)user, (void)level;
  snprintf(logged, sizeof logged, "%s", message);
}

static void kinds_are_listed_in_one_message(void** state) {
  (void)state;
  BrnContextDef def = brn_context_def_default();
  def.log = keep;
  BrnContext* ctx = brn_context_create(&def);
  BrnTally tally = {0};
  brn__tally_add(&tally, 0, "pyramids");
  brn__tally_log(&tally, ctx, BRN_LOG_WARNING, "arm.msh", "why");
  brn__tally_log_corners(&tally, ctx, "arm.msh");
  assert_string_equal(logged, ""); // nothing to tell
  brn__tally_add(&tally, 12, "hexahedra");
  brn__tally_add(&tally, 3, "prisms");
  brn__tally_log(&tally, ctx, BRN_LOG_WARNING, "arm.msh", "why");
  assert_string_equal(logged, "arm.msh: left out: 12 hexahedra, 3 prisms (why)");
  brn__tally_log(&tally, ctx, BRN_LOG_WARNING, "arm.msh", NULL);
  assert_string_equal(logged, "arm.msh: left out: 12 hexahedra, 3 prisms");
  brn__tally_log_corners(&tally, ctx, "arm.msh");
  assert_string_equal(logged, "arm.msh: 12 hexahedra, 3 prisms are taken by their corners alone; "
                              "their other points stay, unused");
  test_context_done(ctx);
}

static void long_list_is_cut(void** state) {
  (void)state;
  BrnTally tally = {0};
  for (int i = 0; i < 200; i++) brn__tally_add(&tally, 1, "of a kind with a long name");
  ENSURE(strlen(tally.text) == sizeof tally.text - 1 && tally.used == strlen(tally.text));
}

TEST_MAIN(cmocka_unit_test(kinds_are_listed_in_one_message), cmocka_unit_test(long_list_is_cut))
