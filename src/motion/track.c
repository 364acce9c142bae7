// SPDX-License-Identifier: Apache-2.0

#include "motion/track.h"

#include "motion/described.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// Making a track: the keys are checked and copied, so that asking it later cannot fail. See
// track_slopes.c for the velocities at the keys and track_value.c for what is between them.

BrnTrackDef brn_track_def_default(BrnTrackKind kind) {
  return (BrnTrackDef){.kind = kind,
                       .all_shape = BRN_KEY_SMOOTH,
                       .repeat = BRN_REPEAT_HOLD,
                       .seconds_per_unit = 1,
                       .cookie = BRN_COOKIE};
}

int brn__track_width(BrnTrackKind kind) {
  return kind == BRN_TRACK_ROTATION ? 4 : kind == BRN_TRACK_VECTOR ? 3 : 1;
}

int brn__track_rate_width(BrnTrackKind kind) { return brn__track_width(kind) == 1 ? 1 : 3; }

// ---------------------------------------------------------------------------------------- checking

static BrnStatus fail(BrnContext* ctx, const BrnTrackDef* def, const char* format, ...)
    BRN_PRINTF(3, 4);

// "track "biceps": ..."
static BrnStatus fail(BrnContext* ctx, const BrnTrackDef* def, const char* format, ...) {
  char message[512];
  va_list args;
  va_start(args, format);
  vsnprintf(message, sizeof message, format, args);
  va_end(args);
  if (!def->name) return brn__fail(ctx, BRN_INVALID, "track: %s", message);
  return brn__fail(ctx, BRN_INVALID, "track \"%s\": %s", def->name, message);
}

static BrnStatus check_times(BrnContext* ctx, const BrnTrackDef* def) {
  const double* time = def->time;
  for (int k = 0; k < def->key_count; k++) {
    double seconds = time[k] * def->seconds_per_unit;
    if (!isfinite(time[k]) || !isfinite(seconds)) {
      return fail(ctx, def, "the time of key %d is %g; expected a finite number", k, time[k]);
    }
    if (k == 0) continue;
    if (time[k] < time[k - 1]) {
      return fail(ctx, def, "key %d at time %g comes after key %d at %g; sort the keys by time", k,
                  time[k], k - 1, time[k - 1]);
    }
    if (!(seconds > time[k - 1] * def->seconds_per_unit)) {
      return fail(ctx, def, "keys %d and %d have the same time, %g; remove one of them", k - 1, k,
                  time[k]);
    }
  }
  return BRN_OK;
}

static double length4(const double* q) {
  return sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
}

static BrnStatus check_value(BrnContext* ctx, const BrnTrackDef* def, int k, const double* value) {
  for (int c = 0; c < brn__track_width(def->kind); c++) {
    if (isfinite(value[c])) continue;
    return fail(ctx, def, "the value of key %d is %g; expected a finite number", k, value[c]);
  }
  if (def->kind == BRN_TRACK_ACTIVATION && !(value[0] >= 0 && value[0] <= 1)) {
    return fail(ctx, def, "the activation of key %d is %g; expected a number from 0 to 1", k,
                value[0]);
  }
  // rounded digits are welcome; angles in the place of a quaternion are not
  if (def->kind == BRN_TRACK_ROTATION && !(fabs(length4(value) - 1) < 0.01)) {
    return fail(ctx, def,
                "the rotation of key %d has length %g; expected a unit quaternion w x y z", k,
                length4(value));
  }
  return BRN_OK;
}

static BrnStatus check_shape(BrnContext* ctx, const BrnTrackDef* def, int k) {
  int shape = (int)(def->shape ? def->shape[k] : def->all_shape);
  if (shape >= BRN_KEY_STEP && shape <= BRN_KEY_SMOOTH) return BRN_OK;
  return fail(ctx, def, "the shape of key %d is %d; expected step, linear or smooth", k, shape);
}

static BrnStatus check(BrnContext* ctx, const BrnTrackDef* def) {
  if (def->key_count < 1) {
    return fail(ctx, def, "there are %d keys; expected at least one", def->key_count);
  }
  if (!(def->seconds_per_unit > 0) || !isfinite(def->seconds_per_unit)) {
    return fail(ctx, def, "seconds_per_unit is %g; expected a number above 0",
                def->seconds_per_unit);
  }
  BRN_TRY(check_times(ctx, def));
  for (int k = 0; k < def->key_count; k++) {
    BRN_TRY(check_value(ctx, def, k, def->value + (size_t)brn__track_width(def->kind) * (size_t)k));
    BRN_TRY(check_shape(ctx, def, k));
  }
  return BRN_OK;
}

// ------------------------------------------------------------------------------------------ making

static BrnTrack* allocate(BrnContext* ctx, const BrnTrackDef* def) {
  BrnTrack* track = brn__new_zero(ctx, 1, BrnTrack);
  if (!track) return NULL;
  track->kind = def->kind;
  track->repeat = def->repeat;
  track->key_count = def->key_count;
  track->width = brn__track_width(def->kind);
  track->rate_width = brn__track_rate_width(def->kind);
  BrnScope scope = {.type = &brn__track_description, .record = track};
  if (brn__described_create(ctx, &scope) == BRN_OK) return track;
  brn_track_destroy(ctx, track);
  return NULL;
}

static void align_rotations(BrnTrack* track) {
  for (int k = 0; k < track->key_count; k++) {
    double *q = track->value + 4 * (size_t)k, scale = 1 / length4(q), dot = 0;
    for (int c = 0; c < 4 && k > 0; c++) dot += q[c] * q[c - 4];
    if (dot < 0) scale = -scale;
    for (int c = 0; c < 4; c++) q[c] *= scale;
  }
}

BrnStatus brn_track_create(BrnContext* ctx, const BrnTrackDef* def, BrnTrack** out) {
  BRN_ASSERT(ctx && out);
  BRN_CHECK_DEF(def);
  BRN_ASSERT(def->key_count < 1 || (def->time && def->value));
  *out = NULL;
  BRN_TRY(check(ctx, def));
  BrnTrack* track = allocate(ctx, def);
  if (!track) return BRN_NO_MEMORY;
  for (int k = 0; k < def->key_count; k++) {
    track->time[k] = def->time[k] * def->seconds_per_unit;
    track->shape[k] = def->shape ? def->shape[k] : def->all_shape;
  }
  memcpy(track->value, def->value,
         sizeof(double) * (size_t)track->width * (size_t)track->key_count);
  if (def->kind == BRN_TRACK_ROTATION) align_rotations(track);
  brn__track_find_slopes(track);
  *out = track;
  return BRN_OK;
}

void brn_track_destroy(BrnContext* ctx, BrnTrack* track) {
  BRN_ASSERT(ctx);
  if (track) brn__described_free(ctx, &brn__track_description, track);
  brn__free(ctx, track);
}

BrnTrackKind brn_track_kind(const BrnTrack* track) {
  BRN_ASSERT(track);
  return track->kind;
}

void brn_track_span(const BrnTrack* track, double* first, double* last) {
  BRN_ASSERT(track && first && last);
  *first = track->time[0];
  *last = track->time[track->key_count - 1];
}
