// SPDX-License-Identifier: Apache-2.0

#include "bench/bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TIMES = 64 };

static int compare_doubles(const void* a, const void* b) {
  double x = *(const double*)a, y = *(const double*)b;
  return (x > y) - (x < y);
}

double bench_median(int times, void (*call)(void* user), void* user) {
  double seconds[MOST_TIMES];
  if (times > MOST_TIMES) times = MOST_TIMES;
  for (int i = 0; i < times; i++) {
    double start = brn__seconds();
    call(user);
    seconds[i] = brn__seconds() - start;
  }
  qsort(seconds, (size_t)times, sizeof *seconds, compare_doubles);
  return seconds[times / 2];
}

typedef struct Sweep {
  const double* data;
  size_t count;
  double sum;
} Sweep;

static void sum_all(void* user) {
  Sweep* sweep = user;
  double sum[8] = {0};
  for (size_t i = 0; i + 8 <= sweep->count; i += 8) {
    for (int k = 0; k < 8; k++) sum[k] += sweep->data[i + (size_t)k];
  }
  for (int k = 0; k < 8; k++) sweep->sum += sum[k];
}

double bench_read_bandwidth(BrnContext* ctx) {
  size_t count = (size_t)32 << 20; // 256 MB
  double* data = brn__alloc_zero(ctx, count, sizeof *data);
  if (!data) return 0;
  Sweep sweep = {data, count, 0};
  double seconds = bench_median(5, sum_all, &sweep);
  brn__free(ctx, data);
  return sweep.sum == 0 ? (double)(count * sizeof *data) / seconds : 0;
}

double bench_random(uint64_t* state) {
  uint64_t z = (*state += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

// the first line of /proc/cpuinfo that names the processor
void bench_processor_name(char* name, size_t size) {
  snprintf(name, size, "unknown processor");
  FILE* file = fopen("/proc/cpuinfo", "r");
  char line[256];
  while (file && fgets(line, sizeof line, file)) {
    char* colon = strchr(line, ':');
    if (strncmp(line, "model name", 10) != 0 || !colon) continue;
    snprintf(name, size, "%s", colon + 2);
    name[strcspn(name, "\n")] = 0;
    break;
  }
  if (file) fclose(file);
}

BrnContext* bench_context(int workers) {
  BrnContextDef def = brn_context_def_default();
  def.workers = workers;
  return brn_context_create(&def);
}
