// SPDX-License-Identifier: Apache-2.0
//
// A benchmark is a row of the table in src/cli/bench.c and one source here. It prints a table for
// people and returns the same numbers as JSON. Timings are medians, and ratios within one run count
// more than digits: machines are noisy.

#pragma once

#include "brawn/brawn.h"
#include "core/core.h"

#include <jansson.h>

typedef struct BenchRun {
  int size;          // --size: 0 lets the benchmark choose
  bool quick;        // --quick: a small variant, for tests
  bool paper;        // --paper: as large as what it is compared with; takes long
  bool quiet;        // print nothing
  const char* scene; // --scene: a file instead of the body the benchmark brings; NULL: none
  const char* out;   // --out: a folder for tables and plots; NULL: none
  const char* only;  // --only: names of parts, with commas; NULL: all
} BenchRun;

typedef struct Bench {
  const char* name;
  const char* summary;
  /// Returns an object, or NULL with the reason in the context's last error.
  json_t* (*run)(BrnContext* ctx, const BenchRun* run);
} Bench;

extern const Bench bench_bvh, bench_io, bench_tetra, bench_build, bench_material, bench_sparse,
    bench_newton, bench_emu, bench_quasi, bench_xpbd, bench_peers, bench_render;

/// Median seconds of `times` calls.
double bench_median(int times, void (*call)(void* user), void* user);

/// Bytes a second that one thread reads from memory larger than any cache.
double bench_read_bandwidth(BrnContext* ctx);

/// Bytes a second that all workers of a context read together, in large pages.
double bench_stream_bandwidth(BrnContext* ctx);

/// Seconds that all threads of the process have computed: less noisy on a busy machine.
double bench_cpu_seconds(void);
/// The same of the programs that it has run.
double bench_child_cpu_seconds(void);

/// The most bytes that the process has held since the last reset.
void bench_memory_reset(void);
double bench_memory_peak(void);

/// Flops a second of one core, measured on registers as wide as the lane kernels use.
/// @param fused products and sums in one; kernels do not fuse, for the sake of equal bits
double bench_peak_flops(bool fused, int times);

/// What the processor calls itself.
void bench_processor_name(char* name, size_t size);

/// A number in [0, 1) from a counter: the same on every machine.
double bench_random(uint64_t* state);

/// A context like ctx with that many workers; NULL when there is no memory.
BrnContext* bench_context(int workers);
