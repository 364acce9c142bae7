// SPDX-License-Identifier: Apache-2.0

#include "io/pvd.h"

#include "io/xml.h"

#include <math.h>

// A PVD file is ParaView's list of the files of an animation:
//
//   <VTKFile type="Collection" version="0.1">
//     <Collection>
//       <DataSet timestep="0.5" part="0" file="arm_0012.vtu"/>

BrnStatus brn_collection_create(BrnContext* ctx, BrnCollection** out) {
  BRN_ASSERT(ctx && out);
  *out = brn__new_zero(ctx, 1, BrnCollection);
  return *out ? BRN_OK : BRN_NO_MEMORY;
}

void brn_collection_destroy(BrnContext* ctx, BrnCollection* collection) {
  BRN_ASSERT(ctx);
  if (!collection) return;
  for (int i = 0; i < collection->step_count; i++) brn__free(ctx, collection->file[i]);
  brn__free(ctx, collection->time);
  brn__free(ctx, collection->part);
  brn__free(ctx, collection->file);
  brn__free(ctx, collection);
}

static BrnStatus make_room(BrnContext* ctx, BrnCollection* list) {
  size_t needed = (size_t)list->step_count + 1;
  BRN_TRY(brn__grow_block(ctx, &list->time, needed, sizeof *list->time));
  BRN_TRY(brn__grow_block(ctx, &list->part, needed, sizeof *list->part));
  return brn__grow_block(ctx, &list->file, needed, sizeof *list->file);
}

BrnStatus brn_collection_add(BrnContext* ctx, BrnCollection* collection, double time, int part,
                             const char* file) {
  BRN_ASSERT(ctx && collection && file);
  if (!isfinite(time)) {
    return brn__fail(ctx, BRN_INVALID, "the time of \"%s\" is not a finite number", file);
  }
  BRN_TRY(make_room(ctx, collection));
  char* copy = brn__strdup(ctx, file);
  if (!copy) return BRN_NO_MEMORY;
  int step = collection->step_count++;
  collection->time[step] = time;
  collection->part[step] = part;
  collection->file[step] = copy;
  return BRN_OK;
}

// --------------------------------------------------------------------------------------- reading

static BrnStatus read_data_set(BrnXml* xml, BrnCollection* list) {
  BrnSlice word, file;
  double time = 0;
  int part = 0;
  if (brn__xml_attribute(xml, "timestep", &word)) {
    if (!brn__slice_to_double(word, &time) || !isfinite(time)) {
      return brn__xml_fail(xml, "expected a finite number (timestep), found \"%s\"",
                           BRN_SHOW(word));
    }
  }
  if (brn__xml_attribute(xml, "part", &word) && word.length > 0) {
    if (!brn__slice_to_int(word, &part)) {
      return brn__xml_fail(xml, "expected an integer (part), found \"%s\"", BRN_SHOW(word));
    }
  }
  if (!brn__xml_attribute(xml, "file", &file) || file.length == 0) {
    return brn__xml_fail(xml, "<DataSet> has no attribute \"file\"");
  }
  char* name;
  BRN_TRY(brn__xml_unescape(xml, file, &name));
  BrnStatus status = brn_collection_add(xml->text.ctx, list, time, part, name);
  brn__free(xml->text.ctx, name);
  return status;
}

static BrnStatus read_root(BrnXml* xml) {
  bool found;
  BrnSlice type = {0};
  BRN_TRY(brn__xml_next_child(xml, &found));
  if (!brn__slice_is(xml->name, "VTKFile")) {
    return brn__xml_fail(xml, "expected <VTKFile>, found <%s>", BRN_SHOW(xml->name));
  }
  brn__xml_attribute(xml, "type", &type);
  if (brn__slice_is(type, "Collection")) return BRN_OK;
  return brn__xml_fail(xml, "expected a VTKFile of type \"Collection\", found \"%s\"",
                       BRN_SHOW(type));
}

static BrnStatus read_collection(BrnXml* xml, BrnCollection* list) {
  BRN_TRY(read_root(xml));
  BrnXmlEvent event;
  bool inside = false, seen = false;
  do {
    BRN_TRY(brn__xml_next(xml, &event));
    if (event == BRN_XML_CLOSE && brn__slice_is(xml->name, "Collection")) inside = false;
    if (event != BRN_XML_OPEN) continue;
    if (xml->depth == 2 && brn__slice_is(xml->name, "Collection")) inside = seen = true;
    if (inside && xml->depth == 3 && brn__slice_is(xml->name, "DataSet")) {
      BRN_TRY(read_data_set(xml, list));
    }
  } while (event != BRN_XML_END);
  return seen ? BRN_OK : brn__xml_fail(xml, "expected <Collection> in <VTKFile>");
}

BrnStatus brn__collection_parse(BrnContext* ctx, const BrnSource* source, BrnCollection** out) {
  *out = NULL;
  if (source->size == 0) {
    return brn__fail(ctx, BRN_BAD_FILE, "%s: the file is empty; expected <VTKFile>", source->name);
  }
  BrnCollection* list;
  BRN_TRY(brn_collection_create(ctx, &list));
  BrnXml xml = brn__xml(ctx, source);
  BrnStatus status = read_collection(&xml, list);
  if (status != BRN_OK) {
    brn_collection_destroy(ctx, list);
    return status;
  }
  *out = list;
  return BRN_OK;
}

BrnStatus brn_collection_read(BrnContext* ctx, const char* path, BrnCollection** out) {
  BRN_ASSERT(ctx && path && out);
  *out = NULL;
  BrnSource source;
  BRN_TRY(brn__source_open(ctx, path, &source));
  BrnStatus status = brn__collection_parse(ctx, &source, out);
  brn__source_close(ctx, &source);
  return status;
}

// --------------------------------------------------------------------------------------- writing

void brn__collection_print(const BrnCollection* collection, BrnSink* sink) {
  brn__sink_text(sink, "<?xml version=\"1.0\"?>\n"
                       "<VTKFile type=\"Collection\" version=\"0.1\">\n  <Collection>\n");
  for (int i = 0; i < collection->step_count; i++) {
    brn__sink_text(sink, "    <DataSet timestep=\"");
    brn__sink_double(sink, collection->time[i]);
    brn__sink_printf(sink, "\" group=\"\" part=\"%d\" file=\"", collection->part[i]);
    brn__xml_escape(sink, collection->file[i]);
    brn__sink_text(sink, "\"/>\n");
  }
  brn__sink_text(sink, "  </Collection>\n</VTKFile>\n");
}

BrnStatus brn_collection_write(BrnContext* ctx, const BrnCollection* collection, const char* path) {
  BRN_ASSERT(ctx && collection && path);
  BrnSink sink;
  BRN_TRY(brn__sink_open(ctx, path, &sink));
  brn__collection_print(collection, &sink);
  return brn__sink_close(&sink);
}
