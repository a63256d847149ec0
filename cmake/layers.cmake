# bindpose_layer(NAME DEPENDS targets... [PRIVATE targets...] [EXCLUDE files...]): the static library
# bp_NAME from src/NAME and the folders below.
function(bindpose_compile_options target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wshadow -Wconversion -Wpedantic
    -Wno-missing-field-initializers)  # designated initialisers name what differs from the default
  if(BINDPOSE_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
endfunction()

if(BINDPOSE_SANITIZE)
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=undefined
    -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
endif()

if(BINDPOSE_LIBFUZZER)
  add_compile_options(-fsanitize=fuzzer-no-link)  # coverage of everything; only fuzz_decode has its main
endif()

function(bindpose_layer name)
  cmake_parse_arguments(L "" "" "DEPENDS;PRIVATE;EXCLUDE" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR}
    ${CMAKE_SOURCE_DIR}/src/${name}/*.cpp)
  if(L_EXCLUDE)
    list(REMOVE_ITEM sources ${L_EXCLUDE})
  endif()
  add_library(bp_${name} STATIC ${sources})
  target_include_directories(bp_${name} PUBLIC ${CMAKE_SOURCE_DIR}/src)
  target_link_libraries(bp_${name} PUBLIC ${L_DEPENDS} PRIVATE ${L_PRIVATE})
  bindpose_compile_options(bp_${name})
endfunction()
