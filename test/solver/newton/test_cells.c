// SPDX-License-Identifier: Apache-2.0
//
// The smallest bodies there are: cubes of one cell and of a few, of muscle that is ten thousand
// times harder to squeeze than to shear, pulled by a fifth of their length in one step, with all
// settings as they come. The first matrix of that step is all but singular, so that iterations with
// its factor saw one soft direction alone, and called a cube of one cell done while it pushed with
// 159 kN in place of pulling with 41.

#include "solver/solver_test.h"

// n x n x n cells of six tets, 1 m
static void cells_write(BrnContext* ctx, const char* folder, int n) {
  static const int path[6][3] = {{1, 3, 7}, {1, 5, 7}, {2, 3, 7}, {2, 6, 7}, {4, 5, 7}, {4, 6, 7}};
  BrnMesh* mesh = brn__new_zero(ctx, 1, BrnMesh);
  char name[300];
  int side = n + 1;
  mesh->vertex_count = side * side * side;
  mesh->tet_count = 6 * n * n * n;
  mesh->position = brn__new(ctx, 3 * mesh->vertex_count, double);
  mesh->tet = brn__new(ctx, 4 * mesh->tet_count, int);
  mesh->tet_label = brn__new(ctx, mesh->tet_count, int);
  for (int v = 0; v < mesh->vertex_count; v++) {
    for (int i = 0, rest = v; i < 3; i++, rest /= side) {
      mesh->position[3 * v + i] = (double)(rest % side) / n;
    }
  }
  for (int t = 0; t < mesh->tet_count; t++) {
    int cell = t / 6, corner[4] = {0, path[t % 6][0], path[t % 6][1], path[t % 6][2]}, v[4];
    for (int k = 0; k < 4; k++) {
      int x = cell % n + (corner[k] & 1), y = cell / n % n + (corner[k] >> 1 & 1);
      v[k] = x + side * (y + side * (cell / (n * n) + (corner[k] >> 2)));
    }
    const double* p = mesh->position;
    bool upright = brn__tet_volume(p + 3 * v[0], p + 3 * v[1], p + 3 * v[2], p + 3 * v[3]) > 0;
    for (int k = 0; k < 4; k++) mesh->tet[4 * t + k] = v[upright || k < 2 ? k : 5 - k];
    mesh->tet_label[t] = 1;
  }
  snprintf(name, sizeof name, "%s/cells.vtu", folder);
  ENSURE_OK(ctx, brn_mesh_write(ctx, mesh, name, NULL));
  brn_mesh_destroy(ctx, mesh);
}

#define SIDES                                                                                      \
  "'low': {'plane': {'point': [0, 1e-6, 0], 'normal': [0, -1, 0]}}, "                              \
  "'high': {'plane': {'point': [0, 0.999999, 0], 'normal': [0, 1, 0]}}, "                          \
  "'left': {'plane': {'point': [1e-6, 0, 0], 'normal': [-1, 0, 0]}}, "                             \
  "'back': {'plane': {'point': [0, 0, 1e-6], 'normal': [0, 0, -1]}}"

static const char cells_scene[] =
    "{'brawn': 1, 'mesh': {'file': 'cells.vtu'}, 'gravity': [0, 0, 0], 'materials': {'flesh': "
    "{'density': 1000, 'model': 'blemker_muscle', 'bulk': 1e7, 'along': 500, 'across': 500, "
    "'optimal': 1, 'tension': 3e5}}, 'muscles': {'m': {'labels': '1', 'origin': {'select': 'low'}, "
    "'insertion': {'select': 'high'}, 'fibres': {'from': 'constant', 'axis': [0, 1, 0]}, "
    "'material': 'flesh', 'activation': 0}}, 'selections': {" SIDES "}, 'supports': {" BLOCK_ROLLERS
    ", 'top': {'on': 'high', 'axes': 'y', 'motion': {'move': [[0, 0, 0, 0], [1, 0, 0.2, 0]]}}}}";

// W = k/2 (ln J)^2 + F2(l~), l~ = l J^-1/3: across, k ln J = F2' l~ / 3; along, P = F2' l~ / l
static double pull_by_hand(void) {
  double J = 1, l = 1.2, slope = 0;
  for (int i = 0; i < 50; i++) {
    double bar = l / cbrt(J);
    slope = 3e5 * 0.05 * (exp(6.6 * (bar - 1)) - 1);
    J = exp(slope * bar / 3 / 1e7);
  }
  return slope / cbrt(J);
}

static double pull_of(int n, BrnSolverDef def) {
  Rig rig = {.ctx = test_context()};
  char folder[64];
  model_folder(folder);
  cells_write(rig.ctx, folder, n);
  ENSURE_OK(rig.ctx, model_try_in(rig.ctx, folder, cells_scene, &rig.model));
  model_remove_folder(folder);
  rig_solver(&rig, &def);
  rig_step_converges(&rig);
  double force = pull(&rig, 0.9999);
  rig_done(&rig);
  return force;
}

static const BrnLinearSolver linear[] = {BRN_LINEAR_AUTO, BRN_LINEAR_DIRECT, BRN_LINEAR_LAPLACE,
                                         BRN_LINEAR_COROTATED};

static void cells_pull_as_by_hand(void** unused) {
  (void)unused;
  double expected = pull_by_hand();
  ENSURE_NEAR(expected, 40887.2, 0.1);
  for (int k = 0; k < 24; k++) {
    BrnSolverDef def = brn_solver_def_default();
    int n = 1 + k / 2 % 3;
    def.locking = k % 2 ? BRN_LOCKING_OFF : BRN_LOCKING_AUTO;
    def.linear = linear[k / 6];
    ENSURE_NEAR(pull_of(n, def) / expected, 1, 5e-4);
    def.tolerance = 1e-12;
    ENSURE_NEAR(pull_of(n, def) / expected, 1, 1e-7);
  }
}

TEST_MAIN(cmocka_unit_test(cells_pull_as_by_hand))
