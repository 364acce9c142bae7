// SPDX-License-Identifier: Apache-2.0

#include "solver/emu/emu.h"
#include "solver/solver_test.h"

#include <math.h>

static BrnSolverDef emu_def(void) {
  BrnSolverDef def = brn_solver_def_default();
  brn_solver_def_choose(&def, "emu");
  emu_put(&def, step, BRN_EMU_WOODBURY);
  return def;
}

static Rig make(const char* text, const BrnSolverDef* def) { return rig_with(text, def, 2); }

static const BrnEmu* emu_of(const Rig* rig) { return rig->solver->method; }

static double alpha_of(const char* text, const BrnSolverDef* def) {
  Rig rig = make(text, def);
  rig_step(&rig);
  double alpha = brn_step_report_value(&rig.report, "alpha");
  ENSURE(alpha == emu_of(&rig)->alpha);
  rig_done(&rig);
  return alpha;
}

#define SMALL_SPINDLE SPINDLE("400", "[0, -9.81, 0]", "", "")

static void alpha_is_what_was_asked_for(void** unused) {
  (void)unused;
  BrnSolverDef def = emu_def();
  ENSURE_NEAR(alpha_of(SMALL_SPINDLE, &def), 10, 1e-9);
  emu_put(&def, alpha, 3.5);
  ENSURE(alpha_of(SMALL_SPINDLE, &def) == 3.5);
  emu_put(&def, search, BRN_EMU_ALPHA_PAPER); // there is nothing to search for
  ENSURE(alpha_of(SMALL_SPINDLE, &def) == 3.5);
}

// the low-rank steps that a small alpha begins with know nothing of contact
static void automatic_steps_are_exact_with_contact(void** unused) {
  (void)unused;
  for (int contact = 0; contact < 2; contact++) {
    BrnSolverDef def = emu_def();
    emu_put(&def, alpha, 0.01), emu_put(&def, step, BRN_EMU_AUTO);
    def.contact = contact;
    Rig rig = make(SMALL_SPINDLE, &def);
    ENSURE(emu_of(&rig)->set.step == (contact ? BRN_EMU_NEWTON : BRN_EMU_AUTO));
    rig_done(&rig);
  }
}

// -------------------------------------------------------------------------------------- the search

// one step from rest to full activation: does it converge within 60 iterations?
static bool converges(const char* text, double alpha, int limit) {
  BrnSolverDef def = emu_def();
  emu_put(&def, alpha, alpha);
  def.iterations = limit;
  Rig rig = make(text, &def);
  rig_step(&rig);
  bool done = rig.report.outcome != BRN_OUT_OF_ITERATIONS; // stalled: such tets do not fit together
  rig_done(&rig);
  return done;
}

// seen from outside: the alpha it takes is done within 60 iterations, and the next is not
static void search_takes_the_last_alpha_before_the_rise(void** unused) {
  (void)unused;
  BrnSolverDef def = emu_def();
  emu_put(&def, search, BRN_EMU_ALPHA_PAPER);
  double alpha = alpha_of(SMALL_SPINDLE, &def);
  double decades = log10(alpha);
  ENSURE(alpha >= 0.1 && alpha < 1e6);
  ENSURE_NEAR(decades, round(decades), 1e-9); // 0.1 times tens
  ENSURE(converges(SMALL_SPINDLE, alpha, 60));
  ENSURE(!converges(SMALL_SPINDLE, 10 * alpha, 60));
}

typedef struct Heard {
  int trials, others;
  bool in_order;
  double last;
} Heard;

static void hear(void* user, BrnLogLevel level, const char* message) {
  Heard* heard = user;
  double alpha;
  if (level != BRN_LOG_INFO || sscanf(message, "emu: alpha %lg", &alpha) != 1) {
    heard->others++;
    return;
  }
  if (heard->trials++ > 0 && fabs(alpha / heard->last - 10) > 1e-9) heard->in_order = false;
  heard->last = alpha;
}

static void search_tells_how_far_it_is(void** unused) {
  (void)unused;
  Heard heard = {.in_order = true};
  BrnContextDef context = brn_context_def_default();
  context.log = hear;
  context.log_user = &heard;
  context.log_level = BRN_LOG_INFO;
  Rig rig = {0};
  ENSURE((rig.ctx = brn_context_create(&context)));
  rig.model = model_build(rig.ctx, SMALL_SPINDLE);
  BrnSolverDef def = emu_def();
  emu_put(&def, search, BRN_EMU_ALPHA_PAPER);
  rig_solver(&rig, &def);
  ENSURE(heard.trials >= 2 && heard.trials <= 10 && heard.in_order);
  ENSURE_NEAR(heard.last / emu_of(&rig)->alpha, 10, 1e-9);
  rig_done(&rig);
}

// a body that is ten times as large and as stiff has the same alpha, without gravity
#define SIZED(length, width, bone, young, tension)                                                 \
  "{'brawn': 1, 'gravity': [0, 0, 0], 'mesh': {'shape': {'shape': 'bar', 'tets': 200, "            \
  "'length': " length ", 'width': " width ", 'thickness': " width ", 'bone': " bone                \
  "}}, 'materials': {'flesh': {'like': 'muscle', 'young': " young                                  \
  ", 'poisson': 0.4}, 'hard': {'like': 'bone', 'young': " young                                    \
  "}}, 'bones': {'top': {'labels': 'bone_proximal', 'fixed': true, 'material': 'hard'}, 'base': "  \
  "{'labels': 'bone_distal', 'material': 'hard'}}, 'muscles': {'m': {'labels': 'muscle', "         \
  "'origin': 'top', 'insertion': 'base', 'material': 'flesh', 'tension': " tension                 \
  ", 'activation': 1}}}"

static void search_does_not_depend_on_units(void** unused) {
  (void)unused;
  BrnSolverDef def = emu_def();
  emu_put(&def, search, BRN_EMU_ALPHA_PAPER);
  double small = alpha_of(SIZED("0.2", "0.04", "0.03", "6e4", "4e4"), &def);
  double large = alpha_of(SIZED("2", "0.4", "0.3", "42e4", "28e4"), &def);
  ENSURE_NEAR(large / small, 1, 1e-6);
}

// where even the first one takes too long, it goes down
static void search_goes_down_where_it_must(void** unused) {
  (void)unused;
  BrnSolverDef def = emu_def();
  emu_put(&def, search, BRN_EMU_ALPHA_PAPER);
  emu_put(&def, weights, BRN_EMU_UNIT);
  emu_put(&def, preset, BRN_EMU_MODI2020); // begins at 1 J, far more than these tets have
  double alpha = alpha_of(SIZED("0.02", "0.004", "0.003", "6e3", "4e3"), &def);
  ENSURE(alpha < 1 && alpha > 1e-9);
}

// the state of a run is not touched by it: the first step is that of the alpha it found
static void search_leaves_no_trace(void** unused) {
  (void)unused;
  BrnSolverDef def = emu_def();
  emu_put(&def, search, BRN_EMU_ALPHA_PAPER);
  Rig searched = make(SMALL_SPINDLE, &def);
  emu_put(&def, search, BRN_EMU_ALPHA_AUTO);
  emu_put(&def, alpha, emu_of(&searched)->alpha);
  Rig given = make(SMALL_SPINDLE, &def);
  rig_step(&searched);
  rig_step(&given);
  ENSURE_INT(searched.report.iterations, given.report.iterations);
  for (int i = 0; i < 3 * given.state->vertex_count; i++) {
    ENSURE(searched.state->position[i] == given.state->position[i]);
  }
  rig_done(&searched);
  rig_done(&given);
}

// -------------------------------------------------------------------------------------- the preset

static void preset_has_what_the_paper_prints(void** unused) {
  (void)unused;
  BrnSolverDef def = emu_def();
  emu_put(&def, preset, BRN_EMU_MODI2020);
  emu_put(&def, alpha, 1e-3);
  Rig rig = make(SMALL_SPINDLE, &def);
  const BrnEmu* e = emu_of(&rig);
  const BrnElements* elements = e->body->elements;
  ENSURE_INT(e->set.modes, 48);
  ENSURE(e->first_step == 10 && e->energy_stop == 1e-2);
  ENSURE(!e->body->averages); // plain tets, though Poisson's ratio is 0.49
  int bones = 0;
  for (int i = 0; i < BRN_LANES * elements->batch_count; i++) {
    const BrnBatch* batch = &elements->batch[i / BRN_LANES];
    int lane = i % BRN_LANES;
    double w = e->metric[i / BRN_LANES].a[0][lane];
    if (batch->tet[lane] >= 0) ENSURE(w == 1);
    if (batch->tet[lane] < 0 && batch->volume[lane] > 0) ENSURE(w == 1000), bones++;
  }
  ENSURE_INT(bones, 1);
  rig_done(&rig);
}

// it ends at the first step that gains less than 0.01 J, however large the decrement is
static void preset_ends_by_the_energy(void** unused) {
  (void)unused;
  BrnSolverDef def = emu_def();
  emu_put(&def, preset, BRN_EMU_MODI2020);
  emu_put(&def, alpha, 1);
  Rig rig = make(SMALL_SPINDLE, &def);
  rig_step(&rig);
  ENSURE_INT(rig.report.outcome, BRN_STALLED); // which is not where forces balance
  ENSURE(rig.report.residual > def.balance * rig.report.acting);
  ENSURE(rig.report.decrement > 1e-5);
  ENSURE(rig.report.trials > rig.report.iterations); // the search begins at 10
  double coarse = rig.report.energy;
  rig_done(&rig);
  def.tolerance = 1e-5; // who asks for a decrement gets it
  rig = make(SMALL_SPINDLE, &def);
  ENSURE(emu_of(&rig)->energy_stop == 0);
  rig_step(&rig);
  ENSURE(rig.report.energy < coarse - 1e-3);
  rig_done(&rig);
}

static void what_was_asked_for_wins_over_the_preset(void** unused) {
  (void)unused;
  BrnSolverDef def = emu_def();
  emu_put(&def, preset, BRN_EMU_MODI2020);
  emu_put(&def, weights, BRN_EMU_CENTROID);
  def.locking = BRN_LOCKING_ON;
  emu_put(&def, bone, 2);
  emu_put(&def, modes, 12);
  emu_put(&def, alpha, 7);
  def.iterations = 4;
  Rig rig = make(SMALL_SPINDLE, &def);
  const BrnEmu* e = emu_of(&rig);
  ENSURE(e->set.weights == BRN_EMU_CENTROID && e->body->averages && e->bone == 0);
  ENSURE(e->basis->count == 4 && e->alpha == 7 && e->def.iterations == 4);
  rig_done(&rig);
}

// Fibres that harden ask for more; the next step begins with what it always begins with, as one
// after a resume does.
static void alpha_grows_for_a_step_alone(void** unused) {
  (void)unused;
  static const char* const text = BLOCK_SCENE(
      "{'density': 1000, 'model': 'blemker_muscle', 'bulk': 1e7, 'along': 500, 'across': 500, "
      "'optimal': 1, 'tension': 3e5}",
      ", 'supports': {'s': {'on': 'low'}, 't': {'on': 'high', 'motion': {'move': [[0, 0, 0, 0], "
      "[1, 0, 0.08, 0]]}}}");
  BrnSolverDef def = brn_solver_def_default();
  brn_solver_def_choose(&def, "emu");
  Rig rig = rig_with(text, &def, 2);
  for (int u = 0; u < rig.model->unit_count; u++) rig.input->activation[u] = 0;
  double own = emu_of(&rig)->alpha;
  rig_step_converges(&rig);
  ENSURE_NEAR(brn_step_report_value(&rig.report, "alpha") / own, 30, 1e-9);
  ENSURE_OK(rig.ctx, brn_drive_fill(rig.drive, 0, rig.state, rig.input));
  for (int u = 0; u < rig.model->unit_count; u++) rig.input->activation[u] = 0;
  rig_step_converges(&rig);
  ENSURE_NEAR(brn_step_report_value(&rig.report, "alpha") / own, 1, 1e-9);
  rig_done(&rig);
}

TEST_MAIN(
    cmocka_unit_test(alpha_grows_for_a_step_alone), cmocka_unit_test(alpha_is_what_was_asked_for),
    cmocka_unit_test(automatic_steps_are_exact_with_contact),
    cmocka_unit_test(search_takes_the_last_alpha_before_the_rise),
    cmocka_unit_test(search_goes_down_where_it_must), cmocka_unit_test(search_tells_how_far_it_is),
    cmocka_unit_test(search_does_not_depend_on_units), cmocka_unit_test(search_leaves_no_trace),
    cmocka_unit_test(preset_has_what_the_paper_prints), cmocka_unit_test(preset_ends_by_the_energy),
    cmocka_unit_test(what_was_asked_for_wins_over_the_preset))
