// SPDX-License-Identifier: Apache-2.0
//
// Probes: a place becomes a mean of vertices, a selection its vertices and the tets around them, a
// plane the corners that pull through it.

#include "anatomy/probes.h"

#include "anatomy/pieces.h"
#include "core/vec.h"

#include <math.h>
#include <string.h>

// ------------------------------------------------------------------------------------------- words

static const struct {
  const char* word;
  BrnProbeWhat what;
} words[] = {
    {"position", BRN_PROBE_POSITION}, {"displacement", BRN_PROBE_DISPLACEMENT},
    {"velocity", BRN_PROBE_VELOCITY}, {"range", BRN_PROBE_RANGE},
    {"support", BRN_PROBE_SUPPORT},   {"load", BRN_PROBE_LOAD},
    {"flesh", BRN_PROBE_FLESH},       {"section", BRN_PROBE_SECTION},
    {"stress", BRN_PROBE_STRESS},     {"stretch", BRN_PROBE_STRETCH},
};
enum { WORDS = sizeof words / sizeof *words };

static int what_of(const char* word) {
  for (int i = 0; i < WORDS; i++) {
    if (strcmp(words[i].word, word) == 0) return (int)words[i].what;
  }
  return 0;
}

static bool is_point(const BrnSceneProbe* probe) { return !isnan(probe->at[0]); }

static bool is_bone(const BrnScene* scene, const char* name) {
  for (int i = 0; name && i < scene->bone_count; i++) {
    if (strcmp(scene->bone[i].name, name) == 0) return true;
  }
  return false;
}

static const int motion = BRN_PROBE_POSITION | BRN_PROBE_DISPLACEMENT;
static const int inside = BRN_PROBE_STRESS | BRN_PROBE_STRETCH;

static int usual(const BrnSceneProbe* probe) {
  if (probe->section) return BRN_PROBE_SECTION;
  return is_point(probe) ? motion : motion | BRN_PROBE_SUPPORT;
}

// what can be told of such a probe; *why of what cannot
static int possible(const BrnScene* scene, const BrnSceneProbe* probe, const char** why) {
  const int resultants = BRN_PROBE_SUPPORT | BRN_PROBE_LOAD | BRN_PROBE_FLESH;
  if (probe->section) {
    *why = "of a section; give \"on\" without \"section\"";
    return motion | inside | BRN_PROBE_VELOCITY | BRN_PROBE_RANGE | BRN_PROBE_SECTION;
  }
  if (!is_point(probe)) {
    *why = "without a plane to cut by; give \"section\"";
    return motion | inside | resultants | BRN_PROBE_VELOCITY | BRN_PROBE_RANGE;
  }
  *why = "of a point; probe a selection by \"on\", such as one with \"nearest\"";
  if (!is_bone(scene, probe->part)) return motion | inside | BRN_PROBE_VELOCITY;
  *why = "of a point of a bone; probe a selection by \"on\", or use a sensor";
  return motion;
}

static BrnStatus check_place(BrnContext* ctx, const BrnSceneProbe* probe) {
  const char* wrong = NULL;
  if (is_point(probe) && (probe->on_count > 0 || probe->section)) {
    wrong = "\"at\" goes without \"on\" and \"section\"; make two probes of it";
  } else if (!is_point(probe) && probe->part) {
    wrong = "\"part\" is for \"at\"; name the part in \"on\"";
  } else if (!is_point(probe) && probe->on_count == 0 && !probe->section) {
    wrong = "needs a place: \"at\", \"on\" or \"section\"";
  } else if (is_point(probe) && !(brn__norm3(probe->at) < 1e9)) {
    wrong = "\"at\" is more than 1e9 m away; is it in the units of the scene?";
  } else if (probe->section && !(brn__norm3(probe->section->normal) > 0)) {
    wrong = "the normal of its section has no length; it points to the side that pulls";
  }
  return wrong ? brn__fail(ctx, BRN_INVALID, "probes.%s: %s", probe->name, wrong) : BRN_OK;
}

BrnStatus brn__probe_words(BrnContext* ctx, const BrnScene* scene, const BrnSceneProbe* probe,
                           int* out) {
  const char* why;
  int can = possible(scene, probe, &why);
  *out = probe->measure_count > 0 ? 0 : usual(probe);
  BRN_TRY(check_place(ctx, probe));
  for (int i = 0; i < probe->measure_count; i++) {
    int what = what_of(probe->measure[i]);
    if (what == 0) {
      return brn__fail(ctx, BRN_INVALID,
                       "probes.%s.measure: there is no \"%s\"; there are: position, displacement, "
                       "velocity, range, support, load, flesh, section, stress, stretch",
                       probe->name, probe->measure[i]);
    }
    if (!(can & what)) {
      return brn__fail(ctx, BRN_INVALID, "probes.%s.measure: there is no %s %s", probe->name,
                       probe->measure[i], why);
    }
    *out |= what;
  }
  return BRN_OK;
}

// ------------------------------------------------------------------------------------------ points

static BrnStatus take_vertices(BrnContext* ctx, int count, BrnModelProbe* out) {
  out->vertex = brn__new(ctx, count, int);
  out->weight = brn__new(ctx, count, double);
  if (!out->vertex || !out->weight) return BRN_NO_MEMORY;
  out->vertex_count = count;
  return BRN_OK;
}

static BrnStatus take_tets(BrnContext* ctx, int count, BrnModelProbe* out) {
  out->tet = brn__new(ctx, count, int);
  out->tet_weight = brn__new(ctx, count, double);
  if (!out->tet || !out->tet_weight) return BRN_NO_MEMORY;
  out->tet_count = count;
  return BRN_OK;
}

static bool is_soft(const BrnModel* model, int t) {
  return model->part[brn__part_of_tet(model->mesh, t)].kind != BRN_PART_BONE;
}

// marks the part that was named, or all
static void mark_part(const BrnBuild* build, const BrnSceneProbe* probe, bool* part) {
  for (int p = 0; p < build->model->part_count; p++) part[p] = !probe->part;
  if (probe->part) brn__build_find_part(build, probe->part, part);
}

static BrnStatus ride_on_region(BrnBuild* build, const BrnSceneProbe* probe,
                                const BrnRegion* region, BrnModelProbe* out) {
  BrnContext* ctx = build->ctx;
  BrnEmbedding* embedding;
  BRN_TRY(brn_embedding_create(ctx, region->mesh, probe->at, 1, &embedding));
  int t = embedding->tet[0];
  out->distance = embedding->distance[0];
  BrnStatus status = take_vertices(ctx, 4, out);
  for (int k = 0; k < 4 && status == BRN_OK; k++) {
    out->vertex[k] = region->vertex[region->mesh->tet[4 * (size_t)t + (size_t)k]];
    out->weight[k] = embedding->weight[k];
  }
  t = region->tet[t];
  if (status == BRN_OK && is_soft(build->model, t)) {
    status = take_tets(ctx, 1, out);
    if (status == BRN_OK) out->tet[0] = t, out->tet_weight[0] = 1;
  }
  brn_embedding_destroy(ctx, embedding);
  return status;
}

static BrnStatus ride_on_tets(BrnBuild* build, const BrnSceneProbe* probe, const bool* part,
                              BrnModelProbe* out) {
  const BrnModel* model = build->model;
  int count = 0, *label = brn__scratch(build->ctx, model->part_count, int);
  BrnRegion* region;
  if (!label) return BRN_NO_MEMORY;
  for (int p = 0; p < model->part_count; p++) {
    if (part[p]) label[count++] = model->part[p].label;
  }
  BRN_TRY(brn_region_create(build->ctx, model->mesh, label, count, &region));
  BrnStatus status = ride_on_region(build, probe, region, out);
  brn_region_destroy(build->ctx, region);
  return status;
}

// the nearest point of the surfaces
static BrnStatus ride_on_surfaces(BrnBuild* build, const BrnSceneProbe* probe, const bool* part,
                                  BrnModelProbe* out) {
  const BrnModel* model = build->model;
  const BrnModelSurface* on = NULL;
  BrnSurfacePoint best = {.triangle = -1, .distance = INFINITY};
  for (int p = 0; p < model->part_count; p++) {
    const BrnBvh* bvh;
    if (!part[p]) continue;
    BRN_TRY(brn__build_part_bvh(build, p, &bvh));
    BrnSurfacePoint found = brn_bvh_closest(bvh, probe->at, INFINITY);
    if (found.triangle < 0 || found.distance >= best.distance) continue;
    best = found, on = &model->surface[model->part[p].surface];
  }
  BRN_ASSERT(on);
  BRN_TRY(take_vertices(build->ctx, 3, out));
  for (int k = 0; k < 3; k++) {
    out->vertex[k] = on->first + on->mesh->triangle[3 * (size_t)best.triangle + (size_t)k];
    out->weight[k] = best.weight[k];
  }
  out->distance = best.distance;
  return BRN_OK;
}

static BrnStatus make_point(BrnBuild* build, const BrnSceneProbe* probe, BrnModelProbe* out) {
  brn__copy3(out->at, probe->at);
  if (is_bone(build->scene, probe->part)) {
    out->bone = brn__build_find_bone(build, probe->part);
    return BRN_OK;
  }
  bool* part = brn__scratch(build->ctx, build->model->part_count, bool);
  if (!part) return BRN_NO_MEMORY;
  mark_part(build, probe, part);
  if (build->surfaces) return ride_on_surfaces(build, probe, part, out);
  return ride_on_tets(build, probe, part, out);
}

// -------------------------------------------------------------------------------------- selections

static BrnStatus ride_on_list(BrnBuild* build, const BrnVertexList* list, BrnModelProbe* out) {
  BRN_TRY(take_vertices(build->ctx, list->count, out));
  for (int i = 0; i < list->count; i++) {
    out->vertex[i] = list->vertex[i];
    out->weight[i] = 1.0 / list->count;
  }
  return BRN_OK;
}

// The stress at a vertex is the mean over its soft tets by volume, and that of a selection the
// mean over its vertices: a tet counts as often as it has corners there.
static BrnStatus find_tets(BrnBuild* build, BrnModelProbe* out) {
  const BrnModel* model = build->model;
  const BrnMesh* mesh = model->mesh;
  uint8_t* corners = brn__scratch_zero(build->ctx, mesh->tet_count, uint8_t);
  bool* in = brn__scratch_zero(build->ctx, mesh->vertex_count, bool);
  int count = 0;
  double sum = 0;
  if (!corners || !in) return BRN_NO_MEMORY;
  for (int i = 0; i < out->vertex_count; i++) in[out->vertex[i]] = true;
  for (int t = 0; t < mesh->tet_count; t++) {
    if (!is_soft(model, t)) continue;
    for (int k = 0; k < 4; k++) corners[t] += in[mesh->tet[4 * (size_t)t + (size_t)k]];
    sum += corners[t] * model->volume[t];
    count += corners[t] > 0;
  }
  BRN_TRY(take_tets(build->ctx, count, out));
  for (int t = 0, i = 0; t < mesh->tet_count; t++) {
    if (corners[t] == 0) continue;
    out->tet[i] = t;
    out->tet_weight[i++] = corners[t] * model->volume[t] / sum;
  }
  return BRN_OK;
}

static BrnStatus make_selection(BrnBuild* build, const BrnSceneProbe* probe, BrnModelProbe* out) {
  BrnVertexList list;
  BRN_TRY(brn__select_all(build, probe->on, probe->on_count, &list));
  BrnStatus status = ride_on_list(build, &list, out);
  brn__free(build->ctx, list.vertex);
  BRN_TRY(status);
  bool wanted = (out->measure & inside) && !build->surfaces;
  return wanted ? find_tets(build, out) : BRN_OK;
}

// ---------------------------------------------------------------------------------------- sections

enum { FRONT = 1, BEHIND = 2 };

static double height(const BrnMesh* mesh, int t, const BrnScenePlane* plane) {
  double centre[3] = {0}, away[3];
  for (int k = 0; k < 4; k++) {
    int v = mesh->tet[4 * (size_t)t + (size_t)k];
    brn__axpy3(centre, centre, 0.25, mesh->position + 3 * (size_t)v);
  }
  brn__sub3(away, centre, plane->point);
  return brn__dot3(away, plane->normal);
}

// tets that count: soft, and of what `on` names
static BrnStatus mark_tets(BrnBuild* build, const BrnSceneProbe* probe, bool* out) {
  const BrnModel* model = build->model;
  int tets = model->mesh->tet_count;
  bool* some = brn__scratch(build->ctx, tets, bool);
  if (!some) return BRN_NO_MEMORY;
  for (int t = 0; t < tets; t++) out[t] = probe->on_count == 0;
  for (int i = 0; i < probe->on_count; i++) {
    BRN_TRY(brn__build_select_tets(build, probe->on[i], some));
    for (int t = 0; t < tets; t++) out[t] = out[t] || some[t];
  }
  for (int t = 0; t < tets; t++) out[t] = out[t] && is_soft(model, t);
  return BRN_OK;
}

static void mark_sides(const BrnMesh* mesh, const BrnScenePlane* plane, const bool* in,
                       uint8_t* side) {
  for (int t = 0; t < mesh->tet_count; t++) {
    if (!in[t]) continue;
    uint8_t own = height(mesh, t, plane) > 0 ? FRONT : BEHIND;
    for (int k = 0; k < 4; k++) side[mesh->tet[4 * (size_t)t + (size_t)k]] |= own;
  }
}

// corners of the tets in front at vertices of both sides; `corner` NULL: they are counted
static int list_corners(const BrnMesh* mesh, const BrnScenePlane* plane, const bool* in,
                        const uint8_t* side, int* corner) {
  int count = 0;
  for (int t = 0; t < mesh->tet_count; t++) {
    if (!in[t] || !(height(mesh, t, plane) > 0)) continue;
    for (int k = 0; k < 4; k++) {
      if (side[mesh->tet[4 * (size_t)t + (size_t)k]] != (FRONT | BEHIND)) continue;
      if (corner) corner[count] = 4 * t + k;
      count++;
    }
  }
  return count;
}

static BrnStatus find_corners(BrnBuild* build, const BrnSceneProbe* probe, const bool* in,
                              const uint8_t* side, BrnModelProbe* out) {
  const BrnMesh* mesh = build->model->mesh;
  int count = list_corners(mesh, probe->section, in, side, NULL);
  if (count == 0) {
    return brn__fail(build->ctx, BRN_INVALID, "probes.%s.section: " BRN_PROBE_BESIDE, probe->name);
  }
  out->corner = brn__new(build->ctx, count, int);
  if (!out->corner) return BRN_NO_MEMORY;
  out->corner_count = list_corners(mesh, probe->section, in, side, out->corner);
  return BRN_OK;
}

// The tets in front pull at the vertices that they share with those behind. As the forces of a tet
// add up to nothing, in balance that is what acts on everything in front.
static BrnStatus make_section(BrnBuild* build, const BrnSceneProbe* probe, BrnModelProbe* out) {
  const BrnMesh* mesh = build->model->mesh;
  if (build->surfaces) return BRN_OK; // nothing is told of it there
  bool* in = brn__scratch(build->ctx, mesh->tet_count, bool);
  uint8_t* side = brn__scratch_zero(build->ctx, mesh->vertex_count, uint8_t);
  bool* both = brn__scratch(build->ctx, mesh->vertex_count, bool);
  BrnVertexList list;
  if (!in || !side || !both) return BRN_NO_MEMORY;
  BRN_TRY(mark_tets(build, probe, in));
  mark_sides(mesh, probe->section, in, side);
  BRN_TRY(find_corners(build, probe, in, side, out));
  for (int v = 0; v < mesh->vertex_count; v++) both[v] = side[v] == (FRONT | BEHIND);
  BRN_TRY(brn__list_marked(build->ctx, both, mesh->vertex_count, &list));
  BrnStatus status = ride_on_list(build, &list, out);
  brn__free(build->ctx, list.vertex);
  BRN_TRY(status);
  return out->measure & inside ? find_tets(build, out) : BRN_OK;
}

// ---------------------------------------------------------------------------------------- the step

static BrnStatus make_probe(BrnBuild* build, const BrnSceneProbe* probe, BrnModelProbe* out) {
  const double* position = build->model->mesh->position;
  out->name = brn__strdup(build->ctx, probe->name);
  if (!out->name) return BRN_NO_MEMORY;
  BRN_TRY(brn__probe_words(build->ctx, build->scene, probe, &out->measure));
  if (is_point(probe)) {
    BRN_TRY(make_point(build, probe, out));
  } else {
    BRN_TRY(probe->section ? make_section(build, probe, out) : make_selection(build, probe, out));
  }
  if (out->bone < 0) memset(out->at, 0, sizeof out->at);
  for (int i = 0; i < out->vertex_count; i++) {
    brn__axpy3(out->at, out->at, out->weight[i], position + 3 * (size_t)out->vertex[i]);
  }
  bool missing = (out->measure & inside) && out->tet_count == 0 && !build->surfaces;
  if (!missing) return BRN_OK;
  return brn__fail(
      build->ctx, BRN_INVALID,
      "probes.%s.measure: stress and stretch are of soft parts, but only bone is there",
      probe->name);
}

BrnStatus brn__build_probes(BrnBuild* build) {
  BrnModel* model = build->model;
  const BrnScene* scene = build->scene;
  if (scene->probe_count == 0) return BRN_OK;
  model->probe = brn__new_zero(build->ctx, scene->probe_count, BrnModelProbe);
  if (!model->probe) return BRN_NO_MEMORY;
  for (int i = 0; i < scene->probe_count; i++) {
    BrnScratchMark mark = brn__scratch_mark(build->ctx);
    model->probe[i].bone = -1;
    model->probe_count = i + 1; // a half-made one is freed with the model
    BrnStatus status = make_probe(build, &scene->probe[i], &model->probe[i]);
    brn__scratch_release(build->ctx, mark);
    BRN_TRY(status);
  }
  return BRN_OK;
}
