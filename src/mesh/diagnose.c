// SPDX-License-Identifier: Apache-2.0

#include "mesh/mesh.h"

#include <stdio.h>
#include <string.h>

// Turns the numbers of the reports into sentences a person can act on.

typedef struct Doctor {
  BrnContext* ctx;
  const BrnMesh* mesh;
  BrnDiagnosis* diagnosis;
  size_t capacity;
  BrnStatus status; // first failure; findings after it are dropped
} Doctor;

// adds nothing when count is 0
static BrnFinding* add(Doctor* doctor, BrnSeverity severity, const char* kind, int count,
                       int first) {
  BrnDiagnosis* d = doctor->diagnosis;
  if (count == 0 || doctor->status != BRN_OK) return NULL;
  doctor->status = brn__grow(doctor->ctx, &d->finding, &doctor->capacity,
                             (size_t)d->finding_count + 1, sizeof *d->finding);
  if (doctor->status != BRN_OK) return NULL;
  BrnFinding* finding = &d->finding[d->finding_count++];
  *finding = (BrnFinding){.severity = severity, .kind = kind, .count = count, .first = first};
  d->error_count += severity == BRN_ERROR;
  d->warning_count += severity == BRN_WARNING;
  return finding;
}

#define MESSAGE(finding, ...) snprintf((finding)->message, sizeof(finding)->message, __VA_ARGS__)
#define CURE(finding, ...) snprintf((finding)->cure, sizeof(finding)->cure, __VA_ARGS__)

static const char* plural(int count) { return count == 1 ? "" : "s"; }

// ---------------------------------------------------------------------------------------- vertices

// "1, 2, 3" or "1, 2, 3, ..."
static void list_indices(const int* index, int count, char* text, size_t size) {
  size_t used = 0;
  int shown = count < 6 ? count : 6;
  for (int i = 0; i < shown; i++) {
    used += (size_t)snprintf(text + used, size - used, "%s%d", i ? ", " : "", index[i]);
  }
  if (count > shown) snprintf(text + used, size - used, ", ...");
}

static void check_vertices(Doctor* doctor) {
  int *orphan = NULL, orphan_count = 0, duplicate_count = 0;
  if (doctor->status != BRN_OK) return;
  doctor->status = brn_mesh_orphans(doctor->ctx, doctor->mesh, &orphan, &orphan_count);
  if (doctor->status != BRN_OK) return;
  BrnFinding* f =
      add(doctor, BRN_WARNING, "orphan_vertices", orphan_count, orphan_count ? orphan[0] : -1);
  if (f) {
    char list[100];
    list_indices(orphan, orphan_count, list, sizeof list);
    bool one = orphan_count == 1;
    MESSAGE(f, "%d point%s belong%s to no cell: %s", orphan_count, plural(orphan_count),
            one ? "s" : "", list);
    CURE(f, "harmless to Brawn, which holds them still; convert with --drop-orphans to lose them");
  }
  brn_free(doctor->ctx, orphan);
  if (doctor->status != BRN_OK) return;
  doctor->status = brn_mesh_duplicate_vertices(doctor->ctx, doctor->mesh, &duplicate_count);
  if ((f = add(doctor, BRN_NOTE, "duplicate_vertices", duplicate_count, -1))) {
    MESSAGE(f, "%d point%s lie%s exactly on another one", duplicate_count, plural(duplicate_count),
            duplicate_count == 1 ? "s" : "");
    CURE(f, "intended where parts touch without being joined; otherwise convert with --weld");
  }
}

// ---------------------------------------------------------------------------------------- surfaces

static void check_openness(Doctor* doctor, const BrnSurfaceReport* r) {
  BrnFinding* f =
      add(doctor, BRN_WARNING, "open_edges", r->boundary_edge_count, r->first_boundary_triangle);
  if (f) {
    MESSAGE(f, "the surface is open: %d edge%s on %d hole%s, the first at triangle %d",
            r->boundary_edge_count, plural(r->boundary_edge_count), r->boundary_loop_count,
            plural(r->boundary_loop_count), r->first_boundary_triangle);
    CURE(f, "small holes are bridged by the winding number; close large ones in a mesh editor");
  }
  f = add(doctor, BRN_WARNING, "misoriented_edges", r->misoriented_edge_count,
          r->first_misoriented_triangle);
  if (f) {
    MESSAGE(f, "%d edge%s between triangles that face opposite ways", r->misoriented_edge_count,
            plural(r->misoriented_edge_count));
    CURE(f, "make the normals consistent in a mesh editor (Blender: Mesh, Normals, Recalculate "
            "Outside)");
  }
  f = add(doctor, BRN_WARNING, "inside_out", r->inside_out_component_count, -1);
  if (f) {
    MESSAGE(f, "%d closed piece%s of the surface face%s inwards", r->inside_out_component_count,
            plural(r->inside_out_component_count), r->inside_out_component_count == 1 ? "s" : "");
    CURE(f, "right for a cavity inside another piece; otherwise flip its normals");
  }
}

static void check_manifoldness(Doctor* doctor, const BrnSurfaceReport* r) {
  BrnFinding* f = add(doctor, BRN_WARNING, "nonmanifold_edges", r->nonmanifold_edge_count,
                      r->first_nonmanifold_triangle);
  if (f) {
    MESSAGE(f, "%d edge%s of three or more triangles, the first at triangle %d",
            r->nonmanifold_edge_count, plural(r->nonmanifold_edge_count),
            r->first_nonmanifold_triangle);
    CURE(f, "remove inner walls and doubled sheets in a mesh editor; meshing works without it");
  }
  f = add(doctor, BRN_NOTE, "nonmanifold_vertices", r->nonmanifold_vertex_count, -1);
  if (f) {
    MESSAGE(f, "%d point%s where sheets touch only in a point", r->nonmanifold_vertex_count,
            plural(r->nonmanifold_vertex_count));
    CURE(f, "harmless for meshing; split the point if the pieces should be apart");
  }
}

static void check_triangles(Doctor* doctor, const BrnSurfaceReport* r) {
  // from what hurts most to what is only worth knowing
  BrnFinding* f = add(doctor, BRN_WARNING, "degenerate_triangles", r->degenerate_triangle_count,
                      r->first_degenerate_triangle);
  if (f) {
    MESSAGE(f, "%d triangle%s without area, the first is %d", r->degenerate_triangle_count,
            plural(r->degenerate_triangle_count), r->first_degenerate_triangle);
    CURE(f, "ignored by distance and meshing; dissolve them in a mesh editor to be rid of them");
  }
  f = add(doctor, BRN_WARNING, "duplicate_triangles", r->duplicate_triangle_count,
          r->first_duplicate_triangle);
  if (f) {
    MESSAGE(f, "%d triangle%s there twice", r->duplicate_triangle_count,
            r->duplicate_triangle_count == 1 ? " is" : "s are");
    CURE(f, "delete the doubles: each counts twice in the winding number");
  }
  f = add(doctor, BRN_WARNING, "self_intersections",
          r->self_intersection_count > 0 ? r->self_intersection_count : 0,
          r->first_intersecting_triangle);
  if (f) {
    MESSAGE(f, "%d triangle%s another one, the first is %d", r->self_intersection_count,
            r->self_intersection_count == 1 ? " cuts" : "s cut", r->first_intersecting_triangle);
    CURE(f, "the winding number forgives a few; for many, remesh the surface first");
  }
  f = add(doctor, BRN_NOTE, "components", r->component_count > 1 ? r->component_count : 0, -1);
  if (f) {
    MESSAGE(f, "the surface has %d separate pieces", r->component_count);
    CURE(f, "fine when intended; tiny shells left by a scan are best deleted");
  }
}

// -------------------------------------------------------------------------------------------- tets

static void check_volumes(Doctor* doctor, const BrnTetReport* r) {
  BrnFinding* f = add(doctor, BRN_ERROR, "inverted_tets", r->inverted_count, r->first_inverted);
  if (f) {
    bool all = r->inverted_count == r->tet_count;
    MESSAGE(f, "%d tet%s inside out, the first is %d", r->inverted_count,
            r->inverted_count == 1 ? " is" : "s are", r->first_inverted);
    CURE(f, "%s",
         all ? "the program that wrote it numbers corners the other way round: convert "
               "with --flip"
             : "remesh, or mend the corners; a simulation starts from a tangle otherwise");
  }
  f = add(doctor, BRN_ERROR, "flat_tets", r->degenerate_count, r->first_degenerate);
  if (f) {
    MESSAGE(f, "%d tet%s no volume, the first is %d", r->degenerate_count,
            r->degenerate_count == 1 ? " has" : "s have", r->first_degenerate);
    CURE(f, "remesh; they have no deformation gradient");
  }
}

static void check_tets(Doctor* doctor, const BrnTetReport* r) {
  check_volumes(doctor, r);
  BrnFinding* f = add(doctor, BRN_ERROR, "duplicate_tets", r->duplicate_count, r->first_duplicate);
  if (f) {
    MESSAGE(f, "%d tet%s there twice", r->duplicate_count,
            r->duplicate_count == 1 ? " is" : "s are");
    CURE(f, "delete the doubles: each counts twice in mass and stiffness");
  }
  f = add(doctor, BRN_WARNING, "bad_faces", r->bad_face_count, -1);
  if (f) {
    MESSAGE(f, "%d face%s of three or more tets: parts overlap", r->bad_face_count,
            plural(r->bad_face_count));
    CURE(f, "remesh so that every face has one or two tets");
  }
  f = add(doctor, BRN_WARNING, "slivers", r->sliver_count, r->first_sliver);
  if (f) {
    MESSAGE(f, "%d thin tet%s, the first is %d: dihedral angles from %.2g to %.4g degrees",
            r->sliver_count, plural(r->sliver_count), r->first_sliver, r->min_dihedral,
            r->max_dihedral);
    CURE(f, "solvers slow down on them; remesh with 8 to 165 degrees as a goal");
  }
}

static void check_emptiness(Doctor* doctor) {
  const BrnMesh* m = doctor->mesh;
  bool empty = m->triangle_count == 0 && m->tet_count == 0;
  BrnFinding* f = add(doctor, BRN_WARNING, "no_cells", empty, -1);
  if (f) {
    MESSAGE(f, "there are %d points, but neither triangles nor tets", m->vertex_count);
    CURE(f, "check how the file was exported");
  }
}

// ---------------------------------------------------------------------------------------- together

// errors, then warnings, then notes; stable
static void sort_by_severity(BrnDiagnosis* d) {
  for (int i = 1; i < d->finding_count; i++) {
    BrnFinding moved = d->finding[i];
    int at = i;
    for (; at > 0 && d->finding[at - 1].severity < moved.severity; at--) {
      d->finding[at] = d->finding[at - 1];
    }
    d->finding[at] = moved;
  }
}

static BrnStatus examine(BrnContext* ctx, const BrnMesh* mesh, BrnDiagnosis* diagnosis) {
  Doctor doctor = {.ctx = ctx, .mesh = mesh, .diagnosis = diagnosis};
  BRN_TRY(brn_surface_report(ctx, mesh, true, &diagnosis->surface));
  BRN_TRY(brn_tet_report(ctx, mesh, BRN_ALL_LABELS, &diagnosis->tets));
  check_emptiness(&doctor);
  check_vertices(&doctor);
  if (mesh->tet_count > 0) check_tets(&doctor, &diagnosis->tets);
  // the triangles of a tet mesh are patches and inner walls: open and branching by nature
  if (mesh->tet_count == 0) {
    check_openness(&doctor, &diagnosis->surface);
    check_manifoldness(&doctor, &diagnosis->surface);
    check_triangles(&doctor, &diagnosis->surface);
  }
  sort_by_severity(diagnosis);
  return doctor.status;
}

BrnStatus brn_mesh_diagnose(BrnContext* ctx, const BrnMesh* mesh, BrnDiagnosis** out) {
  BRN_ASSERT(ctx && mesh && out);
  *out = brn__new_zero(ctx, 1, BrnDiagnosis);
  if (!*out) return BRN_NO_MEMORY;
  BrnStatus status = examine(ctx, mesh, *out);
  if (status != BRN_OK) {
    brn_diagnosis_destroy(ctx, *out);
    *out = NULL;
  }
  return status;
}

void brn_diagnosis_destroy(BrnContext* ctx, BrnDiagnosis* diagnosis) {
  BRN_ASSERT(ctx);
  if (!diagnosis) return;
  brn__free(ctx, diagnosis->finding);
  brn__free(ctx, diagnosis);
}
