// SPDX-License-Identifier: Apache-2.0
//
// Who owns a point. Each part has a depth: the distance to its surface, positive inside. Parts are
// taken in the order of cutting, highest priority first; what a part claims is what is left by the
// ones before it, and there it competes only with its equals:
//
//   claim_j(p) = depth_j(p) - max(0, depth_k(p) for k after j of the same priority)
//
// or what its bridges claim (bridge.h), where that is more.
//
// The zero set of claim_j, seen where no part before j is, is the interface of part j with
// everything that comes later: with outside and with lower parts the surface of j itself, with an
// equal part that it overlaps the sheet of equal depth.

#pragma once

#include "brawn/tetra.h"
#include "core/core.h"

typedef struct BrnRulesPart {
  BrnMesh* surface; // mended
  BrnBvh* bvh;
  double low[3], high[3];
  double facing; // 1, or -1 when the surface faces in
  double volume; // of the surface, m^3
  int priority;
  int index; // in the def
} BrnRulesPart;

/// A bridge between parts in the order of cutting.
typedef struct BrnRulesBridge {
  int a, b;
  double gap; // m
} BrnRulesBridge;

typedef struct BrnRules {
  int part_count;
  BrnRulesPart* part; // in the order of cutting
  int bridge_count;
  BrnRulesBridge* bridge;
} BrnRules;

/// Mends the surfaces and refuses those that cannot be used (refuse.h).
BrnStatus brn__rules_create(BrnContext* ctx, const BrnTetraDef* def, BrnRules* out);
void brn__rules_destroy(BrnContext* ctx, BrnRules* rules);

/// Depth of a point in a part, and its gradient (NULL: not wanted). Without a gradient, a point
/// outside of the part's box gets the distance to the box instead, which has the right sign.
double brn__rules_depth(const BrnRules* rules, int part, const double* point, double* gradient);

/// Claim of a part on a point, and its gradient (NULL: not wanted). Without a gradient, a point
/// outside of the part gets its depth there: the sign is right, and so is the zero set.
double brn__rules_claim(const BrnRules* rules, int part, const double* point, double* gradient);

/// Distance to the box of a part; 0 inside.
double brn__rules_box_distance(const BrnRulesPart* part, const double* point);

/// The part that owns a point, in the order of cutting; -1: none.
int brn__rules_owner(const BrnRules* rules, const double* point);
