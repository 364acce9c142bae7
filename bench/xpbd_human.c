// SPDX-License-Identifier: Apache-2.0

#include "bench/xpbd.h"

BrnStatus xpbd_study_human(BenchStudies* bench) {
  (void)bench;
  return BRN_OK;
}
