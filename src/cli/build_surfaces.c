// SPDX-License-Identifier: Apache-2.0

#include "cli/build.h"

#include <string.h>

// What is told of a body of surfaces: how large it is, and what holds it together.

static int inner_count(const BrnModel* model) {
  int count = 0;
  for (int i = 0; i < model->flesh_count; i++) count += model->flesh[i].inner_count;
  return count;
}

BuildConstraints build_constraints(const BrnModel* model) {
  BuildConstraints c = {.ties = brn_model_tie_count(model)};
  for (int i = 0; i < model->flesh_count; i++) {
    const BrnModelFlesh* flesh = &model->flesh[i];
    c.edges += flesh->edge_count - flesh->diagonal_count;
    c.diagonals += flesh->diagonal_count;
    if (flesh->inner_count > 0) c.links += flesh->vertex_count;
    for (int k = 0; k < flesh->inner_count; k++) c.links += flesh->parent[k] >= 0;
    if (flesh->volume > 0) c.volumes++; // an open surface has none
  }
  c.all = c.edges + c.diagonals + c.links + c.ties + c.volumes;
  return c;
}

// ------------------------------------------------------------------------------------------- text

static void tell_whole(const Cli* cli, const BrnModel* model, const BrnBuildReport* report) {
  int inner = inner_count(model);
  printf("%s%s%s: surfaces of %s vertices and %s triangles, %s inner points; ",
         cli_color(cli, CLI_BOLD), model->name && *model->name ? model->name : "model",
         cli_color(cli, CLI_PLAIN), cli_count(model->mesh->vertex_count - inner).text,
         cli_count(model->mesh->triangle_count).text, cli_count(inner).text);
  printf(report->cached ? "from the cache in %.2f s\n" : "built in %.1f s\n", report->seconds);
}

static void tell_constraints(const BrnModel* model) {
  BuildConstraints c = build_constraints(model);
  printf("  %s constraints: %s edges, %s diagonals, %s inner links, %s fascia ties, %s volumes\n",
         cli_count(c.all).text, cli_count(c.edges).text, cli_count(c.diagonals).text,
         cli_count(c.links).text, cli_count(c.ties).text, cli_count(c.volumes).text);
}

static void tell_parts(const Cli* cli, const BrnModel* model) {
  printf("  %s%-24s %9s %9s %10s %7s %7s%s\n", cli_color(cli, CLI_DIM), "part", "vertices",
         "triangles", "cm^3", "pieces", "inner", cli_color(cli, CLI_PLAIN));
  for (int i = 0; i < model->part_count; i++) {
    const BrnModelPart* part = &model->part[i];
    const BrnMesh* mesh = model->surface[part->surface].mesh;
    int sheet = brn_model_sheet_of(model, i);
    printf("  %-24s %9s %9s %10.2f %7d", part->name, cli_count(mesh->vertex_count).text,
           cli_count(mesh->triangle_count).text, 1e6 * part->volume, part->component_count);
    printf(sheet >= 0 ? " %7d\n" : "\n", sheet >= 0 ? model->flesh[sheet].inner_count : 0);
  }
  if (model->envelope.surface < 0) return;
  const BrnMesh* mesh = model->surface[model->envelope.surface].mesh;
  printf("  %-24s %9s %9s\n", "envelope", cli_count(mesh->vertex_count).text,
         cli_count(mesh->triangle_count).text);
}

void build_tell_surfaces(const Cli* cli, const BrnModel* model, const BrnBuildReport* report) {
  tell_whole(cli, model, report);
  tell_constraints(model);
  tell_parts(cli, model);
}

// ------------------------------------------------------------------------------------------- JSON

static json_t* flesh_json(const BrnModelFlesh* flesh) {
  json_t* row = json_object();
  cli_put_text(row, "name", flesh->name);
  cli_put_int(row, "vertices", flesh->vertex_count);
  cli_put_int(row, "triangles", flesh->triangle_count);
  cli_put_int(row, "inner", flesh->inner_count);
  cli_put_int(row, "edges", flesh->edge_count - flesh->diagonal_count);
  cli_put_int(row, "diagonals", flesh->diagonal_count);
  cli_put_real(row, "length", flesh->length);
  cli_put_real(row, "volume", flesh->volume);
  return row;
}

void build_json_surfaces(const BrnModel* model, json_t* object) {
  if (brn_model_count(model, BRN_OF_SHEETS) == 0) return;
  BuildConstraints c = build_constraints(model);
  json_t* list = json_array();
  for (int i = 0; i < model->flesh_count; i++) {
    json_array_append_new(list, flesh_json(&model->flesh[i]));
  }
  cli_put_int(object, "triangles", model->mesh->triangle_count);
  cli_put_int(object, "inner", inner_count(model));
  cli_put(object, "constraints",
          json_pack("{s:i, s:i, s:i, s:i, s:i, s:i}", "all", c.all, "edges", c.edges, "diagonals",
                    c.diagonals, "links", c.links, "ties", c.ties, "volumes", c.volumes));
  cli_put(object, "flesh", list);
}
