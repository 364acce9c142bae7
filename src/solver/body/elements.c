// SPDX-License-Identifier: Apache-2.0
//
// Tets in batches of eight. They are sorted by what they are made of, a muscle with its unit, a
// tendon, a blend of both, and then by color, so that all lanes of a batch have the same materials;
// free bones come last, one to a batch.

#include "solver/body/elements.h"

#include "core/vec.h"
#include "mesh/sort.h"

#include <math.h>
#include <string.h>

// ------------------------------------------------------------------------------------------- mixes
// A mix by three numbers: material at tendon weight 0, unit, material at tendon weight 1, of which
// the last two may be none (-1).

typedef struct MaterialMix {
  int first, unit, second;
} MaterialMix;

static MaterialMix mix_of(const BrnModel* model, int t) {
  double w = model->tendon ? model->tendon[t] : 0;
  MaterialMix mix = {model->material[t], model->unit ? model->unit[t] : -1, -1};
  if (w >= 1) return (MaterialMix){model->tendon_material[t], -1, -1};
  if (w > 0) mix.second = model->tendon_material[t];
  return mix;
}

static uint64_t key_of(const BrnModel* model, MaterialMix mix) {
  uint64_t units = (uint64_t)model->unit_count + 1, materials = (uint64_t)model->material_count + 1;
  return ((uint64_t)mix.first * units + (uint64_t)(mix.unit + 1)) * materials +
         (uint64_t)(mix.second + 1);
}

// soft tets by their mix and color, then free bones
typedef struct Plan {
  BrnKeyed* tet;
  int tet_count, mix_count, batch_count;
  const int* color; // of the tets; NULL: all have one
  uint64_t color_count;
} Plan;

// tets of the same mix, or of the same mix and color
static int run_end(const Plan* plan, int begin, uint64_t colors) {
  int end = begin;
  uint64_t key = plan->tet[begin].key / colors;
  while (end < plan->tet_count && plan->tet[end].key / colors == key) end++;
  return end;
}

static void list_tets(const BrnModel* model, Plan* plan) {
  for (int t = 0; t < model->mesh->tet_count; t++) {
    if (brn__tet_bone(model, t) >= 0) continue;
    uint64_t color = plan->color ? (uint64_t)plan->color[t] : 0;
    uint64_t key = key_of(model, mix_of(model, t)) * plan->color_count + color;
    plan->tet[plan->tet_count++] = (BrnKeyed){key, t};
  }
}

static void count_batches(const BrnNodes* nodes, Plan* plan) {
  for (int i = 0; i < plan->tet_count; i = run_end(plan, i, plan->color_count)) plan->mix_count++;
  for (int i = 0, end; i < plan->tet_count; i = end) {
    end = run_end(plan, i, 1);
    plan->batch_count += (end - i + BRN_LANES - 1) / BRN_LANES;
  }
  for (int b = 0; b < nodes->bone_count; b++) {
    plan->mix_count += !nodes->affine[b].known;
    plan->batch_count += !nodes->affine[b].known;
  }
}

// ------------------------------------------------------------------------------------- one element

static BrnBatch* next_batch(BrnElements* elements) {
  BrnBatch* batch = &elements->batch[elements->batch_count++];
  memset(batch, 0, sizeof *batch);
  for (int i = 0; i < BRN_LANES; i++) batch->tet[i] = batch->unit[i] = -1;
  batch->mix = elements->mix_count - 1;
  return batch;
}

// rows of the inverse of the edges' matrix are the gradients of the weights
static void set_shape(BrnBatch* batch, int lane, const double* x[4]) {
  double M[9], inverse[9], e[3];
  for (int k = 0; k < 3; k++) {
    brn__sub3(e, x[k + 1], x[0]);
    for (int i = 0; i < 3; i++) M[3 * i + k] = e[i];
  }
  brn__inverse3(inverse, M);
  for (int p = 0; p < 9; p++) batch->gradient[p][lane] = inverse[p];
}

static double shear_of(const BrnModel* model, int t) {
  double shear = brn__material_shear(&model->material_list[model->material[t]]);
  if (!model->tendon || model->tendon[t] <= 0) return shear;
  double other = brn__material_shear(&model->material_list[model->tendon_material[t]]);
  return shear + fmin(model->tendon[t], 1) * (other - shear);
}

static void set_tet(const BrnModel* model, int t, int unit, BrnBatch* batch, int lane) {
  const double* x[4];
  for (int k = 0; k < 4; k++) {
    int v = model->mesh->tet[4 * (size_t)t + k];
    batch->corner[k][lane] = v;
    x[k] = model->mesh->position + 3 * (size_t)v;
  }
  set_shape(batch, lane, x);
  for (int i = 0; i < 3 && model->fibre; i++) {
    batch->fibre[i][lane] = model->fibre[3 * (size_t)t + i];
  }
  batch->tet[lane] = t;
  batch->unit[lane] = unit;
  batch->tendon[lane] = model->tendon ? model->tendon[t] : 0;
  batch->volume[lane] = model->volume[t];
  batch->shear[lane] = 2 * shear_of(model, t) * model->volume[t];
}

// the control points of a bone are the corners of a tet that deforms as the bone does
static void set_bone(const BrnModel* model, const BrnAffineBone* affine, BrnBatch* batch) {
  const double* x[4];
  for (int k = 0; k < 4; k++) {
    batch->corner[k][0] = affine->first_point + k;
    x[k] = affine->rest[k];
  }
  set_shape(batch, 0, x);
  batch->volume[0] = affine->volume;
  batch->shear[0] =
      2 * affine->volume * brn__material_shear(&model->material_list[affine->material]);
}

// ---------------------------------------------------------------------------------------- creation

static BrnStatus add_mix(BrnContext* ctx, const BrnModel* model, MaterialMix mix,
                         BrnElements* elements) {
  BrnMaterialMix* to = &elements->mix[elements->mix_count++];
  to->index[0] = mix.first;
  to->index[1] = mix.second;
  BRN_TRY(brn__make_material(ctx, model, mix.first, mix.unit, &to->material[0]));
  brn__material_lanes_init(&to->lanes[0], to->material[0]);
  elements->path_dependent |= !brn_material_has_energy(to->material[0]);
  if (mix.second < 0) return BRN_OK;
  BRN_TRY(brn__make_material(ctx, model, mix.second, -1, &to->material[1]));
  brn__material_lanes_init(&to->lanes[1], to->material[1]);
  return BRN_OK;
}

static BrnStatus add_tets(BrnContext* ctx, const BrnModel* model, const Plan* plan,
                          BrnElements* elements) {
  for (int i = 0, end; i < plan->tet_count; i = end) {
    MaterialMix mix = mix_of(model, plan->tet[i].item);
    BrnBatch* batch = NULL;
    BRN_TRY(add_mix(ctx, model, mix, elements));
    end = run_end(plan, i, plan->color_count);
    for (int k = i, lane = 0; k < end; k++) {
      int t = plan->tet[k].item;
      lane = k > i && plan->tet[k].key == plan->tet[k - 1].key ? (lane + 1) % BRN_LANES : 0;
      if (lane == 0) batch = next_batch(elements);
      set_tet(model, t, mix.unit, batch, lane);
      elements->stiff += batch->shear[lane];
    }
  }
  return BRN_OK;
}

static BrnStatus add_bones(BrnContext* ctx, const BrnModel* model, const BrnNodes* nodes,
                           BrnElements* elements) {
  for (int b = 0; b < nodes->bone_count; b++) {
    const BrnAffineBone* affine = &nodes->affine[b];
    if (affine->known) continue;
    BRN_TRY(add_mix(ctx, model, (MaterialMix){affine->material, -1, -1}, elements));
    set_bone(model, affine, next_batch(elements));
    elements->stiff += elements->batch[elements->batch_count - 1].shear[0];
  }
  return BRN_OK;
}

static BrnStatus build(BrnContext* ctx, const BrnModel* model, const BrnNodes* nodes,
                       const int* color, int color_count, BrnElements* elements) {
  int tet_count = model->mesh->tet_count;
  Plan plan = {.tet = brn__scratch(ctx, tet_count, BrnKeyed),
               .color = color,
               .color_count = (uint64_t)color_count};
  BrnKeyed* spare = brn__scratch(ctx, tet_count, BrnKeyed);
  if (!plan.tet || !spare) return BRN_NO_MEMORY;
  list_tets(model, &plan);
  brn__keys_sort(plan.tet, spare, plan.tet_count);
  count_batches(nodes, &plan);
  elements->batch = brn__new(ctx, plan.batch_count, BrnBatch);
  elements->mix = brn__new_zero(ctx, plan.mix_count, BrnMaterialMix);
  if (!elements->batch || !elements->mix) return BRN_NO_MEMORY;
  BRN_TRY(add_tets(ctx, model, &plan, elements));
  return add_bones(ctx, model, nodes, elements);
}

BrnStatus brn__elements_create(BrnContext* ctx, const BrnModel* model, const BrnNodes* nodes,
                               BrnElements** out) {
  return brn__elements_create_colored(ctx, model, nodes, NULL, 1, out);
}

BrnStatus brn__elements_create_colored(BrnContext* ctx, const BrnModel* model,
                                       const BrnNodes* nodes, const int* color, int color_count,
                                       BrnElements** out) {
  BRN_ASSERT(ctx && model && nodes && color_count > 0 && out);
  BrnScratchMark mark = brn__scratch_mark(ctx);
  BrnElements* elements = brn__new_zero(ctx, 1, BrnElements);
  BrnStatus status = BRN_NO_MEMORY;
  if (elements) status = build(ctx, model, nodes, color, color_count, elements);
  brn__scratch_release(ctx, mark);
  if (status != BRN_OK) {
    brn__elements_destroy(ctx, elements);
    elements = NULL;
  }
  *out = elements;
  return status;
}

void brn__elements_destroy(BrnContext* ctx, BrnElements* elements) {
  if (!elements) return;
  for (int m = 0; m < elements->mix_count; m++) {
    brn_material_destroy(ctx, elements->mix[m].material[0]);
    brn_material_destroy(ctx, elements->mix[m].material[1]);
  }
  brn__free(ctx, elements->batch);
  brn__free(ctx, elements->mix);
  brn__free(ctx, elements);
}

// -------------------------------------------------------------------------------------- evaluation

void brn__batch_evaluate(const BrnElements* elements, const BrnBatch* batch,
                         const double (*F)[BRN_LANES], const double* activation, BrnWant want,
                         BrnMaterialOut* out) {
  const BrnMaterialMix* mix = &elements->mix[batch->mix];
  BrnMaterialIn in;
  memcpy(in.F, F, sizeof in.F);
  memcpy(in.fibre, batch->fibre, sizeof in.fibre);
  in.per_time = elements->per_time;
  memcpy(in.bulk, batch->bulk, sizeof in.bulk);
  for (int i = 0; i < BRN_LANES; i++) {
    in.activation[i] = batch->unit[i] < 0 ? 0 : activation[batch->unit[i]];
    in.stretch_before[i] = batch->stretch_before[i];
    // empty lanes are at rest, so that no material complains of them
    for (int p = 0; p < 9 && batch->volume[i] == 0; p++) in.F[p][i] = p % 4 == 0;
  }
  brn__material_evaluate(&mix->lanes[0], &in, want, out);
  if (!mix->material[1]) return;
  BrnMaterialOut other;
  brn__material_evaluate(&mix->lanes[1], &in, want, &other);
  BRN_LANE_PICK(brn__batch_blend)(batch->tendon, want, out, &other);
}
