// SPDX-License-Identifier: Apache-2.0

#include "replay/replay.h"

#include <string.h>

// The inner structure of muscles that are surfaces. Its points are vertices of the mesh, so its
// lines go where the frames have them.

typedef struct Inner {
  BrnContext* ctx;
  const BrnModel* model;
  const BrnModelFlesh* flesh;
  uint8_t* mark; // room for what a kind of line has to remember  (vertex_count of the mesh)
  BrnReplayLines* out;
} Inner;

static BrnStatus add_inner_point(const Inner* inner, int point) {
  return brn__lines_add_vertex(inner->ctx, inner->flesh->first_inner + point, inner->out);
}

static BrnStatus add_surface_point(const Inner* inner, int vertex) {
  return brn__lines_add_vertex(inner->ctx, inner->flesh->first + vertex, inner->out);
}

// from a leaf towards the root, up to a point that another branch came through
static BrnStatus add_branch(const Inner* inner, int leaf) {
  const int* parent = inner->flesh->parent;
  BRN_TRY(brn__lines_add(inner->ctx, inner->flesh->part, inner->out));
  for (int i = leaf; i >= 0; i = parent[i]) {
    BRN_TRY(add_inner_point(inner, i));
    if (inner->mark[i] == 2) break;
    inner->mark[i] = 2;
  }
  return BRN_OK;
}

static BrnStatus add_branches(const Inner* inner) {
  const BrnModelFlesh* flesh = inner->flesh;
  for (int i = 0; i < flesh->inner_count; i++) {
    if (flesh->parent[i] >= 0) inner->mark[flesh->parent[i]] = 1;
  }
  for (int i = 0; i < flesh->inner_count; i++) {
    if (inner->mark[i] == 0) BRN_TRY(add_branch(inner, i));
  }
  return BRN_OK;
}

static BrnStatus add_links(const Inner* inner) {
  const BrnModelFlesh* flesh = inner->flesh;
  for (int v = 0; v < flesh->vertex_count && flesh->inner_count > 0; v++) {
    BRN_TRY(brn__lines_add(inner->ctx, flesh->part, inner->out));
    BRN_TRY(add_surface_point(inner, v));
    BRN_TRY(add_inner_point(inner, flesh->inner[v]));
  }
  return BRN_OK;
}

// Edges between roots, each once, and lone roots as lines of one point.
static BrnStatus add_roots(const Inner* inner) {
  enum { ROOT = 1, JOINED = 2 };
  const BrnModelFlesh* flesh = inner->flesh;
  for (int i = 0; i < flesh->root_count; i++) inner->mark[flesh->root[i]] = ROOT;
  for (int e = 0; e < flesh->edge_count - flesh->diagonal_count; e++) {
    int a = flesh->edge[2 * (size_t)e] - flesh->first;
    int b = flesh->edge[2 * (size_t)e + 1] - flesh->first;
    if (!inner->mark[a] || !inner->mark[b]) continue;
    inner->mark[a] = inner->mark[b] = JOINED;
    BRN_TRY(brn__lines_add(inner->ctx, flesh->part, inner->out));
    BRN_TRY(add_surface_point(inner, a));
    BRN_TRY(add_surface_point(inner, b));
  }
  for (int i = 0; i < flesh->root_count; i++) {
    if (inner->mark[flesh->root[i]] != ROOT) continue;
    BRN_TRY(brn__lines_add(inner->ctx, flesh->part, inner->out));
    BRN_TRY(add_surface_point(inner, flesh->root[i]));
  }
  return BRN_OK;
}

static BrnStatus add_all(BrnReplay* replay, BrnInnerLines what, Inner* inner) {
  static BrnStatus (*const add[])(const Inner*) = {
      [BRN_INNER_BRANCHES] = add_branches,
      [BRN_INNER_LINKS] = add_links,
      [BRN_INNER_ROOTS] = add_roots,
  };
  size_t vertices = (size_t)replay->mesh->vertex_count;
  inner->mark = brn__scratch(replay->ctx, vertices + 1, uint8_t);
  if (!inner->mark) return BRN_NO_MEMORY;
  for (int f = 0; f < inner->model->flesh_count; f++) {
    inner->flesh = &inner->model->flesh[f];
    memset(inner->mark, 0, vertices);
    BRN_TRY(add[what](inner));
  }
  return BRN_OK;
}

BrnStatus brn_replay_inner(BrnReplay* replay, BrnInnerLines what, BrnReplayLines* out) {
  BRN_ASSERT(replay && out && what >= BRN_INNER_BRANCHES && what <= BRN_INNER_ROOTS);
  BrnContext* ctx = replay->ctx;
  BRN_TRY(brn__lines_begin(ctx, out));
  if (!replay->model) return BRN_OK;
  BrnScratchMark mark = brn__scratch_mark(ctx);
  Inner inner = {.ctx = ctx, .model = replay->model, .out = out};
  BrnStatus status = add_all(replay, what, &inner);
  brn__scratch_release(ctx, mark);
  if (status != BRN_OK) brn_replay_lines_free(ctx, out);
  return status;
}
