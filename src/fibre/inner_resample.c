// SPDX-License-Identifier: Apache-2.0

#include "fibre/inner.h"

// Re-sample and connect (Romeo et al. 2018, section 3.1). Roots, forks and leaves stay. Along the
// chains between them as few samples stay as the spacing allows, counted from the root. Vertices of
// a sample that goes are given to the nearer one of the two that stay around it.

static const double default_spacing = 1.0 / 8; // of the length

typedef struct Chains {
  const BrnInnerSamples* samples;
  int* children; // that are not folded                              (count)
  int* above;    // nearest sample that stays, towards the root      (count)
  int* below;    // and away from it, for samples that go            (count)
  uint8_t* stays;
  int* number; // of the inner point, for samples that stay         (count)
} Chains;

static bool is_folded(const BrnInnerSamples* samples, int s) { return samples->into[s] != s; }

static double apart(const BrnInnerSamples* samples, int a, int b) {
  return brn__distance3(samples->position + 3 * (size_t)a, samples->position + 3 * (size_t)b);
}

static void count_children(Chains* chains) {
  const BrnInnerSamples* samples = chains->samples;
  for (int s = 0; s < samples->count; s++) {
    if (samples->parent[s] >= 0 && !is_folded(samples, s)) chains->children[samples->parent[s]]++;
  }
}

// The sample before the first one that is too far away has to stay.
static void choose(Chains* chains, double spacing) {
  const BrnInnerSamples* samples = chains->samples;
  for (int s = 0; s < samples->count; s++) {
    int parent = samples->parent[s];
    if (is_folded(samples, s)) continue;
    chains->stays[s] |= parent < 0 || chains->children[s] != 1;
    if (parent < 0) continue;
    if (!chains->stays[parent]) {
      chains->stays[parent] = brn__clearly_more(apart(samples, s, chains->above[parent]), spacing);
    }
    chains->above[s] = chains->stays[parent] ? parent : chains->above[parent];
  }
}

static void look_down(Chains* chains) {
  const BrnInnerSamples* samples = chains->samples;
  for (int s = samples->count - 1; s >= 0; s--) {
    int parent = samples->parent[s];
    if (is_folded(samples, s) || parent < 0) continue;
    chains->below[parent] = chains->stays[s] ? s : chains->below[s];
  }
}

static BrnStatus store_points(BrnContext* ctx, Chains* chains, BrnInner* inner) {
  const BrnInnerSamples* samples = chains->samples;
  inner->count = 0;
  for (int s = 0; s < samples->count; s++) {
    if (chains->stays[s]) chains->number[s] = inner->count++;
  }
  inner->position = brn__new(ctx, 3 * (size_t)inner->count, double);
  inner->parent = brn__new(ctx, inner->count, int);
  if (!inner->position || !inner->parent) return BRN_NO_MEMORY;
  for (int s = 0; s < samples->count; s++) {
    if (!chains->stays[s]) continue;
    int i = chains->number[s];
    brn__copy3(inner->position + 3 * (size_t)i, samples->position + 3 * (size_t)s);
    inner->parent[i] = samples->parent[s] < 0 ? -1 : chains->number[chains->above[s]];
  }
  return BRN_OK;
}

// the nearer one; of two at the same distance the one towards the root
static int connect(const Chains* chains, int s, const double* x) {
  const BrnInnerSamples* samples = chains->samples;
  if (chains->stays[s]) return s;
  int above = chains->above[s], below = chains->below[s];
  double up = brn__distance3(x, samples->position + 3 * (size_t)above);
  double down = brn__distance3(x, samples->position + 3 * (size_t)below);
  return brn__clearly_more(up, down) ? below : above;
}

// for a vertex that no front reached: of a crumb, or without triangles
static int nearest_point(const BrnInner* inner, const double* x) {
  int best = 0;
  double least = INFINITY;
  for (int i = 0; i < inner->count; i++) {
    double away = brn__distance3(x, inner->position + 3 * (size_t)i);
    if (!brn__clearly_more(least, away)) continue;
    least = away;
    best = i;
  }
  return best;
}

static BrnStatus store_vertices(BrnContext* ctx, const BrnMesh* surface,
                                const BrnInnerSurface* sheet, const Chains* chains,
                                BrnInner* inner) {
  inner->of_vertex = brn__new(ctx, surface->vertex_count, int);
  if (!inner->of_vertex) return BRN_NO_MEMORY;
  for (int v = 0; v < surface->vertex_count; v++) {
    const double* x = surface->position + 3 * (size_t)v;
    int s = chains->samples->of[sheet->of[v]];
    inner->of_vertex[v] = s < 0 ? nearest_point(inner, x)
                                : chains->number[connect(chains, chains->samples->into[s], x)];
  }
  return BRN_OK;
}

BrnStatus brn__inner_resample(BrnContext* ctx, const BrnMesh* surface, const BrnInnerSurface* sheet,
                              const BrnInnerSamples* samples, double spacing, BrnInner* inner) {
  int count = samples->count;
  Chains chains = {.samples = samples};
  chains.children = brn__scratch_zero(ctx, count, int);
  chains.above = brn__scratch(ctx, count, int);
  chains.below = brn__scratch(ctx, count, int);
  chains.number = brn__scratch(ctx, count, int);
  chains.stays = brn__scratch_zero(ctx, count, uint8_t);
  if (!chains.children || !chains.above || !chains.below || !chains.number || !chains.stays) {
    return BRN_NO_MEMORY;
  }
  count_children(&chains);
  choose(&chains, spacing > 0 ? spacing : default_spacing * samples->length);
  look_down(&chains);
  BRN_TRY(store_points(ctx, &chains, inner));
  return store_vertices(ctx, surface, sheet, &chains, inner);
}
