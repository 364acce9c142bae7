# The library that factors sparse matrices, and BLAS beneath it. CHOLMOD's supernodal module is under
# the GPL, and so is a binary linked with it; BRN_GPL=OFF takes MUMPS (CeCILL-C) instead. See
# docs/dependencies.md.

option(BRN_GPL "link with CHOLMOD's supernodal module, which is under the GPL; OFF: with MUMPS" ON)

if(BRN_GPL)
  set(factor_header cholmod.h)
  set(factor_libraries cholmod)
  set(factor_package libsuitesparse-dev)
  set(factor_other factor_mumps)
else()
  set(factor_header dmumps_c.h)
  set(factor_libraries dmumps_seq metis)
  set(factor_package libmumps-seq-dev libmetis-dev)
  set(factor_other factor_cholmod)
endif()
list(APPEND factor_libraries lapack blas)

find_path(factor_include_${factor_header} ${factor_header} PATH_SUFFIXES suitesparse)
mark_as_advanced(factor_include_${factor_header})
set(factor_include ${factor_include_${factor_header}})
foreach(library ${factor_libraries})
  find_library(factor_${library} ${library})
  mark_as_advanced(factor_${library})
  if(NOT factor_${library} OR NOT factor_include)
    message(FATAL_ERROR "lib${library} or ${factor_header} is missing: install the Debian packages "
      "${factor_package} libopenblas-dev (tools/need.sh), or what holds them on your system")
  endif()
endforeach()
