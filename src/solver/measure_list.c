// SPDX-License-Identifier: Apache-2.0
//
// All measures: what frames and tables of runs, colours of pictures and of the page, exports and
// docs are made from. A new one is a member of its struct, where it is worked out, and a row here.

#include "solver/measure.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

// --------------------------------------------------------------------------------------- the rows

// a plain array; a member of what there is one of for each item; the same in it again
#define ARRAY(member, width) .list = offsetof(BrnMeasures, member), .size = (width) * sizeof(double)
#define OF(array, Type, member)                                                                    \
  .list = offsetof(BrnMeasures, array), .size = sizeof(Type), .at = offsetof(Type, member)
#define UNIT(member) .of = BRN_OF_UNITS, OF(unit, BrnUnitMeasure, member)
#define PART(member) .of = BRN_OF_PARTS, OF(part, BrnPartMeasure, member)
#define BONE(member) .of = BRN_OF_BONES, OF(bone, BrnBoneMeasure, member)
#define JOINT(member) .of = BRN_OF_JOINTS, OF(joint, BrnJointMeasure, member)
#define HOLDER(member) .of = BRN_OF_ATTACHMENTS, OF(attachment, BrnWrench, member)
#define SUPPORT(member) .of = BRN_OF_SUPPORTS, OF(support, BrnWrench, member)
#define PROBE(what, member) .of = BRN_OF_PROBES, .asked = what, OF(probe, BrnProbeMeasure, member)

#define FORCES .needs = BRN_OF_TETS // there are none without tets
#define PLAIN .low = NAN, .high = NAN, .middle = NAN
#define AROUND(value) .low = NAN, .high = NAN, .middle = (value)

static const BrnMeasure list[] = {
    // of vertices and samples, in the order of frames and menus
    {"displacement", "m", .of = BRN_OF_VERTICES, .shape = BRN_VECTOR, .source = BRN_IS_DISPLACEMENT,
     .color = "displacement", .title = "displacement", PLAIN, .about = "from rest"},
    {"velocity", "m/s", .of = BRN_OF_VERTICES, .shape = BRN_VECTOR, .source = BRN_IS_VELOCITY,
     .in_frames = true, .color = "speed", .title = "speed", PLAIN,
     .about = "0 in quasi-static runs"},
    {"part", NULL, .of = BRN_OF_SAMPLES, .source = BRN_IS_PART, .color = "part", .title = "part",
     PLAIN, .about = "index of the part"},
    {"deformation", NULL, .of = BRN_OF_TETS, .shape = BRN_MATRIX, ARRAY(deformation, 9), PLAIN,
     .about = "deformation gradient, row by row"},
    {"fibre", NULL, .of = BRN_OF_SAMPLES, .shape = BRN_VECTOR, .in_frames = true, ARRAY(fibre, 3),
     PLAIN, .about = "unit direction of the fibres now; 0 where there are none"},
    {"activation", NULL, .of = BRN_OF_SAMPLES, .in_frames = true, ARRAY(activation, 1),
     .color = "activation", .title = "activation", .low = 0, .high = 1, .middle = NAN,
     .about = "0 to 1: of the unit there, times 1 - tendon weight"},
    {"stretch", NULL, .of = BRN_OF_SAMPLES, .in_frames = true, ARRAY(stretch, 1),
     .color = "stretch", .title = "fibre stretch", AROUND(1),
     .about = "of the fibres; 1 where there are none"},
    {"stress", "Pa", .of = BRN_OF_TETS, .shape = BRN_TENSOR, .in_frames = true, ARRAY(stress, 6),
     .color = "stress", .title = "von Mises stress", PLAIN,
     .about = "Cauchy's: xx yy zz xy yz zx; bones 0"},
    {"pressure", "Pa", .of = BRN_OF_TETS, .source = BRN_IS_PRESSURE, .color = "pressure",
     .title = "pressure", AROUND(0), .about = "-(xx + yy + zz) / 3 of the stress"},
    {"energy", "J/m^3", .of = BRN_OF_TETS, .in_frames = true, ARRAY(energy, 1), .color = "energy",
     .title = "energy density", PLAIN, .about = "per rest volume; bones 0"},
    {"volume", NULL, .of = BRN_OF_SAMPLES, .source = BRN_IS_VOLUME, .color = "volume",
     .title = "volume over that at rest", AROUND(1),
     .about = "now, over that at rest; of a part that is a surface: all of it"},
    {"force", "N", .of = BRN_OF_VERTICES, FORCES, .shape = BRN_VECTOR, ARRAY(force, 3), PLAIN,
     .about = "of the deformed tets on the vertices"},

    {"activation", NULL, UNIT(activation), .about = "0 to 1"},
    {"excitation", NULL, UNIT(excitation),
     .about = "what the activation follows, where it is another number"},
    {"length", "m", UNIT(length), .about = "of the line of action"},
    {"volume", "m^3", UNIT(volume), .about = "now"},
    {"stretch", NULL, UNIT(stretch), .about = "of its fibres: mean by rest volume, and ends"},
    {"least_stretch", NULL, UNIT(least_stretch)},
    {"most_stretch", NULL, UNIT(most_stretch)},
    {"fibre_force", "N", UNIT(fibre_force), FORCES, .about = "across all its fibres"},
    {"origin_force", "N", UNIT(origin_force), FORCES, .about = "size of the forces at its ends"},
    {"insertion_force", "N", UNIT(insertion_force), FORCES},

    {"volume", "m^3", PART(volume), .about = "now"},
    {"energy", "J", PART(energy), FORCES, .about = "of its deformation"},
    {"most_stress", "Pa", PART(most_stress), FORCES,
     .about = "the largest von Mises stress of a tet"},

    {"centre", "m", BONE(centre), .shape = BRN_VECTOR, .about = "centre of mass now"},
    {"translation", "m", BONE(pose.translation), .shape = BRN_VECTOR,
     .about = "the pose from rest: X goes to R X + t, R by the unit quaternion"},
    {"rotation", NULL, BONE(pose.rotation), .shape = BRN_ROTATION},
    {"strain", NULL, BONE(strain), .about = "largest stretch of the bone away from 1"},
    {"flesh_force", "N", BONE(flesh.force), FORCES, .shape = BRN_VECTOR,
     .about = "of all flesh that holds on to it, about the centre of mass"},
    {"flesh_moment", "N m", BONE(flesh.moment), FORCES, .shape = BRN_VECTOR},
    {"hold_force", "N", BONE(hold.force), FORCES, .shape = BRN_VECTOR,
     .about = "of what fixes or moves it, about the centre of mass; 0 for a free bone"},
    {"hold_moment", "N m", BONE(hold.moment), FORCES, .shape = BRN_VECTOR},

    {"angle", "rad", JOINT(angle),
     .about = "of a hinge from the rest pose, by the right hand about its axis; of a ball how far "
              "it has turned"},
    {"rotation", "rad", JOINT(rotation), .shape = BRN_VECTOR,
     .about = "of the child against the parent: axis times angle, in the parent's axes at rest"},
    {"gap", "m", JOINT(gap), .about = "how far it is apart"},
    {"force", "N", JOINT(reaction.force), FORCES, .shape = BRN_VECTOR,
     .about = "of the parent on the child; moments are about the point `about`"},
    {"moment", "N m", JOINT(reaction.moment), FORCES, .shape = BRN_VECTOR},
    {"about", "m", JOINT(reaction.about), FORCES, .shape = BRN_VECTOR},

    {"force", "N", HOLDER(force), FORCES, .shape = BRN_VECTOR,
     .about = "of the flesh on what it holds on to; moments are about the point `about`"},
    {"moment", "N m", HOLDER(moment), FORCES, .shape = BRN_VECTOR},
    {"about", "m", HOLDER(about), FORCES, .shape = BRN_VECTOR},

    {"force", "N", SUPPORT(force), FORCES, .shape = BRN_VECTOR,
     .about = "of the support on the body; moments are about the point `about`"},
    {"moment", "N m", SUPPORT(moment), FORCES, .shape = BRN_VECTOR},
    {"about", "m", SUPPORT(about), FORCES, .shape = BRN_VECTOR},

    {"position", "m", PROBE(BRN_PROBE_POSITION, position), .shape = BRN_VECTOR,
     .about = "`position`: of a point, or the mean of the vertices of a selection or a section"},
    {"displacement", "m", PROBE(BRN_PROBE_DISPLACEMENT, displacement), .shape = BRN_VECTOR,
     .about = "`displacement`: of that from rest, and its size"},
    {"displacement", "m", PROBE(BRN_PROBE_DISPLACEMENT, distance)},
    {"velocity", "m/s", PROBE(BRN_PROBE_VELOCITY, velocity), .shape = BRN_VECTOR,
     .about = "`velocity`: mean; 0 in quasi-static runs"},
    {"range", "m", PROBE(BRN_PROBE_RANGE, range), .shape = BRN_BOX,
     .about = "`range`: box around the vertices, and ends of the sizes of their displacements"},
    {"least_displacement", "m", PROBE(BRN_PROBE_RANGE, least_displacement)},
    {"most_displacement", "m", PROBE(BRN_PROBE_RANGE, most_displacement)},
    {"support_force", "N", PROBE(BRN_PROBE_SUPPORT, support.force), FORCES, .shape = BRN_VECTOR,
     .about = "`support`: of what holds these vertices on them: supports, in the coordinates that "
              "they hold, and bones that are fixed or scripted. A free bone that is held by a "
              "support is in `supports.csv`"},
    {"support_moment", "N m", PROBE(BRN_PROBE_SUPPORT, support.moment), FORCES,
     .shape = BRN_VECTOR},
    {"load_force", "N", PROBE(BRN_PROBE_LOAD, load.force), FORCES, .shape = BRN_VECTOR,
     .about = "`load`: of gravity and loads on them"},
    {"load_moment", "N m", PROBE(BRN_PROBE_LOAD, load.moment), FORCES, .shape = BRN_VECTOR},
    {"flesh_force", "N", PROBE(BRN_PROBE_FLESH, flesh.force), FORCES, .shape = BRN_VECTOR,
     .about = "`flesh`: of the deformed tets on them. In balance the three add up to 0"},
    {"flesh_moment", "N m", PROBE(BRN_PROBE_FLESH, flesh.moment), FORCES, .shape = BRN_VECTOR},
    {"section_force", "N", PROBE(BRN_PROBE_SECTION, section.force), FORCES, .shape = BRN_VECTOR,
     .about = "`section`: of the soft tets in front of the plane (where the normal points to) on "
              "those behind it. Tets are on the side of their centroid at rest; in balance the "
              "force is all that acts in front"},
    {"section_moment", "N m", PROBE(BRN_PROBE_SECTION, section.moment), FORCES,
     .shape = BRN_VECTOR},
    {"stress", "Pa", PROBE(BRN_PROBE_STRESS, stress), FORCES, .shape = BRN_TENSOR,
     .about = "`stress`: Cauchy's, of the tet with the point; of a selection the mean over its "
              "vertices' soft tets by volume. Pressure is -(xx + yy + zz) / 3"},
    {"von_mises", "Pa", PROBE(BRN_PROBE_STRESS, von_mises), FORCES},
    {"pressure", "Pa", PROBE(BRN_PROBE_STRESS, pressure), FORCES},
    {"stretch", NULL, PROBE(BRN_PROBE_STRETCH, stretch),
     .about = "`stretch`: of the fibres, the same means; 1 where there are none"},
};
enum { COUNT = sizeof list / sizeof *list };

const BrnMeasure* brn_measure(int index) {
  return index >= 0 && index < COUNT ? &list[index] : NULL;
}

int brn_measure_size(BrnMeasureShape shape) {
  static const int size[] = {1, 3, 4, 6, 6, 9};
  return size[shape];
}

const double* brn_measure_value(const BrnMeasures* measures, const BrnMeasure* measure, int item) {
  BRN_ASSERT(measures && measure && measure->source == BRN_IS_MEASURED && item >= 0);
  const char* first;
  memcpy(&first, (const char*)measures + measure->list, sizeof first);
  return (const double*)(const void*)(first + measure->size * (size_t)item + measure->at);
}

// ------------------------------------------------------------------------------- which there are

// where it is another number than the activation
static bool has_excitation(const BrnModelUnit* unit) {
  return unit->dynamics != BRN_DYNAMICS_NONE || unit->signal >= 0;
}

static bool item_has(const BrnModel* model, const BrnMeasure* measure, int item) {
  if (measure->of == BRN_OF_PROBES) {
    const BrnModelProbe* probe = &model->probe[item];
    bool empty = probe->vertex_count == 0 && probe->bone < 0; // a section without tets
    return !empty && probe->measure & measure->asked;
  }
  bool excited = measure->of == BRN_OF_UNITS && measure->at == offsetof(BrnUnitMeasure, excitation);
  return !excited || has_excitation(&model->unit_list[item]);
}

bool brn_model_has_measure(const BrnModel* model, const BrnMeasure* measure, int item) {
  BRN_ASSERT(model && measure && item < brn_model_count(model, measure->of));
  bool needs = brn_model_count(model, measure->needs) > 0;
  return needs && brn_model_count(model, measure->of) > 0 &&
         (item < 0 || item_has(model, measure, item));
}
