// SPDX-License-Identifier: Apache-2.0
//
// From the path of a request to what it asks for (route.h).

#include "studio/route.h"

#include "studio/bundle.h"

#include <string.h>

enum { DONE = 200, MALFORMED = 400, REFUSED = 403, NOT_THERE = 404, NOT_SO = 405 };
enum { MOST_SEGMENTS = 4, MOST_DIGITS = 9 };

// as docs/run.md has them
static const char* const tables[] = {
    "run.csv",      "times.csv", "muscles.csv", "joints.csv", "bones.csv", "attachments.csv",
    "supports.csv", "parts.csv", "sensors.csv", "probes.csv", NULL};

const char* brn__table_name(int index) {
  int count = (int)(sizeof tables / sizeof *tables) - 1;
  return index >= 0 && index < count ? tables[index] : NULL;
}

// ---------------------------------------------------------------------------------------- segments

typedef struct Segment {
  const char* text;
  size_t length;
} Segment;

static bool is(Segment segment, const char* text) {
  return strlen(text) == segment.length && memcmp(segment.text, text, segment.length) == 0;
}

static bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
         c == '-' || c == '_';
}

// Nothing that we serve needs an escape, a backslash or a byte above 127 in its path.
static int split(const char* target, Segment* out) {
  int count = 0;
  if (*target != '/') return -1;
  for (const char* at = target; *at; count++) {
    const char* begin = ++at;
    while (is_plain(*at)) at++;
    if (*at && *at != '/') return -1;
    if (count <= MOST_SEGMENTS) out[count] = (Segment){begin, (size_t)(at - begin)};
    if (count > MOST_SEGMENTS) count = MOST_SEGMENTS; // too many to be anything
  }
  return count;
}

// digits without a sign and without zeros in front, and then the ending
static bool to_number(Segment segment, const char* ending, int* out) {
  size_t digits = 0;
  int number = 0;
  while (digits < segment.length && segment.text[digits] >= '0' && segment.text[digits] <= '9') {
    if (digits == MOST_DIGITS) return false;
    number = 10 * number + (segment.text[digits++] - '0');
  }
  if (digits == 0 || (digits > 1 && segment.text[0] == '0')) return false;
  *out = number;
  return is((Segment){segment.text + digits, segment.length - digits}, ending);
}

// ------------------------------------------------------------------------------------------- query

static int hex(char c) {
  return c >= '0' && c <= '9'   ? c - '0'
         : c >= 'a' && c <= 'f' ? c - 'a' + 10
         : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                : -1;
}

// values=NAME and nothing else; names of arrays may hold anything but control characters
static bool parse_query(const char* query, char* out) {
  static const char key[] = "values=";
  size_t used = 0;
  *out = 0;
  if (!query || !*query) return true;
  if (strncmp(query, key, sizeof key - 1) != 0) return false;
  for (const char* at = query + sizeof key - 1; *at; at++) {
    int c = (unsigned char)*at;
    if (c == '&' || c == '#' || c == ';') return false;
    if (c == '%') {
      int high = hex(at[1]), low = high < 0 ? -1 : hex(at[2]);
      if (low < 0) return false;
      c = 16 * high + low;
      at += 2;
    }
    if (c < 0x20 || c == 0x7f || used + 1 >= BRN_ROUTE_NAME) return false;
    out[used++] = (char)c;
  }
  out[used] = 0;
  return true;
}

// ------------------------------------------------------------------------------------------ routes

static bool find_page(Segment segment, BrnRoute* out) {
  out->kind = BRN_ROUTE_PAGE;
  if (segment.length == 0) return true; // file 0 is the page itself
  for (out->file = 0;; out->file++) {
    const char* name = brn__bundle_file(out->file).name;
    if (!name) return false;
    if (is(segment, name)) return true;
  }
}

static bool find_table(Segment segment, BrnRoute* out) {
  out->kind = BRN_ROUTE_TABLE;
  for (out->table = 0; tables[out->table]; out->table++) {
    if (is(segment, tables[out->table])) return true;
  }
  return false;
}

// R/NAME
static bool find_in_run(Segment name, BrnRoute* out) {
  static const struct {
    const char* name;
    BrnRouteKind kind;
  } list[] = {
      {"run.json", BRN_ROUTE_RUN},    {"status.json", BRN_ROUTE_STATUS},
      {"skins.bin", BRN_ROUTE_SKINS}, {"mesh.bin", BRN_ROUTE_MESH},
      {"stop", BRN_ROUTE_STOP},
  };
  for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
    out->kind = list[i].kind;
    if (is(name, list[i].name)) return true;
  }
  return false;
}

// R/FOLDER/NAME
static bool find_in_folder(Segment folder, Segment name, BrnRoute* out) {
  if (is(folder, "tables")) return find_table(name, out);
  out->kind = is(folder, "frames") ? BRN_ROUTE_FRAME : BRN_ROUTE_MESH_FRAME;
  if (out->kind == BRN_ROUTE_MESH_FRAME && !is(folder, "meshframes")) return false;
  return to_number(name, ".bin", &out->frame);
}

// what comes behind the token
static bool find(const Segment* segment, int count, BrnRoute* out) {
  if (count == 0) {
    out->kind = BRN_ROUTE_HOME;
    return true;
  }
  if (count == 1 && is(segment[0], "runs.json")) {
    out->kind = BRN_ROUTE_RUNS;
    return true;
  }
  if (count == 1) return find_page(segment[0], out);
  if (count > 3 || !to_number(segment[0], "", &out->run)) return false;
  return count == 2 ? find_in_run(segment[1], out) : find_in_folder(segment[1], segment[2], out);
}

static bool takes_values(BrnRouteKind kind) {
  return kind == BRN_ROUTE_FRAME || kind == BRN_ROUTE_MESH_FRAME;
}

int brn__route_parse(const char* method, const char* target, const char* query, const char* token,
                     BrnRoute* out) {
  Segment segment[MOST_SEGMENTS + 1];
  *out = (BrnRoute){.kind = BRN_ROUTE_HOME};
  int count = split(target, segment);
  if (count < 0) return MALFORMED;
  if (count == 0 || !brn__token_is(token, segment[0].text, segment[0].length)) return REFUSED;
  if (!find(segment + 1, count - 1, out)) return NOT_THERE;
  if (!parse_query(query, out->values) || (*out->values && !takes_values(out->kind))) {
    return MALFORMED;
  }
  bool reads = strcmp(method, "GET") == 0 || strcmp(method, "HEAD") == 0;
  bool writes = strcmp(method, "POST") == 0;
  return (out->kind == BRN_ROUTE_STOP ? writes : reads) ? DONE : NOT_SO;
}
