// SPDX-License-Identifier: Apache-2.0

#include "core/identity.h"

#include "core/core.h"
#include "core/hash.h"
#include "test.h"

#include <string.h>

static void identity_is_more_than_the_version(void** state) {
  (void)state;
  uint64_t identity = brn__code_identity();
  ENSURE(identity == brn__code_identity());
  ENSURE(identity != brn__hash_text(0, brn_version(), strlen(brn_version())));
}

TEST_MAIN(cmocka_unit_test(identity_is_more_than_the_version))
