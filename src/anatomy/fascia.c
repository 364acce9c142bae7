// SPDX-License-Identifier: Apache-2.0
//
// Fascia of a scene becomes ties in the model (fascia.h): names are matched, weights painted, and
// what does nothing is told.

#include "anatomy/fascia.h"

#include "anatomy/pieces.h"

#include <math.h>
#include <string.h>

// how far ties reach where the scene does not say, m
static const double NEAR = 0.015, FAR = 0.08;

typedef struct Work {
  BrnBuild* build;
  BrnContact* contact; // all surfaces at rest
  int* carrier;        // bone of each vertex; -1: none                        (vertex_count)
  const BrnSceneFascia* scene;
  bool* flesh;     // is it held?                                              (flesh_count)
  bool* target;    // is it held on to?                                        (surface_count)
  bool* candidate; // may the vertex be tied?                                  (vertex_count)
  double* painted; // slide, soft, hard                                        (vertex_count x 3)
  double* map;     //                                                          (vertex_count)
  int* list;       //                                                          (surface_count)
} Work;

// ------------------------------------------------------------------------------------------- names

static BrnStatus mark_flesh(Work* work, const char* pattern) {
  const BrnModel* model = work->build->model;
  BrnSpelling spelling = {.word = pattern};
  bool any = false;
  for (int f = 0; f < model->flesh_count; f++) {
    const BrnModelPart* part = &model->part[model->flesh[f].part];
    bool is = brn__part_matches(pattern, part);
    work->flesh[f] = work->flesh[f] || is;
    any = any || is;
    brn__spelling_offer(&spelling, part->name);
  }
  if (any) return BRN_OK;
  BrnWhere where = brn__where("fascia.%s.muscles", work->scene->name);
  return brn__spelling_fail(work->build, where.text, "muscle", &spelling);
}

static BrnStatus mark_targets(Work* work, const char* pattern) {
  const BrnModel* model = work->build->model;
  BrnSpelling spelling = {.word = pattern};
  BrnWhere where = brn__where("fascia.%s.targets", work->scene->name);
  bool any = false;
  for (int p = 0; p < model->part_count; p++) {
    const BrnModelPart* part = &model->part[p];
    bool is = brn__part_matches(pattern, part);
    if (is) work->target[part->surface] = any = true;
    brn__spelling_offer(&spelling, part->name);
  }
  if (any) return BRN_OK;
  if (strcmp(pattern, "envelope") != 0) {
    brn__spelling_offer(&spelling, "envelope");
    return brn__spelling_fail(work->build, where.text, "part", &spelling);
  }
  if (model->envelope.surface < 0) {
    return brn__fail(work->build->ctx, BRN_INVALID,
                     "%s: there is no envelope; give the scene one: \"envelope\": {}", where.text);
  }
  work->target[model->envelope.surface] = true;
  return BRN_OK;
}

static BrnStatus mark_names(Work* work) {
  const BrnModel* model = work->build->model;
  const BrnSceneFascia* scene = work->scene;
  for (int f = 0; f < model->flesh_count; f++) work->flesh[f] = scene->muscle_count == 0;
  for (int i = 0; i < scene->muscle_count; i++) BRN_TRY(mark_flesh(work, scene->muscle[i]));
  for (int s = 0; s < model->surface_count; s++) {
    work->target[s] = scene->target_count == 0 && model->surface[s].first >= 0;
  }
  for (int i = 0; i < scene->target_count; i++) BRN_TRY(mark_targets(work, scene->target[i]));
  return BRN_OK;
}

// ---------------------------------------------------------------------------------------- vertices

static BrnStatus mark_candidates(Work* work) {
  int count = work->build->model->mesh->vertex_count;
  bool all = !work->scene->select;
  for (int v = 0; v < count; v++) work->candidate[v] = all && work->carrier[v] < 0;
  if (all) return BRN_OK;
  BrnVertexList list;
  BRN_TRY(brn__build_select(work->build, work->scene->select, &list));
  for (int i = 0; i < list.count; i++) {
    work->candidate[list.vertex[i]] = work->carrier[list.vertex[i]] < 0;
  }
  brn__free(work->build->ctx, list.vertex);
  return BRN_OK;
}

static BrnStatus paint(Work* work, int k, const char* name, double weight, const BrnSceneMap* map) {
  int count = work->build->model->mesh->vertex_count;
  BrnWhere where = brn__where("fascia.%s.%s", work->scene->name, name);
  if (map) BRN_TRY(brn__build_map(work->build, where.text, map, work->map));
  for (int v = 0; v < count; v++) {
    work->painted[3 * (size_t)v + (size_t)k] = weight * (map ? work->map[v] : 1);
  }
  return BRN_OK;
}

// -------------------------------------------------------------------------------------------- ties

static BrnStatus tie_flesh(Work* work, int flesh, BrnModelFascia* out) {
  BrnContext* ctx = work->build->ctx;
  const BrnModel* model = work->build->model;
  double within = work->scene->within;
  BrnFasciaDef def = {.scene = work->scene, .flesh = flesh, .target = work->list};
  def.candidate = work->candidate, def.painted = work->painted;
  def.reach = !isnan(within) ? within : work->scene->kind == BRN_FASCIA_DEEP ? NEAR : FAR;
  for (int s = 0; s < model->surface_count; s++) {
    if (work->target[s] && s != model->flesh[flesh].surface) work->list[def.target_count++] = s;
  }
  out->name = brn__strdup(ctx, work->scene->name);
  if (!out->name) return BRN_NO_MEMORY;
  return brn__fascia_bind(ctx, model, work->contact, &def, out);
}

static void forget(BrnContext* ctx, BrnModelFascia* fascia) {
  void* block[] = {fascia->name,    fascia->vertex,   fascia->weight,      fascia->target,
                   fascia->surface, fascia->triangle, fascia->barycentric, fascia->distance,
                   fascia->offset,  fascia->side};
  for (size_t i = 0; i < sizeof block / sizeof *block; i++) brn__free(ctx, block[i]);
  *fascia = (BrnModelFascia){0};
}

// why it does nothing, and what to do about it
static const char* cure_of(const Work* work) {
  const BrnSceneFascia* scene = work->scene;
  if (!(scene->slide + scene->soft + scene->hard > 0)) {
    return "its weights are all 0; set `slide`, `soft` or `hard`";
  }
  if (scene->kind != BRN_FASCIA_DEEP) {
    return "no vertex is near enough to a target; make `within` larger, or name other targets";
  }
  return "no vertex is near enough to a target and faces it; make `within` or `facing` larger, or "
         "name other targets";
}

static void warn_nothing(const Work* work) {
  brn__log(work->build->ctx, BRN_LOG_WARNING, "fascia.%s: it holds nothing: %s", work->scene->name,
           cure_of(work));
}

static void warn_of_stiffness(const Work* work) {
  if (work->scene->stiffness > 0) return;
  brn__log(work->build->ctx, BRN_LOG_WARNING,
           "fascia.%s: its stiffness is 0, so it does nothing; set it to 0.5, or take it out",
           work->scene->name);
}

// the model has room for a fascia of each flesh
static BrnStatus tie_all(Work* work) {
  BrnModel* model = work->build->model;
  int ties = 0;
  for (int f = 0; f < model->flesh_count; f++) {
    if (!work->flesh[f]) continue;
    BrnModelFascia* fascia = &model->fascia[model->fascia_count++];
    BRN_TRY(tie_flesh(work, f, fascia));
    ties += fascia->count;
    if (fascia->count > 0) continue;
    forget(work->build->ctx, fascia);
    model->fascia_count--;
  }
  if (ties == 0) {
    warn_nothing(work);
  } else {
    warn_of_stiffness(work);
  }
  return BRN_OK;
}

static BrnStatus build_one(Work* work, const BrnSceneFascia* scene) {
  work->scene = scene;
  BRN_TRY(mark_names(work));
  BRN_TRY(mark_candidates(work));
  BRN_TRY(paint(work, 0, "slide_map", scene->slide, scene->slide_map));
  BRN_TRY(paint(work, 1, "soft_map", scene->soft, scene->soft_map));
  BRN_TRY(paint(work, 2, "hard_map", scene->hard, scene->hard_map));
  return tie_all(work);
}

// --------------------------------------------------------------------------------------------- all

static BrnStatus take_surfaces(Work* work) {
  BrnContext* ctx = work->build->ctx;
  const BrnModel* model = work->build->model;
  BrnContactSurface* run = brn__scratch(ctx, model->surface_count, BrnContactSurface);
  if (!run) return BRN_NO_MEMORY;
  brn__surface_runs(model, run);
  BrnContactDef def = brn_contact_def_default();
  def.surface = run, def.surface_count = model->surface_count;
  BRN_TRY(brn_contact_create(ctx, model->mesh, &def, &work->contact));
  brn__contact_move(ctx, work->contact, model->mesh->position);
  return BRN_OK;
}

static BrnStatus make_room(Work* work) {
  BrnContext* ctx = work->build->ctx;
  BrnModel* model = work->build->model;
  size_t vertices = (size_t)model->mesh->vertex_count;
  work->carrier = brn__scratch(ctx, vertices, int);
  work->flesh = brn__scratch(ctx, model->flesh_count, bool);
  work->target = brn__scratch(ctx, model->surface_count, bool);
  work->list = brn__scratch(ctx, model->surface_count, int);
  work->candidate = brn__scratch(ctx, vertices, bool);
  work->painted = brn__scratch(ctx, 3 * vertices, double);
  work->map = brn__scratch(ctx, vertices, double);
  if (!work->carrier || !work->flesh || !work->target || !work->list || !work->candidate ||
      !work->painted || !work->map) {
    return BRN_NO_MEMORY;
  }
  brn__vertex_carriers(model, work->carrier);
  size_t most = (size_t)work->build->scene->fascia_count * (size_t)model->flesh_count;
  model->fascia = brn__new_zero(ctx, most, BrnModelFascia);
  return model->fascia ? BRN_OK : BRN_NO_MEMORY;
}

BrnStatus brn__build_fascia(BrnBuild* build) {
  const BrnScene* scene = build->scene;
  if (scene->fascia_count == 0) return BRN_OK;
  Work work = {.build = build};
  BrnScratchMark mark = brn__scratch_mark(build->ctx);
  BrnStatus status = make_room(&work);
  if (status == BRN_OK) status = take_surfaces(&work);
  for (int i = 0; i < scene->fascia_count && status == BRN_OK; i++) {
    brn__build_progress(build, "fascia", (double)i / scene->fascia_count);
    status = build_one(&work, &scene->fascia[i]);
  }
  brn_contact_destroy(build->ctx, work.contact);
  brn__scratch_release(build->ctx, mark);
  return status;
}
