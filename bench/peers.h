// SPDX-License-Identifier: Apache-2.0
//
// The body that Brawn and other programs solve, and what each of them tells.

#pragma once

#include "bench/bench.h"
#include "brawn/anatomy.h"
#include "brawn/mesh.h"
#include "core/core.h"

enum { PEER_REPEATS = 8 };

typedef struct PeerBody {
  int n;              // cells across
  BrnMesh* mesh;      // labels 1 and 3: bones, 2: flesh
  int* held;          // 0: free, 1: fixed, 2: moved by peer_move (vertex_count)
  const char* folder; // of the files that go from one program to the other
} PeerBody;

static const double peer_move[3] = {0.03, 0.015, 0};
#define PEER_LENGTH 0.3
#define PEER_YOUNG 6e6
#define PEER_POISSON 0.49

typedef struct PeerResult {
  const char* name;
  int cores, iterations, repeats;
  double seconds[PEER_REPEATS], cpu[PEER_REPEATS];
  double residual;  // N; NAN: not told
  double* position; // (vertex_count x 3); NULL: it failed
} PeerResult;

/// The analytic spindle: 4n x n x n cells of six tets each.
BrnStatus peer_body_create(BrnContext* ctx, int n, const char* folder, PeerBody* out);
void peer_body_destroy(BrnContext* ctx, PeerBody* body);
/// What Brawn solves; the mesh goes through a file in the folder.
BrnStatus peer_body_model(BrnContext* ctx, const PeerBody* body, BrnModel** model);

/// Are they there?
bool peer_dolfinx_found(void);
bool peer_calculix_found(void);

/// Run a program on the body, as many times as result->repeats says. A program that fails leaves no
/// position.
BrnStatus peer_run_dolfinx(BrnContext* ctx, const PeerBody* body, PeerResult* result);
/// @param quadratic C3D10 in place of C3D4
BrnStatus peer_run_calculix(BrnContext* ctx, const PeerBody* body, bool quadratic,
                            PeerResult* result);
