// SPDX-License-Identifier: Apache-2.0
//
// What `brawn build` has made: parts, muscles, joints and signals, as text and as JSON.

#include "cli/build.h"

#include <math.h>
#include <string.h>

static const double degrees = 180 / 3.14159265358979323846;

static const char* joint_name(BrnJointType type) {
  static const char* const name[] = {"ball", "hinge", "weld"};
  return name[type];
}

// ------------------------------------------------------------------------------------------- text

static void tell_whole(const Cli* cli, const BrnModel* model, const BrnBuildReport* report) {
  printf("%s%s%s: %s tets, %s vertices, angles %.1f to %.1f degrees; ", cli_color(cli, CLI_BOLD),
         model->name && *model->name ? model->name : "model", cli_color(cli, CLI_PLAIN),
         cli_count(model->mesh->tet_count).text, cli_count(model->mesh->vertex_count).text,
         report->tets.min_dihedral, report->tets.max_dihedral);
  if (report->cached) {
    printf("from the cache in %.2f s\n", report->seconds);
  } else {
    printf("built in %.1f s, %.1f s of them the mesh\n", report->seconds, report->mesh_seconds);
  }
}

static void tell_parts(const Cli* cli, const BrnModel* model) {
  printf("  %s%-24s %10s %10s %14s %7s%s\n", cli_color(cli, CLI_DIM), "part", "tets", "cm^3",
         "angles", "pieces", cli_color(cli, CLI_PLAIN));
  for (int i = 0; i < model->part_count; i++) {
    const BrnModelPart* part = &model->part[i];
    printf("  %-24s %10s %10.2f   %5.1f  %5.1f %7d\n", part->name, cli_count(part->tet_count).text,
           1e6 * part->volume, part->min_angle, part->max_angle, part->component_count);
  }
}

typedef struct EndText {
  char text[160];
} EndText;

static bool holds(const BrnModelAttachment* at, int part) {
  for (int i = 0; i < at->vertex_count; i++) {
    if (at->holder[i] == part) return true;
  }
  return false;
}

// "scapula, humerus": the one with most of it first
static EndText holders_text(const BrnModel* model, const BrnModelAttachment* at) {
  EndText list = {"no bone"};
  if (at->part < 0) return list;
  snprintf(list.text, sizeof list.text, "%.32s", model->part[at->part].name);
  for (int p = 0; p < model->part_count; p++) {
    size_t used = strlen(list.text);
    if (p == at->part || !holds(at, p)) continue;
    snprintf(list.text + used, sizeof list.text - used, ", %.32s", model->part[p].name);
  }
  return list;
}

static EndText end_text(const BrnModel* model, int index) {
  EndText end = {"-"};
  if (index < 0) return end;
  const BrnModelAttachment* at = &model->attachment[index];
  snprintf(end.text, sizeof end.text, "%.120s %.2f cm^2", holders_text(model, at).text,
           1e4 * at->area);
  return end;
}

static void tell_units(const Cli* cli, const BrnModel* model) {
  if (model->unit_count == 0) return;
  printf("  %s%-24s %8s %8s %8s  %-26s %s%s\n", cli_color(cli, CLI_DIM), "muscle", "fibre mm",
         "line mm", "PCSA cm2", "origin", "insertion", cli_color(cli, CLI_PLAIN));
  for (int i = 0; i < model->unit_count; i++) {
    const BrnModelUnit* unit = &model->unit_list[i];
    printf("  %-24s %8.1f %8.1f %8.2f  %-26s %s\n", unit->name, 1e3 * unit->fibre_length,
           1e3 * unit->length, 1e4 * unit->area, end_text(model, unit->origin).text,
           end_text(model, unit->insertion).text);
  }
}

static void tell_joints(const BrnModel* model) {
  for (int i = 0; i < model->joint_count; i++) {
    const BrnModelJoint* joint = &model->joint[i];
    printf("  %-24s %s between %s and %s", joint->name, joint_name(joint->type),
           model->bone[joint->parent].name, model->bone[joint->child].name);
    if (joint->type == BRN_JOINT_HINGE) {
      printf(", %.0f to %.0f degrees", degrees * joint->limits[0], degrees * joint->limits[1]);
    }
    if (!isnan(joint->fit_error)) printf(", fitted to %.2f mm", 1e3 * joint->fit_error);
    putchar('\n');
  }
}

// "heel_strike   signal of foot, activates tibialis"
static void tell_signals(const BrnModel* model) {
  for (int i = 0; i < model->sensor_count; i++) {
    printf("  %-24s sensor\n", model->sensor[i].name);
  }
  for (int i = 0; i < model->probe_count; i++) {
    printf("  %-24s probe\n", model->probe[i].name);
  }
  for (int i = 0; i < model->signal_count; i++) {
    const BrnModelSignal* signal = &model->signal[i];
    printf("  %-24s signal", signal->name);
    if (signal->sensor >= 0) printf(" of %s", model->sensor[signal->sensor].name);
    for (int k = 0; k < signal->of_count; k++) {
      printf("%s%s", k > 0 ? ", " : " of ", model->signal[signal->of[k]].name);
    }
    const char* before = ", activates ";
    for (int u = 0; u < model->unit_count; u++) {
      if (model->unit_list[u].signal != i) continue;
      printf("%s%s", before, model->unit_list[u].name);
      before = ", ";
    }
    putchar('\n');
  }
}

void build_tell(const Cli* cli, const BrnModel* model, const BrnBuildReport* report) {
  if (brn_model_count(model, BRN_OF_SHEETS) > 0) {
    build_tell_surfaces(cli, model, report);
  } else {
    tell_whole(cli, model, report);
    tell_parts(cli, model);
  }
  tell_units(cli, model);
  tell_joints(model);
  tell_signals(model);
}

// ------------------------------------------------------------------------------------------- JSON

static json_t* part_json(const BrnModelPart* part) {
  static const char* const kind[] = {"bone", "muscle", "tendon", "soft"};
  json_t* row = json_object();
  cli_put_text(row, "name", part->name);
  cli_put_text(row, "kind", kind[part->kind]);
  cli_put_int(row, "tets", part->tet_count);
  cli_put_int(row, "pieces", part->component_count);
  cli_put_real(row, "volume", part->volume);
  if (part->tet_count == 0) return row;
  cli_put_real(row, "min_angle", part->min_angle);
  cli_put_real(row, "max_angle", part->max_angle);
  return row;
}

static json_t* end_json(const BrnModel* model, int index) {
  if (index < 0) return json_null();
  const BrnModelAttachment* at = &model->attachment[index];
  json_t* row = json_object();
  json_t* holders = json_array();
  for (int p = 0; p < model->part_count; p++) {
    if (holds(at, p)) json_array_append_new(holders, cli_json_text(model->part[p].name));
  }
  cli_put(row, "holders", holders);
  cli_put_int(row, "vertices", at->vertex_count);
  cli_put_real(row, "area", at->area);
  cli_put_real(row, "gap", at->gap);
  return row;
}

static json_t* unit_json(const BrnModel* model, const BrnModelUnit* unit) {
  json_t* row = json_object();
  cli_put_text(row, "name", unit->name);
  cli_put_int(row, "tets", unit->tet_count);
  cli_put_real(row, "volume", unit->volume);
  cli_put_real(row, "length", unit->length);
  cli_put_real(row, "fibre_length", unit->fibre_length);
  cli_put_real(row, "area", unit->area);
  cli_put_real(row, "pennation", unit->pennation);
  cli_put_int(row, "flat", unit->flat_count);
  cli_put(row, "origin", end_json(model, unit->origin));
  cli_put(row, "insertion", end_json(model, unit->insertion));
  return row;
}

static json_t* joint_json(const BrnModel* model, const BrnModelJoint* joint) {
  json_t* row = json_object();
  cli_put_text(row, "name", joint->name);
  cli_put_text(row, "type", joint_name(joint->type));
  cli_put_text(row, "parent", model->bone[joint->parent].name);
  cli_put_text(row, "child", model->bone[joint->child].name);
  cli_put(row, "point", cli_json_triple(joint->point));
  cli_put_real(row, "fit_error", joint->fit_error);
  return row;
}

json_t* build_steps_json(const BrnBuildReport* report) {
  json_t* list = json_array();
  for (int i = 0; i < report->step_count; i++) {
    json_t* row = json_object();
    cli_put_text(row, "name", report->step[i].name);
    cli_put_bool(row, "cached", report->step[i].cached);
    cli_put_real(row, "seconds", report->step[i].seconds);
    json_array_append_new(list, row);
  }
  return list;
}

json_t* build_json(const BrnModel* model, const BrnBuildReport* report) {
  json_t *object = json_object(), *parts = json_array(), *units = json_array();
  json_t* joints = json_array();
  for (int i = 0; i < model->part_count; i++) {
    json_array_append_new(parts, part_json(&model->part[i]));
  }
  for (int i = 0; i < model->unit_count; i++) {
    json_array_append_new(units, unit_json(model, &model->unit_list[i]));
  }
  for (int i = 0; i < model->joint_count; i++) {
    json_array_append_new(joints, joint_json(model, &model->joint[i]));
  }
  cli_put_text(object, "name", model->name ? model->name : "");
  cli_put_bool(object, "cached", report->cached);
  cli_put_real(object, "seconds", report->seconds);
  cli_put_real(object, "mesh_seconds", report->mesh_seconds);
  cli_put(object, "steps", build_steps_json(report));
  cli_put_int(object, "tets", model->mesh->tet_count);
  cli_put_int(object, "vertices", model->mesh->vertex_count);
  if (model->mesh->tet_count > 0) {
    cli_put_real(object, "min_angle", report->tets.min_dihedral);
    cli_put_real(object, "max_angle", report->tets.max_dihedral);
  }
  cli_put(object, "parts", parts);
  cli_put(object, "units", units);
  cli_put(object, "joints", joints);
  build_json_surfaces(model, object);
  return object;
}
