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
  BrnPose pose;    ///< from the rest pose: the rigid one nearest to where its vertices are
  double strain;   ///< largest stretch of the bone away from 1; 0 for a rigid one
  BrnWrench flesh; ///< of all flesh that holds on to it, about its centre of mass now
  BrnWrench hold;  ///< of what fixes or moves a bone that is fixed or scripted, about the same
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

typedef struct BrnMeasures {
  int tet_count, vertex_count;
  double* deformation;   ///< deformation gradient, row-major                     (tet_count x 9)
  double* fibre;         ///< unit directions now; zero where there are none      (tet_count x 3)
  double* stretch;       ///< of the fibres; 1 where there are none               (tet_count)
  double* stress;        ///< Cauchy: xx yy zz xy yz zx, Pa; bones 0              (tet_count x 6)
  double* energy;        ///< density per rest volume, J/m^3; bones 0             (tet_count)
  double* activation;    ///< of the unit of the tet, times 1 - tendon weight     (tet_count)
  double* force;         ///< of the deformed tets on the vertices, N             (vertex_count x 3)
  int point_count;       ///< vertex_count of a body of surfaces; 0: it is made of tets
  double* point_fibre;   ///< unit directions now; zero where there are none      (point_count x 3)
  double* point_stretch; ///< of the fibres; 1 where there are none            (point_count)
  double* point_activation; ///< of the unit of the vertex                        (point_count)
  BrnPartMeasure* part;     ///< (part_count)
  BrnUnitMeasure* unit;     ///< (unit_count)
  BrnBoneMeasure* bone;     ///< (bone_count)
  BrnJointMeasure* joint;   ///< (joint_count)
  BrnWrench* attachment;    ///< of the flesh on what it holds on to, about the mean of its vertices
                            ///< now (attachment_count)
  BrnWrench* support;       ///< of the support on the body, about the mean of its vertices now
                            ///< (support_count)
} BrnMeasures;

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
