// SPDX-License-Identifier: Apache-2.0
//
// A small strict pull parser for the XML that VTK files are made of: elements, attributes, the five
// named and the numbered entities, comments, processing instructions and text. Document types and
// CDATA are refused. Nothing is allocated: names and values are slices of the source.
//
//   BrnXml xml = brn__xml(ctx, source);
//   BrnXmlEvent event;
//   do {
//     BRN_TRY(brn__xml_next(&xml, &event));
//     if (event == BRN_XML_OPEN && brn__slice_is(xml.name, "DataSet")) ...
//   } while (event != BRN_XML_END);

#pragma once

#include "io/sink.h"
#include "io/source.h"

typedef enum BrnXmlEvent {
  BRN_XML_OPEN,  ///< name and attributes are set; <a/> is followed by its BRN_XML_CLOSE too
  BRN_XML_CLOSE, ///< name is set
  BRN_XML_TEXT,  ///< content is set and not blank; entities are left as they are
  BRN_XML_END,   ///< the root element was closed and nothing follows it
} BrnXmlEvent;

enum { BRN_XML_DEPTH = 32, BRN_XML_ATTRIBUTES = 32 };

typedef struct BrnXmlAttribute {
  BrnSlice name, value; // the value with its entities unresolved
} BrnXmlAttribute;

typedef struct BrnXml {
  BrnText text; // what comes next
  int line;     // where the event began
  BrnSlice name;
  BrnSlice content;
  int attribute_count;
  BrnXmlAttribute attribute[BRN_XML_ATTRIBUTES];
  int depth; // elements that are open
  BrnSlice open[BRN_XML_DEPTH];
  int open_line[BRN_XML_DEPTH];
  bool empty_element; // <a/> was opened and must be closed
  bool root_done;
} BrnXml;

BrnXml brn__xml(BrnContext* ctx, const BrnSource* source);
BrnStatus brn__xml_next(BrnXml* xml, BrnXmlEvent* event);
/// The next child of the element that was opened last or whose child was closed last; text between
/// children is passed over. False when the element itself was closed.
BrnStatus brn__xml_next_child(BrnXml* xml, bool* found);
/// Passes the rest of the element that was just opened, its end included.
BrnStatus brn__xml_skip(BrnXml* xml);

/// The raw value of an attribute of the element just opened. False when there is none.
bool brn__xml_attribute(const BrnXml* xml, const char* name, BrnSlice* value);
/// A copy of raw text with its entities resolved, for brn__free().
BrnStatus brn__xml_unescape(const BrnXml* xml, BrnSlice raw, char** out);

/// Fails with "file:line: message", the line being where the event began.
BrnStatus brn__xml_fail(const BrnXml* xml, const char* format, ...) BRN_PRINTF(2, 3);

/// Writes text for use in an attribute. What XML cannot say (control characters, bytes that are not
/// UTF-8) becomes a question mark.
void brn__xml_escape(BrnSink* sink, const char* text);
