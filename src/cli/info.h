// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "cli/cli.h"

enum { INFO_REMARKS = 16 };

/// What `brawn info` finds out about a file.
typedef struct InfoFacts {
  const char* path;
  long long bytes;
  BrnMesh* mesh;
  BrnDiagnosis* diagnosis;
  double low[3], high[3], diagonal;
  const char* unit_guess;
  int *tet_label, tet_label_count;
  int *triangle_label, triangle_label_count;
  BrnShell* shell; // pieces of the surface
  int shell_count;
  double* label_volume;           // of the tets with each label (tet_label_count)
  char remark[INFO_REMARKS][512]; // what the reader left out or changed
  int remark_count;
} InfoFacts;

json_t* info_json(const InfoFacts* facts);
json_t* info_collection_json(const char* path, const BrnCollection* collection);
json_t* info_failure_json(const char* path, BrnStatus status, const char* message);

/// `brawn info` of a motion clip: as text, or appended to the list.
BrnStatus info_tell_clip(Cli* cli, const char* path, json_t* list);

/// The same of a scene.
BrnStatus info_tell_scene(Cli* cli, const char* path, json_t* list);

/// The same of the folder of a run: is all of it as it was written?
BrnStatus info_tell_run(Cli* cli, const char* path, json_t* list, int* fault_count);

/// "closed", "inside out" or "open".
const char* info_shell_state(const BrnShell* shell);
int info_label_size(const BrnMesh* mesh, BrnDomain on, int label);
const char* info_number_name(BrnNumber number);
const char* info_domain_name(BrnDomain on);
void info_array_range(const BrnMesh* mesh, const BrnArray* array, double* low, double* high);
