// SPDX-License-Identifier: Apache-2.0

#include "solver/solver.h"

int brn_model_memory_count(const BrnModel* model) {
  BRN_ASSERT(model);
  return 0;
}

void brn_input_sense(const BrnModel* model, const BrnState* state, BrnStepInput* input) {
  BRN_ASSERT(model && state && input);
}
