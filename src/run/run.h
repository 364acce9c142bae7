// SPDX-License-Identifier: Apache-2.0
//
// What the sources of a run share.
//
//   plan.c       what is to be done, and what was done already
//   run.c        the loop over the frames
//   folder.c     paths, what is in the folder, making room
//   compare.c    what differs between two scenes
//   record.c     run.json: what was run, and how it ended
//   formats.c    which formats are written
//   frames.c     a mesh a frame, and the list of them for ParaView
//   surfaces.c   the surfaces that were given, moved
//   tables.c     the tables, and what is in their rows
//   table.c      a table as a file
//   state_file.c states as files: checkpoints

#pragma once

#include "brawn/io.h"
#include "brawn/run.h"
#include "core/core.h"
#include "core/json.h"

/// What a checkpoint knows beside the state.
typedef struct BrnRunMark {
  int frame;             // last one that is done
  int first_row;         // first frame in the tables
  int unconverged;       // frames
  int first_unconverged; // when there are any
  int last;              // frame that was asked for; BRN_SCENE_FRAME: none was
  int unused;            // no padding, whose bytes are anybody's
  double seconds;        // of all frames
} BrnRunMark;

/// A frame as a mesh: positions and arrays are filled anew for each.
typedef struct BrnRunMesh {
  BrnMesh* mesh;
  double *velocity, *fibre, *activation, *stretch, *stress, *energy; // of its arrays
} BrnRunMesh;

struct BrnRun {
  BrnContext* ctx;
  const BrnScene* scene;
  BrnRunDef def;
  char* folder;
  char* stem;             // of the names of files: the scene's name
  int start, first, last; // frames: simulated from, written from, to
  bool resumes;           // it goes on from a checkpoint
  int lock;               // descriptor of the folder, held while the run goes; -1: none
  BrnRunMark mark;
  json_t* files; // hashes of the files that the scene names

  // while it goes
  const BrnModel* model;
  BrnSolver* solver;
  BrnState* state;
  BrnStepInput* input;
  BrnMeasures* measures;
  BrnStepReport report; // of the frame
  double write_seconds; // of the frame
  bool told;            // what formats cannot hold was said
  BrnRunMesh frame;
  BrnCollection* list;
  const BrnFormatInfo** surface_format; // of those that came from files; NULL: none (surface_count)
  double* point;                        // room for those of the largest surface
};

// ----------------------------------------------------------------------------------------- folder

/// A path in the folder, from the scratch; NULL: no memory.
char* brn__run_path(const BrnRun* run, const char* format, ...) BRN_PRINTF(2, 3);
/// A name that is good for files: letters, digits and few signs. From the context's memory.
char* brn__file_stem(BrnContext* ctx, const char* name);
/// Fills run->folder and run->stem.
BrnStatus brn__run_find_folder(BrnRun* run);
/// Is a run in the folder that came to a checkpoint?
BrnStatus brn__run_is_there(BrnRun* run, bool* out);
/// How far it came: run->mark.
BrnStatus brn__run_look(BrnRun* run);
/// Makes the folder, and keeps other runs out of it until brn__run_unlock().
BrnStatus brn__run_lock(BrnRun* run);
void brn__run_unlock(BrnRun* run);
/// Makes the folders in it, with a run.json, and removes what is left of an earlier run; of one
/// that goes on, what was left half written.
BrnStatus brn__run_make_room(BrnRun* run);
/// Is a process writing a run into the folder? Where the file system knows no locks: yes.
bool brn__run_is_locked(const char* folder);
/// Is there a file run.stop, by which others ask the run to stop?
bool brn__run_is_stopped(const BrnRun* run);
/// Removes it.
void brn__run_forget_stop(const BrnRun* run);

// ----------------------------------------------------------------------------------------- record

/// Hashes of the files that the scene names: run->files.
BrnStatus brn__run_hash_files(BrnRun* run);
/// Fails with what differs from the run that is in the folder.
BrnStatus brn__run_compare(BrnRun* run);
/// Adds a line to `out` for each difference: "muscles.biceps.activation: was 0.5, is 0.7".
/// @return how many there are, of which at most `most` are told
int brn__scene_differences(BrnContext* ctx, json_t* was, json_t* is, int most, BrnString* out);
/// Writes run.scene.json.
BrnStatus brn__run_write_scene(BrnRun* run);
/// Writes run.json.
/// @param message NULL: none
BrnStatus brn__run_write_record(BrnRun* run, const char* outcome, const char* message);

// ---------------------------------------------------------------------------------------- formats

enum { BRN_RUN_FORMATS = 16 };

/// Are the formats that the scene asks for there?
BrnStatus brn__run_check_formats(BrnContext* ctx, const BrnScene* scene);
/// Those of outputs.formats that are for tets, or for surfaces alone.
/// @return how many
int brn__run_formats(const BrnScene* scene, bool tets, const BrnFormatInfo* out[BRN_RUN_FORMATS]);
/// The format that a file of that name is written in; NULL: none.
const BrnFormatInfo* brn__run_format_of(const char* file);
/// Its usual extension.
typedef struct BrnExtension {
  char text[16];
} BrnExtension;
BrnExtension brn__run_extension(const BrnFormatInfo* format);

// ----------------------------------------------------------------------------------------- frames

/// Are there files of a frame, or rows only?
bool brn__run_has_files(const BrnRun* run, int frame);

BrnStatus brn__frames_prepare(BrnRun* run);
void brn__frames_done(BrnRun* run);
/// Writes the mesh of the frame that has just been measured.
BrnStatus brn__frames_write(BrnRun* run, int frame);
/// Writes the list of all frames.
BrnStatus brn__frames_list(BrnRun* run);
/// Finds the frames up to the mark that are there.
BrnStatus brn__frames_recall(BrnRun* run);

BrnStatus brn__surfaces_prepare(BrnRun* run);
void brn__surfaces_done(BrnRun* run);
BrnStatus brn__surfaces_write(BrnRun* run, int frame);

// ----------------------------------------------------------------------------------------- tables

/// File of the table of that index, from 0; NULL past the last one.
const char* brn__tables_file(int index);
/// Is that the file of a table?
bool brn__tables_have(const char* file);
/// Writes the tables with nothing but their heads.
BrnStatus brn__tables_start(BrnRun* run);
/// Adds the rows of a frame.
BrnStatus brn__tables_add(BrnRun* run, int frame);
/// Cuts off what is beyond the mark.
BrnStatus brn__tables_cut(BrnRun* run);
