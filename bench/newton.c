// SPDX-License-Identifier: Apache-2.0

#include "bench/newton.h"

#include "bench/bench.h"
#include "bench/ramp.h"
#include "solver/solver.h"

#include <stdio.h>
#include <string.h>

// The newton solver on four bodies, with all its linear solvers and without the warp: iterations,
// time by phase, the largest error against a converged ramp on the same mesh, memory, and how far
// the time is from what the machine would need for the bytes and flops alone (newton_bound.c). The
// same for other methods on positions, beside it.

enum { LARGE = 100000, HUGE_BODY = 300000 };

typedef struct Way {
  const char* name;
  const char* method;
  bool warp;
  BrnLinearSolver linear;
  int most; // tets; larger bodies take too long
} Way;

static const Way newton_ways[] = {
    {"plain", "newton", false, BRN_LINEAR_DIRECT, LARGE},
    {"direct", "newton", true, BRN_LINEAR_DIRECT, HUGE_BODY},
    {"laplace", "newton", true, BRN_LINEAR_LAPLACE, INT32_MAX},
    {"corotated", "newton", true, BRN_LINEAR_COROTATED, HUGE_BODY},
    {"auto", "newton", true, BRN_LINEAR_AUTO, INT32_MAX},
};
enum { NEWTON_WAYS = sizeof newton_ways / sizeof *newton_ways };

// steps that do not converge are not halved
static const Way quasi_ways[] = {
    {"newton", "newton", true, BRN_LINEAR_AUTO, LARGE},
    {"lbfgs", "lbfgs", false, BRN_LINEAR_AUTO, LARGE},
    {"bcqn", "bcqn", false, BRN_LINEAR_AUTO, LARGE},
};
enum { QUASI_WAYS = sizeof quasi_ways / sizeof *quasi_ways };

typedef struct Plan {
  const BenchRun* run;
  const Way* way;
  int way_count;
  int tets, frames, cases;
  BenchMachine machine;
} Plan;

typedef struct Result {
  BenchResult ramp;
  BenchBound bound;
} Result;

static int tets_of(const BenchRun* run) {
  return bench_spindle_tets(run->size > 0 ? run->size : run->quick ? 1400 : 13500);
}

static BrnStatus run_ramp(BrnContext* ctx, const Plan* plan, const BrnSolverDef* def,
                          BenchRamp* ramp, Result* result) {
  BrnStatus status = bench_ramp_begin(ctx, ramp, def, &result->ramp);
  if (status == BRN_OK) status = bench_ramp_frames(ramp, &result->ramp);
  if (status == BRN_OK) {
    result->bound = bench_newton_bound(&plan->machine, ramp->solver, &result->ramp.sum);
  }
  bench_ramp_end(ctx, ramp);
  return status;
}

// ------------------------------------------------------------------------------------------ report

static void tell_head(const Plan* plan) {
  printf("  %d tets, %d frames; memory is read at %.1f GB/s, flops at %.0f G/s, fused %.0f\n",
         plan->tets, plan->frames, 1e-9 * plan->machine.bandwidth, 1e-9 * plan->machine.flops,
         1e-9 * plan->machine.fused_flops);
  printf("  %-6s %-10s %5s %5s %6s %5s %8s %8s | %7s %7s %7s %7s %7s | %6s %8s %6s\n", "case",
         "solver", "iter.", "worst", "cg", "fact.", "seconds", "cpu s", "element", "assem.",
         "factor", "solve", "search", "bound", "error %", "MB");
}

static void tell(const char* body, const char* way, const Result* result) {
  const BenchResult* r = &result->ramp;
  const BrnStepTimes* t = &r->sum.seconds;
  printf("  %-6s %-10s %5d %5d %6d %5d %8.3f %8.3f | %7.3f %7.3f %7.3f %7.3f %7.3f | %5.1fx %8.4f "
         "%6.0f%s\n",
         body, way, r->sum.iterations, r->worst, r->sum.linear_iterations, r->sum.factorizations,
         t->total, r->cpu, t->elements, t->assembly, t->factor, t->solve, t->search,
         t->total / result->bound.total, 100 * r->error / BENCH_SPINDLE_LENGTH, 1e-6 * r->memory,
         r->failed ? "  not converged" : "");
  fflush(stdout);
}

static json_t* times_json(const BrnStepTimes* t) {
  json_t* object = json_object();
  for (const BrnMember* row = brn__step_times; row->name; row++) {
    const double* seconds = (const void*)((const char*)t + row->offset);
    json_object_set_new(object, row->name, json_real(*seconds));
  }
  return object;
}

static json_t* to_json(const char* body, const char* way, const Result* result) {
  const BenchResult* r = &result->ramp;
  const BenchBound* b = &result->bound;
  json_t* bound = json_pack("{s:f, s:f, s:f, s:f, s:f, s:f}", "total", b->total, "elements",
                            b->elements, "assembly", b->assembly, "factor", b->factor, "solve",
                            b->solve, "search", b->search);
  return json_pack("{s:s, s:s, s:i, s:i, s:i, s:i, s:i, s:i, s:f, s:f, s:o, s:o, s:f, s:f}", "case",
                   body, "solver", way, "iterations", r->sum.iterations, "worst_frame", r->worst,
                   "linear_iterations", r->sum.linear_iterations, "factorizations",
                   r->sum.factorizations, "trials", r->sum.trials, "not_converged", r->failed,
                   "prepare_seconds", r->prepare, "cpu_seconds", r->cpu, "seconds",
                   times_json(&r->sum.seconds), "bound_seconds", bound, "error",
                   r->error / BENCH_SPINDLE_LENGTH, "bytes", r->memory);
}

// --------------------------------------------------------------------------------------------- run

static BrnStatus run_ways(BrnContext* ctx, const Plan* plan, const char* body, BenchRamp* ramp,
                          json_t* list) {
  for (const Way* way = plan->way; way < plan->way + plan->way_count; way++) {
    BrnSolverDef def = bench_plain_def(ramp->model);
    Result result;
    if (plan->tets > way->most) continue;
    brn_solver_def_choose(&def, way->method);
    def.warp = way->warp;
    def.linear = way->linear;
    if (strcmp(way->method, "newton") != 0) def.halvings = 0;
    BRN_TRY(run_ramp(ctx, plan, &def, ramp, &result));
    if (!plan->run->quiet) tell(body, way->name, &result);
    json_array_append_new(list, to_json(body, way->name, &result));
  }
  return BRN_OK;
}

static BrnStatus run_case(BrnContext* ctx, const Plan* plan, int index, json_t* list) {
  const BenchCase* body = &bench_cases[index];
  BrnModel* model;
  BRN_TRY(bench_spindle_build(ctx, body, plan->tets, &model));
  BenchRamp ramp = {.model = model, .steps = BENCH_FRAMES, .frames = plan->frames};
  BrnStatus status = BRN_OK;
  if (plan->tets <= HUGE_BODY) status = bench_ramp_reference(ctx, &ramp);
  if (status == BRN_OK) status = run_ways(ctx, plan, body->name, &ramp, list);
  bench_ramp_free(ctx, &ramp);
  brn_model_destroy(ctx, model);
  return status;
}

static Plan plan_of(BrnContext* ctx, const BenchRun* run) {
  Plan plan = {.run = run, .tets = tets_of(run), .machine = bench_machine(ctx)};
  plan.frames = run->quick || plan.tets > HUGE_BODY ? 2 : plan.tets > LARGE ? 3 : BENCH_FRAMES;
  plan.cases = run->quick || plan.tets > HUGE_BODY ? 1 : BENCH_CASES;
  return plan;
}

static json_t* run_all(BrnContext* ctx, const BenchRun* run, const Way* way, int way_count) {
  Plan plan = plan_of(ctx, run);
  json_t* list = json_array();
  BrnStatus status = BRN_OK;
  plan.way = way;
  plan.way_count = way_count;
  if (!run->quiet) tell_head(&plan);
  for (int c = 0; c < plan.cases && status == BRN_OK; c++) status = run_case(ctx, &plan, c, list);
  if (status != BRN_OK) {
    json_decref(list);
    return NULL;
  }
  return json_pack("{s:i, s:i, s:f, s:f, s:f, s:o}", "tets", plan.tets, "frames", plan.frames,
                   "bytes_per_second", plan.machine.bandwidth, "flops_per_second",
                   plan.machine.flops, "fused_flops_per_second", plan.machine.fused_flops, "runs",
                   list);
}

static json_t* run_newton(BrnContext* ctx, const BenchRun* run) {
  return run_all(ctx, run, newton_ways, NEWTON_WAYS);
}

static json_t* run_quasi(BrnContext* ctx, const BenchRun* run) {
  return run_all(ctx, run, quasi_ways, QUASI_WAYS);
}

const Bench bench_newton = {"newton", "finite elements: iterations, time by phase, error, memory",
                            run_newton};
const Bench bench_quasi = {"quasi", "quasi-Newton methods beside newton: the same", run_quasi};
