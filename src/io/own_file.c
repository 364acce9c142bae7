// SPDX-License-Identifier: Apache-2.0
//
// Opening what we wrote ourselves, without trust (own_file.h), and checksums.

#include "io/own_file.h"

#include "core/hash.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// ---------------------------------------------------------------------------------------- opening

int brn__own_open(const char* path, int flags) {
  struct stat info;
  int file = open(path, flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0666);
  if (file < 0) return -1;
  if (fstat(file, &info) == 0 && S_ISREG(info.st_mode)) return file;
  close(file);
  errno = EINVAL;
  return -1;
}

BrnStatus brn__own_fail(BrnContext* ctx, const char* path) {
  if (errno == ENOENT) return brn__fail(ctx, BRN_NOT_FOUND, "%s: %s", path, strerror(errno));
  if (errno == ELOOP || errno == EINVAL || errno == ENXIO || errno == EISDIR) {
    return brn__fail(ctx, BRN_BAD_FILE,
                     "%s: is a link, a pipe, a folder or a device, and no file that Brawn wrote; "
                     "remove it",
                     path);
  }
  return brn__fail(ctx, BRN_IO_FAILED, "%s: %s", path, strerror(errno));
}

// --------------------------------------------------------------------------------------- checksums

enum { BLOCK = 1 << 15 };

uint64_t brn__bytes_sum(const char* bytes, size_t size) {
  uint64_t sum = 1;
  for (size_t at = 0; at < size; at += BLOCK) {
    sum = brn__hash_text(sum, bytes + at, size - at < BLOCK ? size - at : BLOCK);
  }
  return brn__hash_mix(sum, size);
}

// fills the block as far as there are bytes; -1: errno tells
static ssize_t read_block(int file, char* block, size_t size, uint64_t at) {
  size_t got = 0;
  while (got < size) {
    ssize_t more = pread(file, block + got, size - got, (off_t)(at + got));
    if (more < 0 && errno == EINTR) continue;
    if (more < 0) return -1;
    if (more == 0) break;
    got += (size_t)more;
  }
  return (ssize_t)got;
}

static BrnStatus sum_bytes(BrnContext* ctx, int file, const char* path, uint64_t from, uint64_t to,
                           uint64_t* size, uint64_t* sum) {
  char block[BLOCK];
  uint64_t at = from;
  *sum = 1;
  while (at < to) {
    size_t wanted = to - at < BLOCK ? (size_t)(to - at) : BLOCK;
    ssize_t got = read_block(file, block, wanted, at);
    if (got < 0) return brn__fail(ctx, BRN_IO_FAILED, "%s: %s", path, strerror(errno));
    if (got > 0) *sum = brn__hash_text(*sum, block, (size_t)got);
    at += (uint64_t)got;
    if ((size_t)got < wanted) break;
  }
  if (to != UINT64_MAX && at < to) {
    return brn__fail(ctx, BRN_BAD_FILE, "%s: it is shorter than it was", path);
  }
  if (size) *size = at - from;
  *sum = brn__hash_mix(*sum, at - from);
  return BRN_OK;
}

BrnStatus brn__own_sum(BrnContext* ctx, const char* path, uint64_t from, uint64_t to,
                       uint64_t* size, uint64_t* sum) {
  int file = brn__own_open(path, O_RDONLY);
  if (file < 0) return brn__own_fail(ctx, path);
  BrnStatus status = sum_bytes(ctx, file, path, from, to, size, sum);
  close(file);
  return status;
}
