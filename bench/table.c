// SPDX-License-Identifier: Apache-2.0

#include "bench/table.h"

#include <math.h>
#include <string.h>

enum { CELL = 160 };

double bench_row_number(const json_t* row, const char* key) {
  const json_t* value = json_object_get(row, key);
  return json_is_number(value) ? json_number_value(value) : NAN;
}

static void cell(const BenchColumn* column, const json_t* row, const char* nothing,
                 char text[CELL]) {
  const json_t* value = json_object_get(row, column->key);
  double number = bench_row_number(row, column->key);
  if (json_is_string(value)) {
    snprintf(text, CELL, "%s", json_string_value(value));
  } else if (json_is_boolean(value)) {
    snprintf(text, CELL, "%s", json_is_true(value) ? "yes" : "no");
  } else if (!isfinite(number)) {
    snprintf(text, CELL, "%s", nothing);
  } else {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    snprintf(text, CELL, column->format ? column->format : "%g", number);
#pragma GCC diagnostic pop
  }
}

// ---------------------------------------------------------------------------------------- printing

static int width_of(const BenchColumn* column) {
  int width = (int)strlen(column->title), least = column->format ? 8 : 16;
  return width > least ? width : least;
}

static void print_cell(const BenchColumn* column, const char* text) {
  int width = width_of(column);
  printf(column->format ? " %*s" : " %-*s", width, text);
}

void bench_table_print_head(const BenchTable* table) {
  printf("\n  %s\n ", table->title);
  for (const BenchColumn* c = table->column; c->key; c++) print_cell(c, c->title);
  printf("\n");
  fflush(stdout);
}

void bench_table_print_row(const BenchTable* table, const json_t* row) {
  char text[CELL];
  printf(" ");
  for (const BenchColumn* c = table->column; c->key; c++) {
    cell(c, row, "-", text);
    print_cell(c, text);
  }
  printf("\n");
  fflush(stdout);
}

// ------------------------------------------------------------------------------------------- files

void bench_table_markdown(const BenchTable* table, FILE* file) {
  char text[CELL];
  size_t i;
  json_t* row;
  fprintf(file, "\n**%s**\n\n|", table->title);
  for (const BenchColumn* c = table->column; c->key; c++) fprintf(file, " %s |", c->title);
  fprintf(file, "\n|");
  for (const BenchColumn* c = table->column; c->key; c++) fputs(c->format ? "---:|" : "---|", file);
  fprintf(file, "\n");
  json_array_foreach(table->rows, i, row) {
    fputc('|', file);
    for (const BenchColumn* c = table->column; c->key; c++) {
      cell(c, row, "-", text);
      fprintf(file, " %s |", text);
    }
    fputc('\n', file);
  }
  if (table->note) fprintf(file, "\n%s\n", table->note);
}

static void write_quoted(const char* text, FILE* file) {
  if (!strpbrk(text, ",\"\n")) {
    fputs(text, file);
    return;
  }
  fputc('"', file);
  for (; *text; text++) {
    if (*text == '"') fputc('"', file);
    fputc(*text, file);
  }
  fputc('"', file);
}

// all digits: people round for themselves
void bench_table_csv(const BenchTable* table, FILE* file) {
  char text[CELL];
  size_t i;
  json_t* row;
  for (const BenchColumn* c = table->column; c->key; c++) {
    fprintf(file, "%s%s", c == table->column ? "" : ",", c->key);
  }
  fputc('\n', file);
  json_array_foreach(table->rows, i, row) {
    for (const BenchColumn* c = table->column; c->key; c++) {
      BenchColumn exact = *c;
      exact.format = "%.9g";
      cell(&exact, row, "", text);
      if (c != table->column) fputc(',', file);
      write_quoted(text, file);
    }
    fputc('\n', file);
  }
}

json_t* bench_table_json(const BenchTable* table) {
  return json_pack("{s:s, s:s*, s:O}", "title", table->title, "note", table->note, "rows",
                   table->rows);
}
