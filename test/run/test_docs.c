// SPDX-License-Identifier: Apache-2.0
//
// The tables of docs/run.md that tell what frames and tables hold are made from the list of
// measures: they must be current. tools/docs.sh writes them anew. A table begins behind
//
//   <!-- measures unit -->        of a domain; "frames": arrays of the meshes
//
// with a head of its own, and ends before <!-- end -->.

#include "brawn/measure.h"
#include "core/string.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char page[] = "docs/run.md", begin_mark[] = "<!-- measures ", end_mark[] = "<!-- end";

static char* read_text(void) {
  FILE* file = fopen(page, "rb");
  ENSURE(file);
  size_t room = 1 << 20;
  char* text = malloc(room);
  ENSURE(text);
  size_t size = fread(text, 1, room - 1, file);
  text[size] = 0;
  fclose(file);
  return text;
}

// ------------------------------------------------------------------------------------------ tables

static const char* unit_of(const BrnMeasure* measure) {
  if (!measure->unit) return "";
  return strcmp(measure->unit, "rad") == 0 ? "deg" : measure->unit;
}

// "`force_x [N]` ..."
static void add_column(BrnContext* ctx, const char* name, const char* first, const char* unit,
                       BrnString* out) {
  brn__string_printf(ctx, out, *unit ? "`%s%s [%s]`" : "`%s%s`", name, first, unit);
  if (*first) brn__string_text(ctx, out, " ...");
}

static void add_columns(BrnContext* ctx, const BrnMeasure* measure, BrnString* out) {
  const char* unit = unit_of(measure);
  if (measure->shape == BRN_ROTATION) {
    brn__string_printf(ctx, out, "`%s_w` `_x` `_y` `_z`", measure->name);
  } else if (measure->shape == BRN_BOX) {
    add_column(ctx, "least", "_x", unit, out);
    brn__string_text(ctx, out, ", ");
    add_column(ctx, "most", "_x", unit, out);
  } else {
    const char* first[] = {[BRN_NUMBER] = "", [BRN_VECTOR] = "_x", [BRN_TENSOR] = "_xx"};
    add_column(ctx, measure->name, first[measure->shape], unit, out);
  }
}

// those that are told with the one before them stand in its line
static void add_table(BrnContext* ctx, BrnModelDomain of, BrnString* out) {
  const BrnMeasure* measure;
  const char* about = NULL;
  for (int i = 0; (measure = brn_measure(i)); i++) {
    if (measure->of != of) continue;
    if (measure->about && about) brn__string_printf(ctx, out, " | %s |\n", about);
    brn__string_text(ctx, out, measure->about ? "| " : ", ");
    add_columns(ctx, measure, out);
    if (measure->about) about = measure->about;
  }
  brn__string_printf(ctx, out, " | %s |\n", about);
}

static void add_frames(BrnContext* ctx, BrnString* out) {
  const BrnMeasure* measure;
  for (int i = 0; (measure = brn_measure(i)); i++) {
    if (!measure->in_frames) continue;
    const char* on = measure->of == BRN_OF_VERTICES ? "vertices" : "tets";
    brn__string_printf(ctx, out, "| `%s` | %s | %s | %s |\n", measure->name, on,
                       measure->unit ? measure->unit : "", measure->about);
  }
}

static void add_rows(BrnContext* ctx, const char* name, BrnString* out) {
  if (strncmp(name, "frames ", 7) == 0) {
    add_frames(ctx, out);
    return;
  }
  for (int d = 0; d < BRN_MODEL_DOMAINS; d++) {
    const char* word = brn_model_domain_name((BrnModelDomain)d);
    if (strncmp(name, word, strlen(word)) != 0 || name[strlen(word)] != ' ') continue;
    add_table(ctx, (BrnModelDomain)d, out);
    return;
  }
  print_error("%s has a table of \"%.20s\", which is no domain\n", page, name);
  fail();
}

// --------------------------------------------------------------------------------------- the tests

static void tables_in_docs_are_current(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  char* text = read_text();
  BrnString fresh = {0};
  int tables = 0;
  const char *at = text, *mark;
  for (; (mark = strstr(at, begin_mark)); tables++) {
    const char *head = strstr(mark, "|---"), *end = strstr(mark, end_mark);
    ENSURE(head && end && head < end);
    head = strchr(head, '\n') + 1;
    brn__string_bytes(ctx, &fresh, at, (size_t)(head - at));
    add_rows(ctx, mark + strlen(begin_mark), &fresh);
    at = end;
  }
  brn__string_text(ctx, &fresh, at);
  ENSURE_OK(ctx, fresh.status);
  ENSURE_INT(tables, 8);
  if (getenv("BRN_WRITE_DOCS")) {
    FILE* file = fopen(page, "wb");
    ENSURE(file && fputs(fresh.text, file) >= 0 && fclose(file) == 0);
  } else if (strcmp(text, fresh.text) != 0) {
    print_error("%s is not current: run tools/docs.sh\n", page);
    fail();
  }
  brn__string_free(ctx, &fresh);
  free(text);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(tables_in_docs_are_current))
