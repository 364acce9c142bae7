// SPDX-License-Identifier: Apache-2.0
//
// What is in a model, a state or measures, member by member: a name, where its numbers are, how
// many, of which unit, and what they mean. A binding for another language needs no more.
//
//   static void show(void* user, const BrnMemberView* member) {
//     if (strcmp(member->path, "fibre") == 0) use(member->data, member->shape[0]);
//   }
//   brn_model_members(model, show, NULL);
//
// docs/arrays.md has all members.

#pragma once

#include "brawn/base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum BrnItemType {
  BRN_ITEM_DOUBLE,
  BRN_ITEM_INT, ///< or one of `choices`
  BRN_ITEM_BOOL,
  BRN_ITEM_BYTE,
  BRN_ITEM_HASH,   ///< uint64_t
  BRN_ITEM_TEXT,   ///< char*, which may be NULL
  BRN_ITEM_STRUCT, ///< has members of its own; not in views
} BrnItemType;

/// A member of a struct, or the same member of all structs of a list. Valid during the call.
typedef struct BrnMemberView {
  const char*
      path; ///< "fibre"; "bone.mass": of all bones; "bone[2].vertex": arrays differ in length
  BrnItemType type;
  int dimensions;      ///< 0: one number
  int64_t shape[3];    ///< items along each dimension, the last one side by side
  size_t stride;       ///< bytes from one to the next along the first dimension
  const void* data;    ///< NULL: it is not there
  const char* count;   ///< what the first dimension is called: "vertex_count"; NULL: a fixed size
  const char* unit;    ///< "m"; NULL: none
  const char* indexes; ///< an int counts these from 0: "mesh.vertex_count"; NULL: it is no index
  const char* choices; ///< names of the values of an int from 0 on: "force traction"; NULL: none
  const char* absent;  ///< what NaN, or -1 in an index, means; NULL: there is none
  const char* doc;
} BrnMemberView;

typedef void BrnMemberFn(void* user, const BrnMemberView* member);

#ifdef __cplusplus
}
#endif
