// SPDX-License-Identifier: Apache-2.0
//
// A number that tells one build of the code from another: what it made may not fit the next one.

#include "core/identity.h"

#include "core/core.h"
#include "core/hash.h"

#include <link.h>
#include <string.h>

typedef struct Search {
  uintptr_t here; // an address in our own code
  uint64_t hash;
} Search;

static size_t padded(size_t size) { return (size + 3) & ~(size_t)3; }

// notes follow each other: three numbers, a name, and what is noted
static void read_notes(Search* search, const char* at, size_t left) {
  while (left >= sizeof(ElfW(Nhdr))) {
    ElfW(Nhdr) note;
    memcpy(&note, at, sizeof note);
    size_t name = padded(note.n_namesz), size = padded(note.n_descsz);
    if (name > left || size > left || sizeof note + name + size > left) return;
    const char* said = at + sizeof note + name;
    if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4) {
      search->hash = brn__hash_text(search->hash, said, note.n_descsz);
    }
    at += sizeof note + name + size;
    left -= sizeof note + name + size;
  }
}

static bool holds(const struct dl_phdr_info* object, uintptr_t address) {
  for (int i = 0; i < object->dlpi_phnum; i++) {
    const ElfW(Phdr)* part = &object->dlpi_phdr[i];
    uintptr_t begin = object->dlpi_addr + part->p_vaddr;
    if (part->p_type == PT_LOAD && address >= begin && address < begin + part->p_memsz) return true;
  }
  return false;
}

static int look_into(struct dl_phdr_info* object, size_t size, void* user) {
  (void)size;
  Search* search = user;
  if (!holds(object, search->here)) return 0;
  for (int i = 0; i < object->dlpi_phnum; i++) {
    const ElfW(Phdr)* part = &object->dlpi_phdr[i];
    if (part->p_type != PT_NOTE) continue;
    read_notes(search, (const char*)(object->dlpi_addr + part->p_vaddr), part->p_memsz);
  }
  return 1;
}

uint64_t brn__code_identity(void) {
  Search search = {.here = (uintptr_t)&brn__code_identity};
  search.hash = brn__hash_text(0, brn_version(), strlen(brn_version()));
  dl_iterate_phdr(look_into, &search);
  return search.hash;
}
