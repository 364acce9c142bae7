// SPDX-License-Identifier: Apache-2.0

#include "io/folder.h"

#include "anatomy/model_test.h"

static void folders_above_are_made_too(void** unused) {
  (void)unused;
  BrnContext* ctx = test_context();
  char base[64], path[100];
  model_folder(base);
  snprintf(path, sizeof path, "%s/a/b", base);
  ENSURE(!brn__folder_is(path));
  ENSURE_OK(ctx, brn__folder_make(ctx, path));
  ENSURE(brn__folder_is(path));
  ENSURE_OK(ctx, brn__folder_make(ctx, path)); // it is there
  rmdir(path);
  snprintf(path, sizeof path, "%s/a", base);
  rmdir(path);
  model_write_file(base, "file", "x", 1);
  snprintf(path, sizeof path, "%s/file/b", base);
  ENSURE_STATUS(ctx, brn__folder_make(ctx, path), BRN_IO_FAILED);
  ENSURE_ERROR_HAS(ctx, "/file: cannot make the folder");
  model_remove_folder(base);
  test_context_done(ctx);
}

static void impossible_paths_are_refused(void** unused) {
  (void)unused;
  BrnContext* ctx = test_context();
  char path[5001];
  memset(path, 'x', 5000);
  path[5000] = 0;
  ENSURE_STATUS(ctx, brn__folder_make(ctx, path), BRN_INVALID);
  ENSURE_ERROR_HAS(ctx, "not 5000");
  ENSURE_STATUS(ctx, brn__folder_make(ctx, ""), BRN_INVALID);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(folders_above_are_made_too),
          cmocka_unit_test(impossible_paths_are_refused))
