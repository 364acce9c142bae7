// SPDX-License-Identifier: Apache-2.0
//
// A frame of a run in the units and axes of the file, for the writers.

#include "export/export.h"

#include <math.h>
#include <string.h>

const BrnReplayPart* brn__export_part(const BrnExport* job, int p) {
  return &job->replay->part[job->part[p]];
}

int brn__export_number(const BrnExport* job, int k) {
  return job->replay->frame[job->frame[k]].number;
}

double brn__export_time(const BrnExport* job, int k) {
  return job->replay->frame[job->frame[k]].time;
}

bool brn__export_has_bone(const BrnExport* job, int bone) {
  const BrnModel* model = job->replay->model;
  int label = model->part[model->bone[bone].part].label;
  for (int p = 0; p < job->part_count; p++) {
    if (brn__export_part(job, p)->label == label) return true;
  }
  return false;
}

// ------------------------------------------------------------------------------------------ points

static BrnStatus allocate(BrnExport* job, double*** rows) {
  *rows = brn__new_zero(job->ctx, job->part_count, double*);
  if (!*rows) return BRN_NO_MEMORY;
  for (int p = 0; p < job->part_count; p++) {
    size_t count = (size_t)brn__export_part(job, p)->skin.rider.point_count;
    (*rows)[p] = brn__new(job->ctx, 3 * count, double);
    if (!(*rows)[p]) return BRN_NO_MEMORY;
  }
  return BRN_OK;
}

static BrnStatus make_room(BrnExport* job) {
  if (!job->position) {
    job->position = brn__new(job->ctx, 3 * (size_t)job->replay->mesh->vertex_count, double);
    if (!job->position) return BRN_NO_MEMORY;
  }
  return job->bare || job->point ? BRN_OK : allocate(job, &job->point);
}

BrnStatus brn__export_want_normals(BrnExport* job) {
  return job->normal ? BRN_OK : allocate(job, &job->normal);
}

static void place(BrnExport* job) {
  for (int p = 0; p < job->part_count; p++) {
    const BrnSkin* skin = &brn__export_part(job, p)->skin;
    double *point = job->point[p], *normal = job->normal ? job->normal[p] : NULL;
    brn_riders_apply(job->ctx, &skin->rider, job->position, point);
    if (normal) brn_skin_normals(job->ctx, skin, point, normal);
    for (size_t v = 0; v < (size_t)skin->rider.point_count; v++) {
      brn__export_point(job, point + 3 * v, point + 3 * v);
      if (normal) brn__export_direction(job, normal + 3 * v, normal + 3 * v);
    }
  }
}

// ------------------------------------------------------------------------------------------ frames

BrnStatus brn__export_tell(BrnExport* job, int k) {
  const BrnExportDef* def = &job->def;
  double fraction = (job->pass + k / (double)job->frame_count) / job->pass_count;
  double spent = brn__seconds() - job->start;
  if (def->cancelled && *def->cancelled) {
    job->report.stopped = true;
    return brn__fail(job->ctx, BRN_INVALID, "%s: stopped before it was whole", job->path);
  }
  if (def->progress) {
    double left = fraction > 0 && spent > 0.5 ? spent * (1 - fraction) / fraction : NAN;
    def->progress(def->progress_user, job->writer->about.name, fraction, left);
  }
  return BRN_OK;
}

BrnStatus brn__export_frame(BrnExport* job, int k) {
  BRN_ASSERT(k >= 0 && k < job->frame_count);
  BRN_TRY(brn__export_tell(job, k));
  BRN_TRY(make_room(job));
  BRN_TRY(brn_replay_positions(job->replay, job->frame[k], job->position));
  if (!job->bare) place(job);
  return BRN_OK;
}

BrnStatus brn__export_rest(BrnExport* job) {
  const BrnMesh* mesh = job->replay->mesh;
  BRN_TRY(make_room(job));
  memcpy(job->position, mesh->position, 3 * (size_t)mesh->vertex_count * sizeof(double));
  if (!job->bare) place(job);
  return BRN_OK;
}
