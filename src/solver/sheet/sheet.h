// SPDX-License-Identifier: Apache-2.0
//
// Muscles as surfaces, by extended position-based dynamics (Macklin et al. 2016) with the fibrous
// constraint, the inner structure, overpressure and fascia of Romeo et al. 2018.
//
//   sheet.c        the method: prepare, step, the loop over sub-steps and iterations (Algorithm 1)
//   points.c       predicted positions, velocities, damping
//   loads.c        forces on muscles
//   carry.c        what is carried by bones: attachments, bones, envelope
//   muscles.c      all constraints inside of muscles: edges, stars and volumes
//   edges.c        distance constraints along edges and inner links, (4) to (10)
//   edges_lanes.c  their kernel, eight at a time
//   spine.c        a muscle seen from afar: all of its length at once
//   spine_fibres.c edges beside its links, for muscles without a volume
//   creases.c      triangles that are turned over are turned back
//   rim.c          flesh around attachments goes with their bones
//   diagonals.c    which edges are diagonals of quads
//   volume.c       volume with overpressure
//   volume_lanes.c its kernel
//   spin.c         what keeps muscles from turning by themselves
//   tendons.c      what holds muscles to tendons
//   surfaces.c     surfaces with their trees, for fascia and contact
//   fascia.c       slide, soft and hard ties, (11) to (14)
//   fascia_search.c  where they slide
//   contact.c      what keeps surfaces from passing through each other
//   measure.c      what is measured of a state
//   keeps.c        what is kept in it
//   tell.c         what is told of a step
//   settings.c     keys in scenes
//
// A constraint C with compliance alpha is solved for its multiplier, which is 0 at the beginning of
// each sub-step of length h:
//
//   dlambda = (-C - alpha~ lambda) / (sum w |grad C|^2 + alpha~),   alpha~ = alpha / h^2
//   x += w grad C dlambda,   lambda += dlambda

#pragma once

#include "core/core.h"
#include "solver/colors.h"
#include "solver/sheet/settings.h"
#include "solver/substeps.h"

/// What it tells of a step; tell.c.
enum {
  BRN_SHEET_TELLS_STRETCH,
  BRN_SHEET_TELLS_VOLUME,
  BRN_SHEET_TELLS_CONTACTS,
  BRN_SHEET_TELLS_DEPTH
};
extern const BrnTelling brn__sheet_telling;

/// What it keeps in states; keeps.c.
#define BRN_SHEET_TARGET "target" // triangle that a tie slides on
#define BRN_SHEET_TOUCH "touch"   // triangles that a point touches
extern const BrnMember brn__sheet_keeps[];

/// All points of a body: the vertices of the model's mesh, in its order.
typedef struct BrnSheetPoints {
  int count;
  double* at;       // x, y, z, w: predicted position and inverse mass, 1/kg; w is 0 for what is
                    // carried; after them a row of nobody's for each muscle   (count x 4)
  double* start;    // position at the beginning of the sub-step, m           (count x 3)
  double* velocity; // m/s                                                    (count x 3)
  double* damping;  // 1/s                                                    (count)
  int* bone;        // that carries the point; -1: none                       (count)
  double* outer;    // how far tendons, fascia and contact moved it in the sub-step, m; NULL: there
                    // are none                                               (count x 3)
} BrnSheetPoints;

typedef struct BrnCarry BrnCarry;                 // carry.c
typedef struct BrnSheetMuscles BrnSheetMuscles;   // muscles.c
typedef struct BrnSheetTendons BrnSheetTendons;   // tendons.c
typedef struct BrnSheetSurfaces BrnSheetSurfaces; // surfaces.c
typedef struct BrnSheetFascia BrnSheetFascia;     // fascia.c
typedef struct BrnSheetContact BrnSheetContact;   // contact.c

typedef struct BrnSheet {
  const BrnModel* model;
  BrnSubstepSettings steps;
  BrnSheetSettings set;
  BrnSheetPoints points;
  BrnSubsteps now;
  int iterations; // of a sub-step
  double* guide;  // F f = sum x (r . guide) over what meets at a point         (vertex_count x 3)
  BrnCarry* carry;
  BrnSheetMuscles* muscles;
  BrnSheetTendons* tendons;   // NULL: none
  BrnSheetSurfaces* surfaces; // NULL: neither fascia nor contact
  BrnSheetFascia* fascia;     // NULL: none
  BrnSheetContact* contact;   // NULL: none
} BrnSheet;

/// Which edges tell where fibres point to now; and everything that is measured of a state.
BrnStatus brn__sheet_find_guides(BrnContext* ctx, BrnSheet* sheet);
void brn__sheet_measure(void* method, struct BrnMeasuring* m);

// ------------------------------------------------------------------------------------------ points

/// @param damping 1/s: of what has none of its own
BrnStatus brn__points_create(BrnContext* ctx, const BrnModel* model, double damping,
                             BrnSheetPoints* out);
void brn__points_free(BrnContext* ctx, BrnSheetPoints* points);
/// Positions and velocities of a state, at the beginning of a frame; and back.
void brn__points_load(const BrnState* state, BrnSheetPoints* points);
void brn__points_store(const BrnSheetPoints* points, BrnState* state);
/// Semi-implicit Euler: v += h g, damped; the predicted position is x + h v. Carried points stay.
void brn__points_predict(BrnContext* ctx, BrnSheet* sheet);
/// Says which loads are left out.
void brn__loads_check(BrnContext* ctx, const BrnModel* model);
/// What loads do to velocities in a sub-step.
void brn__loads_pull(BrnSheet* sheet);
/// v = (p - x) / h
void brn__points_settle(BrnContext* ctx, BrnSheet* sheet);
/// Before and after tendons, fascia and contact: adds `sign` times the positions to what they did.
void brn__points_note_outer(BrnContext* ctx, BrnSheet* sheet, double sign);

// ------------------------------------------------------------------------------------------- carry

BrnStatus brn__carry_create(BrnContext* ctx, const BrnSheet* sheet, BrnCarry** out);
void brn__carry_destroy(BrnContext* ctx, BrnCarry* carry);
/// At the beginning of a frame: flesh whose bones jump goes with them, and they move on from where
/// they are then.
void brn__carry_begin(BrnContext* ctx, BrnSheet* sheet, double seconds, const BrnStepInput* to,
                      const BrnStepInput* last);
/// Puts carried points to where the bones are at the end of the sub-step.
void brn__carry(BrnContext* ctx, BrnSheet* sheet);
/// The rigid motion from rest that is the mean of a muscle's bones; the identity without bones.
BrnPose brn__carry_mean(const BrnSheet* sheet, int muscle, const BrnStepInput* input);
/// How far apart its bones hold the ends of a muscle, over rest; 1 without two bones.
double brn__carry_stretch(const BrnSheet* sheet, int muscle, const BrnStepInput* input);
/// Where that takes the centre of the muscle.
/// @return false: it has no bones
bool brn__carry_place(const BrnSheet* sheet, int muscle, const BrnStepInput* input, double out[3]);

// ----------------------------------------------------------------------------------------- muscles

BrnStatus brn__muscles_create(BrnContext* ctx, const BrnSheet* sheet, BrnSheetMuscles** out);
void brn__muscles_destroy(BrnContext* ctx, BrnSheetMuscles* muscles);
/// Goals and compliances for the activations of the sub-step; multipliers become 0. Muscles are
/// brought to length by their spines, which iterations then need not do.
void brn__muscles_begin(BrnContext* ctx, BrnSheet* sheet);
/// One iteration of all constraints inside of the muscles that still iterate: edges, links, volume.
void brn__muscles_project(BrnContext* ctx, BrnSheet* sheet, int iteration);
/// One Newton step for the volumes.
void brn__muscles_fill(BrnContext* ctx, BrnSheet* sheet);
/// Irons creases, then the same; at the end of a frame.
void brn__muscles_neaten(BrnContext* ctx, BrnSheet* sheet);
/// The last act of a sub-step: Newton steps for the volumes.
void brn__muscles_end(BrnContext* ctx, BrnSheet* sheet);
/// A muscle with points that are not finite, or have burst away, is put back to its rest shape
/// where its bones are, and named in the log.
/// @return how many there were
int brn__muscles_mend(BrnContext* ctx, BrnSheet* sheet);
/// Errors of edges and volumes as they are.
void brn__muscles_report(BrnContext* ctx, BrnSheet* sheet, BrnStepReport* report);

BrnStatus brn__tendons_create(BrnContext* ctx, const BrnSheet* sheet, BrnSheetTendons** out);
void brn__tendons_destroy(BrnContext* ctx, BrnSheetTendons* tendons);
void brn__tendons_project(BrnSheet* sheet);

BrnStatus brn__sheet_surfaces_create(BrnContext* ctx, const BrnSheet* sheet,
                                     BrnSheetSurfaces** out);
void brn__sheet_surfaces_destroy(BrnContext* ctx, BrnSheetSurfaces* surfaces);
/// Brings the trees to the predicted positions; once a sub-step.
void brn__sheet_surfaces_move(BrnContext* ctx, BrnSheet* sheet);

BrnStatus brn__sheet_fascia_create(BrnContext* ctx, const BrnSheet* sheet, BrnSheetFascia** out);
void brn__sheet_fascia_destroy(BrnContext* ctx, BrnSheetFascia* fascia);
/// Looks for the points that are slid on; once a sub-step. `target` of the state has the triangle
/// that each tie slides on, for hysteresis and exact restarts.
void brn__sheet_fascia_begin(BrnContext* ctx, BrnSheet* sheet, BrnState* state);
void brn__sheet_fascia_project(BrnContext* ctx, BrnSheet* sheet, int iteration);

BrnStatus brn__sheet_contact_create(BrnContext* ctx, const BrnSheet* sheet, BrnSheetContact** out);
void brn__sheet_contact_destroy(BrnContext* ctx, BrnSheetContact* contact);
/// Looks for what is in each other's way; once a sub-step. `touch` of the state is what is known
/// at the beginning of a frame.
BrnStatus brn__sheet_contact_begin(BrnContext* ctx, BrnSheet* sheet, BrnState* state);
void brn__sheet_contact_project(BrnContext* ctx, BrnSheet* sheet, int iteration);
/// At the end of a frame: what is inside of another after all goes out by the nearest way.
BrnStatus brn__sheet_contact_tidy(BrnContext* ctx, BrnSheet* sheet, BrnState* state);
/// Once more, before the volumes have the last word.
void brn__sheet_contact_end(BrnContext* ctx, BrnSheet* sheet);
/// Fills in `contacts` and `depth`, at the end of a frame.
void brn__sheet_contact_report(BrnContext* ctx, BrnSheet* sheet, BrnStepReport* report);
