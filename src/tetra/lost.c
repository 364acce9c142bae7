// SPDX-License-Identifier: Apache-2.0

#include "tetra/lost.h"

#include "core/vec.h"
#include "mesh/mesh.h"

#include <math.h>
#include <string.h>

// A rim always loses something; further away than this many cells it is more than that. In a part
// that is in pieces every bit may be the missing link.
static const double far_in_whole = 0.8, far_in_pieces = 0.25;

typedef struct Search {
  const BrnRules* rules;
  const BrnTetraDef* def;
  const BrnPlan* plan;
  int part;
  double size, far;
  const BrnBvh* found; // surface of the tets of the part; NULL: it has none
  uint8_t* lost;       // (triangle_count)
} Search;

// Is a point of the surface also one of what the rules give to the part?
static bool is_exposed(const Search* search, const double* point, const double* normal,
                       double skin) {
  double p[3], facing = search->rules->part[search->part].facing;
  brn__axpy3(p, point, -skin * facing, normal);
  if (brn__rules_owner(search->rules, p) != search->part) return false;
  if (search->rules->bridge_count == 0) return true;
  brn__axpy3(p, point, skin * facing, normal); // the part goes on in a bridge
  return brn__rules_owner(search->rules, p) != search->part;
}

static void search_range(void* user, int begin, int end, int worker) {
  (void)worker;
  Search* search = user;
  const BrnMesh* surface = search->rules->part[search->part].surface;
  for (int t = begin; t < end; t++) {
    const int* corner = surface->triangle + 3 * (size_t)t;
    const double* p[3];
    double middle[3] = {0}, normal[3];
    int levels = brn__plan_levels(search->plan, search->def, search->part, t, search->size);
    double limit = search->far * ldexp(search->size, -levels);
    search->lost[t] = 0;
    if (levels >= search->def->thin_levels) continue;
    for (int k = 0; k < 3; k++) {
      p[k] = surface->position + 3 * (size_t)corner[k];
      brn__axpy3(middle, middle, 1.0 / 3, p[k]);
    }
    if (search->found && brn_bvh_closest(search->found, middle, limit).triangle >= 0) continue;
    brn__triangle_normal(normal, p[0], p[1], p[2]);
    if (brn__normalize3(normal) == 0) continue;
    // what is thinner than the finest cell can show is left alone
    double skin = 0.3 * ldexp(search->size, -search->def->thin_levels);
    search->lost[t] = is_exposed(search, middle, normal, skin);
  }
}

static BrnStatus search_part(BrnContext* ctx, Search* search, const BrnMesh* mesh, BrnPlan* plan,
                             int* lost) {
  BrnSurface* surface;
  BrnBvh* found = NULL;
  int count = search->rules->part[search->part].surface->triangle_count;
  BrnTetReport tets;
  BRN_TRY(brn_tet_report(ctx, mesh, search->part, &tets));
  search->far = tets.component_count > 1 ? far_in_pieces : far_in_whole;
  BRN_TRY(brn_mesh_label_boundary(ctx, mesh, search->part, &surface));
  BrnStatus status = BRN_OK;
  if (surface->mesh->triangle_count > 0) status = brn_bvh_create(ctx, surface->mesh, &found);
  brn_surface_destroy(ctx, surface);
  BRN_TRY(status);
  search->found = found;
  search->lost = brn__scratch(ctx, count, uint8_t);
  if (search->lost) {
    brn__parallel_for(ctx, count, 256, search_range, search);
    for (int t = 0; t < count; t++) {
      plan->extra[search->part][t] += search->lost[t];
      *lost += search->lost[t];
    }
  }
  brn_bvh_destroy(ctx, found);
  return search->lost ? BRN_OK : BRN_NO_MEMORY;
}

// the tets that are claimed, labelled by their owner
static BrnStatus take_mesh(BrnContext* ctx, const BrnWork* work, BrnMesh** out) {
  int count = 0;
  for (int t = 0; t < work->tet_count; t++) count += work->owner[t] >= 0;
  BRN_TRY(brn_mesh_create(ctx, work->vertex_count, 0, count, out));
  BrnStatus status = brn__mesh_need_tet_labels(ctx, *out);
  if (status != BRN_OK) {
    brn_mesh_destroy(ctx, *out);
    return status;
  }
  memcpy((*out)->position, work->position, sizeof(double) * 3 * (size_t)work->vertex_count);
  count = 0;
  for (int t = 0; t < work->tet_count; t++) {
    if (work->owner[t] < 0) continue;
    memcpy((*out)->tet + 4 * (size_t)count, work->tet + 4 * (size_t)t, sizeof(int) * 4);
    (*out)->tet_label[count++] = work->owner[t];
  }
  return BRN_OK;
}

BrnStatus brn__lost_refine(BrnContext* ctx, const BrnRules* rules, const BrnTetraDef* def,
                           double size, const BrnWork* work, BrnPlan* plan, int* lost) {
  BrnMesh* mesh;
  *lost = 0;
  BRN_TRY(take_mesh(ctx, work, &mesh));
  BrnScratchMark mark = brn__scratch_mark(ctx);
  BrnStatus status = BRN_OK;
  for (int i = 0; status == BRN_OK && i < rules->part_count; i++) {
    Search search = {.rules = rules, .def = def, .plan = plan, .part = i, .size = size};
    status = search_part(ctx, &search, mesh, plan, lost);
  }
  brn__scratch_release(ctx, mark);
  brn_mesh_destroy(ctx, mesh);
  return status;
}
