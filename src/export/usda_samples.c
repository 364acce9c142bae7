// SPDX-License-Identifier: Apache-2.0
//
// Points and activations of as many frames as fit into memory, before they are written.

#include "export/usda.h"

#include <float.h>
#include <math.h>

// ------------------------------------------------------------------------------------------- room

static const BrnReplayPart* part_of(const BrnUsda* usda, int b) {
  return b < usda->job->part_count ? brn__export_part(usda->job, b) : NULL;
}

static int point_count(const BrnUsda* usda, int b) {
  const BrnReplayPart* part = part_of(usda, b);
  return part ? part->skin.rider.point_count : usda->job->replay->mesh->vertex_count;
}

static bool is_muscle(const BrnUsda* usda, int b) {
  const BrnReplayPart* part = part_of(usda, b);
  return part && usda->job->replay->model && part->kind == BRN_REPLAY_MUSCLE;
}

static size_t sample_count(const BrnUsda* usda, int b) {
  return ((size_t)usda->job->frame_count + 1) * (size_t)point_count(usda, b);
}

static uint64_t bytes_of(const BrnUsda* usda, int b) {
  size_t bytes = 3 * sizeof(float);
  if (part_of(usda, b)) bytes += 3 * sizeof(int16_t);
  if (is_muscle(usda, b)) bytes += sizeof(float);
  return (uint64_t)sample_count(usda, b) * bytes;
}

// the first body that does not fit any more; one always does
static int find_end(const BrnUsda* usda, int first) {
  uint64_t bytes = bytes_of(usda, usda->order[first]);
  int end = first + 1;
  while (end < usda->body_count &&
         bytes + bytes_of(usda, usda->order[end]) <= usda->job->def.memory) {
    bytes += bytes_of(usda, usda->order[end++]);
  }
  return end;
}

int brn__usda_goes(const BrnUsda* usda) {
  int goes = 0;
  for (int i = 0; i < usda->body_count; i = find_end(usda, i)) goes++;
  return goes;
}

static BrnStatus allocate(BrnUsda* usda, int b) {
  BrnUsdaBody* body = &usda->body[b];
  size_t count = sample_count(usda, b);
  body->point_count = point_count(usda, b);
  body->point = brn__new(usda->ctx, 3 * count, float);
  if (!body->point) return BRN_NO_MEMORY;
  if (part_of(usda, b)) {
    body->normal = brn__new(usda->ctx, 3 * count, int16_t);
    if (!body->normal) return BRN_NO_MEMORY;
  }
  if (is_muscle(usda, b)) {
    body->activation = brn__new_zero(usda->ctx, count, float);
    if (!body->activation) return BRN_NO_MEMORY;
  }
  return BRN_OK;
}

void brn__usda_drop(BrnUsda* usda) {
  for (int b = 0; usda->body && b < usda->body_count; b++) {
    brn__free(usda->ctx, usda->body[b].point);
    brn__free(usda->ctx, usda->body[b].normal);
    brn__free(usda->ctx, usda->body[b].activation);
    usda->body[b] = (BrnUsdaBody){0};
  }
}

// ----------------------------------------------------------------------------------------- frames

static void place_solid(BrnUsda* usda) {
  const BrnExport* job = usda->job;
  for (size_t v = 0; v < (size_t)job->replay->mesh->vertex_count; v++) {
    brn__export_point(job, job->position + 3 * v, usda->solid + 3 * v);
  }
}

static void keep(BrnUsda* usda, int b, int sample) {
  BrnUsdaBody* body = &usda->body[b];
  bool is_part = part_of(usda, b) != NULL;
  size_t count = 3 * (size_t)body->point_count, at = count * (size_t)sample;
  if (!is_part) place_solid(usda);
  const double* from = is_part ? usda->job->point[b] : usda->solid;
  for (size_t i = 0; i < count; i++) body->point[at + i] = (float)from[i];
  for (size_t i = 0; is_part && i < count; i++) {
    double n = usda->job->normal[b][i];
    body->normal[at + i] = (int16_t)lround(1000 * (isfinite(n) ? n : 0));
  }
}

static BrnStatus keep_activation(BrnUsda* usda, int b, int k, const BrnValues* values) {
  BrnUsdaBody* body = &usda->body[b];
  double* value = brn__new(usda->ctx, body->point_count, double);
  if (!value) return BRN_NO_MEMORY;
  BrnStatus status = brn_skin_values(usda->job->replay, usda->job->part[b], values, value);
  float* out = body->activation + (size_t)body->point_count * (size_t)(k + 1);
  for (int i = 0; status == BRN_OK && i < body->point_count; i++) out[i] = (float)value[i];
  brn__free(usda->ctx, value);
  return status;
}

static BrnStatus keep_activations(BrnUsda* usda, int first, int end, int k) {
  bool wanted = false;
  for (int i = first; i < end; i++) wanted = wanted || usda->body[usda->order[i]].activation;
  if (!wanted) return BRN_OK;
  BrnValues values;
  BRN_TRY(brn_replay_values(usda->job->replay, usda->job->frame[k], "activation", &values));
  BrnStatus status = BRN_OK;
  for (int i = first; i < end && status == BRN_OK; i++) {
    int b = usda->order[i];
    if (usda->body[b].activation) status = keep_activation(usda, b, k, &values);
  }
  brn_values_free(usda->ctx, &values);
  return status;
}

// by more than the last digits of floats
static bool moves(const BrnUsda* usda, const BrnUsdaBody* body) {
  size_t row = 3 * (size_t)body->point_count, count = row * (size_t)usda->job->frame_count;
  float largest = 0;
  for (size_t i = 0; i < row; i++) largest = fmaxf(largest, fabsf(body->point[i]));
  for (size_t i = 0; i < count; i++) {
    float difference = fabsf(body->point[row + i] - body->point[i % row]);
    if (!(difference <= FLT_EPSILON * largest)) return true;
  }
  return false;
}

BrnStatus brn__usda_read(BrnUsda* usda, int first, int* end) {
  *end = find_end(usda, first);
  for (int i = first; i < *end; i++) BRN_TRY(allocate(usda, usda->order[i]));
  BRN_TRY(brn__export_rest(usda->job));
  for (int i = first; i < *end; i++) keep(usda, usda->order[i], 0);
  for (int k = 0; k < usda->job->frame_count; k++) {
    BRN_TRY(brn__export_frame(usda->job, k));
    for (int i = first; i < *end; i++) keep(usda, usda->order[i], k + 1);
    BRN_TRY(keep_activations(usda, first, *end, k));
  }
  for (int i = first; i < *end; i++) {
    BrnUsdaBody* body = &usda->body[usda->order[i]];
    body->moves = moves(usda, body);
  }
  return BRN_OK;
}
