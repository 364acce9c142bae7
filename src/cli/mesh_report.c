// SPDX-License-Identifier: Apache-2.0

#include "cli/mesh_report.h"

// -------------------------------------------------------------------------------------- histogram

void mesh_print_histogram(const BrnTetReport* tets) {
  printf("  angles in steps of 10 degrees, %%:");
  for (int i = 0; i < BRN_DIHEDRAL_BINS; i++) {
    printf(" %.3g", 100.0 * tets->dihedral_histogram[i] / (6.0 * tets->tet_count));
  }
  printf("\n");
}

json_t* mesh_histogram(const BrnTetReport* tets) {
  json_t* list = json_array();
  for (int i = 0; i < BRN_DIHEDRAL_BINS; i++) {
    json_array_append_new(list, json_integer(tets->dihedral_histogram[i]));
  }
  return list;
}

// ------------------------------------------------------------------------------------------- parts

static bool is_measured(const BrnTetraPartReport* part) {
  return part->to_surface.sample_count > 0 || part->from_surface.sample_count > 0;
}

void mesh_print_quality_head(const BrnTetraReport* report) {
  bool measured = false;
  for (int i = 0; i < report->part_count; i++) measured |= is_measured(&report->part[i]);
  printf("  %-24s %11s", "", "degrees");
  if (measured)
    printf("  %-31s  %s", "tets to surface: 99 %, within", "surface to tets: 99 %, within");
  printf("\n");
  if (measured) printf("  %-36s  %-31s  %s\n", "", "half an edge, worst", "half an edge, worst");
}

static void print_distance(const BrnTetraDistance* distance) {
  printf("  %5.2f edges %6.2f %% %8.2f mm ", distance->percentile99, 100 * distance->within_half,
         1e3 * distance->worst);
}

void mesh_print_quality(const char* name, const BrnTetraPartReport* part) {
  printf("  %-24s %4.1f..%5.1f", name, part->min_dihedral, part->max_dihedral);
  if (is_measured(part)) {
    print_distance(&part->to_surface);
    print_distance(&part->from_surface);
  }
  printf("\n");
}

static json_t* distance_json(const BrnTetraDistance* distance) {
  json_t* object = json_object();
  cli_put_int(object, "samples", distance->sample_count);
  cli_put_real(object, "percentile99", distance->percentile99);
  cli_put_real(object, "within_half", distance->within_half);
  cli_put_real(object, "worst", distance->worst);
  return object;
}

void mesh_add_quality(json_t* row, const BrnTetraPartReport* part) {
  cli_put_real(row, "min_dihedral", part->min_dihedral);
  cli_put_real(row, "max_dihedral", part->max_dihedral);
  if (!is_measured(part)) return;
  cli_put(row, "to_surface", distance_json(&part->to_surface));
  cli_put(row, "from_surface", distance_json(&part->from_surface));
}
