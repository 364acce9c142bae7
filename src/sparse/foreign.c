// SPDX-License-Identifier: Apache-2.0

#include "sparse/foreign.h"

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

// CHOLMOD opens a team of four OpenMP threads in its supernodal factorisation, whatever the machine
// has. On two cores they wait for each other in loops: the factorisation takes up to three times as
// long, and the team goes on spinning after it. No active level means no team. OpenBLAS has
// threads of its own, which do not pay at the sizes of our panels.
//
// Neither library is one that Brawn is linked with: they are looked up, and done without.

typedef int GetFn(void);
typedef void SetFn(int value);

static pthread_mutex_t blas_mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t call_mutex = PTHREAD_MUTEX_INITIALIZER;
static int inside;       // callers between enter and leave
static int blas_threads; // as they were before the first of them

// by way of memory: C has no conversion from an object pointer to a function
static GetFn* find_get(const char* name) {
  void* symbol = dlsym(RTLD_DEFAULT, name);
  GetFn* get;
  memcpy(&get, &symbol, sizeof get);
  return get;
}

static SetFn* find_set(const char* name) {
  void* symbol = dlsym(RTLD_DEFAULT, name);
  SetFn* set;
  memcpy(&set, &symbol, sizeof set);
  return set;
}

static void enter_blas(GetFn* get, SetFn* set) {
  pthread_mutex_lock(&blas_mutex);
  if (inside++ == 0 && get && set) {
    blas_threads = get();
    set(1);
  }
  pthread_mutex_unlock(&blas_mutex);
}

static void leave_blas(SetFn* set) {
  pthread_mutex_lock(&blas_mutex);
  if (--inside == 0 && set && blas_threads > 0) set(blas_threads);
  pthread_mutex_unlock(&blas_mutex);
}

int brn__foreign_enter(void) {
  enter_blas(find_get("openblas_get_num_threads"), find_set("openblas_set_num_threads"));
  GetFn* get = find_get("omp_get_max_active_levels");
  SetFn* set = find_set("omp_set_max_active_levels");
  int levels = get && set ? get() : -1; // of this thread alone
  if (levels >= 0) set(0);
  return levels;
}

void brn__foreign_leave(int entered) {
  SetFn* set = find_set("omp_set_max_active_levels");
  if (entered >= 0 && set) set(entered);
  leave_blas(find_set("openblas_set_num_threads"));
}

void brn__foreign_lock(void) { pthread_mutex_lock(&call_mutex); }
void brn__foreign_unlock(void) { pthread_mutex_unlock(&call_mutex); }
