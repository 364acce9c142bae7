// SPDX-License-Identifier: Apache-2.0
//
// What meshes and embeddings hold, member by member (core/describe.h).

#pragma once

#include "brawn/mesh.h"
#include "core/describe.h"

extern const BrnDescription brn__mesh_description, brn__embedding_description;
