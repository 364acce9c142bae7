// SPDX-License-Identifier: Apache-2.0
//
// A run in the files that the page reads: docs/stream.md. A file is laid out first, then filled:
//
//   BrnLayout layout = {0};
//   brn__layout_add(&layout, "tet", BRN_STREAM_U32, 4, mesh->tet_count);
//   BRN_TRY(brn__layout_make(ctx, &layout, &bytes));
//   memcpy(brn__layout_array(&layout, &bytes, 0), mesh->tet, ...);

#pragma once

#include "brawn/replay.h"
#include "core/string.h"

// ------------------------------------------------------------------------------------------- files

typedef struct BrnByteArray {
  uint8_t* data;
  size_t size;
} BrnByteArray;

typedef enum BrnStreamType {
  BRN_STREAM_U8,
  BRN_STREAM_U16,
  BRN_STREAM_U32,
  BRN_STREAM_F32,
} BrnStreamType;

enum { BRN_LAYOUT_ARRAYS = 32, BRN_LAYOUT_NAME = 144 };

typedef struct BrnLayoutArray {
  char name[BRN_LAYOUT_NAME];
  BrnStreamType type;
  int components;
  size_t count;
  int range_count; // numbers in low and high; 0: the integers are what they are
  double low[3], high[3];
  bool delta;
  size_t offset; // from the end of the header
} BrnLayoutArray;

typedef struct BrnLayout {
  int count;
  size_t body; // where the arrays begin
  BrnLayoutArray array[BRN_LAYOUT_ARRAYS];
} BrnLayout;

BrnLayoutArray* brn__layout_add(BrnLayout* layout, const char* name, BrnStreamType type,
                                int components, size_t count);
/// Allocates the file and writes its head; arrays are zero.
BrnStatus brn__layout_make(BrnContext* ctx, BrnLayout* layout, BrnByteArray* out);
void* brn__layout_array(const BrnLayout* layout, const BrnByteArray* file, int index);
size_t brn__layout_bytes(const BrnLayoutArray* array);
void brn__byte_array_free(BrnContext* ctx, BrnByteArray* bytes);

/// Widens low and high so that they hold all items; those that are not finite are left out.
/// Begin with low > high, as brn__range_none() has them.
void brn__range_of(const double* value, size_t count, int components, double* low, double* high);
void brn__range_none(int components, double* low, double* high);
/// Rounds numbers to integers of `array`, which has its range; what is not a number becomes 0.
void brn__quantise(BrnContext* ctx, const BrnLayoutArray* array, const double* value, void* out);

// ------------------------------------------------------------------------------------------- skins

/// The outsides of all parts, one behind the other, perhaps with fewer triangles.
typedef struct BrnStreamSkins {
  int part_count, vertex_count, triangle_count;
  uint32_t *part_vertex, *part_triangle; // (part_count + 1)
  uint32_t* triangle;                    // among the vertices of all parts  (triangle_count x 3)
  uint8_t* tendon;                       //                                  (vertex_count)
  int* source;                           // vertex of the part's skin        (vertex_count)
  BrnRiders rider;
} BrnStreamSkins;

/// @param share of the triangles that is wanted; 1: all of them, as they are
BrnStatus brn__skins_make(BrnReplay* replay, double share, BrnStreamSkins* out);
void brn__skins_free(BrnContext* ctx, BrnStreamSkins* skins);

// ------------------------------------------------------------------------------------------ stream

// fibres a muscle, points a fibre, values a frame
enum { BRN_STREAM_FIBRES = 40, BRN_STREAM_POINTS = 32, BRN_STREAM_VALUES = 16 };
// links from the surface to an inner structure, a muscle
enum { BRN_STREAM_LINKS = 240 };

/// What is kept of a run between its frames.
typedef struct BrnStream {
  BrnReplay* replay;
  BrnStreamSkins skins;
  BrnReplayLines fibre;
  BrnReplayLines inner; // of muscles that are surfaces: links, branches, roots
  uint8_t* inner_kind;  // BrnInnerLines                                    (inner.line_count)
  char* folder;         // of the run, links followed; NULL: there is none
  char* about;          // what the scene says about itself
  double* position;     // of the mesh in frame position_of                     (vertex_count x 3)
  int position_of;      // -1: none
} BrnStream;

BrnStatus brn__stream_open(BrnReplay* replay, double share, BrnStream* out);
void brn__stream_close(BrnStream* stream);

/// The numbers of a frame, before they are rounded. They live in scratch.
typedef struct BrnFrameNumbers {
  int index, value_count;
  const char* value_name[BRN_STREAM_VALUES];
  double* position;                 // (skins.vertex_count x 3)
  double* activation;               // (skins.vertex_count)
  double* value[BRN_STREAM_VALUES]; // (skins.vertex_count)
  double *fibre, *action, *inner;   // (points x 3)
  float* joint;                     // (joints x 6)
  float* bone;                      // (bones x 7)
} BrnFrameNumbers;

/// Ranges of the arrays of a frame; a report has the same for all frames.
typedef struct BrnFrameRanges {
  double position[2][3], fibre[2][3], action[2][3], inner[2][3], value[BRN_STREAM_VALUES][2];
} BrnFrameRanges;

/// Fills inner and inner_kind.
BrnStatus brn__stream_inner(BrnStream* stream);

/// Reads frame `index`, which must be there.
/// @return BRN_NOT_FOUND for values that the run has not, BRN_INVALID for a file outside of the run
BrnStatus brn__frame_read(BrnStream* stream, int index, const char* const* values, int value_count,
                          BrnFrameNumbers* out);
void brn__ranges_none(BrnFrameRanges* ranges);
void brn__ranges_widen(const BrnStream* stream, const BrnFrameNumbers* frame,
                       BrnFrameRanges* ranges);
/// @param named values are "value:stretch" instead of "value"
BrnStatus brn__frame_encode(const BrnStream* stream, const BrnFrameNumbers* frame,
                            const BrnFrameRanges* ranges, bool named, BrnLayout* layout,
                            BrnByteArray* out);

// ------------------------------------------------------------------------ files, one function each

BrnStatus brn__stream_skins(const BrnStream* stream, BrnByteArray* out);
BrnStatus brn__stream_mesh(const BrnStream* stream, BrnByteArray* out);
/// @param value name of what to colour by; "": nothing
BrnStatus brn__stream_frame(BrnStream* stream, int index, const char* value, BrnByteArray* out);
BrnStatus brn__stream_mesh_frame(BrnStream* stream, int index, const char* value,
                                 BrnByteArray* out);

/// runs.json. @param notes NULL: this is no report  (note_count)
BrnStatus brn__stream_runs(BrnContext* ctx, BrnReplay* const* replay, int count,
                           const char (*notes)[160], int note_count, BrnString* out);
/// @param values (value_count) names of those to list; NULL: all
BrnStatus brn__stream_run(BrnStream* stream, const char* const* values, int value_count,
                          BrnString* out);
/// @param frame (count) indices of the frames that are there; NULL: all
BrnStatus brn__stream_status(const BrnStream* stream, const int* frame, int count, BrnString* out);
/// A JSON string; what is not UTF-8 becomes question marks.
void brn__stream_text(BrnContext* ctx, const char* text, BrnString* out);

/// A table of the run's folder: no link is followed, and only the names of brn__table_name() are.
/// @return BRN_NOT_FOUND when it is not there
BrnStatus brn__stream_table(const BrnStream* stream, int table, BrnByteArray* out);
bool brn__stream_has_table(const BrnStream* stream, int table);
/// Fills stream->about.
BrnStatus brn__stream_about(BrnStream* stream);
