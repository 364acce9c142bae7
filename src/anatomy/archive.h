// SPDX-License-Identifier: Apache-2.0

#pragma once

/// Goes up whenever a member of a model is added or means something else, or when a step of the
/// build gives other numbers: older files are then built again.
enum { BRN_ARCHIVE_VERSION = 1 };
