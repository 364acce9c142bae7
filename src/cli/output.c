// SPDX-License-Identifier: Apache-2.0

#include "cli/cli.h"

#include "io/sink.h"

#include <stdlib.h>
#include <string.h>

static int fail_v(const Cli* cli, int code, const char* status, const char* message) {
  fprintf(stderr, "brawn: %s\n", message);
  if (cli->json) {
    json_t* object = json_object();
    json_object_set_new(object, "error", cli_json_text(message));
    if (status) json_object_set_new(object, "status", json_string(status));
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

// ------------------------------------------------------------------------------------------- words

CliHint cli_hint(const char* word, const char* known) {
  CliHint hint;
  char nearest[64];
  if (brn__nearest_spelling(word, known, nearest, sizeof nearest)) {
    snprintf(hint.text, sizeof hint.text, "; did you mean \"%s\"?", nearest);
  } else {
    snprintf(hint.text, sizeof hint.text, "; there are: %s", known);
  }
  return hint;
}

bool cli_check_format(const Cli* cli, const char* name) {
  char known[512];
  size_t used = 0;
  if (!name) return true;
  for (int i = 0; brn_format_info(i); i++) {
    const char* format = brn_format_info(i)->name;
    if (strcmp(format, name) == 0) return true;
    used += (size_t)snprintf(known + used, sizeof known - used, "%s%s", i ? " " : "", format);
  }
  cli_fail(cli, CLI_USAGE, "there is no format \"%s\"%s", name, cli_hint(name, known).text);
  return false;
}

bool cli_unit(const char* name, double* metres) {
  static const struct {
    const char* name;
    double metres;
  } unit[] = {{"m", 1}, {"cm", 0.01}, {"mm", 0.001}, {"um", 1e-6}, {"in", 0.0254}, {"ft", 0.3048}};
  for (size_t i = 0; i < sizeof unit / sizeof *unit; i++) {
    if (strcmp(unit[i].name, name) != 0) continue;
    *metres = unit[i].metres;
    return true;
  }
  return false;
}
