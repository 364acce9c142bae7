// SPDX-License-Identifier: Apache-2.0
//
// Options of shapes within what can be made.

#include "shape/shape.h"

#include <math.h>

#define AT(member) offsetof(BrnShapeDef, member)
#define LENGTH(member, least, phrase)                                                              \
  { #member, BRN_FIELD_DOUBLE, AT(member), least, 1e3, .unit = "m", .help = phrase }

// the shape comes first: the command takes it as an argument, and the others as options
const BrnField brn__shape_fields[] = {
    {"shape", BRN_FIELD_CHOICE, AT(shape), .help = "what to make",
     .choices = "fusiform bipennate pair curved bar torus block"},
    {"tets", BRN_FIELD_INT, AT(tets), 100, 2e7, .help = "tets wanted; what comes is near"},
    LENGTH(length, 1e-6, "length of the axis, without the bones"),
    LENGTH(width, 1e-6, "width where the muscle is widest"),
    LENGTH(thickness, 1e-6, "thickness of the flattened belly"),
    LENGTH(tendon_width, 1e-6, "width of the ends"),
    {"tendon", BRN_FIELD_DOUBLE, AT(tendon), 0, 0.45,
     .help = "share of the length that is tendon at each end"},
    LENGTH(bone, 0, "length of each bone block; 0: no bones"),
    LENGTH(bone_width, 1e-6, "width of the bone blocks"),
    {"bend", BRN_FIELD_DOUBLE, AT(bend), 0, 180, .unit = "degrees",
     .help = "angle the axis turns by"},
    LENGTH(bend_radius, 1e-6, "radius of the axis in the turn"),
    {"corner", BRN_FIELD_BOOL, AT(corner), .help = "put a bone into the turn"},
    LENGTH(gap, 0, "distance between two muscles, or muscle and corner bone"),
    {"central", BRN_FIELD_DOUBLE, AT(central), 0.1, 0.9,
     .help = "share of the belly that the central tendon runs through"},
    {"pennation", BRN_FIELD_DOUBLE, AT(pennation), 0, 60, .unit = "degrees",
     .help = "angle between fibres and axis"},
    {"jitter", BRN_FIELD_DOUBLE, AT(jitter), 0, 0.5,
     .help = "displacement of inner vertices, in cells"},
    {"seed", BRN_FIELD_INT, AT(seed), 0, INT32_MAX, .help = "seed of the jitter"},
    {0},
};

static double number_of(const BrnField* field, const BrnShapeDef* def) {
  const char* member = (const char*)def + field->offset;
  return field->type == BRN_FIELD_INT ? *(const int*)member : *(const double*)member;
}

// Only what the shape uses: a torus does not mind the pennation it was given.
BrnStatus brn__shape_check_ranges(BrnContext* ctx, const BrnShapeDef* def) {
  for (const BrnField* field = brn__shape_fields; field->name; field++) {
    if (field->type != BRN_FIELD_INT && field->type != BRN_FIELD_DOUBLE) continue;
    if (!brn_shape_uses(def->shape, field->name)) continue;
    double value = number_of(field, def);
    if (value >= field->low && value <= field->high) continue; // a NaN is not
    const char* unit = field->unit ? field->unit : "";
    return brn__fail(ctx, BRN_INVALID, "%s: %s is %.9g%s%s, but must be from %.9g to %.9g",
                     brn_shape_name(def->shape), field->name, value, *unit ? " " : "", unit,
                     field->low, field->high);
  }
  return BRN_OK;
}

// the power of ten that leaves three digits before the point
static double digits_of(double x) { return pow(10, 2 - floor(log10(x))); }

double brn__shape_at_least(double x) { return x > 0 ? ceil(x * digits_of(x)) / digits_of(x) : x; }

double brn__shape_at_most(double x) { return x > 0 ? floor(x * digits_of(x)) / digits_of(x) : x; }
