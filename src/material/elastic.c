// SPDX-License-Identifier: Apache-2.0
//
// Lame's numbers from any two of Young's modulus, Poisson's ratio, shear modulus, lambda and bulk
// modulus.

#include "material/elastic.h"

enum { YOUNG = 1, POISSON = 2, SHEAR = 4, LAMBDA = 8, BULK = 16 };

static int given(const BrnElastic* e) {
  return (isnan(e->young) ? 0 : YOUNG) | (isnan(e->poisson) ? 0 : POISSON) |
         (isnan(e->shear) ? 0 : SHEAR) | (isnan(e->lambda) ? 0 : LAMBDA) |
         (isnan(e->bulk) ? 0 : BULK);
}

static BrnLame from_young_poisson(double E, double nu) {
  return (BrnLame){E / (2 * (1 + nu)), E * nu / ((1 + nu) * (1 - 2 * nu))};
}

static BrnLame from_young_lambda(double E, double lambda) {
  double root = sqrt(E * E + 9 * lambda * lambda + 2 * E * lambda);
  return (BrnLame){(E - 3 * lambda + root) / 4, lambda};
}

static BrnStatus from_pair(BrnContext* ctx, const BrnElastic* e, int pair, BrnLame* out) {
  double E = e->young, nu = e->poisson, mu = e->shear, lambda = e->lambda, k = e->bulk;
  switch (pair) {
  case YOUNG | POISSON: *out = from_young_poisson(E, nu); return BRN_OK;
  case YOUNG | SHEAR: *out = (BrnLame){mu, mu * (E - 2 * mu) / (3 * mu - E)}; return BRN_OK;
  case YOUNG | LAMBDA: *out = from_young_lambda(E, lambda); return BRN_OK;
  case YOUNG | BULK: *out = from_young_poisson(E, 0.5 - E / (6 * k)); return BRN_OK;
  case POISSON | SHEAR: *out = (BrnLame){mu, 2 * mu * nu / (1 - 2 * nu)}; return BRN_OK;
  case POISSON | LAMBDA: *out = (BrnLame){lambda * (1 - 2 * nu) / (2 * nu), lambda}; return BRN_OK;
  case POISSON | BULK: *out = from_young_poisson(3 * k * (1 - 2 * nu), nu); return BRN_OK;
  case SHEAR | LAMBDA: *out = (BrnLame){mu, lambda}; return BRN_OK;
  case SHEAR | BULK: *out = (BrnLame){mu, k - 2 * mu / 3}; return BRN_OK;
  case LAMBDA | BULK: *out = (BrnLame){1.5 * (k - lambda), lambda}; return BRN_OK;
  default:
    return brn__fail(ctx, BRN_INVALID,
                     "an isotropic solid takes two of young, poisson, shear, lambda and bulk, "
                     "such as young and poisson");
  }
}

BrnStatus brn__elastic_resolve(BrnContext* ctx, const BrnElastic* elastic, BrnLame* out) {
  BrnElastic e = *elastic;
  int pair = given(&e);
  if (pair == 0 || pair == POISSON) e.young = 6e6;
  if (pair == 0 || pair == YOUNG) e.poisson = 0.49;
  *out = (BrnLame){0};
  BRN_TRY(from_pair(ctx, &e, given(&e), out));
  double bulk = out->lambda + 2 * out->mu / 3;
  if (out->mu > 0 && bulk > 0 && isfinite(bulk)) return BRN_OK;
  return brn__fail(ctx, BRN_INVALID,
                   "these numbers make a shear modulus of %g Pa and a bulk modulus of %g Pa, but "
                   "both must be positive",
                   out->mu, bulk);
}
