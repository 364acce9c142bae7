// SPDX-License-Identifier: Apache-2.0

#include "core/hash.h"

#include "test.h"

// a set of numbers; the hash is a bad one until the seed changes
typedef struct Set {
  int count;
  const uint64_t* number;
  uint64_t wanted;
  long* compared;
} Set;

static uint64_t number_of(const Set* set, int item) {
  return item < 0 ? set->wanted : set->number[item];
}

static uint64_t hash_weakly(const void* user, int item, uint64_t seed) {
  return seed == 0 ? 5 : brn__hash_mix(seed, number_of(user, item));
}

static uint64_t hash_to_one_place(const void* user, int item, uint64_t seed) {
  (void)user, (void)item, (void)seed;
  return 5;
}

static bool is_wanted(const void* user, int item) {
  const Set* set = user;
  ++*set->compared;
  return number_of(set, item) == set->wanted;
}

enum { COUNT = 5000 };

static long fill(BrnContext* ctx, const BrnHashKind* kind, int count, uint64_t* seed) {
  static uint64_t number[COUNT];
  long compared = 0;
  TestRandom random = {1};
  BrnHash hash = {0};
  Set set = {0, number, 0, &compared};
  for (int i = 0; i < count; i++) {
    set.wanted = test_random_bits(&random);
    ENSURE_INT(brn__hash_find(&hash, kind, &set), -1);
    ENSURE_OK(ctx, brn__hash_reserve(ctx, &hash, kind, &set, i + 1));
    int* slot = brn__hash_slot(&hash, kind, &set);
    ENSURE_INT(*slot, -1);
    number[i] = set.wanted;
    *slot = i;
    ENSURE(hash.slot_count >= 2 * (size_t)i && hash.slot_count <= 64 + 4 * ((size_t)i + 1));
  }
  for (int i = 0; i < count; i++) {
    set.wanted = number[i];
    ENSURE_INT(brn__hash_find(&hash, kind, &set), i);
  }
  *seed = hash.seed;
  brn__hash_free(ctx, &hash);
  return compared;
}

static void crowded_table_takes_another_seed(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  uint64_t seed;
  long compared = fill(ctx, &(BrnHashKind){hash_weakly, is_wanted}, COUNT, &seed);
  ENSURE(seed == 1 && compared < 10 * COUNT);
  test_context_done(ctx);
}

// no seed helps: it is slow, but it ends
static void hopeless_hash_is_still_right(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  uint64_t seed;
  fill(ctx, &(BrnHashKind){hash_to_one_place, is_wanted}, 500, &seed);
  ENSURE(seed > 1 && seed < 20);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(crowded_table_takes_another_seed),
          cmocka_unit_test(hopeless_hash_is_still_right))
