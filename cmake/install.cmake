# cmake --install: headers, both libraries, the command, its completion, a CMake package and a
# pkg-config file.

include(CMakePackageConfigHelpers)

install(TARGETS brawn_static brawn_shared EXPORT brawn-targets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(TARGETS brawn RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY include/brawn DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/brawn)
install(EXPORT brawn-targets NAMESPACE brawn:: DESTINATION ${package_folder})
configure_package_config_file(cmake/brawn-config.cmake.in brawn-config.cmake INSTALL_DESTINATION ${package_folder})
write_basic_package_version_file(brawn-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/brawn-config.cmake
  ${CMAKE_CURRENT_BINARY_DIR}/brawn-config-version.cmake DESTINATION ${package_folder})

# the folders are relative to the file, so that an installed tree can be moved
file(RELATIVE_PATH include_from_lib ${CMAKE_INSTALL_FULL_LIBDIR} ${CMAKE_INSTALL_FULL_INCLUDEDIR})
list(TRANSFORM factor_libraries PREPEND -l OUTPUT_VARIABLE factor_flags)
list(JOIN factor_flags " " factor_flags)
configure_file(cmake/brawn.pc.in brawn.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/brawn.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

install(CODE "execute_process(COMMAND $<TARGET_FILE:brawn> completion bash OUTPUT_FILE ${CMAKE_CURRENT_BINARY_DIR}/brawn.bash)")
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/brawn.bash RENAME brawn
  DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
