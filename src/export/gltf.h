// SPDX-License-Identifier: Apache-2.0
//
// A glTF 2.0 document under way: its JSON, and how long its binary part is so far. The bytes
// themselves come later, in the order in which their views were made: a file of gigabytes never is
// in memory.
//
// The Khronos Group. glTF 2.0 Specification. 2021

#pragma once

#include "core/core.h"

#include <jansson.h>

typedef struct BrnGltf {
  BrnContext* ctx;
  json_t* root;
  json_t *node, *mesh, *material, *accessor, *view, *channel, *sampler; // lists in the root
  uint64_t size;                                                        // of the binary part, bytes
  bool failed;                                                          // memory was short
} BrnGltf;

/// What a view is for.
typedef enum BrnGltfUse {
  BRN_GLTF_DATA = 0,
  BRN_GLTF_VERTICES = 34962,
  BRN_GLTF_CORNERS = 34963,
} BrnGltfUse;

typedef enum BrnGltfNumber {
  BRN_GLTF_U16 = 5123,
  BRN_GLTF_U32 = 5125,
  BRN_GLTF_F32 = 5126,
} BrnGltfNumber;

BrnStatus brn__gltf_open(BrnContext* ctx, BrnGltf* gltf);
/// Frees a document; a zeroed one is allowed.
void brn__gltf_close(BrnGltf* gltf);

/// Adds an object to a list. Its index; `object` is taken over.
int brn__gltf_add(BrnGltf* gltf, json_t* list, json_t* object);
/// Sets a value of an object; `value` is taken over.
void brn__gltf_set(BrnGltf* gltf, json_t* object, const char* key, json_t* value);
/// A list of numbers. Floats are printed so that they are what the binary part holds.
json_t* brn__gltf_numbers(const double* value, int count);
json_t* brn__gltf_floats(const float* value, int count);

/// Numbers that fill a view of their own. low and high: NULL, or the range of each component.
int brn__gltf_accessor(BrnGltf* gltf, BrnGltfNumber number, const char* type, int64_t count,
                       BrnGltfUse use, const float* low, const float* high);
/// Zeros but for `filled` items; none filled takes no bytes.
int brn__gltf_sparse(BrnGltf* gltf, const char* type, int64_t count, int64_t filled,
                     const float* low, const float* high);
/// Numbers that indices among `count` items are written as.
BrnGltfNumber brn__gltf_index(int64_t count);

/// The document as text without blanks. Free with free().
BrnStatus brn__gltf_print(BrnGltf* gltf, char** out);
