// SPDX-License-Identifier: Apache-2.0
//
// Pictures without a display: a ray caster over the outsides of the parts.
//
//   BrnPictureDef def = brn_picture_def_default();
//   def.color_by = "stretch";
//   BRN_TRY(brn_picture_draw(ctx, replay, 0, &def, &image)); // of the first frame
//   BRN_TRY(brn_image_write(ctx, image, "arm.png"));
//
// The same bits come out of it on every run and with any number of workers.

#pragma once

#include "brawn/replay.h"

#ifdef __cplusplus
extern "C" {
#endif

// ------------------------------------------------------------------------------------------- image

/// Pixels from the top left, row by row: red, green, blue, opacity in sRGB, opacity not multiplied
/// in.
typedef struct BrnImage {
  int width, height;
  uint8_t* pixel; ///< (height x width x 4)
} BrnImage;

/// All pixels are transparent black.
BRN_API BrnStatus brn_image_create(BrnContext* ctx, int width, int height, BrnImage** out);
/// NULL is allowed.
BRN_API void brn_image_destroy(BrnContext* ctx, BrnImage* image);
/// PNG files, written under a temporary name and renamed.
BRN_API BrnStatus brn_image_write(BrnContext* ctx, const BrnImage* image, const char* path);
BRN_API BrnStatus brn_image_read(BrnContext* ctx, const char* path, BrnImage** out);

// ------------------------------------------------------------------------------------------ camera

/// Y is up. Azimuth 0 looks from the front (from +z), 90 from the right of the picture's body (from
/// +x); elevation 90 looks down.
typedef struct BrnCamera {
  double eye[3], target[3], up[3];
  double fov;    ///< vertical, degrees; 0: parallel rays
  double height; ///< of the picture at the target, m; parallel rays only
} BrnCamera;

/// A camera that sees all of a box, as far away from every side: its bounding sphere fills the
/// smaller side of the picture. The page in the browser fits by the same formula: the eye is radius
/// / sin(fov / 2) / zoom from the centre, where fov is the smaller of the vertical and the
/// horizontal angle.
BRN_API BrnCamera brn_camera_fit(const double low[3], const double high[3], double azimuth,
                                 double elevation, double fov, double aspect, double zoom);

/// The nearest camera of that direction that sees all corners of a box, with a narrow margin: the
/// box fills the picture, from every side at another distance.
BRN_API BrnCamera brn_camera_frame(const double low[3], const double high[3], double azimuth,
                                   double elevation, double fov, double aspect, double zoom);

// ---------------------------------------------------------------------------------------- pictures

/// How a part is shown that is not shown as usual.
typedef struct BrnPartLook {
  const char* pattern; ///< of names, with * and ?; or "bones", "muscles", "tendons"
  double opacity;      ///< 0: hidden, to 1
} BrnPartLook;

/// Parameters. Initialise with brn_picture_def_default().
typedef struct BrnPictureDef {
  int width, height;                    ///< default 1280 x 960
  int samples;                          ///< rays a pixel along each side; default 2
  BrnCamera camera;                     ///< used when `fit` is false
  bool fit;                             ///< default true: all of it, from azimuth and elevation
  double azimuth, elevation, fov, zoom; ///< of a fitted camera; defaults 30, 12, 30 degrees, 1
  double low[3], high[3]; ///< box to fit, and the floor's height; all 0: that of the frame
  double background[3];   ///< top; sRGB; default nearly white
  double background_bottom[3];
  bool transparent; ///< no background at all; default false
  bool ground;      ///< a floor that takes shadows; default false
  bool shadows;     ///< soft; default true
  double occlusion; ///< strength of ambient occlusion, 0 to 1; default 1
  int rays;         ///< for soft shadows and occlusion, a pixel; default 16
  bool flat;        ///< facets instead of smooth normals; default false

  const char* color_by; ///< name of a value; NULL (default): parts in their colours, muscles redder
                        ///< when active
  const char* map;      ///< name of a colour map; NULL (default): one that suits the value
  double range[2];  ///< of the values; NAN (default): natural, or those that are seen, without a
                    ///< hundredth at each end
  bool legend;      ///< default true; only with color_by
  BrnReplay* other; ///< for color_by "error": the run to compare with; NULL (default)

  const BrnPartLook* look; ///< later ones win                                (look_count)
  int look_count;
  int fibres;           ///< streamlines a muscle; 0 (default): none
  bool inner;           ///< inner structure of muscles that are surfaces; default false
  int flow;             ///< short strokes along the fibres on them; 0 (default): none
  bool action;          ///< lines of action; default false
  bool joints;          ///< their points and axes; default false
  bool wire;            ///< edges of the triangles (of the tets, in a cut); default false
  bool cut;             ///< show the inside behind a plane; default false
  double cut_point[3];  ///< m
  double cut_normal[3]; ///< what is on this side is taken away
  bool cut_whole;       ///< tets are taken away whole instead of being cut through; default false
  const char* title;    ///< top left; NULL (default): none
  int cookie;           ///< set by brn_picture_def_default(); leave it alone
} BrnPictureDef;

BRN_API BrnPictureDef brn_picture_def_default(void);

/// Draws a frame. Muscles show through translucent parts; fibres and lines show through flesh only
/// when it is translucent or hidden.
/// @return BRN_NOT_FOUND for a value, map or part that is not there, with those that are
BRN_API BrnStatus brn_picture_draw(BrnContext* ctx, BrnReplay* replay, int index,
                                   const BrnPictureDef* def, BrnImage** out);

/// The colour of a number from 0 to 1 in a colour map, linear interpolation in sRGB.
/// @return false: there is no such map
BRN_API bool brn_color_map(const char* name, double at, double out[3]);
/// Name of the colour map of that index, from 0; NULL past the last one.
BRN_API const char* brn_color_map_name(int index);

/// Writes text with its top left corner at x, y; lines end at '\n'.
/// @param size height of a capital letter and what hangs below it, pixels
BRN_API void brn_image_text(BrnImage* image, double x, double y, double size, const double color[3],
                            const char* text);
/// Width of the widest line, pixels.
BRN_API double brn_text_width(double size, const char* text);
/// Puts `from` onto `to`, blending by opacity. Parts outside are cut off.
BRN_API void brn_image_paste(BrnImage* to, const BrnImage* from, int x, int y);

#ifdef __cplusplus
}
#endif
