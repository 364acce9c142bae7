// SPDX-License-Identifier: Apache-2.0
//
// What the sources of replays share.
//
//   open.c            what a path is, and closing
//   scene.c           a scene at rest
//   collection.c      mesh files, and lists of them
//   run_folder.c      the folder of a run
//   run_record.c      run.json: how the run is doing
//   run_frames.c      the frames that are there
//   parts.c           parts, their colours, the tets of each
//   color.c           colours
//   skin.c            which skin a part gets
//   skin_tets.c       skins made of the faces of tets, or of the triangles of a mesh
//   skin_surface.c    skins that are the surfaces that were given
//   skin_values.c     numbers at the vertices of a skin
//   normals.c         normals of a skin
//   riders.c          points that ride on the mesh
//   lines.c           lines of action, fibres
//   line_list.c       lines that are made point by point
//   inner_lines.c     inner structure of muscles that are surfaces
//   flow_lines.c      fibres on them
//   frame.c           positions and arrays of a frame
//   value_list.c      which numbers there are
//   values.c          numbers of a frame
//   values_derived.c  numbers that are worked out
//   values_flesh.c    the same of bodies of surfaces
//   values_velocity.c velocities
//   bones.c           poses of bones
//   bounds.c          the box around it all
//   distance.c        how far two runs are from each other
//   distance_skins.c  the same by their surfaces, where one has no tets

#pragma once

#include "brawn/replay.h"
#include "core/core.h"

/// How a value comes about.
typedef enum BrnValueKind {
  BRN_VALUE_ARRAY,        // the number of the array; of vectors their length
  BRN_VALUE_COMPONENT,    // one of its numbers
  BRN_VALUE_DISPLACEMENT, // from rest; component -1: its length
  BRN_VALUE_VELOCITY,     // the same
  BRN_VALUE_PART,
  BRN_VALUE_VON_MISES,
  BRN_VALUE_PRESSURE,
  BRN_VALUE_VOLUME, // over that at rest
} BrnValueKind;

typedef struct BrnValueSource {
  BrnValueKind recipe;
  char* array; // NULL: none
  int components, component;
  bool hidden; // not in the list that is shown
} BrnValueSource;

struct BrnReplayInside {
  BrnReplayDef def;
  BrnModel* model;        // owned; NULL: none
  BrnMesh* mesh;          // owned, without a model; NULL: the model's
  char* stem;             // of the files of frames; NULL: not a run's
  bool at_rest;           // there is one frame, and that is the mesh itself
  int first_frame;        // whose time is 0
  int* part_start;        // tets of part p: part_tet[part_start[p]] up to part_start[p + 1]
  int* part_tet;          // (tet_count)
  double* volume;         // of the tets at rest, m^3                      (tet_count)
  int source_count;       // values, hidden ones too
  BrnReplayValue* value;  // (source_count), shown ones first
  BrnValueSource* source; // (source_count)
  BrnMesh* frame_mesh;    // the last frame that had to be read whole; NULL: none
  int frame_index;        // its index
  uint64_t mesh_hash;     // 0: not worked out yet
  BrnEmbedding* in_other; // our vertices in the mesh of another; NULL: none
  uint64_t other_hash;    // of that mesh
};

// ----------------------------------------------------------------------------------------- opening

BrnStatus brn__replay_open_scene(BrnReplay* replay, const char* path);
BrnStatus brn__replay_open_run(BrnReplay* replay, const char* folder);
BrnStatus brn__replay_open_collection(BrnReplay* replay, const char* path);
BrnStatus brn__replay_open_mesh(BrnReplay* replay, const char* path);

/// Is there a run in the folder?
bool brn__replay_is_run(const char* folder);

/// Takes a model, or a mesh; they belong to the replay then, also on failure.
BrnStatus brn__replay_take_model(BrnReplay* replay, BrnModel* model);
BrnStatus brn__replay_take_mesh(BrnReplay* replay, BrnMesh* mesh);

/// "folder/name", from the scratch; NULL: no memory.
char* brn__replay_path(BrnContext* ctx, const char* folder, const char* name);

// --------------------------------------------------------------------------------------------- run

/// What run.json says.
typedef struct BrnRunRecord {
  char* name;
  char* outcome;
  char* message; // NULL: none
  int first, last, done;
  double per_second; // 0: not told
  double seconds;    // of all frames that are done
} BrnRunRecord;

BrnStatus brn__run_record_read(BrnContext* ctx, const char* folder, BrnRunRecord* out);
void brn__run_record_free(BrnContext* ctx, BrnRunRecord* record);
/// Sets stage, message, first, last and frame_seconds.
BrnStatus brn__replay_judge(BrnReplay* replay, const BrnRunRecord* record);
/// Adds the frames in the folder that are not in the list yet.
BrnStatus brn__replay_list_frames(BrnReplay* replay);
/// Adds a frame at the end; file is copied; NULL: the rest pose.
BrnStatus brn__replay_add_frame(BrnReplay* replay, int number, double time, const char* file);

// ------------------------------------------------------------------------------------------- parts

/// Parts with their skins, and lines of action.
BrnStatus brn__replay_make_parts(BrnReplay* replay);
void brn__replay_free_parts(BrnReplay* replay);

/// sRGB of a part; `index` counts the parts of its kind.
void brn__part_color(BrnReplayKind kind, int index, double out[3]);

BrnStatus brn__skin_make(BrnReplay* replay, int part);
BrnStatus brn__skin_from_tets(BrnContext* ctx, const BrnMesh* mesh, int label, BrnSkin* out);
BrnStatus brn__skin_from_triangles(BrnContext* ctx, const BrnMesh* mesh, int label, BrnSkin* out);
/// *fits: false when the surface is not to be shown; nothing is made then.
BrnStatus brn__skin_from_surface(BrnReplay* replay, int part, bool* fits, BrnSkin* out);
void brn__skin_free(BrnContext* ctx, BrnSkin* skin);

BrnStatus brn__riders_create(BrnContext* ctx, int count, BrnRiders* out);
void brn__riders_free(BrnContext* ctx, BrnRiders* riders);

/// Numbers of tets at the vertices of a skin.
BrnStatus brn__skin_from_tet_values(BrnReplay* replay, int part, const double* value, double* out);

BrnStatus brn__lines_of_action(BrnReplay* replay, BrnReplayLines* out);
/// Fibres of a body of surfaces, so many a muscle.
BrnStatus brn__lines_on_surfaces(BrnReplay* replay, int per_muscle, BrnReplayLines* out);

/// No lines yet; then line by line, each with its points. After a failure the caller frees them.
BrnStatus brn__lines_begin(BrnContext* ctx, BrnReplayLines* lines);
BrnStatus brn__lines_add(BrnContext* ctx, int part, BrnReplayLines* lines);
/// A point of the last line, as a mean of up to four vertices.
BrnStatus brn__lines_add_point(BrnContext* ctx, const int* vertex, const double* weight, int count,
                               BrnReplayLines* lines);
BrnStatus brn__lines_add_vertex(BrnContext* ctx, int vertex, BrnReplayLines* lines);

// ------------------------------------------------------------------------------------------ values

BrnStatus brn__value_list(BrnReplay* replay);
void brn__value_list_free(BrnReplay* replay);

/// Numbers of an array of a frame, for brn__free().
/// @param components that are expected
BrnStatus brn__frame_array(BrnReplay* replay, int index, const char* name, BrnDomain on,
                           int components, double** out);
void brn__derive_von_mises(const double* stress, int count, double* out);
void brn__derive_pressure(const double* stress, int count, double* out);
void brn__derive_volume(const BrnReplay* replay, const double* position, double* out);
BrnStatus brn__derive_velocity(BrnReplay* replay, int index, int component, double* out);
void brn__derive_part(const BrnReplay* replay, double* out);
/// Of a body of surfaces: a number a vertex, the same for all of a part.
void brn__derive_flesh_volume(const BrnReplay* replay, const double* position, double* out);
void brn__derive_flesh_part(const BrnReplay* replay, double* out);

/// Distances by the skins of parts that both have, where one of the two has no tets.
/// @param own, other positions of the two meshes
/// @param out of the vertices of `a`
BrnStatus brn__distance_by_skins(BrnReplay* a, const double* own, BrnReplay* b, const double* other,
                                 double* out);

/// Fails with the names there are.
BrnStatus brn__replay_fail_pattern(BrnContext* ctx, const BrnReplay* replay, const char* pattern);
