# Compiler flags of all our targets.
#
# -ffp-contract=off: fused multiply-adds would make the bits depend on the machine.
# -fno-math-errno, -fno-trapping-math: nobody reads errno or floating point exceptions, and without
# them square roots and comparisons run in lanes. Neither changes a result.
# -Wno-psabi: lanes are never passed between files, so their calling convention does not matter.
# -Wno-unknown-pragmas: clang does not know gcc's way to say how often a loop is unrolled.

set(CMAKE_C_STANDARD 17)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Release, Debug or RelWithDebInfo" FORCE)
endif()
set(BRN_RELEASE_FLAGS "-O3 -g1 -DNDEBUG" CACHE STRING "flags of the release build")
set(CMAKE_C_FLAGS_RELEASE "${BRN_RELEASE_FLAGS}")
set(CMAKE_C_FLAGS_DEBUG "-O1 -g")
if(BRN_SANITIZE) # reports need lines, not variables; this takes the compiler less than half of the time
  set(CMAKE_C_FLAGS_DEBUG "-Og -g1")
endif()

add_library(brawn_flags INTERFACE)
target_compile_definitions(brawn_flags INTERFACE _GNU_SOURCE)
target_compile_options(brawn_flags INTERFACE
  -ffile-prefix-map=${PROJECT_SOURCE_DIR}/=
  -fvisibility=hidden -ffp-contract=off -fno-math-errno -fno-trapping-math
  -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wvla -Wpointer-arith
  -Wwrite-strings -Wundef -Wno-psabi)
if(CMAKE_C_COMPILER_ID MATCHES Clang)
  target_compile_options(brawn_flags INTERFACE -Wno-unknown-pragmas)
endif()
option(BRN_WERROR "treat warnings as errors" OFF)
if(BRN_WERROR)
  target_compile_options(brawn_flags INTERFACE -Werror)
endif()
if(BRN_SANITIZE)
  target_compile_options(brawn_flags INTERFACE -fsanitize=${BRN_SANITIZE} -fno-omit-frame-pointer
    -fno-sanitize-recover=all)
  target_compile_definitions(brawn_flags INTERFACE BRN_SANITIZED=1)
  add_link_options(-fsanitize=${BRN_SANITIZE})
endif()
