# Sources named *_lanes.c are compiled for several machines; src/core/lanes.h tells how they are
# called. Sanitizer builds and machines other than x86-64 get one copy.

set(lane_copies base)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64" AND CMAKE_C_COMPILER_ID MATCHES "GNU|Clang" AND NOT BRN_SANITIZE)
  list(APPEND lane_copies v3 v4)
  target_compile_definitions(brawn_flags INTERFACE BRN_LANE_COPIES=1)
  # lanes of eight as halves and quarters are a lot of code, for machines from before 2013: it need
  # not be the best there is
  if(CMAKE_C_FLAGS_RELEASE MATCHES "-O3" AND CMAKE_BUILD_TYPE STREQUAL Release)
    set(lane_flags_base -O2)
  endif()
  set(lane_flags_v3 -march=x86-64-v3)
  # 512-bit vectors are the point of this copy; gcc would rather use halves
  set(lane_flags_v4 -march=x86-64-v4 -mprefer-vector-width=512)
endif()

function(brawn_add_lane_copies target)
  foreach(copy ${lane_copies})
    set(part ${target}_${copy})
    add_library(${part} OBJECT ${ARGN})
    set_target_properties(${part} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    target_include_directories(${part} PRIVATE ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src)
    target_compile_definitions(${part} PRIVATE BRN_LANE_COPY=_${copy})
    target_compile_options(${part} PRIVATE ${lane_flags_${copy}})
    target_link_libraries(${part} PRIVATE brawn_flags)
    target_sources(brawn_static PRIVATE $<TARGET_OBJECTS:${part}>)
    target_sources(brawn_shared PRIVATE $<TARGET_OBJECTS:${part}>)
    if(BRN_FUZZ)
      target_compile_options(${part} PRIVATE -fsanitize=fuzzer-no-link)
    endif()
  endforeach()
endfunction()
