// SPDX-License-Identifier: Apache-2.0

#include "bench/bench.h"

#include <malloc.h>
#include <stdio.h>
#include <sys/resource.h>

// Linux lets a process set its own high-water mark back; elsewhere it is that of the whole run.

void bench_memory_reset(void) {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
  FILE* file = fopen("/proc/self/clear_refs", "w");
  if (!file) return;
  fputs("5", file);
  fclose(file);
}

double bench_memory_peak(void) {
  FILE* file = fopen("/proc/self/status", "r");
  char line[256];
  double kilobytes = 0;
  while (file && fgets(line, sizeof line, file)) {
    if (sscanf(line, "VmHWM: %lf", &kilobytes) == 1) break;
  }
  if (file) fclose(file);
  if (kilobytes > 0) return 1024 * kilobytes;
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return 1024.0 * (double)usage.ru_maxrss;
}

static double cpu_seconds(int who) {
  struct rusage usage;
  getrusage(who, &usage);
  return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         1e-6 * (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

double bench_cpu_seconds(void) { return cpu_seconds(RUSAGE_SELF); }
double bench_child_cpu_seconds(void) { return cpu_seconds(RUSAGE_CHILDREN); }
