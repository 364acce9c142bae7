// SPDX-License-Identifier: Apache-2.0
//
// The two numbers of an isotropic solid, by any two of five names.

#pragma once

#include "core/fields.h"

#include <math.h>

/// What is NAN is not given. Nothing given: the muscle of Modi et al. 2020.
typedef struct BrnElastic {
  double young, poisson, shear, lambda, bulk;
} BrnElastic;

#define BRN_ELASTIC_DEFAULT ((BrnElastic){NAN, NAN, NAN, NAN, NAN})

/// Lame's parameters, Pa.
typedef struct BrnLame {
  double mu, lambda;
} BrnLame;

/// Young's modulus and Poisson's ratio go together with defaults of 6e6 Pa and 0.49; any other pair
/// must be given in full. Fails on more than two, and on pairs that are no stable solid.
BrnStatus brn__elastic_resolve(BrnContext* ctx, const BrnElastic* elastic, BrnLame* out);

/// Rows for a table of fields, `member` being the BrnElastic in the def.
#define BRN_ELASTIC_FIELDS(Def, member)                                                            \
  {"young", BRN_FIELD_DOUBLE, offsetof(Def, member.young), 1e-3,                                   \
   1e15,    .unit = "Pa",     .help = "Young's modulus"},                                          \
      {"poisson", BRN_FIELD_DOUBLE, offsetof(Def, member.poisson),                                 \
       -0.999,    0.499999,         .help = "Poisson's ratio"},                                    \
      {"shear", BRN_FIELD_DOUBLE, offsetof(Def, member.shear),       1e-3,                         \
       1e15,    .unit = "Pa",     .help = "shear modulus, Lame's mu"},                             \
      {"lambda", BRN_FIELD_DOUBLE, offsetof(Def, member.lambda),    -1e15,                         \
       1e15,     .unit = "Pa",     .help = "Lame's first parameter"},                              \
  {                                                                                                \
    "bulk", BRN_FIELD_DOUBLE, offsetof(Def, member.bulk), 1e-3, 1e15, .unit = "Pa",                \
                                                                      .help = "bulk modulus"       \
  }
