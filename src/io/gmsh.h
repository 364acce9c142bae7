// SPDX-License-Identifier: Apache-2.0
//
// Gmsh's MSH files: what the versions share.
//
// A file is a list of sections, "$Nodes" to "$EndNodes". Their places are found first, and then
// they are read in the order in which they depend on each other, whatever their order in the file.
// Text and binary files hold the same numbers in nearly the same order, so the readers take them
// through brn__gmsh_int() and its sisters, which know which of the two it is.
//
// C. Geuzaine, J.-F. Remacle. Gmsh: a 3-D finite element mesh generator with built-in pre- and
// post-processing facilities. 2009; the formats are chapter "MSH file format" of its manual.

#pragma once

#include "io/format.h"
#include "io/polygon.h"
#include "io/tagmap.h"
#include "mesh/label_names.h"
#include "mesh/mesh.h"

// --------------------------------------------------------------------------------------- reading

typedef struct BrnGmshSection {
  BrnSlice name;    // without the "$"
  const char* body; // first character after the line of the name
  const char* end;  // the "$" of "$End..."
  int line;         // of body
} BrnGmshSection;

enum { BRN_GMSH_TRIANGLE = 2, BRN_GMSH_QUAD = 3, BRN_GMSH_TET = 4, BRN_GMSH_KINDS = 94 };

/// An element type of the file.
typedef struct BrnGmshKind {
  const char* name; // plural
  int nodes;        // 0: there is no such type
  int corners_as;   // triangle, quad or tet that its first nodes are the corners of; 0: left out
} BrnGmshKind;

/// An element that is kept.
typedef struct BrnGmshElement {
  int64_t tag;
  int type;      // triangle, quad or tet
  int group;     // physical tag; 0: none
  int entity;    // tag of the volume or surface it belongs to; 0: unknown
  int corner[4]; // vertex indices
  int item;      // triangle or tet it became, the first of two for a quad
} BrnGmshElement;

typedef struct BrnGmsh {
  BrnContext* ctx;
  const BrnSource* source;
  BrnMesh* mesh;

  int version; // 22, 40 or 41
  bool binary;
  size_t size_bytes; // of a size_t in a binary file: 4 or 8

  BrnGmshSection* section; // (section_count)
  size_t section_count, section_capacity;
  BrnText text;   // cursor of text, also in binary files
  BrnBytes bytes; // cursor of a binary section

  BrnLabelNames names;
  BrnTagMap node;          // tag to vertex
  BrnGmshElement* element; // in the order of the file (element_count)
  size_t element_count, element_capacity;
  int seen[BRN_GMSH_KINDS]; // elements of each type, kept or not
  int many_groups;          // elements that are in several groups
  size_t data_budget;       // numbers that arrays may still have: see gmsh_data.c
} BrnGmsh;

/// The first section of that name; NULL: there is none.
const BrnGmshSection* brn__gmsh_section(const BrnGmsh* g, const char* name);
/// Puts the cursors on the body of a section.
void brn__gmsh_enter(BrnGmsh* g, const BrnGmshSection* section);
/// Fails unless the section was read to its end.
BrnStatus brn__gmsh_leave(BrnGmsh* g, const BrnGmshSection* section);
/// Goes from a line of text to the numbers after it, which may be binary.
BrnStatus brn__gmsh_end_line(BrnGmsh* g);

BrnStatus brn__gmsh_int(BrnGmsh* g, int* out, const char* what, long index);
/// A size_t of format 4: counts, tags.
BrnStatus brn__gmsh_size(BrnGmsh* g, int64_t* out, const char* what, long index);
BrnStatus brn__gmsh_double(BrnGmsh* g, double* out, const char* what, long index);
/// Text in quotes, on this line or the next one that is not empty.
BrnStatus brn__gmsh_quoted(BrnGmsh* g, BrnSlice* out, const char* what);
/// Fails unless so many items, of at least so many bytes each, can follow.
BrnStatus brn__gmsh_check_count(BrnGmsh* g, int64_t count, size_t text_bytes, size_t binary_bytes,
                                const char* what);
/// Fails with file:line or file: byte, whichever it is.
BrnStatus brn__gmsh_fail(const BrnGmsh* g, const char* format, ...) BRN_PRINTF(2, 3);

// nodes and elements, gmsh_build.c

BrnStatus brn__gmsh_set_node_count(BrnGmsh* g, int64_t count, size_t text_bytes,
                                   size_t binary_bytes);
BrnStatus brn__gmsh_set_node_tag(BrnGmsh* g, int vertex, int64_t tag);
/// Reads x y z and passes over `more` parameters.
BrnStatus brn__gmsh_read_point(BrnGmsh* g, int vertex, int more);

/// Fails for a type that there is not.
BrnStatus brn__gmsh_find_kind(const BrnGmsh* g, int type, const BrnGmshKind** out);
BrnStatus brn__gmsh_reserve_elements(BrnGmsh* g, int more);
/// Adds an element, or counts it when it is of a kind that is left out.
/// @param node tags of its nodes; the first 4 are looked at
BrnStatus brn__gmsh_add_element(BrnGmsh* g, int type, BrnGmshElement element, const int64_t* node);
/// The label that a physical tag stands for: Gmsh marks a reversed surface by a minus.
int brn__gmsh_group(int physical);
/// Makes triangles, tets and labels of the elements, and says what was left out.
BrnStatus brn__gmsh_build(BrnGmsh* g);

// $NodeData and $ElementData, gmsh_data.c
BrnStatus brn__gmsh_read_data(BrnGmsh* g);

// the versions: nodes and elements
BrnStatus brn__gmsh2_read(BrnGmsh* g);
BrnStatus brn__gmsh4_read(BrnGmsh* g);

// --------------------------------------------------------------------------------------- writing

/// A surface or volume for each label, numbered from 1 in the order in which they appear.
typedef struct BrnGmshEntities {
  int count;
  BrnTagMap of_label; // label to index
  int* label;         // (count)
  double* box;        // lowest x y z, highest x y z  (count x 6)
} BrnGmshEntities;

typedef struct BrnGmshOut {
  BrnContext* ctx;
  const BrnMesh* mesh;
  BrnSink* sink;
  bool binary;
  BrnGmshEntities surface, volume;
} BrnGmshOut;

/// Elements of one type and label that follow each other: the faces first, then the tets.
typedef struct BrnGmshRun {
  int type;
  int entity;      // tag
  int group;       // physical tag; 0: none
  int first;       // triangle or tet; a quad is two triangles
  int count;       // elements
  int tag;         // of the first element
  BrnPolygon face; // the one after the run; of tets it is the end
} BrnGmshRun;

/// The run after this one; starts with a zeroed one. False: that was the last.
bool brn__gmsh_next_run(const BrnGmshOut* out, BrnGmshRun* run);
/// Corners of element k of a run; returns how many.
int brn__gmsh_run_corners(const BrnGmshOut* out, const BrnGmshRun* run, int k, int corner[4]);

void brn__gmsh_put_int(const BrnGmshOut* out, int value);
void brn__gmsh_put_size(const BrnGmshOut* out, int64_t value);
void brn__gmsh_put_double(const BrnGmshOut* out, double value);
void brn__gmsh_put_point(const BrnGmshOut* out, int vertex);
/// A name without quotes and line ends, in quotes and a line of its own.
void brn__gmsh_put_quoted(BrnSink* sink, const char* name);
/// Ends a line of numbers: nothing in binary.
void brn__gmsh_put_end(const BrnGmshOut* out);

void brn__gmsh_write_data(const BrnGmshOut* out);
void brn__gmsh2_write(const BrnGmshOut* out);
void brn__gmsh4_write(const BrnGmshOut* out);
/// All of a file around brn__gmsh2_write or brn__gmsh4_write.
BrnStatus brn__gmsh_write(BrnContext* ctx, const BrnMesh* mesh, const BrnWriteDef* def,
                          BrnSink* sink, int version);
