// SPDX-License-Identifier: Apache-2.0
//
// What is there after a step of a build, as a struct with a description, into a file of the cache
// and back.

#include "anatomy/stage.h"

#include "anatomy/cache.h"
#include "anatomy/described.h"
#include "mesh/described.h"

#include <string.h>

// all that a step may find of those before it; trees of boundaries are made again on demand
typedef struct Stage {
  BrnModel* model;
  int part_count, tet_count, remark_count, error_count, warning_count;
  int* part_unit;
  BrnMesh* source;
  int* source_part;
  uint8_t tets[sizeof(BrnTetReport)];
  BrnRemark* remark;
} Stage;

#define S BrnRemark
static const BrnMember remark_members[] = {
    BRN_MEMBER(severity),
    BRN_MEMBER_TEXT(where),
    BRN_MEMBER_TEXT(text),
    {0},
};
#undef S
static const BrnDescription remark_description = {
    .name = "remark", .size = sizeof(BrnRemark), .members = remark_members};

#define S Stage
static const BrnMember stage_members[] = {
    BRN_MEMBER_ONE(model, brn__model_description),
    BRN_MEMBER(part_count),
    BRN_MEMBER(tet_count),
    BRN_MEMBER(remark_count),
    BRN_MEMBER(error_count),
    BRN_MEMBER(warning_count),
    BRN_MEMBER_ARRAY(part_unit, "part_count", 1),
    BRN_MEMBER_ONE(source, brn__mesh_description),
    BRN_MEMBER_ARRAY(source_part, "tet_count", 1),
    BRN_MEMBER_NUMBERS(tets),
    BRN_MEMBER_LIST(remark, "remark_count", remark_description),
    {0},
};
#undef S
static const BrnDescription stage_description = {
    .name = "stage", .size = sizeof(Stage), .members = stage_members};

static void take(BrnBuild* build, const Stage* stage) {
  brn__free(build->ctx, build->model);
  build->model = stage->model;
  build->part_unit = stage->part_unit;
  build->source = stage->source;
  build->source_part = stage->source_part;
  memcpy(&build->report.tets, stage->tets, sizeof stage->tets);
  build->chain =
      (BrnRemarks){stage->remark, stage->remark_count, stage->error_count, stage->warning_count};
}

BrnStatus brn__stage_find(BrnBuild* build, uint64_t key, bool* found) {
  Stage stage = {0};
  BrnScope scope = {.type = &stage_description, .record = &stage};
  BRN_TRY(brn__cache_find(build->ctx, build->def->cache, key, &scope, found));
  if (*found) take(build, &stage);
  return BRN_OK;
}

BrnStatus brn__stage_keep(BrnBuild* build, uint64_t key) {
  Stage stage = {.model = build->model,
                 .part_count = build->model->part_count,
                 .tet_count = build->source ? build->source->tet_count : 0,
                 .remark_count = build->chain.count,
                 .error_count = build->chain.error_count,
                 .warning_count = build->chain.warning_count,
                 .part_unit = build->part_unit,
                 .source = build->source,
                 .source_part = build->source_part,
                 .remark = build->chain.remark};
  memcpy(stage.tets, &build->report.tets, sizeof stage.tets);
  BrnScope scope = {.type = &stage_description, .record = &stage};
  return brn__cache_keep(build->ctx, build->def->cache, key, &scope);
}
