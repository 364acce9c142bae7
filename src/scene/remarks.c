// SPDX-License-Identifier: Apache-2.0
//
// Remarks, and reading a scene for the mistakes in it.

#include "io/source.h"
#include "scene/tables.h"

#include <stdio.h>

void brn_remarks_clear(BrnContext* ctx, BrnRemarks* remarks) {
  BRN_ASSERT(ctx && remarks);
  for (int i = 0; i < remarks->count; i++) {
    brn__free(ctx, remarks->remark[i].where);
    brn__free(ctx, remarks->remark[i].text);
  }
  brn__free(ctx, remarks->remark);
  *remarks = (BrnRemarks){0};
}

static BrnStatus add(BrnContext* ctx, BrnRemarks* remarks, BrnSeverity severity, const char* where,
                     size_t where_length, const char* text) {
  size_t needed = (size_t)remarks->count + 1;
  BRN_TRY(brn__grow_block(ctx, &remarks->remark, needed, sizeof *remarks->remark));
  BrnRemark remark = {.severity = severity};
  remark.where = brn__strndup(ctx, where, where_length);
  remark.text = brn__strdup(ctx, text);
  if (!remark.where || !remark.text) {
    brn__free(ctx, remark.where);
    brn__free(ctx, remark.text);
    return BRN_NO_MEMORY;
  }
  remarks->remark[remarks->count++] = remark;
  remarks->error_count += severity == BRN_ERROR;
  remarks->warning_count += severity == BRN_WARNING;
  return BRN_OK;
}

BrnStatus brn_remarks_add(BrnContext* ctx, BrnRemarks* remarks, BrnSeverity severity,
                          const char* where, const char* text) {
  BRN_ASSERT(ctx && remarks && where && text);
  return add(ctx, remarks, severity, where, strlen(where), text);
}

// ------------------------------------------------------------------------------------- inspection

typedef struct Inspection {
  BrnRemarks* remarks;
  size_t name; // length of the file's name
  BrnStatus status;
} Inspection;

// "scene.json:12:3: text": the place ends before the first ": " behind the name
static void take_mistake(void* user, BrnContext* ctx) {
  Inspection* inspection = user;
  if (inspection->status != BRN_OK) return;
  const char* message = brn_last_error(ctx);
  size_t length = strlen(message), name = inspection->name;
  const char* end = length > name ? strstr(message + name, ": ") : NULL;
  size_t place = end ? (size_t)(end - message) : 0;
  char text[2048];
  snprintf(text, sizeof text, "%s", end ? end + 2 : message); // what comes may replace it
  char where[2048];
  snprintf(where, sizeof where, "%.*s", (int)place, message);
  inspection->status = add(ctx, inspection->remarks, BRN_ERROR, where, strlen(where), text);
}

static BrnStatus inspect(BrnContext* ctx, const BrnSource* source, const char* path,
                         BrnRemarks* remarks, BrnScene* scene) {
  Inspection inspection = {.remarks = remarks, .name = strlen(path)};
  BrnJson json;
  BrnStatus status = brn__json_open(ctx, source->data, source->size, path, &json);
  if (status == BRN_NO_MEMORY) return status;
  if (status != BRN_OK) {
    take_mistake(&inspection, ctx);
    return inspection.status == BRN_OK ? status : inspection.status;
  }
  status = brn__record_read(ctx, &brn__scene_record, scene, &json, "", take_mistake, &inspection);
  brn__json_close(ctx, &json);
  if (status == BRN_NO_MEMORY) return status;
  return inspection.status;
}

BrnStatus brn_scene_inspect(BrnContext* ctx, const char* path, BrnRemarks* remarks,
                            BrnScene** out) {
  BRN_ASSERT(ctx && path && remarks && out);
  *out = NULL;
  BrnSource source;
  BRN_TRY(brn__source_open(ctx, path, &source));
  BrnScene* scene;
  BrnStatus status = brn_scene_parse(ctx, "{}", 2, path, &scene); // empty, in its folder
  if (status == BRN_OK) status = inspect(ctx, &source, path, remarks, scene);
  brn__source_close(ctx, &source);
  if (status == BRN_OK) {
    *out = scene;
    return BRN_OK;
  }
  brn_scene_destroy(ctx, scene);
  return status == BRN_BAD_FILE ? BRN_OK : status; // that is a remark now
}
