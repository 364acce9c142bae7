// SPDX-License-Identifier: Apache-2.0
//
// Without any solver key: bodies, materials and loads that no other test has, so that nothing was
// chosen for them. Each converges, and ends where it ends with all tolerances at round-off; so do
// those with closed forms (test_closed_forms.c, test_verification.c, test_manufactured.c) and the
// scenes (test/cli/test_motions.sh).

#include "solver_test.h"

static const char* const bodies[] = {
    // a ring of calf's flesh, ten times as stiff, held at one side, blown up and blown aside
    "{'brawn': 1, 'mesh': {'shape': {'shape': 'torus', 'tets': 1500, 'jitter': 0.4, 'seed': 7}}, "
    "'gravity': [4, -2, 1], 'materials': {'calf': {'model': 'mooney_rivlin', 'c1': 13100, 'c2': "
    "-9610, 'bulk': 4e5, 'volumetric': 'simo', 'density': 1100}}, 'soft': {'ring': {'labels': "
    "'muscle', 'material': 'calf'}}, 'selections': {'foot': {'plane': {'point': [0, 0, -0.02], "
    "'normal': [0, 0, -1]}}}, 'supports': {'s': {'on': 'foot'}}, 'loads': {'wind': {'on': 'ring', "
    "'kind': 'pressure', 'pressure': -300}}}",
    // a feather whose fibres follow Millard's curves, its free bone pulled aside
    "{'brawn': 1, 'mesh': {'shape': {'shape': 'bipennate', 'tets': 2500}}, 'gravity': [0, 0, "
    "-9.81], 'materials': {'flesh': {'like': 'muscle', 'model': 'neo_hookean', 'young': 4e5, "
    "'poisson': 0.48, 'volumetric': 'simo', 'hill': {'active': 'millard', 'passive': 'millard'}}}, "
    "'bones': {'top': {'labels': 'bone_proximal', 'fixed': true}, 'base': {'labels': "
    "'bone_distal'}}, 'muscles': {'m': {'labels': ['muscle_left', 'muscle_right', "
    "'tendon_proximal', 'tendon_central', 'tendon_distal'], 'origin': 'top', 'insertion': 'base', "
    "'material': 'flesh', 'tension': 2e5, 'activation': 0.37}}, 'loads': {'pull': {'on': 'base', "
    "'vector': [3, -8, 1]}}}",
    // a slab of raw rubber, its upper side carried aside and up
    "{'brawn': 1, 'mesh': {'shape': {'shape': 'block', 'tets': 1200, 'length': 0.03, 'width': 0.2, "
    "'thickness': 0.09, 'jitter': 0.25}}, 'gravity': [0, -9.81, 0], 'materials': {'gum': {'model': "
    "'stable_neo_hookean_log', 'shear': 8e3, 'bulk': 2e6, 'raw': true, 'density': 950}}, 'soft': "
    "{'slab': {'labels': 'muscle', 'material': 'gum'}}, 'selections': {'low': {'plane': {'point': "
    "[0, 1e-6, 0], 'normal': [0, -1, 0]}}, 'high': {'plane': {'point': [0, 0.029999, 0], 'normal': "
    "[0, 1, 0]}}}, 'supports': {'s': {'on': 'low'}, 't': {'on': 'high', 'motion': {'move': [[1, "
    "0.011, 0.004, -0.007]]}}}}",
};

static void bodies_that_nobody_has_seen(void** unused) {
  (void)unused;
  for (int k = 0; k < (int)(sizeof bodies / sizeof *bodies); k++) {
    Rig rig = rig_make(bodies[k]);
    as_it_comes(rig.ctx, rig.model, rig.input);
    rig_done(&rig);
  }
}

TEST_MAIN(cmocka_unit_test(bodies_that_nobody_has_seen))
