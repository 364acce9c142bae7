// SPDX-License-Identifier: Apache-2.0

#include "cli/info.h"

#include "core/vec.h"

#include <math.h>
#include <stdlib.h>
#include <sys/stat.h>

// `brawn info biceps.stl`: what a mesh holds and what is wrong with it.

enum { MOST_REMARKS = 16 };

typedef struct Mesh {
  BrnMesh* mesh;
  BrnDiagnosis* diagnosis;
  double low[3], high[3];
  int *tet_label, tet_label_count;
  int *triangle_label, triangle_label_count;
  BrnShell* shell; // pieces of the surface
  int shell_count;
  double* label_volume;           // of the tets with each label (tet_label_count)
  char remark[MOST_REMARKS][512]; // what the reader left out or changed
  int remark_count;
} Mesh;

// --------------------------------------------------------------------------------------- gathering

static void keep_warning(void* user, BrnLogLevel level, const char* message) {
  Mesh* m = user;
  (void)level;
  if (m->remark_count < MOST_REMARKS) {
    snprintf(m->remark[m->remark_count], sizeof m->remark[0], "%s", message);
  }
  m->remark_count++;
}

static BrnStatus read_keeping_warnings(Cli* cli, const InfoFile* file, Mesh* m) {
  BrnReadDef def = brn_read_def_default();
  def.format = file->format;
  BrnLogSink sink = {keep_warning, m, BRN_LOG_WARNING};
  BrnLogSink before = brn__log_redirect(cli->ctx, sink);
  BrnStatus status = brn_mesh_read(cli->ctx, file->path, &def, &m->mesh);
  brn__log_redirect(cli->ctx, before);
  return status;
}

// Parts of bodies are between 2 cm and 3 m across: which unit puts them there?
static const char* unit_guess(double size) {
  return size < 0.002   ? "unknown"
         : size <= 3    ? "metres"
         : size <= 20   ? "centimetres"
         : size <= 120  ? "centimetres or millimetres"
         : size <= 3000 ? "millimetres"
                        : "unknown";
}

static BrnStatus weigh_labels(Cli* cli, Mesh* m) {
  m->label_volume = calloc((size_t)m->tet_label_count + 1, sizeof(double));
  if (!m->label_volume) return BRN_NO_MEMORY;
  for (int i = 0; i < m->tet_label_count; i++) {
    BrnTetReport report;
    BRN_TRY(brn_tet_report(cli->ctx, m->mesh, m->tet_label[i], &report));
    m->label_volume[i] = report.volume;
  }
  return BRN_OK;
}

static BrnStatus gather(Cli* cli, const InfoFile* file, Mesh* m) {
  BrnContext* ctx = cli->ctx;
  BRN_TRY(read_keeping_warnings(cli, file, m));
  brn_mesh_bounds(m->mesh, m->low, m->high);
  BRN_TRY(brn_mesh_labels(ctx, m->mesh, BRN_ON_TET, &m->tet_label, &m->tet_label_count));
  BRN_TRY(
      brn_mesh_labels(ctx, m->mesh, BRN_ON_TRIANGLE, &m->triangle_label, &m->triangle_label_count));
  BRN_TRY(brn_surface_shells(ctx, m->mesh, &m->shell, &m->shell_count));
  BRN_TRY(weigh_labels(cli, m));
  return brn_mesh_diagnose(ctx, m->mesh, &m->diagnosis);
}

static void forget(Cli* cli, Mesh* m) {
  brn_free(cli->ctx, m->tet_label);
  brn_free(cli->ctx, m->triangle_label);
  brn_free(cli->ctx, m->shell);
  free(m->label_volume);
  brn_diagnosis_destroy(cli->ctx, m->diagnosis);
  brn_mesh_destroy(cli->ctx, m->mesh);
}

static int polygon_count(const BrnMesh* mesh) {
  int count = 0;
  for (int i = 0; i < mesh->triangle_count; i++) {
    count += i == 0 || mesh->polygon[i] != mesh->polygon[i - 1];
  }
  return count;
}

// ------------------------------------------------------------------------------------------- facts

static int label_size(const int* label, int count, int id) {
  int size = 0;
  for (int i = 0; label && i < count; i++) size += label[i] == id;
  return size;
}

static json_t* tet_label(const void* of, int i) {
  const Mesh* m = of;
  int id = m->tet_label[i];
  return cli_facts(FACT("id", id), FACT("name", brn_mesh_label_name(m->mesh, BRN_ON_TET, id)),
                   FACT("count", label_size(m->mesh->tet_label, m->mesh->tet_count, id)),
                   FACT("volume", m->label_volume[i]));
}

static json_t* triangle_label(const void* of, int i) {
  const Mesh* m = of;
  int id = m->triangle_label[i];
  return cli_facts(FACT("id", id), FACT("name", brn_mesh_label_name(m->mesh, BRN_ON_TRIANGLE, id)),
                   FACT("count", label_size(m->mesh->triangle_label, m->mesh->triangle_count, id)));
}

static json_t* array(const void* of, int i) {
  static const char* const number[] = {"float64", "float32", "int8",   "uint8", "int16",
                                       "uint16",  "int32",   "uint32", "int64", "uint64"};
  const Mesh* m = of;
  const BrnArray* a = &m->mesh->array[i];
  size_t count = (size_t)brn_mesh_item_count(m->mesh, a->on) * (size_t)a->components;
  double low = INFINITY, high = -INFINITY;
  for (size_t k = 0; k < count; k++) {
    low = fmin(low, a->value[k]);
    high = fmax(high, a->value[k]);
  }
  const char* on = a->on == BRN_ON_TET ? "tets" : a->on == BRN_ON_TRIANGLE ? "triangles" : "points";
  return cli_facts(FACT("name", a->name), FACT("on", on), FACT("components", a->components),
                   FACT("type", number[a->number]), FACT("min", low), FACT("max", high));
}

static json_t* surface(const BrnSurfaceReport* r) {
  return cli_facts(
      FACT("closed", r->closed), FACT("oriented", r->oriented), FACT("manifold", r->manifold),
      FACT("components", r->component_count), FACT("boundary_edges", r->boundary_edge_count),
      FACT("holes", r->boundary_loop_count), FACT("nonmanifold_edges", r->nonmanifold_edge_count),
      FACT("nonmanifold_vertices", r->nonmanifold_vertex_count),
      FACT("misoriented_edges", r->misoriented_edge_count),
      FACT("degenerate_triangles", r->degenerate_triangle_count),
      FACT("duplicate_triangles", r->duplicate_triangle_count),
      FACT("self_intersecting_triangles", r->self_intersection_count),
      FACT("euler_characteristic", r->euler_characteristic), FACT("area", r->area),
      FACT("volume", r->volume));
}

static json_t* shell(const void* of, int i) {
  const BrnShell* s = &((const Mesh*)of)->shell[i];
  const char* state = isnan(s->volume) ? "open" : s->volume < 0 ? "inside out" : "closed";
  return cli_facts(FACT("index", i), FACT("state", state),
                   FACT("first_triangle", s->first_triangle), FACT("triangles", s->triangle_count),
                   FACT("area", s->area), FACT("volume", s->volume), FACT("low", s->low),
                   FACT("high", s->high));
}

static json_t* solid(const BrnTetReport* r) {
  return cli_facts(FACT("components", r->component_count), FACT("inverted", r->inverted_count),
                   FACT("degenerate", r->degenerate_count), FACT("duplicates", r->duplicate_count),
                   FACT("slivers", r->sliver_count), FACT("bad_faces", r->bad_face_count),
                   FACT("volume", r->volume), FACT("min_volume", r->min_volume),
                   FACT("max_volume", r->max_volume), FACT("min_dihedral", r->min_dihedral),
                   FACT("max_dihedral", r->max_dihedral), FACT("mean_aspect", r->mean_aspect),
                   FACT("max_aspect", r->max_aspect), FACT("min_edge", r->min_edge),
                   FACT("mean_edge", r->mean_edge), FACT("max_edge", r->max_edge),
                   FACT("dihedral_histogram", cli_ints(r->dihedral_histogram, BRN_DIHEDRAL_BINS)));
}

static json_t* remark(const void* of, int i) {
  return cli_facts(FACT("severity", "warning"), FACT("kind", "reading"),
                   FACT("message", ((const Mesh*)of)->remark[i]));
}

static json_t* finding(const void* of, int i) {
  static const char* const word[] = {"note", "warning", "error"};
  const BrnFinding* f = &((const Mesh*)of)->diagnosis->finding[i];
  return cli_facts(FACT("severity", word[f->severity]), FACT("kind", f->kind),
                   FACT("count", f->count), FACT("first", f->first), FACT("message", f->message),
                   FACT("cure", f->cure));
}

static json_t* findings(const Mesh* m) {
  int shown = m->remark_count < MOST_REMARKS ? m->remark_count : MOST_REMARKS;
  json_t* all = cli_list(shown, remark, m);
  json_t* more = cli_list(m->diagnosis->finding_count, finding, m);
  json_array_extend(all, more);
  json_decref(more);
  return all;
}

static json_t* facts_of(const Mesh* m, const char* path) {
  const BrnMesh* mesh = m->mesh;
  double size[3];
  brn__sub3(size, m->high, m->low);
  struct stat info;
  long long bytes = stat(path, &info) == 0 ? (long long)info.st_size : 0;
  bool triangles = mesh->triangle_count > 0, tets = mesh->tet_count > 0;
  return cli_facts(FACT("file", path), FACT("bytes", bytes), FACT("points", mesh->vertex_count),
                   FACT("triangles", mesh->triangle_count),
                   FACT_IF(mesh->polygon, "polygons", polygon_count(mesh)),
                   FACT("tets", mesh->tet_count), FACT("low", m->low), FACT("high", m->high),
                   FACT("size", size), FACT("unit_guess", unit_guess(brn__norm3(size))),
                   FACT("labels", cli_list(m->tet_label_count, tet_label, m)),
                   FACT("groups", cli_list(m->triangle_label_count, triangle_label, m)),
                   FACT("arrays", cli_list(mesh->array_count, array, m)),
                   FACT_IF(triangles, "surface", surface(&m->diagnosis->surface)),
                   FACT_IF(triangles, "shells", cli_list(m->shell_count, shell, m)),
                   FACT_IF(tets, "solid", solid(&m->diagnosis->tets)),
                   FACT("errors", m->diagnosis->error_count),
                   FACT("warnings", m->diagnosis->warning_count + m->remark_count),
                   FACT("findings", findings(m)));
}

BrnStatus info_mesh(Cli* cli, const InfoFile* file, json_t** facts, int* found) {
  Mesh mesh = {0};
  BrnStatus status = gather(cli, file, &mesh);
  if (status == BRN_OK) {
    *facts = facts_of(&mesh, file->path);
    *found = mesh.diagnosis->error_count + mesh.diagnosis->warning_count + mesh.remark_count;
  }
  forget(cli, &mesh);
  return status;
}

// -------------------------------------------------------------------------------------------- text

// a bar each ten degrees
static void tell_histogram(const json_t* histogram) {
  long long most = 1;
  size_t bins = json_array_size(histogram);
  for (size_t i = 0; i < bins; i++) {
    long long count = json_integer_value(json_array_get(histogram, i));
    most = count > most ? count : most;
  }
  for (size_t i = 0; i < bins; i++) {
    long long count = json_integer_value(json_array_get(histogram, i));
    if (count == 0) continue;
    printf("  %12s %3zu-%3zu  %10s  ", "", 10 * i, 10 * i + 10, cli_count(count).text);
    for (int k = (int)(40.0 * (double)count / (double)most + 0.5); k > 0; k--) putchar('#');
    putchar('\n');
  }
}

void info_tell_mesh(const Cli* cli, const json_t* facts) {
  cli_tell(
      cli, facts,
      "{~bold}{file}{~} ({bytes} bytes)\n"
      "  points       {points}\n"
      "{?triangles}  triangles    {triangles}{?polygons} (cut from {polygons} polygons){/}\n{/}"
      "{?tets}  tets         {tets}\n{/}"
      "{?points}  bounds       [{low.0:.6g}, {high.0:.6g}] x [{low.1:.6g}, {high.1:.6g}] x "
      "[{low.2:.6g}, {high.2:.6g}]\n"
      "  size         {size.0:.4g} x {size.1:.4g} x {size.2:.4g}; the unit looks like "
      "{unit_guess}\n{/}"
      "{@labels}  {#|labels|      }       {id:3d} {?name}{name:-24}{/}"
      "{!name}(no name)               {/} {count:10} tets, volume {volume:.4g}\n{/}"
      "{@groups}  {#|groups|      }       {id:3d} {?name}{name:-24}{/}"
      "{!name}(no name)               {/} {count:10} triangles\n{/}"
      "{@arrays}  {#|arrays|      }       \"{name}\" on {on}, {components:d} x {type}, from "
      "{min:.4g} to {max:.4g}\n{/}"
      "{@surface}  surface      {closed|closed|open}, {oriented|oriented|not oriented}, "
      "{manifold|manifold|not manifold}; {components:d} piece{components||s}; area {area:.4g}"
      "{?closed}, volume {volume:.4g}{/}\n{/}"
      // one alone is what the line of the surface says
      "{?shells.1}{@shells:20}  {#|pieces|      }       {index:3d} {triangles:10} triangles, area "
      "{area:.6g}, {?volume}volume {volume:.6g}{/}{!volume}open{/}"
      "{?state=inside out} (inside out, or a cavity){/}; [{low.0:.4g}, {high.0:.4g}] x "
      "[{low.1:.4g}, {high.1:.4g}] x [{low.2:.4g}, {high.2:.4g}]\n{/}{/}"
      "{?shells.20}               and more; --json has them all\n{/}"
      "{@solid}  solid        volume {volume:.4g} in {components:d} piece{components||s}; edges "
      "{min_edge:.3g} to {max_edge:.3g}, mean {mean_edge:.3g}\n"
      "  quality      aspect ratio {mean_aspect:.3g} mean, {max_aspect:.3g} worst (1 is best); "
      "{inverted:d} inverted\n"
      "  dihedrals    {min_dihedral:.3g} to {max_dihedral:.4g} degrees\n{/}");
  tell_histogram(json_object_get(json_object_get(facts, "solid"), "dihedral_histogram"));
  cli_tell(cli, facts,
           "{@findings}  {?severity=error}{~red}{/}{?severity=warning}{~yellow}{/}"
           "{?severity=note}{~dim}{/}{severity}{~}: {message}\n{?cure}           {cure}\n{/}{/}"
           "{!findings}  {~green}no problems found{~}\n{/}");
}
