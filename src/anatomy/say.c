// SPDX-License-Identifier: Apache-2.0

#include "anatomy/build.h"

#include <stdio.h>
#include <string.h>

// What steps tell.

void brn__at(BrnBuild* build, const char* format, ...) {
  va_list args;
  va_start(args, format);
  vsnprintf(build->where, sizeof build->where, format, args);
  va_end(args);
}

void brn__say(BrnBuild* build, BrnSeverity severity, const char* format, ...) {
  char text[1024];
  va_list args;
  if (build->status != BRN_OK) return;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  build->status = brn_remarks_add(build->ctx, build->remarks, severity, build->where, text);
}

void brn__say_failure(BrnBuild* build, BrnStatus status) {
  if (status == BRN_NO_MEMORY || status == BRN_CANCELLED) {
    build->status = status;
  } else if (status != BRN_OK) {
    brn__say(build, BRN_ERROR, "%s", brn_last_error(build->ctx));
  }
}

void brn__say_refusal(BrnBuild* build, BrnStatus status) {
  char text[1024];
  if (status == BRN_OK || status == BRN_NO_MEMORY || status == BRN_CANCELLED) {
    brn__say_failure(build, status);
    return;
  }
  snprintf(text, sizeof text, "%s", brn_last_error(build->ctx));
  char* colon = strstr(text, ": ");
  if (colon) *colon = 0;
  if (colon) brn__at(build, "%s", text);
  brn__say(build, BRN_ERROR, "%s", colon ? colon + 2 : text);
}

int brn__error_count(const BrnBuild* build) {
  return build->chain.error_count + build->others.error_count;
}
