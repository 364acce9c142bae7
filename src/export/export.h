// SPDX-License-Identifier: Apache-2.0
//
// What the writers of exports share. A writer is a row of the table in formats.c and one source: it
// first says which files it will write, and then goes through the frames.
//
//   BrnStatus plan(BrnExport* job) { return brn__export_plan_file(job, NULL, BRN_NO_FRAME, NULL); }
//   BrnStatus write(BrnExport* job) {
//     BrnSink sink;
//     BRN_TRY(brn__export_open(job, 0, &sink));
//     for (int k = 0; k < job->frame_count && status == BRN_OK; k++) {
//       status = brn__export_frame(job, k); // job->point[p]: in units and axes of the file
//       ...
//     }
//     return brn__export_close(job, &sink, status);
//   }
//
//   export.c  the steps                        choose.c  which parts and frames
//   names.c   names of files                   files.c   what is in the way, and sinks
//   frame.c   where everything is in a frame   skins.c   skins as meshes
//   axes.c    units and axes                   formats.c the table

#pragma once

#include "brawn/export.h"
#include "io/sink.h"

typedef struct BrnExport BrnExport;

typedef struct BrnExportWriter {
  BrnExportFormat about;
  /// Names all files that will be written, by brn__export_plan_file(). Nothing is written yet.
  BrnStatus (*plan)(BrnExport* job);
  /// Writes them: file i of the plan by brn__export_open(job, i, &sink).
  BrnStatus (*write)(BrnExport* job);
} BrnExportWriter;

struct BrnExport {
  BrnContext* ctx;
  BrnReplay* replay;
  const char* path; // as the user wrote it
  BrnExportDef def; // complete
  const BrnExportWriter* writer;

  int part_count;  // that were chosen
  int* part;       // of replay->part                                   (part_count)
  char** stem;     // good for names of files, and all different         (part_count)
  char* name;      // of the run; good for names of files
  int frame_count; // that were chosen: at least 1
  int* frame;      // of replay->frame, ascending                        (frame_count)
  int spacing;     // frame numbers from one to the next; 0: they differ
  double rate;     // frames of the export a second; NAN: spacing is 0

  int file_count;
  char** file; // the plan                                             (file_count)
  size_t file_room;

  // of the frame that was read last
  double* position; // of the mesh, m, Y up                              (vertex_count x 3)
  double** point;   // of the skins, in units and axes of the file         (part_count)
  double** normal;  // of the skins, in axes of the file; NULL until brn__export_want_normals()

  bool bare;            // only positions are wanted: no points, no normals; writers may set it
  int pass, pass_count; // of going through the frames, for the progress; writers may set them
  double start;         // of the clock
  BrnExportReport report;
};

// ------------------------------------------------------------------------------------------ steps

/// Is that one of the writer's extensions?
bool brn__export_has_extension(const BrnExportWriter* writer, const char* extension);
/// Fills writer: by name, or by the extension of the path.
BrnStatus brn__export_find_writer(BrnExport* job);
/// Fills parts and frames.
BrnStatus brn__export_choose(BrnExport* job);
/// Fails when a file of the plan is there and may not be replaced; makes the folder.
BrnStatus brn__export_check_files(BrnExport* job);

// ------------------------------------------------------------------------------------------ files

#define BRN_NO_FRAME INT32_MIN

/// Adds a file to the plan.
/// @param stem of a part, which goes into the name; NULL: none
/// @param frame number that goes into the name; BRN_NO_FRAME: none
/// @param extension NULL: as the user wrote it
BrnStatus brn__export_plan_file(BrnExport* job, const char* stem, int frame, const char* extension);
/// Is there only one frame, and no place for a number in the path?
bool brn__export_is_still(const BrnExport* job);
/// The path from its last '/' on, as files beside it name it.
const char* brn__export_base(const char* path);

BrnStatus brn__export_open(BrnExport* job, int file, BrnSink* sink);
/// Closes a sink when status is BRN_OK, and counts the file; abandons it otherwise.
/// @return the first failure
BrnStatus brn__export_close(BrnExport* job, BrnSink* sink, BrnStatus status);

// ----------------------------------------------------------------------------------------- frames

/// Reads frame k of the chosen ones: fills position, point and normal. Tells the progress, and
/// fails when the export was cancelled.
BrnStatus brn__export_frame(BrnExport* job, int k);
/// Just the telling.
BrnStatus brn__export_tell(BrnExport* job, int k);
/// The same for the rest pose; there is no progress.
BrnStatus brn__export_rest(BrnExport* job);
/// From now on there are normals, too.
BrnStatus brn__export_want_normals(BrnExport* job);

const BrnReplayPart* brn__export_part(const BrnExport* job, int p);
/// Number and time, s, of frame k of the chosen ones.
int brn__export_number(const BrnExport* job, int k);
double brn__export_time(const BrnExport* job, int k);
/// Is a frame of that number among those that are asked for?
bool brn__export_is_wanted(const BrnExport* job, int number);
/// Fails when frames are not at equal distances, for formats that have a rate.
BrnStatus brn__export_need_rate(BrnExport* job);
/// Fails when a frame is not later than the one before, by what floats can tell.
BrnStatus brn__export_need_times(BrnExport* job);
/// Is the bone of the model among the chosen parts?
bool brn__export_has_bone(const BrnExport* job, int bone);

/// The skin of a part, or of all in one with a label a part, as a mesh that has no positions yet:
/// triangles, polygons, labels with names. Free it with brn_mesh_destroy().
BrnStatus brn__export_skin_mesh(BrnExport* job, int p, BrnMesh** out);
BrnStatus brn__export_joined_mesh(BrnExport* job, BrnMesh** out);
/// Copies the points of the last frame into such a mesh.
void brn__export_move_mesh(const BrnExport* job, int p, BrnMesh* mesh);
void brn__export_move_joined(const BrnExport* job, BrnMesh* mesh);
/// Writes a mesh, which is in units and axes of the file, in a format of the room io.
BrnStatus brn__export_write_mesh(BrnExport* job, const char* format, int file, const BrnMesh* mesh);

// -------------------------------------------------------------------------------- units and axes
// Inside everything is metres, Y up. A file has its own unit and up-axis. The change of axes is a
// rotation, never a mirror: what faces out faces out.

/// out may be point.
void brn__export_point(const BrnExport* job, const double point[3], double out[3]);
/// Of directions: the length stays.
void brn__export_direction(const BrnExport* job, const double direction[3], double out[3]);
/// x to R x + t in metres, Y up, as what it does to points of the file.
BrnPose brn__export_pose(const BrnExport* job, const BrnPose* pose);
/// Pose of a bone from rest in the frame that was read last, in units and axes of the file.
BrnPose brn__export_bone_pose(const BrnExport* job, int bone);
