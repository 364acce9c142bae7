// SPDX-License-Identifier: Apache-2.0
//
// The list of terms, and each operation of theirs for all that have it. A new term is one function
// more in this list.

#include "core/vec.h"
#include "solver/body/body.h"

#include <math.h>
#include <string.h>

// In the order in which energies, forces and blocks are added up. Where a setting asks for a term,
// its key, which is true then, and the kind of the term: methods that do not take it say so before
// anything is made. `dynamic` is the methods' own.
static const struct Maker {
  BrnStatus (*add)(BrnContext* ctx, BrnBody* body);
  const char* key;
  size_t at;
  BrnTermKind kind;
} makers[] = {
    {.add = brn__averages_add},
    {.add = brn__damping_add},
    {.add = brn__loads_add},
    {.add = brn__inertia_add},
    {.add = brn__constraints_add},
    {brn__contact_add, "contact", offsetof(BrnSolverDef, contact), BRN_TERM_OF_NODES},
};
enum { MAKERS = sizeof makers / sizeof *makers };

// -------------------------------------------------------------------------------------- the list

BrnStatus brn__terms_check(BrnContext* ctx, const BrnSolverDef* def) {
  for (int i = 0; i < MAKERS; i++) {
    bool asked = makers[i].key && *(const bool*)((const char*)def + makers[i].at);
    if (asked) BRN_TRY(brn__method_check_term(ctx, def, makers[i].kind, makers[i].key));
  }
  return BRN_OK;
}

BrnStatus brn__terms_create(BrnContext* ctx, BrnBody* body) {
  for (int i = 0; i < MAKERS; i++) {
    int before = body->term_count;
    BRN_TRY(makers[i].add(ctx, body));
    for (int t = before; t < body->term_count; t++) {
      const BrnTermOps* ops = body->term[t].ops;
      BRN_ASSERT(!makers[i].key || makers[i].kind == ops->kind);
      BRN_TRY(brn__method_check_term(ctx, &body->def, ops->kind, ops->name));
    }
  }
  return BRN_OK;
}

void brn__terms_destroy(BrnContext* ctx, BrnBody* body) {
  for (int t = 0; t < body->term_count; t++) {
    const BrnTerm* term = &body->term[t];
    if (term->ops->destroy) term->ops->destroy(ctx, term->own);
  }
  brn__free(ctx, body->term);
}

BrnStatus brn__body_add_term(BrnContext* ctx, BrnBody* body, const BrnTermOps* ops, void* own) {
  size_t count = (size_t)body->term_count + 1;
  BrnStatus status = brn__grow_block(ctx, &body->term, count, sizeof *body->term);
  if (status == BRN_OK) {
    body->term[body->term_count++] = (BrnTerm){ops, own};
  } else if (ops->destroy) {
    ops->destroy(ctx, own);
  }
  return status;
}

void* brn__body_term(const BrnBody* body, const char* name) {
  for (int t = 0; t < body->term_count; t++) {
    if (strcmp(body->term[t].ops->name, name) == 0) return body->term[t].own;
  }
  return NULL;
}

bool brn__terms_stiff(const BrnBody* body) {
  for (int t = 0; t < body->term_count; t++) {
    if (body->term[t].ops->stiff) return true;
  }
  return false;
}

bool brn__terms_on_nodes(const BrnBody* body) {
  for (int t = 0; t < body->term_count; t++) {
    if (body->term[t].ops->kind == BRN_TERM_OF_NODES) return true;
  }
  return false;
}

// ------------------------------------------------------------------------------- forces and pieces

void brn__body_push(BrnBody* body, int point, const double f[3]) {
  const BrnNodes* nodes = body->nodes;
  for (int i = nodes->start[point]; i < nodes->start[point + 1]; i++) {
    int node = nodes->node[i], row = nodes->row[node];
    for (int a = 0; a < 3 && row >= 0; a++) {
      bool held = nodes->held[node] >> a & 1;
      if (!held) body->g[3 * (size_t)row + (size_t)a] += nodes->weight[i] * f[a];
    }
  }
}

void brn__body_motion(const BrnBody* body, const double* d, int point, double out[3]) {
  const BrnNodes* nodes = body->nodes;
  memset(out, 0, 3 * sizeof(double));
  for (int i = nodes->start[point]; i < nodes->start[point + 1]; i++) {
    int row = nodes->row[nodes->node[i]];
    if (row >= 0) brn__axpy3(out, out, nodes->weight[i], d + 3 * (size_t)row);
  }
}

void brn__body_add_piece(BrnContext* ctx, BrnBody* body, int count, const int* point, int forms,
                         const double* C, const double* M) {
  brn__low_ranks_add(ctx, &body->pieces, body->nodes, count, point, forms, C, M);
}

// --------------------------------------------------------------------------------- the operations

// for each term of some kinds that has an operation
#define FOR_KINDS(kinds, operation)                                                                \
  for (const BrnTerm *term = body->term, *end = term + body->term_count; term < end; term++)       \
    if (term->ops->operation && (term->ops->kind & (kinds)))
#define FOR_EACH(operation) FOR_KINDS(BRN_TERM_OF_ANY, operation)

// body->x are the points of body->y, for who looks at them
static void look(BrnContext* ctx, BrnBody* body, const BrnTerm* term) {
  if (term->ops->kind == BRN_TERM_OF_NODES) {
    brn__nodes_to_points(ctx, body->nodes, body->y, body->x);
  }
}

void brn__terms_begin(BrnContext* ctx, BrnBody* body) {
  FOR_EACH(begin) term->ops->begin(ctx, term->own, body);
}

void brn__terms_start(BrnContext* ctx, BrnBody* body) {
  FOR_EACH(start) {
    look(ctx, body, term);
    term->ops->start(ctx, term->own, body);
  }
}

bool brn__terms_hold(BrnContext* ctx, BrnBody* body, BrnTermKind kinds) {
  bool hold = true;
  FOR_KINDS(kinds, holds) {
    look(ctx, body, term);
    hold = term->ops->holds(term->own, body) && hold;
  }
  if (hold) return true;
  FOR_KINDS(kinds, tighten) term->ops->tighten(term->own, body);
  return false;
}

void brn__terms_end(BrnContext* ctx, BrnBody* body, BrnTermKind kinds) {
  FOR_KINDS(kinds, end) {
    look(ctx, body, term);
    term->ops->end(term->own, body);
  }
}

void brn__terms_rate(const BrnBody* body, int b, const BrnRates* rates) {
  FOR_EACH(rate) term->ops->rate(term->own, b, rates);
}

bool brn__terms_renew(BrnContext* ctx, BrnBody* body, BrnTermKind kinds, double decrement) {
  bool new = false;
  FOR_KINDS(kinds, renew) {
    look(ctx, body, term);
    new = term->ops->renew(ctx, term->own, body, decrement) || new;
  }
  return new;
}

double brn__terms_first_step(BrnContext* ctx, BrnBody* body, BrnTermKind kinds, const double* d,
                             double slope) {
  double s = 1;
  FOR_KINDS(kinds, first_step) {
    look(ctx, body, term);
    s = fmin(s, term->ops->first_step(ctx, term->own, body, d, slope));
  }
  return s;
}

bool brn__terms_aim(BrnBody* body, const double* move, bool home) {
  bool any = false;
  FOR_EACH(aim) any = term->ops->aim(term->own, body, move, home) || any;
  return any;
}

void brn__terms_pull(BrnContext* ctx, BrnBody* body, double s, const double* move, double* rows) {
  FOR_EACH(pull) term->ops->pull(ctx, term->own, body, s, move, rows);
}

void brn__terms_prepare(BrnContext* ctx, BrnBody* body, const BrnDeformation* F) {
  FOR_EACH(prepare) term->ops->prepare(ctx, term->own, body, F);
}

double brn__terms_batch(const BrnBody* body, int b, const double (*F)[BRN_LANES], BrnWant want,
                        BrnMaterialOut* out) {
  double sum = 0;
  FOR_EACH(batch) sum += term->ops->batch(term->own, body, b, F, want, out);
  return sum;
}

void brn__terms_energy(BrnContext* ctx, BrnBody* body, BrnTermKind kinds, const double* y,
                       BrnEnergy* sum) {
  FOR_KINDS(kinds, energy) term->ops->energy(ctx, term->own, body, y, sum);
}

void brn__terms_evaluate(BrnContext* ctx, BrnBody* body, BrnTermKind kinds, BrnWant want) {
  FOR_KINDS(kinds, evaluate) term->ops->evaluate(ctx, term->own, body, want);
}

void brn__terms_acting(BrnContext* ctx, const BrnBody* body, double* rows) {
  FOR_EACH(acting) term->ops->acting(ctx, term->own, body, rows);
}

void brn__terms_tell(BrnContext* ctx, BrnBody* body, BrnStepReport* report) {
  FOR_EACH(tell) {
    look(ctx, body, term);
    term->ops->tell(term->own, body, report);
  }
}

void brn__terms_inspect(const BrnBody* body, const BrnState* state, BrnInspection* out) {
  FOR_EACH(inspect) term->ops->inspect(term->own, body, state, out);
}
