// SPDX-License-Identifier: Apache-2.0
//
// `brawn bench xpbd`: position-based muscles, what Romeo et al. 2018 ("the paper") show and what
// they do not say, in parts:
//
//   xpbd.c          the order of studies
//   xpbd_body.c     a spindle of rings, a crowd of them, and a run of frames
//   xpbd_measure.c  length, girth, volume, creases of what has come out
//   xpbd_tables.c   hanging, contraction, other sub-steps; figure 7: a muscle that swells
//   xpbd_density.c  the same with finer meshes
//   xpbd_elbow.c    figure 10: an elbow that bends
//   xpbd_speed.c    the paper's 135,780 constraints, over the bytes that must move
//   xpbd_tets.c     tets against newton
//   xpbd_human.c    a running body: penetration, volume, finite numbers
//
// The pictures of the figures are made by tools/xpbd_figures.sh.

#pragma once

#include "bench/studies.h"

// ----------------------------------------------------------------------------------------- studies

BrnStatus xpbd_study_hanging(BenchStudies* bench);
BrnStatus xpbd_study_contraction(BenchStudies* bench);
BrnStatus xpbd_study_substeps(BenchStudies* bench);
BrnStatus xpbd_study_density(BenchStudies* bench);
BrnStatus xpbd_study_figure_7(BenchStudies* bench);
BrnStatus xpbd_study_figure_10(BenchStudies* bench);
BrnStatus xpbd_study_speed(BenchStudies* bench);
BrnStatus xpbd_study_workers(BenchStudies* bench);
BrnStatus xpbd_study_tets(BenchStudies* bench);
BrnStatus xpbd_study_human(BenchStudies* bench);

// ------------------------------------------------------------------------------------------ bodies

/// A spindle of `rings` rings with `around` vertices each and a vertex in the middle of each flat
/// end; its axis is x.
typedef struct XpbdSpindle {
  double from[3];  ///< one end, m
  double length;   ///< m
  double end, fat; ///< the radius is end + fat sin(pi x / length), m
  int rings, around;
  bool quads;
} XpbdSpindle;

/// 20 cm, 254 vertices, 504 triangles: the one of all tables.
XpbdSpindle xpbd_spindle(void);

/// Builds a scene that names spindles by files "0.obj", "1.obj", ... in its text, with ' for ".
BrnStatus xpbd_build(BrnContext* ctx, const XpbdSpindle* spindle, int count, const char* text,
                     BrnModel** out);

/// A model under way.
typedef struct XpbdRun {
  const BrnModel* model;
  BrnSolver* solver;
  BrnState* state;
  BrnStepInput* input;
  BrnDrive* drive;
  BrnStepReport report; ///< of the last frame
  double seconds, cpu;  ///< of all frames
} XpbdRun;

/// @param words of the solver: "iterations=10 xpbd_substeps=4"
BrnStatus xpbd_begin(BrnContext* ctx, const BrnModel* model, const char* words, XpbdRun* run);
/// Frames `first` to `last` of the model's own script.
BrnStatus xpbd_frames(XpbdRun* run, int first, int last);
void xpbd_end(BrnContext* ctx, XpbdRun* run);

// ---------------------------------------------------------------------------------------- measures

/// Of one flesh over its own at rest.
typedef struct XpbdShape {
  double length; ///< along x
  double radius; ///< mean of the ring in the middle
  double volume;
} XpbdShape;

XpbdShape xpbd_shape(const BrnModel* model, const double* position, int flesh);

typedef struct XpbdCreases {
  double sharp; ///< share of the triangles that fold onto a neighbour: the angle between them is
                ///< below 30 degrees
  int inverted; ///< triangles that face against the mean of their neighbours
  double worst; ///< least angle between two faces, degrees
} XpbdCreases;

/// Of all flesh, or of one.
XpbdCreases xpbd_creases(const BrnModel* model, const double* position, int flesh);

/// Distance-like constraints: edges and diagonals, inner links, ties, volumes.
typedef struct XpbdCounts {
  int mesh, inner, ties, volumes;
} XpbdCounts;
XpbdCounts xpbd_counts(const BrnModel* model);
static inline int xpbd_count(const XpbdCounts* c) {
  return c->mesh + c->inner + c->ties + c->volumes;
}

bool xpbd_is_finite(const BrnState* state);
