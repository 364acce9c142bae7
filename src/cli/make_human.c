// SPDX-License-Identifier: Apache-2.0
//
// `brawn make human`, `walk` and `run`: options, the clip that goes with a body, and what is told
// of it.

#include "cli/make_human.h"

#include "cli/facts.h"
#include "human/make.h"

#include "scene/tables.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_SIZE = 4096 };

typedef struct Job {
  Cli* cli;
  const MakeHuman* options;
  char scene[PATH_SIZE]; // where it goes
  char clip[PATH_SIZE];  // as the scene names it
  BrnHumanDef def;
} Job;

bool cli_makes_human(const char* word) {
  return strcmp(word, "human") == 0 || strcmp(word, "walk") == 0 || strcmp(word, "run") == 0;
}

static bool is_gait(const char* word) {
  return word && (strcmp(word, "walk") == 0 || strcmp(word, "run") == 0);
}

static int whole(double number, int otherwise) {
  return isnan(number) ? otherwise : (int)fmin(fmax(number, INT_MIN), INT_MAX);
}

// ------------------------------------------------------------------------------------------ clips

static BrnStatus write_gait(Cli* cli, const MakeHuman* options, const char* word, const char* path,
                            BrnClip** out) {
  BrnGaitDef def = brn__gait_def_default(strcmp(word, "run") == 0 ? BRN_GAIT_RUN : BRN_GAIT_WALK);
  if (!isnan(options->height)) def.height = options->height;
  if (!isnan(options->cadence)) def.cadence = options->cadence;
  if (!isnan(options->stride)) def.stride = options->stride;
  if (!isnan(options->fps)) def.frames_per_second = options->fps;
  def.cycles = whole(options->cycles, def.cycles);
  BRN_TRY(brn__gait_make(cli->ctx, &def, out));
  BrnClipDef file = brn_clip_def_default();
  file.metres_per_unit = 0.01;
  return brn_clip_write(cli->ctx, *out, path, &file);
}

static int make_gait(Cli* cli, const MakeHuman* options, const char* out) {
  char path[PATH_SIZE];
  BrnClip* clip = NULL;
  snprintf(path, sizeof path, "%s", out ? out : "");
  if (!out) snprintf(path, sizeof path, "%s.bvh", cli->argument[0]);
  BrnStatus status = write_gait(cli, options, cli->argument[0], path, &clip);
  if (status == BRN_OK) {
    json_t* facts = cli_facts(FACT("clip", path), FACT("gait", cli->argument[0]),
                              FACT("joints", clip->joint_count), FACT("frames", clip->frame_count),
                              FACT("seconds", brn_clip_duration(clip)));
    cli_give(cli, facts,
             "{~bold}{gait}{~}: {joints:d} joints, {frames:d} frames, {seconds:.4g} s\n"
             "  wrote {clip}\n");
  }
  brn_clip_destroy(cli->ctx, clip);
  return status == BRN_OK ? CLI_DONE : cli_fail_status(cli, status);
}

// our own clip, beside the scene
static BrnStatus make_own_clip(Job* job) {
  BrnClip* clip = NULL;
  char path[PATH_SIZE];
  const char* slash = strrchr(job->scene, '/');
  int folder = slash ? (int)(slash - job->scene) + 1 : 0;
  snprintf(job->clip, sizeof job->clip, "%s.bvh", job->options->clip);
  snprintf(path, sizeof path, "%.*s%s.bvh", folder, job->scene, job->options->clip);
  BrnStatus status = write_gait(job->cli, job->options, job->options->clip, path, &clip);
  brn_clip_destroy(job->cli->ctx, clip);
  return status;
}

// how long a leg is in the clip, by its joints; 0: it has none of that name
static double leg_of(BrnContext* ctx, const BrnClip* clip, const char* names) {
  double length = 0;
  static const char* const part[] = {"LeftLeg", "LeftFoot"};
  for (int i = 0; i < 2; i++) {
    char name[256];
    int joint;
    const char* star = strchr(names, '*');
    snprintf(name, sizeof name, "%.*s%s%s", (int)(star - names), names, part[i], star + 1);
    if (brn_clip_find_joint(ctx, clip, name, &joint) != BRN_OK) return 0;
    const double* offset = clip->offset + 3 * (size_t)joint;
    length += sqrt(offset[0] * offset[0] + offset[1] * offset[1] + offset[2] * offset[2]);
  }
  return length;
}

// Where the root ends far from its beginning a repeated clip would throw it back.
static double duration_of(const BrnClip* clip, double height) {
  BrnPose first[1024], last[1024];
  if (clip->frame_count < 2 || clip->joint_count > 1024) return 0;
  brn_clip_global_poses(clip, 0, first);
  brn_clip_global_poses(clip, brn_clip_duration(clip), last);
  const double *a = first[0].translation, *b = last[0].translation;
  double way = sqrt(pow(b[0] - a[0], 2) + pow(b[1] - a[1], 2) + pow(b[2] - a[2], 2));
  return way > 0.05 * height ? brn_clip_duration(clip) : 0;
}

// Somebody else's clip: it must have the joints, and its steps are made as long as our legs ask.
static BrnStatus take_clip(Job* job) {
  BrnContext* ctx = job->cli->ctx;
  BrnClipDef def = brn_clip_def_default();
  BrnClip* clip;
  def.metres_per_unit = brn__unit_metres(job->def.clip_units);
  BRN_TRY(brn_clip_read(ctx, job->options->clip, &def, &clip));
  double leg = strchr(job->def.names, '*') ? leg_of(ctx, clip, job->def.names) : 1;
  job->def.duration = duration_of(clip, job->def.height);
  brn_clip_destroy(ctx, clip);
  if (leg == 0) {
    return brn__fail(ctx, BRN_NOT_FOUND,
                     "%s: %s; --names \"*\" tells how the file calls its joints, as "
                     "\"Character1_*\"",
                     job->options->clip, brn_last_error(ctx));
  }
  job->def.travel = round(1e4 * 0.489997 * job->def.height / leg) / 1e4; // thigh and shank
  bool beside = !strchr(job->scene, '/');
  if (beside || job->options->clip[0] == '/') {
    snprintf(job->clip, sizeof job->clip, "%s", job->options->clip);
  } else if (!realpath(job->options->clip, job->clip)) {
    return brn__fail(ctx, BRN_NOT_FOUND, "%s: cannot tell where it is", job->options->clip);
  }
  return BRN_OK;
}

// ------------------------------------------------------------------------------------------- body

#define MUSCLES "all legs arms trunk" // as BrnHumanMuscles

static bool parse(Job* job) {
  const MakeHuman* o = job->options;
  int which = o->muscles ? cli_choose(job->cli, "--muscles cannot be", o->muscles, MUSCLES) : 0;
  int units = o->clip_units
                  ? cli_choose(job->cli, "--clip-units cannot be", o->clip_units, BRN_UNITS)
                  : job->def.clip_units;
  if (which < 0 || units < 0) return false;
  job->def.muscles = (BrnHumanMuscles)which;
  job->def.clip_units = units;
  if (!isnan(o->height)) job->def.height = o->height;
  job->def.triangles = whole(o->triangles, job->def.triangles);
  job->def.from_first_frame = o->from_first_frame;
  if (o->names) job->def.names = o->names;
  return true;
}

static void tell(const Job* job, const BrnScene* scene) {
  json_t* facts =
      cli_facts(FACT("scene", job->scene), FACT("bones", scene->bone_count),
                FACT("muscles", scene->muscle_count), FACT_IF(job->def.clip, "clip", job->clip),
                FACT("own_clip", is_gait(job->options->clip)));
  cli_give(job->cli, facts,
           "{~bold}human{~}: {bones:d} bones, {muscles:d} muscles\n  wrote {scene}\n"
           "{?own_clip}  wrote {clip} beside it\n{/}");
}

static BrnStatus make_body(Job* job) {
  BrnScene* scene;
  if (is_gait(job->options->clip)) BRN_TRY(make_own_clip(job));
  if (job->options->clip && !is_gait(job->options->clip)) BRN_TRY(take_clip(job));
  if (job->options->clip) job->def.clip = job->clip;
  BRN_TRY(brn__human_make(job->cli->ctx, &job->def, &scene));
  BrnStatus status = brn_scene_write(job->cli->ctx, scene, job->scene);
  if (status == BRN_OK) tell(job, scene);
  brn_scene_destroy(job->cli->ctx, scene);
  return status;
}

int cli_make_human(Cli* cli, const MakeHuman* options, const char* out) {
  Job job = {.cli = cli, .options = options, .def = brn__human_def_default()};
  if (strcmp(cli->argument[0], "human") != 0) return make_gait(cli, options, out);
  if (!parse(&job)) return CLI_USAGE;
  snprintf(job.scene, sizeof job.scene, "%s", out ? out : "human.json");
  BrnStatus status = make_body(&job);
  return status == BRN_OK ? CLI_DONE : cli_fail_status(cli, status);
}
