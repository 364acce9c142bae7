// SPDX-License-Identifier: Apache-2.0

#include "studio/stream.h"

#include "replay/surfaces_run_test.h"
#include "stream_test.h"

// 16 links, two branches and a lone point
static void page_gets_the_inner_structure(void** state) {
  (void)state;
  BoxesTest test = boxes_make();
  BrnStream stream;
  BrnByteArray bytes;
  StreamArray array;
  boxes_open(&test);
  ENSURE_OK(test.ctx, brn__stream_open(test.replay, 1, &stream));
  ENSURE_INT(stream.inner.line_count, 16 + 3);
  ENSURE_INT(stream.inner.rider.point_count, 2 * 16 + 5);
  for (int l = 0; l < 19; l++) {
    ENSURE_INT(stream.inner_kind[l], l < 16 ? BRN_INNER_LINKS : BRN_INNER_BRANCHES);
  }
  ENSURE_INT(stream.inner.start[19], 37);
  ENSURE_OK(test.ctx, brn__stream_skins(&stream, &bytes));
  StreamFile file = stream_open(bytes.data, bytes.size);
  ENSURE(stream_find(&file, "inner_start", &array) && array.count == 20);
  ENSURE(stream_find(&file, "inner_part", &array) && array.count == 19);
  ENSURE(stream_find(&file, "inner_kind", &array) && array.count == 19);
  stream_close(&file);
  brn__byte_array_free(test.ctx, &bytes);
  for (int valued = 0; valued < 2; valued++) {
    ENSURE_OK(test.ctx, brn__stream_frame(&stream, 2, valued ? "stretch" : "", &bytes));
    file = stream_open(bytes.data, bytes.size);
    ENSURE(stream_find(&file, "inner", &array) && array.count == 37);
    ENSURE_NEAR(array.low[0], 0, 1e-6);
    ENSURE_NEAR(array.high[0], 0.26, 1e-6); // 1.3 times as long
    ENSURE_NEAR(array.high[1], 0.07, 1e-6);
    ENSURE_NEAR(stream_number(&array, 3), 0.065, 1e-4); // the first link ends at the first point
    ENSURE_NEAR(stream_number(&array, 4), 0, 1e-4);
    stream_close(&file);
    brn__byte_array_free(test.ctx, &bytes);
  }
  brn__stream_close(&stream);
  boxes_done(&test);
}

// a muscle of many vertices sends some of its links, evenly taken
static void links_are_thinned_out(void** state) {
  (void)state;
  BoxesTest test = boxes_make();
  boxes_open(&test);
  enum { MANY = 1000 };
  BrnModelFlesh* own = &((BrnModel*)test.replay->model)->flesh[1];
  int* few = own->inner;
  int many[MANY] = {0};
  own->inner = many;
  own->vertex_count = MANY;
  own->first = 0; // links are not looked at here, only counted
  BrnStream stream = {.replay = test.replay};
  BrnMesh* mesh = (BrnMesh*)test.replay->mesh;
  int vertex_count = mesh->vertex_count;
  mesh->vertex_count = MANY + 64;
  ENSURE_OK(test.ctx, brn__stream_inner(&stream));
  int links = 0;
  for (int l = 0; l < stream.inner.line_count; l++) {
    links += stream.inner_kind[l] == BRN_INNER_LINKS;
  }
  ENSURE_INT(links, 8 + 200); // every fifth
  ENSURE_INT(stream.inner.rider.vertex[4 * 2 * 9], 5);
  brn_replay_lines_free(test.ctx, &stream.inner);
  brn__free(test.ctx, stream.inner_kind);
  own->inner = few;
  own->vertex_count = 8;
  mesh->vertex_count = vertex_count;
  boxes_done(&test);
}

TEST_MAIN(cmocka_unit_test(page_gets_the_inner_structure), cmocka_unit_test(links_are_thinned_out))
