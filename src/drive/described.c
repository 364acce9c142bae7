// SPDX-License-Identifier: Apache-2.0
//
// Members of inputs and states, and how many of each there are.

#include "drive/described.h"

#include "drive/input.h"
#include "motion/described.h"
#include "scene/methods.h"

// ------------------------------------------------------------------------------------------ inputs

#define S BrnStepInput

static const BrnMember input_members[] = {
    BRN_MEMBER(time, .unit = "s"),
    BRN_MEMBER_NUMBERS(gravity, .unit = "m/s^2"),
    BRN_MEMBER_ARRAY(activation, "model.unit_count", 1, .doc = "of the units, 0 to 1"),
    BRN_MEMBER_LIST(bone, "model.bone_count", brn__pose_description,
                    .doc = "from the rest pose; of scripted bones, others are not read"),
    BRN_MEMBER_LIST(support, "model.support_count", brn__pose_description,
                    .doc = "from the rest pose"),
    BRN_MEMBER_ARRAY(load, "model.load_count", 1, .doc = "scale of the loads"),
    BRN_MEMBER_ARRAY(memory, "memory_count", 1,
                     .doc = "what the drive remembers from step to step"),
    {0},
};

static const BrnMember input_others[] = {BRN_MEMBER_OTHER(own_count), {0}};

static int64_t memory_count(const BrnScope* scope) {
  const BrnStepInput* input = scope->record;
  return (int64_t)brn_model_memory_count(brn__model_around(scope)) + input->own_count;
}

static const BrnCountRule input_counts[] = {{"memory_count", memory_count}, {0}};

const BrnDescription brn__input_description = {.name = "input",
                                               .size = sizeof(S),
                                               .members = input_members,
                                               .counts = input_counts,
                                               .others = input_others};

BrnScope brn__input_scope(const BrnScope* model, const BrnStepInput* input) {
  return (BrnScope){.type = &brn__input_description, .record = (void*)input, .around = model};
}

void brn_input_members(const BrnModel* model, const BrnStepInput* input, BrnMemberFn* fn,
                       void* user) {
  BRN_ASSERT(model && input && fn);
  BrnScope around = brn__model_scope(model), scope = brn__input_scope(&around, input);
  brn__described_views(&scope, fn, user);
}

// ------------------------------------------------------------------------------------------ states

#undef S
#define S BrnState

static const BrnMember state_members[] = {
    BRN_MEMBER(vertex_count),
    BRN_MEMBER(time, .unit = "s"),
    BRN_MEMBER(frame, .doc = "steps done"),
    BRN_MEMBER_ARRAY(position, "vertex_count", 3, .unit = "m"),
    BRN_MEMBER_ARRAY(velocity, "vertex_count", 3, .unit = "m/s",
                     .doc = "as the integrator has it; zero in quasi-static steps"),
    BRN_MEMBER_ARRAY(acceleration, "vertex_count", 3, .unit = "m/s^2", .doc = "the same"),
    BRN_MEMBER(step, .unit = "s",
               .doc = "length of the last dynamic step, or of its last part; 0: there was none"),
    BRN_MEMBER_ARRAY(position_before, "vertex_count", 3, .unit = "m",
                     .doc = "at the beginning of that step"),
    BRN_MEMBER_ARRAY(velocity_before, "vertex_count", 3, .unit = "m/s", .doc = "the same"),
    BRN_MEMBER_ONE(input, brn__input_description, .doc = "what acted at the end of the last step"),
    {0},
};

static const BrnMember state_others[] = {BRN_MEMBER_OTHER(own), {0}};

// the arrays of methods, which tell of all but where they are
static bool kept_at(int index, BrnMember* out) {
  const BrnMember* row = brn__method_keeps(index);
  if (!row) return false;
  BRN_ASSERT(index < BRN_STATE_OWN && row->hold == BRN_ARRAY && row->items);
  *out = *row;
  out->size = sizeof(void*);
  out->offset = offsetof(S, own) + (size_t)index * out->size;
  return true;
}

const BrnDescription brn__state_description = {.name = "state",
                                               .size = sizeof(S),
                                               .members = state_members,
                                               .more = kept_at,
                                               .others = state_others};

void* brn__state_own(const BrnState* state, const char* name) {
  const BrnMember* row;
  for (int i = 0; (row = brn__method_keeps(i)); i++) {
    if (strcmp(row->name, name) == 0) return state->own[i];
  }
  return NULL;
}

BrnScope brn__state_scope(const BrnScope* model, const BrnState* state) {
  return (BrnScope){.type = &brn__state_description, .record = (void*)state, .around = model};
}

void brn_state_members(const BrnModel* model, const BrnState* state, BrnMemberFn* fn, void* user) {
  BRN_ASSERT(model && state && fn);
  BrnScope around = brn__model_scope(model), scope = brn__state_scope(&around, state);
  brn__described_views(&scope, fn, user);
}
