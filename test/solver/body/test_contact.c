// SPDX-License-Identifier: Apache-2.0
//
// Blocks that are pressed onto each other, and the derivatives of contact.

#include "boxes_test.h"
#include "solver/body/contact.h"
#include "solver/emu/emu_test.h"

#include <math.h>
#include <string.h>

#define YOUNG 1e5
#define PRESSED 0.0034 // m
#define HEIGHT 0.2
#define SIDE 0.1

#define BLOCKS                                                                                     \
  "'materials': {'rubber': {'model': 'stable_neo_hookean', 'young': 1e5, 'poisson': 0.3}}, "       \
  "'soft': {'low': {'labels': '1', 'material': 'rubber'}, "                                        \
  "'high': {'labels': '2', 'material': 'rubber'}}, 'gravity': [0, 0, 0], 'selections': {"          \
  "'left': {'plane': {'point': [1e-6, 0, 0], 'normal': [-1, 0, 0]}}, "                             \
  "'back': {'plane': {'point': [0, 0, 1e-6], 'normal': [0, 0, -1]}}, "                             \
  "'floor': {'plane': {'point': [0, 1e-6, 0], 'normal': [0, -1, 0]}}, "                            \
  "'top': {'plane': {'point': [0, 0.199999, 0], 'normal': [0, 1, 0]}}}, 'supports': {"             \
  "'left': {'on': 'left', 'axes': 'x'}, 'back': {'on': 'back', 'axes': 'z'}, "                     \
  "'floor': {'on': 'floor', 'axes': 'y'}, 'top': {'on': 'top', 'axes': 'y', 'motion': "            \
  "{'move': [[0, 0, 0, 0], [1, 0, -0.0034, 0]]}}}"

static const Box blocks[2] = {{{0, 0, 0}, {0.1, 0.1, 0.1}, 4}, {{0, 0.1, 0}, {0.1, 0.2, 0.1}, 3}};
static const Box equal_blocks[2] = {{{0, 0, 0}, {0.1, 0.1, 0.1}, 3},
                                    {{0, 0.1, 0}, {0.1, 0.2, 0.1}, 3}};

// one is 3 mm in the other, and nobody presses
static const Box overlapping[2] = {{{0, 0, 0}, {0.1, 0.103, 0.1}, 3},
                                   {{0, 0.1, 0}, {0.1, 0.2, 0.1}, 4}};

// the lower one is wider
static const Box narrow[2] = {{{-0.05, 0, -0.05}, {0.15, 0.1, 0.15}, 4},
                              {{0, 0.1, 0}, {0.1, 0.2, 0.1}, 3}};

static Rig touching(const Box* box, const BrnSolverDef* def, int workers) {
  BrnSolverDef with = *def;
  with.contact = true;
  Rig rig = boxes_make(box, 2, BLOCKS, &with, workers);
  if (!rig.body) rig.body = emu_of(&rig)->body;
  return rig;
}

static BrnBodyContact* contact_of(const Rig* rig) { return brn__body_term(rig->body, "contact"); }

static double pressure_of(const Rig* rig, const BrnContactPlane* plane) {
  return brn__contact_pressure(plane, brn__contact_gap(plane, rig->body->x));
}

static double deepest(const Rig* rig) {
  double depth = 0;
  for (int i = 0; i < contact_of(rig)->count; i++) {
    depth = fmax(depth, -brn__contact_gap(&contact_of(rig)->plane[i], rig->body->x));
  }
  return depth;
}

// --------------------------------------------------------------------------------------- the patch

// All pressures are those of a bar that is pressed by what contact leaves of the way, and what
// either side asks adds up to the whole face.
static void blocks_press_evenly(void** unused) {
  (void)unused;
  for (int equal = 0; equal < 2; equal++) {
    BrnSolverDef def = brn_solver_def_default();
    Rig rig = touching(equal ? equal_blocks : blocks, &def, 2);
    rig_step_converges(&rig);
    ENSURE(rig.report.iterations <= 6);
    double even = YOUNG * (PRESSED - deepest(&rig)) / HEIGHT, area = 0, force = 0;
    for (int i = 0; i < contact_of(&rig)->count; i++) {
      const BrnContactPlane* plane = &contact_of(&rig)->plane[i];
      double p = pressure_of(&rig, plane);
      area += plane->area, force += plane->area * p;
      ENSURE_NEAR(fabs(plane->normal[1]), 1, 1e-3);
      if (equal) ENSURE_NEAR(p, even, 0.02 * even);
    }
    ENSURE_NEAR(area, SIDE * SIDE, 1e-12);
    ENSURE_NEAR(force, even * SIDE * SIDE, 0.02 * even * SIDE * SIDE);
    rig_done(&rig);
  }
}

// two parts, how deep the one is in the other, and whether that is more than was asked for
static void depth_is_told(void** unused) {
  (void)unused;
  for (int hard = 0; hard < 2; hard++) {
    BrnSolverDef def = brn_solver_def_default();
    Rig rig = touching(blocks, &def, 2);
    if (hard) rig.input->support[3].translation[1] *= 8;
    rig_step_converges(&rig);
    const BrnStepReport* r = &rig.report;
    ENSURE(r->contacts >= 16 && r->contacts <= contact_of(&rig)->count);
    ENSURE(r->contact_depth > 0);
    ENSURE_NEAR(r->contact_depth, deepest(&rig), 1e-12);
    ENSURE(r->contact_parts[0] + r->contact_parts[1] == 1);
    ENSURE(r->contact_excess > 0 && r->contact_excess <= 1); // multipliers see to that
    ENSURE(brn_step_report_value(r, "contacts") == r->contacts);
    ENSURE(brn_step_report_value(r, "contact_depth") == r->contact_depth);
    rig_done(&rig);
  }
}

// points that came too late to be pushed, and are too deep
static void what_is_missed_is_not_converged(void** unused) {
  (void)unused;
  for (int mute = 0; mute < 2; mute++) {
    BrnSolverDef def = brn_solver_def_default();
    Rig rig = touching(blocks, &def, 2);
    rig_step_converges(&rig);
    for (int i = 0; i < contact_of(&rig)->count; i++) {
      contact_of(&rig)->plane[i].mute = mute == 1;
      contact_of(&rig)->plane[i].rest += 0.01; // m
    }
    BrnStepReport report = rig.report;
    brn__terms_tell(rig.ctx, rig.body, &report);
    ENSURE_INT(report.outcome, mute ? BRN_STALLED : BRN_CONVERGED);
    ENSURE(report.contact_excess > 1);
    rig_done(&rig);
  }
}

static void what_overlaps_at_rest_is_free(void** unused) {
  (void)unused;
  BrnSolverDef def = brn_solver_def_default();
  Rig rig = touching(overlapping, &def, 2);
  ENSURE_OK(rig.ctx, brn_drive_fill(rig.drive, 0, rig.state, rig.input));
  rig_step_converges(&rig);
  ENSURE(contact_of(&rig)->count > 40);
  ENSURE(memcmp(rig.state->position, rig.model->mesh->position,
                3 * sizeof(double) * (size_t)rig.state->vertex_count) == 0);
  rig_done(&rig);
}

static void multipliers_take_what_is_too_deep(void** unused) {
  (void)unused;
  BrnSolverDef def = brn_solver_def_default();
  Rig rig = touching(blocks, &def, 2);
  rig.input->support[3].translation[1] *= 8;
  rig_step_converges(&rig);
  ENSURE(contact_of(&rig)->pass > 0);
  for (int i = 0; i < contact_of(&rig)->count; i++) {
    const BrnContactPlane* plane = &contact_of(&rig)->plane[i];
    double depth = -brn__contact_gap(plane, rig.body->x);
    ENSURE(depth <= 0.02 * contact_of(&rig)->outside->point_depth[plane->point]);
  }
  rig_done(&rig);
}

// ------------------------------------------------------------------------------------- derivatives

// The upper block is pushed onto the lower one, and aside, so that no place is on an edge; their
// faces stay flat. It is not deep in it, but pressed by multipliers.
static void press_blocks(Rig* rig) {
  static const double way[3] = {0.021, -1e-5, 0.017};
  rig_load(rig);
  for (int i = 0; i < 3 * rig->body->nodes->count; i++) {
    int vertex = rig->body->nodes->vertex[i / 3];
    if (vertex >= 125) rig->body->y[i] += way[i % 3];
  }
  brn__terms_begin(rig->ctx, rig->body);
  for (int i = 0; i < contact_of(rig)->count; i++) contact_of(rig)->plane[i].multiplier = 3e4;
}

static void gradient_at(Rig* rig, bool anew, double* out) {
  BrnBody* body = rig->body;
  brn__nodes_to_points(rig->ctx, body->nodes, body->y, body->x);
  if (anew) ENSURE_OK(rig->ctx, brn__body_contact_look(rig->ctx, contact_of(rig), body->x));
  memset(body->g, 0, 3 * sizeof(double) * (size_t)body->nodes->row_count);
  brn__body_contact_evaluate(rig->ctx, contact_of(rig), body, BRN_WANT_STRESS);
  memcpy(out, body->g, 3 * sizeof(double) * (size_t)body->nodes->row_count);
}

typedef struct Bent {
  Rig rig;
  int count; // of the rows' numbers
  double *start, *d, *low, *high, *product;
} Bent;

static Bent bent_make(void) {
  BrnSolverDef def = brn_solver_def_default();
  Bent b = {.rig = touching(narrow, &def, 2)};
  b.count = 3 * b.rig.body->nodes->row_count;
  double** list[] = {&b.start, &b.d, &b.low, &b.high, &b.product};
  for (int i = 0; i < 5; i++) {
    *list[i] = calloc((size_t)(3 * b.rig.body->nodes->count), sizeof(double));
  }
  press_blocks(&b.rig);
  memcpy(b.start, b.rig.body->y, 3 * sizeof(double) * (size_t)b.rig.body->nodes->count);
  for (int i = 0; i < b.count; i++) { // flat faces stay flat, but turn
    int node = b.rig.body->nodes->row_node[i / 3];
    const double* X = rig_rest(&b.rig, b.rig.body->nodes->vertex[node]);
    if (b.rig.body->nodes->held[node] >> (i % 3) & 1) continue;
    bool upper = b.rig.body->nodes->vertex[node] >= 125;
    double up = upper ? 0.7 * X[0] - 0.2 * X[2] : 0.5 * X[2] - 0.3 * X[0];
    b.d[i] = i % 3 == 1 ? up : 0.4 * X[i % 3];
  }
  return b;
}

static void bent_done(Bent* b) {
  double* list[] = {b->start, b->d, b->low, b->high, b->product};
  for (int i = 0; i < 5; i++) free(list[i]);
  rig_done(&b->rig);
}

static void bent_put(Bent* b, double s) {
  BrnBody* body = b->rig.body;
  memcpy(body->y, b->start, 3 * sizeof(double) * (size_t)body->nodes->count);
  brn__nodes_add_rows(body->nodes, s, b->d, body->y);
  brn__nodes_to_points(b->rig.ctx, body->nodes, body->y, body->x);
}

static void forces_are_the_slope_of_the_energy(void** unused) {
  (void)unused;
  Bent b = bent_make();
  const BrnBodyContact* c = contact_of(&b.rig);
  double h = 1e-7, energy[2], slope = 0;
  gradient_at(&b.rig, true, b.low);
  for (int i = 0; i < b.count; i++) slope += b.low[i] * b.d[i];
  for (int i = 0; i < 2; i++) {
    bent_put(&b, i == 0 ? -h : h);
    energy[i] = brn__body_contact_energy(c, b.rig.body->x);
  }
  ENSURE(fabs(slope) > 1e-2);
  ENSURE_NEAR((energy[1] - energy[0]) / (2 * h), slope, 1e-6 * fabs(slope));
  bent_done(&b);
}

// how far the stiffness is from differences of the gradient with planes anew at each shape
static double stiffness_error(Bent* b, BrnWant want) {
  BrnBody* body = b->rig.body;
  double h = 1e-7, error = 0, size = 0;
  bent_put(b, 0), gradient_at(&b->rig, true, b->low);
  brn__low_ranks_clear(&body->pieces);
  brn__body_contact_evaluate(b->rig.ctx, contact_of(&b->rig), body, want);
  memset(b->product, 0, sizeof(double) * (size_t)b->count);
  brn__low_ranks_multiply_add(&body->pieces, 1, b->d, b->product);
  bent_put(b, -h), gradient_at(&b->rig, true, b->low);
  bent_put(b, h), gradient_at(&b->rig, true, b->high);
  for (int i = 0; i < b->count; i++) {
    double wanted = (b->high[i] - b->low[i]) / (2 * h), miss = b->product[i] - wanted;
    error += miss * miss, size += wanted * wanted;
  }
  return sqrt(error / size);
}

static void stiffness_knows_that_triangles_turn(void** unused) {
  (void)unused;
  Bent b = bent_make();
  double turning = stiffness_error(&b, BRN_WANT_STIFFNESS);
  double still = stiffness_error(&b, BRN_WANT_DEFINITE);
  printf("turning %g still %g\n", turning, still);
  ENSURE(turning < 1e-3 && still > 10 * turning);
  bent_done(&b);
}

// ----------------------------------------------------------------------------------------- methods

static void methods_agree(void** unused) {
  (void)unused;
  static const struct {
    const char* method;
    BrnLinearSolver linear;
  } list[] = {{"newton", BRN_LINEAR_DIRECT},    {"newton", BRN_LINEAR_LAPLACE},
              {"newton", BRN_LINEAR_COROTATED}, {"lbfgs", BRN_LINEAR_AUTO},
              {"bcqn", BRN_LINEAR_AUTO},        {"emu", BRN_LINEAR_AUTO}};
  double* first = NULL;
  for (size_t m = 0; m < sizeof list / sizeof list[0]; m++) {
    BrnSolverDef def = brn_solver_def_default();
    brn_solver_def_choose(&def, list[m].method);
    def.linear = list[m].linear;
    def.balance = 1e-6;
    Rig rig = touching(blocks, &def, 2);
    rig_step_ends(&rig);
    size_t size = 3 * (size_t)rig.state->vertex_count;
    if (!first) {
      first = malloc(sizeof(double) * size);
      memcpy(first, rig.state->position, sizeof(double) * size);
    }
    for (size_t i = 0; i < size; i++) {
      ENSURE_NEAR(rig.state->position[i], first[i],
                  strcmp(list[m].method, "emu") == 0 ? 2e-5 : 1e-6);
    }
    rig_done(&rig);
  }
  free(first);
}

// what contact does to the blocks is told with what else holds them: in balance nothing is left
static void forces_are_told(void** unused) {
  (void)unused;
  BrnSolverDef def = brn_solver_def_default();
  Rig rig = touching(blocks, &def, 2);
  rig_step_converges(&rig);
  BrnInspection seen = {0};
  size_t vertices = (size_t)rig.state->vertex_count, tets = (size_t)rig.model->mesh->tet_count;
  seen.stress = calloc(9 * tets, sizeof(double));
  seen.energy = calloc(tets, sizeof(double));
  seen.load = calloc(3 * vertices, sizeof(double));
  seen.inertia = calloc(3 * vertices, sizeof(double));
  seen.carrier = calloc(vertices, sizeof(int));
  seen.ring = calloc(1, sizeof *seen.ring), seen.support = calloc(4, sizeof *seen.support);
  ENSURE_OK(rig.ctx, brn__body_inspect(rig.ctx, rig.body, rig.state, &seen));
  double up[2] = {0}; // on the lower block, on the upper one
  for (size_t v = 0; v < vertices; v++) up[v >= 125] += seen.inertia[3 * v + 1];
  ENSURE(up[1] > 10);
  ENSURE_NEAR(up[0] + up[1], 0, 1e-12 * up[1]);
  void* list[] = {seen.stress,  seen.energy, seen.load,   seen.inertia,
                  seen.carrier, seen.ring,   seen.support};
  for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) free(list[i]);
  rig_done(&rig);
}

static void workers_do_not_change_bits(void** unused) {
  (void)unused;
  BrnSolverDef def = brn_solver_def_default();
  Rig one = touching(blocks, &def, 1), three = touching(blocks, &def, 3);
  rig_step_converges(&one);
  rig_step_converges(&three);
  ENSURE(memcmp(one.state->position, three.state->position,
                3 * sizeof(double) * (size_t)one.state->vertex_count) == 0);
  rig_done(&one);
  rig_done(&three);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(blocks_press_evenly),
      cmocka_unit_test(depth_is_told),
      cmocka_unit_test(what_is_missed_is_not_converged),
      cmocka_unit_test(what_overlaps_at_rest_is_free),
      cmocka_unit_test(multipliers_take_what_is_too_deep),
      cmocka_unit_test(forces_are_the_slope_of_the_energy),
      cmocka_unit_test(stiffness_knows_that_triangles_turn),
      cmocka_unit_test(methods_agree),
      cmocka_unit_test(forces_are_told),
      cmocka_unit_test(workers_do_not_change_bits),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
