// SPDX-License-Identifier: Apache-2.0

#include "motion/clip.h"

#include <math.h>

// Numbers are multiplied on the way in and divided on the way out, which costs at most two bits: 15
// digits are the same again, so what was read and written once is the same text ever after.

enum { DIGITS = 15, DEEPEST_INDENT = 32 };

typedef struct Writer {
  const BrnClip* clip;
  const BrnClipDef* def;
  BrnAxes axes;
  BrnSink* sink;
} Writer;

static void write_number(Writer* w, double value) {
  // what has fewer digits than 15 because it is next to nothing is nothing
  brn__sink_text(w->sink, " ");
  brn__sink_digits(w->sink, fabs(value) < 1e-200 ? 0 : value, DIGITS);
}

// the file's axis that became ours
static int file_axis(const Writer* w, int axis) {
  int from = 0;
  while (w->axes.to[from] != axis) from++;
  return from;
}

static void indent(Writer* w, int depth) {
  for (int i = 0; i < depth && i < DEEPEST_INDENT; i++) brn__sink_text(w->sink, "  ");
}

static void write_offset(Writer* w, int joint, int depth) {
  const double* offset = w->clip->offset + 3 * (size_t)joint;
  indent(w, depth);
  brn__sink_text(w->sink, "OFFSET");
  for (int i = 0; i < 3; i++) {
    write_number(w, w->axes.sign[i] * offset[w->axes.to[i]] / w->def->metres_per_unit);
  }
  brn__sink_text(w->sink, "\n");
}

static void write_channels(Writer* w, int joint, int depth) {
  const int* start = w->clip->channel_start + joint;
  indent(w, depth);
  brn__sink_printf(w->sink, "CHANNELS %d", start[1] - start[0]);
  for (int c = start[0]; c < start[1]; c++) {
    BrnChannel channel = w->clip->channel[c];
    brn__sink_printf(w->sink, " %c%s", "XYZ"[file_axis(w, brn__channel_axis(channel))],
                     brn__channel_turns(channel) ? "rotation" : "position");
  }
  brn__sink_text(w->sink, "\n");
}

static void open_joint(Writer* w, int joint, int depth) {
  indent(w, depth);
  if (w->clip->end_site[joint]) {
    brn__sink_text(w->sink, "End Site");
  } else {
    brn__sink_text(w->sink, joint == 0 ? "ROOT " : "JOINT ");
    brn__sink_line(w->sink, w->clip->name[joint]);
  }
  brn__sink_text(w->sink, "\n");
  indent(w, depth);
  brn__sink_text(w->sink, "{\n");
  write_offset(w, joint, depth + 1);
  if (!w->clip->end_site[joint]) write_channels(w, joint, depth + 1);
}

static void write_hierarchy(Writer* w) {
  int current = -1, depth = 0;
  brn__sink_text(w->sink, "HIERARCHY\n");
  for (int j = 0; j <= w->clip->joint_count; j++) {
    int parent = j < w->clip->joint_count ? w->clip->parent[j] : -1;
    while (current != parent) {
      BRN_ASSERT(current >= 0); // else the joints are not depth first
      current = w->clip->parent[current];
      indent(w, --depth);
      brn__sink_text(w->sink, "}\n");
    }
    if (j < w->clip->joint_count) open_joint(w, j, depth++);
    current = j;
  }
}

static void write_frame(Writer* w, const double* value) {
  const BrnClip* clip = w->clip;
  for (int j = 0; j < clip->joint_count; j++) {
    for (int c = clip->channel_start[j]; c < clip->channel_start[j + 1]; c++) {
      int axis = brn__channel_axis(clip->channel[c]);
      bool turns = brn__channel_turns(clip->channel[c]);
      double number = value[c];
      if (!turns && w->def->add_offset) number -= clip->offset[3 * (size_t)j + (size_t)axis];
      number /= w->axes.sign[file_axis(w, axis)] * (turns ? M_PI / 180 : w->def->metres_per_unit);
      write_number(w, number);
    }
  }
  brn__sink_text(w->sink, "\n");
}

void brn__clip_print(const BrnClip* clip, const BrnClipDef* def, BrnSink* sink) {
  Writer writer = {.clip = clip, .def = def, .axes = brn__axes(def->up), .sink = sink};
  write_hierarchy(&writer);
  brn__sink_printf(sink, "MOTION\nFrames: %d\nFrame Time:", clip->frame_count);
  write_number(&writer, clip->frame_time);
  brn__sink_text(sink, "\n");
  // a frame without channels is an empty line: the reader believes no count that has no bytes
  for (int f = 0; f < clip->frame_count; f++) {
    write_frame(&writer, clip->value + (size_t)f * (size_t)clip->channel_count);
  }
}
