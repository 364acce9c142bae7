// SPDX-License-Identifier: Apache-2.0
//
// All of Brawn.

#pragma once

#include "brawn/anatomy.h"
#include "brawn/base.h"
#include "brawn/contact.h"
#include "brawn/describe.h"
#include "brawn/drive.h"
#include "brawn/export.h"
#include "brawn/fibre.h"
#include "brawn/form.h"
#include "brawn/io.h"
#include "brawn/material.h"
#include "brawn/measure.h"
#include "brawn/mesh.h"
#include "brawn/motion.h"
#include "brawn/render.h"
#include "brawn/replay.h"
#include "brawn/run.h"
#include "brawn/scene.h"
#include "brawn/shape.h"
#include "brawn/skeleton.h"
#include "brawn/solver.h"
#include "brawn/state.h"
#include "brawn/studio.h"
#include "brawn/tetra.h"
