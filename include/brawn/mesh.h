// SPDX-License-Identifier: Apache-2.0
//
// Meshes as plain arrays, and what can be asked of them.
//
// One type serves surfaces (triangles), solids (tets) and files that hold both. The order of
// vertices, triangles and tets is the file's or the maker's, and no function changes it behind the
// caller's back.

#pragma once

#include "brawn/base.h"

#ifdef __cplusplus
extern "C" {
#endif

// --------------------------------------------------------------------------------- the mesh itself

/// What an array or a label belongs to. The value is the dimension of the thing.
typedef enum BrnDomain {
  BRN_ON_VERTEX = 0,
  BRN_ON_TRIANGLE = 2,
  BRN_ON_TET = 3,
} BrnDomain;

/// How the numbers of an array are stored in files. In memory they are doubles.
typedef enum BrnNumber {
  BRN_F64,
  BRN_F32,
  BRN_I8,
  BRN_U8,
  BRN_I16,
  BRN_U16,
  BRN_I32,
  BRN_U32,
  BRN_I64,
  BRN_U64,
} BrnNumber;

/// A named array on the vertices, triangles or tets.
typedef struct BrnArray {
  char* name;
  BrnDomain on;
  int components;   ///< numbers per item, at least 1
  BrnNumber number; ///< kept from the file it came from, so that it goes back as it was
  double* value;    ///< (item count x components)
} BrnArray;

/// The name of a label: tets with tet_label == id (on == BRN_ON_TET), or triangles.
typedef struct BrnLabel {
  BrnDomain on;
  int id;
  char* name;
} BrnLabel;

/// A mesh. All arrays belong to it and come from its context; NULL where a count is 0.
typedef struct BrnMesh {
  int vertex_count, triangle_count, tet_count;
  double* position; ///< m                                             (vertex_count x 3)
  int* triangle;    ///< corners, counter-clockwise from outside        (triangle_count x 3)
  int* tet;         ///< corners a b c d; upright: (b-a) x (c-a) . (d-a) > 0  (tet_count x 4)

  int* triangle_label; ///< NULL: none                                   (triangle_count)
  int* tet_label;      ///< NULL: none                                   (tet_count)
  char* label_array;   ///< name of the labels in files with named arrays; NULL: "label"
  int label_count;
  BrnLabel* label; ///< names of the labels that have one, by on and id  (label_count)

  /// Polygon each triangle was cut from; NULL: every triangle is its own. The triangles of one
  /// polygon follow each other as a fan: (a b c) (a c d) ... is polygon a b c d ...
  int* polygon; //                                                      (triangle_count)

  int array_count;
  BrnArray* array; //                                                   (array_count)
} BrnMesh;

/// An empty mesh with room for the counts: positions, triangles and tets are allocated and zero.
BRN_API BrnStatus brn_mesh_create(BrnContext* ctx, int vertex_count, int triangle_count,
                                  int tet_count, BrnMesh** out);

/// Frees a mesh. NULL is allowed.
BRN_API void brn_mesh_destroy(BrnContext* ctx, BrnMesh* mesh);

BRN_API BrnStatus brn_mesh_copy(BrnContext* ctx, const BrnMesh* mesh, BrnMesh** out);

/// Adds a zeroed array. A name that is taken on that domain fails with BRN_INVALID.
/// @param out may be NULL; valid until the next array is added
BRN_API BrnStatus brn_mesh_add_array(BrnContext* ctx, BrnMesh* mesh, const char* name, BrnDomain on,
                                     int components, BrnNumber number, BrnArray** out);

/// @return NULL when there is none of that name.
BRN_API const BrnArray* brn_mesh_find_array(const BrnMesh* mesh, const char* name, BrnDomain on);

/// Gives a label its name; a name given before is replaced.
BRN_API BrnStatus brn_mesh_name_label(BrnContext* ctx, BrnMesh* mesh, BrnDomain on, int id,
                                      const char* name);

/// @return NULL when the label has no name.
BRN_API const char* brn_mesh_label_name(const BrnMesh* mesh, BrnDomain on, int id);

/// Vertices, triangles or tets: as many as an array on that domain has items.
BRN_API int brn_mesh_item_count(const BrnMesh* mesh, BrnDomain on);

/// Checks what every function takes for granted: counts, indices in range, finite positions.
/// @return BRN_INVALID, and the first culprit in brn_last_error()
BRN_API BrnStatus brn_mesh_validate(BrnContext* ctx, const BrnMesh* mesh);

/// Moves to metres and Y up. Vectors named in arrays are not touched.
/// @param up axis that points up in the file: 'x', 'y' or 'z'
BRN_API void brn_mesh_to_si(BrnMesh* mesh, double metres_per_unit, char up);

/// Moves from metres and Y up to a file's units and up-axis.
BRN_API void brn_mesh_from_si(BrnMesh* mesh, double metres_per_unit, char up);

// -------------------------------------------------------------------------------------- topology

/// Rows of items: row i is item[start[i]] to item[start[i + 1] - 1], ascending.
typedef struct BrnAdjacency {
  int row_count;
  int* start; ///< (row_count + 1)
  int* item;  ///< (start[row_count])
} BrnAdjacency;

BRN_API BrnStatus brn_adjacency_vertex_triangles(BrnContext* ctx, const BrnMesh* mesh,
                                                 BrnAdjacency** out);
BRN_API BrnStatus brn_adjacency_vertex_tets(BrnContext* ctx, const BrnMesh* mesh,
                                            BrnAdjacency** out);
/// Vertices that share an edge of a triangle or tet, without the vertex itself.
BRN_API BrnStatus brn_adjacency_vertex_vertices(BrnContext* ctx, const BrnMesh* mesh,
                                                BrnAdjacency** out);
BRN_API void brn_adjacency_destroy(BrnContext* ctx, BrnAdjacency* adjacency);

/// Neighbours of each tet over its four faces; face k is the one opposite to corner k. A tet with a
/// repeated corner is nobody's neighbour.
/// @param neighbour caller's, (tet_count x 4); -1: the face is on the boundary, or shared by three
/// or more tets
BRN_API BrnStatus brn_tet_neighbours(BrnContext* ctx, const BrnMesh* mesh, int* neighbour);

/// Corners of face k of an upright tet, counter-clockwise from outside: face[k][0..2] index its
/// corners.
BRN_API extern const int brn_tet_face[4][3];

/// A surface cut out of a tet mesh. Its triangles come in the order (tet, face) and carry the label
/// of the tet behind them, with its name. A triangle of an inverted tet faces in. Faces shared by
/// three or more tets, and tets with a repeated corner, belong to no surface; brn_tet_report()
/// counts them.
typedef struct BrnSurface {
  BrnMesh* mesh;     ///< triangles only, facing out; its vertices keep their order
  int* vertex;       ///< vertex of the tet mesh          (mesh->vertex_count)
  int* tet;          ///< tet behind each triangle        (mesh->triangle_count)
  int* tet_in_front; ///< tet on the other side; -1: none  (mesh->triangle_count)
} BrnSurface;

/// Boundary of the whole mesh.
BRN_API BrnStatus brn_mesh_boundary(BrnContext* ctx, const BrnMesh* mesh, BrnSurface** out);
/// Closed boundary of the tets of one label; empty when no tet has it.
BRN_API BrnStatus brn_mesh_label_boundary(BrnContext* ctx, const BrnMesh* mesh, int label,
                                          BrnSurface** out);
/// Faces between two labels, facing out of label a. The same label twice fails with BRN_INVALID.
BRN_API BrnStatus brn_mesh_interface(BrnContext* ctx, const BrnMesh* mesh, int a, int b,
                                     BrnSurface** out);
BRN_API void brn_surface_destroy(BrnContext* ctx, BrnSurface* surface);

/// The different labels of the tets (or triangles), ascending; none when there are no labels. Free
/// *out with brn_free().
BRN_API BrnStatus brn_mesh_labels(BrnContext* ctx, const BrnMesh* mesh, BrnDomain on, int** out,
                                  int* count);

// --------------------------------------------------------------------------------------- reports

/// What is right and wrong with the triangles of a mesh. Lists are not kept, but the first culprit
/// of each kind is (-1: none). Triangles with a repeated corner are counted as degenerate and left
/// out of everything else: edges, vertices, components, Euler characteristic.
typedef struct BrnSurfaceReport {
  int triangle_count, edge_count, used_vertex_count;
  int boundary_edge_count;       ///< edges of one triangle: the surface is open there
  int boundary_loop_count;       ///< holes; two that touch in a vertex are one
  int nonmanifold_edge_count;    ///< edges of three or more triangles
  int misoriented_edge_count;    ///< edges whose two triangles run through them the same way
  int nonmanifold_vertex_count;  ///< vertices whose triangles fall into two or more fans
  int degenerate_triangle_count; ///< repeated corners, or exactly no area
  int duplicate_triangle_count;  ///< same three corners as one before
  int self_intersection_count;   ///< triangles that cut another one; -1: not counted
  int component_count;           ///< by shared edges
  /// Closed, oriented components of negative volume. The wall of a cavity, which faces into it, is
  /// one of them by right.
  int inside_out_component_count;
  int euler_characteristic; ///< V - E + F
  double area;              ///< m^2
  double volume;            ///< m^3, signed; means something when closed and oriented
  bool closed;              ///< no boundary edges
  bool oriented;            ///< no misoriented edges
  bool manifold;            ///< no nonmanifold edges or vertices
  int first_boundary_triangle, first_nonmanifold_triangle, first_misoriented_triangle,
      first_degenerate_triangle, first_duplicate_triangle, first_intersecting_triangle;
} BrnSurfaceReport;

/// @param self_intersections whether to count them, which takes the longest by far
BRN_API BrnStatus brn_surface_report(BrnContext* ctx, const BrnMesh* mesh, bool self_intersections,
                                     BrnSurfaceReport* out);

/// A piece of a surface: triangles that hang together by their edges.
typedef struct BrnShell {
  int first_triangle; ///< lowest index
  int triangle_count;
  double area;   ///< m^2
  double volume; ///< m^3, signed: negative where it faces in; NAN: it is open, and encloses none
  double low[3], high[3]; ///< box around it, m
} BrnShell;

/// The pieces of a surface, by their first triangles. Free *out with brn_free().
BRN_API BrnStatus brn_surface_shells(BrnContext* ctx, const BrnMesh* mesh, BrnShell** out,
                                     int* count);

/// Triangles that meet another one anywhere but in the corners or the edge they share. Exact, with
/// no tolerance: touching counts, so vertices at the same place must be welded before. Triangles
/// with the same three corners cut each other; degenerate ones cut nothing. Free *out with
/// brn_free().
/// @param out ascending triangle indices, (count); may be NULL when only the count is wanted
BRN_API BrnStatus brn_mesh_self_intersections(BrnContext* ctx, const BrnMesh* mesh, int** out,
                                              int* count);

enum {
  BRN_DIHEDRAL_BINS = 18,
  BRN_SLIVER_LEAST = 5,  // degrees: a tet with a smaller dihedral angle is a sliver,
  BRN_SLIVER_MOST = 170, // and one with a larger angle
};

/// Quality of the tets of a mesh. Numbers over no tets are 0.
typedef struct BrnTetReport {
  int tet_count;
  int inverted_count;   ///< negative volume
  int degenerate_count; ///< |volume| below 1e-12 of the longest edge cubed, or repeated corners
  int duplicate_count;  ///< same four corners as one before
  int bad_face_count;   ///< faces of three or more tets
  int component_count;  ///< by shared faces; tets with a repeated corner have none
  int sliver_count;     ///< upright, with a dihedral angle below 5 or above 170 degrees
  int first_inverted, first_degenerate, first_duplicate, first_sliver; ///< -1: none
  double volume;                                                       ///< m^3, signed sum
  double min_volume, max_volume;                                       ///< m^3, signed
  // over the upright tets, those neither inverted nor degenerate:
  double min_dihedral, max_dihedral;          ///< degrees
  int dihedral_histogram[BRN_DIHEDRAL_BINS];  ///< all six angles of each tet, 10 degrees a bin
  double min_aspect, mean_aspect, max_aspect; ///< longest edge / (2 sqrt(6) inradius); 1: regular
  // over all tets:
  double min_edge, mean_edge, max_edge; ///< m; the mean is over the six edges of each tet
} BrnTetReport;

/// @param label tets of that label only, as if the others were not there; BRN_ALL_LABELS: all
BRN_API BrnStatus brn_tet_report(BrnContext* ctx, const BrnMesh* mesh, int label,
                                 BrnTetReport* out);
#define BRN_ALL_LABELS INT32_MIN

/// Vertices that no triangle or tet uses, ascending. Free *out with brn_free().
BRN_API BrnStatus brn_mesh_orphans(BrnContext* ctx, const BrnMesh* mesh, int** out, int* count);

/// Counts the vertices that lie exactly on one before them.
BRN_API BrnStatus brn_mesh_duplicate_vertices(BrnContext* ctx, const BrnMesh* mesh, int* count);

/// Box around the vertices; all zero when there is none.
BRN_API void brn_mesh_bounds(const BrnMesh* mesh, double low[3], double high[3]);

// --------------------------------------------------------------------------------------- mending

/// Drops the vertices that no triangle or tet uses; the others keep their order.
BRN_API BrnStatus brn_mesh_drop_orphans(BrnContext* ctx, BrnMesh* mesh, int* dropped);

/// Joins vertices at exactly the same place to the first of them; the others keep their order.
BRN_API BrnStatus brn_mesh_weld(BrnContext* ctx, BrnMesh* mesh, int* welded);

/// Turns every triangle and tet inside out.
BRN_API void brn_mesh_flip(BrnMesh* mesh);

// -------------------------------------------------------------------------------- cutting apart

/// Which parts of a tet mesh are cut apart.
typedef struct BrnSplitDef {
  bool (*is_cut)(void* user, int a, int b); ///< are labels a < b cut apart?
  void* user;
  const int* joined; ///< vertices that stay single all the same; NULL: none   (joined_count)
  int joined_count;
} BrnSplitDef;

/// Doubles the vertices between tets whose labels are cut apart, so that the two sides can slide
/// and open; everything else stays connected. Old vertices keep their order, copies come after
/// them in the order of what they are copies of, with their named arrays. At each vertex the first
/// tet keeps the vertex. Tets, labels and tet arrays keep their order; a triangle goes with the tet
/// it faces out of.
/// @param original vertex of `mesh` for each new one; free it with brn_free()
/// @return BRN_INVALID for a joined vertex out of range
BRN_API BrnStatus brn_mesh_split_interfaces(BrnContext* ctx, const BrnMesh* mesh,
                                            const BrnSplitDef* def, BrnMesh** out, int** original);

// --------------------------------------------------------------------------------------- queries

/// A tree over the triangles of a mesh: closest points, rays, winding numbers. It keeps its own
/// copy of what it needs, and is read by any number of threads at once.
typedef struct BrnBvh BrnBvh;

BRN_API BrnStatus brn_bvh_create(BrnContext* ctx, const BrnMesh* mesh, BrnBvh** out);
BRN_API void brn_bvh_destroy(BrnContext* ctx, BrnBvh* bvh);

/// Moves the triangles to new vertex positions, keeping the shape of the tree: a few times cheaper
/// than making a new one, as good while the surface deforms moderately.
/// @param position of all vertices of the mesh it was made from, (vertex_count x 3)
/// @param winding false saves three quarters of the time; winding numbers and signed distances may
/// then not be asked for until the next refit with true
BRN_API void brn_bvh_refit(BrnContext* ctx, BrnBvh* bvh, const double* position, bool winding);

/// A point of the surface.
typedef struct BrnSurfacePoint {
  int triangle; ///< -1: none within the distance asked for
  double distance;
  double point[3];
  double weight[3]; ///< of the corners; they add up to 1
} BrnSurfacePoint;

/// Closest point of the surface. Of triangles at the same distance any may be given.
/// @param max_distance look no further; INFINITY: anywhere
BRN_API BrnSurfacePoint brn_bvh_closest(const BrnBvh* bvh, const double point[3],
                                        double max_distance);

/// First triangle that the ray meets, from either side; distance is in units of |direction|. A ray
/// through an edge or a corner between triangles does not slip through.
BRN_API BrnSurfacePoint brn_bvh_ray(const BrnBvh* bvh, const double origin[3],
                                    const double direction[3], double max_distance);

/// How often the surface wraps around the point: 1 inside, 0 outside of a closed surface that faces
/// out; between them near holes, and still the right side of 1/2 in most places (Jacobson et al.
/// 2013; Barill et al. 2018). To 1e-3 on average, 6e-3 at worst near a smooth surface.
BRN_API double brn_bvh_winding(const BrnBvh* bvh, const double point[3]);

/// Distance to the surface, negative where the winding number is above 1/2.
BRN_API double brn_bvh_signed_distance(const BrnBvh* bvh, const double point[3]);

/// The same for many points, on all workers. out: (count)
BRN_API void brn_bvh_closest_batch(BrnContext* ctx, const BrnBvh* bvh, const double* points,
                                   int count, double max_distance, BrnSurfacePoint* out);
BRN_API void brn_bvh_winding_batch(BrnContext* ctx, const BrnBvh* bvh, const double* points,
                                   int count, double* out);
BRN_API void brn_bvh_signed_distance_batch(BrnContext* ctx, const BrnBvh* bvh, const double* points,
                                           int count, double* out);

// ------------------------------------------------------------------------------------- embedding

/// Points bound to a tet mesh: each is a weighted sum of the corners of one tet.
typedef struct BrnEmbedding {
  int point_count;
  int* tet;         ///< (point_count)
  double* weight;   ///< add up to 1; negative ones for points outside  (point_count x 4)
  double* distance; ///< to the mesh at rest, m; 0: inside              (point_count)
  int outside_count;
  double max_distance; ///< m
} BrnEmbedding;

/// Binds points to the tets they are in, and points outside to the tet behind the nearest point of
/// the boundary. Fails with BRN_INVALID when there is no tet with volume.
/// @param points (count x 3)
BRN_API BrnStatus brn_embedding_create(BrnContext* ctx, const BrnMesh* mesh, const double* points,
                                       int count, BrnEmbedding** out);
BRN_API void brn_embedding_destroy(BrnContext* ctx, BrnEmbedding* embedding);

/// Where the points are when the vertices of the mesh are at `position`. out: (point_count x 3)
BRN_API void brn_embedding_apply(BrnContext* ctx, const BrnEmbedding* embedding,
                                 const BrnMesh* mesh, const double* position, double* out);

// ------------------------------------------------------------------------------------- diagnosis

typedef enum BrnSeverity {
  BRN_NOTE,    ///< worth knowing, harmless
  BRN_WARNING, ///< usable, but the result may suffer
  BRN_ERROR,   ///< not usable before it is mended
} BrnSeverity;

/// One finding about a mesh.
typedef struct BrnFinding {
  BrnSeverity severity;
  const char* kind; ///< short name for programs: "orphan_vertices"
  int count;
  int first;         ///< index of the first culprit; -1: no single one
  char message[160]; ///< what was found
  char cure[200];    ///< what to do about it
} BrnFinding;

typedef struct BrnDiagnosis {
  BrnSurfaceReport surface; ///< of the triangles
  BrnTetReport tets;
  int finding_count, error_count, warning_count;
  BrnFinding* finding; ///< errors first                       (finding_count)
} BrnDiagnosis;

/// Everything that is wrong or doubtful with a mesh, each with its cure.
BRN_API BrnStatus brn_mesh_diagnose(BrnContext* ctx, const BrnMesh* mesh, BrnDiagnosis** out);
BRN_API void brn_diagnosis_destroy(BrnContext* ctx, BrnDiagnosis* diagnosis);

#ifdef __cplusplus
}
#endif
