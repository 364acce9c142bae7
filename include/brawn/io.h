// SPDX-License-Identifier: Apache-2.0
//
// Meshes in files. The format goes by the extension; brn_format_info() tells which there are.
//
//   BrnMesh* mesh;
//   BRN_TRY(brn_mesh_read(ctx, "arm.msh", NULL, &mesh));
//   BRN_TRY(brn_mesh_write(ctx, mesh, "arm.vtu", NULL));
//
// What a file has and a mesh cannot hold (hexahedra, texture coordinates) is left out with a
// warning in the log that counts it. A file is written under a temporary name and renamed when it
// is whole, so a full disk never harms the one that was there.

#pragma once

#include "brawn/mesh.h"

#ifdef __cplusplus
extern "C" {
#endif

/// How numbers are laid down, for formats that give a choice.
typedef enum BrnEncoding {
  BRN_ENCODING_DEFAULT,    ///< what most programs read fastest: binary where there is one
  BRN_ENCODING_ASCII,      ///< text, to be read by people
  BRN_ENCODING_BINARY,     ///< raw
  BRN_ENCODING_COMPRESSED, ///< zlib; VTU only
} BrnEncoding;

/// Parameters of reading. Initialise with brn_read_def_default(); NULL in a call means just that.
typedef struct BrnReadDef {
  const char* format;     ///< name of a format; NULL (default): by extension
  double metres_per_unit; ///< length of the file's unit; default 1
  char up;                ///< the file's up-axis, 'x', 'y' or 'z'; default 'y'
  bool plain;             ///< take plain files only, no links and pipes; default false
  int cookie;             ///< set by brn_read_def_default(); leave it alone
} BrnReadDef;

/// Parameters of writing. Initialise with brn_write_def_default(); NULL in a call means just that.
typedef struct BrnWriteDef {
  const char* format;     ///< name of a format; NULL (default): by extension
  BrnEncoding encoding;   ///< default BRN_ENCODING_DEFAULT
  bool big_endian;        ///< PLY only: most significant byte first; default false
  double metres_per_unit; ///< length of the file's unit; default 1
  char up;                ///< the file's up-axis; default 'y'
  bool lazy;              ///< return before the bytes have reached the disk: faster, but a loss of
                          ///< power may cost the file; default false
  bool plain;             ///< replace a link rather than what it leads to; default false
  int cookie;             ///< set by brn_write_def_default(); leave it alone
} BrnWriteDef;

/// What a format can hold, for messages and completion.
typedef struct BrnFormatInfo {
  const char* name;       ///< "gmsh4", as in BrnReadDef.format
  const char* extensions; ///< "node ele": without dots, separated by spaces
  const char* title;      ///< one line for people
  bool reads, writes;
  bool holds_triangles, holds_tets, holds_labels, holds_arrays;
} BrnFormatInfo;

BRN_API BrnReadDef brn_read_def_default(void);
BRN_API BrnWriteDef brn_write_def_default(void);

/// @return the format of that index, from 0; NULL past the last one.
BRN_API const BrnFormatInfo* brn_format_info(int index);

/// Reads a mesh. On failure *out is NULL and brn_last_error() tells file, line or byte, and what
/// was expected there.
BRN_API BrnStatus brn_mesh_read(BrnContext* ctx, const char* path, const BrnReadDef* def,
                                BrnMesh** out);

/// Writes a mesh. Fails with BRN_UNSUPPORTED when nothing of it fits the format (tets into STL);
/// what is left out of the rest is told in the log.
BRN_API BrnStatus brn_mesh_write(BrnContext* ctx, const BrnMesh* mesh, const char* path,
                                 const BrnWriteDef* def);

// ----------------------------------------------------------------------------------- collections

/// The steps of a PVD collection: files in the order of the list.
typedef struct BrnCollection {
  int step_count;
  double* time; ///< s                                            (step_count)
  int* part;    ///<                                              (step_count)
  char** file;  ///< as written in the collection: relative to it  (step_count)
} BrnCollection;

BRN_API BrnStatus brn_collection_create(BrnContext* ctx, BrnCollection** out);
BRN_API void brn_collection_destroy(BrnContext* ctx, BrnCollection* collection);
BRN_API BrnStatus brn_collection_add(BrnContext* ctx, BrnCollection* collection, double time,
                                     int part, const char* file);
BRN_API BrnStatus brn_collection_read(BrnContext* ctx, const char* path, BrnCollection** out);
BRN_API BrnStatus brn_collection_write(BrnContext* ctx, const BrnCollection* collection,
                                       const char* path);

#ifdef __cplusplus
}
#endif
