// SPDX-License-Identifier: Apache-2.0
//
// The list of methods: a new one is a row here and a folder with its BrnMethodOps. Scenes ask here,
// too, which names and keys there are.

#include "solver/solver.h"

#include <stdio.h>
#include <string.h>

// the first is the default
#define BRN_METHODS(ROW)                                                                           \
  ROW(newton)                                                                                      \
  ROW(emu)                                                                                         \
  ROW(admm)                                                                                        \
  ROW(lbfgs)                                                                                       \
  ROW(bfgs_plain)                                                                                  \
  ROW(bcqn)                                                                                        \
  ROW(xpbd)

// on surfaces, by the name of one of those
#define BRN_METHODS_ON_SURFACES(ROW) ROW(sheet)

// names that scenes may have, of methods that are not there yet
#define BRN_METHODS_TO_COME(ROW)                                                                   \
  ROW(pd)                                                                                          \
  ROW(fvm)

#define ROW_DECLARE(name) extern const BrnMethodOps brn__##name##_ops;
#define ROW_OPS(name) &brn__##name##_ops,
#define ROW_WORD(name) #name,
#define ROW_NAME(name) " " #name

BRN_METHODS(ROW_DECLARE)
BRN_METHODS_ON_SURFACES(ROW_DECLARE)
static const BrnMethodOps* const methods[] = {BRN_METHODS(ROW_OPS)
                                                  BRN_METHODS_ON_SURFACES(ROW_OPS)};
enum { ALL_COUNT = sizeof methods / sizeof *methods };

#define ROW_ONE(name) +1
enum { METHOD_COUNT = BRN_METHODS(ROW_ONE) }; // that there are, by name
static const char* const names[] = {BRN_METHODS(ROW_WORD) BRN_METHODS_TO_COME(ROW_WORD)};
enum { NAME_COUNT = sizeof names / sizeof *names };
const char brn__method_names[] = BRN_METHODS(ROW_NAME) BRN_METHODS_TO_COME(ROW_NAME);

const BrnMethod* brn__method_at(int index) {
  return index < METHOD_COUNT ? &methods[index]->about : NULL;
}

static const BrnMethodOps* find(const char* name) {
  for (int m = 0; m < METHOD_COUNT; m++) {
    if (strncmp(methods[m]->about.name, name, BRN_METHOD_NAME) == 0) return methods[m];
  }
  return NULL;
}

const BrnMethod* brn__method_find(const char* name) {
  const BrnMethodOps* ops = find(name);
  return ops ? &ops->about : NULL;
}

// table i of all methods, which have as much room each; NULL: none
static const BrnInlineTable* table_at(int i) {
  return methods[i / BRN_METHOD_TABLES]->about.settings[i % BRN_METHOD_TABLES];
}

// is it one that is not there before?
static bool is_new(int table) {
  for (int i = 0; i < table; i++) {
    if (table_at(i) == table_at(table)) return false;
  }
  return table_at(table) != NULL;
}

const BrnInlineTable* brn__method_settings(int index) {
  for (int i = 0; i < ALL_COUNT * BRN_METHOD_TABLES; i++) {
    if (is_new(i) && index-- == 0) return table_at(i);
  }
  return NULL;
}

const BrnMember* brn__method_keeps(int index) {
  for (int m = 0; m < ALL_COUNT; m++) {
    const BrnMember* row = methods[m]->about.keeps;
    for (; row && row->name; row++) {
      if (index-- == 0) return row;
    }
  }
  return NULL;
}

// --------------------------------------------------------------------------------------- choosing

static bool is_quasi_static(const BrnMethodOps* ops, int unused) {
  (void)unused;
  return ops->about.inertia == BRN_INERTIA_NONE;
}
static bool takes(const BrnMethodOps* ops, int kinds) {
  return (ops->takes.kinds & (BrnTermKind)kinds) == (BrnTermKind)kinds;
}

// "newton", "emu" and "xpbd": those that are so
static void list_methods(bool (*is_so)(const BrnMethodOps*, int), int what, char* text,
                         size_t size) {
  size_t used = 0;
  int left = 0, told = 0;
  for (int m = 0; m < METHOD_COUNT; m++) left += is_so(methods[m], what);
  text[0] = 0;
  for (int m = 0; m < METHOD_COUNT && used + 40 < size; m++) {
    if (!is_so(methods[m], what)) continue;
    const char* before = told++ == 0 ? "" : left > 1 ? ", " : " and ";
    used += (size_t)snprintf(text + used, size - used, "%s\"%s\"", before, methods[m]->about.name);
    left--;
  }
}

BrnStatus brn__method_ops(BrnContext* ctx, const BrnSolverDef* def, const BrnMethodOps** out) {
  char list[512];
  *out = find(def->method);
  if (*out) return BRN_OK;
  list_methods(takes, 0, list, sizeof list); // all
  for (int n = METHOD_COUNT; n < NAME_COUNT; n++) {
    if (strcmp(names[n], def->method) != 0) continue;
    return brn__fail(ctx, BRN_UNSUPPORTED, "solver.method: \"%s\" is not there yet; there are %s",
                     names[n], list);
  }
  return brn__fail(ctx, BRN_INVALID, "solver.method: there is no \"%.*s\"; there are %s",
                   BRN_METHOD_NAME, def->method, list);
}

static const char* kind_name(BrnBodyKind kind) {
  return kind == BRN_BODY_SURFACES ? "surfaces" : "tets";
}

// Settings may ask for the other kind of body than the model is.
static BrnStatus check_choice(BrnContext* ctx, const BrnSolverDef* def, const BrnMethod* method,
                              BrnBodyKind kind) {
  const BrnBodyChoice* choice = &method->choice;
  BrnBodyKind asked = brn__solver_body(def);
  if (!choice->key || asked == BRN_BODY_EITHER || asked == kind) return BRN_OK;
  return brn__fail(ctx, BRN_INVALID,
                   "solver.%s: the model was built of %s; build it with solver.method \"%s\" and "
                   "%s \"%s\", or run it with \"%s\"",
                   choice->key, kind_name(kind), method->name, choice->key, choice->word[asked],
                   choice->word[kind]);
}

BrnStatus brn__method_ops_for(BrnContext* ctx, const BrnSolverDef* def, const BrnModel* model,
                              const BrnMethodOps** out) {
  BrnBodyKind kind = brn_model_count(model, BRN_OF_TETS) > 0 ? BRN_BODY_TETS : BRN_BODY_SURFACES;
  BRN_TRY(brn__method_ops(ctx, def, out));
  BRN_TRY(check_choice(ctx, def, &(*out)->about, kind));
  for (int m = 0; m < ALL_COUNT; m++) {
    const BrnMethod* about = &methods[m]->about;
    if (strcmp(about->name, (*out)->about.name) == 0 && about->moves == kind) *out = methods[m];
  }
  return brn__solver_check_for(ctx, def, kind);
}

BrnStatus brn__method_check_term(BrnContext* ctx, const BrnSolverDef* def, BrnTermKind kind,
                                 const char* name) {
  char list[512];
  const BrnMethodOps* ops = find(def->method);
  bool all = ops && takes(ops, (int)kind);
  if (all && (!(ops->takes.partly & kind) || ops->takes.with(def))) return BRN_OK;
  if (all) {
    return brn__fail(ctx, BRN_UNSUPPORTED,
                     "solver.%s: with these settings \"%s\" leaves it out; %s", name,
                     ops->about.name, ops->takes.cure);
  }
  list_methods(takes, (int)kind, list, sizeof list);
  return brn__fail(ctx, BRN_UNSUPPORTED,
                   "solver.%s: \"%.*s\" leaves it out; set it to false, or take one of %s", name,
                   BRN_METHOD_NAME, def->method, list);
}

BrnStatus brn__method_check_inertia(BrnContext* ctx, const BrnSolverDef* def) {
  char list[512];
  const BrnMethodOps* ops = find(def->method);
  if (!def->dynamic || !ops || !is_quasi_static(ops, 0)) return BRN_OK;
  list_methods(is_quasi_static, 0, list, sizeof list);
  return brn__fail(ctx, BRN_UNSUPPORTED,
                   "solver.dynamic: %s are quasi-static; set it to false, or take \"%s\"", list,
                   brn_solver_method(0));
}

int brn_solver_method_count(void) { return METHOD_COUNT; }

const char* brn_solver_method(int index) {
  BRN_ASSERT(index >= 0 && index < METHOD_COUNT);
  return methods[index]->about.name;
}
