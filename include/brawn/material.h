// SPDX-License-Identifier: Apache-2.0
//
// Materials: energy density, stress and stiffness of the deformation gradient.
//
//   BrnMaterial* muscle;
//   BRN_TRY(brn_material_create(ctx, "stable_neo_hookean", &muscle));
//   BRN_TRY(brn_material_set(ctx, muscle, "young", "6e4"));
//   BRN_TRY(brn_material_add(ctx, muscle, "hill"));
//   BRN_TRY(brn_material_set(ctx, muscle, "hill.tension", "3e5"));
//
// A material is a body term, such as an isotropic solid, and up to three fibre terms that add to
// it. Each has parameters by name; docs/material.md lists them. Everything is per rest volume, in
// SI: J/m^3 and Pa.

#pragma once

#include "brawn/base.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { BRN_MATERIAL_TERMS = 4 };

typedef struct BrnMaterial BrnMaterial;

/// A kind of term.
typedef struct BrnMaterialKind {
  const char* name;  ///< "stable_neo_hookean"
  const char* title; ///< one line for people
  bool adds;         ///< a fibre term
  bool inverts;      ///< defined for inverted tets too
  bool uses_fibre;   ///< needs a direction
} BrnMaterialKind;

BRN_API int brn_material_kind_count(void);
BRN_API BrnMaterialKind brn_material_kind(int index);

/// A material of one body term with its default parameters.
/// @return BRN_INVALID for an unknown name; the message has the nearest known one
BRN_API BrnStatus brn_material_create(BrnContext* ctx, const char* kind, BrnMaterial** out);
BRN_API void brn_material_destroy(BrnContext* ctx, BrnMaterial* material);

/// Adds a fibre term with its default parameters.
BRN_API BrnStatus brn_material_add(BrnContext* ctx, BrnMaterial* material, const char* kind);

/// Sets a parameter: of the body by its name ("young"), of a fibre term after its kind
/// ("hill.tension").
BRN_API BrnStatus brn_material_set(BrnContext* ctx, BrnMaterial* material, const char* key,
                                   const char* value);
BRN_API BrnStatus brn_material_set_number(BrnContext* ctx, BrnMaterial* material, const char* key,
                                          double value);

/// Gives a curve ("hill.active", "hill.passive") as a table, joined by monotone cubics and level
/// outside, and chooses it.
/// @param x fibre length over the optimal one, ascending   (count)
/// @param f force over the greatest active one             (count)
BRN_API BrnStatus brn_material_set_curve(BrnContext* ctx, BrnMaterial* material, const char* key,
                                         int count, const double* x, const double* f);

/// Checks that the parameters go together. The other calls do so when needed; call it once before
/// several threads share the material.
BRN_API BrnStatus brn_material_prepare(BrnContext* ctx, BrnMaterial* material);

/// Tets to ask about. Arrays that are NULL are not given, or not wanted.
typedef struct BrnMaterialTets {
  int count;
  const double* F;              ///< deformation gradient, row-major          (count x 9)
  const double* fibre;          ///< unit direction at rest; NULL: none       (count x 3)
  const double* activation;     ///< 0 to 1; NULL: 0                          (count)
  const double* stretch_before; ///< that rates of the fibre's stretch l are measured from: the rate
                                ///< is per_time (l - stretch_before), with l as the term has it;
                                ///< NULL: fibres do not move             (count)
  double per_time;              ///< 1/s: 1 over the time since then; 0: fibres do not move
  bool definite;                ///< leave negative eigenvalues out of each term's stiffness
  double* energy;               ///< density, J/m^3; +infinity where not defined (count)
  double* stress;               ///< first Piola-Kirchhoff, Pa; zero where not defined (count x 9)
  double* stiffness;            ///< its derivative by F, Pa, symmetric       (count x 9 x 9)
  int bad_count;                ///< out: tets that the material is not defined for (J <= 0)
} BrnMaterialTets;

BRN_API BrnStatus brn_material_evaluate(BrnContext* ctx, BrnMaterial* material,
                                        BrnMaterialTets* tets);

/// Is the stress the gradient of an energy? Not so for a constant Cauchy stress along fibres.
/// The material must be prepared.
BRN_API bool brn_material_has_energy(const BrnMaterial* material);

#ifdef __cplusplus
}
#endif
