// SPDX-License-Identifier: Apache-2.0
//
// The keys and constants of Hill's fibres. Included by hill_lanes.c alone.

#pragma once

#include "material/active_shape.h"

#include <math.h>

typedef struct Def {
  double tension, optimal, max_rate;
  BrnActiveShape active;
  int passive, force_velocity;
  double shape, strain, zero, size, growth, straight, passive_force; // of the passive curve
  double velocity_shape, velocity_most;
  bool velocity, isochoric;
} Def;

#define NUMBER(label, member, least, most, phrase)                                                 \
  BRN_NUMBER_FIELD(Def, label, member, least, most, NULL, phrase)

static const BrnField fields[] = {
    {"tension", BRN_FIELD_DOUBLE, offsetof(Def, tension), 0, 1e12, .unit = "Pa",
     .help = "greatest active stress"},
    NUMBER("optimal", optimal, 0.1, 10, "stretch at which the active force is greatest"),
    {"active", BRN_FIELD_CHOICE, offsetof(Def, active.curve), .choices = BRN_ACTIVE_CHOICES,
     .width = 2, .help = "force-length curve of active fibres"},
    {"passive", BRN_FIELD_CHOICE, offsetof(Def, passive), .choices = BRN_PASSIVE_CHOICES,
     .width = 2, .help = "force-length curve of resting fibres"},
    {"force_velocity", BRN_FIELD_CHOICE, offsetof(Def, force_velocity),
     .choices = BRN_VELOCITY_CHOICES, .width = 2,
     .help = "how the active force hangs on the velocity, in dynamic steps"},
    {"velocity", BRN_FIELD_BOOL, offsetof(Def, velocity),
     .help = "does the force hang on the velocity? In dynamic steps it falls as fibres shorten"},
    {"max_rate", BRN_FIELD_DOUBLE, offsetof(Def, max_rate), 1e-3, 1e3, .unit = "1/s",
     .help = "greatest velocity, in optimal lengths"},
    {"isochoric", BRN_FIELD_BOOL, offsetof(Def, isochoric),
     .help = "measure the stretch without the change of volume"},
    BRN_ACTIVE_SHAPE_FIELDS(Def, active),
    NUMBER("passive_shape", shape, 0.1, 50, "k of the passive curves of thelen and degroote: 4"),
    NUMBER("passive_strain", strain, 0.01, 10,
           "strain at which the passive force is 1: thelen and degroote 0.6, millard 0.7"),
    NUMBER("passive_zero", zero, 0, 1, "length of no passive force: degroote 1; OpenSim has 0.2"),
    NUMBER("passive_size", size, 0, 1e3, "of the passive curve of blemker: 0.05"),
    NUMBER("passive_growth", growth, 1e-3, 300, "of the passive curve of blemker: 6.6"),
    NUMBER("passive_straight", straight, 1, 10,
           "length from which the exponentials of blemker, thelen and degroote go straight: 1.4"),
    NUMBER("passive_force", passive_force, 0, 1e3, "of the passive curve of mujoco: 1.3"),
    NUMBER("velocity_shape", velocity_shape, 0.01, 10,
           "k of the force-velocity curves of thelen and hill: 0.25"),
    NUMBER("velocity_most", velocity_most, 1.001, 10,
           "greatest force of lengthening: thelen and millard 1.4, hill 1.5, mujoco 1.2"),
    {0}};

static void defaults(void* def) {
  *(Def*)def = (Def){.tension = 3e5,
                     .optimal = 1,
                     .max_rate = 10,
                     .active = BRN_ACTIVE_SHAPE(BRN_ACTIVE_THELEN),
                     .passive = BRN_PASSIVE_THELEN,
                     .force_velocity = BRN_VELOCITY_DEGROOTE,
                     .shape = NAN,
                     .strain = NAN,
                     .zero = NAN,
                     .size = NAN,
                     .growth = NAN,
                     .straight = NAN,
                     .passive_force = NAN,
                     .velocity_shape = NAN,
                     .velocity_most = NAN,
                     .velocity = true,
                     .isochoric = false};
}

enum {
  TENSION,
  INVERSE,
  INVERSE_RATE,
  OF_ACTIVE,
  OF_PASSIVE = OF_ACTIVE + BRN_ACTIVE_CONSTANTS,
  PASSIVE_CONSTANTS = 4,
  OF_VELOCITY = OF_PASSIVE + PASSIVE_CONSTANTS,
  VELOCITY_CONSTANTS = 3
};
enum { ACTIVE, PASSIVE, VELOCITY, ISOCHORIC }; // VELOCITY: -1, or the curve
enum { ACTIVE_TABLE, PASSIVE_TABLE, VELOCITY_TABLE };

// ------------------------------------------------------------------------------------- the passive

static BrnStatus refuse_passive(BrnContext* ctx, const Def* from) {
  int count, p = from->passive;
  const char* name = brn__curve_kinds(BRN_CURVES_PASSIVE, &count)[p].name;
  bool blemker = p == BRN_PASSIVE_BLEMKER, degroote = p == BRN_PASSIVE_DEGROOTE;
  bool thelen = p == BRN_PASSIVE_THELEN || degroote, mujoco = p == BRN_PASSIVE_MUJOCO;
  bool millard = p == BRN_PASSIVE_MILLARD, longest = from->active.curve == BRN_ACTIVE_MUJOCO;
  BRN_TRY(brn__curve_refuse(ctx, "passive_shape", from->shape, name, thelen));
  BRN_TRY(brn__curve_refuse(ctx, "passive_strain", from->strain, name, thelen || millard));
  BRN_TRY(brn__curve_refuse(ctx, "passive_zero", from->zero, name, degroote));
  BRN_TRY(brn__curve_refuse(ctx, "passive_size", from->size, name, blemker));
  BRN_TRY(brn__curve_refuse(ctx, "passive_growth", from->growth, name, blemker));
  BRN_TRY(brn__curve_refuse(ctx, "passive_straight", from->straight, name, blemker || thelen));
  BRN_TRY(brn__curve_refuse(ctx, "passive_force", from->passive_force, name, mujoco));
  return brn__curve_refuse(ctx, "longest", from->active.longest, name, mujoco || longest);
}

static void prepare_passive(const Def* from, double out[PASSIVE_CONSTANTS]) {
  double k = brn__given_or(from->shape, 4), growth = k / brn__given_or(from->strain, 0.6);
  double rest = exp(growth * (brn__given_or(from->zero, 1) - 1));
  out[2] = brn__given_or(from->straight, 1.4);
  if (from->passive == BRN_PASSIVE_BLEMKER) {
    out[0] = brn__given_or(from->size, BRN_TOE_BLEMKER.size);
    out[1] = brn__given_or(from->growth, BRN_TOE_BLEMKER.growth);
  } else if (from->passive == BRN_PASSIVE_MUJOCO) {
    out[0] = brn__given_or(from->passive_force, 1.3);
    out[1] = 0.5 * (brn__given_or(from->active.longest, 1.6) - 1);
  } else {
    out[0] = from->passive == BRN_PASSIVE_DEGROOTE ? 1 / (exp(k) - rest) : 1 / expm1(k);
    out[1] = growth;
    out[3] = rest;
  }
}

// ------------------------------------------------------------------------------------ the velocity

static double most_of(const Def* from) {
  static const double usual[] = {
      [BRN_VELOCITY_DEGROOTE] = 1, [BRN_VELOCITY_THELEN] = 1.4,  [BRN_VELOCITY_HILL] = 1.5,
      [BRN_VELOCITY_MUJOCO] = 1.2, [BRN_VELOCITY_MILLARD] = 1.4, [BRN_VELOCITY_TABLE] = 1};
  return brn__given_or(from->velocity_most, usual[from->force_velocity]);
}

static BrnStatus prepare_velocity(BrnContext* ctx, const Def* from,
                                  double out[VELOCITY_CONSTANTS]) {
  int count, v = from->force_velocity;
  const char* name = brn__curve_kinds(BRN_CURVES_VELOCITY, &count)[v].name;
  bool hyperbola = v == BRN_VELOCITY_THELEN || v == BRN_VELOCITY_HILL;
  bool most = hyperbola || v == BRN_VELOCITY_MUJOCO || v == BRN_VELOCITY_MILLARD;
  BRN_TRY(brn__curve_refuse(ctx, "velocity_shape", from->velocity_shape, name, hyperbola));
  BRN_TRY(brn__curve_refuse(ctx, "velocity_most", from->velocity_most, name, most));
  out[0] = 1 / brn__given_or(from->velocity_shape, 0.25);
  out[1] = most_of(from);
  if (hyperbola) out[2] = (v == BRN_VELOCITY_THELEN ? 2 : 1) * (1 + out[0]) / (out[1] - 1);
  return BRN_OK;
}

// --------------------------------------------------------------------------------------------- all

static BrnStatus prepare(BrnContext* ctx, const void* def, BrnTermConstants* out) {
  const Def* from = def;
  out->constant[TENSION] = from->tension;
  out->constant[INVERSE] = 1 / from->optimal;
  out->constant[INVERSE_RATE] = 1 / (from->max_rate * from->optimal);
  BRN_TRY(refuse_passive(ctx, from));
  BRN_TRY(brn__active_prepare(ctx, &from->active, out->constant + OF_ACTIVE));
  prepare_passive(from, out->constant + OF_PASSIVE);
  BRN_TRY(prepare_velocity(ctx, from, out->constant + OF_VELOCITY));
  out->choice[ACTIVE] = from->active.curve;
  out->choice[PASSIVE] = from->passive;
  out->choice[VELOCITY] = from->velocity ? from->force_velocity : -1;
  out->choice[ISOCHORIC] = from->isochoric;
  out->definite = !from->isochoric;
  return BRN_OK;
}

static BrnStatus make_tables(BrnContext* ctx, const void* def, struct BrnCurveTable** out) {
  const Def* from = def;
  BRN_TRY(brn__active_table(ctx, &from->active, &out[ACTIVE_TABLE]));
  if (from->passive == BRN_PASSIVE_MILLARD) {
    double strain = brn__given_or(from->strain, 0.7);
    BRN_TRY(brn__millard_passive(ctx, strain, &out[PASSIVE_TABLE]));
  }
  if (from->force_velocity != BRN_VELOCITY_MILLARD) return BRN_OK;
  return brn__millard_velocity(ctx, most_of(from), &out[VELOCITY_TABLE]);
}
