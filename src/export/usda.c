// SPDX-License-Identifier: Apache-2.0

#include "export/usda.h"

#include <string.h>

// /run                     what was exported; the default prim
// /run/materials           a UsdPreviewSurface a part
// /run/bones/humerus       a Mesh a part, in the group of its kind
// /run/solid               the tets, when they are wanted

static const char* const groups[] = {
    [BRN_REPLAY_BONE] = "bones",
    [BRN_REPLAY_MUSCLE] = "muscles",
    [BRN_REPLAY_TENDON] = "tendons",
    [BRN_REPLAY_OTHER] = "parts",
};
enum { GROUP_COUNT = BRN_REPLAY_OTHER + 1 };

// ------------------------------------------------------------------------------------------- names

static BrnStatus take_names(BrnUsda* usda) {
  BrnContext* ctx = usda->ctx;
  int count = usda->job->part_count;
  BRN_TRY(brn__names_take(ctx, &usda->root_name, BRN_NAME_IDENTIFIER, usda->job->replay->name,
                          &usda->root));
  usda->prim = brn__new(ctx, count, const char*);
  usda->material = brn__new(ctx, count, const char*);
  if (!usda->prim || !usda->material) return BRN_NO_MEMORY;
  for (int p = 0; p < count; p++) {
    const BrnReplayPart* part = brn__export_part(usda->job, p);
    BRN_TRY(brn__names_take(ctx, &usda->names[part->kind], BRN_NAME_IDENTIFIER, part->name,
                            &usda->prim[p]));
    BRN_TRY(brn__names_take(ctx, &usda->material_names, BRN_NAME_IDENTIFIER, part->name,
                            &usda->material[p]));
  }
  return BRN_OK;
}

// ------------------------------------------------------------------------------------------- stage

static void write_number(BrnSink* sink, const char* key, double value) {
  brn__sink_printf(sink, "    %s = ", key);
  brn__sink_double(sink, value);
  brn__sink_text(sink, "\n");
}

static void write_head(BrnUsda* usda) {
  BrnSink* sink = usda->sink;
  const BrnExport* job = usda->job;
  brn__sink_text(sink, "#usda 1.0\n(\n");
  brn__sink_printf(sink, "    defaultPrim = \"%s\"\n", usda->root);
  brn__sink_printf(sink, "    doc = \"Brawn %s\"\n", brn_version());
  write_number(sink, "endTimeCode", brn__usda_code(job, job->frame_count - 1));
  write_number(sink, "framesPerSecond", brn__usda_rate(job));
  write_number(sink, "metersPerUnit", job->def.metres_per_unit);
  write_number(sink, "startTimeCode", brn__usda_code(job, 0));
  write_number(sink, "timeCodesPerSecond", brn__usda_rate(job));
  brn__sink_printf(sink, "    upAxis = \"%c\"\n)\n\n", job->def.up - 'a' + 'A');
  brn__sink_printf(sink, "def Xform \"%s\" (\n    displayName = ", usda->root);
  brn__usda_string(sink, job->replay->name);
  brn__sink_text(sink, "\n    kind = \"component\"\n)\n{\n    def Scope \"materials\"\n    {");
  for (int p = 0; p < job->part_count; p++) brn__usda_write_material(usda, p);
  brn__sink_text(sink, "    }\n");
}

// -------------------------------------------------------------------------------------------- tree

// bodies by their groups; the solid comes last
static BrnStatus sort_bodies(BrnUsda* usda) {
  BrnExport* job = usda->job;
  usda->body_count = job->part_count + (usda->solid ? 1 : 0);
  usda->body = brn__new_zero(usda->ctx, usda->body_count, BrnUsdaBody);
  usda->order = brn__new(usda->ctx, usda->body_count, int);
  if (!usda->body || !usda->order) return BRN_NO_MEMORY;
  int count = 0;
  for (int kind = 0; kind < GROUP_COUNT; kind++) {
    for (int p = 0; p < job->part_count; p++) {
      if ((int)brn__export_part(job, p)->kind == kind) usda->order[count++] = p;
    }
  }
  if (usda->solid) usda->order[count] = job->part_count;
  return BRN_OK;
}

// the group of the body at that place of the order; -1: none
static int group_at(const BrnUsda* usda, int i) {
  bool is_part = i >= 0 && i < usda->job->part_count;
  return is_part ? (int)brn__export_part(usda->job, usda->order[i])->kind : -1;
}

static BrnStatus write_body(BrnUsda* usda, int i) {
  int group = group_at(usda, i);
  if (group < 0) return brn__usda_write_solid(usda);
  if (group_at(usda, i - 1) != group) {
    brn__sink_printf(usda->sink, "\n    def Xform \"%s\"\n    {", groups[group]);
  }
  brn__usda_write_mesh(usda, usda->order[i]);
  if (group_at(usda, i + 1) != group) brn__sink_text(usda->sink, "    }\n");
  return BRN_OK;
}

static BrnStatus write_bodies(BrnUsda* usda) {
  usda->job->pass_count = brn__usda_goes(usda);
  for (int first = 0, end; first < usda->body_count; first = end, usda->job->pass++) {
    BRN_TRY(brn__usda_read(usda, first, &end));
    for (int i = first; i < end; i++) BRN_TRY(write_body(usda, i));
    brn__usda_drop(usda);
    BRN_TRY(usda->sink->status);
  }
  return BRN_OK;
}

// -------------------------------------------------------------------------------------------- file

static BrnStatus prepare(BrnUsda* usda) {
  BrnExport* job = usda->job;
  BRN_TRY(take_names(usda));
  BRN_TRY(brn__export_want_normals(job));
  if (job->def.solid) {
    usda->solid = brn__new(usda->ctx, 3 * (size_t)job->replay->mesh->vertex_count, double);
    if (!usda->solid) return BRN_NO_MEMORY;
  }
  return sort_bodies(usda);
}

static BrnStatus write_stage(BrnUsda* usda) {
  BRN_TRY(prepare(usda));
  write_head(usda);
  BRN_TRY(write_bodies(usda));
  brn__sink_text(usda->sink, "}\n");
  return BRN_OK;
}

static void clear(BrnUsda* usda) {
  BrnContext* ctx = usda->ctx;
  brn__usda_drop(usda);
  brn__names_free(ctx, &usda->root_name);
  brn__names_free(ctx, &usda->material_names);
  for (int i = 0; i < GROUP_COUNT; i++) brn__names_free(ctx, &usda->names[i]);
  brn__free(ctx, usda->prim);
  brn__free(ctx, usda->material);
  brn__free(ctx, usda->solid);
  brn__free(ctx, usda->body);
  brn__free(ctx, usda->order);
}

static BrnStatus plan(BrnExport* job) {
  if (job->def.up == 'x') {
    return brn__fail(job->ctx, BRN_UNSUPPORTED,
                     "%s: USD is Y up or Z up; X up does not exist there", job->path);
  }
  if (job->def.solid && job->replay->mesh->tet_count == 0) {
    return brn__fail(job->ctx, BRN_UNSUPPORTED, "%s has no tets; leave out --solid",
                     job->replay->name);
  }
  BRN_TRY(brn__export_need_times(job));
  return brn__export_plan_file(job, NULL, BRN_NO_FRAME, NULL);
}

static BrnStatus write(BrnExport* job) {
  BrnSink sink;
  BRN_TRY(brn__export_open(job, 0, &sink));
  BrnUsda usda = {.job = job, .ctx = job->ctx, .sink = &sink};
  BrnStatus status = write_stage(&usda);
  clear(&usda);
  return brn__export_close(job, &sink, status);
}

const BrnExportWriter brn__export_usda = {
    .about = {.name = "usda",
              .extensions = "usda usd",
              .title = "USD text: meshes with time-sampled points (Houdini, Maya, usdview)"},
    .plan = plan,
    .write = write,
};
