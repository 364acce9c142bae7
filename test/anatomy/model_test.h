// SPDX-License-Identifier: Apache-2.0
//
// What the tests of the way from scene to model share: scenes as text with ' for ", a folder for
// files, and small bodies.

#pragma once

#include "brawn/anatomy.h"
#include "brawn/io.h"
#include "test.h"

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

/// A bar of muscle, 20 cm along y, between two slabs of bone.
#define BAR_MESH "'mesh': {'shape': {'shape': 'bar', 'tets': 600}}"
#define BAR_BONES "'bones': {'top': {'labels': 'bone_proximal'}, 'base': {'labels': 'bone_distal'}}"
#define BAR_MUSCLE "'labels': 'muscle', 'origin': 'top', 'insertion': 'base'"
#define BAR_WITH(more)                                                                             \
  "{'brawn': 1, " BAR_MESH ", " BAR_BONES ", 'muscles': {'m': {" BAR_MUSCLE more "}}}"

/// ' becomes ".
static inline char* model_text(const char* text) {
  char* copy = strdup(text);
  for (char* c = copy; *c; c++) *c = *c == '\'' ? '"' : *c;
  return copy;
}

static inline BrnScene* model_scene_in(BrnContext* ctx, const char* folder, const char* text) {
  char name[300], *json = model_text(text);
  BrnScene* scene;
  snprintf(name, sizeof name, "%s/scene.json", folder);
  ENSURE_OK(ctx, brn_scene_parse(ctx, json, strlen(json), name, &scene));
  free(json);
  return scene;
}

static inline BrnStatus model_try_in(BrnContext* ctx, const char* folder, const char* text,
                                     BrnModel** out) {
  BrnScene* scene = model_scene_in(ctx, folder, text);
  BrnBuildDef def = brn_build_def_default();
  BrnStatus status = brn_model_build(ctx, scene, &def, out, NULL);
  brn_scene_destroy(ctx, scene);
  return status;
}

static inline BrnModel* model_build(BrnContext* ctx, const char* text) {
  BrnModel* model;
  ENSURE_OK(ctx, model_try_in(ctx, ".", text, &model));
  return model;
}

/// The scene must be refused, with a message that has `expected`.
static inline void model_refuses(BrnContext* ctx, const char* text, const char* expected) {
  BrnModel* model;
  BrnStatus status = model_try_in(ctx, ".", text, &model);
  ENSURE(status != BRN_OK && status != BRN_NO_MEMORY);
  ENSURE(model == NULL);
  ENSURE_ERROR_HAS(ctx, expected);
}

/// A new folder, to be removed by model_remove_folder().
static inline void model_folder(char path[64]) {
  snprintf(path, 64, "/tmp/brawn-model-XXXXXX");
  ENSURE(mkdtemp(path) != NULL);
}

static inline int model_count_files(const char* path) {
  DIR* folder = opendir(path);
  int count = 0;
  if (!folder) return 0;
  for (struct dirent* entry; (entry = readdir(folder));) count += entry->d_name[0] != '.';
  closedir(folder);
  return count;
}

static inline void model_remove_folder(const char* path) {
  DIR* folder = opendir(path);
  ENSURE(folder != NULL);
  for (struct dirent* entry; (entry = readdir(folder));) {
    if (entry->d_name[0] != '.') unlinkat(dirfd(folder), entry->d_name, 0);
  }
  closedir(folder);
  rmdir(path);
}

static inline void model_write_file(const char* folder, const char* name, const char* bytes,
                                    size_t size) {
  char path[300];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE* file = fopen(path, "wb");
  ENSURE(file != NULL);
  ENSURE(fwrite(bytes, 1, size, file) == size);
  ENSURE(fclose(file) == 0);
}

static inline char* model_read_file(const char* path, size_t* size) {
  FILE* file = fopen(path, "rb");
  ENSURE(file != NULL);
  fseek(file, 0, SEEK_END);
  *size = (size_t)ftell(file);
  rewind(file);
  char* bytes = malloc(*size + 1);
  ENSURE(fread(bytes, 1, *size, file) == *size);
  fclose(file);
  return bytes;
}

/// A box as twelve triangles, facing out, into an .obj file.
static inline void model_write_box(const char* folder, const char* name, const double low[3],
                                   const double high[3]) {
  static const int quad[6][4] = {{1, 3, 4, 2}, {5, 6, 8, 7}, {1, 2, 6, 5},
                                 {3, 7, 8, 4}, {1, 5, 7, 3}, {2, 4, 8, 6}};
  char text[2000];
  int used = 0;
  for (int v = 0; v < 8; v++) {
    used += snprintf(text + used, sizeof text - (size_t)used, "v %.9g %.9g %.9g\n",
                     v & 1 ? high[0] : low[0], v & 2 ? high[1] : low[1], v & 4 ? high[2] : low[2]);
  }
  for (int f = 0; f < 6; f++) {
    used += snprintf(text + used, sizeof text - (size_t)used, "f %d %d %d %d\n", quad[f][0],
                     quad[f][1], quad[f][2], quad[f][3]);
  }
  model_write_file(folder, name, text, (size_t)used);
}

static inline const BrnModelPart* model_part(const BrnModel* model, const char* name) {
  for (int p = 0; p < model->part_count; p++) {
    if (strcmp(model->part[p].name, name) == 0) return &model->part[p];
  }
  fail_msg("there is no part \"%s\"", name);
  return NULL;
}

static inline void model_centroid(const BrnMesh* mesh, int tet, double out[3]) {
  for (int i = 0; i < 3; i++) {
    out[i] = 0;
    for (int k = 0; k < 4; k++) out[i] += mesh->position[3 * mesh->tet[4 * tet + k] + i] / 4;
  }
}
