// SPDX-License-Identifier: Apache-2.0
//
// What `brawn build` has made: parts, muscles, joints and signals, and of a body of surfaces what
// holds it together.

#include "cli/build.h"

#include <string.h>

static json_t* named(const char* name) { return cli__text(name); }

// ------------------------------------------------------------------------------------------- parts

static json_t* part(const void* of, int i) {
  static const char* const kind[] = {"bone", "muscle", "tendon", "soft"};
  const BrnModel* model = of;
  const BrnModelPart* p = &model->part[i];
  int sheet = brn_model_sheet_of(model, i);
  bool tets = p->tet_count > 0, surfaces = brn_model_count(model, BRN_OF_SHEETS) > 0;
  const BrnMesh* mesh = surfaces ? model->surface[p->surface].mesh : NULL;
  return cli_facts(FACT("name", p->name), FACT("kind", kind[p->kind]), FACT("tets", p->tet_count),
                   FACT("pieces", p->component_count), FACT("volume", p->volume),
                   FACT_IF(tets, "min_angle", p->min_angle),
                   FACT_IF(tets, "max_angle", p->max_angle),
                   FACT_IF(mesh, "vertices", mesh->vertex_count),
                   FACT_IF(mesh, "triangles", mesh->triangle_count),
                   FACT_IF(sheet >= 0, "inner", model->flesh[sheet].inner_count));
}

// --------------------------------------------------------------------------------------- the whole

static bool holds(const BrnModelAttachment* at, int part) {
  for (int i = 0; i < at->vertex_count; i++) {
    if (at->holder[i] == part) return true;
  }
  return false;
}

// the one with most of it first
static json_t* end(const BrnModel* model, int index) {
  if (index < 0) return json_null();
  const BrnModelAttachment* at = &model->attachment[index];
  json_t* holders = json_array();
  if (at->part >= 0) json_array_append_new(holders, named(model->part[at->part].name));
  for (int p = 0; p < model->part_count; p++) {
    if (p != at->part && holds(at, p)) json_array_append_new(holders, named(model->part[p].name));
  }
  return cli_facts(FACT("holders", holders), FACT("vertices", at->vertex_count),
                   FACT("area", at->area), FACT("gap", at->gap));
}

static json_t* unit(const void* of, int i) {
  const BrnModel* model = of;
  const BrnModelUnit* u = &model->unit_list[i];
  return cli_facts(FACT("name", u->name), FACT("tets", u->tet_count), FACT("volume", u->volume),
                   FACT("length", u->length), FACT("fibre_length", u->fibre_length),
                   FACT("area", u->area), FACT("pennation", u->pennation),
                   FACT("flat", u->flat_count), FACT("origin", end(model, u->origin)),
                   FACT("insertion", end(model, u->insertion)));
}

static json_t* joint(const void* of, int i) {
  static const char* const type[] = {"ball", "hinge", "weld"};
  const BrnModel* model = of;
  const BrnModelJoint* j = &model->joint[i];
  bool hinge = j->type == BRN_JOINT_HINGE;
  return cli_facts(FACT("name", j->name), FACT("type", type[j->type]),
                   FACT("parent", model->bone[j->parent].name),
                   FACT("child", model->bone[j->child].name), FACT("point", j->point),
                   FACT_IF(hinge, "least", j->limits[0]), FACT_IF(hinge, "most", j->limits[1]),
                   FACT("fit_error", j->fit_error));
}

// ----------------------------------------------------------------------------------------- signals

static json_t* sensor(const void* of, int i) {
  return named(((const BrnModel*)of)->sensor[i].name);
}

static json_t* probe(const void* of, int i) { return named(((const BrnModel*)of)->probe[i].name); }

static json_t* signal(const void* of, int i) {
  const BrnModel* model = of;
  const BrnModelSignal* s = &model->signal[i];
  json_t *sources = json_array(), *units = json_array();
  if (s->sensor >= 0) json_array_append_new(sources, named(model->sensor[s->sensor].name));
  for (int k = 0; k < s->of_count; k++) {
    json_array_append_new(sources, named(model->signal[s->of[k]].name));
  }
  for (int u = 0; u < model->unit_count; u++) {
    bool activated = model->unit_list[u].signal == i;
    if (activated) json_array_append_new(units, named(model->unit_list[u].name));
  }
  return cli_facts(FACT("name", s->name), FACT("of", sources), FACT("activates", units));
}

// ---------------------------------------------------------------------------------------- surfaces

static json_t* flesh(const void* of, int i) {
  const BrnModelFlesh* f = &((const BrnModel*)of)->flesh[i];
  return cli_facts(FACT("name", f->name), FACT("vertices", f->vertex_count),
                   FACT("triangles", f->triangle_count), FACT("inner", f->inner_count),
                   FACT("edges", f->edge_count - f->diagonal_count),
                   FACT("diagonals", f->diagonal_count), FACT("length", f->length),
                   FACT("volume", f->volume));
}

static json_t* constraints(const BrnModel* model) {
  int edges = 0, diagonals = 0, links = 0, volumes = 0, ties = brn_model_tie_count(model);
  for (int i = 0; i < model->flesh_count; i++) {
    const BrnModelFlesh* f = &model->flesh[i];
    edges += f->edge_count - f->diagonal_count;
    diagonals += f->diagonal_count;
    if (f->inner_count > 0) links += f->vertex_count;
    for (int k = 0; k < f->inner_count; k++) links += f->parent[k] >= 0;
    if (f->volume > 0) volumes++; // an open surface has none
  }
  return cli_facts(FACT("all", edges + diagonals + links + ties + volumes), FACT("edges", edges),
                   FACT("diagonals", diagonals), FACT("links", links), FACT("ties", ties),
                   FACT("volumes", volumes));
}

static json_t* envelope(const BrnModel* model) {
  if (model->envelope.surface < 0) return NULL;
  const BrnMesh* mesh = model->surface[model->envelope.surface].mesh;
  return cli_facts(FACT("vertices", mesh->vertex_count), FACT("triangles", mesh->triangle_count));
}

static void add_surfaces(const BrnModel* model, json_t* facts) {
  int inner = 0;
  for (int i = 0; i < model->flesh_count; i++) inner += model->flesh[i].inner_count;
  cli_add(facts, FACT("triangles", model->mesh->triangle_count), FACT("inner", inner),
          FACT("surface_vertices", model->mesh->vertex_count - inner),
          FACT("constraints", constraints(model)),
          FACT("flesh", cli_list(model->flesh_count, flesh, model)),
          FACT("envelope", envelope(model)));
}

// --------------------------------------------------------------------------------------------- all

static json_t* step(const void* of, int i) {
  const BrnBuildReport* report = of;
  return cli_facts(FACT("name", report->step[i].name), FACT("cached", report->step[i].cached),
                   FACT("seconds", report->step[i].seconds));
}

json_t* build_steps(const BrnBuildReport* report) {
  return cli_list(report->step_count, step, report);
}

json_t* build_facts(const BrnModel* model, const BrnBuildReport* report) {
  bool tets = model->mesh->tet_count > 0;
  json_t* facts =
      cli_facts(FACT("name", model->name ? model->name : ""), FACT("cached", report->cached),
                FACT("seconds", report->seconds), FACT("mesh_seconds", report->mesh_seconds),
                FACT("steps", build_steps(report)), FACT("tets", model->mesh->tet_count),
                FACT("vertices", model->mesh->vertex_count),
                FACT_IF(tets, "min_angle", report->tets.min_dihedral),
                FACT_IF(tets, "max_angle", report->tets.max_dihedral),
                FACT("parts", cli_list(model->part_count, part, model)),
                FACT("units", cli_list(model->unit_count, unit, model)),
                FACT("joints", cli_list(model->joint_count, joint, model)),
                FACT("sensors", cli_list(model->sensor_count, sensor, model)),
                FACT("probes", cli_list(model->probe_count, probe, model)),
                FACT("signals", cli_list(model->signal_count, signal, model)));
  if (brn_model_count(model, BRN_OF_SHEETS) > 0) add_surfaces(model, facts);
  return facts;
}

// -------------------------------------------------------------------------------------------- text

#define END "{@holders}{#||, }{.}{/}{!holders}no bone{/} {area:.2f*1e4} cm^2"
#define DEGREES "57.29577951308232"

void build_tell(const Cli* cli, const json_t* facts) {
  cli_tell(
      cli, facts,
      "{~bold}{?name}{name}{/}{!name}model{/}{~}: "
      // a body of surfaces
      "{?constraints}surfaces of {surface_vertices} vertices and {triangles} triangles, {inner} "
      "inner points; {?cached}from the cache in {seconds:.2f} s{/}{!cached}built in {seconds:.1f} "
      "s{/}\n"
      "{@constraints}  {all} constraints: {edges} edges, {diagonals} diagonals, {links} inner "
      "links, {ties} fascia ties, {volumes} volumes\n{/}"
      "  {~dim}part{>27} vertices triangles       cm^3  pieces   inner{~}\n"
      "{@parts}  {name:-24} {vertices:9} {triangles:9} {volume:10.2f*1e6} {pieces:7}"
      "{?inner} {inner:7}{/}\n{/}"
      "{@envelope}  envelope{>27}{vertices:9} {triangles:9}\n{/}{/}"
      // a body of tets
      "{!constraints}{tets} tets, {vertices} vertices, angles {min_angle:.1f} to {max_angle:.1f} "
      "degrees; {?cached}from the cache in {seconds:.2f} s{/}{!cached}built in {seconds:.1f} s, "
      "{mesh_seconds:.1f} s of them the mesh{/}\n"
      "  {~dim}part{>27}      tets       cm^3         angles  pieces{~}\n"
      "{@parts}  {name:-24} {tets:10} {volume:10.2f*1e6}{?tets}   {min_angle:5.1f}  "
      "{max_angle:5.1f}{/}{>64}{pieces:7}\n{/}{/}"
      // both
      "{?units}  {~dim}muscle{>27}fibre mm  line mm PCSA cm2  origin{>82}insertion{~}\n{/}"
      "{@units}  {name:-24} {fibre_length:8.1f*1e3} {length:8.1f*1e3} {area:8.2f*1e4}  "
      "{@origin}" END "{/}{!origin}-{/}{>82}{@insertion}" END "{/}{!insertion}-{/}\n{/}"
      "{@joints}  {name:-24} {type} between {parent} and {child}{?type=hinge}, "
      "{least:.0f*" DEGREES "} to {most:.0f*" DEGREES "} degrees{/}"
      "{?fit_error}, fitted to {fit_error:.2f*1e3} mm{/}\n{/}"
      "{@sensors}  {.:-24} sensor\n{/}"
      "{@probes}  {.:-24} probe\n{/}"
      "{@signals}  {name:-24} signal{@of}{#| of |, }{.}{/}"
      "{@activates}{#|, activates |, }{.}{/}\n{/}");
}
