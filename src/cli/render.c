// SPDX-License-Identifier: Apache-2.0

#include "cli/render.h"

#include "cli/interrupt.h"

#include <math.h>
#include <string.h>

// `brawn render RUN ...`: pictures, sequences and movies of runs, scenes and mesh files.

static RenderOptions options = {
    .azimuth = NAN, .elevation = NAN, .fov = NAN, .zoom = NAN, .fps = NAN, .pictures = 96};

static const CliOption* option_list(void) {
  static const CliOption list[] = {
      {"--out", "-o", CLI_TEXT, &options.out, "FILE",
       "NAME.png (default), NAME.%04d.png, a folder, or a movie: .mp4 .webm .gif"},
      {"--force", NULL, CLI_FLAG, &options.force, NULL, "replace what is there"},
      {"--frame", NULL, CLI_TEXT, &options.frame, "N",
       "one frame: a number, first or last (default)"},
      {"--frames", NULL, CLI_TEXT, &options.frames, "LIST", "several: 1-48, 1-48/2, 1,4,8-12, all"},
      {"--sheet", NULL, CLI_TEXT, &options.sheet, "COLSxROWS",
       "a contact sheet: frames that are spread evenly, on one picture"},
      {"--compare", NULL, CLI_FLAG, &options.compare, NULL,
       "the runs side by side, with one camera and one range of colours"},
      {"--size", NULL, CLI_TEXT, &options.size, "WxH",
       "pixels of a picture; default 1280x960, on a sheet 480x360, compared 800x800"},
      {"--quality", NULL, CLI_TEXT, &options.quality, "NAME", "draft, normal (default) or fine"},
      {"--view", NULL, CLI_TEXT, &options.view, "NAME",
       "front, back, left, right, top, bottom or quarter (default)"},
      {"--azimuth", NULL, CLI_NUMBER, &options.azimuth, "DEG", "0 from the front, 90 from +x"},
      {"--elevation", NULL, CLI_NUMBER, &options.elevation, "DEG", "90 from above"},
      {"--fov", NULL, CLI_NUMBER, &options.fov, "DEG",
       "angle of view; 0: parallel rays; default 30"},
      {"--zoom", NULL, CLI_NUMBER, &options.zoom, "FACTOR", "nearer than all of it; default 1"},
      {"--target", NULL, CLI_TEXT, &options.target, "X,Y,Z|PART",
       "look at a place (m), or fit a part instead of all"},
      {"--eye", NULL, CLI_TEXT, &options.eye, "X,Y,Z", "where the camera is (m)"},
      {"--orbit", NULL, CLI_NUMBER, &options.orbit, "DEG",
       "the camera turns by so much during the sequence"},
      {"--pictures", NULL, CLI_NUMBER, &options.pictures, "N",
       "how many an orbit around one frame has; default 96"},
      {"--color", NULL, CLI_TEXT, &options.color, "VALUE",
       "colour by stretch, stress, stress.xx, activation, part, ..., or error (--compare)"},
      {"--map", NULL, CLI_TEXT, &options.map, "NAME",
       "viridis cividis magma turbo coolwarm red grey part; default: what suits the value"},
      {"--range", NULL, CLI_TEXT, &options.range, "A,B",
       "of the values; default: what suits them, one for all frames"},
      {"--no-legend", NULL, CLI_FLAG, &options.no_legend, NULL, "colours without a legend"},
      {"--only", NULL, CLI_TEXTS, NULL, "PARTS", "show these: biceps,tri*,bones,muscles,tendons"},
      {"--hide", NULL, CLI_TEXTS, NULL, "PARTS", "do not show these"},
      {"--opacity", NULL, CLI_TEXTS, NULL, "PARTS=NUMBER",
       "see through parts: muscles=0.3; as often as wanted"},
      {"--fibres", NULL, CLI_NUMBER, &options.fibres, "N", "fibres of muscles, so many each"},
      {"--flow", NULL, CLI_FLAG, &options.flow, NULL,
       "short strokes along the fibres on muscles that are surfaces"},
      {"--inner", NULL, CLI_FLAG, &options.inner, NULL,
       "their inner structure, through translucent flesh"},
      {"--lines", NULL, CLI_FLAG, &options.lines, NULL, "lines of action"},
      {"--joints", NULL, CLI_FLAG, &options.joints, NULL, "points and axes of joints"},
      {"--wire", NULL, CLI_FLAG, &options.wire, NULL, "edges of the triangles, of tets in a cut"},
      {"--cut", NULL, CLI_TEXT, &options.cut, "PLANE",
       "show the inside: x, -x, z=0.02 (m), or PX,PY,PZ:NX,NY,NZ"},
      {"--cut-whole", NULL, CLI_FLAG, &options.cut_whole, NULL,
       "cut around tets, not through them"},
      {"--skin", NULL, CLI_TEXT, &options.skin, "KIND",
       "auto (default), tets, or surfaces that the parts were made from"},
      {"--flat", NULL, CLI_FLAG, &options.flat, NULL, "facets instead of smooth shading"},
      {"--ground", NULL, CLI_FLAG, &options.ground, NULL, "a floor that takes shadows"},
      {"--background", NULL, CLI_TEXT, &options.background, "COLOR",
       "#202830, white or transparent"},
      {"--dark", NULL, CLI_FLAG, &options.dark, NULL, "a dark background"},
      {"--title", NULL, CLI_TEXT, &options.title, "TEXT",
       "written on the picture; {frame} and {time} are filled in"},
      {"--fps", NULL, CLI_NUMBER, &options.fps, "N",
       "pictures a second of a movie; default: as run"},
      CLI_CACHE_OPTIONS(options.cache),
      {0},
  };
  return list;
}

// ---------------------------------------------------------------------------------------- the verb

static BrnStatus open_runs(Render* render, int first, int count) {
  for (int i = 0; i < count; i++) {
    render->path[i] = render->cli->argument[first + i];
    BRN_TRY(cli_open_replay(render->cli, render->path[i], render->skin, &render->options->cache,
                            &render->run[i]));
    render->run_count++;
    if (render->run[i]->frame_count > 0) continue;
    return brn__fail(render->cli->ctx, BRN_NOT_FOUND,
                     "%s: has no frame yet; wait for the first one, or run it again",
                     render->path[i]);
  }
  return BRN_OK;
}

// the nearest spelling; whatever is known and not near is told where values are made
static BrnStatus check_value(const Render* render) {
  const BrnReplay* run = render->run[0];
  const char* name = render->def.color_by;
  char known[1024] = "error", nearest[64];
  if (!name) return BRN_OK;
  size_t length = strcspn(name, ".");
  for (int i = 0; i < run->value_count; i++) {
    const char* value = run->value[i].name;
    if (strcmp(value, name) == 0 || (strlen(value) == length && !strncmp(value, name, length))) {
      return BRN_OK;
    }
    size_t used = strlen(known);
    snprintf(known + used, sizeof known - used, " %s", value);
  }
  if (strcmp(name, "error") == 0 || !brn__nearest_spelling(name, known, nearest, sizeof nearest)) {
    return BRN_OK;
  }
  return brn__fail(render->cli->ctx, BRN_NOT_FOUND,
                   "%s: there is no value \"%s\"; did you mean \"%s\"?", render->path[0], name,
                   nearest);
}

static BrnStatus draw(Render* render) {
  BRN_TRY(check_value(render));
  BRN_TRY(render_check_output(render));
  BRN_TRY(render_fit(render));
  BRN_TRY(render_fix_range(render));
  return render_write(render);
}

static BrnStatus draw_with_progress(Render* render) {
  render->progress = cli_progress_start(render->cli);
  BrnStatus status = draw(render);
  cli_progress_end(&render->progress);
  render->seconds = brn__seconds() - render->progress.start;
  return status;
}

static int render_runs(Render* render, int first, int count) {
  BrnStatus status = open_runs(render, first, count);
  if (status == BRN_OK) status = render_choose_shots(render);
  if (status != BRN_OK) return cli_fail_status(render->cli, status);
  bool several = render->shot_count > 1 && render->columns == 0;
  if (!render_parse_output(render, several)) return CLI_USAGE;
  status = draw_with_progress(render);
  if (status != BRN_OK) return cli_fail_status(render->cli, status);
  if (!cli_interrupted) render_tell(render);
  return cli_interrupted ? CLI_STOPPED : CLI_DONE;
}

static void clear(Render* render) {
  BrnContext* ctx = render->cli->ctx;
  for (int i = 0; i < render->run_count; i++) brn_replay_close(ctx, render->run[i]);
  brn__free(ctx, render->shot);
  brn__free(ctx, render->look);
  brn__free(ctx, render->words);
}

// runs first to first + count - 1 on one output
static int render_output(Cli* cli, int first, int count, json_t* list) {
  Render* render = brn__new_zero(cli->ctx, 1, Render);
  if (!render) return cli_fail_status(cli, BRN_NO_MEMORY);
  render->cli = cli;
  render->options = &options;
  int code = render_parse(render) ? render_runs(render, first, count) : CLI_USAGE;
  if (code == CLI_DONE && list) json_array_append_new(list, render_json(render));
  clear(render);
  brn__free(cli->ctx, render);
  return code;
}

// one output must not replace the other
static bool check_many(const Cli* cli) {
  const char* out = options.out;
  if (cli->argument_count == 1 || options.compare) return true;
  if (out && !render_is_folder(out)) {
    cli_fail(cli, CLI_USAGE, "-o %s: there are several runs; name a folder, or add --compare", out);
    return false;
  }
  for (int i = 0; i < cli->argument_count; i++) {
    for (int k = 0; k < i; k++) {
      char a[256], b[256];
      render_name(cli->argument[i], a, sizeof a);
      render_name(cli->argument[k], b, sizeof b);
      if (strcmp(a, b) != 0) continue;
      cli_fail(cli, CLI_USAGE, "%s and %s would go to the same file; draw them one by one, with -o",
               cli->argument[k], cli->argument[i]);
      return false;
    }
  }
  return true;
}

static int run(Cli* cli) {
  if (!check_many(cli)) return CLI_USAGE;
  json_t* list = cli->json ? json_array() : NULL;
  int code = CLI_DONE, count = options.compare ? cli->argument_count : 1;
  for (int i = 0; i < cli->argument_count && code == CLI_DONE; i += count) {
    code = render_output(cli, i, count, list);
  }
  if (list && code == CLI_DONE) {
    bool one = json_array_size(list) == 1;
    cli_print_json(json_incref(one ? json_array_get(list, 0) : list));
  }
  json_decref(list);
  return code;
}

const CliVerb cli_render = {
    .name = "render",
    .summary = "Draws pictures and movies of runs, scenes and meshes",
    .usage = "RUN... [options]",
    .notes =
        "RUN is a folder of brawn run, a .pvd, a scene or a mesh file. One picture shows the last\n"
        "frame; a pattern, a folder or a movie all of them. The camera is fitted to all frames,\n"
        "and colours have one range for all. Files that are there are kept unless --force is\n"
        "given. Movies need ffmpeg. Ctrl-C stops after the picture in hand.",
    .examples = "brawn render arm\n"
                "brawn render arm --color stretch --view right -o arm.mp4\n"
                "brawn render arm --sheet 4x3 --opacity muscles=0.4 --fibres 40\n"
                "brawn render arm/scene.json --cut x --wire --orbit 360 -o turn.gif\n"
                "brawn render --compare coarse fine --color error",
    .least = 1,
    .most = 100000,
    .options = option_list,
    .run = run,
};
