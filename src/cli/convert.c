// SPDX-License-Identifier: Apache-2.0

#include "cli/facts.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

// `brawn convert A B`: read, change as asked for, write.

static struct {
  const char *from, *to, *units, *to_units, *up, *to_up, *label;
  bool ascii, binary, compressed, big_endian;
  bool surface, weld, drop_orphans, flip;
} options;

static const CliOption* option_list(void) {
  static const CliOption list[] = {
      {"--ascii", NULL, CLI_FLAG, &options.ascii, NULL, "numbers as text"},
      {"--binary", NULL, CLI_FLAG, &options.binary, NULL,
       "raw numbers (the default where there are any)"},
      {"--compressed", NULL, CLI_FLAG, &options.compressed, NULL, "zlib (VTU)"},
      {"--big-endian", NULL, CLI_FLAG, &options.big_endian, NULL,
       "most significant byte first (PLY)"},
      {"--from", NULL, CLI_TEXT, &options.from, "FORMAT", "format of A; default: by extension"},
      {"--format", "--to", CLI_TEXT, &options.to, "FORMAT", "format of B; default: by extension"},
      {"--units", NULL, CLI_TEXT, &options.units, "UNIT", "unit of A: " CLI_UNITS "; default m"},
      {"--to-units", NULL, CLI_TEXT, &options.to_units, "UNIT", "unit of B; default m"},
      {"--up", NULL, CLI_TEXT, &options.up, "AXIS", "up-axis of A: x, y or z; default y"},
      {"--to-up", NULL, CLI_TEXT, &options.to_up, "AXIS", "up-axis of B; default y"},
      {"--surface", NULL, CLI_FLAG, &options.surface, NULL,
       "the boundary of the tets instead of the tets"},
      {"--label", NULL, CLI_TEXT, &options.label, "NAME",
       "with --surface: around the tets of one label, by name or id"},
      {"--weld", NULL, CLI_FLAG, &options.weld, NULL, "join points at exactly the same place"},
      {"--drop-orphans", NULL, CLI_FLAG, &options.drop_orphans, NULL,
       "lose points that belong to no cell"},
      {"--flip", NULL, CLI_FLAG, &options.flip, NULL, "turn triangles and tets inside out"},
      {0},
  };
  return list;
}

// ----------------------------------------------------------------------------------------- options

static bool make_defs(Cli* cli, BrnReadDef* in, BrnWriteDef* out) {
  *in = brn_read_def_default();
  *out = brn_write_def_default();
  in->format = options.from;
  out->format = options.to;
  if (options.ascii + options.binary + options.compressed > 1) {
    cli_fail(cli, CLI_USAGE, "choose one of --ascii, --binary and --compressed");
    return false;
  }
  if (options.ascii) out->encoding = BRN_ENCODING_ASCII;
  if (options.binary) out->encoding = BRN_ENCODING_BINARY;
  if (options.compressed) out->encoding = BRN_ENCODING_COMPRESSED;
  out->big_endian = options.big_endian;
  return cli_check_format(cli, options.from) && cli_check_format(cli, options.to) &&
         cli_read_unit(cli, options.units, &in->metres_per_unit) &&
         cli_read_unit(cli, options.to_units, &out->metres_per_unit) &&
         cli_read_axis(cli, options.up, &in->up) && cli_read_axis(cli, options.to_up, &out->up);
}

// ----------------------------------------------------------------------------------------- changes

static BrnStatus find_label(Cli* cli, const BrnMesh* mesh, const char* name, int* id) {
  char known[512] = "";
  for (int i = 0; i < mesh->label_count; i++) {
    const BrnLabel* label = &mesh->label[i];
    if (label->on != BRN_ON_TET) continue;
    *id = label->id;
    if (strcmp(label->name, name) == 0) return BRN_OK;
    size_t used = strlen(known);
    snprintf(known + used, sizeof known - used, "%s%s", used ? " " : "", label->name);
  }
  char* stop;
  long number = strtol(name, &stop, 10);
  *id = (int)number;
  if (!*stop && number >= INT_MIN && number <= INT_MAX) return BRN_OK;
  return brn__fail(cli->ctx, BRN_NOT_FOUND, "no tets have the label \"%s\"%s", name,
                   *known ? cli_hint(name, known).text : "");
}

// replaces the mesh by its boundary
static BrnStatus take_surface(Cli* cli, BrnMesh** mesh) {
  BrnSurface* surface;
  if (options.label) {
    int id;
    BRN_TRY(find_label(cli, *mesh, options.label, &id));
    BRN_TRY(brn_mesh_label_boundary(cli->ctx, *mesh, id, &surface));
  } else {
    BRN_TRY(brn_mesh_boundary(cli->ctx, *mesh, &surface));
  }
  brn_mesh_destroy(cli->ctx, *mesh);
  *mesh = surface->mesh;
  surface->mesh = NULL;
  brn_surface_destroy(cli->ctx, surface);
  if ((*mesh)->triangle_count > 0) return BRN_OK;
  const char* path = cli->argument[0];
  if (!options.label) {
    return brn__fail(cli->ctx, BRN_NOT_FOUND, "%s: has no tets, so there is no surface of them",
                     path);
  }
  return brn__fail(cli->ctx, BRN_NOT_FOUND, "%s: no tets have the label \"%s\"", path,
                   options.label);
}

static BrnStatus change(Cli* cli, BrnMesh** mesh) {
  int count;
  if (options.surface || options.label) BRN_TRY(take_surface(cli, mesh));
  if (options.weld) BRN_TRY(brn_mesh_weld(cli->ctx, *mesh, &count));
  if (options.drop_orphans) BRN_TRY(brn_mesh_drop_orphans(cli->ctx, *mesh, &count));
  if (options.flip) brn_mesh_flip(*mesh);
  return BRN_OK;
}

// --------------------------------------------------------------------------------------- the verb

static void tell(const Cli* cli, const BrnMesh* mesh) {
  json_t* facts = cli_facts(FACT("from", cli->argument[0]), FACT("to", cli->argument[1]),
                            FACT("points", mesh->vertex_count),
                            FACT("triangles", mesh->triangle_count), FACT("tets", mesh->tet_count));
  cli_give(cli, facts, "{from} -> {to}: {points} points, {triangles} triangles, {tets} tets\n");
}

static int run(Cli* cli) {
  BrnReadDef in;
  BrnWriteDef out;
  if (!make_defs(cli, &in, &out)) return CLI_USAGE;
  BrnMesh* mesh;
  BrnStatus status = brn_mesh_read(cli->ctx, cli->argument[0], &in, &mesh);
  if (status != BRN_OK) return cli_fail_status(cli, status);
  status = change(cli, &mesh);
  if (status == BRN_OK) status = brn_mesh_write(cli->ctx, mesh, cli->argument[1], &out);
  if (status == BRN_OK) tell(cli, mesh);
  brn_mesh_destroy(cli->ctx, mesh);
  return status == BRN_OK ? CLI_DONE : cli_fail_status(cli, status);
}

const CliVerb cli_convert = {
    .name = "convert",
    .summary = "Converts a mesh file to another format",
    .usage = "A B [options]",
    .notes =
        "Formats go by extension: obj, stl, ply, vtk, vtu, vtp, msh (Gmsh 4.1; --format gmsh2 for\n"
        "2.2), mesh (MEDIT), node and ele (TetGen). The order of points and cells is kept. What B\n"
        "cannot hold is left out with a warning. B is replaced only once it is complete.",
    .examples = "brawn convert arm.msh arm.vtu\n"
                "brawn convert arm.vtu arm.msh --format gmsh2 --ascii\n"
                "brawn convert biceps.stl biceps.obj --units mm --up z\n"
                "brawn convert arm.vtu biceps.ply --surface --label biceps",
    .least = 2,
    .most = 2,
    .options = option_list,
    .run = run,
};
