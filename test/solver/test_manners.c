// SPDX-License-Identifier: Apache-2.0
//
// Steps that go on from a copy, that are cancelled, and what is told of them.

#include "manners_list.h"

int main(void) {
  static const MannersTest tests[] = {
      {"resume", manners_resume},
      {"cancel", manners_cancel},
      {"report", manners_report},
  };
  return manners_main(MANNERS_SMALL, tests, 3);
}
