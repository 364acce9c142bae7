// SPDX-License-Identifier: Apache-2.0
//
// Names of labels in VTK files: the field "label_names" holds texts like "3:7:biceps", which are
// domain (2 triangles, 3 tets), id and name. Other programs show them as they are.

#pragma once

#include "io/sink.h"
#include "mesh/label_names.h"

#define BRN_LABEL_FIELD "label_names"

/// Takes one text of the field; false: it has another form.
BrnStatus brn__label_field_read(BrnContext* ctx, BrnLabelNames* names, const char* text,
                                size_t length, bool* good);

enum { BRN_LABEL_PREFIX_SIZE = 32 };

/// Writes "3:7:", to be followed by the name.
void brn__label_field_prefix(const BrnLabel* label, char prefix[BRN_LABEL_PREFIX_SIZE]);
