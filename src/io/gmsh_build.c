// SPDX-License-Identifier: Apache-2.0
//
// From the elements of an MSH file to a mesh: which kinds are taken, nodes by tags, labels by
// physical groups.

#include "io/gmsh.h"
#include "io/tally.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// In every type the corners come first, so a curved element is read by its corners alone.
static const BrnGmshKind kinds[BRN_GMSH_KINDS] = {
    [1] = {"lines", 2, 0},
    [2] = {"triangles", 3, BRN_GMSH_TRIANGLE},
    [3] = {"quads", 4, BRN_GMSH_QUAD},
    [4] = {"tets", 4, BRN_GMSH_TET},
    [5] = {"hexahedra", 8, 0},
    [6] = {"prisms", 6, 0},
    [7] = {"pyramids", 5, 0},
    [8] = {"3-node lines", 3, 0},
    [9] = {"6-node triangles", 6, BRN_GMSH_TRIANGLE},
    [10] = {"9-node quads", 9, BRN_GMSH_QUAD},
    [11] = {"10-node tets", 10, BRN_GMSH_TET},
    [12] = {"27-node hexahedra", 27, 0},
    [13] = {"18-node prisms", 18, 0},
    [14] = {"14-node pyramids", 14, 0},
    [15] = {"points", 1, 0},
    [16] = {"8-node quads", 8, BRN_GMSH_QUAD},
    [17] = {"20-node hexahedra", 20, 0},
    [18] = {"15-node prisms", 15, 0},
    [19] = {"13-node pyramids", 13, 0},
    [20] = {"9-node triangles", 9, BRN_GMSH_TRIANGLE},
    [21] = {"10-node triangles", 10, BRN_GMSH_TRIANGLE},
    [22] = {"12-node triangles", 12, BRN_GMSH_TRIANGLE},
    [23] = {"15-node triangles", 15, BRN_GMSH_TRIANGLE},
    [24] = {"15-node incomplete triangles", 15, BRN_GMSH_TRIANGLE},
    [25] = {"21-node triangles", 21, BRN_GMSH_TRIANGLE},
    [26] = {"4-node lines", 4, 0},
    [27] = {"5-node lines", 5, 0},
    [28] = {"6-node lines", 6, 0},
    [29] = {"20-node tets", 20, BRN_GMSH_TET},
    [30] = {"35-node tets", 35, BRN_GMSH_TET},
    [31] = {"56-node tets", 56, BRN_GMSH_TET},
    [92] = {"64-node hexahedra", 64, 0},
    [93] = {"125-node hexahedra", 125, 0},
};

static bool is_point_or_line(int type) {
  return type == 15 || type == 1 || type == 8 || (type >= 26 && type <= 28);
}

// ------------------------------------------------------------------------------------------ nodes

BrnStatus brn__gmsh_set_node_count(BrnGmsh* g, int64_t count, size_t text_bytes,
                                   size_t binary_bytes) {
  BRN_TRY(brn__gmsh_check_count(g, count, text_bytes, binary_bytes, "nodes"));
  return brn__mesh_set_vertex_count(g->ctx, g->mesh, (int)count);
}

BrnStatus brn__gmsh_set_node_tag(BrnGmsh* g, int vertex, int64_t tag) {
  int found;
  BRN_TRY(brn__tag_map_add(g->ctx, &g->node, tag, vertex, &found));
  if (found == vertex) return BRN_OK;
  return brn__gmsh_fail(g, "node tag %lld is there twice, for nodes %d and %d of the file",
                        (long long)tag, found, vertex);
}

BrnStatus brn__gmsh_read_point(BrnGmsh* g, int vertex, int more) {
  double* x = g->mesh->position + 3 * (size_t)vertex;
  for (int k = 0; k < 3; k++) {
    BRN_TRY(brn__gmsh_double(g, &x[k], "coordinate of node", vertex));
    if (isfinite(x[k])) continue;
    return brn__gmsh_fail(g, "%c of node %d is %s, expected a finite number", 'x' + k, vertex,
                          isnan(x[k]) ? "not a number" : "infinite");
  }
  for (double parameter; more > 0; more--) {
    BRN_TRY(brn__gmsh_double(g, &parameter, "parameter of node", vertex));
  }
  return BRN_OK;
}

// --------------------------------------------------------------------------------------- elements

BrnStatus brn__gmsh_find_kind(const BrnGmsh* g, int type, const BrnGmshKind** out) {
  bool known = type > 0 && type < BRN_GMSH_KINDS && kinds[type].nodes > 0;
  *out = known ? &kinds[type] : NULL;
  return known ? BRN_OK : brn__gmsh_fail(g, "element type %d is not known", type);
}

BrnStatus brn__gmsh_reserve_elements(BrnGmsh* g, int more) {
  return brn__grow(g->ctx, &g->element, &g->element_capacity, g->element_count + (size_t)more,
                   sizeof *g->element);
}

int brn__gmsh_group(int physical) {
  if (physical == INT_MIN) return INT_MAX;
  return abs(physical);
}

BrnStatus brn__gmsh_add_element(BrnGmsh* g, int type, BrnGmshElement element, const int64_t* node) {
  g->seen[type]++;
  element.type = kinds[type].corners_as;
  if (!element.type) return BRN_OK;
  int corners = element.type == BRN_GMSH_TRIANGLE ? 3 : 4;
  for (int k = 0; k < corners; k++) {
    element.corner[k] = brn__tag_map_find(&g->node, node[k]);
    if (element.corner[k] >= 0) continue;
    return brn__gmsh_fail(g, "element %lld has node %lld, which is not in $Nodes",
                          (long long)element.tag, (long long)node[k]);
  }
  BRN_TRY(brn__gmsh_reserve_elements(g, 1));
  g->element[g->element_count++] = element;
  return BRN_OK;
}

// --------------------------------------------------------------------------------- triangles, tets

static BrnStatus put_tets(BrnGmsh* g) {
  size_t count = 0;
  for (size_t i = 0; i < g->element_count; i++) count += g->element[i].type == BRN_GMSH_TET;
  if (count > INT_MAX) {
    return brn__fail(g->ctx, BRN_UNSUPPORTED, "%s: more than %d tets", g->source->name, INT_MAX);
  }
  BRN_TRY(brn__mesh_set_tet_count(g->ctx, g->mesh, (int)count));
  int tet = 0;
  for (size_t i = 0; i < g->element_count; i++) {
    BrnGmshElement* e = &g->element[i];
    if (e->type != BRN_GMSH_TET) continue;
    memcpy(g->mesh->tet + 4 * (size_t)tet, e->corner, 4 * sizeof(int));
    e->item = tet++;
  }
  return BRN_OK;
}

static BrnStatus put_faces(BrnGmsh* g) {
  BrnPolygons faces = {0};
  BrnStatus status = BRN_OK;
  for (size_t i = 0; i < g->element_count && status == BRN_OK; i++) {
    BrnGmshElement* e = &g->element[i];
    if (e->type == BRN_GMSH_TET) continue;
    e->item = faces.triangle_count;
    status = brn__polygons_add(g->ctx, &faces, e->corner, e->type == BRN_GMSH_QUAD ? 4 : 3, 0);
  }
  if (status == BRN_OK) status = brn__polygons_to_mesh(g->ctx, &faces, g->mesh);
  brn__polygons_free(g->ctx, &faces);
  return status;
}

// ----------------------------------------------------------------------------------------- labels

// Labels are physical groups. A file without any group is told apart by its entities; but one
// entity of tag 1 is what a mesh without labels is written as, and says nothing.
static BrnStatus put_labels(BrnGmsh* g, bool tets) {
  bool groups = false, tell = false;
  for (size_t i = 0; i < g->element_count; i++) groups |= g->element[i].group != 0;
  for (size_t i = 0; i < g->element_count; i++) {
    const BrnGmshElement* e = &g->element[i];
    if ((e->type == BRN_GMSH_TET) != tets) continue;
    tell |= groups ? e->group != 0 : e->entity != 0 && e->entity != 1;
  }
  if (!tell) return BRN_OK;
  BRN_TRY(tets ? brn__mesh_need_tet_labels(g->ctx, g->mesh)
               : brn__mesh_need_triangle_labels(g->ctx, g->mesh));
  int* label = tets ? g->mesh->tet_label : g->mesh->triangle_label;
  for (size_t i = 0; i < g->element_count; i++) {
    const BrnGmshElement* e = &g->element[i];
    if ((e->type == BRN_GMSH_TET) != tets) continue;
    label[e->item] = groups ? e->group : e->entity;
    if (e->type == BRN_GMSH_QUAD) label[e->item + 1] = label[e->item];
  }
  return BRN_OK;
}

// -------------------------------------------------------------------------------------- log

typedef bool KindTest(int type);

static bool is_cut(int type) { return kinds[type].corners_as && kinds[type].corners_as != type; }
static bool is_left_out(int type) { return !kinds[type].corners_as && !is_point_or_line(type); }

static BrnTally list_kinds(const BrnGmsh* g, KindTest* test) {
  BrnTally list = {0};
  for (int type = 1; type < BRN_GMSH_KINDS; type++) {
    if (test(type)) brn__tally_add(&list, (size_t)g->seen[type], kinds[type].name);
  }
  return list;
}

static void log_kinds(const BrnGmsh* g) {
  const char* file = g->source->name;
  BrnTally trifles = list_kinds(g, is_point_or_line), cut = list_kinds(g, is_cut);
  BrnTally left_out = list_kinds(g, is_left_out);
  brn__tally_log(&trifles, g->ctx, BRN_LOG_INFO, file, NULL);
  brn__tally_log_corners(&cut, g->ctx, file);
  brn__tally_log(&left_out, g->ctx, BRN_LOG_WARNING, file, BRN_TALLY_ONLY_SIMPLICES);
  if (g->many_groups > 0) {
    brn__log(g->ctx, BRN_LOG_WARNING,
             "%s: %d elements are in several physical groups; each keeps its first", file,
             g->many_groups);
  }
}

BrnStatus brn__gmsh_build(BrnGmsh* g) {
  BRN_TRY(put_faces(g));
  BRN_TRY(put_tets(g));
  BRN_TRY(put_labels(g, false));
  BRN_TRY(put_labels(g, true));
  log_kinds(g);
  return BRN_OK;
}
