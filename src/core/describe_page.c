// SPDX-License-Identifier: Apache-2.0
//
// Descriptions as tables of a manual.

#include "core/describe.h"

#include <string.h>

typedef struct Page {
  BrnContext* ctx;
  BrnString* out;
} Page;

// ------------------------------------------------------------------------------------------- types

static int add_type(const BrnDescription* type, const BrnDescription** out, int count, int most) {
  for (int i = 0; i < count; i++) {
    if (out[i] == type) return count;
  }
  BRN_ASSERT(count < most);
  out[count] = type;
  return count + 1;
}

int brn__described_types(const BrnDescription* const* roots, int root_count,
                         const BrnDescription** out, int most) {
  int count = 0;
  BrnMember member;
  for (int i = 0; i < root_count; i++) count = add_type(roots[i], out, count, most);
  for (int i = 0; i < count; i++) {
    for (int m = 0; brn__described_member(out[i], m, &member); m++) {
      if (member.type == BRN_ITEM_STRUCT) count = add_type(member.of, out, count, most);
    }
  }
  return count;
}

// -------------------------------------------------------------------------------------------- rows

static const char* type_name(const BrnMember* member) {
  static const char* const name[] = {
      [BRN_ITEM_DOUBLE] = "double", [BRN_ITEM_INT] = "int",     [BRN_ITEM_BOOL] = "bool",
      [BRN_ITEM_BYTE] = "byte",     [BRN_ITEM_HASH] = "uint64", [BRN_ITEM_TEXT] = "text"};
  return member->type == BRN_ITEM_STRUCT ? member->of->name : name[member->type];
}

// "tet_count x 3"
static void add_shape(const Page* page, const BrnMember* member) {
  BrnContext* ctx = page->ctx;
  bool array = member->hold == BRN_ARRAY;
  if (array) brn__string_text(ctx, page->out, member->count);
  if (member->per) brn__string_printf(ctx, page->out, " x %s", member->per);
  if (!member->per && member->width > 1) {
    brn__string_printf(ctx, page->out, array ? " x %d" : "%d", member->width);
  }
}

static void add_index(const Page* page, const BrnMember* member) {
  if (member->indexes) brn__string_text(page->ctx, page->out, member->indexes);
  if (member->indexes && member->from) {
    brn__string_printf(page->ctx, page->out, ", from %d", member->from);
  }
  for (const char* at = member->choices; at && *at; at++) {
    brn__string_bytes(page->ctx, page->out, *at == ' ' ? ", " : at, *at == ' ' ? 2 : 1);
  }
}

static void add_doc(const Page* page, const BrnMember* member) {
  const char *doc = member->doc ? member->doc : "", *absent = member->absent;
  brn__string_text(page->ctx, page->out, doc);
  if (!absent) return;
  brn__string_printf(page->ctx, page->out, "%s%s: %s", *doc ? "; " : "",
                     member->type == BRN_ITEM_INT ? "-1" : "NaN", absent);
}

static void add_row(const Page* page, const BrnMember* member) {
  BrnContext* ctx = page->ctx;
  BrnString* out = page->out;
  brn__string_printf(ctx, out, "| `%s` | %s | ", member->name, type_name(member));
  add_shape(page, member);
  brn__string_printf(ctx, out, " | %s | ", member->unit ? member->unit : "");
  add_index(page, member);
  brn__string_text(ctx, out, " | ");
  add_doc(page, member);
  brn__string_text(ctx, out, " |\n");
}

static void add_table(const Page* page, const BrnDescription* type) {
  BrnMember member;
  brn__string_printf(page->ctx, page->out,
                     "\n### %s\n\n| member | type | shape | unit | values | |\n"
                     "|---|---|---|---|---|---|\n",
                     type->name);
  for (int i = 0; brn__described_member(type, i, &member); i++) add_row(page, &member);
}

void brn__described_page(BrnContext* ctx, const BrnDescription* const* roots, int root_count,
                         BrnString* out) {
  const BrnDescription* types[BRN_MOST_TYPES];
  const Page page = {.ctx = ctx, .out = out};
  int count = brn__described_types(roots, root_count, types, BRN_MOST_TYPES);
  for (int i = 0; i < count; i++) add_table(&page, types[i]);
}
