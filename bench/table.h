// SPDX-License-Identifier: Apache-2.0
//
// A table that is printed row by row as it grows, and can be had as JSON, Markdown and CSV. Rows
// are JSON objects; what a row lacks is shown as a dash.

#pragma once

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

typedef struct BenchColumn {
  const char* key;    ///< in rows, and the head of the CSV column
  const char* title;  ///< for people
  const char* format; ///< of numbers: "%.2f"; NULL: text, to the left
} BenchColumn;

enum { BENCH_COLUMNS = 20 };

typedef struct BenchTable {
  const char* name;                      ///< "table_2": of files, and in JSON
  const char* title;                     ///< one line
  const char* note;                      ///< a few sentences on what it tells; may be set late
  BenchColumn column[BENCH_COLUMNS + 1]; ///< ended by one without a key
  json_t* rows;
} BenchTable;

void bench_table_print_head(const BenchTable* table);
void bench_table_print_row(const BenchTable* table, const json_t* row);

void bench_table_markdown(const BenchTable* table, FILE* file);
void bench_table_csv(const BenchTable* table, FILE* file);
/// {title, note, rows}
json_t* bench_table_json(const BenchTable* table);

/// The number in a row, or NAN.
double bench_row_number(const json_t* row, const char* key);
