// SPDX-License-Identifier: Apache-2.0

#include "render/legend.h"

void brn__draw_legend(BrnImage* image, const BrnReplayValue* about, const char* map,
                      const double range[2]) {
  (void)image, (void)about, (void)map, (void)range;
}
