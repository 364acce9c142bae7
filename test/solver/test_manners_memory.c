// SPDX-License-Identifier: Apache-2.0
//
// Each allocation fails once: it is told, nothing is left behind, and all goes on. Once warm, a
// step takes none.

#include "manners_list.h"

int main(void) {
  static const MannersTest tests[] = {
      {"making fails", manners_make_fails},
      {"first step fails", manners_step_fails},
      {"warm steps", manners_warm},
  };
  return manners_main(MANNERS_SMALL, tests, 3);
}
