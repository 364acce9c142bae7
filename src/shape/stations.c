// SPDX-License-Identifier: Apache-2.0
//
// Stations of the discs: layers are placed evenly by the integral of 1 / thickness along the axis.

#include "shape/stations.h"

#include <math.h>

enum { STEPS = 512 };

static double segment_start(const BrnSweep* sweep, int segment) {
  double s = sweep->start;
  for (int i = 0; i < segment; i++) s += sweep->segment[i].length;
  return s;
}

// Bone is stiff, so its layers may be this much thicker.
static const double bone_thickness = 1.5;

// thickness of a layer at s, were there one ring
static double thickness_at(const BrnSweep* sweep, const BrnSegment* segment, double s) {
  BrnSection section = {0};
  sweep->section(sweep, s, &section);
  return sqrt(section.x * section.z) * (segment->wide ? bone_thickness : 1);
}

// integral[i] of 1 / thickness from the start of the segment to i / STEPS of its length
static void integrate(const BrnSweep* sweep, int index, double integral[STEPS + 1]) {
  const BrnSegment* segment = &sweep->segment[index];
  double start = segment_start(sweep, index), step = segment->length / STEPS;
  integral[0] = 0;
  for (int i = 0; i < STEPS; i++) {
    double middle = start + (i + 0.5) * step;
    integral[i + 1] = integral[i] + step / thickness_at(sweep, segment, middle);
  }
}

double brn__stations_metric(const BrnSweep* sweep, int segment) {
  double integral[STEPS + 1];
  integrate(sweep, segment, integral);
  return integral[STEPS];
}

// share of the length at which the integral has a value; `from` is a lower bound of the step
static double invert(const double* integral, double value, int* from) {
  int i = *from;
  while (i < STEPS - 1 && integral[i + 1] < value) i++;
  *from = i;
  return (i + (value - integral[i]) / (integral[i + 1] - integral[i])) / STEPS;
}

// the first stations of each layer of a segment
static void place_segment(const BrnSweep* sweep, const BrnShapePlan* plan, int index,
                          BrnStations* out) {
  const BrnSegment* segment = &sweep->segment[index];
  double integral[STEPS + 1], start = segment_start(sweep, index);
  integrate(sweep, index, integral);
  int layers = plan->segment[index].layers, from = 0;
  for (int i = 0; i < layers; i++) {
    double share = invert(integral, integral[STEPS] * i / layers, &from);
    int rings = segment->wide ? plan->wide_rings : plan->rings;
    out->station[out->layer_count].s = start + share * segment->length;
    out->layer[out->layer_count++] = (BrnLayer){.segment = index, .rings = rings};
  }
}

// A disc is as wide as the wider of the layers it stands between, and slit when both are.
static void join_layers(const BrnSweep* sweep, BrnStations* out) {
  for (int i = 0; i < out->station_count; i++) {
    BrnStation* station = &out->station[i];
    const BrnLayer* after = &out->layer[i < out->layer_count ? i : i - 1];
    const BrnLayer* before = &out->layer[i > 0 ? i - 1 : sweep->closed ? out->layer_count - 1 : i];
    station->rings = before->rings > after->rings ? before->rings : after->rings;
    station->slit = before->segment == after->segment && sweep->segment[after->segment].slit;
  }
}

static void number(BrnStations* out, int first_vertex, int first_tet) {
  int vertex = first_vertex, tet = first_tet;
  for (int i = 0; i < out->station_count; i++) {
    BrnStation* station = &out->station[i];
    station->vertex = vertex;
    vertex += brn__disc_vertices(station->rings);
    if (station->slit) vertex += brn__disc_seam(station->rings);
  }
  for (int i = 0; i < out->layer_count; i++) {
    out->layer[i].tet = tet;
    tet += 3 * brn__disc_triangles(out->layer[i].rings);
  }
  out->vertex_count = vertex - first_vertex;
  out->tet_count = tet - first_tet;
}

BrnStatus brn__stations_make(BrnContext* ctx, const BrnSweep* sweep, const BrnShapePlan* plan,
                             int first_vertex, int first_tet, BrnStations* out) {
  int layers = 0;
  for (int i = 0; i < plan->segment_count; i++) layers += plan->segment[i].layers;
  *out = (BrnStations){.station_count = layers + !sweep->closed};
  out->station = brn__scratch_zero(ctx, layers + 1, BrnStation);
  out->layer = brn__scratch(ctx, layers, BrnLayer);
  if (!out->station || !out->layer) return BRN_NO_MEMORY;
  for (int i = 0; i < sweep->segment_count; i++) place_segment(sweep, plan, i, out);
  out->station[layers].s = segment_start(sweep, sweep->segment_count);
  join_layers(sweep, out);
  number(out, first_vertex, first_tet);
  return BRN_OK;
}
