// SPDX-License-Identifier: Apache-2.0
//
// From overlapping surfaces to one conforming tet mesh in which every tet belongs to one part.
//
//   BrnTetraPart part[2] = {{.surface = humerus, .label = 1, .name = "humerus", .priority = 1},
//                           {.surface = biceps, .label = 2, .name = "biceps"}};
//   BrnTetraDef def = brn_tetra_def_default();
//   def.part = part;
//   def.part_count = 2;
//   def.tets = 100000;
//   BrnMesh* mesh;
//   BRN_TRY(brn_tetra_make(ctx, &def, &mesh, NULL));
//
// The surfaces may overlap, touch, have holes, and have flipped or self-intersecting triangles:
// what is inside goes by winding numbers. Small defects are mended on a copy and warned of. A point
// inside several parts belongs to the one of highest priority (bones before muscles), and among
// equals to the one it lies deepest in. The same def gives the same bytes on every run, with any
// number of workers.

#pragma once

#include "brawn/mesh.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A surface that becomes the tets of one label.
typedef struct BrnTetraPart {
  const BrnMesh* surface; ///< its triangles, facing out
  int label;              ///< of its tets; different for every part
  const char* name;       ///< of the label; NULL: none
  int priority;           ///< the higher one has the overlap; bones above muscles
} BrnTetraPart;

/// An attachment. Where the gap between two parts is at most `gap` wide, part a fills it.
typedef struct BrnTetraBridge {
  int a;      ///< the part that grows: a muscle or a tendon; index into part
  int b;      ///< what it grows to: a bone, say
  double gap; ///< m
} BrnTetraBridge;

/// Why a part cannot be used.
typedef enum BrnTetraRefusal {
  BRN_REFUSED_BROKEN = 1, ///< corners that are out of range or not finite
  BRN_REFUSED_EMPTY,      ///< no triangles, or only ones without area or back to back
  BRN_REFUSED_OPEN,       ///< inside and outside cannot be told apart over a quarter of its area
  BRN_REFUSED_FLAT,       ///< it encloses nothing
  BRN_REFUSED_TWIN,       ///< it lies on another part
  BRN_REFUSED_HIDDEN,     ///< other parts own all of it
  BRN_REFUSED_THIN,       ///< it is thinner than the tets can show
} BrnTetraRefusal;

/// How far along the work is. fraction is of the expected time and never goes back.
typedef void BrnTetraProgressFn(void* user, const char* stage, double fraction);

/// Parameters. Initialise with brn_tetra_def_default().
typedef struct BrnTetraDef {
  const BrnTetraPart* part;
  int part_count;
  const BrnTetraBridge* bridge; ///< attachments whose gaps are closed; NULL: none (bridge_count)
  int bridge_count;
  double size;      ///< edge length at the surfaces, m; 0 (default): from tets
  int tets;         ///< tets wanted when size is 0; what comes is near; default 100000
  double thickness; ///< where a part has less edges across, they are halved; default 1
  int thin_levels;  ///< how often an edge may be halved where a part is thin; 0 to 6, default 3
  int passes;       ///< rounds of improvement; default 16
  BrnTetraProgressFn* progress; ///< NULL: silence
  void* progress_user;
  /// Where the triangles go that parts were refused for: labelled like their part, with the array
  /// "reason" of BrnTetraRefusal. NULL when nothing was refused, or nothing can be shown. The mesh
  /// belongs to the caller. NULL (default): not wanted.
  BrnMesh** refused;
  int cookie; ///< set by brn_tetra_def_default(); leave it alone
} BrnTetraDef;

/// What became of a part.
typedef struct BrnTetraPartReport {
  int tet_count, component_count; ///< components by shared faces
  double volume;                  ///< m^3
  double surface_volume;          ///< of the surface by itself, m^3; more than volume where a
                                  ///< stronger part took something away
} BrnTetraPartReport;

typedef struct BrnTetraReport {
  double size;       ///< edge length at the surfaces that was used, m
  BrnTetReport tets; ///< quality, of all of them
  int part_count;
  BrnTetraPartReport* part; ///< in the order of the def     (part_count)
  double seconds[4];        ///< planning, cutting, improvement, all
} BrnTetraReport;

BRN_API BrnTetraDef brn_tetra_def_default(void);

/// Makes the mesh: upright tets with labels and their names.
/// @param report may be NULL; its list belongs to the caller: brn_tetra_report_clear()
/// @return BRN_INVALID for a def or a surface that cannot be used, or a part that gets no tets:
/// *out is NULL, brn_last_error() names the part, the reason and a cure, and def->refused gets the
/// triangles
BRN_API BrnStatus brn_tetra_make(BrnContext* ctx, const BrnTetraDef* def, BrnMesh** out,
                                 BrnTetraReport* report);

BRN_API void brn_tetra_report_clear(BrnContext* ctx, BrnTetraReport* report);

#ifdef __cplusplus
}
#endif
