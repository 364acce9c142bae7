// SPDX-License-Identifier: Apache-2.0
//
// That no solid locks: every one of the registry is cured, its derivatives are those of its energy,
// and it bends as it should where it is nearly incompressible.

#include "solids_test.h"

// ------------------------------------------------------------------------------------- derivatives

static Rig shaken_block(const char* kind, double size, BrnLockingCure cure) {
  char text[3000], solid[400];
  BrnSolverDef def = brn_solver_def_default();
  TestRandom random = {3};
  def.locking = cure;
  solid_text(kind, 6e4, 0.48, solid, sizeof solid);
  snprintf(text, sizeof text, BLOCK_SCENE("%s", ", 'supports': {" BLOCK_ROLLERS "}"), solid);
  Rig rig = rig_with(text, &def, 2);
  rig_load(&rig);
  rig_shake(&rig, &random, size);
  return rig;
}

// a direction of the unknowns
static double* aim(const Rig* rig) {
  const BrnNodes* nodes = rig->body->nodes;
  double* p = malloc(sizeof(double) * 3 * (size_t)nodes->row_count);
  TestRandom random = {4};
  for (int i = 0; i < 3 * nodes->row_count; i++) {
    bool held = nodes->held[nodes->row_node[i / 3]] >> (i % 3) & 1;
    p[i] = test_random(&random, -1, 1) * !held;
  }
  return p;
}

static void move(Rig* rig, double s, const double* p) {
  const BrnNodes* nodes = rig->body->nodes;
  for (int i = 0; i < 3 * nodes->row_count; i++)
    rig->body->y[3 * nodes->row_node[i / 3] + i % 3] += s * p[i];
}

// differences of energy and gradient over 2 h p, less what they should be, over their size
typedef struct Errors {
  double gradient, stiffness;
} Errors;

static Errors errors_along(Rig* rig, const double* p, double h) {
  BrnBody* body = rig->body;
  size_t count = 3 * (size_t)body->nodes->row_count;
  double *Kp = malloc(sizeof(double) * count), *up = malloc(sizeof(double) * count);
  double slope = 0, energy[2], worst = 0, size = 0;
  brn__body_evaluate(rig->ctx, body, BRN_WANT_STIFFNESS, &rig->report);
  brn__blocks_multiply(rig->ctx, body->K, p, Kp);
  for (size_t i = 0; i < count; i++) slope += body->g[i] * p[i];
  for (int side = 0; side < 2; side++) {
    move(rig, side == 0 ? h : -2 * h, p);
    energy[side] = brn__body_energy(rig->ctx, body, body->y).inside;
    brn__body_evaluate(rig->ctx, body, BRN_WANT_STRESS, &rig->report);
    if (side == 0) memcpy(up, body->g, sizeof(double) * count);
  }
  for (size_t i = 0; i < count; i++) {
    worst = fmax(worst, fabs((up[i] - body->g[i]) / (2 * h) - Kp[i]));
    size = fmax(size, fabs(Kp[i]));
  }
  move(rig, h, p);
  free(Kp);
  free(up);
  return (Errors){fabs((energy[0] - energy[1]) / (2 * h) / slope - 1), worst / size};
}

static void every_solid_has_the_derivatives_of_its_energy(void** unused) {
  (void)unused;
  for (int k = 0; k < brn_material_kind_count(); k++) {
    BrnMaterialKind kind = brn_material_kind(k);
    if (kind.adds) continue;
    Rig rig = shaken_block(kind.name, 3e-3, BRN_LOCKING_ON);
    double* p = aim(&rig);
    ENSURE(rig.body->averages && rig.body->averages->count > 20);
    Errors errors = errors_along(&rig, p, 1e-7);
    if (errors.gradient > 1e-6 || errors.stiffness > 1e-6) print_error("%s\n", kind.name);
    ENSURE_NEAR(errors.gradient, 0, 1e-6);
    ENSURE_NEAR(errors.stiffness, 0, 1e-6);
    free(p);
    rig_done(&rig);
  }
}

// a solid that is linear is so with its volumes shared, however far it is moved
static void linear_solid_stays_linear(void** unused) {
  (void)unused;
  Rig rig = shaken_block("linear", 0.05, BRN_LOCKING_ON);
  double* p = aim(&rig);
  Errors errors = errors_along(&rig, p, 0.05);
  ENSURE_NEAR(errors.stiffness, 0, 1e-10);
  ENSURE_NEAR(errors.gradient, 0, 1e-10);
  free(p);
  rig_done(&rig);
}

// ---------------------------------------------------------------------------------- uniform states

// all nodes by one deformation gradient
static void deform(Rig* rig, const double A[9]) {
  for (int i = 0; i < rig->body->nodes->count; i++) {
    brn__mul3(rig->body->y + 3 * i, A, rig_rest(rig, rig->body->nodes->vertex[i]));
  }
}

// The patch test: in a uniform strain, be it large, turned or crushed, tets that share volumes have
// the energy and the forces of plain ones, and nothing pulls at vertices inside.
static void uniform_strains_are_exact(void** unused) {
  (void)unused;
  static const double strains[3][9] = {{1.2, 0.1, 0, -0.2, 0.9, 0.1, 0, 0.05, 0.8},
                                       {0.1, -1.1, 0, 0.9, 0.2, 0.1, 0.1, 0, 1},
                                       {0.5, 0, 0.1, 0, 0.6, 0, 0, 0.1, 0.7}};
  for (int k = 0; k < 3 * brn_material_kind_count(); k++) {
    BrnMaterialKind kind = brn_material_kind(k / 3);
    if (kind.adds) continue;
    Rig cured = shaken_block(kind.name, 0, BRN_LOCKING_ON);
    Rig plain = shaken_block(kind.name, 0, BRN_LOCKING_OFF);
    ENSURE(cured.body->averages && !plain.body->averages);
    int rows = cured.body->nodes->row_count, inside = 0;
    double size = 0;
    for (int c = 0; c < 2; c++) {
      Rig* rig = c ? &plain : &cured;
      deform(rig, strains[k % 3]);
      brn__body_evaluate(rig->ctx, rig->body, BRN_WANT_STRESS, &rig->report);
      for (int i = 0; i < 3 * rows; i++) size = fmax(size, fabs(rig->body->g[i]));
    }
    ENSURE(size > 1);
    ENSURE_NEAR(brn__body_energy(cured.ctx, cured.body, cured.body->y).inside /
                    brn__body_energy(plain.ctx, plain.body, plain.body->y).inside,
                1, 1e-12);
    for (int r = 0; r < rows; r++) {
      const double* x = rig_rest(&cured, cured.body->nodes->vertex[cured.body->nodes->row_node[r]]);
      bool deep = fabs(x[0]) < 0.04 && fabs(x[1] - 0.05) < 0.04 && fabs(x[2]) < 0.04;
      inside += deep;
      for (int i = 3 * r; i < 3 * r + 3; i++) {
        ENSURE_NEAR(cured.body->g[i] / size, plain.body->g[i] / size, 1e-11);
        if (deep) ENSURE_NEAR(cured.body->g[i] / size, 0, 1e-11);
      }
    }
    ENSURE(inside > 5);
    rig_done(&cured);
    rig_done(&plain);
  }
}

// ----------------------------------------------------------------------------------------- bending
// Cook's membrane at nu = 0.499 under a thousandth of its load, in plane strain: small strains, so
// all solids have one answer. Fibres are across the plane, where nothing is stretched. The middle
// of the right side goes up by 7.70 mm for the whole load: quadrilaterals with quadratic
// displacements and linear pressures, and the linear solid, give 7.629, 7.669, 7.687, 7.696 mm for
// 4, 8, 16, 32 of them along a side.

static const double cook_middle = 7.70e-6;

#define COOK_OF                                                                                    \
  "{'brawn': 1, 'mesh': {'file': 'cook.vtu'}, 'gravity': [0, 0, 0], 'materials': {'rubber': %s}, " \
  "'muscles': {'m': {'labels': '1', 'origin': {'select': 'left'}, 'insertion': {'select': "        \
  "'right'}, 'fibres': {'from': 'constant', 'axis': [0, 0, 1]}, 'material': 'rubber', 'tension': " \
  "1, 'activation': 0}}, 'selections': {'left': {'plane': {'point': [1e-7, 0, 0], 'normal': [-1, " \
  "0, 0]}}, 'right': {'plane': {'point': [0.0479999, 0, 0], 'normal': [1, 0, 0]}}}, 'supports': "  \
  "{'clamp': {'on': 'left'}, 'plane': {'on': 'm', 'axes': 'z'}}, 'loads': {'shear': {'on': "       \
  "'right', 'kind': 'traction', 'vector': [0, 6250, 0]}}}"

static double cook_of(const char* kind, int n, BrnLockingCure cure) {
  BrnSolverDef def = brn_solver_def_default();
  Rig rig = {.ctx = test_context()};
  char folder[64], text[3000], solid[400];
  def.locking = cure;
  def.tolerance = 1e-12;
  model_folder(folder);
  cook_write(rig.ctx, folder, n);
  solid_text(kind, 2.40565e8, 0.499, solid, sizeof solid);
  snprintf(text, sizeof text, COOK_OF, solid);
  ENSURE_OK(rig.ctx, model_try_in(rig.ctx, folder, text, &rig.model));
  model_remove_folder(folder);
  rig_solver(&rig, &def);
  rig_step_converges(&rig);
  double reach = tip_of(&rig, (n + 1) * (n / 2) + n, 1).reach;
  rig_done(&rig);
  return reach;
}

static void no_solid_locks(void** unused) {
  (void)unused;
  for (int k = 0; k < brn_material_kind_count(); k++) {
    BrnMaterialKind kind = brn_material_kind(k);
    if (kind.adds) continue;
    double plain = cook_of(kind.name, 16, BRN_LOCKING_OFF) / cook_middle;
    double cured = cook_of(kind.name, 32, BRN_LOCKING_AUTO) / cook_middle;
    if (getenv("BRN_LOCKING_TABLE")) {
      printf("%-24s plain, 16 %.3f; cured, 8 %.3f, 16 %.3f, 32 %.3f\n", kind.name, plain,
             cook_of(kind.name, 8, BRN_LOCKING_AUTO) / cook_middle,
             cook_of(kind.name, 16, BRN_LOCKING_AUTO) / cook_middle, cured);
    }
    if (!(cured > 0.96 && cured < 1.005)) print_error("%s\n", kind.name);
    ENSURE(plain < 0.7);
    ENSURE(cured > 0.96 && cured < 1.005);
  }
}

TEST_MAIN(cmocka_unit_test(every_solid_has_the_derivatives_of_its_energy),
          cmocka_unit_test(linear_solid_stays_linear), cmocka_unit_test(uniform_strains_are_exact),
          cmocka_unit_test(no_solid_locks))
