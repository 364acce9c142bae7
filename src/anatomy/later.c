// SPDX-License-Identifier: Apache-2.0

#include "anatomy/build.h"

// Until fascia is there.
__attribute__((weak)) BrnStatus brn__build_fascia(BrnBuild* build) {
  return build ? BRN_OK : BRN_INVALID;
}
