// SPDX-License-Identifier: Apache-2.0

#include "export/skeleton.h"

#include "core/vec.h"

// Joints may close rings, and a bone may be the child of two: the first joint that makes no ring
// counts. Bones that were not chosen are skipped: their children hang on to those above them.

typedef struct Tree {
  BrnExport* job;
  const BrnModel* model;
  int* joint; // to the parent, of each bone of the model; -1: none
} Tree;

static int parent_of(const Tree* tree, int bone) {
  return tree->joint[bone] < 0 ? -1 : tree->model->joint[tree->joint[bone]].parent;
}

static bool is_below(const Tree* tree, int bone, int above) {
  while (bone >= 0 && bone != above) bone = parent_of(tree, bone);
  return bone >= 0;
}

static void hang(Tree* tree) {
  for (int b = 0; b < tree->model->bone_count; b++) tree->joint[b] = -1;
  for (int j = 0; j < tree->model->joint_count; j++) {
    const BrnModelJoint* joint = &tree->model->joint[j];
    bool free = tree->joint[joint->child] < 0;
    if (free && !is_below(tree, joint->parent, joint->child)) tree->joint[joint->child] = j;
  }
}

// the nearest bone above it that was chosen
static int chosen_parent(const Tree* tree, int bone) {
  do bone = parent_of(tree, bone);
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
static void add(const Tree* tree, int bone, int parent, BrnSkeleton* out) {
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

// of a bone without joints
static void farthest_vertex(const Tree* tree, int bone, double* out) {
  const BrnModelBone* it = &tree->model->bone[bone];
  double most = -1;
  brn__copy3(out, it->centre);
  for (int i = 0; i < it->vertex_count; i++) {
    double distance = brn__distance3(vertex_of(tree, bone, i), it->centre);
    if (distance > most) brn__copy3(out, vertex_of(tree, bone, i));
    most = fmax(most, distance);
  }
}

static const double* joint_point(const Tree* tree, int bone) {
  return tree->joint[bone] < 0 ? NULL : tree->model->joint[tree->joint[bone]].point;
}

static void find_ends(const Tree* tree, BrnSkeleton* out) {
  for (int i = 0; i < out->bone_count; i++) {
    double* head = out->head + 3 * (size_t)i;
    const double* joint = joint_point(tree, out->bone[i]);
    const double* child = out->child[i] < 0 ? NULL : joint_point(tree, out->bone[out->child[i]]);
    if (joint) {
      brn__copy3(head, joint);
    } else if (child) {
      other_end(tree, out->bone[i], child, head);
    } else {
      farthest_vertex(tree, out->bone[i], head);
    }
    if (child) {
      brn__copy3(out->tail + 3 * (size_t)i, child);
    } else {
      other_end(tree, out->bone[i], head, out->tail + 3 * (size_t)i);
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

static BrnStatus allocate(BrnExport* job, int count, BrnSkeleton* out) {
  out->bone = brn__new(job->ctx, count, int);
  out->parent = brn__new(job->ctx, count, int);
  out->child = brn__new(job->ctx, count, int);
  out->name = brn__new(job->ctx, count, char*);
  out->head = brn__new(job->ctx, 3 * (size_t)count, double);
  out->tail = brn__new(job->ctx, 3 * (size_t)count, double);
  bool all = out->bone && out->parent && out->child && out->name && out->head && out->tail;
  return all ? BRN_OK : BRN_NO_MEMORY;
}

BrnStatus brn__skeleton_create(BrnExport* job, BrnSkeleton* out) {
  *out = (BrnSkeleton){0};
  BRN_TRY(check(job));
  Tree tree = {.job = job, .model = job->replay->model};
  BrnScratchMark mark = brn__scratch_mark(job->ctx);
  tree.joint = brn__scratch(job->ctx, tree.model->bone_count, int);
  BrnStatus status = tree.joint ? allocate(job, tree.model->bone_count, out) : BRN_NO_MEMORY;
  if (status == BRN_OK) {
    hang(&tree);
    for (int b = 0; b < tree.model->bone_count; b++) {
      if (brn__export_has_bone(job, b) && chosen_parent(&tree, b) < 0) add(&tree, b, -1, out);
    }
    find_ends(&tree, out);
  } else {
    brn__skeleton_free(job, out);
  }
  brn__scratch_release(job->ctx, mark);
  return status;
}

void brn__skeleton_free(BrnExport* job, BrnSkeleton* skeleton) {
  brn__free(job->ctx, skeleton->bone);
  brn__free(job->ctx, skeleton->parent);
  brn__free(job->ctx, skeleton->child);
  brn__free(job->ctx, (void*)skeleton->name);
  brn__free(job->ctx, skeleton->head);
  brn__free(job->ctx, skeleton->tail);
  *skeleton = (BrnSkeleton){0};
}
