// SPDX-License-Identifier: Apache-2.0

#include "solver/sheet/fascia.h"

#include "core/vec.h"

#include <math.h>

// Where ties slide. The surface that a tie was on is asked in each sub-step; in the first one of a
// frame then the other targets, for places that are nearer by a twentieth: without that margin,
// ties between two surfaces would change over and back. There may be hundreds of targets, and to
// ask them ten times a frame took most of the time of a sub-step.

enum { GRAIN = 64 };
static const double NEARER = 0.95;
static const double INSIDE = 0.001; // nobody begins to slide on what is around it, m

typedef struct Search {
  BrnSheet* sheet;
  int* target; // of the state: triangle that each tie of the model slides on
} Search;

// the nearest place of a surface is not farther than the corners of any of its triangles
static double nearest_corner(const BrnContact* contact, int triangle, const double* p) {
  double nearest = INFINITY;
  for (int c = 0; c < 3; c++) {
    int corner = contact->triangle[3 * (size_t)triangle + (size_t)c];
    double distance = brn__distance3(p, contact->position + 3 * (size_t)corner);
    if (distance < nearest) nearest = distance;
  }
  return nearest;
}

static double box_distance_squared(const double* box, const double* p) {
  double sum = 0;
  for (int k = 0; k < 3; k++) {
    double below = box[k] - p[k], above = p[k] - box[3 + k];
    double gap = below > above ? below : above;
    if (gap > 0) sum += gap * gap;
  }
  return sum;
}

static BrnContactPlace nearest_place(const Search* search, int tie, const double* p) {
  const BrnSheet* sheet = search->sheet;
  const BrnContact* contact = sheet->surfaces->contact;
  const BrnModelFascia* from = &sheet->model->fascia[sheet->fascia->fascia[tie]];
  int last = search->target[sheet->fascia->number[tie]];
  if (last < 0 || last >= contact->triangle_count) last = sheet->fascia->first[tie];
  int own = sheet->surfaces->of_triangle[last];
  double reach = nearest_corner(contact, last, p) * (1 + 1e-9);
  BrnContactPlace best = {.triangle = -1};
  if (!isfinite(reach)) return best;
  // along the surface to where it is nearest; that is enough within a frame
  best = brn__contact_walk(contact, last, p);
  if (sheet->now.index > 0 && best.triangle >= 0) return best;
  if (best.triangle >= 0) reach = fabs(best.distance);
  // once a frame the whole surface is asked, and then the other targets: a place must be clearly
  // nearer to take over, so that ties do not go to and fro
  BrnContactPlace nearer = brn__contact_closest(contact, own, NULL, p, reach);
  if (nearer.triangle >= 0 && fabs(nearer.distance) < NEARER * reach) best = nearer;
  reach = NEARER * (best.triangle < 0 ? reach : fabs(best.distance));
  for (int i = 0; i < from->target_count; i++) {
    int other = from->target[i];
    const double* box = contact->box + 6 * (size_t)other;
    if (other == own || !(box_distance_squared(box, p) < reach * reach)) continue;
    BrnContactPlace place = brn__contact_closest(contact, other, NULL, p, reach);
    if (place.triangle < 0 || place.distance < -INSIDE) continue;
    best = place;
    reach = fabs(place.distance);
  }
  return best;
}

static double slide_least(const Search* search, int tie) {
  return search->sheet->model->fascia[search->sheet->fascia->fascia[tie]].least;
}

static void slide_on(const Search* search, int tie, const BrnContactPlace* place) {
  const BrnSheetSurfaces* surfaces = search->sheet->surfaces;
  const BrnSheetFascia* fascia = search->sheet->fascia;
  BrnSlide* slide = &fascia->slide[tie];
  slide->share = 0;
  if (place->triangle < 0) return; // nowhere to slide on
  const int* corner = surfaces->contact->triangle + 3 * (size_t)place->triangle;
  for (int c = 0; c < 3; c++) slide->corner[c] = corner[c];
  brn__copy3(slide->weight, place->weight);
  brn__copy3(slide->normal, place->normal);
  int surface = surfaces->of_triangle[place->triangle];
  bool same = surface == surfaces->of_triangle[fascia->first[tie]];
  slide->length = same ? fascia->distance[tie] : fascia->least[tie];
  // on another surface than at rest a point is only kept from going farther away, or it would be
  // thrown to its distance when it changes over
  if (!same) slide->length = fmin(slide->length, fmax(place->distance, slide_least(search, tie)));
  slide->share = fascia->strength[tie] * (surfaces->moves[surface] ? 0.5 : 1);
  search->target[fascia->number[tie]] = place->triangle;
}

static void search_range(void* user, int begin, int end, int worker) {
  (void)worker;
  const Search* search = user;
  const BrnSheetFascia* fascia = search->sheet->fascia;
  for (int tie = begin; tie < end; tie++) {
    if (!(fascia->strength[tie] > 0)) continue; // its share stays 0
    const double* p = search->sheet->surfaces->position + 3 * (size_t)fascia->slide[tie].vertex;
    BrnContactPlace place = nearest_place(search, tie, p);
    slide_on(search, tie, &place);
  }
}

void brn__sheet_fascia_search(BrnContext* ctx, BrnSheet* sheet, BrnState* state) {
  Search search = {sheet, brn__state_own(state, BRN_SHEET_TARGET)};
  brn__parallel_job(ctx, sheet->fascia->count, GRAIN, search_range, &search, sizeof search);
}
