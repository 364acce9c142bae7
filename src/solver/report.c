// SPDX-License-Identifier: Apache-2.0
//
// What a step tells, by name: all that is in the table of its method.

#include "solver/solver.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const BrnField body_columns[] = {BRN_BODY_COLUMNS, {0}};
const BrnTelling brn__body_telling = {.columns = body_columns};

#define S BrnStepTimes
const BrnMember brn__step_times[] = {
    BRN_MEMBER(total, .unit = "s", .doc = "the whole step"),
    BRN_MEMBER(elements, .unit = "s", .doc = "energies, stresses and stiffnesses"),
    BRN_MEMBER(assembly, .unit = "s", .doc = "matrices of them"),
    BRN_MEMBER(factor, .unit = "s", .doc = "factorisations"),
    BRN_MEMBER(solve, .unit = "s", .doc = "solutions with factors, conjugate gradients"),
    BRN_MEMBER(search, .unit = "s", .doc = "trials of the line search"),
    {0},
};
#undef S

// what counts in a report, besides its seconds
#define S BrnStepReport
static const BrnMember counts[] = {
    BRN_MEMBER(iterations),
    BRN_MEMBER(linear_iterations),
    BRN_MEMBER(factorizations),
    BRN_MEMBER(projections),
    BRN_MEMBER(trials),
    BRN_MEMBER(parts),
    {0},
};
#undef S

static void add_rows(const BrnMember* row, void* sum, const void* more) {
  for (; row->name; row++) {
    void* to = (char*)sum + row->offset;
    const void* from = (const char*)more + row->offset;
    if (row->type == BRN_ITEM_INT) *(int*)to += *(const int*)from;
    if (row->type == BRN_ITEM_DOUBLE) *(double*)to += *(const double*)from;
  }
}

void brn__step_report_add(BrnStepReport* sum, const BrnStepReport* step) {
  BrnStepReport all = *step;
  add_rows(counts, &all, sum);
  add_rows(brn__step_times, &all.seconds, &sum->seconds);
  if (sum->outcome > all.outcome) all.outcome = sum->outcome;
  *sum = all;
}

BrnStepReport brn__step_report(const BrnSolver* solver) {
  return (BrnStepReport){.first_inverted = -1,
                         .first_crushed = -1,
                         .contact_parts = {-1, -1},
                         .telling = solver->ops->telling};
}

int brn_step_report_column_count(const BrnStepReport* report) {
  BRN_ASSERT(report);
  int count = 0;
  while (report->telling && report->telling->columns[count].name) count++;
  return count;
}

BrnStepColumn brn_step_report_column(const BrnStepReport* report, int index) {
  BRN_ASSERT(report && index >= 0 && index < brn_step_report_column_count(report));
  const BrnField* field = &report->telling->columns[index];
  const void* member = brn__const_member(field, report);
  bool whole = field->type == BRN_FIELD_INT;
  return (BrnStepColumn){field->name, field->unit, field->help,
                         whole ? *(const int*)member : *(const double*)member};
}

double brn_step_report_value(const BrnStepReport* report, const char* name) {
  BRN_ASSERT(report && name);
  for (int i = 0; i < brn_step_report_column_count(report); i++) {
    BrnStepColumn column = brn_step_report_column(report, i);
    if (strcmp(column.name, name) == 0) return column.value;
  }
  return NAN;
}

void brn__step_brief(const BrnStepReport* report, char* text, size_t size) {
  if (report->telling && report->telling->brief) {
    report->telling->brief(report, text, size);
  } else {
    snprintf(text, size, "%d iteration%s", report->iterations, report->iterations == 1 ? "" : "s");
  }
}

const char* brn__step_cure(const BrnStepReport* report) {
  if (report->telling && report->telling->cure) return report->telling->cure;
  return report->outcome == BRN_OUT_OF_ITERATIONS
             ? "more solver.iterations or solver.substeps may help"
             : "more solver.substeps, or loads and activations that grow slower, may help";
}

BrnStepColumn brn__step_constant(const BrnStepReport* report) {
  const char* name = report->telling ? report->telling->constant : NULL;
  for (int i = 0; name && i < brn_step_report_column_count(report); i++) {
    BrnStepColumn column = brn_step_report_column(report, i);
    if (strcmp(column.name, name) == 0) return column;
  }
  return (BrnStepColumn){0};
}
