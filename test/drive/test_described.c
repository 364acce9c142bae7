// SPDX-License-Identifier: Apache-2.0

#include "drive/described.h"

#include "core/described_hole.h"
#include "solver/solver_test.h"

static const BrnDescription* const roots[] = {&brn__model_description, &brn__state_description,
                                              &brn__input_description};
enum { ROOTS = sizeof roots / sizeof *roots };

// A member that is added to a struct and not to its table would be lost on the way through files
// and copies, and a resumed run would go on with other bits.
static void every_member_is_in_its_table(void** state) {
  (void)state;
  const BrnDescription* types[BRN_MOST_TYPES];
  int count = brn__described_types(roots, ROOTS, types, BRN_MOST_TYPES);
  ENSURE(count > 25);
  for (int i = 0; i < count; i++) {
    if (types[i]->fields) continue; // the cookie is none
    long hole = described_hole(types[i]);
    if (hole >= 0) fail_msg("%s has a member at byte %ld that no row has", types[i]->name, hole);
  }
}

static const char page[] = "docs/arrays.md", marker[] = "<!-- what follows is printed -->\n";

// what follows the marker is what the tables say
static void page_is_what_the_tables_say(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnString text = {0};
  size_t size;
  char* file = model_read_file(page, &size);
  file[size] = 0;
  const char* is = strstr(file, marker);
  brn__described_page(ctx, roots, ROOTS, &text);
  ENSURE_OK(ctx, text.status);
  ENSURE(is != NULL);
  if (strncmp(is + strlen(marker), text.text, text.size) != 0 ||
      strlen(is) != strlen(marker) + text.size) {
    FILE* out = fopen("arrays.md.new", "w");
    fprintf(out, "%.*s%s%s", (int)(is - file), file, marker, text.text);
    fclose(out);
    fail_msg("%s is not what the tables say; mv arrays.md.new %s", page, page);
  }
  free(file);
  brn__string_free(ctx, &text);
  test_context_done(ctx);
}

// ------------------------------------------------------------------------------------------- views

typedef struct Sum {
  const char* wanted;
  BrnMemberView found;
  int members;
} Sum;

static void look(void* user, const BrnMemberView* view) {
  Sum* sum = user;
  sum->members++;
  ENSURE(view->data || view->shape[0] == 0);
  if (strcmp(view->path, sum->wanted) == 0) sum->found = *view;
}

static void members_are_found_by_their_paths(void** unused) {
  (void)unused;
  BrnContext* ctx = test_context();
  BrnModel* model = model_build(ctx, HANGING_BAR("300", "", ""));
  BrnState* state;
  ENSURE_OK(ctx, brn_state_create(ctx, model, &state));
  Sum sum = {.wanted = "bone[1].vertex"};
  brn_model_members(model, look, &sum);
  ENSURE(sum.members > 100);
  ENSURE(sum.found.data == model->bone[1].vertex);
  ENSURE_INT(sum.found.shape[0], model->bone[1].vertex_count);
  assert_string_equal(sum.found.indexes, "model.mesh.vertex_count");
  sum.wanted = "touch"; // of a method
  brn_state_members(model, state, look, &sum);
  ENSURE(sum.found.shape[0] == 0 && sum.found.shape[1] == 4 && sum.found.dimensions == 2);
  sum.wanted = "bone.mass";
  brn_model_members(model, look, &sum);
  ENSURE(sum.found.data == &model->bone[0].mass && sum.found.stride == sizeof(BrnModelBone));
  ENSURE_INT(sum.found.shape[0], model->bone_count);
  sum = (Sum){.wanted = "velocity"};
  brn_state_members(model, state, look, &sum);
  ENSURE(sum.found.data == state->velocity && sum.found.dimensions == 2);
  ENSURE(sum.found.shape[0] == state->vertex_count && sum.found.shape[1] == 3);
  assert_string_equal(sum.found.unit, "m/s");
  sum = (Sum){.wanted = "bone.rotation"};
  brn_input_members(model, state->input, look, &sum);
  ENSURE(sum.found.data == state->input->bone[0].rotation && sum.found.shape[1] == 4);
  ENSURE_INT(sum.found.shape[0], model->bone_count);
  brn_state_destroy(ctx, state);
  brn_model_destroy(ctx, model);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(every_member_is_in_its_table),
          cmocka_unit_test(page_is_what_the_tables_say),
          cmocka_unit_test(members_are_found_by_their_paths))
