// SPDX-License-Identifier: Apache-2.0

#include "fibre/inner.h"

// Where triangles are uneven, a front leaves vertices behind that no edge joins with the rest of
// the next one. They look like branches, one or a few samples long, close to the surface. A side
// branch is folded into the sample it grew from when it is both short, and hardly farther from the
// middle of its fork than the fork is wide.

static const double short_branch = 1.0 / 8; // of the length

typedef struct Branches {
  const BrnInnerSamples* samples;
  double* depth;  // from a sample to its farthest leaf                   (count)
  double* length; // from the parent of a sample to that leaf             (count)
  int* main;      // child with the longest way; -1: a leaf               (count)
} Branches;

// children come after their parents, so they are done when it is their parent's turn
static double measure(Branches* branches) {
  const BrnInnerSamples* samples = branches->samples;
  double longest = 0;
  for (int s = samples->count - 1; s >= 0; s--) {
    int parent = samples->parent[s];
    if (branches->main[s] >= 0) branches->depth[s] = branches->length[branches->main[s]];
    if (parent < 0) continue;
    branches->length[s] =
        branches->depth[s] +
        brn__distance3(samples->position + 3 * (size_t)s, samples->position + 3 * (size_t)parent);
    int main = branches->main[parent];
    // a lower child comes later here, and takes a tie
    if (main < 0 || !brn__clearly_more(branches->length[main], branches->length[s])) {
      branches->main[parent] = s;
    }
  }
  for (int s = 0; s < samples->count; s++) {
    int parent = samples->parent[s];
    longest = fmax(longest, branches->depth[s]);
    if (parent < 0 || branches->main[parent] == s) continue;
    longest = fmax(longest, branches->depth[parent] + branches->length[s]);
  }
  return longest;
}

static bool is_uneven_front(const Branches* branches, int s, double length) {
  const BrnInnerSamples* samples = branches->samples;
  int parent = samples->parent[s], main = branches->main[parent];
  double bound = short_branch * length;
  if (s == main || !brn__clearly_more(bound, branches->depth[s])) return false;
  if (!brn__clearly_more(samples->reach[parent] + bound, branches->length[s])) return false;
  // the two sides of a root ring are both there by right
  return samples->parent[parent] >= 0 ||
         brn__clearly_more(branches->length[main] / 2, branches->length[s]);
}

BrnStatus brn__samples_fold(BrnContext* ctx, BrnInnerSamples* samples) {
  Branches branches = {.samples = samples};
  branches.depth = brn__scratch_zero(ctx, samples->count, double);
  branches.length = brn__scratch_zero(ctx, samples->count, double);
  branches.main = brn__scratch(ctx, samples->count, int);
  samples->into = brn__scratch(ctx, samples->count, int);
  if (!branches.depth || !branches.length || !branches.main || !samples->into) return BRN_NO_MEMORY;
  for (int s = 0; s < samples->count; s++) branches.main[s] = -1;
  samples->length = measure(&branches);
  for (int s = 0; s < samples->count; s++) {
    int parent = samples->parent[s];
    bool with_parent = parent >= 0 && samples->into[parent] != parent;
    bool folded = parent >= 0 && is_uneven_front(&branches, s, samples->length);
    samples->into[s] = with_parent ? samples->into[parent] : folded ? parent : s;
  }
  return BRN_OK;
}
