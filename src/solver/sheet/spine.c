// SPDX-License-Identifier: Apache-2.0
//
// A muscle seen from afar: its inner points as a tree of heavy beads, solved at once.
//
// An iteration carries a correction from vertex to vertex. The finer the mesh, the longer the way
// from one end of a muscle to the other, so a dense muscle sags and overshoots where a coarse one
// does not. The spine makes that way short. Every point k of the muscle hangs on a bead of the tree
// and on one beside it, by shares f that sum up to one, and beads have the mass and the centre
//
//   M_i = sum f_ik m_k,   Y_i = sum f_ik m_k x_k / M_i
//
// Between a bead and its parent there is one more fibrous constraint, C = |Y_i - Y_p| - sigma. As a
// function of all points it is a constraint like others: it moves them by
//
//   dx_k = sum f_ik y_i,   M_i y_i = n_i mu_i - sum over children n_c mu_c
//
// and leaves momentum and angular momentum alone. All multipliers mu of a tree are found at once,
// from the leaves to the root and back (Deul et al. 2018 do so for rods): a bead answers an impulse
// b with y = D^-1 (b + n mu), where D has its own mass and what hangs on it,
//
//   mu_i = (r_i - n . D^-1 b_i + n . y_p) / s_i,   s_i = alpha~ + n . D^-1 n,
//   D_p += n n^T / s_i,   b_p -= n (r_i - n . D^-1 b_i) / s_i
//
// Masses that beads share are lumped, so a solve falls a little short where neighbouring beads move
// against each other; that is what iterations are good at. It is solved once a sub-step, before
// them, and not all the way: between bones that are too far apart no tree is as long as it would
// be, and it would fight there with all other constraints for good.

#include "solver/sheet/muscles.h"

#include "core/vec.h"

#include <math.h>
#include <string.h>

#define SHORT 1e-6       // of the muscle's length: such a link has no direction
#define LARGEST_STEP 0.1 // of the muscle's length that a bead moves at a time
#define SHARE 0.3        // of what is wrong that one solve takes back at least
#define RIGID 1e-9       // compliance that is as good as none, 1/kg: carried beads have no other
#define NEARLY 0.03      // of the length
#define AXIS 0.03        // how far from the goal of their axis edges may bring a muscle

// ------------------------------------------------------------------------------------- preparation

typedef struct Maker {
  const BrnSheet* sheet;
  const BrnModelFlesh* muscle;
  BrnSpine* spine;
} Maker;

static int row_of(const BrnModelFlesh* muscle, int k) {
  return k < muscle->vertex_count ? muscle->first + k
                                  : muscle->first_inner + k - muscle->vertex_count;
}

// how far a place is on the way from one bead to another
static double way_to(const BrnSheet* sheet, const BrnModelFlesh* muscle, int from, int to,
                     const double x[3]) {
  const double* rest = sheet->model->mesh->position + 3 * (size_t)muscle->first_inner;
  double d[3], r[3];
  brn__sub3(d, rest + 3 * (size_t)to, rest + 3 * (size_t)from);
  brn__sub3(r, x, rest + 3 * (size_t)from);
  double square = brn__dot3(d, d);
  return square > 0 ? brn__dot3(r, d) / square : 0;
}

int brn__spine_towards(const BrnSheet* sheet, const BrnModelFlesh* muscle, int bead,
                       const double x[3], double* way) {
  int other = -1;
  *way = 0;
  for (int j = 0; j < muscle->inner_count; j++) {
    if (muscle->parent[j] != bead && muscle->parent[bead] != j) continue;
    double there = fmin(way_to(sheet, muscle, bead, j, x), 1);
    if (there > *way) *way = there, other = j;
  }
  return other;
}

static void hang(const Maker* m, int k, int bead) {
  BrnSpineShare* share = &m->spine->share[k];
  size_t row = (size_t)row_of(m->muscle, k);
  const double* x = m->sheet->model->mesh->position + 3 * row;
  *share = (BrnSpineShare){.row = (int)row, .bead = {bead, bead}};
  int other = brn__spine_towards(m->sheet, m->muscle, bead, x, &share->way);
  if (other >= 0) share->bead[1] = other;
}

// Beads with points that bones carry are carried: they are where those points are.
static void count_points(const Maker* m) {
  for (int k = 0; k < m->spine->share_count; k++) {
    const BrnSpineShare* share = &m->spine->share[k];
    BrnSpineBead* bead = &m->spine->bead[share->bead[0]];
    bead->carried += !(m->sheet->points.at[4 * (size_t)share->row + 3] > 0);
    bead->size += k < m->muscle->vertex_count;
  }
}

static void weigh(const Maker* m) {
  for (int k = 0; k < m->spine->share_count; k++) {
    const BrnSpineShare* share = &m->spine->share[k];
    double w = m->sheet->points.at[4 * (size_t)share->row + 3];
    BrnSpineBead *a = &m->spine->bead[share->bead[0]], *b = &m->spine->bead[share->bead[1]];
    if (!(w > 0)) {
      a->mass++;
      continue;
    }
    if (!a->carried) a->mass += (1 - share->way) / w;
    if (!b->carried) b->mass += share->way / w;
  }
}

// parents before their children
static void sort_beads(const Maker* m) {
  int count = 0;
  for (int i = 0; i < m->muscle->inner_count; i++) {
    if (m->muscle->parent[i] < 0) m->spine->order[count++] = i;
  }
  for (int done = 0; done < count; done++) {
    for (int i = 0; i < m->muscle->inner_count; i++) {
      if (m->muscle->parent[i] == m->spine->order[done]) m->spine->order[count++] = i;
    }
  }
  m->spine->count = count;
}

static void find_places(BrnSpine* spine, const double* at) {
  for (int i = 0; i < spine->count; i++) memset(spine->bead[i].at, 0, 3 * sizeof(double));
  for (int k = 0; k < spine->share_count; k++) {
    const BrnSpineShare* share = &spine->share[k];
    const double* x = at + 4 * (size_t)share->row;
    BrnSpineBead *a = &spine->bead[share->bead[0]], *b = &spine->bead[share->bead[1]];
    if (!(x[3] > 0)) {
      brn__add3(a->at, a->at, x);
      continue;
    }
    if (!a->carried) brn__axpy3(a->at, a->at, (1 - share->way) / x[3], x);
    if (!b->carried) brn__axpy3(b->at, b->at, share->way / x[3], x);
  }
  for (int i = 0; i < spine->count; i++) {
    BrnSpineBead* bead = &spine->bead[i];
    if (bead->mass > 0) brn__scale3(bead->at, 1 / bead->mass, bead->at);
  }
}

static void set_links(const Maker* m) {
  const BrnModelFlesh* muscle = m->muscle;
  bool printed = m->sheet->set.preset == BRN_SHEET_ROMEO2018;
  for (int i = 0; i < muscle->inner_count; i++) {
    BrnSpineBead* bead = &m->spine->bead[i];
    bead->parent = muscle->parent[i];
    if (bead->parent < 0) continue;
    const BrnSpineBead* parent = &m->spine->bead[bead->parent];
    const double* f = muscle->fibre + 3 * (size_t)(muscle->vertex_count + i);
    const double* g = muscle->fibre + 3 * (size_t)(muscle->vertex_count + bead->parent);
    double r[3], mean[3];
    brn__sub3(r, bead->at, parent->at);
    brn__axpy3(mean, f, brn__dot3(f, g) < 0 ? -1 : 1, g);
    brn__normalize3(mean);
    brn__edge_rest(r, mean, muscle->rest_activation, printed, bead->q, &bead->along);
    bead->linked = bead->size > 0 && parent->size > 0 && bead->mass > 0 && parent->mass > 0 &&
                   !(bead->carried && parent->carried) && brn__norm3(r) > SHORT * muscle->length;
  }
}

BrnStatus brn__spine_create(BrnContext* ctx, const BrnSheet* sheet, int muscle,
                            const BrnEdges* edges, BrnSpine* out) {
  Maker m = {.sheet = sheet, .muscle = &sheet->model->flesh[muscle], .spine = out};
  int inner = m.muscle->inner_count;
  if (inner < 2) return BRN_OK;
  out->share_count = m.muscle->vertex_count + inner;
  out->share = brn__new_zero(ctx, out->share_count, BrnSpineShare);
  out->bead = brn__new_zero(ctx, inner, BrnSpineBead);
  out->order = brn__new_zero(ctx, inner, int);
  if (!out->share || !out->bead || !out->order) return BRN_NO_MEMORY;
  for (int k = 0; k < out->share_count; k++) {
    hang(&m, k, k < m.muscle->vertex_count ? m.muscle->inner[k] : k - m.muscle->vertex_count);
  }
  sort_beads(&m);
  count_points(&m);
  weigh(&m);
  find_places(out, sheet->points.at);
  set_links(&m);
  out->largest = LARGEST_STEP * m.muscle->length;
  return m.muscle->volume == 0 ? brn__spine_fibres_list(ctx, sheet, m.muscle, edges, out) : BRN_OK;
}

void brn__spine_free(BrnContext* ctx, BrnSpine* spine) {
  brn__free(ctx, spine->share);
  brn__free(ctx, spine->bead);
  brn__free(ctx, spine->order);
  brn__free(ctx, spine->fibre);
  *spine = (BrnSpine){0};
}

// --------------------------------------------------------------------------------------- iterating

void brn__spine_aim(BrnSpine* spine, const BrnEdgeAim* aim) {
  double t = 1 - aim->activation;
  for (int i = 0; i < spine->count; i++) {
    BrnSpineBead* bead = &spine->bead[i];
    bead->goal = sqrt(bead->q[0] + t * (bead->q[1] + t * bead->q[2]));
    bead->alpha = exp(aim->across + (aim->along - aim->across) * bead->along);
    bead->alpha = fmax(bead->alpha, RIGID);
    bead->lambda = 0;
  }
}

// How much longer a link should be, m. Fibres run from the thin ends of a muscle up its belly, so a
// surface of which all edges are right is a little shorter than its axis would be. A muscle that
// keeps its volume swells, and its axis is what it should go by; one that does not is made of its
// edges alone, so they decide, as long as the axis is not far off.
static double error_of(const BrnSpineBead* bead, double length) {
  double own = bead->goal - length;
  if (!(bead->fibres[1] > 0)) return own;
  double edges = bead->goal * (1 - bead->fibres[0] / bead->fibres[1]), far = AXIS * bead->goal;
  return fmin(fmax(edges, own - far), own + far);
}

static void begin(BrnSpineBead* bead) {
  memset(bead->impulse, 0, sizeof bead->impulse);
  memset(bead->D, 0, sizeof bead->D);
  for (int k = 0; k < 9; k += 4) bead->D[k] = bead->mass;
}

// y = D^-1 b
static void answer(const BrnSpineBead* bead, const double b[3], double y[3]) {
  if (bead->carried || !(bead->mass > 0)) {
    memset(y, 0, 3 * sizeof(double));
  } else {
    brn__mul3(y, bead->inverse, b);
  }
}

static void leave(BrnSpineBead* bead, BrnSpineBead* parent) {
  double y[3], z[3];
  brn__inverse3(bead->inverse, bead->D);
  if (!bead->linked) return;
  brn__sub3(bead->n, bead->at, parent->at);
  double length = brn__normalize3(bead->n);
  answer(bead, bead->impulse, y);
  answer(bead, bead->n, z);
  bead->s = bead->alpha + brn__dot3(bead->n, z);
  bead->r = error_of(bead, length) - bead->alpha * bead->lambda - brn__dot3(bead->n, y);
  brn__axpy3(parent->impulse, parent->impulse, -bead->r / bead->s, bead->n);
  for (int k = 0; k < 9; k++) parent->D[k] += bead->n[k / 3] * bead->n[k % 3] / bead->s;
}

static void arrive(BrnSpineBead* bead, BrnSpineBead* parent) {
  double b[3], *y = bead->y;
  brn__copy3(b, bead->impulse);
  bead->mu = 0;
  if (bead->linked) {
    bead->mu = (bead->r + brn__dot3(bead->n, parent->y)) / bead->s;
    brn__axpy3(b, b, bead->mu, bead->n);
  }
  answer(bead, b, y);
}

// A spine that is nearly as long as it should be is brought there all the way: gravity would draw
// it out bit by bit. One that bones keep longer or shorter takes back a part, or it would fight
// them.
static double share_of(const BrnSpine* spine) {
  double sum = 0, goals = 0;
  for (int i = 0; i < spine->count; i++) {
    const BrnSpineBead* bead = &spine->bead[i];
    if (!bead->linked) continue;
    sum += fabs(error_of(bead, brn__distance3(bead->at, spine->bead[bead->parent].at)));
    goals += bead->goal;
  }
  double wrong = goals > 0 ? sum / (NEARLY * goals) : 0;
  return SHARE + (1 - SHARE) * exp(-wrong * wrong);
}

// Motions anew from the multipliers: rounding has no say in momentum then.
static void move_beads(BrnSpine* spine) {
  double largest = 0;
  for (int i = 0; i < spine->count; i++) memset(spine->bead[i].y, 0, 3 * sizeof(double));
  for (int i = 0; i < spine->count; i++) {
    BrnSpineBead* bead = &spine->bead[i];
    if (!bead->linked) continue;
    BrnSpineBead* parent = &spine->bead[bead->parent];
    brn__axpy3(bead->y, bead->y, bead->mu, bead->n);
    brn__axpy3(parent->y, parent->y, -bead->mu, bead->n);
  }
  for (int i = 0; i < spine->count; i++) {
    BrnSpineBead* bead = &spine->bead[i];
    brn__scale3(bead->y, bead->carried || !(bead->mass > 0) ? 0 : 1 / bead->mass, bead->y);
    largest = fmax(largest, brn__norm3(bead->y));
  }
  double share = fmin(share_of(spine), spine->largest / fmax(largest, 1e-300));
  if (!isfinite(largest)) share = 0;
  for (int i = 0; i < spine->count; i++) {
    BrnSpineBead* bead = &spine->bead[i];
    brn__scale3(bead->y, share, bead->y);
    bead->lambda += share * bead->mu;
  }
}

static void move_points(const BrnSpine* spine, double* at) {
  for (int k = 0; k < spine->share_count; k++) {
    const BrnSpineShare* share = &spine->share[k];
    double* x = at + 4 * (size_t)share->row;
    if (!(x[3] > 0)) continue;
    brn__axpy3(x, x, 1 - share->way, spine->bead[share->bead[0]].y);
    brn__axpy3(x, x, share->way, spine->bead[share->bead[1]].y);
  }
}

void brn__spine_project(BrnSpine* spine, const BrnEdges* edges, double* at) {
  find_places(spine, at);
  brn__spine_fibres_measure(spine, edges, at);
  for (int i = 0; i < spine->count; i++) begin(&spine->bead[i]);
  for (int k = spine->count - 1; k >= 0; k--) {
    BrnSpineBead* bead = &spine->bead[spine->order[k]];
    leave(bead, bead->parent < 0 ? NULL : &spine->bead[bead->parent]);
  }
  for (int k = 0; k < spine->count; k++) {
    BrnSpineBead* bead = &spine->bead[spine->order[k]];
    arrive(bead, bead->parent < 0 ? NULL : &spine->bead[bead->parent]);
  }
  move_beads(spine);
  move_points(spine, at);
}
