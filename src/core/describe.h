// SPDX-License-Identifier: Apache-2.0
//
// A struct of arrays as a table: a row per member, with its name, type, shape, unit, what an
// integer counts, and a line of text. All that is done with every member comes from the table:
// making, freeing, copying and checking (describe_memory.c, describe_check.c), files
// (io/described.h), views for other languages (describe_view.c) and the tables of docs/arrays.md
// (describe_page.c). A member is listed once.
//
//   #define S BrnModelBone
//   static const BrnMember bone_members[] = {
//       BRN_MEMBER_TEXT(name, .doc = "of the scene"),
//       BRN_MEMBER(vertex_count, .doc = "all vertices of its tets"),
//       BRN_MEMBER_ARRAY(vertex, "vertex_count", 1, .indexes = "model.mesh.vertex_count"),
//       BRN_MEMBER(mass, .unit = "kg"),
//       {0},
//   };
//   #undef S
//   const BrnDescription brn__bone_description = {
//       .name = "bone", .size = sizeof(BrnModelBone), .members = bone_members};
//
// Rows are in the order of files: a count comes before what it counts. Settings that people spell
// in scenes have tables of fields (core/fields.h), which serve as descriptions, too.

#pragma once

#include "brawn/describe.h"
#include "core/fields.h"
#include "core/string.h"

typedef enum BrnMemberStorage {
  BRN_INSIDE, // the member itself: a number, several side by side, a text, a struct
  BRN_ONE,    // a pointer to one struct; NULL: none
  BRN_ARRAY,  // a pointer to as many items as `count` says
} BrnMemberStorage;

typedef struct BrnScope BrnScope;

typedef struct BrnMember {
  const char* name; // NULL ends a table
  BrnItemType type;
  BrnMemberStorage hold;
  size_t offset, size; // of the member in the struct
  int width;           // numbers of an item
  const char* per;     // or a count: numbers of an item
  const char* count;   // of ARRAY: items
  // how many that is; NULL: it is looked up by its name
  int64_t (*items)(const BrnScope* scope);
  const struct BrnDescription* of; // of STRUCT
  const char* unit;                // NULL: none
  const char* indexes;             // an int is below this count and not negative; NULL: any
  const char* run;                 // and it is the first of so many; NULL: of one
  int from;                        // an index counts from here
  const char* choices;             // "force traction": names of the values of an int
  const char* absent;              // what NAN or an index -1 means; NULL: neither may be
  bool optional;                   // a pointer may be NULL though there is something to count
  const char* doc;                 // a phrase without a full stop
} BrnMember;

/// A count that is no member: "as many as vertices and inner points".
typedef struct BrnCountRule {
  const char* name; // NULL ends a table
  int64_t (*of)(const BrnScope* scope);
} BrnCountRule;

typedef struct BrnDescription {
  const char* name; // of the struct: "bone"
  size_t size;
  const BrnMember* members;
  const BrnCountRule* counts; // NULL: none but members
  // What is wrong with a record whose members are good, each by itself; NULL: nothing.
  const char* (*flaw)(const BrnScope* scope);
  const BrnField* fields;                  // in place of members
  bool (*more)(int index, BrnMember* out); // rows of others behind the members; NULL: none
  // Members that are made of the others, or are somebody else's: nothing is done with them. NULL:
  // none.
  const BrnMember* others;
} BrnDescription;

/// A record, and what it belongs to. Counts are looked up here: "vertex_count" is a member or a
/// rule of the record, "mesh.vertex_count" of what its member points to, and "model.bone_count" of
/// the record of that name around it.
struct BrnScope {
  const BrnDescription* type;
  void* record;
  const BrnScope* around;  // NULL: it is the whole
  const BrnMember* member; // of `around`, that it is in; NULL: it is only used by it
  int index;               // there
};

#define BRN_MEMBER_TYPE(pointer)                                                                   \
  _Generic((pointer),                                                                              \
      double*: BRN_ITEM_DOUBLE,                                                                    \
      int*: BRN_ITEM_INT,                                                                          \
      unsigned*: BRN_ITEM_INT, /* an enum */                                                       \
      bool*: BRN_ITEM_BOOL,                                                                        \
      uint8_t*: BRN_ITEM_BYTE,                                                                     \
      uint64_t*: BRN_ITEM_HASH)
// `S` is the struct at hand
#define BRN_MEMBER_AT(member)                                                                      \
  .name = #member, .offset = offsetof(S, member), .size = sizeof(((S*)0)->member)

/// One of `others`.
#define BRN_MEMBER_OTHER(member)                                                                   \
  { BRN_MEMBER_AT(member), .type = BRN_ITEM_BYTE, .hold = BRN_ONE }
/// A number.
#define BRN_MEMBER(member, ...)                                                                    \
  { BRN_MEMBER_AT(member), .type = BRN_MEMBER_TYPE(&((S*)0)->member), .width = 1, __VA_ARGS__ }
/// Numbers side by side: double[3].
#define BRN_MEMBER_NUMBERS(member, ...)                                                            \
  {                                                                                                \
    BRN_MEMBER_AT(member), .type = BRN_MEMBER_TYPE(&((S*)0)->member[0]),                           \
                           .width = sizeof(((S*)0)->member) / sizeof(((S*)0)->member[0]),          \
                           __VA_ARGS__                                                             \
  }
/// A pointer to items of `numbers` numbers each.
#define BRN_MEMBER_ARRAY(member, items, numbers, ...)                                              \
  {                                                                                                \
    BRN_MEMBER_AT(member), .type = BRN_MEMBER_TYPE(((S*)0)->member), .hold = BRN_ARRAY,            \
                           .count = items, .width = numbers, __VA_ARGS__                           \
  }
#define BRN_MEMBER_TEXT(member, ...)                                                               \
  { BRN_MEMBER_AT(member), .type = BRN_ITEM_TEXT, .width = 1, __VA_ARGS__ }
#define BRN_MEMBER_TEXTS(member, items, ...)                                                       \
  {                                                                                                \
    BRN_MEMBER_AT(member), .type = BRN_ITEM_TEXT, .hold = BRN_ARRAY, .count = items, .width = 1,   \
                           __VA_ARGS__                                                             \
  }
/// A struct; a pointer to one; a pointer to several.
#define BRN_MEMBER_STRUCT(member, description, ...)                                                \
  { BRN_MEMBER_AT(member), .type = BRN_ITEM_STRUCT, .width = 1, .of = &description, __VA_ARGS__ }
#define BRN_MEMBER_ONE(member, description, ...)                                                   \
  {                                                                                                \
    BRN_MEMBER_AT(member), .type = BRN_ITEM_STRUCT, .hold = BRN_ONE, .width = 1,                   \
                           .of = &description, __VA_ARGS__                                         \
  }
#define BRN_MEMBER_LIST(member, items, description, ...)                                           \
  {                                                                                                \
    BRN_MEMBER_AT(member), .type = BRN_ITEM_STRUCT, .hold = BRN_ARRAY, .count = items, .width = 1, \
                           .of = &description, __VA_ARGS__                                         \
  }

// ------------------------------------------------------------------------------------- members

/// Row `index` of a description, also of one made of fields.
/// @return false: there are no more
bool brn__described_member(const BrnDescription* type, int index, BrnMember* out);

/// A count by its name. One that leads over a pointer that is NULL is 0.
int64_t brn__described_count(const BrnScope* scope, const char* name);

/// Items of a member, and numbers of an item.
int64_t brn__described_items(const BrnScope* scope, const BrnMember* member);
int64_t brn__described_width(const BrnScope* scope, const BrnMember* member);
/// Bytes of an item of so many numbers.
size_t brn__described_item_size(const BrnMember* member, int64_t width);

/// The first item; NULL: a pointer without any.
void* brn__described_block(const BrnScope* scope, const BrnMember* member);
void brn__described_set_block(const BrnScope* scope, const BrnMember* member, void* block);

/// The struct that is item `index` of a member.
BrnScope brn__described_item(const BrnScope* scope, const BrnMember* member, void* block,
                             int64_t index);

/// The nearest record around of a description's name, itself first; NULL: none.
const BrnScope* brn__scope_find(const BrnScope* scope, const char* name);

// -------------------------------------------------------------------------------------- memory

/// Makes the arrays of a record that has none, zeroed. What is there after a failure is freed by
/// brn__described_free().
BrnStatus brn__described_create(BrnContext* ctx, const BrnScope* scope);
/// Frees what a record points to. Counts around it are not asked, so it may be alone.
void brn__described_free(BrnContext* ctx, const BrnDescription* type, void* record);

/// Makes a record that is zeroed a copy with arrays of its own. What is there after a failure is
/// freed by brn__described_free().
BrnStatus brn__described_clone(BrnContext* ctx, const BrnScope* scope, void* out);

/// Calls fn with every piece of memory of a record without texts, in the order of the rows, and
/// with the piece of another record of the same counts.
/// @param other NULL: there is none, and b is NULL
typedef void BrnPieceFn(void* user, void* a, void* b, size_t size);
void brn__described_pieces(const BrnScope* scope, void* other, BrnPieceFn* fn, void* user);
/// Copies one record over another of the same counts.
void brn__described_copy(const BrnScope* from, void* to);
/// Bytes of all pieces.
size_t brn__described_size(const BrnScope* scope);

// --------------------------------------------------------------------------------- checks, views

/// Fails where an index leads nowhere, a number is none, an array is missing, a count is negative:
/// BRN_INVALID, "bone[3].vertex[17] is 9999, not from 0 to 4".
BrnStatus brn__described_check(BrnContext* ctx, const BrnScope* scope);
/// Are all indices at least `from` and below `end`? For flaws; NULL is good where count is 0.
bool brn__all_in(const int* index, int64_t count, int64_t from, int64_t end);

/// Calls fn with every member of a record and of what is in it.
void brn__described_views(const BrnScope* scope, BrnMemberFn* fn, void* user);

/// Descriptions and all that they lead to, each once.
/// @return how many, at most `most`
enum { BRN_MOST_TYPES = 64 };
int brn__described_types(const BrnDescription* const* roots, int root_count,
                         const BrnDescription** out, int most);

/// Tables in Markdown of all these.
void brn__described_page(BrnContext* ctx, const BrnDescription* const* roots, int root_count,
                         BrnString* out);
