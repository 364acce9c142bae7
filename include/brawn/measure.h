// SPDX-License-Identifier: Apache-2.0
//
// What people want to know of a shape: stresses and stretches of the tets, lengths and forces of
// the muscles, angles of the joints, and what holds it all together.
//
//   BRN_TRY(brn_measures_create(ctx, model, &measures));
//   BRN_TRY(brn_solver_measure(solver, state, measures));
//
// Everything is SI and in the axes of the model. Moments are about the centre that is named beside
// them. Forces are those on the body: a weight that hangs from a support is held by a force up.
//
// A body of surfaces has no tets, and its method makes no forces that mean anything: stresses,
// energies, forces and moments are NAN there, and fibres are measured at the vertices.
//
// Measures describe themselves: brn_measure() has a name, a unit, what it is of, and where it lies
// for each. Frames, tables, colours, exports and docs are made from that list.

#pragma once

#include "brawn/solver.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A force and its moment about a point.
typedef struct BrnWrench {
  double force[3];  ///< N
  double moment[3]; ///< N m
  double about[3];  ///< m
} BrnWrench;

typedef struct BrnUnitMeasure {
  double activation;
  double excitation;                           ///< what it follows
  double length;                               ///< of the line of action, m
  double volume;                               ///< m^3
  double stretch, least_stretch, most_stretch; ///< of its fibres: mean by rest volume, and ends; of
                                               ///< surfaces: length over that at rest, and ends
  double fibre_force; ///< N: stress along the fibres, integrated, over the mean fibre length now
  double origin_force, insertion_force; ///< N: size of the forces at its attachments
} BrnUnitMeasure;

typedef struct BrnPartMeasure {
  double volume;      ///< m^3
  double energy;      ///< J
  double most_stress; ///< largest von Mises stress of a tet, Pa
} BrnPartMeasure;

typedef struct BrnBoneMeasure {
  BrnPose pose;     ///< from the rest pose: the rigid one nearest to where its vertices are
  double centre[3]; ///< of mass now, m
  double strain;    ///< largest stretch of the bone away from 1; 0 for a rigid one
  BrnWrench flesh;  ///< of all flesh that holds on to it, about its centre of mass now
  BrnWrench hold;   ///< of what fixes or moves a bone that is fixed or scripted, about the same
                    ///< point; 0 for free bones, and for those that a scripted joint moves
} BrnBoneMeasure;

typedef struct BrnJointMeasure {
  double angle;       ///< of a hinge, rad, from the rest pose, by the right hand about its axis; of
                      ///< a ball how far the child has turned against the parent
  double rotation[3]; ///< of the child against the parent, axis times angle, rad, in the parent's
                      ///< axes at rest
  double gap;         ///< m: how far the joint is apart, 0 where it is exact
  BrnWrench reaction; ///< of the parent on the child, about the joint's point now; 0 between two
                      ///< bones that are fixed or scripted
} BrnJointMeasure;

/// Of a probe. Forces are resultants, and moments are about the mean position; what does not make
/// sense for it is NAN.
typedef struct BrnProbeMeasure {
  double position[3], displacement[3], velocity[3]; ///< m, m/s: of the point, or means
  double range[6]; ///< m: box around the vertices of a selection: least x, y, z, then most
  double distance; ///< m: size of the displacement
  double least_displacement, most_displacement; ///< m: sizes, of its vertices
  BrnWrench support; ///< of what holds these vertices: supports, and bones that are fixed or moved
  BrnWrench load;    ///< of gravity and loads on them
  BrnWrench flesh;   ///< of the deformed tets on them
  BrnWrench section; ///< of what is in front of the plane on what is behind it
  double stress[6];  ///< Cauchy: xx yy zz xy yz zx, Pa
  double von_mises, pressure; ///< of that, Pa
  double stretch;             ///< of the fibres
} BrnProbeMeasure;

typedef struct BrnMeasures {
  int tet_count, vertex_count;
  int sample_count;     ///< tets, or the vertices of a body of surfaces
  double* deformation;  ///< deformation gradient, row-major                     (tet_count x 9)
  double* fibre;        ///< unit directions now; zero where there are none      (sample_count x 3)
  double* stretch;      ///< of the fibres; 1 where there are none               (sample_count)
  double* activation;   ///< of the unit there, times 1 - tendon weight          (sample_count)
  double* stress;       ///< Cauchy: xx yy zz xy yz zx, Pa; bones 0              (tet_count x 6)
  double* energy;       ///< density per rest volume, J/m^3; bones 0             (tet_count)
  double* force;        ///< of the deformed tets on the vertices, N             (vertex_count x 3)
  BrnPartMeasure* part; ///< (part_count)
  BrnUnitMeasure* unit; ///< (unit_count)
  BrnBoneMeasure* bone; ///< (bone_count)
  BrnJointMeasure* joint; ///< (joint_count)
  BrnWrench* attachment;  ///< of the flesh on its holder, about its mean now (attachment_count)
  BrnWrench* support;     ///< of the support on the body, about its mean now    (support_count)
  BrnProbeMeasure* probe; ///< (probe_count)
} BrnMeasures;

// --------------------------------------------------------------------------------------- the list

/// How many numbers there are of each, and what they are.
typedef enum BrnMeasureShape {
  BRN_NUMBER,
  BRN_VECTOR,   ///< 3
  BRN_ROTATION, ///< unit quaternion, w x y z
  BRN_TENSOR,   ///< symmetric: xx yy zz xy yz zx
  BRN_BOX,      ///< least x y z, then most
  BRN_MATRIX,   ///< row-major, 9
} BrnMeasureShape;

/// How a measure comes about.
typedef enum BrnMeasureSource {
  BRN_IS_MEASURED,     ///< it lies in BrnMeasures
  BRN_IS_VELOCITY,     ///< of the state
  BRN_IS_DISPLACEMENT, ///< positions less those at rest
  BRN_IS_VOLUME,       ///< over that at rest, from positions
  BRN_IS_PRESSURE,     ///< from the stress
  BRN_IS_PART,         ///< index of the part
} BrnMeasureSource;

typedef struct BrnMeasure {
  const char* name; ///< of arrays and columns; others of the same domain may only differ in shape
  const char* unit; ///< NULL: none
  BrnModelDomain of;
  BrnModelDomain needs; ///< what a body must have besides: stresses and forces need tets
  BrnMeasureShape shape;
  BrnMeasureSource source;
  bool in_frames; ///< an array of the meshes of runs
  int asked;      ///< BrnProbeWhat of a probe that tells it
  /// To colour by: the number, the size of a vector, von Mises' of a stress; NULL: it is not.
  const char *color, *title;
  double low, high, middle; ///< of the colours; NAN: not given
  const char* about;        ///< NULL: said with the one before it
  size_t list, size, at;    ///< where it lies: BrnMeasures.list[index], and in that
} BrnMeasure;

/// @return NULL: the list has no more
BRN_API const BrnMeasure* brn_measure(int index);
/// How many numbers a shape has.
BRN_API int brn_measure_size(BrnMeasureShape shape);
/// Is it there for an item of its domain? Stresses are not for a body of surfaces, nor is what a
/// probe was not asked for.
/// @param item -1: for any
BRN_API bool brn_model_has_measure(const BrnModel* model, const BrnMeasure* measure, int item);
/// What was measured of an item of its domain.
BRN_API const double* brn_measure_value(const BrnMeasures* measures, const BrnMeasure* measure,
                                        int item);

// -------------------------------------------------------------------------------------- measuring

BRN_API BrnStatus brn_measures_create(BrnContext* ctx, const BrnModel* model, BrnMeasures** out);
/// Frees measures. NULL is allowed.
BRN_API void brn_measures_destroy(BrnContext* ctx, BrnMeasures* measures);

/// Measures a state that the solver has brought about, with what acted at the end of its last step.
/// Takes no memory, and changes nothing for the solver.
BRN_API BrnStatus brn_solver_measure(BrnSolver* solver, const BrnState* state,
                                     BrnMeasures* measures);

#ifdef __cplusplus
}
#endif
