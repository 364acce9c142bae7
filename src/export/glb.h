// SPDX-License-Identifier: Apache-2.0
//
// A run as GLB, the binary form of glTF 2.0. Frames are read twice: the first time to find out what
// moves and how (glb_survey.c, glb_bones.c), which gives the JSON (glb_describe.c, glb_nodes.c)
// that the file begins with; the second time to write what it announces (glb.c).

#pragma once

#include "export/export.h"
#include "export/gltf.h"
#include "export/identifiers.h"

/// Frames that readers of morph targets bear.
enum { BRN_GLB_FRAMES = 250 };

/// A bone as a node that moves: at the joint that holds it, or at its centre.
typedef struct BrnGlbBone {
  int joint;       // that holds it; -1: none
  int parent;      // bone; -1: none
  double pivot[3]; // at rest, m
  float* rotation; // x y z w, in the parent's node    (frame_count x 4)
  float* position; // in the parent's node, m          (frame_count x 3)
  BrnPose world;   // of the node in the frame in hand, as the rounded numbers put it
  bool turns, goes;
  int node; // of the document
} BrnGlbBone;

/// How the shape of a part in a frame differs from that in the first.
typedef struct BrnGlbTarget {
  int moved, turned; // vertices and normals that differ
  float low[3], high[3];
} BrnGlbTarget;

typedef struct BrnGlbPart {
  int point_count;
  int bone;             // of the model; -1: it is none
  float* rest;          // of bones, from the pivot                 (point_count x 3)
  float *base, *normal; // of the first frame; of rigid parts at rest (point_count x 3)
  double error;         // of the vertices when the bone's node carries them, m
  BrnGlbTarget* target; // of frames behind the first              (frame_count - 1)
  bool rigid;           // it hangs on the bone's node
  bool moves;           // it has targets
  int mesh;             // of the document; -1: there is nothing to show
  const char* name;     // in the document
} BrnGlbPart;

typedef struct BrnGlb {
  BrnExport* job;
  BrnContext* ctx;
  double tolerance, rigid_tolerance; // differences up to them are none, m
  int bone_count;                    // 0: there is no model
  BrnGlbBone* bone;
  int* order;            // bones, parents first
  BrnGlbPart* part;      // as those of the job
  float *moved, *turned; // differences of a skin, room for the largest
  BrnGltf gltf;
  BrnNames names;     // of meshes and nodes; a node that shows a part has the name of its mesh
  int times, weights; // accessor of the keys, and sampler that all targets share; -1: none
} BrnGlb;

/// Pivots, parents and order of the bones.
BrnStatus brn__glb_find_bones(BrnGlb* glb);
/// Where the nodes of the bones are in frame k, which was read last.
void brn__glb_pose_bones(BrnGlb* glb, int k);

/// Goes through all frames.
BrnStatus brn__glb_survey(BrnGlb* glb);
/// How a part in the frame that was read last differs from its base; fills moved and turned.
BrnGlbTarget brn__glb_shape(BrnGlb* glb, int p);
/// Is it shorter to write so many items of so many with their indices?
bool brn__glb_is_sparse(int filled, int count);

/// The document: all that the JSON tells, with views in the order in which glb.c writes them.
BrnStatus brn__glb_describe(BrnGlb* glb);
/// The nodes: groups of parts, bones on their joints, and how they move.
BrnStatus brn__glb_add_nodes(BrnGlb* glb);
/// A sampler over all frames for the numbers of an accessor.
int brn__glb_add_sampler(BrnGlb* glb, int output);
/// Of frame k, from the first one that is written on, s.
float brn__glb_time(const BrnGlb* glb, int k);
