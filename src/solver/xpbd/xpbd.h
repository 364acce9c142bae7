// SPDX-License-Identifier: Apache-2.0
//
// Position-based muscles: extended position-based dynamics (Macklin et al. 2016) with the fibrous
// constraint, the inner structure, overpressure and fascia of Romeo et al. 2018, on surfaces; and
// with stable Neo-Hookean and Hill constraints (Macklin and Mueller 2021) on tets.
//
//   xpbd.c        the method: prepare, step, the loop over sub-steps and iterations (Algorithm 1)
//   points.c      predicted positions, velocities, damping
//   loads.c       forces on muscles
//   carry.c       what is carried by bones: attachments, bones, envelope
//   color.c       constraints in groups without common points
//   fleshes.c     surfaces: edges, stars and volumes of all muscles
//   edges.c       distance constraints along edges and inner links, (4) to (10)
//   edges_lanes.c their kernel, eight at a time
//   spine.c       a muscle seen from afar: all of its length at once
//   spine_fibres.c  edges beside its links, for muscles without a volume
//   creases.c     triangles that are turned over are turned back
//   rim.c         flesh around attachments goes with their bones
//   diagonals.c   which edges are diagonals of quads
//   volume.c      volume with overpressure
//   volume_lanes.c its kernel
//   sinews.c      what holds muscles to tendons
//   spin.c        what keeps muscles from turning by themselves
//   surfaces.c    surfaces with their trees, for fascia and contact
//   fascia.c      slide, soft and hard ties, (11) to (14)
//   fascia_search.c  where they slide
//   contact.c     what keeps surfaces from passing through each other
//   tets.c        the second body: tets; tets.h has the list of its files
//   inspect.c     what is told of a state
//
// A constraint C with compliance alpha is solved for its multiplier, which is 0 at the beginning of
// each sub-step of length h:
//
//   dlambda = (-C - alpha~ lambda) / (sum w |grad C|^2 + alpha~),   alpha~ = alpha / h^2
//   x += w grad C dlambda,   lambda += dlambda

#pragma once

#include "core/core.h"
#include "solver/solver.h"

/// All points of a body: the vertices of the model's mesh, in its order.
typedef struct BrnXpbdPoints {
  int count;
  double* at;       // x, y, z, w: predicted position and inverse mass, 1/kg; w is 0 for what is
                    // carried; after them a row of nobody's for each flesh   (count x 4)
  double* start;    // position at the beginning of the sub-step, m           (count x 3)
  double* velocity; // m/s                                                    (count x 3)
  double* damping;  // 1/s                                                    (count)
  int* bone;        // that carries the point; -1: none                       (count)
  double* outer; // how far sinews, fascia and contact moved it in the sub-step, m; NULL: there are
                 // none
                 // (count x 3)
} BrnXpbdPoints;

/// The sub-step under way.
typedef struct BrnXpbdMoment {
  double h;            // length, s
  bool rest;           // no time goes by: h is that of an ordinary frame, for compliances alone
  BrnStepInput* input; // what acts at its end
  int index, count;    // of the frame's sub-steps
} BrnXpbdMoment;

typedef struct BrnCarry BrnCarry;               // carry.c
typedef struct BrnFleshes BrnFleshes;           // fleshes.c
typedef struct BrnSinews BrnSinews;             // sinews.c
typedef struct BrnXpbdSurfaces BrnXpbdSurfaces; // surfaces.c
typedef struct BrnXpbdFascia BrnXpbdFascia;     // fascia.c
typedef struct BrnXpbdContact BrnXpbdContact;   // contact.c
typedef struct BrnXpbdTets BrnXpbdTets;         // tets.c

typedef struct BrnXpbd {
  const BrnModel* model;
  BrnSolverDef def;
  BrnXpbdPoints points;
  BrnXpbdMoment now;
  BrnStepInput* from; // what acts at the beginning of the frame
  int iterations;     // of a sub-step
  BrnCarry* carry;
  BrnFleshes* fleshes;       // NULL: the body is made of tets
  BrnSinews* sinews;         // NULL: none
  BrnXpbdSurfaces* surfaces; // NULL: neither fascia nor contact
  BrnXpbdFascia* fascia;     // NULL: none
  BrnXpbdContact* contact;   // NULL: none
  BrnXpbdTets* tets;         // NULL: the body is made of surfaces
} BrnXpbd;

BrnStatus brn__xpbd_inspect(BrnContext* ctx, void* method, const BrnState* state,
                            BrnInspection* out);

// ------------------------------------------------------------------------------------------ points

BrnStatus brn__points_create(BrnContext* ctx, const BrnModel* model, const BrnSolverDef* def,
                             BrnXpbdPoints* out);
void brn__points_free(BrnContext* ctx, BrnXpbdPoints* points);
/// Positions and velocities of a state, at the beginning of a frame; and back.
void brn__points_load(const BrnState* state, BrnXpbdPoints* points);
void brn__points_store(const BrnXpbdPoints* points, BrnState* state);
/// Semi-implicit Euler: v += h g, damped; the predicted position is x + h v. Carried points stay.
void brn__points_predict(BrnContext* ctx, BrnXpbd* xpbd);
/// Says which loads are left out.
void brn__loads_check(BrnContext* ctx, const BrnModel* model);
/// What loads do to velocities in a sub-step.
void brn__loads_pull(BrnXpbd* xpbd);
/// v = (p - x) / h
void brn__points_settle(BrnContext* ctx, BrnXpbd* xpbd);
/// Before and after sinews, fascia and contact: adds `sign` times the positions to what they did.
void brn__points_note_outer(BrnContext* ctx, BrnXpbd* xpbd, double sign);

// ------------------------------------------------------------------------------------------- carry

BrnStatus brn__carry_create(BrnContext* ctx, const BrnXpbd* xpbd, BrnCarry** out);
void brn__carry_destroy(BrnContext* ctx, BrnCarry* carry);
/// At the beginning of a frame: flesh whose bones jump goes with them. `from` gets the poses from
/// which bones move on.
void brn__carry_begin(BrnContext* ctx, BrnXpbd* xpbd, double seconds, const BrnStepInput* to,
                      const BrnStepInput* last, BrnStepInput* from);
/// Puts carried points to where the bones are at the end of the sub-step.
void brn__carry(BrnContext* ctx, BrnXpbd* xpbd);
/// The rigid motion from rest that is the mean of a flesh's bones; the identity without bones.
BrnPose brn__carry_mean(const BrnXpbd* xpbd, int flesh, const BrnStepInput* input);
/// How far apart its bones hold the ends of a flesh, over rest; 1 without two bones.
double brn__carry_stretch(const BrnXpbd* xpbd, int flesh, const BrnStepInput* input);
/// Where that takes the centre of the flesh.
/// @return false: it has no bones
bool brn__carry_place(const BrnXpbd* xpbd, int flesh, const BrnStepInput* input, double out[3]);

// ---------------------------------------------------------------------------------------- coloring

/// Constraints in groups: no two of a group have a point in common that moves. The groups are made
/// greedily in the order of the constraints, so they are the same on every run.
typedef struct BrnColors {
  int count;  // groups
  int* start; // group g is item[start[g]] up to item[start[g + 1]]          (count + 1)
  int* item;  // constraints, ascending in a group
} BrnColors;

/// @param point of the constraints, `width` each; -1: none                   (item_count x width)
/// @param moves of each point; NULL: all do                                  (point_count)
BrnStatus brn__colors_create(BrnContext* ctx, const int* point, int item_count, int width,
                             const bool* moves, int point_count, BrnColors* out);
void brn__colors_free(BrnContext* ctx, BrnColors* colors);

// ---------------------------------------------------------------------------------------- surfaces

BrnStatus brn__fleshes_create(BrnContext* ctx, const BrnXpbd* xpbd, BrnFleshes** out);
void brn__fleshes_destroy(BrnContext* ctx, BrnFleshes* fleshes);
/// Goals and compliances for the activations of the sub-step; multipliers become 0. Muscles are
/// brought to length by their spines, which iterations then need not do.
void brn__fleshes_begin(BrnContext* ctx, BrnXpbd* xpbd);
/// One iteration of all constraints inside of the muscles that still iterate: edges, links, volume.
void brn__fleshes_project(BrnContext* ctx, BrnXpbd* xpbd, int iteration);
/// One Newton step for the volumes.
void brn__fleshes_fill(BrnContext* ctx, BrnXpbd* xpbd);
/// Irons creases, then the same; at the end of a frame.
void brn__fleshes_neaten(BrnContext* ctx, BrnXpbd* xpbd);
/// The last act of a sub-step: Newton steps for the volumes.
void brn__fleshes_end(BrnContext* ctx, BrnXpbd* xpbd);
/// A muscle with points that are not finite, or have burst away, is put back to its rest shape
/// where its bones are, and named in the log.
/// @return how many there were
int brn__fleshes_mend(BrnContext* ctx, BrnXpbd* xpbd);
/// Errors of edges and volumes as they are.
void brn__fleshes_report(BrnContext* ctx, BrnXpbd* xpbd, BrnStepReport* report);

BrnStatus brn__sinews_create(BrnContext* ctx, const BrnXpbd* xpbd, BrnSinews** out);
void brn__sinews_destroy(BrnContext* ctx, BrnSinews* sinews);
void brn__sinews_project(BrnXpbd* xpbd);
/// The flesh of a part; -1: none.
int brn__flesh_of_part(const BrnModel* model, int part);

BrnStatus brn__xpbd_surfaces_create(BrnContext* ctx, const BrnXpbd* xpbd, BrnXpbdSurfaces** out);
void brn__xpbd_surfaces_destroy(BrnContext* ctx, BrnXpbdSurfaces* surfaces);
/// Brings the trees to the predicted positions; once a sub-step.
void brn__xpbd_surfaces_move(BrnContext* ctx, BrnXpbd* xpbd);

BrnStatus brn__xpbd_fascia_create(BrnContext* ctx, const BrnXpbd* xpbd, BrnXpbdFascia** out);
void brn__xpbd_fascia_destroy(BrnContext* ctx, BrnXpbdFascia* fascia);
/// Looks for the points that are slid on; once a sub-step. `target` of the state has the triangle
/// that each tie slides on, for hysteresis and exact restarts.
void brn__xpbd_fascia_begin(BrnContext* ctx, BrnXpbd* xpbd, BrnState* state);
void brn__xpbd_fascia_project(BrnContext* ctx, BrnXpbd* xpbd, int iteration);

BrnStatus brn__xpbd_contact_create(BrnContext* ctx, const BrnXpbd* xpbd, BrnXpbdContact** out);
void brn__xpbd_contact_destroy(BrnContext* ctx, BrnXpbdContact* contact);
/// Looks for what is in each other's way; once a sub-step. `touch` of the state is what is known
/// at the beginning of a frame.
BrnStatus brn__xpbd_contact_begin(BrnContext* ctx, BrnXpbd* xpbd, BrnState* state);
void brn__xpbd_contact_project(BrnContext* ctx, BrnXpbd* xpbd, int iteration);
/// At the end of a frame: what is inside of another after all goes out by the nearest way.
BrnStatus brn__xpbd_contact_tidy(BrnContext* ctx, BrnXpbd* xpbd, BrnState* state);
/// Once more, before the volumes have the last word.
void brn__xpbd_contact_end(BrnContext* ctx, BrnXpbd* xpbd);
/// Fills in `contacts` and `depth`, at the end of a frame.
void brn__xpbd_contact_report(BrnContext* ctx, BrnXpbd* xpbd, BrnStepReport* report);

// -------------------------------------------------------------------------------------------- tets

/// Tets without inertia: the whole input of a frame acts from its first sub-step on, as the shape
/// that is sought does not hang on the way to it.
static inline bool brn__xpbd_is_quasi(const BrnSolverDef* def) {
  return !def->dynamic || !def->xpbd_inertia;
}
enum { BRN_TETS_ITERATIONS = 3 }; // of a sub-step of those

BrnStatus brn__xpbd_tets_create(BrnContext* ctx, const BrnXpbd* xpbd, BrnXpbdTets** out);
void brn__xpbd_tets_destroy(BrnContext* ctx, BrnXpbdTets* tets);
void brn__xpbd_tets_begin(BrnContext* ctx, BrnXpbd* xpbd, BrnState* state);
void brn__xpbd_tets_project(BrnContext* ctx, BrnXpbd* xpbd, int iteration);
/// After the iterations of a sub-step, before velocities are settled: free bones and what is told
/// of them.
void brn__xpbd_tets_end(BrnContext* ctx, BrnXpbd* xpbd, BrnState* state);
/// Fills in what is told of tets, at the end of a frame.
void brn__xpbd_tets_report(BrnContext* ctx, BrnXpbd* xpbd, BrnState* state, BrnStepReport* report);
BrnStatus brn__xpbd_tets_inspect(BrnContext* ctx, BrnXpbd* xpbd, const BrnState* state,
                                 BrnInspection* out);
