// SPDX-License-Identifier: Apache-2.0
//
// A run as USD text. A prim holds all its time samples, while frames come one after the other: so
// as many bodies as fit are kept in memory for all frames, written, and then come the next ones,
// with the frames read again (usda_samples.c). What fits is 256 MB, enough for 140,000 vertices in
// 100 frames.
//
//   usda.c         the stage and its tree      usda_text.c   values as text
//   usda_mesh.c    a skin                      usda_solid.c  the tets

#pragma once

#include "export/export.h"
#include "export/identifiers.h"

/// What a body is in all frames. Frame 0 of the samples is the rest pose.
typedef struct BrnUsdaBody {
  int point_count;
  bool moves;        // it is not at rest in all frames
  float* point;      // in the file's units and axes    (frame_count + 1, point_count x 3)
  int16_t* normal;   // thousandths; NULL: none          (frame_count + 1, point_count x 3)
  float* activation; // NULL: none                       (frame_count + 1, point_count)
} BrnUsdaBody;

typedef struct BrnUsda {
  BrnExport* job;
  BrnContext* ctx;
  BrnSink* sink;
  BrnNames root_name, material_names, names[BRN_REPLAY_OTHER + 1]; // the last ones in each group
  const char* root;                                                // identifier of the run
  const char** prim;     // identifiers of the parts      (part_count)
  const char** material; // and of their materials        (part_count)
  double* solid;         // points of the mesh in the file's units and axes; NULL: not
                         // wanted
  BrnUsdaBody* body;     // the parts, and the solid behind them; empty but for those in hand
  int* order;            // of the bodies in the file                        (body_count)
  int body_count;
} BrnUsda;

// ---------------------------------------------------------------------------------------- samples

/// Reads all frames for bodies from `first` of the order on, as many as fit. *end: the first that
/// does not
BrnStatus brn__usda_read(BrnUsda* usda, int first, int* end);
/// In how many goes all bodies are read.
int brn__usda_goes(const BrnUsda* usda);
void brn__usda_drop(BrnUsda* usda);

// ------------------------------------------------------------------------------------------ prims

void brn__usda_write_mesh(BrnUsda* usda, int p);
BrnStatus brn__usda_write_solid(BrnUsda* usda);
void brn__usda_write_material(BrnUsda* usda, int p);

// ------------------------------------------------------------------------------------------- text

/// The time code of frame k: numbers of frames where these are even.
double brn__usda_code(const BrnExport* job, int k);
/// Time codes a second.
double brn__usda_rate(const BrnExport* job);

/// A string with its quotes.
void brn__usda_string(BrnSink* sink, const char* text);
void brn__usda_float(BrnSink* sink, float value);
/// "(x, y, z)"
void brn__usda_triple(BrnSink* sink, const float value[3]);
void brn__usda_indent(BrnSink* sink, int depth);
/// The extent and points of a body, at rest and in all frames.
void brn__usda_points(BrnUsda* usda, const BrnUsdaBody* body, int depth);

/// Writes the value of an attribute in a sample: 0 is the rest pose, k + 1 frame k.
typedef void BrnUsdaValueFn(BrnSink* sink, const BrnUsdaBody* body, int sample);
/// An attribute: its value at rest and, when it moves, the samples.
/// @param declared type and name
/// @param meta in parentheses behind it; NULL: none
void brn__usda_attribute(BrnUsda* usda, const BrnUsdaBody* body, int depth, const char* declared,
                         const char* meta, bool moves, BrnUsdaValueFn* write);
