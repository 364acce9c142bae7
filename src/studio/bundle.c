// SPDX-License-Identifier: Apache-2.0
//
// Files of the page, put into the binary by the assembler.

#include "studio/bundle.h"

// The assembler reads the files as they are; BRN_BUNDLE is their folder (CMakeLists.txt).
#define EMBED(name, file)                                                                          \
  extern const char brn__bundle_##name[], brn__bundle_##name##_end[];                              \
  __asm__(".pushsection .rodata\n"                                                                 \
          ".global brn__bundle_" #name ", brn__bundle_" #name "_end\n"                             \
          ".hidden brn__bundle_" #name ", brn__bundle_" #name "_end\n"                             \
          "brn__bundle_" #name ": .incbin \"" BRN_BUNDLE "/" file "\"\n"                           \
          "brn__bundle_" #name "_end: .byte 0\n"                                                   \
          ".popsection\n")

EMBED(index, "index.html");
EMBED(script, "page.js");
EMBED(style, "page.css");

BrnBundleFile brn__bundle_file(int index) {
#define FILE_OF(name, type, symbol)                                                                \
  (BrnBundleFile) { name, type, symbol, (size_t)(symbol##_end - symbol) }
  switch (index) {
  case 0: return FILE_OF("index.html", "text/html; charset=utf-8", brn__bundle_index);
  case 1: return FILE_OF("page.js", "text/javascript; charset=utf-8", brn__bundle_script);
  case 2: return FILE_OF("page.css", "text/css; charset=utf-8", brn__bundle_style);
  default: return (BrnBundleFile){0};
  }
}
