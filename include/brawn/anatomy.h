// SPDX-License-Identifier: Apache-2.0
//
// From the description of a body to arrays that solvers run on.
//
//   BrnModel* model;
//   BrnBuildDef def = brn_build_def_default();
//   BRN_TRY(brn_model_build(ctx, scene, &def, &model, &report));
//
// A model is one conforming tet mesh with labels, fibres, tendons, joints, attachments and
// materials, in SI units, Y up. It is built once and then const. Names and arrays belong to it.

#pragma once

#include "brawn/contact.h"
#include "brawn/describe.h"
#include "brawn/fibre.h"
#include "brawn/motion.h"
#include "brawn/scene.h"
#include "brawn/skeleton.h"
#include "brawn/tetra.h"

#ifdef __cplusplus
extern "C" {
#endif

// ----------------------------------------------------------------------------------------- model

typedef enum BrnPartKind {
  BRN_PART_BONE,
  BRN_PART_MUSCLE,
  BRN_PART_TENDON,
  BRN_PART_SOFT, ///< passive like a tendon, but of any material
} BrnPartKind;

/// What has a label of its own in the mesh.
typedef struct BrnModelPart {
  char* name; ///< of the bone, muscle, tendon or soft part; of a unit with its own tets:
              ///< "biceps.long"
  BrnPartKind kind;
  int owner;   ///< index of the bone, muscle, tendon or soft part in its list
  int label;   ///< in mesh->label: index of the part + 1
  int surface; ///< its surface in the list; -1: it came as tets
  int tet_count, component_count;
  double volume;               ///< m^3
  double min_angle, max_angle; ///< dihedral, degrees
} BrnModelPart;

typedef struct BrnModelBone {
  char* name;
  int part;
  int* vertex; ///< all vertices of its tets, ascending; soft parts may share them
  int vertex_count;
  double mass;       ///< kg
  double centre[3];  ///< of mass, m
  double inertia[9]; ///< about the centre, kg m^2
  bool fixed;
  int motion; ///< scripted by motion[motion]; -1: not scripted
} BrnModelBone;

/// Vertices of a soft part that a bone carries.
typedef struct BrnModelAttachment {
  char* name; ///< "biceps origin"
  int unit;   ///< of the list; -1: of a tendon
  int part; ///< bone or tendon it holds on to, where most of it lies; -1: none (a selection in the
            ///< air)
  int bone; ///< when that is a bone; -1: it is none
  int* vertex; ///< ascending
  int* holder; ///< part that each holds on to, for there may be two; -1: none (vertex_count)
  int vertex_count;
  double area;      ///< of its faces, m^2
  double centre[3]; ///< of its faces, m
  double gap;       ///< largest distance to the bone, m
} BrnModelAttachment;

/// A motor unit. Tets belong to one unit at most.
typedef struct BrnModelUnit {
  char* name; ///< "triceps", or "biceps.long"
  int muscle; ///< index of the muscle
  int* tet;   ///< ascending
  int tet_count;
  int origin, insertion; ///< attachments
  double tension;        ///< of fully active fibres, Pa
  bool own_tension;      ///< it is the scene's, and goes before that of the material
  BrnTrack* activation;
  int signal;                ///< of the list, added to the track; -1: none
  double rise, fall;         ///< time constants of activation that follows, s
  BrnDynamics dynamics;      ///< not none: track and signal are excitations
  double least_activation;   ///< that it does not fall below
  double initial_activation; ///< at the first frame; NAN: the excitation there
  double dynamics_smooth;    ///< NAN: as published
  double volume;             ///< m^3
  double length;             ///< of the line of action at rest, m
  double fibre_length;       ///< mean length of the traced fibres without tendon, m
  double area;               ///< physiological cross-section: muscle volume over fibre length, m^2
  double pennation;          ///< mean angle between fibres and line of action, degrees
  double* line; ///< line of action from origin to insertion, m           (line_count x 3)
  int line_count;
  double*
      line_weight;   ///< each of its points as a mean of 4 mesh vertices: weights (line_count x 4)
  int* line_vertex;  ///< and vertices                                          (line_count x 4)
  double* potential; ///< -1 at the origin to 1 at the insertion, mean over each tet (tet_count)
  int flat_count;    ///< tets whose fibre was filled in from neighbours
} BrnModelUnit;

typedef struct BrnModelMuscle {
  char* name;
  int first_unit, unit_count; ///< a run of the unit list
} BrnModelMuscle;

typedef struct BrnModelJoint {
  char* name;
  BrnJointType type;
  int parent, child; ///< bones
  double point[3];   ///< m
  double axis[3];    ///< unit vector; hinges only
  double limits[2];  ///< rad; hinges only
  double swing;      ///< rad; balls only
  double fit_error;  ///< root mean square distance of the fitted surfaces, m; NAN: not fitted
  BrnTrack* angle;   ///< rad, scripted; NULL: none
} BrnModelJoint;

/// A material with everything filled in.
typedef struct BrnModelMaterial {
  char* name;
  char* kind;              ///< of the body: "stable_neo_hookean"
  double density;          ///< kg/m^3; 0: not known, where nothing weighs
  double young;            ///< Pa; of the isotropic solid that is nearest to it at rest
  double poisson;          ///< of that too
  BrnParameter* parameter; ///< all that brn_material_set() needs
  int parameter_count;
} BrnModelMaterial;

/// A scripted rigid motion from the rest pose.
typedef struct BrnModelMotion {
  BrnTrack* move;  ///< m; NULL: none
  BrnTrack* turn;  ///< NULL: none
  double about[3]; ///< m
  int clip, joint; ///< -1: none
  bool turn_only;  ///< rotations of the clip only: the bone stays at the joint to its parent
} BrnModelMotion;

typedef struct BrnModelClip {
  BrnClip* clip;
  double start, speed;
  double travel; ///< times its displacements
  bool from_first_frame;
  bool onward; ///< rounds of a loop begin where the last one has ended, but for the height
  BrnRepeat repeat;
} BrnModelClip;

typedef struct BrnModelSupport {
  char* name;
  int* vertex; ///< ascending
  int vertex_count;
  bool axis[3]; ///< which coordinates are held
  int motion;   ///< -1: they stay
} BrnModelSupport;

/// A load as forces on vertices at scale 1; pressure follows the faces instead.
typedef struct BrnModelLoad {
  char* name;
  BrnLoadKind kind;
  int* vertex; ///< ascending
  int vertex_count;
  double* force; ///< N; forces and tractions                                 (vertex_count x 3)
  int* face;     ///< boundary triangles, facing out; tractions and pressures   (face_count x 3)
  int face_count;
  double pressure; ///< Pa
  BrnTrack* scale;
} BrnModelLoad;

/// A surface as it was given, riding on the tets, or being the body itself.
typedef struct BrnModelSurface {
  char* name;
  BrnMesh* mesh;           ///< as it came: same vertices in the same order, but SI and Y up
  BrnEmbedding* embedding; ///< NULL: there are no tets, and its vertices are those of the model's
                           ///< mesh from `first` on
  int first;               ///< -1: it rides on tets
  int outside_count;  ///< vertices outside of all tets; those inside of other parts do not count
  double max_outside; ///< how far the farthest is outside, m
} BrnModelSurface;

// ------------------------------------------------------------------------- a body of surfaces
// Without tets the model's mesh has the vertices of all surfaces one after another (bones, muscles
// and tendons in the order of the parts, then the envelope), and after them the inner points of all
// muscles. Its triangles are those of the surfaces, in the same order, labelled by part; those of
// the envelope have label 0.

/// A muscle, or a unit with a surface of its own, as it moves in a body of surfaces. Passive
/// tendons are flesh without a unit.
typedef struct BrnModelFlesh {
  char* name;
  int part, unit;          ///< unit -1: it is never active
  int surface;             ///< of the list
  int first, vertex_count; ///< its run of vertices of the mesh
  int first_triangle, triangle_count;
  int first_inner, inner_count; ///< its run of inner points, vertices of the mesh too
  int* parent; ///< of the inner points, from 0; -1: a root                (inner_count)
  int* inner;  ///< inner point of each vertex, from 0                     (vertex_count)
  int* root;   ///< vertices that the inner points grew from, from 0       (root_count)
  int root_count;
  double* fibre; ///< unit vectors at the vertices, then at the inner points, at rest
                 ///< ((vertex_count + inner_count) x 3)
  int* edge;     ///< pairs of vertices of the mesh: edges of the surface, then diagonals of
                 ///< quads that are no edges of triangles                  (edge_count x 2)
  int edge_count, diagonal_count; ///< diagonals are counted in both
  double length;                  ///< from end to end at rest, m
  double volume;                  ///< m^3; 0: the surface is open, and none is kept
  double rest_activation, volume_ratio;
  BrnTrack* volume_curve;      ///< share of the gain by activation; NULL: a straight line
  double stiffness[2], across; ///< N/m
  double follow;               ///< share of the length that bones give it that is its own
  int iterations;              ///< 0: the solver's
  double damping;              ///< 1/s; NAN: the solver's
  double thickness;            ///< m
  bool contact;
} BrnModelFlesh;

/// Ties from vertices of one flesh to surfaces, as they are at rest.
typedef struct BrnModelFascia {
  char* name;
  int flesh;
  int count;
  int* vertex;    ///< of the mesh, ascending                                     (count)
  double* weight; ///< slide, soft, hard as (11) to (13) of Romeo et al. 2018 make them (count x 3)
  int* target;    ///< surfaces of the list that it may slide on                 (target_count)
  int target_count;
  int* surface;        ///< of the list, with the closest point                         (count)
  int* triangle;       ///< of that surface's mesh                                      (count)
  double* barycentric; ///< of the closest point in it                                  (count x 3)
  double* distance;    ///< from it, m                                                  (count)
  double* offset;      ///< from it, in the frame of the triangle, m                    (count x 3)
  double* side;        ///< 1: in front of the triangle, -1: behind                     (count)
  double least;        ///< distance that is kept in any case, m
  double stiffness;    ///< share of a correction that is made in an iteration
} BrnModelFascia;

/// What two parts do where they touch.
typedef struct BrnModelContact {
  int part[2];
  BrnContactKind kind;
  double friction; ///< Coulomb's coefficient
} BrnModelContact;

/// The envelope of the skeleton: each vertex follows up to four bones.
typedef struct BrnModelEnvelope {
  int surface;    ///< of the list; -1: there is none
  int* bone;      ///< of each vertex of the surface; -1: none                          (x 4)
  double* weight; ///< add up to 1                                                      (x 4)
} BrnModelEnvelope;

// ------------------------------------------------------------------------------------- sensors

typedef struct BrnModelSensor {
  char* name;
  BrnSensorKind measure;
  int joint;    ///< -1: none
  int bone;     ///< -1: none
  double at[3]; ///< m, at rest
  int other;    ///< bone; -1: the world
  double other_at[3];
  int unit;        ///< -1: none
  double along[3]; ///< unit vector; NAN: the length counts
  double smooth;   ///< s
} BrnModelSensor;

typedef struct BrnModelSignal {
  char* name;
  int sensor;      ///< -1: none
  BrnTrack* value; ///< NULL: none
  int* of;         ///< other signals, all before this one in the list           (of_count)
  int of_count;
  bool multiply;   ///< them, instead of adding
  BrnTrack* curve; ///< by what is read; NULL: as it is
  double weight;
  bool has_trigger;
  double threshold, peak, hold, relax;
} BrnModelSignal;

// -------------------------------------------------------------------------------------- probes

/// What a probe tells: bits of BrnModelProbe.measure.
typedef enum BrnProbeWhat {
  BRN_PROBE_POSITION = 1,
  BRN_PROBE_DISPLACEMENT = 2,
  BRN_PROBE_VELOCITY = 4,
  BRN_PROBE_RANGE = 8,
  BRN_PROBE_SUPPORT = 16,
  BRN_PROBE_LOAD = 32,
  BRN_PROBE_FLESH = 64,
  BRN_PROBE_SECTION = 128,
  BRN_PROBE_STRESS = 256,
  BRN_PROBE_STRETCH = 512,
} BrnProbeWhat;

/// A point that rides on the body, a selection, or a plane that forces go through.
typedef struct BrnModelProbe {
  char* name;
  int measure;     ///< bits of BrnProbeWhat
  int bone;        ///< it is a point of this bone; -1: it rides on vertices
  double at[3];    ///< at rest, m: of a selection the mean
  double distance; ///< of the place that was asked for to the body, m
  int* vertex;     ///< what it rides on; of a selection ascending                (vertex_count)
  double* weight;  ///< add up to 1                                              (vertex_count)
  int vertex_count;
  int* tet;           ///< soft tets whose stress and stretch are told             (tet_count)
  double* tet_weight; ///< add up to 1                                             (tet_count)
  int tet_count;
  int* corner; ///< section: 4 tet + corner of the tets in front of the plane that pull at those
               ///< behind it                                                   (corner_count)
  int corner_count;
} BrnModelProbe;

/// What solvers run on. Read-only once built.
typedef struct BrnModel {
  char* name;
  uint64_t hash;        ///< of all it was built from; never of solver, frames and outputs
  BrnMesh* mesh;        ///< positions, tets, labels with names
  double* fibre;        ///< unit vectors; zero where there are none          (tet_count x 3)
  double* tendon;       ///< 0 muscle to 1 tendon; bones 0                     (tet_count)
  int* unit;            ///< of each tet; -1: none                             (tet_count)
  int* material;        ///< of each tet; at tendon 0                          (tet_count)
  int* tendon_material; ///< of each tet; at tendon 1                          (tet_count)
  double* volume;       ///< m^3                                              (tet_count)
  double* mass;         ///< lumped, kg                                       (vertex_count)
  int* vertex_bone;     ///< bone that carries the vertex; -1: free. Where bones meet: the lower
                        ///< index                                            (vertex_count)
  int* original;        ///< vertex before touching parts were taken apart    (vertex_count)
  int part_count, bone_count, muscle_count, unit_count, attachment_count, joint_count;
  int material_count, motion_count, clip_count, support_count, load_count, surface_count;
  BrnModelPart* part;
  BrnModelBone* bone;
  BrnModelMuscle* muscle;
  BrnModelUnit* unit_list;
  BrnModelAttachment* attachment;
  BrnModelJoint* joint;
  BrnModelMaterial* material_list;
  BrnModelMotion* motion;
  BrnModelClip* clip;
  BrnModelSupport* support;
  BrnModelLoad* load;
  BrnModelSurface* surface;
  int flesh_count, fascia_count, sensor_count, signal_count, probe_count, contact_count;
  BrnModelFlesh* flesh; ///< none: the body is made of tets
  BrnModelFascia* fascia;
  BrnModelEnvelope envelope;
  BrnModelSensor* sensor;
  BrnModelSignal* signal;
  BrnModelProbe* probe;
  BrnModelContact* contact; ///< of pairs of parts; those that are not there slide
  BrnSkeleton* skeleton;    ///< of the bones and joints, by their numbers in the lists
  double gravity[3];        ///< m/s^2
  BrnSolverDef solver;
  BrnSceneFrames frames;
} BrnModel;

// --------------------------------------------------------------------------------------- domains
// A body is made of tets, or of surfaces. Whoever looks at one asks how much there is of something,
// not which of the two it is.

/// What a body may have, and numbers may be given on.
typedef enum BrnModelDomain {
  BRN_OF_VERTICES, ///< of the mesh
  BRN_OF_TETS,     ///< of the mesh; a body of surfaces has none
  BRN_OF_SAMPLES,  ///< where it is told what is inside: the tets, or else the vertices
  BRN_OF_SHEETS,   ///< muscles and tendons that are surfaces; a body of tets has none
  BRN_OF_PARTS,
  BRN_OF_MUSCLES,
  BRN_OF_UNITS,
  BRN_OF_BONES,
  BRN_OF_JOINTS,
  BRN_OF_ATTACHMENTS,
  BRN_OF_SUPPORTS,
  BRN_OF_SENSORS,
  BRN_OF_SIGNALS,
  BRN_OF_PROBES,
  BRN_MODEL_DOMAINS ///< how many there are
} BrnModelDomain;

/// "tet", "unit"
BRN_API const char* brn_model_domain_name(BrnModelDomain domain);
BRN_API int brn_model_count(const BrnModel* model, BrnModelDomain domain);
/// @return NULL: these have no names, as vertices
BRN_API const char* brn_model_item_name(const BrnModel* model, BrnModelDomain domain, int index);
/// Where the mesh has its samples: BRN_ON_TET, or BRN_ON_VERTEX.
BRN_API BrnDomain brn_model_samples(const BrnModel* model);
/// The surface that moves for a part; -1: there is none.
BRN_API int brn_model_sheet_of(const BrnModel* model, int part);

// ----------------------------------------------------------------------------------------- build

/// How far along the work is; seconds_left is NAN until it can be told.
typedef void BrnBuildProgressFn(void* user, const char* stage, double fraction,
                                double seconds_left);

/// Parameters. Initialise with brn_build_def_default().
typedef struct BrnBuildDef {
  const char* cache;            ///< folder that keeps what steps made; NULL (default): none
  BrnBuildProgressFn* progress; ///< NULL (default): silence
  void* progress_user;
  BrnMesh** refused;   ///< gets the triangles of surfaces that cannot be used, as
                       ///< BrnTetraDef.refused; NULL (default): not wanted
  BrnRemarks* remarks; ///< gets all that the steps tell, also when they fail; where it has an error
                       ///< before, nothing is made; NULL (default): warnings go to the log
  int cookie;          ///< set by brn_build_def_default(); leave it alone
} BrnBuildDef;

/// A step of the build.
typedef struct BrnBuildStepReport {
  const char* name;
  bool cached; ///< what it makes was found in the cache
  double seconds;
} BrnBuildStepReport;

enum { BRN_BUILD_STEPS = 24 }; ///< at most

typedef struct BrnBuildReport {
  bool cached;         ///< all that takes long was found in the cache
  double seconds;      ///< the whole call
  BrnTetReport tets;   ///< quality of the whole mesh
  double mesh_seconds; ///< of them, making the mesh
  BrnBuildStepReport step[BRN_BUILD_STEPS];
  int step_count;
} BrnBuildReport;

BRN_API BrnBuildDef brn_build_def_default(void);

/// Builds the model of a scene, or finds it in the cache.
/// @param report may be NULL
/// @return BRN_INVALID for a scene that cannot work: *out is NULL and brn_last_error() names the
/// culprit and the cure
BRN_API BrnStatus brn_model_build(BrnContext* ctx, const BrnScene* scene, const BrnBuildDef* def,
                                  BrnModel** out, BrnBuildReport* report);
/// Frees a model. NULL is allowed.
BRN_API void brn_model_destroy(BrnContext* ctx, BrnModel* model);

/// The mesh with everything in it to look at: tet arrays "part", "fibre", "tendon", "unit" and
/// "material", vertex array "bone". A body of surfaces has "fibre", "unit", "inner" (the point that
/// a vertex is linked to) and "bone" at its vertices.
BRN_API BrnStatus brn_model_to_mesh(BrnContext* ctx, const BrnModel* model, BrnMesh** out);

/// Fibres of a muscle to look at: polylines through all its units, started evenly over its volume;
/// of a muscle that is a surface, over its area. `tet` of the lines has tets of the muscle, or
/// triangles of the model's mesh.
/// @param out brn_lines_destroy() frees it
BRN_API BrnStatus brn_model_trace(BrnContext* ctx, const BrnModel* model, int muscle, int count,
                                  BrnLines** out);
/// The same on one flesh.
/// @param max_length to each side, m; 0: as far as they go
BRN_API BrnStatus brn_model_trace_flesh(BrnContext* ctx, const BrnModel* model, int flesh,
                                        int count, double max_length, BrnLines** out);

/// Calls fn with every member of a model, and of what is in it.
BRN_API void brn_model_members(const BrnModel* model, BrnMemberFn* fn, void* user);

/// The whole model to a file and back, bit by bit.
BRN_API BrnStatus brn_model_write(BrnContext* ctx, const BrnModel* model, const char* path);
BRN_API BrnStatus brn_model_read(BrnContext* ctx, const char* path, BrnModel** out);

// ----------------------------------------------------------------------------------------- check

/// Everything wrong or doubtful in a scene at once: what the steps of a build tell of it, and,
/// where nothing must be meshed, what they refuse as they are made. What is an error here is
/// refused by brn_model_build(), in the same words, but for bodies that nothing holds: those are
/// for solvers to refuse. What is none here builds, but for what docs/anatomy.md leaves to the
/// mesh.
BRN_API BrnStatus brn_scene_check(BrnContext* ctx, const BrnScene* scene, BrnRemarks* out);
/// What is doubtful in a built model: attachments, joints, flat fibres, pieces, quality.
BRN_API BrnStatus brn_model_check(BrnContext* ctx, const BrnModel* model, BrnRemarks* out);

// --------------------------------------------------------------------------------------- contact

/// Contact in a body of surfaces. Its surfaces are model->surface, and behind them the inner points
/// of each flesh, which have no triangles. Muscles and tendons look for each other, for the
/// envelope, and for the bones that it does not cover. Near an attachment they do not look for the
/// bone that they are attached to.
/// @return BRN_INVALID when the model is made of tets
BRN_API BrnStatus brn_model_contact(BrnContext* ctx, const BrnModel* model, BrnContact** out);

#ifdef __cplusplus
}
#endif
