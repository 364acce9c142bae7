#!/usr/bin/env bash
# Writes docs/scene.schema.json and the tables of docs/scene.md and docs/run.md anew: tools/docs.sh
set -euo pipefail
cd "$(dirname "$0")/.."
tools/need.sh build test
tools/build.sh release test_scene_docs test_run_docs
BRN_WRITE_DOCS=1 build/release/test/test_scene_docs
BRN_WRITE_DOCS=1 build/release/test/test_run_docs
