// SPDX-License-Identifier: Apache-2.0
//
// Fascia of a body of surfaces: from the scene's ties between muscles and what is around them to
// ties of single vertices (Romeo et al. 2018, section 4.4).
//
//   fascia.c        from the scene to the model: names, weights, selections
//   fascia_bind.c   which vertices of a muscle are tied, and to which place
//   touching.c      runs of surfaces, attached vertices

#pragma once

#include "anatomy/build.h"
#include "contact/contact.h"

/// Slide, soft and hard as they act, (11) to (13): sliding goes first, and the other two share what
/// it leaves. Where both are 0, so they stay: a lone slide of 0.4 pulls by 0.4.
void brn__fascia_weights(const double painted[3], double out[3]);

/// Ties of one muscle, before they are made.
typedef struct BrnFasciaDef {
  const BrnSceneFascia* scene;
  int flesh;
  double reach;      // m
  const int* target; // surfaces of the model                         (target_count)
  int target_count;
  const bool* candidate; // vertices that may be tied                     (vertex_count)
  const double* painted; // slide, soft, hard of each vertex              (vertex_count x 3)
} BrnFasciaDef;

/// Finds the places at rest, and fills in all but the name.
/// @param contact all surfaces of the model, at rest
BrnStatus brn__fascia_bind(BrnContext* ctx, const BrnModel* model, const BrnContact* contact,
                           const BrnFasciaDef* def, BrnModelFascia* out);

/// Runs of the model's surfaces, which neither ask nor are asked.
/// @param out caller's, (surface_count)
void brn__surface_runs(const BrnModel* model, BrnContactSurface* out);

/// Bone that carries each vertex, attachments included; -1: none.
/// @param out caller's, (vertex_count)
void brn__vertex_carriers(const BrnModel* model, int* out);
