// SPDX-License-Identifier: Apache-2.0
//
// What `brawn render` has drawn, as text and as JSON.

#include "cli/facts.h"
#include "cli/render.h"

#include <math.h>
#include <string.h>

static const char* file_name(const char* path) {
  const char* slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

void render_tell(const Render* render) {
  const RenderOutput* output = &render->output;
  const BrnReplay* run = render->run[0];
  int count = render->shot_count;
  if (render->cli->quiet || render->cli->json || output->file_count == 0) return;
  if (output->kind == RENDER_MOVIE) {
    printf("%s: %d pictures", output->path, count);
  } else if (output->file_count > 1) {
    printf("%s to %s: %d pictures", output->first, file_name(output->last), output->file_count);
  } else if (render->columns > 0) {
    printf("%s: %d pictures, %d x %d", output->first, count, render->columns, render->rows);
  } else if (run->stage == BRN_REPLAY_STILL) {
    printf("%s", output->first);
  } else {
    printf("%s: frame %d", output->first, run->frame[render->shot[0].frame].number);
  }
  printf(", %.1f s\n", render->seconds);
}

static json_t* range_json(const Render* render) {
  const double* range = render->def.range;
  if (!render->def.color_by || isnan(range[0])) return json_null();
  return json_pack("[ff]", range[0], range[1]);
}

static json_t* path_of(const void* of, int i) {
  const Render* render = of;
  char path[sizeof render->output.path];
  render_file(&render->output, render->shot[i].number, path, sizeof path);
  return cli__text(path);
}

json_t* render_json(const Render* render) {
  return cli_facts(FACT("run", render->path[0]),
                   FACT("files", cli_list(render->output.file_count, path_of, render)),
                   FACT("pictures", render->shot_count), FACT("range", range_json(render)),
                   FACT("seconds", render->seconds));
}
