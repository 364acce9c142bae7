// SPDX-License-Identifier: Apache-2.0

#include "sheet_test.h"

#include "anatomy/fascia.h"
#include "solver/sheet/fascia.h"

// A spindle whose ends lie in two blocks of bone; vertices near the first block are tied to it.

typedef struct Ties {
  BrnFasciaKind kind;
  double weight[3]; // as painted: slide, soft, hard
  double reach, least, stiffness;
  int target[2], target_count;
} Ties;

static Ties ties_to(int target, double slide, double soft, double hard) {
  return (Ties){.kind = BRN_FASCIA_ALL,
                .weight = {slide, soft, hard},
                .reach = 0.03,
                .stiffness = 1,
                .target = {target},
                .target_count = 1};
}

static void add_ties(BrnContext* ctx, BrnModel* model, int flesh, Ties ties) {
  int count = model->mesh->vertex_count;
  BrnContactSurface run[16];
  BrnContactDef def = brn_contact_def_default();
  BrnContact* contact;
  BrnSceneFascia scene = {
      .kind = ties.kind, .facing = 60, .distance = ties.least, .stiffness = ties.stiffness};
  brn__surface_runs(model, run);
  def.surface = run, def.surface_count = model->surface_count;
  ENSURE_OK(ctx, brn_contact_create(ctx, model->mesh, &def, &contact));
  brn__contact_move(ctx, contact, model->mesh->position);
  bool* candidate = malloc((size_t)count);
  int* carrier = malloc(sizeof(int) * (size_t)count);
  double* painted = malloc(3 * sizeof(double) * (size_t)count);
  brn__vertex_carriers(model, carrier);
  for (int v = 0; v < count; v++) {
    candidate[v] = carrier[v] < 0;
    brn__copy3(painted + 3 * v, ties.weight);
  }
  BrnFasciaDef bind = {&scene,    flesh,  ties.reach, ties.target, ties.target_count,
                       candidate, painted};
  BRN_ASSERT(model->fascia_count < 4);
  if (!model->fascia) model->fascia = brn__new_zero(ctx, 4, BrnModelFascia);
  BrnModelFascia* fascia = &model->fascia[model->fascia_count++];
  fascia->name = brn__strdup(ctx, "tie");
  ENSURE_OK(ctx, brn__fascia_bind(ctx, model, contact, &bind, fascia));
  ENSURE(fascia->count > 10);
  free(candidate);
  free(carrier);
  free(painted);
  brn_contact_destroy(ctx, contact);
}

static Rig rig_of(int muscles, int workers, Ties first, const Ties* second) {
  SheetShape shape = sheet_shape();
  shape.bones = true;
  BrnSolverDef def = sheet_def();
  Rig rig = {.ctx = test_context_with(workers)};
  rig.model = sheet_model(rig.ctx, &shape, muscles);
  add_ties(rig.ctx, rig.model, 0, first);
  if (second) add_ties(rig.ctx, rig.model, 0, *second);
  sheet_begin(&rig, &def);
  return rig;
}

static BrnSheet* inside(const Rig* rig) { return rig->solver->method; }
static double* point(const Rig* rig, int v) { return inside(rig)->points.at + 4 * (size_t)v; }

// the beginning of a sub-step, without all the rest
static void search(Rig* rig) {
  brn__sheet_surfaces_move(rig->ctx, inside(rig));
  brn__sheet_fascia_begin(rig->ctx, inside(rig), rig->state);
}

static const int* target_of(const Rig* rig) { return brn__state_own(rig->state, BRN_SHEET_TARGET); }

static void project(Rig* rig) { brn__sheet_fascia_project(rig->ctx, inside(rig), 0); }

// 30 degrees about an axis askew, and a step aside
static void move_rigidly(const double* x, double* out) {
  double axis[3] = {0.48, 0.6, 0.64}, turn[3], c = cos(M_PI / 6), s = sin(M_PI / 6);
  brn__cross3(turn, axis, x);
  for (int k = 0; k < 3; k++) {
    out[k] = c * x[k] + s * turn[k] + (1 - c) * brn__dot3(axis, x) * axis[k] + 0.01 * (k + 1);
  }
}

static void move_surface(Rig* rig, int surface) {
  const BrnModelSurface* from = &rig->model->surface[surface];
  for (int v = from->first; v < from->first + from->mesh->vertex_count; v++) {
    move_rigidly(rig_rest(rig, v), point(rig, v));
  }
}

// the stored place at rest, moved with its corners
static void place_of(const Rig* rig, int tie, double* out) {
  const BrnModelFascia* fascia = &rig->model->fascia[0];
  const BrnModelSurface* surface = &rig->model->surface[fascia->surface[tie]];
  out[0] = out[1] = out[2] = 0;
  for (int c = 0; c < 3; c++) {
    int v = surface->first + surface->mesh->triangle[3 * fascia->triangle[tie] + c];
    brn__axpy3(out, out, fascia->barycentric[3 * tie + c], point(rig, v));
  }
}

// ----------------------------------------------------------------------------------------- weights

static void weights_are_those_of_the_paper(void** state) {
  (void)state;
  static const double row[][6] = {{0.5, 0.2, 0.6, 0.5, 0.125, 0.375},
                                  {1, 1, 1, 1, 0, 0},
                                  {0.4, 0, 0, 0.4, 0, 0},
                                  {0, 0, 0, 0, 0, 0},
                                  {0, 0, 0.3, 0, 0, 1},
                                  {0.25, 0.5, 0, 0.25, 0.75, 0}};
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    double out[3];
    brn__fascia_weights(row[i], out);
    for (int k = 0; k < 3; k++) ENSURE_NEAR(out[k], row[i][3 + k], 1e-15);
  }
}

// ---------------------------------------------------------------------------------- the three ties

static void hard_ties_follow_a_rigid_motion(void** state) {
  (void)state;
  Rig rig = rig_of(1, 2, ties_to(0, 0, 0, 1), NULL);
  const BrnModelFascia* fascia = &rig.model->fascia[0];
  move_surface(&rig, 0);
  search(&rig);
  project(&rig);
  for (int i = 0; i < fascia->count; i++) {
    double goal[3];
    move_rigidly(rig_rest(&rig, fascia->vertex[i]), goal);
    ENSURE(brn__distance3(point(&rig, fascia->vertex[i]), goal) < 1e-15);
  }
  rig_done(&rig);
}

static void soft_ties_keep_the_distance_to_a_point(void** state) {
  (void)state;
  Rig rig = rig_of(1, 2, ties_to(0, 0, 1, 0), NULL);
  const BrnModelFascia* fascia = &rig.model->fascia[0];
  move_surface(&rig, 0);
  search(&rig);
  project(&rig);
  for (int i = 0; i < fascia->count; i++) {
    double place[3];
    place_of(&rig, i, place);
    ENSURE_NEAR(brn__distance3(point(&rig, fascia->vertex[i]), place), fascia->distance[i], 1e-15);
  }
  rig_done(&rig);
}

static void slides_keep_the_distance_to_the_surface(void** state) {
  (void)state;
  Rig rig = rig_of(1, 2, ties_to(0, 1, 0, 0), NULL);
  const BrnModelFascia* fascia = &rig.model->fascia[0];
  move_surface(&rig, 0);
  for (int i = 0; i < fascia->count; i++) { // along with it, and farther from it or nearer
    double* p = point(&rig, fascia->vertex[i]);
    move_rigidly(rig_rest(&rig, fascia->vertex[i]), p);
    p[i % 3] += 0.002 * (i % 5 - 2);
  }
  search(&rig);
  project(&rig);
  brn__sheet_surfaces_move(rig.ctx, inside(&rig));
  for (int i = 0; i < fascia->count; i++) {
    double* p = point(&rig, fascia->vertex[i]);
    const BrnContact* contact = inside(&rig)->surfaces->contact;
    BrnContactPlace place = brn__contact_closest(contact, 0, NULL, p, INFINITY);
    ENSURE_NEAR(place.distance, fascia->side[i] * fascia->distance[i], 1e-15);
  }
  rig_done(&rig);
}

// in front of the face of the block at x = 0, away from its edges
static bool in_front(const double* p) { return fabs(p[1]) < 0.0095 && fabs(p[2]) < 0.0095; }

static void a_move_along_the_surface_corrects_nothing(void** state) {
  (void)state;
  Rig rig = rig_of(1, 2, ties_to(0, 1, 0, 0), NULL);
  const BrnModelFascia* fascia = &rig.model->fascia[0];
  for (int i = 0; i < fascia->count; i++) {
    double* p = point(&rig, fascia->vertex[i]);
    p[1] += 1e-4, p[2] -= 2e-4;
  }
  search(&rig);
  project(&rig);
  int along = 0;
  for (int i = 0; i < fascia->count; i++) {
    const double *p = point(&rig, fascia->vertex[i]), *rest = rig_rest(&rig, fascia->vertex[i]);
    if (!in_front(p)) continue;
    ENSURE(fabs(p[0] - rest[0]) < 1e-16);
    ENSURE(p[1] == rest[1] + 1e-4 && p[2] == rest[2] - 2e-4);
    along++;
  }
  ENSURE(along > 8);
  rig_done(&rig);
}

static void who_went_through_comes_back(void** state) {
  (void)state;
  for (int kind = 0; kind < 2; kind++) {
    Rig rig = rig_of(1, 2, ties_to(0, kind == 0, kind == 1, 0), NULL);
    const BrnModelFascia* fascia = &rig.model->fascia[0];
    int through = 0;
    for (int i = 0; i < fascia->count; i++) {
      double* p = point(&rig, fascia->vertex[i]);
      if (in_front(p)) p[0] = -0.001, through++;
    }
    ENSURE(through > 8);
    search(&rig);
    project(&rig);
    for (int i = 0; i < fascia->count; i++) {
      const double *p = point(&rig, fascia->vertex[i]), *rest = rig_rest(&rig, fascia->vertex[i]);
      ENSURE(fascia->side[i] == 1);
      if (in_front(rest)) ENSURE(brn__distance3(p, rest) < 1e-15);
    }
    rig_done(&rig);
  }
}

static void the_least_distance_goes_before_that_at_rest(void** state) {
  (void)state;
  for (int kind = 0; kind < 3; kind++) {
    Ties ties = ties_to(0, kind == 0, kind == 1, kind == 2);
    ties.least = 0.021;
    Rig rig = rig_of(1, 2, ties, NULL);
    const BrnModelFascia* fascia = &rig.model->fascia[0];
    search(&rig);
    project(&rig);
    int raised = 0;
    for (int i = 0; i < fascia->count; i++) {
      double place[3];
      place_of(&rig, i, place);
      double far = brn__distance3(point(&rig, fascia->vertex[i]), place);
      ENSURE_NEAR(far, fmax(0.021, fascia->distance[i]), 1e-12);
      raised += fascia->distance[i] < 0.02;
    }
    ENSURE(raised > 5);
    rig_done(&rig);
  }
}

static void a_surface_that_moves_comes_half_of_the_way(void** state) {
  (void)state;
  Ties ties = ties_to(5, 0, 0, 1); // bones 0 to 3, muscles 4 and 5
  Rig rig = rig_of(2, 2, ties, NULL);
  const BrnModelFascia* fascia = &rig.model->fascia[0];
  double* p = point(&rig, fascia->vertex[0]);
  p[2] += 0.004;
  search(&rig);
  project(&rig);
  ENSURE_NEAR(p[2] - rig_rest(&rig, fascia->vertex[0])[2], 0.002, 1e-12);
  rig_done(&rig);
}

static void weights_and_stiffness_scale_the_correction(void** state) {
  (void)state;
  Ties ties = ties_to(0, 0, 0, 1);
  ties.stiffness = 0.5;
  ties.weight[0] = 0.2; // so that hard has 0.8; slides do not mind moving along
  Rig rig = rig_of(1, 2, ties, NULL);
  const BrnModelFascia* fascia = &rig.model->fascia[0];
  for (int i = 0; i < fascia->count; i++) point(&rig, fascia->vertex[i])[1] += 1e-4;
  search(&rig);
  project(&rig);
  int checked = 0;
  for (int i = 0; i < fascia->count; i++) {
    const double *p = point(&rig, fascia->vertex[i]), *rest = rig_rest(&rig, fascia->vertex[i]);
    if (fabs(p[1]) > 0.0095 || fabs(p[2]) > 0.0095) continue;
    ENSURE_NEAR(p[1] - rest[1], 1e-4 * (1 - 0.5 * 0.8), 1e-15);
    checked++;
  }
  ENSURE(checked > 8);
  rig_done(&rig);
}

static void many_ties_do_not_correct_more_than_is_wrong(void** state) {
  (void)state;
  Ties hard = ties_to(0, 0, 0, 1);
  Rig rig = rig_of(1, 2, hard, &hard);
  const BrnModelFascia* fascia = &rig.model->fascia[0];
  move_surface(&rig, 0);
  search(&rig);
  project(&rig);
  for (int i = 0; i < fascia->count; i++) {
    double goal[3];
    move_rigidly(rig_rest(&rig, fascia->vertex[i]), goal);
    ENSURE(brn__distance3(point(&rig, fascia->vertex[i]), goal) < 1e-15);
  }
  rig_done(&rig);
}

// --------------------------------------------------------------------------------------- switching

// Between two muscles, the point stays with the one it was on until the other is nearer by 5 %.
static void targets_change_when_another_is_clearly_nearer(void** state) {
  (void)state;
  Ties ties = ties_to(5, 1, 0, 0);
  ties.target[1] = 6, ties.target_count = 2;
  SheetShape shape = sheet_shape();
  BrnSolverDef def = sheet_def();
  Rig rig = {.ctx = test_context()};
  rig.model = sheet_model(rig.ctx, &shape, 3); // without bones: surfaces 0, 1, 2 at z = 0, 5, 10 cm
  ties.target[0] = 0, ties.target[1] = 2;
  add_ties(rig.ctx, rig.model, 1, ties);
  sheet_begin(&rig, &def);
  const BrnModelFascia* fascia = &rig.model->fascia[0];
  int tie = -1;
  double lowest = INFINITY;
  for (int i = 0; i < fascia->count; i++) { // the tie nearest to muscle 0
    if (fascia->distance[i] < lowest) lowest = fascia->distance[i], tie = i;
  }
  double* p = point(&rig, fascia->vertex[tie]);
  const BrnSheetSurfaces* surfaces = inside(&rig)->surfaces;
  // the gap from muscle 0 (radius 2 cm at x = 0.1) to muscle 2: from 2 to 8 cm
  p[0] = 0.1, p[1] = 0;
  double stays = 0, goes = 0;
  for (double z = 0.045; z < 0.055; z += 0.0001) {
    p[2] = z;
    search(&rig);
    int on = surfaces->of_triangle[target_of(&rig)[tie]];
    if (on == 0) stays = z;
    if (on == 2 && goes == 0) goes = z;
  }
  ENSURE(stays > 0.0503 && stays < 0.052 && goes > stays);
  double ratio = (0.08 - goes) / (goes - 0.02);
  ENSURE_NEAR(ratio, 0.95, 0.02);
  for (double z = 0.05; z > 0.045; z -= 0.0001) { // and back, as late
    p[2] = z;
    search(&rig);
    if (surfaces->of_triangle[target_of(&rig)[tie]] == 2) goes = z;
  }
  ENSURE(goes < 0.0497);
  rig_done(&rig);
}

// ----------------------------------------------------------------------------------------- manners

static Ties mixed(int target) {
  Ties ties = ties_to(target, 0.5, 0.3, 0.2);
  ties.stiffness = 0.5;
  return ties;
}

static void run_frames(Rig* rig, int count) {
  for (int i = 0; i < count; i++) {
    sheet_activate(rig, 0.1 * (rig->state->frame + 1));
    sheet_frame(rig, 1.0 / 24);
  }
}

// one, or three workers, or three processes
static void workers_do_not_change_a_bit(void** state) {
  (void)state;
  Ties other = mixed(5);
  Rig rig[3];
  for (int i = 0; i < 3; i++) {
    rig[i] = rig_of(2, (int[]){1, 3, -3}[i], mixed(0), &other);
    run_frames(&rig[i], 3);
    size_t size = 3 * sizeof(double) * (size_t)rig[0].state->vertex_count;
    ENSURE(memcmp(rig[0].state->position, rig[i].state->position, size) == 0);
    ENSURE(memcmp(target_of(&rig[0]), target_of(&rig[i]),
                  sizeof(int) * (size_t)brn_model_tie_count(rig[0].model)) == 0);
    ENSURE(sheet_is_finite(&rig[i]));
  }
  for (int i = 0; i < 3; i++) rig_done(&rig[i]);
}

TEST_MAIN(cmocka_unit_test(weights_are_those_of_the_paper),
          cmocka_unit_test(hard_ties_follow_a_rigid_motion),
          cmocka_unit_test(soft_ties_keep_the_distance_to_a_point),
          cmocka_unit_test(slides_keep_the_distance_to_the_surface),
          cmocka_unit_test(a_move_along_the_surface_corrects_nothing),
          cmocka_unit_test(who_went_through_comes_back),
          cmocka_unit_test(the_least_distance_goes_before_that_at_rest),
          cmocka_unit_test(a_surface_that_moves_comes_half_of_the_way),
          cmocka_unit_test(weights_and_stiffness_scale_the_correction),
          cmocka_unit_test(many_ties_do_not_correct_more_than_is_wrong),
          cmocka_unit_test(targets_change_when_another_is_clearly_nearer),
          cmocka_unit_test(workers_do_not_change_a_bit))
