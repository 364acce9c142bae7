// SPDX-License-Identifier: Apache-2.0
//
// The angle of a joint from vectors that its bones carry, with derivatives: t = atan2(s, c). For a
// hinge, child's e and parent's e and f,
//
//   s = e_child . f,   c = e_child . e
//
// and for a ball, with the axes p_i of the parent and q_i of the child,
//
//   s = |w|,  w = sum p_i x q_i / 2,   c = (sum p_i . q_i - 1) / 2
//
// which are sine and cosine of the angle of the one rotation that takes p_i to q_i.

#include "solver/body/constraints.h"

#include "core/vec.h"

#include <math.h>
#include <string.h>

// a function of up to six vectors
typedef struct Form {
  double value, gradient[18], hessian[18 * 18];
} Form;

// ------------------------------------------------------------------------------------------- forms

// adds share times the product of vectors a and b
static void add_dot(Form* form, double share, double v[6][3], int a, int b) {
  form->value += share * brn__dot3(v[a], v[b]);
  for (int i = 0; i < 3; i++) {
    form->gradient[3 * a + i] += share * v[b][i];
    form->gradient[3 * b + i] += share * v[a][i];
    form->hessian[18 * (3 * a + i) + 3 * b + i] += share;
    form->hessian[18 * (3 * b + i) + 3 * a + i] += share;
  }
}

static void cross_matrix(const double n[3], double out[9]) {
  double m[9] = {0, -n[2], n[1], n[2], 0, -n[0], -n[1], n[0], 0};
  memcpy(out, m, sizeof m);
}

// J = dw / dv, 3 x 18: a change of p_i moves w by -q_i x / 2, and one of q_i by p_i x / 2
static void spread_cross(double v[6][3], double J[3][18]) {
  for (int k = 0; k < 6; k++) {
    double X[9], sign = k < 3 ? -0.5 : 0.5;
    cross_matrix(v[(k + 3) % 6], X);
    for (int i = 0; i < 9; i++) J[i / 3][3 * k + i % 3] = sign * X[i];
  }
}

// |w|; in the rest pose it has no direction, and no derivatives that anybody needs
static void set_length(Form* form, double v[6][3]) {
  double w[3] = {0}, n[3], X[9], J[3][18], cross[3];
  for (int i = 0; i < 3; i++) {
    brn__cross3(cross, v[i], v[3 + i]);
    brn__axpy3(w, w, 0.5, cross);
  }
  brn__copy3(n, w);
  form->value = brn__normalize3(n);
  if (form->value < 1e-12) return;
  spread_cross(v, J);
  for (int a = 0; a < 18; a++) {
    for (int i = 0; i < 3; i++) form->gradient[a] += n[i] * J[i][a];
  }
  for (int k = 0; k < 18 * 18; k++) {
    int a = k / 18, b = k % 18;
    double dot = 0;
    for (int i = 0; i < 3; i++) dot += J[i][a] * J[i][b];
    form->hessian[k] = (dot - form->gradient[a] * form->gradient[b]) / form->value;
  }
  cross_matrix(n, X); // n . (p x q) = -p . (n x q)
  for (int k = 0; k < 27; k++) {
    int p = 3 * (k / 9) + k % 9 / 3, q = 9 + 3 * (k / 9) + k % 3;
    form->hessian[18 * p + q] -= X[k % 9] / 2;
    form->hessian[18 * q + p] -= X[k % 9] / 2;
  }
}

static void set_forms(const BrnLimit* limit, double v[6][3], Form* s, Form* c) {
  memset(s, 0, sizeof *s);
  memset(c, 0, sizeof *c);
  if (!limit->ball) {
    add_dot(s, 1, v, 0, 2);
    add_dot(c, 1, v, 0, 1);
    return;
  }
  c->value = -0.5;
  for (int i = 0; i < 3; i++) add_dot(c, 0.5, v, i, 3 + i);
  set_length(s, v);
}

// ------------------------------------------------------------------------------------------- angle

static double near_middle(double angle, double middle) {
  const double turn = 6.283185307179586;
  return angle - turn * round((angle - middle) / turn);
}

static void differentiate(const Form* s, const Form* c, BrnAngle* out) {
  double q = s->value * s->value + c->value * c->value;
  double ts = c->value / q, tc = -s->value / q, tcc = -2 * ts * tc, tsc = tc * tc - ts * ts;
  for (int a = 0; a < out->count; a++) {
    out->gradient[a] = ts * s->gradient[a] + tc * c->gradient[a];
    for (int b = 0; b < out->count; b++) {
      double sa = s->gradient[a], sb = s->gradient[b], ca = c->gradient[a], cb = c->gradient[b];
      out->hessian[18 * a + b] = ts * s->hessian[18 * a + b] + tc * c->hessian[18 * a + b] +
                                 tcc * (ca * cb - sa * sb) + tsc * (sa * cb + ca * sb);
    }
  }
}

void brn__limit_angle(const BrnConstraints* c, const BrnLimit* limit, const double* y,
                      bool derivatives, BrnAngle* out) {
  double v[6][3] = {{0}};
  Form sine, cosine;
  for (int k = 0; k < limit->vector_count * limit->count; k++) {
    int p = k / limit->count;
    int node = c->node[limit->start + k % limit->count];
    brn__axpy3(v[p], v[p], limit->share[k], y + 3 * (size_t)node);
  }
  set_forms(limit, v, &sine, &cosine);
  memset(out, 0, sizeof *out);
  out->count = 3 * limit->vector_count;
  out->value = near_middle(atan2(sine.value, cosine.value), limit->middle);
  if (derivatives) differentiate(&sine, &cosine, out);
}
