#!/usr/bin/env bash
# Writes docs/scene.schema.json and the tables of docs/scene.md anew: tools/docs.sh
set -euo pipefail
cd "$(dirname "$0")/.."
tools/need.sh build test
tools/build.sh release test_scene_docs
BRN_WRITE_DOCS=1 build/release/test/test_scene_docs
