// SPDX-License-Identifier: Apache-2.0
//
// The folder of a run: whose it is, what may be removed from it, its lock and its checkpoints.

#include "io/folder.h"
#include "anatomy/archive.h"
#include "run/state_file.h"
#include "run/verify.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
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

// links that lead nowhere are there, too
static bool is_there(const char* path) {
  struct stat info;
  return lstat(path, &info) == 0;
}

static BrnStatus look_for_run(BrnRun* run, bool* out) {
  const char* checkpoint = brn__run_path(run, "run.checkpoint");
  const char* path = brn__run_path(run, "run.sums");
  BrnSums sums;
  if (!checkpoint || !path) return BRN_NO_MEMORY;
  *out = is_there(checkpoint);
  if (*out) return BRN_OK;
  BRN_TRY(brn__sums_read(run->ctx, path, &sums));
  *out = brn__sums_last_mark(&sums, INT_MAX) != NULL; // the checkpoint is lost
  brn__sums_free(run->ctx, &sums);
  return BRN_OK;
}

BrnStatus brn__run_is_there(BrnRun* run, bool* out) {
  BrnScratchMark mark = brn__scratch_mark(run->ctx);
  BrnStatus status = look_for_run(run, out);
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
  static const char* const known[] = {"run.checkpoint", "run.json", "run.model", "run.scene.json",
                                      "run.sums"};
  size_t stem = strlen(run->stem);
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    if (strcmp(name, known[i]) == 0) return true;
  }
  return brn__tables_have(name) || brn__is_early_checkpoint(name) ||
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

BrnStatus brn__run_remove_leftovers(const BrnRun* run) {
  BrnScratchMark mark = brn__scratch_mark(run->ctx);
  BrnStatus status = remove_all(run, true);
  brn__scratch_release(run->ctx, mark);
  return status;
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

static BrnStatus remove_one(const BrnRun* run, const char* path) {
  if (unlink(path) == 0 || errno == ENOENT) return BRN_OK;
  return brn__fail(run->ctx, BRN_IO_FAILED, "%s: cannot be removed: %s", path, strerror(errno));
}

// the checkpoint and the checksums go first: without them there is no run
static BrnStatus clear(const BrnRun* run) {
  const char* checkpoint = brn__run_path(run, "run.checkpoint");
  const char* sums = brn__run_path(run, "run.sums");
  const char* record = brn__run_path(run, "run.json");
  if (!checkpoint || !sums || !record) return BRN_NO_MEMORY;
  bool known = is_there(record) || is_there(checkpoint) || is_there(sums);
  BRN_TRY(remove_all(run, true));
  if (!known) return refuse_foreign(run);
  BRN_TRY(remove_one(run, checkpoint));
  BRN_TRY(remove_one(run, sums));
  return remove_all(run, false);
}

// Somebody who asks whether a run is going on holds the lock for a moment.
enum { LOCK_TRIES = 10 };

// Whoever made the folder for nothing removes it again: is the one that is locked still there?
static bool is_the_folder(const BrnRun* run) {
  struct stat locked, named;
  return fstat(run->lock, &locked) == 0 && stat(run->folder, &named) == 0 &&
         locked.st_ino == named.st_ino && locked.st_dev == named.st_dev;
}

static BrnStatus open_folder(BrnRun* run) {
  struct stat info;
  bool missing = stat(run->folder, &info) != 0;
  BRN_TRY(brn__folder_make(run->ctx, run->folder));
  run->made_folder = run->made_folder || missing;
  run->lock = open(run->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  return BRN_OK;
}

// The system lets go of the lock of a program that is gone, however it went.
BrnStatus brn__run_lock(BrnRun* run) {
  if (run->lock >= 0) return BRN_OK;
  for (int i = 0; i < LOCK_TRIES; i++) {
    BRN_TRY(open_folder(run));
    bool held = run->lock < 0 || flock(run->lock, LOCK_EX | LOCK_NB) == 0;
    if (!held && errno != EWOULDBLOCK) return BRN_OK; // not every file system knows locks
    if (run->lock < 0 || (held && is_the_folder(run))) return BRN_OK;
    brn__run_unlock(run);
    nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
  }
  return brn__fail(run->ctx, BRN_INVALID,
                   "%s: another run is writing into this folder; wait for it, or write elsewhere "
                   "with -o FOLDER",
                   run->folder);
}

void brn__run_unlock(BrnRun* run) {
  brn__watch_stop(run);
  if (run->lock >= 0) close(run->lock);
  run->lock = -1;
}

void brn__run_unmake_folder(const BrnRun* run) {
  if (run->made_folder) rmdir(run->folder); // what is in use is not empty
}

// What shows a run wants the model as it was built; the run itself can do without. One that is
// damaged is worse than none.
static BrnStatus keep_model(BrnRun* run) {
  bool known;
  const char* path = brn__run_path(run, "run.model");
  if (!path) return BRN_NO_MEMORY;
  bool whole = brn__notes_fit(run, "run.model", &known) && known;
  BrnStatus status = whole ? BRN_OK : brn__model_write_own(run->ctx, run->model, path);
  if (status == BRN_OK || status == BRN_NO_MEMORY) return status;
  unlink(path);
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
  BRN_TRY(run->resumes || run->mends ? remove_all(run, true) : clear(run));
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

// ------------------------------------------------------------------------------ early checkpoints

enum { LEAST_FRAMES = 8, QUARTERS = 4 };

// Three of a run, and none of a short one: where something is damaged, not all is done again.
static bool is_kept(const BrnRun* run, int frame) {
  int count = run->last - run->start + 1, done = frame - run->start + 1;
  return count >= LEAST_FRAMES && frame < run->last &&
         done % ((count + QUARTERS - 1) / QUARTERS) == 0;
}

// It is a second name of the file, which goes on when the first name is given to another.
BrnStatus brn__run_keep_checkpoint(BrnRun* run, int frame) {
  if (!is_kept(run, frame)) return BRN_OK;
  BrnScratchMark mark = brn__scratch_mark(run->ctx);
  const char* from = brn__run_path(run, "run.checkpoint");
  const char* to = brn__run_path(run, "run.checkpoint.%04d", frame);
  if (to) unlink(to);
  bool linked = from && to && link(from, to) == 0; // not every file system can: fine
  brn__scratch_release(run->ctx, mark);
  return linked || (from && to) ? BRN_OK : BRN_NO_MEMORY;
}

// or damaged: all that this version wrote can be read by it
static bool is_useless(const BrnRun* run, const char* name) {
  BrnRunMark mark;
  if (!brn__is_early_checkpoint(name)) return false;
  if (strtol(strrchr(name, '.') + 1, NULL, 10) > run->mark.frame) return true;
  BrnScratchMark scratch = brn__scratch_mark(run->ctx);
  const char* path = brn__run_path(run, "%s", name);
  BrnStatus status =
      path ? brn__checkpoint_peek(run->ctx, path, &mark, sizeof mark) : BRN_NO_MEMORY;
  brn__scratch_release(run->ctx, scratch);
  return status != BRN_OK && status != BRN_NO_MEMORY;
}

void brn__run_drop_checkpoints(const BrnRun* run) {
  remove_from(run, run->folder, false, is_useless);
}

// ---------------------------------------------------------------------------------- being stopped

void brn__run_forget_stop(const BrnRun* run) {
  BrnScratchMark mark = brn__scratch_mark(run->ctx);
  const char* path = brn__run_path(run, "run.stop");
  if (path) unlink(path);
  brn__scratch_release(run->ctx, mark);
}
