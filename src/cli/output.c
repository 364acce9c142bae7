// SPDX-License-Identifier: Apache-2.0
//
// What all verbs print: failures, colours, counts, JSON.

#include "cli/facts.h"

#include "io/sink.h"

#include <stdlib.h>
#include <string.h>

static int fail_v(const Cli* cli, int code, const char* status, const char* message) {
  fprintf(stderr, "brawn: %s\n", message);
  if (cli->json) {
    cli_print_json(cli_facts(FACT("error", message), FACT_IF(status, "status", status)));
  }
  return code;
}

int cli_fail(const Cli* cli, int code, const char* format, ...) {
  char message[2048];
  va_list args;
  va_start(args, format);
  vsnprintf(message, sizeof message, format, args);
  va_end(args);
  return fail_v(cli, code, NULL, message);
}

int cli_fail_status(const Cli* cli, BrnStatus status) {
  if (status == BRN_CANCELLED) return fail_v(cli, CLI_STOPPED, brn_status_name(status), "stopped");
  return fail_v(cli, CLI_FAILED, brn_status_name(status), brn_last_error(cli->ctx));
}

const char* cli_color(const Cli* cli, CliColor color) {
  static const char* const code[] = {"\x1b[0m",  "\x1b[1m",  "\x1b[2m",
                                     "\x1b[31m", "\x1b[33m", "\x1b[32m"};
  return cli->color ? code[color] : "";
}

CliCount cli_count(long long number) {
  char digits[32];
  CliCount count = {{0}};
  int length = snprintf(digits, sizeof digits, "%lld", number < 0 ? -number : number), used = 0;
  if (number < 0) count.text[used++] = '-';
  for (int i = 0; i < length; i++) {
    if (i > 0 && (length - i) % 3 == 0) count.text[used++] = ',';
    count.text[used++] = digits[i];
  }
  return count;
}

void cli_print_json(json_t* object) {
  json_dumpf(object, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(17));
  putchar('\n');
  json_decref(object);
}

BrnStatus cli_write_text(BrnContext* ctx, const char* path, const char* text, size_t size) {
  if (strcmp(path, "-") == 0) {
    fwrite(text, 1, size, stdout);
    return BRN_OK;
  }
  BrnSink sink;
  BRN_TRY(brn__sink_open(ctx, path, &sink));
  brn__sink_bytes(&sink, text, size);
  return brn__sink_close(&sink);
}

int cli_write_json(const Cli* cli, json_t* object, const char* path) {
  if (strcmp(path, "-") == 0) {
    cli_print_json(object);
    return CLI_DONE;
  }
  char* text = json_dumps(object, JSON_INDENT(2) | JSON_REAL_PRECISION(17));
  json_decref(object);
  if (!text) return cli_fail(cli, CLI_FAILED, "out of memory");
  BrnStatus status = cli_write_text(cli->ctx, path, text, strlen(text));
  free(text);
  return status == BRN_OK ? CLI_DONE : cli_fail_status(cli, status);
}
