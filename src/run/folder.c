// SPDX-License-Identifier: Apache-2.0

#include "io/folder.h"

#include "run/run.h"
#include "run/state_file.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

// ------------------------------------------------------------------------------------------ paths

char* brn__run_path(const BrnRun* run, const char* format, ...) {
  va_list args, again;
  va_start(args, format);
  va_copy(again, args);
  size_t length = (size_t)vsnprintf(NULL, 0, format, args), folder = strlen(run->folder);
  char* path = brn__scratch(run->ctx, folder + length + 2, char);
  if (path) {
    memcpy(path, run->folder, folder);
    path[folder] = '/';
    vsnprintf(path + folder + 1, length + 1, format, again);
  }
  va_end(again);
  va_end(args);
  return path;
}

char* brn__file_stem(BrnContext* ctx, const char* name) {
  char* stem = brn__strdup(ctx, name && *name ? name : "run");
  for (char* c = stem; c && *c; c++) {
    bool plain = isalnum((unsigned char)*c) || *c == '_' || *c == '-' || *c == '.';
    if (!plain || (c == stem && *c == '.')) *c = '_';
  }
  return stem;
}

// relative to the scene's folder; a scene that came from no file has none
static char* beside_scene(BrnContext* ctx, const BrnScene* scene, const char* name) {
  if (name[0] == '/' || !scene->folder || strcmp(scene->folder, ".") == 0) {
    return brn__strdup(ctx, name);
  }
  size_t room = strlen(scene->folder) + strlen(name) + 2;
  char* path = brn__alloc(ctx, room, 1);
  if (path) snprintf(path, room, "%s/%s", scene->folder, name);
  return path;
}

BrnStatus brn__run_find_folder(BrnRun* run) {
  run->stem = brn__file_stem(run->ctx, run->scene->name);
  if (!run->stem) return BRN_NO_MEMORY;
  const char* named = run->scene->outputs.folder;
  if (run->def.folder) {
    run->folder = brn__strdup(run->ctx, run->def.folder);
  } else {
    run->folder = beside_scene(run->ctx, run->scene, named && *named ? named : run->stem);
  }
  return run->folder ? BRN_OK : BRN_NO_MEMORY;
}

// ----------------------------------------------------------------------------------- what is there

static bool is_there(const char* path) { return access(path, F_OK) == 0; }

BrnStatus brn__run_is_there(BrnRun* run, bool* out) {
  BrnScratchMark mark = brn__scratch_mark(run->ctx);
  const char* checkpoint = brn__run_path(run, "run.checkpoint");
  *out = checkpoint && is_there(checkpoint);
  brn__scratch_release(run->ctx, mark);
  return checkpoint ? BRN_OK : BRN_NO_MEMORY;
}

static BrnStatus look(BrnRun* run) {
  const char* checkpoint = brn__run_path(run, "run.checkpoint");
  const char* record = brn__run_path(run, "run.json");
  if (!checkpoint || !record) return BRN_NO_MEMORY;
  if (!is_there(record)) {
    return brn__fail(run->ctx, BRN_BAD_FILE,
                     "%s: there is a checkpoint, but no run.json that tells what was run; --force "
                     "starts anew",
                     run->folder);
  }
  return brn__checkpoint_peek(run->ctx, checkpoint, &run->mark, sizeof run->mark);
}

BrnStatus brn__run_look(BrnRun* run) {
  BrnScratchMark mark = brn__scratch_mark(run->ctx);
  BrnStatus status = look(run);
  brn__scratch_release(run->ctx, mark);
  return status;
}

// ------------------------------------------------------------------------------------ making room

static const char* const folders[] = {"frames", "surfaces"};
enum { FOLDERS = sizeof folders / sizeof *folders };

// "arm.0012.vtu": a name, a number of at least four signs, an extension
static bool is_frame(const char* name) {
  const char* last = strrchr(name, '.');
  if (!last || last == name) return false;
  const char* at = last;
  while (at > name && (isdigit((unsigned char)at[-1]) || at[-1] == '-')) at--;
  return last - at >= 4 && at > name && at[-1] == '.';
}

// "run.csv" of "run.csv.tmp0", which a killed writer has left behind
static bool strip_leftover(const char* name, char* whole, size_t size) {
  const char* tail = strstr(name, ".tmp");
  if (!tail || !tail[4] || strspn(tail + 4, "0123456789") != strlen(tail + 4)) return false;
  snprintf(whole, size, "%.*s", (int)(tail - name), name);
  return true;
}

// Files are only removed by names that a run gives them: there may be others beside them.
static bool is_of_run(const BrnRun* run, const char* name) {
  static const char* const known[] = {"run.checkpoint", "run.json", "run.model", "run.scene.json"};
  size_t stem = strlen(run->stem);
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    if (strcmp(name, known[i]) == 0) return true;
  }
  return brn__tables_have(name) ||
         (strncmp(name, run->stem, stem) == 0 && strcmp(name + stem, ".pvd") == 0);
}

static bool is_of_frames(const BrnRun* run, const char* name) {
  (void)run;
  return is_frame(name);
}

static void remove_from(const BrnRun* run, const char* path, bool leftovers_only,
                        bool (*is_meant)(const BrnRun* run, const char* name)) {
  DIR* folder = opendir(path);
  if (!folder) return;
  struct dirent* entry;
  while ((entry = readdir(folder))) {
    char whole[sizeof entry->d_name];
    bool leftover = strip_leftover(entry->d_name, whole, sizeof whole);
    bool meant = leftover ? is_meant(run, whole) : !leftovers_only && is_meant(run, entry->d_name);
    if (meant) unlinkat(dirfd(folder), entry->d_name, 0);
  }
  closedir(folder);
}

static BrnStatus remove_all(const BrnRun* run, bool leftovers_only) {
  remove_from(run, run->folder, leftovers_only, is_of_run);
  for (int i = 0; i < FOLDERS; i++) {
    const char* path = brn__run_path(run, "%s", folders[i]);
    if (!path) return BRN_NO_MEMORY;
    remove_from(run, path, leftovers_only, is_of_frames);
  }
  return BRN_OK;
}

// What is in the way and of no run is somebody's.
static BrnStatus refuse_foreign(const BrnRun* run) {
  DIR* folder = opendir(run->folder);
  struct dirent* entry;
  BrnStatus status = BRN_OK;
  while (folder && status == BRN_OK && (entry = readdir(folder))) {
    if (!is_of_run(run, entry->d_name)) continue;
    status = brn__fail(run->ctx, BRN_INVALID,
                       "%s/%s: it is in the way, and there is no run.json that says it is of a "
                       "run; move it, or write elsewhere with -o FOLDER",
                       run->folder, entry->d_name);
  }
  if (folder) closedir(folder);
  return status;
}

// the checkpoint goes first: without it there is no run
static BrnStatus clear(const BrnRun* run) {
  const char* checkpoint = brn__run_path(run, "run.checkpoint");
  const char* record = brn__run_path(run, "run.json");
  if (!checkpoint || !record) return BRN_NO_MEMORY;
  if (!is_there(record) && !is_there(checkpoint)) return refuse_foreign(run);
  if (unlink(checkpoint) != 0 && errno != ENOENT) {
    return brn__fail(run->ctx, BRN_IO_FAILED, "%s: cannot be removed: %s", checkpoint,
                     strerror(errno));
  }
  return remove_all(run, false);
}

// Somebody who asks whether a run is going on holds the lock for a moment.
enum { LOCK_TRIES = 10 };

// The system lets go of the lock of a program that is gone, however it went.
BrnStatus brn__run_lock(BrnRun* run) {
  BRN_TRY(brn__folder_make(run->ctx, run->folder));
  run->lock = open(run->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  for (int i = 0; i < LOCK_TRIES; i++) {
    if (run->lock < 0 || flock(run->lock, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) {
      return BRN_OK; // not every file system knows locks
    }
    nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
  }
  brn__run_unlock(run);
  return brn__fail(run->ctx, BRN_INVALID,
                   "%s: another run is writing into this folder; wait for it, or write elsewhere "
                   "with -o FOLDER",
                   run->folder);
}

void brn__run_unlock(BrnRun* run) {
  if (run->lock >= 0) close(run->lock);
  run->lock = -1;
}

// What shows a run wants the model as it was built; the run itself can do without.
static BrnStatus keep_model(BrnRun* run) {
  const char* path = brn__run_path(run, "run.model");
  if (!path) return BRN_NO_MEMORY;
  BrnStatus status = is_there(path) ? BRN_OK : brn_model_write(run->ctx, run->model, path);
  if (status == BRN_OK || status == BRN_NO_MEMORY) return status;
  brn__log(run->ctx, BRN_LOG_WARNING, "%s; pictures of this run will not tell bones from muscles",
           brn_last_error(run->ctx));
  return BRN_OK;
}

bool brn__run_is_locked(const char* folder) {
  int lock = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  bool held = lock >= 0 && flock(lock, LOCK_SH | LOCK_NB) != 0;
  if (lock >= 0) close(lock);
  return held;
}

static BrnStatus make(BrnRun* run) {
  BRN_TRY(run->resumes ? remove_all(run, true) : clear(run));
  BRN_TRY(brn__run_write_record(run, "running", NULL));
  BRN_TRY(keep_model(run));
  const bool wanted[] = {run->scene->outputs.mesh,
                         run->scene->outputs.surfaces && run->model->surface_count > 0};
  for (int i = 0; i < FOLDERS; i++) {
    const char* path = brn__run_path(run, "%s", folders[i]);
    if (!path) return BRN_NO_MEMORY;
    if (wanted[i]) BRN_TRY(brn__folder_make(run->ctx, path));
  }
  return BRN_OK;
}

BrnStatus brn__run_make_room(BrnRun* run) {
  BrnScratchMark mark = brn__scratch_mark(run->ctx);
  BrnStatus status = make(run);
  brn__scratch_release(run->ctx, mark);
  return status;
}

// ---------------------------------------------------------------------------------- being stopped

bool brn__run_is_stopped(const BrnRun* run) {
  BrnScratchMark mark = brn__scratch_mark(run->ctx);
  const char* path = brn__run_path(run, "run.stop");
  bool stopped = path && is_there(path);
  brn__scratch_release(run->ctx, mark);
  return stopped;
}

void brn__run_forget_stop(const BrnRun* run) {
  BrnScratchMark mark = brn__scratch_mark(run->ctx);
  const char* path = brn__run_path(run, "run.stop");
  if (path) unlink(path);
  brn__scratch_release(run->ctx, mark);
}
