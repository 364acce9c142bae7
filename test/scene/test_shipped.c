// SPDX-License-Identifier: Apache-2.0

#include "brawn/scene.h"

#include "test.h"

#include <dirent.h>
#include <string.h>

// read, write, read, write: the same bytes
static void check_round_trip(BrnContext* ctx, const char* path) {
  BrnScene *first, *second;
  char *once, *twice;
  size_t size;
  ENSURE_OK(ctx, brn_scene_read(ctx, path, &first));
  ENSURE_OK(ctx, brn_scene_print(ctx, first, &once, &size));
  ENSURE_OK(ctx, brn_scene_parse(ctx, once, size, path, &second));
  ENSURE_OK(ctx, brn_scene_print(ctx, second, &twice, NULL));
  ENSURE(size > 200);
  assert_string_equal(once, twice);
  brn_scene_text_free(ctx, once);
  brn_scene_text_free(ctx, twice);
  brn_scene_destroy(ctx, first);
  brn_scene_destroy(ctx, second);
}

static void shipped_scenes_round_trip(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  DIR* folder = opendir("scenes");
  int count = 0;
  ENSURE(folder != NULL);
  for (struct dirent* entry; (entry = readdir(folder));) {
    char path[300];
    if (!strstr(entry->d_name, ".json")) continue;
    snprintf(path, sizeof path, "scenes/%s", entry->d_name);
    check_round_trip(ctx, path);
    count++;
  }
  closedir(folder);
  ENSURE(count >= 10);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(shipped_scenes_round_trip))
