// SPDX-License-Identifier: Apache-2.0
//
// The page: the files of web/dist, inside the binary.

#pragma once

#include <stddef.h>

typedef struct BrnBundleFile {
  const char* name; // "page.js"
  const char* type; // "text/javascript; charset=utf-8"
  const char* bytes;
  size_t size;
} BrnBundleFile;

enum { BRN_BUNDLE_INDEX, BRN_BUNDLE_SCRIPT, BRN_BUNDLE_STYLE };

/// A file by its number; its name is NULL past the last one.
BrnBundleFile brn__bundle_file(int index);
