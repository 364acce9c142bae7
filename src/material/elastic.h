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

/// A row of a table of fields: a number with its range.
#define BRN_NUMBER_FIELD(Def, label, member, least, most, pascal, phrase)                          \
  { label, BRN_FIELD_DOUBLE, offsetof(Def, member), least, most, .unit = pascal, .help = phrase }

/// The rows of the moduli, `e` being the BrnElastic in the def.
#define BRN_ELASTIC_FIELDS(Def, e)                                                                 \
  BRN_NUMBER_FIELD(Def, "young", e.young, 1e-3, 1e15, "Pa", "Young's modulus"),                    \
      BRN_NUMBER_FIELD(Def, "poisson", e.poisson, -0.999, 0.499999, NULL, "Poisson's ratio"),      \
      BRN_NUMBER_FIELD(Def, "shear", e.shear, 1e-3, 1e15, "Pa", "shear modulus, Lame's mu"),       \
      BRN_NUMBER_FIELD(Def, "lambda", e.lambda, -1e15, 1e15, "Pa", "Lame's first parameter"),      \
      BRN_NUMBER_FIELD(Def, "bulk", e.bulk, 1e-3, 1e15, "Pa", "bulk modulus")
