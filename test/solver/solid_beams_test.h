// SPDX-License-Identifier: Apache-2.0
//
// Beams of the solids that are linear in a strain, for every method that takes them.

#pragma once

#include "manners_test.h"
#include "solver/body/solids_test.h"

static const char* const kinds[] = {"corotated", "st_venant_kirchhoff", "linear"};
enum { KINDS = sizeof kinds / sizeof *kinds };

static inline const char* beam_text(const char* kind, int tets, const char* poisson) {
  static char text[3000], keys[100];
  snprintf(text, sizeof text, BEAM_SCENE, tets);
  char* at = strstr(text, "0.4999");
  ENSURE(at && strlen(poisson) <= strlen("0.4999"));
  snprintf(keys, sizeof keys, "%-6s", poisson);
  memcpy(at, keys, strlen("0.4999"));
  snprintf(keys, sizeof keys, "'model': '%s'", kind);
  return with_keys(text, keys);
}

static inline BrnSolverDef def_of(const char* method) {
  BrnSolverDef def = brn_solver_def_default();
  brn_solver_def_choose(&def, method);
  if (strcmp(method, "newton") == 0) def.tolerance = 1e-10;
  if (strcmp(method, "emu") == 0) emu_put(&def, alpha, 1e6), def.tolerance = 1e-10;
  if (strcmp(method, "xpbd") == 0)
    xpbd_put(&def, body, BRN_XPBD_TETS), xpbd_put(&def, substeps, 60);
  return def;
}
