// SPDX-License-Identifier: Apache-2.0
//
// The two sources of the OBJ format: obj.c reads, obj_write.c writes.

#pragma once

#include "io/sink.h"

BrnStatus brn__obj_write(BrnContext* ctx, const BrnMesh* mesh, const BrnWriteDef* def,
                         BrnSink* sink);
