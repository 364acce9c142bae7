// SPDX-License-Identifier: Apache-2.0

#include "cli/mesh.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// `brawn mesh A.stl B.stl ...`: overlapping surfaces to one labelled tet mesh.

static struct {
  const char *out, *bones, *attach, *units, *up;
  double gap, size, tets, passes, thickness, thin_levels;
} options = {.gap = 0.003, .thickness = -1, .thin_levels = -1};

static const CliOption* option_list(void) {
  static const CliOption list[] = {
      {"--out", "-o", CLI_TEXT, &options.out, "FILE", "mesh to write; default: out.vtu"},
      {"--bones", NULL, CLI_TEXT, &options.bones, "NAMES",
       "parts that win over the others: humerus,radius,ulna"},
      {"--attach", NULL, CLI_TEXT, &options.attach, "PAIRS",
       "parts that are joined where they are near: biceps:radius,biceps:humerus"},
      {"--gap", NULL, CLI_NUMBER, &options.gap, "M",
       "how wide a gap --attach closes, in metres; default 0.003"},
      {"--size", NULL, CLI_NUMBER, &options.size, "M",
       "edge length at the surfaces, in metres; default: from --tets"},
      {"--tets", NULL, CLI_NUMBER, &options.tets, "N", "tets wanted; default 100000"},
      {"--passes", NULL, CLI_NUMBER, &options.passes, "N", "rounds of improvement"},
      {"--thickness", NULL, CLI_NUMBER, &options.thickness, "N",
       "edges that a thin place should have across"},
      {"--thin-levels", NULL, CLI_NUMBER, &options.thin_levels, "N",
       "how often edges may be halved for that"},
      {"--units", NULL, CLI_TEXT, &options.units, "UNIT",
       "unit of the surfaces: " CLI_UNITS "; default m"},
      {"--up", NULL, CLI_TEXT, &options.up, "AXIS", "up-axis of the surfaces; default y"},
      {0},
  };
  return list;
}

// ------------------------------------------------------------------------------------------- parts

typedef struct Parts {
  int count;
  BrnTetraPart* part;
  BrnMesh** surface;
  char (*name)[128];
  BrnTetraBridge* bridge; // as many as --attach has commas, and one
} Parts;

// is a name in a list separated by commas?
static bool is_listed(const char* list, const char* name) {
  size_t length = strlen(name);
  for (const char* at = list; at && *at;) {
    size_t word = strcspn(at, ",");
    if (word == length && strncmp(at, name, word) == 0) return true;
    at += word;
    at += *at == ',';
  }
  return false;
}

// the file name without folder and extension
static void name_part(const char* path, char* name, size_t size) {
  const char* slash = strrchr(path, '/');
  snprintf(name, size, "%s", slash ? slash + 1 : path);
  char* dot = strrchr(name, '.');
  if (dot && dot != name) *dot = 0;
}

static BrnStatus read_parts(Cli* cli, const BrnReadDef* def, Parts* parts) {
  for (int i = 0; i < cli->argument_count; i++, parts->count++) {
    BRN_TRY(brn_mesh_read(cli->ctx, cli->argument[i], def, &parts->surface[i]));
    parts->part[i].surface = parts->surface[i];
  }
  return BRN_OK;
}

static void name_parts(const Cli* cli, Parts* parts) {
  for (int i = 0; i < cli->argument_count; i++) {
    name_part(cli->argument[i], parts->name[i], sizeof parts->name[i]);
    parts->part[i] = (BrnTetraPart){.label = i + 1,
                                    .name = parts->name[i],
                                    .priority = is_listed(options.bones, parts->name[i])};
  }
}

static bool make_parts(Cli* cli, Parts* parts) {
  size_t count = (size_t)cli->argument_count;
  parts->part = calloc(count, sizeof *parts->part);
  parts->surface = calloc(count, sizeof *parts->surface);
  parts->name = calloc(count, sizeof *parts->name);
  size_t pairs = 1;
  for (const char* at = options.attach; at && *at; at++) pairs += *at == ',';
  parts->bridge = calloc(pairs, sizeof *parts->bridge);
  return parts->part && parts->surface && parts->name && parts->bridge;
}

static void free_parts(Cli* cli, Parts* parts) {
  for (int i = 0; parts->surface && i < cli->argument_count; i++) {
    brn_mesh_destroy(cli->ctx, parts->surface[i]);
  }
  free(parts->part);
  free(parts->surface);
  free(parts->name);
  free(parts->bridge);
}

static bool check_bones(Cli* cli) {
  char known[1024] = "", word[128];
  for (int i = 0; i < cli->argument_count; i++) {
    size_t used = strlen(known);
    name_part(cli->argument[i], word, sizeof word);
    snprintf(known + used, sizeof known - used, "%s%s", i ? "," : "", word);
  }
  for (const char* at = options.bones; at && *at;) {
    size_t length = strcspn(at, ",");
    snprintf(word, sizeof word, "%.*s", (int)length, at);
    if (!is_listed(known, word)) {
      for (char* c = known; *c; c++) *c = *c == ',' ? ' ' : *c;
      cli_fail(cli, CLI_USAGE, "--bones: there is no part \"%s\"%s", word,
               cli_hint(word, known).text);
      return false;
    }
    at += length;
    at += *at == ',';
  }
  return true;
}

// ---------------------------------------------------------------------------------------- progress

typedef struct Progress {
  double start, last;
  bool shown;
} Progress;

// nothing for the first two seconds, then four times a second
static void show_progress(void* user, const char* stage, double fraction) {
  Progress* progress = user;
  double now = brn__seconds(), gone = now - progress->start;
  if (gone < 2 || now - progress->last < 0.25) return;
  progress->last = now;
  progress->shown = true;
  fprintf(stderr, "\r%-12s %3.0f %%, about %.0f s left   ", stage, 100 * fraction,
          fraction > 0 ? gone * (1 - fraction) / fraction : 0);
  fflush(stderr);
}

// --------------------------------------------------------------------------------------- the verb

static BrnStatus make(Cli* cli, const BrnReadDef* in, const BrnTetraDef* given, Parts* parts) {
  BrnTetraDef def = *given;
  BrnTetraReport report;
  BrnMesh* mesh;
  BrnMesh* refused = NULL;
  BRN_TRY(read_parts(cli, in, parts));
  Progress progress = {.start = brn__seconds()};
  def.part = parts->part;
  def.part_count = parts->count;
  def.refused = &refused;
  def.progress = cli->quiet || !isatty(STDERR_FILENO) ? NULL : show_progress;
  def.progress_user = &progress;
  BrnStatus status = brn_tetra_make(cli->ctx, &def, &mesh, &report);
  if (progress.shown) fprintf(stderr, "\r%60s\r", "");
  BRN_TRY(cli_write_refused(cli, status, options.out, refused));
  status = brn_mesh_write(cli->ctx, mesh, options.out, NULL);
  if (status == BRN_OK) mesh_tell(cli, options.out, mesh, &report);
  brn_tetra_report_clear(cli->ctx, &report);
  brn_mesh_destroy(cli->ctx, mesh);
  return status;
}

static bool make_defs(Cli* cli, BrnReadDef* in, BrnTetraDef* def) {
  *in = brn_read_def_default();
  *def = brn_tetra_def_default();
  if (!options.out) options.out = "out.vtu";
  if (!cli_read_unit(cli, options.units, &in->metres_per_unit) ||
      !cli_read_axis(cli, options.up, &in->up)) {
    return false;
  }
  def->size = options.size;
  if (options.tets != 0) def->tets = (int)fmin(fmax(options.tets, 0), 2e9);
  if (options.passes != 0) def->passes = (int)options.passes;
  if (options.thickness >= 0) def->thickness = options.thickness;
  if (options.thin_levels >= 0) def->thin_levels = (int)fmin(options.thin_levels, 100);
  return check_bones(cli);
}

static int run(Cli* cli) {
  BrnReadDef in;
  BrnTetraDef def;
  Parts parts = {0};
  if (!make_defs(cli, &in, &def)) return CLI_USAGE;
  if (!make_parts(cli, &parts)) {
    free_parts(cli, &parts);
    return cli_fail(cli, CLI_FAILED, "out of memory");
  }
  name_parts(cli, &parts);
  def.bridge = parts.bridge;
  def.bridge_count = cli_read_bridges(cli, options.attach, options.gap, parts.part,
                                      cli->argument_count, parts.bridge);
  if (def.bridge_count < 0) {
    free_parts(cli, &parts);
    return CLI_USAGE;
  }
  BrnStatus status = make(cli, &in, &def, &parts);
  free_parts(cli, &parts);
  return status == BRN_OK ? CLI_DONE : cli_fail_status(cli, status);
}

const CliVerb cli_mesh = {
    .name = "mesh",
    .summary = "Makes one labelled tet mesh from overlapping surfaces",
    .usage = "SURFACE... [options]",
    .notes =
        "Each surface is a part, named after its file. Where parts overlap, bones win; among\n"
        "others a point belongs to the part it lies deepest in. A surface that cannot be used is\n"
        "refused, and its triangles are written to NAME-refused.ply beside the output.",
    .examples = "brawn mesh humerus.stl biceps.stl --bones humerus --units mm -o arm.vtu\n"
                "brawn mesh arm/*.stl --bones humerus,radius,ulna --tets 300000 -o arm.msh",
    .least = 1,
    .most = 4096,
    .options = option_list,
    .run = run,
};
