// SPDX-License-Identifier: Apache-2.0
//
// What all verbs print: failures, colours, counts, JSON.

#include "cli/cli.h"

#include "io/sink.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int fail_v(const Cli* cli, int code, const char* status, const char* message) {
  fprintf(stderr, "brawn: %s\n", message);
  if (cli->json) {
    json_t* object = json_object();
    cli_put_text(object, "error", message);
    if (status) cli_put_text(object, "status", status);
    cli_print_json(object);
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

json_t* cli_json_text(const char* text) {
  json_t* string = json_string(text);
  if (string) return string;
  char plain[4096];
  snprintf(plain, sizeof plain, "%s", text);
  for (char* c = plain; *c; c++) *c = (unsigned char)*c < 0x80 ? *c : '?';
  return json_string(plain);
}

void cli_put(json_t* object, const char* key, json_t* value) {
  json_object_set_new(object, key, value);
}

void cli_put_int(json_t* object, const char* key, long long value) {
  cli_put(object, key, json_integer(value));
}

static json_t* real(double value) { return isfinite(value) ? json_real(value) : json_null(); }

void cli_put_real(json_t* object, const char* key, double value) {
  cli_put(object, key, real(value));
}

void cli_put_bool(json_t* object, const char* key, bool value) {
  cli_put(object, key, json_boolean(value));
}

void cli_put_text(json_t* object, const char* key, const char* value) {
  cli_put(object, key, value ? cli_json_text(value) : json_null());
}

json_t* cli_json_triple(const double value[3]) {
  return json_pack("[o, o, o]", real(value[0]), real(value[1]), real(value[2]));
}
