// SPDX-License-Identifier: Apache-2.0
//
// "converged" means the same in every method: forces balance. The same bodies by all of them, with
// all settings as they come and no solver key at all; what calls itself converged is looked at with
// the forces of newton's elements at the positions that came out, and compared with the exact
// answer. Bodies that cannot be must be said not to be. BRN_OUTCOMES=1 prints the table.

#include "solver/body/rigid.h"
#include "solver_test.h"

typedef struct Body {
  const char* name;
  bool easy;    // newton converges
  bool bad;     // no method may say that it converged
  bool passive; // under a load alone: that is what acts
  const char* text;
} Body;

#define FLESH "{'like': 'muscle', 'young': 6e4, 'poisson': 0.4}"
#define BLOCK(gravity, material, activation, more)                                                 \
  "{'brawn': 1, 'mesh': {'shape': {'shape': 'block', 'tets': 100, 'jitter': 0.3}}, 'gravity': "    \
  "[0, " gravity ", 0], 'materials': {'flesh': " material "}, 'muscles': {'m': {'labels': "        \
  "'muscle', 'origin': {'select': 'low'}, 'insertion': {'select': 'high'}, 'fibres': {'from': "    \
  "'constant', 'axis': [0, 1, 0]}, 'material': 'flesh', " activation                               \
  "}}, 'selections': {'low': " BLOCK_SIDE("[0, 1e-6, 0]", "[0, -1, 0]") ", 'high': " BLOCK_SIDE(   \
      "[0, 0.099999, 0]", "[0, 1, 0]") ", 'half': " BLOCK_SIDE("[0, 0, 0]", "[1, 0, 0]") "}" more  \
                                                                                         "}"
#define PASSIVE "'activation': 0"
#define ACTIVE "'tension': 2e4, 'activation': 1"
#define HELD ", 'supports': {'s': {'on': 'low'}}"
#define BOTH(move)                                                                                 \
  ", 'supports': {'s': {'on': 'low'}, 't': {'on': 'high', 'motion': {'move': [[0, 0, 0, 0], "      \
  "[1, " move "]]}}}"
#define PUSHED(force)                                                                              \
  HELD ", 'loads': {'f': {'on': 'high', 'kind': 'force', 'vector': [" force "]}}"
#define BAR(gravity, young, muscle, more)                                                          \
  "{'brawn': 1, 'mesh': {'shape': {'shape': 'bar', 'tets': 150, 'length': 0.2, 'width': 0.04, "    \
  "'bone': 0.03}}, 'gravity': [" gravity                                                           \
  "], 'materials': {'flesh': {'like': 'muscle', 'young': " young                                   \
  ", 'poisson': 0.45}}, 'bones': {'top': {'labels': 'bone_proximal', 'fixed': true}, "             \
  "'base': {'labels': 'bone_distal'}}, 'muscles': {'m': {'labels': 'muscle', 'origin': 'top', "    \
  "'insertion': 'base', 'material': 'flesh', " muscle "}}" more "}"
#define MOVED_BAR(move)                                                                            \
  "{'brawn': 1, 'mesh': {'shape': {'shape': 'bar', 'tets': 150}}, 'gravity': [0, 0, 0], "          \
  "'materials': {'flesh': {'like': 'muscle', 'young': 6e4, 'poisson': 0.45}}, 'bones': {'top': "   \
  "{'labels': 'bone_proximal', 'fixed': true}, 'base': {'labels': 'bone_distal', 'motion': "       \
  "{'move': [[0, 0, 0, 0], [1, " move "]]}}}, 'muscles': {'m': {'labels': 'muscle', 'origin': "    \
  "'top', 'insertion': 'base', 'material': 'flesh', 'tension': 3e5, 'activation': 0}}}"

static const Body bodies[] = {
    {"at rest", true, false, false, BLOCK("0", FLESH, PASSIVE, HELD)},
    {"hanging", true, false, true, BLOCK("-9.81", FLESH, PASSIVE, HELD)},
    {"cantilever", true, false, false, BAR("-9.81, 0, 0", "3e5", PASSIVE, "")},
    {"one tet", true, false, true,
     "{'brawn': 1, 'mesh': {'file': 'tet.vtu'}, 'gravity': [0, 0, 0], 'materials': {'flesh': "
     "{'density': 1000, 'model': 'neo_hookean', 'young': 10, 'poisson': 0.3}}, 'soft': {'m': "
     "{'labels': '1', 'material': 'flesh'}}, 'selections': {'low': {'plane': {'point': [0, 1e-6, "
     "0], 'normal': [0, -1, 0]}}, 'tip': {'nearest': [[0, 1, 0]]}}, 'supports': {'s': {'on': "
     "'low'}}, 'loads': {'f': {'on': 'tip', 'kind': 'force', 'vector': [0, -0.5, 0]}}}"},
    {"loaded", true, false, true, BLOCK("0", FLESH, PASSIVE, PUSHED("3, -20, 0"))},
    {"stiff", true, false, true,
     BLOCK("0", "{'like': 'muscle', 'young': 1e9, 'poisson': 0.45}", PASSIVE, PUSHED("0.1, 0, 0"))},
    {"breath of a load", true, false, true, BLOCK("0", FLESH, PASSIVE, PUSHED("0, 1e-5, 0"))},
    {"bone moved by 34 um", true, false, false, MOVED_BAR("3.4e-5, 0, 0")},
    {"bone moved by 3 cm", true, false, false, MOVED_BAR("0.02, 0.02, 0")},
    {"stretched", true, false, false, BLOCK("0", FLESH, PASSIVE, BOTH("0, 0.03, 0"))},
    {"squeezed", true, false, false, BLOCK("-9.81", FLESH, PASSIVE, BOTH("0, -0.02, 0"))},
    {"isometric", true, false, false, BLOCK("0", FLESH, ACTIVE, BOTH("0, 0, 0"))},
    {"contracted", true, false, false, BAR("0, -9.81, 0", "6e4", ACTIVE, "")},
    {"half of it active", true, false, false,
     BLOCK("0", FLESH, ACTIVE ", 'units': {'on': {'region': 'half'}, 'off': {'activation': 0}}",
           HELD)},
    {"lever", true, false, false,
     BAR("0, -9.81, 0", "6e4", ACTIVE,
         ", 'joints': {'h': {'type': 'hinge', 'bones': ['top', 'base'], 'point': [0.05, 0.1, 0], "
         "'axis': [0, 0, 1]}}")},
    {"hardly squeezable", true, false, true,
     BLOCK("0", "{'like': 'muscle', 'model': 'mooney_rivlin', 'c1': 1e4, 'c2': 3e3, 'bulk': 1e7}",
           PASSIVE, PUSHED("3, 0, 0"))},
    {"corotated", true, false, true,
     BLOCK("0", "{'like': 'muscle', 'model': 'corotated', 'young': 6e4, 'poisson': 0.4}", PASSIVE,
           PUSHED("3, -10, 0"))},
    {"St. Venant", true, false, false,
     BLOCK("0", "{'like': 'muscle', 'model': 'st_venant_kirchhoff', 'young': 6e4, 'poisson': 0.4}",
           PASSIVE, BOTH("0.01, 0.02, 0"))},
    {"linear", true, false, false,
     BLOCK("-9.81", "{'like': 'muscle', 'model': 'linear', 'young': 6e4, 'poisson': 0.4}", ACTIVE,
           HELD)},
    {"muscle of Blemker", true, false, false,
     BLOCK("0",
           "{'density': 1000, 'model': 'blemker_muscle', 'bulk': 1e7, 'along': 500, 'across': 500, "
           "'optimal': 1, 'tension': 3e5}",
           PASSIVE, BOTH("0, 0.02, 0"))},
    {"muscle of Hill", true, false, false,
     BLOCK("0", "{'like': 'muscle', 'young': 6e4, 'poisson': 0.4, 'hill': {}}", ACTIVE,
           PUSHED("0, 5, 0"))},
    {"pressed", true, false, false,
     BLOCK("0", FLESH, PASSIVE,
           HELD ", 'loads': {'p': {'on': 'high', 'kind': 'pressure', 'pressure': 2000}}")},
    {"gravity of 1e30", false, true, false, BLOCK("-1e30", FLESH, PASSIVE, HELD)},
    {"tension of 1e12", false, false, false,
     BLOCK("0", FLESH, "'tension': 1e12, 'activation': 1", HELD)},
    {"as soft as air", false, false, false,
     BLOCK("-9.81", "{'like': 'muscle', 'young': 20, 'poisson': 0.3}", PASSIVE, HELD)},
    {"crushed", false, false, false, BLOCK("0", FLESH, PASSIVE, PUSHED("0, -1e6, 0"))},
    {"turned inside out", false, false, false,
     BLOCK("0", "{'like': 'muscle', 'model': 'corotated', 'young': 6e4, 'poisson': 0.4}", PASSIVE,
           BOTH("0, -0.15, 0"))},
};
#define NOISE 1e-9    // N
#define NOWHERE 1e-12 // m
enum { BODIES = sizeof bodies / sizeof *bodies };

static const char* const methods[] = {"newton",     "emu",  "admm", "lbfgs",
                                      "bfgs_plain", "bcqn", "xpbd"};
static const char* const method_names[] = {"newton",     "emu",  "admm", "lbfgs",
                                           "bfgs_plain", "bcqn", "xpbd"};
enum { METHODS = sizeof methods / sizeof *methods };

static void write_tet(BrnContext* ctx, const char* folder) {
  static const double corner[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, -1};
  BrnMesh* mesh;
  char path[300];
  ENSURE_OK(ctx, brn_mesh_create(ctx, 4, 0, 1, &mesh));
  memcpy(mesh->position, corner, sizeof corner);
  for (int i = 0; i < 4; i++) mesh->tet[i] = i;
  mesh->tet_label = brn__new(ctx, 1, int);
  mesh->tet_label[0] = 1;
  snprintf(path, sizeof path, "%s/tet.vtu", folder);
  ENSURE_OK(ctx, brn_mesh_write(ctx, mesh, path, NULL));
  brn_mesh_destroy(ctx, mesh);
}

static Rig body_rig(const Body* body, const BrnSolverDef* def) {
  Rig rig = {.ctx = test_context_with(1)}; // steps are too small to be shared
  char folder[64];
  model_folder(folder);
  write_tet(rig.ctx, folder);
  ENSURE_OK(rig.ctx, model_try_in(rig.ctx, folder, body->text, &rig.model));
  model_remove_folder(folder);
  rig_solver(&rig, def);
  return rig;
}

// -------------------------------------------------------------------------------- what is expected

// forces out of balance at the positions of a state, by the elements of newton: not what the report
// is made of. *loads: N, of the nodes that are free
static double out_of_balance(Rig* newton, const BrnState* state, double* loads) {
  BrnBody* body = newton->body;
  double sum = 0;
  *loads = 0;
  BrnStepReport unused = {0};
  brn_state_copy(newton->model, state, newton->state);
  rig_load(newton);
  brn__body_evaluate(newton->ctx, body, BRN_WANT_STRESS, &unused);
  if (body->rigid) brn__rigid_linearize(body, false);
  for (int i = 0; i < 3 * body->nodes->row_count; i++) sum += body->g[i] * body->g[i];
  for (int i = 0; i < 3 * body->nodes->count; i++) {
    bool held = body->nodes->held[i / 3] >> i % 3 & 1;
    *loads += held ? 0 : body->dead[i] * body->dead[i];
  }
  *loads = sqrt(*loads);
  return sqrt(sum);
}

typedef struct Answer {
  bool there;
  double *shape, size; // m, and the farthest that a vertex has gone
} Answer;

static double farthest(const Rig* rig, const double* shape) {
  double most = 0;
  for (int v = 0; v < rig->state->vertex_count; v++) {
    most = fmax(most, brn__distance3(rig_now(rig, v), shape + 3 * (size_t)v));
  }
  return most;
}

static Answer exact(const Body* body) {
  BrnSolverDef def = sharp_def();
  def.iterations = 200;
  Rig rig = body_rig(body, &def);
  size_t size = 3 * sizeof(double) * (size_t)rig.state->vertex_count;
  Answer out = {.shape = malloc(size)};
  rig_step(&rig);
  out.there = rig.report.outcome == BRN_CONVERGED;
  out.size = farthest(&rig, rig.model->mesh->position);
  memcpy(out.shape, rig.state->position, size);
  rig_done(&rig);
  return out;
}

// ------------------------------------------------------------------------------------- the outcome

static bool is_finite(const Rig* rig) {
  for (int i = 0; i < 3 * rig->state->vertex_count; i++) {
    if (!isfinite(rig->state->position[i])) return false;
  }
  return true;
}

static void fail_of(const Body* body, int method, const char* what, double value) {
  fail_msg("%s by %s: %s (%g)", body->name, method_names[method], what, value);
}

static void print(const Body* body, int m, const Rig* rig, double left, double off) {
  static const char* const words[] = {"converged", "stalled", "out of iterations", "broke down"};
  const BrnStepReport* r = &rig->report;
  printf("%-20s %-10s %-18s %5d iterations, %8.1e N of %8.1e, %8.1e by newton, shape off %7.1e, "
         "%5.2f s\n",
         body->name, method_names[m], words[r->outcome], r->iterations, r->residual, r->acting,
         left, off, r->seconds.total);
}

// emu and admm balance forces at F, and show a mesh that is off by the gap
static bool balances_positions(int m) {
  return strcmp(methods[m], "emu") != 0 && strcmp(methods[m], "admm") != 0 &&
         strcmp(methods[m], "bfgs_plain") != 0;
}

static void judge(const Body* body, int m, Rig* rig, const Answer* answer) {
  const BrnStepReport* r = &rig->report;
  BrnSolverDef def = brn_solver_def_default();
  Rig newton = body_rig(body, &def);
  double loads, left = out_of_balance(&newton, rig->state, &loads);
  bool known = body->easy && answer->there && answer->size > NOWHERE;
  double off = known ? farthest(rig, answer->shape) / answer->size : 0;
  bool rigid = newton.model->bone_count > 0; // bones of xpbd and emu are put in place at the end
  rig_done(&newton);
  if (getenv("BRN_OUTCOMES")) print(body, m, rig, left, off);
  if (!is_finite(rig)) fail_of(body, m, "positions are no numbers", 0);
  if (body->easy && m == 0 && r->outcome != BRN_CONVERGED) fail_of(body, m, "not converged", left);
  if (body->passive && r->acting > 1.001 * loads) fail_of(body, m, "too much acts", r->acting);
  if (r->outcome != BRN_CONVERGED) return;
  if (body->bad) fail_of(body, m, "says that it converged", left);
  if (r->residual > fmax(1e-3 * r->acting, NOISE)) fail_of(body, m, "forces are left", r->residual);
  if (off > 1e-3) fail_of(body, m, "the shape is off", off);
  if (!balances_positions(m) || rigid) return;
  if (left > fmax(1e-3 * r->acting, NOISE)) fail_of(body, m, "newton sees forces", left);
}

static void every_method_tells_the_truth(void** unused) {
  (void)unused;
  for (int b = 0; b < BODIES; b++) {
    Answer answer = exact(&bodies[b]);
    for (int m = 0; m < METHODS; m++) {
      BrnSolverDef def = brn_solver_def_default();
      brn_solver_def_choose(&def, methods[m]);
      if (strcmp(methods[m], "xpbd") == 0) xpbd_put(&def, body, BRN_XPBD_TETS);
      Rig rig = body_rig(&bodies[b], &def);
      rig_step(&rig);
      judge(&bodies[b], m, &rig, &answer);
      rig_done(&rig);
    }
    free(answer.shape);
  }
}

TEST_MAIN(cmocka_unit_test(every_method_tells_the_truth))
