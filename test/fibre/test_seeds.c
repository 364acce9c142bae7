// SPDX-License-Identifier: Apache-2.0

#include "fibre/trace.h"
#include "fibre_test.h"

static int spread(BrnContext* ctx, const Muscle* m, int count, int* seed) {
  int found;
  BrnScratchMark mark = brn__scratch_mark(ctx);
  ENSURE_OK(ctx, brn__lines_spread_seeds(ctx, m->region, m->direction, count, seed, &found));
  brn__scratch_release(ctx, mark);
  return found;
}

static void seeds_are_even_and_different(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Muscle m = muscle_cube(ctx, 8);
  int seed[512], octant[8] = {0};
  uint8_t* seen = calloc((size_t)m.region->mesh->tet_count, 1);
  ENSURE_INT(spread(ctx, &m, 512, seed), 512);
  for (int i = 0; i < 512; i++) {
    const double* c = m.region->centre + 3 * seed[i];
    ENSURE(!seen[seed[i]]);
    seen[seed[i]] = 1;
    octant[(c[0] > 4) + 2 * (c[1] > 4) + 4 * (c[2] > 4)]++;
  }
  for (int i = 0; i < 8; i++) ENSURE(octant[i] >= 60 && octant[i] <= 68);
  free(seen);
  muscle_done(ctx, &m);
  test_context_done(ctx);
}

static void small_regions_have_fewer_and_bare_tets_none(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Muscle m = muscle_cube(ctx, 1);
  int seed[100];
  int found = spread(ctx, &m, 100, seed);
  ENSURE_INT(found, 6);
  ENSURE_INT(spread(ctx, &m, 0, seed), 0);
  for (int i = 0; i < 9; i++) m.direction[i] = 0; // tets 0 to 2
  found = spread(ctx, &m, 100, seed);
  ENSURE_INT(found, 3);
  for (int i = 0; i < 3; i++) ENSURE(seed[i] >= 3);
  muscle_done(ctx, &m);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(seeds_are_even_and_different),
          cmocka_unit_test(small_regions_have_fewer_and_bare_tets_none))
