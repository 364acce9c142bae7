// SPDX-License-Identifier: Apache-2.0

#include "anatomy/check.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

// Files of a scene: where they are, and which was meant when they are not there.

bool brn__check_path(const BrnBuild* build, const char* file, char* path, size_t size) {
  const char* folder = build->scene->folder;
  bool alone = file[0] == '/' || !folder || !*folder;
  int length =
      alone ? snprintf(path, size, "%s", file) : snprintf(path, size, "%s/%s", folder, file);
  return length >= 0 && (size_t)length < size;
}

// the folder of a path, "." when it has none; what is behind the last slash
static const char* split_path(const char* path, char* folder, size_t size) {
  const char* slash = strrchr(path, '/');
  if (!slash) {
    snprintf(folder, size, ".");
    return path;
  }
  snprintf(folder, size, "%.*s", slash == path ? 1 : (int)(slash - path), path);
  return slash + 1;
}

static void list_folder(BrnBuild* build, DIR* folder, BrnCheckWords* words) {
  for (struct dirent* entry; (entry = readdir(folder));) {
    if (entry->d_name[0] != '.') brn__check_word(build, words, entry->d_name);
  }
}

static void say_missing(BrnBuild* build, const char* path) {
  char folder_path[4096];
  const char* name = split_path(path, folder_path, sizeof folder_path);
  DIR* folder = opendir(folder_path);
  if (!folder) {
    brn__say(build, BRN_ERROR, "%s is not there, nor is its folder; paths count from the scene",
             path);
    return;
  }
  BrnCheckWords words = {0};
  list_folder(build, folder, &words);
  closedir(folder);
  brn__say(build, BRN_ERROR, "%s is not there%s", path,
           words.size ? brn__check_hint(name, words.text).text : "; its folder is empty");
  brn__free(build->ctx, words.text);
}

bool brn__check_file(BrnBuild* build, const char* file) {
  char path[4096];
  struct stat info;
  if (!brn__check_path(build, file, path, sizeof path)) {
    brn__say(build, BRN_ERROR, "the path is longer than %zu letters", sizeof path - 1);
    return false;
  }
  if (stat(path, &info) != 0) {
    bool missing = errno == ENOENT || errno == ENOTDIR;
    if (missing) say_missing(build, path);
    if (!missing) brn__say(build, BRN_ERROR, "%s: %s", path, strerror(errno));
    return false;
  }
  if (S_ISDIR(info.st_mode)) {
    brn__say(build, BRN_ERROR, "%s is a folder, not a file", path);
    return false;
  }
  if (!S_ISREG(info.st_mode)) {
    brn__say(build, BRN_ERROR, "%s is a pipe or a device, not a file", path);
    return false;
  }
  return true;
}
