// SPDX-License-Identifier: Apache-2.0
//
// Origins and insertions: which vertices of a muscle its bones carry.

#include "anatomy/attach.h"
#include "core/vec.h"

#include <stdio.h>
#include <string.h>

typedef enum EndIndex { ORIGIN, INSERTION } EndIndex;

static const char* const end_name[2] = {"origin", "insertion"};

// a unit while its two ends are looked for
typedef struct Ends {
  int unit;
  const char* name;                 // of the unit
  char where[160];                  // "muscles.biceps", or "muscles.biceps.units.long"
  const BrnSceneAttachment* def[2]; // NULL: not given
  BrnGrip grip[2];
  bool* bone;     // flags, working space                               (bone_count)
  bool* selected; // working space                                      (vertex_count)
} Ends;

// ---------------------------------------------------------------------------------------- one end

static BrnStatus flag_bones(BrnContacts* c, const Ends* ends, EndIndex e) {
  const BrnSceneAttachment* def = ends->def[e];
  BrnWhere where = brn__where("%s.%s", ends->where, end_name[e]);
  for (int b = 0; b < c->build->scene->bone_count; b++) ends->bone[b] = def->bone_count == 0;
  for (int i = 0; i < def->bone_count; i++) {
    int bone;
    BRN_TRY(brn__build_find_bone(c->build, where.text, def->bone[i], &bone));
    ends->bone[bone] = true;
  }
  return BRN_OK;
}

// the vertices of a selection that the unit has
static BrnStatus take_selection(BrnContacts* c, Ends* ends, EndIndex e) {
  BrnContext* ctx = c->build->ctx;
  BrnWhere where = brn__where("%s.%s.select", ends->where, end_name[e]);
  const char* name = ends->def[e]->select;
  BrnVertexList list;
  int count = 0;
  BRN_TRY(brn__build_select(c->build, where.text, name, &list));
  memset(ends->selected, 0, (size_t)c->build->model->mesh->vertex_count);
  for (int i = 0; i < list.count; i++) {
    ends->selected[list.vertex[i]] = c->own[list.vertex[i]];
    count += c->own[list.vertex[i]];
  }
  brn__free(ctx, list.vertex);
  if (count > 0) return BRN_OK;
  return brn__fail(ctx, BRN_INVALID,
                   "muscle \"%s\": the selection \"%s\" of its %s has no vertex of the muscle",
                   ends->name, name, end_name[e]);
}

static BrnStatus fail_no_contact(BrnContacts* c, const Ends* ends, EndIndex e) {
  BrnBuild* build = c->build;
  const char* end = end_name[e];
  int bone;
  double distance;
  BRN_TRY(brn__contacts_nearest(c, ends->bone, &bone, &distance));
  if (bone < 0) {
    return brn__fail(build->ctx, BRN_INVALID,
                     "muscle \"%s\": %s touches no bone, for there is none; name a selection in "
                     "\"%s.select\"",
                     ends->name, end, end);
  }
  return brn__fail(build->ctx, BRN_INVALID,
                   "muscle \"%s\": %s touches no bone (nearest: \"%s\", %s away; set "
                   "\"%s.within\" or \"%s.fuse\")",
                   ends->name, end, build->scene->bone[bone].name, BRN_LENGTH(distance), end, end);
}

static void take_touching(BrnContacts* c, BrnGrip* grip) {
  for (int v = 0; v < c->build->model->mesh->vertex_count; v++) grip->in[v] = grip->bone[v] >= 0;
}

// A selection alone is taken as it is; with bones it narrows the contact.
static BrnStatus grip_end(BrnContacts* c, Ends* ends, EndIndex e) {
  const BrnSceneAttachment* def = ends->def[e];
  BrnGrip* grip = &ends->grip[e];
  brn__grip_clear(c, grip);
  BRN_TRY(flag_bones(c, ends, e));
  if (def->select) BRN_TRY(take_selection(c, ends, e));
  const bool* candidate = def->select ? ends->selected : c->skin;
  BRN_TRY(brn__grip_touch(c, candidate, ends->bone, def->within, grip));
  if (def->select && def->bone_count == 0) {
    memcpy(grip->in, ends->selected, (size_t)c->build->model->mesh->vertex_count);
  } else {
    take_touching(c, grip);
  }
  return brn__grip_count(c, grip) ? BRN_OK : fail_no_contact(c, ends, e);
}

// ------------------------------------------------------------------------------ ends not given

// Bones in contact with the muscle; flags in ends->bone on return.
static BrnStatus find_touching_bones(BrnContacts* c, Ends* ends, BrnGrip* grip, int* count) {
  int bones = c->build->scene->bone_count;
  *count = 0;
  for (int b = 0; b < bones; b++) {
    bool* only = ends->bone;
    memset(only, 0, (size_t)bones);
    only[b] = true;
    brn__grip_clear(c, grip);
    BRN_TRY(brn__grip_touch(c, c->skin, only, NAN, grip));
    take_touching(c, grip);
    ends->selected[b] = brn__grip_count(c, grip) > 0;
    *count += ends->selected[b];
  }
  memcpy(ends->bone, ends->selected, (size_t)bones);
  return BRN_OK;
}

static void leave_out_held(const BrnContacts* c, Ends* ends, EndIndex e, int* count) {
  for (int v = 0; v < c->build->model->mesh->vertex_count; v++) {
    int bone = ends->grip[e].in[v] ? ends->grip[e].bone[v] : -1;
    if (bone < 0 || !ends->bone[bone]) continue;
    ends->bone[bone] = false;
    (*count)--;
  }
}

static BrnStatus fail_not_given(BrnContacts* c, const Ends* ends, EndIndex e, int count) {
  const BrnScene* scene = c->build->scene;
  char names[200] = "no other bone";
  size_t used = 0;
  for (int b = 0; b < scene->bone_count && used < sizeof names; b++) {
    if (!ends->bone[b]) continue;
    int wrote = snprintf(names + used, sizeof names - used, "%s\"%s\"", used ? ", " : "",
                         scene->bone[b].name);
    used += wrote > 0 ? (size_t)wrote : 0;
  }
  bool both = !ends->def[ORIGIN] && !ends->def[INSERTION];
  return brn__fail(c->build->ctx, BRN_INVALID,
                   "%s: needs \"%s\"%s: it touches %s, and %s; name the bone of each end",
                   ends->where, end_name[e], both ? " and \"insertion\"" : "", names,
                   count > (both ? 2 : 1) ? "more than one choice is left"
                                          : "that is not enough to choose from");
}

static BrnStatus grip_bone(BrnContacts* c, Ends* ends, EndIndex e, int bone) {
  bool* only = ends->selected;
  memset(only, 0, (size_t)c->build->scene->bone_count);
  only[bone] = true;
  brn__grip_clear(c, &ends->grip[e]);
  BRN_TRY(brn__grip_touch(c, c->skin, only, NAN, &ends->grip[e]));
  take_touching(c, &ends->grip[e]);
  brn__log(c->build->ctx, BRN_LOG_INFO,
           "muscle \"%s\": its %s was not given; it touches \"%s\", which is taken", ends->name,
           end_name[e], c->build->scene->bone[bone].name);
  return BRN_OK;
}

// Where exactly as many bones touch as ends are open, there is no doubt: the first bone of the
// scene is the origin.
static BrnStatus grip_open_ends(BrnContacts* c, Ends* ends) {
  bool open[2] = {!ends->def[ORIGIN], !ends->def[INSERTION]};
  EndIndex first = open[ORIGIN] ? ORIGIN : INSERTION;
  int count, bones = c->build->scene->bone_count;
  BRN_TRY(find_touching_bones(c, ends, &ends->grip[first], &count));
  if (!open[1 - first]) leave_out_held(c, ends, 1 - first, &count);
  if (count != open[ORIGIN] + open[INSERTION]) return fail_not_given(c, ends, first, count);
  EndIndex e = first;
  for (int b = 0; b < bones; b++) {
    if (ends->bone[b]) BRN_TRY(grip_bone(c, ends, e++, b));
  }
  return BRN_OK;
}

// ---------------------------------------------------------------------------------------- overlap

// centre of the vertices that only this end has, or else of all it has
static void centre_of(const BrnContacts* c, const Ends* ends, EndIndex e, double centre[3]) {
  const BrnMesh* mesh = c->build->model->mesh;
  const BrnGrip *grip = &ends->grip[e], *other = &ends->grip[1 - e];
  double all[3] = {0}, own[3] = {0};
  int all_count = 0, own_count = 0;
  for (int v = 0; v < mesh->vertex_count; v++) {
    if (!grip->in[v]) continue;
    brn__add3(all, all, mesh->position + 3 * (size_t)v);
    all_count++;
    if (other->in[v]) continue;
    brn__add3(own, own, mesh->position + 3 * (size_t)v);
    own_count++;
  }
  if (own_count) {
    brn__scale3(centre, 1.0 / own_count, own);
  } else {
    brn__scale3(centre, 1.0 / all_count, all);
  }
}

// A vertex of both ends goes to the one whose bone is nearer, or else whose centre is.
static EndIndex nearer_end(const Ends* ends, const double* p, int v, double centre[2][3]) {
  double a = ends->grip[ORIGIN].distance[v], b = ends->grip[INSERTION].distance[v];
  if (a != b) return a < b ? ORIGIN : INSERTION;
  return brn__distance3(p, centre[INSERTION]) < brn__distance3(p, centre[ORIGIN]) ? INSERTION
                                                                                  : ORIGIN;
}

static BrnStatus settle_overlap(BrnContacts* c, Ends* ends) {
  const BrnMesh* mesh = c->build->model->mesh;
  double centre[2][3];
  int shared = 0;
  for (EndIndex e = ORIGIN; e <= INSERTION; e++) centre_of(c, ends, e, centre[e]);
  for (int v = 0; v < mesh->vertex_count; v++) {
    if (!ends->grip[ORIGIN].in[v] || !ends->grip[INSERTION].in[v]) continue;
    EndIndex keeps = nearer_end(ends, mesh->position + 3 * (size_t)v, v, centre);
    ends->grip[1 - keeps].in[v] = false;
    shared++;
  }
  for (EndIndex e = ORIGIN; e <= INSERTION; e++) {
    if (brn__grip_count(c, &ends->grip[e]) > 0) continue;
    return brn__fail(c->build->ctx, BRN_INVALID,
                     "muscle \"%s\": everything that its %s holds on to is its %s too; keep them "
                     "apart with \"bones\", \"within\" or \"select\"",
                     ends->name, end_name[e], end_name[1 - e]);
  }
  if (shared > 0) {
    brn__log(c->build->ctx, BRN_LOG_WARNING,
             "muscle \"%s\": origin and insertion share %d vertices; each went to the nearer end",
             ends->name, shared);
  }
  return BRN_OK;
}

// ------------------------------------------------------------------------------------------ units

static void find_defs(const BrnScene* scene, const BrnModel* model, int u, Ends* ends) {
  const BrnModelUnit* unit = &model->unit_list[u];
  const BrnSceneMuscle* muscle = &scene->muscle[unit->muscle];
  ends->unit = u;
  ends->name = unit->name;
  ends->def[ORIGIN] = muscle->origin;
  ends->def[INSERTION] = muscle->insertion;
  snprintf(ends->where, sizeof ends->where, "muscles.%s", muscle->name);
  if (muscle->unit_count == 0) return;
  const BrnSceneUnit* own = &muscle->unit[u - model->muscle[unit->muscle].first_unit];
  if (own->origin) ends->def[ORIGIN] = own->origin;
  if (own->insertion) ends->def[INSERTION] = own->insertion;
  snprintf(ends->where, sizeof ends->where, "muscles.%s.units.%s", muscle->name, own->name);
}

static BrnStatus attach_unit(BrnContacts* c, Ends* ends) {
  BrnModelUnit* unit = &c->build->model->unit_list[ends->unit];
  brn__contacts_enter_unit(c, ends->unit);
  for (EndIndex e = ORIGIN; e <= INSERTION; e++) {
    if (ends->def[e]) BRN_TRY(grip_end(c, ends, e));
  }
  if (!ends->def[ORIGIN] || !ends->def[INSERTION]) BRN_TRY(grip_open_ends(c, ends));
  BRN_TRY(settle_overlap(c, ends));
  BrnWhere name = brn__where("%s origin", ends->name);
  BRN_TRY(brn__attachment_add(c, name.text, ends->unit, &ends->grip[ORIGIN], &unit->origin));
  name = brn__where("%s insertion", ends->name);
  return brn__attachment_add(c, name.text, ends->unit, &ends->grip[INSERTION], &unit->insertion);
}

// ---------------------------------------------------------------------------------------- tendons

// the bone of that name; -1: it is another part
static BrnStatus bone_among(BrnBuild* build, const char* where, const char* name, int* out) {
  BrnScratchMark mark = brn__scratch_mark(build->ctx);
  bool* part = brn__scratch_zero(build->ctx, build->model->part_count, bool);
  BrnStatus status = part ? brn__build_find_part(build, where, name, part) : BRN_NO_MEMORY;
  *out = -1;
  for (int p = 0; p < build->model->part_count && status == BRN_OK; p++) {
    if (part[p] && build->model->part[p].kind == BRN_PART_BONE) *out = build->model->part[p].owner;
  }
  brn__scratch_release(build->ctx, mark);
  return status;
}

static BrnStatus attach_tendon_to(BrnContacts* c, Ends* ends, const BrnSceneTendon* tendon,
                                  const char* way, const char* name) {
  BrnBuild* build = c->build;
  int bone, made;
  BRN_TRY(bone_among(build, brn__where("tendons.%s.%s", tendon->name, way).text, name, &bone));
  if (bone < 0) return BRN_OK;
  memset(ends->bone, 0, (size_t)build->scene->bone_count);
  ends->bone[bone] = true;
  brn__grip_clear(c, &ends->grip[0]);
  BRN_TRY(brn__grip_touch(c, c->skin, ends->bone, tendon->within, &ends->grip[0]));
  take_touching(c, &ends->grip[0]);
  if (brn__grip_count(c, &ends->grip[0]) == 0) {
    double distance;
    BRN_TRY(brn__contacts_nearest(c, ends->bone, &bone, &distance));
    return brn__fail(build->ctx, BRN_INVALID,
                     "tendon \"%s\": it does not touch \"%s\" (%s away; set \"within\")",
                     tendon->name, name, BRN_LENGTH(distance));
  }
  BrnWhere full = brn__where("%s %s %s", tendon->name, way, name);
  return brn__attachment_add(c, full.text, -1, &ends->grip[0], &made);
}

static BrnStatus attach_tendon(BrnContacts* c, Ends* ends, int part) {
  const BrnSceneTendon* tendon = &c->build->scene->tendon[c->build->model->part[part].owner];
  brn__contacts_enter_part(c, part);
  for (int i = 0; i < tendon->from_count; i++) {
    BRN_TRY(attach_tendon_to(c, ends, tendon, "from", tendon->from[i]));
  }
  for (int i = 0; i < tendon->to_count; i++) {
    BRN_TRY(attach_tendon_to(c, ends, tendon, "to", tendon->to[i]));
  }
  return BRN_OK;
}

// ---------------------------------------------------------------------------------------- the step

static BrnStatus attach_all(BrnBuild* build) {
  const BrnModel* model = build->model;
  BrnContacts c;
  int bones = build->scene->bone_count, vertices = model->mesh->vertex_count;
  Ends ends = {.bone = brn__scratch(build->ctx, bones, bool),
               .selected = brn__scratch(build->ctx, bones > vertices ? bones : vertices, bool)};
  if (!ends.bone || !ends.selected) return BRN_NO_MEMORY;
  BRN_TRY(brn__contacts_open(build, &c));
  for (int e = 0; e < 2; e++) BRN_TRY(brn__grip_take(&c, &ends.grip[e]));
  for (int u = 0; u < model->unit_count; u++) {
    find_defs(build->scene, model, u, &ends);
    BRN_TRY(attach_unit(&c, &ends));
  }
  for (int p = 0; p < model->part_count; p++) {
    if (model->part[p].kind == BRN_PART_TENDON) BRN_TRY(attach_tendon(&c, &ends, p));
  }
  return BRN_OK;
}

BrnStatus brn__build_attachments(BrnBuild* build) {
  BrnScratchMark mark = brn__scratch_mark(build->ctx);
  BrnStatus status = attach_all(build);
  brn__scratch_release(build->ctx, mark);
  return status;
}
