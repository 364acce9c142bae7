// SPDX-License-Identifier: Apache-2.0
//
// A manufactured solution (Roache 2002): a smooth displacement u of a cube is chosen, with the
// cube's surface held, and the body force b = -div P(I + grad u) that brings it about is put on the
// vertices as the integral of b times their weights. Linear tets must come to u with an error of
// second order in displacements and first order in their gradient.

#include "core/vec.h"
#include "grid_test.h"

static const double young = 1e5, poisson = 0.3, size = 0.12, pi = 3.14159265358979323846;

static void cube(const double s[3], double out[3]) { brn__copy3(out, s); }

// u = size (sx sy sz, -s2x sy sz / 2, sx s2y sz / 2), with s = sin(pi .), s2 = sin(2 pi .): zero on
// the surface; F differs from I by up to 0.38
static void displacement(const double X[3], double u[3]) {
  double s[3], d[3];
  for (int i = 0; i < 3; i++) s[i] = sin(pi * X[i]), d[i] = sin(2 * pi * X[i]);
  u[0] = size * s[0] * s[1] * s[2];
  u[1] = -size / 2 * d[0] * s[1] * s[2];
  u[2] = size / 2 * s[0] * d[1] * s[2];
}

static void gradient(const double X[3], double F[9]) {
  double s[3], c[3], d[3], e[3];
  for (int i = 0; i < 3; i++) {
    s[i] = sin(pi * X[i]), c[i] = pi * cos(pi * X[i]);
    d[i] = sin(2 * pi * X[i]), e[i] = 2 * pi * cos(2 * pi * X[i]);
  }
  double a = size, b = size / 2;
  double H[9] = {a * c[0] * s[1] * s[2],  a * s[0] * c[1] * s[2],  a * s[0] * s[1] * c[2],
                 -b * e[0] * s[1] * s[2], -b * d[0] * c[1] * s[2], -b * d[0] * s[1] * c[2],
                 b * c[0] * d[1] * s[2],  b * s[0] * e[1] * s[2],  b * s[0] * d[1] * c[2]};
  for (int p = 0; p < 9; p++) F[p] = H[p] + (p % 4 == 0);
}

// stable neo-Hookean: P = mu F + ((lambda + mu) (J - 1) - mu) cof F
static void stress(const double X[3], double P[9]) {
  double mu = young / (2 * (1 + poisson)), F[9], inverse[9];
  double lambda = young * poisson / ((1 + poisson) * (1 - 2 * poisson));
  gradient(X, F);
  double J = brn__inverse3(inverse, F);
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      double cofactor = J * inverse[3 * j + i];
      P[3 * i + j] = mu * F[3 * i + j] + ((lambda + mu) * (J - 1) - mu) * cofactor;
    }
  }
}

// -div P, by differences of fourth order
static void body_force(const double X[3], double b[3]) {
  static const double at[4] = {-2, -1, 1, 2}, weight[4] = {1, -8, 8, -1};
  const double h = 1e-3;
  memset(b, 0, 3 * sizeof(double));
  for (int j = 0; j < 3; j++) {
    for (int k = 0; k < 4; k++) {
      double Y[3] = {X[0], X[1], X[2]}, P[9];
      Y[j] += at[k] * h;
      stress(Y, P);
      for (int i = 0; i < 3; i++) b[i] -= weight[k] / (12 * h) * P[3 * i + j];
    }
  }
}

// ------------------------------------------------------------------------------------- quadrature
// of third order: the centroid and four points (Keast 1986)

enum { POINTS = 5 };

static void quadrature(int q, double beta[4], double* weight) {
  for (int k = 0; k < 4; k++) beta[k] = q == 0 ? 0.25 : q - 1 == k ? 0.5 : 1.0 / 6;
  *weight = q == 0 ? -0.8 : 0.45;
}

static void point_of(const double* position, const int* tet, const double beta[4], double out[3]) {
  memset(out, 0, 3 * sizeof(double));
  for (int k = 0; k < 4; k++) brn__axpy3(out, out, beta[k], position + 3 * tet[k]);
}

static void add_tet(const BrnModel* model, int t, double* force) {
  const int* tet = model->mesh->tet + 4 * t;
  for (int q = 0; q < POINTS; q++) {
    double beta[4], weight, X[3], b[3];
    quadrature(q, beta, &weight);
    point_of(model->mesh->position, tet, beta, X);
    body_force(X, b);
    for (int k = 0; k < 4; k++) {
      double* to = force + 3 * tet[k];
      brn__axpy3(to, to, weight * model->volume[t] * beta[k], b);
    }
  }
}

// a scene has no fields of force: the load is put on the vertices inside, and overwritten here
static void load_body(BrnModel* model, int cells) {
  BrnModelLoad* load = &model->load[0];
  double* force = calloc(3 * (size_t)model->mesh->vertex_count, sizeof *force);
  ENSURE_INT(load->vertex_count, (cells - 1) * (cells - 1) * (cells - 1));
  for (int t = 0; t < model->mesh->tet_count; t++) add_tet(model, t, force);
  for (int i = 0; i < load->vertex_count; i++) {
    brn__copy3(load->force + 3 * i, force + 3 * load->vertex[i]);
  }
  free(force);
}

// ------------------------------------------------------------------------------------------ errors

typedef struct Errors {
  double place, slope; // root of the integrals of their squares
} Errors;

static void add_errors(const Case* c, int t, Errors* sum) {
  const int* tet = c->model->mesh->tet + 4 * t;
  for (int q = 0; q < POINTS; q++) {
    double beta[4], weight, X[3], x[3], u[3], F[9];
    quadrature(q, beta, &weight);
    if (weight < 0) continue; // four points will do
    point_of(c->model->mesh->position, tet, beta, X);
    point_of(c->state->position, tet, beta, x);
    displacement(X, u);
    gradient(X, F);
    for (int i = 0; i < 3; i++) {
      sum->place += c->model->volume[t] / 4 * pow(x[i] - X[i] - u[i], 2);
    }
    for (int p = 0; p < 9; p++) {
      sum->slope += c->model->volume[t] / 4 * pow(c->measures->deformation[9 * t + p] - F[p], 2);
    }
  }
}

#define KEYS                                                                                       \
  BODY("'young': 1e5, 'poisson': 0.3", ", 'activation': 0")                                        \
  ", 'selections': {'from': {'plane': {'point': [1e-6, 0, 0], 'normal': [-1, 0, 0]}}, 'to': "      \
  "{'plane': {'point': [0.999999, 0, 0], 'normal': [1, 0, 0]}}, 'skin': {'parts': 'm', "           \
  "'surface': true}, 'inside': {'parts': 'm', 'box': [[1e-3, 1e-3, 1e-3], [0.999, 0.999, "         \
  "0.999]]}}, 'supports': {'all': {'on': 'skin'}}, 'loads': {'body': {'on': 'inside', 'vector': "  \
  "[1, 1, 1]}}"

static Errors errors_on(int cells) {
  Grid grid = {{cells, cells, cells}, cube};
  Case c = case_make(&grid, KEYS);
  load_body(c.model, cells);
  case_solve(&c);
  Errors sum = {0};
  for (int t = 0; t < c.model->mesh->tet_count; t++) add_errors(&c, t, &sum);
  case_done(&c);
  return (Errors){sqrt(sum.place), sqrt(sum.slope)};
}

static void errors_fall_with_their_order(void** unused) {
  (void)unused;
  Errors coarse = errors_on(4), middle = errors_on(8), fine = errors_on(16);
  ENSURE_NEAR(log2(coarse.place / middle.place), 2, 0.15);
  ENSURE_NEAR(log2(middle.place / fine.place), 2, 0.05);
  ENSURE_NEAR(log2(coarse.slope / middle.slope), 1, 0.1);
  ENSURE_NEAR(log2(middle.slope / fine.slope), 1, 0.05);
}

// what is wanted is what it is said to be
static void solution_is_its_own_gradient(void** unused) {
  (void)unused;
  TestRandom random = {3};
  for (int k = 0; k < 20; k++) {
    double X[3], F[9];
    for (int i = 0; i < 3; i++) X[i] = test_random(&random, 0, 1);
    gradient(X, F);
    for (int j = 0; j < 3; j++) {
      double u[2][3], Y[3] = {X[0], X[1], X[2]};
      for (int s = 0; s < 2; s++) {
        Y[j] = X[j] + (s ? 1e-5 : -1e-5);
        displacement(Y, u[s]);
      }
      for (int i = 0; i < 3; i++) {
        ENSURE_NEAR(F[3 * i + j], (u[1][i] - u[0][i]) / 2e-5 + (i == j), 1e-8);
      }
    }
  }
}

TEST_MAIN(cmocka_unit_test(solution_is_its_own_gradient),
          cmocka_unit_test(errors_fall_with_their_order))
