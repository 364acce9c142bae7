// SPDX-License-Identifier: Apache-2.0
//
// What a request asks for. Addresses are parsed, never looked up in the file system: numbers are
// numbers, and names are found in lists or not at all.

#pragma once

#include <stdbool.h>
#include <stddef.h>

enum { BRN_TOKEN_SIZE = 32, BRN_ROUTE_NAME = 128 };

typedef enum BrnRouteKind {
  BRN_ROUTE_HOME,       // the page's address without its last slash
  BRN_ROUTE_PAGE,       // a file of the bundle
  BRN_ROUTE_RUNS,       // runs.json
  BRN_ROUTE_RUN,        // R/run.json
  BRN_ROUTE_STATUS,     // R/status.json
  BRN_ROUTE_SKINS,      // R/skins.bin
  BRN_ROUTE_FRAME,      // R/frames/I.bin
  BRN_ROUTE_MESH,       // R/mesh.bin
  BRN_ROUTE_MESH_FRAME, // R/meshframes/I.bin
  BRN_ROUTE_TABLE,      // R/tables/NAME
  BRN_ROUTE_STOP,       // R/stop
} BrnRouteKind;

typedef struct BrnRoute {
  BrnRouteKind kind;
  int file;                    // of the bundle
  int run, frame;              // as asked for: they may not be there
  int table;                   // of brn__table_name()
  char values[BRN_ROUTE_NAME]; // "": none
} BrnRoute;

/// Parses what stands behind the method in a request.
/// @param target path of the request as it came, nothing decoded
/// @param query what came behind the question mark; NULL: there was none
/// @param token BRN_TOKEN_SIZE characters
/// @return 200, or the status to answer with: 400, 403 (whatever else is wrong, unless it is no
/// address at all), 404 or 405
int brn__route_parse(const char* method, const char* target, const char* query, const char* token,
                     BrnRoute* out);

/// Tables that a run may have, by number; NULL past the last one.
const char* brn__table_name(int index);

// ------------------------------------------------------------------------------------------- locks

/// A token of 128 random bits. False: the system has none.
bool brn__token_make(char out[BRN_TOKEN_SIZE + 1]);
/// Takes as long for any text of that length.
bool brn__token_is(const char* token, const char* text, size_t length);

/// May a request with this Host header be answered? A page of a stranger whose name was pointed at
/// this computer (DNS rebinding) has the stranger's name there.
/// @param host that the server listens at
bool brn__host_is_ours(const char* header, const char* host, int port);
/// Is the text an IPv4 or IPv6 address in digits, without brackets?
bool brn__host_is_address(const char* text, bool* six);
