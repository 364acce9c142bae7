// SPDX-License-Identifier: Apache-2.0

#include "io/xml.h"

#include "test.h"

static BrnXml open_text(BrnContext* ctx, const char* text) {
  BrnSource source = {.name = "test", .data = text, .size = strlen(text)};
  return brn__xml(ctx, &source);
}

// "+VTKFile +Piece -Piece =1 2 -VTKFile ." for the events of a text
static void spell_events(BrnContext* ctx, const char* text, char* out) {
  BrnXml xml = open_text(ctx, text);
  BrnXmlEvent event;
  out[0] = 0;
  do {
    ENSURE_OK(ctx, brn__xml_next(&xml, &event));
    static const char sign[] = "+-=.";
    BrnSlice shown = event == BRN_XML_TEXT ? xml.content : xml.name;
    sprintf(out + strlen(out), "%c%s ", sign[event], event == BRN_XML_END ? "" : BRN_SHOW(shown));
  } while (event != BRN_XML_END);
}

static void refuses(BrnContext* ctx, const char* text, const char* expected) {
  BrnXml xml = open_text(ctx, text);
  BrnXmlEvent event = BRN_XML_OPEN;
  BrnStatus status = BRN_OK;
  while (status == BRN_OK && event != BRN_XML_END) status = brn__xml_next(&xml, &event);
  ENSURE_STATUS(ctx, status, BRN_BAD_FILE);
  ENSURE_ERROR_HAS(ctx, expected);
}

static void events_come_in_order(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  char events[512];
  spell_events(ctx,
               "\xef\xbb\xbf<?xml version='1.0'?>\n<!-- a > b <c> --><a>\n 1 2\n<b/><!-- - -->"
               "<c x = '1' y=\">\n\" ></c\n> 3 </a> \n<!-- end -->\n",
               events);
  assert_string_equal(events, "+a =1 2? +b -b +c -c =3  -a . ");
  test_context_done(ctx);
}

static void attributes_are_found_by_name(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnXml xml = open_text(ctx, "<a one='1' two = \"it's\"\n three=''/>");
  BrnXmlEvent event;
  ENSURE_OK(ctx, brn__xml_next(&xml, &event));
  ENSURE(event == BRN_XML_OPEN && brn__slice_is(xml.name, "a"));
  BrnSlice value;
  ENSURE(brn__xml_attribute(&xml, "one", &value) && brn__slice_is(value, "1"));
  ENSURE(brn__xml_attribute(&xml, "two", &value) && brn__slice_is(value, "it's"));
  ENSURE(brn__xml_attribute(&xml, "three", &value) && value.length == 0);
  ENSURE(!brn__xml_attribute(&xml, "four", &value));
  test_context_done(ctx);
}

static void children_and_skipping(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnXml xml = open_text(ctx, "<a>text<b><c><c/></c>x</b><d/>more</a>");
  bool found;
  ENSURE_OK(ctx, brn__xml_next_child(&xml, &found));
  ENSURE(found && brn__slice_is(xml.name, "a"));
  ENSURE_OK(ctx, brn__xml_next_child(&xml, &found));
  ENSURE(found && brn__slice_is(xml.name, "b"));
  ENSURE_OK(ctx, brn__xml_skip(&xml));
  ENSURE_OK(ctx, brn__xml_next_child(&xml, &found));
  ENSURE(found && brn__slice_is(xml.name, "d"));
  ENSURE_OK(ctx, brn__xml_skip(&xml));
  ENSURE_OK(ctx, brn__xml_next_child(&xml, &found));
  ENSURE(!found && brn__slice_is(xml.name, "a"));
  test_context_done(ctx);
}

static void errors_tell_the_line(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  refuses(ctx, "", "test:1: expected an XML element, but the file ends");
  refuses(ctx, "hello", "test:1: expected an XML element, found \"hello\"");
  refuses(ctx, "<a>\n<b>\n</a>", "test:3: expected </b> (opened in line 2), found </a>");
  refuses(ctx, "<a>\n\n", "test:3: the file ends inside <a> of line 1");
  refuses(ctx, "<a/>\n<b/>", "test:2: <b> follows the end of the document");
  refuses(ctx, "<a/>\nx", "test:2: expected an XML element, found \"x\"");
  refuses(ctx, "</a>", "closes nothing");
  refuses(ctx, "<a x='1'\n x='2'/>", "test:2: attribute \"x\" is there twice");
  refuses(ctx, "<a x=1/>", "expected '\"' before the value of an attribute, found '1'");
  refuses(ctx, "<a x/>", "expected '=' after the name of an attribute, found '/'");
  refuses(ctx, "<a x='<'/>", "expected ''' after the value of an attribute, found '<'");
  refuses(ctx, "<a x='1'y='2'/>", "expected '>' after an element's name and attributes");
  refuses(ctx, "<a x='1", "expected ''' after the value of an attribute, but the file ends");
  refuses(ctx, "<a ", "expected '>' at the end of an element's tag, but the file ends");
  refuses(ctx, "<a", "expected '>'");
  refuses(ctx, "<1/>", "expected the name of an element");
  refuses(ctx, "<a ='1'/>", "expected the name of an attribute");
  refuses(ctx, "<!-- x", "the comment is not closed with -->");
  refuses(ctx, "<!-->", "the comment is not closed with -->");
  refuses(ctx, "<?xml", "the processing instruction is not closed with ?>");
  refuses(ctx, "<!DOCTYPE a><a/>", "document types and CDATA are not read");
  refuses(ctx, "<a><![CDATA[x]]></a>", "document types and CDATA are not read");
  test_context_done(ctx);
}

static void depth_and_width_are_limited(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  char text[1024] = "";
  for (int i = 0; i <= BRN_XML_DEPTH; i++) strcat(text, "<a>\n");
  refuses(ctx, text, "test:33: elements are nested deeper than 32");
  strcpy(text, "<a");
  for (int i = 0; i <= BRN_XML_ATTRIBUTES; i++) sprintf(text + strlen(text), " x%d=''", i);
  strcat(text, "/>");
  refuses(ctx, text, "more than 32 attributes");
  test_context_done(ctx);
}

static void unescaped_is(BrnContext* ctx, const char* raw, const char* expected) {
  BrnXml xml = open_text(ctx, "<a/>");
  char* text;
  ENSURE_OK(ctx, brn__xml_unescape(&xml, (BrnSlice){raw, strlen(raw)}, &text));
  assert_string_equal(text, expected);
  brn__free(ctx, text);
}

static void entities_are_resolved(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  unescaped_is(ctx, "a &lt;&gt;&amp;&quot;&apos; b", "a <>&\"' b");
  unescaped_is(ctx, "&#65;&#x42;&#xe9;&#8364;&#x1F4AA;", "AB\xc3\xa9\xe2\x82\xac\xf0\x9f\x92\xaa");
  unescaped_is(ctx, "", "");
  static const char* const bad[] = {"&",     "&amp", "&foo;",    "&#0;",       "&#;", "&#x;",
                                    "&#-1;", "&#a;", "&#xd800;", "&#x110000;", "&;"};
  BrnXml xml = open_text(ctx, "<a/>");
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    char* text;
    BrnSlice raw = {bad[i], strlen(bad[i])};
    ENSURE_STATUS(ctx, brn__xml_unescape(&xml, raw, &text), BRN_BAD_FILE);
    ENSURE(!text);
    ENSURE_ERROR_HAS(ctx, bad[i]);
  }
  char* text;
  ENSURE_STATUS(ctx, brn__xml_unescape(&xml, (BrnSlice){"a\0b", 3}, &text), BRN_BAD_FILE);
  brn_fail_allocation(ctx, 0);
  ENSURE_STATUS(ctx, brn__xml_unescape(&xml, (BrnSlice){"a", 1}, &text), BRN_NO_MEMORY);
  test_context_done(ctx);
}

static void escaped_is(BrnContext* ctx, const char* text, const char* expected) {
  BrnSink sink;
  ENSURE_OK(ctx, brn__sink_open_memory(ctx, &sink));
  brn__xml_escape(&sink, text);
  brn__sink_bytes(&sink, "", 1);
  assert_string_equal(sink.buffer, expected);
  brn__sink_abandon(&sink);
}

static void text_is_escaped(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  escaped_is(ctx, "a <b> & \"c\" 'd'", "a &lt;b&gt; &amp; &quot;c&quot; &apos;d&apos;");
  escaped_is(ctx, "1\t2\n3\r4", "1&#9;2&#10;3&#13;4");
  escaped_is(ctx, "\x01 \x7f", "? ?");
  escaped_is(ctx, "\xc3\xa9 \xe2\x82\xac \xf0\x9f\x92\xaa",
             "\xc3\xa9 \xe2\x82\xac \xf0\x9f\x92\xaa");
  escaped_is(ctx, "\xe9t\xe9", "?t?");                // Latin-1
  escaped_is(ctx, "\xc0\xaf \xed\xa0\x80", "?? ???"); // too long, surrogate
  escaped_is(ctx, "\xf4\x90\x80\x80 \xe2\x82", "???? ??");
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(events_come_in_order), cmocka_unit_test(attributes_are_found_by_name),
          cmocka_unit_test(children_and_skipping), cmocka_unit_test(errors_tell_the_line),
          cmocka_unit_test(depth_and_width_are_limited), cmocka_unit_test(entities_are_resolved),
          cmocka_unit_test(text_is_escaped))
