// SPDX-License-Identifier: Apache-2.0
//
// The page in one file: scripts and styles are put into it, and data follow in elements of their
// own.

#include "studio/report.h"

#include "studio/bundle.h"

#include <string.h>
#include <strings.h>

// The page asks nobody for anything, and is not allowed to.
static const char policy[] =
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src "
    "'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:; connect-src data: blob:; "
    "worker-src blob:; base-uri 'none'; form-action 'none'\">\n";

typedef struct Span {
  const char *begin, *end;
} Span;

// An element that names a file, from its < to the end of `closing`; the page is ours, and has it.
static Span find_element(const char* open, const char* file, const char* closing) {
  const char* html = brn__bundle_file(BRN_BUNDLE_INDEX).bytes;
  const char* name = strstr(html, file);
  BRN_ASSERT(name);
  const char* begin = name;
  while (begin > html && strncmp(begin, open, strlen(open)) != 0) begin--;
  const char* end = strstr(name, closing);
  BRN_ASSERT(end);
  return (Span){begin, end + strlen(closing)};
}

static void put_span(BrnSink* sink, const char* begin, const char* end) {
  BRN_ASSERT(end >= begin);
  brn__sink_bytes(sink, begin, (size_t)(end - begin));
}

// In a string, a template or a regular expression, the only places where a script has them, "<" may
// be written as \x3c. The parser of HTML would end the script, or not end it, there.
static void put_script(BrnSink* sink, BrnBundleFile file) {
  const char *end = file.bytes + file.size, *from = file.bytes;
  for (const char* at = from; at < end; at++) {
    if (*at != '<' || (strncasecmp(at + 1, "/script", 7) != 0 &&
                       strncasecmp(at + 1, "script", 6) != 0 && strncmp(at + 1, "!--", 3) != 0)) {
      continue;
    }
    put_span(sink, from, at);
    brn__sink_text(sink, "\\x3c");
    from = at + 1;
  }
  put_span(sink, from, end);
}

static void put_style(BrnSink* sink, BrnBundleFile file) {
  const char *end = file.bytes + file.size, *from = file.bytes;
  for (const char* at = from; at < end; at++) {
    if (*at != '<' || strncasecmp(at + 1, "/style", 6) != 0) continue;
    put_span(sink, from, at);
    brn__sink_text(sink, "\\3c ");
    from = at + 1;
  }
  put_span(sink, from, end);
}

void brn__report_begin_page(BrnSink* sink) {
  const char* html = brn__bundle_file(BRN_BUNDLE_INDEX).bytes;
  Span style = find_element("<link", "page.css", ">"), head = find_element("<head", "<head", ">");
  Span script = find_element("<script", "page.js", "</script>");
  put_span(sink, html, head.end);
  brn__sink_text(sink, "\n");
  brn__sink_text(sink, policy);
  put_span(sink, head.end, style.begin);
  brn__sink_text(sink, "<style>");
  put_style(sink, brn__bundle_file(BRN_BUNDLE_STYLE));
  brn__sink_text(sink, "</style>");
  put_span(sink, style.end, script.begin);
}

void brn__report_end_page(BrnSink* sink) {
  BrnBundleFile index = brn__bundle_file(BRN_BUNDLE_INDEX);
  Span script = find_element("<script", "page.js", "</script>");
  brn__sink_text(sink, "<script>");
  put_script(sink, brn__bundle_file(BRN_BUNDLE_SCRIPT));
  brn__sink_text(sink, "</script>");
  put_span(sink, script.end, index.bytes + index.size);
}

size_t brn__report_page_size(void) {
  size_t size = sizeof policy + 64;
  for (int i = 0; brn__bundle_file(i).name; i++) size += brn__bundle_file(i).size;
  return size + 1024; // for what is escaped
}

BrnStatus brn__report_put(BrnSink* sink, const char* name, const void* bytes, size_t size) {
  BrnByteArray packed;
  BRN_TRY(brn__pack(sink->ctx, bytes, size, &packed));
  brn__sink_printf(sink, "<script type=\"application/x-brawn\" data-name=\"%s\">", name);
  brn__sink_base64(sink, packed.data, packed.size);
  brn__sink_text(sink, "</script>\n");
  brn__byte_array_free(sink->ctx, &packed);
  return sink->status;
}
