// SPDX-License-Identifier: Apache-2.0

#include "cli/info.h"

#include "core/vec.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// `brawn info FILE ...`: what a file holds and what is wrong with it. The facts are gathered once
// (gather), then told as text here or as JSON in info_json.c.

static struct {
  bool strict;
  const char* format;
} options;

static const CliOption* option_list(void) {
  static const CliOption list[] = {
      {"--strict", NULL, CLI_FLAG, &options.strict, NULL,
       "exit with 1 when there are errors or warnings"},
      {"--from", NULL, CLI_TEXT, &options.format, "FORMAT",
       "format of the file; default: by extension"},
      {0},
  };
  return list;
}

// --------------------------------------------------------------------------------------- gathering

static void keep_warning(void* user, BrnLogLevel level, const char* message) {
  InfoFacts* facts = user;
  (void)level;
  if (facts->remark_count < INFO_REMARKS) {
    snprintf(facts->remark[facts->remark_count], sizeof facts->remark[0], "%s", message);
  }
  facts->remark_count++;
}

static BrnStatus read_keeping_warnings(Cli* cli, const char* path, InfoFacts* facts) {
  BrnReadDef def = brn_read_def_default();
  def.format = options.format;
  BrnLogSink sink = {keep_warning, facts, BRN_LOG_WARNING};
  BrnLogSink before = brn__log_redirect(cli->ctx, sink);
  BrnStatus status = brn_mesh_read(cli->ctx, path, &def, &facts->mesh);
  brn__log_redirect(cli->ctx, before);
  return status;
}

// Parts of bodies are between 2 cm and 3 m across: which unit puts them there?
static void guess_unit(InfoFacts* facts) {
  double size[3];
  brn__sub3(size, facts->high, facts->low);
  double d = brn__norm3(size);
  const char* unit = d <= 0      ? "unknown"
                     : d < 0.002 ? "unknown"
                     : d <= 3    ? "metres"
                     : d <= 20   ? "centimetres"
                     : d <= 120  ? "centimetres or millimetres"
                     : d <= 3000 ? "millimetres"
                                 : "unknown";
  facts->diagonal = d;
  facts->unit_guess = unit;
}

static BrnStatus weigh_labels(Cli* cli, InfoFacts* facts) {
  facts->label_volume = calloc((size_t)facts->tet_label_count + 1, sizeof(double));
  if (!facts->label_volume) return BRN_NO_MEMORY;
  for (int i = 0; i < facts->tet_label_count; i++) {
    BrnTetReport report;
    BRN_TRY(brn_tet_report(cli->ctx, facts->mesh, facts->tet_label[i], &report));
    facts->label_volume[i] = report.volume;
  }
  return BRN_OK;
}

static BrnStatus gather(Cli* cli, const char* path, InfoFacts* facts) {
  *facts = (InfoFacts){.path = path};
  BRN_TRY(read_keeping_warnings(cli, path, facts));
  struct stat info;
  if (stat(path, &info) == 0) facts->bytes = (long long)info.st_size;
  brn_mesh_bounds(facts->mesh, facts->low, facts->high);
  guess_unit(facts);
  BRN_TRY(brn_mesh_labels(cli->ctx, facts->mesh, BRN_ON_TET, &facts->tet_label,
                          &facts->tet_label_count));
  BRN_TRY(brn_mesh_labels(cli->ctx, facts->mesh, BRN_ON_TRIANGLE, &facts->triangle_label,
                          &facts->triangle_label_count));
  BRN_TRY(brn_surface_shells(cli->ctx, facts->mesh, &facts->shell, &facts->shell_count));
  BRN_TRY(weigh_labels(cli, facts));
  return brn_mesh_diagnose(cli->ctx, facts->mesh, &facts->diagnosis);
}

static void forget(Cli* cli, InfoFacts* facts) {
  brn_free(cli->ctx, facts->tet_label);
  brn_free(cli->ctx, facts->triangle_label);
  brn_free(cli->ctx, facts->shell);
  free(facts->label_volume);
  brn_diagnosis_destroy(cli->ctx, facts->diagnosis);
  brn_mesh_destroy(cli->ctx, facts->mesh);
}

int info_label_size(const BrnMesh* mesh, BrnDomain on, int label) {
  const int* labels = on == BRN_ON_TET ? mesh->tet_label : mesh->triangle_label;
  int count = brn_mesh_item_count(mesh, on), size = 0;
  for (int i = 0; labels && i < count; i++) size += labels[i] == label;
  return size;
}

const char* info_shell_state(const BrnShell* shell) {
  return isnan(shell->volume) ? "open" : shell->volume < 0 ? "inside out" : "closed";
}

const char* info_number_name(BrnNumber number) {
  static const char* const name[] = {"float64", "float32", "int8",   "uint8", "int16",
                                     "uint16",  "int32",   "uint32", "int64", "uint64"};
  return name[number];
}

const char* info_domain_name(BrnDomain on) {
  return on == BRN_ON_TET ? "tets" : on == BRN_ON_TRIANGLE ? "triangles" : "points";
}

void info_array_range(const BrnMesh* mesh, const BrnArray* array, double* low, double* high) {
  size_t count = (size_t)brn_mesh_item_count(mesh, array->on) * (size_t)array->components;
  *low = INFINITY, *high = -INFINITY;
  for (size_t i = 0; i < count; i++) {
    *low = fmin(*low, array->value[i]);
    *high = fmax(*high, array->value[i]);
  }
}

// ----------------------------------------------------------------------------------------- telling

static int polygon_count(const BrnMesh* mesh) {
  int count = 0;
  for (int i = 0; i < mesh->triangle_count; i++) {
    count += i == 0 || mesh->polygon[i] != mesh->polygon[i - 1];
  }
  return count;
}

static void tell_counts(const InfoFacts* f) {
  const BrnMesh* m = f->mesh;
  printf("  %-12s %s\n", "points", cli_count(m->vertex_count).text);
  if (m->triangle_count > 0) {
    printf("  %-12s %s", "triangles", cli_count(m->triangle_count).text);
    if (m->polygon) printf(" (cut from %s polygons)", cli_count(polygon_count(m)).text);
    printf("\n");
  }
  if (m->tet_count > 0) printf("  %-12s %s\n", "tets", cli_count(m->tet_count).text);
}

static void tell_bounds(const InfoFacts* f) {
  if (f->mesh->vertex_count == 0) return;
  printf("  %-12s [%.6g, %.6g] x [%.6g, %.6g] x [%.6g, %.6g]\n", "bounds", f->low[0], f->high[0],
         f->low[1], f->high[1], f->low[2], f->high[2]);
  printf("  %-12s %.4g x %.4g x %.4g; the unit looks like %s\n", "size", f->high[0] - f->low[0],
         f->high[1] - f->low[1], f->high[2] - f->low[2], f->unit_guess);
}

static void tell_tet_labels(const InfoFacts* f) {
  for (int i = 0; i < f->tet_label_count; i++) {
    int id = f->tet_label[i];
    const char* name = brn_mesh_label_name(f->mesh, BRN_ON_TET, id);
    printf("  %-12s %3d %-24s %10s tets, volume %.4g\n", i == 0 ? "labels" : "", id,
           name ? name : "(no name)", cli_count(info_label_size(f->mesh, BRN_ON_TET, id)).text,
           f->label_volume[i]);
  }
}

static void tell_triangle_labels(const InfoFacts* f) {
  for (int i = 0; i < f->triangle_label_count; i++) {
    int id = f->triangle_label[i];
    const char* name = brn_mesh_label_name(f->mesh, BRN_ON_TRIANGLE, id);
    printf("  %-12s %3d %-24s %10s triangles\n", i == 0 ? "groups" : "", id,
           name ? name : "(no name)",
           cli_count(info_label_size(f->mesh, BRN_ON_TRIANGLE, id)).text);
  }
}

static void tell_arrays(const InfoFacts* f) {
  for (int i = 0; i < f->mesh->array_count; i++) {
    const BrnArray* a = &f->mesh->array[i];
    double low, high;
    info_array_range(f->mesh, a, &low, &high);
    printf("  %-12s \"%s\" on %s, %d x %s, from %.4g to %.4g\n", i == 0 ? "arrays" : "", a->name,
           info_domain_name(a->on), a->components, info_number_name(a->number), low, high);
  }
}

static void tell_surface(const InfoFacts* f) {
  const BrnSurfaceReport* r = &f->diagnosis->surface;
  if (f->mesh->triangle_count == 0) return;
  printf("  %-12s %s, %s, %s; %d piece%s; area %.4g", "surface", r->closed ? "closed" : "open",
         r->oriented ? "oriented" : "not oriented", r->manifold ? "manifold" : "not manifold",
         r->component_count, r->component_count == 1 ? "" : "s", r->area);
  if (r->closed) printf(", volume %.4g", r->volume);
  printf("\n");
}

enum { SHELLS_TOLD = 20 };

// one alone is what the line of the surface says
static void tell_shells(const InfoFacts* f) {
  for (int i = 0; f->shell_count > 1 && i < f->shell_count && i < SHELLS_TOLD; i++) {
    const BrnShell* s = &f->shell[i];
    printf("  %-12s %3d %10s triangles, area %.6g, ", i == 0 ? "pieces" : "", i,
           cli_count(s->triangle_count).text, s->area);
    if (isnan(s->volume)) {
      printf("open");
    } else {
      printf("volume %.6g%s", s->volume, s->volume < 0 ? " (inside out, or a cavity)" : "");
    }
    printf("; [%.4g, %.4g] x [%.4g, %.4g] x [%.4g, %.4g]\n", s->low[0], s->high[0], s->low[1],
           s->high[1], s->low[2], s->high[2]);
  }
  if (f->shell_count > SHELLS_TOLD) {
    printf("  %-12s and %d more; --json has them all\n", "", f->shell_count - SHELLS_TOLD);
  }
}

static void tell_histogram(const BrnTetReport* r) {
  int most = 1;
  for (int i = 0; i < BRN_DIHEDRAL_BINS; i++) {
    if (r->dihedral_histogram[i] > most) most = r->dihedral_histogram[i];
  }
  for (int i = 0; i < BRN_DIHEDRAL_BINS; i++) {
    int length = (int)(40.0 * r->dihedral_histogram[i] / most + 0.5);
    if (r->dihedral_histogram[i] == 0) continue;
    printf("  %12s %3d-%3d  %10s  ", "", 10 * i, 10 * i + 10,
           cli_count(r->dihedral_histogram[i]).text);
    for (int k = 0; k < length; k++) putchar('#');
    putchar('\n');
  }
}

static void tell_tets(const InfoFacts* f) {
  const BrnTetReport* r = &f->diagnosis->tets;
  if (r->tet_count == 0) return;
  printf("  %-12s volume %.4g in %d piece%s; edges %.3g to %.3g, mean %.3g\n", "solid", r->volume,
         r->component_count, r->component_count == 1 ? "" : "s", r->min_edge, r->max_edge,
         r->mean_edge);
  printf("  %-12s aspect ratio %.3g mean, %.3g worst (1 is best); %d inverted\n", "quality",
         r->mean_aspect, r->max_aspect, r->inverted_count);
  printf("  %-12s %.3g to %.4g degrees\n", "dihedrals", r->min_dihedral, r->max_dihedral);
  tell_histogram(r);
}

static void tell_findings(const Cli* cli, const InfoFacts* f) {
  static const char* const word[] = {"note", "warning", "error"};
  static const CliColor color[] = {CLI_DIM, CLI_YELLOW, CLI_RED};
  const BrnDiagnosis* d = f->diagnosis;
  const char* plain = cli_color(cli, CLI_PLAIN);
  int shown = f->remark_count < INFO_REMARKS ? f->remark_count : INFO_REMARKS;
  for (int i = 0; i < shown; i++) {
    printf("  %swarning%s: %s\n", cli_color(cli, CLI_YELLOW), plain, f->remark[i]);
  }
  for (int i = 0; i < d->finding_count; i++) {
    const BrnFinding* finding = &d->finding[i];
    printf("  %s%s%s: %s\n           %s\n", cli_color(cli, color[finding->severity]),
           word[finding->severity], plain, finding->message, finding->cure);
  }
  if (d->finding_count == 0 && f->remark_count == 0) {
    printf("  %sno problems found%s\n", cli_color(cli, CLI_GREEN), plain);
  }
}

static BrnStatus tell(Cli* cli, const InfoFacts* f) {
  printf("%s%s%s (%s bytes)\n", cli_color(cli, CLI_BOLD), f->path, cli_color(cli, CLI_PLAIN),
         cli_count(f->bytes).text);
  tell_counts(f);
  tell_bounds(f);
  tell_tet_labels(f);
  tell_triangle_labels(f);
  tell_arrays(f);
  tell_surface(f);
  tell_shells(f);
  tell_tets(f);
  tell_findings(cli, f);
  return BRN_OK;
}

// --------------------------------------------------------------------------------------- the verb

static bool ends_with(const char* path, const char* extension) {
  const char* dot = strrchr(path, '.');
  return dot && strcmp(dot, extension) == 0;
}

// a file that cannot be read has its place in the list
static int tell_failure(const Cli* cli, const char* path, BrnStatus status, json_t* list) {
  if (!list) return cli_fail_status(cli, status);
  fprintf(stderr, "brawn: %s\n", brn_last_error(cli->ctx));
  json_array_append_new(list, info_failure_json(path, status, brn_last_error(cli->ctx)));
  return CLI_FAILED;
}

static int tell_collection(Cli* cli, const char* path, json_t* list) {
  BrnCollection* c;
  BrnStatus status = brn_collection_read(cli->ctx, path, &c);
  if (status != BRN_OK) return tell_failure(cli, path, status, list);
  if (list) {
    json_array_append_new(list, info_collection_json(path, c));
  } else {
    printf("%s%s%s: a collection of %d files\n", cli_color(cli, CLI_BOLD), path,
           cli_color(cli, CLI_PLAIN), c->step_count);
    for (int i = 0; i < c->step_count; i++) {
      printf("  %10g s  part %d  %s\n", c->time[i], c->part[i], c->file[i]);
    }
  }
  brn_collection_destroy(cli->ctx, c);
  return CLI_DONE;
}

static int tell_clip(Cli* cli, const char* path, json_t* list) {
  BrnStatus status = info_tell_clip(cli, path, list);
  return status == BRN_OK ? CLI_DONE : tell_failure(cli, path, status, list);
}

static int tell_scene(Cli* cli, const char* path, json_t* list) {
  BrnStatus status = info_tell_scene(cli, path, list);
  return status == BRN_OK ? CLI_DONE : tell_failure(cli, path, status, list);
}

// what is damaged is no matter of taste: exit code 1, strict or not
static int tell_run(Cli* cli, const char* path, json_t* list) {
  int faults;
  BrnStatus status = info_tell_run(cli, path, list, &faults);
  if (status != BRN_OK) return tell_failure(cli, path, status, list);
  if (faults > 0 && !list) {
    fprintf(stderr, "brawn: %s: %d file%s damaged or missing\n", path, faults,
            faults == 1 ? " is" : "s are");
  }
  return faults > 0 ? CLI_FAILED : CLI_DONE;
}

// even where one of them is lost
static bool is_run(const char* path) {
  static const char* const known[] = {"run.json", "run.sums", "run.checkpoint"};
  bool found = false;
  for (size_t i = 0; i < sizeof known / sizeof *known && !found; i++) {
    char name[4096];
    int length = snprintf(name, sizeof name, "%s/%s", path, known[i]);
    found = length > 0 && (size_t)length < sizeof name && access(name, F_OK) == 0;
  }
  return found;
}

static int tell_file(Cli* cli, const char* path, json_t* list) {
  if (!options.format && is_run(path)) return tell_run(cli, path, list);
  if (!options.format && ends_with(path, ".json")) return tell_scene(cli, path, list);
  if (ends_with(path, ".pvd")) return tell_collection(cli, path, list);
  if (ends_with(path, ".bvh")) return tell_clip(cli, path, list);
  InfoFacts facts;
  BrnStatus status = gather(cli, path, &facts);
  int code = CLI_DONE;
  if (status == BRN_OK && list) json_array_append_new(list, info_json(&facts));
  if (status == BRN_OK && !list) status = tell(cli, &facts);
  if (status != BRN_OK) {
    code = tell_failure(cli, path, status, list);
  } else if (options.strict) {
    const BrnDiagnosis* d = facts.diagnosis;
    code = d->error_count + d->warning_count + facts.remark_count > 0 ? CLI_FAILED : CLI_DONE;
  }
  forget(cli, &facts);
  return code;
}

static int run(Cli* cli) {
  if (!cli_check_format(cli, options.format)) return CLI_USAGE;
  json_t* list = cli->json ? json_array() : NULL;
  int code = CLI_DONE;
  for (int i = 0; i < cli->argument_count; i++) {
    if (i > 0 && !list) printf("\n");
    int one = tell_file(cli, cli->argument[i], list);
    if (one > code) code = one;
  }
  if (!list) return code;
  // one file: its object; several: a list
  bool one = json_array_size(list) == 1;
  cli_print_json(json_incref(one ? json_array_get(list, 0) : list));
  json_decref(list);
  return code;
}

const CliVerb cli_info = {
    .name = "info",
    .summary = "Tells what a mesh, motion or scene file or a run holds and what is wrong with it",
    .usage = "FILE... [options]",
    .notes =
        "Every finding comes with its cure. Of the folder of a run every file is compared with\n"
        "its checksum. Exit code 1: a file could not be read, something of a run is damaged, "
        "or\n"
        "--strict and something was found.",
    .examples = "brawn info biceps.stl\n"
                "brawn info *.obj --strict\n"
                "brawn info arm.vtu --json\n"
                "brawn info scenes/arm.json",
    .least = 1,
    .most = 100000,
    .options = option_list,
    .run = run,
};
