// SPDX-License-Identifier: Apache-2.0
//
// What both versions of Gmsh files need to be written: entities, and runs of cells that share one.

#include "io/gmsh.h"

#include <limits.h>
#include <math.h>
#include <string.h>

// ---------------------------------------------------------------------------------------- numbers

void brn__gmsh_put_int(const BrnGmshOut* out, int value) {
  if (out->binary) {
    brn__sink_bytes(out->sink, &value, sizeof value);
  } else {
    brn__sink_int(out->sink, value);
    brn__sink_bytes(out->sink, " ", 1);
  }
}

void brn__gmsh_put_size(const BrnGmshOut* out, int64_t value) {
  if (out->binary) {
    brn__sink_bytes(out->sink, &value, sizeof value);
  } else {
    brn__sink_int(out->sink, value);
    brn__sink_bytes(out->sink, " ", 1);
  }
}

void brn__gmsh_put_double(const BrnGmshOut* out, double value) {
  if (out->binary) {
    brn__sink_bytes(out->sink, &value, sizeof value);
  } else {
    brn__sink_double(out->sink, value);
    brn__sink_bytes(out->sink, " ", 1);
  }
}

void brn__gmsh_put_point(const BrnGmshOut* out, int vertex) {
  for (int k = 0; k < 3; k++) {
    brn__gmsh_put_double(out, out->mesh->position[3 * (size_t)vertex + (size_t)k]);
  }
}

void brn__gmsh_put_end(const BrnGmshOut* out) {
  if (!out->binary) brn__sink_bytes(out->sink, "\n", 1);
}

// --------------------------------------------------------------------------------------- entities

static BrnStatus add_entity(BrnContext* ctx, BrnGmshEntities* entities, int label, int* index,
                            size_t* label_capacity, size_t* box_capacity) {
  int count = entities->count;
  BRN_TRY(brn__tag_map_add(ctx, &entities->of_label, label, count, index));
  if (*index < count) return BRN_OK;
  BRN_TRY(brn__grow(ctx, &entities->label, label_capacity, (size_t)count + 1, sizeof(int)));
  BRN_TRY(brn__grow(ctx, &entities->box, box_capacity, 6 * ((size_t)count + 1), sizeof(double)));
  entities->label[count] = label;
  for (int k = 0; k < 6; k++) entities->box[6 * (size_t)count + k] = k < 3 ? INFINITY : -INFINITY;
  entities->count++;
  return BRN_OK;
}

static void widen(double* box, const double* x) {
  for (int k = 0; k < 3; k++) {
    double here = x[k] + 0.0; // no negative zeros, which fmin() may or may not prefer
    if (here < box[k]) box[k] = here;
    if (here > box[3 + k]) box[3 + k] = here;
  }
}

static BrnStatus make_entities(BrnContext* ctx, const BrnMesh* mesh, bool tets,
                               BrnGmshEntities* entities) {
  int count = tets ? mesh->tet_count : mesh->triangle_count, corners = tets ? 4 : 3;
  const int* label = tets ? mesh->tet_label : mesh->triangle_label;
  const int* corner = tets ? mesh->tet : mesh->triangle;
  size_t label_capacity = 0, box_capacity = 0;
  for (int i = 0; i < count; i++) {
    int at;
    BRN_TRY(add_entity(ctx, entities, label ? label[i] : 0, &at, &label_capacity, &box_capacity));
    for (int k = 0; k < corners; k++, corner++) {
      widen(entities->box + 6 * (size_t)at, mesh->position + 3 * (size_t)*corner);
    }
  }
  return BRN_OK;
}

// nodes need an entity to lie on, also when there are only nodes
static BrnStatus make_entity_of_points(BrnGmshOut* out) {
  const BrnMesh* mesh = out->mesh;
  size_t label_capacity = 0, box_capacity = 0;
  int at;
  if (mesh->vertex_count == 0 || out->surface.count + out->volume.count > 0) return BRN_OK;
  BRN_TRY(add_entity(out->ctx, &out->volume, 0, &at, &label_capacity, &box_capacity));
  for (int i = 0; i < mesh->vertex_count; i++) {
    widen(out->volume.box, mesh->position + 3 * (size_t)i);
  }
  return BRN_OK;
}

static void free_entities(BrnContext* ctx, BrnGmshEntities* entities) {
  brn__tag_map_free(ctx, &entities->of_label);
  brn__free(ctx, entities->label);
  brn__free(ctx, entities->box);
}

// ------------------------------------------------------------------------------------------- runs

static int label_of(const BrnMesh* mesh, int type, int item) {
  const int* label = type == BRN_GMSH_TET ? mesh->tet_label : mesh->triangle_label;
  return label ? label[item] : 0;
}

static int face_type(BrnPolygon face) {
  return face.corner_count == 4 ? BRN_GMSH_QUAD : BRN_GMSH_TRIANGLE;
}

static void start_run(const BrnGmshOut* out, BrnGmshRun* run, int type, int first) {
  const BrnGmshEntities* entities = type == BRN_GMSH_TET ? &out->volume : &out->surface;
  int label = label_of(out->mesh, type, first);
  run->tag = run->tag == 0 ? 1 : run->tag + run->count;
  run->type = type;
  run->entity = brn__tag_map_find(&entities->of_label, label) + 1;
  run->group = label > 0 ? label : 0;
  run->first = first;
  run->count = 0;
}

static void run_over_faces(const BrnGmshOut* out, BrnGmshRun* run) {
  const BrnMesh* mesh = out->mesh;
  BrnPolygon p = run->face;
  start_run(out, run, face_type(p), p.first_triangle);
  int label = label_of(mesh, run->type, run->first);
  for (; p.corner_count; p = brn__polygon_next(mesh, p), run->count++) {
    if (face_type(p) != run->type) break;
    if (label_of(mesh, run->type, p.first_triangle) != label) break;
  }
  run->face = p;
}

static void run_over_tets(const BrnGmshOut* out, BrnGmshRun* run, int first) {
  const BrnMesh* mesh = out->mesh;
  start_run(out, run, BRN_GMSH_TET, first);
  int label = label_of(mesh, run->type, first), next = first;
  while (next < mesh->tet_count && label_of(mesh, run->type, next) == label) next++;
  run->count = next - first;
}

bool brn__gmsh_next_run(const BrnGmshOut* out, BrnGmshRun* run) {
  if (run->type == 0) run->face = brn__polygon_first_up_to_quads(out->mesh);
  int next_tet = run->type == BRN_GMSH_TET ? run->first + run->count : 0;
  if (run->face.corner_count > 0) {
    run_over_faces(out, run);
  } else if (next_tet < out->mesh->tet_count) {
    run_over_tets(out, run, next_tet);
  } else {
    return false;
  }
  return true;
}

int brn__gmsh_run_corners(const BrnGmshOut* out, const BrnGmshRun* run, int k, int corner[4]) {
  if (run->type != BRN_GMSH_TET) {
    int count = run->type == BRN_GMSH_QUAD ? 4 : 3;
    BrnPolygon face = {.first_triangle = run->first + (count - 2) * k, .corner_count = count};
    for (int i = 0; i < count; i++) corner[i] = brn__polygon_corner(out->mesh, face, i);
    return count;
  }
  memcpy(corner, out->mesh->tet + 4 * (size_t)(run->first + k), 4 * sizeof(int));
  return 4;
}

// ----------------------------------------------------------------------------------- whole file

// Gmsh knows no groups below 1: such elements are of no group
static void warn_of_labels(const BrnGmshOut* out) {
  const BrnMesh* mesh = out->mesh;
  int negative = 0;
  for (int i = 0; mesh->tet_label && i < mesh->tet_count; i++) negative += mesh->tet_label[i] < 0;
  for (int i = 0; mesh->triangle_label && i < mesh->triangle_count; i++) {
    negative += mesh->triangle_label[i] < 0;
  }
  if (negative == 0) return;
  brn__log(out->ctx, BRN_LOG_WARNING,
           "%s: %d elements have a negative label, which Gmsh does not know: written without group",
           brn__sink_name(out->sink), negative);
}

static void write_header(const BrnGmshOut* out, int version) {
  const int one = 1;
  brn__sink_printf(out->sink, "$MeshFormat\n%d.%d %d 8\n", version / 10, version % 10, out->binary);
  if (out->binary) {
    brn__sink_bytes(out->sink, &one, sizeof one);
    brn__sink_text(out->sink, "\n");
  }
  brn__sink_text(out->sink, "$EndMeshFormat\n");
}

void brn__gmsh_put_quoted(BrnSink* sink, const char* name) {
  brn__sink_bytes(sink, "\"", 1);
  for (; *name; name++) {
    char c = *name == '"' ? '\'' : *name;
    if (c == '\n' || c == '\r') c = ' ';
    brn__sink_bytes(sink, &c, 1);
  }
  brn__sink_bytes(sink, "\"\n", 2);
}

static bool is_named_group(const BrnLabel* label) {
  return label->id > 0 && (label->on == BRN_ON_TRIANGLE || label->on == BRN_ON_TET);
}

static void write_names(const BrnGmshOut* out) {
  const BrnMesh* mesh = out->mesh;
  int count = 0;
  for (int i = 0; i < mesh->label_count; i++) count += is_named_group(&mesh->label[i]);
  if (count == 0) return;
  brn__sink_printf(out->sink, "$PhysicalNames\n%d\n", count);
  for (int i = 0; i < mesh->label_count; i++) {
    const BrnLabel* label = &mesh->label[i];
    if (!is_named_group(label)) continue;
    brn__sink_printf(out->sink, "%d %d ", (int)label->on, label->id);
    brn__gmsh_put_quoted(out->sink, label->name);
  }
  brn__sink_text(out->sink, "$EndPhysicalNames\n");
}

static void write_sections(const BrnGmshOut* out, int version) {
  warn_of_labels(out);
  write_header(out, version);
  write_names(out);
  if (version == 41) {
    brn__gmsh4_write(out);
  } else {
    brn__gmsh2_write(out);
  }
  brn__gmsh_write_data(out);
}

BrnStatus brn__gmsh_write(BrnContext* ctx, const BrnMesh* mesh, const BrnWriteDef* def,
                          BrnSink* sink, int version) {
  BrnGmshOut out = {.ctx = ctx, .mesh = mesh, .sink = sink};
  out.binary = def->encoding != BRN_ENCODING_ASCII;
  BrnStatus status = BRN_OK;
  if ((int64_t)mesh->triangle_count + mesh->tet_count > INT_MAX) {
    status = brn__fail(ctx, BRN_UNSUPPORTED, "more than %d triangles and tets", INT_MAX);
  }
  if (status == BRN_OK) status = make_entities(ctx, mesh, false, &out.surface);
  if (status == BRN_OK) status = make_entities(ctx, mesh, true, &out.volume);
  if (status == BRN_OK) status = make_entity_of_points(&out);
  if (status == BRN_OK) write_sections(&out, version);
  free_entities(ctx, &out.surface);
  free_entities(ctx, &out.volume);
  return status;
}
