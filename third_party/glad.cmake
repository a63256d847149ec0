# The GL loader is generated at build time from the registry that the glad package carries.
find_program(BINDPOSE_GLAD NAMES glad PATHS /usr/bin NO_DEFAULT_PATH)
find_program(BINDPOSE_GLAD NAMES glad)
if(NOT BINDPOSE_GLAD)
  bindpose_missing("The glad 2 generator" python3-glad)
endif()
set(glad_dir ${CMAKE_BINARY_DIR}/glad)
add_custom_command(
  OUTPUT ${glad_dir}/src/gl.c ${glad_dir}/include/glad/gl.h
  COMMAND ${BINDPOSE_GLAD} --api gl:core=3.3 --extensions
    "GL_KHR_debug,GL_EXT_texture_filter_anisotropic" --out-path ${glad_dir} --reproducible --quiet c
  COMMENT "Generating the OpenGL 3.3 loader with glad")
file(MAKE_DIRECTORY ${glad_dir}/include)
add_library(bp_glad STATIC ${glad_dir}/src/gl.c ${glad_dir}/include/glad/gl.h)
target_include_directories(bp_glad SYSTEM PUBLIC ${glad_dir}/include)
target_link_libraries(bp_glad PRIVATE ${CMAKE_DL_LIBS})
add_library(glad::glad ALIAS bp_glad)
