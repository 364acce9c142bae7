// SPDX-License-Identifier: Apache-2.0
//
// Where `brawn render` looks from: by angles, by a part, by a place, fitted to all frames.

#include "cli/render.h"

#include "core/vec.h"
#include "render/scenery.h"

#include <math.h>
#include <string.h>

// ----------------------------------------------------------------------------------------- options

static const struct {
  const char* name;
  double azimuth, elevation;
} views[] = {
    {"front", 0, 0}, {"back", 180, 0},   {"left", 270, 0},    {"right", 90, 0},
    {"top", 0, 90},  {"bottom", 0, -90}, {"quarter", 30, 12},
};

static const char* view_name(int index) {
  return index < (int)(sizeof views / sizeof *views) ? views[index].name : NULL;
}

static bool parse_view(Render* render) {
  const char* name = render->options->view;
  if (!name) return true;
  int index = cli_choose(render->cli, "there is no view", name, cli_words(view_name).text);
  if (index < 0) return false;
  render->camera.azimuth = views[index].azimuth;
  render->camera.elevation = views[index].elevation;
  return true;
}

static bool check_number(const Render* render, const char* name, double value, double low,
                         double high) {
  if (value >= low && value <= high) return true;
  cli_fail(render->cli, CLI_USAGE, "%s goes from %g to %g, not %g", name, low, high, value);
  return false;
}

// three numbers are a place, anything else is the name of a part
static void parse_target(RenderCamera* camera, const char* text) {
  if (!text) return;
  camera->has_target = render_parse_numbers(text, 3, camera->target);
  if (!camera->has_target) camera->target_part = text;
}

bool render_parse_camera(Render* render) {
  const RenderOptions* o = render->options;
  RenderCamera* camera = &render->camera;
  const BrnPictureDef* def = &render->def;
  *camera = (RenderCamera){def->azimuth, def->elevation, def->fov, def->zoom, .orbit = o->orbit};
  if (!parse_view(render)) return false;
  if (!isnan(o->azimuth)) camera->azimuth = o->azimuth;
  if (!isnan(o->elevation)) camera->elevation = o->elevation;
  if (!isnan(o->fov)) camera->fov = o->fov;
  if (!isnan(o->zoom)) camera->zoom = o->zoom;
  parse_target(camera, o->target);
  if (o->eye && !(camera->has_eye = render_parse_numbers(o->eye, 3, camera->eye))) {
    cli_fail(render->cli, CLI_USAGE, "--eye takes a place in metres, X,Y,Z, not \"%s\"", o->eye);
    return false;
  }
  return check_number(render, "--elevation", camera->elevation, -90, 90) &&
         check_number(render, "--fov", camera->fov, 0, 150) &&
         check_number(render, "--zoom", camera->zoom, 0.001, 1000);
}

// -------------------------------------------------------------------------------- what it looks at

BrnStatus render_opacity(const Render* render, BrnReplay* replay, const BrnPartLook* look,
                         int look_count, float* opacity) {
  BrnPictureDef def = render->def;
  def.look = look;
  def.look_count = look_count;
  BrnScenery scenery = {.ctx = render->cli->ctx, .replay = replay, .def = &def, .opacity = opacity};
  return brn__scenery_opacity(&scenery);
}

// parts that the camera is to see: one that was named, or all that are not hidden
static BrnStatus choose_parts(const Render* render, BrnReplay* replay, float* seen) {
  const char* part = render->camera.target_part;
  const BrnPartLook one[2] = {{"*", 0}, {part, 1}};
  if (part) return render_opacity(render, replay, one, 2, seen);
  return render_opacity(render, replay, render->def.look, render->def.look_count, seen);
}

static int most_points(const BrnReplay* replay) {
  int most = 1;
  for (int p = 0; p < replay->part_count; p++) {
    int count = replay->part[p].skin.rider.point_count;
    if (count > most) most = count;
  }
  return most;
}

static void add_points(RenderCamera* camera, const double* point, int count) {
  for (int i = 0; i < count; i++) {
    for (int k = 0; k < 3; k++) {
      camera->low[k] = fmin(camera->low[k], point[3 * (size_t)i + (size_t)k]);
      camera->high[k] = fmax(camera->high[k], point[3 * (size_t)i + (size_t)k]);
    }
  }
}

// position, point: room for the vertices of the mesh and of the largest skin
static BrnStatus add_frame(Render* render, BrnReplay* replay, int frame, const float* seen,
                           double* position, double* point) {
  BRN_TRY(brn_replay_positions(replay, frame, position));
  for (int p = 0; p < replay->part_count; p++) {
    const BrnRiders* rider = &replay->part[p].skin.rider;
    if (!(seen[p] > 0)) continue;
    brn_riders_apply(render->cli->ctx, rider, position, point);
    add_points(&render->camera, point, rider->point_count);
  }
  return BRN_OK;
}

// Of long runs every so many frames are asked: a body does not leave the box between them.
static BrnStatus add_run(Render* render, int run) {
  enum { MOST = 60 };
  BrnContext* ctx = render->cli->ctx;
  BrnReplay* replay = render->run[run];
  BrnScratchMark mark = brn__scratch_mark(ctx);
  float* seen = brn__scratch(ctx, replay->part_count + 1, float);
  double* position = brn__scratch(ctx, 3 * (size_t)replay->mesh->vertex_count + 1, double);
  double* point = brn__scratch(ctx, 3 * (size_t)most_points(replay), double);
  BrnStatus status = seen && position && point ? BRN_OK : BRN_NO_MEMORY;
  if (status == BRN_OK) status = choose_parts(render, replay, seen);
  int step = (render->shot_count + MOST - 1) / MOST, before = -1;
  for (int i = 0; status == BRN_OK && i < render->shot_count; i++) {
    int frame = render_match(render, run, render->shot[i].frame);
    if ((i % step != 0 && i != render->shot_count - 1) || frame == before) continue;
    render_show(render, "fitting", i, render->shot_count);
    status = add_frame(render, replay, frame, seen, position, point);
    before = frame;
  }
  brn__scratch_release(ctx, mark);
  return status;
}

BrnStatus render_fit(Render* render) {
  RenderCamera* camera = &render->camera;
  for (int k = 0; k < 3; k++) camera->low[k] = INFINITY, camera->high[k] = -INFINITY;
  for (int run = 0; run < render->run_count; run++) BRN_TRY(add_run(render, run));
  if (camera->low[0] > camera->high[0]) {
    return brn__fail(render->cli->ctx, BRN_INVALID,
                     "%s: all parts are hidden; show one with --only", render->path[0]);
  }
  for (int k = 0; k < 3 && render->cut_centre; k++) {
    render->def.cut_point[k] = (camera->low[k] + camera->high[k]) / 2;
  }
  return BRN_OK;
}

// ------------------------------------------------------------------------------------- the camera

// y is up, unless it is looked along it
static void set_up(BrnCamera* camera) {
  double offset[3], up[3] = {0, 1, 0};
  brn__sub3(offset, camera->target, camera->eye);
  if (fabs(offset[1]) > 0.9999 * brn__norm3(offset)) up[1] = 0, up[2] = offset[1] < 0 ? -1 : 1;
  memcpy(camera->up, up, sizeof up);
}

// an eye that was given goes around the axis through the target
static void turn_eye(const RenderCamera* c, double degrees, BrnCamera* camera) {
  double angle = degrees * M_PI / 180, x = c->eye[0] - camera->target[0];
  double z = c->eye[2] - camera->target[2];
  camera->eye[0] = camera->target[0] + x * cos(angle) + z * sin(angle);
  camera->eye[1] = c->eye[1];
  camera->eye[2] = camera->target[2] + z * cos(angle) - x * sin(angle);
}

BrnCamera render_camera(const Render* render, double turn, double aspect) {
  const RenderCamera* c = &render->camera;
  // a camera that goes around keeps its distance
  BrnCamera camera = c->orbit == 0 ? brn_camera_frame(c->low, c->high, c->azimuth, c->elevation,
                                                      c->fov, aspect, c->zoom)
                                   : brn_camera_fit(c->low, c->high, c->azimuth + turn * c->orbit,
                                                    c->elevation, c->fov, aspect, c->zoom);
  if (c->has_target) {
    for (int k = 0; k < 3; k++) {
      camera.eye[k] += c->target[k] - camera.target[k];
      camera.target[k] = c->target[k];
    }
  }
  if (c->has_eye) {
    turn_eye(c, turn * c->orbit, &camera);
    set_up(&camera);
  }
  return camera;
}
