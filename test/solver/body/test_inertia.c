// SPDX-License-Identifier: Apache-2.0

#include "chain_test.h"
#include "dynamics_test.h"

static Rig chain(void) {
  BrnSolverDef def = dynamic_def(BRN_BDF1);
  return chain_make(CHAIN_SCENE(CHAIN_BODY), &def);
}

static double* random_nodes(const BrnBody* body, uint64_t seed) {
  TestRandom random = {seed};
  double* d = malloc(3 * sizeof(double) * (size_t)body->nodes->count);
  for (int i = 0; i < 3 * body->nodes->count; i++) d[i] = test_random(&random, -1, 1);
  return d;
}

// half of m |S d|^2, point by point
static double energy_of_points(Rig* rig, const double* d) {
  double sum = 0;
  brn__nodes_to_points(rig->ctx, rig->body->nodes, d, rig->body->x);
  for (int v = 0; v < rig->model->mesh->vertex_count; v++) {
    const double* x = rig->body->x + 3 * v;
    sum += rig->model->mass[v] * brn__dot3(x, x) / 2;
  }
  return sum;
}

// given nodes alone have a part that the solver leaves out
static void energy_is_that_of_the_vertices(void** unused) {
  (void)unused;
  Rig rig = chain();
  const BrnNodes* nodes = rig.body->nodes;
  double *d = random_nodes(rig.body, 1), *given = random_nodes(rig.body, 1);
  for (int i = 0; i < 3 * nodes->count; i++) given[i] = nodes->row[i / 3] < 0 ? d[i] : 0;
  double whole = energy_of_points(&rig, d), left_out = energy_of_points(&rig, given);
  double energy = brn__inertia_energy(rig.ctx, brn__body_term(rig.body, "inertia"), d);
  ENSURE(left_out > 0);
  ENSURE_NEAR((energy + left_out) / whole, 1, 1e-12);
  free(d);
  free(given);
  rig_done(&rig);
}

// forces on the points, through the map
static void forces_are_those_of_the_vertices(void** unused) {
  (void)unused;
  Rig rig = chain();
  BrnBody* body = rig.body;
  double *d = random_nodes(body, 2), *f = calloc(3 * (size_t)body->nodes->count, sizeof(double));
  double* rows = calloc(3 * (size_t)body->nodes->row_count, sizeof(double));
  brn__nodes_to_points(rig.ctx, body->nodes, d, body->x);
  for (int p = 0; p < body->nodes->point_count; p++) {
    double mass = p < rig.model->mesh->vertex_count ? rig.model->mass[p] : 0;
    for (int a = 0; a < 3; a++) body->point_force[3 * p + a] = mass * body->x[3 * p + a];
  }
  brn__nodes_add_forces(body->nodes, body->point_force, f);
  brn__inertia_add_forces(rig.ctx, brn__body_term(body, "inertia"), 2, d, rows);
  for (int i = 0; i < 3 * body->nodes->row_count; i++) {
    int node = body->nodes->row_node[i / 3];
    bool held = body->nodes->held[node] >> (i % 3) & 1;
    ENSURE_NEAR(rows[i], held ? 0 : 2 * f[3 * node + i % 3], 1e-14);
  }
  free(d);
  free(f);
  free(rows);
  rig_done(&rig);
}

// and the matrix has them too, where the nodes are free
static void blocks_are_those_of_the_forces(void** unused) {
  (void)unused;
  Rig rig = chain();
  BrnBody* body = rig.body;
  int rows = body->nodes->row_count;
  double* d = random_nodes(body, 3);
  double *x = calloc(3 * (size_t)rows, sizeof(double)),
         *y = calloc(3 * (size_t)rows, sizeof(double));
  double* f = calloc(3 * (size_t)rows, sizeof(double));
  for (int i = 0; i < 3 * body->nodes->count; i++) {
    int row = body->nodes->row[i / 3];
    if (row < 0 || body->nodes->held[i / 3] >> (i % 3) & 1) d[i] = 0;
    if (row >= 0) x[3 * row + i % 3] = d[i];
  }
  memset(body->K->value, 0, sizeof(double) * 9 * (size_t)body->K->start[body->K->row_count]);
  brn__inertia_add_blocks(rig.ctx, brn__body_term(body, "inertia"), 3, body->K);
  brn__gather_mask(rig.ctx, body->gather, body->K);
  brn__blocks_multiply(rig.ctx, body->K, x, y);
  brn__inertia_add_forces(rig.ctx, brn__body_term(body, "inertia"), 3, d, f);
  for (int i = 0; i < 3 * rows; i++) ENSURE_NEAR(y[i], f[i], 1e-14);
  free(d);
  free(x);
  free(y);
  free(f);
  rig_done(&rig);
}

// a motion of all as one has the whole mass; the given part of it is left out
static void masses_add_up(void** unused) {
  (void)unused;
  BrnSolverDef def = dynamic_def(BRN_BDF1);
  Rig rig = quiet_rig(FREE_BLOCK, &def);
  double* d = malloc(3 * sizeof(double) * (size_t)rig.body->nodes->count);
  for (int i = 0; i < 3 * rig.body->nodes->count; i++) d[i] = i % 3 == 1;
  ENSURE_NEAR(brn__inertia_energy(rig.ctx, brn__body_term(rig.body, "inertia"), d),
              rig_mass(&rig) / 2, 1e-12);
  free(d);
  rig_done(&rig);
}

// ---------------------------------------------------------------------------------------- pendulum
// A bone on a hinge, with flesh that is next to nothing. Gravity leans by 0.04 rad: the bone swings
// about the line of it, and stands still again after half a period.

#define PENDULUM                                                                                   \
  "{'brawn': 1, 'mesh': {'shape': {'shape': 'bar', 'tets': 3000, 'bone': 0.09}}, 'materials': "    \
  "{'flesh': {'like': 'muscle', 'young': 1, 'poisson': 0, 'density': 0.1}}, 'bones': {'top': "     \
  "{'labels': 'bone_proximal', 'fixed': true}, 'base': {'labels': 'bone_distal'}}, 'muscles': "    \
  "{'m': {'labels': 'muscle', 'origin': 'top', 'insertion': 'base', 'material': 'flesh', "         \
  "'tension': 1e-3}}, 'joints': {'j': {'type': 'hinge', 'bones': ['top', 'base'], 'point': [0, "   \
  "0.1, 0], 'axis': [0, 0, 1]}}}"

static void bone_swings_as_a_physical_pendulum(void** unused) {
  (void)unused;
  BrnSolverDef def = dynamic_def(BRN_BDF2);
  Rig rig = quiet_rig(PENDULUM, &def);
  const BrnModelBone* bone = &rig.model->bone[1];
  double d[3], lean = 0.04, speed = 0, before = 0;
  brn__sub3(d, bone->centre, rig.model->joint[0].point);
  double inertia = bone->inertia[8] + bone->mass * (d[0] * d[0] + d[1] * d[1]);
  double period = 2 * M_PI * sqrt(inertia / (bone->mass * 9.81 * -d[1])) * (1 + lean * lean / 16);
  double h = period / 100;
  rig.input->gravity[0] = 9.81 * sin(lean), rig.input->gravity[1] = -9.81 * cos(lean);
  int low = bone->vertex[0];
  for (int i = 0; i < 10 || speed > 0; i++) {
    before = speed;
    rig_go(&rig, h);
    speed = rig.state->velocity[3 * low];
    ENSURE(i < 80);
  }
  ENSURE_NEAR(2 * (rig.state->time + h * speed / (before - speed)) / period, 1, 0.01);
  rig_done(&rig);
}

TEST_MAIN(cmocka_unit_test(energy_is_that_of_the_vertices),
          cmocka_unit_test(forces_are_those_of_the_vertices),
          cmocka_unit_test(blocks_are_those_of_the_forces), cmocka_unit_test(masses_add_up),
          cmocka_unit_test(bone_swings_as_a_physical_pendulum))
