// SPDX-License-Identifier: Apache-2.0
//
// Position-based tets in pascals. Body, materials, joints and loads are those of newton: positions
// are means of nodes (solver/body/nodes.h), so joints are exact, and any material will do.
//
// Macklin and Mueller 2021 have a constraint for each invariant of the deformation gradient F of a
// tet. Here all nine numbers of F are the constraint, and what its multiplier must be is given by
// the stress P instead of a compliance, with h the length of a sub-step and V the rest volume:
//
//   lambda = -h^2 V P(F),   x = x~ + w G^T lambda                        (optimality)
//
// F = G x is linear. A tet is solved by a Newton step for its multiplier,
//
//   (1 + h^2 V K A) dlambda = -lambda - h^2 V P,   A = G w G^T           (projection)
//
// with the definite stiffness K of the material. For P = C / (alpha V) grad C it is the step of
// XPBD for a constraint C of compliance alpha, and all terms of a material, fibres included, are
// solved at once. There is no division by a stiffness: active fibres pull with a force that hardly
// hangs on their length, and a constraint for them would have infinite compliance.
//
// Quasi-static steps have no h and no masses. Sub-steps are then proximal ones,
//
//   least of energy + 1/2 sum |x - y|^2 / w
//
// from the last positions y, with weights 1/w that are a share of the body's own stiffness at each
// node. Multipliers begin at what the stress is, so that what does not move any more is in balance.
// With inertia its energy is part of what is sought, and a sub-step is one of backward Euler.
//
//   xpbd.c           the method: prepare, step, the loop over sub-steps and iterations
//   settings.c       what scenes may ask of it
//   tets.c           a sub-step of tets
//   tets_make.c      colors, arrays
//   tets_weigh.c     w, masses
//   tets_evaluate.c  stresses
//   tets_lanes.c     (projection), eight tets at a time
//   tets_patches.c   volumes of patches, against locking
//   tets_frames.c    shapes in which the body moves as a whole
//   tets_coarse.c    a step of Newton's method in them
//   tets_anderson.c  a guess from the last sub-steps
//   tets_rows.c      ties and limits of bones as linear equations and inequalities
//   tets_settle.c    bones that are rigid, and hold to them
//   bones.c          tets that hang on others across a gap
//   tets_inspect.c   what is told of a state and in the report

#pragma once

#include "solver/body/rigid.h"
#include "solver/colors.h"
#include "solver/substeps.h"
#include "solver/xpbd/settings.h"

typedef double BrnMultiplier[9][BRN_LANES];

/// Tets of which a corner hangs on several nodes that move: glued to a tet across a gap. They are
/// done one after another.
typedef struct BrnMixed {
  int batch_count;
  int* batch;     ///< of the elements                                        (batch_count)
  int* start;     ///< entries of the lanes of these batches      (batch_count x BRN_LANES + 1)
  int* vertex;    ///< node of an entry                                       (start[last])
  double* gamma;  ///< F = sum of x gamma^T, 1/m                              (start[last] x 3)
  double* omega;  ///< w times that: x += dlambda omega                       (start[last] x 3)
  double* factor; ///< L of each lane: tets_lanes.c                          (x 6)
} BrnMixed;

/// Nodes of free bones. Points of a bone are means of them, so that its masses are a matrix.
typedef struct BrnBoneNodes {
  int count;
  int* vertex;       ///< ascending                                               (count)
  int* rank;         ///< of a vertex; -1: it is no such node                     (vertex_count)
  int* node;         ///< of the body's nodes                                     (count)
  int* row;          ///< of the body's rows                                      (count)
  double* mass;      ///< kg; dynamic steps only                                  (count x count)
  double* stiffness; ///< what would be 1/w, N/m                             (count)
  double* before;    ///< where they came to before they were made rigid, m  (count x 3)
} BrnBoneNodes;

/// What ties and limits of body->constraints say about the speeds of bones: r + J dq = 0, or not
/// above 0 for limits; tets_rows.c.
typedef struct BrnTetsRows {
  int most;           ///< three of a tie, one of a limit
  int count;          ///< of those that say something now
  int* tie;           ///< of a row; -1: of a limit                            (most)
  int* limit;         ///< of a row; -1: of a tie                              (most)
  double* sign;       ///< -1: of a lower limit; else 1                        (most)
  int* axis;          ///< of a tie                                            (most)
  double* r;          ///< m, or radians                                       (most)
  double* J;          ///< (most x dof_count)
  double* S;          ///< J A^-1 J^T                                          (most x most)
  double* factor;     ///< of that of the rows that act                        (most x most)
  double* multiplier; ///< N, or N m                                         (most)
  double* side;       ///< (most)
  bool* acts;         ///< (most)
  int* active;        ///< rows that act                                     (most)
  double* metric;     ///< of bones by `stiffness`, factored        (dof_count x dof_count)
  double* Y;          ///< columns of its inverse times J^T            (most x dof_count)
  double* dq;         ///< (dof_count)
  double* speed;      ///< of rows by dq                               (bone nodes x 3)
  double apart;       ///< the largest r that is left, of the body's size or radians
} BrnTetsRows;

/// Volumes of patches of tets as constraints of their own; body->averages has the patches.
typedef struct BrnTetsPatches {
  BrnColors colors;
  double* modulus; ///< c of the lanes of all batches, Pa; 0: plain     (batch_count x BRN_LANES)
  BrnBulkLaw* law; ///< of them                                         (batch_count x BRN_LANES)
  BrnBulkMeasure* measure; ///< likewise                                (batch_count x BRN_LANES)
  double* lambda;          ///< (patches)
} BrnTetsPatches;

enum { BRN_ANDERSON_MEMORY = 5 };

/// The last sub-steps of a frame; tets_anderson.c. All are of nodes.
typedef struct BrnAnderson {
  double *x, *z;   ///< of the last one, m                                   (node_count x 3)
  double *dx, *dz; ///< differences                 (BRN_ANDERSON_MEMORY x node_count x 3)
  double product[BRN_ANDERSON_MEMORY][BRN_ANDERSON_MEMORY]; ///< of dz, J
  double size;                                              ///< of z, J
  int count, newest;                                        ///< differences
  bool any;                                                 ///< is there an x?
} BrnAnderson;

/// Shapes in which the body moves as a whole; tets_frames.c, tets_coarse.c.
typedef struct BrnCoarse {
  int count;       ///< of shapes: nodes of free bones, then four of each frame
  double* phi;     ///< of a vertex by these nodes                          (vertex_count x count)
  int* start;      ///< entries of the lanes of all batches        (batch_count x BRN_LANES + 1)
  int* node;       ///< of an entry                                         (start[last])
  double* gamma;   ///< gradient of its phi, 1/m                            (start[last] x 3)
  int block_count; ///< pairs of nodes whose shapes meet
  int* pair;       ///< the later node of a block and the other             (block_count x 2)
  int* slot;       ///< block of two nodes, the later one first; -1: none   (count x count)
  double* chunk;   ///< blocks and right-hand sides of chunks of tets
  double* carried; ///< share of bones in the motion of a vertex         (vertex_count x bone_count)
  int dofs;        ///< of bones
  int unknowns;    ///< twelve of each frame, then the dofs of bones
  int* place;      ///< of the first unknown of a node of a frame           (count)
  int* first;      ///< column of a row of A that is not 0                  (unknowns)
  double* A;       ///< stiffness in the unknowns, then its factor      (unknowns x unknowns)
  double* KT;      ///< of the nodes of bones by their dofs            (3 bone nodes x dofs)
  double* u;       ///< step in the unknowns                                (unknowns)
  double* Y;       ///< columns of A^-1 J^T                                 (rows x unknowns)
  double (*room)[3]; ///< while it is made                                   (count)
} BrnCoarse;

typedef struct BrnXpbd {
  BrnSubstepSettings set;
  BrnBody* body;    ///< nodes, elements, constraints, loads; no matrix
  BrnSubsteps now;  //
  int iterations;   ///< of a sub-step
  bool quasi;       ///< without inertia: the whole input of a frame acts from its first sub-step
                    ///< on, as the shape that is sought does not hang on the way to it
  double* before;   ///< points at the beginning of the sub-step, m            (vertex_count x 3)
  double* velocity; ///< m/s                                                   (vertex_count x 3)
  double* inverse_mass; ///< 1/kg; 0: bones carry it, or it has none               (vertex_count)
  int color_count;      ///< of tets that do not hang on free bones
  int* color_start;     ///< (color_count + 1)
  int* color_batch;     ///< batches of the colors
  BrnBoneNodes bones;
  BrnMixed mixed;
  BrnTetsRows rows;
  BrnTetsPatches patches;
  BrnCoarse coarse;
  BrnAnderson memory;
  BrnMultiplier* lambda; ///< (batch_count)
  double* at;            ///< positions and w of vertices; of nodes while a sub-step is under way
                         ///< (vertex_count x 4)
  double *trial, *start; ///< nodes, m                                         (node_count x 3)
  double* way;           ///< of nodes in a sub-step, m                        (node_count x 3)
  double* anchor;        ///< x~, or y of a proximal step                        (vertex_count x 3)
  double* mass;          ///< of nodes, kg; dynamic steps only                   (vertex_count)
  double* aim;           ///< where nodes would go by inertia, m: likewise       (vertex_count x 3)
  double energy;         ///< at the beginning of the sub-step, J
  double per_square;     ///< 1/h^2, 1/s^2; 0: quasi-static
  double* force;         ///< on the nodes: loads, then tets                     (vertex_count x 3)
  double scale;          ///< h^2, or 1
  int* held;             ///< nodes of which some coordinates are given         (held_count)
  int held_count;
} BrnXpbd;

/// A sub-step: what is predicted at its beginning, an iteration, and after the last one free bones
/// and what is told of them; tets.c.
void brn__xpbd_begin(BrnContext* ctx, BrnXpbd* tets, const BrnState* state);
void brn__xpbd_project(BrnContext* ctx, BrnXpbd* tets);
void brn__xpbd_end(BrnContext* ctx, BrnXpbd* tets);
/// Fills in what is told of tets, at the end of a frame; tets_inspect.c.
void brn__xpbd_report(BrnContext* ctx, BrnXpbd* tets, BrnStepReport* report);
BrnStatus brn__xpbd_inspect(BrnContext* ctx, void* method, const BrnState* state,
                            BrnInspection* out);

/// Nodes, elements and constraints of a model, batches by color, and all arrays; tets_make.c.
BrnStatus brn__tets_make(BrnContext* ctx, const BrnModel* model, const BrnSolverDef* def,
                         BrnXpbd* tets);
/// Fills w of all nodes, for a length of sub-steps that does not matter in quasi-static ones;
/// tets_weigh.c.
/// @param now tets as they are at body->x count, too, and not just those at rest
BrnStatus brn__tets_weigh(BrnContext* ctx, BrnXpbd* tets, double h, bool now);
/// Masses, where there is inertia.
BrnStatus brn__tets_take_masses(BrnContext* ctx, BrnXpbd* tets);
/// force += what inertia does at the positions as they are
void brn__tets_add_inertia(const BrnXpbd* tets, double* force);
/// 1/2 |x - aim|^2 M / h^2 at nodes y, J
double brn__tets_inertia_energy(const BrnXpbd* tets, const double* y);

/// Stress, and more where wanted, of a batch; what a patch keeps of the volume is left out, and
/// tets that their material is not defined for are drawn to the nearest rotation; tets_evaluate.c.
void brn__tets_evaluate(const BrnXpbd* tets, int batch, const double (*F)[BRN_LANES], BrnWant want,
                        BrnMaterialOut* out);

/// The same with what patches add, as brn__averages_measure() has left it.
void brn__tets_evaluate_whole(const BrnXpbd* tets, int batch, const double (*F)[BRN_LANES],
                              BrnWant want, BrnMaterialOut* out);

/// 1/w of a node that moves, N/m; for those of bones what it would be.
static inline double brn__tets_weight(const BrnXpbd* tets, int vertex) {
  int rank = tets->bones.rank[vertex];
  return rank >= 0 ? tets->bones.stiffness[rank] : 1 / tets->at[4 * (size_t)vertex + 3];
}

/// tets_rows.c
BrnStatus brn__tets_rows_create(BrnContext* ctx, BrnXpbd* tets);
void brn__tets_rows_free(BrnContext* ctx, BrnTetsRows* rows);
/// r and J at the nodes y; T of body->rigid is there, too.
void brn__tets_rows_take(BrnXpbd* tets, double* y);
/// Multipliers with S m = side for ties, and m >= 0, S m >= side for limits; rows->S and side.
void brn__tets_rows_solve(BrnTetsRows* rows);
/// Tells ties and limits of their forces.
void brn__tets_rows_tell(BrnXpbd* tets, const double* y);

/// Bones of the nodes y to where they are rigid, joints exact, ties closed and limits kept; flesh
/// goes with them; tets_settle.c.
void brn__tets_settle(BrnXpbd* tets, double* y);

/// bones.c
BrnStatus brn__mixed_create(BrnContext* ctx, BrnXpbd* tets);
void brn__mixed_free(BrnContext* ctx, BrnMixed* mixed);
/// Multipliers as the stress has them now.
void brn__mixed_aim(BrnXpbd* tets);
/// w has changed.
void brn__mixed_weigh(BrnXpbd* tets);
/// Adds what they do to `force`.
void brn__mixed_add_forces(BrnXpbd* tets);
/// One iteration, one after another.
void brn__mixed_project(BrnXpbd* tets);

/// The patches of body->averages, if there are some; tets_patches.c.
BrnStatus brn__tets_patch(BrnContext* ctx, BrnXpbd* tets);
void brn__tets_patches_free(BrnContext* ctx, BrnTetsPatches* patches);
void brn__tets_patches_aim(BrnContext* ctx, BrnXpbd* tets);
void brn__tets_patches_add_forces(BrnContext* ctx, BrnXpbd* tets);
void brn__tets_patches_project(BrnContext* ctx, BrnXpbd* tets);
/// The second derivative of a patch's energy by its mean J, J, at the points x, and the derivatives
/// of that mean by the F of its tets, one after another                       (tets x 9)
double brn__tets_patch_curvature(const BrnXpbd* tets, int patch, const double* x, double* out);
/// Takes out of a batch what its patches keep, at F.
void brn__tets_leave_volume(const BrnXpbd* tets, int batch, const double (*F)[BRN_LANES]);

/// tets_anderson.c
BrnStatus brn__anderson_create(BrnContext* ctx, int node_count, BrnAnderson* out);
void brn__anderson_free(BrnContext* ctx, BrnAnderson* memory);
void brn__anderson_forget(BrnAnderson* memory);
/// Where to go on after a sub-step that led from x to x + z: nodes, m     (node_count x 3)
/// @return false: nothing can be told, as when nothing moves any more
bool brn__anderson_guess(BrnContext* ctx, BrnXpbd* tets, const double* x, const double* z,
                         double* out);

/// Steps of the whole body in few shapes; tets_frames.c, tets_coarse.c.
BrnStatus brn__tets_frames(BrnContext* ctx, BrnXpbd* tets);
BrnStatus brn__tets_coarse_create(BrnContext* ctx, BrnXpbd* tets);
void brn__tets_coarse_free(BrnContext* ctx, BrnCoarse* coarse);
/// From the stiffness of the shapes, by blocks, and the forces in them to a step of them, in place
/// of the forces, at the nodes body->y; tets_reduce.c.
void brn__tets_reduce(BrnXpbd* tets, const double* K, double* f);
BrnStatus brn__tets_reduce_create(BrnContext* ctx, BrnXpbd* tets);
void brn__tets_reduce_free(BrnContext* ctx, BrnCoarse* coarse);
/// At the points body->x, and with the loads body->dead; `at` moves.
void brn__tets_coarse_step(BrnContext* ctx, BrnXpbd* tets);
/// Of the nodes y with the loads body->dead, and of inertia, J.
double brn__tets_energy(BrnContext* ctx, BrnXpbd* tets, const double* y);
/// Flesh goes with bones whose motion is given.
void brn__tets_carry(BrnXpbd* tets, const BrnPose* before, const BrnPose* now);

// ---------------------------------------------------------------------------------------- on lanes

/// F of a batch, at points of four numbers.
BRN_LANE_DECLARE(void, brn__tets_deformation,
                 (const BrnBatch* batch, const double* at, double (*F)[BRN_LANES]));
/// (projection) for stress and definite stiffness in `out`; positions and multipliers move.
/// @param scale h^2
BRN_LANE_DECLARE(void, brn__tets_project,
                 (const BrnBatch* batch, double scale, const BrnMaterialOut* out, double* at,
                  double (*lambda)[BRN_LANES]));
/// force += G^T lambda, at corners that w lets move
BRN_LANE_DECLARE(void, brn__tets_add_forces,
                 (const BrnBatch* batch, const double (*lambda)[BRN_LANES], const double* at,
                  double* force));
