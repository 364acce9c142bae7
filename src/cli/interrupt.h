// SPDX-License-Identifier: Apache-2.0
//
// Ctrl-C and SIGTERM. The first one asks the work to end in order, which takes some tenths of a
// second; where it takes longer (a factorization, a disk, a pipe that says nothing), the program
// leaves as if it were killed, which does no harm either: whatever it writes gets its name when it
// is whole. A second one ends the program at once.

#pragma once

#include "brawn/base.h"

/// Not 0 once Ctrl-C or SIGTERM has come.
extern volatile int cli_interrupted;

/// From now on they do not end the program at once but cancel the context, and a file that gets too
/// long is a failed write.
void cli_catch_interrupts(BrnContext* ctx);
/// What is said when the first one comes; NULL: nothing.
void cli_say_when_interrupted(const char* message);
/// Call it before the context goes; that the program ends in time is seen to all the same.
void cli_forget_context(void);
