// SPDX-License-Identifier: Apache-2.0
//
// Names of labels as texts of a VTK field.

#include "io/label_field.h"

#include "io/source.h"

#include <stdio.h>
#include <string.h>

// takes an integer and the colon behind it off the text
static bool take_int(BrnSlice* text, int* out) {
  const char* colon = memchr(text->start, ':', text->length);
  if (!colon) return false;
  BrnSlice number = {text->start, (size_t)(colon - text->start)};
  text->start = colon + 1;
  text->length -= number.length + 1;
  return brn__slice_to_int(number, out);
}

BrnStatus brn__label_field_read(BrnContext* ctx, BrnLabelNames* names, const char* text,
                                size_t length, bool* good) {
  BrnSlice rest = {text, length};
  int domain, id;
  *good = length > 0 && take_int(&rest, &domain) && take_int(&rest, &id) &&
          (domain == BRN_ON_TRIANGLE || domain == BRN_ON_TET);
  if (!*good) return BRN_OK;
  return brn__label_names_add(ctx, names, (BrnDomain)domain, id, rest.start, rest.length);
}

void brn__label_field_prefix(const BrnLabel* label, char prefix[BRN_LABEL_PREFIX_SIZE]) {
  snprintf(prefix, BRN_LABEL_PREFIX_SIZE, "%d:%d:", (int)label->on, label->id);
}
