// SPDX-License-Identifier: Apache-2.0
//
// How good a mesh of `brawn mesh` is, as text and as JSON.

#pragma once

#include "brawn/tetra.h"
#include "cli/cli.h"

/// Share of the angles in each ten degrees.
void mesh_print_histogram(const BrnTetReport* tets);
json_t* mesh_histogram(const BrnTetReport* tets);

/// A table with a row per part: angles, and distances both ways where they were measured.
void mesh_print_quality_head(const BrnTetraReport* report);
void mesh_print_quality(const char* name, const BrnTetraPartReport* part);
void mesh_add_quality(json_t* row, const BrnTetraPartReport* part);
