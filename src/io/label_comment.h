// SPDX-License-Identifier: Apache-2.0
//
// Names of labels in text formats that have none: as comment lines "# label 3 7 biceps", which are
// domain (2 triangles, 3 tets), id and name. Other programs pass over them.

#pragma once

#include "io/sink.h"
#include "io/source.h"
#include "mesh/label_names.h"

BrnStatus brn__label_comments_read(BrnContext* ctx, const BrnSource* source, BrnLabelNames* names);
void brn__label_comments_write(const BrnMesh* mesh, BrnSink* sink);
