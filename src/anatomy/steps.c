// SPDX-License-Identifier: Apache-2.0

#include "anatomy/steps.h"

#include "anatomy/check.h"

// What takes long comes first, and what is changed often comes last: an activation, a material, a
// load or a joint leaves the chain as it is. Within the chain a step comes before those that need
// it; fibres, which nothing else needs, come last.

#define SOURCE(list) list ".surface " list ".form " list ".labels "
#define SOURCES                                                                                    \
  "muscles.units.region mesh.file mesh.shape " SOURCE("bones") SOURCE("muscles")                   \
      SOURCE("muscles.units") SOURCE("tendons") SOURCE("soft")

#define ENDS(member)                                                                               \
  "muscles.origin" member " muscles.insertion" member " muscles.units.origin" member               \
  " muscles.units.insertion" member " "
#define TENDON_ENDS "tendons.from tendons.to soft.from soft.to "
#define REGIONS "selections "
#define INNER "muscles.flesh.roots muscles.flesh.spacing "
#define ATTACHMENTS ENDS("") TENDON_ENDS "tendons.within soft.within mesh.fuse selections "

#define MESHING                                                                                    \
  "mesh.tets mesh.size mesh.thickness mesh.thin_levels mesh.passes mesh.fuse " ENDS(".bones")      \
      ENDS(".fuse") TENDON_ENDS
#define TENDONS(list)                                                                              \
  list ".by " list ".origin " list ".insertion " list ".share " list ".blend " list ".map "
#define FIBRES                                                                                     \
  "muscles.fibres muscles.units.fibres " TENDONS("muscles.tendons") TENDONS("muscles.units."       \
                                                                            "tendons")

#define REACH "mesh.tets mesh.size mesh.fuse " ENDS("")

enum { EARLY = true, KEPT = true, NO = false };

static const BrnBuildStep of_tets[] = {
    {"parts", brn__check_parts, brn__build_parts, SOURCES, EARLY, KEPT, {20, 2}},
    {"reach", NULL, brn__build_reach, REACH, EARLY, NO, {1, 2}},
    {"mesh", brn__check_mesh, brn__build_mesh, MESHING, NO, NO, {15, 200}}, // kept by what it is
                                                                            // cut from
    {"surfaces", NULL, brn__build_embeddings, "", NO, NO, {1, 5}},          // as well
    {"units", brn__check_muscles, brn__build_units, REGIONS, NO, NO, {2, 1}},
    {"attachments", brn__check_selections, brn__build_attachments, ATTACHMENTS, NO, NO, {7, 3}},
    {"interfaces", NULL, brn__build_apart, "mesh.touching muscles.touching", NO, NO, {5, 2}},
    {"bones", NULL, brn__build_bones, "", NO, KEPT, {1, 1}},
    {"fibres", NULL, brn__build_fibres, FIBRES, NO, KEPT, {40, 10}},
    {"materials", brn__check_materials, brn__build_materials, NULL, NO, NO, {1, 1}},
    {"activations", NULL, brn__build_activations, NULL, NO, NO, {1, 1}},
    {"masses", NULL, brn__build_masses, NULL, NO, NO, {1, 1}},
    {"joints", brn__check_joints, brn__build_joints, NULL, NO, NO, {2, 1}},
    {"motions", brn__check_motions, brn__build_motions, NULL, NO, NO, {2, 1}},
    {"sensors", brn__check_sensors, brn__build_sensors, NULL, NO, NO, {1, 1}},
    {"supports", brn__check_supports, brn__build_supports, NULL, NO, NO, {1, 1}},
    {"loads", brn__check_loads, brn__build_loads, NULL, NO, NO, {2, 1}},
    {"probes", brn__check_probes, brn__build_probes, NULL, NO, NO, {1, 1}},
    {"contacts", brn__check_contacts, brn__build_contacts, NULL, NO, NO, {0, 0}},
    {"regions", brn__check_regions, NULL, NULL, NO, NO, {0, 0}},
    {"flesh", brn__check_flesh, NULL, NULL, NO, NO, {0, 0}},
    {"frames", NULL, brn__build_frames, NULL, NO, NO, {0, 0}},
    {"unused", brn__check_unused, NULL, NULL, NO, NO, {0, 0}},
};

static const BrnBuildStep of_surfaces[] = {
    {"parts", brn__check_parts, brn__build_parts, SOURCES, EARLY, KEPT, {10}},
    {"reach", NULL, brn__build_reach, REACH, EARLY, NO, {2}},
    {"envelope", NULL, brn__build_envelope, "envelope", NO, NO, {20}},
    {"surfaces", NULL, brn__build_skins, "", NO, KEPT, {1}},
    {"units", brn__check_muscles, brn__build_units, REGIONS, NO, NO, {1}},
    {"attachments", brn__check_selections, brn__build_attachments, ATTACHMENTS, NO, NO, {5}},
    {"inner structure", NULL, brn__build_inner, INNER, NO, NO, {10}},
    {"bones", NULL, brn__build_bones, "", NO, KEPT, {1}},
    {"fascia", NULL, brn__build_fascia, "fascia", NO, KEPT, {10}},
    {"materials", brn__check_materials, brn__build_materials, NULL, NO, NO, {1}},
    {"activations", NULL, brn__build_activations, NULL, NO, NO, {1}},
    {"flesh", brn__check_flesh, brn__build_flesh, NULL, NO, NO, {1}},
    {"masses", NULL, brn__build_masses, NULL, NO, NO, {1}},
    {"joints", brn__check_joints, brn__build_joints, NULL, NO, NO, {1}},
    {"motions", brn__check_motions, brn__build_motions, NULL, NO, NO, {1}},
    {"sensors", brn__check_sensors, brn__build_sensors, NULL, NO, NO, {1}},
    {"supports", brn__check_supports, brn__build_supports, NULL, NO, NO, {1}},
    {"loads", brn__check_loads, brn__build_loads, NULL, NO, NO, {1}},
    {"probes", brn__check_probes, brn__build_probes, NULL, NO, NO, {1}},
    {"frames", NULL, brn__build_frames, NULL, NO, NO, {0}},
    {"unused", brn__check_unused, NULL, NULL, NO, NO, {0}},
};

#define COUNT(list) ((int)(sizeof(list) / sizeof *(list)))
_Static_assert(COUNT(of_tets) <= BRN_BUILD_STEPS && COUNT(of_surfaces) <= BRN_BUILD_STEPS,
               "the report has room for all steps");

const BrnBuildStep* brn__build_steps(bool surfaces, int* count) {
  *count = surfaces ? COUNT(of_surfaces) : COUNT(of_tets);
  return surfaces ? of_surfaces : of_tets;
}
