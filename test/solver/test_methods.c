// SPDX-License-Identifier: Apache-2.0

#include "scene/tables.h"
#include "solver_test.h"

static void every_method_describes_itself(void** unused) {
  (void)unused;
  const BrnMethod* method;
  for (int m = 0; (method = brn__method_at(m)); m++) {
    assert_string_equal(method->name, brn_solver_method(m));
    ENSURE(brn__method_find(method->name) == method && method->title);
    for (int k = 0; k < m; k++) ENSURE(strcmp(brn__method_at(k)->name, method->name) != 0);
  }
  ENSURE(!brn__method_find("pd") && !brn__method_find(""));
}

// a key that two tables have would be set in one of them alone
static void keys_are_there_once(void** unused) {
  (void)unused;
  const BrnField* own = brn__solver_fields;
  while (own->type != BRN_FIELD_INLINE) own++;
  BrnInlineWalk walk = {0};
  BrnField field, found;
  int count = 0;
  for (; brn__inline_next(own, &walk, &field); count++) {
    ENSURE(!brn__record_field(&brn__solver_record, field.name));
    ENSURE(brn__inline_find(&brn__solver_record, field.name, &found));
    ENSURE(found.offset == field.offset && strlen(field.help) > 0);
  }
  ENSURE(count >= 15);
}

static void settings_of_methods_live_side_by_side(void** unused) {
  (void)unused;
  BrnContext* ctx = test_context();
  static const char* const values[][2] = {{"emu_alpha", "10"},       {"emu_step", "woodbury"},
                                          {"quasi_memory", "3"},     {"xpbd_contact", "false"},
                                          {"xpbd_damping", "0.125"}, {"method", "xpbd"},
                                          {"substeps", "2"}};
  enum { COUNT = sizeof values / sizeof *values };
  BrnSolverDef def = brn_solver_def_default(), copy;
  for (int i = 0; i < COUNT; i++) {
    ENSURE_OK(ctx, brn_solver_def_set(ctx, &def, values[i][0], values[i][1]));
  }
  copy = def; // there is nothing that it owns
  for (int i = 0; i < COUNT; i++) {
    char text[32];
    ENSURE_OK(ctx, brn_solver_def_get(ctx, &copy, values[i][0], text, sizeof text));
    assert_string_equal(text, values[i][1]);
  }
  BrnSubstepSettings steps;
  brn__solver_get(&copy, &brn__substep_settings, &steps);
  ENSURE(emu_keys(&copy).alpha == 10 && steps.damping == 0.125 && steps.substeps == 10);
  ENSURE_STATUS(ctx, brn_solver_def_get(ctx, &copy, "emu_alhpa", (char[8]){0}, 8), BRN_INVALID);
  ENSURE_ERROR_HAS(ctx, "did you mean \"emu_alpha\"");
  test_context_done(ctx);
}

// another value than the one that is there, as text
static void other_value(const BrnField* field, const char* now, char* out, size_t size) {
  if (field->type == BRN_FIELD_BOOL) {
    snprintf(out, size, "%s", strcmp(now, "true") == 0 ? "false" : "true");
  } else if (field->type == BRN_FIELD_CHOICE) {
    size_t first = strcspn(field->choices, " ");
    bool is_first = strlen(now) == first && strncmp(now, field->choices, first) == 0;
    const char* word = is_first ? field->choices + first + 1 : field->choices;
    snprintf(out, size, "%.*s", (int)strcspn(word, " "), word);
  } else if (field->type == BRN_FIELD_INT) {
    int value = atoi(now), next = value + 1 <= field->high ? value + 1 : value - 1;
    snprintf(out, size, "%d", next);
  } else {
    snprintf(out, size, "%s", strtod(now, NULL) == 0.125 ? "0.25" : "0.125");
  }
}

// settings, of all methods, that two defs have otherwise
static int differences(BrnContext* ctx, const BrnSolverDef* a, const BrnSolverDef* b) {
  int count = 0;
  for (const BrnField* field = brn__solver_fields; field->name; field++) {
    BrnInlineWalk walk = {0};
    BrnField one = *field;
    bool inside = field->type == BRN_FIELD_INLINE;
    while (!inside || brn__inline_next(field, &walk, &one)) {
      char x[64], y[64];
      ENSURE_OK(ctx, brn_solver_def_get(ctx, a, one.name, x, sizeof x));
      ENSURE_OK(ctx, brn_solver_def_get(ctx, b, one.name, y, sizeof y));
      count += strcmp(x, y) != 0;
      if (!inside) break;
    }
  }
  return count;
}

// set, told, checked, and no other with it; out of a scene and into one
static void goes_round(BrnContext* ctx, const BrnMethod* method, const BrnField* field) {
  char now[64], value[64], told[64], text[300], expected[100];
  bool word = field->type == BRN_FIELD_CHOICE;
  BrnSolverDef def = brn_solver_def_default(), usual;
  brn_solver_def_choose(&def, method->name);
  usual = def;
  ENSURE_OK(ctx, brn_solver_def_get(ctx, &def, field->name, now, sizeof now));
  other_value(field, now, value, sizeof value);
  ENSURE_OK(ctx, brn_solver_def_set(ctx, &def, field->name, value));
  ENSURE_OK(ctx, brn_solver_def_get(ctx, &def, field->name, told, sizeof told));
  assert_string_equal(told, value);
  ENSURE_INT(differences(ctx, &def, &usual), 1);
  bool refused = (def.dynamic && method->inertia == BRN_INERTIA_NONE) || def.contact;
  if (!refused) ENSURE_OK(ctx, brn_solver_def_check(ctx, &def));
  snprintf(expected, sizeof expected, word ? "\"%s\": \"%s\"" : "\"%s\": %s", field->name, value);
  snprintf(text, sizeof text, "{\"brawn\": 1, \"solver\": {\"method\": \"%s\", %s}}", method->name,
           expected);
  BrnScene* scene;
  char* written;
  ENSURE_OK(ctx, brn_scene_parse(ctx, text, strlen(text), "a.json", &scene));
  ENSURE(memcmp(&scene->solver, &def, sizeof def) == 0);
  ENSURE_OK(ctx, brn_scene_print(ctx, scene, &written, NULL));
  ENSURE(strstr(written, expected));
  brn_scene_text_free(ctx, written);
  brn_scene_destroy(ctx, scene);
}

static void every_setting_of_every_method_goes_round(void** unused) {
  (void)unused;
  BrnContext* ctx = test_context();
  for (int m = 0; m < brn_solver_method_count(); m++) {
    const BrnMethod* method = brn__method_find(brn_solver_method(m));
    for (int t = 0; t < BRN_METHOD_TABLES && method->settings[t]; t++) {
      for (const BrnField* f = method->settings[t]->fields; f->name; f++)
        goes_round(ctx, method, f);
    }
    for (const BrnField* field = brn__solver_fields; field->name; field++) {
      bool plain = field->type != BRN_FIELD_WORD && field->type != BRN_FIELD_INLINE;
      if (plain) goes_round(ctx, method, field);
    }
  }
  test_context_done(ctx);
}

static void scene_keeps_settings_of_methods_that_it_does_not_use(void** unused) {
  (void)unused;
  BrnContext* ctx = test_context();
  static const char text[] = "{\"brawn\": 1, \"solver\": {\"emu_alpha\": 7, \"xpbd_substeps\": 4}}";
  BrnScene *scene, *copy;
  char* written;
  ENSURE_OK(ctx, brn_scene_parse(ctx, text, strlen(text), "a.json", &scene));
  ENSURE_OK(ctx, brn_scene_copy(ctx, scene, &copy));
  brn_scene_destroy(ctx, scene);
  ENSURE_OK(ctx, brn_scene_print(ctx, copy, &written, NULL));
  ENSURE(strstr(written, "\"solver\": {\"emu_alpha\": 7, \"xpbd_substeps\": 4}"));
  brn_scene_text_free(ctx, written);
  brn_scene_destroy(ctx, copy);
  test_context_done(ctx);
}

static void refused(BrnContext* ctx, const BrnSolverDef* def, BrnStatus status, const char* words) {
  ENSURE_STATUS(ctx, brn_solver_def_check(ctx, def), status);
  ENSURE_ERROR_HAS(ctx, words);
}

static void what_cannot_be_is_refused(void** unused) {
  (void)unused;
  BrnContext* ctx = test_context();
  BrnSolverDef def = brn_solver_def_default();
  brn_solver_def_choose(&def, "pd");
  refused(ctx, &def, BRN_UNSUPPORTED, "\"pd\" is not there yet; there are \"newton\", \"emu\"");
  ENSURE_ERROR_HAS(ctx, "\"bcqn\" and \"xpbd\"");
  brn_solver_def_choose(&def, "newtno");
  refused(ctx, &def, BRN_INVALID, "there is no \"newtno\"");
  const BrnMethod* method;
  for (int m = 0; (method = brn__method_at(m)); m++) {
    brn_solver_def_choose(&def, method->name);
    def.dynamic = true;
    if (method->inertia != BRN_INERTIA_NONE) {
      ENSURE_OK(ctx, brn_solver_def_check(ctx, &def));
    } else {
      refused(ctx, &def, BRN_UNSUPPORTED, "\"admm\" and \"bfgs_plain\" are quasi-static");
    }
  }
  emu_put(&def, modes, -3);
  refused(ctx, &def, BRN_INVALID, "emu_modes");
  test_context_done(ctx);
}

// by the settings and by the body
static void contact_is_refused_where_it_would_be_left_out(void** unused) {
  (void)unused;
  BrnContext* ctx = test_context();
  static const char* const cannot[] = {"admm", "bfgs_plain", "xpbd"};
  static const char* const can[] = {"newton", "emu", "lbfgs", "bcqn"};
  BrnSolverDef def = brn_solver_def_default();
  def.contact = true;
  xpbd_put(&def, body, BRN_XPBD_TETS);
  for (int i = 0; i < 3; i++) {
    brn_solver_def_choose(&def, cannot[i]);
    refused(ctx, &def, BRN_UNSUPPORTED,
            "\" leaves it out; set it to false, or take one of \"newton\", \"emu\", \"lbfgs\" and "
            "\"bcqn\"");
    ENSURE_ERROR_HAS(ctx, "solver.contact: \"");
  }
  for (int i = 0; i < 4; i++) {
    brn_solver_def_choose(&def, can[i]);
    ENSURE_OK(ctx, brn_solver_def_check(ctx, &def));
  }
  brn_solver_def_choose(&def, "emu");
  static const BrnEmuStep steps[] = {BRN_EMU_WOODBURY, BRN_EMU_MEMORY, BRN_EMU_NEWTON};
  for (int i = 0; i < 2; i++) {
    emu_put(&def, step, steps[i]);
    refused(ctx, &def, BRN_UNSUPPORTED, "set solver.emu_step to \"newton\"");
  }
  emu_put(&def, step, BRN_EMU_NEWTON);
  ENSURE_OK(ctx, brn_solver_def_check(ctx, &def));
  emu_put(&def, preset, BRN_EMU_MODI2020); // what was asked for stays
  ENSURE_OK(ctx, brn_solver_def_check(ctx, &def));
  emu_put(&def, step, BRN_EMU_AUTO);
  refused(ctx, &def, BRN_UNSUPPORTED, "set solver.emu_step to \"newton\"");
  test_context_done(ctx);
}

static void contact_of_surfaces_is_their_own(void** unused) {
  (void)unused;
  BrnContext* ctx = test_context();
  BrnSolverDef def = brn_solver_def_default();
  brn_solver_def_choose(&def, "xpbd");
  def.contact = true;
  ENSURE_OK(ctx, brn_solver_def_check(ctx, &def)); // it depends on the body
  ENSURE_OK(ctx, brn__solver_check_for(ctx, &def, BRN_BODY_SURFACES));
  ENSURE_STATUS(ctx, brn__solver_check_for(ctx, &def, BRN_BODY_TETS), BRN_UNSUPPORTED);
  test_context_done(ctx);
}

// all that anybody keeps in a state has a name and room of its own
static void what_methods_keep_has_names(void** unused) {
  (void)unused;
  const BrnMember* row;
  int count = 0;
  for (; (row = brn__method_keeps(count)); count++) {
    ENSURE(row->doc && row->count && row->items && row->width > 0);
    for (int k = 0; k < count; k++) ENSURE(strcmp(row->name, brn__method_keeps(k)->name) != 0);
  }
  ENSURE(count >= 2 && count <= BRN_STATE_OWN);
}

static void bodies_are_those_of_the_method(void** unused) {
  (void)unused;
  BrnSolverDef def = brn_solver_def_default();
  xpbd_put(&def, body, BRN_XPBD_SURFACE);
  ENSURE(brn__solver_body(&def) == BRN_BODY_TETS && !brn__solver_has_inertia(&def));
  brn_solver_def_choose(&def, "xpbd");
  ENSURE(brn__solver_body(&def) == BRN_BODY_SURFACES && brn__solver_has_inertia(&def));
  xpbd_put(&def, body, BRN_XPBD_AUTO);
  ENSURE(brn__solver_body(&def) == BRN_BODY_EITHER);
}

static void cures_are_in_the_words_of_the_method(void** unused) {
  (void)unused;
  char text[100];
  BrnSolverDef def = brn_solver_def_default();
  brn__solver_body_cure(&def, BRN_BODY_SURFACES, text, sizeof text);
  assert_string_equal(text, "take a method for surfaces");
  brn_solver_def_choose(&def, "xpbd");
  brn__solver_body_cure(&def, BRN_BODY_SURFACES, text, sizeof text);
  assert_string_equal(text, "set solver.xpbd_body to \"surface\"");
  brn__solver_body_cure(&def, BRN_BODY_TETS, text, sizeof text);
  assert_string_equal(text, "set solver.xpbd_body to \"tets\"");
}

TEST_MAIN(cmocka_unit_test(every_method_describes_itself), cmocka_unit_test(keys_are_there_once),
          cmocka_unit_test(settings_of_methods_live_side_by_side),
          cmocka_unit_test(every_setting_of_every_method_goes_round),
          cmocka_unit_test(scene_keeps_settings_of_methods_that_it_does_not_use),
          cmocka_unit_test(what_cannot_be_is_refused),
          cmocka_unit_test(contact_is_refused_where_it_would_be_left_out),
          cmocka_unit_test(contact_of_surfaces_is_their_own),
          cmocka_unit_test(what_methods_keep_has_names),
          cmocka_unit_test(bodies_are_those_of_the_method),
          cmocka_unit_test(cures_are_in_the_words_of_the_method))
