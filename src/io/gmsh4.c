// SPDX-License-Identifier: Apache-2.0
//
// Reading MSH 4.1 and 4.0: nodes and elements come in blocks, each on an entity (a point, curve,
// surface or volume), and the entities carry the physical groups.
//
// 4.0 differs in little: the entity's tag stands before its dimension, points have a box, nodes
// have their tag beside their coordinates, and tags are narrower, which text does not show.

#include "io/gmsh.h"

// --------------------------------------------------------------------------------------- entities

typedef struct Entity {
  int group; // first physical tag; 0: none
  int groups;
} Entity;

typedef struct Reader {
  BrnGmsh* g;
  Entity* entity; // (count)
  size_t count, capacity;
  BrnTagMap map; // of dimension and tag to entity
} Reader;

static int64_t key_of(int dimension, int tag) { return ((int64_t)dimension << 32) + tag; }

static BrnStatus skip_ints(BrnGmsh* g, const char* what) {
  int64_t count;
  int skipped;
  BRN_TRY(brn__gmsh_size(g, &count, what, -1));
  for (int64_t i = 0; i < count; i++) BRN_TRY(brn__gmsh_int(g, &skipped, what, -1));
  return BRN_OK;
}

// "parent_dimension parent_tag partitions..."
static BrnStatus skip_partition(BrnGmsh* g) {
  int skipped;
  BRN_TRY(brn__gmsh_int(g, &skipped, "dimension of parent entity", -1));
  BRN_TRY(brn__gmsh_int(g, &skipped, "tag of parent entity", -1));
  return skip_ints(g, "partitions of entity");
}

// "tag partition"
static BrnStatus skip_ghost(BrnGmsh* g) {
  int skipped;
  BRN_TRY(brn__gmsh_int(g, &skipped, "tag of ghost entity", -1));
  return brn__gmsh_int(g, &skipped, "partition of ghost entity", -1);
}

static BrnStatus read_groups(BrnGmsh* g, Entity* entity) {
  int64_t count;
  int tag;
  BRN_TRY(brn__gmsh_size(g, &count, "number of physical groups of entity", -1));
  for (int64_t i = 0; i < count; i++) {
    BRN_TRY(brn__gmsh_int(g, &tag, "physical group of entity", -1));
    if (entity->groups == 0) entity->group = brn__gmsh_group(tag);
    entity->groups = 1 + (i > 0);
  }
  return BRN_OK;
}

// "tag [partition] box groups... bounds..."; the parts of a partition stand for their parents
static BrnStatus read_entity(Reader* r, int dimension, bool partitioned) {
  BrnGmsh* g = r->g;
  Entity entity = {0};
  int tag, found;
  double skipped;
  BRN_TRY(brn__gmsh_int(g, &tag, "tag of entity", -1));
  if (partitioned) BRN_TRY(skip_partition(g));
  int box = dimension > 0 || g->version == 40 ? 6 : 3;
  for (int i = 0; i < box; i++) BRN_TRY(brn__gmsh_double(g, &skipped, "box of entity", tag));
  BRN_TRY(read_groups(g, &entity));
  if (dimension > 0) BRN_TRY(skip_ints(g, "bounds of entity"));

  if (dimension < 2) return BRN_OK; // nothing of theirs is kept
  BRN_TRY(brn__grow(g->ctx, &r->entity, &r->capacity, r->count + 1, sizeof entity));
  int64_t key = key_of(dimension, tag);
  BRN_TRY(brn__tag_map_add(g->ctx, &r->map, key, (int)r->count, &found));
  r->entity[found] = entity;
  if (found == (int)r->count) r->count++;
  return BRN_OK;
}

// fewest bytes of an entity: "1 0 0 0 0\n" as text, a point without groups in binary
static BrnStatus read_entity_counts(BrnGmsh* g, int64_t count[4]) {
  static const char* const what[] = {"points", "curves", "surfaces", "volumes"};
  for (int d = 0; d < 4; d++) {
    BRN_TRY(brn__gmsh_size(g, &count[d], what[d], -1));
    BRN_TRY(brn__gmsh_check_count(g, count[d], 10, 4 + 24 + g->size_bytes, what[d]));
  }
  return BRN_OK;
}

static BrnStatus read_entities(Reader* r, const char* name, bool partitioned) {
  BrnGmsh* g = r->g;
  const BrnGmshSection* section = brn__gmsh_section(g, name);
  if (!section) return BRN_OK;
  int64_t count[4], partitions, ghosts;
  brn__gmsh_enter(g, section);
  if (partitioned) {
    BRN_TRY(brn__gmsh_size(g, &partitions, "number of partitions", -1));
    BRN_TRY(brn__gmsh_size(g, &ghosts, "number of ghost entities", -1));
    for (int64_t i = 0; i < ghosts; i++) BRN_TRY(skip_ghost(g));
  }
  BRN_TRY(read_entity_counts(g, count));
  for (int d = 0; d < 4; d++) {
    for (int64_t i = 0; i < count[d]; i++) BRN_TRY(read_entity(r, d, partitioned));
  }
  return brn__gmsh_leave(g, section);
}

// ------------------------------------------------------------------------------------------ nodes

// 4.1 puts the dimension first, 4.0 the tag
static BrnStatus read_place(BrnGmsh* g, int* dimension, int* tag) {
  bool old = g->version == 40;
  BRN_TRY(brn__gmsh_int(g, old ? tag : dimension, "dimension and tag of an entity", -1));
  BRN_TRY(brn__gmsh_int(g, old ? dimension : tag, "dimension and tag of an entity", -1));
  if (*dimension >= 0 && *dimension <= 3) return BRN_OK;
  return brn__gmsh_fail(g, "dimension of a block is %d, expected 0 to 3", *dimension);
}

static BrnStatus read_node_block(BrnGmsh* g, int first, int most, int* count) {
  int dimension, tag, parametric;
  int64_t size, node;
  BRN_TRY(read_place(g, &dimension, &tag));
  BRN_TRY(brn__gmsh_int(g, &parametric, "0, or 1 for parameters", -1));
  BRN_TRY(brn__gmsh_size(g, &size, "number of nodes in a block", -1));
  if (size < 0 || size > most) {
    return brn__gmsh_fail(g, "a block has %lld nodes, but only %d of $Nodes are left",
                          (long long)size, most);
  }
  *count = (int)size;
  bool old = g->version == 40;
  for (int i = 0; i < *count && !old; i++) {
    BRN_TRY(brn__gmsh_size(g, &node, "tag of node", first + i));
    BRN_TRY(brn__gmsh_set_node_tag(g, first + i, node));
  }
  for (int i = 0; i < *count; i++) {
    if (old) {
      BRN_TRY(brn__gmsh_size(g, &node, "tag of node", first + i));
      BRN_TRY(brn__gmsh_set_node_tag(g, first + i, node));
    }
    BRN_TRY(brn__gmsh_read_point(g, first + i, parametric ? dimension : 0));
  }
  return BRN_OK;
}

// "blocks count", and in 4.1 the lowest and highest tag, which nobody needs
static BrnStatus read_totals(BrnGmsh* g, int64_t* blocks, int64_t* count, const char* what) {
  int64_t skipped;
  BRN_TRY(brn__gmsh_size(g, blocks, "number of blocks", -1));
  BRN_TRY(brn__gmsh_size(g, count, what, -1));
  if (g->version == 40) return BRN_OK;
  BRN_TRY(brn__gmsh_size(g, &skipped, "lowest tag", -1));
  return brn__gmsh_size(g, &skipped, "highest tag", -1);
}

static BrnStatus read_nodes(BrnGmsh* g) {
  const BrnGmshSection* section = brn__gmsh_section(g, "Nodes");
  if (!section) return brn__fail(g->ctx, BRN_BAD_FILE, "%s: no $Nodes section", g->source->name);
  int64_t blocks, count;
  brn__gmsh_enter(g, section);
  BRN_TRY(read_totals(g, &blocks, &count, "number of nodes"));
  BRN_TRY(brn__gmsh_set_node_count(g, count, 8, g->size_bytes + 24));
  int done = 0;
  for (int64_t b = 0; b < blocks; b++) {
    int size = 0;
    BRN_TRY(read_node_block(g, done, (int)count - done, &size));
    done += size;
  }
  if (done < count) {
    return brn__gmsh_fail(g, "the blocks of $Nodes hold %d nodes, expected %d", done, (int)count);
  }
  return brn__gmsh_leave(g, section);
}

// --------------------------------------------------------------------------------------- elements

static BrnStatus read_element(BrnGmsh* g, int type, const BrnGmshKind* kind,
                              BrnGmshElement element) {
  int64_t node[4] = {0}, tag;
  BRN_TRY(brn__gmsh_size(g, &element.tag, "tag of element", -1));
  for (int i = 0; i < kind->nodes; i++) {
    BRN_TRY(brn__gmsh_size(g, &tag, "node of element", (long)element.tag));
    if (i < 4) node[i] = tag;
  }
  return brn__gmsh_add_element(g, type, element, node);
}

static BrnStatus read_element_block(Reader* r) {
  BrnGmsh* g = r->g;
  BrnGmshElement element = {0};
  const BrnGmshKind* kind;
  int dimension, type;
  int64_t count;
  BRN_TRY(read_place(g, &dimension, &element.entity));
  BRN_TRY(brn__gmsh_int(g, &type, "type of a block of elements", -1));
  BRN_TRY(brn__gmsh_find_kind(g, type, &kind));
  BRN_TRY(brn__gmsh_size(g, &count, "number of elements in a block", -1));
  size_t numbers = 1 + (size_t)kind->nodes;
  BRN_TRY(brn__gmsh_check_count(g, count, 2 * numbers, g->size_bytes * numbers, kind->name));
  if (kind->corners_as) BRN_TRY(brn__gmsh_reserve_elements(g, (int)count));

  int found = brn__tag_map_find(&r->map, key_of(dimension, element.entity));
  if (found >= 0) element.group = r->entity[found].group;
  if (found >= 0 && r->entity[found].groups > 1) g->many_groups += (int)count;
  for (int64_t i = 0; i < count; i++) BRN_TRY(read_element(g, type, kind, element));
  return BRN_OK;
}

static BrnStatus read_elements(Reader* r) {
  BrnGmsh* g = r->g;
  const BrnGmshSection* section = brn__gmsh_section(g, "Elements");
  if (!section) return BRN_OK; // a point set
  int64_t blocks, count;
  brn__gmsh_enter(g, section);
  BRN_TRY(read_totals(g, &blocks, &count, "number of elements"));
  for (int64_t b = 0; b < blocks; b++) BRN_TRY(read_element_block(r));
  int64_t seen = 0;
  for (int type = 0; type < BRN_GMSH_KINDS; type++) seen += g->seen[type];
  if (seen != count) {
    return brn__gmsh_fail(g, "the blocks of $Elements hold %lld elements, expected %lld",
                          (long long)seen, (long long)count);
  }
  return brn__gmsh_leave(g, section);
}

static BrnStatus read_parts(Reader* r) {
  BRN_TRY(read_entities(r, "Entities", false));
  BRN_TRY(read_entities(r, "PartitionedEntities", true));
  BRN_TRY(read_nodes(r->g));
  return read_elements(r);
}

BrnStatus brn__gmsh4_read(BrnGmsh* g) {
  Reader r = {.g = g};
  BrnStatus status = read_parts(&r);
  brn__tag_map_free(g->ctx, &r.map);
  brn__free(g->ctx, r.entity);
  return status;
}
