// SPDX-License-Identifier: Apache-2.0

#include "run/state_file.h"

#include "core/hash.h"
#include "drive/described.h"
#include "io/source.h"

#include <string.h>

// A file is a head, with the length and a checksum of what follows; the mark of the caller; and
// every member as it is in memory. How long all of it must be the model tells, so nothing is
// allocated by what a file says.

// ------------------------------------------------------------------------------------------ pieces

static size_t size_of(const BrnModel* model, const BrnState* state) {
  BrnScope around = brn__model_scope(model), scope = brn__state_scope(&around, state);
  return brn__described_size(&scope);
}

static void write_piece(void* user, void* piece, void* none, size_t size) {
  (void)none;
  brn__sink_bytes(user, piece, size);
}

static void read_piece(void* user, void* piece, void* none, size_t size) {
  const char** from = user;
  (void)none;
  memcpy(piece, *from, size);
  *from += size;
}

// ------------------------------------------------------------------------------------------- head

static const char magic[8] = {'b', 'r', 'a', 'w', 'n', 's', 't', 'a'};
enum { BYTE_ORDER_MARK = 0x01020304 };

typedef struct Head {
  char magic[8];
  uint32_t order, version;
  uint64_t model;       // brn__model_identity()
  uint64_t mark_size;   // of the caller's bytes
  uint64_t size, check; // of the body; the check is that of the fields before it, too
} Head;

uint64_t brn__model_identity(const BrnModel* model) {
  const BrnMesh* mesh = model->mesh;
  const int counts[] = {mesh->vertex_count, mesh->tet_count,   model->unit_count,
                        model->bone_count,  model->load_count, model->support_count};
  uint64_t hash = brn__hash_text(1, (const char*)counts, sizeof counts);
  hash = brn__hash_text(hash, (const char*)mesh->position,
                        3 * sizeof(double) * (size_t)mesh->vertex_count);
  hash = brn__hash_text(hash, (const char*)mesh->triangle,
                        3 * sizeof(int) * (size_t)mesh->triangle_count);
  return brn__hash_text(hash, (const char*)mesh->tet, 4 * sizeof(int) * (size_t)mesh->tet_count);
}

static uint64_t checksum(const Head* head, const char* body) {
  uint64_t hash = brn__hash_mix(brn__hash_mix(0, head->model), head->mark_size);
  return brn__hash_text(brn__hash_mix(hash, head->size), body, head->size);
}

// ---------------------------------------------------------------------------------------- writing

static BrnStatus write_file(BrnContext* ctx, const BrnSink* body, uint64_t model, size_t mark_size,
                            const char* path) {
  Head head = {.order = BYTE_ORDER_MARK, .version = BRN_STATE_VERSION};
  memcpy(head.magic, magic, sizeof magic);
  head.model = model;
  head.mark_size = mark_size;
  head.size = body->used;
  head.check = checksum(&head, body->buffer);
  BrnSink sink;
  BRN_TRY(brn__sink_open_own(ctx, path, &sink));
  brn__sink_bytes(&sink, &head, sizeof head);
  brn__sink_bytes(&sink, body->buffer, body->used);
  return brn__sink_close(&sink);
}

BrnStatus brn__checkpoint_write(BrnContext* ctx, const BrnModel* model, const BrnState* state,
                                const void* mark, size_t mark_size, const char* path) {
  BrnSink body;
  BRN_TRY(brn__sink_open_memory(ctx, &body));
  if (mark_size > 0) brn__sink_bytes(&body, mark, mark_size);
  BrnScope around = brn__model_scope(model), scope = brn__state_scope(&around, state);
  brn__described_pieces(&scope, NULL, write_piece, &body);
  BrnStatus status = body.status;
  if (status == BRN_OK) {
    status = write_file(ctx, &body, brn__model_identity(model), mark_size, path);
  }
  brn__sink_abandon(&body);
  return status;
}

BrnStatus brn_state_write(BrnContext* ctx, const BrnModel* model, const BrnState* state,
                          const char* path) {
  BRN_ASSERT(ctx && model && state && path);
  BRN_ASSERT(state->vertex_count == model->mesh->vertex_count);
  return brn__checkpoint_write(ctx, model, state, NULL, 0, path);
}

// ---------------------------------------------------------------------------------------- reading

static BrnStatus check_head(BrnContext* ctx, const BrnSource* file, Head* head, size_t mark_size) {
  if (file->size < sizeof *head || memcmp(file->data, magic, sizeof magic) != 0) {
    return brn__fail(ctx, BRN_BAD_FILE, "%s: it is not a state that Brawn wrote", file->name);
  }
  memcpy(head, file->data, sizeof *head);
  if (head->order != BYTE_ORDER_MARK || head->version != BRN_STATE_VERSION) {
    return brn__fail(ctx, BRN_UNSUPPORTED,
                     "%s: it was written by another version of Brawn or on another kind of "
                     "machine; start anew",
                     file->name);
  }
  size_t size = file->size - sizeof *head;
  const char* body = file->data + sizeof *head;
  if (head->size != size || head->check != checksum(head, body)) {
    return brn__fail(ctx, BRN_BAD_FILE,
                     "%s: it is damaged: its length or its checksum does not fit; start anew",
                     file->name);
  }
  if (head->mark_size == mark_size && mark_size <= size) return BRN_OK;
  return brn__fail(ctx, BRN_INVALID,
                   "%s: it is not what is looked for: %llu bytes of notes, not %zu", file->name,
                   (unsigned long long)head->mark_size, mark_size);
}

static BrnStatus check_model(BrnContext* ctx, const BrnSource* file, const Head* head,
                             const BrnModel* model, const BrnState* state) {
  bool same = head->model == brn__model_identity(model) &&
              head->size == head->mark_size + size_of(model, state);
  if (same) return BRN_OK;
  return brn__fail(ctx, BRN_INVALID,
                   "%s: it is the state of another model; start anew, or go back to the scene and "
                   "the version of Brawn that wrote it",
                   file->name);
}

static BrnStatus read_source(BrnContext* ctx, const BrnModel* model, const BrnSource* file,
                             BrnState* state, void* mark, size_t mark_size) {
  Head head;
  BRN_TRY(check_head(ctx, file, &head, mark_size));
  if (state) BRN_TRY(check_model(ctx, file, &head, model, state));
  const char* body = file->data + sizeof head;
  if (mark_size > 0) memcpy(mark, body, mark_size);
  if (!state) return BRN_OK;
  const char* from = body + mark_size;
  BrnScope around = brn__model_scope(model), scope = brn__state_scope(&around, state);
  brn__described_pieces(&scope, NULL, read_piece, &from);
  return BRN_OK;
}

BrnStatus brn__checkpoint_read(BrnContext* ctx, const BrnModel* model, const char* path,
                               BrnState* state, void* mark, size_t mark_size) {
  BrnSource file;
  BRN_TRY(brn__source_open_own(ctx, path, &file));
  BrnStatus status = read_source(ctx, model, &file, state, mark, mark_size);
  brn__source_close(ctx, &file);
  return status;
}

BrnStatus brn__checkpoint_peek(BrnContext* ctx, const char* path, void* mark, size_t mark_size) {
  return brn__checkpoint_read(ctx, NULL, path, NULL, mark, mark_size);
}

BrnStatus brn_state_read(BrnContext* ctx, const BrnModel* model, const char* path,
                         BrnState* state) {
  BRN_ASSERT(ctx && model && path && state);
  BRN_ASSERT(state->vertex_count == model->mesh->vertex_count);
  return brn__checkpoint_read(ctx, model, path, state, NULL, 0);
}
