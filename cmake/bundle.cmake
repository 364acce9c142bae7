# The page of `brawn view` goes into the binary: the assembler includes the files of web/dist, which are
# built from web/ by Vite and checked in, so that nobody needs Node to build Brawn.

set(bundle_folder ${CMAKE_CURRENT_SOURCE_DIR}/web/dist)
if(NOT EXISTS ${bundle_folder}/index.html)
  set(bundle_folder ${CMAKE_CURRENT_BINARY_DIR}/no-page)
  file(WRITE ${bundle_folder}/index.html "<!doctype html><html><head><link rel=\"stylesheet\" href=\"./page.css\"></head>"
    "<body>This build of Brawn has no page: web/dist was missing.<script type=\"module\" src=\"./page.js\"></script></body></html>\n")
  file(WRITE ${bundle_folder}/page.js "")
  file(WRITE ${bundle_folder}/page.css "")
endif()
set_source_files_properties(src/studio/bundle.c PROPERTIES
  COMPILE_DEFINITIONS "BRN_BUNDLE=\"${bundle_folder}\""
  OBJECT_DEPENDS "${bundle_folder}/index.html;${bundle_folder}/page.js;${bundle_folder}/page.css")
