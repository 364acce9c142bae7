// SPDX-License-Identifier: Apache-2.0

#include "cli/facts.h"
#include "cli/mesh.h"

typedef struct Made {
  const BrnMesh* mesh;
  const BrnTetraReport* report;
} Made;

static json_t* distance(const BrnTetraDistance* d) {
  return cli_facts(FACT("samples", d->sample_count), FACT("percentile99", d->percentile99),
                   FACT("within_half", d->within_half), FACT("worst", d->worst));
}

static bool is_measured(const BrnTetraPartReport* part) {
  return part->to_surface.sample_count > 0 || part->from_surface.sample_count > 0;
}

static json_t* part(const void* of, int i) {
  const Made* made = of;
  const BrnTetraPartReport* p = &made->report->part[i];
  bool measured = is_measured(p);
  return cli_facts(FACT("name", brn_mesh_label_name(made->mesh, BRN_ON_TET, i + 1)),
                   FACT("tets", p->tet_count), FACT("components", p->component_count),
                   FACT("volume", p->volume), FACT("surface_volume", p->surface_volume),
                   FACT("min_dihedral", p->min_dihedral), FACT("max_dihedral", p->max_dihedral),
                   FACT_IF(measured, "to_surface", distance(&p->to_surface)),
                   FACT_IF(measured, "from_surface", distance(&p->from_surface)));
}

// share of the angles in each ten degrees, %
static json_t* share(const void* of, int i) {
  const BrnTetReport* tets = of;
  return json_real(100.0 * tets->dihedral_histogram[i] / (6.0 * tets->tet_count));
}

#define DISTANCE "  {percentile99:5.2f} edges {within_half:6.2f*100} % {worst:8.2f*1e3} mm "

void mesh_tell(const Cli* cli, const char* out, const BrnMesh* mesh, const BrnTetraReport* r) {
  bool measured = false;
  for (int i = 0; i < r->part_count; i++) measured |= is_measured(&r->part[i]);
  json_t* facts = cli_facts(
      FACT("mesh", out), FACT("points", mesh->vertex_count), FACT("tets", mesh->tet_count),
      FACT("size", r->size), FACT("inverted", r->tets.inverted_count),
      FACT("min_dihedral", r->tets.min_dihedral), FACT("max_dihedral", r->tets.max_dihedral),
      FACT("dihedral_histogram", cli_ints(r->tets.dihedral_histogram, BRN_DIHEDRAL_BINS)),
      FACT("dihedral_percent", cli_list(BRN_DIHEDRAL_BINS, share, &r->tets)),
      FACT("planning_seconds", r->seconds[0]), FACT("cutting_seconds", r->seconds[1]),
      FACT("improvement_seconds", r->seconds[2]), FACT("seconds", r->seconds[3]),
      FACT("measured", measured), FACT("parts", cli_list(r->part_count, part, &(Made){mesh, r})));
  cli_give(cli, facts,
           "{~bold}{mesh}{~}: {tets} tets, {points} points, edges of {size:.3g*1e3} mm, dihedral "
           "angles {min_dihedral:.3g} to {max_dihedral:.4g} degrees\n"
           "{@parts}  {name:-24} {tets:10} tets  {volume:8.2f*1e6} cm^3 of "
           "{surface_volume:8.2f*1e6}  {components:d} piece{components||s}\n{/}"
           "  angles in steps of 10 degrees, %:{@dihedral_percent} {.:.3g}{/}\n"
           "{>32}degrees{?measured}  tets to surface: 99 %, within    surface to tets: 99 %, "
           "within\n{>40}half an edge, worst{>73}half an edge, worst{/}\n"
           "{@parts}  {name:-24} {min_dihedral:4.1f}..{max_dihedral:5.1f}"
           "{@to_surface}" DISTANCE "{/}{@from_surface}" DISTANCE "{/}\n{/}"
           "  planning {planning_seconds:.2f} s, cutting {cutting_seconds:.2f} s, improvement "
           "{improvement_seconds:.2f} s, all {seconds:.2f} s\n");
}
