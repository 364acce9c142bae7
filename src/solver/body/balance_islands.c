// SPDX-License-Identifier: Apache-2.0
//
// A strong muscle does not hide a weak one: forces are balanced island by island. An island is what
// hangs together by nodes that can move; what bones or supports hold still lies between two of
// them. What given nodes are moved by acts on an island as far as the nodes have come: by no more
// than the tets around them resist that, so that a clamp that is at rest, or as good as at rest, is
// no load.

#include "core/vec.h"
#include "solver/body/body.h"

#include <math.h>
#include <string.h>

// ---------------------------------------------------------------------------------------- creation

// Contact joins what it will; nobody knows beforehand.
static bool is_whole(const BrnBody* body) { return body->def.contact; }

static void number_islands(const BrnBody* body, int* root, BrnBalance* balance) {
  const BrnNodes* nodes = body->nodes;
  balance->island_count = 0;
  for (int i = 0; i < nodes->count; i++) balance->island[i] = -1;
  for (int i = 0; i < nodes->count; i++) { // the root of an island is its first node
    if (nodes->row[i] < 0) continue;
    int first = is_whole(body) ? nodes->row_node[0] : brn__island_root(root, i);
    int* number = &balance->island[first];
    if (*number < 0) *number = balance->island_count++;
    balance->island[i] = *number;
  }
}

// of a tet; -1: all of it is given
static int island_of(const BrnBody* body, const BrnBatch* batch, int lane) {
  const BrnNodes* nodes = body->nodes;
  for (int c = 0; c < 4 && batch->volume[lane] > 0; c++) {
    int point = batch->corner[c][lane];
    for (int i = nodes->start[point]; i < nodes->start[point + 1]; i++) {
      int island = body->balance.island[nodes->node[i]];
      if (island >= 0) return island;
    }
  }
  return -1;
}

static bool hangs_on_given(const BrnNodes* nodes, int point) {
  for (int i = nodes->start[point]; i < nodes->start[point + 1]; i++) {
    if (nodes->held[nodes->node[i]]) return true;
  }
  return false;
}

// corners of an island's tets that hang on given nodes, island by island: counted, then listed
static void list_corners(const BrnBody* body, BrnBalance* balance, bool count) {
  for (int e = 0; e < BRN_LANES * body->elements->batch_count; e++) {
    const BrnBatch* batch = &body->elements->batch[e / BRN_LANES];
    int island = island_of(body, batch, e % BRN_LANES);
    for (int c = 0; c < 4 && island >= 0; c++) {
      if (!hangs_on_given(body->nodes, batch->corner[c][e % BRN_LANES])) continue;
      if (!count) balance->corner[balance->corner_start[island]] = 4 * e + c;
      balance->corner_start[island + (count ? 1 : 0)]++;
    }
  }
}

static BrnStatus sort_corners(BrnContext* ctx, const BrnBody* body, BrnBalance* balance) {
  int islands = balance->island_count, *start;
  balance->corner_start = start = brn__new_zero(ctx, islands + 2, int);
  if (!start) return BRN_NO_MEMORY;
  list_corners(body, balance, true);
  for (int i = 0; i < islands; i++) start[i + 1] += start[i];
  balance->corner = brn__new(ctx, start[islands], int);
  if (!balance->corner) return BRN_NO_MEMORY;
  list_corners(body, balance, false);
  for (int i = islands; i > 0; i--) start[i] = start[i - 1]; // each has become the next one's
  start[0] = 0;
  return BRN_OK;
}

BrnStatus brn__balance_find_islands(BrnContext* ctx, const BrnBody* body, BrnBalance* balance) {
  BrnScratchMark mark = brn__scratch_mark(ctx);
  int* root = brn__scratch(ctx, body->nodes->count, int);
  balance->island = brn__new(ctx, body->nodes->count, int);
  balance->squares = brn__new_zero(ctx, body->nodes->row_count, double);
  BrnStatus status = root && balance->island && balance->squares ? BRN_OK : BRN_NO_MEMORY;
  if (status == BRN_OK) {
    brn__islands_of_free(body, root);
    number_islands(body, root, balance);
    balance->list = brn__new_zero(ctx, balance->island_count, BrnIsland);
    status = balance->list ? sort_corners(ctx, body, balance) : BRN_NO_MEMORY;
  }
  brn__scratch_release(ctx, mark);
  return status;
}

void brn__balance_forget_islands(BrnContext* ctx, BrnBalance* balance) {
  brn__free(ctx, balance->island);
  brn__free(ctx, balance->squares);
  brn__free(ctx, balance->list);
  brn__free(ctx, balance->corner);
  brn__free(ctx, balance->corner_start);
}

int brn__balance_island_of(const BrnBody* body, int batch, int lane) {
  return island_of(body, &body->elements->batch[batch], lane);
}

// ----------------------------------------------------------------------------------- what is given

typedef void CornerFn(void* user, int element, int corner, int node, double weight);

static void walk_corners(const BrnBody* body, int island, CornerFn* fn, void* user) {
  const BrnBalance* balance = &body->balance;
  for (int k = balance->corner_start[island]; k < balance->corner_start[island + 1]; k++) {
    int e = balance->corner[k] / 4, c = balance->corner[k] % 4;
    int point = body->elements->batch[e / BRN_LANES].corner[c][e % BRN_LANES];
    for (int i = body->nodes->start[point]; i < body->nodes->start[point + 1]; i++) {
      if (body->nodes->held[body->nodes->node[i]])
        fn(user, e, c, body->nodes->node[i], body->nodes->weight[i]);
    }
  }
}

static void clear_node(void* user, int element, int corner, int node, double weight) {
  (void)element, (void)corner, (void)weight;
  BrnBalance* balance = &((BrnBody*)user)->balance;
  memset(balance->held + 4 * (size_t)node, 0, 4 * sizeof(double));
}

// forces of the tets, as body->force has them, and how firmly they hold a node
static void add_corner(void* user, int element, int corner, int node, double weight) {
  BrnBody* body = user;
  double* held = body->balance.held + 4 * (size_t)node;
  brn__axpy3(held, held, weight, body->force + 12 * (size_t)element + 3 * (size_t)corner);
  held[3] += weight * body->balance.firm[element];
}

typedef struct Given {
  BrnBody* body;
  double sum;  // N^2
  double most; // N^2: what tets would make of the motion if nothing else gave way
} Given;

// each node once: what has been taken is cleared
static void take_node(void* user, int element, int corner, int node, double weight) {
  (void)element, (void)corner, (void)weight;
  Given* given = user;
  const BrnBalance* balance = &given->body->balance;
  double force = 0, way = 0, *held = balance->held + 4 * (size_t)node;
  for (int a = 0; a < 3; a++) {
    if (!(given->body->nodes->held[node] >> a & 1)) continue;
    double off =
        given->body->y[3 * (size_t)node + (size_t)a] - balance->start[3 * (size_t)node + (size_t)a];
    force += held[a] * held[a], way += off * off;
  }
  double most = held[3] * sqrt(way); // as firmly as they resist it
  given->sum += fmin(force, most * most);
  given->most += most * most;
  memset(held, 0, 4 * sizeof(double));
}

double brn__balance_given(BrnBody* body, int island) {
  Given given = {.body = body};
  double least = body->balance.list[island].least;
  walk_corners(body, island, clear_node, body);
  walk_corners(body, island, add_corner, body);
  walk_corners(body, island, take_node, &given);
  return fmax(given.sum, fmin(least * least, given.most));
}
