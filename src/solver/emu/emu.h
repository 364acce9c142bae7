// SPDX-License-Identifier: Apache-2.0
//
// EMU: muscles in deformation space (Modi, Fulton, Sueda, Jacobson and Levin 2020, "the paper").
//
// The unknowns are the deformation gradients F of the tets, one for each free bone among them. They
// need not fit together. Positions q are those of the nearest continuous mesh, and what is
// minimised is
//
//   E(F) = sum_i V_i psi_i(F_i) + min_q [ alpha/2 |F - G q|_W^2 - f.q ]        (3), (5), (22)
//
// with G the map from positions to deformation gradients, W the weights and f dead loads. The
// inner minimum is at L q = G^T W F + f / alpha, L = G^T W G, which is factored once. Since q is
// optimal,
//
//   g = dE/dF = V P(F) + alpha W (F - G q)                   (9), (10) with its sign mended
//   H = V dP/dF + alpha W      block by block                                          (15)
//   d2E/dF2 = H - alpha W G L^-1 G^T W                  exactly, where L^-1 is dense   (12)
//           ~ H - alpha B^T (Phi^T L Phi)^-1 B     with few modes Phi            (13), (14)
//   B = Phi^T G^T W                                                                    (15)
//
// and the inverse of the last but one is small by Woodbury's identity (17).
//
//   paper        file
//   (3)          weights.c    W
//   (4) (18-20)  acap.c       positions from deformation gradients; at the end bones adhere to
//                             them (figure 6)
//   (21)         border.c     rings of joints; rings.c closes them where bones are rigid
//   (13)         basis.c      modes
//   (5-8) (22)   energy.c     objective
//   (9) (10)     woodbury.c   gradient; deformation_lanes.c
//   (14)-(17)    woodbury.c   direction; woodbury_lanes.c its work on eight tets, pairs.c the small
//                             matrix, patches.c tets that share their volumes against locking
//   algorithm 1  minimize.c   iteration and line search, mended as docs/emu.md tells
//   3.7          alpha.c      the weight of continuity; preset.c what else the paper prints
//   figure 3     plain.c      BFGS on F, which locks
//   table 2      admm.c       multipliers instead; admm_local.c its tets
//
//   beyond it    memory.c     what earlier steps have shown
//                condensed.c  the exact step, which the paper holds to be out of reach
//                warp.c       ways that turn what they should turn
//                settled.c    an end that tells the truth
//                passes.c     loads that depend on the shape
//                nodes.c      terms that act on nodes, such as contact
//                residual.c   the search for materials without an energy
//                parts.c      parts of a step; step.c the step
//
// Bodies, joints, materials and loads are those of solver/body, as in all methods on
// tets.

#pragma once

#include "solver/body/rigid.h"

/// What the deviation of deformation gradients from a continuous mesh is weighed by.
typedef enum BrnEmuWeights {
  BRN_EMU_VOLUME_STIFFNESS, ///< volume times shear modulus: alpha has no unit
  BRN_EMU_UNIT,             ///< 1 for each tet: alpha in J
  BRN_EMU_CENTROID,         ///< vectors from the centroid to the corners: alpha in J/m^2
} BrnEmuWeights;

typedef enum BrnEmuStep {
  BRN_EMU_WOODBURY, ///< a low-rank inverse, as published
  BRN_EMU_MEMORY,   ///< the same, improved by what the steps before have shown
  BRN_EMU_NEWTON,   ///< the exact step of the same objective
  BRN_EMU_AUTO,     ///< exact; with an alpha up to 50 memory first, and exact where that is slow
} BrnEmuStep;

typedef enum BrnEmuSearch {
  BRN_EMU_ALPHA_AUTO,  ///< by the weights and the step
  BRN_EMU_ALPHA_PAPER, ///< the last one before iterations grow sharply
} BrnEmuSearch;

typedef enum BrnEmuPreset {
  BRN_EMU_BRAWN,
  BRN_EMU_MODI2020, ///< what Modi et al. 2020 print, for comparison
} BrnEmuPreset;

/// The keys emu_... of scenes; settings.c.
typedef struct BrnEmuSettings {
  double alpha;          ///< weight of continuity; 0 (default): chosen by search
  BrnEmuSearch search;   ///< default auto
  BrnEmuWeights weights; ///< default volume_stiffness
  int modes;             ///< rank of the approximate inverse, in threes; default 48
  BrnEmuStep step;       ///< default auto
  double bone;           ///< weight of bones while iterating, over that of flesh; default 1
  BrnEmuPreset preset;   ///< default brawn
} BrnEmuSettings;

extern const BrnInlineTable brn__emu_settings;

/// What it tells of a step, behind what all methods on tets do; tell.c.
enum { BRN_EMU_TELLS_ALPHA, BRN_EMU_TELLS_GAP };
extern const BrnTelling brn__emu_telling;

/// Gradients of the basis and what becomes of them, kept between calls.
typedef struct BrnEmuReduced {
  int count;              ///< scalar modes: a third of the rank
  int stride;             ///< count, rounded up to eight; the rest is zero
  double* point[3];       ///< modes of each coordinate at the points; may be one and the same
                          ///< (point_count x stride)
  double* owned[3];       ///< what of it is to be freed
  double* eigenvalue;     ///< of L in the masses of volumes, of the first coordinate      (count)
  int chunk_count;        ///< that batches are added up by
  double* part;           ///< of M and b, by chunks                    (chunk_count x part_size)
  size_t part_size;       ///< 6 blocks of stride^2, and 3 stride
  double* room;           ///< for products                        (chunk_count x 96 stride)
  double* whole;          ///< sum of the parts                              (part_size)
  double* M;              ///< Phi^T L Phi - alpha B H^-1 B^T, and its factor  (3 count x 3 count)
  double* b;              ///< B H^-1 g, and what solves M z = b                (3 count)
  struct BrnPairs* pairs; ///< that M is summed by; pairs.h
} BrnEmuReduced;

/// Ties that elimination cannot do, exactly; border.c.
typedef struct BrnBorder BrnBorder;

/// 9 x 9, symmetric, upper triangle row by row: BRN_STIFFNESS_AT.
typedef double BrnSquares[BRN_STIFFNESS_SIZE][BRN_LANES];

typedef struct BrnEmu {
  const BrnModel* model;
  BrnSolverDef def;
  BrnEmuSettings set; ///< of the def, as they are resolved
  BrnBody* body;      ///< its elements, nodes, joints, loads

  double alpha;         ///< weight of continuity
  double least_alpha;   ///< that a step begins with
  BrnMetric* metric;    ///< W                                               (batch_count)
  BrnPoisson* acap;     ///< L
  BrnMetric* firm;      ///< W with bones that adhere                        (batch_count)
  BrnPoisson* adhere;   ///< its L
  BrnBorder* border;    ///< NULL: there are no ties
  BrnEmuReduced* basis; ///< NULL: none is wanted

  BrnDeformation* F;        ///< the unknowns                                    (batch_count)
  BrnDeformation* gap;      ///< F - G q                                         (batch_count)
  BrnDeformation *d, *rate; ///< direction, and d - G dq                         (batch_count)
  BrnDeformation *g, *x;    ///< gradient, and H^-1 g                            (batch_count)
  BrnDeformation* trial;    ///< F along the search                              (batch_count)
  BrnSquares* inverse;      ///< of the diagonal blocks of H                     (batch_count)
  BrnDeformation* z;        ///< H^-1 V c dJ/dF; NULL: no patches                (batch_count)
  double* patch_share;      ///< of the patches: 1 / (W_p / u'' + b.z)           (patches)

  struct BrnEmuMemory* memory;    ///< NULL: not wanted
  struct BrnCondensed* condensed; ///< NULL: not wanted
  bool exact;                     ///< steps are exact now
  BrnDeformation* path;           ///< F(s) - F; NULL: ways are straight             (batch_count)
  BrnSquares* couple;             ///< N, for the exact step                         (batch_count)

  double* step;       ///< dq, rows                                        (row_count x 3)
  double* lead;       ///< where terms act on nodes: dq over the optimum's, rows (row_count x 3)
  double* inner;      ///< and q before it was made to be shown            (node_count x 3)
  bool shows;         ///< is body->y made to be shown?
  double first_step;  ///< of the line search; default 1
  double energy_stop; ///< J: ends when an energy changes by less; 0: not
  double bone;        ///< weight of each bone while iterating; 0: by the def
  bool by_mean;    ///< tets weigh by the geometric mean of their stiffness and the softest's; admm
  double* nodes;   ///< room for a motion of nodes                      (node_count x 3)
  double* load;    ///< N: of the pass before; passes.c                 (node_count x 3)
  double* missing; ///< N: to the loads of that pass                    (node_count x 3)
  double* rest[3]; ///< of conjugate gradients; settled.c               (row_count x 3)
  BrnDeformation* ahead; ///< gradient along a search without energy; NULL: there is one
  double* shown;         ///< vertices as the last step left them, m: F is theirs (vertex_count x 3)
  double soft;           ///< Pa: shear modulus of the softest
} BrnEmu;

/// Of a chunk of the basis.
static inline int brn__emu_first_batch(const BrnEmu* e, int chunk) {
  return (int)((int64_t)e->body->elements->batch_count * chunk / e->basis->chunk_count);
}

/// E(F) in its parts, J.
typedef struct BrnEmuEnergy {
  double inside;     ///< sum of V psi
  double continuity; ///< alpha/2 |F - G q|^2
  double work;       ///< f.q
  double held;       ///< Phi(q), of terms that act on nodes
  int bad;           ///< tets that their material is not defined for
} BrnEmuEnergy;

static inline double brn__emu_total(BrnEmuEnergy e) {
  return e.inside + e.continuity - e.work + e.held;
}

// ----------------------------------------------------------------------------------------- weights

/// W of all batches. @param bone weight of bones over that of flesh
void brn__emu_weigh(BrnEmu* e, double bone, BrnMetric* out);
/// J: weight of a tet by volume and stiffness.
double brn__emu_stiffness(const BrnEmu* e, const BrnBatch* batch, int lane);
/// T W for a batch: row by row, times A.
void brn__metric_apply(const BrnMetric* metric, const double (*T)[BRN_LANES],
                       double (*out)[BRN_LANES]);

/// T W^-1; nothing where there is no weight. out may be T.
void brn__metric_divide(const BrnMetric* metric, const double (*T)[BRN_LANES],
                        double (*out)[BRN_LANES]);

// ------------------------------------------------------------------------------------------- basis

/// Modes of e->acap.
BrnStatus brn__emu_take_basis(BrnContext* ctx, BrnEmu* e);
void brn__emu_basis_destroy(BrnContext* ctx, BrnEmuReduced* basis);

// -------------------------------------------------------------------------------------------- acap

BrnStatus brn__acap_create(BrnContext* ctx, BrnEmu* e);
/// rows = L^-1 G^T W T (+ share f / alpha); ties along the way to where they hold when share is 1.
void brn__acap_pull(BrnContext* ctx, BrnEmu* e, const BrnDeformation* T, double share,
                    double* rows);
/// rows = G^T W T
void brn__acap_gather(BrnContext* ctx, BrnEmu* e, const BrnDeformation* T, double* rows);
/// body->y to the optimum for e->F, and e->gap.
void brn__acap_solve(BrnContext* ctx, BrnEmu* e);
/// e->gap = e->F - G y
void brn__acap_measure(BrnContext* ctx, BrnEmu* e);
/// body->y as it is shown: without the loads' part, bones exactly where their F has them.
void brn__acap_settle(BrnContext* ctx, BrnEmu* e);

// ------------------------------------------------------------------------------------------ energy

/// At e->F, body->y and e->gap.
BrnEmuEnergy brn__emu_energy(BrnContext* ctx, BrnEmu* e);
/// Of the tets alone, at any F.
BrnEmuEnergy brn__emu_inside(BrnContext* ctx, BrnEmu* e, const BrnDeformation* F);
/// The same at e->F + s e->d, which is left in e->trial.
BrnEmuEnergy brn__emu_inside_along(BrnContext* ctx, BrnEmu* e, double s);

// ------------------------------------------------------------------------------------------- nodes

/// Phi at the nodes y, J; body->x is lost. Exact steps only; nodes.c.
double brn__emu_nodes_energy(BrnContext* ctx, BrnEmu* e, const double* y);
/// g += dPhi/dq at q, and its stiffness into body->pieces when that is wanted.
void brn__emu_nodes_evaluate(BrnContext* ctx, BrnEmu* e, BrnWant want);
/// Are the terms satisfied? Else they have tightened.
bool brn__emu_nodes_hold(BrnContext* ctx, BrnEmu* e);
/// Takes Phi anew where it follows the shape.
void brn__emu_nodes_renew(BrnContext* ctx, BrnEmu* e, BrnEmuEnergy* now, double decrement);
/// body->g = dE/dq for the F and q at hand, which is 0 where nothing but the objective acts on q;
/// e->step is lost.
void brn__emu_nodes_gradient(BrnContext* ctx, BrnEmu* e, BrnWant want);
/// e->lead, for the direction e->d with its step -back; the largest step that is safe for Phi.
double brn__emu_nodes_aim(BrnContext* ctx, BrnEmu* e, const double* back, double slope);

// ---------------------------------------------------------------------------------------- woodbury

/// e->g, e->x = H^-1 g, e->inverse, M and b; true: H and M are definite. project: K is made so.
bool brn__woodbury_prepare(BrnContext* ctx, BrnEmu* e, bool project, BrnStepReport* report);
/// e->d = -(H - alpha B^T (Phi^T L Phi)^-1 B)^-1 g by (17); returns g.d.
double brn__woodbury_direction(BrnContext* ctx, BrnEmu* e, BrnStepReport* report);
/// e->d = -H^-1 (g + alpha W G x), x being the points in body->x; returns g.d.
double brn__woodbury_follow(BrnContext* ctx, BrnEmu* e, BrnStepReport* report);
/// out = (H - alpha B^T (Phi^T L Phi)^-1 B)^-1 v for any v; out may be v.
void brn__woodbury_apply(BrnContext* ctx, BrnEmu* e, const BrnDeformation* v, BrnDeformation* out);

// ----------------------------------------------------------------------------------------- iterate

/// e->path = F(s) - F, where each F turns and stretches by its own rate e->d; warp.c.
void brn__emu_bend(BrnContext* ctx, BrnEmu* e, double s);

/// From e->F, at most `limit` iterations; for the exact step 0: its own limit and tolerance.
BrnStatus brn__emu_minimize(BrnContext* ctx, BrnEmu* e, int limit, double tolerance,
                            BrnStepReport* report);
/// From one input to the next, from body->y; in parts where that is needed; parts.c.
BrnStatus brn__emu_walk(BrnContext* ctx, BrnEmu* e, const BrnStepInput* from,
                        const BrnStepInput* to, BrnStepReport* report);
/// Once more from where that has led, with the alpha that is there now.
BrnStatus brn__emu_again(BrnContext* ctx, BrnEmu* e, BrnStepReport* report);
/// Does the step s to e->trial make the gradient smaller? For materials without an energy;
/// residual.c. Takes e->trial, e->x and body->dF for itself.
bool brn__emu_residual_falls(BrnContext* ctx, BrnEmu* e, double s, double slope);
/// From body->y and body->input to the beginning of a minimisation.
void brn__emu_begin(BrnContext* ctx, BrnEmu* e);
/// e->def and what belongs to it; preset.c.
void brn__emu_take(BrnEmu* e, const BrnSolverDef* def);
/// The same with what a preset changes.
void brn__emu_resolve(BrnEmu* e, const BrnSolverDef* def);
/// What BRN_EMU_AUTO means: with an alpha that is large, or Brawn's own, steps are exact.
BrnEmuStep brn__emu_choose_step(const BrnEmu* e);
/// The weight of continuity for a def; searches by trial steps where that is asked for.
BrnStatus brn__emu_choose_alpha(BrnContext* ctx, BrnEmu* e, double* out);

/// The step along e->d that was taken, and the energy there; 0: none goes down.
double brn__emu_search(BrnContext* ctx, BrnEmu* e, BrnEmuEnergy* now, double slope,
                       BrnStepReport* report);
/// J: what decrements are measured by.
double brn__emu_reference(const BrnEmu* e, BrnEmuEnergy now);
/// The weight of continuity that is as stiff as the tets.
double brn__emu_typical(const BrnEmu* e);

/// N: what round-off may leave of forces at F.
double brn__emu_noise(const BrnEmu* e);
/// Do the forces of F balance? Fills the report's `residual` and `acting`; body->g, body->force and
/// e->step are lost.
bool brn__emu_balances(BrnContext* ctx, BrnEmu* e, BrnStepReport* report);
/// The gap, as e->gap has been measured, and what balance.h says of the continuous mesh.
void brn__emu_look(BrnContext* ctx, BrnEmu* e, BrnStepReport* report);
void brn__emu_write(BrnContext* ctx, BrnEmu* e, BrnState* state);

BrnStatus brn__emu_prepare(BrnContext* ctx, const BrnModel* model, const BrnSolverDef* def,
                           void** out);
/// What admm and bfgs_plain build on: no modes, no search and no preset.
BrnStatus brn__emu_prepare_plain(BrnContext* ctx, const BrnModel* model, const BrnSolverDef* def,
                                 bool by_mean, BrnEmu** out);
void brn__emu_destroy(BrnContext* ctx, void* method);
BrnStatus brn__emu_step(BrnContext* ctx, void* method, const BrnStepInput* input, BrnState* state,
                        BrnStepReport* report);
BrnStatus brn__emu_inspect(BrnContext* ctx, void* method, const BrnState* state,
                           BrnInspection* out);

/// a . b over all batches; lanes without a tet do not count.
double brn__deformation_dot(BrnContext* ctx, const BrnEmu* e, const BrnDeformation* a,
                            const BrnDeformation* b);

// ---------------------------------------------------------------------------------------- on lanes

/// inverse = (volume K + alpha W)^-1 for eight tets; lanes without one get the identity.
/// Returns a bit for each lane whose block is not positive definite.
BRN_LANE_DECLARE(int, brn__emu_invert,
                 (const BrnBatch* batch, const double (*K)[BRN_LANES], const BrnMetric* metric,
                  double alpha, double (*inverse)[BRN_LANES]));
/// out = T W; out may be T.
BRN_LANE_DECLARE(void, brn__metric_times,
                 (const BrnMetric* metric, const double (*T)[BRN_LANES], double (*out)[BRN_LANES]));
/// a . b; lanes without a tet do not count.
BRN_LANE_DECLARE(double, brn__deformation_product,
                 (const BrnBatch* batch, const double (*a)[BRN_LANES],
                  const double (*b)[BRN_LANES]));
/// out = F + s d; out may be F.
BRN_LANE_DECLARE(void, brn__deformation_move,
                 (const double (*F)[BRN_LANES], double s, const double (*d)[BRN_LANES],
                  double (*out)[BRN_LANES]));
/// g = volume P + alpha gap W
BRN_LANE_DECLARE(void, brn__emu_gradient,
                 (const BrnBatch* batch, const BrnMetric* metric, const double (*stress)[BRN_LANES],
                  const double (*gap)[BRN_LANES], double alpha, double (*g)[BRN_LANES]));
/// G = g + alpha G W
BRN_LANE_DECLARE(void, brn__emu_push,
                 (const BrnMetric* metric, const double (*g)[BRN_LANES], double alpha,
                  double (*G)[BRN_LANES]));
/// rate = d - G in place of G; adds gap . rate W and rate . rate W to the sums.
BRN_LANE_DECLARE(void, brn__emu_rate,
                 (const BrnMetric* metric, const double (*d)[BRN_LANES],
                  const double (*gap)[BRN_LANES], double (*G)[BRN_LANES], double sum[2]));
/// out = times S v, S symmetric; out may be v.
BRN_LANE_DECLARE(void, brn__squares_apply,
                 (const double (*S)[BRN_LANES], const double (*v)[BRN_LANES], double times,
                  double (*out)[BRN_LANES]));
/// N = W - alpha W H^-1 W = volume K H^-1 W
BRN_LANE_DECLARE(void, brn__emu_couple,
                 (const BrnBatch* batch, const double (*K)[BRN_LANES],
                  const double (*inverse)[BRN_LANES], const BrnMetric* metric,
                  double (*N)[BRN_LANES]));
/// x = sum of the modes times b (3 x stride), for the points [begin, end).
BRN_LANE_DECLARE(void, brn__modes_move,
                 (const double* const point[3], int stride, const double* b, int begin, int end,
                  double* x));
/// out = (N + shift W) / volume, for brn__batch_stiffness()
BRN_LANE_DECLARE(void, brn__emu_condense,
                 (const BrnBatch* batch, const double (*N)[BRN_LANES], const BrnMetric* metric,
                  double shift, double (*out)[BRN_LANES]));
/// Adds gamma_c^T x_c to b (3 x stride), gamma_c being the gradients of the modes of a coordinate.
BRN_LANE_DECLARE(void, brn__emu_project,
                 (const BrnBatch* batch, const double (*x)[BRN_LANES], const double* const point[3],
                  int stride, double* b));
