// SPDX-License-Identifier: Apache-2.0
//
// The JSON Schema of scene files, from the tables.

#include "scene/tables.h"

BrnStatus brn_scene_schema(BrnContext* ctx, char** text, size_t* size) {
  BRN_ASSERT(ctx && text);
  *text = NULL;
  BrnString string = {0};
  BrnStatus status = brn__record_schema(ctx, &brn__scene_record, "urn:brawn:scene:1", &string);
  if (status != BRN_OK) {
    brn__string_free(ctx, &string);
    return status;
  }
  *text = string.text;
  if (size) *size = string.size;
  return BRN_OK;
}
