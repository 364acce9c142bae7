// SPDX-License-Identifier: Apache-2.0

#include "tetra/mend.h"

#include "core/vec.h"
#include "mesh/sets.h"
#include "mesh/sort.h"

#include <math.h>
#include <string.h>

// Winding numbers forgive much, but not all: a triangle that is there twice counts twice, and a
// patch or a shell that faces the wrong way takes away what it should enclose.

typedef struct Mend {
  BrnContext* ctx;
  BrnMesh* mesh;
  BrnMendNotes* notes;
  BrnTuples edges;   // edge k of triangle t, from corner k to corner k + 1, is item 3t + k
  int* across;       // the edge on the other side of an edge with two triangles; -1  (nf x 3)
  int* shell;        // sets of triangles that share edges                            (nf)
  int* next;         // the next triangle of the same shell; -1: none                 (nf)
  uint8_t* turn;     // does the triangle have to turn?                               (nf)
  uint8_t* turned;   // has it been turned?                                           (nf)
  uint8_t* unsealed; // of the shell with this root                                   (nf)
  double* volume;    // of the shell with this root, m^3                              (nf)
} Mend;

static const double* corner_of(const BrnMesh* mesh, int edge) {
  return mesh->position + 3 * (size_t)mesh->triangle[edge];
}

static void turn_over(BrnMesh* mesh, int triangle) {
  int *corner = mesh->triangle + 3 * (size_t)triangle, swap = corner[1];
  corner[1] = corner[2], corner[2] = swap;
}

static double area_of(const BrnMesh* mesh, int t) {
  double n[3];
  brn__triangle_normal(n, corner_of(mesh, 3 * t), corner_of(mesh, 3 * t + 1),
                       corner_of(mesh, 3 * t + 2));
  return brn__norm3(n) / 2;
}

// --------------------------------------------------------------------------- vertices and doubles

static BrnStatus take_copy(BrnContext* ctx, const BrnMesh* surface, BrnMesh** out,
                           BrnMendNotes* notes) {
  int nv = surface->vertex_count, nf = surface->triangle_count, dropped;
  BRN_TRY(brn_mesh_create(ctx, nv, nf, 0, out));
  if (nv > 0) memcpy((*out)->position, surface->position, sizeof(double) * 3 * (size_t)nv);
  if (nf > 0) memcpy((*out)->triangle, surface->triangle, sizeof(int) * 3 * (size_t)nf);
  BRN_TRY(brn_mesh_drop_orphans(ctx, *out, &dropped));
  return brn_mesh_weld(ctx, *out, &notes->welded);
}

// 1 when the corners go up, in a circle; -1 when they go down
static int sense_of(const int* corner) {
  int low = 0;
  for (int k = 1; k < 3; k++) {
    if (corner[k] < corner[low]) low = k;
  }
  return corner[(low + 1) % 3] < corner[(low + 2) % 3] ? 1 : -1;
}

// Of triangles on the same corners one is kept that faces as most of them do. Two that face away
// from each other are a sheet without thickness, and both go.
static void pick_one(const BrnMesh* mesh, const BrnTuples* triangles, int begin, int end,
                     uint8_t* kept) {
  int sum = 0;
  for (int i = begin; i < end; i++) {
    sum += sense_of(mesh->triangle + 3 * (size_t)brn__tuples_item(triangles, i));
  }
  for (int i = begin; sum != 0 && i < end; i++) {
    int t = brn__tuples_item(triangles, i);
    if (sense_of(mesh->triangle + 3 * (size_t)t) != (sum > 0 ? 1 : -1)) continue;
    kept[t] = 1;
    return;
  }
}

static void keep_triangles(BrnMesh* mesh, const uint8_t* kept) {
  int count = 0;
  for (int t = 0; t < mesh->triangle_count; t++) {
    if (!kept[t]) continue;
    memmove(mesh->triangle + 3 * (size_t)count++, mesh->triangle + 3 * (size_t)t, sizeof(int) * 3);
  }
  mesh->triangle_count = count;
}

static BrnStatus drop_doubles(Mend* mend) {
  BrnMesh* mesh = mend->mesh;
  BrnTuples triangles;
  uint8_t* kept = brn__scratch_zero(mend->ctx, mesh->triangle_count, uint8_t);
  BRN_TRY(brn__tuples_take(mend->ctx, 3, (size_t)mesh->triangle_count, &triangles));
  if (!kept) return BRN_NO_MEMORY;
  for (int t = 0; t < mesh->triangle_count; t++) {
    brn__tuples_add(&triangles, mesh->triangle + 3 * (size_t)t, t);
  }
  BRN_TRY(brn__tuples_sort(mend->ctx, &triangles, mesh->vertex_count));
  for (int begin = 0, end; begin < triangles.count; begin = end) {
    end = brn__tuples_run_end(&triangles, begin);
    pick_one(mesh, &triangles, begin, end, kept);
  }
  mend->notes->degenerate = mesh->triangle_count - triangles.count;
  keep_triangles(mesh, kept);
  mend->notes->doubled = triangles.count - mesh->triangle_count;
  return BRN_OK;
}

// ------------------------------------------------------------------------------------------ edges

static int next_corner(int corner) { return corner % 3 == 2 ? corner - 2 : corner + 1; }

static bool runs_up(const BrnMesh* mesh, int edge) {
  return mesh->triangle[edge] < mesh->triangle[next_corner(edge)];
}

static BrnStatus take_edges(Mend* mend) {
  const BrnMesh* mesh = mend->mesh;
  size_t nf = (size_t)mesh->triangle_count;
  BRN_TRY(brn__tuples_take(mend->ctx, 2, 3 * nf, &mend->edges));
  mend->across = brn__scratch(mend->ctx, 3 * nf, int);
  mend->shell = brn__scratch(mend->ctx, nf, int);
  mend->next = brn__scratch(mend->ctx, nf, int);
  mend->turn = brn__scratch_zero(mend->ctx, nf, uint8_t);
  mend->turned = brn__scratch_zero(mend->ctx, nf, uint8_t);
  mend->unsealed = brn__scratch_zero(mend->ctx, nf, uint8_t);
  mend->volume = brn__scratch_zero(mend->ctx, nf, double);
  bool enough = mend->across && mend->shell && mend->next && mend->turn && mend->turned &&
                mend->unsealed && mend->volume;
  if (!enough) return BRN_NO_MEMORY;
  brn__sets_begin(mend->shell, mesh->triangle_count);
  for (int e = 0; e < 3 * mesh->triangle_count; e++) {
    int edge[2] = {mesh->triangle[e], mesh->triangle[next_corner(e)]};
    brn__tuples_add(&mend->edges, edge, e);
    mend->across[e] = -1;
  }
  return brn__tuples_sort(mend->ctx, &mend->edges, mesh->vertex_count);
}

static void match_edges(Mend* mend) {
  const BrnTuples* edges = &mend->edges;
  for (int begin = 0, end; begin < edges->count; begin = end) {
    end = brn__tuples_run_end(edges, begin);
    int a = brn__tuples_item(edges, begin);
    mend->notes->open += end - begin == 1;
    mend->notes->crowded += end - begin > 2;
    for (int i = begin + 1; i < end; i++) {
      brn__sets_unite(mend->shell, a / 3, brn__tuples_item(edges, i) / 3);
    }
    if (end - begin != 2) continue;
    int b = brn__tuples_item(edges, begin + 1);
    mend->across[a] = b;
    mend->across[b] = a;
  }
}

// ---------------------------------------------------------------------------------------- patches

// Walks from a triangle over the edges of two triangles and turns what faces the other way; the
// larger area is right. Where a surface has one side only, the first way round wins.
static void align_patch(Mend* mend, int first, int* queue, uint8_t* seen) {
  const BrnMesh* mesh = mend->mesh;
  int count = 0;
  double area[2] = {0};
  queue[count++] = first;
  seen[first] = 1;
  for (int i = 0; i < count; i++) {
    int t = queue[i];
    area[mend->turn[t]] += area_of(mesh, t);
    for (int e = 3 * t; e < 3 * t + 3; e++) {
      int other = mend->across[e];
      if (other < 0 || seen[other / 3]) continue;
      bool against = runs_up(mesh, e) == runs_up(mesh, other);
      mend->turn[other / 3] = mend->turn[t] ^ (against ? 1 : 0);
      seen[other / 3] = 1;
      queue[count++] = other / 3;
    }
  }
  for (int i = 0; area[1] > area[0] && i < count; i++) mend->turn[queue[i]] ^= 1;
}

static void apply_turns(Mend* mend) {
  for (int t = 0; t < mend->mesh->triangle_count; t++) {
    if (mend->turn[t]) turn_over(mend->mesh, t);
    mend->turned[t] ^= mend->turn[t];
    mend->turn[t] = 0;
  }
}

static BrnStatus align_patches(Mend* mend) {
  int nf = mend->mesh->triangle_count;
  int* queue = brn__scratch(mend->ctx, nf, int);
  uint8_t* seen = brn__scratch_zero(mend->ctx, nf, uint8_t);
  if (!queue || !seen) return BRN_NO_MEMORY;
  for (int t = 0; t < nf; t++) {
    if (!seen[t]) align_patch(mend, t, queue, seen);
  }
  apply_turns(mend);
  return BRN_OK;
}

// ----------------------------------------------------------------------------------------- shells

static void find_unsealed(Mend* mend) {
  const BrnTuples* edges = &mend->edges;
  mend->notes->sealed = true;
  for (int begin = 0, end; begin < edges->count; begin = end) {
    int balance = 0;
    end = brn__tuples_run_end(edges, begin);
    for (int i = begin; i < end; i++) {
      // turned triangles run through their edges from other corners, so the vertices are looked up
      int e = brn__tuples_item(edges, i), t = e / 3;
      const int* sorted = edges->corner + 2 * (size_t)edges->order[i];
      for (int k = 3 * t; k < 3 * t + 3; k++) {
        int from = mend->mesh->triangle[k], to = mend->mesh->triangle[next_corner(k)];
        balance += from == sorted[0] && to == sorted[1];
        balance -= from == sorted[1] && to == sorted[0];
      }
    }
    if (balance == 0) continue;
    mend->notes->sealed = false;
    mend->unsealed[brn__sets_root(mend->shell, brn__tuples_item(edges, begin) / 3)] = 1;
  }
}

// Volume about the middle of the area: for an open surface that is the least arbitrary point.
static void measure(Mend* mend) {
  const BrnMesh* mesh = mend->mesh;
  double middle[3] = {0};
  mend->notes->area = mend->notes->volume = 0;
  for (int t = 0; t < mesh->triangle_count; t++) {
    double area = area_of(mesh, t);
    mend->notes->area += area;
    mend->volume[t] = 0;
    for (int k = 0; k < 3; k++) brn__axpy3(middle, middle, area / 3, corner_of(mesh, 3 * t + k));
  }
  if (mend->notes->area > 0) brn__scale3(middle, 1 / mend->notes->area, middle);
  for (int t = 0; t < mesh->triangle_count; t++) {
    double volume = brn__tet_volume(middle, corner_of(mesh, 3 * t), corner_of(mesh, 3 * t + 1),
                                    corner_of(mesh, 3 * t + 2));
    mend->volume[brn__sets_root(mend->shell, t)] += volume;
    mend->notes->volume += volume;
  }
}

// a root is the lowest of its shell, so its list starts with it
static BrnStatus list_shells(Mend* mend) {
  int nf = mend->mesh->triangle_count;
  int* head = brn__scratch(mend->ctx, nf, int);
  if (!head) return BRN_NO_MEMORY;
  for (int t = 0; t < nf; t++) head[t] = -1;
  for (int t = nf - 1; t >= 0; t--) {
    int root = brn__sets_root(mend->shell, t);
    mend->next[t] = head[root];
    head[root] = t;
  }
  return BRN_OK;
}

static bool is_inside_behind(const BrnMesh* mesh, const BrnBvh* bvh, int t, double skin) {
  double n[3], p[3] = {0};
  brn__triangle_normal(n, corner_of(mesh, 3 * t), corner_of(mesh, 3 * t + 1),
                       corner_of(mesh, 3 * t + 2));
  brn__normalize3(n);
  for (int k = 0; k < 3; k++) brn__axpy3(p, p, 1.0 / 3, corner_of(mesh, 3 * t + k));
  brn__axpy3(p, p, -skin, n);
  return fabs(brn_bvh_winding(bvh, p)) > 0.5;
}

// Is a shell that faces in the wall of a cavity? Then what is behind it is inside of the others.
static bool is_cavity(const Mend* mend, const BrnBvh* bvh, int root, double skin) {
  int members = 0, member = 0, asked = 0, inside = 0;
  for (int t = root; t >= 0; t = mend->next[t]) members++;
  for (int t = root; t >= 0; t = mend->next[t]) {
    if (member++ % (1 + members / 64) != 0) continue;
    asked++;
    inside += is_inside_behind(mend->mesh, bvh, t, skin);
  }
  return inside > 0.9 * asked;
}

static BrnStatus turn_shells(Mend* mend) {
  const BrnMesh* mesh = mend->mesh;
  BrnBvh* bvh = NULL;
  double low[3], high[3];
  brn_mesh_bounds(mesh, low, high);
  BRN_TRY(list_shells(mend));
  for (int root = 0; root < mesh->triangle_count; root++) {
    bool faces_in = brn__sets_root(mend->shell, root) == root && !mend->unsealed[root] &&
                    mend->volume[root] < -1e-9 * mend->notes->volume;
    if (!faces_in) continue;
    if (!bvh) BRN_TRY(brn_bvh_create(mend->ctx, mesh, &bvh));
    if (is_cavity(mend, bvh, root, 1e-6 * brn__distance3(low, high))) continue;
    for (int t = root; t >= 0; t = mend->next[t]) mend->turn[t] = 1;
  }
  brn_bvh_destroy(mend->ctx, bvh);
  apply_turns(mend);
  return BRN_OK;
}

static BrnStatus face_out(Mend* mend) {
  int nf = mend->mesh->triangle_count;
  find_unsealed(mend);
  measure(mend);
  if (mend->notes->volume < 0) {
    memset(mend->turn, 1, (size_t)nf);
    apply_turns(mend);
    measure(mend);
  }
  BRN_TRY(turn_shells(mend));
  measure(mend);
  for (int t = 0; t < nf; t++) mend->notes->turned += mend->turned[t];
  return BRN_OK;
}

static BrnStatus run(Mend* mend) {
  BRN_TRY(drop_doubles(mend));
  if (mend->mesh->triangle_count == 0) return BRN_OK;
  BRN_TRY(take_edges(mend));
  match_edges(mend);
  BRN_TRY(align_patches(mend));
  return face_out(mend);
}

BrnStatus brn__mend(BrnContext* ctx, const BrnMesh* surface, BrnMesh** out, BrnMendNotes* notes) {
  *notes = (BrnMendNotes){0};
  *out = NULL;
  BrnStatus status = take_copy(ctx, surface, out, notes);
  BrnScratchMark mark = brn__scratch_mark(ctx);
  Mend mend = {.ctx = ctx, .mesh = *out, .notes = notes};
  if (status == BRN_OK) status = run(&mend);
  brn__scratch_release(ctx, mark);
  if (status == BRN_OK) return BRN_OK;
  brn_mesh_destroy(ctx, *out);
  *out = NULL;
  return status;
}
