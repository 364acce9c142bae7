// SPDX-License-Identifier: Apache-2.0
//
// The list of shapes, their defaults, and names of labels.

#include "shape/shape.h"

#include "mesh/mesh.h"

#include <string.h>

static const BrnShapeKind* const kinds[BRN_SHAPE_COUNT] = {
    [BRN_SHAPE_FUSIFORM] = &brn__shape_fusiform, [BRN_SHAPE_BIPENNATE] = &brn__shape_bipennate,
    [BRN_SHAPE_PAIR] = &brn__shape_pair,         [BRN_SHAPE_CURVED] = &brn__shape_curved,
    [BRN_SHAPE_BAR] = &brn__shape_bar,           [BRN_SHAPE_TORUS] = &brn__shape_torus,
    [BRN_SHAPE_BLOCK] = &brn__shape_block,
};

static const BrnShapeKind* kind_of(BrnShape shape) {
  BRN_ASSERT((unsigned)shape < BRN_SHAPE_COUNT);
  return kinds[shape];
}

const char* brn_shape_name(BrnShape shape) { return kind_of(shape)->name; }

const char* brn_shape_title(BrnShape shape) { return kind_of(shape)->title; }

bool brn_shape_uses(BrnShape shape, const char* member) {
  BRN_ASSERT(member);
  size_t length = strlen(member);
  if (strcmp(member, "shape") == 0 || strcmp(member, "tets") == 0) return true;
  for (const char* word = kind_of(shape)->uses; *word;) {
    size_t span = strcspn(word, " ");
    if (span == length && memcmp(word, member, span) == 0) return true;
    word += span + strspn(word + span, " ");
  }
  return false;
}

BrnStatus brn_shape_find(BrnContext* ctx, const char* name, BrnShape* out) {
  BRN_ASSERT(ctx && name && out);
  char names[256] = "", nearest[32];
  for (int i = 0; i < BRN_SHAPE_COUNT; i++) {
    if (strcmp(kinds[i]->name, name) == 0) {
      *out = (BrnShape)i;
      return BRN_OK;
    }
    strncat(names, i > 0 ? ", " : "", sizeof names - strlen(names) - 1);
    strncat(names, kinds[i]->name, sizeof names - strlen(names) - 1);
  }
  if (brn__nearest_spelling(name, brn__shape_fields[0].choices, nearest, sizeof nearest)) {
    return brn__fail(ctx, BRN_NOT_FOUND, "there is no shape \"%s\"; did you mean \"%s\"?", name,
                     nearest);
  }
  return brn__fail(ctx, BRN_NOT_FOUND, "there is no shape \"%s\"; there are %s", name, names);
}

// The muscle of our notes on numerics: 20 cm with its tendons, 4 cm wide, 1 cm at the ends.
BrnShapeDef brn_shape_def_default(BrnShape shape) {
  BrnShapeDef def = {
      .shape = shape,
      .tets = 20000,
      .length = 0.2,
      .width = 0.04,
      .thickness = 0.02,
      .tendon_width = 0.01,
      .tendon = 0.15,
      .bone = 0.03,
      .bone_width = 0.03,
      .bend = 90,
      .bend_radius = 0.05,
      .corner = true,
      .gap = 0,
      .central = 0.7,
      .pennation = 25,
      .jitter = 0.25,
      .seed = 1,
      .cookie = BRN_COOKIE,
  };
  const BrnShapeKind* kind = kind_of(shape);
  if (kind->defaults) kind->defaults(&def);
  return def;
}

BrnStatus brn_shape_make(BrnContext* ctx, const BrnShapeDef* def, BrnMesh** out) {
  BRN_ASSERT(ctx && out);
  BRN_CHECK_DEF(def);
  *out = NULL;
  const BrnShapeKind* kind = kind_of(def->shape);
  BRN_TRY(brn__shape_check_ranges(ctx, def));
  if (kind->check) BRN_TRY(kind->check(ctx, def));
  return kind->make(ctx, def, out);
}

BrnStatus brn__shape_name_labels(BrnContext* ctx, BrnMesh* mesh) {
  static const char* const name[BRN_LABEL_END] = {
      [BRN_LABEL_BONE_PROXIMAL] = "bone_proximal",
      [BRN_LABEL_BONE_DISTAL] = "bone_distal",
      [BRN_LABEL_TENDON_PROXIMAL] = "tendon_proximal",
      [BRN_LABEL_TENDON_DISTAL] = "tendon_distal",
      [BRN_LABEL_MUSCLE] = "muscle",
      [BRN_LABEL_MUSCLE_LEFT] = "muscle_left",
      [BRN_LABEL_MUSCLE_RIGHT] = "muscle_right",
      [BRN_LABEL_TENDON_CENTRAL] = "tendon_central",
      [BRN_LABEL_BONE_CORNER] = "bone_corner",
  };
  bool used[BRN_LABEL_END] = {false};
  for (int t = 0; t < mesh->tet_count; t++) used[mesh->tet_label[t]] = true;
  for (int id = 1; id < BRN_LABEL_END; id++) {
    if (used[id]) BRN_TRY(brn_mesh_name_label(ctx, mesh, BRN_ON_TET, id, name[id]));
  }
  return BRN_OK;
}
