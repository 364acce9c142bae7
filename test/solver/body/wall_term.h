// A wall that vertices cannot pass, n.x <= c, by augmented Lagrangians: the force on each is
// p = max(0, m + k (n.x - c)), and m becomes p after each minimisation.

#include "core/vec.h"
#include "solver/body/body.h"

typedef struct Wall {
  double n[3], c, k; // k in N/m
  double* m;         // N                                            (vertex_count)
} Wall;

static double wall_depth(const Wall* w, const double* x) { return brn__dot3(w->n, x) - w->c; }

static double wall_force(const Wall* w, const BrnBody* body, int v) {
  return fmax(0, w->m[v] + w->k * wall_depth(w, body->x + 3 * (size_t)v));
}

static void wall_begin(BrnContext* ctx, void* own, BrnBody* body) {
  (void)ctx;
  memset(((Wall*)own)->m, 0, sizeof(double) * (size_t)body->model->mesh->vertex_count);
}

static void wall_energy(BrnContext* ctx, void* own, BrnBody* body, const double* y,
                        BrnEnergy* sum) {
  (void)ctx, (void)y;
  const Wall* w = own;
  for (int v = 0; v < body->model->mesh->vertex_count; v++) {
    double p = wall_force(w, body, v), m = w->m[v];
    sum->held += (p * p - m * m) / (2 * w->k);
  }
}

static void wall_evaluate(BrnContext* ctx, void* own, BrnBody* body, BrnWant want) {
  const Wall* w = own;
  for (int v = 0; v < body->model->mesh->vertex_count; v++) {
    double f[3], p = wall_force(w, body, v);
    if (p == 0) continue;
    brn__scale3(f, p, w->n);
    brn__body_push(body, v, f);
    if (want >= BRN_WANT_STIFFNESS) brn__body_add_piece(ctx, body, 1, &v, 1, w->n, &w->k);
  }
}

static bool wall_holds(void* own, const BrnBody* body) {
  double most = 0;
  for (int v = 0; v < body->model->mesh->vertex_count; v++) {
    most = fmax(most, wall_depth(own, body->x + 3 * (size_t)v));
  }
  return most < 1e-6;
}

static void wall_tighten(void* own, const BrnBody* body) {
  Wall* w = own;
  for (int v = 0; v < body->model->mesh->vertex_count; v++) w->m[v] = wall_force(w, body, v);
}

static void wall_destroy(BrnContext* ctx, void* own) {
  brn__free(ctx, ((Wall*)own)->m);
  brn__free(ctx, own);
}

static const BrnTermOps wall_ops = {"wall",
                                    BRN_TERM_OF_NODES,
                                    .destroy = wall_destroy,
                                    .begin = wall_begin,
                                    .energy = wall_energy,
                                    .evaluate = wall_evaluate,
                                    .holds = wall_holds,
                                    .tighten = wall_tighten};

static BrnStatus wall_add(BrnContext* ctx, BrnBody* body, const double n[3], double c, double k) {
  Wall* w = brn__new_zero(ctx, 1, Wall);
  if (!w) return BRN_NO_MEMORY;
  *w = (Wall){{n[0], n[1], n[2]}, c, k, NULL};
  w->m = brn__new_zero(ctx, body->model->mesh->vertex_count, double);
  if (w->m) return brn__body_add_term(ctx, body, &wall_ops, w);
  wall_destroy(ctx, w);
  return BRN_NO_MEMORY;
}
