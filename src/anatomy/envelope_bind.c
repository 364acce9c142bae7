// SPDX-License-Identifier: Apache-2.0
//
// Which bones a vertex of the envelope follows, at most four, and by how much of each.

#include "anatomy/envelope.h"

#include <math.h>

// A vertex follows its nearest bone, and others by how much farther they are: not at all from
// `REACH` radii of theirs on. Less than that folds the inside of a bent joint, since the blend of
// two poses turned by theta goes backwards where the weight changes faster than
// 1 / (2 radius tan(theta / 2)) per length.
static const double REACH = 4;

enum { N = BRN_ENVELOPE_BONES };

typedef struct Bind {
  const BrnEnvelopeBones* bones;
  const BrnMesh* mesh;
  int* bone;
  double* weight;
} Bind;

// The bones that count most, and the first that does not any more.
typedef struct Ranking {
  int bone[N + 1];
  double share[N + 1];
} Ranking;

static void rank(Ranking* ranking, int bone, double share) {
  for (int k = 0; k <= N; k++) {
    if (share <= ranking->share[k]) continue;
    int next_bone = ranking->bone[k];
    double next_share = ranking->share[k];
    ranking->bone[k] = bone, ranking->share[k] = share;
    bone = next_bone, share = next_share;
  }
}

// 1 at 0, 0 from 1 on, flat at both
static double fade(double s) { return s >= 1 ? 0 : (1 - s) * (1 - s) * (1 + 2 * s); }

static Ranking rank_bones(const BrnEnvelopeBones* bones, const double* place) {
  Ranking ranking = {{-1, -1, -1, -1, -1}, {0}};
  double nearest[2];
  brn__envelope_nearest_two(bones, place, nearest);
  for (int b = 0; b < bones->count; b++) {
    const BrnEnvelopeBone* bone = &bones->bone[b];
    double reach = REACH * bone->radius + 1e-9;
    double d = brn__envelope_distance(bone, place, nearest[0] + reach);
    if (isfinite(d)) rank(&ranking, b, fade(fmax(d - nearest[0], 0) / reach));
  }
  return ranking;
}

// The share of the first that is left out is taken off the others: nothing jumps where it comes in.
// A little of it stays, for the case that all are the same.
static void bind_vertices(void* user, int begin, int end, int worker) {
  (void)worker;
  const Bind* bind = user;
  for (int v = begin; v < end; v++) {
    Ranking r = rank_bones(bind->bones, bind->mesh->position + 3 * (size_t)v);
    double sum = 0, share[N];
    for (int k = 0; k < N; k++) {
      share[k] = r.bone[k] < 0 ? 0 : r.share[k] - 0.999 * r.share[N];
      sum += share[k];
    }
    for (int k = 0; k < N; k++) {
      bind->bone[N * (size_t)v + k] = r.bone[k];
      bind->weight[N * (size_t)v + k] = share[k] / sum;
    }
  }
}

void brn__envelope_bind(BrnContext* ctx, const BrnEnvelopeBones* bones, const BrnMesh* envelope,
                        int* bone, double* weight) {
  Bind bind = {bones, envelope, bone, weight};
  brn__parallel_for(ctx, envelope->vertex_count, 128, bind_vertices, &bind);
}
