// SPDX-License-Identifier: Apache-2.0

#include "bench/peers.h"

#include "core/vec.h"
#include "mesh/sort.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// CalculiX, by an input file. It has no log-free stable neo-Hookean energy; the nearest is its
// neo-Hookean one, C10 (I1bar - 3) + (J - 1)^2 / D1, with the same moduli at small strain: C10 = mu
// / 2, D1 = 2 / bulk. So the shapes agree up to the difference of the two energies.

bool peer_calculix_found(void) { return system("command -v ccx >/dev/null 2>&1") == 0; }

// ------------------------------------------------------------------------------------------- edges
// C3D10 has a node in the middle of each edge, numbered after the corners.

static const int edge_ends[6][2] = {{0, 1}, {1, 2}, {2, 0}, {0, 3}, {1, 3}, {2, 3}};

typedef struct Edges {
  int count;
  int* of_tet; // (tet_count x 6)
  int* end;    // (count x 2)
} Edges;

static uint64_t edge_key(const BrnMesh* mesh, int t, int e) {
  const int* v = mesh->tet + 4 * (size_t)t;
  uint64_t a = (uint64_t)v[edge_ends[e][0]], b = (uint64_t)v[edge_ends[e][1]];
  return a < b ? a << 32 | b : b << 32 | a;
}

static BrnStatus find_edges(BrnContext* ctx, const BrnMesh* mesh, Edges* edges) {
  int total = 6 * mesh->tet_count;
  BrnKeyed *list = brn__scratch(ctx, total, BrnKeyed), *spare = brn__scratch(ctx, total, BrnKeyed);
  edges->of_tet = brn__scratch(ctx, total, int);
  edges->end = brn__scratch(ctx, 2 * (size_t)total, int);
  if (!list || !spare || !edges->of_tet || !edges->end) return BRN_NO_MEMORY;
  for (int i = 0; i < total; i++) list[i] = (BrnKeyed){edge_key(mesh, i / 6, i % 6), i};
  brn__keys_sort(list, spare, total);
  edges->count = 0;
  for (int i = 0; i < total; i++) {
    if (i == 0 || list[i].key != list[i - 1].key) {
      edges->end[2 * edges->count] = (int)(list[i].key >> 32);
      edges->end[2 * edges->count + 1] = (int)(list[i].key & 0xffffffff);
      edges->count++;
    }
    edges->of_tet[list[i].item] = edges->count - 1;
  }
  return BRN_OK;
}

// -------------------------------------------------------------------------------------- input file

// it reads no number of more than twenty characters
static void write_nodes(FILE* file, const BrnMesh* mesh, const Edges* edges) {
  fprintf(file, "*NODE, NSET=ALL\n");
  for (int v = 0; v < mesh->vertex_count; v++) {
    const double* x = mesh->position + 3 * (size_t)v;
    fprintf(file, "%d, %.12g, %.12g, %.12g\n", v + 1, x[0], x[1], x[2]);
  }
  for (int e = 0; e < edges->count; e++) {
    const double* a = mesh->position + 3 * (size_t)edges->end[2 * e];
    const double* b = mesh->position + 3 * (size_t)edges->end[2 * e + 1];
    fprintf(file, "%d, %.12g, %.12g, %.12g\n", mesh->vertex_count + e + 1, (a[0] + b[0]) / 2,
            (a[1] + b[1]) / 2, (a[2] + b[2]) / 2);
  }
}

static void write_tets(FILE* file, const BrnMesh* mesh, const Edges* edges) {
  bool quadratic = edges->count > 0;
  fprintf(file, "*ELEMENT, TYPE=%s, ELSET=BODY\n", quadratic ? "C3D10" : "C3D4");
  for (int t = 0; t < mesh->tet_count; t++) {
    fprintf(file, "%d", t + 1);
    for (int k = 0; k < 4; k++) fprintf(file, ", %d", mesh->tet[4 * (size_t)t + (size_t)k] + 1);
    for (int e = 0; e < 6 && quadratic; e++) {
      fprintf(file, ", %d", mesh->vertex_count + edges->of_tet[6 * (size_t)t + (size_t)e] + 1);
    }
    fprintf(file, "\n");
  }
}

// an edge is held when both its ends are
static int held_at(const PeerBody* body, const Edges* edges, int node) {
  int e = node - body->mesh->vertex_count;
  if (e < 0) return body->held[node];
  int a = body->held[edges->end[2 * e]], b = body->held[edges->end[2 * e + 1]];
  return a == b ? a : 0;
}

static void write_set(FILE* file, const PeerBody* body, const Edges* edges, const char* name,
                      int kind) {
  fprintf(file, "*NSET, NSET=%s\n", name);
  for (int node = 0; node < body->mesh->vertex_count + edges->count; node++) {
    if (held_at(body, edges, node) == kind) fprintf(file, "%d,\n", node + 1);
  }
}

static void write_rest(FILE* file) {
  double mu = PEER_YOUNG / (2 * (1 + PEER_POISSON));
  double bulk = PEER_YOUNG / (3 * (1 - 2 * PEER_POISSON));
  fprintf(file, "*MATERIAL, NAME=FLESH\n*HYPERELASTIC, NEO HOOKE\n%.12g, %.12g\n", mu / 2,
          2 / bulk);
  fprintf(file, "*SOLID SECTION, ELSET=BODY, MATERIAL=FLESH\n*BOUNDARY\nFIXED, 1, 3\n");
  fprintf(file, "*STEP, NLGEOM, INC=100\n*STATIC\n1., 1.\n*BOUNDARY\n");
  for (int i = 0; i < 3; i++) fprintf(file, "MOVED, %d, %d, %.12g\n", i + 1, i + 1, peer_move[i]);
  fprintf(file, "*NODE PRINT, NSET=ALL, FREQUENCY=100\nU\n*END STEP\n");
}

static BrnStatus write_input(BrnContext* ctx, const PeerBody* body, const Edges* edges) {
  char path[300];
  snprintf(path, sizeof path, "%s/spindle.inp", body->folder);
  FILE* file = fopen(path, "w");
  if (!file) return brn__fail(ctx, BRN_IO_FAILED, "%s: cannot write", path);
  write_nodes(file, body->mesh, edges);
  write_tets(file, body->mesh, edges);
  write_set(file, body, edges, "FIXED", 1);
  write_set(file, body, edges, "MOVED", 2);
  write_rest(file);
  bool failed = ferror(file);
  if (fclose(file) != 0 || failed) return brn__fail(ctx, BRN_IO_FAILED, "%s: cannot write", path);
  return BRN_OK;
}

// ------------------------------------------------------------------------------------------ output

// the last table of displacements; false: there is none, or it is not whole
static bool read_shape(const PeerBody* body, double* position) {
  char path[300], line[256];
  snprintf(path, sizeof path, "%s/spindle.dat", body->folder);
  FILE* file = fopen(path, "r");
  int seen = 0;
  while (file && fgets(line, sizeof line, file)) {
    int node;
    double u[3];
    if (sscanf(line, "%d %lf %lf %lf", &node, &u[0], &u[1], &u[2]) != 4) continue;
    if (node < 1 || node > body->mesh->vertex_count) continue;
    size_t at = 3 * (size_t)(node - 1);
    brn__add3(position + at, body->mesh->position + at, u);
    seen++;
  }
  if (file) fclose(file);
  return seen >= body->mesh->vertex_count;
}

// iterations of all increments, by the table that it keeps
static int read_iterations(const PeerBody* body) {
  char path[300], line[256];
  snprintf(path, sizeof path, "%s/spindle.sta", body->folder);
  FILE* file = fopen(path, "r");
  int sum = 0, number[4];
  while (file && fgets(line, sizeof line, file)) {
    if (sscanf(line, "%d %d %d %d", &number[0], &number[1], &number[2], &number[3]) == 4) {
      sum += number[3];
    }
  }
  if (file) fclose(file);
  return sum;
}

static BrnStatus run(BrnContext* ctx, const PeerBody* body, PeerResult* result) {
  char command[800];
  snprintf(command, sizeof command,
           "cd '%s' && rm -f spindle.dat spindle.sta && OMP_NUM_THREADS=%d ccx spindle "
           ">calculix.log 2>&1",
           body->folder, result->cores);
  bool ran = true;
  for (int i = 0; i < result->repeats && ran; i++) {
    double begin = brn__seconds(), cpu = bench_child_cpu_seconds();
    ran = system(command) == 0;
    result->seconds[i] = brn__seconds() - begin;
    result->cpu[i] = bench_child_cpu_seconds() - cpu;
  }
  result->iterations = read_iterations(body);
  result->residual = NAN;
  if (!ran) return BRN_OK;
  double* position = brn__new(ctx, 3 * (size_t)body->mesh->vertex_count, double);
  if (!position) return BRN_NO_MEMORY;
  if (read_shape(body, position)) {
    result->position = position;
  } else {
    brn__free(ctx, position);
  }
  return BRN_OK;
}

BrnStatus peer_run_calculix(BrnContext* ctx, const PeerBody* body, bool quadratic,
                            PeerResult* result) {
  BrnScratchMark mark = brn__scratch_mark(ctx);
  Edges edges = {0};
  BrnStatus status = quadratic ? find_edges(ctx, body->mesh, &edges) : BRN_OK;
  if (status == BRN_OK) status = write_input(ctx, body, &edges);
  brn__scratch_release(ctx, mark);
  return status == BRN_OK ? run(ctx, body, result) : status;
}
