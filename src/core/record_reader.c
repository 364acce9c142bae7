// SPDX-License-Identifier: Apache-2.0
//
// Where the reader of a record is in the file, and how mistakes are told.

#include "core/record_reader.h"

#include <stdio.h>

// --------------------------------------------------------------------------------- where we are

BrnReaderPlace brn__reader_enter(BrnReader* r, const char* key) {
  BrnReaderPlace place = {strlen(r->pointer), strlen(r->path)};
  brn__json_step(r->pointer, BRN_READER_PATH, key);
  snprintf(r->path + place.path, BRN_READER_PATH - place.path, "%s%s", place.path ? "." : "",
           brn__text_show(key).text);
  return place;
}

BrnReaderPlace brn__reader_enter_item(BrnReader* r, size_t index) {
  char step[24];
  snprintf(step, sizeof step, "%zu", index);
  return brn__reader_enter(r, step);
}

void brn__reader_leave(BrnReader* r, BrnReaderPlace place) {
  r->pointer[place.pointer] = 0;
  r->path[place.path] = 0;
}

// --------------------------------------------------------------------------------------- mistakes

// the last error is the message
BrnStatus brn__reader_mistake(BrnReader* r, BrnStatus status) {
  if (status == BRN_NO_MEMORY) return status;
  if (r->json) brn__json_fail(r->ctx, status, r->json, r->pointer, "%s", brn_last_error(r->ctx));
  if (r->first == BRN_OK) r->first = status;
  if (!r->mistake) return status;
  r->mistake(r->user, r->ctx);
  return ++r->mistakes < BRN_MOST_MISTAKES ? BRN_OK : status;
}

BrnStatus brn__reader_complain(BrnReader* r, const char* format, ...) {
  va_list args;
  va_start(args, format);
  BrnStatus status = brn__fail_v(r->ctx, BRN_INVALID, format, args);
  va_end(args);
  return brn__reader_mistake(r, status);
}

const char* brn__json_kind(const json_t* value) {
  switch (json_typeof(value)) {
  case JSON_OBJECT: return "an object";
  case JSON_ARRAY: return "a list";
  case JSON_STRING: return "text";
  case JSON_INTEGER:
  case JSON_REAL: return "a number";
  case JSON_TRUE: return "true";
  case JSON_FALSE: return "false";
  case JSON_NULL: return "null";
  }
  return "";
}

BrnStatus brn__reader_wrong_kind(BrnReader* r, const BrnField* field, const json_t* value) {
  char wanted[256];
  brn__field_wanted(field, wanted, sizeof wanted);
  return brn__reader_complain(r, "%s must be %s%s, but is %s", r->path, wanted,
                              r->or_object ? " or an object" : "", brn__json_kind(value));
}
