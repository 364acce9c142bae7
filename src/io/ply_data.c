// SPDX-License-Identifier: Apache-2.0
//
// Numbers and lists of a PLY body, in text and in binary of either byte order.

#include "io/ply.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>

void brn__ply_enter(BrnPlyData* d, const BrnPlyElement* element) {
  d->element = element;
  d->property = NULL;
  if (element->property_count > 0) d->property = d->header->property + element->first_property;
  d->item = 0;
}

BrnStatus brn__ply_fail(const BrnPlyData* d, const BrnPlyProperty* property, const char* format,
                        ...) {
  char why[256];
  va_list args;
  va_start(args, format);
  vsnprintf(why, sizeof why, format, args);
  va_end(args);
  const char* const form = "%s %d, property \"%s\": %s";
  BrnShown element = brn__slice_show(d->element->name), name = brn__slice_show(property->name);
  if (d->header->ascii)
    return brn__text_fail(&d->text, form, element.text, d->item, name.text, why);
  BrnBytes place = d->bytes;
  place.at = d->number_start;
  return brn__bytes_fail(&place, form, element.text, d->item, name.text, why);
}

size_t brn__ply_bytes_left(const BrnPlyData* d) {
  if (d->header->ascii) return (size_t)(d->text.end - d->text.at);
  return brn__bytes_left(&d->bytes);
}

bool brn__ply_is_integer(BrnNumber number) { return number != BRN_F32 && number != BRN_F64; }

static BrnStatus read_text_number(BrnPlyData* d, const BrnPlyProperty* property, BrnNumber number,
                                  double* value) {
  BrnSlice word;
  const char* type = brn__ply_number_name(number);
  if (!brn__text_word(&d->text, &word)) {
    return brn__ply_fail(d, property, "expected a number (%s), but the file ends", type);
  }
  if (!brn__ply_is_integer(number)) {
    BrnNumber taken = property->keeps_digits ? BRN_F64 : number;
    if (brn__slice_to_number(word, taken, value)) return BRN_OK;
  } else {
    int64_t whole;
    bool good = brn__slice_to_long(word, &whole);
    if (good) *value = (double)whole;
    if (good && brn__number_held(number, *value) == *value) return BRN_OK;
  }
  return brn__ply_fail(d, property, "expected a number (%s), found \"%s\"", type, BRN_SHOW(word));
}

BrnStatus brn__ply_number(BrnPlyData* d, const BrnPlyProperty* property, BrnNumber number,
                          double* value) {
  if (d->header->ascii) return read_text_number(d, property, number, value);
  size_t size = (size_t)brn__number_size(number), left = brn__bytes_left(&d->bytes);
  d->number_start = d->bytes.at;
  if (size > left) {
    return brn__ply_fail(d, property, "expected %zu bytes, but only %zu are left", size, left);
  }
  *value = brn__number_decode(d->bytes.at, number, d->bytes.swap);
  d->bytes.at += size;
  return BRN_OK;
}

BrnStatus brn__ply_length(BrnPlyData* d, const BrnPlyProperty* list, int* length) {
  double value;
  BRN_TRY(brn__ply_number(d, list, list->length_number, &value));
  size_t left = brn__ply_bytes_left(d);
  double most = (double)(left / (size_t)brn__number_size(list->number));
  if (d->header->ascii) most = (double)(left / 2); // a blank and a digit each
  if (!(value >= 0 && value <= INT_MAX && value == floor(value))) {
    return brn__ply_fail(d, list, "the length of the list is %g", value);
  }
  if (value > most) {
    return brn__ply_fail(d, list, "the list has %.0f entries, but only %zu bytes are left", value,
                         left);
  }
  *length = (int)value;
  return BRN_OK;
}

BrnStatus brn__ply_skip_list(BrnPlyData* d, const BrnPlyProperty* list) {
  int length;
  BRN_TRY(brn__ply_length(d, list, &length));
  if (!d->header->ascii) {
    d->bytes.at += (size_t)length * (size_t)brn__number_size(list->number);
    return BRN_OK;
  }
  double ignored;
  for (int i = 0; i < length; i++) BRN_TRY(brn__ply_number(d, list, list->number, &ignored));
  return BRN_OK;
}

BrnStatus brn__ply_check_count(BrnPlyData* d) {
  size_t least = 0;
  for (int p = 0; p < d->element->property_count; p++) {
    const BrnPlyProperty* property = &d->property[p];
    BrnNumber number = property->is_list ? property->length_number : property->number;
    least += d->header->ascii ? 2 : (size_t)brn__number_size(number);
  }
  size_t left = brn__ply_bytes_left(d) + d->header->ascii; // the last line need not end
  if (least == 0 || (size_t)d->element->count <= left / least) return BRN_OK;
  const char* const form = "%d items of element %s need %zu bytes or more, but only %zu are left";
  BrnShown name = brn__slice_show(d->element->name);
  size_t need = least * (size_t)d->element->count;
  if (d->header->ascii) {
    return brn__text_fail(&d->text, form, d->element->count, name.text, need - 1, left - 1);
  }
  return brn__bytes_fail(&d->bytes, form, d->element->count, name.text, need, left);
}
