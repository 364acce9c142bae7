// SPDX-License-Identifier: Apache-2.0
//
// Runs: a scene is simulated frame by frame into a folder, can be stopped at any moment, and goes
// on later with the same bits.
//
//   BrnRunDef def = brn_run_def_default();
//   def.folder = "out";
//   BRN_TRY(brn_run_create(ctx, scene, &def, &run)); // looks at the folder, refuses to mix
//   BRN_TRY(brn_model_build(ctx, scene, &build_def, &model, NULL));
//   BRN_TRY(brn_run_go(run, model, &report));
//   brn_run_destroy(ctx, run);
//
// After every frame its files, its rows in the tables, and then a checkpoint are written, each
// under a temporary name that is renamed, or at the end of a table. A run that is killed goes on
// from the checkpoint: what came after it is cut off and done again. Checksums of all of it are
// kept; what is found damaged is made anew, from the last checkpoint before it.

#pragma once

#include "brawn/measure.h"

#ifdef __cplusplus
extern "C" {
#endif

// ------------------------------------------------------------------------------------------ state

/// Writes a state to a file, bit by bit. The file serves machines of the same byte order.
BRN_API BrnStatus brn_state_write(BrnContext* ctx, const BrnModel* model, const BrnState* state,
                                  const char* path);
/// Reads a state of the model.
/// @param state of the model; unchanged on failure
/// @return BRN_BAD_FILE for a damaged file, BRN_UNSUPPORTED for one of another version,
/// BRN_INVALID for a state of another model
BRN_API BrnStatus brn_state_read(BrnContext* ctx, const BrnModel* model, const char* path,
                                 BrnState* state);

// -------------------------------------------------------------------------------------------- run

#define BRN_SCENE_FRAME INT32_MIN // as the scene has it

/// How far along a run is: told after each frame.
typedef struct BrnRunProgress {
  int frame;          ///< that has just been done
  int first, last;    ///< frames that are wanted
  bool written;       ///< false: a frame before the first wanted one
  BrnOutcome outcome; ///< of its worst step
  int iterations;     ///< of the frame
  double residual;    ///< N
  const BrnStepReport*
      step;            ///< all that is told of the frame; this and `work` during the call only
  const char* work;    ///< of it what counts with the method: "3 iterations"
  double seconds;      ///< of the frame
  double seconds_left; ///< NAN until it can be told
} BrnRunProgress;

typedef void BrnRunProgressFn(void* user, const BrnRunProgress* progress);

/// Parameters. Initialise with brn_run_def_default().
typedef struct BrnRunDef {
  const char*
      folder;      ///< NULL (default): outputs.folder of the scene, or the scene's name, beside it
  int first, last; ///< frames that are wanted; default BRN_SCENE_FRAME
  bool resume;     ///< go on with the run that is in the folder; default false
  bool force;      ///< replace the run that is in the folder; default false
  bool strict;     ///< stop at the first frame that does not converge; default false
  const volatile int* cancelled; ///< once it is not 0, the run stops in the midst of the step in
                                 ///< hand, as by brn_context_cancel(); a thread of the run looks at
                                 ///< it, so store atomically (`__atomic_store_n`), from a signal
                                 ///< handler, too; NULL (default): never
  const BrnDriveOps* drive;      ///< what makes the body move; NULL (default): what the scene says
  void* drive_self;              ///< the caller's: the run does not destroy it
  BrnRunProgressFn* progress;    ///< NULL (default): silence
  void* progress_user;
  int cookie; ///< set by brn_run_def_default(); leave it alone
} BrnRunDef;

typedef enum BrnRunEnd {
  BRN_RUN_FINISHED, ///< all frames are there
  BRN_RUN_STOPPED,  ///< it was cancelled
  BRN_RUN_GAVE_UP,  ///< strict, and a frame did not converge
} BrnRunEnd;

typedef struct BrnRunReport {
  BrnRunEnd end;
  int frame;              ///< last frame that is done
  int done;               ///< frames that this call has simulated
  int written;            ///< frames in the tables, those of earlier calls included
  int unconverged;        ///< frames that did not converge, those of earlier calls included
  int first_unconverged;  ///< when there are any
  int collapsed;          ///< frames in which a soft part has lost half of its volume, likewise
  double seconds;         ///< of the frames, those of earlier calls included
  BrnStepColumn constant; ///< of the method, the same in all frames: alpha of emu; no name: none
  const char* cure;       ///< what may help where frames did not converge: a sentence
} BrnRunReport;

typedef struct BrnRun BrnRun;

BRN_API BrnRunDef brn_run_def_default(void);

/// Plans a run and looks at its folder, which is locked until the run is over; nothing is written
/// into it yet. The scene must outlive the run.
/// @return BRN_INVALID when another run is writing into the folder, or the folder holds a run that
/// must not be mixed with this one, or frames are asked for that cannot be: *out is NULL and
/// brn_last_error() tells what differs and the cure
BRN_API BrnStatus brn_run_create(BrnContext* ctx, const BrnScene* scene, const BrnRunDef* def,
                                 BrnRun** out);
/// Frees a run. NULL is allowed.
BRN_API void brn_run_destroy(BrnContext* ctx, BrnRun* run);

/// The folder it writes to.
BRN_API const char* brn_run_folder(const BrnRun* run);
/// Last frame that is done already; less than the first one when there is none.
BRN_API int brn_run_done(const BrnRun* run);
/// Frames before the wanted ones that must be simulated, too, and are not written.
BRN_API int brn_run_lead(const BrnRun* run);
/// Is there nothing left to do?
BRN_API bool brn_run_is_finished(const BrnRun* run);
/// What is known of the frames that are there.
BRN_API void brn_run_report(const BrnRun* run, BrnRunReport* report);

/// Simulates what is left. Frames that do not converge are told in the log and counted.
/// @return BRN_IO_FAILED for a full disk, BRN_UNSUPPORTED for what the solver cannot do,
/// BRN_INVALID when positions are no numbers any more, and so on: brn_last_error() tells, and what
/// was finished stays and can be resumed from
BRN_API BrnStatus brn_run_go(BrnRun* run, const BrnModel* model, BrnRunReport* report);

// -------------------------------------------------------------------------------------- verifying

/// Something of a run that is not as it was written.
typedef struct BrnRunFault {
  const char* file; ///< in the folder
  const char* what; ///< "it is damaged", "it is missing"
  int frame;        ///< from here on frames have to be made anew; INT32_MAX: none has
} BrnRunFault;

typedef void BrnRunFaultFn(void* user, const BrnRunFault* fault);

typedef struct BrnRunCheck {
  bool running;    ///< a process is writing into the folder
  bool has_sums;   ///< checksums are there
  int file_count;  ///< that were looked at
  int fault_count; ///< that are damaged or missing
  int first, done; ///< frames in the tables; done < first: none is there yet
  int from;        ///< resuming simulates what follows this frame; `done` when no frame is at fault
} BrnRunCheck;

/// Compares the files of a run with the checksums that were written beside them; changes nothing.
/// @param fn called for each fault; NULL: they are counted only
/// @return BRN_NOT_FOUND when there is no run in the folder
BRN_API BrnStatus brn_run_verify(BrnContext* ctx, const char* folder, BrnRunFaultFn* fn, void* user,
                                 BrnRunCheck* out);

/// Does a run of the model write this table, "joints.csv"?
BRN_API bool brn_run_has_table(const BrnModel* model, const char* file);

#ifdef __cplusplus
}
#endif
