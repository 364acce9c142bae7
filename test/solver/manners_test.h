// SPDX-License-Identifier: Apache-2.0
//
// What every method must keep: the same bits with any number of workers and after a resume, steps
// that can be broken off, no memory taken by a warm step, and nothing left behind when memory runs
// out. Each is a check of a case, a model with a def; manners_list.h has the cases of all methods.

#pragma once

#include "brawn/solver.h"
#include "core/context.h"
#include "solver/solver_test.h"

#include <pthread.h>
#include <time.h>

/// Under a sanitizer all is ten times slower: there are fewer cases then.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { MANNERS_FEW = true };
#else
enum { MANNERS_FEW = false };
#endif

// ------------------------------------------------------------------------------------------- a run

typedef struct MannersCase {
  char name[160]; ///< "emu on bar, emu_step=memory"
  const BrnModel* model;
  BrnSolverDef def;
} MannersCase;

typedef struct MannersRun {
  BrnContext* ctx;
  const BrnModel* model;
  BrnSolver* solver;
  BrnState* state;
  BrnStepInput* input;
  BrnDrive* drive;
  BrnStepReport report;
} MannersRun;

/// Of a model of one's own.
static inline MannersCase manners_case(const BrnModel* model, const BrnSolverDef* def) {
  return (MannersCase){.name = "a case", .model = model, .def = *def};
}

/// Without a solver yet; negative: so many processes.
static inline MannersRun manners_open(const MannersCase* c, int workers) {
  MannersRun r = {.ctx = test_context_with(workers), .model = c->model};
  ENSURE_OK(r.ctx, brn_state_create(r.ctx, r.model, &r.state));
  ENSURE_OK(r.ctx, brn_input_create(r.ctx, r.model, &r.input));
  ENSURE_OK(r.ctx, brn_drive_create(r.ctx, r.model, NULL, NULL, &r.drive));
  return r;
}

static inline MannersRun manners_begin(const MannersCase* c, int workers) {
  MannersRun r = manners_open(c, workers);
  ENSURE_OK(r.ctx, brn_solver_create(r.ctx, r.model, &c->def, &r.solver));
  return r;
}

static inline void manners_done(MannersRun* r) {
  brn_solver_destroy(r->ctx, r->solver);
  brn_state_destroy(r->ctx, r->state);
  brn_input_destroy(r->ctx, r->input);
  brn_drive_destroy(r->ctx, r->drive);
  test_context_done(r->ctx);
}

/// The next frame, a twentieth of a second later. Nothing of a report is taken over.
static inline BrnStatus manners_try(MannersRun* r) {
  memset(&r->report, 0xff, sizeof r->report);
  BrnStatus status = brn_drive_fill(r->drive, 0.05 * (r->state->frame + 1), r->state, r->input);
  return status == BRN_OK ? brn_solver_step(r->solver, r->input, r->state, &r->report) : status;
}

static inline void manners_step(MannersRun* r) { ENSURE_OK(r->ctx, manners_try(r)); }

// --------------------------------------------------------------------------------------- snapshots

/// All of a state and of a report, as a number for each member.
typedef struct MannersShot {
  int count;
  struct {
    char path[48];
    uint64_t bits;
  } item[128];
} MannersShot;

static inline uint64_t manners_hash(uint64_t h, const void* bytes, size_t size) {
  const unsigned char* at = bytes;
  for (size_t i = 0; i < size; i++) h = (h ^ at[i]) * 0x100000001b3u;
  return h;
}

static inline void manners_put(MannersShot* shot, const char* path, uint64_t bits) {
  ENSURE(shot->count < 128);
  snprintf(shot->item[shot->count].path, sizeof shot->item->path, "%s", path);
  shot->item[shot->count++].bits = bits;
}

static inline void manners_member(void* user, const BrnMemberView* view) {
  static const size_t sizes[] = {
      [BRN_ITEM_DOUBLE] = sizeof(double), [BRN_ITEM_INT] = sizeof(int),
      [BRN_ITEM_BOOL] = sizeof(bool),     [BRN_ITEM_BYTE] = 1,
      [BRN_ITEM_HASH] = sizeof(uint64_t),
  };
  ENSURE(view->type < BRN_ITEM_TEXT);
  size_t row = sizes[view->type];
  int64_t rows = view->dimensions > 0 ? view->shape[0] : 1;
  uint64_t h = 0xcbf29ce484222325u;
  for (int d = 1; d < view->dimensions; d++) row *= (size_t)view->shape[d];
  for (int64_t i = 0; i < rows && view->data; i++) {
    h = manners_hash(h, (const char*)view->data + view->stride * (size_t)i, row);
  }
  manners_put(user, view->path, h);
}

static inline MannersShot manners_shot(const MannersRun* r) {
  MannersShot shot = {0};
  brn_state_members(r->model, r->state, manners_member, &shot);
  manners_put(&shot, "outcome", (uint64_t)r->report.outcome);
  for (int i = 0; i < brn_step_report_column_count(&r->report); i++) {
    BrnStepColumn column = brn_step_report_column(&r->report, i);
    manners_put(&shot, column.name, manners_hash(0, &column.value, sizeof column.value));
  }
  ENSURE(shot.count > 10);
  return shot;
}

/// The first member that differs; NULL: none.
static inline const char* manners_differ(const MannersShot* a, const MannersShot* b) {
  for (int i = 0; i < a->count && i < b->count; i++) {
    if (a->item[i].bits != b->item[i].bits) return a->item[i].path;
  }
  return a->count == b->count ? NULL : "the number of members";
}

static inline void manners_equal(const MannersRun* r, const MannersShot* expected,
                                 const char* what) {
  MannersShot shot = manners_shot(r);
  const char* other = manners_differ(&shot, expected);
  if (other) fail_msg("%s: frame %d differs in %s", what, r->state->frame, other);
}

// ------------------------------------------------------------------------------------------ checks

/// One, two, three and eight workers; three processes, where the method spreads over them.
static inline void manners_workers(const MannersCase* c) {
  static const int workers[] = {1, 2, 3, 8, -3};
  MannersShot expected[2];
  for (int w = 0; w < (brn__method_find(c->def.method)->spreads ? 5 : 4); w++) {
    char what[32];
    MannersRun r = manners_begin(c, workers[w]);
    snprintf(what, sizeof what, "%d %s", abs(workers[w]), workers[w] < 0 ? "processes" : "workers");
    for (int f = 0; f < 2; f++) {
      manners_step(&r);
      if (w == 0) expected[f] = manners_shot(&r);
      manners_equal(&r, &expected[f], what);
    }
    manners_done(&r);
  }
}

/// From a copy of the state another solver goes on with the same bits, and so does the solver that
/// has been further already.
static inline void manners_resume(const MannersCase* c) {
  MannersRun r = manners_begin(c, 2), other = manners_begin(c, 2);
  BrnState* copy;
  MannersShot expected[2];
  ENSURE_OK(r.ctx, brn_state_create(r.ctx, r.model, &copy));
  for (int f = 0; f < 2; f++) manners_step(&r);
  brn_state_copy(r.model, r.state, copy);
  brn_state_copy(r.model, r.state, other.state);
  for (int f = 0; f < 2; f++) {
    manners_step(&r);
    expected[f] = manners_shot(&r);
    manners_step(&other);
    manners_equal(&other, &expected[f], "resumed");
  }
  brn_state_copy(r.model, copy, r.state);
  for (int f = 0; f < 2; f++) {
    manners_step(&r);
    manners_equal(&r, &expected[f], "once more");
  }
  brn_state_destroy(r.ctx, copy);
  manners_done(&r);
  manners_done(&other);
}

typedef struct MannersStop {
  BrnContext* ctx;
  double seconds;
} MannersStop;

static inline void* manners_stop(void* user) {
  const MannersStop* stop = user;
  long nanoseconds = (long)(1e9 * fmin(stop->seconds, 0.5));
  nanosleep(&(struct timespec){.tv_nsec = nanoseconds}, NULL);
  brn_context_cancel(stop->ctx);
  return NULL;
}

/// A step that is cancelled beforehand makes no iteration. One that another thread cancels, earlier
/// and earlier until it is not done before, says so; from the state before, the solver takes it
/// again with the same bits.
static inline void manners_cancel(const MannersCase* c) {
  MannersRun r = manners_begin(c, 2);
  BrnState* rest;
  ENSURE_OK(r.ctx, brn_state_create(r.ctx, r.model, &rest));
  manners_step(&r);
  MannersStop stop = {r.ctx, r.report.seconds.total};
  MannersShot expected = manners_shot(&r);
  brn_state_copy(r.model, rest, r.state);
  brn_context_cancel(r.ctx);
  ENSURE_STATUS(r.ctx, manners_try(&r), BRN_CANCELLED);
  ENSURE_INT(r.report.iterations, 0);
  ENSURE_INT(r.state->frame, 0);
  brn_context_uncancel(r.ctx);
  for (BrnStatus status = BRN_OK; status == BRN_OK; stop.seconds /= 2) {
    pthread_t thread;
    brn_state_copy(r.model, rest, r.state);
    ENSURE_INT(pthread_create(&thread, NULL, manners_stop, &stop), 0);
    status = manners_try(&r);
    pthread_join(thread, NULL);
    brn_context_uncancel(r.ctx);
    ENSURE(status == BRN_OK || status == BRN_CANCELLED);
    ENSURE_INT(r.state->frame, status == BRN_OK);
  }
  brn_state_copy(r.model, rest, r.state);
  manners_step(&r);
  manners_equal(&r, &expected, "after it was cancelled");
  brn_state_destroy(r.ctx, rest);
  manners_done(&r);
}

/// All of the first ones, then fewer and fewer; under a sanitizer as few as show what there is to
/// see.
static inline int manners_next_failure(int k) { return k + 1 + k / (MANNERS_FEW ? 4 : 64); }

/// Each allocation of making a solver fails.
static inline void manners_make_fails(const MannersCase* c) {
  MannersRun r = manners_open(c, 1);
  size_t before = brn_byte_count(r.ctx);
  int k = 0;
  for (bool reached = true; reached; k = manners_next_failure(k)) {
    brn_fail_allocation(r.ctx, k);
    BrnStatus status = brn_solver_create(r.ctx, r.model, &c->def, &r.solver);
    reached = r.ctx->fail_after < 0;
    brn_fail_allocation(r.ctx, -1);
    ENSURE_STATUS(r.ctx, status, reached ? BRN_NO_MEMORY : BRN_OK);
    ENSURE((r.solver == NULL) == reached);
    ENSURE(!reached || brn_byte_count(r.ctx) == before);
  }
  ENSURE(k > 20);
  brn_solver_destroy(r.ctx, r.solver);
  r.solver = NULL;
  ENSURE(brn_byte_count(r.ctx) == before);
  manners_done(&r);
}

/// Each allocation of a first step fails; it can be taken again, with the same bits.
static inline void manners_step_fails(const MannersCase* c) {
  MannersRun plain = manners_begin(c, 1);
  manners_step(&plain);
  MannersShot expected = manners_shot(&plain);
  manners_done(&plain);
  bool reached = true;
  for (int k = 0; reached; k = manners_next_failure(k)) {
    MannersRun r = manners_begin(c, 1);
    BrnState* rest;
    ENSURE_OK(r.ctx, brn_state_create(r.ctx, r.model, &rest));
    ENSURE_OK(r.ctx, brn_drive_fill(r.drive, 0.05, r.state, r.input));
    brn_fail_allocation(r.ctx, k);
    BrnStatus status = brn_solver_step(r.solver, r.input, r.state, &r.report);
    reached = r.ctx->fail_after < 0;
    brn_fail_allocation(r.ctx, -1);
    ENSURE(status == BRN_OK || (reached && status == BRN_NO_MEMORY));
    if (status != BRN_OK) {
      brn_state_copy(r.model, rest, r.state);
      manners_step(&r);
    }
    manners_equal(&r, &expected, "after a failure");
    brn_state_destroy(r.ctx, rest);
    manners_done(&r);
  }
}

/// Steps after the first ask for no memory.
static inline void manners_warm(const MannersCase* c) {
  MannersRun r = manners_begin(c, 2);
  manners_step(&r);
  brn_fail_allocation(r.ctx, 0);
  for (int f = 0; f < 2; f++) manners_step(&r);
  ENSURE_INT(r.ctx->fail_after, 0); // nobody has asked
  brn_fail_allocation(r.ctx, -1);
  manners_done(&r);
}

/// All that is told of a step is there, and told by names.
static inline void manners_report(const MannersCase* c) {
  MannersRun r = manners_begin(c, 2);
  manners_step(&r);
  const BrnStepReport* report = &r.report;
  char text[200] = "";
  ENSURE(report->outcome >= BRN_CONVERGED && report->outcome <= BRN_BROKE_DOWN);
  ENSURE(report->iterations >= 1 && report->iterations < 100000);
  ENSURE(report->inverted >= 0 && report->inverted < 100000);
  ENSURE(report->seconds.total > 0 && report->seconds.total < 1e4);
  ENSURE(isfinite(report->energy) && isfinite(report->residual) && report->residual >= 0);
  int count = brn_step_report_column_count(report);
  ENSURE(count >= 3);
  for (int i = 0; i < count; i++) {
    BrnStepColumn column = brn_step_report_column(report, i);
    ENSURE(column.help && strlen(column.help) > 0);
    if (!isfinite(column.value)) fail_msg("column %s is %g", column.name, column.value);
    ENSURE(brn_step_report_value(report, column.name) == column.value); // one of each name
  }
  brn__step_brief(report, text, sizeof text);
  ENSURE(strlen(text) > 3 && strlen(brn__step_cure(report)) > 3);
  ENSURE(r.state->frame == 1 && r.state->time == r.input->time);
  manners_done(&r);
}

/// A check on a body of one's own.
static inline void manners_on(const char* text, const BrnSolverDef* def,
                              void (*check)(const MannersCase* c)) {
  BrnContext* ctx = test_context();
  BrnModel* model = model_build(ctx, text);
  MannersCase c = manners_case(model, def);
  check(&c);
  brn_model_destroy(ctx, model);
  test_context_done(ctx);
}
