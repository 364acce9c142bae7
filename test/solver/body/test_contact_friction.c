// SPDX-License-Identifier: Apache-2.0
//
// A block that is pressed onto a wider one and dragged along it.

#include "core/vec.h"
#include "solver/body/boxes_test.h"
#include "solver/body/contact.h"

#include <math.h>
#include <string.h>

#define MU 0.3
#define PRESSED 2e-3 // m

// %s: what the contacts are
#define DRAGGED                                                                                    \
  "'materials': {'rubber': {'model': 'stable_neo_hookean', 'young': 1e5, 'poisson': 0.3}}, "       \
  "'soft': {'low': {'labels': '1', 'material': 'rubber'}, "                                        \
  "'high': {'labels': '2', 'material': 'rubber'}}, 'gravity': [0, 0, 0], 'selections': {"          \
  "'floor': {'plane': {'point': [0, 1e-6, 0], 'normal': [0, -1, 0]}}, "                            \
  "'top': {'plane': {'point': [0, 0.199999, 0], 'normal': [0, 1, 0]}}}, 'supports': {"             \
  "'floor': {'on': 'floor'}, 'top': {'on': 'top', 'motion': "                                      \
  "{'move': [[0, 0, 0, 0], [1, 0, -0.002, 0]]}}}, 'contacts': {%s}"

static const Box blocks[2] = {{{-0.06, 0, -0.06}, {0.16, 0.1, 0.16}, 4},
                              {{0, 0.1, 0}, {0.1, 0.2, 0.1}, 3}};

static Rig dragged_make(const char* contacts, int workers) {
  char text[3000];
  BrnSolverDef def = brn_solver_def_default();
  def.contact = true;
  snprintf(text, sizeof text, DRAGGED, contacts);
  return boxes_make(blocks, 2, text, &def, workers);
}

static BrnBodyContact* contact_of(const Rig* rig) { return brn__body_term(rig->body, "contact"); }

// what contact does to the upper block, N
static void force_on_upper(const Rig* rig, double out[3]) {
  const BrnBodyContact* c = contact_of(rig);
  memset(out, 0, 3 * sizeof(double));
  for (int i = 0; i < c->count; i++) {
    double f[3];
    brn__contact_force(&c->plane[i], rig->body->x, f);
    double side = c->search->owner[c->plane[i].point] == 1 ? 1 : -1;
    for (int a = 0; a < 3; a++) out[a] += side * f[a];
  }
}

// presses, then drags by x
static void drag(Rig* rig, double x, double out[3]) {
  rig_step_converges(rig);
  rig->input->support[1].translation[0] = x;
  rig_step_converges(rig);
  force_on_upper(rig, out);
}

// ------------------------------------------------------------------------------------------- tests

static void what_slides_drags_with_its_share_of_the_pressure(void** unused) {
  (void)unused;
  Rig rig = dragged_make("'all': {'friction': 0.3}", 2);
  double f[3];
  drag(&rig, 0.03, f);
  ENSURE(f[1] > 5);                                // N
  ENSURE_NEAR(f[0], -MU * f[1], 0.02 * MU * f[1]); // faces are not quite flat any more
  const BrnBodyContact* c = contact_of(&rig);
  for (int i = 0; i < c->count; i++) {
    const BrnContactPlane* plane = &c->plane[i];
    double pressure = brn__contact_pressure(plane, brn__contact_gap(plane, rig.body->x));
    double force[3] = {0};
    brn__contact_add_friction(plane, rig.body->x, force);
    ENSURE_NEAR(brn__norm3(force), MU * plane->area * pressure, 1e-3 * f[1]);
  }
  ENSURE(fabs(f[2]) < 0.02 * f[1]);
  rig_done(&rig);
}

static void what_sticks_is_sheared_like_one_block(void** unused) {
  (void)unused;
  double stuck[3], glued[3];
  Rig rig = dragged_make("'all': {'friction': 0.3}", 2);
  drag(&rig, 2e-4, stuck);
  rig_done(&rig);
  rig = dragged_make("'all': {'friction': 10}", 2);
  drag(&rig, 2e-4, glued);
  rig_done(&rig);
  ENSURE(-stuck[0] < 0.9 * MU * stuck[1] && -stuck[0] > 0.01 * stuck[1]);
  ENSURE_NEAR(stuck[0], glued[0], 0.2 * fabs(glued[0])); // its rim slips
}

static void without_friction_nothing_drags(void** unused) {
  (void)unused;
  Rig rig = dragged_make("", 2);
  double f[3];
  drag(&rig, 0.03, f);
  ENSURE(fabs(f[0]) < 1e-2 * f[1]);
  rig_done(&rig);
}

// the last rule that names a pair counts
static void parts_that_have_no_contact_go_through_each_other(void** unused) {
  (void)unused;
  Rig rig = dragged_make("'all': {}, 'through': {'a': 'lo*', 'b': 'soft', 'kind': 'none'}", 2);
  double f[3];
  ENSURE_INT(rig.model->contact_count, 1);
  drag(&rig, 0.03, f);
  ENSURE(contact_of(&rig)->count == 0 && f[1] == 0);
  rig_done(&rig);
}

static void rules_name_parts(void** unused) {
  (void)unused;
  BrnContext* ctx = test_context();
  BrnModel* model;
  char text[3000];
  snprintf(text, sizeof text, DRAGGED, "'all': {'a': 'hihg'}");
  ENSURE_INT(boxes_try(ctx, blocks, 2, text, &model), BRN_INVALID);
  ENSURE(strstr(
      brn_last_error(ctx),
      "contacts.all.a: there is no bone, muscle or tendon \"hihg\"; did you mean \"high\"?"));
  test_context_done(ctx);
}

// ------------------------------------------------------------------------------------- derivatives

typedef struct Field {
  Rig rig;
  int count;
  double *d, *g, *low, *high, *product, *start;
} Field;

static void gradient_at(Field* f, double s, double* out) {
  BrnBody* body = f->rig.body;
  memcpy(body->y, f->start, 3 * sizeof(double) * (size_t)body->nodes->count);
  brn__nodes_add_rows(body->nodes, s, f->d, body->y);
  brn__nodes_to_points(f->rig.ctx, body->nodes, body->y, body->x);
  memset(body->g, 0, sizeof(double) * (size_t)f->count);
  brn__body_contact_evaluate(f->rig.ctx, contact_of(&f->rig), body, BRN_WANT_STRESS);
  memcpy(out, body->g, sizeof(double) * (size_t)f->count);
}

// with planes as they are: some points stick, others slide
static Field field_make(void) {
  Field f = {.rig = dragged_make("'all': {'friction': 0.3}", 1)};
  double force[3];
  drag(&f.rig, 1.6e-3, force);
  BrnBody* body = f.rig.body;
  f.count = 3 * body->nodes->row_count;
  double** list[] = {&f.d, &f.g, &f.low, &f.high, &f.product, &f.start};
  for (int i = 0; i < 6; i++) *list[i] = calloc(3 * (size_t)body->nodes->count, sizeof(double));
  memcpy(f.start, body->y, 3 * sizeof(double) * (size_t)body->nodes->count);
  for (int i = 0; i < f.count; i++) f.d[i] = 0.1 * sin(1.7 * i + 0.3 * (i % 7));
  gradient_at(&f, 0, f.g);
  return f;
}

static void field_done(Field* f) {
  double* list[] = {f->d, f->g, f->low, f->high, f->product, f->start};
  for (int i = 0; i < 6; i++) free(list[i]);
  rig_done(&f->rig);
}

static void friction_is_the_slope_of_an_energy(void** unused) {
  (void)unused;
  Field f = field_make();
  double h = 1e-7, energy[2], slope = 0;
  for (int i = 0; i < f.count; i++) slope += f.g[i] * f.d[i];
  for (int i = 0; i < 2; i++) {
    gradient_at(&f, i == 0 ? -h : h, f.low);
    energy[i] = brn__body_contact_energy(contact_of(&f.rig), f.rig.body->x);
  }
  ENSURE(fabs(slope) > 1e-4);
  ENSURE_NEAR((energy[1] - energy[0]) / (2 * h), slope, 1e-5 * fabs(slope));
  field_done(&f);
}

static void stiffness_is_the_slope_of_friction(void** unused) {
  (void)unused;
  Field f = field_make();
  BrnBody* body = f.rig.body;
  double h = 1e-8, error = 0, size = 0;
  brn__low_ranks_clear(&body->pieces);
  brn__body_contact_evaluate(f.rig.ctx, contact_of(&f.rig), body, BRN_WANT_DEFINITE);
  brn__low_ranks_multiply_add(&body->pieces, 1, f.d, f.product);
  gradient_at(&f, -h, f.low), gradient_at(&f, h, f.high);
  for (int i = 0; i < f.count; i++) {
    double wanted = (f.high[i] - f.low[i]) / (2 * h), miss = f.product[i] - wanted;
    error += miss * miss, size += wanted * wanted;
  }
  ENSURE(size > 0 && sqrt(error / size) < 1e-5);
  field_done(&f);
}

static void workers_do_not_change_bits(void** unused) {
  (void)unused;
  double f[2][3];
  for (int i = 0; i < 2; i++) {
    Rig rig = dragged_make("'all': {'friction': 0.3}", 1 + 2 * i);
    drag(&rig, 1e-3, f[i]);
    rig_done(&rig);
  }
  ENSURE(memcmp(f[0], f[1], sizeof f[0]) == 0);
}

TEST_MAIN(cmocka_unit_test(what_slides_drags_with_its_share_of_the_pressure),
          cmocka_unit_test(what_sticks_is_sheared_like_one_block),
          cmocka_unit_test(without_friction_nothing_drags),
          cmocka_unit_test(parts_that_have_no_contact_go_through_each_other),
          cmocka_unit_test(rules_name_parts), cmocka_unit_test(friction_is_the_slope_of_an_energy),
          cmocka_unit_test(stiffness_is_the_slope_of_friction),
          cmocka_unit_test(workers_do_not_change_bits))
