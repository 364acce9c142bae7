// SPDX-License-Identifier: Apache-2.0
//
// Evens out the vertices of a net along the surface of the solid, and puts them exactly onto it.

#pragma once

#include "form/net.h"

BrnStatus brn__net_relax(BrnContext* ctx, const BrnSolid* solid, BrnNet* net);
