// SPDX-License-Identifier: Apache-2.0
//
// Runs for other programs: point caches, mesh sequences, scenes with their motion, bone motion and
// tables.
//
//   BrnExportDef def = brn_export_def_default();
//   def.metres_per_unit = 0.01; // centimetres
//   def.up = 'z';
//   BRN_TRY(brn_export(ctx, replay, "arm.pc2", &def, &report));
//
// The format goes by the extension; brn_export_format() tells which there are. Files are written
// under temporary names and renamed when they are whole. Whether one would be replaced is found out
// before any work.

#pragma once

#include "brawn/replay.h"
#include "brawn/run.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Parameters. Initialise with brn_export_def_default(); NULL in a call means just that.
typedef struct BrnExportDef {
  const char* format;      ///< name of a format; NULL (default): by extension
  int first, last;         ///< numbers of frames; BRN_SCENE_FRAME (default): from the first there
                           ///< is, to the last
  int every;               ///< frames from one to the next; default 1
  double metres_per_unit;  ///< length of the file's unit; default 1
  char up;                 ///< the file's up-axis, 'x', 'y' (default) or 'z'
  const char* const* part; ///< names of parts with * and ?; or "bones", "muscles", "tendons"
  int part_count;          ///< 0 (default): all parts
  bool joined;             ///< all parts in one file, where the format has one a part; default
                           ///< false
  bool solid;              ///< the tets, too, where the format has them (usda); default false
  bool force;              ///< replace files that are there; default false
  double tolerance;        ///< how far off what is left out may be, m; default 0
  size_t memory;           ///< bytes that may be held where a format wants all frames of a part at
                           ///< once (usda); default 256 MB
  BrnBuildProgressFn* progress; ///< NULL (default): silence
  void* progress_user;
  const volatile int* cancelled; ///< once it is not 0, the export stops; a signal handler may set
                                 ///< it; NULL (default): never
  int cookie;                    ///< set by brn_export_def_default(); leave it alone
} BrnExportDef;

typedef struct BrnExportReport {
  int frames, files, parts;
  long long vertices; ///< of a frame
  double bytes;       ///< of all files
  bool stopped;       ///< it was cancelled
} BrnExportReport;

/// What can be written, for messages and completion.
typedef struct BrnExportFormat {
  const char* name;       ///< "pc2", as in BrnExportDef.format
  const char* extensions; ///< "glb gltf": without dots, separated by spaces
  const char* title;      ///< one line for people
} BrnExportFormat;

BRN_API BrnExportDef brn_export_def_default(void);

/// @return the format of that index, from 0; NULL past the last one.
BRN_API const BrnExportFormat* brn_export_format(int index);

/// Writes frames of a run. Where a format has a file a part or a frame, the names are made from
/// `path`: arm.pc2 becomes arm.biceps.pc2, arm.obj becomes arm.biceps.0001.obj; arm.%04d.obj and
/// arm.####.obj say where the number goes. A path that ends with '/' is a folder.
/// @param report may be NULL; on failure it tells what was finished
/// @return BRN_INVALID for files that are there already, and when it was cancelled; BRN_NOT_FOUND
/// for parts and frames that are not there; BRN_UNSUPPORTED for what a format cannot hold
BRN_API BrnStatus brn_export(BrnContext* ctx, BrnReplay* replay, const char* path,
                             const BrnExportDef* def, BrnExportReport* report);

#ifdef __cplusplus
}
#endif
