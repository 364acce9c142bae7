// SPDX-License-Identifier: Apache-2.0
//
// Units that are regions of one muscle, with the muscle's own ends. Where they are cut is no
// boundary to fibres: the potential is that of the whole muscle, and fibres run on in their
// siblings.

#pragma once

#include "anatomy/build.h"

bool brn__has_siblings(const BrnBuild* build, int unit);

/// The potential of the whole muscle, for the vertices of a unit.
BrnStatus brn__solve_with_siblings(BrnBuild* build, int unit, BrnStrand* strand);

/// Fibre length and cross-section again, once all fibres are there.
BrnStatus brn__measure_among_siblings(BrnBuild* build, int unit);

/// The vertices of an attachment that a region has, from scratch. No attachment: none.
BrnStatus brn__strand_end(BrnBuild* build, const BrnRegion* region, int attachment,
                          BrnVertexSet* out);
