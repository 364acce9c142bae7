// SPDX-License-Identifier: Apache-2.0
//
// The alternating direction method of multipliers on F = G q (Narain, Overby and Brown 2016;
// Overby, Brown, Li and Narain 2017), with the weights W and the solve with L of emu. Of
//
//   sum_i V_i psi_i(F_i) - f.q + alpha/2 |G q - F + u|_W^2
//
// q, F and the scaled multipliers u have their turns:
//
//   L q = G^T W (F - u) + f / alpha                                     acap.c
//   F   = argmin V psi(F) + alpha/2 |G q - F + u|_W^2, tet by tet       admm_local.c
//   u  += G q - F
//
// After a turn V P(F) = alpha W u, so u are the stresses, and what is out of balance is
// G^T V P - f = alpha G^T W (F before - F). It ends where F = G q: at the shape of the finite
// elements, whatever alpha is.

#pragma once

#include "solver/emu/emu.h"

/// A number for each tet of a batch.
typedef double BrnLaneNumbers[BRN_LANES];

typedef struct BrnAdmm {
  BrnEmu* e;              ///< its F are ours; e->gap = F - G q - u in the turn of F
  BrnDeformation* u;      ///< scaled multipliers                             (batch_count)
  BrnDeformation* before; ///< F of the turn before                           (batch_count)
  BrnLaneNumbers* energy; ///< V psi, J                                       (batch_count)
  BrnLaneNumbers* next;   ///< the same at the trial                          (batch_count)
  BrnLaneNumbers* change; ///< of all the energy of a tet, or patch, there, J (batch_count)
  BrnLaneNumbers* slope;  ///< of the same, J                                 (batch_count)
  BrnLaneNumbers* noise;  ///< changes that are round-off, J                  (batch_count)
  BrnLaneNumbers* step;   ///< length of the step                             (batch_count)
  double primal, dual;    ///< J: alpha |G q - F|_W^2, alpha |F - F before|_W^2
} BrnAdmm;

/// The turn of F: e->F, and e->gap = F - G q - u with it, until an iteration moves it by no more
/// than `enough` J.
void brn__admm_fit(BrnContext* ctx, BrnAdmm* a, double enough, BrnStepReport* report);
/// a->energy at e->F.
void brn__admm_weigh(BrnContext* ctx, BrnAdmm* a);

BrnStatus brn__admm_prepare(BrnContext* ctx, const BrnModel* model, const BrnSolverDef* def,
                            void** out);
void brn__admm_destroy(BrnContext* ctx, void* method);
BrnStatus brn__admm_step(BrnContext* ctx, void* method, const BrnStepInput* input, BrnState* state,
                         BrnStepReport* report);
