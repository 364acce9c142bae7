// SPDX-License-Identifier: Apache-2.0

#include "brawn/io.h"
#include "guess/guess.h"

#include "core/vec.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// Reading the surfaces, and what the body as a whole tells: its unit and which way is up.

// the file name without folder and extension; what a path in a scene cannot have becomes _
static char* name_of(BrnContext* ctx, const char* file) {
  const char* slash = strrchr(file, '/');
  const char* start = slash ? slash + 1 : file;
  const char* dot = strrchr(start, '.');
  size_t length = dot && dot != start ? (size_t)(dot - start) : strlen(start);
  char* name = brn__strndup(ctx, start, length);
  for (char* c = name; c && *c; c++) {
    if (*c == '.' || *c == ' ') *c = '_';
  }
  return name;
}

static double volume_of(const BrnMesh* mesh) {
  const double zero[3] = {0};
  double volume = 0;
  for (int t = 0; t < mesh->triangle_count; t++) {
    const int* c = mesh->triangle + 3 * (size_t)t;
    volume += brn__tet_volume(zero, mesh->position + 3 * (size_t)c[0],
                              mesh->position + 3 * (size_t)c[1], mesh->position + 3 * (size_t)c[2]);
  }
  return fabs(volume);
}

static BrnStatus read_part(BrnContext* ctx, const char* file, BrnGuessPart* part) {
  part->file = brn__strdup(ctx, file);
  part->name = name_of(ctx, file);
  if (!part->file || !part->name) return BRN_NO_MEMORY;
  BRN_TRY(brn_mesh_read(ctx, file, NULL, &part->mesh));
  if (part->mesh->triangle_count == 0) {
    return brn__fail(ctx, BRN_UNSUPPORTED, "%s: has no triangles; a part needs a closed surface",
                     file);
  }
  BRN_TRY(brn_bvh_create(ctx, part->mesh, &part->bvh));
  brn_mesh_bounds(part->mesh, part->low, part->high);
  part->volume = volume_of(part->mesh);
  part->guess = brn__guess_name(part->name);
  return BRN_OK;
}

static BrnStatus check_twins(BrnContext* ctx, const BrnGuess* guess) {
  for (int i = 0; i < guess->part_count; i++) {
    for (int k = 0; k < i; k++) {
      if (strcmp(guess->part[i].name, guess->part[k].name) != 0) continue;
      return brn__fail(ctx, BRN_INVALID,
                       "%s and %s would both be called \"%s\"; rename one, or leave it out",
                       guess->part[k].file, guess->part[i].file, guess->part[i].name);
    }
  }
  return BRN_OK;
}

BrnStatus brn__guess_read(BrnContext* ctx, char* const* file, int count, BrnGuess* guess) {
  guess->ctx = ctx;
  guess->part = brn__new_zero(ctx, count + 1, BrnGuessPart);
  if (!guess->part) return BRN_NO_MEMORY;
  for (int k = 0; k < 3; k++) guess->low[k] = INFINITY, guess->high[k] = -INFINITY;
  for (int i = 0; i < count; i++) {
    BrnGuessPart* part = &guess->part[guess->part_count++];
    BRN_TRY(read_part(ctx, file[i], part));
    for (int k = 0; k < 3; k++) {
      guess->low[k] = fmin(guess->low[k], part->low[k]);
      guess->high[k] = fmax(guess->high[k], part->high[k]);
    }
  }
  return check_twins(ctx, guess);
}

void brn__guess_clear(BrnGuess* guess) {
  BrnContext* ctx = guess->ctx;
  for (int i = 0; i < guess->part_count; i++) {
    brn_bvh_destroy(ctx, guess->part[i].bvh);
    brn_mesh_destroy(ctx, guess->part[i].mesh);
    brn__free(ctx, guess->part[i].file);
    brn__free(ctx, guess->part[i].name);
  }
  if (ctx) {
    brn__free(ctx, guess->part);
    brn__free(ctx, guess->joint);
  }
  *guess = (BrnGuess){0};
}

// Parts of bodies are between 5 cm and 2.5 m long: which unit puts them there? Millimetres come
// before centimetres, as scanners speak them.
int brn__guess_units(const BrnGuess* guess) {
  enum { M, CM, MM };
  double size = 0;
  for (int k = 0; k < 3; k++) size = fmax(size, guess->high[k] - guess->low[k]);
  if (size <= 2.5) return M;
  if (size < 50) return CM;
  return MM;
}

// Limbs hang and bodies stand: the axis along which it is clearly longest. Otherwise Y.
int brn__guess_up(const BrnGuess* guess) {
  double size[3];
  brn__sub3(size, guess->high, guess->low);
  if (size[2] > 1.5 * fmax(size[0], size[1])) return 2;
  if (size[0] > 1.5 * fmax(size[1], size[2])) return 0;
  return 1;
}
