// SPDX-License-Identifier: Apache-2.0

#include "core/vec.h"
#include "render/render_test.h"
#include "render/scenery.h"

typedef struct Scene {
  BrnContext* ctx;
  BrnReplay* replay;
  BrnPictureDef def;
  BrnSoup soup;
} Scene;

static Scene scene_make(int cells) {
  Scene s = {.ctx = test_context(), .def = render_plain_def()};
  s.replay = render_open_block(s.ctx, cells);
  return s;
}

static void gather(Scene* s) {
  const BrnReplayValue* about;
  double low[3], high[3];
  brn__soup_free(s->ctx, &s->soup);
  ENSURE_OK(s->ctx, brn__scenery(s->ctx, s->replay, 0, &s->def, &s->soup, &about, low, high));
  for (int k = 0; k < 3; k++) ENSURE(low[k] == -0.5 && high[k] == 0.5);
}

static void scene_done(Scene* s) {
  brn__soup_free(s->ctx, &s->soup);
  brn_replay_close(s->ctx, s->replay);
  test_context_done(s->ctx);
}

// twice the area, along the normal of the triangle
static void area_vector(const BrnSoup* soup, int t, double* out) {
  const int* v = soup->triangle[t].corner;
  brn__triangle_normal(out, soup->vertex[v[0]].point, soup->vertex[v[1]].point,
                       soup->vertex[v[2]].point);
}

// area of the triangles of a part in the plane x = at
static double area_at(const BrnSoup* soup, double at, int look) {
  double area = 0;
  for (int t = 0; t < soup->triangle_count; t++) {
    bool in_plane = soup->triangle[t].look == look;
    for (int c = 0; c < 3; c++) {
      double x = soup->vertex[soup->triangle[t].corner[c]].point[0];
      in_plane = in_plane && fabs(x - at) < 1e-3;
    }
    double normal[3];
    area_vector(soup, t, normal);
    if (in_plane) area += brn__norm3(normal) / 2;
  }
  return area;
}

static double volume(const BrnSoup* soup) {
  double sum = 0;
  for (int t = 0; t < soup->triangle_count; t++) {
    double normal[3];
    area_vector(soup, t, normal);
    sum += brn__dot3(normal, soup->vertex[soup->triangle[t].corner[0]].point) / 6;
  }
  return sum;
}

static void faces_between_parts_are_there_once(void** state) {
  (void)state;
  Scene s = scene_make(4);
  gather(&s);
  ENSURE_INT(s.soup.triangle_count, 2 * 16 * 7); // six sides, and one between the halves
  BrnPartLook hide[] = {{"low", 0}};
  s.def.look = hide, s.def.look_count = 1;
  gather(&s);
  ENSURE_INT(s.soup.triangle_count, 2 * (16 * 2 + 8 * 4));
  ENSURE_NEAR(volume(&s.soup), 0.5, 1e-12);
  scene_done(&s);
}

static void section_fills_the_plane(void** state) {
  (void)state;
  Scene s = scene_make(4);
  s.def.cut = true;
  s.def.cut_normal[0] = 3;
  s.def.cut_point[0] = 0.17;
  gather(&s);
  for (int look = 0; look < 2; look++) ENSURE_NEAR(area_at(&s.soup, 0.17, look), 0.5, 1e-9);
  for (int t = 0; t < s.soup.triangle_count; t++) {
    for (int c = 0; c < 3; c++) {
      ENSURE(s.soup.vertex[s.soup.triangle[t].corner[c]].point[0] <= 0.17 + 1e-12);
    }
  }
  scene_done(&s);
}

// the wire of a section is the outline of each tet: quads have no diagonal
static void section_has_the_outlines_of_tets(void** state) {
  (void)state;
  Scene s = scene_make(1);
  s.def.cut = true;
  s.def.cut_normal[0] = 1;
  gather(&s);
  int triangles = 0, edges = 0;
  for (int t = 0; t < s.soup.triangle_count; t++) {
    bool in_plane = true;
    for (int c = 0; c < 3; c++) {
      in_plane = in_plane && fabs(s.soup.vertex[s.soup.triangle[t].corner[c]].point[0]) < 1e-3;
    }
    if (!in_plane) continue;
    triangles++, edges += __builtin_popcount(s.soup.triangle[t].edges);
  }
  // in the middle of a cell the plane meets six tets: four in triangles, two in quads
  ENSURE_INT(triangles, 8);
  ENSURE_INT(edges, 4 * 3 + 2 * 4);
  scene_done(&s);
}

static void whole_tets_leave_a_closed_rest(void** state) {
  (void)state;
  Scene s = scene_make(4);
  s.def.cut = s.def.cut_whole = true;
  s.def.cut_normal[0] = 1, s.def.cut_normal[1] = 0.3;
  BrnPartLook hide[] = {{"low", 0}};
  s.def.look = hide, s.def.look_count = 1;
  for (int i = 0; i < 3; i++) {
    s.def.cut_point[0] = 0.1 * i;
    gather(&s);
    double kept = 0;
    const BrnMesh* mesh = s.replay->mesh;
    for (int t = 0; t < mesh->tet_count; t++) {
      double centre[3] = {0};
      for (int c = 0; c < 4; c++) {
        brn__axpy3(centre, centre, 0.25, mesh->position + 3 * mesh->tet[4 * t + c]);
      }
      brn__sub3(centre, centre, s.def.cut_point);
      bool stays = brn__dot3(centre, s.def.cut_normal) <= 0 && mesh->tet_label[t] == 2;
      kept += stays ? 1.0 / mesh->tet_count : 0;
    }
    ENSURE_NEAR(volume(&s.soup), kept, 1e-12);
    ENSURE(kept > 0.1);
  }
  scene_done(&s);
}

static void values_come_from_vertices_and_tets(void** state) {
  (void)state;
  Scene s = scene_make(4);
  s.def.color_by = "x";
  gather(&s);
  for (int v = 0; v < s.soup.vertex_count; v++) {
    ENSURE_NEAR(s.soup.vertex[v].value, s.soup.vertex[v].point[0], 1e-6);
  }
  s.def.color_by = "height"; // on tets; each part has its own
  s.def.cut = true, s.def.cut_normal[0] = 1;
  gather(&s);
  for (int t = 0; t < s.soup.triangle_count; t++) {
    for (int c = 0; c < 3; c++) {
      const BrnSoupVertex* v = &s.soup.vertex[s.soup.triangle[t].corner[c]];
      ENSURE_NEAR(v->value, s.soup.triangle[t].look + 1, 1e-6);
    }
  }
  scene_done(&s);
}

static void quads_keep_their_outline(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  char path[] = "/tmp/brawn_render_XXXXXX.obj";
  int file = mkstemps(path, 4);
  ENSURE(file >= 0);
  FILE* out = fdopen(file, "w");
  for (int v = 0; v < 8; v++) fprintf(out, "v %d %d %d\n", v & 1, v >> 1 & 1, v >> 2);
  fprintf(out, "f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n");
  fclose(out);
  BrnReplay* replay;
  ENSURE_OK(ctx, brn_replay_open(ctx, path, NULL, &replay));
  unlink(path);
  BrnPictureDef def = render_plain_def();
  BrnSoup soup = {0};
  const BrnReplayValue* about;
  double low[3], high[3];
  ENSURE_OK(ctx, brn__scenery(ctx, replay, 0, &def, &soup, &about, low, high));
  ENSURE_INT(soup.triangle_count, 12);
  int edges = 0;
  for (int t = 0; t < 12; t++) edges += __builtin_popcount(soup.triangle[t].edges);
  ENSURE_INT(edges, 24);
  brn__soup_free(ctx, &soup);
  brn_replay_close(ctx, replay);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(faces_between_parts_are_there_once),
          cmocka_unit_test(section_fills_the_plane),
          cmocka_unit_test(section_has_the_outlines_of_tets),
          cmocka_unit_test(whole_tets_leave_a_closed_rest),
          cmocka_unit_test(values_come_from_vertices_and_tets),
          cmocka_unit_test(quads_keep_their_outline))
