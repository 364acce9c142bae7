// SPDX-License-Identifier: Apache-2.0
//
// A term: what adds energy, forces and stiffness to a body besides the tets themselves. The body
// has a list of them, and whoever wants an energy or a gradient asks the list: nobody names a term.
//
//   averages_term.c     volumes of patches of tets, against locking
//   damping.c           damping by stiffness
//   loads.c             gravity, forces; pressure.c
//   inertia_term.c      masses in a step of time
//   constraints_term.c  ties and limits of joints, supports of bones
//
// body->x, where an operation looks at it, are the points of body->y.
//
// To add one: a file with its operations and a function that puts it on the list of a body, and a
// line in terms.c (docs/solver-terms.md). An operation that a term has no use for is NULL.

#pragma once

#include "solver/body/gather.h"
#include "solver/solver.h"

typedef struct BrnBody BrnBody;

/// In its parts, J.
typedef struct BrnEnergy {
  double inside; ///< of deformation and activation
  double work;   ///< of dead loads
  double motion; ///< what inertia and damping add in a dynamic step
  double held;   ///< of constraints: nothing but round-off where they hold
  int bad;       ///< tets that their material is not defined for
} BrnEnergy;

/// What rates of a quantity q are measured from: with its values at F and at `other`,
/// q + share (q - q_other); or q - h q', where `other` has the rate of F.
typedef struct BrnRates {
  const BrnDeformation* F;     ///< (batch_count)
  const BrnDeformation* other; ///< NULL: q alone                                  (batch_count)
  double share;                ///< 0: `other` is a rate
  double h;                    ///< s
} BrnRates;

typedef struct BrnTermOps {
  const char* name;
  BrnTermKind kind;
  bool stiff; ///< it makes the matrix so stiff that truncated steps have very small decrements
  void (*destroy)(BrnContext* ctx, void* own); ///< NULL: it is the body's, or nothing

  // --------------------------------------------------------------------------------- for a body
  /// Rows between which it has blocks of K, always the same; on the scratch stack. Blocks that come
  /// and go are no part of K: low_rank.h.
  BrnStatus (*couple)(BrnContext* ctx, const void* own, const BrnBody* body, BrnGroups* out);
  /// Finds its blocks in body->K.
  BrnStatus (*place)(BrnContext* ctx, void* own, const BrnBody* body);
  /// Adds to the Poisson matrix of a coordinate, so that what it alone holds is held there, too.
  void (*anchor)(const void* own, const BrnBody* body, int axis, const BrnCsr* L);
  /// Does it anchor coordinates differently?
  bool (*by_axis)(const void* own);

  // --------------------------------------------------------------------------------- for a part
  /// body->input is in force; body->y is where the part before has ended.
  void (*begin)(BrnContext* ctx, void* own, BrnBody* body);
  /// body->y is where the input leads first.
  void (*start)(BrnContext* ctx, void* own, BrnBody* body);
  /// Once body->y is a minimum: is it satisfied? If one is not, all tighten, and on it goes.
  bool (*holds)(void* own, const BrnBody* body);
  void (*tighten)(void* own, const BrnBody* body);
  /// At the end of a step: forces to be read.
  void (*end)(void* own, const BrnBody* body);
  /// Dynamic steps: what it measures rates from in a batch of tets. Called by many workers at once.
  void (*rate)(void* own, int b, const BrnRates* rates);

  // --------------------------------------------------------------------------- for an iteration
  /// Takes anew at body->y what is held while the energy is searched: pressure on faces that turn,
  /// planes of contacts. False: nothing of that kind.
  /// @param decrement of the last step, over the reference energy; infinite: there is none
  bool (*renew)(BrnContext* ctx, void* own, BrnBody* body, double decrement);
  /// The largest step from body->y along d (rows) that is safe, at most 1.
  double (*first_step)(BrnContext* ctx, const void* own, const BrnBody* body, const double* d,
                       double slope);
  /// Aims at what body->y moves by, `move` of the nodes, or at what is left of its own way then:
  /// false: it has none.
  bool (*aim)(void* own, const BrnBody* body, const double* move, bool home);
  /// rows += what its part of the Poisson matrix makes of s of that way.
  /// @param move of the nodes; NULL: its own way alone
  void (*pull)(BrnContext* ctx, const void* own, const BrnBody* body, double s, const double* move,
               double* rows);

  // ---------------------------------------------------------------------------- for a shape
  /// Before the tets are evaluated at the points body->x, or for deformation gradients F.
  void (*prepare)(BrnContext* ctx, void* own, BrnBody* body, const BrnDeformation* F);
  /// Adds to stress and stiffness of a batch of tets; returns its potential, J, which is one of
  /// motion. Called by many workers at once.
  double (*batch)(const void* own, const BrnBody* body, int b, const double (*F)[BRN_LANES],
                  BrnWant want, BrnMaterialOut* out);
  /// At the nodes y, whose points are body->x.
  void (*energy)(BrnContext* ctx, void* own, BrnBody* body, const double* y, BrnEnergy* sum);
  /// Adds to body->g and, when stiffness is wanted, to body->K where it is coupled, or pieces, at
  /// body->y and its points body->x.
  void (*evaluate)(BrnContext* ctx, void* own, BrnBody* body, BrnWant want);
  /// Adds the squares of the forces that act, N^2, row by row, as brn__body_evaluate() left it.
  void (*acting)(BrnContext* ctx, void* own, const BrnBody* body, double* rows);
  /// What it tells of a step that is done, at body->y and its points body->x.
  void (*tell)(const void* own, const BrnBody* body, BrnStepReport* report);
  /// What it tells of a state that body->y has been put to.
  void (*inspect)(const void* own, const BrnBody* body, const BrnState* state, BrnInspection* out);
} BrnTermOps;

typedef struct BrnTerm {
  const BrnTermOps* ops;
  void* own; ///< what the operations get first
} BrnTerm;

/// Puts a term at the end of the list. On failure it is destroyed.
BrnStatus brn__body_add_term(BrnContext* ctx, BrnBody* body, const BrnTermOps* ops, void* own);
/// What a term of that name has, NULL: there is none.
void* brn__body_term(const BrnBody* body, const char* name);
/// The terms that model and def ask for; terms.c has the list. Fails where there is one that the
/// method of the def does not take.
BrnStatus brn__terms_create(BrnContext* ctx, BrnBody* body);
/// The same before there is a body, for terms that a setting of all methods asks for.
BrnStatus brn__terms_check(BrnContext* ctx, const BrnSolverDef* def);
void brn__terms_destroy(BrnContext* ctx, BrnBody* body);

/// Makers, for that list: none is added where there is nothing to add.
BrnStatus brn__averages_add(BrnContext* ctx, BrnBody* body);
BrnStatus brn__damping_add(BrnContext* ctx, BrnBody* body);
BrnStatus brn__loads_add(BrnContext* ctx, BrnBody* body);
BrnStatus brn__inertia_add(BrnContext* ctx, BrnBody* body);
BrnStatus brn__constraints_add(BrnContext* ctx, BrnBody* body);
BrnStatus brn__contact_add(BrnContext* ctx, BrnBody* body);

// -------------------------------------------------------------------- for the operations of a term

/// body->g += a force of a point, less what is given: what the energy grows by as the point moves.
void brn__body_push(BrnBody* body, int point, const double f[3]);
/// How a point moves along d, rows.
void brn__body_motion(const BrnBody* body, const double* d, int point, double out[3]);
/// A piece of the stiffness, C M C^T, on a few points; low_rank.h.
void brn__body_add_piece(BrnContext* ctx, BrnBody* body, int count, const int* point, int forms,
                         const double* C, const double* M);

// ------------------------------------------------------------ of all terms, or those of some kinds

void brn__terms_begin(BrnContext* ctx, BrnBody* body);
void brn__terms_start(BrnContext* ctx, BrnBody* body);
/// True: all hold. Else they have tightened, and the shape must be sought again.
bool brn__terms_hold(BrnContext* ctx, BrnBody* body, BrnTermKind kinds);
void brn__terms_end(BrnContext* ctx, BrnBody* body, BrnTermKind kinds);
void brn__terms_rate(const BrnBody* body, int b, const BrnRates* rates);
/// False: nothing follows the shape, and energies are as they were.
bool brn__terms_renew(BrnContext* ctx, BrnBody* body, BrnTermKind kinds, double decrement);
double brn__terms_first_step(BrnContext* ctx, BrnBody* body, BrnTermKind kinds, const double* d,
                             double slope);
bool brn__terms_aim(BrnBody* body, const double* move, bool home);
void brn__terms_pull(BrnContext* ctx, BrnBody* body, double s, const double* move, double* rows);
void brn__terms_prepare(BrnContext* ctx, BrnBody* body, const BrnDeformation* F);
double brn__terms_batch(const BrnBody* body, int b, const double (*F)[BRN_LANES], BrnWant want,
                        BrnMaterialOut* out);
void brn__terms_energy(BrnContext* ctx, BrnBody* body, BrnTermKind kinds, const double* y,
                       BrnEnergy* sum);
void brn__terms_evaluate(BrnContext* ctx, BrnBody* body, BrnTermKind kinds, BrnWant want);
void brn__terms_acting(BrnContext* ctx, const BrnBody* body, double* rows);
void brn__terms_tell(BrnContext* ctx, BrnBody* body, BrnStepReport* report);
void brn__terms_inspect(const BrnBody* body, const BrnState* state, BrnInspection* out);
/// Is one of them stiff?
bool brn__terms_stiff(const BrnBody* body);
/// Is there one that depends on positions?
bool brn__terms_on_nodes(const BrnBody* body);
