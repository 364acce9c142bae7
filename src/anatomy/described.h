// SPDX-License-Identifier: Apache-2.0
//
// What a model holds, member by member (core/describe.h).

#pragma once

#include "brawn/anatomy.h"
#include "core/describe.h"

extern const BrnDescription brn__model_description;

/// The model as what others belong to. It is only looked at.
BrnScope brn__model_scope(const BrnModel* model);

// described_surfaces.c: what a body of surfaces has
extern const BrnDescription brn__flesh_description, brn__contact_rule_description,
    brn__fascia_description, brn__envelope_description;
// described_drive.c: what moves and what is measured
extern const BrnDescription brn__motion_description, brn__model_clip_description,
    brn__sensor_description, brn__signal_description, brn__probe_description;

/// The model that a record is in.
static inline const BrnModel* brn__model_around(const BrnScope* scope) {
  return brn__scope_find(scope, "model")->record;
}
