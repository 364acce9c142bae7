// SPDX-License-Identifier: Apache-2.0

#include "anatomy/archive.h"

#include "anatomy/visit.h"
#include "core/hash.h"

#include <string.h>

// A model in a file: a head with the length and a checksum of what follows, and then every member
// as it is in memory. The file serves the machine that wrote it: another byte order or version is
// refused, and a model is built again.

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

static BrnStatus write_file(BrnContext* ctx, const BrnSink* body, const char* path) {
  BrnSink sink;
  BRN_TRY(brn__sink_open(ctx, path, &sink));
  Head head = head_of(body);
  brn__sink_bytes(&sink, &head, sizeof head);
  brn__sink_bytes(&sink, body->buffer, body->used);
  return brn__sink_close(&sink);
}

BrnStatus brn_model_write(BrnContext* ctx, const BrnModel* model, const char* path) {
  BRN_ASSERT(ctx && model && path);
  BrnSink body;
  BRN_TRY(brn__sink_open_memory(ctx, &body));
  BrnVisit visit = {.ctx = ctx, .mode = BRN_VISIT_WRITE, .sink = &body};
  BrnModel view = *model; // a walk may change what it visits; this one does not
  brn__visit_model(&visit, &view);
  BrnStatus status = body.status;
  if (status == BRN_OK) status = write_file(ctx, &body, path);
  brn__sink_abandon(&body);
  return status;
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

static bool all_in(const int* index, int count, int low, int high) {
  for (int i = 0; index && i < count; i++) {
    if (index[i] < low || index[i] >= high) return false;
  }
  return true;
}

static bool all_materials_whole(const BrnModel* model) {
  for (int m = 0; m < model->material_count; m++) {
    const BrnModelMaterial* material = &model->material_list[m];
    bool whole = material->kind != NULL;
    for (int i = 0; i < material->parameter_count; i++) {
      const BrnParameter* p = &material->parameter[i];
      whole = whole && p->key && (p->text || (p->row && p->row_count > 0));
    }
    if (!whole) return false;
  }
  return true;
}

static bool is_bare(const BrnModel* model) {
  return model->mesh && model->part_count == 0 && !model->fibre;
}

// arrays of tets may be missing where there are none
static bool has_tets(const BrnModel* model) {
  if (model->mesh->tet_count == 0 && model->flesh_count > 0) return true;
  return model->fibre && model->tendon && model->unit && model->material &&
         model->tendon_material && model->volume && model->mesh->tet_label;
}

// what everybody takes for granted
static BrnStatus check_model(BrnContext* ctx, const BrnSource* file, const BrnModel* model) {
  bool whole =
      model->mesh && has_tets(model) && model->mass && model->vertex_bone && model->original;
  if (is_bare(model)) return brn_mesh_validate(ctx, model->mesh);
  if (whole) {
    BRN_TRY(brn_mesh_validate(ctx, model->mesh));
    int nv = model->mesh->vertex_count, nt = model->mesh->tet_count;
    whole = all_in(model->unit, nt, -1, model->unit_count) &&
            all_in(model->material, nt, 0, model->material_count) &&
            all_in(model->tendon_material, nt, 0, model->material_count) &&
            all_in(model->vertex_bone, nv, -1, model->bone_count) &&
            all_in(model->mesh->tet_label, nt, 1, model->part_count + 1) &&
            all_materials_whole(model);
  }
  if (whole) return BRN_OK;
  return brn__fail(ctx, BRN_BAD_FILE, "%s: it is damaged: something of the model is missing",
                   file->name);
}

static BrnStatus read_body(BrnContext* ctx, const BrnSource* file, BrnModel* model) {
  Head head;
  BRN_TRY(check_head(ctx, file, &head));
  BrnVisit visit = {.ctx = ctx, .mode = BRN_VISIT_READ, .bytes = brn__bytes(ctx, file)};
  visit.bytes.at += sizeof head;
  brn__visit_model(&visit, model);
  BRN_TRY(visit.status);
  if (brn__bytes_left(&visit.bytes) > 0) {
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

BrnStatus brn__archive_read(BrnContext* ctx, const char* path, BrnModel** out) {
  *out = NULL;
  BrnSource file;
  BRN_TRY(brn__source_open(ctx, path, &file));
  BrnStatus status = brn__model_parse(ctx, &file, out);
  brn__source_close(ctx, &file);
  return status;
}

BrnStatus brn_model_read(BrnContext* ctx, const char* path, BrnModel** out) {
  BRN_ASSERT(ctx && path && out);
  BRN_TRY(brn__archive_read(ctx, path, out));
  if (!is_bare(*out)) return BRN_OK;
  brn_model_destroy(ctx, *out);
  *out = NULL;
  return brn__fail(ctx, BRN_BAD_FILE, "%s: it holds a mesh, not a model; build the scene again",
                   path);
}

// ---------------------------------------------------------------------------------------- freeing

void brn_model_destroy(BrnContext* ctx, BrnModel* model) {
  BRN_ASSERT(ctx);
  if (!model) return;
  BrnVisit visit = {.ctx = ctx, .mode = BRN_VISIT_FREE};
  brn__visit_model(&visit, model);
  brn__free(ctx, model);
}
