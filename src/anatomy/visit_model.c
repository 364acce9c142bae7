// SPDX-License-Identifier: Apache-2.0

#include "anatomy/visit.h"

// Every member of a model, in the order of anatomy.h.

typedef void BrnVisitItemFn(BrnVisit* visit, void* item);

// `list` is the address of the pointer
static void visit_list(BrnVisit* visit, void* list, int* count, size_t size, BrnVisitItemFn* fn) {
  BRN_VISIT(visit, *count);
  if (!brn__visit_block(visit, list, *count, size, 4)) {
    if (visit->mode == BRN_VISIT_READ) *count = 0;
    return;
  }
  char* item = *(char**)list;
  for (int i = 0; i < *count; i++) fn(visit, item + size * (size_t)i);
  brn__visit_leave(visit, list);
}

static void visit_part(BrnVisit* visit, void* item) {
  BrnModelPart* part = item;
  brn__visit_text(visit, &part->name);
  BRN_VISIT(visit, part->kind);
  BRN_VISIT(visit, part->owner);
  BRN_VISIT(visit, part->label);
  BRN_VISIT(visit, part->surface);
  BRN_VISIT(visit, part->tet_count);
  BRN_VISIT(visit, part->component_count);
  BRN_VISIT(visit, part->volume);
  BRN_VISIT(visit, part->min_angle);
  BRN_VISIT(visit, part->max_angle);
}

static void visit_bone(BrnVisit* visit, void* item) {
  BrnModelBone* bone = item;
  brn__visit_text(visit, &bone->name);
  BRN_VISIT(visit, bone->part);
  BRN_VISIT(visit, bone->vertex_count);
  BRN_VISIT_ARRAY(visit, bone->vertex, bone->vertex_count, 1);
  BRN_VISIT(visit, bone->mass);
  BRN_VISIT(visit, bone->centre);
  BRN_VISIT(visit, bone->inertia);
  BRN_VISIT(visit, bone->fixed);
  BRN_VISIT(visit, bone->motion);
}

static void visit_muscle(BrnVisit* visit, void* item) {
  BrnModelMuscle* muscle = item;
  brn__visit_text(visit, &muscle->name);
  BRN_VISIT(visit, muscle->first_unit);
  BRN_VISIT(visit, muscle->unit_count);
}

static void visit_unit(BrnVisit* visit, void* item) {
  BrnModelUnit* unit = item;
  brn__visit_text(visit, &unit->name);
  BRN_VISIT(visit, unit->muscle);
  BRN_VISIT(visit, unit->tet_count);
  BRN_VISIT_ARRAY(visit, unit->tet, unit->tet_count, 1);
  BRN_VISIT(visit, unit->origin);
  BRN_VISIT(visit, unit->insertion);
  BRN_VISIT(visit, unit->tension);
  BRN_VISIT(visit, unit->own_tension);
  brn__visit_track(visit, &unit->activation);
  BRN_VISIT(visit, unit->signal);
  BRN_VISIT(visit, unit->rise);
  BRN_VISIT(visit, unit->fall);
  BRN_VISIT(visit, unit->volume);
  BRN_VISIT(visit, unit->length);
  BRN_VISIT(visit, unit->fibre_length);
  BRN_VISIT(visit, unit->area);
  BRN_VISIT(visit, unit->pennation);
  BRN_VISIT(visit, unit->line_count);
  BRN_VISIT_ARRAY(visit, unit->line, unit->line_count, 3);
  BRN_VISIT_ARRAY(visit, unit->line_weight, unit->line_count, 4);
  BRN_VISIT_ARRAY(visit, unit->line_vertex, unit->line_count, 4);
  BRN_VISIT_ARRAY(visit, unit->potential, unit->tet_count, 1);
  BRN_VISIT(visit, unit->flat_count);
}

static void visit_attachment(BrnVisit* visit, void* item) {
  BrnModelAttachment* attachment = item;
  brn__visit_text(visit, &attachment->name);
  BRN_VISIT(visit, attachment->unit);
  BRN_VISIT(visit, attachment->part);
  BRN_VISIT(visit, attachment->bone);
  BRN_VISIT(visit, attachment->vertex_count);
  BRN_VISIT_ARRAY(visit, attachment->vertex, attachment->vertex_count, 1);
  BRN_VISIT_ARRAY(visit, attachment->holder, attachment->vertex_count, 1);
  BRN_VISIT(visit, attachment->area);
  BRN_VISIT(visit, attachment->centre);
  BRN_VISIT(visit, attachment->gap);
}

static void visit_joint(BrnVisit* visit, void* item) {
  BrnModelJoint* joint = item;
  brn__visit_text(visit, &joint->name);
  BRN_VISIT(visit, joint->type);
  BRN_VISIT(visit, joint->parent);
  BRN_VISIT(visit, joint->child);
  BRN_VISIT(visit, joint->point);
  BRN_VISIT(visit, joint->axis);
  BRN_VISIT(visit, joint->limits);
  BRN_VISIT(visit, joint->swing);
  BRN_VISIT(visit, joint->fit_error);
  brn__visit_track(visit, &joint->angle);
}

static void visit_parameter(BrnVisit* visit, void* item) {
  BrnParameter* parameter = item;
  brn__visit_text(visit, &parameter->key);
  brn__visit_text(visit, &parameter->text);
  BRN_VISIT(visit, parameter->row_count);
  BRN_VISIT_ARRAY(visit, parameter->row, parameter->row_count, 2);
}

static void visit_material(BrnVisit* visit, void* item) {
  BrnModelMaterial* material = item;
  brn__visit_text(visit, &material->name);
  brn__visit_text(visit, &material->kind);
  BRN_VISIT(visit, material->density);
  BRN_VISIT(visit, material->young);
  BRN_VISIT(visit, material->poisson);
  visit_list(visit, (void*)&material->parameter, &material->parameter_count,
             sizeof *material->parameter, visit_parameter);
}

static void visit_motion(BrnVisit* visit, void* item) {
  BrnModelMotion* motion = item;
  brn__visit_track(visit, &motion->move);
  brn__visit_track(visit, &motion->turn);
  BRN_VISIT(visit, motion->about);
  BRN_VISIT(visit, motion->clip);
  BRN_VISIT(visit, motion->joint);
  BRN_VISIT(visit, motion->turn_only);
}

static void visit_clip(BrnVisit* visit, void* item) {
  BrnModelClip* clip = item;
  brn__visit_clip(visit, &clip->clip);
  BRN_VISIT(visit, clip->start);
  BRN_VISIT(visit, clip->travel);
  BRN_VISIT(visit, clip->speed);
  BRN_VISIT(visit, clip->from_first_frame);
  BRN_VISIT(visit, clip->onward);
  BRN_VISIT(visit, clip->repeat);
}

static void visit_support(BrnVisit* visit, void* item) {
  BrnModelSupport* support = item;
  brn__visit_text(visit, &support->name);
  BRN_VISIT(visit, support->vertex_count);
  BRN_VISIT_ARRAY(visit, support->vertex, support->vertex_count, 1);
  BRN_VISIT(visit, support->axis);
  BRN_VISIT(visit, support->motion);
}

static void visit_load(BrnVisit* visit, void* item) {
  BrnModelLoad* load = item;
  brn__visit_text(visit, &load->name);
  BRN_VISIT(visit, load->kind);
  BRN_VISIT(visit, load->vertex_count);
  BRN_VISIT_ARRAY(visit, load->vertex, load->vertex_count, 1);
  BRN_VISIT_ARRAY(visit, load->force, load->vertex_count, 3);
  BRN_VISIT(visit, load->face_count);
  BRN_VISIT_ARRAY(visit, load->face, load->face_count, 3);
  BRN_VISIT(visit, load->pressure);
  brn__visit_track(visit, &load->scale);
}

static void visit_surface(BrnVisit* visit, void* item) {
  BrnModelSurface* surface = item;
  brn__visit_text(visit, &surface->name);
  brn__visit_mesh(visit, &surface->mesh);
  brn__visit_embedding(visit, &surface->embedding);
  BRN_VISIT(visit, surface->first);
  BRN_VISIT(visit, surface->outside_count);
  BRN_VISIT(visit, surface->max_outside);
}

static void visit_flesh(BrnVisit* visit, void* item) {
  BrnModelFlesh* flesh = item;
  brn__visit_text(visit, &flesh->name);
  BRN_VISIT(visit, flesh->part);
  BRN_VISIT(visit, flesh->unit);
  BRN_VISIT(visit, flesh->surface);
  BRN_VISIT(visit, flesh->first);
  BRN_VISIT(visit, flesh->vertex_count);
  BRN_VISIT(visit, flesh->first_triangle);
  BRN_VISIT(visit, flesh->triangle_count);
  BRN_VISIT(visit, flesh->first_inner);
  BRN_VISIT(visit, flesh->inner_count);
  BRN_VISIT_ARRAY(visit, flesh->parent, flesh->inner_count, 1);
  BRN_VISIT_ARRAY(visit, flesh->inner, flesh->vertex_count, 1);
  BRN_VISIT(visit, flesh->root_count);
  BRN_VISIT_ARRAY(visit, flesh->root, flesh->root_count, 1);
  bool counts = visit->status == BRN_OK && visit->mode != BRN_VISIT_FREE; // or they are anything
  int points = counts ? flesh->vertex_count + flesh->inner_count : 0;
  BRN_VISIT_ARRAY(visit, flesh->fibre, points, 3);
  BRN_VISIT(visit, flesh->edge_count);
  BRN_VISIT(visit, flesh->diagonal_count);
  BRN_VISIT_ARRAY(visit, flesh->edge, flesh->edge_count, 2);
  BRN_VISIT(visit, flesh->length);
  BRN_VISIT(visit, flesh->volume);
  BRN_VISIT(visit, flesh->rest_activation);
  BRN_VISIT(visit, flesh->volume_ratio);
  brn__visit_track(visit, &flesh->volume_curve);
  BRN_VISIT(visit, flesh->stiffness);
  BRN_VISIT(visit, flesh->across);
  BRN_VISIT(visit, flesh->follow);
  BRN_VISIT(visit, flesh->iterations);
  BRN_VISIT(visit, flesh->damping);
  BRN_VISIT(visit, flesh->thickness);
  BRN_VISIT(visit, flesh->contact);
}

static void visit_fascia(BrnVisit* visit, void* item) {
  BrnModelFascia* fascia = item;
  brn__visit_text(visit, &fascia->name);
  BRN_VISIT(visit, fascia->flesh);
  BRN_VISIT(visit, fascia->count);
  BRN_VISIT_ARRAY(visit, fascia->vertex, fascia->count, 1);
  BRN_VISIT_ARRAY(visit, fascia->weight, fascia->count, 3);
  BRN_VISIT(visit, fascia->target_count);
  BRN_VISIT_ARRAY(visit, fascia->target, fascia->target_count, 1);
  BRN_VISIT_ARRAY(visit, fascia->surface, fascia->count, 1);
  BRN_VISIT_ARRAY(visit, fascia->triangle, fascia->count, 1);
  BRN_VISIT_ARRAY(visit, fascia->barycentric, fascia->count, 3);
  BRN_VISIT_ARRAY(visit, fascia->distance, fascia->count, 1);
  BRN_VISIT_ARRAY(visit, fascia->offset, fascia->count, 3);
  BRN_VISIT_ARRAY(visit, fascia->side, fascia->count, 1);
  BRN_VISIT(visit, fascia->least);
  BRN_VISIT(visit, fascia->stiffness);
}

static void visit_sensor(BrnVisit* visit, void* item) {
  BrnModelSensor* sensor = item;
  brn__visit_text(visit, &sensor->name);
  BRN_VISIT(visit, sensor->measure);
  BRN_VISIT(visit, sensor->joint);
  BRN_VISIT(visit, sensor->bone);
  BRN_VISIT(visit, sensor->at);
  BRN_VISIT(visit, sensor->other);
  BRN_VISIT(visit, sensor->other_at);
  BRN_VISIT(visit, sensor->unit);
  BRN_VISIT(visit, sensor->along);
  BRN_VISIT(visit, sensor->smooth);
}

static void visit_signal(BrnVisit* visit, void* item) {
  BrnModelSignal* signal = item;
  brn__visit_text(visit, &signal->name);
  BRN_VISIT(visit, signal->sensor);
  brn__visit_track(visit, &signal->value);
  BRN_VISIT(visit, signal->of_count);
  BRN_VISIT_ARRAY(visit, signal->of, signal->of_count, 1);
  BRN_VISIT(visit, signal->multiply);
  brn__visit_track(visit, &signal->curve);
  BRN_VISIT(visit, signal->weight);
  BRN_VISIT(visit, signal->has_trigger);
  BRN_VISIT(visit, signal->threshold);
  BRN_VISIT(visit, signal->peak);
  BRN_VISIT(visit, signal->hold);
  BRN_VISIT(visit, signal->relax);
}

static void visit_envelope(BrnVisit* visit, BrnModel* model) {
  BrnModelEnvelope* envelope = &model->envelope;
  BRN_VISIT(visit, envelope->surface);
  bool there = model->surface && envelope->surface >= 0 &&
               envelope->surface < model->surface_count &&
               model->surface[envelope->surface].mesh; // when all is freed the list is gone
  int count = there ? model->surface[envelope->surface].mesh->vertex_count : 0;
  BRN_VISIT_ARRAY(visit, envelope->bone, count, 4);
  BRN_VISIT_ARRAY(visit, envelope->weight, count, 4);
}

// ------------------------------------------------------------------------------------- the whole

#define LIST(visit, model, list, count, fn)                                                        \
  visit_list((visit), (void*)&(model)->list, &(model)->count, sizeof *(model)->list, fn)

static void visit_lists(BrnVisit* visit, BrnModel* model) {
  LIST(visit, model, part, part_count, visit_part);
  LIST(visit, model, bone, bone_count, visit_bone);
  LIST(visit, model, muscle, muscle_count, visit_muscle);
  LIST(visit, model, unit_list, unit_count, visit_unit);
  LIST(visit, model, attachment, attachment_count, visit_attachment);
  LIST(visit, model, joint, joint_count, visit_joint);
  LIST(visit, model, material_list, material_count, visit_material);
  LIST(visit, model, motion, motion_count, visit_motion);
  LIST(visit, model, clip, clip_count, visit_clip);
  LIST(visit, model, support, support_count, visit_support);
  LIST(visit, model, load, load_count, visit_load);
  LIST(visit, model, surface, surface_count, visit_surface);
  LIST(visit, model, flesh, flesh_count, visit_flesh);
  LIST(visit, model, fascia, fascia_count, visit_fascia);
  visit_envelope(visit, model);
  LIST(visit, model, sensor, sensor_count, visit_sensor);
  LIST(visit, model, signal, signal_count, visit_signal);
}

static void visit_settings(BrnVisit* visit, BrnModel* model) {
  BRN_VISIT(visit, model->gravity);
  BRN_VISIT(visit, model->solver.method);
  BRN_VISIT(visit, model->solver.dynamic);
  BRN_VISIT(visit, model->solver.substeps);
  BRN_VISIT(visit, model->solver.iterations);
  BRN_VISIT(visit, model->solver.tolerance);
  BRN_VISIT(visit, model->solver.halvings);
  BRN_VISIT(visit, model->solver.linear);
  BRN_VISIT(visit, model->solver.linear_tolerance);
  BRN_VISIT(visit, model->solver.linear_iterations);
  BRN_VISIT(visit, model->solver.warp);
  BRN_VISIT(visit, model->solver.project);
  BRN_VISIT(visit, model->solver.bones);
  BRN_VISIT(visit, model->solver.locking);
  BRN_VISIT(visit, model->solver.integrator);
  BRN_VISIT(visit, model->solver.mass_damping);
  BRN_VISIT(visit, model->solver.stiffness_damping);
  BRN_VISIT(visit, model->solver.emu_alpha);
  BRN_VISIT(visit, model->solver.emu_search);
  BRN_VISIT(visit, model->solver.emu_weights);
  BRN_VISIT(visit, model->solver.emu_modes);
  BRN_VISIT(visit, model->solver.emu_step);
  BRN_VISIT(visit, model->solver.emu_bone);
  BRN_VISIT(visit, model->solver.emu_preset);
  BRN_VISIT(visit, model->solver.quasi_memory);
  BRN_VISIT(visit, model->solver.xpbd_body);
  BRN_VISIT(visit, model->solver.xpbd_substeps);
  BRN_VISIT(visit, model->solver.xpbd_damping);
  BRN_VISIT(visit, model->solver.xpbd_inertia);
  BRN_VISIT(visit, model->solver.xpbd_volume);
  BRN_VISIT(visit, model->solver.xpbd_contact);
  BRN_VISIT(visit, model->solver.xpbd_preset);
  BRN_VISIT(visit, model->solver.cookie);
  BRN_VISIT(visit, model->frames.first);
  BRN_VISIT(visit, model->frames.last);
  BRN_VISIT(visit, model->frames.per_second);
  BRN_VISIT(visit, model->frames.pre_roll);
  BRN_VISIT(visit, model->frames.run_up);
}

void brn__visit_model(BrnVisit* visit, BrnModel* model) {
  brn__visit_text(visit, &model->name);
  BRN_VISIT(visit, model->hash);
  int nv = model->mesh ? model->mesh->vertex_count : 0;
  int nt = model->mesh ? model->mesh->tet_count : 0;
  brn__visit_mesh(visit, &model->mesh);
  if (visit->mode == BRN_VISIT_READ && model->mesh) {
    nv = model->mesh->vertex_count, nt = model->mesh->tet_count;
  }
  BRN_VISIT_ARRAY(visit, model->fibre, nt, 3);
  BRN_VISIT_ARRAY(visit, model->tendon, nt, 1);
  BRN_VISIT_ARRAY(visit, model->unit, nt, 1);
  BRN_VISIT_ARRAY(visit, model->material, nt, 1);
  BRN_VISIT_ARRAY(visit, model->tendon_material, nt, 1);
  BRN_VISIT_ARRAY(visit, model->volume, nt, 1);
  BRN_VISIT_ARRAY(visit, model->mass, nv, 1);
  BRN_VISIT_ARRAY(visit, model->vertex_bone, nv, 1);
  BRN_VISIT_ARRAY(visit, model->original, nv, 1);
  visit_lists(visit, model);
  visit_settings(visit, model);
}
