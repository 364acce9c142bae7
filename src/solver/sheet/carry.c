// SPDX-License-Identifier: Apache-2.0
//
// What is carried: surfaces of bones, attachments (Romeo et al. 2018, section 4.3), supports and
// the envelope. They are ignored by the constraints, as their inverse mass is 0.
//
// Bones may jump, as at a cut of a clip. Flesh that has to catch up with them across many of its
// lengths in one frame would be torn; it goes with them as a rigid body instead.

#include "solver/sheet/sheet.h"

#include "core/vec.h"

#include <math.h>
#include <string.h>

enum { GRAIN = 4096 };

#define LENGTHS 4   // of a muscle that its bone may get ahead of inertia in a frame
#define BODIES 0.5  // or sizes of the whole body
#define AT_REST 0.1 // of that, in frames that take no time

typedef struct Share {
  int bone;
  double weight;
} Share;

typedef struct Body { // a bone or a support
  double R[9], t[3];  // its pose from rest
} Body;

typedef struct Ends { // of a muscle: what the two bones carry that hold it farthest apart
  int bone[2];        // -1: it has not two
  double at[2][3];    // middles at rest, m
} Ends;

struct BrnCarry {
  int count;
  int* vertex; // that are carried, ascending                                (count)
  int* body;   // by which: bones, then supports                             (count)
  Body* now;   // (bone_count + support_count)
  int* start;  // bones of muscle f are share[start[f]] up to share[start[f + 1]]  (flesh_count + 1)
  Share* share;
  Ends* ends;     // of each muscle                                           (flesh_count)
  double* centre; // of each muscle at rest, m                                (flesh_count x 3)
  int* anchor;    // vertex of a muscle that each bone carries; -1: none      (bone_count)
  int* longest;   // muscle at it; -1: none                                   (bone_count)
  double* reach;  // how far that may get ahead of inertia in a frame, m     (bone_count)
  bool* jumps;    // in this frame                                           (bone_count)
  bool* told;     // has the log heard of it?                                (bone_count)
};

// ------------------------------------------------------------------------------------- preparation

void brn__carry_destroy(BrnContext* ctx, BrnCarry* carry) {
  if (!carry) return;
  void* list[] = {carry->vertex,  carry->body,  carry->now,    carry->start,
                  carry->share,   carry->ends,  carry->centre, carry->anchor,
                  carry->longest, carry->reach, carry->jumps,  carry->told};
  for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) brn__free(ctx, list[i]);
  brn__free(ctx, carry);
}

static bool take_arrays(BrnContext* ctx, const BrnSheet* sheet, BrnCarry* carry) {
  const BrnModel* model = sheet->model;
  int bones = model->bone_count, muscles = model->flesh_count, attached = 0, held = 0;
  for (int i = 0; i < sheet->points.count; i++) attached += sheet->points.bone[i] >= 0;
  for (int s = 0; s < model->support_count; s++) attached += model->support[s].vertex_count;
  carry->vertex = brn__new(ctx, attached, int);
  carry->body = brn__new(ctx, attached, int);
  carry->now = brn__new_zero(ctx, bones + model->support_count, Body);
  carry->start = brn__new_zero(ctx, muscles + 1, int);
  for (int a = 0; a < model->attachment_count; a++) held += model->attachment[a].vertex_count;
  carry->share = brn__new(ctx, attached + held, Share); // at most one for each vertex
  carry->centre = brn__new_zero(ctx, 3 * (size_t)muscles, double);
  carry->ends = brn__new_zero(ctx, muscles, Ends);
  carry->anchor = brn__new(ctx, bones, int);
  carry->longest = brn__new(ctx, bones, int);
  carry->reach = brn__new_zero(ctx, bones, double);
  carry->jumps = brn__new_zero(ctx, bones, bool);
  carry->told = brn__new_zero(ctx, bones, bool);
  return carry->vertex && carry->body && carry->now && carry->start && carry->share &&
         carry->ends && carry->centre && carry->anchor && carry->longest && carry->reach &&
         carry->jumps && carry->told;
}

// All bones are carried; free ones stay at rest.
static void list_vertices(const BrnSheet* sheet, BrnCarry* carry) {
  const BrnModel* model = sheet->model;
  for (int i = 0; i < sheet->points.count; i++) {
    int bone = sheet->points.bone[i];
    if (bone < 0) continue;
    carry->vertex[carry->count] = i;
    carry->body[carry->count++] = bone;
  }
  for (int s = 0; s < model->support_count; s++) {
    for (int i = 0; i < model->support[s].vertex_count; i++) {
      int v = model->support[s].vertex[i];
      if (sheet->points.bone[v] >= 0 || sheet->points.at[4 * (size_t)v + 3] == 0) continue;
      sheet->points.at[4 * (size_t)v + 3] = 0;
      carry->vertex[carry->count] = v;
      carry->body[carry->count++] = model->bone_count + s;
    }
  }
}

static double size_of_body(const BrnMesh* mesh) {
  double low[3], high[3];
  for (int k = 0; k < 3; k++) low[k] = INFINITY, high[k] = -INFINITY;
  for (int i = 0; i < 3 * mesh->vertex_count; i++) {
    low[i % 3] = fmin(low[i % 3], mesh->position[i]);
    high[i % 3] = fmax(high[i % 3], mesh->position[i]);
  }
  return brn__distance3(low, high);
}

static void add_share(BrnCarry* carry, int muscle, int bone) {
  int end = carry->start[muscle + 1];
  for (int k = carry->start[muscle]; k < end; k++) {
    if (carry->share[k].bone != bone) continue;
    carry->share[k].weight++;
    return;
  }
  carry->share[end] = (Share){bone, 1};
  carry->start[muscle + 1]++;
}

// a bone that carries the part that a vertex holds on to; -1: none
static int bone_behind(const BrnSheet* sheet, int part) {
  int f = brn_model_sheet_of(sheet->model, part);
  const BrnModelFlesh* muscle = f < 0 ? NULL : &sheet->model->flesh[f];
  for (int i = 0; muscle && i < muscle->vertex_count; i++) {
    if (sheet->points.bone[muscle->first + i] >= 0) return sheet->points.bone[muscle->first + i];
  }
  return -1;
}

// a muscle between tendons goes where their bones go
static void list_tendons(const BrnSheet* sheet, BrnCarry* carry, int f) {
  const BrnModelFlesh* muscle = &sheet->model->flesh[f];
  for (int a = 0; a < sheet->model->attachment_count; a++) {
    const BrnModelAttachment* attachment = &sheet->model->attachment[a];
    int part = -1, bone = -1;
    for (int i = 0; i < attachment->vertex_count; i++) {
      int v = attachment->vertex[i] - muscle->first;
      if (v < 0 || v >= muscle->vertex_count) continue;
      if (attachment->holder[i] != part) bone = bone_behind(sheet, attachment->holder[i]);
      part = attachment->holder[i];
      if (bone >= 0) add_share(carry, f, bone);
    }
  }
}

static void list_shares(const BrnSheet* sheet, BrnCarry* carry, double size, int f) {
  const BrnModelFlesh* muscle = &sheet->model->flesh[f];
  double* centre = carry->centre + 3 * (size_t)f;
  carry->start[f + 1] = carry->start[f];
  for (int i = muscle->first; i < muscle->first + muscle->vertex_count; i++) {
    int bone = sheet->points.bone[i];
    brn__axpy3(centre, centre, 1.0 / muscle->vertex_count,
               sheet->model->mesh->position + 3 * (size_t)i);
    if (bone < 0) continue;
    add_share(carry, f, bone);
    if (carry->anchor[bone] >= 0 && carry->reach[bone] >= LENGTHS * muscle->length) continue;
    carry->anchor[bone] = i;
    carry->longest[bone] = f;
    carry->reach[bone] = fmax(LENGTHS * muscle->length, BODIES * size);
  }
  list_tendons(sheet, carry, f);
}

// middle of what a bone carries of a muscle; false: nothing
static bool middle_of(const BrnSheet* sheet, const BrnModelFlesh* muscle, int bone, double out[3]) {
  int count = 0;
  out[0] = out[1] = out[2] = 0;
  for (int i = muscle->first; i < muscle->first + muscle->vertex_count; i++) {
    if (sheet->points.bone[i] != bone) continue;
    brn__add3(out, out, sheet->model->mesh->position + 3 * (size_t)i);
    count++;
  }
  if (count > 0) brn__scale3(out, 1.0 / count, out);
  return count > 0;
}

static void find_ends(const BrnSheet* sheet, const BrnCarry* carry, int f) {
  const BrnModelFlesh* muscle = &sheet->model->flesh[f];
  Ends* ends = &carry->ends[f];
  double longest = 0, a[3], b[3];
  ends->bone[0] = ends->bone[1] = -1;
  for (int i = carry->start[f]; i < carry->start[f + 1]; i++) {
    for (int k = carry->start[f]; k < i; k++) {
      const int bone[2] = {carry->share[k].bone, carry->share[i].bone};
      if (!middle_of(sheet, muscle, bone[0], a) || !middle_of(sheet, muscle, bone[1], b)) continue;
      if (!(brn__distance3(a, b) > longest)) continue;
      longest = brn__distance3(a, b);
      memcpy(ends->bone, bone, sizeof bone);
      brn__copy3(ends->at[0], a), brn__copy3(ends->at[1], b);
    }
  }
}

static void warn_of_free_bones(BrnContext* ctx, const BrnModel* model, const BrnCarry* carry) {
  int count = 0, first = -1;
  for (int b = 0; b < model->bone_count; b++) {
    if (carry->anchor[b] < 0 || brn_skeleton_is_given(model->skeleton, b)) continue;
    if (count++ == 0) first = b;
  }
  if (count == 0) return;
  brn__log(ctx, BRN_LOG_WARNING,
           "xpbd on surfaces: muscles do not move bones there: \"%s\"%s at rest; script %s, or use "
           "xpbd_body \"tets\"",
           model->bone[first].name, count > 1 ? " and others stay" : " stays",
           count > 1 ? "them" : "it");
}

BrnStatus brn__carry_create(BrnContext* ctx, const BrnSheet* sheet, BrnCarry** out) {
  const BrnModel* model = sheet->model;
  BrnCarry* carry = brn__new_zero(ctx, 1, BrnCarry);
  *out = carry;
  if (!carry || !take_arrays(ctx, sheet, carry)) return BRN_NO_MEMORY;
  double size = size_of_body(model->mesh);
  for (int b = 0; b < model->bone_count; b++) carry->anchor[b] = carry->longest[b] = -1;
  list_vertices(sheet, carry);
  for (int f = 0; f < model->flesh_count; f++) {
    list_shares(sheet, carry, size, f);
    find_ends(sheet, carry, f);
  }
  warn_of_free_bones(ctx, model, carry);
  return BRN_OK;
}

// ------------------------------------------------------------------------------------------- means

BrnPose brn__carry_mean(const BrnSheet* sheet, int muscle, const BrnStepInput* input) {
  const BrnCarry* carry = sheet->carry;
  const Share *begin = carry->share + carry->start[muscle],
              *end = carry->share + carry->start[muscle + 1];
  const double* centre = carry->centre + 3 * (size_t)muscle;
  double q[4] = {0}, at[3] = {0}, sum = 0, turned[3];
  for (const Share* s = begin; s < end; s++) {
    const BrnPose *pose = &input->bone[s->bone], *first = &input->bone[begin->bone];
    // q and -q are one rotation: all on the side of the first one
    double cosine = 0, x[3];
    for (int k = 0; k < 4; k++) cosine += pose->rotation[k] * first->rotation[k];
    for (int k = 0; k < 4; k++) q[k] += copysign(s->weight, cosine) * pose->rotation[k];
    brn_pose_apply(pose, centre, x);
    brn__axpy3(at, at, s->weight, x);
    sum += s->weight;
  }
  // the mean rotation, about the centre, which goes where the bones carry it on average
  BrnPose mean = brn_pose_identity();
  double norm = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  if (!(sum > 0) || !(norm > 0)) return mean;
  for (int k = 0; k < 4; k++) mean.rotation[k] = q[k] / norm;
  brn_rotation_apply(mean.rotation, centre, turned);
  for (int k = 0; k < 3; k++) mean.translation[k] = at[k] / sum - turned[k];
  return mean;
}

bool brn__carry_place(const BrnSheet* sheet, int muscle, const BrnStepInput* input, double out[3]) {
  BrnPose pose = brn__carry_mean(sheet, muscle, input);
  brn_pose_apply(&pose, sheet->carry->centre + 3 * (size_t)muscle, out);
  return sheet->carry->start[muscle + 1] > sheet->carry->start[muscle];
}

double brn__carry_stretch(const BrnSheet* sheet, int muscle, const BrnStepInput* input) {
  const Ends* ends = &sheet->carry->ends[muscle];
  double x[2][3];
  if (ends->bone[0] < 0) return 1;
  for (int k = 0; k < 2; k++) brn_pose_apply(&input->bone[ends->bone[k]], ends->at[k], x[k]);
  return brn__distance3(x[0], x[1]) / brn__distance3(ends->at[0], ends->at[1]);
}

// ------------------------------------------------------------------------------------------- jumps

// how far the bone gets ahead of what inertia would do
static double find_lead(const BrnSheet* sheet, int bone, double seconds, const BrnStepInput* to) {
  size_t v = (size_t)sheet->carry->anchor[bone];
  double x[3], ahead[3];
  brn_pose_apply(&to->bone[bone], sheet->model->mesh->position + 3 * v, x);
  brn__axpy3(ahead, sheet->points.at + 4 * v, seconds, sheet->points.velocity + 3 * v);
  return brn__distance3(x, ahead);
}

static void tell_jump(BrnContext* ctx, BrnSheet* sheet, int bone, double lead, double time) {
  BrnCarry* carry = sheet->carry;
  if (carry->told[bone]) return;
  carry->told[bone] = true;
  brn__log(
      ctx, BRN_LOG_WARNING,
      "xpbd: at %g s bone \"%s\" jumps by %.3g m; muscle \"%s\", and whatever else it carries, "
      "goes with it as a rigid body (this is said once for each bone)",
      time, sheet->model->bone[bone].name, lead, sheet->model->flesh[carry->longest[bone]].name);
}

static bool find_jumps(BrnContext* ctx, BrnSheet* sheet, double seconds, const BrnStepInput* to) {
  BrnCarry* carry = sheet->carry;
  bool any = false;
  for (int b = 0; b < sheet->model->bone_count; b++) {
    carry->jumps[b] = false;
    if (carry->anchor[b] < 0) continue;
    double lead = find_lead(sheet, b, seconds, to);
    carry->jumps[b] = !(lead <= carry->reach[b] * (seconds > 0 ? 1 : AT_REST));
    if (carry->jumps[b] && seconds > 0) tell_jump(ctx, sheet, b, lead, to->time);
    any = any || carry->jumps[b];
  }
  return any;
}

static void move_run(BrnSheetPoints* points, int first, int count, const BrnPose* pose) {
  for (int i = first; i < first + count; i++) {
    double* x = points->at + 4 * (size_t)i;
    if (!(x[3] > 0)) continue;
    brn_pose_apply(pose, x, x);
    memset(points->velocity + 3 * (size_t)i, 0, 3 * sizeof(double));
  }
}

static void move_muscle(BrnSheet* sheet, int f, const BrnStepInput* last, const BrnStepInput* to) {
  const BrnCarry* carry = sheet->carry;
  const BrnModelFlesh* muscle = &sheet->model->flesh[f];
  bool jumps = false;
  for (int k = carry->start[f]; k < carry->start[f + 1]; k++) {
    jumps = jumps || carry->jumps[carry->share[k].bone];
  }
  if (!jumps) return;
  BrnPose before = brn__carry_mean(sheet, f, last), after = brn__carry_mean(sheet, f, to);
  BrnPose back = brn_pose_invert(&before), pose = brn_pose_compose(&after, &back);
  move_run(&sheet->points, muscle->first, muscle->vertex_count, &pose);
  move_run(&sheet->points, muscle->first_inner, muscle->inner_count, &pose);
}

static void move_carried(BrnSheet* sheet, const BrnStepInput* to) {
  const BrnCarry* carry = sheet->carry;
  for (int i = 0; i < carry->count; i++) {
    size_t v = (size_t)carry->vertex[i];
    int bone = carry->body[i];
    if (bone >= sheet->model->bone_count || !carry->jumps[bone]) continue;
    brn_pose_apply(&to->bone[bone], sheet->model->mesh->position + 3 * v, sheet->points.at + 4 * v);
  }
}

void brn__carry_begin(BrnContext* ctx, BrnSheet* sheet, double seconds, const BrnStepInput* to,
                      const BrnStepInput* last) {
  if (!find_jumps(ctx, sheet, seconds, to)) return;
  for (int f = 0; f < sheet->model->flesh_count; f++) move_muscle(sheet, f, last, to);
  for (int b = 0; b < sheet->model->bone_count; b++) {
    if (sheet->carry->jumps[b]) sheet->now.from->bone[b] = to->bone[b];
  }
  move_carried(sheet, to);
}

// ---------------------------------------------------------------------------------------- carrying

static void pose_bodies(BrnSheet* sheet) {
  const BrnModel* model = sheet->model;
  for (int b = 0; b < model->bone_count + model->support_count; b++) {
    int support = b - model->bone_count;
    const BrnPose* pose =
        support < 0 ? &sheet->now.input->bone[b] : &sheet->now.input->support[support];
    brn_rotation_to_matrix(pose->rotation, sheet->carry->now[b].R);
    brn__copy3(sheet->carry->now[b].t, pose->translation);
  }
}

static void carry_range(void* user, int begin, int end, int worker) {
  (void)worker;
  BrnSheet* sheet = user;
  const BrnCarry* carry = sheet->carry;
  for (int i = begin; i < end; i++) {
    size_t v = (size_t)carry->vertex[i];
    const Body* body = &carry->now[carry->body[i]];
    double x[3];
    brn__mul3(x, body->R, sheet->model->mesh->position + 3 * v);
    brn__add3(sheet->points.at + 4 * v, x, body->t);
  }
}

// linear blend skinning of the envelope
static void blend_range(void* user, int begin, int end, int worker) {
  (void)worker;
  BrnSheet* sheet = user;
  const BrnModelEnvelope* envelope = &sheet->model->envelope;
  size_t first = (size_t)sheet->model->surface[envelope->surface].first;
  for (size_t i = (size_t)begin; i < (size_t)end; i++) {
    const double* rest = sheet->model->mesh->position + 3 * (first + i);
    double* x = sheet->points.at + 4 * (first + i);
    double sum[3] = {0};
    if (envelope->bone[4 * i] < 0) continue;
    for (size_t k = 4 * i; k < 4 * i + 4; k++) {
      if (envelope->bone[k] < 0) continue;
      const Body* body = &sheet->carry->now[envelope->bone[k]];
      double at[3];
      brn__mul3(at, body->R, rest);
      brn__add3(at, at, body->t);
      brn__axpy3(sum, sum, envelope->weight[k], at);
    }
    brn__copy3(x, sum);
  }
}

void brn__carry(BrnContext* ctx, BrnSheet* sheet) {
  const BrnModel* model = sheet->model;
  pose_bodies(sheet);
  brn__parallel_job(ctx, sheet->carry->count, GRAIN, carry_range, sheet, 0);
  if (model->envelope.surface < 0) return;
  int count = model->surface[model->envelope.surface].mesh->vertex_count;
  brn__parallel_job(ctx, count, GRAIN, blend_range, sheet, 0);
}
