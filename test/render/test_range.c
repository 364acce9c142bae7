// SPDX-License-Identifier: Apache-2.0

#include "render/view.h"
#include "test.h"

enum { COUNT = 999 };

typedef struct Row {
  BrnContext* ctx;
  BrnSoup soup;
  BrnPictureDef def;
  BrnReplayValue about;
} Row;

// values 0 to 998, one a triangle, and one that is far out
static Row row_make(void) {
  Row r = {.ctx = test_context(), .def = brn_picture_def_default()};
  r.about = (BrnReplayValue){.name = "v", .natural = {NAN, NAN}, .middle = NAN};
  int look;
  ENSURE_OK(r.ctx, brn__soup_add_look(r.ctx, &r.soup, (BrnLook){.valued = true}, &look));
  ENSURE_OK(r.ctx, brn__soup_add_look(r.ctx, &r.soup, (BrnLook){.valued = false}, &look));
  ENSURE_OK(r.ctx, brn__soup_reserve(r.ctx, &r.soup, COUNT + 1, COUNT + 1));
  for (int i = 0; i <= COUNT; i++) {
    int v = brn__soup_add_vertex(&r.soup, &(BrnSoupVertex){.value = i < COUNT ? (float)i : 1e9f});
    BrnSoupTriangle t = {.corner = {v, v, v}, .look = 0};
    brn__soup_add_triangle(&r.soup, &t);
  }
  return r;
}

static void row_done(Row* r) {
  brn__soup_free(r->ctx, &r->soup);
  test_context_done(r->ctx);
}

static void range_is_without_the_ends(void** state) {
  (void)state;
  Row r = row_make();
  double range[2];
  ENSURE_OK(r.ctx, brn__find_range(r.ctx, &r.soup, &r.def, &r.about, range));
  ENSURE(range[0] == 10 && range[1] == 989);                          // of 1000 ten at each end
  r.soup.vertex[20].value = NAN, r.soup.vertex[21].value = -INFINITY; // do not count
  ENSURE_OK(r.ctx, brn__find_range(r.ctx, &r.soup, &r.def, &r.about, range));
  ENSURE(range[0] == 9 && range[1] == 990);
  for (int t = 100; t <= COUNT; t++) r.soup.triangle[t].look = 1;
  ENSURE_OK(r.ctx, brn__find_range(r.ctx, &r.soup, &r.def, &r.about, range));
  ENSURE(range[0] == 0 && range[1] == 99); // what is not coloured by values does not count
  row_done(&r);
}

static void middle_stays_in_the_middle(void** state) {
  (void)state;
  Row r = row_make();
  double range[2];
  r.about.middle = 200;
  ENSURE_OK(r.ctx, brn__find_range(r.ctx, &r.soup, &r.def, &r.about, range));
  ENSURE(range[0] == 200 - 789 && range[1] == 989);
  row_done(&r);
}

static void wishes_come_before_nature(void** state) {
  (void)state;
  Row r = row_make();
  double range[2];
  r.about.natural[0] = 0, r.about.natural[1] = 1;
  ENSURE_OK(r.ctx, brn__find_range(r.ctx, &r.soup, &r.def, &r.about, range));
  ENSURE(range[0] == 0 && range[1] == 1);
  r.def.range[1] = 5;
  ENSURE_OK(r.ctx, brn__find_range(r.ctx, &r.soup, &r.def, &r.about, range));
  ENSURE(range[0] == 0 && range[1] == 5);
  row_done(&r);
}

static void range_of_one_value_is_not_empty(void** state) {
  (void)state;
  Row r = row_make();
  double range[2];
  for (int v = 0; v <= COUNT; v++) r.soup.vertex[v].value = 7;
  ENSURE_OK(r.ctx, brn__find_range(r.ctx, &r.soup, &r.def, &r.about, range));
  ENSURE(range[0] < 7 && range[1] > 7);
  r.soup.triangle_count = 0;
  ENSURE_OK(r.ctx, brn__find_range(r.ctx, &r.soup, &r.def, &r.about, range));
  ENSURE(range[0] < range[1]);
  row_done(&r);
}

TEST_MAIN(cmocka_unit_test(range_is_without_the_ends), cmocka_unit_test(middle_stays_in_the_middle),
          cmocka_unit_test(wishes_come_before_nature),
          cmocka_unit_test(range_of_one_value_is_not_empty))
