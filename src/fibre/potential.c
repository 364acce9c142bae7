// SPDX-License-Identifier: Apache-2.0

#include "fibre/region.h"
#include "sparse/sparse.h"

#include <string.h>

// K u = 0 on the free vertices, with K_ij = sum over tets of volume grad(w_i) . grad(w_j): linear
// elements, insulated where nothing is held. K is positive definite on every piece that touches a
// held vertex. The others, and those that touch one attachment only, have a constant answer, which
// is set rather than solved for.
//
// H. F. Choi, S. S. Blemker. Skeletal muscle fascicle arrangements can be reconstructed using a
// Laplacian vector field simulation. 2013

enum { ORIGIN = 1, INSERTION = 2 }; // marks of vertices, and bits of what a piece touches

BrnPotentialDef brn_potential_def_default(void) {
  return (BrnPotentialDef){.tolerance = 1e-10, .cookie = BRN_COOKIE};
}

typedef struct Problem {
  const BrnRegion* region;
  uint8_t* held;    // ORIGIN, INSERTION or 0                  (vertex_count)
  uint8_t* touched; // by which attachments                    (component_count)
  double* b;        // right side                              (vertex_count)
  bool source;      // even heating instead of an insertion
} Problem;

static BrnStatus check_def(BrnContext* ctx, const BrnPotentialDef* def) {
  if (def->origin.count <= 0) {
    return brn__fail(ctx, BRN_INVALID, "origin: it has no vertices; at least one must be held");
  }
  if (def->insertion.count <= 0 && !def->source) {
    return brn__fail(ctx, BRN_INVALID, "insertion: it has no vertices; at least one must be held");
  }
  if (!(def->tolerance >= 1e-15 && def->tolerance < 1)) {
    return brn__fail(ctx, BRN_INVALID, "tolerance is %g; 1e-15 to below 1 would do",
                     def->tolerance);
  }
  if (def->insertion.count > 0 && def->source) {
    return brn__fail(ctx, BRN_INVALID, "insertion: it must be empty when the source heats instead");
  }
  return BRN_OK;
}

static BrnStatus hold(BrnContext* ctx, const BrnPotentialDef* def, Problem* problem) {
  const BrnRegion* region = problem->region;
  BRN_TRY(check_def(ctx, def));
  BRN_TRY(brn__region_mark(ctx, region, def->origin, "origin", ORIGIN, problem->held));
  BRN_TRY(brn__region_mark(ctx, region, def->insertion, "insertion", INSERTION, problem->held));
  for (int v = 0; v < region->mesh->vertex_count; v++) {
    problem->touched[region->component[v]] |= problem->held[v];
  }
  return BRN_OK;
}

static bool is_flat(const Problem* problem, int vertex) {
  int all = problem->source ? ORIGIN : ORIGIN | INSERTION;
  return problem->touched[problem->region->component[vertex]] != all;
}

// Values of the held vertices and of whole flat pieces, which count as held from here on.
static void set_known(Problem* problem, double* u) {
  for (int v = 0; v < problem->region->mesh->vertex_count; v++) {
    int side = problem->held[v];
    if (is_flat(problem, v)) {
      side = problem->touched[problem->region->component[v]];
      problem->held[v] = ORIGIN;
    }
    u[v] = problem->source ? 0 : side == ORIGIN ? -1 : side == INSERTION ? 1 : 0;
  }
}

// an even source: a quarter of each tet goes to each of its corners
static void heat(Problem* problem) {
  const BrnMesh* mesh = problem->region->mesh;
  for (int t = 0; t < mesh->tet_count; t++) {
    for (int k = 0; k < 4; k++) {
      problem->b[mesh->tet[4 * (size_t)t + k]] += problem->region->volume[t] / 4;
    }
  }
}

// heat from 0 at the origin, which the solve holds there, to -1 there and +1 where it is hottest
static void rescale(const Problem* problem, double* u) {
  int vertex_count = problem->region->mesh->vertex_count;
  double hottest = 0;
  for (int v = 0; v < vertex_count; v++) hottest = fmax(hottest, u[v]);
  for (int v = 0; v < vertex_count; v++) {
    if (!is_flat(problem, v)) u[v] = hottest > 0 ? 2 * u[v] / hottest - 1 : -1;
  }
}

static BrnStatus solve(BrnContext* ctx, const BrnPotentialDef* def, Problem* problem, double* u,
                       BrnPotentialReport* report) {
  BrnCsr* K;
  BRN_TRY(brn__csr_laplacian(ctx, problem->region->mesh, &K));
  brn__csr_pin(K, problem->held, u, problem->b);
  BrnPcgLimits limits = {def->tolerance, def->max_iterations};
  BrnPcgReport solved;
  BrnStatus status = brn__pcg_solve(ctx, K, problem->b, u, &limits, &solved);
  brn__csr_destroy(ctx, K);
  BRN_TRY(status);
  report->outcome = solved.outcome;
  report->iterations = solved.iterations;
  report->residual = solved.residual;
  return BRN_OK;
}

static void count_flat(const Problem* problem, BrnPotentialReport* report) {
  const BrnRegion* region = problem->region;
  report->first_flat_tet = -1;
  for (int c = 0, all = problem->source ? ORIGIN : ORIGIN | INSERTION; c < region->component_count;
       c++) {
    report->flat_component_count += problem->touched[c] != all;
  }
  for (int t = region->mesh->tet_count - 1; t >= 0; t--) {
    if (!is_flat(problem, region->mesh->tet[4 * (size_t)t])) continue;
    report->flat_tet_count++;
    report->first_flat_tet = region->tet[t];
  }
}

static BrnStatus run(BrnContext* ctx, const BrnRegion* region, const BrnPotentialDef* def,
                     double* u, BrnPotentialReport* report) {
  int vertex_count = region->mesh->vertex_count;
  Problem problem = {.region = region, .source = def->source};
  problem.held = brn__scratch_zero(ctx, vertex_count, uint8_t);
  problem.touched = brn__scratch_zero(ctx, region->component_count, uint8_t);
  problem.b = brn__scratch_zero(ctx, vertex_count, double);
  if (!problem.held || !problem.touched || !problem.b) return BRN_NO_MEMORY;
  BRN_TRY(hold(ctx, def, &problem));
  set_known(&problem, u);
  if (problem.source) heat(&problem);
  BRN_TRY(solve(ctx, def, &problem, u, report));
  if (problem.source) rescale(&problem, u);
  count_flat(&problem, report);
  return BRN_OK;
}

BrnStatus brn_potential_solve(BrnContext* ctx, const BrnRegion* region, const BrnPotentialDef* def,
                              double* u, BrnPotentialReport* report) {
  BRN_ASSERT(ctx && region && u);
  BRN_CHECK_DEF(def);
  BrnPotentialReport own = {0};
  BrnScratchMark mark = brn__scratch_mark(ctx);
  BrnStatus status = run(ctx, region, def, u, &own);
  brn__scratch_release(ctx, mark);
  if (report) *report = own;
  return status;
}
