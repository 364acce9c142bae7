// SPDX-License-Identifier: Apache-2.0

#include "core/vec.h"
#include "mesh/mesh.h"
#include "mesh/predicates.h"
#include "mesh/sets.h"
#include "mesh/sort.h"

// Everything about how triangles hang together is read off one sorted list of their edges: edge k
// of triangle t is item 3t + k and runs from corner k to corner k + 1. Triangles with a repeated
// corner are left out of it.
//
// Where triangles meet in an edge, they join one component, and their corners at its two ends join
// one fan. A vertex with two fans is not manifold.

typedef struct Survey {
  const BrnMesh* mesh;
  BrnSurfaceReport* report;
  BrnTuples edges;
  int* component;    // sets of triangles                                (triangle_count)
  int* fan;          // sets of corners                                  (triangle_count x 3)
  int* fan_count;    // fans at each vertex; 0: no triangle uses it      (vertex_count)
  int* rim;          // sets of vertices along the boundary              (vertex_count)
  uint8_t* on_rim;   // has the vertex a boundary edge?                  (vertex_count)
  uint8_t* proper;   // are the three corners different?                 (triangle_count)
  uint8_t* unsealed; // of the component with this root: see seal()      (triangle_count)
  double* volume;    // of the component with this root, m^3             (triangle_count)
} Survey;

static const double* corner_position(const BrnMesh* mesh, int corner) {
  return mesh->position + 3 * (size_t)mesh->triangle[corner];
}

static int next_corner(int corner) { return corner % 3 == 2 ? corner - 2 : corner + 1; }

// keeps the lowest index; -1: none yet
static void note(int* first, int index) {
  if (*first < 0 || index < *first) *first = index;
}

static BrnStatus allocate(BrnContext* ctx, Survey* survey) {
  int nv = survey->mesh->vertex_count, nf = survey->mesh->triangle_count;
  BRN_TRY(brn__tuples_take(ctx, 2, 3 * (size_t)nf, &survey->edges));
  survey->component = brn__scratch(ctx, nf, int);
  survey->fan = brn__scratch(ctx, 3 * (size_t)nf, int);
  survey->fan_count = brn__scratch_zero(ctx, nv, int);
  survey->rim = brn__scratch(ctx, nv, int);
  survey->on_rim = brn__scratch_zero(ctx, nv, uint8_t);
  survey->proper = brn__scratch_zero(ctx, nf, uint8_t);
  survey->unsealed = brn__scratch_zero(ctx, nf, uint8_t);
  survey->volume = brn__scratch_zero(ctx, nf, double);
  bool enough = survey->component && survey->fan && survey->fan_count && survey->rim &&
                survey->on_rim && survey->proper && survey->unsealed && survey->volume;
  if (!enough) return BRN_NO_MEMORY;
  brn__sets_begin(survey->component, nf);
  brn__sets_begin(survey->fan, 3 * nf);
  brn__sets_begin(survey->rim, nv);
  return BRN_OK;
}

// ------------------------------------------------------------------------------------- triangles

static void count_degenerate(Survey* survey) {
  const BrnMesh* mesh = survey->mesh;
  for (int t = 0; t < mesh->triangle_count; t++) {
    const int* v = mesh->triangle + 3 * (size_t)t;
    survey->proper[t] = v[0] != v[1] && v[1] != v[2] && v[2] != v[0];
    if (brn__triangle_axis(corner_position(mesh, 3 * t), corner_position(mesh, 3 * t + 1),
                           corner_position(mesh, 3 * t + 2)) >= 0) {
      continue;
    }
    survey->report->degenerate_triangle_count++;
    note(&survey->report->first_degenerate_triangle, t);
  }
}

static BrnStatus count_duplicates(BrnContext* ctx, Survey* survey) {
  const BrnMesh* mesh = survey->mesh;
  BrnScratchMark mark = brn__scratch_mark(ctx);
  BrnTuples triangles;
  BrnStatus status = brn__tuples_take(ctx, 3, (size_t)mesh->triangle_count, &triangles);
  if (status == BRN_OK) {
    for (int t = 0; t < mesh->triangle_count; t++) {
      brn__tuples_add(&triangles, mesh->triangle + 3 * (size_t)t, t);
    }
    status = brn__tuples_sort(ctx, &triangles, mesh->vertex_count);
  }
  for (int begin = 0, end; status == BRN_OK && begin < triangles.count; begin = end) {
    end = brn__tuples_run_end(&triangles, begin);
    if (end - begin == 1) continue;
    survey->report->duplicate_triangle_count += end - begin - 1;
    note(&survey->report->first_duplicate_triangle, brn__tuples_item(&triangles, begin + 1));
  }
  brn__scratch_release(ctx, mark);
  return status;
}

// ----------------------------------------------------------------------------------------- edges

static BrnStatus sort_edges(BrnContext* ctx, Survey* survey) {
  const BrnMesh* mesh = survey->mesh;
  for (int t = 0; t < mesh->triangle_count; t++) {
    if (!survey->proper[t]) continue;
    for (int c = 3 * t; c < 3 * t + 3; c++) {
      int edge[2] = {mesh->triangle[c], mesh->triangle[next_corner(c)]};
      brn__tuples_add(&survey->edges, edge, c);
    }
  }
  return brn__tuples_sort(ctx, &survey->edges, mesh->vertex_count);
}

// does the triangle run through its edge from the lower to the higher vertex?
static bool runs_up(const BrnMesh* mesh, int edge) {
  return mesh->triangle[edge] < mesh->triangle[next_corner(edge)];
}

static void join(Survey* survey, int edge_a, int edge_b) {
  int a = edge_a, a_next = next_corner(a), b = edge_b, b_next = next_corner(b);
  bool same_way = runs_up(survey->mesh, edge_a) == runs_up(survey->mesh, edge_b);
  brn__sets_unite(survey->component, edge_a / 3, edge_b / 3);
  brn__sets_unite(survey->fan, a, same_way ? b : b_next);
  brn__sets_unite(survey->fan, a_next, same_way ? b_next : b);
}

static void count_boundary_edge(Survey* survey, int edge) {
  const int* triangle = survey->mesh->triangle;
  int a = triangle[edge], b = triangle[next_corner(edge)];
  survey->report->boundary_edge_count++;
  note(&survey->report->first_boundary_triangle, edge / 3);
  survey->on_rim[a] = survey->on_rim[b] = 1;
  brn__sets_unite(survey->rim, a, b);
}

// the triangles around one edge are at places [begin, end) of the order
static void count_edge(Survey* survey, int begin, int end) {
  BrnSurfaceReport* report = survey->report;
  int first = brn__tuples_item(&survey->edges, begin);
  for (int i = begin + 1; i < end; i++) join(survey, first, brn__tuples_item(&survey->edges, i));
  report->edge_count++;
  if (end - begin == 1) count_boundary_edge(survey, first);
  if (end - begin == 2) {
    int second = brn__tuples_item(&survey->edges, begin + 1);
    if (runs_up(survey->mesh, first) == runs_up(survey->mesh, second)) {
      report->misoriented_edge_count++;
      note(&report->first_misoriented_triangle, first / 3);
    }
  }
  if (end - begin > 2) {
    report->nonmanifold_edge_count++;
    note(&report->first_nonmanifold_triangle, first / 3);
  }
}

static void count_edges(Survey* survey) {
  for (int begin = 0, end; begin < survey->edges.count; begin = end) {
    end = brn__tuples_run_end(&survey->edges, begin);
    count_edge(survey, begin, end);
  }
}

// -------------------------------------------------------------------------------------- vertices

static void count_fans(Survey* survey) {
  const BrnMesh* mesh = survey->mesh;
  BrnSurfaceReport* report = survey->report;
  for (int c = 0; c < 3 * mesh->triangle_count; c++) {
    if (survey->proper[c / 3] && survey->fan[c] == c) survey->fan_count[mesh->triangle[c]]++;
  }
  for (int v = 0; v < mesh->vertex_count; v++) {
    report->used_vertex_count += survey->fan_count[v] > 0;
    report->nonmanifold_vertex_count += survey->fan_count[v] > 1;
  }
  for (int c = 0; c < 3 * mesh->triangle_count; c++) {
    if (survey->proper[c / 3] && survey->fan_count[mesh->triangle[c]] > 1) {
      note(&report->first_nonmanifold_triangle, c / 3);
    }
  }
}

static void count_loops(Survey* survey) {
  for (int v = 0; v < survey->mesh->vertex_count; v++) {
    survey->report->boundary_loop_count += survey->on_rim[v] && survey->rim[v] == v;
  }
}

// ------------------------------------------------------------------------------------ components

// A component encloses a volume, which does not depend on the origin, when each of its edges is run
// through as often one way as the other. The others are marked.
static void seal(Survey* survey) {
  for (int begin = 0, end; begin < survey->edges.count; begin = end) {
    end = brn__tuples_run_end(&survey->edges, begin);
    int balance = 0;
    for (int i = begin; i < end; i++) {
      balance += runs_up(survey->mesh, brn__tuples_item(&survey->edges, i)) ? 1 : -1;
    }
    if (balance == 0) continue;
    int triangle = brn__tuples_item(&survey->edges, begin) / 3;
    survey->unsealed[brn__sets_root(survey->component, triangle)] = 1;
  }
}

// Volumes are of tets from a corner of the component, which rounds less than from the origin; the
// total is their sum as long as all are sealed.
static void measure(Survey* survey) {
  const BrnMesh* mesh = survey->mesh;
  for (int t = 0; t < mesh->triangle_count; t++) {
    const double *a = corner_position(mesh, 3 * t), *b = corner_position(mesh, 3 * t + 1),
                 *c = corner_position(mesh, 3 * t + 2);
    double normal[3];
    brn__triangle_normal(normal, a, b, c);
    survey->report->area += brn__norm3(normal) / 2;
    int root = brn__sets_root(survey->component, t);
    survey->volume[root] += brn__tet_volume(corner_position(mesh, 3 * root), a, b, c);
  }
}

static void count_components(Survey* survey) {
  BrnSurfaceReport* report = survey->report;
  for (int t = 0; t < survey->mesh->triangle_count; t++) {
    if (!survey->proper[t] || survey->component[t] != t) continue;
    report->component_count++;
    report->volume += survey->volume[t];
    report->inside_out_component_count += !survey->unsealed[t] && survey->volume[t] < 0;
  }
}

// ------------------------------------------------------------------------------------ the report

static void conclude(const Survey* survey) {
  BrnSurfaceReport* report = survey->report;
  int faces = survey->edges.count / 3; // without those that have a repeated corner
  report->euler_characteristic = report->used_vertex_count - report->edge_count + faces;
  report->closed = report->boundary_edge_count == 0;
  report->oriented = report->misoriented_edge_count == 0;
  report->manifold = report->nonmanifold_edge_count == 0 && report->nonmanifold_vertex_count == 0;
}

static BrnStatus count_intersections(BrnContext* ctx, const BrnMesh* mesh,
                                     BrnSurfaceReport* report) {
  int* list;
  BRN_TRY(brn_mesh_self_intersections(ctx, mesh, &list, &report->self_intersection_count));
  if (list) report->first_intersecting_triangle = list[0];
  brn__free(ctx, list);
  return BRN_OK;
}

static BrnStatus report_topology(BrnContext* ctx, Survey* survey) {
  BRN_TRY(allocate(ctx, survey));
  count_degenerate(survey);
  BRN_TRY(count_duplicates(ctx, survey));
  BRN_TRY(sort_edges(ctx, survey));
  count_edges(survey);
  count_fans(survey);
  count_loops(survey);
  seal(survey);
  measure(survey);
  count_components(survey);
  conclude(survey);
  return BRN_OK;
}

static BrnSurfaceReport empty_report(const BrnMesh* mesh) {
  return (BrnSurfaceReport){.triangle_count = mesh->triangle_count,
                            .self_intersection_count = -1,
                            .first_boundary_triangle = -1,
                            .first_nonmanifold_triangle = -1,
                            .first_misoriented_triangle = -1,
                            .first_degenerate_triangle = -1,
                            .first_duplicate_triangle = -1,
                            .first_intersecting_triangle = -1};
}

BrnStatus brn_surface_report(BrnContext* ctx, const BrnMesh* mesh, bool self_intersections,
                             BrnSurfaceReport* out) {
  BRN_ASSERT(ctx && mesh && out);
  *out = empty_report(mesh);
  BrnScratchMark mark = brn__scratch_mark(ctx);
  BrnStatus status = report_topology(ctx, &(Survey){.mesh = mesh, .report = out});
  brn__scratch_release(ctx, mark);
  if (status == BRN_OK && self_intersections) status = count_intersections(ctx, mesh, out);
  return status;
}

// ---------------------------------------------------------------------------------------- shells

static void add_triangle(const BrnMesh* mesh, int t, BrnShell* shell) {
  double normal[3];
  for (int k = 3 * t; k < 3 * t + 3; k++) {
    const double* p = corner_position(mesh, k);
    for (int i = 0; i < 3; i++) {
      shell->low[i] = fmin(shell->low[i], p[i]);
      shell->high[i] = fmax(shell->high[i], p[i]);
    }
  }
  brn__triangle_normal(normal, corner_position(mesh, 3 * t), corner_position(mesh, 3 * t + 1),
                       corner_position(mesh, 3 * t + 2));
  shell->area += brn__norm3(normal) / 2;
  shell->triangle_count++;
}

static BrnShell begin_shell(const Survey* survey, int t) {
  int root = brn__sets_root(survey->component, t);
  return (BrnShell){.first_triangle = t,
                    .volume = survey->unsealed[root] ? NAN : survey->volume[root],
                    .low = {INFINITY, INFINITY, INFINITY},
                    .high = {-INFINITY, -INFINITY, -INFINITY}};
}

// the shell of a root is known once its first triangle has come
static BrnStatus list_shells(BrnContext* ctx, const Survey* survey, BrnShell** out, int* count) {
  const BrnMesh* mesh = survey->mesh;
  int* shell = brn__scratch(ctx, mesh->triangle_count, int);
  BrnShell* list = brn__new(ctx, survey->report->component_count, BrnShell);
  *out = list;
  if (!shell || !list) return BRN_NO_MEMORY;
  for (int t = 0; t < mesh->triangle_count; t++) shell[t] = -1;
  for (int t = 0; t < mesh->triangle_count; t++) {
    if (!survey->proper[t]) continue;
    int root = brn__sets_root(survey->component, t);
    if (shell[root] < 0) {
      shell[root] = (*count)++;
      list[shell[root]] = begin_shell(survey, t);
    }
    add_triangle(mesh, t, &list[shell[root]]);
  }
  return BRN_OK;
}

BrnStatus brn_surface_shells(BrnContext* ctx, const BrnMesh* mesh, BrnShell** out, int* count) {
  BRN_ASSERT(ctx && mesh && out && count);
  BrnSurfaceReport report = empty_report(mesh);
  Survey survey = {.mesh = mesh, .report = &report};
  *out = NULL, *count = 0;
  BrnScratchMark mark = brn__scratch_mark(ctx);
  BrnStatus status = report_topology(ctx, &survey);
  if (status == BRN_OK) status = list_shells(ctx, &survey, out, count);
  brn__scratch_release(ctx, mark);
  if (status == BRN_OK) return BRN_OK;
  brn__free(ctx, *out);
  *out = NULL, *count = 0;
  return status;
}
