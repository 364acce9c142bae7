// SPDX-License-Identifier: Apache-2.0

#include "anatomy/archive.h"

#include "anatomy/described.h"
#include "core/hash.h"
#include "io/described.h"

#include <stdio.h>
#include <string.h>

// A model, or what steps of a build have made, in a file: a head with the length and a checksum of
// what follows, and then every member as it is in memory. The file serves the machine that wrote
// it: another byte order or version is refused, and a model is built again.

static const char magic[8] = {'b', 'r', 'a', 'w', 'n', 'm', 'd', 'l'};
enum { BYTE_ORDER_MARK = 0x01020304 };

typedef struct Head {
  char magic[8];
  uint32_t order, version;
  uint64_t size, check; // of the body
} Head;

static uint64_t checksum(const char* body, size_t size) {
  return brn__hash_text(brn__hash_mix(0, size), body, size);
}

// ---------------------------------------------------------------------------------------- writing

static Head head_of(const BrnSink* body) {
  Head head = {.order = BYTE_ORDER_MARK, .version = BRN_ARCHIVE_VERSION, .size = body->used};
  memcpy(head.magic, magic, sizeof magic);
  head.check = checksum(body->buffer, body->used);
  return head;
}

static BrnStatus write_file(BrnContext* ctx, const BrnSink* body, const char* path, bool own,
                            bool lazy) {
  BrnSink sink;
  BRN_TRY(own ? brn__sink_open_own(ctx, path, &sink) : brn__sink_open(ctx, path, &sink));
  sink.lazy = lazy;
  Head head = head_of(body);
  brn__sink_bytes(&sink, &head, sizeof head);
  brn__sink_bytes(&sink, body->buffer, body->used);
  return brn__sink_close(&sink);
}

BrnStatus brn__archive_write(BrnContext* ctx, const char* path, uint64_t key,
                             const BrnScope* scope) {
  BrnSink body;
  BRN_TRY(brn__sink_open_memory(ctx, &body));
  brn__sink_bytes(&body, &key, sizeof key);
  brn__described_write(&body, scope);
  BrnStatus status = body.status;
  if (status == BRN_OK) status = write_file(ctx, &body, path, false, true);
  brn__sink_abandon(&body);
  return status;
}

static BrnStatus write_model(BrnContext* ctx, const BrnModel* model, const char* path, bool own) {
  BrnSink body;
  BRN_TRY(brn__sink_open_memory(ctx, &body));
  BrnScope scope = brn__model_scope(model);
  brn__described_write(&body, &scope);
  BrnStatus status = body.status;
  if (status == BRN_OK) status = write_file(ctx, &body, path, own, false);
  brn__sink_abandon(&body);
  return status;
}

BrnStatus brn_model_write(BrnContext* ctx, const BrnModel* model, const char* path) {
  BRN_ASSERT(ctx && model && path);
  return write_model(ctx, model, path, false);
}

BrnStatus brn__model_write_own(BrnContext* ctx, const BrnModel* model, const char* path) {
  return write_model(ctx, model, path, true);
}

// ---------------------------------------------------------------------------------------- reading

static BrnStatus check_head(BrnContext* ctx, const BrnSource* file, Head* head) {
  if (file->size < sizeof *head || memcmp(file->data, magic, sizeof magic) != 0) {
    return brn__fail(ctx, BRN_BAD_FILE, "%s: it is not a model that Brawn wrote", file->name);
  }
  memcpy(head, file->data, sizeof *head);
  if (head->order != BYTE_ORDER_MARK || head->version != BRN_ARCHIVE_VERSION) {
    return brn__fail(ctx, BRN_UNSUPPORTED,
                     "%s: it was written by another version of Brawn; build the model again",
                     file->name);
  }
  size_t size = file->size - sizeof *head;
  if (head->size != size) {
    return brn__fail(ctx, BRN_BAD_FILE, "%s: it has %zu bytes, but should have %llu", file->name,
                     file->size, (unsigned long long)head->size + sizeof *head);
  }
  if (head->check == checksum(file->data + sizeof *head, size)) return BRN_OK;
  return brn__fail(ctx, BRN_BAD_FILE,
                   "%s: it is damaged: the checksum does not fit; build the "
                   "model again",
                   file->name);
}

// what everybody takes for granted: nothing in it leads nowhere
static BrnStatus check_model(BrnContext* ctx, const BrnSource* file, const BrnModel* model) {
  BrnScope scope = brn__model_scope(model);
  BrnStatus status = brn__described_check(ctx, &scope);
  if (status != BRN_INVALID) return status;
  char flaw[400];
  snprintf(flaw, sizeof flaw, "%s", brn_last_error(ctx));
  return brn__fail(ctx, BRN_BAD_FILE, "%s: it is damaged: %s; build the model again", file->name,
                   flaw);
}

static BrnStatus read_body(BrnContext* ctx, const BrnSource* file, BrnModel* model) {
  Head head;
  BRN_TRY(check_head(ctx, file, &head));
  BrnBytes bytes = brn__bytes(ctx, file);
  bytes.at += sizeof head;
  BrnScope scope = brn__model_scope(model);
  BRN_TRY(brn__described_read(&bytes, &scope));
  model->solver.cookie = BRN_COOKIE;
  if (brn__bytes_left(&bytes) > 0) {
    return brn__fail(ctx, BRN_BAD_FILE, "%s: it goes on after its end", file->name);
  }
  return check_model(ctx, file, model);
}

BrnStatus brn__model_parse(BrnContext* ctx, const BrnSource* file, BrnModel** out) {
  *out = NULL;
  BrnModel* model = brn__new_zero(ctx, 1, BrnModel);
  if (!model) return BRN_NO_MEMORY;
  BrnStatus status = read_body(ctx, file, model);
  if (status != BRN_OK) {
    brn_model_destroy(ctx, model);
    model = NULL;
  }
  *out = model;
  return status;
}

static BrnStatus read_kept(BrnContext* ctx, const BrnSource* file, uint64_t key,
                           const BrnScope* scope) {
  Head head;
  uint64_t own;
  BRN_TRY(check_head(ctx, file, &head));
  BrnBytes bytes = brn__bytes(ctx, file);
  bytes.at += sizeof head;
  BRN_TRY(brn__bytes_need(&bytes, sizeof own, "a key"));
  memcpy(&own, bytes.at, sizeof own);
  bytes.at += sizeof own;
  if (own != key) return brn__fail(ctx, BRN_BAD_FILE, "%s: it is another's", file->name);
  BRN_TRY(brn__described_read(&bytes, scope));
  if (brn__bytes_left(&bytes) == 0) return BRN_OK;
  return brn__fail(ctx, BRN_BAD_FILE, "%s: it goes on after its end", file->name);
}

BrnStatus brn__archive_read(BrnContext* ctx, const char* path, uint64_t key,
                            const BrnScope* scope) {
  BrnSource file;
  BRN_TRY(brn__source_open(ctx, path, &file));
  BrnStatus status = read_kept(ctx, &file, key, scope);
  brn__source_close(ctx, &file);
  return status;
}

static BrnStatus read_model(BrnContext* ctx, const char* path, bool own, BrnModel** out) {
  *out = NULL;
  BrnSource file;
  BRN_TRY(own ? brn__source_open_own(ctx, path, &file) : brn__source_open(ctx, path, &file));
  BrnStatus status = brn__model_parse(ctx, &file, out);
  brn__source_close(ctx, &file);
  return status;
}

BrnStatus brn_model_read(BrnContext* ctx, const char* path, BrnModel** out) {
  BRN_ASSERT(ctx && path && out);
  return read_model(ctx, path, false, out);
}

BrnStatus brn__model_read_own(BrnContext* ctx, const char* path, BrnModel** out) {
  return read_model(ctx, path, true, out);
}

// ---------------------------------------------------------------------------------------- freeing

void brn_model_destroy(BrnContext* ctx, BrnModel* model) {
  BRN_ASSERT(ctx);
  if (!model) return;
  brn__described_free(ctx, &brn__model_description, model);
  brn__free(ctx, model);
}
