// SPDX-License-Identifier: Apache-2.0

#include "export/glb.h"

#include <math.h>

// The root is node 0 and has a group for each kind of part. Bones are nodes at their joints, each
// in that of the bone it hangs on, named by the joint; the bone's own mesh is in it.

static const char* const groups[] = {
    [BRN_REPLAY_BONE] = "bones",
    [BRN_REPLAY_MUSCLE] = "muscles",
    [BRN_REPLAY_TENDON] = "tendons",
    [BRN_REPLAY_OTHER] = "parts",
};
static const char* const kinds[] = {
    [BRN_REPLAY_BONE] = "bone",
    [BRN_REPLAY_MUSCLE] = "muscle",
    [BRN_REPLAY_TENDON] = "tendon",
    [BRN_REPLAY_OTHER] = "part",
};
enum { GROUP_COUNT = BRN_REPLAY_OTHER + 1 };

static json_t* node_at(BrnGlb* glb, int node) {
  return json_array_get(glb->gltf.node, (size_t)node);
}

// what is no UTF-8 is left out
static void set_text(BrnGltf* gltf, json_t* object, const char* key, const char* text) {
  json_t* value = json_string(text);
  if (value) brn__gltf_set(gltf, object, key, value);
}

// Adds a node under another. Its index.
static int add_named(BrnGlb* glb, int parent, const char* name) {
  int node = brn__gltf_add(&glb->gltf, glb->gltf.node, json_pack("{s:s}", "name", name));
  if (parent < 0) return node;
  json_t* children = json_object_get(node_at(glb, parent), "children");
  if (!children) {
    children = json_array();
    brn__gltf_set(&glb->gltf, node_at(glb, parent), "children", children);
  }
  brn__gltf_add(&glb->gltf, children, json_integer(node));
  return node;
}

// the same with a name that may be taken. *out: its index
static BrnStatus add_node(BrnGlb* glb, int parent, const char* wanted, int* out) {
  const char* name;
  BRN_TRY(brn__names_take(glb->ctx, &glb->names, BRN_NAME_TEXT, wanted, &name));
  *out = add_named(glb, parent, name);
  return BRN_OK;
}

static BrnStatus add_group(BrnGlb* glb, int kind, int* group) {
  return group[kind] >= 0 ? BRN_OK : add_node(glb, 0, groups[kind], &group[kind]);
}

static void add_channel(BrnGlb* glb, int node, const char* path, int sampler) {
  brn__gltf_add(
      &glb->gltf, glb->gltf.channel,
      json_pack("{s:i, s:{s:i, s:s}}", "sampler", sampler, "target", "node", node, "path", path));
}

// ------------------------------------------------------------------------------------------- bones

// the part that is carried by the node of a bone and has no node of its own; -1: none
static int part_on_bone(const BrnGlb* glb, int b) {
  for (int p = 0; p < glb->job->part_count && glb->bone[b].joint < 0; p++) {
    const BrnGlbPart* part = &glb->part[p];
    if (part->bone == b && part->rigid && part->mesh >= 0) return p;
  }
  return -1;
}

static BrnStatus add_bone_node(BrnGlb* glb, int b, int parent) {
  const BrnModel* model = glb->job->replay->model;
  BrnGlbBone* bone = &glb->bone[b];
  int part = part_on_bone(glb, b);
  if (part >= 0) {
    bone->node = add_named(glb, parent, glb->part[part].name);
    return BRN_OK;
  }
  const char* name = bone->joint >= 0 ? model->joint[bone->joint].name : model->bone[b].name;
  return add_node(glb, parent, name, &bone->node);
}

static json_t* joint_extras(BrnGlb* glb, const BrnModelJoint* joint) {
  const BrnModel* model = glb->job->replay->model;
  BrnGltf* gltf = &glb->gltf;
  json_t* extras = json_object();
  const char* const text[][2] = {{"joint", joint->name},
                                 {"parent", model->bone[joint->parent].name},
                                 {"child", model->bone[joint->child].name}};
  for (int i = 0; i < 3; i++) set_text(gltf, extras, text[i][0], text[i][1]);
  if (joint->type == BRN_JOINT_HINGE) {
    brn__gltf_set(gltf, extras, "axis", brn__gltf_numbers(joint->axis, 3));
  }
  return extras;
}

static void move_bone(BrnGlb* glb, const BrnGlbBone* bone) {
  int frames = glb->job->frame_count;
  BrnGltf* gltf = &glb->gltf;
  if (bone->turns) {
    int output = brn__gltf_accessor(gltf, BRN_GLTF_F32, "VEC4", frames, BRN_GLTF_DATA, NULL, NULL);
    add_channel(glb, bone->node, "rotation", brn__glb_add_sampler(glb, output));
  }
  if (bone->goes) {
    int output = brn__gltf_accessor(gltf, BRN_GLTF_F32, "VEC3", frames, BRN_GLTF_DATA, NULL, NULL);
    add_channel(glb, bone->node, "translation", brn__glb_add_sampler(glb, output));
  }
}

static BrnStatus add_bone(BrnGlb* glb, int b, int group) {
  BrnGlbBone* bone = &glb->bone[b];
  int parent = bone->parent >= 0 ? glb->bone[bone->parent].node : group;
  BRN_TRY(add_bone_node(glb, b, parent));
  json_t* node = node_at(glb, bone->node);
  brn__gltf_set(&glb->gltf, node, "rotation", brn__gltf_floats(bone->rotation, 4));
  brn__gltf_set(&glb->gltf, node, "translation", brn__gltf_floats(bone->position, 3));
  if (bone->joint >= 0) {
    const BrnModelJoint* joint = &glb->job->replay->model->joint[bone->joint];
    brn__gltf_set(&glb->gltf, node, "extras", joint_extras(glb, joint));
  }
  move_bone(glb, bone);
  return BRN_OK;
}

static BrnStatus add_bones(BrnGlb* glb, int* group) {
  if (glb->bone_count == 0) return BRN_OK;
  BRN_TRY(add_group(glb, BRN_REPLAY_BONE, group));
  for (int i = 0; i < glb->bone_count; i++) {
    BRN_TRY(add_bone(glb, glb->order[i], group[BRN_REPLAY_BONE]));
  }
  return BRN_OK;
}

// ------------------------------------------------------------------------------------------- parts

// The mesh of a bone that no joint holds is on its node; that of others in a node of its own, in
// the joint's. What no bone carries is in the group of its kind.
static BrnStatus find_place(BrnGlb* glb, int p, int* group, int* out) {
  BrnReplayKind kind = brn__export_part(glb->job, p)->kind;
  const BrnGlbPart* part = &glb->part[p];
  if (!part->rigid) BRN_TRY(add_group(glb, (int)kind, group));
  int parent = part->rigid ? glb->bone[part->bone].node : group[kind];
  bool on_bone = part->rigid && part_on_bone(glb, part->bone) == p;
  *out = on_bone ? parent : add_named(glb, parent, part->name);
  return BRN_OK;
}

static json_t* part_extras(BrnGlb* glb, const BrnReplayPart* part) {
  json_t* extras = json_pack("{s:s}", "kind", kinds[part->kind]);
  set_text(&glb->gltf, extras, "part", part->name);
  return extras;
}

static BrnStatus add_part(BrnGlb* glb, int p, int* group) {
  int node;
  BRN_TRY(find_place(glb, p, group, &node));
  json_t* object = node_at(glb, node);
  brn__gltf_set(&glb->gltf, object, "mesh", json_integer(glb->part[p].mesh));
  brn__gltf_set(&glb->gltf, object, "extras", part_extras(glb, brn__export_part(glb->job, p)));
  if (glb->part[p].moves) add_channel(glb, node, "weights", glb->weights);
  return BRN_OK;
}

static json_t* root_extras(const BrnGlb* glb) {
  const BrnExport* job = glb->job;
  json_t* extras = json_pack("{s:i, s:i, s:i, s:f}", "first_frame", brn__export_number(job, 0),
                             "last_frame", brn__export_number(job, job->frame_count - 1), "frames",
                             job->frame_count, "start_time", brn__export_time(job, 0));
  if (isfinite(job->replay->per_second)) {
    json_object_set_new(extras, "per_second", json_real(job->replay->per_second));
  }
  return extras;
}

BrnStatus brn__glb_add_nodes(BrnGlb* glb) {
  int root, group[GROUP_COUNT] = {-1, -1, -1, -1};
  BRN_TRY(add_node(glb, -1, glb->job->replay->name, &root));
  brn__gltf_set(&glb->gltf, node_at(glb, root), "extras", root_extras(glb));
  BRN_TRY(add_bones(glb, group));
  for (int p = 0; p < glb->job->part_count; p++) {
    if (glb->part[p].mesh >= 0) BRN_TRY(add_part(glb, p, group));
  }
  return BRN_OK;
}
