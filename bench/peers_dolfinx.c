// SPDX-License-Identifier: Apache-2.0

#include "bench/peers.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// FEniCSx, by the script bench/peers/spindle_dolfinx.py, which is part of the program. Two cores
// are two processes there.

extern const char bench_dolfinx_script[];

// the system's Python need not be the first in the path
static const char* python(void) {
  static const char* const names[] = {"python3", "/usr/bin/python3"};
  for (int i = 0; i < 2; i++) {
    char command[200];
    snprintf(command, sizeof command, "%s -c 'import dolfinx, petsc4py' >/dev/null 2>&1", names[i]);
    if (system(command) == 0) return names[i];
  }
  return NULL;
}

bool peer_dolfinx_found(void) { return python() != NULL; }

static bool write_file(const char* folder, const char* name, const void* bytes, size_t size) {
  char path[300];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE* file = fopen(path, "wb");
  if (!file) return false;
  bool done = fwrite(bytes, 1, size, file) == size;
  return fclose(file) == 0 && done;
}

static bool write_body(const PeerBody* body) {
  const BrnMesh* mesh = body->mesh;
  size_t vertices = (size_t)mesh->vertex_count, tets = (size_t)mesh->tet_count, length = 0;
  while (bench_dolfinx_script[length]) length++;
  return write_file(body->folder, "points.f64", mesh->position, 3 * sizeof(double) * vertices) &&
         write_file(body->folder, "tets.i32", mesh->tet, 4 * sizeof(int) * tets) &&
         write_file(body->folder, "held.i32", body->held, sizeof(int) * vertices) &&
         write_file(body->folder, "spindle_dolfinx.py", bench_dolfinx_script, length);
}

static bool read_numbers(const char* folder, PeerResult* result) {
  char path[300];
  snprintf(path, sizeof path, "%s/dolfinx.json", folder);
  json_t *root = json_load_file(path, 0, NULL), *seconds = json_object_get(root, "seconds");
  json_t* cpu = json_object_get(root, "cpu_seconds");
  result->iterations = (int)json_integer_value(json_object_get(root, "iterations"));
  result->residual = json_number_value(json_object_get(root, "residual"));
  for (int i = 0; i < result->repeats; i++) {
    result->seconds[i] = json_number_value(json_array_get(seconds, (size_t)i));
    result->cpu[i] = json_number_value(json_array_get(cpu, (size_t)i));
  }
  json_decref(root);
  return root != NULL;
}

static BrnStatus read_shape(BrnContext* ctx, const PeerBody* body, PeerResult* result) {
  size_t count = 3 * (size_t)body->mesh->vertex_count;
  char path[300];
  snprintf(path, sizeof path, "%s/dolfinx.f64", body->folder);
  double* position = brn__new(ctx, count, double);
  if (!position) return BRN_NO_MEMORY;
  FILE* file = fopen(path, "rb");
  bool got = file && fread(position, sizeof *position, count, file) == count;
  if (file) fclose(file);
  if (!got) {
    brn__free(ctx, position);
    position = NULL;
  }
  result->position = position;
  return BRN_OK;
}

BrnStatus peer_run_dolfinx(BrnContext* ctx, const PeerBody* body, PeerResult* result) {
  char command[1000], launch[160] = "";
  const char* name = python();
  if (!name) return BRN_OK;
  if (!write_body(body)) {
    return brn__fail(ctx, BRN_IO_FAILED, "%s: cannot write the body", body->folder);
  }
  if (result->cores > 1) {
    snprintf(launch, sizeof launch,
             "OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 mpirun --oversubscribe -n "
             "%d",
             result->cores);
  }
  snprintf(command, sizeof command,
           "rm -f '%s'/dolfinx.*; OMP_NUM_THREADS=1 %s %s '%s/spindle_dolfinx.py' '%s' %d "
           ">'%s/dolfinx.log' 2>&1",
           body->folder, launch, name, body->folder, body->folder, result->repeats, body->folder);
  bool ran = system(command) == 0 && read_numbers(body->folder, result);
  return ran ? read_shape(ctx, body, result) : BRN_OK;
}
