// SPDX-License-Identifier: Apache-2.0
//
// Numbers to colour by: from arrays of the frames, and what follows from positions alone.

#include "core/string.h"
#include "core/vec.h"
#include "replay/replay.h"

#include <string.h>

void brn_values_free(BrnContext* ctx, BrnValues* values) {
  BRN_ASSERT(ctx && values);
  brn__free(ctx, values->value);
  *values = (BrnValues){0};
}

// ----------------------------------------------------------------------------------------- finding

static BrnStatus fail_name(const BrnReplay* replay, const char* name) {
  BrnString known = {0};
  for (int i = 0; i < replay->value_count; i++) {
    brn__string_printf(replay->ctx, &known, "%s%.60s", i ? ", " : "", replay->value[i].name);
  }
  BrnStatus status =
      brn__fail(replay->ctx, BRN_NOT_FOUND, "%s: there is no \"%.80s\"; there are: %s",
                replay->name, name, known.text ? known.text : "none");
  brn__string_free(replay->ctx, &known);
  return status;
}

static int find(const BrnReplay* replay, const char* name) {
  for (int i = 0; i < replay->inside->source_count; i++) {
    if (strcmp(replay->inside->value[i].name, name) == 0) return i;
  }
  return -1;
}

// ----------------------------------------------------------------------------------------- at rest

// The model at rest has no arrays: nothing is stressed, and no fibre is longer or shorter.
static void fill_rest(const BrnReplay* replay, const BrnReplayValue* value,
                      const BrnValueSource* source, double* out) {
  int count = brn_mesh_item_count(replay->mesh, value->on);
  double at_rest = strcmp(value->name, "stretch") == 0 || source->recipe == BRN_VALUE_VOLUME;
  for (int i = 0; i < count; i++) out[i] = at_rest;
}

// ------------------------------------------------------------------------------------------ arrays

static void take_component(const double* from, int count, int components, int k, double* out) {
  for (int i = 0; i < count; i++) out[i] = from[(size_t)i * (size_t)components + (size_t)k];
}

static void take_length(const double* from, int count, int components, double* out) {
  for (size_t i = 0; i < (size_t)count; i++) {
    double sum = 0;
    for (size_t k = 0; k < (size_t)components; k++) {
      double x = from[i * (size_t)components + k];
      sum += x * x;
    }
    out[i] = sqrt(sum);
  }
}

// Rigid bones have no stress that means anything.
static void clear_bones(const BrnReplay* replay, double* out) {
  const struct BrnReplayInside* in = replay->inside;
  for (int p = 0; p < replay->part_count; p++) {
    if (replay->part[p].kind != BRN_REPLAY_BONE) continue;
    for (int i = in->part_start[p]; i < in->part_start[p + 1]; i++) out[in->part_tet[i]] = 0;
  }
}

static BrnStatus from_array(BrnReplay* replay, int index, const BrnReplayValue* value,
                            const BrnValueSource* source, double* out) {
  double* from;
  int count = brn_mesh_item_count(replay->mesh, value->on), width = source->components;
  BRN_TRY(brn__frame_array(replay, index, source->array, value->on, width, &from));
  if (source->recipe == BRN_VALUE_VON_MISES) {
    brn__derive_von_mises(from, count, out);
  } else if (source->recipe == BRN_VALUE_PRESSURE) {
    brn__derive_pressure(from, count, out);
  } else if (source->recipe == BRN_VALUE_COMPONENT || width == 1) {
    take_component(from, count, width, source->component, out);
  } else {
    take_length(from, count, width, out);
  }
  brn__free(replay->ctx, from);
  if (strcmp(source->array, "stress") == 0 && value->on == BRN_ON_TET) clear_bones(replay, out);
  return BRN_OK;
}

// --------------------------------------------------------------------------------------- positions

static void displace(const BrnReplay* replay, const double* position, int component, double* out) {
  const double* rest = replay->mesh->position;
  for (size_t v = 0; v < (size_t)replay->mesh->vertex_count; v++) {
    const double *now = position + 3 * v, *was = rest + 3 * v;
    out[v] = component < 0 ? brn__distance3(now, was) : now[component] - was[component];
  }
}

static BrnStatus from_positions(BrnReplay* replay, int index, const BrnReplayValue* value,
                                const BrnValueSource* source, double* out) {
  double* position = brn__new(replay->ctx, 3 * (size_t)replay->mesh->vertex_count, double);
  BrnStatus status = position ? brn_replay_positions(replay, index, position) : BRN_NO_MEMORY;
  if (status == BRN_OK && source->recipe == BRN_VALUE_VOLUME) {
    if (value->on == BRN_ON_TET) {
      brn__derive_volume(replay, position, out);
    } else {
      brn__derive_flesh_volume(replay, position, out);
    }
  } else if (status == BRN_OK) {
    displace(replay, position, source->component, out);
  }
  brn__free(replay->ctx, position);
  return status;
}

// --------------------------------------------------------------------------------------------- all

static BrnStatus fill(BrnReplay* replay, int index, int which, double* out) {
  const BrnReplayValue* value = &replay->inside->value[which];
  const BrnValueSource* source = &replay->inside->source[which];
  if (source->recipe == BRN_VALUE_PART) {
    if (value->on == BRN_ON_TET) {
      brn__derive_part(replay, out);
    } else {
      brn__derive_flesh_part(replay, out);
    }
    return BRN_OK;
  }
  if (replay->model && !replay->frame[index].file) {
    fill_rest(replay, value, source, out);
    return BRN_OK;
  }
  if (source->recipe == BRN_VALUE_VELOCITY) {
    return brn__derive_velocity(replay, index, source->component, out);
  }
  if (source->array) return from_array(replay, index, value, source, out);
  return from_positions(replay, index, value, source, out);
}

BrnStatus brn_replay_values(BrnReplay* replay, int index, const char* name, BrnValues* out) {
  BRN_ASSERT(replay && name && out && index >= 0 && index < replay->frame_count);
  *out = (BrnValues){0};
  int which = find(replay, name);
  if (which < 0) return fail_name(replay, name);
  out->about = &replay->inside->value[which];
  int count = brn_mesh_item_count(replay->mesh, out->about->on);
  out->value = brn__new(replay->ctx, count, double);
  BrnStatus status = out->value ? fill(replay, index, which, out->value) : BRN_NO_MEMORY;
  if (status != BRN_OK) brn_values_free(replay->ctx, out);
  return status;
}
