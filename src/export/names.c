// SPDX-License-Identifier: Apache-2.0

#include "core/string.h"
#include "export/export.h"
#include "io/folder.h"

#include <ctype.h>
#include <string.h>

// Names of files from the path that was given, with a part and a number of a frame in them:
//
//   arm.obj        arm.biceps.0001.obj
//   arm.%04d.obj   arm.biceps.0001.obj     arm_###.obj    arm_biceps_001.obj
//   arms/          arms/biceps.0001.obj

enum { DIGITS = 4, MOST_DIGITS = 20 };

/// Where a number goes: length 0: nowhere.
typedef struct Place {
  size_t at, length;
  int digits;
} Place;

const char* brn__export_base(const char* path) {
  const char* slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

static bool is_folder(const char* path) {
  size_t length = strlen(path);
  return (length > 0 && path[length - 1] == '/') || brn__folder_is(path);
}

// of the path without what is an extension of the format: "arm.v2.obj" has "arm.v2"
static size_t body_length(const BrnExport* job) {
  const char* dot = strrchr(brn__export_base(job->path), '.');
  bool own = dot && dot != brn__export_base(job->path);
  return own && brn__export_has_extension(job->writer, dot + 1) ? (size_t)(dot - job->path)
                                                                : strlen(job->path);
}

// "%04d", "%d" or "####" in the last name of the path
static Place find_number(const char* path, size_t length) {
  for (size_t at = (size_t)(brn__export_base(path) - path); at < length; at++) {
    size_t end = at + 1;
    if (path[at] == '#') {
      while (end < length && path[end] == '#') end++;
      return (Place){at, end - at, end - at < MOST_DIGITS ? (int)(end - at) : MOST_DIGITS};
    }
    int digits = 0;
    while (path[at] == '%' && end < length && isdigit((unsigned char)path[end])) {
      if (digits < MOST_DIGITS) digits = 10 * digits + path[end] - '0';
      end++;
    }
    if (path[at] == '%' && end < length && path[end] == 'd') {
      return (Place){at, end + 1 - at, digits < MOST_DIGITS ? digits : MOST_DIGITS};
    }
  }
  return (Place){.at = length, .digits = DIGITS};
}

bool brn__export_is_still(const BrnExport* job) {
  if (job->frame_count > 1) return false;
  return is_folder(job->path) || find_number(job->path, body_length(job)).length == 0;
}

static bool is_separator(char c) { return c == '.' || c == '_' || c == '-'; }

// "arm" and "biceps" to "arm.biceps", "arm_" to "arm_biceps_", "" and "arms/" to "arms/biceps"
static void add_stem(BrnContext* ctx, BrnString* name, const char* stem, bool number_follows) {
  char last = name->size > 0 ? name->text[name->size - 1] : '/';
  bool separated = is_separator(last);
  if (!separated && last != '/') brn__string_text(ctx, name, ".");
  brn__string_text(ctx, name, stem);
  if (number_follows) brn__string_printf(ctx, name, "%c", separated ? last : '.');
}

static void add_body(BrnExport* job, BrnString* name, const char* stem, int frame) {
  BrnContext* ctx = job->ctx;
  size_t length = body_length(job);
  bool numbered = frame != BRN_NO_FRAME;
  Place place = {.at = length, .digits = DIGITS};
  if (numbered) place = find_number(job->path, length);
  brn__string_bytes(ctx, name, job->path, place.at);
  if (stem) add_stem(ctx, name, stem, place.length > 0);
  if (numbered && place.length == 0) brn__string_text(ctx, name, ".");
  if (numbered) brn__string_printf(ctx, name, "%0*d", place.digits, frame);
  size_t after = place.at + place.length;
  brn__string_bytes(ctx, name, job->path + after, length - after);
}

static void add_in_folder(BrnExport* job, BrnString* name, const char* stem, int frame) {
  BrnContext* ctx = job->ctx;
  brn__string_text(ctx, name, job->path);
  if (job->path[strlen(job->path) - 1] != '/') brn__string_text(ctx, name, "/");
  brn__string_text(ctx, name, stem ? stem : job->name);
  if (frame != BRN_NO_FRAME) brn__string_printf(ctx, name, ".%0*d", DIGITS, frame);
}

static void add_extension(BrnExport* job, BrnString* name, bool folder, const char* extension) {
  BrnContext* ctx = job->ctx;
  const char *known = job->writer->about.extensions, *given = job->path + body_length(job);
  if (extension) {
    brn__string_printf(ctx, name, ".%s", extension);
  } else if (!folder && *given) {
    brn__string_text(ctx, name, given);
  } else {
    brn__string_printf(ctx, name, ".%.*s", (int)strcspn(known, " "), known);
  }
}

BrnStatus brn__export_plan_file(BrnExport* job, const char* stem, int frame,
                                const char* extension) {
  BrnContext* ctx = job->ctx;
  BrnString name = {0};
  bool folder = is_folder(job->path);
  if (folder) {
    add_in_folder(job, &name, stem, frame);
  } else {
    add_body(job, &name, stem, frame);
  }
  add_extension(job, &name, folder, extension);
  BrnStatus status = name.status;
  if (status == BRN_OK) {
    status =
        brn__grow(ctx, &job->file, &job->file_room, (size_t)job->file_count + 1, sizeof *job->file);
  }
  if (status == BRN_OK) job->file[job->file_count++] = name.text;
  if (status != BRN_OK) brn__string_free(ctx, &name);
  return status;
}
