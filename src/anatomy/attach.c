// SPDX-License-Identifier: Apache-2.0
//
// Origins and insertions: which vertices of a muscle its bones and tendons carry.

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
  bool* holder;   // flags, working space                               (part_count)
  bool* selected; // working space                                      (vertex_count)
} Ends;

// ---------------------------------------------------------------------------------------- one end

static bool is_holder(const BrnContacts* c, int part) {
  return c->build->model->part[part].kind != BRN_PART_MUSCLE;
}

// Those that are named; without names every bone will do.
static void flag_holders(BrnContacts* c, const Ends* ends, EndIndex e) {
  const BrnSceneAttachment* def = ends->def[e];
  for (int p = 0; p < c->build->model->part_count; p++) {
    bool is_bone = c->build->model->part[p].kind == BRN_PART_BONE;
    ends->holder[p] = def->bone_count == 0 && is_bone;
  }
  for (int i = 0; i < def->bone_count; i++) {
    brn__build_find_part(c->build, def->bone[i], ends->holder);
  }
}

// the vertices of a selection that the unit has
static BrnStatus take_selection(BrnContacts* c, Ends* ends, EndIndex e) {
  BrnContext* ctx = c->build->ctx;
  const char* name = ends->def[e]->select;
  BrnVertexList list;
  int count = 0;
  BRN_TRY(brn__build_select(c->build, name, &list));
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
  int part;
  double distance;
  BRN_TRY(brn__contacts_nearest(c, ends->holder, &part, &distance));
  BRN_ASSERT(part >= 0); // without bones the end is a selection
  return brn__fail(build->ctx, BRN_INVALID,
                   "muscle \"%s\": %s touches no %s (nearest: \"%s\", %s away; set "
                   "\"%s.within\" or \"%s.fuse\")",
                   ends->name, end,
                   build->model->part[part].kind == BRN_PART_BONE ? "bone" : "tendon",
                   build->model->part[part].name, BRN_LENGTH(distance), end, end);
}

// A selection alone is taken as it is; with bones it narrows the contact.
static BrnStatus grip_end(BrnContacts* c, Ends* ends, EndIndex e) {
  const BrnSceneAttachment* def = ends->def[e];
  BrnGrip* grip = &ends->grip[e];
  brn__grip_clear(c, grip);
  flag_holders(c, ends, e);
  if (def->select) BRN_TRY(take_selection(c, ends, e));
  const bool* candidate = def->select ? ends->selected : c->skin;
  BRN_TRY(brn__grip_touch(c, candidate, ends->holder, def->within, grip));
  if (def->select && def->bone_count == 0) {
    memcpy(grip->in, ends->selected, (size_t)c->build->model->mesh->vertex_count);
  } else {
    brn__grip_keep_touching(c, grip);
  }
  return brn__grip_count(c, grip) ? BRN_OK : fail_no_contact(c, ends, e);
}

// ------------------------------------------------------------------------------ ends not given

// Bones and tendons in contact with the muscle; flags in ends->holder on return.
static BrnStatus find_touching(BrnContacts* c, Ends* ends, BrnGrip* grip, int* count) {
  int parts = c->build->model->part_count;
  *count = 0;
  memset(ends->selected, 0, (size_t)parts);
  for (int p = 0; p < parts; p++) {
    if (!is_holder(c, p)) continue;
    bool* only = ends->holder;
    memset(only, 0, (size_t)parts);
    only[p] = true;
    brn__grip_clear(c, grip);
    BRN_TRY(brn__grip_touch(c, c->skin, only, NAN, grip));
    brn__grip_keep_touching(c, grip);
    ends->selected[p] = brn__grip_count(c, grip) > 0;
    *count += ends->selected[p];
  }
  memcpy(ends->holder, ends->selected, (size_t)parts);
  return BRN_OK;
}

static void leave_out_held(const BrnContacts* c, Ends* ends, EndIndex e, int* count) {
  for (int v = 0; v < c->build->model->mesh->vertex_count; v++) {
    int part = ends->grip[e].in[v] ? ends->grip[e].holder[v] : -1;
    if (part < 0 || !ends->holder[part]) continue;
    ends->holder[part] = false;
    (*count)--;
  }
}

static BrnStatus fail_not_given(BrnContacts* c, const Ends* ends, EndIndex e, int count) {
  const BrnModel* model = c->build->model;
  char names[200] = "no other bone";
  size_t used = 0;
  for (int p = 0; p < model->part_count && used < sizeof names; p++) {
    if (!ends->holder[p]) continue;
    int wrote = snprintf(names + used, sizeof names - used, "%s\"%s\"", used ? ", " : "",
                         model->part[p].name);
    used += wrote > 0 ? (size_t)wrote : 0;
  }
  bool both = !ends->def[ORIGIN] && !ends->def[INSERTION];
  return brn__fail(c->build->ctx, BRN_INVALID,
                   "%s: needs \"%s\"%s: it touches %s, and %s; name the bone of each end",
                   ends->where, end_name[e], both ? " and \"insertion\"" : "", names,
                   count > (both ? 2 : 1) ? "more than one choice is left"
                                          : "that is not enough to choose from");
}

static BrnStatus grip_holder(BrnContacts* c, Ends* ends, EndIndex e, int part) {
  bool* only = ends->selected;
  memset(only, 0, (size_t)c->build->model->part_count);
  only[part] = true;
  brn__grip_clear(c, &ends->grip[e]);
  BRN_TRY(brn__grip_touch(c, c->skin, only, NAN, &ends->grip[e]));
  brn__grip_keep_touching(c, &ends->grip[e]);
  brn__log(c->build->ctx, BRN_LOG_INFO,
           "muscle \"%s\": its %s was not given; it touches \"%s\", which is taken", ends->name,
           end_name[e], c->build->model->part[part].name);
  return BRN_OK;
}

// A surface that nobody holds may move freely; of one bone it has an origin.
static BrnStatus grip_loose_ends(BrnContacts* c, Ends* ends, EndIndex first, int count) {
  bool both = !ends->def[ORIGIN] && !ends->def[INSERTION];
  for (int p = 0; p < c->build->model->part_count && both; p++) {
    if (ends->holder[p]) BRN_TRY(grip_holder(c, ends, ORIGIN, p));
  }
  if (count == 0 || !both) brn__grip_clear(c, &ends->grip[first]);
  if (both) brn__grip_clear(c, &ends->grip[INSERTION]);
  brn__log(c->build->ctx, BRN_LOG_WARNING,
           "muscle \"%s\": nothing holds its %s; name a bone or a selection, unless it is to "
           "move freely",
           ends->name,
           !both       ? end_name[first]
           : count > 0 ? "insertion"
                       : "ends");
  return BRN_OK;
}

// Where exactly as many touch as ends are open, there is no doubt: the first bone of the
// scene is the origin.
static BrnStatus grip_open_ends(BrnContacts* c, Ends* ends) {
  bool open[2] = {!ends->def[ORIGIN], !ends->def[INSERTION]};
  EndIndex first = open[ORIGIN] ? ORIGIN : INSERTION;
  int count, parts = c->build->model->part_count;
  BRN_TRY(find_touching(c, ends, &ends->grip[first], &count));
  if (!open[1 - first]) leave_out_held(c, ends, 1 - first, &count);
  bool loose = c->build->surfaces && count < open[ORIGIN] + open[INSERTION];
  if (loose) return grip_loose_ends(c, ends, first, count);
  if (count != open[ORIGIN] + open[INSERTION]) return fail_not_given(c, ends, first, count);
  EndIndex e = first;
  for (int p = 0; p < parts; p++) {
    if (ends->holder[p]) BRN_TRY(grip_holder(c, ends, e++, p));
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

// A vertex of both ends goes to the one whose holder is nearer, or else whose centre is.
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
    if (shared == 0 || brn__grip_count(c, &ends->grip[e]) > 0) continue;
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
  for (EndIndex e = ORIGIN; e <= INSERTION; e++) {
    BrnWhere name = brn__where("%s %s", ends->name, end_name[e]);
    int* made = e == ORIGIN ? &unit->origin : &unit->insertion;
    if (brn__grip_count(c, &ends->grip[e]) == 0) continue; // loose
    BRN_TRY(brn__attachment_add(c, name.text, ends->unit, &ends->grip[e], made));
  }
  return BRN_OK;
}

// ---------------------------------------------------------------------------------------- the step

static BrnStatus attach_all(BrnBuild* build) {
  const BrnModel* model = build->model;
  BrnContacts c;
  int parts = model->part_count, vertices = model->mesh->vertex_count;
  Ends ends = {.holder = brn__scratch(build->ctx, parts, bool),
               .selected = brn__scratch(build->ctx, parts > vertices ? parts : vertices, bool)};
  if (!ends.holder || !ends.selected) return BRN_NO_MEMORY;
  BRN_TRY(brn__contacts_open(build, &c));
  for (int e = 0; e < 2; e++) BRN_TRY(brn__grip_take(&c, &ends.grip[e]));
  for (int u = 0; u < model->unit_count; u++) {
    find_defs(build->scene, model, u, &ends);
    BRN_TRY(attach_unit(&c, &ends));
  }
  for (int p = 0; p < model->part_count; p++) {
    if (brn__is_passive(model->part[p].kind))
      BRN_TRY(brn__attach_tendon(&c, p, &ends.grip[0], ends.holder));
  }
  return BRN_OK;
}

BrnStatus brn__build_attachments(BrnBuild* build) {
  BrnScratchMark mark = brn__scratch_mark(build->ctx);
  BrnStatus status = attach_all(build);
  brn__scratch_release(build->ctx, mark);
  return status;
}
