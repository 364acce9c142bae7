// SPDX-License-Identifier: Apache-2.0
//
// A walk over everything a model holds. One walk serves writing, reading and freeing, so that a
// member cannot be written and forgotten by the reader.

#pragma once

#include "anatomy/build.h"
#include "io/sink.h"
#include "io/source.h"

typedef enum BrnVisitMode { BRN_VISIT_WRITE, BRN_VISIT_READ, BRN_VISIT_FREE } BrnVisitMode;

typedef struct BrnVisit {
  BrnContext* ctx;
  BrnVisitMode mode;
  BrnSink* sink;    // writing
  BrnBytes bytes;   // reading
  BrnStatus status; // first failure; everything after it does nothing
} BrnVisit;

/// Members that are numbers; of truths a file must have 0 or 1.
void brn__visit_plain(BrnVisit* visit, void* member, size_t size);
void brn__visit_truths(BrnVisit* visit, void* member, size_t size);
#define BRN_VISIT(visit, member)                                                                   \
  _Generic((member), bool : brn__visit_truths, bool* : brn__visit_truths,                          \
           default : brn__visit_plain)((visit), &(member), sizeof(member))

/// A block: `member` is the address of its pointer. NULL stays NULL. When reading, the count must
/// have been visited before; it is checked against the bytes left.
/// @param least bytes that an item takes in the file at least
/// @return are there items to visit?
bool brn__visit_block(BrnVisit* visit, void* member, int count, size_t item_size, size_t least);
/// Frees the block after its items were visited; only when freeing.
void brn__visit_leave(BrnVisit* visit, void* member);

/// An array of numbers.
void brn__visit_array(BrnVisit* visit, void* member, int count, size_t item_size);
#define BRN_VISIT_ARRAY(visit, member, count, width)                                               \
  brn__visit_array((visit), &(member), (count), (size_t)(width) * sizeof(*(member)))

void brn__visit_text(BrnVisit* visit, char** member);

// the things of other rooms
void brn__visit_mesh(BrnVisit* visit, BrnMesh** member);
void brn__visit_embedding(BrnVisit* visit, BrnEmbedding** member);
void brn__visit_track(BrnVisit* visit, BrnTrack** member);
void brn__visit_clip(BrnVisit* visit, BrnClip** member);

/// The whole model.
void brn__visit_model(BrnVisit* visit, BrnModel* model);
