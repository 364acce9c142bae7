// SPDX-License-Identifier: Apache-2.0

#include "bench/bench.h"
#include "cli/cli.h"

#include <string.h>
#include <sys/utsname.h>

// `brawn bench NAME`: the benchmarks of bench/.

static const Bench* const benches[] = {
    &bench_bvh,    &bench_io,     &bench_tetra, &bench_build, &bench_material,
    &bench_sparse, &bench_newton, &bench_emu,   &bench_quasi, &bench_xpbd,
    &bench_peers,  &bench_render, NULL};

static struct {
  const char *json, *scene, *out, *only;
  double size;
  bool quick, paper;
} options;

static const CliOption* option_list(void) {
  static const CliOption list[] = {
      {"--size", NULL, CLI_NUMBER, &options.size, "N",
       "triangles or tets; default: as the benchmark says"},
      {"--tets", NULL, CLI_NUMBER, &options.size, "N", "the same, for build"},
      {"--scene", NULL, CLI_TEXT, &options.scene, "FILE",
       "build: a scene instead of a limb of our own; emu, xpbd: the folder of scenes"},
      {"--quick", NULL, CLI_FLAG, &options.quick, NULL, "a small variant, to see that it runs"},
      {"--paper", NULL, CLI_FLAG, &options.paper, NULL,
       "emu, xpbd: all of it, at the sizes of the paper; takes half an hour"},
      {"--out", "-o", CLI_TEXT, &options.out, "FOLDER",
       "emu, xpbd: also write Markdown, CSV and plots there"},
      {"--only", NULL, CLI_TEXT, &options.only, "NAMES",
       "emu, xpbd: some of its tables: table_2,methods"},
      {"--json", NULL, CLI_TEXT, &options.json, "FILE",
       "also write the numbers, for scripts; - is standard output"},
      {0},
  };
  return list;
}

static json_t* machine_json(const Cli* cli) {
  char processor[256];
  struct utsname system;
  bench_processor_name(processor, sizeof processor);
  uname(&system);
  return json_pack("{s:s, s:s, s:i, s:s}", "processor", processor, "machine", system.machine,
                   "workers", brn_worker_count(cli->ctx), "brawn", brn_version());
}

static int write_json(Cli* cli, json_t* results) {
  if (!options.json) return CLI_DONE;
  json_t* object = json_pack("{s:o, s:O}", "machine", machine_json(cli), "results", results);
  return cli_write_json(cli, object, options.json);
}

static const Bench* find(const char* name) {
  for (const Bench* const* bench = benches; *bench; bench++) {
    if (strcmp((*bench)->name, name) == 0) return *bench;
  }
  return NULL;
}

static int list_benches(const Cli* cli) {
  for (const Bench* const* bench = benches; *bench; bench++) {
    printf("  %s%-10s%s %s\n", cli_color(cli, CLI_BOLD), (*bench)->name, cli_color(cli, CLI_PLAIN),
           (*bench)->summary);
  }
  return CLI_DONE;
}

static bool run_one(Cli* cli, const Bench* bench, json_t* results) {
  BenchRun run = {.size = (int)options.size, .quick = options.quick, .scene = options.scene};
  run.paper = options.paper;
  run.out = options.out;
  run.only = options.only;
  run.quiet = cli->quiet || (options.json && strcmp(options.json, "-") == 0);
  if (!run.quiet)
    printf("%s%s%s\n", cli_color(cli, CLI_BOLD), bench->name, cli_color(cli, CLI_PLAIN));
  json_t* result = bench->run(cli->ctx, &run);
  if (result) json_object_set_new(results, bench->name, result);
  return result != NULL;
}

static int run(Cli* cli) {
  if (cli->argument_count == 0) return list_benches(cli);
  if (options.size < 0 || options.size > 1e8) {
    return cli_fail(cli, CLI_USAGE, "--size takes a number up to 1e8");
  }
  json_t* results = json_object();
  int code = CLI_DONE;
  for (int i = 0; i < cli->argument_count && code == CLI_DONE; i++) {
    bool all = strcmp(cli->argument[i], "all") == 0;
    const Bench* bench = find(cli->argument[i]);
    if (!all && !bench) {
      code = cli_fail(cli, CLI_USAGE, "there is no benchmark \"%s\"; brawn bench lists them",
                      cli->argument[i]);
    }
    for (const Bench* const* each = benches; *each && code == CLI_DONE; each++) {
      if (!all && *each != bench) continue;
      if (!run_one(cli, *each, results))
        code = cli_fail(cli, CLI_FAILED, "%s", brn_last_error(cli->ctx));
    }
  }
  if (code == CLI_DONE) code = write_json(cli, results);
  json_decref(results);
  return code;
}

const CliVerb cli_bench = {
    .name = "bench",
    .summary = "Measures how fast this machine does it",
    .usage = "[NAME...|all] [options]",
    .notes = "Without a name: lists the benchmarks.",
    .examples = "brawn bench bvh\n"
                "brawn bench emu --out emu\n"
                "brawn bench build --scene arm/scene.json --tets 300000\n"
                "brawn bench all --json bench.json",
    .least = 0,
    .most = 100,
    .options = option_list,
    .run = run,
};
