// SPDX-License-Identifier: Apache-2.0
//
// Does everything in a record lead somewhere? Files of strangers are looked through in this way
// before an index of theirs is used.

#include "core/describe.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// ------------------------------------------------------------------------------------------- paths

// "bone[3]": where a record is in the whole, with what stands before its members behind it
static void path_of(BrnContext* ctx, const BrnScope* scope, const char* behind, BrnString* out) {
  if (!scope->around || !scope->member) return;
  path_of(ctx, scope->around, ".", out);
  brn__string_text(ctx, out, scope->member->name);
  if (scope->member->hold == BRN_ARRAY) brn__string_printf(ctx, out, "[%d]", scope->index);
  brn__string_text(ctx, out, behind);
}

static BrnStatus fail(BrnContext* ctx, const BrnScope* scope, const char* behind,
                      const char* format, ...) BRN_PRINTF(4, 5);

// "bone[3].vertex is missing", "bone[3]: a bone has no vertices"
static BrnStatus fail(BrnContext* ctx, const BrnScope* scope, const char* behind,
                      const char* format, ...) {
  char message[256];
  va_list args;
  va_start(args, format);
  vsnprintf(message, sizeof message, format, args);
  va_end(args);
  BrnString path = {0};
  path_of(ctx, scope, behind, &path);
  BrnStatus status = path.status;
  if (status == BRN_OK) {
    status = brn__fail(ctx, BRN_INVALID, "%s%s", path.text ? path.text : "", message);
  }
  brn__string_free(ctx, &path);
  return status;
}

// "vertex[17]", of an array with rows of several numbers the row; "mass" of a lone number
typedef struct Spot {
  char text[96];
} Spot;

static Spot spot_of(const BrnMember* member, int64_t width, int64_t at) {
  Spot spot;
  bool alone = member->hold == BRN_INSIDE && width == 1;
  int64_t row = member->hold == BRN_ARRAY ? at / width : at;
  snprintf(spot.text, sizeof spot.text, alone ? "%s" : "%s[%lld]", member->name, (long long)row);
  return spot;
}

// ----------------------------------------------------------------------------------------- numbers

static int word_count(const char* words) {
  int count = 1;
  for (; *words; words++) count += *words == ' ';
  return count;
}

bool brn__all_in(const int* index, int64_t count, int64_t from, int64_t end) {
  if (count > 0 && !index) return false;
  for (int64_t i = 0; i < count; i++) {
    if (index[i] < from || index[i] >= end) return false;
  }
  return true;
}

// an index, the first of a run, a choice; anything else may be any int
static BrnStatus check_ints(BrnContext* ctx, const BrnScope* scope, const BrnMember* member,
                            const int* value, int64_t count, int64_t width) {
  int64_t from = member->from, end = 0, run = 1;
  if (!member->indexes && !member->choices) return BRN_OK;
  if (member->indexes) end = from + brn__described_count(scope, member->indexes);
  if (member->choices) end = word_count(member->choices);
  if (member->run) run = brn__described_count(scope, member->run);
  for (int64_t i = 0; i < count; i++) {
    bool none = member->absent && value[i] == -1;
    if (none || (run >= 0 && value[i] >= from && value[i] <= end - run)) continue;
    Spot spot = spot_of(member, width, i);
    if (run < 0 || end - run < from) {
      return fail(ctx, scope, ".", "%s is %d, but there are not so many", spot.text, value[i]);
    }
    return fail(ctx, scope, ".", "%s is %d, not from %lld to %lld", spot.text, value[i],
                (long long)from, (long long)(end - run));
  }
  return BRN_OK;
}

static BrnStatus check_doubles(BrnContext* ctx, const BrnScope* scope, const BrnMember* member,
                               const double* value, int64_t count, int64_t width) {
  for (int64_t i = 0; i < count; i++) {
    if (isfinite(value[i]) || (member->absent && isnan(value[i]))) continue;
    return fail(ctx, scope, ".", "%s is %s", spot_of(member, width, i).text,
                isnan(value[i]) ? "not a number" : "infinite");
  }
  return BRN_OK;
}

// ----------------------------------------------------------------------------------------- members

static BrnStatus check_items(BrnContext* ctx, const BrnScope* scope, const BrnMember* member,
                             void* block, int64_t count) {
  int64_t width = brn__described_width(scope, member);
  switch (member->type) {
  case BRN_ITEM_INT: return check_ints(ctx, scope, member, block, count * width, width);
  case BRN_ITEM_DOUBLE: return check_doubles(ctx, scope, member, block, count * width, width);
  case BRN_ITEM_STRUCT:
    for (int64_t i = 0; i < count; i++) {
      BrnScope item = brn__described_item(scope, member, block, i);
      BRN_TRY(brn__described_check(ctx, &item));
    }
    return BRN_OK;
  default: return BRN_OK;
  }
}

static BrnStatus check_member(BrnContext* ctx, const BrnScope* scope, const BrnMember* member) {
  int64_t count = brn__described_items(scope, member);
  void* block = brn__described_block(scope, member);
  if (count < 0) {
    return fail(ctx, scope, ".", "%s is %lld", member->count, (long long)count);
  }
  if (!block && count > 0 && !member->optional) {
    return fail(ctx, scope, ".", "%s is missing", member->name);
  }
  return block ? check_items(ctx, scope, member, block, count) : BRN_OK;
}

BrnStatus brn__described_check(BrnContext* ctx, const BrnScope* scope) {
  BrnMember member;
  for (int i = 0; brn__described_member(scope->type, i, &member); i++) {
    BRN_TRY(check_member(ctx, scope, &member));
  }
  const char* flaw = scope->type->flaw ? scope->type->flaw(scope) : NULL;
  return flaw ? fail(ctx, scope, ": ", "%s", flaw) : BRN_OK;
}
