// SPDX-License-Identifier: Apache-2.0
//
// Bodies with published or exact answers, under refinement. Linear tets without a cure of locking:
// cases are chosen where they do not lock.

#include "grid_test.h"

#define PLANE(point, normal) "{'plane': {'point': " point ", 'normal': " normal "}}"

// -------------------------------------------------------------------------------------- cantilever
// Timoshenko's beam, clamped at x = 0, with a force across at x = L:
//
//   w = F L^3 / (3 E I) + F L / (k G A),  k = 10 (1 + nu) / (12 + 11 nu)   (Cowper 1966)
//
// nu = 0, for which the clamp does not disturb the beam and k = 5/6.

static void beam(const double s[3], double out[3]) {
  out[0] = s[0], out[1] = 0.2 * s[1], out[2] = 0.2 * s[2];
}

#define BEAM                                                                                       \
  BODY("'model': 'linear', 'young': 1e6, 'poisson': 0", "")                                        \
  ", 'selections': {'from': " PLANE("[1e-6, 0, 0]", "[-1, 0, 0]") ", 'to': " PLANE(                \
      "[0.999999, 0, 0]",                                                                          \
      "[1, 0, 0]") "}, 'supports': {'wall': {'on': 'from'}}, 'loads': {'tip': "                    \
                   "{'on': 'to', 'kind': 'traction', 'vector': [0, 25, 0]}}"

static double beam_tip(int cells) {
  Grid grid = {{5 * cells, cells, cells}, beam};
  Case c = case_make(&grid, BEAM);
  case_solve(&c);
  double tip = case_moved(&c, (double[]){1, 0.1, 0.1}, 1);
  ENSURE_NEAR(c.measures->support[0].force[1], -1, 1e-6);
  // the traction turns with nothing, the section's moment is force times length
  ENSURE_NEAR(c.measures->support[0].moment[2], -1, 1e-3);
  case_done(&c);
  return tip;
}

static void cantilever_bends_as_timoshenko_has_it(void** unused) {
  (void)unused;
  double I = pow(0.2, 4) / 12, G = 0.5e6, A = 0.04;
  double expected = 1 / (3 * 1e6 * I) + 1 / (5.0 / 6 * G * A);
  double tip[3];
  for (int k = 0; k < 3; k++) tip[k] = beam_tip(2 << k);
  ENSURE(tip[0] < tip[1] && tip[1] < tip[2] && tip[2] < expected);
  ENSURE_NEAR(tip[2] / expected, 0.956, 0.002); // linear tets are stiff in bending
  ENSURE_NEAR(limit_of(tip[1], tip[2]) / expected, 1, 0.01);
}

// --------------------------------------------------------------------------------- Cook's membrane
// A panel with the corners (0, 0), (48, 44), (48, 60), (0, 44), clamped on the left, sheared on the
// right; nu = 1/3.

static void panel(const double s[3], double out[3]) {
  double low = 44 * s[0], high = 44 + 16 * s[0];
  out[0] = 48 * s[0], out[1] = low + s[1] * (high - low), out[2] = s[2];
}

#define PANEL(young, traction, more)                                                               \
  BODY("'model': 'linear', 'young': " young ", 'poisson': 0.333333333333333", "")                  \
  ", 'selections': {'from': " PLANE("[1e-3, 0, 0]", "[-1, 0, 0]") ", 'to': " PLANE(                \
      "[47.999, 0, 0]",                                                                            \
      "[1, 0, 0]") ", 'back': " PLANE("[0, 0, 1e-3]",                                              \
                                      "[0, 0, -1]") ", 'front':"                                   \
                                                    " " PLANE(                                     \
                                                        "[0, 0, 0.999]",                           \
                                                        "[0, 0, 1]") "}, 'supports': {'wall': "    \
                                                                     "{'on': 'from', 'axes': "     \
                                                                     "'xy'}, 'flat': {'on': "      \
                                                                     "'back', 'axes': 'z'}" more   \
                                                                     "}, 'loads': {'tip': {'on': " \
                                                                     "'to', "                      \
                                                                     "'kind': 'traction', "        \
                                                                     "'vector': [0, " traction     \
                                                                     ", 0]}}"

static double panel_tip(const char* keys, int cells, double y) {
  Grid grid = {{cells, cells, 1}, panel};
  Case c = case_make(&grid, keys);
  case_solve(&c);
  double tip = case_moved(&c, (double[]){48, y, 0}, 1);
  case_done(&c);
  return tip;
}

static void panel_tends_to(const char* keys, double y, double expected) {
  double tip[3];
  for (int k = 0; k < 3; k++) tip[k] = panel_tip(keys, 12 << k, y);
  ENSURE(tip[0] < tip[1] && tip[1] < tip[2] && tip[2] < expected);
  // corners spoil the order of two; the three values tell their own (Aitken 1926)
  double step = tip[2] - tip[1], limit = tip[2] + step * step / (tip[1] - tip[0] - step);
  ENSURE_NEAR(limit / expected, 1, 2e-3);
}

// Plane stress, E = 1, whole force 1: 23.96 in the middle of the right edge, as is usually quoted
// after Cook, Malkus and Plesha (Concepts and Applications of Finite Element Analysis).
static void cooks_membrane_in_plane_stress(void** unused) {
  (void)unused;
  panel_tends_to(PANEL("1", "0.0625", ""), 52, 23.96);
}

// Plane strain, E = 70, traction 6.25: the upper corner rises by 32.27 in CalculiX and Elmer, and
// by 32.20 in Code_Aster, on very fine meshes of quadratic elements (CoFEA, benchmark 002).
static void cooks_membrane_in_plane_strain(void** unused) {
  (void)unused;
  panel_tends_to(PANEL("70", "6.25", ", 'deep': {'on': 'front', 'axes': 'z'}"), 60, 32.27);
}

// -------------------------------------------------------------------------------------------- tube
// A thick tube under pressure from inside, in plane strain (Lame 1852):
//
//   u(r) = (1 + nu) p a^2 / (E (b^2 - a^2)) ((1 - 2 nu) r + b^2 / r)
//   s_hoop, s_radial = p a^2 / (b^2 - a^2) (1 +- b^2 / r^2)

static const double inner = 1, outer = 2;

static void tube(const double s[3], double out[3]) {
  double r = inner + s[0] * (outer - inner), angle = s[1] * 3.14159265358979323846 / 2;
  out[0] = s[1] == 1 ? 0 : r * cos(angle), out[1] = s[1] == 0 ? 0 : r * sin(angle);
  out[2] = 0.1 * s[2];
}

static char* tube_keys(const Grid* grid) {
  size_t size = 4000 + 20 * (size_t)grid->cells[1], used = 0;
  char* text = malloc(size);
  used +=
      (size_t)snprintf(text, size,
                       BODY("'model': 'linear', 'young': 1e6, 'poisson': 0.3",
                            "") ", 'selections': {'from': %s, "
                                "'to': %s, 'back': %s, 'front': %s, 'inside': {'vertices': [0",
                       PLANE("[0, 1e-6, 0]", "[0, -1, 0]"), PLANE("[1e-6, 0, 0]", "[-1, 0, 0]"),
                       PLANE("[0, 0, 1e-6]", "[0, 0, -1]"), PLANE("[0, 0, 0.099999]", "[0, 0, 1]"));
  for (int k = 0; k <= grid->cells[2]; k++) {
    for (int j = k == 0; j <= grid->cells[1]; j++) {
      used += (size_t)snprintf(text + used, size - used, ", %d", grid_vertex(grid, 0, j, k));
    }
  }
  snprintf(text + used, size - used,
           "]}}, 'supports': {'x': {'on': 'to', 'axes': 'x'}, 'y': {'on': 'from', 'axes': 'y'}, "
           "'z': {'on': ['back', 'front'], 'axes': 'z'}}, 'loads': {'p': {'on': 'inside', 'kind': "
           "'pressure', 'pressure': 10}}");
  return text;
}

typedef struct TubeError {
  double inside, outside, hoop; // of displacements and of stress, relative
} TubeError;

static TubeError tube_error(int cells) {
  Grid grid = {{cells, 2 * cells, 1}, tube};
  char* keys = tube_keys(&grid);
  Case c = case_make(&grid, keys);
  free(keys);
  case_solve(&c);
  double E = 1e6, nu = 0.3, p = 10, a2 = inner * inner, b2 = outer * outer;
  double scale = (1 + nu) * p * a2 / (E * (b2 - a2));
  TubeError error = {0};
  error.inside =
      case_moved(&c, (double[]){inner, 0, 0}, 0) / (scale * ((1 - 2 * nu) * inner + b2 / inner)) -
      1;
  error.outside =
      case_moved(&c, (double[]){outer, 0, 0}, 0) / (scale * ((1 - 2 * nu) * outer + b2 / outer)) -
      1;
  for (int t = 0; t < c.model->mesh->tet_count; t++) { // mean over all tets of their stress at
    double x[3];                                       // the centroid
    model_centroid(c.model->mesh, t, x);
    const double* s = c.measures->stress + 6 * t;
    double r2 = x[0] * x[0] + x[1] * x[1];
    double hoop = (s[0] * x[1] * x[1] + s[1] * x[0] * x[0] - 2 * s[3] * x[0] * x[1]) / r2;
    double expected = p * a2 / (b2 - a2) * (1 + b2 / r2);
    error.hoop += fabs(hoop / expected - 1) / c.model->mesh->tet_count;
  }
  case_done(&c);
  return error;
}

static void thick_tube_widens_as_lame_has_it(void** unused) {
  (void)unused;
  TubeError coarse = tube_error(8), fine = tube_error(16);
  ENSURE_NEAR(fine.inside, 0, 3e-3);
  ENSURE_NEAR(fine.outside, 0, 2e-3);
  ENSURE_NEAR(coarse.inside / fine.inside, 4, 0.8);
  ENSURE_NEAR(coarse.outside / fine.outside, 4, 0.8);
  ENSURE_NEAR(coarse.hoop / fine.hoop, 2, 0.3);
}

// -------------------------------------------------------------------------------------- fibre bar
// A long bar of active fibres between a wall and a free end, and between two walls. Away from the
// wall it is stressed along the fibres only, and there stable neo-Hookean flesh with a T l along
// them has, for F = diag(l, t, t),
//
//   free:        P(l) = mu l - mu t^2 + (lambda + mu) (J - 1) t^2 + a T l = 0,  J = l t^2
//   sides free:  t^2 = (1 + mu (l - 1) / ((lambda + mu) l)) / l
//
// Between walls it keeps its length, and pulls with a T times area.

static void bar(const double s[3], double out[3]) {
  out[0] = 0.2 * s[0], out[1] = 0.02 * s[1], out[2] = 0.02 * s[2];
}

#define FIBRE_BAR(supports)                                                                        \
  BODY("'young': 6e4, 'poisson': 0.3333", ", 'tension': 3e4, 'activation': 0.5")                   \
  ", 'selections': {'from': " PLANE("[1e-6, 0, 0]", "[-1, 0, 0]") ", 'to': " PLANE(                \
      "[0.199999, 0, 0]", "[1, 0, 0]") "}, 'supports': {'wall': {'on': 'from'}" supports "}"

static double fibre_stretch(double young, double poisson, double active) {
  double mu = young / (2 * (1 + poisson)), low = 0.3, high = 1;
  double lambda = young * poisson / ((1 + poisson) * (1 - 2 * poisson));
  for (int i = 0; i < 100; i++) {
    double l = (low + high) / 2, tt = (1 + mu * (l - 1) / ((lambda + mu) * l)) / l;
    double P = mu * l - mu * tt + (lambda + mu) * (l * tt - 1) * tt + active * l;
    if (P > 0) high = l;
    if (P <= 0) low = l;
  }
  return low;
}

static void free_fibres_shorten_as_by_hand(void** unused) {
  (void)unused;
  Grid grid = {{40, 4, 4}, bar};
  Case c = case_make(&grid, FIBRE_BAR(""));
  double expected = fibre_stretch(6e4, 0.3333, 0.5 * 3e4);
  case_solve(&c);
  ENSURE(expected < 0.85);
  for (int t = 0; t < c.model->mesh->tet_count; t++) { // two widths from the wall
    double x[3];
    model_centroid(c.model->mesh, t, x);
    if (x[0] > 0.04) ENSURE_NEAR(c.measures->stretch[t], expected, 1e-3);
    if (x[0] > 0.06) ENSURE_NEAR(c.measures->stretch[t], expected, 1e-4);
  }
  ENSURE_NEAR(c.measures->unit[0].insertion_force, 0, 1e-6);
  ENSURE_NEAR(c.measures->unit[0].fibre_force, 0, 0.02 * 0.5 * 3e4 * 4e-4);
  case_done(&c);
}

// the force of the wall, of the insertion and of the fibres, for both laws
static void isometric_fibres_pull_with_tension_times_area(void** unused) {
  (void)unused;
  for (int law = 0; law < 2; law++) {
    Grid grid = {{20, 2, 2}, bar};
    const char* keys = FIBRE_BAR(", 'other': {'on': 'to'}");
    Case c = case_make(&grid, law ? with_hill(keys) : keys);
    case_solve(&c);
    double expected = 0.5 * 3e4 * 4e-4;
    ENSURE_NEAR(c.measures->unit[0].insertion_force, expected, 1e-7);
    ENSURE_NEAR(c.measures->unit[0].origin_force, expected, 1e-7);
    ENSURE_NEAR(c.measures->unit[0].fibre_force, expected, 1e-3 * expected);
    ENSURE_NEAR(c.measures->support[0].force[0], -expected, 1e-7);
    ENSURE_NEAR(c.measures->support[1].force[0], expected, 1e-7);
    case_done(&c);
  }
}

TEST_MAIN(cmocka_unit_test(free_fibres_shorten_as_by_hand),
          cmocka_unit_test(isometric_fibres_pull_with_tension_times_area),
          cmocka_unit_test(cantilever_bends_as_timoshenko_has_it),
          cmocka_unit_test(cooks_membrane_in_plane_stress),
          cmocka_unit_test(cooks_membrane_in_plane_strain),
          cmocka_unit_test(thick_tube_widens_as_lame_has_it))
