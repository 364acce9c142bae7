# The script that bench/peers_dolfinx.c hands to Python becomes a part of the program, so that the
# benchmark runs wherever the program is.

set(peers_script ${PROJECT_SOURCE_DIR}/bench/peers/spindle_dolfinx.py)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${peers_script})
file(READ ${peers_script} peers_hex HEX)
string(REGEX REPLACE "(..)" "0x\\1," peers_bytes "${peers_hex}")
file(CONFIGURE OUTPUT peers_script.c CONTENT
  "extern const char bench_dolfinx_script[];\nconst char bench_dolfinx_script[] = {${peers_bytes}0};\n")
target_sources(brawn PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/peers_script.c)
