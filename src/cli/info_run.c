// SPDX-License-Identifier: Apache-2.0

#include "cli/info.h"

#include "core/core.h"

#include <limits.h>

// `brawn info FOLDER`: is everything that a run has written still as it was written?

enum { TOLD = 20 }; // faults, at most

typedef struct Faults {
  const Cli* cli;
  json_t* list; // NULL: they are printed
  int count;
} Faults;

static void take_fault(void* user, const BrnRunFault* fault) {
  Faults* faults = user;
  if (faults->list) {
    json_t* object = json_object();
    cli_put_text(object, "file", fault->file);
    cli_put_text(object, "what", fault->what);
    bool frames = fault->frame != INT_MAX && fault->frame != INT_MIN;
    if (frames) cli_put_int(object, "frame", fault->frame);
    json_array_append_new(faults->list, object);
  } else if (faults->count < TOLD) {
    printf("  %serror%s: %s: %s\n", cli_color(faults->cli, CLI_RED),
           cli_color(faults->cli, CLI_PLAIN), fault->file, fault->what);
  }
  faults->count++;
}

static void tell_cure(const char* path, const BrnRunCheck* check) {
  const char* how = "brawn run SCENE --resume -o";
  if (check->from >= check->done) {
    printf("  cure: \"%s %s\" makes anew what is damaged; no frame is lost\n", how, path);
  } else if (check->from == INT_MIN || check->from < check->first) {
    printf("  cure: \"%s %s\" makes it anew, all frames from the first one\n", how, path);
  } else {
    printf("  cure: \"%s %s\" makes it anew from frame %d on\n", how, path, check->from + 1);
  }
}

static void tell(const Cli* cli, const char* path, const BrnRunCheck* check) {
  int frames = check->done - check->first + 1;
  if (check->fault_count > TOLD) printf("  and %d more\n", check->fault_count - TOLD);
  printf("  %-12s %d%s\n", "frames", frames > 0 ? frames : 0,
         check->running ? ", and the run is going on" : "");
  printf("  %-12s %d were compared with their checksums\n", "files", check->file_count);
  if (check->fault_count == 0) {
    printf("  %sall are as they were written%s\n", cli_color(cli, CLI_GREEN),
           cli_color(cli, CLI_PLAIN));
  } else {
    tell_cure(path, check);
  }
}

static json_t* check_json(const char* path, const BrnRunCheck* check, json_t* faults) {
  json_t* object = json_object();
  cli_put_text(object, "file", path);
  cli_put_text(object, "kind", "run");
  cli_put_bool(object, "running", check->running);
  cli_put_int(object, "first", check->first);
  cli_put_int(object, "done", check->done);
  cli_put_int(object, "files", check->file_count);
  cli_put(object, "faults", faults);
  bool some = check->fault_count > 0 && check->from != INT_MIN;
  if (some) cli_put_int(object, "resumes_after", check->from);
  return object;
}

BrnStatus info_tell_run(Cli* cli, const char* path, json_t* list, int* fault_count) {
  BrnRunCheck check;
  Faults faults = {.cli = cli, .list = list ? json_array() : NULL};
  if (!list) {
    printf("%s%s%s (the folder of a run)\n", cli_color(cli, CLI_BOLD), path,
           cli_color(cli, CLI_PLAIN));
  }
  BrnStatus status = brn_run_verify(cli->ctx, path, take_fault, &faults, &check);
  *fault_count = faults.count;
  if (status != BRN_OK) {
    json_decref(faults.list);
    return status;
  }
  if (list) {
    json_array_append_new(list, check_json(path, &check, faults.list));
  } else {
    tell(cli, path, &check);
  }
  return BRN_OK;
}
