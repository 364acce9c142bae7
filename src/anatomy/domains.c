// SPDX-License-Identifier: Apache-2.0
//
// What a body has, by kind: how many, and their names.

#include "brawn/anatomy.h"
#include "core/core.h"

#include <stddef.h>
#include <string.h>

// items lie in a list of the model, each with a name
typedef struct Domain {
  const char* name;
  size_t count, list; // where the model has them
  size_t size, title; // of an item; where it has its name
} Domain;

#define IN_LIST(word, member, counter, Type)                                                       \
  {                                                                                                \
    word, offsetof(BrnModel, counter), offsetof(BrnModel, member), sizeof(Type),                   \
        offsetof(Type, name)                                                                       \
  }

static const Domain domains[BRN_MODEL_DOMAINS] = {
    [BRN_OF_VERTICES] = {.name = "vertex"},
    [BRN_OF_TETS] = {.name = "tet"},
    [BRN_OF_SAMPLES] = {.name = "sample"},
    [BRN_OF_SHEETS] = IN_LIST("sheet", flesh, flesh_count, BrnModelFlesh),
    [BRN_OF_PARTS] = IN_LIST("part", part, part_count, BrnModelPart),
    [BRN_OF_MUSCLES] = IN_LIST("muscle", muscle, muscle_count, BrnModelMuscle),
    [BRN_OF_UNITS] = IN_LIST("unit", unit_list, unit_count, BrnModelUnit),
    [BRN_OF_BONES] = IN_LIST("bone", bone, bone_count, BrnModelBone),
    [BRN_OF_JOINTS] = IN_LIST("joint", joint, joint_count, BrnModelJoint),
    [BRN_OF_ATTACHMENTS] = IN_LIST("attachment", attachment, attachment_count, BrnModelAttachment),
    [BRN_OF_SUPPORTS] = IN_LIST("support", support, support_count, BrnModelSupport),
    [BRN_OF_SENSORS] = IN_LIST("sensor", sensor, sensor_count, BrnModelSensor),
    [BRN_OF_SIGNALS] = IN_LIST("signal", signal, signal_count, BrnModelSignal),
    [BRN_OF_PROBES] = IN_LIST("probe", probe, probe_count, BrnModelProbe),
};

const char* brn_model_domain_name(BrnModelDomain domain) {
  BRN_ASSERT(domain >= 0 && domain < BRN_MODEL_DOMAINS);
  return domains[domain].name;
}

BrnDomain brn_model_samples(const BrnModel* model) {
  BRN_ASSERT(model);
  return model->mesh->tet_count > 0 ? BRN_ON_TET : BRN_ON_VERTEX;
}

int brn_model_count(const BrnModel* model, BrnModelDomain domain) {
  BRN_ASSERT(model && domain >= 0 && domain < BRN_MODEL_DOMAINS);
  if (domain == BRN_OF_VERTICES) return model->mesh->vertex_count;
  if (domain == BRN_OF_TETS) return model->mesh->tet_count;
  if (domain == BRN_OF_SAMPLES) return brn_mesh_item_count(model->mesh, brn_model_samples(model));
  int count;
  memcpy(&count, (const char*)model + domains[domain].count, sizeof count);
  return count;
}

const char* brn_model_item_name(const BrnModel* model, BrnModelDomain domain, int index) {
  BRN_ASSERT(index >= 0 && index < brn_model_count(model, domain));
  const Domain* d = &domains[domain];
  const char *list, *name;
  if (d->size == 0) return NULL;
  memcpy(&list, (const char*)model + d->list, sizeof list);
  memcpy(&name, list + d->size * (size_t)index + d->title, sizeof name);
  return name;
}

int brn_model_sheet_of(const BrnModel* model, int part) {
  BRN_ASSERT(model);
  for (int i = 0; i < model->flesh_count && part >= 0; i++) {
    if (model->flesh[i].part == part) return i;
  }
  return -1;
}
