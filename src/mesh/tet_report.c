// SPDX-License-Identifier: Apache-2.0

#include "core/vec.h"
#include "mesh/neighbours.h"
#include "mesh/sets.h"

#include <math.h>

// Shapes are measured tet by tet, in a fixed number of parts that are merged in order, so that the
// sums do not depend on the number of workers. How the tets hang together is read off their sorted
// faces.

enum { PARTS = 64 };

static const double flat = 1e-12; // |volume| / longest edge^3 of a degenerate tet
static const double degrees = 57.29577951308232;

// ---------------------------------------------------------------------------------- shape of one

typedef struct Shape {
  double volume;
  double edge_sum, min_edge, max_edge;
  double dihedral[6]; // degrees   } of upright
  double aspect;      //           } tets only
} Shape;

// corners of edge k, then the other two
static const int tet_edge[6][4] = {{0, 1, 2, 3}, {0, 2, 3, 1}, {0, 3, 1, 2},
                                   {1, 2, 0, 3}, {1, 3, 2, 0}, {2, 3, 0, 1}};

static void measure_edges(const double* const* p, Shape* shape) {
  shape->min_edge = INFINITY;
  for (int k = 0; k < 6; k++) {
    double length = brn__distance3(p[tet_edge[k][0]], p[tet_edge[k][1]]);
    shape->edge_sum += length;
    shape->min_edge = fmin(shape->min_edge, length);
    shape->max_edge = fmax(shape->max_edge, length);
  }
}

// Between the faces at edge e, which have the normals m = e x r and n = e x s, r and s being the
// ways to the other two corners. As |m x n| = |e| |e . (r x s)| = |e| 6V, the angle needs no
// arccosine, which is poor near 0 and 180 degrees.
static double dihedral(const double* const* p, const int* edge, double volume) {
  double e[3], r[3], s[3], m[3], n[3];
  brn__sub3(e, p[edge[1]], p[edge[0]]);
  brn__sub3(r, p[edge[2]], p[edge[0]]);
  brn__sub3(s, p[edge[3]], p[edge[0]]);
  brn__cross3(m, e, r);
  brn__cross3(n, e, s);
  return degrees * atan2(brn__norm3(e) * 6 * volume, brn__dot3(m, n));
}

static double inradius(const double* const* p, double volume) {
  double area = 0;
  for (int k = 0; k < 4; k++) {
    double normal[3];
    const int* f = brn_tet_face[k];
    brn__triangle_normal(normal, p[f[0]], p[f[1]], p[f[2]]);
    area += brn__norm3(normal) / 2;
  }
  return 3 * volume / area;
}

static void measure_upright(const double* const* p, Shape* shape) {
  for (int k = 0; k < 6; k++) shape->dihedral[k] = dihedral(p, tet_edge[k], shape->volume);
  shape->aspect = shape->max_edge / (2 * sqrt(6) * inradius(p, shape->volume));
}

static bool is_degenerate(const Shape* shape) {
  double cube = shape->max_edge * shape->max_edge * shape->max_edge;
  return !(fabs(shape->volume) > flat * cube); // a repeated corner makes the volume 0
}

// -------------------------------------------------------------------------------- shapes of many

typedef struct Part {
  BrnTetReport report; // its means are sums
  int upright_count;
} Part;

typedef struct Job {
  const BrnMesh* mesh;
  int label;
  Part* part; // (PARTS)
} Job;

static Part empty_part(void) {
  return (Part){.report = {.first_inverted = -1,
                           .first_degenerate = -1,
                           .first_sliver = -1,
                           .first_duplicate = -1,
                           .min_volume = INFINITY,
                           .max_volume = -INFINITY,
                           .min_dihedral = INFINITY,
                           .max_dihedral = -INFINITY,
                           .min_aspect = INFINITY,
                           .max_aspect = -INFINITY,
                           .min_edge = INFINITY,
                           .max_edge = -INFINITY}};
}

static void include(double value, double* min, double* max) {
  *min = fmin(*min, value);
  *max = fmax(*max, value);
}

static void count_one(int* count, int* first, int tet) {
  if ((*count)++ == 0) *first = tet;
}

static bool is_sliver(const Shape* shape) {
  double least = 180, most = 0;
  for (int k = 0; k < 6; k++) include(shape->dihedral[k], &least, &most);
  return least < BRN_SLIVER_LEAST || most > BRN_SLIVER_MOST;
}

static void add_upright(const Shape* shape, int tet, Part* part) {
  BrnTetReport* report = &part->report;
  if (is_sliver(shape)) count_one(&report->sliver_count, &report->first_sliver, tet);
  part->upright_count++;
  report->mean_aspect += shape->aspect;
  include(shape->aspect, &report->min_aspect, &report->max_aspect);
  for (int k = 0; k < 6; k++) {
    include(shape->dihedral[k], &report->min_dihedral, &report->max_dihedral);
    int bin = (int)(shape->dihedral[k] * BRN_DIHEDRAL_BINS / 180);
    report->dihedral_histogram[bin < BRN_DIHEDRAL_BINS ? bin : BRN_DIHEDRAL_BINS - 1]++;
  }
}

static void add_tet(const BrnMesh* mesh, int tet, Part* part) {
  BrnTetReport* report = &part->report;
  const double* p[4];
  for (int i = 0; i < 4; i++) p[i] = mesh->position + 3 * (size_t)mesh->tet[4 * (size_t)tet + i];
  Shape shape = {.volume = brn__tet_volume(p[0], p[1], p[2], p[3])};
  measure_edges(p, &shape);
  report->tet_count++;
  report->volume += shape.volume;
  report->mean_edge += shape.edge_sum;
  include(shape.volume, &report->min_volume, &report->max_volume);
  include(shape.min_edge, &report->min_edge, &report->max_edge);
  include(shape.max_edge, &report->min_edge, &report->max_edge);
  if (is_degenerate(&shape)) {
    count_one(&report->degenerate_count, &report->first_degenerate, tet);
  } else if (shape.volume < 0) {
    count_one(&report->inverted_count, &report->first_inverted, tet);
  } else {
    measure_upright(p, &shape);
    add_upright(&shape, tet, part);
  }
}

static void measure_part(void* user, int begin, int end, int worker) {
  (void)worker;
  Job* job = user;
  for (int i = begin; i < end; i++) {
    job->part[i] = empty_part();
    int first = (int)((int64_t)job->mesh->tet_count * i / PARTS);
    int last = (int)((int64_t)job->mesh->tet_count * (i + 1) / PARTS);
    for (int t = first; t < last; t++) {
      if (brn__tet_has_label(job->mesh, t, job->label)) add_tet(job->mesh, t, &job->part[i]);
    }
  }
}

static void merge_counts(BrnTetReport* a, const BrnTetReport* b) {
  if (a->first_inverted < 0) a->first_inverted = b->first_inverted;
  if (a->first_degenerate < 0) a->first_degenerate = b->first_degenerate;
  if (a->first_sliver < 0) a->first_sliver = b->first_sliver;
  a->tet_count += b->tet_count;
  a->inverted_count += b->inverted_count;
  a->degenerate_count += b->degenerate_count;
  a->sliver_count += b->sliver_count;
  for (int i = 0; i < BRN_DIHEDRAL_BINS; i++) a->dihedral_histogram[i] += b->dihedral_histogram[i];
}

static void merge(Part* into, const Part* part) {
  BrnTetReport* a = &into->report;
  const BrnTetReport* b = &part->report;
  merge_counts(a, b);
  into->upright_count += part->upright_count;
  a->volume += b->volume;
  a->mean_aspect += b->mean_aspect;
  a->mean_edge += b->mean_edge;
  a->min_volume = fmin(a->min_volume, b->min_volume);
  a->max_volume = fmax(a->max_volume, b->max_volume);
  a->min_dihedral = fmin(a->min_dihedral, b->min_dihedral);
  a->max_dihedral = fmax(a->max_dihedral, b->max_dihedral);
  a->min_aspect = fmin(a->min_aspect, b->min_aspect);
  a->max_aspect = fmax(a->max_aspect, b->max_aspect);
  a->min_edge = fmin(a->min_edge, b->min_edge);
  a->max_edge = fmax(a->max_edge, b->max_edge);
}

static void conclude(const Part* part, BrnTetReport* out) {
  *out = part->report;
  if (out->tet_count > 0) {
    out->mean_edge /= 6.0 * out->tet_count;
  } else {
    out->min_volume = out->max_volume = out->min_edge = out->max_edge = 0;
  }
  if (part->upright_count > 0) {
    out->mean_aspect /= part->upright_count;
  } else {
    out->min_dihedral = out->max_dihedral = out->min_aspect = out->max_aspect = 0;
  }
}

static BrnStatus report_shapes(BrnContext* ctx, const BrnMesh* mesh, int label, BrnTetReport* out) {
  Job job = {.mesh = mesh, .label = label, .part = brn__scratch(ctx, PARTS, Part)};
  if (!job.part) return BRN_NO_MEMORY;
  brn__parallel_for(ctx, PARTS, 1, measure_part, &job);
  for (int i = 1; i < PARTS; i++) merge(&job.part[0], &job.part[i]);
  conclude(&job.part[0], out);
  return BRN_OK;
}

// -------------------------------------------------------------------------------------- topology

static BrnStatus report_faces(BrnContext* ctx, const BrnMesh* mesh, int label, BrnTetReport* out) {
  BrnTuples faces;
  BRN_TRY(brn__tet_faces(ctx, mesh, label, &faces));
  int* set = brn__scratch(ctx, mesh->tet_count, int);
  if (!set) return BRN_NO_MEMORY;
  brn__sets_begin(set, mesh->tet_count);
  for (int begin = 0, end; begin < faces.count; begin = end) {
    end = brn__tuples_run_end(&faces, begin);
    int first = brn__tuples_item(&faces, begin) / 4;
    for (int i = begin + 1; i < end; i++) {
      brn__sets_unite(set, first, brn__tuples_item(&faces, i) / 4);
    }
    out->bad_face_count += end - begin > 2;
  }
  // the faces of a tet were added together: one in four names a tet that has faces
  for (int i = 0; i < faces.count; i += 4) {
    int tet = faces.item[i] / 4;
    out->component_count += set[tet] == tet;
  }
  return BRN_OK;
}

static BrnStatus report_duplicates(BrnContext* ctx, const BrnMesh* mesh, int label,
                                   BrnTetReport* out) {
  BrnTuples tets;
  BRN_TRY(brn__tuples_take(ctx, 4, (size_t)mesh->tet_count, &tets));
  for (int t = 0; t < mesh->tet_count; t++) {
    if (brn__tet_has_label(mesh, t, label)) {
      brn__tuples_add(&tets, mesh->tet + 4 * (size_t)t, t);
    }
  }
  BRN_TRY(brn__tuples_sort(ctx, &tets, mesh->vertex_count));
  for (int begin = 0, end; begin < tets.count; begin = end) {
    end = brn__tuples_run_end(&tets, begin);
    if (end - begin == 1) continue;
    out->duplicate_count += end - begin - 1;
    int second = brn__tuples_item(&tets, begin + 1);
    if (out->first_duplicate < 0 || second < out->first_duplicate) out->first_duplicate = second;
  }
  return BRN_OK;
}

BrnStatus brn_tet_report(BrnContext* ctx, const BrnMesh* mesh, int label, BrnTetReport* out) {
  BRN_ASSERT(ctx && mesh && out);
  static BrnStatus (*const step[])(BrnContext*, const BrnMesh*, int, BrnTetReport*) = {
      report_shapes, report_faces, report_duplicates};
  BrnStatus status = BRN_OK;
  *out = (BrnTetReport){0};
  for (int i = 0; i < 3 && status == BRN_OK; i++) {
    BrnScratchMark mark = brn__scratch_mark(ctx);
    status = step[i](ctx, mesh, label, out);
    brn__scratch_release(ctx, mark);
  }
  return status;
}
