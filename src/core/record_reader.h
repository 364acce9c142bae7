// SPDX-License-Identifier: Apache-2.0
//
// A record while it is read from JSON. A mistake is told with its place in the file and the path of
// the value. With a listener reading goes on behind it: then functions return BRN_OK, and the
// member keeps its default. Only record_read*.c include this.

#pragma once

#include "core/record.h"

enum { BRN_READER_PATH = 2048 };

typedef struct BrnReader {
  BrnContext* ctx;
  const BrnJson* json; // NULL: there is no file
  BrnMistakeFn* mistake;
  void* user;
  BrnStatus first; // of the mistakes
  int mistakes;
  bool or_object; // the value at hand stands for an object
  bool top;       // the object at hand is the document
  char pointer[BRN_READER_PATH], path[BRN_READER_PATH];
} BrnReader;

/// Where the reader was before it went into a value.
typedef struct BrnReaderPlace {
  size_t pointer, path;
} BrnReaderPlace;

BrnReaderPlace brn__reader_enter(BrnReader* r, const char* key);
BrnReaderPlace brn__reader_enter_item(BrnReader* r, size_t index);
void brn__reader_leave(BrnReader* r, BrnReaderPlace place);

/// A mistake of which the last error is the message.
BrnStatus brn__reader_mistake(BrnReader* r, BrnStatus status);
BrnStatus brn__reader_complain(BrnReader* r, const char* format, ...) BRN_PRINTF(2, 3);
BrnStatus brn__reader_wrong_kind(BrnReader* r, const BrnField* field, const json_t* value);

/// "a list", "text", ...
const char* brn__json_kind(const json_t* value);

/// Reads a key of the open field, if the type has one that knows it.
bool brn__read_open(BrnReader* r, const BrnRecord* type, void* record, const char* key,
                    const json_t* json, BrnStatus* status);

/// Reads a field that is no record, nor a list or map of them.
BrnStatus brn__read_value(BrnReader* r, const BrnField* field, void* record, const json_t* json);
