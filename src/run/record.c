// SPDX-License-Identifier: Apache-2.0

#include "anatomy/build.h"
#include "anatomy/files.h"
#include "core/hash.h"
#include "core/identity.h"
#include "core/record_inline.h"
#include "io/own_file.h"
#include "io/sink.h"
#include "io/source.h"
#include "run/run.h"
#include "run/state_file.h"
#include "run/verify.h"
#include "scene/tables.h"
#include "solver/solver.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

// run.scene.json is the scene as it was run, and run.json tells what a reader of the results must
// know: versions, hashes, settings, and how it ended.

static json_t* hex(uint64_t number) {
  char text[24];
  snprintf(text, sizeof text, "%016" PRIx64, number);
  return json_string(text);
}

// ------------------------------------------------------------------------------------------ hashes

static BrnStatus hash_path(BrnRun* run, const char* file, const char* path) {
  struct stat info;
  BrnSource source;
  if (stat(path, &info) == 0 && !S_ISREG(info.st_mode)) { // opening a pipe may take for ever
    return brn__fail(run->ctx, BRN_INVALID,
                     "%s: is a folder, a pipe or a device; a scene names files", path);
  }
  BRN_TRY(brn__source_open(run->ctx, path, &source));
  uint64_t hash = brn__hash_text(brn__hash_mix(0, source.size), source.data, source.size);
  json_object_set_new(run->files, file, hex(hash));
  brn__source_close(run->ctx, &source);
  return BRN_OK;
}

static BrnStatus hash_file(void* user, const char* file) {
  BrnRun* run = user;
  BrnBuild names = {.ctx = run->ctx, .scene = run->scene};
  BrnScratchMark mark = brn__scratch_mark(run->ctx);
  const char* path = brn__build_path(&names, file);
  BrnStatus status = path ? hash_path(run, file, path) : BRN_NO_MEMORY;
  brn__scratch_release(run->ctx, mark);
  return status;
}

BrnStatus brn__run_hash_files(BrnRun* run) {
  run->files = json_object();
  if (!run->files) return brn__fail_memory(run->ctx);
  return brn__scene_files(run->scene, hash_file, run);
}

// --------------------------------------------------------------------------------------- comparing

static BrnStatus open_json(BrnRun* run, const char* name, BrnSource* file, BrnJson* out) {
  const char* path = brn__run_path(run, "%s", name);
  if (!path) return BRN_NO_MEMORY;
  BRN_TRY(brn__source_open_own(run->ctx, path, file));
  BrnStatus status = brn__json_open(run->ctx, file->data, file->size, path, out);
  if (status != BRN_OK) brn__source_close(run->ctx, file);
  return status;
}

static void close_json(BrnRun* run, BrnSource* file, BrnJson* json) {
  brn__json_close(run->ctx, json);
  brn__source_close(run->ctx, file);
}

enum { TOLD = 12 }; // differences, at most

// the scene goes through text once more, so that both sides were printed and parsed
static BrnStatus compare_scenes(BrnRun* run, BrnString* told, int* count) {
  BrnSource file;
  BrnJson was, is;
  char* text;
  size_t size;
  BRN_TRY(brn_scene_print(run->ctx, run->scene, &text, &size));
  BrnStatus status = brn__json_open(run->ctx, text, size, "scene", &is);
  brn_scene_text_free(run->ctx, text);
  BRN_TRY(status);
  status = open_json(run, "run.scene.json", &file, &was);
  if (status == BRN_OK) {
    *count += brn__scene_differences(run->ctx, was.root, is.root, TOLD, told);
    close_json(run, &file, &was);
  }
  brn__json_close(run->ctx, &is);
  return status == BRN_OK ? told->status : status;
}

static void compare_files(BrnRun* run, json_t* record, BrnString* told, int* count) {
  const char* name;
  json_t *hash, *files = json_object_get(record, "files");
  json_object_foreach(run->files, name, hash) {
    json_t* was = json_object_get(files, name);
    if (!was || json_equal(was, hash)) continue; // another name is told by the scene
    if ((*count)++ < TOLD) {
      brn__string_printf(run->ctx, told, "; %s: the file is not the same any more", name);
    }
  }
}

static void compare_builds(BrnRun* run, json_t* record) {
  json_t *was = json_object_get(json_object_get(record, "brawn"), "build"),
         *is = hex(brn__code_identity());
  if (was && is && !json_equal(was, is)) {
    brn__log(run->ctx, BRN_LOG_WARNING,
             "%s: another build of Brawn began this run; frames may differ in the last digits from "
             "a run in one go",
             run->folder);
  }
  json_decref(is);
}

// A scene that is damaged is good enough to be compared with by its checksum.
static BrnStatus compare_damaged_scene(BrnRun* run) {
  uint64_t size, sum;
  BRN_TRY(brn__run_scene_sum(run, &size, &sum));
  if (brn__sums_fit(&run->sums, "run.scene.json", size, sum)) return BRN_OK;
  return brn__fail(
      run->ctx, BRN_BAD_FILE,
      "%s/run.scene.json: it is damaged or missing, and the run was begun with another "
      "scene than this one, be it in its outputs only. Take the one it was begun with, "
      "or start anew with --force",
      run->folder);
}

// the same for the files that the scene names, which run.json would tell one by one
static BrnStatus compare_damaged_record(BrnRun* run) {
  uint64_t sum;
  bool known;
  BRN_TRY(brn__run_inputs_sum(run, &sum));
  brn__notes_fit(run, "=inputs", &known);
  if (!known || brn__sums_fit(&run->sums, "=inputs", 0, sum)) return BRN_OK;
  return brn__fail(run->ctx, BRN_BAD_FILE,
                   "%s/run.json: it is damaged or missing, and a file that the scene names is not "
                   "the same any more. Change it back, or start anew with --force",
                   run->folder);
}

static BrnStatus compare_record(BrnRun* run, BrnString* told, int* count) {
  BrnSource file;
  BrnJson record;
  BrnStatus status = open_json(run, "run.json", &file, &record);
  if (status == BRN_NO_MEMORY) return status;
  if (status != BRN_OK) return compare_damaged_record(run);
  bool whole = brn__run_record_is_whole(file.data, file.size);
  const char* outcome = json_string_value(json_object_get(record.root, "outcome"));
  run->unclean = !outcome || strcmp(outcome, "finished") != 0; // even if all frames are there
  if (whole) compare_files(run, record.root, told, count);
  if (whole && *count == 0) compare_builds(run, record.root);
  close_json(run, &file, &record);
  return whole ? BRN_OK : compare_damaged_record(run);
}

static BrnStatus compare(BrnRun* run, BrnString* told) {
  bool known;
  int count = 0;
  bool whole = brn__notes_fit(run, "run.scene.json", &known);
  BRN_TRY(whole ? compare_scenes(run, told, &count) : compare_damaged_scene(run));
  BRN_TRY(compare_record(run, told, &count));
  BRN_TRY(told->status);
  if (count == 0) return BRN_OK;
  return brn__fail(run->ctx, BRN_INVALID,
                   "%s: the run in this folder was begun with another scene, and cannot go on with "
                   "this one: %s. Change it back, start anew with --force, or write elsewhere with "
                   "-o FOLDER",
                   run->folder, told->text + 2);
}

BrnStatus brn__run_compare(BrnRun* run) {
  BrnString told = {0};
  BrnScratchMark mark = brn__scratch_mark(run->ctx);
  BrnStatus status = compare(run, &told);
  brn__scratch_release(run->ctx, mark);
  brn__string_free(run->ctx, &told);
  return status;
}

// ----------------------------------------------------------------------------------------- writing

static BrnStatus write_text(BrnRun* run, const char* name, const char* text, size_t size) {
  BrnSink sink;
  BrnScratchMark mark = brn__scratch_mark(run->ctx);
  const char* path = brn__run_path(run, "%s", name);
  BrnStatus status = path ? brn__sink_open_own(run->ctx, path, &sink) : BRN_NO_MEMORY;
  if (status == BRN_OK) {
    brn__sink_bytes(&sink, text, size);
    status = brn__sink_close(&sink);
  }
  brn__scratch_release(run->ctx, mark);
  return status;
}

BrnStatus brn__run_write_scene(BrnRun* run) {
  char* text;
  size_t size;
  BRN_TRY(brn_scene_print(run->ctx, run->scene, &text, &size));
  BrnStatus status = write_text(run, "run.scene.json", text, size);
  brn_scene_text_free(run->ctx, text);
  return status;
}

BrnStatus brn__run_scene_sum(BrnRun* run, uint64_t* size, uint64_t* sum) {
  char* text;
  size_t length;
  BRN_TRY(brn_scene_print(run->ctx, run->scene, &text, &length));
  *size = length;
  *sum = brn__bytes_sum(text, length);
  brn_scene_text_free(run->ctx, text);
  return BRN_OK;
}

BrnStatus brn__run_inputs_sum(BrnRun* run, uint64_t* sum) {
  const char* name;
  json_t* hash;
  *sum = 0;
  json_object_foreach(run->files, name, hash) {
    *sum = brn__hash_mix(*sum, brn__bytes_sum(name, strlen(name)));
    *sum = brn__hash_mix(*sum, brn__bytes_sum(json_string_value(hash), json_string_length(hash)));
  }
  return BRN_OK;
}

static void put_setting(BrnRun* run, const BrnField* field, json_t* object) {
  BrnSolverDef none = {0}; // so that defaults are told, too
  json_t* value = brn__record_field_json(run->ctx, field, &run->scene->solver, &none, field->name);
  if (value) json_object_set_new(object, field->name, value);
}

static json_t* solver_json(BrnRun* run) {
  json_t* object = json_object();
  for (const BrnField* field = brn__solver_record.fields; field->name; field++) {
    BrnInlineWalk walk = {0};
    BrnField own;
    if (field->type != BRN_FIELD_INLINE) put_setting(run, field, object);
    while (field->type == BRN_FIELD_INLINE && brn__inline_next(field, &walk, &own)) {
      put_setting(run, &own, object);
    }
  }
  return object;
}

static json_t* model_json(const BrnRun* run) {
  const BrnModel* model = run->model;
  json_t* object =
      json_pack("{s:o, s:i, s:i, s:i, s:i, s:i, s:i, s:i, s:i}", "hash",
                hex(brn__model_identity(model)), "vertices", model->mesh->vertex_count, "tets",
                model->mesh->tet_count, "bones", model->bone_count, "muscles", model->muscle_count,
                "units", model->unit_count, "joints", model->joint_count, "triangles",
                model->mesh->triangle_count, "ties", brn_model_tie_count(model));
  return object;
}

static json_t* frames_json(const BrnRun* run) {
  const BrnSceneFrames* frames = &run->scene->frames;
  int rows = run->mark.frame - run->mark.first_row + 1;
  return json_pack("{s:i, s:i, s:i, s:i, s:i, s:f}", "first", run->mark.first_row, "last",
                   run->last, "done", run->mark.frame, "written", rows > 0 ? rows : 0, "pre_roll",
                   frames->pre_roll, "per_second", frames->per_second);
}

static json_t* record_json(BrnRun* run, const char* outcome, const char* message) {
  json_t* object = json_object();
  json_object_set_new(
      object, "brawn",
      json_pack("{s:s, s:o}", "version", brn_version(), "build", hex(brn__code_identity())));
  json_object_set_new(object, "name", json_string(run->scene->name ? run->scene->name : ""));
  json_object_set_new(object, "outcome", json_string(outcome));
  if (message) json_object_set_new(object, "message", json_string(message));
  json_object_set_new(object, "frames", frames_json(run));
  json_object_set_new(object, "unconverged", json_integer(run->mark.unconverged));
  if (run->mark.unconverged > 0) {
    json_object_set_new(object, "first_unconverged", json_integer(run->mark.first_unconverged));
  }
  json_object_set_new(object, "collapsed", json_integer(run->mark.collapsed));
  json_object_set_new(object, "seconds", json_real(run->mark.seconds));
  json_object_set_new(object, "threads", json_integer(brn_worker_count(run->ctx)));
  if (brn_process_count(run->ctx) > 1) {
    json_object_set_new(object, "processes", json_integer(brn_process_count(run->ctx)));
  }
  json_object_set_new(object, "solver", solver_json(run));
  BrnStepColumn constant = brn__step_constant(&run->report);
  if (constant.value > 0) json_object_set_new(object, constant.name, json_real(constant.value));
  json_object_set_new(object, "model", model_json(run));
  json_object_set(object, "files", run->files);
  return object;
}

// The last key is the checksum of all that stands before it.
static void add_sum(BrnRun* run, BrnString* text) {
  text->size -= strlen("\n}\n");
  brn__string_text(run->ctx, text, ",\n  ");
  if (text->status != BRN_OK) return;
  uint64_t sum = brn__bytes_sum(text->text, text->size);
  brn__string_printf(run->ctx, text, "\"sum\": \"%016" PRIx64 "\"\n}\n", sum);
}

static BrnStatus write_record(BrnRun* run, json_t* object) {
  BrnString text = {0};
  BrnStatus status = brn__json_print(run->ctx, object, &text);
  if (status == BRN_OK) add_sum(run, &text);
  if (status == BRN_OK) status = text.status;
  if (status == BRN_OK) status = write_text(run, "run.json", text.text, text.size);
  brn__string_free(run->ctx, &text);
  return status;
}

BrnStatus brn__run_write_record(BrnRun* run, const char* outcome, const char* message) {
  BrnScratchMark mark = brn__scratch_mark(run->ctx);
  json_t* object = record_json(run, outcome, message);
  BrnStatus status = object ? write_record(run, object) : brn__fail_memory(run->ctx);
  json_decref(object);
  brn__scratch_release(run->ctx, mark);
  return status;
}
