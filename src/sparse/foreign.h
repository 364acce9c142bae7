// SPDX-License-Identifier: Apache-2.0
//
// Other libraries keep state for the whole process: teams of threads, random numbers. A call into
// one of them goes between these.

#pragma once

/// OpenMP and BLAS use no threads of their own from here on.
/// @return to be handed to brn__foreign_leave()
int brn__foreign_enter(void);
void brn__foreign_leave(int entered);

/// One caller in the process at a time: METIS draws from the random numbers of the C library.
void brn__foreign_lock(void);
void brn__foreign_unlock(void);
