// SPDX-License-Identifier: Apache-2.0
//
// The scene itself, and how it is run.

#include "scene/tables.h"

#define S BrnSolverDef

static void solver_defaults(void* record) {
  S* solver = record;
  solver->substeps = 1;
  solver->halvings = 5;
  solver->linear_iterations = 300;
  solver->warp = true;
  solver->emu_modes = 48;
  solver->emu_bone = 1;
  solver->emu_step = BRN_EMU_AUTO;
  solver->quasi_memory = 8;
  solver->xpbd_substeps = 10;
  solver->xpbd_damping = 1;
  solver->xpbd_inertia = solver->xpbd_contact = true;
  solver->xpbd_volume = 3;
  solver->cookie = BRN_COOKIE;
}

static const BrnField solver_fields[] = {
    BRN_CHOICE("method", method, "newton emu admm pd xpbd fvm lbfgs bfgs_plain bcqn",
               .help = "how it is solved"),
    BRN_BOOL("dynamic", dynamic, .help = "with inertia"),
    BRN_INT("substeps", substeps, 1, 10000, .help = "steps per frame"),
    BRN_INT("iterations", iterations, 0, 1e6, .help = "at most, per step; 0: the method's own"),
    BRN_DOUBLE("tolerance", tolerance, 0, 1,
               .help = "of the relative decrement; 0: the method's own"),
    BRN_INT("halvings", halvings, 0, 20, .help = "of a step that does not converge"),
    BRN_CHOICE("linear", linear, "auto direct laplace corotated",
               .help = "how linear systems are solved"),
    BRN_DOUBLE("linear_tolerance", linear_tolerance, 0, 0.9,
               .help = "of conjugate gradients; 0: the solver's own"),
    BRN_INT("linear_iterations", linear_iterations, 1, 1e6,
            .help = "of conjugate gradients, at most"),
    BRN_BOOL("warp", warp, .help = "steps turn what they should turn"),
    BRN_BOOL("project", project, .help = "definite stiffness always, not on demand only"),
    BRN_CHOICE("bones", bones, "affine rigid", .help = "stiff by their material, or exactly rigid"),
    BRN_CHOICE("locking", locking, "auto off on",
               .help = "cure of nearly incompressible tets; auto: where Poisson's ratio is above "
                       "0.45"),
    BRN_CHOICE("integrator", integrator, "bdf1 bdf2", .help = "of dynamic steps"),
    BRN_DOUBLE("mass_damping", mass_damping, 0, INFINITY, .unit = "1/s",
               .help = "Rayleigh's, times the mass matrix"),
    BRN_DOUBLE("stiffness_damping", stiffness_damping, 0, INFINITY, .unit = "s",
               .help = "Rayleigh's, times the stiffness matrix"),
    BRN_DOUBLE("emu_alpha", emu_alpha, 0, INFINITY,
               .help = "emu, admm: weight of continuity; 0: chosen by emu_search"),
    BRN_CHOICE("emu_search", emu_search, "auto paper",
               .help = "emu: how the weight of continuity is chosen"),
    BRN_CHOICE("emu_weights", emu_weights, "volume_stiffness unit centroid",
               .help = "emu: what deviations from a continuous mesh are weighed by"),
    BRN_INT("emu_modes", emu_modes, 0, 3000,
            .help = "emu: rank of the approximate inverse, in threes"),
    BRN_CHOICE("emu_step", emu_step, "woodbury memory newton auto",
               .help = "emu: the direction; auto: newton; with a small alpha memory first"),
    BRN_DOUBLE("emu_bone", emu_bone, BRN_ABOVE_ZERO, INFINITY,
               .help = "emu: weight of bones while iterating, over that of flesh"),
    BRN_CHOICE("emu_preset", emu_preset, "brawn modi2020",
               .help = "emu: modi2020 is what Modi et al. 2020 print, for comparison"),
    BRN_INT("quasi_memory", quasi_memory, 1, 1000,
            .help = "lbfgs, bcqn: steps that are remembered"),
    BRN_CHOICE("xpbd_body", xpbd_body, "auto surface tets",
               .help = "xpbd: what moves; auto: surfaces, where every muscle has one"),
    BRN_INT("xpbd_substeps", xpbd_substeps, 1, 10000, .help = "xpbd: of a frame"),
    BRN_DOUBLE("xpbd_damping", xpbd_damping, 0, INFINITY, .unit = "1/s",
               .help = "xpbd: of velocities"),
    BRN_BOOL("xpbd_inertia", xpbd_inertia, .help = "xpbd: off forgets velocities at once"),
    BRN_INT("xpbd_volume", xpbd_volume, 0, 100,
            .help = "xpbd: Newton steps for the volume at the end of a sub-step"),
    BRN_BOOL("xpbd_contact", xpbd_contact, .help = "xpbd: muscles touch muscles and bones"),
    BRN_CHOICE("xpbd_preset", xpbd_preset, "brawn romeo2018",
               .help = "xpbd: romeo2018 is what Romeo et al. 2018 print, for comparison"),
    {0},
};

const BrnRecord brn__solver_record = {
    .name = "solver",
    .help = "How the scene is solved",
    .size = sizeof(S),
    .fields = solver_fields,
    .defaults = solver_defaults,
};

#undef S
#define S BrnSceneFrames

static void frames_defaults(void* record) {
  S* frames = record;
  frames->first = 1;
  frames->last = 48;
  frames->per_second = 24;
}

static const BrnField frames_fields[] = {
    BRN_INT("first", first, -1e9, 1e9, .help = "first frame; time is 0 there"),
    BRN_INT("last", last, -1e9, 1e9, .help = "last frame"),
    BRN_DOUBLE("per_second", per_second, BRN_ABOVE_ZERO, INFINITY, .help = "frames per second"),
    BRN_INT("pre_roll", pre_roll, 0, 1e6, .help = "frames before the first one to settle in"),
    BRN_INT("run_up", run_up, 0, 1e6,
            .help = "of them, those that lead from the rest pose to the first frame"),
    {0},
};

const BrnRecord brn__frames_record = {
    .name = "frames",
    .help = "The range of frames",
    .size = sizeof(S),
    .fields = frames_fields,
    .defaults = frames_defaults,
};

#undef S
#define S BrnSceneOutputs

static void outputs_defaults(void* record) {
  S* outputs = record;
  outputs->every = 1;
  outputs->surfaces = outputs->mesh = true;
}

static const BrnField outputs_fields[] = {
    BRN_TEXT("folder", folder, .fallback = "the scene's name, beside it", .help = "where files go"),
    BRN_TEXTS("formats", format, .help = "of the frames: \"vtu\", ..."),
    BRN_INT("every", every, 1, 1e9, .help = "frames between files"),
    BRN_BOOL("surfaces", surfaces, .help = "the surfaces that were given, moved"),
    BRN_BOOL("mesh", mesh, .help = "the tets"),
    {0},
};

const BrnRecord brn__outputs_record = {
    .name = "outputs",
    .help = "What a run writes",
    .size = sizeof(S),
    .fields = outputs_fields,
    .defaults = outputs_defaults,
};

#undef S
#define S BrnScene

static void scene_defaults(void* record) {
  S* scene = record;
  scene->brawn = 1;
  scene->up = 1;
  scene->scale = 1;
  brn__absent3(scene->gravity);
}

static const BrnField scene_fields[] = {
    BRN_INT("brawn", brawn, 1, 1, .always = true, .help = "version of the format"),
    BRN_TEXT("name", name, .fallback = "the file's", .help = "name of the scene"),
    BRN_TEXT("about", about, .help = "one line for people"),
    BRN_CHOICE("units", units, BRN_UNITS, .help = "of all lengths here and in the files"),
    BRN_CHOICE("up", up, BRN_AXES, .help = "axis that points up, here and in the files"),
    BRN_DOUBLE("scale", scale, BRN_ABOVE_ZERO, INFINITY, .help = "of everything, after units"),
    BRN_PART_OF("mesh", mesh, brn__mesh_record, .help = "where the tets come from"),
    BRN_MAP("materials", material, brn__material_record, .help = "materials"),
    BRN_MAP("bones", bone, brn__bone_record, .help = "bones"),
    BRN_MAP("muscles", muscle, brn__muscle_record, .help = "muscles"),
    BRN_MAP("tendons", tendon, brn__tendon_record, .help = "passive tissue"),
    BRN_MAP("joints", joint, brn__joint_record, .help = "joints between bones"),
    BRN_MAP("selections", selection, brn__selection_record, .help = "vertices by name"),
    BRN_MAP("supports", support, brn__support_record, .help = "what is held"),
    BRN_MAP("loads", load, brn__load_record, .help = "what pushes"),
    BRN_MAP("clips", clip, brn__clip_record, .help = "motion capture files"),
    BRN_MAP("sensors", sensor, brn__sensor_record, .help = "what is measured of the skeleton"),
    BRN_MAP("signals", signal, brn__signal_record, .help = "what is made of sensors"),
    BRN_MAP("fascia", fascia, brn__fascia_record, .help = "ties between surfaces (xpbd)"),
    BRN_OPTION("envelope", envelope, brn__envelope_record,
               .help = "one continuous surface around the bones (xpbd)"),
    BRN_DIRECTION("gravity", gravity, .unit = "m/s^2", .fallback = "9.81 down",
                  .help = "acceleration by weight, in the scene's axes"),
    BRN_PART_OF("solver", solver, brn__solver_record, .help = "how it is solved"),
    BRN_PART_OF("frames", frames, brn__frames_record, .help = "the range of frames"),
    BRN_PART_OF("outputs", outputs, brn__outputs_record, .help = "what a run writes"),
    {0},
};

const BrnRecord brn__scene_record = {
    .name = "scene",
    .help = "A body, and how to run it",
    .size = sizeof(S),
    .fields = scene_fields,
    .defaults = scene_defaults,
};
