// SPDX-License-Identifier: Apache-2.0
//
// Ctrl-C during long work. The first one asks the work to end in order; the second one ends the
// program at once.

#pragma once

/// Not 0 once Ctrl-C or SIGTERM has come.
extern volatile int cli_interrupted;

/// From now on they do not end the program at once, and a file that gets too long is a failed
/// write.
/// @param message said when the first one comes; NULL: nothing
void cli_catch_interrupts(const char* message);
