// SPDX-License-Identifier: Apache-2.0

#include "render/light.h"
#include "render/render_test.h"
#include "render/view.h"

// Hand-made scenes, seen along -z by parallel rays: 100 pixels a metre.

typedef struct Stage {
  BrnContext* ctx;
  BrnSoup soup;
  BrnPictureDef def;
} Stage;

static Stage stage_with(int workers) {
  return (Stage){.ctx = test_context_with(workers), .def = render_plain_def()};
}

static void stage_done(Stage* s) {
  brn__soup_free(s->ctx, &s->soup);
  test_context_done(s->ctx);
}

static int add_look(Stage* s, int group, float opacity) {
  int look;
  BrnLook about = {.group = group, .opacity = opacity, .gloss = 0, .shine = 20};
  ENSURE_OK(s->ctx, brn__soup_add_look(s->ctx, &s->soup, about, &look));
  return look;
}

static void add_ball(Stage* s, double x, double y, double z, double radius, int look) {
  BrnSoupVertex grey = {.color = {0.4f, 0.4f, 0.4f}};
  double centre[3] = {x, y, z};
  ENSURE_OK(s->ctx, brn__soup_add_ball(s->ctx, &s->soup, centre, radius, look, &grey));
}

// a square across z, facing the eye or away
static void add_square(Stage* s, double half, double z, int look, const float color[3], bool away) {
  ENSURE_OK(s->ctx, brn__soup_reserve(s->ctx, &s->soup, 4, 2));
  int first = s->soup.vertex_count;
  for (int i = 0; i < 4; i++) {
    BrnSoupVertex v = {.point = {i == 0 || i == 3 ? -half : half, i < 2 ? -half : half, z}};
    memcpy(v.color, color, sizeof v.color);
    brn__soup_add_vertex(&s->soup, &v);
  }
  for (int i = 0; i < 2; i++) {
    BrnSoupTriangle t = {.corner = {first, first + 1 + i, first + 2 + i}, .look = look};
    if (away) t.corner[1] = first + 2 + i, t.corner[2] = first + 1 + i;
    t.edges = i == 0 ? 3 : 6;
    brn__soup_flatten(&s->soup, &t);
    brn__soup_add_triangle(&s->soup, &t);
  }
}

static BrnImage* shoot(Stage* s) {
  BrnView view;
  BrnImage* image;
  ENSURE_OK(s->ctx, brn__view_create(s->ctx, &s->def, &s->def.camera, &s->soup, -0.5, &view));
  ENSURE_OK(s->ctx, brn_image_create(s->ctx, s->def.width, s->def.height, &image));
  view.image = image;
  brn__view_light(s->ctx, &view);
  brn__view_trace(s->ctx, &view);
  brn__view_destroy(s->ctx, &view);
  return image;
}

static void silhouette_of_a_ball_has_its_area(void** state) {
  (void)state;
  Stage s = stage_with(2);
  s.def.samples = 4;
  add_ball(&s, 0.1, -0.05, 0, 0.5, add_look(&s, 0, 1));
  BrnImage* image = shoot(&s);
  // seen along z the ball is a polygon of 24 corners
  double polygon = 12 * sin(M_PI / 12) * 50 * 50;
  ENSURE_NEAR(render_area(image), polygon, 0.005 * polygon);
  ENSURE(render_pixel(image, 90, 85)[3] == 255 && render_pixel(image, 2, 2)[3] == 0);
  brn_image_destroy(s.ctx, image);
  stage_done(&s);
}

// The lights are above and to the left: what is lit from there is brighter, and mirrored in the
// plane through them it is the same.
static void ball_is_lit_from_the_upper_left(void** state) {
  (void)state;
  Stage s = stage_with(2);
  add_ball(&s, 0, 0, 0, 0.6, add_look(&s, 0, 1));
  BrnImage* image = shoot(&s);
  int upper_left = render_pixel(image, 50, 50)[1], lower_right = render_pixel(image, 110, 110)[1];
  int upper_right = render_pixel(image, 110, 50)[1], lower_left = render_pixel(image, 50, 110)[1];
  ENSURE(upper_left > upper_right + 20 && upper_right > lower_right);
  ENSURE(upper_left > lower_left + 20 && lower_left > lower_right);
  brn_image_destroy(s.ctx, image);
  stage_done(&s);
}

static void smooth_ball_has_no_facets(void** state) {
  (void)state;
  Stage s = stage_with(2);
  s.def.shadows = true;
  s.def.rays = 32;
  add_ball(&s, 0, 0, 0, 0.7, add_look(&s, 0, 1));
  BrnImage* image = shoot(&s);
  for (int y = 30; y < 130; y++) { // neighbours differ little: no black triangles at the shadow
    for (int x = 30; x < 130; x++) {
      if ((x - 80) * (x - 80) + (y - 80) * (y - 80) > 55 * 55) continue;
      int step = render_pixel(image, x, y)[0] - render_pixel(image, x + 1, y)[0];
      ENSURE(abs(step) < 14);
    }
  }
  brn_image_destroy(s.ctx, image);
  stage_done(&s);
}

static void inside_out_looks_the_same(void** state) {
  (void)state;
  static const float color[3] = {0.5f, 0.2f, 0.1f};
  BrnImage* image[2];
  Stage s[2] = {stage_with(2), stage_with(2)};
  for (int i = 0; i < 2; i++) {
    s[i].def.shadows = true, s[i].def.occlusion = 1;
    add_square(&s[i], 0.5, 0, add_look(&s[i], 0, 1), color, i == 1);
    image[i] = shoot(&s[i]);
  }
  const uint8_t *a = render_pixel(image[0], 80, 80), *b = render_pixel(image[1], 80, 80);
  for (int k = 0; k < 4; k++) ENSURE_INT(a[k], b[k]);
  for (int i = 0; i < 2; i++) brn_image_destroy(s[i].ctx, image[i]), stage_done(&s[i]);
}

static void what_is_covered_is_darker(void** state) {
  (void)state;
  static const float color[3] = {0.5f, 0.5f, 0.5f};
  Stage s = stage_with(2);
  int look = add_look(&s, 0, 1);
  add_square(&s, 0.7, 0, look, color, false);
  add_ball(&s, 0, 0, 0.16, 0.15, look);
  // right and below of the ball, where the shadow falls; the same to the left and above
  BrnImage* plain = shoot(&s);
  s.def.occlusion = 1;
  BrnImage* occluded = shoot(&s);
  s.def.shadows = true, s.def.occlusion = 0;
  BrnImage* shadowed = shoot(&s);
  ENSURE_INT(render_pixel(plain, 92, 94)[1], render_pixel(plain, 30, 30)[1]);
  ENSURE(render_pixel(occluded, 96, 80)[1] < render_pixel(plain, 96, 80)[1] - 6);
  ENSURE(abs(render_pixel(occluded, 20, 20)[1] - render_pixel(plain, 20, 20)[1]) < 3);
  ENSURE(render_pixel(shadowed, 94, 96)[1] < render_pixel(plain, 94, 96)[1] - 25);
  ENSURE_INT(render_pixel(shadowed, 50, 50)[1], render_pixel(plain, 50, 50)[1]);
  brn_image_destroy(s.ctx, plain);
  brn_image_destroy(s.ctx, occluded);
  brn_image_destroy(s.ctx, shadowed);
  stage_done(&s);
}

// what is behind a wall of glass that faces the eye shows with the rest of its opacity
static void translucent_layers_blend_exactly(void** state) {
  (void)state;
  static const float red[3] = {0.4f, 0.02f, 0.02f}, blue[3] = {0.02f, 0.02f, 0.4f};
  static const float green[3] = {0.02f, 0.4f, 0.02f};
  double seen[3][3];
  const float* color[3] = {red, green, blue};
  Stage s = stage_with(2);
  for (int i = 0; i < 3; i++) {
    s.soup.triangle_count = s.soup.vertex_count = s.soup.look_count = 0;
    add_square(&s, 0.6, 0.1 * i, add_look(&s, 0, 1), color[i], false);
    BrnImage* image = shoot(&s);
    for (int k = 0; k < 3; k++) seen[i][k] = brn__to_linear(render_pixel(image, 80, 80)[k] / 255.0);
    brn_image_destroy(s.ctx, image);
  }
  s.soup.triangle_count = s.soup.vertex_count = s.soup.look_count = 0;
  int glass = add_look(&s, 1, 0.25f), haze = add_look(&s, 2, 0.5f), wall = add_look(&s, 3, 1);
  add_square(&s, 0.6, 0.4, glass, red, false); // entered here,
  add_square(&s, 0.6, 0.3, glass, red, true);  // left here: not seen
  add_square(&s, 0.6, 0.2, haze, green, false);
  add_square(&s, 0.6, 0.1, wall, blue, false);
  BrnImage* image = shoot(&s);
  for (int k = 0; k < 3; k++) {
    double behind = 0.5 * seen[1][k] + 0.5 * seen[2][k];
    double blend = 255 * brn__to_srgb(0.25 * seen[0][k] + 0.75 * behind);
    ENSURE_NEAR(render_pixel(image, 80, 80)[k], blend, 1.6);
  }
  ENSURE_INT(render_pixel(image, 80, 80)[3], 255);
  brn_image_destroy(s.ctx, image);
  s.soup.triangle_count -= 2; // without the wall
  image = shoot(&s);
  ENSURE_NEAR(render_pixel(image, 80, 80)[3], 255 * (1 - 0.75 * 0.5), 0.6);
  brn_image_destroy(s.ctx, image);
  stage_done(&s);
}

static void wire_is_on_the_edges_that_are_marked(void** state) {
  (void)state;
  static const float color[3] = {0.5f, 0.5f, 0.5f};
  Stage s = stage_with(2);
  add_square(&s, 0.5, 0, add_look(&s, 0, 1), color, false);
  BrnImage* plain = shoot(&s);
  s.def.wire = true;
  BrnImage* wire = shoot(&s);
  ENSURE(render_pixel(wire, 30, 80)[1] < render_pixel(plain, 30, 80)[1] - 20); // the left edge
  ENSURE_INT(render_pixel(wire, 50, 110)[1], render_pixel(plain, 50, 110)[1]); // the diagonal
  ENSURE_INT(render_pixel(wire, 60, 70)[1], render_pixel(plain, 60, 70)[1]);
  brn_image_destroy(s.ctx, plain);
  brn_image_destroy(s.ctx, wire);
  stage_done(&s);
}

static void ground_takes_the_shadow_only(void** state) {
  (void)state;
  Stage s = stage_with(2);
  s.def.camera = (BrnCamera){.eye = {0, 3, 5}, .up = {0, 1, 0}, .fov = 30};
  s.def.shadows = true, s.def.occlusion = 1, s.def.ground = true;
  add_ball(&s, 0, 0, 0, 0.5, add_look(&s, 0, 1));
  BrnImage* image = shoot(&s);
  int darkest = 0, clear = 0;
  for (int i = 0; i < 160 * 160; i++) {
    const uint8_t* p = image->pixel + 4 * (size_t)i;
    if (p[3] > 60 && p[3] < 255 && p[0] < 40) darkest++;
    if (p[3] == 0) clear++;
  }
  ENSURE(darkest > 200 && clear > 5000);
  brn_image_destroy(s.ctx, image);
  stage_done(&s);
}

static void any_number_of_workers_gives_the_same_bits(void** state) {
  (void)state;
  BrnImage* image[3];
  Stage s[3];
  for (int i = 0; i < 3; i++) {
    s[i] = stage_with(i + 1);
    s[i].def.shadows = s[i].def.ground = s[i].def.wire = true, s[i].def.occlusion = 0.8;
    int look = add_look(&s[i], 0, 1), glass = add_look(&s[i], 1, 0.4f);
    add_ball(&s[i], 0, 0, 0, 0.4, look);
    add_ball(&s[i], 0.2, 0.2, 0.3, 0.3, glass);
    add_ball(&s[i], -0.3, 0.3, 0.1, 0.2, look);
    image[i] = shoot(&s[i]);
  }
  ENSURE(render_same(image[0], image[1]) && render_same(image[0], image[2]));
  for (int i = 0; i < 3; i++) brn_image_destroy(s[i].ctx, image[i]), stage_done(&s[i]);
}

static void nothing_to_see_is_background(void** state) {
  (void)state;
  Stage s = stage_with(1);
  s.def.transparent = false;
  BrnImage* image = shoot(&s);
  double top = s.def.background[2], bottom = s.def.background_bottom[2];
  for (int y = 0; y < 160; y += 53) {
    double expected = 255 * (top + (bottom - top) * (y + 0.5) / 160);
    ENSURE_NEAR(render_pixel(image, 7, y)[2], expected, 0.51);
    ENSURE_INT(render_pixel(image, 7, y)[3], 255);
  }
  brn_image_destroy(s.ctx, image);
  stage_done(&s);
}

TEST_MAIN(cmocka_unit_test(silhouette_of_a_ball_has_its_area),
          cmocka_unit_test(ball_is_lit_from_the_upper_left),
          cmocka_unit_test(smooth_ball_has_no_facets), cmocka_unit_test(inside_out_looks_the_same),
          cmocka_unit_test(what_is_covered_is_darker),
          cmocka_unit_test(translucent_layers_blend_exactly),
          cmocka_unit_test(wire_is_on_the_edges_that_are_marked),
          cmocka_unit_test(ground_takes_the_shadow_only),
          cmocka_unit_test(any_number_of_workers_gives_the_same_bits),
          cmocka_unit_test(nothing_to_see_is_background))
