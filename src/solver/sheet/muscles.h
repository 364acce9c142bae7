// SPDX-License-Identifier: Apache-2.0
//
// Inside of muscles: distance constraints in batches of eight, and volumes.

#pragma once

#include "core/lanes.h"
#include "solver/sheet/sheet.h"

// ------------------------------------------------------------------------------------------- edges

/// Eight distance constraints as they are solved. Lanes that are not used hold on to a row of
/// nobody's.
typedef struct BrnEdgeBatch {
  int a[BRN_LANES], b[BRN_LANES]; // rows of BrnSheetPoints.at
  double goal[BRN_LANES];         // sigma', m
  double alpha[BRN_LANES];        // compliance over the square of the sub-step, 1/kg
  double lambda[BRN_LANES];       // multiplier, kg m
} BrnEdgeBatch;

/// What they are made of: sigma'^2 = q0 + t (q1 + t q2) at activation 1 - t.
typedef struct BrnEdgeRest {
  double q0[BRN_LANES], q1[BRN_LANES], q2[BRN_LANES]; // m^2
  double along[BRN_LANES];                            // squared cosine of edge and fibre at rest
} BrnEdgeRest;

/// What a muscle's activation makes of them.
typedef struct BrnEdgeAim {
  double activation;
  double along;  // ln of alpha for an edge along the fibres
  double across; // and across
} BrnEdgeAim;

/// Edges of the surface in colors, then stars, then branches, all in batches.
typedef struct BrnEdges {
  BrnEdgeBatch* batch;
  BrnEdgeRest* rest;
  int count;        // batches
  int color_count;  // batches of color c are color[c] up to color[c + 1]
  int* color;       // (color_count + 1)
  int group_count;  // eight stars each, one to a lane; batches group[g] up to group[g + 1] go
  int* group;       // outwards: the k-th has the k-th link of each star        (group_count + 1)
  int branch;       // first batch of branches
  int branch_count; // links, solved one after another
  int held_count;   // edges with one end that is carried
  int* held;        // batch and lane of each                                    (held_count)
} BrnEdges;

BrnStatus brn__edges_create(BrnContext* ctx, const BrnSheet* sheet, int muscle, BrnEdges* out);
void brn__edges_free(BrnContext* ctx, BrnEdges* edges);
/// Goals and compliances; multipliers become 0.
void brn__edges_aim(BrnContext* ctx, BrnEdges* edges, const BrnEdgeAim* aim);
/// One iteration.
void brn__edges_project(BrnContext* ctx, BrnEdges* edges, double* at);
/// Adds squared relative errors of edges along fibres, and how many there are.
void brn__edges_errors(const BrnEdges* edges, const double* at, double* sum, double* count);

/// Does an edge of the surface, or an inner link, run along the fibres?
bool brn__edge_is_along(const BrnEdges* edges, int batch, int lane);
/// Length of the edges along fibres over what it is in a relaxed muscle.
double brn__edges_stretch(const BrnEdges* edges, const double* at);

/// Which edges are diagonals of quads.
/// @param out (edge_count)
BrnStatus brn__diagonals_find(BrnContext* ctx, const BrnMesh* mesh, const BrnModelFlesh* muscle,
                              bool* out);

/// The square of the goal (7) by what activation leaves of a fibre, from the rest edge r and the
/// fibre f; and the squared cosine of the two.
void brn__edge_rest(const double r[3], const double f[3], double rest_activation, bool printed,
                    double q[3], double* along);
/// The reference of the kernel: one lane of a batch, (1) and (2) with compliance.
void brn__edge_solve(BrnEdgeBatch* batch, int lane, double* at);

BRN_LANE_DECLARE(void, brn__edges_solve, (BrnEdgeBatch * batch, int count, double* at));
BRN_LANE_DECLARE(void, brn__edges_set,
                 (BrnEdgeBatch * batch, const BrnEdgeRest* rest, int count, const BrnEdgeAim* aim));

// ------------------------------------------------------------------------------------------- spine

/// What a point of the muscle hangs on.
typedef struct BrnSpineShare {
  int row;     // of BrnSheetPoints.at
  int bead[2]; // its own, and one beside it
  double way;  // from the first to the second, 0 to 1
} BrnSpineShare;

/// An edge of the surface along the fibres, beside a link of the spine.
typedef struct BrnSpineFibre {
  int batch, lane; // of BrnEdges
  int link;        // the bead at its lower end
} BrnSpineFibre;

/// An inner point with the points that hang on it, and the link to its parent.
typedef struct BrnSpineBead {
  int parent;                 // -1: a root
  int size;                   // vertices that hang on it first of all; none: it is left alone
  int carried;                // points of it that bones carry; then it does not move
  bool linked;                // is the link to the parent solved?
  double mass;                // kg; of a carried bead how many points it is the mean of
  double at[3];               // m
  double q[3], along;         // of the link, as in BrnEdgeRest
  double goal, alpha, lambda; // and as in BrnEdgeBatch
  double fibres[2];           // edges beside the link: sums of their lengths and goals, m
  double n[3];                // its direction, away from the parent
  double D[9], inverse[9];    // what the bead weighs with all that hangs on it, kg; its inverse
  double impulse[3];          // that comes from there, kg m
  double s, r, mu;            // of the link: 1/kg, m, kg m
  double y[3];                // how far the bead moves, m
} BrnSpineBead;

typedef struct BrnSpine {
  int count, share_count;
  BrnSpineBead* bead;   // of the inner points                                   (count)
  int* order;           // parents before children                               (count)
  BrnSpineShare* share; // of all vertices and inner points                      (share_count)
  int fibre_count;      // 0: the muscle goes by its axis
  BrnSpineFibre* fibre; // (fibre_count)
  double largest;       // way of a bead at a time, at most, m
} BrnSpine;

BrnStatus brn__spine_create(BrnContext* ctx, const BrnSheet* sheet, int muscle,
                            const BrnEdges* edges, BrnSpine* out);
void brn__spine_free(BrnContext* ctx, BrnSpine* spine);
/// Goals and compliances; multipliers become 0.
void brn__spine_aim(BrnSpine* spine, const BrnEdgeAim* aim);
/// The neighbour of a bead that a place is on the way to, and how far: 0 to 1; -1: none.
int brn__spine_towards(const BrnSheet* sheet, const BrnModelFlesh* muscle, int bead,
                       const double x[3], double* way);
/// Edges along fibres beside each link, of a muscle that goes by them.
BrnStatus brn__spine_fibres_list(BrnContext* ctx, const BrnSheet* sheet,
                                 const BrnModelFlesh* muscle, const BrnEdges* edges, BrnSpine* out);
void brn__spine_fibres_measure(BrnSpine* spine, const BrnEdges* edges, const double* at);
/// All links at once; points move with their beads.
void brn__spine_project(BrnSpine* spine, const BrnEdges* edges, double* at);

// ----------------------------------------------------------------------------------------- creases

typedef struct BrnCreases {
  int first, count;    // vertices of the muscle: rows of BrnSheetPoints.at
  const int* triangle; // corners: rows                                  (triangle_count x 3)
  int triangle_count;
  int* ring;      // neighbours of vertex v are near[ring[v]] up to near[ring[v + 1]]  (count + 1)
  int* near;      // rows
  double* normal; // of the vertices, m^2                                          (count x 3)
  double* goal;   // of those that are ironed, m                                   (count x 3)
  bool* folded;   // is a vertex a corner of a triangle that is turned over?           (count)
} BrnCreases;

BrnStatus brn__creases_create(BrnContext* ctx, const BrnSheet* sheet, int muscle, BrnCreases* out);
void brn__creases_free(BrnContext* ctx, BrnCreases* creases);
/// Turns triangles back that are turned over; at the end of a frame.
/// @return how many there were at the last look
int brn__creases_iron(const BrnCreases* creases, double* at);

// --------------------------------------------------------------------------------------------- rim

/// A vertex that is drawn to a bone.
typedef struct BrnRimPoint {
  int row;          // of BrnSheetPoints.at
  int bone;         // of the model
  double off;       // how far from what it carries: 0 there, 1 at the end of the rim
  double goal[3];   // where the bone would carry it, m
  double alpha;     // as in BrnEdgeBatch, 1/kg
  double lambda[3]; // kg m
} BrnRimPoint;

typedef struct BrnRim {
  int count;
  BrnRimPoint* point; // (count)
} BrnRim;

BrnStatus brn__rim_create(BrnContext* ctx, const BrnSheet* sheet, int muscle, BrnRim* out);
void brn__rim_free(BrnContext* ctx, BrnRim* rim);
/// Goals and compliances; multipliers become 0.
void brn__rim_aim(BrnRim* rim, const BrnSheet* sheet, const BrnEdgeAim* aim);
void brn__rim_project(BrnRim* rim, double* at);

// ------------------------------------------------------------------------------------------ volume

/// Eight vertices with the ring of neighbours around each.
typedef struct BrnVolumeBatch {
  int vertex[BRN_LANES]; // rows of BrnSheetPoints.at; unused lanes are nobody's
  int first, count;      // steps of ring[]
} BrnVolumeBatch;

typedef struct BrnVolume {
  BrnVolumeBatch* batch;
  int count;
  int (*ring)[BRN_LANES]; // neighbours in order, each pair of which makes a triangle; the vertex
                          // itself stands where two that follow each other make none
  double (*slope)[3][BRN_LANES]; // gradient at the lanes of each batch, m^2     (count)
  double (*sum)[2];              // parts of the sums below                      (chunks)
  double rest, goal;             // m^3
  double lambda;                 // multiplier of the sub-step, kg/m
  int origin;                    // row that the volume is measured from
  double largest;                // root mean square of the way of a Newton step, at most, m
} BrnVolume;

BrnStatus brn__volume_create(BrnContext* ctx, const BrnSheet* sheet, int muscle, BrnVolume* out);
void brn__volume_free(BrnContext* ctx, BrnVolume* volume);
/// V and its gradient at the positions, and the sum of w |grad V|^2.
double brn__volume_measure(BrnContext* ctx, const BrnVolume* volume, double* at, double* weight);
/// One Newton step to the goal.
/// @param inverse_mass of a point that moves
void brn__volume_project(BrnContext* ctx, BrnVolume* volume, double inverse_mass, double* at);

BRN_LANE_DECLARE(void, brn__volume_slope,
                 (const BrnVolume* volume, int begin, int end, const double* at,
                  const double origin[3], double sum[2]));
BRN_LANE_DECLARE(void, brn__volume_move,
                 (const BrnVolume* volume, int begin, int end, double share, double* at));

// ----------------------------------------------------------------------------------------- muscles

typedef struct BrnSheetMuscle {
  int index; // of the model's list
  int edge_count;
  BrnEdges edges;
  BrnSpine spine;
  BrnCreases creases;
  BrnRim rim;
  BrnVolume volume;
  double inverse_mass; // of its points that move, 1/kg
  bool keeps_volume;   // false: the surface is open
  bool told;           // has the log heard of an activation beyond physiology?
  bool told_burst;     // and of its having burst?
  bool told_length;    // and of its being drawn out?
  bool sound;          // are all points finite, and near its bones?
  double error_sum, error_count, volume_now; // for the report
  double length_now; // of edges along fibres, over those of a relaxed muscle
} BrnSheetMuscle;

struct BrnSheetMuscles {
  int count, big_count;
  BrnSheetMuscle*
      muscle; // the largest first; those that are worth several workers are the first ones
};

/// Takes back what a muscle has turned by itself; spin.c tells why it does.
void brn__muscle_stop_spin(BrnSheet* sheet, BrnSheetMuscle* muscle);
