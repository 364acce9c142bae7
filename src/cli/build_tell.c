// SPDX-License-Identifier: Apache-2.0

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
  if (model->flesh_count > 0) {
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
  static const char* const kind[] = {"bone", "muscle", "tendon"};
  json_t* row = json_object();
  json_object_set_new(row, "name", cli_json_text(part->name));
  json_object_set_new(row, "kind", json_string(kind[part->kind]));
  json_object_set_new(row, "tets", json_integer(part->tet_count));
  json_object_set_new(row, "pieces", json_integer(part->component_count));
  json_object_set_new(row, "volume", json_real(part->volume));
  if (part->tet_count == 0) return row;
  json_object_set_new(row, "min_angle", json_real(part->min_angle));
  json_object_set_new(row, "max_angle", json_real(part->max_angle));
  return row;
}

static json_t* number_or_null(double value) {
  return isfinite(value) ? json_real(value) : json_null();
}

static json_t* end_json(const BrnModel* model, int index) {
  if (index < 0) return json_null();
  const BrnModelAttachment* at = &model->attachment[index];
  json_t* row = json_object();
  json_t* holders = json_array();
  for (int p = 0; p < model->part_count; p++) {
    if (holds(at, p)) json_array_append_new(holders, cli_json_text(model->part[p].name));
  }
  json_object_set_new(row, "holders", holders);
  json_object_set_new(row, "vertices", json_integer(at->vertex_count));
  json_object_set_new(row, "area", json_real(at->area));
  json_object_set_new(row, "gap", number_or_null(at->gap));
  return row;
}

static json_t* unit_json(const BrnModel* model, const BrnModelUnit* unit) {
  json_t* row = json_object();
  json_object_set_new(row, "name", cli_json_text(unit->name));
  json_object_set_new(row, "tets", json_integer(unit->tet_count));
  json_object_set_new(row, "volume", json_real(unit->volume));
  json_object_set_new(row, "length", number_or_null(unit->length));
  json_object_set_new(row, "fibre_length", number_or_null(unit->fibre_length));
  json_object_set_new(row, "area", number_or_null(unit->area));
  json_object_set_new(row, "pennation", number_or_null(unit->pennation));
  json_object_set_new(row, "flat", json_integer(unit->flat_count));
  json_object_set_new(row, "origin", end_json(model, unit->origin));
  json_object_set_new(row, "insertion", end_json(model, unit->insertion));
  return row;
}

static json_t* joint_json(const BrnModel* model, const BrnModelJoint* joint) {
  json_t* row = json_object();
  json_object_set_new(row, "name", cli_json_text(joint->name));
  json_object_set_new(row, "type", json_string(joint_name(joint->type)));
  json_object_set_new(row, "parent", cli_json_text(model->bone[joint->parent].name));
  json_object_set_new(row, "child", cli_json_text(model->bone[joint->child].name));
  json_object_set_new(row, "point",
                      json_pack("[f, f, f]", joint->point[0], joint->point[1], joint->point[2]));
  json_object_set_new(row, "fit_error", number_or_null(joint->fit_error));
  return row;
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
  json_object_set_new(object, "name", cli_json_text(model->name ? model->name : ""));
  json_object_set_new(object, "cached", json_boolean(report->cached));
  json_object_set_new(object, "seconds", json_real(report->seconds));
  json_object_set_new(object, "mesh_seconds", json_real(report->mesh_seconds));
  json_object_set_new(object, "tets", json_integer(model->mesh->tet_count));
  json_object_set_new(object, "vertices", json_integer(model->mesh->vertex_count));
  if (model->mesh->tet_count > 0) {
    json_object_set_new(object, "min_angle", json_real(report->tets.min_dihedral));
    json_object_set_new(object, "max_angle", json_real(report->tets.max_dihedral));
  }
  json_object_set_new(object, "parts", parts);
  json_object_set_new(object, "units", units);
  json_object_set_new(object, "joints", joints);
  build_json_surfaces(model, object);
  return object;
}
