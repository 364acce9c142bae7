// SPDX-License-Identifier: Apache-2.0
//
// The fibrous constraint of Romeo et al. 2018, (4) to (10), between the ends of edges of the
// surface, diagonals of its quads, and links of the inner structure.
//
// Edges of the surface are colored. A star, which is an inner point with the links to its vertices,
// would need as many colors as it has links; as every vertex has one link only, stars have nothing
// in common and are solved side by side instead, the links of each one after another. Branches,
// from inner point to inner point, are few and are solved in order. The order inside of a muscle is
// the same however many workers there are.

#include "solver/sheet/muscles.h"

#include "core/vec.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { GRAIN = 128 }; // batches

#define SHORT 1e-30      // as in edges_lanes.c
#define NO_LINK 1e-6     // of the muscle's length: such a link has no direction
#define MOST_ACTIVE 0.95 // (6) divides by 1 - a0
#define ALONG_FIBRES 0.5 // squared cosine from which on an edge counts as one along them
#define DIAGONAL 0.15    // share of stiffness along fibres that diagonals of quads keep
#define LINK 0.25        // and links to inner points

// -------------------------------------------------------------------------------- the constraint

// Ours: eps = r + a0 / (1 - a0) (f . r) f and sigma' = |eps - a (f . eps) f|. It is (7) for fibres
// along an axis, and turns with the muscle. With t = 1 - a its square is that of eps across the
// fibre and t times that along it.
static void set_turning(const double r[3], const double f[3], double a0, double q[3]) {
  double eps[3], across[3];
  brn__axpy3(eps, r, a0 / (1 - a0) * brn__dot3(f, r), f); // (6)
  double along = brn__dot3(f, eps);
  brn__axpy3(across, eps, -along, f);
  q[0] = brn__dot3(across, across);
  q[1] = 0;
  q[2] = along * along;
}

// As printed, component by component: phi is the fibre's absolute value (4), and the square of (7)
// is the sum of eps^2 (1 - a phi)^2, where 1 - a phi = 1 - phi + t phi.
static void set_printed(const double r[3], const double f[3], double a0, double q[3]) {
  memset(q, 0, 3 * sizeof(double));
  for (int k = 0; k < 3; k++) {
    double phi = fabs(f[k]), eps = r[k] / (1 - a0 * phi); // (6)
    q[0] += eps * eps * (1 - phi) * (1 - phi);
    q[1] += 2 * eps * eps * (1 - phi) * phi;
    q[2] += eps * eps * phi * phi;
  }
}

// an edge without a length, or without a fibre, is taken for one along the fibres
void brn__edge_rest(const double r[3], const double f[3], double rest_activation, bool printed,
                    double q[3], double* along) {
  double a0 = fmin(rest_activation, MOST_ACTIVE), cosine = brn__dot3(r, f);
  double squares = brn__dot3(r, r) * brn__dot3(f, f);
  *along = squares > 0 ? fmin(cosine * cosine / squares, 1) : 1;
  if (printed) {
    set_printed(r, f, a0, q);
  } else {
    set_turning(r, f, a0, q);
  }
}

void brn__edge_solve(BrnEdgeBatch* batch, int lane, double* at) {
  double *p = at + 4 * (size_t)batch->a[lane], *q = at + 4 * (size_t)batch->b[lane], d[3];
  double alpha = batch->alpha[lane], lambda = batch->lambda[lane];
  brn__sub3(d, p, q);
  double square = brn__dot3(d, d), length = sqrt(square);
  if (!(square > SHORT)) return;
  double s = (batch->goal[lane] - length - alpha * lambda) / ((p[3] + q[3] + alpha) * length);
  batch->lambda[lane] = lambda + s * length;
  for (int k = 0; k < 3; k++) {
    p[k] += p[3] * s * d[k];
    q[k] -= q[3] * s * d[k];
  }
}

// ------------------------------------------------------------------------------------- preparation

typedef struct Star {
  int inner, size;
} Star;

typedef struct Maker {
  BrnContext* ctx;
  const BrnMesh* mesh;
  const BrnModelFlesh* muscle;
  bool printed;
  BrnEdges* edges;
  BrnColors colors;
  Star* star;     // the largest first                                             (inner_count)
  int* link;      // vertices of each inner point, those of point i from first[i] on (vertex_count)
  int* first;     // (inner_count + 1)
  bool* diagonal; // of a quad?                                               (edge_count)
  int nobody;     // a row of its own
} Maker;

static const double* place_of(const Maker* m, int point) {
  return m->mesh->position + 3 * (size_t)point;
}

static const double* fibre_of(const Maker* m, int point) {
  const BrnModelFlesh* muscle = m->muscle;
  int inner = point - muscle->first_inner, vertex = point - muscle->first;
  bool is_inner = inner >= 0 && inner < muscle->inner_count;
  return muscle->fibre + 3 * (size_t)(is_inner ? muscle->vertex_count + inner : vertex);
}

static bool is_long_enough(const Maker* m, int a, int b) {
  return brn__distance3(place_of(m, a), place_of(m, b)) > NO_LINK * m->muscle->length;
}

// (4); fibres point to the root from both sides of it, so they are turned the same way first
static void mean_fibre(const Maker* m, int a, int b, double out[3]) {
  const double *f = fibre_of(m, a), *g = fibre_of(m, b);
  brn__axpy3(out, f, brn__dot3(f, g) < 0 ? -1 : 1, g);
  brn__normalize3(out);
}

static void put(const Maker* m, int batch, int lane, int a, int b) {
  BrnEdgeBatch* to = &m->edges->batch[batch];
  BrnEdgeRest* rest = &m->edges->rest[batch];
  double r[3], f[3], q[3];
  brn__sub3(r, place_of(m, a), place_of(m, b));
  mean_fibre(m, a, b, f);
  brn__edge_rest(r, f, m->muscle->rest_activation, m->printed, q, &rest->along[lane]);
  to->a[lane] = a;
  to->b[lane] = b;
  rest->q0[lane] = q[0], rest->q1[lane] = q[1], rest->q2[lane] = q[2];
}

static int batches_of(int count) { return (count + BRN_LANES - 1) / BRN_LANES; }

// vertices of each inner point, without links that are too short
static void list_links(Maker* m) {
  const BrnModelFlesh* muscle = m->muscle;
  int count = 0;
  for (int i = 0; i < muscle->inner_count; i++) m->star[i] = (Star){.inner = i};
  for (int v = 0; v < muscle->vertex_count; v++) {
    int i = muscle->inner[v];
    if (is_long_enough(m, muscle->first + v, muscle->first_inner + i)) m->star[i].size++;
  }
  for (int i = 0; i < muscle->inner_count; i++) m->first[i] = count, count += m->star[i].size;
  m->first[muscle->inner_count] = count;
  for (int v = 0; v < muscle->vertex_count; v++) {
    int i = muscle->inner[v];
    if (!is_long_enough(m, muscle->first + v, muscle->first_inner + i)) continue;
    m->link[m->first[i]++] = muscle->first + v;
  }
  for (int i = 0; i < muscle->inner_count; i++) m->first[i] -= m->star[i].size;
}

static int compare_stars(const void* a, const void* b) {
  const Star *p = a, *q = b;
  return p->size != q->size ? (p->size < q->size) - (p->size > q->size)
                            : (p->inner > q->inner) - (p->inner < q->inner);
}

static BrnStatus count_batches(Maker* m) {
  BrnEdges* edges = m->edges;
  int stars = 0;
  for (int i = 0; i < m->muscle->inner_count && m->star[i].size > 0; i++) stars++;
  edges->color_count = m->colors.count;
  edges->group_count = batches_of(stars);
  edges->color = brn__new_zero(m->ctx, edges->color_count + 1, int);
  edges->group = brn__new_zero(m->ctx, edges->group_count + 1, int);
  if (!edges->color || !edges->group) return BRN_NO_MEMORY;
  for (int c = 0; c < edges->color_count; c++) {
    edges->color[c + 1] = edges->color[c] + batches_of(m->colors.start[c + 1] - m->colors.start[c]);
  }
  edges->group[0] = edges->color[edges->color_count];
  for (int g = 0; g < edges->group_count; g++) {
    edges->group[g + 1] = edges->group[g] + m->star[BRN_LANES * g].size;
  }
  edges->branch = edges->group[edges->group_count];
  for (int i = 0; i < m->muscle->inner_count; i++) edges->branch_count += m->muscle->parent[i] >= 0;
  edges->count = edges->branch + batches_of(edges->branch_count);
  return BRN_OK;
}

// Both diagonals of quads, as stiff as their direction says, would keep the belly from bulging: the
// spindle of our notes would end at 0.69 of its length in place of 0.64.
static void put_colors(const Maker* m) {
  for (int c = 0; c < m->colors.count; c++) {
    for (int k = m->colors.start[c]; k < m->colors.start[c + 1]; k++) {
      int i = k - m->colors.start[c];
      const int* edge = m->muscle->edge + 2 * (size_t)m->colors.item[k];
      int batch = m->edges->color[c] + i / BRN_LANES;
      put(m, batch, i % BRN_LANES, edge[0], edge[1]);
      if (m->diagonal[m->colors.item[k]]) {
        m->edges->rest[batch].along[i % BRN_LANES] *= DIAGONAL;
      }
    }
  }
}

// A link is nearly as soft as an edge across the fibres, however it leans: the farther inner points
// are apart, the more links lean, and stiff ones would tie the muscle in when it swells. What holds
// vertices lengthwise are the edges and the spine.
static void put_stars(const Maker* m) {
  for (int g = 0; g < m->edges->group_count; g++) {
    for (int lane = 0; lane < BRN_LANES; lane++) {
      if (BRN_LANES * g + lane >= m->muscle->inner_count) return;
      Star star = m->star[BRN_LANES * g + lane];
      for (int k = 0; k < star.size; k++) {
        put(m, m->edges->group[g] + k, lane, m->link[m->first[star.inner] + k],
            m->muscle->first_inner + star.inner);
        m->edges->rest[m->edges->group[g] + k].along[lane] *= LINK;
      }
    }
  }
}

static void put_branches(Maker* m) {
  int first = m->muscle->first_inner, count = 0;
  for (int i = 0; i < m->muscle->inner_count; i++) {
    int parent = m->muscle->parent[i];
    if (parent < 0 || !is_long_enough(m, first + i, first + parent)) continue;
    put(m, m->edges->branch + count / BRN_LANES, count % BRN_LANES, first + i, first + parent);
    count++;
  }
  m->edges->branch_count = count;
}

static BrnStatus take_batches(Maker* m) {
  BrnEdges* edges = m->edges;
  edges->batch = brn__new_zero(m->ctx, edges->count, BrnEdgeBatch);
  edges->rest = brn__new_zero(m->ctx, edges->count, BrnEdgeRest);
  if (!edges->batch || !edges->rest) return BRN_NO_MEMORY;
  for (int i = 0; i < edges->count; i++) {
    for (int k = 0; k < BRN_LANES; k++) edges->batch[i].a[k] = edges->batch[i].b[k] = m->nobody;
  }
  return BRN_OK;
}

// links of eight stars, or edges, of which one end is carried
static BrnStatus list_held(Maker* m, const double* at) {
  BrnEdges* edges = m->edges;
  for (int pass = 0; pass < 2; pass++) {
    edges->held_count = 0;
    for (int i = 0; i < edges->count * BRN_LANES; i++) {
      const BrnEdgeBatch* batch = &edges->batch[i / BRN_LANES];
      const double* a = at + 4 * (size_t)batch->a[i % BRN_LANES];
      const double* b = at + 4 * (size_t)batch->b[i % BRN_LANES];
      if ((a[3] > 0) == (b[3] > 0)) continue;
      if (pass > 0) edges->held[edges->held_count] = i;
      edges->held_count++;
    }
    if (pass == 0) edges->held = brn__new(m->ctx, edges->held_count, int);
    if (!edges->held) return BRN_NO_MEMORY;
  }
  return BRN_OK;
}

static BrnStatus make(Maker* m, int point_count, const double* at) {
  const BrnModelFlesh* muscle = m->muscle;
  m->star = brn__scratch(m->ctx, muscle->inner_count, Star);
  m->link = brn__scratch(m->ctx, muscle->vertex_count, int);
  m->first = brn__scratch(m->ctx, muscle->inner_count + 1, int);
  m->diagonal = brn__scratch_zero(m->ctx, muscle->edge_count, bool);
  if (!m->star || !m->link || !m->first || !m->diagonal) return BRN_NO_MEMORY;
  BRN_TRY(brn__diagonals_find(m->ctx, m->mesh, muscle, m->diagonal));
  list_links(m);
  qsort(m->star, (size_t)muscle->inner_count, sizeof *m->star, compare_stars);
  BRN_TRY(brn__colors_create(m->ctx, muscle->edge, muscle->edge_count, 2, NULL, point_count,
                             &m->colors));
  BRN_TRY(count_batches(m));
  BRN_TRY(take_batches(m));
  put_colors(m);
  put_stars(m);
  put_branches(m);
  return list_held(m, at);
}

BrnStatus brn__edges_create(BrnContext* ctx, const BrnSheet* sheet, int muscle, BrnEdges* out) {
  BrnScratchMark mark = brn__scratch_mark(ctx);
  Maker m = {.ctx = ctx,
             .mesh = sheet->model->mesh,
             .muscle = &sheet->model->flesh[muscle],
             .printed = sheet->set.preset == BRN_SHEET_ROMEO2018,
             .edges = out,
             .nobody = sheet->points.count + muscle};
  BrnStatus status = make(&m, sheet->points.count, sheet->points.at);
  brn__colors_free(ctx, &m.colors);
  brn__scratch_release(ctx, mark);
  return status;
}

void brn__edges_free(BrnContext* ctx, BrnEdges* edges) {
  brn__free(ctx, edges->batch);
  brn__free(ctx, edges->rest);
  brn__free(ctx, edges->color);
  brn__free(ctx, edges->group);
  brn__free(ctx, edges->held);
  *edges = (BrnEdges){0};
}

// --------------------------------------------------------------------------------------- iterating

typedef struct Job {
  BrnEdges* edges;
  BrnEdgeAim aim;
  double* at;
  int first; // batch
} Job;

static void aim_range(void* user, int begin, int end, int worker) {
  (void)worker;
  const Job* job = user;
  BrnEdges* edges = job->edges;
  BRN_LANE_PICK(brn__edges_set)(edges->batch + begin, edges->rest + begin, end - begin, &job->aim);
}

void brn__edges_aim(BrnContext* ctx, BrnEdges* edges, const BrnEdgeAim* aim) {
  Job job = {.edges = edges, .aim = *aim};
  brn__parallel_job(ctx, edges->count, GRAIN, aim_range, &job, sizeof job);
}

static void solve_batches(void* user, int begin, int end, int worker) {
  (void)worker;
  const Job* job = user;
  BRN_LANE_PICK(brn__edges_solve)(job->edges->batch + job->first + begin, end - begin, job->at);
}

static void solve_groups(void* user, int begin, int end, int worker) {
  (void)worker;
  const Job* job = user;
  const int* group = job->edges->group;
  BRN_LANE_PICK(brn__edges_solve)
  (job->edges->batch + group[begin], group[end] - group[begin], job->at);
}

void brn__edges_project(BrnContext* ctx, BrnEdges* edges, double* at) {
  Job job = {.edges = edges, .at = at};
  for (int i = 0; i < edges->branch_count; i++) {
    brn__edge_solve(&edges->batch[edges->branch + i / BRN_LANES], i % BRN_LANES, at);
  }
  brn__parallel_job(ctx, edges->group_count, 1, solve_groups, &job, sizeof job);
  for (int c = 0; c < edges->color_count; c++) {
    job.first = edges->color[c];
    brn__parallel_job(ctx, edges->color[c + 1] - edges->color[c], GRAIN, solve_batches, &job,
                      sizeof job);
  }
}

bool brn__edge_is_along(const BrnEdges* edges, int batch, int lane) {
  return edges->batch[batch].a[lane] != edges->batch[batch].b[lane] &&
         edges->rest[batch].along[lane] > ALONG_FIBRES;
}

static double length_of(const BrnEdgeBatch* batch, int lane, const double* at) {
  return brn__distance3(at + 4 * (size_t)batch->a[lane], at + 4 * (size_t)batch->b[lane]);
}

void brn__edges_errors(const BrnEdges* edges, const double* at, double* sum, double* count) {
  for (int i = 0; i < edges->count * BRN_LANES; i++) {
    const BrnEdgeBatch* batch = &edges->batch[i / BRN_LANES];
    double goal = batch->goal[i % BRN_LANES];
    if (!brn__edge_is_along(edges, i / BRN_LANES, i % BRN_LANES) || !(goal > 0)) continue;
    double error = length_of(batch, i % BRN_LANES, at) / goal - 1;
    *sum += error * error;
    *count += 1;
  }
}

double brn__edges_stretch(const BrnEdges* edges, const double* at) {
  double now = 0, relaxed = 0;
  for (int i = 0; i < edges->count * BRN_LANES; i++) {
    const BrnEdgeRest* rest = &edges->rest[i / BRN_LANES];
    int lane = i % BRN_LANES;
    if (!brn__edge_is_along(edges, i / BRN_LANES, lane)) continue;
    now += length_of(&edges->batch[i / BRN_LANES], lane, at);
    relaxed += sqrt(rest->q0[lane] + rest->q1[lane] + rest->q2[lane]);
  }
  return relaxed > 0 ? now / relaxed : 1;
}
