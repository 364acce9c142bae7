// SPDX-License-Identifier: Apache-2.0
//
// What the sources of a run share.
//
//   plan.c       what is to be done, and what was done already
//   run.c        the loop over the frames
//   tell.c       what is wrong with a frame
//   folder.c     paths, what is in the folder, making room
//   compare.c    what differs between two scenes
//   record.c     run.json: what was run, and how it ended
//   formats.c    which formats are written
//   frames.c     a mesh a frame, and the list of them for ParaView
//   surfaces.c   the surfaces that were given, moved
//   tables.c     the tables, and what is in their rows
//   table.c      a table as a file
//   sums.c       run.sums: checksums of all of it
//   notes.c      what is noted there, and when
//   verify.c     what of a folder is as it was written
//   watch.c      who asks a run to stop
//   state_file.c states as files: checkpoints

#pragma once

#include "brawn/io.h"
#include "brawn/run.h"
#include "core/core.h"
#include "core/json.h"
#include "run/sums.h"
#include "run/table.h"

/// What a checkpoint knows beside the state.
typedef struct BrnRunMark {
  int frame;             // last one that is done
  int first_row;         // first frame in the tables
  int unconverged;       // frames
  int first_unconverged; // when there are any
  int last;              // frame that was asked for; BRN_SCENE_FRAME: none was
  int collapsed;         // frames in which a part has lost half of its volume
  double seconds;        // of all frames
} BrnRunMark;

typedef struct BrnRunWatch BrnRunWatch;

struct BrnRun {
  BrnContext* ctx;
  const BrnScene* scene;
  BrnRunDef def;
  char* folder;
  char* stem;             // of the names of files: the scene's name
  int start, first, last; // frames: simulated from, written from, to
  bool resumes;           // it goes on from a checkpoint
  bool mends;             // it begins anew over a run whose checkpoints are of no use any more
  char checkpoint[64];    // the file that it goes on from
  int lock;               // descriptor of the folder, held until the run is over; -1: none
  BrnRunWatch* watch;     // as long as the folder is locked and not all is done; else NULL
  bool made_folder;       // it was not there
  bool begun;             // by an earlier call
  bool unclean;           // something must be written anew, though all frames are there
  BrnRunMark mark;
  BrnSums sums;   // what run.sums says
  BrnString note; // lines that are not in the file yet
  json_t* files;  // hashes of the files that the scene names

  // while it goes
  const BrnModel* model;
  BrnSolver* solver;
  BrnState* state;
  BrnStepInput* input;
  BrnDrive* drive;
  BrnMeasures* measures;
  BrnStepReport report;                                         // of the frame
  BrnTableUnits units;                                          // of the tables
  double write_seconds;                                         // of the frame
  bool told;                                                    // what formats cannot hold was said
  bool told_inverted, told_crushed, told_depth, told_collapsed; // once in a run is enough
  BrnMesh* frame;
  BrnCollection* list;
  const BrnFormatInfo** surface_format; // of those that came from files; NULL: none (surface_count)
  double* point;                        // room for those of the largest surface
};

// ------------------------------------------------------------------------------------------- tell

/// Warns of what is wrong with the frame of the mark, which has just been done, and counts it
/// there.
void brn__run_tell_frame(BrnRun* run, BrnRunMark* mark);

// ----------------------------------------------------------------------------------------- folder

/// A path in the folder, from the scratch; NULL: no memory.
char* brn__run_path(const BrnRun* run, const char* format, ...) BRN_PRINTF(2, 3);
/// A name that is good for files: letters, digits and few signs. From the context's memory.
char* brn__file_stem(BrnContext* ctx, const char* name);
/// Fills run->folder and run->stem.
BrnStatus brn__run_find_folder(BrnRun* run);
/// Is a run in the folder that came to a checkpoint?
BrnStatus brn__run_is_there(BrnRun* run, bool* out);
/// Makes the folder, and keeps other runs out of it until brn__run_unlock(). What is in the folder
/// may be looked at only then: until then another run may be about to change it.
BrnStatus brn__run_lock(BrnRun* run);
/// Plans once more, for a run whose folder was let go.
BrnStatus brn__run_plan_again(BrnRun* run);
void brn__run_unlock(BrnRun* run);
/// Removes the folder again when it was made for nothing.
void brn__run_unmake_folder(const BrnRun* run);
/// Makes the folders in it, with a run.json, and removes what is left of an earlier run; of one
/// that goes on, what was left half written.
BrnStatus brn__run_make_room(BrnRun* run);
/// Removes what killed writers have left behind.
BrnStatus brn__run_remove_leftovers(const BrnRun* run);
/// Is a process writing a run into the folder? Where the file system knows no locks: yes.
bool brn__run_is_locked(const char* folder);
/// Keeps the checkpoint of a frame for later, when it is one of the few that are kept.
BrnStatus brn__run_keep_checkpoint(BrnRun* run, int frame);
/// Removes those of frames after the mark, and damaged ones.
void brn__run_drop_checkpoints(const BrnRun* run);
/// Removes the file run.stop, by which others ask the run to stop.
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
/// A checksum of the scene as run.scene.json has it, and of run->files.
BrnStatus brn__run_scene_sum(BrnRun* run, uint64_t* size, uint64_t* sum);
BrnStatus brn__run_inputs_sum(BrnRun* run, uint64_t* sum);
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
/// Notes what brn__frames_list() is going to write.
BrnStatus brn__frames_note_list(BrnRun* run);

/// Notes the file or files of a mesh that has just been written.
BrnStatus brn__run_note_mesh(BrnRun* run, int frame, const char* path, const BrnFormatInfo* format);

BrnStatus brn__surfaces_prepare(BrnRun* run);
void brn__surfaces_done(BrnRun* run);
BrnStatus brn__surfaces_write(BrnRun* run, int frame);

// ----------------------------------------------------------------------------------------- tables

/// File of the table of that index, from 0; NULL past the last one.
const char* brn__tables_file(int index);
/// Fills run->units.
void brn__tables_choose_units(BrnRun* run);
/// Is that the file of a table?
bool brn__tables_have(const char* file);
/// Writes the tables with nothing but their heads.
BrnStatus brn__tables_start(BrnRun* run);
/// Adds the rows of a frame.
BrnStatus brn__tables_add(BrnRun* run, int frame);
/// Cuts off what is beyond the mark.
BrnStatus brn__tables_cut(BrnRun* run);

// ------------------------------------------------------------------------------------------- notes

/// Notes a file in the folder that has just been written.
BrnStatus brn__note_file(BrnRun* run, char kind, int frame, const char* name);
/// Notes a row or a head of a table that ends at a byte of its file.
BrnStatus brn__note_row(BrnRun* run, char kind, int frame, const char* name, const BrnString* row,
                        uint64_t end);
/// Notes bytes that are going to be a file of the run.
BrnStatus brn__note_bytes(BrnRun* run, const char* name, uint64_t size, uint64_t sum);
/// Notes that all of a frame is there, and writes down what was noted.
BrnStatus brn__note_mark(BrnRun* run, const BrnRunMark* mark);
/// Writes down what was noted.
BrnStatus brn__notes_flush(BrnRun* run);
/// Begins run.sums: with what holds for the whole run and, where it goes on, with the lines of all
/// frames up to the mark.
BrnStatus brn__notes_begin(BrnRun* run);
void brn__notes_done(BrnRun* run);
/// Is a file of the run as it was written? Where no line tells: yes.
/// @param known whether a line tells
bool brn__notes_fit(BrnRun* run, const char* name, bool* known);

// ------------------------------------------------------------------------------------------- watch

/// Is the number of a def other than 0? Signal handlers and other threads set it, and the watch
/// looks from a thread of its own. NULL: no.
static inline bool brn__is_raised(const volatile int* cancelled) {
  return cancelled && __atomic_load_n(cancelled, __ATOMIC_RELAXED) != 0;
}

/// Looks for whoever asks the run to stop, from a thread of its own, and marks the context then:
/// from when the folder is locked, as what is built before the first frame may take long, too. A
/// file run.stop that is there already is removed and does not count.
BrnStatus brn__watch_start(BrnRun* run);
/// Looks at once: between two steps, and where the system gave no thread.
void brn__watch_look(const BrnRunWatch* watch);
/// Removes the file run.stop, too. Does nothing when nobody watches.
void brn__watch_stop(BrnRun* run);
