// SPDX-License-Identifier: Apache-2.0

#include "export/bone_tree.h"

#include "core/vec.h"

// Bones as they are described (skeleton.h). Those that were not chosen are skipped: their children
// hang on to those above them.

typedef struct Tree {
  BrnExport* job;
  const BrnModel* model;
} Tree;

// the nearest bone above it that was chosen
static int chosen_parent(const Tree* tree, int bone) {
  do bone = brn_skeleton_bone_above(tree->model->skeleton, bone);
  while (bone >= 0 && !brn__export_has_bone(tree->job, bone));
  return bone;
}

static char* name_of(const BrnExport* job, int bone) {
  const BrnModel* model = job->replay->model;
  int label = model->part[model->bone[bone].part].label, p = 0;
  while (brn__export_part(job, p)->label != label) p++;
  return job->stem[p];
}

// the bone and all below it
static void add(const Tree* tree, int bone, int parent, BrnBoneTree* out) {
  int at = out->bone_count++;
  out->bone[at] = bone;
  out->parent[at] = parent;
  out->child[at] = -1;
  out->name[at] = name_of(tree->job, bone);
  if (parent < 0) out->root_count++;
  if (parent >= 0 && out->child[parent] < 0) out->child[parent] = at;
  for (int b = 0; b < tree->model->bone_count; b++) {
    if (brn__export_has_bone(tree->job, b) && chosen_parent(tree, b) == bone) add(tree, b, at, out);
  }
}

// ------------------------------------------------------------------------------------------- ends

static const double* vertex_of(const Tree* tree, int bone, int i) {
  return tree->model->mesh->position + 3 * (size_t)tree->model->bone[bone].vertex[i];
}

// where a straight line from a point through the centre leaves the bone
static void other_end(const Tree* tree, int bone, const double* from, double* out) {
  const BrnModelBone* it = &tree->model->bone[bone];
  double along[3], most = 0, step[3];
  brn__sub3(along, it->centre, from);
  brn__normalize3(along);
  for (int i = 0; i < it->vertex_count; i++) {
    brn__sub3(step, vertex_of(tree, bone, i), from);
    most = fmax(most, brn__dot3(step, along));
  }
  brn__axpy3(out, from, most, along);
}

// the vertex that is nearest to a point, or the farthest one
static void vertex_by(const Tree* tree, int bone, const double* point, bool nearest, double* out) {
  const BrnModelBone* it = &tree->model->bone[bone];
  double best = INFINITY;
  brn__copy3(out, it->centre);
  for (int i = 0; i < it->vertex_count; i++) {
    const double* vertex = vertex_of(tree, bone, i);
    double distance = (nearest ? 1 : -1) * brn__distance3(vertex, point);
    if (distance < best) brn__copy3(out, vertex);
    best = fmin(best, distance);
  }
}

// The joint to the parent. A weld has no point of its own, and stands in the middle of the child:
// the head is where the child is nearest to the parent.
static void find_head(const Tree* tree, int bone, double* out) {
  const BrnModelJoint* joint = &tree->model->joint[tree->model->skeleton->above[bone]];
  const double* centre = tree->model->bone[bone].centre;
  double span[3];
  vertex_by(tree, bone, centre, false, span);
  brn__copy3(out, joint->point);
  if (brn__distance3(joint->point, centre) > 1e-6 * brn__distance3(span, centre)) return;
  vertex_by(tree, bone, tree->model->bone[joint->parent].centre, true, out);
}

static void find_root_head(const Tree* tree, const BrnBoneTree* skeleton, int i, double* out) {
  int bone = skeleton->bone[i], child = skeleton->child[i];
  if (child >= 0) {
    other_end(tree, bone, skeleton->head + 3 * (size_t)child, out);
  } else {
    vertex_by(tree, bone, tree->model->bone[bone].centre, false, out);
  }
}

// children come after their parents: theirs are found first
static void find_ends(const Tree* tree, BrnBoneTree* out) {
  for (int i = out->bone_count - 1; i >= 0; i--) {
    double *head = out->head + 3 * (size_t)i, *tail = out->tail + 3 * (size_t)i;
    if (tree->model->skeleton->above[out->bone[i]] >= 0) {
      find_head(tree, out->bone[i], head);
    } else {
      find_root_head(tree, out, i, head);
    }
    if (out->child[i] >= 0) {
      brn__copy3(tail, out->head + 3 * (size_t)out->child[i]);
    } else {
      other_end(tree, out->bone[i], head, tail);
    }
  }
}

// -------------------------------------------------------------------------------------- the steps

static BrnStatus check(BrnExport* job) {
  const BrnModel* model = job->replay->model;
  bool some = false;
  if (!model) {
    return brn__fail(job->ctx, BRN_UNSUPPORTED,
                     "%s: bone motion needs a run or a scene; a mesh file does not tell its bones",
                     job->path);
  }
  for (int b = 0; b < model->bone_count && !some; b++) some = brn__export_has_bone(job, b);
  if (some) return BRN_OK;
  return brn__fail(job->ctx, BRN_UNSUPPORTED, "%s: there are no bones%s", job->path,
                   model->bone_count > 0 ? " among the chosen parts" : "");
}

static BrnStatus allocate(BrnExport* job, int count, BrnBoneTree* out) {
  out->bone = brn__new(job->ctx, count, int);
  out->parent = brn__new(job->ctx, count, int);
  out->child = brn__new(job->ctx, count, int);
  out->name = brn__new(job->ctx, count, char*);
  out->head = brn__new(job->ctx, 3 * (size_t)count, double);
  out->tail = brn__new(job->ctx, 3 * (size_t)count, double);
  bool all = out->bone && out->parent && out->child && out->name && out->head && out->tail;
  return all ? BRN_OK : BRN_NO_MEMORY;
}

BrnStatus brn__bone_tree_create(BrnExport* job, BrnBoneTree* out) {
  *out = (BrnBoneTree){0};
  BRN_TRY(check(job));
  Tree tree = {.job = job, .model = job->replay->model};
  BrnStatus status = allocate(job, tree.model->bone_count, out);
  if (status == BRN_OK) {
    for (int b = 0; b < tree.model->bone_count; b++) {
      if (brn__export_has_bone(job, b) && chosen_parent(&tree, b) < 0) add(&tree, b, -1, out);
    }
    find_ends(&tree, out);
  } else {
    brn__bone_tree_free(job, out);
  }
  return status;
}

void brn__bone_tree_free(BrnExport* job, BrnBoneTree* skeleton) {
  brn__free(job->ctx, skeleton->bone);
  brn__free(job->ctx, skeleton->parent);
  brn__free(job->ctx, skeleton->child);
  brn__free(job->ctx, (void*)skeleton->name);
  brn__free(job->ctx, skeleton->head);
  brn__free(job->ctx, skeleton->tail);
  *skeleton = (BrnBoneTree){0};
}
