// SPDX-License-Identifier: Apache-2.0

#include "io/described.h"

#include "test.h"

// A box of things of all kinds.

typedef struct Thing {
  char* name; // NULL: none
  int count;
  double* number; // rows of 2
  bool good;
} Thing;

typedef struct Box {
  int thing_count;
  Thing* thing;
  int word_count;
  char** word;
  Thing* best; // NULL: none
  bool flag[3];
  uint64_t hash;
} Box;

#define S Thing

static const BrnMember thing_members[] = {
    BRN_MEMBER_TEXT(name),
    BRN_MEMBER(count),
    BRN_MEMBER_ARRAY(number, "count", 2),
    BRN_MEMBER(good),
    {0},
};
static const BrnDescription thing_description = {
    .name = "thing", .size = sizeof(Thing), .members = thing_members};

#undef S
#define S Box

static const BrnMember box_members[] = {
    BRN_MEMBER(thing_count),
    BRN_MEMBER_LIST(thing, "thing_count", thing_description),
    BRN_MEMBER(word_count),
    BRN_MEMBER_TEXTS(word, "word_count"),
    BRN_MEMBER_ONE(best, thing_description),
    BRN_MEMBER_NUMBERS(flag),
    BRN_MEMBER(hash),
    {0},
};
static const BrnDescription box_description = {
    .name = "box", .size = sizeof(Box), .members = box_members};

static BrnScope scope_of(Box* box) { return (BrnScope){.type = &box_description, .record = box}; }

static void write_box(BrnContext* ctx, Box* box, BrnSink* sink) {
  BrnScope scope = scope_of(box);
  ENSURE_OK(ctx, brn__sink_open_memory(ctx, sink));
  brn__described_write(sink, &scope);
  ENSURE_OK(ctx, sink->status);
}

// one that is like no default
static void write_sample(BrnContext* ctx, BrnSink* sink) {
  double number[] = {1, 2, 3, 4};
  char red[] = "red", empty[] = "", ball[] = "ball";
  char* word[] = {red, NULL, empty};
  Thing thing[] = {{ball, 2, number, true}, {NULL, 0, NULL, false}}, best = {red, 1, number, true};
  Box box = {2, thing, 3, word, &best, {true, false, true}, 0x123456789abcdef0u};
  write_box(ctx, &box, sink);
}

static BrnStatus read_box(BrnContext* ctx, const char* bytes, size_t size, Box* box) {
  BrnSource source = {.name = "box", .data = bytes, .size = size};
  BrnBytes cursor = brn__bytes(ctx, &source);
  BrnScope scope = scope_of(box);
  return brn__described_read(&cursor, &scope);
}

static void bytes_come_back(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnSink first, second;
  Box box = {0};
  write_sample(ctx, &first);
  ENSURE_OK(ctx, read_box(ctx, first.buffer, first.used, &box));
  ENSURE(box.thing_count == 2 && box.thing[0].number[3] == 4 && box.thing[0].good);
  assert_string_equal(box.thing[0].name, "ball");
  ENSURE(!box.thing[1].name && !box.thing[1].number && !box.word[1] && box.word[2][0] == 0);
  ENSURE(box.best->count == 1 && box.flag[2] && !box.flag[1] && box.hash == 0x123456789abcdef0u);
  write_box(ctx, &box, &second);
  ENSURE(first.used == second.used && memcmp(first.buffer, second.buffer, first.used) == 0);
  brn__described_free(ctx, &box_description, &box);
  brn__sink_abandon(&first);
  brn__sink_abandon(&second);
  test_context_done(ctx);
}

// wherever it is cut, or a byte is another one, it is read as something else or refused
static void damage_is_survived(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnSink sink;
  int refused = 0;
  write_sample(ctx, &sink);
  for (size_t size = 0; size < sink.used; size++) {
    Box box = {0};
    char* part = malloc(size + 1); // a block of its own, so that reading beyond it is noticed
    memcpy(part, sink.buffer, size);
    ENSURE_STATUS(ctx, read_box(ctx, part, size, &box), BRN_BAD_FILE);
    brn__described_free(ctx, &box_description, &box);
    free(part);
  }
  for (size_t at = 0; at < sink.used; at++) {
    for (int bit = 0; bit < 8; bit++) {
      Box box = {0};
      sink.buffer[at] ^= (char)(1 << bit);
      refused += read_box(ctx, sink.buffer, sink.used, &box) != BRN_OK;
      sink.buffer[at] ^= (char)(1 << bit);
      brn__described_free(ctx, &box_description, &box);
    }
  }
  ENSURE(refused > 300); // counts, what is there, truths
  brn__sink_abandon(&sink);
  test_context_done(ctx);
}

static void text_ends_where_it_says(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnSink sink;
  write_sample(ctx, &sink);
  char* ball = memmem(sink.buffer, sink.used, "ball", 5);
  ENSURE(ball != NULL);
  for (int at = 2; at < 5; at += 2) { // too early, and not at all
    Box box = {0};
    char was = ball[at];
    ball[at] = was ? 0 : 'x';
    ENSURE_STATUS(ctx, read_box(ctx, sink.buffer, sink.used, &box), BRN_BAD_FILE);
    ENSURE_ERROR_HAS(ctx, "expected a text that ends");
    ball[at] = was;
    brn__described_free(ctx, &box_description, &box);
  }
  brn__sink_abandon(&sink);
  test_context_done(ctx);
}

static void count_is_held_against_the_bytes_left(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  const int counts[] = {INT32_MAX, INT32_MIN, -1, 1000};
  for (int i = 0; i < 4; i++) {
    Box box = {0};
    char bytes[200] = {0};
    memcpy(bytes, &counts[i], sizeof counts[i]);
    bytes[4] = 1;
    ENSURE_STATUS(ctx, read_box(ctx, bytes, sizeof bytes, &box), BRN_BAD_FILE);
    ENSURE_ERROR_HAS(ctx, "box: byte 5: thing: ");
    brn__described_free(ctx, &box_description, &box);
  }
  test_context_done(ctx);
}

// no rows take no room, however wide a file says that they are
static void rows_that_are_not_there_take_no_room(void** state) {
  (void)state;
  typedef struct Table {
    int rows, width;
    double* value;
  } Table;
#undef S
#define S Table
  static const BrnMember members[] = {
      BRN_MEMBER(rows),
      BRN_MEMBER(width),
      BRN_MEMBER_ARRAY(value, "rows", 1, .per = "width"),
      {0},
  };
  static const BrnDescription description = {
      .name = "table", .size = sizeof(Table), .members = members};
  BrnContext* ctx = test_context();
  Table table = {0};
  const int head[] = {0, 1 << 24};
  char bytes[sizeof head + 1];
  memcpy(bytes, head, sizeof head);
  bytes[sizeof head] = 1; // an array is there
  BrnSource source = {.name = "table", .data = bytes, .size = sizeof bytes};
  BrnBytes cursor = brn__bytes(ctx, &source);
  BrnScope scope = {.type = &description, .record = &table};
  ENSURE_OK(ctx, brn__described_read(&cursor, &scope));
  ENSURE(table.value && brn_byte_count(ctx) < 100000);
  brn__described_free(ctx, &description, &table);
  test_context_done(ctx);
}

static void failing_allocations_leave_nothing(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnSink sink;
  BrnStatus status = BRN_NO_MEMORY;
  write_sample(ctx, &sink);
  size_t held = brn_byte_count(ctx);
  for (int n = 0; status != BRN_OK; n++) {
    Box box = {0};
    brn_fail_allocation(ctx, n);
    status = read_box(ctx, sink.buffer, sink.used, &box);
    ENSURE(status == BRN_OK || status == BRN_NO_MEMORY);
    brn__described_free(ctx, &box_description, &box);
    ENSURE(brn_byte_count(ctx) == held && n < 20);
  }
  brn_fail_allocation(ctx, -1);
  brn__sink_abandon(&sink);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(bytes_come_back), cmocka_unit_test(damage_is_survived),
          cmocka_unit_test(text_ends_where_it_says),
          cmocka_unit_test(count_is_held_against_the_bytes_left),
          cmocka_unit_test(rows_that_are_not_there_take_no_room),
          cmocka_unit_test(failing_allocations_leave_nothing))
