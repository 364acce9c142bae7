// SPDX-License-Identifier: Apache-2.0
//
// The tables of the structs of scene.h and form.h: every key of a scene file is in one of them.

#pragma once

#include "brawn/scene.h"
#include "core/record.h"

#include <math.h>

extern const BrnRecord brn__scene_record;

// values.c
extern const BrnRecord brn__activation_record, brn__value_record, brn__motion_record,
    brn__clip_record;
// selections.c
extern const BrnRecord brn__plane_record, brn__sphere_record, brn__near_record, brn__map_record,
    brn__selection_record;
// forms.c
extern const BrnRecord brn__form_record, brn__form_path_record, brn__lump_record, brn__shape_record;
// parts.c, muscles.c
extern const BrnRecord brn__bone_record, brn__muscle_record, brn__unit_record, brn__tendon_record,
    brn__soft_record, brn__attachment_record, brn__fibres_record, brn__spline_record,
    brn__tendons_record, brn__flesh_record;
// body.c
extern const BrnRecord brn__mesh_record, brn__joint_record, brn__material_record,
    brn__support_record, brn__load_record;
// contacts.c
extern const BrnRecord brn__contact_record;
// fascia.c
extern const BrnRecord brn__fascia_record, brn__envelope_record;
// sensors.c
extern const BrnRecord brn__sensor_record, brn__signal_record, brn__trigger_record;
// probes.c
extern const BrnRecord brn__probe_record;
// settings.c
extern const BrnRecord brn__solver_record, brn__frames_record, brn__outputs_record;
extern const BrnField brn__solver_fields[], brn__frames_fields[];

#define BRN_UNITS "m cm mm in ft"
#define BRN_AXES "x y z"
#define BRN_CURVES "step linear smooth"
#define BRN_REPEATS "hold loop ping_pong"
#define BRN_DYNAMICS "none first_order thelen degroote mujoco"
#define BRN_TOUCHINGS "as_mesh fused apart"

// A row each, for the struct at hand: `S` is its type.
#define BRN_AT(member) offsetof(S, member)
#define BRN_AT_LIST(member) .offset = offsetof(S, member), .count = offsetof(S, member##_count)
#define BRN_DOUBLE(key, member, least, most, ...)                                                  \
  {                                                                                                \
    .name = key, .type = BRN_FIELD_DOUBLE, .offset = BRN_AT(member), .low = least, .high = most,   \
    __VA_ARGS__                                                                                    \
  }
#define BRN_INT(key, member, least, most, ...)                                                     \
  {                                                                                                \
    .name = key, .type = BRN_FIELD_INT, .offset = BRN_AT(member), .low = least, .high = most,      \
    __VA_ARGS__                                                                                    \
  }
#define BRN_BOOL(key, member, ...)                                                                 \
  { .name = key, .type = BRN_FIELD_BOOL, .offset = BRN_AT(member), __VA_ARGS__ }
#define BRN_CHOICE(key, member, words, ...)                                                        \
  { .name = key, .type = BRN_FIELD_CHOICE, .offset = BRN_AT(member), .choices = words, __VA_ARGS__ }
#define BRN_TEXT(key, member, ...)                                                                 \
  { .name = key, .type = BRN_FIELD_TEXT, .offset = BRN_AT(member), __VA_ARGS__ }
#define BRN_TEXTS(key, member, ...)                                                                \
  { .name = key, .type = BRN_FIELD_TEXTS, BRN_AT_LIST(member), __VA_ARGS__ }
#define BRN_VECTOR(key, member, numbers, ...)                                                      \
  { .name = key, .type = BRN_FIELD_VECTOR, .offset = BRN_AT(member), .width = numbers, __VA_ARGS__ }
/// A point in the scene's units and axes, and a direction.
#define BRN_POINT(key, member, ...)                                                                \
  BRN_VECTOR(key, member, 3, .unit = "m", .turns = true, __VA_ARGS__)
#define BRN_DIRECTION(key, member, ...) BRN_VECTOR(key, member, 3, .turns = true, __VA_ARGS__)
#define BRN_ROWS(key, member, numbers, ...)                                                        \
  { .name = key, .type = BRN_FIELD_NUMBERS, BRN_AT_LIST(member), .width = numbers, __VA_ARGS__ }
#define BRN_PART_OF(key, member, of, ...)                                                          \
  { .name = key, .type = BRN_FIELD_RECORD, .offset = BRN_AT(member), .record = &of, __VA_ARGS__ }
#define BRN_OPTION(key, member, of, ...)                                                           \
  { .name = key, .type = BRN_FIELD_OPTION, .offset = BRN_AT(member), .record = &of, __VA_ARGS__ }
#define BRN_LIST(key, member, of, ...)                                                             \
  { .name = key, .type = BRN_FIELD_LIST, BRN_AT_LIST(member), .record = &of, __VA_ARGS__ }
#define BRN_MAP(key, member, of, ...)                                                              \
  { .name = key, .type = BRN_FIELD_MAP, BRN_AT_LIST(member), .record = &of, __VA_ARGS__ }

/// Where a part's tets come from.
#define BRN_SOURCE_ROWS                                                                            \
  BRN_TEXT("surface", source.surface, .help = "triangle mesh file, relative to the scene"),        \
      BRN_OPTION("form", source.form, brn__form_record,                                            \
                 .help = "or a surface made from a few numbers"),                                  \
      BRN_TEXTS("labels", source.label, .or_number = true,                                         \
                .help = "or tets of mesh.file or mesh.shape: names or numbers of labels")

/// A copy with some members only, as brn__record_keep() has them.
BrnStatus brn__scene_view(BrnContext* ctx, const BrnScene* scene, const char* paths,
                          BrnScene** out);

/// Metres of a unit of BRN_UNITS, and its name.
double brn__unit_metres(int unit);
const char* brn__unit_name(int unit);

/// Metres of a length of the scene: its units and scale.
double brn__scene_metres(const BrnScene* scene);
/// Rows of the turn from the scene's axes to Y up.
const double* brn__scene_axes(const BrnScene* scene);

static inline void brn__absent3(double v[3]) { v[0] = v[1] = v[2] = NAN; }
