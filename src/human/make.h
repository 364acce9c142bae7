// SPDX-License-Identifier: Apache-2.0
//
// A full human body from our own numbers: bones, muscles, fascia, sensors, and clips that it walks
// and runs by. It is data for the command, not a part of the library.
//
//   BrnHumanDef def = brn__human_def_default();
//   def.clip = "walk.bvh";
//   BrnScene* scene;
//   BRN_TRY(brn__human_make(ctx, &def, &scene));
//   BRN_TRY(brn_scene_write(ctx, scene, "human.json"));
//
// It stands with its arms stretched out to the sides, palms down, and looks along +z; y is up and
// +x its left. The same def gives the same bytes.

#pragma once

#include "brawn/motion.h"
#include "brawn/scene.h"

/// Which muscles the body has.
typedef enum BrnHumanMuscles {
  BRN_HUMAN_ALL,
  BRN_HUMAN_LEGS,  ///< hips, legs and feet
  BRN_HUMAN_ARMS,  ///< shoulders, arms and hands
  BRN_HUMAN_TRUNK, ///< chest, belly, back, neck and head
} BrnHumanMuscles;

/// Parameters of a body. Initialise with brn__human_def_default().
typedef struct BrnHumanDef {
  double height;           ///< m; default 1.75
  int triangles;           ///< of all muscles together, two for each quad; default 38000
  int envelope;            ///< triangles of the envelope around the bones; default 10000
  BrnHumanMuscles muscles; ///< default all
  const char* clip;        ///< .bvh file that drives it, relative to the scene; NULL (default): it
                           ///< stands still
  const char* names;       ///< how joints are called in the clip, * being ours: "Character1_*";
                           ///< default "*"
  int clip_units;          ///< of the clip, as BrnScene.units; default cm
  double travel;           ///< times the displacements of the clip; default 1
  bool from_first_frame;   ///< the clip's first frame, not its rest pose, is our rest pose
  double duration;         ///< of a clip that does not close, s, for as long as which the body is
                           ///< simulated; 0 (default): it is repeated, and simulated for 2 s
  int cookie;              ///< set by brn__human_def_default(); leave it alone
} BrnHumanDef;

BrnHumanDef brn__human_def_default(void);

/// Makes the scene.
/// @return BRN_INVALID for a def that cannot work: *out is NULL and brn_last_error() names the
/// member and the cure
BrnStatus brn__human_make(BrnContext* ctx, const BrnHumanDef* def, BrnScene** out);

typedef enum BrnGait { BRN_GAIT_WALK, BRN_GAIT_RUN } BrnGait;

/// Parameters of a clip. Initialise with brn__gait_def_default().
typedef struct BrnGaitDef {
  BrnGait gait;
  double height;            ///< of the body, m; default 1.75
  double cadence;           ///< steps a minute; walking 110, running 165
  double stride;            ///< m of way in a cycle of two steps; 0: as on a treadmill (default)
  int cycles;               ///< default 1
  double frames_per_second; ///< default 120; the last frame is the first one again
  int cookie;               ///< set by brn__gait_def_default(); leave it alone
} BrnGaitDef;

BrnGaitDef brn__gait_def_default(BrnGait gait);

/// Makes a clip in which the body walks or runs; write it with brn_clip_write().
BrnStatus brn__gait_make(BrnContext* ctx, const BrnGaitDef* def, BrnClip** out);
