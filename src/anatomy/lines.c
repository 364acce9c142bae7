// SPDX-License-Identifier: Apache-2.0

#include "anatomy/build.h"

#include "core/vec.h"
#include "fibre/region.h"

#include <string.h>

// The line of action of a unit and what is measured along it and along the fibres.

enum { LINE_POINTS = 17, FIBRES = 200 };

static const double tendon_from = 0.5;    // weight from which on a tet counts as tendon
static const double glide_cosine = 0.985; // 10 degrees: the way is not along the fibre
static const double pi = 3.14159265358979323846;

// --------------------------------------------------------------------------------- line of action

// each point as a mean of the corners of its tet, so that it moves with the mesh
static BrnStatus bind_line(BrnBuild* build, const BrnRegion* region, BrnModelUnit* unit) {
  BrnEmbedding* embedding;
  BRN_TRY(brn_embedding_create(build->ctx, region->mesh, unit->line, unit->line_count, &embedding));
  unit->line_weight = brn__new(build->ctx, 4 * (size_t)unit->line_count, double);
  unit->line_vertex = brn__new(build->ctx, 4 * (size_t)unit->line_count, int);
  bool got = unit->line_weight && unit->line_vertex;
  for (int i = 0; got && i < 4 * unit->line_count; i++) {
    const int* corner = region->mesh->tet + 4 * (size_t)embedding->tet[i / 4];
    unit->line_weight[i] = embedding->weight[i];
    unit->line_vertex[i] = region->vertex[corner[i % 4]];
  }
  brn_embedding_destroy(build->ctx, embedding);
  return got ? BRN_OK : BRN_NO_MEMORY;
}

// evenly spaced points of the course
static void spread(const BrnStrand* strand, int count, double* out) {
  int i = 0;
  for (int k = 0; k < count; k++) {
    double share = k / (count - 1.0);
    while (i < BRN_COURSE_POINTS - 2 && strand->arc[i + 1] < share) i++;
    const double *from = strand->course + 3 * (size_t)i, *way = strand->arc + i;
    double t = way[1] > way[0] ? fmin((share - way[0]) / (way[1] - way[0]), 1) : 0;
    for (int c = 0; c < 3; c++) out[3 * k + c] = from[c] + t * (from[3 + c] - from[c]);
  }
}

static BrnStatus find_line(BrnBuild* build, const BrnStrand* strand, BrnModelUnit* unit) {
  unit->line = brn__new(build->ctx, 3 * LINE_POINTS, double);
  if (!unit->line) return BRN_NO_MEMORY;
  unit->line_count = LINE_POINTS;
  unit->length = strand->length;
  spread(strand, LINE_POINTS, unit->line);
  return bind_line(build, strand->region, unit);
}

// ----------------------------------------------------------------------------------------- fibres

// Without the way through tendon, and without the way that a line glides along the boundary: a
// fibre that meets its aponeurosis at an angle ends there. The flow of a potential has no normal
// part at the sides; there the same gliding only makes up for directions that are constant per tet.
static double muscle_length(const BrnStrand* strand, const BrnLines* lines, int line) {
  double length = 0;
  for (int i = lines->start[line]; i + 1 < lines->start[line + 1]; i++) {
    int tet = lines->tet[i];
    const double* point = lines->point + 3 * (size_t)i;
    double way[3];
    brn__sub3(way, point + 3, point);
    double own = brn__norm3(way), along = brn__dot3(way, strand->direction + 3 * (size_t)tet);
    bool glides = strand->meets_sides && along < glide_cosine * own;
    if (strand->tendon[tet] < tendon_from && !glides) length += own;
  }
  return length;
}

BrnStatus brn__strand_fibre_length(BrnBuild* build, const BrnStrand* strand, const int* seed,
                                   int seed_count, double* out) {
  BrnLines* lines;
  BrnLinesDef def = brn_lines_def_default();
  def.count = seed ? seed_count : FIBRES;
  def.seed = seed;
  BRN_TRY(brn_fibre_trace(build->ctx, strand->region, strand->direction, &def, &lines));
  double sum = 0;
  int count = 0;
  for (int i = 0; i < lines->line_count; i++) {
    double length = muscle_length(strand, lines, i);
    sum += length;
    count += length > 0;
  }
  brn_lines_destroy(build->ctx, lines);
  *out = count > 0 ? sum / count : 0;
  return BRN_OK;
}

static void find_area(const BrnStrand* strand, BrnModelUnit* unit) {
  double volume = 0;
  for (int t = 0; t < unit->tet_count; t++) {
    volume += strand->region->volume[t] * (1 - strand->tendon[t]);
  }
  unit->area = unit->fibre_length > 0 ? volume / unit->fibre_length : 0;
}

// direction of the line of action beside a tet
static void line_direction(const BrnStrand* strand, const BrnModelUnit* unit, double potential,
                           double out[3]) {
  int segments = unit->line_count - 1;
  int at = (int)(brn__strand_arc(strand, potential) * segments);
  at = at < 0 ? 0 : at >= segments ? segments - 1 : at;
  brn__sub3(out, unit->line + 3 * (size_t)(at + 1), unit->line + 3 * (size_t)at);
  brn__normalize3(out);
}

static void find_pennation(const BrnStrand* strand, BrnModelUnit* unit) {
  double sum = 0, volume = 0;
  for (int t = 0; t < unit->tet_count; t++) {
    const double* fibre = strand->direction + 3 * (size_t)t;
    double along[3], across[3];
    if (strand->tendon[t] >= tendon_from || brn__norm3(fibre) == 0) continue;
    line_direction(strand, unit, unit->potential[t], along);
    brn__cross3(across, along, fibre);
    // a fibre has no front: 170 degrees is an angle of 10
    double angle = atan2(brn__norm3(across), fabs(brn__dot3(along, fibre)));
    sum += strand->region->volume[t] * angle;
    volume += strand->region->volume[t];
  }
  unit->pennation = volume > 0 ? sum / volume * 180 / pi : 0;
}

BrnStatus brn__strand_measure(BrnBuild* build, const BrnStrand* strand, BrnModelUnit* unit) {
  if (strand->course) BRN_TRY(find_line(build, strand, unit));
  BRN_TRY(brn__strand_fibre_length(build, strand, NULL, 0, &unit->fibre_length));
  find_area(strand, unit);
  if (unit->line) find_pennation(strand, unit);
  return BRN_OK;
}
