// SPDX-License-Identifier: Apache-2.0
//
// The keys of emu in scenes; admm and bfgs_plain have the same ones.

#include "scene/tables.h"
#include "solver/emu/emu.h"

#define S BrnEmuSettings

static void defaults(void* def) {
  S* settings = def;
  settings->modes = 48;
  settings->bone = 1;
  settings->step = BRN_EMU_AUTO;
}

static const BrnField fields[] = {
    BRN_DOUBLE("emu_alpha", alpha, 0, INFINITY,
               .help = "emu, admm: weight of continuity; 0: chosen by emu_search"),
    BRN_CHOICE("emu_search", search, "auto paper",
               .help = "emu: how the weight of continuity is chosen"),
    BRN_CHOICE("emu_weights", weights, "volume_stiffness unit centroid",
               .help = "emu: what deviations from a continuous mesh are weighed by"),
    BRN_INT("emu_modes", modes, 0, 3000, .help = "emu: rank of the approximate inverse, in threes"),
    BRN_CHOICE("emu_step", step, "woodbury memory newton auto",
               .help = "emu: the direction; auto: newton; with a small alpha memory first"),
    BRN_DOUBLE("emu_bone", bone, BRN_ABOVE_ZERO, INFINITY,
               .help = "emu: weight of bones while iterating, over that of flesh"),
    BRN_CHOICE("emu_preset", preset, "brawn modi2020",
               .help = "emu: modi2020 is what Modi et al. 2020 print, for comparison"),
    {0},
};

const BrnInlineTable brn__emu_settings = {
    .size = sizeof(S),
    .fields = fields,
    .defaults = defaults,
};
