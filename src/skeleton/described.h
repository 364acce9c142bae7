// SPDX-License-Identifier: Apache-2.0
//
// What a skeleton holds, member by member (core/describe.h).

#pragma once

#include "brawn/skeleton.h"
#include "core/describe.h"

extern const BrnDescription brn__skeleton_description;
