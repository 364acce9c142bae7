// SPDX-License-Identifier: Apache-2.0
//
// What poses, tracks and clips hold, member by member (core/describe.h).

#pragma once

#include "brawn/motion.h"
#include "core/describe.h"

extern const BrnDescription brn__pose_description, brn__track_description, brn__clip_description;
