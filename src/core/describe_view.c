// SPDX-License-Identifier: Apache-2.0
//
// Members as others see them. What lies inside of the structs of a list is one view over all of
// them ("bone.mass"), with the size of the struct as its stride; what they point to differs in
// length, so each has its own ("bone[2].vertex").

#include "core/describe.h"

#include <stdio.h>
#include <string.h>

enum { PATH_SIZE = 256 };

typedef enum Part { EVERYTHING, INSIDE_ONLY, POINTERS_ONLY } Part;

typedef struct Looking {
  BrnMemberFn* fn;
  void* user;
  Part part;
  const BrnMember* list; // INSIDE_ONLY: the list that a view runs over
  int64_t items;         // of it
} Looking;

static void show(const Looking* look, const BrnScope* scope, const BrnMember* member,
                 const char* path) {
  BrnMemberView view = {.path = path,
                        .type = member->type,
                        .data = brn__described_block(scope, member),
                        .unit = member->unit,
                        .indexes = member->indexes,
                        .choices = member->choices,
                        .absent = member->absent,
                        .doc = member->doc};
  int64_t width = brn__described_width(scope, member);
  view.stride = brn__described_item_size(member, width);
  // one view over a list steps by whole structs; an array by its items; a lone member has neither
  if (look->list) {
    view.shape[view.dimensions++] = look->items;
    view.stride = look->list->of->size;
    view.count = look->list->count;
  } else if (member->hold == BRN_ARRAY) {
    view.shape[view.dimensions++] = view.data ? brn__described_items(scope, member) : 0;
    view.count = member->count;
  }
  if (width != 1) {
    if (view.dimensions == 0) view.stride = brn__described_item_size(member, 1);
    view.shape[view.dimensions++] = width;
  }
  look->fn(look->user, &view);
}

// a member's path: that of the struct, its name, and which of a list it is in
typedef struct Path {
  char text[PATH_SIZE];
} Path;

static Path path_to(const char* before, const char* name, const char* after) {
  Path path = {{0}};
  BRN_ASSERT(strlen(before) + strlen(name) + strlen(after) < sizeof path.text);
  strcat(strcat(strcat(path.text, before), name), after);
  return path;
}

static void look_at(const Looking* look, const BrnScope* scope, const char* before);

// all items of a list at once, and then what each of them points to
static void look_at_list(const Looking* look, const BrnScope* scope, const BrnMember* member,
                         const char* before) {
  char* block = brn__described_block(scope, member);
  int64_t count = block ? brn__described_items(scope, member) : 0;
  Looking columns = *look, rows = *look;
  columns.part = INSIDE_ONLY, columns.list = member, columns.items = count;
  rows.part = POINTERS_ONLY;
  BrnScope first = brn__described_item(scope, member, block, 0);
  if (count > 0) look_at(&columns, &first, path_to(before, member->name, ".").text);
  for (int64_t i = 0; i < count; i++) {
    char which[32];
    BrnScope item = brn__described_item(scope, member, block, i);
    snprintf(which, sizeof which, "[%lld].", (long long)i);
    look_at(&rows, &item, path_to(before, member->name, which).text);
  }
}

static void look_at_struct(const Looking* look, const BrnScope* scope, const BrnMember* member,
                           const char* before) {
  void* block = brn__described_block(scope, member);
  BrnScope item = brn__described_item(scope, member, block, 0);
  if (block) look_at(look, &item, path_to(before, member->name, ".").text);
}

static void look_at(const Looking* look, const BrnScope* scope, const char* before) {
  BrnMember member;
  for (int i = 0; brn__described_member(scope->type, i, &member); i++) {
    bool points = member.hold != BRN_INSIDE, nested = member.type == BRN_ITEM_STRUCT;
    Looking whole = *look; // what a pointer leads to is seen whole
    if (look->part == INSIDE_ONLY && points) continue;
    if (look->part == POINTERS_ONLY && !points && !nested) continue;
    if (points) whole.part = EVERYTHING;
    if (nested && member.hold == BRN_ARRAY) {
      look_at_list(&whole, scope, &member, before);
    } else if (nested) {
      look_at_struct(&whole, scope, &member, before);
    } else {
      show(&whole, scope, &member, path_to(before, member.name, "").text);
    }
  }
}

void brn__described_views(const BrnScope* scope, BrnMemberFn* fn, void* user) {
  Looking look = {.fn = fn, .user = user, .part = EVERYTHING};
  look_at(&look, scope, "");
}
