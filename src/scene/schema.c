// SPDX-License-Identifier: Apache-2.0

#include "scene/tables.h"

BrnStatus brn_scene_schema(BrnContext* ctx, char** text, size_t* size) {
  BRN_ASSERT(ctx && text);
  *text = NULL;
  BrnString string = {0};
  BrnStatus status = brn__record_schema(ctx, &brn__scene_record,
                                        "https://brawn.example/scene.schema.json", &string);
  if (status != BRN_OK) {
    brn__string_free(ctx, &string);
    return status;
  }
  *text = string.text;
  if (size) *size = string.size;
  return BRN_OK;
}
