// SPDX-License-Identifier: Apache-2.0
//
// Writing MSH 4.1. Every label is an entity. Blocks of elements follow the mesh, not the entities:
// where labels alternate an entity has several blocks, and the order of the elements stays.

#include "io/gmsh.h"

static void put_entities(const BrnGmshOut* out, const BrnGmshEntities* entities) {
  for (int i = 0; i < entities->count; i++) {
    int group = entities->label[i];
    brn__gmsh_put_int(out, i + 1);
    for (int k = 0; k < 6; k++) brn__gmsh_put_double(out, entities->box[6 * (size_t)i + k]);
    brn__gmsh_put_size(out, group > 0);
    if (group > 0) brn__gmsh_put_int(out, group);
    brn__gmsh_put_size(out, 0); // what bounds it is not known
    brn__gmsh_put_end(out);
  }
}

static void write_entities(const BrnGmshOut* out) {
  brn__sink_text(out->sink, "$Entities\n");
  brn__gmsh_put_size(out, 0);
  brn__gmsh_put_size(out, 0);
  brn__gmsh_put_size(out, out->surface.count);
  brn__gmsh_put_size(out, out->volume.count);
  brn__gmsh_put_end(out);
  put_entities(out, &out->surface);
  put_entities(out, &out->volume);
  brn__sink_text(out->sink, out->binary ? "\n$EndEntities\n" : "$EndEntities\n");
}

// "blocks count lowest highest"
static void put_totals(const BrnGmshOut* out, int blocks, int count) {
  brn__gmsh_put_size(out, blocks);
  brn__gmsh_put_size(out, count);
  brn__gmsh_put_size(out, count > 0);
  brn__gmsh_put_size(out, count);
  brn__gmsh_put_end(out);
}

// all nodes are one block of the first volume, or surface when there is no volume
static void write_nodes(const BrnGmshOut* out) {
  const BrnMesh* mesh = out->mesh;
  int count = mesh->vertex_count;
  brn__sink_text(out->sink, "$Nodes\n");
  put_totals(out, count > 0, count);
  if (count > 0) {
    brn__gmsh_put_int(out, out->volume.count > 0 ? BRN_ON_TET : BRN_ON_TRIANGLE);
    brn__gmsh_put_int(out, 1);
    brn__gmsh_put_int(out, 0); // not parametric
    brn__gmsh_put_size(out, count);
    brn__gmsh_put_end(out);
  }
  for (int i = 0; i < count; i++) {
    brn__gmsh_put_size(out, i + 1);
    brn__gmsh_put_end(out);
  }
  for (int i = 0; i < count; i++) {
    brn__gmsh_put_point(out, i);
    brn__gmsh_put_end(out);
  }
  brn__sink_text(out->sink, out->binary ? "\n$EndNodes\n" : "$EndNodes\n");
}

static void write_run(const BrnGmshOut* out, const BrnGmshRun* run) {
  brn__gmsh_put_int(out, run->type == BRN_GMSH_TET ? BRN_ON_TET : BRN_ON_TRIANGLE);
  brn__gmsh_put_int(out, run->entity);
  brn__gmsh_put_int(out, run->type);
  brn__gmsh_put_size(out, run->count);
  brn__gmsh_put_end(out);
  for (int k = 0; k < run->count; k++) {
    int corner[4], corners = brn__gmsh_run_corners(out, run, k, corner);
    brn__gmsh_put_size(out, run->tag + k);
    for (int i = 0; i < corners; i++) brn__gmsh_put_size(out, corner[i] + 1);
    brn__gmsh_put_end(out);
  }
}

static void write_elements(const BrnGmshOut* out) {
  int blocks = 0, count = 0;
  for (BrnGmshRun run = {0}; brn__gmsh_next_run(out, &run);) blocks++, count += run.count;
  brn__sink_text(out->sink, "$Elements\n");
  put_totals(out, blocks, count);
  for (BrnGmshRun run = {0}; brn__gmsh_next_run(out, &run);) write_run(out, &run);
  brn__sink_text(out->sink, out->binary ? "\n$EndElements\n" : "$EndElements\n");
}

void brn__gmsh4_write(const BrnGmshOut* out) {
  write_entities(out);
  write_nodes(out);
  write_elements(out);
}
