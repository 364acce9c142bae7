// SPDX-License-Identifier: Apache-2.0
//
// The same bits for any number of workers, and of processes where a method spreads over them.

#include "manners_list.h"

int main(void) {
  static const MannersTest tests[] = {
      {"workers", manners_workers},
  };
  return manners_main(MANNERS_LARGE, tests, 1);
}
