// SPDX-License-Identifier: Apache-2.0

#include "brawn/anatomy.h"

#include "anatomy/pieces.h"
#include "core/vec.h"

#include <math.h>
#include <stdio.h>

// What is doubtful in a built model. Nothing here keeps it from running.

enum { LEAST_ANGLE = 8, MOST_ANGLE = 165 };              // degrees
static const double flat_share = 0.01, flat_limit = 0.2; // worth knowing, doubtful
static const double tiny_area = 5e-6;                    // m^2: a square of 2 mm
static const double far_outside = 1.5;                   // edges
static const double large_fit_error = 0.002;

typedef struct Report {
  BrnContext* ctx;
  BrnRemarks* remarks;
  BrnStatus status;
} Report;

static void say(Report* r, BrnSeverity severity, const char* list, const char* name,
                const char* format, ...) BRN_PRINTF(5, 6);

static void say(Report* r, BrnSeverity severity, const char* list, const char* name,
                const char* format, ...) {
  char where[512], text[1024];
  va_list args;
  if (r->status != BRN_OK) return;
  snprintf(where, sizeof where, "%s.%.400s", list, name);
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  r->status = brn_remarks_add(r->ctx, r->remarks, severity, where, text);
}

static void check_part(Report* r, const BrnModelPart* part) {
  static const char* const lists[] = {"bones", "muscles", "tendons"};
  const char* list = lists[part->kind];
  if (part->tet_count == 0) {
    say(r, BRN_ERROR, list, part->name,
        "has no tets: other parts cover it, or it is thinner than an edge; raise mesh.tets");
    return;
  }
  if (part->component_count > 1) {
    say(r, BRN_WARNING, list, part->name,
        "falls into %d pieces; raise mesh.tets or mesh.thin_levels, or mend the surface where it "
        "is thin",
        part->component_count);
  }
  if (part->min_angle < LEAST_ANGLE || part->max_angle > MOST_ANGLE) {
    say(r, BRN_WARNING, list, part->name,
        "has flat tets, with angles from %.1f to %.1f degrees; raise mesh.passes or mesh.tets",
        part->min_angle, part->max_angle);
  }
}

static void check_attachment(Report* r, const BrnModel* model, const BrnModelUnit* unit,
                             const char* end, int index) {
  if (index < 0) return;
  const BrnModelAttachment* at = &model->attachment[index];
  if (at->area < tiny_area) {
    say(r, BRN_WARNING, "muscles", unit->name,
        "the %s is only %.2g mm^2 on %d vertices; raise its \"within\" or \"fuse\"", end,
        1e6 * at->area, at->vertex_count);
  }
}

static double tendon_share(const BrnModel* model, const BrnModelUnit* unit) {
  double tendon = 0;
  for (int i = 0; i < unit->tet_count; i++) {
    tendon += model->tendon[unit->tet[i]] * model->volume[unit->tet[i]];
  }
  return unit->volume > 0 ? tendon / unit->volume : 0;
}

static void check_unit(Report* r, const BrnModel* model, const BrnModelUnit* unit) {
  if (unit->tet_count == 0) {
    say(r, BRN_ERROR, "muscles", unit->name, "has no tets; look at its region");
    return;
  }
  double flat = (double)unit->flat_count / unit->tet_count;
  if (flat > flat_share) {
    say(r, flat > flat_limit ? BRN_WARNING : BRN_NOTE, "muscles", unit->name,
        "%.1f %% of its fibres were filled in from neighbours%s", 100 * flat,
        flat > flat_limit
            ? "; move origin and insertion further apart, or mend places that hang on "
              "neither"
            : "");
  }
  if (unit->fibre_length > 1.5 * unit->length) {
    say(r, BRN_WARNING, "muscles", unit->name,
        "its fibres are %.0f mm long, but from origin to insertion it is %.0f mm; is one of them "
        "much too large? set its \"within\" smaller, or \"select\" it",
        1e3 * unit->fibre_length, 1e3 * unit->length);
  }
  if (tendon_share(model, unit) > 0.98) {
    say(r, BRN_WARNING, "muscles", unit->name,
        "is tendon everywhere, so it cannot pull; make its tendons shorter");
  }
  check_attachment(r, model, unit, "origin", unit->origin);
  check_attachment(r, model, unit, "insertion", unit->insertion);
}

// edge of a regular tet of mean volume
static double mean_edge(const BrnModel* model) {
  double volume = 0;
  for (int t = 0; t < model->mesh->tet_count; t++) volume += model->volume[t];
  return cbrt(6 * sqrt(2) * volume / fmax(model->mesh->tet_count, 1));
}

static void check_surface(Report* r, const BrnModelSurface* surface, double edge) {
  if (surface->max_outside <= far_outside * edge) return;
  say(r, BRN_WARNING, "surfaces", surface->name,
      "%d of its vertices are outside of the tets, by up to %.2g mm, which is more than an edge; "
      "raise mesh.tets",
      surface->outside_count, 1e3 * surface->max_outside);
}

static void check_joint(Report* r, const BrnModelJoint* joint) {
  if (isnan(joint->fit_error) || joint->fit_error <= large_fit_error) return;
  say(r, BRN_WARNING, "joints", joint->name,
      "the surfaces are %.2g mm off the fitted %s on average; set \"within\" smaller, or give "
      "\"point\"%s",
      1e3 * joint->fit_error, joint->type == BRN_JOINT_HINGE ? "cylinder" : "sphere",
      joint->type == BRN_JOINT_HINGE ? " and \"axis\"" : "");
}

static void check_probe(Report* r, const BrnModel* model, const BrnModelProbe* probe) {
  const int forces =
      BRN_PROBE_SUPPORT | BRN_PROBE_LOAD | BRN_PROBE_FLESH | BRN_PROBE_SECTION | BRN_PROBE_STRESS;
  double low[3], high[3];
  brn_mesh_bounds(model->mesh, low, high);
  if (model->flesh_count > 0 && (probe->measure & forces)) {
    say(r, BRN_WARNING, "probes", probe->name,
        "a body of surfaces has no forces and stresses, so they are left out; set "
        "solver.xpbd_body to tets, or use another method");
  }
  if (probe->distance > 0.01 * brn__distance3(low, high)) {
    say(r, BRN_WARNING, "probes", probe->name,
        "the place is %.3g mm outside of the body; it goes with the nearest point",
        1e3 * probe->distance);
  }
}

// ---------------------------------------------------------------------------------- of surfaces

static void check_flesh(Report* r, const BrnModel* model, const BrnModelFlesh* flesh) {
  const BrnModelPart* part = &model->part[flesh->part];
  const char* list = brn__is_passive(part->kind) ? brn__passive_list(part->kind) : "muscles";
  if (flesh->volume == 0) {
    say(r, BRN_WARNING, list, flesh->name,
        "its surface is open, so nothing keeps its volume; close the holes");
  }
  if (part->component_count > 1) {
    say(r, BRN_WARNING, list, flesh->name,
        "its surface falls into %d pieces, which only inner links hold together",
        part->component_count);
  }
  if (flesh->unit < 0) return;
  const BrnModelUnit* unit = &model->unit_list[flesh->unit];
  if (unit->origin < 0 && unit->insertion < 0) {
    say(r, BRN_WARNING, list, flesh->name,
        "no bone holds it, so it falls; give it an \"origin\" or an \"insertion\"");
  }
  check_attachment(r, model, unit, "origin", unit->origin);
  check_attachment(r, model, unit, "insertion", unit->insertion);
}

static void check_tets(Report* r, const BrnModel* model) {
  double edge = mean_edge(model);
  for (int i = 0; i < model->part_count; i++) check_part(r, &model->part[i]);
  for (int i = 0; i < model->unit_count; i++) check_unit(r, model, &model->unit_list[i]);
  for (int i = 0; i < model->surface_count; i++) check_surface(r, &model->surface[i], edge);
}

BrnStatus brn_model_check(BrnContext* ctx, const BrnModel* model, BrnRemarks* out) {
  BRN_ASSERT(ctx && model && out);
  Report report = {ctx, out, BRN_OK};
  if (model->flesh_count == 0) check_tets(&report, model);
  for (int i = 0; i < model->flesh_count; i++) check_flesh(&report, model, &model->flesh[i]);
  for (int i = 0; i < model->joint_count; i++) check_joint(&report, &model->joint[i]);
  for (int i = 0; i < model->probe_count; i++) check_probe(&report, model, &model->probe[i]);
  return report.status;
}
