// SPDX-License-Identifier: Apache-2.0

#include "render/view.h"

#include <math.h>

// A key light with soft shadows, a fill from the other side, a rim from behind, and a sky that is
// bluer above and warmer below. Everything is linear light; the numbers are a matter of taste.

static const float KEY = 0.93f, FILL = 0.11f, SKY = 0.50f, RIM = 0.30f;
static const float SKY_ABOVE[3] = {0.98f, 1.02f, 1.10f}, SKY_BELOW[3] = {0.66f, 0.58f, 0.54f};

// What reaches a crevice has been reflected by its walls, in their colour (Jimenez et al. 2016);
// half of it, since bone would have no dark places.
static float bounce(float open, float color) {
  float a = 2.0404f * color - 0.3324f, b = -4.7951f * color + 0.6417f;
  float c = 2.7552f * color + 0.6903f, lit = ((open * a + b) * open + c) * open;
  return lit > open ? (lit + open) / 2 : open;
}

static float highlight(const BrnSpot* spot, const float* light, float shine) {
  float half[3];
  for (int k = 0; k < 3; k++) half[k] = light[k] + spot->toward[k];
  brn__fnormalize(half);
  float cosine = brn__fdot(half, spot->normal), facing = brn__fdot(light, spot->normal);
  if (cosine <= 0 || facing <= 0) return 0;
  return powf(cosine, shine) * (shine + 8) / 40 * brn__fclamp(4 * facing, 0, 1);
}

// bright colours run into white softly
static float shoulder(float x) {
  const float knee = 0.72f;
  return x < knee ? x : knee + (1 - knee) * (1 - expf(-(x - knee) / (1 - knee)));
}

typedef struct Lit {
  float key[3], fill, up, rim, gloss; // shares
} Lit;

// Light creeps around the edge of the shadow in flesh, the red of it farthest.
static Lit find_light(const BrnView* view, const BrnSpot* spot, BrnVisibility visible) {
  static const float creep[3] = {0.22f, 0.07f, 0.06f};
  Lit lit;
  float key = brn__fdot(spot->normal, view->key), fill = brn__fdot(spot->normal, view->fill);
  float edge = 1 - brn__fclamp(brn__fdot(spot->normal, spot->toward), 0, 1);
  float soft = spot->look->soft ? 1 - spot->tendon : 0;
  for (int k = 0; k < 3; k++) {
    float reach = soft * creep[k];
    lit.key[k] = visible.key * fmaxf((key + reach) / (1 + reach), 0);
  }
  lit.fill = fmaxf(0.3f + 0.7f * fill, 0) * visible.sky;
  lit.up = 0.5f + 0.5f * spot->normal[1];
  float behind = fmaxf(brn__fdot(spot->normal, view->rim) + 0.35f, 0);
  lit.rim = behind * edge * edge * edge * visible.sky;
  float gloss = spot->look->gloss, shine = spot->look->shine;
  if (spot->look->soft) {
    gloss += spot->tendon * (0.42f - gloss), shine += spot->tendon * (70 - shine);
  }
  gloss *= 1 + 0.6f * spot->grain;
  lit.gloss = gloss * (visible.key * highlight(spot, view->key, shine) +
                       0.25f * visible.sky * highlight(spot, view->fill, shine) +
                       0.25f * visible.sky * edge * edge * edge * edge);
  return lit;
}

// values must be read by their hue: light changes their brightness mildly, and they do not shine
static void shade_value(const BrnSpot* spot, const Lit* lit, BrnVisibility visible, float* out) {
  float light = 0.42f + 0.42f * lit->key[1] + 0.22f * visible.sky * (0.7f + 0.3f * lit->up) +
                0.08f * lit->fill;
  for (int k = 0; k < 3; k++) out[k] = fminf(spot->color[k] * light + 0.05f * lit->rim, 1);
}

void brn__spot_shade(const BrnView* view, const BrnSpot* spot, BrnVisibility visible,
                     float out[3]) {
  Lit lit = find_light(view, spot, visible);
  if (spot->look->valued) {
    shade_value(spot, &lit, visible, out);
    return;
  }
  for (int k = 0; k < 3; k++) {
    float color = spot->color[k], sky = SKY_BELOW[k] + lit.up * (SKY_ABOVE[k] - SKY_BELOW[k]);
    float diffuse = KEY * lit.key[k] + FILL * lit.fill + SKY * sky * bounce(visible.sky, color);
    out[k] = shoulder(color * diffuse + RIM * lit.rim * (0.3f + 0.7f * color) + lit.gloss);
  }
}

float brn__ground_shade(const BrnSpot* spot, BrnVisibility visible) {
  float away = sqrtf(spot->point[0] * spot->point[0] + spot->point[2] * spot->point[2]);
  float fade = brn__fclamp((3.2f - away) / 2, 0, 1);
  float dark = 0.55f * (1 - visible.key) + 0.75f * (1 - visible.sky);
  return brn__fclamp(dark * fade * fade * (3 - 2 * fade), 0, 0.85f);
}
