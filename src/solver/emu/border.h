// SPDX-License-Identifier: Apache-2.0
//
// Ties that elimination cannot do, exactly. With C the equations of the ties, C q = t, and L with
// their stiffness in it already, the optimum under them is
//
//   q = q0 + L^-1 C^T S^-1 (t - C q0),   S = C L^-1 C^T
//
// which solves the KKT system (21) of the paper without its eps: ties do not give way.

#pragma once

#include "solver/emu/emu.h"

typedef enum BrnBorderSide {
  BRN_BORDER_LOOSE, ///< of e->acap
  BRN_BORDER_FIRM,  ///< of e->adhere
} BrnBorderSide;

BrnStatus brn__border_create(BrnContext* ctx, const BrnConstraints* ties, const BrnNodes* nodes,
                             BrnBorder** out);
void brn__border_destroy(BrnContext* ctx, BrnBorder* border);
/// Columns and S, for the ties as they are in the part of a step that begins.
void brn__border_begin(BrnContext* ctx, BrnEmu* e);
/// Corrects rows = L^-1 b. home: y + rows shall have the ties hold; else rows shall not move them.
void brn__border_correct(const BrnBorder* border, BrnBorderSide side, bool home, const double* y,
                         double* rows);

/// Takes what the ties carry from forces of rows, g -= C^T S^-1 C L^-1 g; e->step is lost.
void brn__border_relieve(BrnContext* ctx, BrnEmu* e, double* g);

/// Puts rigid bones of body->y, all joints but rings being exact, where the ties hold; where they
/// contradict each other, between them. rings.c.
void brn__rings_close(BrnBody* body);
