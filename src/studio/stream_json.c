// SPDX-License-Identifier: Apache-2.0
//
// runs.json, run.json and status.json: what runs are, and how far they are.

#include "studio/stream.h"

#include "brawn/run.h"
#include "studio/route.h"

#include <math.h>
#include <string.h>

// ------------------------------------------------------------------------------------------- words

// bytes of the character of UTF-8 that begins here; 0: it is none (Unicode 15, table 3-7)
static int character(const unsigned char* at) {
  int more = at[0] < 0x80 ? 0 : at[0] >= 0xc2 && at[0] <= 0xdf ? 1 : (at[0] & 0xf0) == 0xe0 ? 2 : 3;
  if (more == 3 && (at[0] < 0xf0 || at[0] > 0xf4)) return 0;
  for (int i = 1; i <= more; i++) {
    if ((at[i] & 0xc0) != 0x80) return 0;
  }
  if ((at[0] == 0xe0 && at[1] < 0xa0) || (at[0] == 0xed && at[1] > 0x9f)) return 0;
  if ((at[0] == 0xf0 && at[1] < 0x90) || (at[0] == 0xf4 && at[1] > 0x8f)) return 0;
  return more + 1;
}

void brn__stream_text(BrnContext* ctx, const char* text, BrnString* out) {
  brn__string_text(ctx, out, "\"");
  for (const char* at = text; *at;) {
    int size = character((const unsigned char*)at);
    if (size == 0) {
      brn__string_text(ctx, out, "?");
    } else if (size == 1 && (*at == '"' || *at == '\\')) {
      brn__string_printf(ctx, out, "\\%c", *at);
    } else if (size == 1 && ((unsigned char)*at < 0x20 || *at == '<')) {
      brn__string_printf(ctx, out, "\\u%04x", *at);
    } else {
      brn__string_bytes(ctx, out, at, (size_t)size);
    }
    at += size ? size : 1;
  }
  brn__string_text(ctx, out, "\"");
}

static void put(BrnContext* ctx, BrnString* out, const char* text) {
  brn__string_text(ctx, out, text);
}

// ,"key":"text" or ,"key":null
static void put_text(BrnContext* ctx, BrnString* out, const char* key, const char* text) {
  brn__string_printf(ctx, out, "%s\"%s\":", out->text[out->size - 1] == '{' ? "" : ",", key);
  if (text) {
    brn__stream_text(ctx, text, out);
  } else {
    put(ctx, out, "null");
  }
}

static void put_number(BrnContext* ctx, BrnString* out, double value) {
  if (isfinite(value)) {
    brn__string_double(ctx, out, value);
  } else {
    put(ctx, out, "null");
  }
}

static void put_numbers(BrnContext* ctx, BrnString* out, const char* key, const double* value,
                        int count) {
  brn__string_printf(ctx, out, "%s\"%s\":[", out->text[out->size - 1] == '{' ? "" : ",", key);
  for (int i = 0; i < count; i++) {
    if (i) put(ctx, out, ",");
    put_number(ctx, out, value[i]);
  }
  put(ctx, out, "]");
}

static void put_key_number(BrnContext* ctx, BrnString* out, const char* key, double value) {
  brn__string_printf(ctx, out, ",\"%s\":", key);
  put_number(ctx, out, value);
}

// --------------------------------------------------------------------------------------- runs.json

BrnStatus brn__stream_runs(BrnContext* ctx, BrnReplay* const* replay, int count,
                           const char (*notes)[160], int note_count, BrnString* out) {
  brn__string_printf(ctx, out, "{\"version\":1,\"report\":%s,\"runs\":[", notes ? "true" : "false");
  for (int i = 0; i < count; i++) {
    put(ctx, out, i ? ",{" : "{");
    if (out->status != BRN_OK) return out->status;
    put_text(ctx, out, "name", replay[i]->name);
    put_text(ctx, out, "folder", replay[i]->folder);
    put(ctx, out, "}");
  }
  put(ctx, out, "]");
  for (int i = 0; notes && i < note_count; i++) {
    put(ctx, out, i ? "," : ",\"notes\":[");
    brn__stream_text(ctx, notes[i], out);
  }
  put(ctx, out, notes ? note_count ? "]}" : ",\"notes\":[]}" : "}");
  return out->status;
}

// ---------------------------------------------------------------------------------------- run.json

static void put_parts(BrnContext* ctx, const BrnReplay* replay, BrnString* out) {
  static const char* const kinds[] = {"bone", "muscle", "tendon", "other"};
  put(ctx, out, ",\"parts\":[");
  for (int p = 0; p < replay->part_count && out->status == BRN_OK; p++) {
    const BrnReplayPart* part = &replay->part[p];
    put(ctx, out, p ? ",{" : "{");
    put_text(ctx, out, "name", part->name);
    put_text(ctx, out, "kind", kinds[part->kind]);
    put_numbers(ctx, out, "color", part->color, 3);
    if (part->hidden) put(ctx, out, ",\"hidden\":true");
    put(ctx, out, "}");
  }
  put(ctx, out, "]");
}

static void put_value(BrnContext* ctx, const BrnReplayValue* value, BrnString* out) {
  put_text(ctx, out, "name", value->name);
  put_text(ctx, out, "title", value->title);
  put_text(ctx, out, "unit", value->unit);
  put_text(ctx, out, "on", value->on == BRN_ON_TET ? "tet" : "vertex");
  brn__string_printf(ctx, out, ",\"soft\":%s", value->soft ? "true" : "false");
  if (isfinite(value->natural[0]) && isfinite(value->natural[1])) {
    put_numbers(ctx, out, "natural", value->natural, 2);
  } else {
    put(ctx, out, ",\"natural\":null");
  }
  put_key_number(ctx, out, "middle", value->middle);
}

static bool is_listed(const char* name, const char* const* list, int count) {
  for (int i = 0; list && i < count; i++) {
    if (strcmp(list[i], name) == 0) return true;
  }
  return !list;
}

static void put_values(BrnContext* ctx, const BrnReplay* replay, const char* const* list,
                       int list_count, BrnString* out) {
  const char* comma = "";
  put(ctx, out, ",\"values\":[");
  for (int i = 0; i < replay->value_count; i++) {
    if (!is_listed(replay->value[i].name, list, list_count)) continue;
    brn__string_printf(ctx, out, "%s{", comma);
    if (out->status != BRN_OK) return;
    put_value(ctx, &replay->value[i], out);
    put(ctx, out, "}");
    comma = ",";
  }
  put(ctx, out, "]");
}

static void put_joints(BrnContext* ctx, const BrnModel* model, BrnString* out) {
  static const char* const types[] = {"ball", "hinge", "weld"};
  put(ctx, out, ",\"joints\":[");
  for (int j = 0; model && j < model->joint_count && out->status == BRN_OK; j++) {
    const BrnModelJoint* joint = &model->joint[j];
    put(ctx, out, j ? ",{" : "{");
    put_text(ctx, out, "name", joint->name);
    put_text(ctx, out, "type", types[joint->type]);
    put_text(ctx, out, "parent", joint->parent >= 0 ? model->bone[joint->parent].name : NULL);
    put_text(ctx, out, "child", joint->child >= 0 ? model->bone[joint->child].name : NULL);
    put(ctx, out, "}");
  }
  put(ctx, out, "],\"bones\":[");
  for (int b = 0; model && b < model->bone_count; b++) {
    if (b) put(ctx, out, ",");
    brn__stream_text(ctx, model->bone[b].name, out);
  }
  put(ctx, out, "],\"units\":[");
  for (int u = 0; model && u < model->unit_count; u++) {
    if (u) put(ctx, out, ",");
    brn__stream_text(ctx, model->unit_list[u].name, out);
  }
  put(ctx, out, "]");
}

// A run that has just begun gets its tables with its first frame.
static bool will_have_table(const BrnReplay* replay, const char* name) {
  bool begun = replay->stage == BRN_REPLAY_RUNNING && replay->model;
  return begun && brn_run_has_table(replay->model, name);
}

static void put_tables(BrnContext* ctx, const BrnStream* stream, BrnString* out) {
  const char* comma = "";
  put(ctx, out, ",\"tables\":[");
  for (int i = 0; brn__table_name(i); i++) {
    const char* name = brn__table_name(i);
    if (!brn__stream_has_table(stream, i) && !will_have_table(stream->replay, name)) continue;
    brn__string_printf(ctx, out, "%s\"%s\"", comma, name);
    comma = ",";
  }
  put(ctx, out, "]");
}

BrnStatus brn__stream_run(BrnStream* stream, const char* const* values, int value_count,
                          BrnString* out) {
  BrnReplay* replay = stream->replay;
  BrnContext* ctx = replay->ctx;
  double low[3], high[3];
  BRN_TRY(brn_replay_bounds(replay, replay->mesh->position, low, high));
  put(ctx, out, "{");
  if (out->status != BRN_OK) return out->status;
  put_text(ctx, out, "name", replay->name);
  put_text(ctx, out, "about", stream->about);
  put_text(ctx, out, "method", replay->model ? replay->model->solver.method : "");
  put_key_number(ctx, out, "per_second", replay->per_second);
  brn__string_printf(ctx, out, ",\"vertices\":%d,\"tets\":%d,\"bounds\":{",
                     replay->mesh->vertex_count, replay->mesh->tet_count);
  if (out->status != BRN_OK) return out->status;
  put_numbers(ctx, out, "low", low, 3);
  put_numbers(ctx, out, "high", high, 3);
  put(ctx, out, "}");
  put_parts(ctx, replay, out);
  put_values(ctx, replay, values, value_count, out);
  put_joints(ctx, replay->model, out);
  put_tables(ctx, stream, out);
  put(ctx, out, "}");
  return out->status;
}

// ------------------------------------------------------------------------------------- status.json

static double seconds_left(const BrnReplay* replay) {
  if (replay->stage != BRN_REPLAY_RUNNING || !isfinite(replay->frame_seconds)) return NAN;
  int done =
      replay->frame_count > 0 ? replay->frame[replay->frame_count - 1].number : replay->first - 1;
  return fmax(0, replay->last - done) * replay->frame_seconds;
}

BrnStatus brn__stream_status(const BrnStream* stream, const int* frame, int count, BrnString* out) {
  static const char* const stages[] = {"still", "running", "finished", "stopped"};
  const BrnReplay* replay = stream->replay;
  BrnContext* ctx = replay->ctx;
  if (!frame) count = replay->frame_count;
  put(ctx, out, "{");
  if (out->status != BRN_OK) return out->status;
  bool over = frame && replay->stage == BRN_REPLAY_RUNNING; // a report does not go on
  put_text(ctx, out, "stage", stages[over ? BRN_REPLAY_STOPPED : replay->stage]);
  put_text(ctx, out, "message", over ? "it was still going then" : replay->message);
  brn__string_printf(ctx, out, ",\"first\":%d,\"last\":%d", replay->first, replay->last);
  put_key_number(ctx, out, "frame_seconds", replay->frame_seconds);
  put_key_number(ctx, out, "seconds_left", seconds_left(replay));
  put(ctx, out, ",\"frames\":[");
  for (int i = 0; i < count; i++) {
    brn__string_printf(ctx, out, "%s%d", i ? "," : "", replay->frame[frame ? frame[i] : i].number);
  }
  put(ctx, out, "],\"times\":[");
  for (int i = 0; i < count; i++) {
    if (i) put(ctx, out, ",");
    put_number(ctx, out, replay->frame[frame ? frame[i] : i].time);
  }
  put(ctx, out, "]}");
  return out->status;
}
