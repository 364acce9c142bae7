// SPDX-License-Identifier: Apache-2.0

#include "motion/clip.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// A Biovision hierarchy is text in two parts:
//
//   HIERARCHY
//   ROOT hips {
//     OFFSET 0 0 0
//     CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
//     JOINT knee { OFFSET 0 -40 0   CHANNELS 1 Xrotation   End Site { OFFSET 0 -42 0 } }
//   }
//   MOTION
//   Frames: 2
//   Frame Time: 0.00833333
//   0 90 0 0 0 0 10        a line a frame, a number a channel: lengths and degrees
//   0 90 1 0 0 0 15
//
// It names neither its unit nor its up-axis. Programs disagree on whether position channels are
// added to the offset or replace it; most files in the wild mean the latter, or have a zero offset.

// Beyond this a number is no length and no angle, and could overflow in a change of units.
#define MOST 1e100

typedef struct Reader {
  BrnText text;
  const BrnClipDef* def;
  BrnAxes axes;
  BrnClip* clip;
  size_t joint_room[5], channel_room;   // of the arrays of the clip that grow
  int joint;                            // whose braces we are in; -1: none
  int children, offsets, channel_lists; // of that joint, seen so far
} Reader;

static const char* const channel_name[] = {"Xposition", "Yposition", "Zposition",
                                           "Xrotation", "Yrotation", "Zrotation"};

static BrnStatus read_number(Reader* r, double* out, const char* what, long index) {
  BRN_TRY(brn__text_finite(&r->text, out, what, index));
  if (fabs(*out) <= MOST) return BRN_OK;
  return brn__text_fail(&r->text, "%s: %g is too large for a length or an angle", what, *out);
}

// ------------------------------------------------------------------------------------------ joints

static BrnStatus make_room(BrnContext* ctx, Reader* r) {
  BrnClip* clip = r->clip;
  size_t needed = (size_t)clip->joint_count + 1, *room = r->joint_room;
  BRN_TRY(brn__grow(ctx, &clip->name, &room[0], needed, sizeof *clip->name));
  BRN_TRY(brn__grow(ctx, &clip->parent, &room[1], needed, sizeof *clip->parent));
  BRN_TRY(brn__grow(ctx, &clip->end_site, &room[2], needed, sizeof *clip->end_site));
  BRN_TRY(brn__grow(ctx, &clip->offset, &room[3], 3 * needed, sizeof *clip->offset));
  return brn__grow(ctx, &clip->channel_start, &room[4], needed + 1, sizeof *clip->channel_start);
}

// takes the name over, also when it fails
static BrnStatus add_joint(Reader* r, char* name, bool end_site) {
  BrnContext* ctx = r->text.ctx;
  BrnClip* clip = r->clip;
  BrnStatus status = name ? make_room(ctx, r) : BRN_NO_MEMORY;
  if (status != BRN_OK) {
    brn__free(ctx, name);
    return status;
  }
  int j = clip->joint_count++;
  clip->name[j] = name;
  clip->parent[j] = r->joint;
  clip->end_site[j] = end_site;
  memset(clip->offset + 3 * (size_t)j, 0, 3 * sizeof(double));
  clip->channel_start[j] = clip->channel_start[j + 1] = clip->channel_count;
  r->joint = j;
  r->children = r->offsets = r->channel_lists = 0;
  return brn__text_expect(&r->text, "{");
}

// the rest of the line, or what is before the brace; names may have blanks inside
static BrnStatus read_name(Reader* r, char** out) {
  BrnText* text = &r->text;
  while (text->at < text->end && (*text->at == ' ' || *text->at == '\t')) text->at++;
  const char *start = text->at, *stop = start;
  for (; text->at < text->end && !strchr("\r\n{", *text->at); text->at++) {
    unsigned char c = (unsigned char)*text->at;
    if ((c < ' ' && c != '\t') || c == 127 || c == '}') {
      return brn__text_fail(text, "the name of a joint has a character (byte %d) it cannot have",
                            c);
    }
    if (c != ' ' && c != '\t') stop = text->at + 1;
  }
  if (stop == start) return brn__text_fail(text, "expected the name of a joint");
  *out = brn__strndup(text->ctx, start, (size_t)(stop - start));
  return *out ? BRN_OK : BRN_NO_MEMORY;
}

static BrnStatus open_joint(Reader* r) {
  char* name = NULL;
  BRN_TRY(read_name(r, &name));
  return add_joint(r, name, false);
}

static BrnStatus open_end_site(Reader* r) {
  BrnSlice word;
  if (!brn__text_word_in_line(&r->text, &word) || !brn__slice_is_like(word, "Site")) {
    return brn__text_fail(&r->text, "expected \"End Site\", found \"End %s\"", BRN_SHOW(word));
  }
  const char* parent = r->clip->name[r->joint];
  size_t size = strlen(parent) + sizeof "_end";
  char* name = brn__alloc(r->text.ctx, size, 1);
  if (name) snprintf(name, size, "%s_end", parent);
  return add_joint(r, name, true);
}

static BrnStatus close_joint(Reader* r) {
  const BrnClip* clip = r->clip;
  if (r->offsets == 0) {
    return brn__text_fail(&r->text, "joint \"%s\" ends without an OFFSET", clip->name[r->joint]);
  }
  r->joint = clip->parent[r->joint];
  // a child is closed, so its parent has had its own lines
  r->children = r->offsets = 1;
  return BRN_OK;
}

// OFFSET and CHANNELS come once, before the children: the order of the numbers hangs on it
static BrnStatus check_turn(Reader* r, const char* keyword, int seen) {
  const char* name = r->clip->name[r->joint];
  if (r->children > 0) {
    return brn__text_fail(&r->text, "%s of joint \"%s\" comes after its children", keyword, name);
  }
  if (seen == 0) return BRN_OK;
  return brn__text_fail(&r->text, "joint \"%s\" has a second %s", name, keyword);
}

static BrnStatus read_offset(Reader* r) {
  BRN_TRY(check_turn(r, "OFFSET", r->offsets++));
  double* offset = r->clip->offset + 3 * (size_t)r->joint;
  for (int i = 0; i < 3; i++) {
    double number;
    BRN_TRY(read_number(r, &number, "OFFSET, number", i + 1));
    offset[r->axes.to[i]] = r->axes.sign[i] * number * r->def->metres_per_unit;
  }
  return BRN_OK;
}

// ---------------------------------------------------------------------------------------- channels

static BrnStatus read_channel(Reader* r, int first) {
  BrnClip* clip = r->clip;
  BrnSlice word;
  if (!brn__text_word(&r->text, &word)) {
    return brn__text_fail(&r->text, "expected a channel, but the file ends");
  }
  int found = 0;
  while (found < 6 && !brn__slice_is_like(word, channel_name[found])) found++;
  if (found == 6) {
    return brn__text_fail(&r->text,
                          "expected a channel (Xposition to Zposition, Xrotation to Zrotation), "
                          "found \"%s\"; is the count right?",
                          BRN_SHOW(word));
  }
  BrnChannel channel = (BrnChannel)(found - found % 3 + r->axes.to[found % 3]);
  for (int c = first; c < clip->channel_count; c++) {
    if (clip->channel[c] != channel) continue;
    return brn__text_fail(&r->text, "joint \"%s\" has the channel %s twice", clip->name[r->joint],
                          channel_name[found]);
  }
  BRN_TRY(brn__grow(r->text.ctx, &clip->channel, &r->channel_room, (size_t)clip->channel_count + 1,
                    sizeof *clip->channel));
  clip->channel[clip->channel_count++] = channel;
  return BRN_OK;
}

static BrnStatus read_channels(Reader* r) {
  int count, first = r->clip->channel_count;
  BRN_TRY(check_turn(r, "CHANNELS", r->channel_lists++));
  if (r->clip->end_site[r->joint]) {
    return brn__text_fail(&r->text, "an End Site has no CHANNELS; make it a JOINT");
  }
  BRN_TRY(brn__text_int(&r->text, &count, "number of CHANNELS", -1));
  if (count < 0 || count > 6) {
    return brn__text_fail(&r->text, "joint \"%s\" has %d CHANNELS; expected 0 to 6",
                          r->clip->name[r->joint], count);
  }
  for (int i = 0; i < count; i++) BRN_TRY(read_channel(r, first));
  r->clip->channel_start[r->joint + 1] = r->clip->channel_count;
  return BRN_OK;
}

// --------------------------------------------------------------------------------------- hierarchy

static BrnStatus read_child(Reader* r, BrnSlice keyword) {
  const char* parent = r->clip->name[r->joint];
  if (r->clip->end_site[r->joint]) {
    return brn__text_fail(&r->text, "expected OFFSET or \"}\" in an End Site, found \"%s\"",
                          BRN_SHOW(keyword));
  }
  if (r->offsets == 0) {
    return brn__text_fail(&r->text, "joint \"%s\" has a child before its OFFSET", parent);
  }
  return brn__slice_is_like(keyword, "End") ? open_end_site(r) : open_joint(r);
}

static BrnStatus read_item(Reader* r) {
  BrnSlice word;
  if (!brn__text_word(&r->text, &word)) {
    return brn__text_fail(&r->text, "expected \"}\" to end joint \"%s\", but the file ends",
                          r->clip->name[r->joint]);
  }
  if (brn__slice_is(word, "}")) return close_joint(r);
  if (brn__slice_is_like(word, "OFFSET")) return read_offset(r);
  if (brn__slice_is_like(word, "CHANNELS")) return read_channels(r);
  if (brn__slice_is_like(word, "JOINT") || brn__slice_is_like(word, "End")) {
    return read_child(r, word);
  }
  return brn__text_fail(&r->text,
                        "expected OFFSET, CHANNELS, JOINT, End Site or \"}\" in joint \"%s\", "
                        "found \"%s\"",
                        r->clip->name[r->joint], BRN_SHOW(word));
}

static BrnStatus expect_like(Reader* r, const char* keyword) {
  BrnSlice word;
  if (!brn__text_word(&r->text, &word)) {
    return brn__text_fail(&r->text, "expected \"%s\", but the file ends", keyword);
  }
  if (brn__slice_is_like(word, keyword)) return BRN_OK;
  return brn__text_fail(&r->text, "expected \"%s\", found \"%s\"", keyword, BRN_SHOW(word));
}

static BrnStatus read_hierarchy(Reader* r) {
  BRN_TRY(expect_like(r, "HIERARCHY"));
  BRN_TRY(expect_like(r, "ROOT"));
  BRN_TRY(open_joint(r));
  while (r->joint >= 0) BRN_TRY(read_item(r));
  BrnSlice word;
  if (brn__text_peek(&r->text, &word) && brn__slice_is_like(word, "ROOT")) {
    brn__text_word(&r->text, &word);
    return brn__fail(r->text.ctx, BRN_UNSUPPORTED,
                     "%s:%d: a second ROOT; a clip has one skeleton: put each into its own file",
                     r->text.name, r->text.line);
  }
  return BRN_OK;
}

// ------------------------------------------------------------------------------------------ motion

static BrnStatus read_frame(Reader* r, int frame, double* value) {
  BrnText* text = &r->text;
  BrnSlice word;
  int channels = r->clip->channel_count;
  if (!brn__text_peek(text, &word)) {
    return brn__text_fail(text, "the file ends after %d of %d frames", frame, r->clip->frame_count);
  }
  BRN_TRY(read_number(r, &value[0], "frame", frame));
  for (int c = 1; c < channels; c++) {
    BrnText before = *text;
    if (!brn__text_word_in_line(text, &word)) {
      return brn__text_fail(text, "frame %d has %d numbers; expected %d, one for each channel",
                            frame, c, channels);
    }
    *text = before;
    BRN_TRY(read_number(r, &value[c], "frame", frame));
  }
  if (!brn__text_word_in_line(text, &word)) return BRN_OK;
  return brn__text_fail(text, "frame %d has more than %d numbers; expected one for each channel",
                        frame, channels);
}

// to metres, radians and our axes
static void convert_frame(const Reader* r, double* value) {
  const BrnClip* clip = r->clip;
  for (int j = 0; j < clip->joint_count; j++) {
    for (int c = clip->channel_start[j]; c < clip->channel_start[j + 1]; c++) {
      int axis = brn__channel_axis(clip->channel[c]), from = 0;
      while (r->axes.to[from] != axis) from++;
      bool turns = brn__channel_turns(clip->channel[c]);
      value[c] *= r->axes.sign[from] * (turns ? M_PI / 180 : r->def->metres_per_unit);
      if (!turns && r->def->add_offset) value[c] += clip->offset[3 * (size_t)j + (size_t)axis];
    }
  }
}

static BrnStatus read_frame_time(Reader* r) {
  BRN_TRY(expect_like(r, "Frame"));
  BRN_TRY(expect_like(r, "Time:"));
  BRN_TRY(brn__text_finite(&r->text, &r->clip->frame_time, "Frame Time", -1));
  if (r->clip->frame_time >= 1e-9 && r->clip->frame_time <= 1e9) return BRN_OK;
  return brn__text_fail(&r->text, "Frame Time is %g; expected seconds above 0",
                        r->clip->frame_time);
}

static BrnStatus read_motion(Reader* r) {
  BrnClip* clip = r->clip;
  size_t channels = (size_t)clip->channel_count;
  BRN_TRY(expect_like(r, "MOTION"));
  BRN_TRY(expect_like(r, "Frames:"));
  BRN_TRY(brn__text_count(&r->text, &clip->frame_count, 2 * channels + 1, "Frames"));
  BRN_TRY(read_frame_time(r));
  size_t count = (size_t)clip->frame_count * channels;
  clip->value = brn__new(r->text.ctx, count > 0 ? count : 1, double);
  if (!clip->value) return BRN_NO_MEMORY;
  for (int f = 0; channels > 0 && f < clip->frame_count; f++) {
    double* value = clip->value + (size_t)f * channels;
    BRN_TRY(read_frame(r, f, value));
    convert_frame(r, value);
  }
  BrnSlice word;
  if (brn__text_word(&r->text, &word)) {
    brn__log(r->text.ctx, BRN_LOG_WARNING,
             "%s:%d: what follows the %d frames is left out; is the number of frames right?",
             r->text.name, r->text.line, clip->frame_count);
  }
  return BRN_OK;
}

BrnStatus brn__clip_parse(BrnContext* ctx, const BrnSource* source, const BrnClipDef* def,
                          BrnClip** out) {
  *out = NULL;
  if (source->size == 0) {
    return brn__fail(ctx, BRN_BAD_FILE, "%s: the file is empty; expected HIERARCHY", source->name);
  }
  Reader reader = {.text = brn__text(ctx, source, 0),
                   .def = def,
                   .axes = brn__axes(def->up),
                   .clip = brn__new_zero(ctx, 1, BrnClip),
                   .joint = -1};
  if (!reader.clip) return BRN_NO_MEMORY;
  BrnStatus status = read_hierarchy(&reader);
  if (status == BRN_OK) status = read_motion(&reader);
  if (status != BRN_OK) {
    brn_clip_destroy(ctx, reader.clip);
    return status;
  }
  *out = reader.clip;
  return BRN_OK;
}
