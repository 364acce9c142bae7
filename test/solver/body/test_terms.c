// SPDX-License-Identifier: Apache-2.0

#include "rigid_test.h"
#include "solver/emu/admm.h"
#include "solver/emu/emu_test.h"
#include "solver/xpbd/xpbd.h"

#include <math.h>

// A term of nodes that no model has: a wall, whose code docs/solver-terms.md shows.
#include "wall_term.h"

#define WALL 0.028 // m: where the lowest bone of the chain would pass it

static const double across[3] = {0, 0, 1};

static void add_wall(Rig* rig) {
  if (!rig->body) emu_of(rig);
  ENSURE_OK(rig->ctx, wall_add(rig->ctx, rig->body, across, WALL, 3e3));
}

static Rig walled(const char* text, const BrnSolverDef* def) {
  Rig rig = chain_make(text, def);
  add_wall(&rig);
  return rig;
}

static double highest(const Rig* rig) {
  double high = -INFINITY;
  for (int v = 0; v < rig->state->vertex_count; v++) high = fmax(high, rig_now(rig, v)[2]);
  return high;
}

static double distance(const Rig* a, const Rig* b) {
  double most = 0;
  for (int i = 0; i < 3 * a->state->vertex_count; i++) {
    most = fmax(most, fabs(a->state->position[i] - b->state->position[i]));
  }
  return most;
}

// bones that hardly deform
static const char* stiff_chain(void) {
  static const char from[] = "'young': 1e6", to[] = "'young': 1e9";
  static char out[4000];
  strcpy(out, CHAIN_SCENE(CHAIN_BODY));
  char* at = strstr(out, from);
  ENSURE(at != NULL);
  memcpy(at, to, strlen(to));
  return out;
}

// -------------------------------------------------------------------------------------- the answer

static BrnSolverDef def_of(const char* method, BrnLinearSolver linear, BrnBoneModel bones) {
  BrnSolverDef def = brn_solver_def_default();
  brn_solver_def_choose(&def, method);
  def.linear = linear;
  def.bones = bones;
  def.tolerance = 1e-12;
  def.balance = 1e-6;
  def.iterations = 2000;
  return def;
}

static const struct {
  const char* method;
  BrnLinearSolver linear;
} ways[] = {{"newton", BRN_LINEAR_LAPLACE},
            {"newton", BRN_LINEAR_COROTATED},
            {"newton", BRN_LINEAR_AUTO},
            {"lbfgs", BRN_LINEAR_AUTO},
            {"bcqn", BRN_LINEAR_AUTO}};

static void ways_agree(BrnBoneModel bones) {
  BrnSolverDef def = def_of("newton", BRN_LINEAR_DIRECT, bones);
  Rig free = chain_make(CHAIN_SCENE(CHAIN_BODY), &def);
  Rig direct = walled(CHAIN_SCENE(CHAIN_BODY), &def);
  rig_step_converges(&free);
  rig_step_converges(&direct);
  ENSURE(highest(&free) > WALL + 2e-4);
  ENSURE(highest(&direct) < WALL + 1.1e-6);
  ENSURE(distance(&free, &direct) > 2e-4);
  for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
    def = def_of(ways[i].method, ways[i].linear, bones);
    Rig rig = walled(CHAIN_SCENE(CHAIN_BODY), &def);
    rig_step_converges(&rig);
    ENSURE_NEAR(distance(&rig, &direct), 0, 1e-7);
    rig_done(&rig);
  }
  rig_done(&free);
  rig_done(&direct);
}

static void every_method_stops_at_the_wall(void** unused) {
  (void)unused;
  ways_agree(BRN_BONES_AFFINE);
}

static void so_do_rigid_bones(void** unused) {
  (void)unused;
  ways_agree(BRN_BONES_RIGID);
}

// What it shows has a gap of 1 / alpha, here without the wall as well.
static void emu_stops_at_the_wall(void** unused) {
  (void)unused;
  BrnSolverDef def = def_of("newton", BRN_LINEAR_DIRECT, BRN_BONES_RIGID);
  Rig newton = walled(stiff_chain(), &def);
  rig_step_converges(&newton);
  for (int linear = BRN_LINEAR_DIRECT; linear <= BRN_LINEAR_LAPLACE; linear++) {
    def = brn_solver_def_default();
    brn_solver_def_choose(&def, "emu");
    def.linear = (BrnLinearSolver)linear;
    Rig emu = walled(stiff_chain(), &def), free = chain_make(stiff_chain(), &def);
    rig_step_ends(&emu);
    rig_step_ends(&free);
    ENSURE(emu.report.residual < 1e-5 * emu.report.acting);
    ENSURE(highest(&emu) < WALL + 2e-6);
    ENSURE_NEAR(distance(&emu, &newton), 0, 2e-5);
    ENSURE(distance(&free, &emu) > 2e-4);
    rig_done(&emu);
    rig_done(&free);
  }
  rig_done(&newton);
}

// with a small alpha positions are far from those that F alone would have
static void emu_leads_positions(void** unused) {
  (void)unused;
  BrnSolverDef def = brn_solver_def_default();
  brn_solver_def_choose(&def, "emu");
  def.linear = BRN_LINEAR_DIRECT;
  emu_put(&def, alpha, 100), emu_put(&def, step, BRN_EMU_NEWTON);
  def.tolerance = 1e-10;
  Rig rig = walled(stiff_chain(), &def);
  rig_step(&rig);
  ENSURE(rig.report.iterations < 40);
  ENSURE(rig.report.residual < 1e-5 * rig.report.acting);
  rig_done(&rig);
}

// who cannot, says so: before there is a body, and where a model asks for the term, with it
static void others_refuse_it(void** unused) {
  (void)unused;
  static const char* const methods[] = {"emu", "admm", "xpbd"};
  BrnContext* ctx = test_context();
  BrnModel* model;
  ENSURE_OK(ctx, chain_try(ctx, CHAIN_SCENE(CHAIN_BODY), &model));
  for (int m = 0; m < 3; m++) {
    BrnSolverDef def = brn_solver_def_default();
    BrnBody* body = NULL;
    brn_solver_def_choose(&def, methods[m]);
    emu_put(&def, step, BRN_EMU_WOODBURY);
    ENSURE_STATUS(ctx, brn__method_check_term(ctx, &def, BRN_TERM_OF_NODES, "wall"),
                  BRN_UNSUPPORTED);
    ENSURE(strstr(brn_last_error(ctx), "leaves it out") != NULL);
    ENSURE_OK(ctx, brn__method_check_term(ctx, &def, BRN_TERM_OF_TIES, "hoop"));
    def.contact = true;
    ENSURE_STATUS(ctx, brn__body_create(ctx, model, &def, &body), BRN_UNSUPPORTED);
    ENSURE(strstr(brn_last_error(ctx), "solver.contact: ") != NULL);
    brn__body_destroy(ctx, body);
  }
  brn_model_destroy(ctx, model);
  test_context_done(ctx);
}

// -------------------------------------------------------------------------------------- the matrix

enum { POINTS = 4, FORMS = 3 };

typedef struct Piece {
  int point[POINTS];
  double C[FORMS * POINTS * 3], M[FORMS * FORMS];
} Piece;

// vertices of both bones and of the flesh, far from each other
static Piece far_piece(const Rig* rig, TestRandom* random) {
  int vertices = rig->model->mesh->vertex_count;
  Piece piece = {
      .point = {rig->model->bone[1].vertex[0], rig->model->bone[2].vertex[3], 0, vertices - 1}};
  for (int v = 0; v < vertices; v += 7) {
    if (rig->body->nodes->carrier[v] < 0) piece.point[2] = v;
  }
  for (int i = 0; i < FORMS * POINTS * 3; i++) piece.C[i] = test_random(random, -1, 1);
  for (int i = 0; i < FORMS; i++) {
    for (int j = 0; j <= i; j++) {
      piece.M[FORMS * i + j] = piece.M[FORMS * j + i] = test_random(random, -1e4, 1e4);
    }
  }
  return piece;
}

// x.C M C^T x by the ways of the points
static double square_of(const Rig* rig, const Piece* piece, const double* x) {
  double way[FORMS] = {0}, sum = 0;
  for (int p = 0; p < POINTS; p++) {
    double move[3];
    brn__body_motion(rig->body, x, piece->point[p], move);
    for (int m = 0; m < FORMS; m++) {
      way[m] += brn__dot3(piece->C + 3 * (POINTS * m + p), move);
    }
  }
  for (int k = 0; k < FORMS * FORMS; k++) sum += piece->M[k] * way[k / FORMS] * way[k % FORMS];
  return sum;
}

static double* random_rows(const Rig* rig, TestRandom* random) {
  int count = 3 * rig->body->nodes->row_count;
  double* x = calloc((size_t)count, sizeof *x);
  for (int i = 0; i < count; i++) {
    if (!(rig->body->gather->held[i / 3] >> (i % 3) & 1)) x[i] = test_random(random, -1, 1);
  }
  return x;
}

static void add_piece(Rig* rig, const Piece* piece) {
  static const double block[36] = {9e3, 1, 0,   0, 0,   0, 1, 8e3, 0, 0,   0, 5,
                                   0,   0, 7e3, 0, 0,   0, 0, 0,   0, 6e3, 0, 0,
                                   0,   0, 0,   0, 5e3, 0, 0, 5,   0, 0,   0, 4e3};
  brn__body_add_piece(rig->ctx, rig->body, POINTS, piece->point, FORMS, piece->C, piece->M);
  brn__body_add_piece(rig->ctx, rig->body, 2, piece->point + 1, 6, NULL, block);
}

// the product with the pieces, less that without
static void product_is_that_of_the_points(void** unused) {
  (void)unused;
  TestRandom random = {3};
  BrnSolverDef def = def_of("newton", BRN_LINEAR_LAPLACE, BRN_BONES_AFFINE);
  Rig rig = chain_make(CHAIN_SCENE(CHAIN_BODY), &def);
  Piece piece = far_piece(&rig, &random);
  int count = 3 * rig.body->nodes->row_count;
  double* x = random_rows(&rig, &random);
  double* y = calloc((size_t)count, sizeof *y);
  brn__body_add_piece(rig.ctx, rig.body, POINTS, piece.point, FORMS, piece.C, piece.M);
  brn__low_ranks_multiply_add(&rig.body->pieces, 2, x, y);
  double wanted = 2 * square_of(&rig, &piece, x);
  ENSURE(fabs(wanted) > 1);
  ENSURE_NEAR(brn__body_dot(rig.ctx, count, x, y) / wanted, 1, 1e-12);
  free(x);
  free(y);
  rig_done(&rig);
}

// twice: the second matrix has other points, and keeps the room of the first
static void matrix_has_the_pieces(BrnBoneModel bones) {
  TestRandom random = {4};
  BrnSolverDef def = def_of("newton", BRN_LINEAR_DIRECT, bones);
  Rig rig = chain_make(CHAIN_SCENE(CHAIN_BODY), &def);
  BrnNewton* n = rig.newton;
  int count = brn__newton_unknown_count(n);
  double* x = random_rows(&rig, &random);
  double *y = calloc(3 * (size_t)rig.body->nodes->row_count, sizeof *y),
         *z = malloc(sizeof *z * (size_t)count);
  for (int k = 0; k < 2; k++) {
    const BrnCsr* A;
    Piece piece = far_piece(&rig, &random);
    if (k == 1) piece.point[3] /= 2;
    rig_load(&rig);
    brn__body_evaluate(rig.ctx, rig.body, BRN_WANT_STIFFNESS, &rig.report);
    if (rig.body->rigid) brn__rigid_linearize(rig.body, false);
    add_piece(&rig, &piece);
    ENSURE(!brn__low_ranks_fit(&rig.body->pieces, rig.body->K));
    ENSURE_OK(rig.ctx, brn__factored_matrix(rig.ctx, rig.body, &n->matrix, 1, &A));
    ENSURE_INT(A->row_count, count);
    brn__csr_multiply(rig.ctx, A, x, z);
    (rig.body->rigid ? brn__rigid_apply(rig.ctx, rig.body, x, y)
                     : brn__body_multiply(rig.ctx, rig.body, false, x, y));
    double off = 0, size = 0;
    for (int i = 0; i < count; i++)
      off = fmax(off, fabs(y[i] - z[i])), size = fmax(size, fabs(y[i]));
    ENSURE_NEAR(off / size, 0, 1e-13);
  }
  ENSURE(n->matrix.wide && n->matrix.factor);
  brn__factored_begin(rig.ctx, &n->matrix); // another step knows nothing of them
  ENSURE(!n->matrix.wide && !n->matrix.factor);
  free(x);
  free(y);
  free(z);
  rig_done(&rig);
}

// forces on the bones at the end of a step, as its linear system has them
static void rigid_bones_foresee_the_pieces(void** unused) {
  (void)unused;
  TestRandom random = {6};
  BrnSolverDef def = def_of("newton", BRN_LINEAR_LAPLACE, BRN_BONES_RIGID);
  Rig rig = chain_make(CHAIN_SCENE(CHAIN_BODY), &def);
  BrnRigid* rigid = rig.body->rigid;
  Piece piece = far_piece(&rig, &random);
  rig_load(&rig);
  brn__body_evaluate(rig.ctx, rig.body, BRN_WANT_STIFFNESS, &rig.report);
  brn__rigid_linearize(rig.body, false);
  add_piece(&rig, &piece);
  double *d = random_rows(&rig, &random), *y = random_rows(&rig, &random), off = 0, size = 0;
  brn__body_multiply(rig.ctx, rig.body, false, d, y);
  brn__rigid_foresee(rig.body, d, 0.5);
  for (int i = 0; i < 3 * rigid->node_count; i++) {
    off = fmax(off, fabs(rigid->raw[i] + 0.5 * y[i] - rigid->load[i]));
    size = fmax(size, fabs(rigid->load[i]));
  }
  ENSURE_NEAR(off / size, 0, 1e-13);
  free(d);
  free(y);
  rig_done(&rig);
}

static void factors_have_the_pieces(void** unused) {
  (void)unused;
  matrix_has_the_pieces(BRN_BONES_AFFINE);
  matrix_has_the_pieces(BRN_BONES_RIGID);
}

// ---------------------------------------------------------------------------------------- manners

static void step_at(Rig* rig, double time) {
  ENSURE_OK(rig->ctx, brn_drive_fill(rig->drive, time, rig->state, rig->input));
  rig_step(rig);
}

// a solver that goes on from a copy has never seen the pieces of the step before
static void steps_go_on_from_a_copy(void** unused) {
  (void)unused;
  for (int linear = BRN_LINEAR_DIRECT; linear <= BRN_LINEAR_COROTATED; linear++) {
    BrnSolverDef def = def_of("newton", (BrnLinearSolver)linear, BRN_BONES_AFFINE);
    def.tolerance = 0;
    Rig rig = walled(CHAIN_SCENE(CHAIN_BODY), &def), other = walled(CHAIN_SCENE(CHAIN_BODY), &def);
    step_at(&rig, 0.5);
    brn_state_copy(rig.model, rig.state, other.state);
    step_at(&rig, 1);
    step_at(&other, 1);
    ENSURE(rig.body->pieces.count > 0);
    ENSURE(memcmp(rig.state->position, other.state->position,
                  3 * sizeof(double) * (size_t)rig.state->vertex_count) == 0);
    rig_done(&rig);
    rig_done(&other);
  }
}

static void steps_take_no_memory(void** unused) {
  (void)unused;
  BrnSolverDef def = def_of("newton", BRN_LINEAR_LAPLACE, BRN_BONES_RIGID);
  Rig rig = walled(CHAIN_SCENE(CHAIN_BODY), &def);
  step_at(&rig, 1);
  brn_fail_allocation(rig.ctx, 0);
  step_at(&rig, 1);
  brn_fail_allocation(rig.ctx, -1);
  rig_done(&rig);
}

// the first step of a direct solution makes room for the pieces
static void memory_that_fails_is_told(void** unused) {
  (void)unused;
  BrnSolverDef def = def_of("newton", BRN_LINEAR_DIRECT, BRN_BONES_RIGID);
  def.tolerance = 0;
  BrnStatus status = BRN_NO_MEMORY;
  for (int k = 0; status != BRN_OK; k++) {
    Rig rig = walled(CHAIN_SCENE(CHAIN_BODY), &def);
    brn_fail_allocation(rig.ctx, k);
    status = brn_solver_step(rig.solver, rig.input, rig.state, &rig.report);
    brn_fail_allocation(rig.ctx, -1);
    ENSURE(status == BRN_OK || status == BRN_NO_MEMORY);
    ENSURE(status == BRN_NO_MEMORY || k > 8);
    rig_done(&rig);
  }
}

// ---------------------------------------------------------------------------------------- the page

static char* text_of(const char* path) {
  FILE* file = fopen(path, "rb");
  ENSURE(file != NULL);
  char* text = calloc(1, 40000);
  ENSURE(fread(text, 1, 39999, file) > 0);
  fclose(file);
  return text;
}

static void page_has_this_code(void** unused) {
  (void)unused;
  char *page = text_of("docs/solver-terms.md"), *code = text_of("test/solver/body/wall_term.h");
  ENSURE(strstr(page, code) != NULL);
  free(page);
  free(code);
}

TEST_MAIN(cmocka_unit_test(every_method_stops_at_the_wall), cmocka_unit_test(so_do_rigid_bones),
          cmocka_unit_test(emu_stops_at_the_wall), cmocka_unit_test(emu_leads_positions),
          cmocka_unit_test(others_refuse_it), cmocka_unit_test(product_is_that_of_the_points),
          cmocka_unit_test(factors_have_the_pieces),
          cmocka_unit_test(rigid_bones_foresee_the_pieces),
          cmocka_unit_test(steps_go_on_from_a_copy), cmocka_unit_test(steps_take_no_memory),
          cmocka_unit_test(memory_that_fails_is_told), cmocka_unit_test(page_has_this_code))
