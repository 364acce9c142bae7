// SPDX-License-Identifier: Apache-2.0
//
// Words, numbers and time samples as USD text spells them.

#include "core/decimal.h"
#include "export/usda.h"

#include <math.h>
#include <string.h>

void brn__usda_indent(BrnSink* sink, int depth) {
  static const char blanks[] = "                    ";
  BRN_ASSERT(4 * depth < (int)sizeof blanks);
  brn__sink_bytes(sink, blanks, 4 * (size_t)depth);
}

// what is no UTF-8 becomes '?'
void brn__usda_string(BrnSink* sink, const char* text) {
  brn__sink_text(sink, "\"");
  while (*text) {
    int length = brn__utf8_length(text);
    unsigned char c = (unsigned char)*text;
    if (length == 0) {
      brn__sink_text(sink, "?");
    } else if (c == '"' || c == '\\') {
      brn__sink_printf(sink, "\\%c", c);
    } else if (c == '\n') {
      brn__sink_text(sink, "\\n");
    } else if (c < ' ' || c == 0x7f) {
      brn__sink_printf(sink, "\\x%02x", c);
    } else {
      brn__sink_bytes(sink, text, (size_t)length);
    }
    text += length ? length : 1;
  }
  brn__sink_text(sink, "\"");
}

void brn__usda_float(BrnSink* sink, float value) {
  char text[BRN_DECIMAL_SIZE];
  size_t length = brn__float_print(value, text);
  brn__sink_bytes(sink, text, length);
}

void brn__usda_triple(BrnSink* sink, const float value[3]) {
  brn__sink_bytes(sink, "(", 1);
  for (int i = 0; i < 3; i++) {
    if (i) brn__sink_bytes(sink, ", ", 2);
    brn__usda_float(sink, value[i]);
  }
  brn__sink_bytes(sink, ")", 1);
}

// ------------------------------------------------------------------------------------------- time

enum { USUAL_RATE = 24 }; // of files that have none

double brn__usda_rate(const BrnExport* job) {
  double rate = job->replay->per_second;
  return isfinite(rate) && rate > 0 ? rate : USUAL_RATE;
}

// Time is what counts: a run whose frames are evenly spaced has codes that are its frame numbers.
double brn__usda_code(const BrnExport* job, int k) {
  double seconds = brn__export_time(job, k) - brn__export_time(job, 0);
  double code = brn__export_number(job, 0) + seconds * brn__usda_rate(job);
  return fabs(code - round(code)) < 1e-6 ? round(code) : code;
}

// ------------------------------------------------------------------------------------- attributes

static void write_samples(BrnUsda* usda, const BrnUsdaBody* body, int depth, const char* declared,
                          BrnUsdaValueFn* write) {
  BrnSink* sink = usda->sink;
  brn__usda_indent(sink, depth);
  brn__sink_printf(sink, "%s.timeSamples = {\n", declared);
  for (int k = 0; k < usda->job->frame_count; k++) {
    brn__usda_indent(sink, depth + 1);
    brn__sink_double(sink, brn__usda_code(usda->job, k));
    brn__sink_text(sink, ": ");
    write(sink, body, k + 1);
    brn__sink_text(sink, ",\n");
  }
  brn__usda_indent(sink, depth);
  brn__sink_text(sink, "}\n");
}

void brn__usda_attribute(BrnUsda* usda, const BrnUsdaBody* body, int depth, const char* declared,
                         const char* meta, bool moves, BrnUsdaValueFn* write) {
  BrnSink* sink = usda->sink;
  brn__usda_indent(sink, depth);
  brn__sink_printf(sink, "%s = ", declared);
  write(sink, body, 0);
  if (meta) brn__sink_printf(sink, " (\n%*s%s\n%*s)", 4 * depth + 4, "", meta, 4 * depth, "");
  brn__sink_text(sink, "\n");
  if (moves) write_samples(usda, body, depth, declared, write);
}

static const float* sample_points(const BrnUsdaBody* body, int sample) {
  return body->point + 3 * (size_t)body->point_count * (size_t)sample;
}

static void write_points(BrnSink* sink, const BrnUsdaBody* body, int sample) {
  const float* point = sample_points(body, sample);
  brn__sink_bytes(sink, "[", 1);
  for (size_t i = 0; i < (size_t)body->point_count; i++) {
    if (i) brn__sink_bytes(sink, ", ", 2);
    brn__usda_triple(sink, point + 3 * i);
  }
  brn__sink_bytes(sink, "]", 1);
}

static void write_extent(BrnSink* sink, const BrnUsdaBody* body, int sample) {
  const float* point = sample_points(body, sample);
  float low[3] = {0}, high[3] = {0};
  for (size_t i = 0; i < 3 * (size_t)body->point_count; i++) {
    low[i % 3] = i < 3 ? point[i] : fminf(low[i % 3], point[i]);
    high[i % 3] = i < 3 ? point[i] : fmaxf(high[i % 3], point[i]);
  }
  brn__sink_bytes(sink, "[", 1);
  brn__usda_triple(sink, low);
  brn__sink_bytes(sink, ", ", 2);
  brn__usda_triple(sink, high);
  brn__sink_bytes(sink, "]", 1);
}

void brn__usda_points(BrnUsda* usda, const BrnUsdaBody* body, int depth) {
  brn__usda_attribute(usda, body, depth, "float3[] extent", NULL, body->moves, write_extent);
  brn__usda_attribute(usda, body, depth, "point3f[] points", NULL, body->moves, write_points);
}
