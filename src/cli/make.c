// SPDX-License-Identifier: Apache-2.0

#include "cli/cli.h"

#include "cli/facts.h"
#include "cli/make_human.h"
#include "core/json.h"
#include "io/folder.h"
#include "io/registry.h"
#include "shape/shape.h"

#include <math.h>
#include <string.h>
#include <sys/stat.h>

// `brawn make SHAPE`: a procedural body as a tet mesh, and as one closed surface per part. SHAPE
// may also be a recipe, a JSON file with the same fields.

static struct {
  const char *out, *surfaces;
  bool ascii;
  MakeHuman human;
} options = {.surfaces = "obj", .human = MAKE_HUMAN_DEFAULTS};

static const CliOption* option_list(void) {
  static const CliOption list[] = {
      {"--out", "-o", CLI_TEXT, &options.out, "PATH",
       "folder, or a mesh file to write alone; default: out; of a body the scene or clip"},
      {"--surfaces", NULL, CLI_TEXT, &options.surfaces, "EXT",
       "format of the surfaces (obj, stl, ply) or none"},
      {"--ascii", NULL, CLI_FLAG, &options.ascii, NULL, "numbers as text"},
      MAKE_HUMAN_OPTIONS(options.human),
      {0},
  };
  return list;
}

// ------------------------------------------------------------------------------------- the recipe

static bool is_recipe(const char* word) {
  size_t length = strlen(word);
  return length > 5 && strcmp(word + length - 5, ".json") == 0;
}

static BrnStatus read_recipe(BrnContext* ctx, const BrnJson* recipe, BrnShapeDef* def) {
  const char* name = json_string_value(brn__json_at(recipe, "/shape"));
  if (!name) {
    return brn__json_fail(ctx, BRN_BAD_FILE, recipe, "/shape",
                          "\"shape\" is missing: {\"shape\": \"fusiform\", ...}");
  }
  BrnShape shape;
  if (brn_shape_find(ctx, name, &shape) != BRN_OK) {
    return brn__json_fail(ctx, BRN_BAD_FILE, recipe, "/shape", "%s", brn_last_error(ctx));
  }
  *def = brn_shape_def_default(shape);
  return brn__fields_from_json(ctx, brn__shape_fields, def, recipe, "", "shape");
}

static BrnStatus load_recipe(BrnContext* ctx, const char* path, BrnShapeDef* def) {
  BrnSource source;
  BrnJson recipe;
  BRN_TRY(brn__source_open(ctx, path, &source));
  BrnStatus status = brn__json_open(ctx, source.data, source.size, path, &recipe);
  brn__source_close(ctx, &source);
  BRN_TRY(status);
  status = read_recipe(ctx, &recipe, def);
  brn__json_close(ctx, &recipe);
  return status;
}

static BrnStatus find_shape(Cli* cli, BrnShapeDef* def) {
  const char* word = cli->argument[0];
  if (is_recipe(word)) return load_recipe(cli->ctx, word, def);
  BrnShape shape;
  BRN_TRY(brn_shape_find(cli->ctx, word, &shape));
  *def = brn_shape_def_default(shape);
  return BRN_OK;
}

// any format that holds triangles, by extension
static bool check_surfaces(const Cli* cli) {
  char known[256] = "none";
  for (int i = 0; brn_format_info(i); i++) {
    const BrnFormatInfo* info = brn_format_info(i);
    size_t used = strlen(known);
    if (!info->writes || !info->holds_triangles || strchr(info->extensions, ' ')) continue;
    snprintf(known + used, sizeof known - used, " %s", info->extensions);
  }
  return cli_choose(cli, "surfaces cannot be written as", options.surfaces, known) >= 0;
}

static void warn_of_unused(const Cli* cli, BrnShape shape) {
  for (int i = 0; i < cli->setting_count; i++) {
    const BrnField* field = brn__field_find(brn__shape_fields, cli->setting[i].name);
    if (brn_shape_uses(shape, field->name)) continue;
    brn__log(cli->ctx, BRN_LOG_WARNING, "--%s changes nothing: the %s has none",
             cli->setting[i].name, brn_shape_name(shape));
  }
}

// ---------------------------------------------------------------------------------------- writing

enum { PATH_SIZE = 4096 };

typedef struct Outputs {
  char mesh[PATH_SIZE]; // the tets
  json_t* surfaces;     // paths, in the order of the labels
} Outputs;

static bool is_folder(const char* path) {
  struct stat info;
  return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

static BrnStatus write_mesh(Cli* cli, const BrnMesh* mesh, const char* path) {
  BrnWriteDef def = brn_write_def_default();
  if (options.ascii) def.encoding = BRN_ENCODING_ASCII;
  return brn_mesh_write(cli->ctx, mesh, path, &def);
}

// one closed surface a label: DIR/SHAPE/LABEL.obj
static BrnStatus write_surface(Cli* cli, const BrnMesh* mesh, int label, const char* path) {
  BrnSurface* surface;
  BRN_TRY(brn_mesh_label_boundary(cli->ctx, mesh, label, &surface));
  BrnStatus status = write_mesh(cli, surface->mesh, path);
  brn_surface_destroy(cli->ctx, surface);
  return status;
}

static BrnStatus write_surfaces(Cli* cli, const BrnMesh* mesh, const char* folder,
                                Outputs* outputs) {
  int *label = NULL, count = 0;
  BRN_TRY(brn__folder_make(cli->ctx, folder));
  BRN_TRY(brn_mesh_labels(cli->ctx, mesh, BRN_ON_TET, &label, &count));
  BrnStatus status = BRN_OK;
  for (int i = 0; i < count && status == BRN_OK; i++) {
    char path[PATH_SIZE + 256];
    const char* name = brn_mesh_label_name(mesh, BRN_ON_TET, label[i]);
    snprintf(path, sizeof path, "%s/%.128s.%.64s", folder, name, options.surfaces);
    status = write_surface(cli, mesh, label[i], path);
    json_array_append_new(outputs->surfaces, cli__text(path));
  }
  brn_free(cli->ctx, label);
  return status;
}

// a path with an extension of a format is a file, any other a folder
static bool is_file(Cli* cli, const char* path) {
  const BrnFormat* format;
  if (is_folder(path)) return false;
  const char* name = strrchr(path, '/');
  name = name ? name + 1 : path;
  return strchr(name, '.') && brn__format_find(cli->ctx, NULL, path, &format) == BRN_OK;
}

static BrnStatus write_all(Cli* cli, const BrnMesh* mesh, const char* name, Outputs* outputs) {
  if (is_file(cli, options.out)) {
    snprintf(outputs->mesh, sizeof outputs->mesh, "%s", options.out);
    return write_mesh(cli, mesh, options.out);
  }
  BRN_TRY(brn__folder_make(cli->ctx, options.out));
  snprintf(outputs->mesh, sizeof outputs->mesh, "%s/%s.vtu", options.out, name);
  BRN_TRY(write_mesh(cli, mesh, outputs->mesh));
  if (strcmp(options.surfaces, "none") == 0) return BRN_OK;
  char folder[PATH_SIZE];
  snprintf(folder, sizeof folder, "%s/%s", options.out, name);
  return write_surfaces(cli, mesh, folder, outputs);
}

// ----------------------------------------------------------------------------------------- telling

static BrnStatus tell(Cli* cli, const BrnMesh* mesh, const char* name, const Outputs* outputs,
                      double seconds) {
  BrnTetReport report;
  BRN_TRY(brn_tet_report(cli->ctx, mesh, BRN_ALL_LABELS, &report));
  json_t* facts =
      cli_facts(FACT("shape", name), FACT("mesh", outputs->mesh),
                FACT("surfaces", json_incref(outputs->surfaces)),
                FACT("points", mesh->vertex_count), FACT("tets", mesh->tet_count),
                FACT("volume", report.volume), FACT("min_dihedral", report.min_dihedral),
                FACT("max_dihedral", report.max_dihedral), FACT("seconds", seconds));
  cli_give(
      cli, facts,
      "{~bold}{shape}{~}: {tets} tets, {points} points, {volume:.3g*1e6} cm^3, dihedral angles "
      "{min_dihedral:.3g} to {max_dihedral:.4g} degrees, {seconds:.2f} s\n"
      "  wrote {mesh}\n{@surfaces}  wrote {.}\n{/}");
  return BRN_OK;
}

// --------------------------------------------------------------------------------------- the verb

static int run(Cli* cli) {
  BrnShapeDef def;
  BrnMesh* mesh = NULL;
  double start = brn__seconds();
  if (cli_makes_human(cli->argument[0])) return cli_make_human(cli, &options.human, options.out);
  if (!options.out) options.out = "out";
  if (!check_surfaces(cli)) return CLI_USAGE;
  BrnStatus status = find_shape(cli, &def);
  if (status != BRN_OK && !is_recipe(cli->argument[0])) {
    return cli_fail(cli, CLI_USAGE, "%s", brn_last_error(cli->ctx));
  }
  if (status != BRN_OK) return cli_fail_status(cli, status);
  if (!cli_apply_settings(cli, &def)) return CLI_USAGE;
  warn_of_unused(cli, def.shape);
  const char* name = brn_shape_name(def.shape);
  Outputs outputs = {.surfaces = json_array()};
  status = brn_shape_make(cli->ctx, &def, &mesh);
  if (status == BRN_OK) status = write_all(cli, mesh, name, &outputs);
  if (status == BRN_OK) status = tell(cli, mesh, name, &outputs, brn__seconds() - start);
  json_decref(outputs.surfaces);
  brn_mesh_destroy(cli->ctx, mesh);
  return status == BRN_OK ? CLI_DONE : cli_fail_status(cli, status);
}

const CliVerb cli_make = {
    .name = "make",
    .summary = "Makes a procedural body: tet mesh, labels, fibres, surfaces",
    .usage = "SHAPE|RECIPE.json|human|walk|run [options]",
    .notes =
        "human is a full body as a scene, walk and run are clips for it (docs/human.md).\n"
        "Shapes: fusiform, bipennate, pair, curved, bar, torus, block. A recipe is a JSON file "
        "with\n"
        "\"shape\" and any of the fields above. Not every field matters for every shape.\n"
        "Lengths are in metres; the muscle hangs along Y.",
    .examples = "brawn make fusiform\n"
                "brawn make fusiform --tets 100000 --length 0.3 -o meshes\n"
                "brawn make bipennate --pennation 30 -o feather.msh\n"
                "brawn make curved --bend 120 --surfaces stl\n"
                "brawn make human --clip walk -o body/human.json",
    .least = 1,
    .most = 1,
    .options = option_list,
    .fields = brn__shape_fields + 1, // the first is the shape itself, which is the argument
    .run = run,
};
