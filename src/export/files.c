// SPDX-License-Identifier: Apache-2.0
//
// Files that an export will write: none replaces another unasked, and none is left half.

#include "export/export.h"
#include "io/folder.h"
#include "run/run.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

// ------------------------------------------------------------------------------ what is in the way

static bool is_same_file(const struct stat* a, const char* path) {
  struct stat b;
  return path && stat(path, &b) == 0 && a->st_dev == b.st_dev && a->st_ino == b.st_ino;
}

static bool is_in_folder(const char* path, const char* folder) {
  const char* base = brn__export_base(path);
  size_t length = (size_t)(base - path);
  struct stat info;
  char parent[4096];
  if (!folder || length >= sizeof parent) return false;
  snprintf(parent, sizeof parent, "%.*s.", (int)length, path);
  return stat(parent, &info) == 0 && is_same_file(&info, folder);
}

// --force replaces exports, never what they are made from
static bool is_of_run(const BrnExport* job, const char* path, const struct stat* info) {
  for (int i = 0; i < job->replay->frame_count; i++) {
    if (is_same_file(info, job->replay->frame[i].file)) return true;
  }
  const char* base = brn__export_base(path);
  const char* extension = strrchr(base, '.');
  bool own = brn__tables_have(base) || strncmp(base, "run.", 4) == 0 ||
             (extension && strcmp(extension, ".pvd") == 0);
  return own && is_in_folder(path, job->replay->folder);
}

static BrnStatus check_file(BrnExport* job, const char* path, int* there) {
  struct stat info;
  if (stat(path, &info) != 0) return BRN_OK; // what else is wrong shows when it is opened
  if (!S_ISREG(info.st_mode)) {
    return brn__fail(job->ctx, BRN_INVALID, "%s: is not a regular file; name another one", path);
  }
  if (is_of_run(job, path, &info)) {
    return brn__fail(job->ctx, BRN_INVALID,
                     "%s: it belongs to the run that is exported; write elsewhere", path);
  }
  (*there)++;
  return BRN_OK;
}

static const char* first_there(const BrnExport* job) {
  struct stat info;
  int i = 0;
  while (stat(job->file[i], &info) != 0) i++;
  return job->file[i];
}

BrnStatus brn__export_check_files(BrnExport* job) {
  int there = 0;
  for (int i = 0; i < job->file_count; i++) BRN_TRY(check_file(job, job->file[i], &there));
  if (there > 0 && !job->def.force) {
    char others[64] = "";
    if (there > 1) snprintf(others, sizeof others, " (and %d more)", there - 1);
    return brn__fail(job->ctx, BRN_INVALID,
                     "%s is there already%s; --force replaces what is in the way", first_there(job),
                     others);
  }
  size_t length = strlen(job->path);
  bool folder = length > 0 && job->path[length - 1] == '/';
  return folder ? brn__folder_make(job->ctx, job->path) : BRN_OK;
}

// ----------------------------------------------------------------------------------------- writing

BrnStatus brn__export_open(BrnExport* job, int file, BrnSink* sink) {
  BRN_ASSERT(file >= 0 && file < job->file_count);
  BRN_TRY(brn__sink_open(job->ctx, job->file[file], sink));
  sink->lazy = job->file_count > job->part_count + 1; // a sequence need not wait for each file
  return BRN_OK;
}

BrnStatus brn__export_close(BrnExport* job, BrnSink* sink, BrnStatus status) {
  if (status != BRN_OK) {
    brn__sink_abandon(sink);
    return status;
  }
  double bytes = (double)sink->written;
  BRN_TRY(brn__sink_close(sink));
  job->report.bytes += bytes;
  job->report.files++;
  return BRN_OK;
}
