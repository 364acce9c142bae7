// SPDX-License-Identifier: Apache-2.0
//
// `brawn render`, in parts:
//
//   render.c          the options, and the order of things
//   render_parse.c    options to the def of pictures
//   render_frames.c   lists of frames
//   render_shots.c    which frames are drawn, and where the camera is then
//   render_camera.c   where from: one camera for all frames
//   render_range.c    one range of colours for all frames
//   render_grid.c     several pictures on one: contact sheets, runs side by side
//   render_output.c   names of files, refusal to overwrite, writing
//   render_movie.c    the pipe to ffmpeg
//   render_tell.c     what came of it

#pragma once

#include "cli/progress.h"
#include "cli/replay.h"

// ----------------------------------------------------------------------------------------- options

/// The words of the command line; NULL, NAN: not given.
typedef struct RenderOptions {
  const char *out, *frame, *frames, *sheet, *size, *view, *target, *eye, *color, *map, *range;
  const char *cut, *background, *quality, *title, *skin;
  double azimuth, elevation, fov, zoom, orbit, fibres, fps, pictures;
  bool no_legend, lines, inner, flow, joints, wire, cut_whole, flat, ground, dark, compare, force;
  CliCache cache;
} RenderOptions;

// ------------------------------------------------------------------------------------------ frames

/// Numbers from first to last; LONG_MIN and LONG_MAX stand for the ends of the run.
typedef struct RenderSpan {
  long first, last, step;
} RenderSpan;

enum { RENDER_SPANS = 64 };

typedef struct RenderFrames {
  int span_count;
  RenderSpan span[RENDER_SPANS];
} RenderFrames;

/// "last", "1-48", "1-48/2", "1,4,8-12", "all". False: it is no such list.
bool render_parse_frames(const char* text, RenderFrames* out);
/// Indices of the frames that are meant, rising. index: (frame_count of the replay)
BrnStatus render_choose_frames(Cli* cli, const BrnReplay* replay, const RenderFrames* frames,
                               int* index, int* count);

// ------------------------------------------------------------------------------------------ camera

typedef struct RenderCamera {
  double azimuth, elevation, fov, zoom; // degrees
  double orbit;                         // turn over all pictures, degrees
  bool has_target, has_eye;
  double target[3], eye[3];
  const char* target_part; // NULL: none
  double low[3], high[3];  // box that is fitted
} RenderCamera;

// ------------------------------------------------------------------------------------------ output

typedef enum RenderKind { RENDER_PICTURE, RENDER_SEQUENCE, RENDER_MOVIE } RenderKind;

/// Where pictures go. `path` has a %d, %04d, ... for sequences.
typedef struct RenderOutput {
  RenderKind kind;
  char path[4096];
  char extension[8]; // of a movie: "mp4"
  int file_count;
  char first[4096], last[4096]; // files that were written
} RenderOutput;

/// A picture to be drawn: a frame of the first run and how far the camera has turned, 0 to 1.
typedef struct RenderShot {
  int frame;  // index
  int number; // in the file's name
  double turn;
} RenderShot;

enum { RENDER_RUNS = 16 };

/// All about one output.
typedef struct Render {
  Cli* cli;
  const RenderOptions* options;
  BrnPictureDef def;
  BrnPartLook* look;
  char* words; // of the looks
  RenderCamera camera;
  RenderFrames frames;
  int columns, rows; // of a contact sheet; 0: none
  bool cut_centre;   // the plane goes through the middle of the box
  BrnSkinChoice skin;
  int run_count;
  BrnReplay* run[RENDER_RUNS];
  const char* path[RENDER_RUNS]; // as on the command line
  const BrnReplayValue* about;   // what is coloured by, once the range is fixed; NULL: nothing
  BrnReplayValue error;          // what colours by error are about
  char error_title[128];
  RenderShot* shot;
  int shot_count;
  RenderOutput output;
  CliProgress progress;
  double stage_start, seconds;
} Render;

/// Options to def, camera, frames and sheet. False: that has been said.
bool render_parse(Render* render);
/// "1,2,3". False: not so many numbers.
bool render_parse_numbers(const char* text, int count, double* out);
/// Looks of --only, --hide and --opacity.
bool render_parse_looks(Render* render);

/// Opacity of each part of a run, by the looks. opacity: (part_count)
BrnStatus render_opacity(const Render* render, BrnReplay* replay, const BrnPartLook* look,
                         int look_count, float* opacity);
bool render_parse_camera(Render* render);
/// The box around what is shown of all shots.
BrnStatus render_fit(Render* render);
BrnCamera render_camera(const Render* render, double turn, double aspect);

/// One range of colours for all shots.
BrnStatus render_fix_range(Render* render);

/// The frames to draw, by --frame, --frames, --sheet and --orbit.
BrnStatus render_choose_shots(Render* render);
/// The frame of run `run` that belongs to a frame of the first one: that of the nearest time.
int render_match(const Render* render, int run, int frame);
/// Draws what one file or one frame of a movie shows.
BrnStatus render_draw(Render* render, int shot, BrnImage** out);
/// All shots on one picture.
BrnStatus render_draw_sheet(Render* render, BrnImage** out);
/// Tells how far a stage is.
void render_show(Render* render, const char* stage, int done, int count);

/// Kind and name of the output, from -o. several: there is more than one picture
bool render_parse_output(Render* render, bool several);
/// Is it a name for many pictures: a pattern, a folder or a movie?
bool render_wants_many(const char* out);
bool render_is_folder(const char* out);
/// "arm" of "out/arm/" and "arm.json".
void render_name(const char* path, char* out, size_t size);
/// The file of a picture in a sequence.
void render_file(const RenderOutput* output, int number, char* path, size_t size);
/// Refuses to replace what is there.
BrnStatus render_check_output(Render* render);
BrnStatus render_write(Render* render);

// ------------------------------------------------------------------------------------------- movie

typedef struct RenderMovie RenderMovie;

/// Is ffmpeg there? Fails with the cure.
BrnStatus render_movie_check(Cli* cli, const char* path);
BrnStatus render_movie_open(Cli* cli, const RenderOutput* output, int width, int height, double fps,
                            bool transparent, RenderMovie** out);
BrnStatus render_movie_add(RenderMovie* movie, const BrnImage* image);
/// Ends the movie and gives it its name; `whole` false: throws it away. Frees it either way.
BrnStatus render_movie_close(RenderMovie* movie, bool whole);

// ----------------------------------------------------------------------------------------- telling

void render_tell(const Render* render);
json_t* render_json(const Render* render);
