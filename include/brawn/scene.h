// SPDX-License-Identifier: Apache-2.0
//
// The editable description of a body: scene.json as C structs, with names.
//
//   BrnScene* scene;
//   BRN_TRY(brn_scene_read(ctx, "arm/scene.json", &scene));
//   BRN_TRY(brn_scene_set(ctx, scene, "muscles.biceps.activation", "0.5"));
//   BRN_TRY(brn_scene_write(ctx, scene, "arm/flexed.json"));
//
// Every member is called in C as it is in the file, up to plurals: `muscles` is the list
// `muscle` with `muscle_count`. Lengths, points and directions are in the scene's own units and
// axes (`units`, `up`); everything else is SI and degrees. Numbers that are NAN, texts and pointers
// that are NULL and lists that are empty are not given.
//
// A scene owns everything it points to, allocated by its context. From C it is simplest to change
// it by brn_scene_set(); brn_scene_text() replaces a text.

#pragma once

#include "brawn/form.h"
#include "brawn/motion.h"
#include "brawn/shape.h"
#include "brawn/skeleton.h"

#ifdef __cplusplus
extern "C" {
#endif

// ------------------------------------------------------------------------------- values in time

/// How values go from key to key, and on after the last: as in motion.h, in the same order.
typedef enum BrnSceneCurve { BRN_CURVE_STEP, BRN_CURVE_LINEAR, BRN_CURVE_SMOOTH } BrnSceneCurve;
typedef enum BrnSceneRepeat { BRN_SCENE_HOLD, BRN_SCENE_LOOP, BRN_SCENE_PING_PONG } BrnSceneRepeat;

/// A number that may change: 0.5, or {"keys": [[0, 0], [1, 0.5]]}.
typedef struct BrnSceneValue {
  double value; ///< used when there are no keys; NAN: not given
  double* key;  ///< rows of time (s) and value                        (key_count x 2)
  int key_count;
  BrnSceneCurve curve;   ///< default smooth
  BrnSceneRepeat repeat; ///< default hold
} BrnSceneValue;

/// A scripted rigid motion away from the rest pose: by keys, or from a clip.
typedef struct BrnSceneMotion {
  double* move; ///< rows of time (s) and displacement (length)        (move_count x 4)
  int move_count;
  double* turn; ///< rows of time (s) and rotation: axis times degrees (turn_count x 4)
  int turn_count;
  double about[3];       ///< point that turns are about; NAN: the joint to the parent, or else the
                         ///< centre of mass
  char* clip;            ///< name of a clip; then there are no keys
  char* joint;           ///< of the clip, whose motion away from its rest pose is taken
  bool turn_only;        ///< of the clip only rotations are taken: the bone stays at the joint to
                         ///< its parent, so that clips of other proportions serve; default false
  BrnSceneCurve curve;   ///< default smooth
  BrnSceneRepeat repeat; ///< default hold
} BrnSceneMotion;

/// A motion capture file.
typedef struct BrnSceneClip {
  char* name;
  char* file;            ///< .bvh, relative to the scene
  int units;             ///< of the file, as BrnScene.units; default cm
  int up;                ///< of the file, as BrnScene.up
  double start;          ///< time in the clip at time 0, s; default 0
  double speed;          ///< seconds of clip per second; default 1
  bool from_first_frame; ///< motion is measured from the first frame, not from the rest pose
  double travel;         ///< times the displacements of the clip: size of our body over that of
                         ///< the clip's; default 1
  BrnSceneRepeat repeat; ///< default hold
  bool onward;           ///< loop: every round begins where the last one has ended, but for its
                         ///< height; default false
} BrnSceneClip;

// --------------------------------------------------------------------------------------- sensors

/// What a sensor tells.
typedef enum BrnSensorKind {
  BRN_SENSE_ANGLE,                ///< of a joint away from rest, degrees: signed for hinges
  BRN_SENSE_ANGULAR_VELOCITY,     ///< of a joint, or of a bone, degrees/s
  BRN_SENSE_ANGULAR_ACCELERATION, ///< of a joint, or of a bone, degrees/s^2
  BRN_SENSE_VELOCITY,             ///< of a point of a bone, m/s
  BRN_SENSE_ACCELERATION,         ///< of a point of a bone, m/s^2
  BRN_SENSE_DISTANCE,             ///< between points of two bones, m
  BRN_SENSE_LENGTH,               ///< of a muscle's line of action, over that at rest
} BrnSensorKind;

/// Something measured of the skeleton at every frame.
typedef struct BrnSceneSensor {
  char* name;
  BrnSensorKind measure;
  char* joint;        ///< angle, angular velocity and acceleration: of this joint
  char* bone;         ///< or of this bone; velocity, acceleration, distance: a point of it
  double at[3];       ///< that point, in the rest pose; NAN: the centre of mass
  char* other;        ///< distance: the other bone; else what motion is measured against; NULL: the
                      ///< world
  double other_at[3]; ///< distance: its point; NAN: the centre of mass
  char* muscle;       ///< length: name of a muscle or unit
  double along[3];    ///< the part of a vector along this direction, signed; NAN: its length
  double smooth;      ///< time over which rates are smoothed, s; default 0.05
} BrnSceneSensor;

/// Contracts a muscle when its signal passes a threshold, and relaxes it slowly.
typedef struct BrnSceneTrigger {
  double threshold;
  double peak;  ///< value while it holds; default 1
  double hold;  ///< s; default 0.1
  double relax; ///< time constant of the fall afterwards, s; default 0.3
} BrnSceneTrigger;

/// A number made of sensors and other signals, that activates muscles: weight times curve of what
/// it reads, or of the sum or the product of other signals, all of it through the trigger.
typedef struct BrnSceneSignal {
  char* name;
  char* sensor;
  BrnSceneValue value; ///< or a number that may change with time
  char** sum;          ///< or other signals, added
  int sum_count;
  char** product; ///< or other signals, multiplied
  int product_count;
  double* curve; ///< rows of what is read and what becomes of it; none: as it is  (curve_count x 2)
  int curve_count;
  BrnSceneCurve shape; ///< of the curve; default linear
  double weight;       ///< default 1
  BrnSceneTrigger* trigger;
} BrnSceneSignal;

// ------------------------------------------------------------------------------------ selections

typedef struct BrnScenePlane {
  double point[3];
  double normal[3]; ///< chosen is the side it points to, and the plane itself
} BrnScenePlane;

typedef struct BrnSceneSphere {
  double centre[3];
  double radius;
} BrnSceneSphere;

typedef struct BrnSceneNear {
  char** part; ///< names of bones, muscles, units or tendons
  int part_count;
  double within; ///< distance to their surfaces
} BrnSceneNear;

/// Numbers painted on vertices, 0 to 1.
typedef struct BrnSceneMap {
  char* part;   ///< whose surface was painted; NULL: the vertices of mesh.file
  char* array;  ///< named vertex array in the surface or mesh file
  char* file;   ///< or a text file with a number per vertex, relative to the scene
  double above; ///< chosen is what has at least this; default 0.5
} BrnSceneMap;

/// Vertices of the mesh; everything that is given must hold. Of tets the centroid counts.
typedef struct BrnSceneSelection {
  char* name;
  char** part; ///< names of bones, muscles, units or tendons; none: all
  int part_count;
  double* box; ///< two opposite corners                                          (2 x 3)
  int box_count;
  BrnScenePlane* plane;
  BrnSceneSphere* sphere;
  BrnSceneNear* near;
  double*
      nearest; ///< the vertex of the parts nearest to each of these points   (nearest_count x 3)
  int nearest_count;
  int* vertex; ///< numbers, from 0: of `part`'s surface file when one part is named that has one
               ///< (then the nearest mesh vertices are meant), else of the mesh
  int vertex_count;
  BrnSceneMap* map;
  char** any; ///< at least one of these other selections
  int any_count;
  bool surface; ///< only what lies on the parts' boundary
  bool invert;  ///< everything in the parts but what the rest says
} BrnSceneSelection;

// ----------------------------------------------------------------------------------------- parts

/// Where a part's tets come from: exactly one of these.
typedef struct BrnSceneSource {
  char* surface;    ///< triangle mesh file, relative to the scene
  BrnFormDef* form; ///< a surface of our own making
  char** label;     ///< tets of mesh.file or mesh.shape: names or numbers of labels
  int label_count;
} BrnSceneSource;

typedef struct BrnSceneBone {
  char* name;
  BrnSceneSource source;
  char* material;         ///< default "bone"
  bool fixed;             ///< held where it is; default false
  BrnSceneMotion* motion; ///< scripted
} BrnSceneBone;

/// Where a muscle holds on to bones, or tendons: {"bones": ["ulna"], "within": 0.002}, or "ulna".
typedef struct BrnSceneAttachment {
  char**
      bone; ///< names of bones, or of tendons with tets of their own; none: whichever bone is near
  int bone_count;
  double within; ///< contact distance; NAN: half an edge of the mesh there
  char* select;  ///< name of a selection: these vertices instead of those near a bone
  double fuse;   ///< a gap to the bone up to this is filled; NAN: as mesh.fuse
} BrnSceneAttachment;

typedef enum BrnFibreSource {
  BRN_FIBRES_LAPLACE,  ///< steady heat from origin to insertion
  BRN_FIBRES_PENNATE,  ///< the same, turned by `angle` away from an aponeurosis
  BRN_FIBRES_CONSTANT, ///< `axis` everywhere
  BRN_FIBRES_SPLINE,   ///< along u of a B-spline solid
  BRN_FIBRES_FILE,     ///< vectors per tet
} BrnFibreSource;

typedef struct BrnSceneSpline {
  int count[3];    ///< control points along u, v, w
  int degree[3];   ///< default 3
  double* control; ///< w runs fastest                        (count[0] x count[1] x count[2] x 3)
  int control_count;
} BrnSceneSpline;

typedef struct BrnSceneFibres {
  BrnFibreSource from;  ///< default laplace
  double axis[3];       ///< constant
  double angle;         ///< pennate, degrees; default 20
  char* aponeurosis;    ///< pennate: name of a selection
  BrnScenePlane* plane; ///< pennate: or a flat aponeurosis
  BrnSceneSpline* spline;
  char* file;  ///< file: NULL: mesh.file or mesh.shape itself
  char* array; ///< file: name of its tet array; default "fibre"
} BrnSceneFibres;

typedef enum BrnTendonSource {
  BRN_TENDON_NONE,
  BRN_TENDON_FRACTION, ///< shares of the way from origin to insertion
  BRN_TENDON_DISTANCE, ///< lengths from the attachments
  BRN_TENDON_SECTION,  ///< where the section is thinner than `share` of the widest one
  BRN_TENDON_MAP,      ///< painted
} BrnTendonSource;

/// Which part of a muscle is tendon.
typedef struct BrnSceneTendons {
  BrnTendonSource by;       ///< default none
  double origin, insertion; ///< fraction or length of tendon at the two ends; default 0
  double share;             ///< section: default 0.3
  double blend;             ///< width of the soft change, in the same measure; default 0
  BrnSceneMap* map;         ///< map: 1 is tendon; `above` is not used
  char* material;           ///< default "tendon"
} BrnSceneTendons;

/// A motor unit: a region of a muscle with fibres and an activation of its own. What is not given
/// is as in the muscle.
typedef struct BrnSceneUnit {
  char* name;
  BrnSceneSource source; ///< tets of its own
  char* region;          ///< or a selection within the muscle's tets; the first unit that selects
                         ///< a tet has it; a unit with neither has what is left
  BrnSceneAttachment* origin;
  BrnSceneAttachment* insertion;
  BrnSceneFibres* fibres;
  BrnSceneTendons* tendons;
  BrnSceneValue activation; ///< 0 to 1
  char* signal;             ///< NULL: the muscle's
  double tension;           ///< Pa
} BrnSceneUnit;

/// How a muscle behaves as a surface with an inner structure, in bodies of surfaces.
typedef struct BrnSceneFlesh {
  char* roots;    ///< selection of the vertices that the inner structure grows from; NULL: a
                  ///< ring around the middle
  double spacing; ///< of the inner points, at most; NAN: an eighth of the length, or the
                  ///< mean radius where that is less
  double rest_activation; ///< how active it is at rest; default 0
  double volume_ratio;    ///< of full activation to rest; default 1
  double* volume_curve; ///< activation, share of the gain; none: straight (volume_curve_count x 2)
  int volume_curve_count;
  double stiffness[2]; ///< along fibres, relaxed and active, N/m; default 5e5 and 5e7
  double across;       ///< across fibres, N/m, as at 96 steps a second; default 1
  double follow;       ///< share of the length that its bones give it that is its own; default 0
  int iterations;      ///< at most; 0 (default): the solver's
  double damping;      ///< of velocities, 1/s; NAN: the solver's
  double thickness;    ///< distance kept to what it touches; default 0
  bool contact;        ///< does it touch others? default true
} BrnSceneFlesh;

/// What happens where parts touch.
typedef enum BrnTouching {
  BRN_TOUCHING_AS_MESH, ///< as mesh.touching says (muscles only)
  BRN_TOUCHING_FUSED,   ///< they share their vertices
  BRN_TOUCHING_APART,   ///< each has its own, except at attachments
} BrnTouching;

/// How a muscle becomes as active as it is told to be; docs/drive.md has the formulas.
typedef enum BrnDynamics {
  BRN_DYNAMICS_NONE,        ///< keys are activations, and signals are followed by first order
  BRN_DYNAMICS_FIRST_ORDER, ///< a time constant for the way up and one for the way down
  BRN_DYNAMICS_THELEN,      ///< time constants that hang on the activation (Thelen 2003)
  BRN_DYNAMICS_DEGROOTE,    ///< and change smoothly (De Groote et al. 2016)
  BRN_DYNAMICS_MUJOCO,      ///< MuJoCo's muscles
} BrnDynamics;

/// Time constants that are shorter than this are refused, s.
#define BRN_DYNAMICS_SHORTEST 1e-4

typedef struct BrnSceneMuscle {
  char* name;
  BrnSceneSource source; ///< none when all its units have their own
  BrnSceneAttachment* origin;
  BrnSceneAttachment* insertion;
  BrnSceneFibres fibres;
  BrnSceneTendons tendons;
  BrnSceneUnit* unit; ///< none: the muscle is one unit
  int unit_count;
  BrnSceneValue activation; ///< 0 to 1; default 0
  double tension;           ///< of fully active fibres, Pa; NAN: the material's, or 3e5
  BrnTouching touching;     ///< default as mesh
  BrnSceneFlesh flesh;
  char* signal;              ///< name of a signal, added to `activation`; NULL: none
  double rise, fall;         ///< time constants of activation that follows, s; default 0.015, 0.06
  BrnDynamics dynamics;      ///< by which activation follows keys and signal; default none
  double least_activation;   ///< that it does not fall below; default 0
  double initial_activation; ///< at the first frame; NAN: the excitation there
  double dynamics_smooth;    ///< of degroote and mujoco; NAN: their own
  char* material;            ///< default "muscle"
} BrnSceneMuscle;

/// A tendon, ligament or other passive tissue with tets of its own.
typedef struct BrnSceneTendon {
  char* name;
  BrnSceneSource source;
  char** from; ///< parts it comes from: fibres run from there
  int from_count;
  char** to; ///< to here; without both there are no fibres
  int to_count;
  double within;  ///< contact distance to `from` and `to`; NAN: half an edge of the mesh there
  char* material; ///< default "tendon"; of a soft part "fat"
} BrnSceneTendon;

// ---------------------------------------------------------------------------------------- joints

typedef enum BrnJointFit { BRN_FIT_NONE, BRN_FIT_SPHERE, BRN_FIT_CYLINDER } BrnJointFit;

typedef struct BrnSceneJoint {
  char* name;
  BrnJointType type;
  char** bone; ///< parent and child                                          (2)
  int bone_count;
  double point[3];  ///< NAN: from the fit
  double axis[3];   ///< of a hinge; the child turns about it by the right hand; NAN: from the fit
  double limits[2]; ///< of a hinge: degrees from the rest pose; default -180, 180
  double swing;     ///< of a ball: largest angle away from the rest pose, degrees; default 180
  BrnJointFit fit;  ///< default none
  double within;    ///< fit: how far apart facing surfaces may be; NAN: twice the smallest gap
  BrnSceneValue angle; ///< of a hinge, scripted, degrees
} BrnSceneJoint;

// ------------------------------------------------------------------------------------- materials

/// A material. What is not given is as in `like`. In C parameters are best set by their paths:
/// brn_scene_set(ctx, scene, "materials.flesh.hill.active", "degroote").
typedef struct BrnSceneMaterial {
  char* name;
  char* like;     ///< another material, or one of ours: muscle, tendon, bone, fat, skin, rubber
  char* model;    ///< a body of brawn/material.h: "stable_neo_hookean"
  double density; ///< kg/m^3
  double young;   ///< Pa
  double poisson;
  BrnParameter* parameter; ///< all others, as brn_material_set() has them: "c1", "hill.active";
                           ///< "hill" alone is "true" or "false"
  int parameter_count;
} BrnSceneMaterial;

// ---------------------------------------------------------------------------- supports and loads

/// Vertices held in place, or moved as a script says.
typedef struct BrnSceneSupport {
  char* name;
  char** on; ///< selections or parts
  int on_count;
  char* axes; ///< which coordinates are held: "xyz" (default), "y", ...
  BrnSceneMotion* motion;
} BrnSceneSupport;

typedef enum BrnLoadKind { BRN_LOAD_FORCE, BRN_LOAD_TRACTION, BRN_LOAD_PRESSURE } BrnLoadKind;

typedef struct BrnSceneLoad {
  char* name;
  char** on; ///< selections or parts
  int on_count;
  BrnLoadKind kind;
  double vector[3];    ///< force on all of it together, N; or traction, Pa
  double pressure;     ///< against the surface, Pa
  BrnSceneValue scale; ///< times this; default 1
} BrnSceneLoad;

// -------------------------------------------------------------------------------------- contacts

typedef enum BrnContactKind {
  BRN_CONTACT_SLIDE, ///< they do not go through each other
  BRN_CONTACT_NONE,  ///< they do
} BrnContactKind;

/// What two groups of parts of a body of tets do where they touch. The last one that names a pair
/// counts.
typedef struct BrnSceneContact {
  char* name;
  char** a; ///< parts by name, with * and ?, or all "bones", "muscles", "tendons", "soft"; none:
            ///< all
  int a_count;
  char** b; ///< what they touch, the same
  int b_count;
  BrnContactKind kind;
  double friction; ///< Coulomb's coefficient; default 0
} BrnSceneContact;

// ---------------------------------------------------------------------------------------- fascia

/// Which vertices a fascia holds.
typedef enum BrnFasciaKind {
  BRN_FASCIA_DEEP,        ///< those whose surface faces that of a target
  BRN_FASCIA_SUPERFICIAL, ///< those that face away from all targets: it holds the outside together
  BRN_FASCIA_ALL,         ///< all that are near enough
} BrnFasciaKind;

/// Ties from muscles to surfaces around them, in bodies of surfaces: they slide, keep their
/// distance to a point, or keep their place.
typedef struct BrnSceneFascia {
  char* name;
  BrnFasciaKind kind;
  char** muscle; ///< names, with * and ?; none: all
  int muscle_count;
  char** target; ///< names of bones, muscles, with * and ?, or "envelope"; none: all but itself
  int target_count;
  double slide, soft, hard; ///< weights, 0 to 1; default 1, 0, 0
  BrnSceneMap* slide_map;   ///< painted, times the weight
  BrnSceneMap* soft_map;
  BrnSceneMap* hard_map;
  char* select;     ///< selection of vertices; NULL: all
  double within;    ///< reach; NAN: 15 mm for deep, 80 mm for others
  double facing;    ///< deep: normals oppose each other within this angle, degrees; default 60
  double distance;  ///< least distance to the target, whatever it was at rest; default 0
  double stiffness; ///< share of a correction that is made in an iteration, 0 to 1; default 0.5
} BrnSceneFascia;

/// One continuous surface around the bones, that muscles slide on.
typedef struct BrnSceneEnvelope {
  char* surface; ///< triangle mesh file, relative to the scene; NULL: made around the bones
  char** bone;   ///< names, with * and ?; none: all
  int bone_count;
  double offset; ///< distance from the bones; default 0.002 m
  double close;  ///< gaps between bones up to this are bridged; default 0.01 m
  int triangles; ///< wanted; default 10000
} BrnSceneEnvelope;

// ----------------------------------------------------------------------------------- the rest

typedef struct BrnSceneMesh {
  char* file;           ///< a tet mesh from elsewhere, relative to the scene
  BrnShapeDef* shape;   ///< or one of our test bodies
  int tets;             ///< from surfaces: tets wanted; default 100000
  double size;          ///< or the edge length at the surfaces
  double thickness;     ///< edges across a thin place; default 1
  int thin_levels;      ///< how often edges may be halved for that; default 3
  int passes;           ///< rounds of improvement; default 16
  BrnTouching touching; ///< muscles with each other and with bones; default fused
  double fuse;          ///< gaps up to this are filled at attachments; default 0
} BrnSceneMesh;

/// How the linear systems of a step are solved.
typedef enum BrnLinearSolver {
  BRN_LINEAR_AUTO,      ///< by size and behaviour
  BRN_LINEAR_DIRECT,    ///< a Cholesky factor each iteration
  BRN_LINEAR_LAPLACE,   ///< conjugate gradients, preconditioned by the scalar factor made once
  BRN_LINEAR_COROTATED, ///< the same, by a Cholesky factor of an earlier iteration of the step
} BrnLinearSolver;

typedef enum BrnBoneModel {
  BRN_BONES_AFFINE, ///< kept rigid by their own stiff material
  BRN_BONES_RIGID,  ///< exactly rigid
} BrnBoneModel;

/// Cure of the locking of tets that are nearly incompressible.
typedef enum BrnLockingCure {
  BRN_LOCKING_AUTO, ///< where Poisson's ratio is above 0.45
  BRN_LOCKING_OFF,  ///< plain linear tets
  BRN_LOCKING_ON,   ///< wherever the material allows it
} BrnLockingCure;

typedef enum BrnIntegrator {
  BRN_BDF1, ///< backward Euler
  BRN_BDF2, ///< second order
} BrnIntegrator;

/// Bytes for the name of a method, and for what methods have of their own.
enum { BRN_METHOD_NAME = 32, BRN_METHOD_BYTES = 512 };

/// How a scene is solved, and the parameters of a solver. Initialise with brn_solver_def_default()
/// or brn_solver_def_of(). It owns nothing: assignment copies it, also into and out of a scene, and
/// there is nothing to be freed.
typedef struct BrnSolverDef {
  char method[BRN_METHOD_NAME]; ///< one of brn_solver_method(); default "newton"
  bool dynamic;                 ///< with inertia; default false
  int substeps;                 ///< per frame; default 1
  int iterations;               ///< at most, per step; 0 (default): the method's own
  double tolerance;             ///< of the relative decrement; 0 (default): the method's own
  double balance;               ///< forces out of balance over the forces that act; default 1e-4
  bool contact;                 ///< parts of tets do not go through each other; default false
  int halvings;                 ///< how often a step that does not converge is halved; default 5
  BrnLinearSolver linear;       ///< default auto
  double linear_tolerance;  ///< of conjugate gradients, in the preconditioned norm; 0 (default):
                            ///< 0.1, or 0.01 for BRN_LINEAR_COROTATED
  int linear_iterations;    ///< of conjugate gradients, at most; default 300
  bool warp;                ///< steps turn what they should turn; default true
  bool project;             ///< definite stiffness always, not on demand only; default false
  BrnBoneModel bones;       ///< default affine
  BrnLockingCure locking;   ///< default auto
  BrnIntegrator integrator; ///< of dynamic steps; default BDF1
  int cookie;               ///< set by the calls above; leave it alone
  double mass_damping;      ///< Rayleigh's, times the mass matrix, 1/s; default 0
  double stiffness_damping; ///< Rayleigh's, times the stiffness matrix, s; default 0
  unsigned char own[BRN_METHOD_BYTES]; ///< settings of single methods, in their layout, where
                                       ///< doubles may be: brn_solver_def_set(), _get()
} BrnSolverDef;

typedef struct BrnSceneFrames {
  int first, last;   ///< default 1 to 48
  double per_second; ///< default 24; time is 0 at the first frame
  int pre_roll;      ///< frames before the first one to settle in; default 0
  int run_up;        ///< of them, those that lead from the rest pose to the first frame, with
                     ///< gravity, activations and loads growing; default 0
} BrnSceneFrames;

typedef struct BrnSceneOutputs {
  char* folder;  ///< default: the scene's name, beside it
  char** format; ///< of the frames: "vtu", ...
  int format_count;
  int every;     ///< frames between files; default 1
  bool surfaces; ///< the surfaces that were given, moved; default true
  bool mesh;     ///< the tets; default true
  int units;     ///< of lengths in tables: m (default), cm, mm, in, ft, or the scene's own
} BrnSceneOutputs;

/// Numbers of a point, of a selection, or of what goes through a plane, in probes.csv.
typedef struct BrnSceneProbe {
  char* name;
  double at[3]; ///< a place at rest: the point of the body there, or nearest to it; NAN: none
  char* part;   ///< `at` is a point of this part; of a bone it may be outside; NULL: of any
  char** on;    ///< or selections or parts
  int on_count;
  BrnScenePlane* section; ///< what is told of is the force through this plane
  char** measure;         ///< position, displacement, ...; none: as fits
  int measure_count;
} BrnSceneProbe;

/// A body. Made by brn_scene_create() or brn_scene_read().
typedef struct BrnScene {
  int brawn; ///< version of the format: 1
  char* name;
  char* about;  ///< one line for people
  int units;    ///< of all lengths here and in the files: m (default), cm, mm, in, ft
  int up;       ///< x, y (default), z
  double scale; ///< of everything, after units; default 1
  BrnSceneMesh mesh;
  BrnSceneMaterial* material;
  int material_count;
  BrnSceneBone* bone;
  int bone_count;
  BrnSceneMuscle* muscle;
  int muscle_count;
  BrnSceneTendon* tendon;
  int tendon_count;
  BrnSceneTendon* soft; ///< other passive parts: fat, a block of rubber
  int soft_count;
  BrnSceneJoint* joint;
  int joint_count;
  BrnSceneSelection* selection;
  int selection_count;
  BrnSceneSupport* support;
  int support_count;
  BrnSceneLoad* load;
  int load_count;
  BrnSceneClip* clip;
  int clip_count;
  BrnSceneSensor* sensor;
  int sensor_count;
  BrnSceneSignal* signal;
  int signal_count;
  BrnSceneProbe* probe;
  int probe_count;
  BrnSceneContact* contact;
  int contact_count;
  BrnSceneFascia* fascia;
  int fascia_count;
  BrnSceneEnvelope* envelope;
  double gravity[3]; ///< m/s^2; NAN: 9.81 down
  BrnSolverDef solver;
  BrnSceneFrames frames;
  BrnSceneOutputs outputs;
  char* folder; ///< of the file it came from, for relative paths; not part of the file
} BrnScene;

/// Something to say about a scene or a model.
typedef struct BrnRemark {
  BrnSeverity severity;
  char* where; ///< "muscles.biceps.origin", or "scene.json:12:3"
  char* text;  ///< what is wrong, and the cure
} BrnRemark;

/// Zeroed at first; grows by every call that takes it.
typedef struct BrnRemarks {
  BrnRemark* remark;
  int count, error_count, warning_count;
} BrnRemarks;

BRN_API void brn_remarks_clear(BrnContext* ctx, BrnRemarks* remarks);
BRN_API BrnStatus brn_remarks_add(BrnContext* ctx, BrnRemarks* remarks, BrnSeverity severity,
                                  const char* where, const char* text);

/// An empty scene with the defaults.
BRN_API BrnStatus brn_scene_create(BrnContext* ctx, BrnScene** out);
/// Frees a scene. NULL is allowed.
BRN_API void brn_scene_destroy(BrnContext* ctx, BrnScene* scene);
BRN_API BrnStatus brn_scene_copy(BrnContext* ctx, const BrnScene* scene, BrnScene** out);

/// Reads a scene file. Messages tell file, line and column, and the nearest known spelling.
BRN_API BrnStatus brn_scene_read(BrnContext* ctx, const char* path, BrnScene** out);
/// Reads a scene from text; `name` serves messages, and its folder relative paths.
BRN_API BrnStatus brn_scene_parse(BrnContext* ctx, const char* text, size_t size, const char* name,
                                  BrnScene** out);
/// Writes what differs from the defaults; the same scene always gives the same bytes.
BRN_API BrnStatus brn_scene_write(BrnContext* ctx, const BrnScene* scene, const char* path);
/// The same as text, ended by 0; free it with brn_scene_text_free().
BRN_API BrnStatus brn_scene_print(BrnContext* ctx, const BrnScene* scene, char** text,
                                  size_t* size);
BRN_API void brn_scene_text_free(BrnContext* ctx, char* text);

/// Sets anything by its path: "muscles.biceps.activation", "0.5". The value is JSON, or plain text;
/// null is the default. Entries of lists are counted from 0: "bones.ulna.form.clay.0.blend".
/// @return BRN_INVALID, with the scene as it was, for a path or a value that cannot be;
/// brn_last_error() has the nearest spelling
BRN_API BrnStatus brn_scene_set(BrnContext* ctx, BrnScene* scene, const char* path,
                                const char* value);

/// The JSON Schema of scene files (draft 2020-12), as text.
BRN_API BrnStatus brn_scene_schema(BrnContext* ctx, char** text, size_t* size);

/// Reads a scene and goes on after mistakes, up to a hundred: each becomes a remark, with its file,
/// line and column.
/// @param out what could be read, even when there are errors; NULL when it is no JSON at all
/// @return BRN_OK whenever the file could be opened
BRN_API BrnStatus brn_scene_inspect(BrnContext* ctx, const char* path, BrnRemarks* remarks,
                                    BrnScene** out);

/// Converts everything to metres, Y up: units m, up y, scale 1.
BRN_API void brn_scene_to_si(BrnScene* scene);

/// A copy of a text for a member of a scene; replaces *member.
BRN_API BrnStatus brn_scene_text(BrnContext* ctx, char** member, const char* text);

#ifdef __cplusplus
}
#endif
