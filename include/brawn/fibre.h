// SPDX-License-Identifier: Apache-2.0
//
// Fibres: one unit direction per tet of a muscle, and what follows from them: tendons, lines to
// look at, the line of action.
//
// A muscle is a region: the tets with certain labels. Its potential is the steady heat in it with
// -1 on the origin, +1 on the insertion and every other face insulated; fibres follow its gradient
// (Choi and Blemker 2013).
//
//   BrnRegion* region;
//   BRN_TRY(brn_region_create(ctx, mesh, labels, label_count, &region));
//   BrnPotentialDef def = brn_potential_def_default();
//   def.origin = (BrnVertexSet){top, top_count};
//   def.insertion = (BrnVertexSet){bottom, bottom_count};
//   BRN_TRY(brn_potential_solve(ctx, region, &def, u, &solve));
//   BRN_TRY(brn_fibre_from_potential(ctx, region, u, NULL, direction, &report));
//
// Vertex sets and the culprits in reports and messages are numbered as in the mesh the region was
// cut from; fields have a row per vertex or tet of the region. The same bits come out for any
// number of workers.

#pragma once

#include "brawn/mesh.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---------------------------------------------------------------------------------------- region

/// Some tets of a mesh, with what fibres need of them. The arrays belong to it and are read-only.
typedef struct BrnRegion {
  BrnMesh* mesh;           ///< the tets alone, upright; vertices keep their order
  int* vertex;             ///< in the mesh it was cut from, ascending    (mesh->vertex_count)
  int* tet;                ///< in the mesh it was cut from, ascending    (mesh->tet_count)
  int source_vertex_count; ///< of the mesh it was cut from
  int source_tet_count;
  int* neighbour; ///< over face k, as brn_tet_neighbours() has it       (mesh->tet_count x 4)
  double* slope;  ///< gradients of the corner weights, 1/m              (mesh->tet_count x 4 x 3)
  double* volume; ///< m^3                                               (mesh->tet_count)
  double* centre; ///< m                                                 (mesh->tet_count x 3)
  int* component; ///< pieces that share no vertex, numbered by their first (mesh->vertex_count)
  int component_count;
} BrnRegion;

/// The tets with one of the labels. The mesh is read during the call only.
/// @param label (label_count); label_count 0: all tets
/// @return BRN_INVALID for a label that no tet has and for tets without positive volume
BRN_API BrnStatus brn_region_create(BrnContext* ctx, const BrnMesh* mesh, const int* label,
                                    int label_count, BrnRegion** out);
BRN_API void brn_region_destroy(BrnContext* ctx, BrnRegion* region);

/// Vertices of the mesh that a region was cut from. One named twice counts once.
typedef struct BrnVertexSet {
  const int* vertex;
  int count;
} BrnVertexSet;

// ------------------------------------------------------------------------------------- potential

/// Parameters of a potential. Initialise with brn_potential_def_default().
typedef struct BrnPotentialDef {
  BrnVertexSet origin;    ///< held at -1; must not be empty
  BrnVertexSet insertion; ///< held at +1; must not be empty; disjoint from origin
  bool source;            ///< heat evenly, without an insertion; default false
  double tolerance;       ///< relative residual that ends the solve; default 1e-10
  int max_iterations;     ///< 0 (default): four times the vertices
  int cookie;             ///< set by brn_potential_def_default(); leave it alone
} BrnPotentialDef;

/// How the solve went. A potential that did not converge is still handed over, to be looked at.
typedef struct BrnPotentialReport {
  BrnOutcome outcome;
  int iterations;
  double residual;          ///< relative
  int flat_component_count; ///< pieces that do not touch both sets: no fibre can be read there
  int flat_tet_count;       ///< in them
  int first_flat_tet;       ///< lowest of them; -1: none
} BrnPotentialReport;

BRN_API BrnPotentialDef brn_potential_def_default(void);

/// Solves for the potential. Pieces that touch one set only have its value, pieces that touch none
/// are 0. With `source` it is the heat of an even source instead, -1 at the origin and +1 where it
/// is hottest: its gradient leads away from the origin, which serves as "across" from a single
/// aponeurosis.
/// @param u caller's, (region->mesh->vertex_count)
/// @return BRN_INVALID for an empty set, vertices out of range, outside of the region or in both
/// sets; the message names the vertex
BRN_API BrnStatus brn_potential_solve(BrnContext* ctx, const BrnRegion* region,
                                      const BrnPotentialDef* def, double* u,
                                      BrnPotentialReport* report);

// ------------------------------------------------------------------------------------ directions
// direction: caller's, unit vectors, (region->mesh->tet_count x 3).

/// Parameters of directions read off a potential. Initialise with brn_fibre_def_default().
typedef struct BrnFibreDef {
  double flat; ///< a tet is flat below this share of the mean gradient; default 1e-4
  int cookie;  ///< set by brn_fibre_def_default(); leave it alone
} BrnFibreDef;

/// What was found on the way.
typedef struct BrnFibreReport {
  int flat_count;    ///< tets without a direction of their own, filled from their neighbours
  int first_flat;    ///< lowest of them; -1: none
  int bare_count;    ///< of those, tets that no filled tet could be reached from: zero
  int first_bare;    ///< -1: none
  int beyond_count;  ///< centroids outside of the spline solid, projected to it
  int first_beyond;  ///< -1: none
  double max_beyond; ///< how far the farthest is outside, m
} BrnFibreReport;

BRN_API BrnFibreDef brn_fibre_def_default(void);

/// From origin to insertion: the gradient, normalised.
/// @param def NULL: the defaults
/// @param report may be NULL, here and below
BRN_API BrnStatus brn_fibre_from_potential(BrnContext* ctx, const BrnRegion* region,
                                           const double* u, const BrnFibreDef* def,
                                           double* direction, BrnFibreReport* report);

/// The same axis everywhere.
/// @return BRN_INVALID for one without a length
BRN_API BrnStatus brn_fibre_constant(BrnContext* ctx, const BrnRegion* region, const double axis[3],
                                     double* direction);

/// Away from a plane, on both sides of it: "across" in a muscle with a flat aponeurosis.
BRN_API BrnStatus brn_fibre_from_plane(BrnContext* ctx, const BrnRegion* region,
                                       const double point[3], const double normal[3],
                                       double* direction);

/// Vectors given per tet of the whole mesh, as they come from files: checked and normalised.
/// @param value (region->source_tet_count x 3)
/// @return BRN_INVALID for a vector without a length or not finite; the message names the tet
BRN_API BrnStatus brn_fibre_given(BrnContext* ctx, const BrnRegion* region, const double* value,
                                  double* direction);

/// cos(angle) along + sin(angle) across, with the part of across that is perpendicular to along.
/// Where the two are parallel the fibre is along, counted as flat.
/// @param angle degrees, -90 to 90; negative: towards the aponeurosis instead of away from it
/// @param along, across unit vectors per tet of the region; direction may be one of them
BRN_API BrnStatus brn_fibre_pennate(BrnContext* ctx, const BrnRegion* region, const double* along,
                                    const double* across, double angle, double* direction,
                                    BrnFibreReport* report);

// -------------------------------------------------------------------------------- B-spline solids

/// x(u, v, w) = sum B_i(u) B_j(v) B_k(w) q_ijk over [0, 1]^3, with clamped uniform knots.
typedef struct BrnSplineDef {
  int count[3];          ///< control points along u, v, w; each more than its degree
  int degree[3];         ///< 1 to 3; default 3
  const double* control; ///< q_ijk, m; k runs fastest      (count[0] x count[1] x count[2] x 3)
  int cookie;            ///< set by brn_spline_def_default(); leave it alone
} BrnSplineDef;

typedef struct BrnSpline BrnSpline;

/// Where a point is in a solid.
typedef struct BrnSplinePoint {
  double u[3];     ///< parameters of the point, or of the nearest point of the solid that was found
  double distance; ///< m; 0 inside, up to rounding
  int iterations;  ///< of the start that led there
  BrnOutcome outcome;
} BrnSplinePoint;

BRN_API BrnSplineDef brn_spline_def_default(void);
BRN_API BrnStatus brn_spline_create(BrnContext* ctx, const BrnSplineDef* def, BrnSpline** out);
BRN_API void brn_spline_destroy(BrnContext* ctx, BrnSpline* spline);

/// @param u in [0, 1]^3; clamped to it
/// @param x may be NULL
/// @param jacobian dx_i / du_j, row-major; may be NULL
BRN_API void brn_spline_evaluate(const BrnSpline* spline, const double u[3], double x[3],
                                 double jacobian[9]);

/// Finds the parameters of a point.
BRN_API BrnSplinePoint brn_spline_locate(const BrnSpline* spline, const double x[3]);

/// dx/du, normalised, at the centroid of each tet (Ng-Thow-Hing 2001).
BRN_API BrnStatus brn_fibre_from_spline(BrnContext* ctx, const BrnRegion* region,
                                        const BrnSpline* spline, double* direction,
                                        BrnFibreReport* report);

// --------------------------------------------------------------------------------------- tendons
// weight: caller's, 0: muscle, 1: tendon, (region->mesh->tet_count).

/// How much of a muscle is tendon. Initialise with brn_tendon_def_default(). The lengths are shares
/// of the potential's way, or metres, as the function has it.
typedef struct BrnTendonDef {
  double origin;    ///< length of the tendon at the origin; 0 (default): none
  double insertion; ///< at the insertion; 0 (default): none
  double blend;     ///< width of the smooth step from tendon to muscle; 0 (default): sharp
  int cookie;       ///< set by brn_tendon_def_default(); leave it alone
} BrnTendonDef;

BRN_API BrnTendonDef brn_tendon_def_default(void);

/// By shares of the potential: tendon up to -1 + 2 origin and from 1 - 2 insertion on.
BRN_API BrnStatus brn_tendon_by_potential(BrnContext* ctx, const BrnRegion* region, const double* u,
                                          const BrnTendonDef* def, double* weight);

/// By the straight distance to the attached faces, m.
BRN_API BrnStatus brn_tendon_by_distance(BrnContext* ctx, const BrnRegion* region,
                                         BrnVertexSet origin, BrnVertexSet insertion,
                                         const BrnTendonDef* def, double* weight);

/// By cross-section: tendon where the slice of equal potential has less than `share` of the largest
/// area. `blend` is a share too.
BRN_API BrnStatus brn_tendon_by_section(BrnContext* ctx, const BrnRegion* region, const double* u,
                                        double share, double blend, double* weight);

/// Area of the slices at the potentials -1 + 2 (i + 1/2) / count, m^2.
/// @param area caller's, (count)
BRN_API void brn_potential_sections(BrnContext* ctx, const BrnRegion* region, const double* u,
                                    int count, double* area);

// ----------------------------------------------------------------------------------------- lines

/// Parameters of lines along the fibres. Initialise with brn_lines_def_default().
typedef struct BrnLinesDef {
  int count;         ///< lines, started evenly over the volume; default 200
  const int* seed;   ///< start in these tets of the region instead, (count); NULL (default)
  double max_length; ///< m, to each side; 0 (default): four times the diagonal of the region
  int cookie;        ///< set by brn_lines_def_default(); leave it alone
} BrnLinesDef;

/// Polylines: line i is point start[i] to start[i + 1] - 1, in the direction of the fibres.
typedef struct BrnLines {
  int line_count;
  int* start;        ///< (line_count + 1)
  double* point;     ///< m, one where each face is crossed        (start[line_count] x 3)
  int* tet;          ///< of the region, in which the way to the next point lies (start[line_count])
  int stalled_count; ///< ends inside: the field turns against itself, or has no direction there
} BrnLines;

BRN_API BrnLinesDef brn_lines_def_default(void);

/// Follows the fibres from tet to tet, both ways, to the boundary of the region. A line that meets
/// the boundary at less than 45 degrees glides along it; one that meets it more steeply ends there.
/// @param def NULL: the defaults
BRN_API BrnStatus brn_fibre_trace(BrnContext* ctx, const BrnRegion* region, const double* direction,
                                  const BrnLinesDef* def, BrnLines** out);
/// The same over the triangles of a surface, by directions at its vertices: evenly started over the
/// area, ending at borders, where it folds, and where there is no direction. `tet` has triangles.
/// @param direction unit vectors of any sign, (mesh->vertex_count x 3)
/// @param def seeds are not taken
BRN_API BrnStatus brn_fibre_trace_surface(BrnContext* ctx, const BrnMesh* mesh,
                                          const double* direction, const BrnLinesDef* def,
                                          BrnLines** out);
BRN_API void brn_lines_destroy(BrnContext* ctx, BrnLines* lines);

// -------------------------------------------------------------------------------- line of action

/// The curve through the centroids of the slices of equal potential, from the centroid of the
/// origin to that of the insertion.
/// @param point caller's, m, (count x 3); count is at least 2
/// @param length of the curve, m; may be NULL
BRN_API BrnStatus brn_line_of_action(BrnContext* ctx, const BrnRegion* region, const double* u,
                                     BrnVertexSet origin, BrnVertexSet insertion, int count,
                                     double* point, double* length);

// ------------------------------------------------------------------------------- inner structure

/// The inner structure of a closed surface (Romeo et al. 2018, section 3.1): points inside of it
/// that form trees, one point for every vertex, and the flow of fibres that follows from them. A
/// parent comes before its children.
typedef struct BrnInner {
  int count;
  double* position; ///< m                                                          (count x 3)
  int* parent;      ///< towards the root; -1: a root                               (count)
  int* of_vertex;   ///< inner point of each vertex                                 (vertex_count)
  double* fibre;    ///< unit vectors at the vertices, then at the inner points
                    ///< ((vertex_count + count) x 3)
} BrnInner;

/// Parameters. Initialise with brn_inner_def_default().
typedef struct BrnInnerDef {
  const int* root; ///< vertices that the structure grows from; none: as proposed   (root_count)
  int root_count;
  double spacing; ///< largest distance of inner points, m; 0 (default): an eighth of the length
  int cookie;     ///< set by brn_inner_def_default(); leave it alone
} BrnInnerDef;

BRN_API BrnInnerDef brn_inner_def_default(void);

/// Traverses the surface from its roots, re-samples and connects. Vertices at the same place are
/// one. Pieces that no root reaches get a ring of their own, unless they are tiny: those, and
/// vertices without triangles, hang on the inner points nearest to them.
/// @param mesh triangles, closed or not
/// @return BRN_INVALID for a root that is no vertex and for a surface without triangles
BRN_API BrnStatus brn_inner_create(BrnContext* ctx, const BrnMesh* mesh, const BrnInnerDef* def,
                                   BrnInner** out);
/// Frees an inner structure. NULL is allowed.
BRN_API void brn_inner_destroy(BrnContext* ctx, BrnInner* inner);

/// Roots that suit a surface: a ring around its middle, by the potential between its two ends. Free
/// *out with brn_free().
/// @param end_a, end_b vertices of the two ends, of which those in both do not count; NULL or none:
/// the places that are farthest apart along the surface, or farthest from the other end
BRN_API BrnStatus brn_inner_propose_roots(BrnContext* ctx, const BrnMesh* mesh,
                                          const BrnVertexSet* end_a, const BrnVertexSet* end_b,
                                          int** out, int* count);

/// How far its two ends are apart, along the inner structure from leaf to leaf, m.
BRN_API double brn_inner_length(const BrnInner* inner);

#ifdef __cplusplus
}
#endif
