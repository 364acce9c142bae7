// SPDX-License-Identifier: Apache-2.0

#include "core/describe.h"
#include "core/described_hole.h"

#include "test.h"

// A herd of sheep, each with its own days, on a meadow.

typedef struct Sheep {
  const char* name;
  int friend; // another one
  int day_count;
  double* wool;   // kg on each day
  double spot[2]; // m
  double age;     // NAN: not known
  bool black;
} Sheep;

typedef enum Weather { SUN, RAIN } Weather;

typedef struct Meadow {
  uint64_t hash;
  Weather weather;
  int sheep_count;
  Sheep* sheep;
  int first_lamb, lamb_count;
  int* path; // pairs of sheep
  int path_count;
  Sheep* dog; // NULL: none
  Sheep shepherd;
} Meadow;

#define S Sheep

static const BrnMember sheep_members[] = {
    BRN_MEMBER_TEXT(name, .doc = "by which it is called"),
    BRN_MEMBER(friend, .indexes = "meadow.sheep_count", .absent = "it is alone"),
    BRN_MEMBER(day_count),
    BRN_MEMBER_ARRAY(wool, "day_count", 1, .unit = "kg", .doc = "on each day"),
    BRN_MEMBER_NUMBERS(spot, .unit = "m"),
    BRN_MEMBER(age, .unit = "a", .absent = "not known"),
    BRN_MEMBER(black),
    {0},
};

static const char* sheep_flaw(const BrnScope* scope) {
  return ((const Sheep*)scope->record)->name ? NULL : "a sheep has no name";
}

static const BrnDescription sheep_description = {
    .name = "sheep", .size = sizeof(Sheep), .members = sheep_members, .flaw = sheep_flaw};

#undef S
#define S Meadow

static const BrnMember meadow_members[] = {
    BRN_MEMBER(hash),
    BRN_MEMBER(weather, .choices = "sun rain"),
    BRN_MEMBER(sheep_count),
    BRN_MEMBER_LIST(sheep, "sheep_count", sheep_description, .doc = "all of them"),
    BRN_MEMBER(first_lamb, .indexes = "sheep_count", .run = "lamb_count"),
    BRN_MEMBER(lamb_count),
    BRN_MEMBER(path_count),
    BRN_MEMBER_ARRAY(path, "path_count", 2, .indexes = "last_sheep", .from = 1),
    BRN_MEMBER_ONE(dog, sheep_description, .optional = true),
    BRN_MEMBER_STRUCT(shepherd, sheep_description),
    {0},
};

static int64_t last_sheep(const BrnScope* scope) {
  return brn__described_count(scope, "sheep_count") - 1;
}

static const BrnCountRule meadow_counts[] = {{"last_sheep", last_sheep}, {0}};

static const BrnDescription meadow_description = {
    .name = "meadow", .size = sizeof(Meadow), .members = meadow_members, .counts = meadow_counts};

static BrnScope scope_of(Meadow* meadow) {
  return (BrnScope){.type = &meadow_description, .record = meadow};
}

// on the stack: what it points to belongs to the test
typedef struct Herd {
  Meadow meadow;
  Sheep sheep[3], dog;
  double wool[3];
  int path[2];
} Herd;

static Herd* make_herd(Herd* h) {
  *h = (Herd){.sheep = {{"Ada", 1, 2, NULL, {1, 2}, 3, true},
                        {"Bea", -1, 1, NULL, {3, 4}, NAN, false},
                        {"Cleo", 2, 0, NULL, {5, 6}, 1, false}},
              .dog = {"Dan", 0, 0, NULL, {7, 8}, 9, true},
              .wool = {0.5, 0.75, 2},
              .path = {1, 2}};
  h->sheep[0].wool = h->wool, h->sheep[1].wool = h->wool + 2;
  h->meadow = (Meadow){.hash = 77,
                       .weather = RAIN,
                       .sheep_count = 3,
                       .sheep = h->sheep,
                       .first_lamb = 1,
                       .lamb_count = 2,
                       .path = h->path,
                       .path_count = 1,
                       .dog = &h->dog,
                       .shepherd = {"Sam", -1, 0, NULL, {0, 0}, 40, false}};
  return h;
}

// ------------------------------------------------------------------------------------------ counts

static void counts_are_found_in_and_around_a_record(void** state) {
  (void)state;
  Herd h;
  BrnScope meadow = scope_of(&make_herd(&h)->meadow);
  BrnScope bea = brn__described_item(&meadow, &meadow_members[3], h.sheep, 1);
  ENSURE_INT(brn__described_count(&bea, "day_count"), 1);
  ENSURE_INT(brn__described_count(&bea, "meadow.sheep_count"), 3);
  ENSURE_INT(brn__described_count(&bea, "meadow.last_sheep"), 2);
  ENSURE_INT(brn__described_count(&meadow, "shepherd.day_count"), 0);
  h.sheep[0].day_count = 2;
  h.meadow.dog = NULL;
  ENSURE_INT(brn__described_count(&meadow, "dog.day_count"), 0); // nobody's days
  ENSURE(brn__scope_find(&bea, "meadow") == &meadow && !brn__scope_find(&bea, "farm"));
}

static void hole_in_a_table_is_found(void** state) {
  (void)state;
  ENSURE(described_hole(&sheep_description) == -1);
  ENSURE(described_hole(&meadow_description) == -1);
  for (int left_out = 0; left_out < 7; left_out++) {
    if (left_out == 2) continue; // there might be padding before the pointer
    BrnMember members[8] = {{0}};
    int kept = 0;
    for (int i = 0; i < 7; i++) {
      if (i != left_out) members[kept++] = sheep_members[i];
    }
    BrnDescription less = {.name = "less", .size = sizeof(Sheep), .members = members};
    ENSURE_INT(described_hole(&less), (long)sheep_members[left_out].offset);
    BrnMember others[] = {sheep_members[left_out], {0}};
    less.others = others; // it is known, and left alone
    ENSURE_INT(described_hole(&less), -1);
  }
}

// ------------------------------------------------------------------------------------------ memory

static void same_sheep(const Sheep* a, const Sheep* b) {
  assert_string_equal(a->name, b->name);
  ENSURE(a->name != b->name && a->friend == b->friend && a->black == b->black);
  ENSURE(a->day_count == b->day_count && memcmp(a->spot, b->spot, sizeof a->spot) == 0);
  ENSURE((a->wool == NULL) == (b->wool == NULL));
  for (int i = 0; i < a->day_count; i++) ENSURE(a->wool[i] == b->wool[i]);
}

static void clone_is_equal_and_its_own(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Herd h;
  Meadow copy = {0};
  BrnScope scope = scope_of(&make_herd(&h)->meadow);
  ENSURE_OK(ctx, brn__described_clone(ctx, &scope, &copy));
  ENSURE(copy.hash == 77 && copy.weather == RAIN && copy.sheep != h.sheep);
  for (int i = 0; i < 3; i++) same_sheep(&h.sheep[i], &copy.sheep[i]);
  same_sheep(&h.dog, copy.dog);
  same_sheep(&h.meadow.shepherd, &copy.shepherd);
  ENSURE(copy.path != h.path && copy.path[1] == 2);
  brn__described_free(ctx, &meadow_description, &copy);
  ENSURE(!copy.sheep && !copy.dog && !copy.path);
  test_context_done(ctx);
}

static void failing_allocations_leave_nothing(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Herd h;
  BrnScope scope = scope_of(&make_herd(&h)->meadow);
  BrnStatus status = BRN_NO_MEMORY;
  for (int n = 0; status != BRN_OK; n++) {
    Meadow copy = {0};
    brn_fail_allocation(ctx, n);
    status = brn__described_clone(ctx, &scope, &copy);
    ENSURE(status == BRN_OK || status == BRN_NO_MEMORY);
    brn__described_free(ctx, &meadow_description, &copy);
    ENSURE(brn_byte_count(ctx) == 0);
    ENSURE(status == BRN_OK ? n > 8 : n < 30);
  }
  brn_fail_allocation(ctx, -1);
  test_context_done(ctx);
}

#undef S
#define S Numbers

// what is made by counts around it, as a state is by those of a model
typedef struct Numbers {
  double time;
  double* weight; // of the sheep
  int* pair;
} Numbers;

static const BrnMember number_members[] = {
    BRN_MEMBER(time),
    BRN_MEMBER_ARRAY(weight, "meadow.sheep_count", 1),
    BRN_MEMBER_ARRAY(pair, "meadow.path_count", 2),
    {0},
};
static const BrnDescription number_description = {
    .name = "numbers", .size = sizeof(Numbers), .members = number_members};

static void records_are_made_and_copied_by_counts_around_them(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Herd h;
  Numbers a = {.time = 5}, b = {0};
  BrnScope meadow = scope_of(&make_herd(&h)->meadow);
  BrnScope from = {.type = &number_description, .record = &a, .around = &meadow}, to = from;
  to.record = &b;
  ENSURE_OK(ctx, brn__described_create(ctx, &from));
  ENSURE_OK(ctx, brn__described_create(ctx, &to));
  ENSURE(a.weight[2] == 0 && a.pair[1] == 0);
  a.weight[2] = 7, a.pair[1] = 8;
  ENSURE_INT(brn__described_size(&from), sizeof(double) + 3 * sizeof(double) + 2 * sizeof(int));
  brn__described_copy(&from, &b);
  ENSURE(b.time == 5 && b.weight[2] == 7 && b.pair[1] == 8 && b.weight != a.weight);
  brn__described_free(ctx, &number_description, &a);
  brn__described_free(ctx, &number_description, &b);
  test_context_done(ctx);
}

// ------------------------------------------------------------------------------------------ checks

static void refused(BrnContext* ctx, Herd* h, const char* message) {
  BrnScope scope = scope_of(&h->meadow);
  ENSURE_STATUS(ctx, brn__described_check(ctx, &scope), BRN_INVALID);
  assert_string_equal(brn_last_error(ctx), message);
  make_herd(h);
}

static void flaws_are_named_with_their_place(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Herd h;
  BrnScope scope = scope_of(&make_herd(&h)->meadow);
  ENSURE_OK(ctx, brn__described_check(ctx, &scope));
  h.sheep[1].friend = 3;
  refused(ctx, &h, "sheep[1].friend is 3, not from 0 to 2");
  h.sheep[1].friend = -2;
  refused(ctx, &h, "sheep[1].friend is -2, not from 0 to 2");
  h.wool[1] = INFINITY;
  refused(ctx, &h, "sheep[0].wool[1] is infinite");
  h.sheep[2].spot[1] = NAN;
  refused(ctx, &h, "sheep[2].spot[1] is not a number");
  h.sheep[2].age = INFINITY;
  refused(ctx, &h, "sheep[2].age is infinite");
  h.meadow.shepherd.name = NULL;
  refused(ctx, &h, "shepherd: a sheep has no name");
  h.sheep[0].wool = NULL;
  refused(ctx, &h, "sheep[0].wool is missing");
  h.meadow.weather = (Weather)2;
  refused(ctx, &h, "weather is 2, not from 0 to 1");
  h.meadow.first_lamb = 2; // two of them from there are not
  refused(ctx, &h, "first_lamb is 2, not from 0 to 1");
  h.meadow.lamb_count = 4;
  refused(ctx, &h, "first_lamb is 1, but there are not so many");
  h.path[1] = 0; // these count from 1
  refused(ctx, &h, "path[0] is 0, not from 1 to 2");
  h.path[1] = 3;
  refused(ctx, &h, "path[0] is 3, not from 1 to 2");
  h.sheep[1].day_count = -1;
  refused(ctx, &h, "sheep[1].day_count is -1");
  h.meadow.path_count = INT32_MIN;
  refused(ctx, &h, "path_count is -2147483648");
  h.meadow.dog = NULL; // there need not be one
  ENSURE_OK(ctx, brn__described_check(ctx, &scope));
  test_context_done(ctx);
}

// ------------------------------------------------------------------------------------------- views

typedef struct Seen {
  char text[2000];
} Seen;

static void see(void* user, const BrnMemberView* view) {
  Seen* seen = user;
  size_t used = strlen(seen->text);
  char shape[80] = "";
  for (int i = 0; i < view->dimensions; i++) {
    sprintf(shape + strlen(shape), "%s%d", i ? "x" : "", (int)view->shape[i]);
  }
  snprintf(seen->text + used, sizeof seen->text - used, "%s(%s)%s%s ", view->path, shape,
           view->count ? view->count : "", view->data ? "" : "-");
  if (strcmp(view->path, "sheep.spot") == 0) {
    const char* third = (const char*)view->data + 2 * view->stride;
    ENSURE(((const double*)third)[1] == 6);
    assert_string_equal(view->unit, "m");
  }
}

static void members_are_seen_one_by_one_and_in_columns(void** state) {
  (void)state;
  Herd h;
  Seen seen = {{0}};
  BrnScope scope = scope_of(&make_herd(&h)->meadow);
  h.meadow.dog = NULL;
  brn__described_views(&scope, see, &seen);
  assert_string_equal(
      seen.text,
      "hash() weather() sheep_count() "
      "sheep.name(3)sheep_count sheep.friend(3)sheep_count sheep.day_count(3)sheep_count "
      "sheep.spot(3x2)sheep_count sheep.age(3)sheep_count sheep.black(3)sheep_count "
      "sheep[0].wool(2)day_count sheep[1].wool(1)day_count sheep[2].wool(0)day_count- "
      "first_lamb() lamb_count() path_count() path(1x2)path_count "
      "shepherd.name() shepherd.friend() shepherd.day_count() shepherd.wool(0)day_count- "
      "shepherd.spot(2) shepherd.age() shepherd.black() ");
}

static void tables_have_every_row(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  const BrnDescription* roots[] = {&meadow_description};
  BrnString page = {0};
  brn__described_page(ctx, roots, 1, &page);
  ENSURE_OK(ctx, page.status);
  const char* const lines[] = {"\n### meadow\n\n| member | type | shape | unit | values | |\n|---|",
                               "| `weather` | int |  |  | sun, rain |  |\n",
                               "| `sheep` | sheep | sheep_count |  |  | all of them |\n",
                               "| `path` | int | path_count x 2 |  | last_sheep, from 1 |  |\n",
                               "\n### sheep\n",
                               "| `name` | text |  |  |  | by which it is called |\n",
                               "| `friend` | int |  |  | meadow.sheep_count | -1: it is alone |\n",
                               "| `wool` | double | day_count | kg |  | on each day |\n",
                               "| `spot` | double | 2 | m |  |  |\n",
                               "| `age` | double |  | a |  | NaN: not known |\n"};
  const char* at = page.text;
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    at = strstr(at, lines[i]);
    if (!at) fail_msg("there is no \"%s\" in its place in:%s", lines[i], page.text);
  }
  brn__string_free(ctx, &page);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(counts_are_found_in_and_around_a_record),
          cmocka_unit_test(hole_in_a_table_is_found), cmocka_unit_test(clone_is_equal_and_its_own),
          cmocka_unit_test(failing_allocations_leave_nothing),
          cmocka_unit_test(records_are_made_and_copied_by_counts_around_them),
          cmocka_unit_test(flaws_are_named_with_their_place),
          cmocka_unit_test(members_are_seen_one_by_one_and_in_columns),
          cmocka_unit_test(tables_have_every_row))
