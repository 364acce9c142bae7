// SPDX-License-Identifier: Apache-2.0
//
// The scene itself, and how it is run.

#include "scene/methods.h"
#include "scene/tables.h"

#include <stdio.h>

#define S BrnSolverDef

static void solver_defaults(void* record) {
  S* solver = record;
  snprintf(solver->method, sizeof solver->method, "%s", brn__method_at(0)->name);
  solver->substeps = 1;
  solver->balance = 1e-4;
  solver->halvings = 5;
  solver->linear_iterations = 300;
  solver->warp = true;
  solver->cookie = BRN_COOKIE;
}

const BrnField brn__solver_fields[] = {
    {.name = "method",
     .type = BRN_FIELD_WORD,
     .offset = BRN_AT(method),
     .width = BRN_METHOD_NAME,
     .choices = brn__method_names + 1,
     .help = "how it is solved"},
    BRN_BOOL("dynamic", dynamic, .help = "with inertia"),
    BRN_INT("substeps", substeps, 1, 10000, .help = "steps per frame"),
    BRN_INT("iterations", iterations, 0, 1e6, .help = "at most, per step; 0: the method's own"),
    BRN_DOUBLE("tolerance", tolerance, 0, 1,
               .help = "of the relative decrement; 0: the method's own"),
    BRN_DOUBLE("balance", balance, 0, 1,
               .help = "forces out of balance over the forces that act, at most; 0: what round-off "
                       "leaves"),
    BRN_INT("halvings", halvings, 0, 20, .help = "of a step that does not converge"),
    BRN_BOOL("contact", contact,
             .help = "parts of tets do not go through each other, in methods that can do it"),
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
    {.name = "own",
     .type = BRN_FIELD_INLINE,
     .offset = BRN_AT(own),
     .width = BRN_METHOD_BYTES,
     .table = brn__method_settings,
     .help = "of single methods"},
    {0},
};

const BrnRecord brn__solver_record = {
    .name = "solver",
    .help = "How the scene is solved",
    .size = sizeof(S),
    .fields = brn__solver_fields,
    .defaults = solver_defaults,
};

// ----------------------------------------------------------------------- what a method makes of it

const BrnField* brn__method_field(const BrnMethod* method, const char* key) {
  for (int t = 0; t < BRN_METHOD_TABLES && method->settings[t]; t++) {
    for (const BrnField* field = method->settings[t]->fields; field->name; field++) {
      if (strcmp(field->name, key) == 0) return field;
    }
  }
  return NULL;
}

_Static_assert(offsetof(BrnSolverDef, own) % sizeof(double) == 0, "doubles may be there");

// They are bytes in a def: they are copied, as no pointer to a struct may look at them.
void brn__solver_get(const BrnSolverDef* def, const BrnInlineTable* table, void* out) {
  const BrnField* own = brn__solver_fields;
  while (own->type != BRN_FIELD_INLINE) own++;
  memcpy(out, brn__inline_at(own, (BrnSolverDef*)def, table), table->size);
}

bool brn__solver_has_inertia(const BrnSolverDef* def) {
  const BrnMethod* method = brn__method_find(def->method);
  return def->dynamic || (method && method->inertia == BRN_INERTIA_OWN);
}

BrnBodyKind brn__solver_body(const BrnSolverDef* def) {
  const BrnMethod* method = brn__method_find(def->method);
  if (!method || !method->choice.key) return method ? method->moves : BRN_BODY_TETS;
  BrnField field;
  char word[BRN_METHOD_NAME];
  bool found = brn__inline_find(&brn__solver_record, method->choice.key, &field);
  BRN_ASSERT(found);
  brn__field_text(&field, def, word, sizeof word);
  BrnBodyKind kind = BRN_BODY_TETS;
  while (strcmp(method->choice.word[kind], word) != 0) kind++;
  return kind;
}

void brn__solver_body_cure(const BrnSolverDef* def, BrnBodyKind kind, char* text, size_t size) {
  const BrnMethod* method = brn__method_find(def->method);
  if (method && method->choice.key) {
    const BrnBodyChoice* choice = &method->choice;
    snprintf(text, size, "set solver.%s to \"%s\"", choice->key, choice->word[kind]);
  } else {
    snprintf(text, size, "take a method for %s", kind == BRN_BODY_TETS ? "tets" : "surfaces");
  }
}

#undef S
#define S BrnSceneFrames

static void frames_defaults(void* record) {
  S* frames = record;
  frames->first = 1;
  frames->last = 48;
  frames->per_second = 24;
}

const BrnField brn__frames_fields[] = {
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
    .fields = brn__frames_fields,
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
    BRN_CHOICE("units", units, BRN_UNITS " scene",
               .help = "of lengths in tables; scene: its own units and axes"),
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
    BRN_MAP("soft", soft, brn__soft_record, .help = "other passive parts, of any material"),
    BRN_MAP("joints", joint, brn__joint_record, .help = "joints between bones"),
    BRN_MAP("selections", selection, brn__selection_record, .help = "vertices by name"),
    BRN_MAP("supports", support, brn__support_record, .help = "what is held"),
    BRN_MAP("loads", load, brn__load_record, .help = "what pushes"),
    BRN_MAP("clips", clip, brn__clip_record, .help = "motion capture files"),
    BRN_MAP("sensors", sensor, brn__sensor_record, .help = "what is measured of the skeleton"),
    BRN_MAP("signals", signal, brn__signal_record, .help = "what is made of sensors"),
    BRN_MAP("probes", probe, brn__probe_record, .help = "numbers of points and selections"),
    BRN_MAP("contacts", contact, brn__contact_record, .help = "what parts do where they touch"),
    BRN_MAP("fascia", fascia, brn__fascia_record,
            .help = "ties between surfaces, in bodies of them"),
    BRN_OPTION("envelope", envelope, brn__envelope_record,
               .help = "one continuous surface around the bones, in bodies of surfaces"),
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
