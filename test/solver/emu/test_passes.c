// SPDX-License-Identifier: Apache-2.0

#include "solver/body/boxes_test.h"
#include "solver/emu/emu.h"

#include <math.h>

// Loads that depend on the shape, and materials without an energy, beside newton.

static const double degree = 0.017453292519943295;

static BrnSolverDef def_of(const char* method) {
  BrnSolverDef def = brn_solver_def_default();
  brn_solver_def_choose(&def, method);
  def.locking = BRN_LOCKING_OFF;
  return def;
}

typedef struct Pair {
  Rig emu, newton;
} Pair;

static Pair pair_make(const char* text, double alpha) {
  BrnSolverDef emu = def_of("emu"), newton = def_of("newton");
  emu_put(&emu, alpha, alpha);
  emu.tolerance = 1e-5;
  emu.iterations = 2000;
  return (Pair){rig_with(text, &emu, 2), rig_with(text, &newton, 2)};
}

static void pair_done(Pair* pair) {
  rig_done(&pair->emu);
  rig_done(&pair->newton);
}

// largest distance, and how far newton has moved
static double apart(const Pair* pair, double* moved) {
  double most = 0;
  *moved = 0;
  for (int v = 0; v < pair->emu.state->vertex_count; v++) {
    most = fmax(most, brn__distance3(rig_now(&pair->emu, v), rig_now(&pair->newton, v)));
    *moved = fmax(*moved, brn__distance3(rig_rest(&pair->emu, v), rig_now(&pair->newton, v)));
  }
  return most;
}

// ---------------------------------------------------------------------------------------- pressure

// a column that suction on one side bends: at its end the faces have turned
static const char bent[] =
    "{'brawn': 1, 'mesh': {'shape': {'shape': 'block', 'tets': 150}}, 'gravity': [0, 0, 0], "
    "'materials': {'flesh': {'like': 'muscle', 'young': 6e4, 'poisson': 0.4}}, 'muscles': {'m': "
    "{'labels': 'muscle', 'origin': {'select': 'low'}, 'insertion': {'select': 'high'}, 'fibres': "
    "{'from': 'constant', 'axis': [0, 1, 0]}, 'material': 'flesh', 'activation': 0}}, "
    "'selections': {'low': {'plane': {'point': [0, 1e-6, 0], 'normal': [0, -1, 0]}}, 'high': "
    "{'plane': {'point': [0, 0.099999, 0], 'normal': [0, 1, 0]}}, 'left': {'plane': {'point': "
    "[-0.049999, 0, 0], 'normal': [-1, 0, 0]}}}, 'supports': {'s': {'on': 'low'}}, 'loads': "
    "{'wind': {'on': 'left', 'kind': 'pressure', 'pressure': 5000}}}";

// how far the forces in force are from those on the faces at given positions, as a share
static double stale(const Rig* rig, const double* position) {
  BrnEmu* e = rig->solver->method;
  BrnBody* body = e->body;
  int count = 3 * body->nodes->count;
  double* force = malloc(sizeof(double) * (size_t)count);
  double difference = 0, size = 0;
  memcpy(force, body->dead, sizeof(double) * (size_t)count);
  for (int i = 0; i < body->nodes->count; i++) {
    brn__copy3(body->y + 3 * i, position + 3 * body->nodes->vertex[i]);
  }
  brn__body_load(rig->ctx, body);
  for (int i = 0; i < count; i++) {
    difference += (force[i] - body->dead[i]) * (force[i] - body->dead[i]);
    size += force[i] * force[i];
  }
  free(force);
  return sqrt(difference / size);
}

static void pressure_follows_the_faces(void** unused) {
  (void)unused;
  Pair pair = pair_make(bent, 100);
  double moved;
  rig_step_ends(&pair.emu);
  rig_step_ends(&pair.newton);
  double error = apart(&pair, &moved);
  ENSURE(moved > 0.02);
  ENSURE(error < 0.06 * moved); // what alpha softens
  ENSURE(stale(&pair.emu, pair.emu.model->mesh->position) > 0.2);
  rig_step(&pair.emu); // once more, as looking has changed the forces
  ENSURE(stale(&pair.emu, pair.emu.state->position) < 1e-3);
  pair_done(&pair);
}

// ------------------------------------------------------------------------------------------ limits

#define FLEXED(limits)                                                                             \
  HANGING_BAR("150", "",                                                                           \
              ", 'joints': {'h': {'type': 'hinge', 'bones': ['top', 'base'], 'point': [0.06, 0, "  \
              "0], 'axis': [0, 0, 1]" limits "}}")

static double turned(const Rig* rig) {
  BrnPose pose = brn_state_bone_pose(rig->model, rig->state, 1);
  double log[3];
  brn_rotation_log(pose.rotation, log);
  return brn__norm3(log) * (log[2] < 0 ? -1 : 1);
}

// a muscle bends the lever to its limit and no farther, and the limit takes the moment that is left
static void limit_holds(void** unused) {
  (void)unused;
  Pair pair = pair_make(FLEXED(", 'limits': [-2, 2]"), 100);
  const BrnEmu* e = pair.emu.solver->method;
  for (int frame = 1; frame <= 2; frame++) {
    ENSURE_OK(pair.emu.ctx,
              brn_drive_fill(pair.emu.drive, frame / 2.0, pair.emu.state, pair.emu.input));
    ENSURE_OK(pair.newton.ctx,
              brn_drive_fill(pair.newton.drive, frame / 2.0, pair.newton.state, pair.newton.input));
    rig_step(&pair.emu);
    rig_step_ends(&pair.newton);
  }
  const BrnLimit *limit = e->body->constraints->limit,
                 *truth = pair.newton.body->constraints->limit;
  double moved;
  ENSURE(pair.emu.report.outcome != BRN_BROKE_DOWN);
  ENSURE_NEAR(fabs(turned(&pair.newton)), 2 * degree, 1e-5);
  ENSURE_NEAR(turned(&pair.emu), turned(&pair.newton), 2.1e-3);
  ENSURE_NEAR(limit->angle, truth->angle, 2.1e-3);
  ENSURE(fabs(truth->moment) > 0.1);
  ENSURE_NEAR(limit->moment / truth->moment, 1, 0.08);
  ENSURE(apart(&pair, &moved) < 0.002);
  pair_done(&pair);
}

// inside of the range it is as if there were none, to the bit
static void limit_is_not_felt_inside_of_the_range(void** unused) {
  (void)unused;
  BrnSolverDef def = def_of("emu");
  Rig with = rig_with(FLEXED(", 'limits': [-80, 80]"), &def, 2),
      without = rig_with(FLEXED(""), &def, 2);
  rig_step(&with);
  rig_step(&without);
  ENSURE_INT(with.report.iterations, without.report.iterations);
  for (int i = 0; i < 3 * with.state->vertex_count; i++) {
    ENSURE(with.state->position[i] == without.state->position[i]);
  }
  rig_done(&with);
  rig_done(&without);
}

// --------------------------------------------------------------------------------------- no energy

#define CAUCHY                                                                                     \
  "{'brawn': 1, 'mesh': {'shape': {'shape': 'bar', 'tets': 150}}, 'materials': {'flesh': "         \
  "{'density': 1060, 'active_stress': {'measure': 'cauchy'}, 'young': 6e4, 'poisson': 0.4}}, "     \
  "'bones': {'top': "                                                                              \
  "{'labels': 'bone_proximal', 'fixed': true}, 'base': {'labels': 'bone_distal'}}, 'muscles': "    \
  "{'m': {'labels': 'muscle', 'origin': 'top', 'insertion': 'base', 'material': 'flesh', "         \
  "'tension': 2e4}}, 'loads': {'payload': {'on': 'base', 'vector': [0, -1, 0]}}}"

// stress that is no gradient of an energy: its energy is zero, and a search by it would not end
static void constant_cauchy_stress_contracts_as_in_newton(void** unused) {
  (void)unused;
  Pair pair = pair_make(CAUCHY, 100);
  const BrnEmu* e = pair.emu.solver->method;
  double moved;
  ENSURE(e->body->elements->path_dependent);
  for (int i = 0; i < pair.emu.model->unit_count; i++) {
    pair.emu.input->activation[i] = pair.newton.input->activation[i] = 1;
  }
  rig_step_ends(&pair.emu);
  rig_step_ends(&pair.newton);
  double error = apart(&pair, &moved);
  ENSURE(moved > 0.02);
  ENSURE(error < 0.02 * moved);
  pair_done(&pair);
}

TEST_MAIN(cmocka_unit_test(pressure_follows_the_faces), cmocka_unit_test(limit_holds),
          cmocka_unit_test(limit_is_not_felt_inside_of_the_range),
          cmocka_unit_test(constant_cauchy_stress_contracts_as_in_newton))
