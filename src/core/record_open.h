// SPDX-License-Identifier: Apache-2.0
//
// Open fields: the keys of a record that its own table does not know, told by other tables (those
// of materials, which a registry lists). Keys are of the record itself, "c1", or of a group in it,
// "hill.active", which is an object in JSON; a group that is true is there with its defaults, one
// that is false is taken away. Values are kept as text, and curves as rows of two numbers. The list
// is in the order of the tables, so that the order in a file makes no difference.

#pragma once

#include "core/record.h"

/// Fields of an open field that belong together.
typedef struct BrnOpenGroup {
  const char* name;  // "hill": an object of that name; NULL: keys of the record itself
  const char* owner; // who has them, for people; several may have a key of the record itself
  const char* help;
  const BrnField* fields;      // numbers, booleans and choices
  void (*defaults)(void* def); // of what the fields are in, at most BRN_OPEN_DEF_SIZE bytes
} BrnOpenGroup;

enum { BRN_OPEN_DEF_SIZE = 256 };

/// The record type of a BrnParameter, for .record of open fields.
extern const BrnRecord brn__parameter_record;

/// The open field of a type; NULL: it has none.
const BrnField* brn__record_open_field(const BrnRecord* type);

/// What a key is.
typedef struct BrnOpenKey {
  BrnOpenGroup group;
  const BrnField* field; // NULL: the group as a whole
  int rank;              // where it goes in the list
} BrnOpenKey;

/// @param group NULL: a key of the record itself
/// @param key NULL: the group as a whole
/// @return false: there is none
bool brn__open_find(const BrnField* open, const char* group, const char* key, BrnOpenKey* out);
/// The same for "c1", "hill" and "hill.active".
bool brn__open_find_path(const BrnField* open, const char* path, BrnOpenKey* out);

/// Puts a parameter in its place of the list, for the one of that key, if any. Those that it
/// contradicts go: the whole group for one of its keys, its keys for the whole group.
/// @param parameter is taken over, also on failure
BrnStatus brn__open_put(BrnContext* ctx, const BrnField* open, void* record, const BrnOpenKey* key,
                        BrnParameter* parameter);
/// Takes a key away, or a group with all its keys (key NULL).
void brn__open_drop(BrnContext* ctx, const BrnField* open, void* record, const char* group,
                    const char* key);

/// Is the name the first of an unnamed group that comes, and no field of the record's own?
bool brn__open_is_first(const BrnRecord* type, const BrnField* open, int group,
                        const BrnField* field);

/// Reads the JSON of a key into the list; the path of the record is for messages.
/// @param group NULL: a key of the record itself, or a group as a whole
BrnStatus brn__record_read_open(BrnContext* ctx, const BrnRecord* type, void* record,
                                const char* group, const char* key, const json_t* value,
                                const char* path);

/// `where` has no such key; the message has the nearest one.
BrnStatus brn__fail_unknown_group_key(BrnContext* ctx, const BrnOpenGroup* group, const char* key,
                                      const char* where);
