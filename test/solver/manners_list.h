// SPDX-License-Identifier: Apache-2.0
//
// The cases of manners_test.h, by the list of methods itself: a new method is in it without a line
// here. A case is a method on a body with one of its settings changed, a choice or a switch,
// whichever table has it; those that change nothing, or that the method refuses, fall out.
//
//   test_manners.c          resume, cancelling, the report, settings
//   test_manners_workers.c  the same bits for any number of workers
//   test_manners_memory.c   allocations that fail, steps that take none

#pragma once

#include "scene/tables.h"
#include "solver/body/chain_test.h"
#include "solver/manners_test.h"

// ----------------------------------------------------------------------------------------- bodies

/// Bones, a support of single axes, a load, gravity, and flesh that pulls more and more.
#define MANNERS_BAR(tets)                                                                          \
  "{'brawn': 1, 'mesh': {'shape': {'shape': 'bar', 'tets': " tets "}}, 'gravity': [-3, -9.81, "    \
  "2], 'materials': {'flesh': {'like': 'muscle', 'young': 6e4, 'poisson': 0.48, 'hill': {}}}, "    \
  "'bones': {'top': {'labels': 'bone_proximal', 'fixed': true}, 'base': {'labels': "               \
  "'bone_distal'}}, 'muscles': {'m': {'labels': 'muscle', 'origin': 'top', 'insertion': 'base', "  \
  "'material': 'flesh', 'tension': 4e4, 'activation': {'keys': [[0, 0], [0.2, 1]], 'curve': "      \
  "'linear'}}}, 'selections': {'corner': {'nearest': [[0.02, -0.03, 0.02]]}}, 'supports': {'s': "  \
  "{'on': 'corner', 'axes': 'xz'}}, 'loads': {'w': {'on': 'base', 'vector': [0.2, -0.5, 0.1]}}}"

/// Two spindles that touch and are tied to each other, between a bone that stays and one that
/// moves.
#define MANNERS_SPINDLE(z, detail)                                                                 \
  "'form': {'sweep': {'points': [[0, 0, " z "], [0.1, 0, " z "], [0.2, 0, " z "]], 'widths': "     \
  "[[0.006, 0.006], [0.02, 0.02], [0.006, 0.006]]}, 'detail': " detail "}, 'origin': 'left', "     \
  "'insertion': 'right', 'activation': {'keys': [[0, 0], [0.2, 0.5]]}"
#define MANNERS_BLOCK(x)                                                                           \
  "'form': {'clay': [{'centre': [" x ", 0, 0.02], 'half': [0.012, 0.012, 0.05]}], 'detail': 8}"
#define MANNERS_SURFACES(detail)                                                                                                    \
  "{'brawn': 1, 'gravity': [0, -9.81, 0], 'bones': {'left': {" MANNERS_BLOCK(                                                       \
      "-0.005") ", 'fixed': true}, 'right': {" MANNERS_BLOCK("0.205") ", 'motion': {'move': [[0, "                                  \
                                                                      "0, 0, 0], [0.2, -0.02, 0, "                                  \
                                                                      "0]]}}}, 'muscles': {'a': "                                   \
                                                                      "{" MANNERS_SPINDLE("0", detail) "}, 'b': {" MANNERS_SPINDLE( \
                                                                          "0.036",                                                  \
                                                                          detail) "}}, 'fascia': "                                  \
                                                                                  "{'f': "                                          \
                                                                                  "{'kind': "                                       \
                                                                                  "'deep', "                                        \
                                                                                  "'muscles': "                                     \
                                                                                  "['a'], "                                         \
                                                                                  "'targets': "                                     \
                                                                                  "['b'], "                                         \
                                                                                  "'within': "                                      \
                                                                                  "0.03}}, "                                        \
                                                                                  "'solver': "                                      \
                                                                                  "{'method': "                                     \
                                                                                  "'xpbd'}}"

typedef enum MannersSize { MANNERS_SMALL, MANNERS_LARGE } MannersSize;

static inline BrnModel* manners_bar(BrnContext* ctx, MannersSize size) {
  return model_build(ctx, size == MANNERS_LARGE ? MANNERS_BAR("400") : MANNERS_BAR("100"));
}

static inline BrnModel* manners_chain(BrnContext* ctx, MannersSize size) {
  (void)size;
  BrnModel* model;
  ENSURE_OK(ctx, chain_try(ctx, CHAIN_SCENE(CHAIN_BODY), &model));
  return model;
}

static inline BrnModel* manners_surfaces(BrnContext* ctx, MannersSize size) {
  return model_build(ctx, size == MANNERS_LARGE ? MANNERS_SURFACES("32") : MANNERS_SURFACES("10"));
}

typedef struct MannersBody {
  const char* name;
  BrnBodyKind kind;
  bool settings; ///< with all settings; otherwise with some
  BrnModel* (*build)(BrnContext* ctx, MannersSize size);
  const char* without; ///< methods that cannot do it: " admm xpbd "
} MannersBody;

/// Takes long, and is in emu_preset=modi2020; that one takes long enough, and stays on a small
/// body.
static const char manners_left_out[] = "emu_search=paper";
static const char manners_stays_small[] = "emu_preset=modi2020";

// What a method needs is told here, where it is not as the others are.
static const MannersBody manners_bodies[] = {
    {"bar", BRN_BODY_TETS, true, manners_bar, ""},
    {"chain", BRN_BODY_TETS, false, manners_chain, ""},
    {"surfaces", BRN_BODY_SURFACES, true, manners_surfaces, ""},
};
enum { MANNERS_BODIES = sizeof manners_bodies / sizeof *manners_bodies };

// ------------------------------------------------------------------------------------------- cases

typedef struct Manners {
  BrnContext* ctx;
  BrnModel* model[MANNERS_BODIES]; ///< small: cases are found on them
  BrnModel* large[MANNERS_BODIES]; ///< the same, unless they are asked for
  MannersCase* item;
  int count;
} Manners;

/// Few iterations and parts will do: their bits are what is looked at.
static inline BrnSolverDef manners_def(const BrnMethod* method) {
  BrnSolverDef def = brn_solver_def_default();
  brn_solver_def_choose(&def, method->name);
  def.iterations = 4;
  def.halvings = 1;
  return def;
}

// A step; false: the solver was refused, or its first step, with a reason.
static inline bool manners_look(const MannersCase* c, MannersShot* shot) {
  MannersRun r = manners_open(c, 1);
  BrnStatus status = brn_solver_create(r.ctx, r.model, &c->def, &r.solver);
  if (status == BRN_OK) status = manners_try(&r);
  bool refused = status == BRN_UNSUPPORTED || status == BRN_INVALID;
  ENSURE(refused ? strlen(brn_last_error(r.ctx)) > 10 : status == BRN_OK);
  if (!refused) *shot = manners_shot(&r);
  manners_done(&r);
  return !refused;
}

static inline void manners_keep(Manners* m, const MannersCase* c) {
  m->item = realloc(m->item, sizeof *m->item * (size_t)(m->count + 1));
  m->item[m->count++] = *c;
}

// With `key` set: is it another step?
static inline void manners_vary(Manners* m, const MannersCase* usual, const MannersShot* shot,
                                const char* key, const char* value) {
  MannersCase c = *usual;
  MannersShot own = {0};
  ENSURE_OK(m->ctx, brn_solver_def_set(m->ctx, &c.def, key, value));
  size_t used = strlen(c.name);
  snprintf(c.name + used, sizeof c.name - used, ", %s=%s", key, value);
  if (strstr(c.name, manners_left_out)) return;
  if (MANNERS_FEW && strstr(c.name, manners_stays_small)) return;
  if (manners_look(&c, &own) && manners_differ(&own, shot)) manners_keep(m, &c);
}

// every other value of a choice or a switch
static inline void manners_vary_field(Manners* m, const MannersCase* usual, const MannersShot* shot,
                                      const BrnField* field) {
  char now[64], word[64];
  if (field->type != BRN_FIELD_BOOL && field->type != BRN_FIELD_CHOICE) return;
  ENSURE_OK(m->ctx, brn_solver_def_get(m->ctx, &usual->def, field->name, now, sizeof now));
  if (field->type == BRN_FIELD_BOOL) {
    manners_vary(m, usual, shot, field->name, strcmp(now, "true") == 0 ? "false" : "true");
  }
  for (const char* at = field->choices; at && *at; at += strspn(at, " ")) {
    size_t length = strcspn(at, " ");
    snprintf(word, sizeof word, "%.*s", (int)length, at);
    if (strcmp(word, now) != 0) manners_vary(m, usual, shot, field->name, word);
    at += length;
  }
}

// integrators differ where there is inertia
static inline void manners_vary_inertia(Manners* m, const MannersCase* usual) {
  MannersCase dynamic = *usual;
  MannersShot shot = {0};
  size_t used = strlen(dynamic.name);
  dynamic.def.dynamic = true;
  snprintf(dynamic.name + used, sizeof dynamic.name - used, ", dynamic=true");
  if (manners_look(&dynamic, &shot)) manners_vary(m, &dynamic, &shot, "integrator", "bdf2");
}

// rigid bones, and the ways of solving with them
static inline void manners_vary_rigid(Manners* m, const MannersCase* usual,
                                      const MannersShot* shot) {
  int before = m->count;
  manners_vary(m, usual, shot, "bones", "rigid");
  if (m->count == before) return;
  MannersCase rigid = m->item[before];
  MannersShot own = {0};
  if (manners_look(&rigid, &own)) {
    manners_vary_field(m, &rigid, &own, brn__field_find(brn__solver_fields, "linear"));
  }
}

static inline void manners_add(Manners* m, const BrnMethod* method, int body) {
  const MannersBody* on = &manners_bodies[body];
  char spaced[64];
  MannersCase usual = {.model = m->model[body], .def = manners_def(method)};
  MannersShot shot = {0};
  snprintf(spaced, sizeof spaced, " %s ", method->name);
  if (strstr(on->without, spaced)) return;
  snprintf(usual.name, sizeof usual.name, "%s on %s", method->name, on->name);
  if (!manners_look(&usual, &shot)) {
    fail_msg("%s is refused: tell in manners_bodies what the method can do", usual.name);
  }
  manners_keep(m, &usual);
  if (!on->settings) {
    manners_vary_rigid(m, &usual, &shot);
    return;
  }
  for (const BrnField* field = brn__solver_fields; field->name && !MANNERS_FEW; field++) {
    manners_vary_field(m, &usual, &shot, field);
  }
  for (int t = 0; t < BRN_METHOD_TABLES && method->settings[t]; t++) {
    for (const BrnField* f = method->settings[t]->fields; f->name; f++) {
      manners_vary_field(m, &usual, &shot, f);
    }
  }
  manners_vary_inertia(m, &usual);
}

/// Does the method take such bodies?
static inline bool manners_takes(const BrnMethod* method, BrnBodyKind kind) {
  BrnSolverDef def = manners_def(method);
  BrnBodyKind takes = brn__solver_body(&def);
  return takes == kind || takes == BRN_BODY_EITHER;
}

static inline Manners manners_create(MannersSize size) {
  Manners m = {.ctx = test_context()};
  for (int b = 0; b < MANNERS_BODIES; b++) {
    const MannersBody* body = &manners_bodies[b];
    m.model[b] = m.large[b] = body->build(m.ctx, MANNERS_SMALL);
    if (size == MANNERS_LARGE) m.large[b] = body->build(m.ctx, size);
  }
  for (int k = 0; k < brn_solver_method_count(); k++) {
    const BrnMethod* method = brn__method_find(brn_solver_method(k));
    int before = m.count;
    for (int b = 0; b < MANNERS_BODIES; b++) {
      int first = m.count;
      if (manners_takes(method, manners_bodies[b].kind)) manners_add(&m, method, b);
      for (int i = first; i < m.count; i++) {
        if (!strstr(m.item[i].name, manners_stays_small)) m.item[i].model = m.large[b];
      }
    }
    if (m.count == before) fail_msg("%s has no body in manners_bodies", method->name);
  }
  return m;
}

static inline void manners_destroy(Manners* m) {
  for (int b = 0; b < MANNERS_BODIES; b++) {
    if (m->large[b] != m->model[b]) brn_model_destroy(m->ctx, m->large[b]);
    brn_model_destroy(m->ctx, m->model[b]);
  }
  free(m->item);
  test_context_done(m->ctx);
}

// ---------------------------------------------------------------------------------------- programs

typedef struct MannersTest {
  const char* name;
  void (*run)(const MannersCase* c);
} MannersTest;

typedef struct MannersPair {
  const MannersCase* on;
  void (*run)(const MannersCase* c);
  char name[200];
} MannersPair;

static inline void manners_run(void** state) {
  const MannersPair* pair = *state;
  clock_t begin = clock();
  pair->run(pair->on);
  if (getenv("BRN_MANNERS")) printf("%8.3f s\n", (double)(clock() - begin) / CLOCKS_PER_SEC);
}

/// A test of each case for each of the manners; the name of one that fails tells which.
/// BRN_MANNERS=1 prints how long each took.
static inline int manners_main(MannersSize size, const MannersTest* test, int count) {
  Manners m = manners_create(size);
  size_t all = (size_t)m.count * (size_t)count;
  struct CMUnitTest* unit = calloc(all, sizeof *unit);
  MannersPair* pair = malloc(sizeof *pair * all);
  for (size_t i = 0; i < all; i++) {
    const MannersTest* t = &test[i % (size_t)count];
    pair[i] = (MannersPair){.on = &m.item[i / (size_t)count], .run = t->run};
    snprintf(pair[i].name, sizeof pair->name, "%s: %s", pair[i].on->name, t->name);
    unit[i] = (struct CMUnitTest){pair[i].name, manners_run, NULL, NULL, &pair[i]};
  }
  int failed = _cmocka_run_group_tests("manners", unit, all, NULL, NULL);
  free(unit);
  free(pair);
  manners_destroy(&m);
  return failed;
}
