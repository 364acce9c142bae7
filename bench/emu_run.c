// SPDX-License-Identifier: Apache-2.0

#include "bench/emu.h"

#include <string.h>

BrnStatus emu_def(BrnContext* ctx, const BrnModel* model, const char* words, BrnSolverDef* def) {
  char text[256], *rest = text;
  *def = bench_plain_def(model);
  BRN_ASSERT(strlen(words) < sizeof text);
  snprintf(text, sizeof text, "%s", words);
  for (char* word; (word = strtok_r(rest, " ", &rest));) {
    char* value = strchr(word, '=');
    BRN_ASSERT(value);
    *value++ = 0;
    BRN_TRY(brn_solver_def_set(ctx, def, word, value));
  }
  return BRN_OK;
}

BrnStatus emu_run(BrnContext* ctx, BenchRamp* ramp, const char* words, BenchResult* result) {
  BrnSolverDef def;
  BRN_TRY(emu_def(ctx, ramp->model, words, &def));
  return bench_ramp_run(ctx, ramp, &def, result);
}

static void set(json_t* row, const char* prefix, const char* name, json_t* value) {
  char key[64];
  snprintf(key, sizeof key, "%s%s", prefix, name);
  json_object_set_new(row, key, value);
}

BrnStatus emu_run_into(BenchStudies* bench, BenchRamp* ramp, const char* words, const char* prefix,
                       json_t* row) {
  BenchResult result;
  BrnStatus status = emu_run(bench->ctx, ramp, words, &result);
  if (status == BRN_UNSUPPORTED) {
    set(row, "", "remark", json_string("not there yet"));
    return BRN_OK;
  }
  if (status != BRN_OK) return status;
  set(row, prefix, "error_percent", json_real(emu_percent(result.error)));
  set(row, prefix, "motion_percent", json_real(100 * result.error_of_motion));
  set(row, prefix, "iterations", json_integer(result.sum.iterations));
  set(row, prefix, "converged", json_boolean(result.failed == 0));
  return BRN_OK;
}
