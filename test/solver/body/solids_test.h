// SPDX-License-Identifier: Apache-2.0
//
// Every solid of the registry with the same shear modulus and the same bulk modulus.

#pragma once

#include "locking_test.h"

/// For one that is not known here it fails: give it moduli, and see that it does not lock.
static inline void solid_text(const char* kind, double young, double poisson, char* out,
                              size_t size) {
  static const char* const elastic[] = {"stable_neo_hookean",  "stable_neo_hookean_log",
                                        "neo_hookean",         "corotated",
                                        "st_venant_kirchhoff", "linear"};
  double mu = young / (2 * (1 + poisson)), bulk = young / (3 * (1 - 2 * poisson));
  for (size_t k = 0; k < sizeof elastic / sizeof *elastic; k++) {
    if (strcmp(kind, elastic[k]) != 0) continue;
    snprintf(out, size, "{'density': 1000, 'model': '%s', 'young': %.17g, 'poisson': %.17g}", kind,
             young, poisson);
    return;
  }
  if (strcmp(kind, "mooney_rivlin") == 0 || strncmp(kind, "teran_", 6) == 0) {
    snprintf(out, size, "{'density': 1000, 'model': '%s', 'c1': %.17g, 'c2': %.17g, 'bulk': %.17g}",
             kind, 0.4 * mu, 0.1 * mu, bulk);
  } else if (strncmp(kind, "blemker_", 8) == 0) {
    snprintf(out, size,
             "{'density': 1000, 'model': '%s', 'along': %.17g, 'across': %.17g, 'bulk': %.17g}",
             kind, mu / 2, mu / 2, bulk);
  } else {
    fail_msg("%s is new: give it a row in test/solver/body/solids_test.h", kind);
  }
}
