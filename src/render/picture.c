// SPDX-License-Identifier: Apache-2.0
//
// A picture from a def: what is to be seen, rays, then words and a legend over it.

#include "render/color_map.h"
#include "render/legend.h"
#include "render/scenery.h"
#include "render/view.h"

#include "core/string.h"

#include <math.h>
#include <string.h>

BrnPictureDef brn_picture_def_default(void) {
  return (BrnPictureDef){
      .width = 1280,
      .height = 960,
      .samples = 2,
      .fit = true,
      .azimuth = 30,
      .elevation = 12,
      .fov = 30,
      .zoom = 1,
      .background = {0.975, 0.98, 0.985},
      .background_bottom = {0.83, 0.85, 0.88},
      .shadows = true,
      .occlusion = 1,
      .rays = 16,
      .range = {NAN, NAN},
      .legend = true,
      .cookie = BRN_COOKIE,
  };
}

// ------------------------------------------------------------------------------------------ checks

enum { MOST_SIDE = 32768, MOST_SAMPLES = 16, MOST_RAYS = 4096 };

static BrnStatus check(BrnContext* ctx, const BrnReplay* replay, int index,
                       const BrnPictureDef* def) {
  // the image, then the light, the camera, the frame
  if (def->width < 1 || def->height < 1 || def->width > MOST_SIDE || def->height > MOST_SIDE) {
    return brn__fail(ctx, BRN_INVALID, "a picture of %d x %d pixels; sides go from 1 to %d",
                     def->width, def->height, MOST_SIDE);
  }
  if ((int64_t)def->width * def->height > INT32_MAX) {
    return brn__fail(ctx, BRN_INVALID, "a picture of %d x %d has too many pixels", def->width,
                     def->height);
  }
  if (def->samples < 1 || def->samples > MOST_SAMPLES) {
    return brn__fail(ctx, BRN_INVALID, "%d samples a pixel along each side; 1 to %d are possible",
                     def->samples, MOST_SAMPLES);
  }
  if (def->rays < 1 || def->rays > MOST_RAYS) {
    return brn__fail(ctx, BRN_INVALID, "%d rays a pixel for shadows; 1 to %d are possible",
                     def->rays, MOST_RAYS);
  }
  if (!(def->occlusion >= 0 && def->occlusion <= 1)) {
    return brn__fail(ctx, BRN_INVALID, "occlusion is %g; it goes from 0 to 1", def->occlusion);
  }
  if (def->fit && !(def->fov >= 0 && def->fov < 180 && def->zoom > 0 && isfinite(def->zoom))) {
    return brn__fail(ctx, BRN_INVALID,
                     "the camera has an angle of %g degrees and zoom %g; the angle is below 180, "
                     "and zoom above 0",
                     def->fov, def->zoom);
  }
  if (index < 0 || index >= replay->frame_count) {
    return brn__fail(ctx, BRN_NOT_FOUND, "there is no frame %d; '%s' has %d", index, replay->name,
                     replay->frame_count);
  }
  return BRN_OK;
}

static BrnStatus check_map(BrnContext* ctx, const char* map) {
  double color[3];
  if (!map || brn_color_map(map, 0, color)) return BRN_OK;
  BrnString names = {0};
  for (int i = 0; brn_color_map_name(i); i++) {
    brn__string_printf(ctx, &names, "%s%s", i > 0 ? ", " : "", brn_color_map_name(i));
  }
  BrnStatus status = names.status;
  if (status == BRN_OK) {
    status = brn__fail(ctx, BRN_NOT_FOUND, "there is no colour map '%s'; there are: %s", map,
                       names.text);
  }
  brn__string_free(ctx, &names);
  return status;
}

// ----------------------------------------------------------------------------------------- drawing

static bool has_box(const BrnPictureDef* def) {
  bool any = false;
  for (int k = 0; k < 3; k++) any = any || def->low[k] != 0 || def->high[k] != 0;
  return any;
}

static BrnCamera choose_camera(const BrnPictureDef* def, const double low[3],
                               const double high[3]) {
  if (!def->fit) return def->camera;
  bool own_box = has_box(def);
  return brn_camera_frame(own_box ? def->low : low, own_box ? def->high : high, def->azimuth,
                          def->elevation, def->fov, (double)def->width / def->height, def->zoom);
}

static void draw_text(const BrnPictureDef* def, BrnImage* image) {
  double light = 0, dark[3] = {0.13, 0.14, 0.16}, pale[3] = {0.93, 0.94, 0.95};
  for (int k = 0; k < 3; k++) light += def->background[k] / 3;
  double size = fmax(11, def->height / 32.0);
  if (def->title) {
    brn_image_text(image, size, 0.8 * size, size, light > 0.5 || def->transparent ? dark : pale,
                   def->title);
  }
}

static BrnStatus draw(BrnContext* ctx, BrnView* view, const BrnReplayValue* about,
                      BrnImage* image) {
  const BrnPictureDef* def = view->def;
  const char* map = NULL;
  double range[2] = {0, 1};
  if (about) {
    map = def->map ? def->map : brn__color_map_for(about);
    BRN_TRY(brn__find_range(ctx, view->soup, def, about, range));
    BRN_TRY(brn__view_set_map(ctx, view, map, range));
  }
  view->image = image;
  brn__view_light(ctx, view);
  brn__view_trace(ctx, view);
  if (about && def->legend) brn__draw_legend(image, about, map, range);
  draw_text(def, image);
  return BRN_OK;
}

static BrnStatus draw_soup(BrnContext* ctx, const BrnPictureDef* def, const BrnSoup* soup,
                           const BrnReplayValue* about, const double low[3], const double high[3],
                           BrnImage** out) {
  BrnCamera camera = choose_camera(def, low, high);
  BrnView view;
  double floor = has_box(def) ? def->low[1] : low[1]; // the same in all frames of a sequence
  BRN_TRY(brn__view_create(ctx, def, &camera, soup, floor, &view));
  BrnImage* image;
  BrnStatus status = brn_image_create(ctx, def->width, def->height, &image);
  if (status == BRN_OK) {
    status = draw(ctx, &view, about, image);
    if (status == BRN_OK)
      *out = image;
    else
      brn_image_destroy(ctx, image);
  }
  brn__view_destroy(ctx, &view);
  return status;
}

BrnStatus brn_picture_draw(BrnContext* ctx, BrnReplay* replay, int index, const BrnPictureDef* def,
                           BrnImage** out) {
  BRN_ASSERT(ctx && replay && out);
  BRN_CHECK_DEF(def);
  *out = NULL;
  BRN_TRY(check(ctx, replay, index, def));
  BRN_TRY(check_map(ctx, def->map));
  BrnSoup soup = {0};
  const BrnReplayValue* about = NULL;
  double low[3], high[3];
  BRN_TRY(brn__scenery(ctx, replay, index, def, &soup, &about, low, high));
  BrnStatus status = draw_soup(ctx, def, &soup, about, low, high, out);
  brn__soup_free(ctx, &soup);
  return status;
}
