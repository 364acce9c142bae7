// SPDX-License-Identifier: Apache-2.0
//
// Tets in colors: no two of a color share a node that moves, so they are done side by side. Those
// that hang on other tets across a gap have a color of their own, the last one. Bones do not move
// while tets do.

#include "solver/body/rigid.h"
#include "solver/xpbd/xpbd.h"

#include <string.h>

static bool moves(const BrnNodes* nodes, int v) {
  for (int i = nodes->start[v]; i < nodes->start[v + 1]; i++) {
    int node = nodes->node[i];
    if (nodes->row[node] >= 0 && nodes->carrier[nodes->vertex[node]] < 0) return true;
  }
  return false;
}

// does a point hang on nothing but itself, or on what does not move?
static bool is_plain(const BrnNodes* nodes, int v) {
  bool own = nodes->start[v + 1] - nodes->start[v] == 1 &&
             nodes->vertex[nodes->node[nodes->start[v]]] == v;
  return own || !moves(nodes, v);
}

// ------------------------------------------------------------------------------------------ colors

typedef struct Painter {
  const BrnModel* model;
  const BrnNodes* nodes;
  int* corner; // of plain soft tets; -1: of others                             (tet_count x 4)
  bool* moves; // (vertex_count)
  int* color;  // (tet_count)
  int count;   // without the last one
} Painter;

static void list_corners(Painter* p) {
  const BrnMesh* mesh = p->model->mesh;
  for (int v = 0; v < mesh->vertex_count; v++) p->moves[v] = moves(p->nodes, v);
  for (int t = 0; t < mesh->tet_count; t++) {
    const int* from = mesh->tet + 4 * (size_t)t;
    bool plain = brn__tet_bone(p->model, t) < 0;
    for (int k = 0; k < 4; k++) plain = plain && is_plain(p->nodes, from[k]);
    for (int k = 0; k < 4; k++) p->corner[4 * (size_t)t + (size_t)k] = plain ? from[k] : -1;
  }
}

static BrnStatus paint(BrnContext* ctx, Painter* p) {
  const BrnMesh* mesh = p->model->mesh;
  BrnColors colors = {0};
  list_corners(p);
  BrnStatus status =
      brn__colors_create(ctx, p->corner, mesh->tet_count, 4, p->moves, mesh->vertex_count, &colors);
  for (int c = 0; c < colors.count && status == BRN_OK; c++) {
    for (int i = colors.start[c]; i < colors.start[c + 1]; i++) p->color[colors.item[i]] = c;
  }
  p->count = colors.count;
  for (int t = 0; t < mesh->tet_count && status == BRN_OK; t++) {
    if (p->corner[4 * (size_t)t] < 0) p->color[t] = p->count;
  }
  brn__colors_free(ctx, &colors);
  return status;
}

// ----------------------------------------------------------------------------------------- batches

static int color_of(const Painter* p, const BrnBatch* batch) {
  return batch->tet[0] < 0 ? p->count : p->color[batch->tet[0]];
}

// counting sort; the last color is that of mixed ones
static BrnStatus sort_batches(BrnContext* ctx, const Painter* p, BrnXpbd* tets) {
  const BrnElements* elements = tets->body->elements;
  int colors = p->count, *start = brn__new_zero(ctx, colors + 2, int);
  tets->color_count = colors;
  tets->color_start = start;
  tets->color_batch = brn__new(ctx, elements->batch_count, int);
  if (!start || !tets->color_batch) return BRN_NO_MEMORY;
  for (int b = 0; b < elements->batch_count; b++) start[color_of(p, &elements->batch[b]) + 1]++;
  for (int c = 0; c <= colors; c++) start[c + 1] += start[c];
  for (int b = 0; b < elements->batch_count; b++) {
    tets->color_batch[start[color_of(p, &elements->batch[b])]++] = b;
  }
  memmove(start + 1, start, sizeof(int) * (size_t)(colors + 1));
  start[0] = 0;
  tets->mixed.batch = brn__new(ctx, start[colors + 1] - start[colors], int);
  if (!tets->mixed.batch) return BRN_NO_MEMORY;
  for (int i = start[colors]; i < start[colors + 1]; i++) { // rigid bones have no stress
    int b = tets->color_batch[i];
    if (elements->batch[b].tet[0] >= 0) tets->mixed.batch[tets->mixed.batch_count++] = b;
  }
  return BRN_OK;
}

static BrnStatus make_elements(BrnContext* ctx, BrnXpbd* tets) {
  BrnBody* body = tets->body;
  const BrnMesh* mesh = body->model->mesh;
  BrnScratchMark mark = brn__scratch_mark(ctx);
  Painter p = {body->model,
               body->nodes,
               brn__scratch(ctx, 4 * (size_t)mesh->tet_count, int),
               brn__scratch(ctx, mesh->vertex_count, bool),
               brn__scratch(ctx, mesh->tet_count, int),
               0};
  BrnStatus status = p.corner && p.moves && p.color ? paint(ctx, &p) : BRN_NO_MEMORY;
  if (status == BRN_OK) {
    status = brn__elements_create_colored(ctx, body->model, body->nodes, p.color, p.count + 1,
                                          &body->elements);
  }
  if (status == BRN_OK) status = sort_batches(ctx, &p, tets);
  brn__scratch_release(ctx, mark);
  return status;
}

// ------------------------------------------------------------------------------------------- bones

static BrnStatus list_bone_nodes(BrnContext* ctx, BrnXpbd* tets) {
  const BrnNodes* nodes = tets->body->nodes;
  int vertices = tets->body->model->mesh->vertex_count;
  BrnBoneNodes* bones = &tets->bones;
  bones->vertex = brn__new(ctx, nodes->count, int);
  bones->rank = brn__new(ctx, vertices, int);
  bones->stiffness = brn__new_zero(ctx, nodes->count, double);
  bones->row = brn__new(ctx, nodes->count, int);
  bones->node = brn__new(ctx, nodes->count, int);
  bones->before = brn__new_zero(ctx, 3 * (size_t)nodes->count, double);
  bool all = bones->vertex && bones->rank && bones->stiffness && bones->row && bones->node;
  if (!all || !bones->before) return BRN_NO_MEMORY;
  for (int v = 0; v < vertices; v++) bones->rank[v] = -1;
  // marked first, then numbered in the order of the vertices: the order of sums is that of the
  // mesh
  for (int n = 0; n < nodes->count; n++) {
    int v = nodes->vertex[n];
    if (nodes->carrier[v] >= 0 && nodes->row[n] >= 0) bones->rank[v] = 0;
  }
  for (int v = 0; v < vertices; v++) {
    if (bones->rank[v] < 0) continue;
    bones->rank[v] = bones->count;
    bones->vertex[bones->count++] = v;
  }
  for (int n = 0; n < nodes->count; n++) {
    int rank = bones->rank[nodes->vertex[n]];
    if (rank >= 0) bones->node[rank] = n, bones->row[rank] = nodes->row[n];
  }
  return BRN_OK;
}

// -------------------------------------------------------------------------------------- everything

static BrnStatus take_arrays(BrnContext* ctx, BrnXpbd* tets) {
  const BrnBody* body = tets->body;
  size_t vertices = (size_t)body->model->mesh->vertex_count, nodes = 3 * (size_t)body->nodes->count;
  const struct {
    double** vector;
    size_t count;
  } list[] = {{&tets->trial, nodes},
              {&tets->start, nodes},
              {&tets->way, nodes},
              {&tets->at, 4 * vertices},
              {&tets->anchor, 3 * vertices},
              {&tets->force, 3 * vertices},
              {&tets->before, 3 * vertices},
              {&tets->velocity, 3 * vertices},
              {&tets->inverse_mass, vertices}};
  for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
    *list[i].vector = brn__new_zero(ctx, list[i].count, double);
    if (!*list[i].vector) return BRN_NO_MEMORY;
  }
  BRN_TRY(brn__anderson_create(ctx, body->nodes->count, &tets->memory));
  tets->lambda = brn__new_zero(ctx, body->elements->batch_count, BrnMultiplier);
  tets->held = brn__new(ctx, body->nodes->count, int);
  if (!tets->lambda || !tets->held) return BRN_NO_MEMORY;
  for (int i = 0; i < body->nodes->count; i++) {
    if (body->nodes->held[i] != 0) tets->held[tets->held_count++] = i;
  }
  return BRN_OK;
}

// What elimination cannot do is done to bones alone (tets_rows.c).
static BrnStatus check_constraints(BrnContext* ctx, const BrnBody* body) {
  const BrnConstraints* c = body->constraints;
  for (int t = 0; t < c->tie_count; t++) {
    int s = c->tie[t].support, v = c->tie[t].vertex;
    if (s < 0 || body->nodes->ride[v] < 0) continue;
    return brn__fail(ctx, BRN_UNSUPPORTED,
                     "support \"%s\" holds vertex %d, which rides on a soft part across a gap; "
                     "\"xpbd\" on tets cannot do that: close the gap, or use \"newton\"",
                     body->model->support[s].name, v);
  }
  return BRN_OK;
}

static BrnStatus make_body(BrnContext* ctx, const BrnModel* model, const BrnSolverDef* def,
                           BrnXpbd* tets) {
  BRN_TRY(brn__body_begin_with(ctx, model, def, &tets->body));
  BrnBody* body = tets->body;
  BRN_TRY(make_elements(ctx, tets));
  BRN_TRY(brn__body_take_terms(ctx, body));
  BRN_TRY(check_constraints(ctx, body));
  if (tets->quasi) BRN_TRY(brn__body_check_islands(ctx, body));
  BRN_TRY(brn__rigid_create(ctx, body));
  return brn__body_end_with(ctx, body);
}

// Of points that bones carry, or hold at attachments, it is 0: gravity is in the velocities of
// others.
static void fill_inverse_masses(const BrnModel* model, double* out) {
  for (int v = 0; v < model->mesh->vertex_count; v++) {
    bool moves = model->mass[v] > 0 && model->vertex_bone[v] < 0;
    out[v] = moves ? 1 / model->mass[v] : 0;
  }
  for (int a = 0; a < model->attachment_count; a++) {
    const BrnModelAttachment* attachment = &model->attachment[a];
    for (int i = 0; i < attachment->vertex_count; i++) {
      int holder = attachment->holder[i];
      bool bone = holder >= 0 && model->part[holder].kind == BRN_PART_BONE;
      if (bone && model->part[holder].owner >= 0) out[attachment->vertex[i]] = 0;
    }
  }
}

BrnStatus brn__tets_make(BrnContext* ctx, const BrnModel* model, const BrnSolverDef* def,
                         BrnXpbd* tets) {
  BRN_TRY(make_body(ctx, model, def, tets));
  BRN_TRY(list_bone_nodes(ctx, tets));
  BRN_TRY(take_arrays(ctx, tets));
  fill_inverse_masses(model, tets->inverse_mass);
  BRN_TRY(brn__tets_take_masses(ctx, tets));
  BRN_TRY(brn__tets_weigh(ctx, tets, brn__substeps_usual(model, tets->set.substeps), false));
  BRN_TRY(brn__mixed_create(ctx, tets));
  BRN_TRY(brn__tets_patch(ctx, tets));
  BRN_TRY(brn__tets_rows_create(ctx, tets));
  return brn__tets_coarse_create(ctx, tets);
}
