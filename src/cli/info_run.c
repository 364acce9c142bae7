// SPDX-License-Identifier: Apache-2.0

#include "cli/info.h"

#include "core/core.h"

#include <limits.h>

// `brawn info FOLDER`: is everything that a run has written still as it was written?

static void take_fault(void* user, const BrnRunFault* fault) {
  bool frames = fault->frame != INT_MAX && fault->frame != INT_MIN;
  json_array_append_new(user, cli_facts(FACT("file", fault->file), FACT("what", fault->what),
                                        FACT_IF(frames, "frame", fault->frame)));
}

// of the frames, by making anew what is damaged
static const char* loss(const BrnRunCheck* check) {
  bool all = check->from == INT_MIN || check->from < check->first;
  return check->from >= check->done ? "none" : all ? "all" : "some";
}

BrnStatus info_run(Cli* cli, const InfoFile* file, json_t** facts, int* found) {
  BrnRunCheck check;
  json_t* faults = json_array();
  BrnStatus status = brn_run_verify(cli->ctx, file->path, take_fault, faults, &check);
  if (status != BRN_OK) {
    json_decref(faults);
    return status;
  }
  int frames = check.done - check.first + 1;
  bool damaged = check.fault_count > 0;
  *found = (int)json_array_size(faults);
  *facts = cli_facts(FACT("file", file->path), FACT("kind", "run"), FACT("running", check.running),
                     FACT("first", check.first), FACT("done", check.done),
                     FACT("frames", frames > 0 ? frames : 0), FACT("files", check.file_count),
                     FACT("faults", faults), FACT_IF(damaged, "lost", loss(&check)),
                     FACT_IF(damaged && check.from != INT_MIN, "resumes_after", check.from),
                     FACT_IF(damaged && check.from != INT_MIN, "resumes_with", check.from + 1));
  return BRN_OK;
}

void info_tell_run(const Cli* cli, const json_t* facts) {
  cli_tell(cli, facts,
           "{~bold}{file}{~} (the folder of a run)\n"
           "{@faults:20}  {~red}error{~}: {file}: {what}\n{/}"
           "{?faults.20}  and more; --json has them all\n{/}"
           "  frames       {frames:d}{?running}, and the run is going on{/}\n"
           "  files        {files:d} were compared with their checksums\n"
           "{!faults}  {~green}all are as they were written{~}\n{/}"
           "{?faults}  cure: \"brawn run SCENE --resume -o {file}\" makes "
           "{?lost=none}anew what is damaged; no frame is lost{/}"
           "{?lost=all}it anew, all frames from the first one{/}"
           "{?lost=some}it anew from frame {resumes_with:d} on{/}\n{/}");
}
