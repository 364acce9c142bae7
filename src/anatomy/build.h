// SPDX-License-Identifier: Apache-2.0
//
// The steps from a scene to a model, as brn_model_build() takes them. Each step reads what the
// earlier ones put into the build, adds its own arrays to the model, and fails with a message that
// names the culprit and the cure. What the model holds after a failure is freed with it.

#pragma once

#include "brawn/anatomy.h"
#include "brawn/io.h"
#include "core/core.h"

/// A part as the scene lists it: bones, muscles and their units, tendons.
typedef struct BrnListedPart {
  const BrnSceneSource* source;
  char* name; // "biceps", or "biceps.long"
  BrnPartKind kind;
  int owner, unit;        // index of the bone, muscle or tendon; of the unit, or -1
  BrnMesh* mesh;          // its surface in SI, Y up; NULL: none, or not usable
  bool own;               // the mesh is not the model's yet
  BrnBvh* bvh;            // of the mesh, made on demand
  double low[3], high[3]; // of the mesh
} BrnListedPart;

typedef struct BrnBuild {
  BrnContext* ctx;
  const BrnScene* scene; // in SI units, Y up; of a step of the chain what it may read
  BrnModel* model;       // grows
  BrnMesh* source;       // the mesh of mesh.file or mesh.shape as it came, with its arrays; or NULL
  int* source_part;      // part of each tet of the source; -1: taken by none; or NULL
  bool surfaces;         // the body is made of surfaces: there are no tets
  BrnBvh** part_bvh;     // of each part's boundary in the model's mesh, made on demand (part_count)
  const BrnBuildDef* def;
  BrnReadDef read; // units and up-axis of the scene's files
  int* part_unit;  // number of the unit in its muscle that a part is the tets of; -1: it is the
                   // part of a whole bone, muscle or tendon                     (part_count)
  BrnListedPart* listed; // (listed_count)
  int listed_count;
  bool found;          // what the step at hand makes was found in the cache by itself
  bool bad_surfaces;   // something was told of a surface that cannot be used
  bool checks;         // nothing is to be built: what would take long may be left out
  bool coarse;         // mesh.shape has fewer tets than it is to have
  BrnRemarks chain;    // what steps of the chain have told: it is kept with what they make
  BrnRemarks others;   // what all others have told
  BrnRemarks* remarks; // one of the two: where what is told goes
  char where[512];     // what is told is about
  BrnStatus status;    // of the first failure of the machine: after it nothing is told
  bool *selection_used, *material_used; // flags
  bool* selection_asked;                // flags: what a build of tets asks for
  double start;                         // of the call, s
  double done, share;                   // of the whole work: what is behind, and the step under way
  BrnBuildReport report;
} BrnBuild;

/// Vertices, ascending, from brn__alloc().
typedef struct BrnVertexList {
  int* vertex;
  int count;
} BrnVertexList;

// ---------------------------------------------------------------------------------- the steps

/// Parts in the order bones, muscles (a muscle's own part, then those of its units), tendons:
/// reads surfaces, makes forms, reads the source, and tells what is wrong with them; fills
/// model->part and model->surface (meshes) where all of them can be used.
BrnStatus brn__build_parts(BrnBuild* build);
/// Tells of muscles that are not where their bones are.
BrnStatus brn__build_reach(BrnBuild* build);
/// The labelled mesh: by brn_tetra_make() from surfaces, or the source as it is.
BrnStatus brn__build_mesh(BrnBuild* build);
/// model->muscle and unit_list with their tets: parts cut by the regions of units.
BrnStatus brn__build_units(BrnBuild* build);
/// model->attachment, and origin and insertion of every unit.
BrnStatus brn__build_attachments(BrnBuild* build);
/// Touching parts that are to be apart get vertices of their own, but for attachments.
BrnStatus brn__build_apart(BrnBuild* build);
/// model->bone and vertex_bone: who has which vertices.
BrnStatus brn__build_bones(BrnBuild* build);
/// Binds model->surface to the tets.
BrnStatus brn__build_embeddings(BrnBuild* build);
/// model->fibre and tendon; lines of action and what is measured along them.
BrnStatus brn__build_fibres(BrnBuild* build);
/// model->material_list, material and tendon_material.
BrnStatus brn__build_materials(BrnBuild* build);
/// Tension, activation and dynamics of every unit.
BrnStatus brn__build_activations(BrnBuild* build);
/// Volumes, masses, and of bones centre and inertia.
BrnStatus brn__build_masses(BrnBuild* build);
/// model->joint, and the skeleton of them and the bones.
BrnStatus brn__build_joints(BrnBuild* build);
/// model->skeleton, of its bones and joints; fails where scripted joints are no tree.
/// @param scene tells which bones have scripts; NULL: the motions of the model do
BrnStatus brn__model_hang(BrnContext* ctx, const BrnScene* scene, BrnModel* model);
/// model->clip and motion.
BrnStatus brn__build_motions(BrnBuild* build);
/// model->sensor, then the signals.
BrnStatus brn__build_sensors(BrnBuild* build);
/// model->signal, each after those it is made of, and the signal of every unit.
BrnStatus brn__build_signals(BrnBuild* build);
BrnStatus brn__build_supports(BrnBuild* build);
BrnStatus brn__build_loads(BrnBuild* build);
/// model->probe.
BrnStatus brn__build_probes(BrnBuild* build);
BrnStatus brn__build_contacts(BrnBuild* build);
/// Name, gravity, and what is of the run and not of the body: solver and frames.
BrnStatus brn__build_frames(BrnBuild* build);

// ------------------------------------------------------------------- the steps of surfaces alone

/// Is the scene to be made of surfaces: by its solver, or where that leaves it open all parts have
/// one?
bool brn__scene_wants_surfaces(const BrnScene* scene);
/// The first part that has none, by name; NULL: all have.
const char* brn__scene_part_without_surface(const BrnScene* scene);
/// One surface around the bones, with the bones that each vertex follows.
BrnStatus brn__build_envelope(BrnBuild* build);
/// The mesh: vertices and triangles of all surfaces.
BrnStatus brn__build_skins(BrnBuild* build);
/// model->flesh: inner structures, whose points join the mesh, and edges.
BrnStatus brn__build_inner(BrnBuild* build);
/// What flesh is like.
BrnStatus brn__build_flesh(BrnBuild* build);
/// Ties between surfaces.
BrnStatus brn__build_fascia(BrnBuild* build);

// ------------------------------------------------------------------------------- shared pieces

/// The part of a unit that has a surface of its own; every unit has one where there are no tets.
int brn__unit_part(const BrnBuild* build, int unit);

/// Parts that a name of the scene stands for: a bone, a tendon, a muscle (all its parts), or a unit
/// with its own tets ("biceps.long"). Looks have told of names that there are not.
/// @param out caller's, (part_count), flags; what is marked stays so
void brn__build_find_part(const BrnBuild* build, const char* name, bool* out);

/// The part that is called so itself: a bone, a tendon, a muscle or unit with its own tets; -1:
/// none.
int brn__build_find_own_part(const BrnBuild* build, const char* name);

/// Index of the bone of that name, which there is.
int brn__build_find_bone(const BrnBuild* build, const char* name);

/// Vertices that a selection names, or all those of a part. An empty one is an error.
BrnStatus brn__build_select(BrnBuild* build, const char* name, BrnVertexList* out);
/// The same for tets, by their centroids.
/// @param out caller's, (tet_count), flags
BrnStatus brn__build_select_tets(BrnBuild* build, const char* name, bool* out);

/// The value of a painted map at every vertex of the mesh, 0 to 1; vertices of other parts get 0.
/// @param out caller's, (vertex_count)
BrnStatus brn__build_map(BrnBuild* build, const char* where, const BrnSceneMap* map, double* out);

/// The boundary of a part in the model's mesh.
BrnStatus brn__build_part_bvh(BrnBuild* build, int part, const BrnBvh** out);

/// A track from a value of the scene.
/// @param scale of the values: pi / 180 for degrees
BrnStatus brn__build_track(BrnBuild* build, const char* where, BrnTrackKind kind,
                           const BrnSceneValue* value, double scale, BrnTrack** out);

/// Adds a motion to the model.
BrnStatus brn__build_motion(BrnBuild* build, const char* where, const BrnSceneMotion* motion,
                            const double default_about[3], int* out);

/// Degrees from the row of `turn` before this one, when both are about one axis; 0: they are not.
double brn__turn_between(const double* row);

/// Fills in a material of the scene and adds it to the model's list.
BrnStatus brn__build_add_material(BrnBuild* build, const BrnSceneMaterial* material);

/// Reports progress of a step; fraction is of that step.
void brn__build_progress(BrnBuild* build, const char* stage, double fraction);

/// A path of the scene as it is opened: relative ones start at the scene's folder.
/// @return from the scratch; NULL: no memory
char* brn__build_path(BrnBuild* build, const char* file);

/// Where the next remarks are: "muscles.%s.origin".
void brn__at(BrnBuild* build, const char* format, ...) BRN_PRINTF(2, 3);
void brn__say(BrnBuild* build, BrnSeverity severity, const char* format, ...) BRN_PRINTF(3, 4);
/// Says what a call that failed left behind; memory that ran out ends the build instead.
void brn__say_failure(BrnBuild* build, BrnStatus status);
/// The same where the message begins with the place it is about: "loads.pull.on: ...".
void brn__say_refusal(BrnBuild* build, BrnStatus status);
/// Errors that were told so far.
int brn__error_count(const BrnBuild* build);

/// Fills in build->listed: names and sources.
BrnStatus brn__list_parts(BrnBuild* build);
void brn__free_listed(BrnBuild* build);
/// The tree of a listed part's mesh. NULL: it has no mesh, or memory ran out.
const BrnBvh* brn__listed_bvh(BrnBuild* build, BrnListedPart* part);

/// Puts "where: " in front of the last error, and returns the status.
BrnStatus brn__build_at(BrnBuild* build, BrnStatus status, const char* format, ...)
    BRN_PRINTF(3, 4);

/// The kind of a muscle's contact with others, as the scene has it.
BrnTouching brn__build_touching(const BrnScene* scene, int muscle);

/// Index of a material of the scene or of ours in model->material_list.
BrnStatus brn__build_find_material(BrnBuild* build, const char* where, const char* name, int* out);

// ------------------------------------------------------------------------------ fibres of a unit

/// A unit, or a tendon part, while its fibres are made.
typedef struct BrnStrand {
  const char* where;              // for messages: "muscles.biceps"
  BrnRegion* region;              // its tets
  BrnVertexSet origin, insertion; // of the model's mesh; empty: it has no ends
  double* u;         // potential; NULL: without ends                  (region vertices)
  double* direction; //                                                (region tets x 3)
  double* tendon;    // 0 to 1                                         (region tets)
  double* course;    // line of action in fine steps of u; NULL: no u  (BRN_COURSE_POINTS x 3)
  double* arc;       // share of its length up to each point, 0 to 1   (BRN_COURSE_POINTS)
  double length;     // of the course, m
  bool meets_sides;  // fibres may end at the sides; those of a potential run along them
} BrnStrand;

enum { BRN_COURSE_POINTS = 257 };

/// The potential between the ends of a strand; flat pieces are told in the log.
BrnStatus brn__strand_solve(BrnBuild* build, BrnStrand* strand);
/// The line of action of a strand that has a potential, and how far along it each potential is.
BrnStatus brn__strand_course(BrnBuild* build, BrnStrand* strand);
/// How far along the line of action a potential is: 0 at the origin, 1 at the insertion.
double brn__strand_arc(const BrnStrand* strand, double potential);
/// Fills strand->direction as the scene says.
/// @param flat tets that were filled in from their neighbours
BrnStatus brn__strand_directions(BrnBuild* build, BrnStrand* strand, const BrnSceneFibres* fibres,
                                 int* flat);
/// Fills strand->tendon as the scene says.
BrnStatus brn__strand_tendons(BrnBuild* build, BrnStrand* strand, const BrnSceneTendons* tendons);
/// Line of action, and what is measured along lines and fibres.
BrnStatus brn__strand_measure(BrnBuild* build, const BrnStrand* strand, BrnModelUnit* unit);
/// Mean length of fibres through muscle.
/// @param seed tets of the region where they start; NULL: all over it
BrnStatus brn__strand_fibre_length(BrnBuild* build, const BrnStrand* strand, const int* seed,
                                   int seed_count, double* out);
/// Fibres of the tendons that have tets of their own.
BrnStatus brn__build_tendon_fibres(BrnBuild* build);
/// Fails where a material needs fibres and there are none.
BrnStatus brn__build_check_fibres(BrnBuild* build);
