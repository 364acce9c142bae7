// SPDX-License-Identifier: Apache-2.0
//
// The XML parser (xml.h): one event after the other, with the stack of names that are open.

#include "io/xml.h"

#include <string.h>

BrnXml brn__xml(BrnContext* ctx, const BrnSource* source) {
  return (BrnXml){.text = brn__text(ctx, source, 0), .line = 1};
}

BrnStatus brn__xml_fail(const BrnXml* xml, const char* format, ...) {
  BrnText place = xml->text;
  place.line = xml->line;
  va_list args;
  va_start(args, format);
  BrnStatus status = brn__text_fail_v(&place, format, args);
  va_end(args);
  return status;
}

// -------------------------------------------------------------------------------------- scanning

static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

static bool is_name_start(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == ':' || (c & 0x80);
}

static bool is_name_part(char c) {
  return is_name_start(c) || (c >= '0' && c <= '9') || c == '-' || c == '.';
}

static bool at_text(const BrnXml* xml, const char* expected) {
  size_t length = strlen(expected);
  if ((size_t)(xml->text.end - xml->text.at) < length) return false;
  return memcmp(xml->text.at, expected, length) == 0;
}

// moves to `to`, counting lines
static void move_to(BrnXml* xml, const char* to) {
  for (const char* at = xml->text.at; at < to; at++) xml->text.line += *at == '\n';
  xml->text.at = to;
}

static bool skip_space(BrnXml* xml) {
  const char* at = xml->text.at;
  while (at < xml->text.end && is_space(*at)) at++;
  bool some = at > xml->text.at;
  move_to(xml, at);
  return some;
}

// passes everything up to and including `stop`
static BrnStatus skip_past(BrnXml* xml, const char* stop, const char* what) {
  size_t left = (size_t)(xml->text.end - xml->text.at);
  const char* found = left > 0 ? memmem(xml->text.at, left, stop, strlen(stop)) : NULL;
  if (!found) return brn__xml_fail(xml, "the %s is not closed with %s", what, stop);
  move_to(xml, found + strlen(stop));
  return BRN_OK;
}

static BrnStatus take_name(BrnXml* xml, const char* what, BrnSlice* name) {
  const char* at = xml->text.at;
  while (at < xml->text.end && (at == xml->text.at ? is_name_start(*at) : is_name_part(*at))) at++;
  *name = (BrnSlice){xml->text.at, (size_t)(at - xml->text.at)};
  if (name->length == 0) return brn__text_fail(&xml->text, "expected the name of an %s", what);
  xml->text.at = at;
  return BRN_OK;
}

static BrnStatus take_char(BrnXml* xml, char expected, const char* where) {
  if (xml->text.at < xml->text.end && *xml->text.at == expected) {
    xml->text.at++;
    return BRN_OK;
  }
  if (xml->text.at == xml->text.end) {
    return brn__text_fail(&xml->text, "expected '%c' %s, but the file ends", expected, where);
  }
  BrnSlice found = {xml->text.at, 1};
  return brn__text_fail(&xml->text, "expected '%c' %s, found '%s'", expected, where,
                        BRN_SHOW(found));
}

// ------------------------------------------------------------------------------------------ tags

static BrnStatus take_value(BrnXml* xml, BrnSlice* value) {
  char quote = xml->text.at < xml->text.end && *xml->text.at == '\'' ? '\'' : '"';
  BRN_TRY(take_char(xml, quote, "before the value of an attribute"));
  const char* at = xml->text.at;
  while (at < xml->text.end && *at != quote && *at != '<') at++;
  *value = (BrnSlice){xml->text.at, (size_t)(at - xml->text.at)};
  move_to(xml, at);
  return take_char(xml, quote, "after the value of an attribute");
}

static BrnStatus take_attribute(BrnXml* xml) {
  BrnXmlAttribute next;
  BRN_TRY(take_name(xml, "attribute", &next.name));
  skip_space(xml);
  BRN_TRY(take_char(xml, '=', "after the name of an attribute"));
  skip_space(xml);
  BRN_TRY(take_value(xml, &next.value));
  for (int i = 0; i < xml->attribute_count; i++) {
    if (!brn__slice_same(xml->attribute[i].name, next.name)) continue;
    return brn__text_fail(&xml->text, "attribute \"%s\" is there twice", BRN_SHOW(next.name));
  }
  if (xml->attribute_count == BRN_XML_ATTRIBUTES) {
    return brn__text_fail(&xml->text, "<%s> has more than %d attributes", BRN_SHOW(xml->name),
                          BRN_XML_ATTRIBUTES);
  }
  xml->attribute[xml->attribute_count++] = next;
  return BRN_OK;
}

static BrnStatus take_open_tag(BrnXml* xml) {
  xml->text.at++; // the <
  xml->attribute_count = 0;
  BRN_TRY(take_name(xml, "element", &xml->name));
  if (xml->root_done) {
    return brn__xml_fail(xml, "<%s> follows the end of the document", BRN_SHOW(xml->name));
  }
  if (xml->depth == BRN_XML_DEPTH) {
    return brn__xml_fail(xml, "elements are nested deeper than %d", BRN_XML_DEPTH);
  }
  while (true) {
    bool apart = skip_space(xml);
    if (at_text(xml, ">") || at_text(xml, "/>")) break;
    if (!apart) return take_char(xml, '>', "after an element's name and attributes");
    if (xml->text.at == xml->text.end) return take_char(xml, '>', "at the end of an element's tag");
    BRN_TRY(take_attribute(xml));
  }
  xml->empty_element = *xml->text.at == '/';
  xml->text.at += xml->empty_element ? 2 : 1;
  xml->open[xml->depth] = xml->name;
  xml->open_line[xml->depth++] = xml->line;
  return BRN_OK;
}

static void close_innermost(BrnXml* xml) {
  xml->empty_element = false;
  xml->name = xml->open[--xml->depth];
  xml->root_done = xml->depth == 0;
}

static BrnStatus take_close_tag(BrnXml* xml) {
  xml->text.at += 2; // the </
  BrnSlice name;
  BRN_TRY(take_name(xml, "element", &name));
  skip_space(xml);
  BRN_TRY(take_char(xml, '>', "at the end of a closing tag"));
  if (xml->depth == 0) return brn__xml_fail(xml, "</%s> closes nothing", BRN_SHOW(name));
  BrnSlice open = xml->open[xml->depth - 1];
  if (!brn__slice_same(open, name)) {
    return brn__xml_fail(xml, "expected </%s> (opened in line %d), found </%s>", BRN_SHOW(open),
                         xml->open_line[xml->depth - 1], BRN_SHOW(name));
  }
  close_innermost(xml);
  return BRN_OK;
}

// ---------------------------------------------------------------------------------------- events

static BrnStatus take_end(BrnXml* xml, BrnXmlEvent* event) {
  *event = BRN_XML_END;
  if (xml->depth > 0) {
    return brn__xml_fail(xml, "the file ends inside <%s> of line %d",
                         BRN_SHOW(xml->open[xml->depth - 1]), xml->open_line[xml->depth - 1]);
  }
  return xml->root_done ? BRN_OK : brn__xml_fail(xml, "expected an XML element, but the file ends");
}

static BrnStatus take_text(BrnXml* xml, const char* start) {
  const char* at = xml->text.at;
  while (at < xml->text.end && *at != '<') at++;
  xml->content = (BrnSlice){start, (size_t)(at - start)};
  move_to(xml, at);
  if (xml->depth > 0) return BRN_OK;
  return brn__xml_fail(xml, "expected an XML element, found \"%s\"", BRN_SHOW(xml->content));
}

BrnStatus brn__xml_next(BrnXml* xml, BrnXmlEvent* event) {
  // <a/> is told as <a></a>
  if (xml->empty_element) {
    *event = BRN_XML_CLOSE;
    close_innermost(xml);
    return BRN_OK;
  }
  while (true) {
    skip_space(xml);
    xml->line = xml->text.line;
    if (xml->text.at == xml->text.end) return take_end(xml, event);
    if (*xml->text.at != '<') {
      *event = BRN_XML_TEXT;
      return take_text(xml, xml->text.at);
    }
    if (at_text(xml, "<!--")) {
      xml->text.at += 4;
      BRN_TRY(skip_past(xml, "-->", "comment"));
    } else if (at_text(xml, "<?")) {
      BRN_TRY(skip_past(xml, "?>", "processing instruction"));
    } else if (at_text(xml, "<!")) {
      return brn__xml_fail(xml, "document types and CDATA are not read");
    } else {
      bool closes = at_text(xml, "</");
      *event = closes ? BRN_XML_CLOSE : BRN_XML_OPEN;
      return closes ? take_close_tag(xml) : take_open_tag(xml);
    }
  }
}

BrnStatus brn__xml_next_child(BrnXml* xml, bool* found) {
  BrnXmlEvent event;
  do {
    BRN_TRY(brn__xml_next(xml, &event));
  } while (event == BRN_XML_TEXT);
  *found = event == BRN_XML_OPEN;
  return BRN_OK;
}

BrnStatus brn__xml_skip(BrnXml* xml) {
  int outside = xml->depth - 1;
  BrnXmlEvent event;
  while (xml->depth > outside) BRN_TRY(brn__xml_next(xml, &event));
  return BRN_OK;
}

bool brn__xml_attribute(const BrnXml* xml, const char* name, BrnSlice* value) {
  for (int i = 0; i < xml->attribute_count; i++) {
    if (!brn__slice_is(xml->attribute[i].name, name)) continue;
    *value = xml->attribute[i].value;
    return true;
  }
  return false;
}
