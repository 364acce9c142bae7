// SPDX-License-Identifier: Apache-2.0

#include "shape/sweep.h"

#include "core/vec.h"
#include "mesh/mesh.h"
#include "shape/stations.h"

#include <math.h>
#include <string.h>

// A prism over a triangle with corners 0 1 2 (by colour; ' on the station ahead) is cut into
//   0 1 2 2'    0 1 2' 1'    0 0' 1' 2'
// so the diagonal of each side goes from the lower colour to the higher one ahead, and the
// neighbour that shares the side cuts it alike.
//
// The map from disc to space takes lines along the axis to fibres; between two stations it takes
// them to straight ones. Its derivative along the axis at the middle of a tet is the mean of the
// three edges of the prism, that of the corner the tet has twice taken twice.

typedef struct Work {
  const BrnSweep* sweep;
  const BrnShapePlan* plan;
  BrnDisc disc;
  BrnStations stations;
  BrnMesh* mesh;
  double* fibre; // (tet_count x 3)
} Work;

// ------------------------------------------------------------------------------------- planning

void brn__sweep_add(BrnSweep* sweep, const BrnSegment* segment) {
  BRN_ASSERT(sweep->segment_count < BRN_SEGMENT_LIMIT);
  if (segment->length > 0) sweep->segment[sweep->segment_count++] = *segment;
}

// largest half width of a wide disc over that of the rings inside
static double wide_ratio(const BrnSweep* sweep) {
  const BrnSegment* first = &sweep->segment[0]; // where one bone is, so is the other
  double ratio = 1;
  for (int i = 0; first->wide && i <= 8; i++) {
    BrnSection section = {0};
    sweep->section(sweep, sweep->start + first->length * i / 8, &section);
    ratio = fmax(ratio, section.wide / section.x);
  }
  return ratio;
}

BrnStatus brn__sweep_plan(BrnContext* ctx, const BrnSweep* sweep, int tets, BrnShapePlan* out) {
  *out = (BrnShapePlan){.def = sweep->def, .target = tets, .square = 18, .aspect = 0.9};
  out->least_rings = sweep->core > 0 ? 2 : 1;
  out->segment_count = sweep->segment_count;
  for (int i = 0; i < sweep->segment_count; i++) {
    const BrnSegment* segment = &sweep->segment[i];
    BrnShapePlanSegment* planned = &out->segment[i];
    planned->metric = brn__stations_metric(sweep, i);
    planned->wide = segment->wide;
    planned->least = segment->least;
  }
  out->wide_ratio = wide_ratio(sweep);
  return brn__plan_choose(ctx, out);
}

// -------------------------------------------------------------------------------------- vertices

static int core_rings(const Work* work) {
  int rings = work->plan->rings;
  if (work->sweep->core == 0) return 0;
  int core = (int)round(work->sweep->core * rings);
  return core < 1 ? 1 : core >= rings ? rings - 1 : core;
}

// share of ring k in the half width, where the core has the share `core`: straight from the centre
// to the core and on to the edge
static double ring_share(const Work* work, const BrnSection* section, int k, double core) {
  int rings = work->plan->rings, inner = core_rings(work);
  double even = (double)k / rings;
  if (inner == 0) return even;
  double beyond = (double)(k - inner) / (rings - inner);
  double given = k <= inner ? core * k / inner : core + beyond * (1 - core);
  return even + section->core * (given - even);
}

// Rings outside the tendon grow as a power of k (plan.c tells why) and turn from its circle to a
// square with round corners, |x|^6 + |z|^6 = 1.
static double wide_radius(const Work* work, const BrnSection* section,
                          const BrnDiscVertex* vertex) {
  int rings = work->plan->rings, wide = work->plan->wide_rings;
  double power = log(section->wide / section->x) / log((double)wide / rings);
  double round_radius = section->x * pow((double)vertex->ring / rings, power);
  double square = pow(pow(vertex->u, 6) + pow(vertex->v, 6), -1.0 / 6);
  double share = (double)(vertex->ring - rings) / (wide - rings);
  return round_radius * (1 + share * (square - 1));
}

// place of a vertex in the plane of its disc
static void place(const Work* work, const BrnSection* section, const BrnDiscVertex* vertex,
                  double* x, double* z) {
  if (vertex->ring > work->plan->rings) {
    double radius = wide_radius(work, section, vertex);
    *x = radius * vertex->u;
    *z = radius * vertex->v;
  } else {
    *x = section->x * ring_share(work, section, vertex->ring, section->core_x) * vertex->u;
    *z = section->z * ring_share(work, section, vertex->ring, section->core_z) * vertex->v;
  }
}

// The slit pushes both halves away from x = 0; the outer edge stays where it is.
static double open_slit(const BrnSection* section, double x, bool right) {
  double half = section->slit / 2;
  return x * (1 - half / section->x) + (right ? half : -half);
}

static void put(const Work* work, const BrnDiscPose* frame, double x, double z, int vertex) {
  double* p = work->mesh->position + 3 * (size_t)vertex;
  brn__axpy3(p, frame->origin, x, frame->x);
  brn__axpy3(p, p, z, frame->z);
}

static void fill_station(const Work* work, const BrnStation* station) {
  BrnSection section = {0};
  BrnDiscPose frame;
  work->sweep->section(work->sweep, station->s, &section);
  work->sweep->frame(work->sweep, station->s, &frame);
  int count = brn__disc_vertices(station->rings);
  for (int i = 0; i < count; i++) {
    const BrnDiscVertex* vertex = &work->disc.vertex[i];
    double x, z;
    place(work, &section, vertex, &x, &z);
    if (!station->slit) {
      put(work, &frame, x, z, station->vertex + i);
      continue;
    }
    put(work, &frame, open_slit(&section, x, x > 0), z, station->vertex + i);
    if (vertex->seam < 0) continue;
    put(work, &frame, open_slit(&section, x, true), z, station->vertex + count + vertex->seam);
  }
}

// ------------------------------------------------------------------------------------------ tets

static int vertex_of(const Work* work, const BrnStation* station, int i, bool right) {
  int seam = work->disc.vertex[i].seam;
  if (!station->slit || !right || seam < 0) return station->vertex + i;
  return station->vertex + brn__disc_vertices(station->rings) + seam;
}

static int label_of(const Work* work, const BrnSegment* segment, const BrnDiscTriangle* triangle) {
  if (segment->core && triangle->ring <= core_rings(work)) return segment->core;
  return triangle->right ? segment->right : segment->left;
}

// the mean of the prism's edges, that of corner `twice` counted twice, with length 1
static void fibre_of(const Work* work, const int* here, const int* ahead, int twice, double* out) {
  const double* position = work->mesh->position;
  memset(out, 0, 3 * sizeof *out);
  for (int k = 0; k < 3; k++) {
    double edge[3];
    brn__sub3(edge, position + 3 * (size_t)ahead[k], position + 3 * (size_t)here[k]);
    brn__axpy3(out, out, k == twice ? 2 : 1, edge);
  }
  brn__normalize3(out);
}

static void cut_prism(const int* a, const int* b, bool mirrored, int* tet) {
  const int cut[3][4] = {
      {a[0], a[1], a[2], b[2]}, {a[0], a[1], b[2], b[1]}, {a[0], b[0], b[1], b[2]}};
  memcpy(tet, cut, sizeof cut);
  for (int i = 0; mirrored && i < 3; i++) {
    int* corner = tet + 4 * i;
    int swapped = corner[2];
    corner[2] = corner[3], corner[3] = swapped;
  }
}

static void fill_prism(const Work* work, const BrnSegment* segment, const BrnDiscTriangle* triangle,
                       const int* here, const int* ahead, int tet) {
  int label = label_of(work, segment, triangle);
  cut_prism(here, ahead, triangle->mirrored, work->mesh->tet + 4 * (size_t)tet);
  for (int i = 0; i < 3; i++) {
    work->mesh->tet_label[tet + i] = label;
    if (segment->bare) continue;
    double* fibre = work->fibre + 3 * (size_t)(tet + i);
    fibre_of(work, here, ahead, 2 - i, fibre);
    bool core = label == segment->core;
    if (segment->oblique && !core) work->sweep->turn(work->sweep, triangle->right, fibre);
  }
}

static void fill_layer(const Work* work, int index) {
  const BrnLayer* layer = &work->stations.layer[index];
  const BrnStation* here = &work->stations.station[index];
  const BrnStation* ahead = &work->stations.station[(index + 1) % work->stations.station_count];
  int count = brn__disc_triangles(layer->rings);
  for (int i = 0; i < count; i++) {
    const BrnDiscTriangle* triangle = &work->disc.triangle[i];
    int a[3], b[3];
    for (int k = 0; k < 3; k++) {
      a[k] = vertex_of(work, here, triangle->corner[k], triangle->right);
      b[k] = vertex_of(work, ahead, triangle->corner[k], triangle->right);
    }
    const BrnSegment* segment = &work->sweep->segment[layer->segment];
    fill_prism(work, segment, triangle, a, b, layer->tet + 3 * i);
  }
}

// -------------------------------------------------------------------------------------- the mesh

static void fill_stations(void* user, int begin, int end, int worker) {
  (void)worker;
  const Work* work = user;
  for (int i = begin; i < end; i++) fill_station(work, &work->stations.station[i]);
}

static void fill_layers(void* user, int begin, int end, int worker) {
  (void)worker;
  for (int i = begin; i < end; i++) fill_layer(user, i);
}

static BrnStatus prepare(BrnContext* ctx, const BrnSweep* sweeps, const BrnShapePlan* plans,
                         int count, Work* work, int* vertex_count, int* tet_count) {
  *vertex_count = *tet_count = 0;
  for (int i = 0; i < count; i++) {
    work[i] = (Work){.sweep = &sweeps[i], .plan = &plans[i]};
    BRN_TRY(brn__disc_make(ctx, plans[i].wide_rings, &work[i].disc));
    BRN_TRY(brn__stations_make(ctx, &sweeps[i], &plans[i], *vertex_count, *tet_count,
                               &work[i].stations));
    *vertex_count += work[i].stations.vertex_count;
    *tet_count += work[i].stations.tet_count;
  }
  return BRN_OK;
}

static BrnStatus fill(BrnContext* ctx, Work* work, int count, BrnMesh* mesh) {
  BrnArray* fibre;
  BRN_TRY(brn__mesh_need_tet_labels(ctx, mesh));
  BRN_TRY(brn_mesh_add_array(ctx, mesh, "fibre", BRN_ON_TET, 3, BRN_F64, &fibre));
  for (int i = 0; i < count; i++) {
    work[i].mesh = mesh;
    work[i].fibre = fibre->value;
    brn__parallel_for(ctx, work[i].stations.station_count, 4, fill_stations, &work[i]);
    brn__parallel_for(ctx, work[i].stations.layer_count, 4, fill_layers, &work[i]);
  }
  return brn__shape_name_labels(ctx, mesh);
}

BrnStatus brn__sweep_mesh(BrnContext* ctx, const BrnSweep* sweeps, const BrnShapePlan* plans,
                          int count, BrnMesh** out) {
  enum { LIMIT = 4 };
  BRN_ASSERT(count > 0 && count <= LIMIT);
  Work work[LIMIT];
  int vertex_count, tet_count;
  BrnMesh* mesh = NULL;
  BrnScratchMark mark = brn__scratch_mark(ctx);
  BrnStatus status = prepare(ctx, sweeps, plans, count, work, &vertex_count, &tet_count);
  if (status == BRN_OK) status = brn_mesh_create(ctx, vertex_count, 0, tet_count, &mesh);
  if (status == BRN_OK) status = fill(ctx, work, count, mesh);
  brn__scratch_release(ctx, mark);
  if (status != BRN_OK) {
    brn_mesh_destroy(ctx, mesh);
    mesh = NULL;
  }
  *out = mesh;
  return status;
}

BrnStatus brn__sweep_make(BrnContext* ctx, const BrnSweep* sweep, BrnMesh** out) {
  BrnShapePlan plan;
  BRN_TRY(brn__sweep_plan(ctx, sweep, sweep->def->tets, &plan));
  return brn__sweep_mesh(ctx, sweep, &plan, 1, out);
}
