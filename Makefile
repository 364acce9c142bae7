# The friendly front. The build itself is CMake and Ninja: see CMakePresets.json.

.PHONY: help demo page page-check schema test build-clang test-asan test-tsan heart-asan heart-tsan interop fuzz bad-scenes \
  mutants mutants-change check check-all bench format format-check install clean

help:
	@echo "make demo       build, then simulate an arm that bends, with a picture and a page of it, in out/"
	@echo "make test       build and run all tests"
	@echo "make test-asan  the same under the address and undefined-behaviour sanitizers"
	@echo "make test-tsan  the same under the thread sanitizer"
	@echo "make check      what must hold for every change: most of this page, in some 15 minutes"
	@echo "make check-all  all of it, in about an hour"
	@echo "make interop    exchange files with VTK, Gmsh, Blender and three.js; validate scenes"
	@echo "make fuzz       fuzz every reader (SECONDS=60 each)"
	@echo "make bad-scenes spoil the scenes and see that the program bears it (CASES=2000)"
	@echo "make build-clang  library, command and tests by clang, with -Werror"
	@echo "make mutants    plant errors and see that the tests catch them"
	@echo "make bench      run the benchmarks at a modest size"
	@echo "make page       bundle web/ into web/dist (needs Node)"
	@echo "make schema     write docs/scene.schema.json anew"
	@echo "make format     clang-format everything"
	@echo "make install    install to PREFIX (default /usr/local)"

demo:
	@tools/need.sh build
	@tools/build.sh release brawn
	@tools/demo.sh build/release/brawn

test:
	@tools/need.sh build test
	@tools/build.sh release
	@test/run.sh build/release

test-asan:
	@tools/need.sh build test
	@tools/build.sh asan
	@test/run.sh build/asan

test-tsan:
	@tools/need.sh build test
	@tools/build.sh tsan
	@test/run.sh build/tsan

# "core/svd" is the program test_core_svd
programs = $(foreach t,$(1),$(if $(wildcard test/$(dir $(t))test_$(notdir $(t)).c),test_$(subst /,_,$(t))))

heart-asan: tests = $(shell test/heart.sh asan)
heart-asan:
	@tools/need.sh build test
	@tools/build.sh asan brawn $(call programs,$(tests))
	@test/run.sh build/asan $(tests)

heart-tsan: tests = $(shell test/heart.sh tsan)
heart-tsan:
	@tools/need.sh build test
	@tools/build.sh tsan $(call programs,$(tests))
	@test/run.sh build/tsan $(tests)

interop:
	@tools/need.sh build interop npm blender
	@tools/build.sh release brawn brawn_shared
	@tools/interop.sh build/release/brawn
	@tools/interop_web.sh build/release/brawn

build-clang:
	@tools/need.sh build test fuzz
	@tools/build.sh clang

SECONDS ?= 60
fuzz:
	@tools/need.sh build fuzz
	@tools/build.sh fuzz fuzz_targets
	@tools/fuzz.sh $(SECONDS)

CASES ?= 2000
bad-scenes:
	@tools/need.sh build python
	@tools/build.sh release brawn
	@tools/bad_scenes.py build/release/brawn --cases $(CASES)

mutants:
	@tools/need.sh build test
	@tools/mutants.sh

mutants-change:
	@tools/need.sh build test
	@tools/mutants.sh --change

# the page is checked by `make test`, too, where there is a browser
check:
	@tools/need.sh browser
	@$(MAKE) --no-print-directory format-check
	@$(MAKE) --no-print-directory test
	@$(MAKE) --no-print-directory demo
	@$(MAKE) --no-print-directory interop
	@$(MAKE) --no-print-directory heart-asan
	@$(MAKE) --no-print-directory heart-tsan
	@$(MAKE) --no-print-directory build-clang
	@$(MAKE) --no-print-directory fuzz SECONDS=4
	@$(MAKE) --no-print-directory bad-scenes CASES=300
	@$(MAKE) --no-print-directory mutants-change

check-all:
	@tools/need.sh browser
	@$(MAKE) --no-print-directory format-check
	@$(MAKE) --no-print-directory page-check
	@$(MAKE) --no-print-directory test
	@$(MAKE) --no-print-directory demo
	@$(MAKE) --no-print-directory interop
	@$(MAKE) --no-print-directory test-asan
	@$(MAKE) --no-print-directory test-tsan
	@$(MAKE) --no-print-directory build-clang
	@$(MAKE) --no-print-directory fuzz
	@$(MAKE) --no-print-directory bad-scenes CASES=5000
	@$(MAKE) --no-print-directory mutants

bench:
	@tools/need.sh build
	@tools/build.sh release brawn
	@build/release/brawn bench all

schema:
	@tools/need.sh build
	@tools/build.sh release brawn
	@build/release/brawn check --schema docs/scene.schema.json

page:
	@tools/page.sh build

page-check:
	@tools/page.sh test
	@tools/page.sh check

format:
	@tools/need.sh format
	@git ls-files '*.c' '*.h' | xargs clang-format -i

format-check:
	@tools/need.sh format
	@git ls-files '*.c' '*.h' | xargs clang-format --dry-run -Werror

PREFIX ?= /usr/local
install:
	@tools/need.sh build
	@tools/build.sh release
	@cmake --install build/release --prefix $(PREFIX)

clean:
	rm -rf build out
