// SPDX-License-Identifier: Apache-2.0
//
// What a writer writes to: a buffered file under a temporary name that is renamed when it is whole,
// or memory. A writer just writes: the first failure is kept, the rest is swallowed, and
// brn__sink_close() tells.

#pragma once

#include "brawn/io.h"
#include "core/core.h"

typedef struct BrnSink {
  BrnContext* ctx;
  const char* path;  // as the user wrote it; NULL: into memory
  char* target;      // the file it stands for: links are followed
  char* temporary;   // name while writing
  int file;          // descriptor; -1: into memory
  char* buffer;      // what is not written yet, or everything when in memory
  size_t used, size; // of the buffer
  uint64_t written;  // bytes that went through, buffered ones included
  bool own;          // of a folder of Brawn's: links are replaced
  bool lazy;         // closing does not wait for the disk
  BrnStatus status;  // first failure
} BrnSink;

/// Writes all of the bytes. False: errno tells why not.
bool brn__write_all(int file, const void* bytes, size_t size);

/// Opens the temporary file beside path. path must live as long as the sink.
BrnStatus brn__sink_open(BrnContext* ctx, const char* path, BrnSink* sink);
/// The same for a file in a folder of Brawn's own: what is at path is replaced, be it a link or a
/// pipe, and never followed.
BrnStatus brn__sink_open_own(BrnContext* ctx, const char* path, BrnSink* sink);
/// A sink into memory: buffer and used are the result; free with brn__sink_abandon().
BrnStatus brn__sink_open_memory(BrnContext* ctx, BrnSink* sink);
/// Flushes, syncs and renames to path; on any failure so far removes the temporary file instead and
/// returns that failure. A memory sink is kept. May be called once.
BrnStatus brn__sink_close(BrnSink* sink);
/// Removes the temporary file, frees the buffer. For a sink that is not closed.
void brn__sink_abandon(BrnSink* sink);

/// What messages call the file.
const char* brn__sink_name(const BrnSink* sink);

void brn__sink_bytes(BrnSink* sink, const void* bytes, size_t size);
void brn__sink_text(BrnSink* sink, const char* text);
void brn__sink_printf(BrnSink* sink, const char* format, ...) BRN_PRINTF(2, 3);
/// Text that must stay on one line: control characters become '_'.
void brn__sink_line(BrnSink* sink, const char* text);
/// The name of a label on one line; a label without one is "label_7".
void brn__sink_label(BrnSink* sink, const BrnMesh* mesh, BrnDomain on, int id);
/// The shortest decimal that reads back as the same double, whatever the locale.
void brn__sink_double(BrnSink* sink, double value);
/// A decimal with so many significant digits, at most 17, whatever the locale.
void brn__sink_digits(BrnSink* sink, double value, int digits);
void brn__sink_int(BrnSink* sink, int64_t value);
/// A number as its file type holds it: integers without a point, floats to their precision.
void brn__sink_number(BrnSink* sink, BrnNumber number, double value);
/// Raw numbers in this machine's byte order, or the other one.
void brn__sink_raw(BrnSink* sink, BrnNumber number, const double* values, size_t count, bool swap);
void brn__sink_raw_int(BrnSink* sink, int value, bool swap);
