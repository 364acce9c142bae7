// SPDX-License-Identifier: Apache-2.0

#include "bench/newton.h"

#include "bench/bench.h"
#include "bench/spindle.h"
#include "core/vec.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// The newton solver on four bodies, with all its linear solvers and without the warp: iterations,
// time by phase, the largest error against a converged ramp on the same mesh, memory, and how far
// the time is from what the machine would need for the bytes and flops alone (newton_bound.c). The
// same for other methods on positions, beside it.

enum { FRAMES = 10, LARGE = 100000, HUGE_BODY = 300000, MOST_FRAMES = 10 };

typedef struct Way {
  const char* name;
  BrnMethod method;
  bool warp;
  BrnLinearSolver linear;
  int most; // tets; larger bodies take too long
} Way;

static const Way newton_ways[] = {
    {"plain", BRN_METHOD_NEWTON, false, BRN_LINEAR_DIRECT, LARGE},
    {"direct", BRN_METHOD_NEWTON, true, BRN_LINEAR_DIRECT, HUGE_BODY},
    {"laplace", BRN_METHOD_NEWTON, true, BRN_LINEAR_LAPLACE, INT32_MAX},
    {"corotated", BRN_METHOD_NEWTON, true, BRN_LINEAR_COROTATED, HUGE_BODY},
    {"auto", BRN_METHOD_NEWTON, true, BRN_LINEAR_AUTO, INT32_MAX},
};
enum { NEWTON_WAYS = sizeof newton_ways / sizeof *newton_ways };

// steps that do not converge are not halved
static const Way quasi_ways[] = {
    {"newton", BRN_METHOD_NEWTON, true, BRN_LINEAR_AUTO, LARGE},
    {"lbfgs", BRN_METHOD_LBFGS, false, BRN_LINEAR_AUTO, LARGE},
    {"bcqn", BRN_METHOD_BCQN, false, BRN_LINEAR_AUTO, LARGE},
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
  BrnStepReport sum; // of all frames
  int worst;         // iterations of a frame
  int failed;        // frames that did not converge
  double prepare, cpu, memory, error;
  BenchBound bound;
} Result;

// ------------------------------------------------------------------------------------------- model

// Sizes are those of the flesh; the two bones have as many tets again as 63 of 100 of it.
static int tets_of(const BenchRun* run) {
  int soft = run->size > 0 ? run->size : run->quick ? 1400 : 13500;
  return (int)(1.63 * soft + 0.5);
}

// tets are plain here: the comparison is between ways to the same shape
static BrnSolverDef plain_def(const BrnModel* model) {
  BrnSolverDef def = brn_solver_def_of(model);
  def.locking = BRN_LOCKING_OFF;
  return def;
}

static BrnStatus build(BrnContext* ctx, const BenchCase* body, int tets, BrnModel** model) {
  char text[2500];
  BrnScene* scene;
  BrnBuildDef def = brn_build_def_default();
  snprintf(text, sizeof text, BENCH_SPINDLE, tets, body->gravity, body->units, body->payload,
           body->more);
  for (char* c = text; *c; c++) *c = *c == '\'' ? '"' : *c;
  BRN_TRY(brn_scene_parse(ctx, text, strlen(text), "spindle.json", &scene));
  BrnStatus status = brn_model_build(ctx, scene, &def, model, NULL);
  brn_scene_destroy(ctx, scene);
  return status;
}

// -------------------------------------------------------------------------------------------- ramp

static void add_report(const BrnStepReport* step, Result* to) {
  BrnStepReport* sum = &to->sum;
  sum->iterations += step->iterations;
  sum->linear_iterations += step->linear_iterations;
  sum->factorizations += step->factorizations;
  sum->trials += step->trials;
  sum->parts += step->parts;
  sum->seconds.total += step->seconds.total;
  sum->seconds.elements += step->seconds.elements;
  sum->seconds.assembly += step->seconds.assembly;
  sum->seconds.factor += step->seconds.factor;
  sum->seconds.solve += step->seconds.solve;
  sum->seconds.search += step->seconds.search;
  to->failed += step->outcome != BRN_CONVERGED;
  if (step->iterations > to->worst) to->worst = step->iterations;
}

static double farthest(const BrnState* state, const double* reference) {
  double most = 0;
  for (int v = 0; v < state->vertex_count; v++) {
    size_t at = 3 * (size_t)v;
    most = fmax(most, brn__distance3(state->position + at, reference + at));
  }
  return most / BENCH_SPINDLE_LENGTH;
}

typedef struct Ramp {
  const BrnModel* model;
  BrnSolver* solver;
  BrnState* state;
  BrnStepInput* input;
  double* shapes; // of all frames: written by the reference, compared with by the others
  bool write;
} Ramp;

static BrnStatus run_frames(Ramp* ramp, int frames, Result* result) {
  size_t count = 3 * (size_t)ramp->state->vertex_count;
  for (int f = 1; f <= frames; f++) {
    BrnStepReport report;
    brn_input_fill(ramp->model, (double)f / FRAMES, ramp->input);
    BRN_TRY(brn_solver_step(ramp->solver, ramp->input, ramp->state, &report));
    add_report(&report, result);
    if (!ramp->shapes) continue;
    double* shape = ramp->shapes + (size_t)(f - 1) * count;
    if (ramp->write) memcpy(shape, ramp->state->position, sizeof(double) * count);
    result->error = fmax(result->error, farthest(ramp->state, shape));
  }
  return BRN_OK;
}

static BrnStatus run_ramp(BrnContext* ctx, const Plan* plan, const BrnSolverDef* def, Ramp ramp,
                          Result* result) {
  *result = (Result){0};
  bench_memory_reset();
  double begin = brn__seconds();
  BrnStatus status = brn_solver_create(ctx, ramp.model, def, &ramp.solver);
  result->prepare = brn__seconds() - begin;
  if (status == BRN_OK) status = brn_state_create(ctx, ramp.model, &ramp.state);
  if (status == BRN_OK) status = brn_input_create(ctx, ramp.model, &ramp.input);
  begin = bench_cpu_seconds();
  if (status == BRN_OK) status = run_frames(&ramp, plan->frames, result);
  result->cpu = bench_cpu_seconds() - begin;
  result->memory = bench_memory_peak();
  if (status == BRN_OK) {
    result->bound = bench_newton_bound(&plan->machine, ramp.solver, &result->sum);
  }
  brn_input_destroy(ctx, ramp.input);
  brn_state_destroy(ctx, ramp.state);
  brn_solver_destroy(ctx, ramp.solver);
  return status;
}

// as near to the minimum as round-off lets it
static BrnStatus run_reference(BrnContext* ctx, const Plan* plan, Ramp ramp) {
  BrnSolverDef def = plain_def(ramp.model);
  Result result;
  def.linear = BRN_LINEAR_DIRECT;
  def.tolerance = 1e-13;
  ramp.write = true;
  return run_ramp(ctx, plan, &def, ramp, &result);
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

static void tell(const char* body, const char* way, const Result* r) {
  const BrnStepTimes* t = &r->sum.seconds;
  printf("  %-6s %-10s %5d %5d %6d %5d %8.3f %8.3f | %7.3f %7.3f %7.3f %7.3f %7.3f | %5.1fx %8.4f "
         "%6.0f%s\n",
         body, way, r->sum.iterations, r->worst, r->sum.linear_iterations, r->sum.factorizations,
         t->total, r->cpu, t->elements, t->assembly, t->factor, t->solve, t->search,
         t->total / r->bound.total, 100 * r->error, 1e-6 * r->memory,
         r->failed ? "  not converged" : "");
  fflush(stdout);
}

static json_t* times_json(const BrnStepTimes* t) {
  return json_pack("{s:f, s:f, s:f, s:f, s:f, s:f}", "total", t->total, "elements", t->elements,
                   "assembly", t->assembly, "factor", t->factor, "solve", t->solve, "search",
                   t->search);
}

static json_t* to_json(const char* body, const char* way, const Result* r) {
  const BenchBound* b = &r->bound;
  json_t* bound = json_pack("{s:f, s:f, s:f, s:f, s:f, s:f}", "total", b->total, "elements",
                            b->elements, "assembly", b->assembly, "factor", b->factor, "solve",
                            b->solve, "search", b->search);
  return json_pack(
      "{s:s, s:s, s:i, s:i, s:i, s:i, s:i, s:i, s:f, s:f, s:o, s:o, s:f, s:f}", "case", body,
      "solver", way, "iterations", r->sum.iterations, "worst_frame", r->worst, "linear_iterations",
      r->sum.linear_iterations, "factorizations", r->sum.factorizations, "trials", r->sum.trials,
      "not_converged", r->failed, "prepare_seconds", r->prepare, "cpu_seconds", r->cpu, "seconds",
      times_json(&r->sum.seconds), "bound_seconds", bound, "error", r->error, "bytes", r->memory);
}

// --------------------------------------------------------------------------------------------- run

static BrnStatus run_ways(BrnContext* ctx, const Plan* plan, const char* body, Ramp ramp,
                          json_t* list) {
  for (const Way* way = plan->way; way < plan->way + plan->way_count; way++) {
    BrnSolverDef def = plain_def(ramp.model);
    Result result;
    if (plan->tets > way->most) continue;
    def.method = way->method;
    def.warp = way->warp;
    def.linear = way->linear;
    if (way->method != BRN_METHOD_NEWTON) def.halvings = 0;
    BRN_TRY(run_ramp(ctx, plan, &def, ramp, &result));
    if (!plan->run->quiet) tell(body, way->name, &result);
    json_array_append_new(list, to_json(body, way->name, &result));
  }
  return BRN_OK;
}

static BrnStatus run_case(BrnContext* ctx, const Plan* plan, int index, json_t* list) {
  const BenchCase* body = &bench_cases[index];
  BrnModel* model;
  BRN_TRY(build(ctx, body, plan->tets, &model));
  Ramp ramp = {.model = model};
  BrnStatus status = BRN_OK;
  if (plan->tets <= HUGE_BODY) {
    size_t shape = 3 * (size_t)model->mesh->vertex_count;
    ramp.shapes = brn__new(ctx, shape * (size_t)plan->frames, double);
    status = ramp.shapes ? run_reference(ctx, plan, ramp) : BRN_NO_MEMORY;
  }
  if (status == BRN_OK) status = run_ways(ctx, plan, body->name, ramp, list);
  brn__free(ctx, ramp.shapes);
  brn_model_destroy(ctx, model);
  return status;
}

static Plan plan_of(BrnContext* ctx, const BenchRun* run) {
  Plan plan = {.run = run, .tets = tets_of(run), .machine = bench_machine(ctx)};
  plan.frames = run->quick || plan.tets > HUGE_BODY ? 2 : plan.tets > LARGE ? 3 : FRAMES;
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
