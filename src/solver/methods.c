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

// names that scenes may have, of methods that are not there yet
#define BRN_METHODS_TO_COME(ROW)                                                                   \
  ROW(pd)                                                                                          \
  ROW(fvm)

#define ROW_DECLARE(name) extern const BrnMethodOps brn__##name##_ops;
#define ROW_OPS(name) &brn__##name##_ops,
#define ROW_WORD(name) #name,
#define ROW_NAME(name) " " #name

BRN_METHODS(ROW_DECLARE)
static const BrnMethodOps* const methods[] = {BRN_METHODS(ROW_OPS)};
enum { METHOD_COUNT = sizeof methods / sizeof *methods };

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

// is it a table that none of the methods before it has?
static bool is_new(int method) {
  const BrnInlineTable* settings = methods[method]->about.settings;
  for (int m = 0; m < method; m++) {
    if (methods[m]->about.settings == settings) return false;
  }
  return settings != NULL;
}

const BrnInlineTable* brn__method_settings(int index) {
  for (int m = 0; m < METHOD_COUNT; m++) {
    if (is_new(m) && index-- == 0) return methods[m]->about.settings;
  }
  return NULL;
}

// --------------------------------------------------------------------------------------- choosing

static bool is_quasi_static(const BrnMethod* method) { return method->inertia == BRN_INERTIA_NONE; }
static bool is_any(const BrnMethod* method) { return method != NULL; }

// "newton", "emu" and "xpbd": those that are so
static void list_methods(bool (*is_so)(const BrnMethod*), char* text, size_t size) {
  size_t used = 0;
  int left = 0, told = 0;
  for (int m = 0; m < METHOD_COUNT; m++) left += is_so(&methods[m]->about);
  text[0] = 0;
  for (int m = 0; m < METHOD_COUNT && used + 40 < size; m++) {
    if (!is_so(&methods[m]->about)) continue;
    const char* before = told++ == 0 ? "" : left > 1 ? ", " : " and ";
    used += (size_t)snprintf(text + used, size - used, "%s\"%s\"", before, methods[m]->about.name);
    left--;
  }
}

BrnStatus brn__method_ops(BrnContext* ctx, const BrnSolverDef* def, const BrnMethodOps** out) {
  char list[512];
  *out = find(def->method);
  if (*out) return BRN_OK;
  list_methods(is_any, list, sizeof list);
  for (int n = METHOD_COUNT; n < NAME_COUNT; n++) {
    if (strcmp(names[n], def->method) != 0) continue;
    return brn__fail(ctx, BRN_UNSUPPORTED, "solver.method: \"%s\" is not there yet; there are %s",
                     names[n], list);
  }
  return brn__fail(ctx, BRN_INVALID, "solver.method: there is no \"%.*s\"; there are %s",
                   BRN_METHOD_NAME, def->method, list);
}

BrnStatus brn__method_check_inertia(BrnContext* ctx, const BrnSolverDef* def) {
  char list[512];
  const BrnMethod* method = brn__method_find(def->method);
  if (!def->dynamic || !method || !is_quasi_static(method)) return BRN_OK;
  list_methods(is_quasi_static, list, sizeof list);
  return brn__fail(ctx, BRN_UNSUPPORTED,
                   "solver.dynamic: %s are quasi-static; set it to false, or take \"%s\"", list,
                   brn_solver_method(0));
}

int brn_solver_method_count(void) { return METHOD_COUNT; }

const char* brn_solver_method(int index) {
  BRN_ASSERT(index >= 0 && index < METHOD_COUNT);
  return methods[index]->about.name;
}
