// SPDX-License-Identifier: Apache-2.0
//
// Runs to look at: what pictures, the page and exports show of a folder that `brawn run` has
// written, or is still writing.
//
//   BRN_TRY(brn_replay_open(ctx, "out", NULL, &replay));
//   BRN_TRY(brn_replay_positions(replay, 0, position));        // of the first frame there is
//   BRN_TRY(brn_replay_values(replay, 0, "stretch", &values)); // a number a tet
//   brn_riders_apply(ctx, &replay->part[0].skin.rider, position, points);
//
// Only what is asked for is read: a frame of 300,000 tets gives its positions in milliseconds. A
// scene opens, too (its rest pose is the one frame), and so does any mesh file.

#pragma once

#include "brawn/anatomy.h"

#ifdef __cplusplus
extern "C" {
#endif

// ------------------------------------------------------------------------------------ what is seen

typedef enum BrnReplayKind {
  BRN_REPLAY_BONE,
  BRN_REPLAY_MUSCLE,
  BRN_REPLAY_TENDON,
  BRN_REPLAY_OTHER, ///< a mesh file does not tell
} BrnReplayKind;

/// Points that ride on the mesh: each is a mean of four of its vertices.
typedef struct BrnRiders {
  int point_count;
  int* vertex;    ///< of the mesh                        (point_count x 4)
  double* weight; ///< they add up to 1                    (point_count x 4)
} BrnRiders;

/// The outside of a part.
typedef struct BrnSkin {
  BrnRiders rider; ///< its vertices
  int triangle_count;
  int* triangle;   ///< corners among its vertices, facing out            (triangle_count x 3)
  int* polygon;    ///< as BrnMesh.polygon; NULL: all are triangles       (triangle_count)
  double* tendon;  ///< 0 muscle to 1 tendon                               (rider.point_count)
  bool is_surface; ///< it is the surface that was given, in its vertex order; false: the faces of
                   ///< the tets
} BrnSkin;

typedef struct BrnReplayPart {
  char* name;
  BrnReplayKind kind;
  int label;       ///< of its tets in mesh->tet_label, or of its triangles
  bool hidden;     ///< shown and exported only when it is asked for by its name: the envelope
  double color[3]; ///< sRGB, 0 to 1, at rest: bone, tendon and muscle have their own, and muscles
                   ///< differ a little from each other
  BrnSkin skin;
} BrnReplayPart;

/// Polylines on the mesh: line i is point start[i] to start[i + 1] - 1.
typedef struct BrnReplayLines {
  int line_count;
  int* start; ///< (line_count + 1)
  int* part;  ///< of the list of parts                     (line_count)
  BrnRiders rider;
} BrnReplayLines;

/// A number that frames have for each vertex or tet, to colour by.
typedef struct BrnReplayValue {
  const char* name;  ///< "stress"
  const char* title; ///< "von Mises stress"
  const char* unit;  ///< "Pa"; "": none
  BrnDomain on;      ///< BRN_ON_VERTEX or BRN_ON_TET
  bool soft;         ///< it means nothing in bones, which keep their colour
  double natural[2]; ///< a range that suits every run (activation: 0 and 1); NAN: take that of the
                     ///< frames
  double middle;     ///< value that means nothing happens (stretch: 1); NAN: there is none
} BrnReplayValue;

typedef struct BrnReplayFrame {
  int number;
  double time; ///< s
  char* file;  ///< path; NULL: the rest pose
} BrnReplayFrame;

typedef enum BrnReplayStage {
  BRN_REPLAY_STILL,    ///< a scene or a mesh: there is no run
  BRN_REPLAY_RUNNING,  ///< a process is writing it
  BRN_REPLAY_FINISHED, ///< all frames are there
  BRN_REPLAY_STOPPED,  ///< it was stopped, killed, or failed: `message` has what is known
} BrnReplayStage;

/// A run, opened. Read-only for its users; brn_replay_refresh() adds frames at the end.
typedef struct BrnReplay {
  BrnContext* ctx;
  char* name;
  char* folder;          ///< NULL: it is no run
  const BrnModel* model; ///< NULL: a mesh file, or a run of an older version
  const BrnMesh* mesh;   ///< at rest (of mesh files: as they are): positions, tets, labels
  int part_count, frame_count, value_count;
  BrnReplayPart* part;
  BrnReplayFrame* frame;
  BrnReplayValue* value;
  BrnReplayLines action; ///< lines of action
  double per_second;     ///< frames
  BrnReplayStage stage;
  char* message;        ///< why it stopped; NULL: nothing is known
  int first, last;      ///< frames that are wanted
  double frame_seconds; ///< that a frame took, on average; NAN: not known
  struct BrnReplayInside* inside;
} BrnReplay;

// ----------------------------------------------------------------------------------------- opening

typedef enum BrnSkinChoice {
  BRN_SKIN_AUTO,    ///< surfaces where a part has one and it fits (default)
  BRN_SKIN_TETS,    ///< the faces of the tets
  BRN_SKIN_SURFACES ///< as auto, and parts without a surface keep the faces of their tets
} BrnSkinChoice;

/// Parameters. Initialise with brn_replay_def_default().
typedef struct BrnReplayDef {
  BrnSkinChoice skin;
  const char* cache; ///< for scenes: folder that keeps built models; NULL (default): none
  BrnBuildProgressFn* progress; ///< for scenes; NULL (default): silence
  void* progress_user;
  int cookie; ///< set by brn_replay_def_default(); leave it alone
} BrnReplayDef;

BRN_API BrnReplayDef brn_replay_def_default(void);

/// Opens a run's folder, a .pvd, a scene file, or a mesh file.
/// @param def NULL: the defaults
/// @return BRN_NOT_FOUND, BRN_BAD_FILE, ...: *out is NULL and brn_last_error() names the culprit
/// and the cure. A run without a frame yet opens, with none.
BRN_API BrnStatus brn_replay_open(BrnContext* ctx, const char* path, const BrnReplayDef* def,
                                  BrnReplay** out);
/// Closes a replay. NULL is allowed.
BRN_API void brn_replay_close(BrnContext* ctx, BrnReplay* replay);

/// Looks for new frames and for how the run is doing; cheap. Frames that are there stay.
/// @param changed may be NULL
BRN_API BrnStatus brn_replay_refresh(BrnReplay* replay, bool* changed);

/// Asks the process that writes the run to stop after the step in hand, as Ctrl-C does.
/// @return BRN_INVALID when none is running
BRN_API BrnStatus brn_replay_stop(BrnReplay* replay);

/// Is the part meant? A pattern is a name, with * and ? for any letters; that of a muscle means all
/// its heads; "bones", "muscles" and "tendons" are kinds. What is hidden is meant by its own name
/// alone.
BRN_API bool brn_part_matches(const BrnReplayPart* part, const char* pattern);

/// Index of the frame of that number; -1: it is not there.
BRN_API int brn_replay_find_frame(const BrnReplay* replay, int number);

// ------------------------------------------------------------------------------------------ frames

/// Positions of all vertices of the mesh in a frame, m. out: (vertex_count x 3)
BRN_API BrnStatus brn_replay_positions(BrnReplay* replay, int index, double* out);

/// A number for each vertex or tet of the mesh. Free with brn_values_free().
typedef struct BrnValues {
  const BrnReplayValue* about;
  double* value; ///< (vertex_count or tet_count)
} BrnValues;

/// Reads or works out the numbers of a frame. All runs have: displacement, speed, part, activation,
/// stretch, volume (now over at rest; of surfaces that of the whole muscle), and those on tets
/// stress (von Mises), pressure and energy; mesh files have their own arrays. "stress.xx" is a
/// component.
/// @return BRN_NOT_FOUND with the names there are
BRN_API BrnStatus brn_replay_values(BrnReplay* replay, int index, const char* name, BrnValues* out);
BRN_API void brn_values_free(BrnContext* ctx, BrnValues* values);

/// Where riders are when the mesh is at `position`. out: (point_count x 3)
BRN_API void brn_riders_apply(BrnContext* ctx, const BrnRiders* riders, const double* position,
                              double* out);
/// Numbers at the vertices of a part's skin: those of tets are averaged over the part's own tets
/// around each vertex. out: (rider.point_count)
BRN_API BrnStatus brn_skin_values(BrnReplay* replay, int part, const BrnValues* values,
                                  double* out);
/// Unit normals of a skin, smooth over its triangles by their angles.
/// @param point of its vertices, out: (rider.point_count x 3)
BRN_API void brn_skin_normals(BrnContext* ctx, const BrnSkin* skin, const double* point,
                              double* out);

/// Fibres of all muscles as polylines, in order of the muscles. Nothing without a model.
BRN_API BrnStatus brn_replay_fibres(BrnReplay* replay, int per_muscle, BrnReplayLines* out);

/// What the inner structure of muscles that are surfaces is made of.
typedef enum BrnInnerLines {
  BRN_INNER_BRANCHES, ///< from its leaves towards the root
  BRN_INNER_LINKS,    ///< from each vertex to its inner point
  BRN_INNER_ROOTS,    ///< edges between the vertices that it grew from; one point: a lone vertex
} BrnInnerLines;

/// The inner structure as polylines, muscle by muscle. Nothing without a model of surfaces.
BRN_API BrnStatus brn_replay_inner(BrnReplay* replay, BrnInnerLines what, BrnReplayLines* out);
/// Short strokes along the fibres on muscles that are surfaces.
/// @param share of the length of a muscle, to each side of where a stroke begins
BRN_API BrnStatus brn_replay_flow(BrnReplay* replay, int per_muscle, double share,
                                  BrnReplayLines* out);
BRN_API void brn_replay_lines_free(BrnContext* ctx, BrnReplayLines* lines);

/// Pose of a bone of the model from rest, by where its vertices are.
BRN_API BrnPose brn_replay_bone_pose(const BrnReplay* replay, int bone, const double* position);

/// Box around all skins when the mesh is at `position`.
BRN_API BrnStatus brn_replay_bounds(BrnReplay* replay, const double* position, double low[3],
                                    double high[3]);

// --------------------------------------------------------------------------------------- comparing

/// How far the vertices of frame `index` of `a` are from where `b` has them in its frame of the
/// same time, m. Meshes may differ as long as their rest poses lie on each other. A body of
/// surfaces is compared with one of tets by the surfaces of the parts with the same name.
/// @param out (a->mesh->vertex_count)
BRN_API BrnStatus brn_replay_distance(BrnReplay* a, int index, BrnReplay* b, double* out);

#ifdef __cplusplus
}
#endif
