// SPDX-License-Identifier: Apache-2.0
//
// Materials as ops tables: energy density, first Piola-Kirchhoff stress and stiffness of eight tets
// at a time, in structure of arrays.
//
// A material is one body term (an isotropic solid, a muscle) and any number of fibre terms that add
// to it. A term is one source, NAME_lanes.c, and one row in registry.c; docs/material.md shows how
// to write one. A solver keeps a BrnMaterialLanes per block of eight tets of the same make (their
// numbers may differ) and calls
//
//   brn__material_evaluate(lanes, &in, BRN_WANT_STIFFNESS, &out);
//
// which gives energy, stress and stiffness in one pass. All is per rest volume: J/m^3, Pa.

#pragma once

#include "core/fields.h"
#include "core/lanes.h"
#include "material/elastic.h"

#include "brawn/material.h"

#include <stdalign.h>

enum {
  BRN_TERM_CONSTANTS = 16, // numbers a term may keep per lane
  BRN_TERM_CHOICES = 4,    // and switches, the same for all lanes of a block
  BRN_TERM_DEF_SIZE = 256, // bytes of a term's def
  BRN_TERM_TABLES = 3,     // curves by table
  BRN_STIFFNESS_SIZE = 45, // the upper triangle of a symmetric 9 x 9 matrix, row by row
};

/// Each has what the ones before it have.
typedef enum BrnWant {
  BRN_WANT_ENERGY,
  BRN_WANT_STRESS,
  BRN_WANT_STIFFNESS,
  BRN_WANT_DEFINITE, // every term's stiffness without its negative eigenvalues
} BrnWant;

/// Eight tets. All entries must be filled; unused lanes best with F = I.
typedef struct BrnMaterialIn {
  alignas(64) double F[9][BRN_LANES]; // deformation gradient, row-major
  double fibre[3][BRN_LANES];         // unit direction at rest; zero: the tet has no fibres
  double activation[BRN_LANES];       // 0 to 1
  double stretch_before[BRN_LANES];   // the fibre's rate is per_time (stretch - stretch_before)
  double per_time;                    // 1/s; 0: isometric
  double bulk[3][BRN_LANES];          // what a caller adds to the density, and to its first and
                                      // second derivative by the body's BrnBulkMeasure
} BrnMaterialIn;

typedef struct BrnMaterialOut {
  alignas(64) double energy[BRN_LANES]; // +infinity in bad lanes
  double stress[9][BRN_LANES];          // first Piola-Kirchhoff, row-major; zero in bad lanes
  double stiffness[BRN_STIFFNESS_SIZE][BRN_LANES]; // dP/dF; zero in bad lanes
  unsigned bad; // bit i: the material is not defined for the F of lane i (J <= 0, or NaN)
} BrnMaterialOut;

/// Where entry (p, q), p <= q, of the stiffness is kept.
#define BRN_STIFFNESS_AT(p, q) ((p) * (17 - (p)) / 2 + (q))

struct BrnCurveTable;
struct BrnOpenGroup;

/// The part of a density that depends on the volume alone, modulus u(J), and that a solver may
/// therefore take out, average over several tets and put back. Solids that are linear in a strain
/// have its trace in place of the volume.
typedef enum BrnBulkLaw {
  BRN_BULK_NONE,   // there is no such part
  BRN_BULK_SQUARE, // u = (J - 1)^2 / 2
  BRN_BULK_LOG,    // u = (ln J)^2 / 2
  BRN_BULK_SIMO,   // u = (J^2 - 1 - 2 ln J) / 4
} BrnBulkLaw;

/// What stands for J in that part; all are 1 at rest, and grow like J in small strains.
typedef enum BrnBulkMeasure {
  BRN_BY_VOLUME,    // J = det F
  BRN_BY_STRETCHES, // sigma - 2: one more than the trace of S - I, F = R S
  BRN_BY_SQUARES,   // (I1 - 1) / 2: one more than the trace of Green's strain
  BRN_BY_DIAGONAL,  // tr F - 2: one more than the trace of the small strain
} BrnBulkMeasure;

typedef struct BrnBulk {
  BrnBulkLaw law;
  double modulus; // Pa
  BrnBulkMeasure measure;
} BrnBulk;

/// What a term knows of one tet.
typedef struct BrnTermConstants {
  double constant[BRN_TERM_CONSTANTS];
  int choice[BRN_TERM_CHOICES];
  bool path_dependent; // the stress is no gradient of an energy, which is then zero
  bool definite;       // as in the ops, where it does not hang on the def
  BrnBulkLaw bulk_law; // the same
} BrnTermConstants;

/// What a term knows of eight tets.
typedef struct BrnTermLanes {
  alignas(64) double constant[BRN_TERM_CONSTANTS][BRN_LANES];
  int choice[BRN_TERM_CHOICES];
  bool definite;
  const struct BrnCurveTable* table[BRN_TERM_TABLES];
} BrnTermLanes;

typedef struct BrnMaterialTermOps {
  const char* name;  // "stable_neo_hookean"
  const char* title; // for people, with the source
  bool adds;         // a fibre term: adds to what is in `out`
  bool inverts;      // defined for J <= 0
  bool definite;     // the kernel knows BRN_WANT_DEFINITE; else the caller projects
  bool uses_fibre;
  BrnBulkLaw bulk_law;         // of the body's part that depends on J alone
  int bulk_constant;           // and which of its constants is the modulus
  BrnBulkMeasure bulk_measure; // what stands for J there
  const BrnField* fields;      // of its def, at most BRN_TERM_DEF_SIZE bytes
  void (*defaults)(void* def);
  /// Share of the stress of fully active fibres at rest length that the key "tension" takes; NULL:
  /// it has no active fibres.
  double (*tension_share)(const void* def);
  /// Fails with a message on numbers that do not go together.
  BrnStatus (*prepare)(BrnContext* ctx, const void* def, BrnTermConstants* out);
  /// Makes the tables of curves that are told by other numbers; NULL: there are none of them. On
  /// failure those that are made are the caller's all the same.
  BrnStatus (*make_tables)(BrnContext* ctx, const void* def, struct BrnCurveTable** out);
  void (*kernel)(const BrnTermLanes* m, const BrnMaterialIn* in, BrnWant want, BrnMaterialOut* out);
} BrnMaterialTermOps;

/// A term with its def.
typedef struct BrnMaterialTerm {
  const BrnMaterialTermOps* ops;
  alignas(double) unsigned char def[BRN_TERM_DEF_SIZE];
  struct BrnCurveTable* table[BRN_TERM_TABLES]; // that were given; owned; NULL: none
  struct BrnCurveTable* made[BRN_TERM_TABLES];  // by the term itself: the same, and goes before
  BrnTermConstants prepared;
} BrnMaterialTerm;

struct BrnMaterial {
  BrnMaterialTerm term[BRN_MATERIAL_TERMS]; // the first is the body
  int term_count;
  bool ready; // prepared since the last change
};

/// Eight tets of one make.
typedef struct BrnMaterialLanes {
  BrnTermLanes term[BRN_MATERIAL_TERMS];
  const BrnMaterialTermOps* ops[BRN_MATERIAL_TERMS];
  int term_count;
} BrnMaterialLanes;

// ------------------------------------------------------------------------------------- registry

int brn__term_count(void);
/// @param level as brn__lane_level() has it: which copy of the kernel
const BrnMaterialTermOps* brn__term_at(int index, int level);
/// NULL when there is none.
const BrnMaterialTermOps* brn__term_find(const char* name);
/// The names of all bodies, separated by spaces, behind a blank.
extern const char brn__body_names[];
/// The keys of all terms, for scenes: those of bodies, then each fibre term's under its name.
bool brn__term_group(int index, struct BrnOpenGroup* out);

// ------------------------------------------------------------------------------------- materials

/// Sets a parameter as scenes and models keep it; a fibre term comes with its first one. A key
/// without a dot that names a fibre term adds it when its text is "true".
BrnStatus brn__material_take(BrnContext* ctx, BrnMaterial* material, const BrnParameter* parameter);

/// Stress of fully active fibres at rest length by the first term that has some; NAN: none has.
double brn__material_tension(const BrnMaterial* material);
/// Gives all terms with active fibres that stress.
BrnStatus brn__material_set_tension(BrnContext* ctx, BrnMaterial* material, double stress);

/// The isotropic solid that is nearest to the body at rest: means over all directions (Voigt 1889).
/// The material must be prepared.
BrnLame brn__material_lame(const BrnMaterial* material);

/// The part of a prepared material that depends on J alone.
BrnBulk brn__material_bulk(const BrnMaterial* material);

/// u(J), its slope and its curvature; zero where there is no logarithm, as the material itself is
/// not defined there and says so.
typedef struct BrnBulkValue {
  double energy, slope, curvature;
} BrnBulkValue;
BrnBulkValue brn__bulk_value(BrnBulkLaw law, double J);
/// What stands for J in a deformation gradient, and its derivative by F unless that is NULL.
double brn__bulk_measure(BrnBulkMeasure measure, const double F[9], double slope[9]);

// ----------------------------------------------------------------------------------------- lanes

/// Puts a prepared material into all lanes. It must outlive them.
void brn__material_lanes_init(BrnMaterialLanes* lanes, const BrnMaterial* material);

/// The body and all fibre terms. `out` is written, up to what is wanted.
void brn__material_evaluate(const BrnMaterialLanes* lanes, const BrnMaterialIn* in, BrnWant want,
                            BrnMaterialOut* out);

/// Takes the negative eigenvalues out of eight symmetric 9 x 9 matrices.
BRN_LANE_DECLARE(void, brn__stiffness_project, (double (*K)[BRN_LANES]));
