// SPDX-License-Identifier: Apache-2.0
//
// MSH 2.2: nodes and elements one by one; an element carries its tags, of which the first two are
// the physical group and the entity.

#include "io/gmsh.h"

#include <string.h>

// ------------------------------------------------------------------------------------------ nodes

// "tag x y z"; in $ParametricNodes "dimension entity u v" of curves and surfaces follow
static BrnStatus read_node(BrnGmsh* g, int vertex, bool parametric) {
  int tag, dimension = 0, entity;
  BRN_TRY(brn__gmsh_int(g, &tag, "tag of node", vertex));
  BRN_TRY(brn__gmsh_set_node_tag(g, vertex, tag));
  BRN_TRY(brn__gmsh_read_point(g, vertex, 0));
  if (!parametric) return BRN_OK;
  BRN_TRY(brn__gmsh_int(g, &dimension, "dimension of node", vertex));
  BRN_TRY(brn__gmsh_int(g, &entity, "entity of node", vertex));
  double parameter;
  for (int k = 0; k < dimension && dimension < 3; k++) {
    BRN_TRY(brn__gmsh_double(g, &parameter, "parameter of node", vertex));
  }
  return BRN_OK;
}

static BrnStatus read_nodes(BrnGmsh* g) {
  const BrnGmshSection* plain = brn__gmsh_section(g, "Nodes");
  const BrnGmshSection* section = plain ? plain : brn__gmsh_section(g, "ParametricNodes");
  if (!section) return brn__fail(g->ctx, BRN_BAD_FILE, "%s: no $Nodes section", g->source->name);
  int64_t count;
  brn__gmsh_enter(g, section);
  BRN_TRY(brn__text_long(&g->text, &count, "number of nodes", -1));
  BRN_TRY(brn__gmsh_end_line(g));
  BRN_TRY(brn__gmsh_set_node_count(g, count, 8, 4 + 3 * 8));
  for (int i = 0; i < count; i++) BRN_TRY(read_node(g, i, !plain));
  return brn__gmsh_leave(g, section);
}

// --------------------------------------------------------------------------------------- elements

static BrnStatus read_tags(BrnGmsh* g, int count, BrnGmshElement* element) {
  if (count < 0) return brn__gmsh_fail(g, "element has %d tags", count);
  for (int i = 0; i < count; i++) {
    int tag;
    BRN_TRY(brn__gmsh_int(g, &tag, "tag of element", -1));
    if (i == 0) element->group = brn__gmsh_group(tag);
    if (i == 1) element->entity = tag;
  }
  return BRN_OK;
}

static bool same_corners(const BrnGmshElement* a, const BrnGmshElement* b) {
  int corners = a->type == BRN_GMSH_TRIANGLE ? 3 : 4, shared = 0;
  for (int i = 0; i < corners; i++) {
    for (int k = 0; k < corners; k++) shared += a->corner[i] == b->corner[k];
  }
  return shared == corners;
}

// Gmsh writes an element of several groups once for each of them, one after the other and maybe
// turned over: the first is kept.
static void drop_repeated(BrnGmsh* g) {
  if (g->element_count < 2) return;
  const BrnGmshElement* last = &g->element[g->element_count - 1];
  BrnGmshElement* before = &g->element[g->element_count - 2];
  if (last->type != before->type || last->entity != before->entity) return;
  if (last->group == before->group || !same_corners(last, before)) return;
  g->element_count--;
  if (before->item == 0) g->many_groups++;
  before->item = 1; // counted; the items are given out later
}

static BrnStatus read_element(BrnGmsh* g, int type, const BrnGmshKind* kind,
                              BrnGmshElement element) {
  int64_t node[4] = {0};
  for (int i = 0; i < kind->nodes; i++) {
    int tag;
    BRN_TRY(brn__gmsh_int(g, &tag, "node of element", (long)element.tag));
    if (i < 4) node[i] = tag;
  }
  size_t before = g->element_count;
  BRN_TRY(brn__gmsh_add_element(g, type, element, node));
  if (g->element_count > before) drop_repeated(g);
  return BRN_OK;
}

// "tag type tag_count tags... nodes..."
static BrnStatus read_text_element(BrnGmsh* g, int index) {
  BrnGmshElement element = {0};
  const BrnGmshKind* kind;
  int type, tag_count;
  BRN_TRY(brn__text_long(&g->text, &element.tag, "tag of element", index));
  BRN_TRY(brn__text_int(&g->text, &type, "type of element", index));
  BRN_TRY(brn__gmsh_find_kind(g, type, &kind));
  BRN_TRY(brn__text_int(&g->text, &tag_count, "number of tags of element", index));
  BRN_TRY(read_tags(g, tag_count, &element));
  return read_element(g, type, kind, element);
}

// "type count tag_count", then "tag tags... nodes..." for each
static BrnStatus read_binary_block(BrnGmsh* g, int most, int* count) {
  const BrnGmshKind* kind;
  int type, tag_count;
  BRN_TRY(brn__gmsh_int(g, &type, "type of a block of elements", -1));
  BRN_TRY(brn__gmsh_find_kind(g, type, &kind));
  BRN_TRY(brn__gmsh_int(g, count, "number of elements in a block", -1));
  BRN_TRY(brn__gmsh_int(g, &tag_count, "number of tags in a block", -1));
  if (*count < 1 || *count > most) {
    return brn__gmsh_fail(g, "a block has %d elements, expected 1 to %d", *count, most);
  }
  for (int i = 0; i < *count; i++) {
    BrnGmshElement element = {0};
    int tag;
    BRN_TRY(brn__gmsh_int(g, &tag, "tag of element", i));
    element.tag = tag;
    BRN_TRY(read_tags(g, tag_count, &element));
    BRN_TRY(read_element(g, type, kind, element));
  }
  return BRN_OK;
}

static BrnStatus read_elements(BrnGmsh* g) {
  const BrnGmshSection* section = brn__gmsh_section(g, "Elements");
  if (!section) return BRN_OK; // a point set
  int64_t count;
  brn__gmsh_enter(g, section);
  BRN_TRY(brn__text_long(&g->text, &count, "number of elements", -1));
  BRN_TRY(brn__gmsh_end_line(g));
  BRN_TRY(brn__gmsh_check_count(g, count, 8, 8, "elements"));
  BRN_TRY(brn__gmsh_reserve_elements(g, (int)count));
  for (int done = 0, block = 1; done < count; done += block) {
    BRN_TRY(g->binary ? read_binary_block(g, (int)count - done, &block)
                      : read_text_element(g, done));
  }
  return brn__gmsh_leave(g, section);
}

BrnStatus brn__gmsh2_read(BrnGmsh* g) {
  BRN_TRY(read_nodes(g));
  return read_elements(g);
}

// ---------------------------------------------------------------------------------------- writing

static void write_nodes(const BrnGmshOut* out) {
  const BrnMesh* mesh = out->mesh;
  brn__sink_printf(out->sink, "$Nodes\n%d\n", mesh->vertex_count);
  for (int i = 0; i < mesh->vertex_count; i++) {
    brn__gmsh_put_int(out, i + 1);
    brn__gmsh_put_point(out, i);
    brn__gmsh_put_end(out);
  }
  brn__sink_text(out->sink, out->binary ? "\n$EndNodes\n" : "$EndNodes\n");
}

static void write_run(const BrnGmshOut* out, const BrnGmshRun* run) {
  const int tag_count = 2;
  if (out->binary) {
    brn__gmsh_put_int(out, run->type);
    brn__gmsh_put_int(out, run->count);
    brn__gmsh_put_int(out, tag_count);
  }
  for (int k = 0; k < run->count; k++) {
    int corner[4], corners = brn__gmsh_run_corners(out, run, k, corner);
    brn__gmsh_put_int(out, run->tag + k);
    if (!out->binary) {
      brn__gmsh_put_int(out, run->type);
      brn__gmsh_put_int(out, tag_count);
    }
    brn__gmsh_put_int(out, run->group);
    brn__gmsh_put_int(out, run->entity);
    for (int i = 0; i < corners; i++) brn__gmsh_put_int(out, corner[i] + 1);
    brn__gmsh_put_end(out);
  }
}

static void write_elements(const BrnGmshOut* out) {
  int count = 0;
  for (BrnGmshRun run = {0}; brn__gmsh_next_run(out, &run);) count += run.count;
  brn__sink_printf(out->sink, "$Elements\n%d\n", count);
  for (BrnGmshRun run = {0}; brn__gmsh_next_run(out, &run);) write_run(out, &run);
  brn__sink_text(out->sink, out->binary ? "\n$EndElements\n" : "$EndElements\n");
}

void brn__gmsh2_write(const BrnGmshOut* out) {
  write_nodes(out);
  write_elements(out);
}
