// SPDX-License-Identifier: Apache-2.0
//
// A region of a tet mesh by labels: its own vertices and tets, volumes, slopes of the weights,
// components, and marks of sets of vertices.

#include "fibre/region.h"

#include <string.h>

// ------------------------------------------------------------------------------------- choosing

static bool is_chosen(const BrnMesh* mesh, int tet, const int* label, int label_count) {
  for (int i = 0; i < label_count; i++) {
    if (mesh->tet_label && mesh->tet_label[tet] == label[i]) return true;
  }
  return label_count == 0;
}

static BrnStatus check_labels(BrnContext* ctx, const BrnMesh* mesh, const int* label,
                              int label_count) {
  for (int i = 0; i < label_count; i++) {
    bool found = false;
    for (int t = 0; t < mesh->tet_count && !found; t++) {
      found = is_chosen(mesh, t, label + i, 1);
    }
    if (!found) {
      return brn__fail(ctx, BRN_INVALID, "no tet has the label %d; the mesh has %d tets%s",
                       label[i], mesh->tet_count, mesh->tet_label ? "" : " and no labels");
    }
  }
  if (mesh->tet_count > 0) return BRN_OK;
  return brn__fail(ctx, BRN_INVALID, "the mesh has no tets");
}

// local[v]: -1 where no chosen tet is, else what number the vertex gets
static int number_vertices(const BrnMesh* mesh, const int* tet, int tet_count, int* local) {
  for (int v = 0; v < mesh->vertex_count; v++) local[v] = -1;
  for (int t = 0; t < tet_count; t++) {
    for (int k = 0; k < 4; k++) local[mesh->tet[4 * (size_t)tet[t] + k]] = 0;
  }
  int count = 0;
  for (int v = 0; v < mesh->vertex_count; v++) {
    if (local[v] == 0) local[v] = count++;
  }
  return count;
}

static void copy_part(const BrnMesh* mesh, const int* local, BrnRegion* region) {
  for (int v = 0; v < mesh->vertex_count; v++) {
    if (local[v] < 0) continue;
    region->vertex[local[v]] = v;
    brn__copy3(region->mesh->position + 3 * (size_t)local[v], mesh->position + 3 * (size_t)v);
  }
  for (int t = 0; t < region->mesh->tet_count; t++) {
    const int* from = mesh->tet + 4 * (size_t)region->tet[t];
    for (int k = 0; k < 4; k++) region->mesh->tet[4 * (size_t)t + k] = local[from[k]];
  }
}

// ------------------------------------------------------------------------------------ measuring

static const double least_volume = 1e-12; // of the longest edge cubed, as brn_tet_report() has it

static bool has_volume(const double* const* p, double volume) {
  double longest = 0;
  for (int i = 0; i < 4; i++) {
    for (int j = 0; j < i; j++) longest = fmax(longest, brn__distance3(p[i], p[j]));
  }
  return volume > least_volume * longest * longest * longest;
}

// slope of corner k: -n / (6 V), with n twice the outward area of the face opposite to it
static bool measure_tet(BrnRegion* region, int t) {
  const double* p[4];
  double* centre = region->centre + 3 * (size_t)t;
  for (int k = 0; k < 4; k++) {
    p[k] = region->mesh->position + 3 * (size_t)region->mesh->tet[4 * (size_t)t + k];
    brn__axpy3(centre, centre, 0.25, p[k]);
  }
  double volume = region->volume[t] = brn__tet_volume(p[0], p[1], p[2], p[3]);
  for (int k = 0; k < 4; k++) {
    const int* f = brn_tet_face[k];
    double* slope = region->slope + 12 * (size_t)t + 3 * k;
    brn__triangle_normal(slope, p[f[0]], p[f[1]], p[f[2]]);
    brn__scale3(slope, -1 / (6 * volume), slope);
  }
  return has_volume(p, volume);
}

static BrnStatus measure(BrnContext* ctx, BrnRegion* region) {
  for (int t = 0; t < region->mesh->tet_count; t++) {
    if (measure_tet(region, t)) continue;
    return brn__fail(
        ctx, BRN_INVALID,
        "tet %d has the volume %g m^3; fibres need upright tets, and `brawn info` lists "
        "those that are not",
        region->tet[t], region->volume[t]);
  }
  return BRN_OK;
}

static int root(int* parent, int v) {
  while (parent[v] != v) v = parent[v] = parent[parent[v]];
  return v;
}

// the lower root stays, so the root of a piece is its first vertex
static void find_components(BrnRegion* region) {
  int* parent = region->component;
  for (int v = 0; v < region->mesh->vertex_count; v++) parent[v] = v;
  for (int t = 0; t < region->mesh->tet_count; t++) {
    const int* corner = region->mesh->tet + 4 * (size_t)t;
    for (int k = 1; k < 4; k++) {
      int a = root(parent, corner[0]), b = root(parent, corner[k]);
      parent[a > b ? a : b] = a > b ? b : a;
    }
  }
  // a parent comes before v, so it has its number already
  for (int v = 0; v < region->mesh->vertex_count; v++) {
    parent[v] = parent[v] == v ? region->component_count++ : parent[parent[v]];
  }
}

// --------------------------------------------------------------------------------------- making

void brn_region_destroy(BrnContext* ctx, BrnRegion* region) {
  BRN_ASSERT(ctx);
  if (!region) return;
  brn_mesh_destroy(ctx, region->mesh);
  brn__free(ctx, region->vertex);
  brn__free(ctx, region->tet);
  brn__free(ctx, region->neighbour);
  brn__free(ctx, region->slope);
  brn__free(ctx, region->volume);
  brn__free(ctx, region->centre);
  brn__free(ctx, region->component);
  brn__free(ctx, region);
}

static BrnStatus choose_tets(BrnContext* ctx, const BrnMesh* mesh, const int* label,
                             int label_count, BrnRegion* region, int* count) {
  *count = 0;
  for (int t = 0; t < mesh->tet_count; t++) *count += is_chosen(mesh, t, label, label_count);
  region->tet = brn__new(ctx, *count, int);
  if (!region->tet) return BRN_NO_MEMORY;
  int at = 0;
  for (int t = 0; t < mesh->tet_count; t++) {
    if (is_chosen(mesh, t, label, label_count)) region->tet[at++] = t;
  }
  return BRN_OK;
}

static BrnStatus make_room(BrnContext* ctx, int nv, int nt, BrnRegion* region) {
  BRN_TRY(brn_mesh_create(ctx, nv, 0, nt, &region->mesh));
  size_t tets = (size_t)nt;
  region->vertex = brn__new(ctx, nv, int);
  region->neighbour = brn__new(ctx, 4 * tets, int);
  region->slope = brn__new(ctx, 12 * tets, double);
  region->volume = brn__new(ctx, tets, double);
  region->centre = brn__new_zero(ctx, 3 * tets, double);
  region->component = brn__new(ctx, nv, int);
  bool got = region->vertex && region->neighbour && region->slope && region->volume &&
             region->centre && region->component;
  return got ? BRN_OK : BRN_NO_MEMORY;
}

static BrnStatus fill(BrnContext* ctx, const BrnMesh* mesh, const int* label, int label_count,
                      BrnRegion* region) {
  int tet_count;
  BRN_TRY(choose_tets(ctx, mesh, label, label_count, region, &tet_count));
  int* local = brn__scratch(ctx, mesh->vertex_count, int);
  if (!local) return BRN_NO_MEMORY;
  int vertex_count = number_vertices(mesh, region->tet, tet_count, local);
  BRN_TRY(make_room(ctx, vertex_count, tet_count, region));
  copy_part(mesh, local, region);
  BRN_TRY(measure(ctx, region));
  find_components(region);
  return brn_tet_neighbours(ctx, region->mesh, region->neighbour);
}

BrnStatus brn_region_create(BrnContext* ctx, const BrnMesh* mesh, const int* label, int label_count,
                            BrnRegion** out) {
  BRN_ASSERT(ctx && mesh && out && label_count >= 0 && (label || label_count == 0));
  *out = NULL;
  BRN_TRY(check_labels(ctx, mesh, label, label_count));
  BrnRegion* region = brn__new_zero(ctx, 1, BrnRegion);
  if (!region) return BRN_NO_MEMORY;
  region->source_vertex_count = mesh->vertex_count;
  region->source_tet_count = mesh->tet_count;
  BrnScratchMark mark = brn__scratch_mark(ctx);
  BrnStatus status = fill(ctx, mesh, label, label_count, region);
  brn__scratch_release(ctx, mark);
  if (status != BRN_OK) {
    brn_region_destroy(ctx, region);
    region = NULL;
  }
  *out = region;
  return status;
}
