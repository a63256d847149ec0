# bindpose_layer(NAME DEPENDS targets... [PRIVATE targets...] [EXCLUDE files...]): the static library
# bp_NAME from src/NAME and the folders below. BINDPOSE_NO_UNITY: layers whose files are compiled one by one all
# the same (tests/mutants puts a wrong file in the place of a right one).
function(bindpose_compile_options target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wshadow -Wconversion -Wpedantic
    -Wno-missing-field-initializers)  # designated initialisers name what differs from the default
  if(BINDPOSE_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
endfunction()

# With CMAKE_UNITY_BUILD the files of a folder are compiled together, a dozen at a time: most of what a small
# file costs is its headers. BINDPOSE_LARGE_UNITS: those of all folders of a layer (or test), a hundred at a time in units of one
# size, which is less to compile where everything is compiled once (GCC takes a seventh less than for four dozen), and more after
# every change. Names in unnamed namespaces are therefore unique within a layer.
function(bindpose_unity target)
  get_target_property(sources ${target} SOURCES)
  set(large OFF)
  set(most 12)
  if(BINDPOSE_LARGE_UNITS AND target MATCHES "^(bp|test)_")
    set(large ON)
    list(LENGTH sources files)
    math(EXPR units "(${files} + 104) / 105")
    if(target STREQUAL bp_rig)  # (it is compiled first, and both processors are to have some)
      set(units 2)
    endif()
    math(EXPR most "(${files} + ${units} - 1) / ${units}")
  endif()
  foreach(source ${sources})
    set(group ${target})
    if(NOT large)
      get_filename_component(folder ${source} DIRECTORY)
      string(MAKE_C_IDENTIFIER "${folder}" group)
    endif()
    math(EXPR n_${group} "${n_${group}} + 0")
    math(EXPR batch "${n_${group}} / ${most}")
    math(EXPR n_${group} "${n_${group}} + 1")
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group}_${batch})
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD_MODE GROUP)
endfunction()

# For one run of the tests: GCC's collector of garbage comes when a gigabyte is in use, which is a twelfth of its time, and
# what the sanitizers find is told by functions without their lines, which is an eighth of Clang's. (./dev test without
# CI has them.)
if(BINDPOSE_LARGE_UNITS)
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    add_compile_options(--param=ggc-min-expand=400 --param=ggc-min-heapsize=1000000)
  endif()
  if(BINDPOSE_SANITIZE)
    add_compile_options(-g0)
    if(CMAKE_CXX_COMPILER_ID STREQUAL Clang)  # ./dev test does not ask for these, and they are a seventh of the time to compile
      add_compile_options(-fsanitize-address-use-after-return=never)
    endif()
  endif()
endif()

if(BINDPOSE_SANITIZE)
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=undefined
    -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
  add_compile_definitions(BINDPOSE_SANITIZED)  # compilers tell it in ways of their own
endif()

if(BINDPOSE_LIBFUZZER)
  add_compile_options(-fsanitize=fuzzer-no-link)  # coverage of everything; only fuzz_decode has its main
endif()

# With BINDPOSE_PCH (Clang) what most files include is read once for all of them, and what its templates and inline
# functions are compiled to is in a library beside it: bindpose_precompiled(NAME HEADER
# INCLUDE folders... LIBS targets... OPTIONS flags...).
# Half of the time to compile a test, a third of a layer's. GCC gains nothing by the first and has not the second. Builds
# without it find the header that lacks an include of its own. The code refers to all layers; the linker, lld, asks for
# none of what nobody calls.
function(bindpose_precompiled name header)
  cmake_parse_arguments(P "" "" "INCLUDE;LIBS;OPTIONS" ${ARGN})
  set(pch ${CMAKE_CURRENT_BINARY_DIR}/${name}.pch)
  set(object ${CMAKE_CURRENT_BINARY_DIR}/${name}.o)
  string(TOUPPER "${CMAKE_BUILD_TYPE}" type)
  separate_arguments(flags UNIX_COMMAND "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${type}}")
  get_directory_property(options COMPILE_OPTIONS)
  get_directory_property(definitions COMPILE_DEFINITIONS)
  list(TRANSFORM definitions PREPEND -D)
  set(compile ${CMAKE_CXX_COMPILER} -std=c++${CMAKE_CXX_STANDARD} ${flags} ${options} ${P_OPTIONS})
  list(TRANSFORM P_INCLUDE PREPEND -I)
  foreach(lib ${P_LIBS})
    set(folders "$<FILTER:$<TARGET_PROPERTY:${lib},INTERFACE_INCLUDE_DIRECTORIES>,EXCLUDE,^/usr/include/?$>")  # as CMake does
    set(defined "$<TARGET_PROPERTY:${lib},INTERFACE_COMPILE_DEFINITIONS>")
    list(APPEND P_INCLUDE "$<$<BOOL:${folders}>:-isystem;$<JOIN:${folders},;-isystem;>>"
      "$<$<BOOL:${defined}>:-D$<JOIN:${defined},;-D>>" "$<TARGET_PROPERTY:${lib},INTERFACE_COMPILE_OPTIONS>")
  endforeach()
  add_custom_command(OUTPUT ${pch} DEPFILE ${pch}.d
    COMMAND ${compile} ${definitions} "${P_INCLUDE}" -fpch-instantiate-templates -fpch-codegen
      -MD -MF ${pch}.d -MT ${pch} -x c++-header -o ${pch} ${CMAKE_SOURCE_DIR}/cmake/precompiled/${header}
    DEPENDS ${CMAKE_SOURCE_DIR}/cmake/precompiled/${header} COMMAND_EXPAND_LISTS VERBATIM)
  # The header's own code is optimised where the rest is not (but where OPTIONS say -O0): a seventh of the time of the
  # sanitized tests.
  set(optimised ${compile})
  if(NOT "-O0" IN_LIST P_OPTIONS)
    list(TRANSFORM optimised REPLACE "^-O0$" -O1)
  endif()
  add_custom_command(OUTPUT ${object} COMMAND ${optimised} -ffunction-sections -c ${pch} -o ${object}
    DEPENDS ${pch} VERBATIM)
  add_custom_target(${name}_header DEPENDS ${pch})
  add_library(${name} STATIC ${object})
  set_target_properties(${name} PROPERTIES LINKER_LANGUAGE CXX)
  add_dependencies(${name} ${name}_header)
endfunction()

function(bindpose_precompile target owner)
  if(BINDPOSE_PCH)
    target_compile_options(${target} PRIVATE "SHELL:-include-pch $<TARGET_PROPERTY:${owner},BINARY_DIR>/${owner}.pch")
    add_dependencies(${target} ${owner}_header)
    # By its file: as a target it would have to be there before a file of a layer is compiled.
    target_link_libraries(${target} PUBLIC $<TARGET_PROPERTY:${owner},BINARY_DIR>/lib${owner}.a)
    target_link_options(${target} INTERFACE -Wl,--gc-sections)
  endif()
endfunction()

# GCC's, for one run of the tests: read once, and nothing else. Of io and app an eighth of the time to compile, of ui a tenth, of the
# others nothing. What is compiled at another level (cmake/hot.cmake) reads the header itself.
function(bindpose_gcc_header target)
  set(folder ${CMAKE_BINARY_DIR}/gcc)
  set(header ${folder}/layers.h)
  if(NOT TARGET bp_gcc_header)
    file(CONFIGURE OUTPUT ${header} CONTENT "#include \"${CMAKE_SOURCE_DIR}/cmake/precompiled/layers.h\"\n" @ONLY)
    separate_arguments(flags UNIX_COMMAND "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_RELEASE}")
    get_directory_property(options COMPILE_OPTIONS)
    add_custom_command(OUTPUT ${header}.gch DEPFILE ${header}.d
      COMMAND ${CMAKE_CXX_COMPILER} -std=c++${CMAKE_CXX_STANDARD} ${flags} ${options} -Og -I${CMAKE_SOURCE_DIR}/src
        -MD -MF ${header}.d -MT ${header}.gch -x c++-header -o ${header}.gch ${header}
      DEPENDS ${header} ${CMAKE_SOURCE_DIR}/cmake/precompiled/layers.h VERBATIM)
    add_custom_target(bp_gcc_header DEPENDS ${header}.gch)
  endif()
  target_compile_options(${target} PRIVATE "SHELL:-include ${header}")
  add_dependencies(${target} bp_gcc_header)
endfunction()

# bindpose_hot_units(NAME SOURCES_OF LIST FLAGS): of the layer's files those that a list of cmake/hot.cmake names together, two
# dozen at a time, and compiled with these flags.
function(bindpose_hot_units name sources_of list flags)
  set(sources ${${sources_of}})
  set(hot ${${list}})
  list(FILTER hot INCLUDE REGEX "^src/${name}/")
  set(units)
  while(hot)
    list(LENGTH hot n)
    if(n GREATER 24)
      set(n 24)
    endif()
    list(SUBLIST hot 0 ${n} together)
    list(REMOVE_ITEM hot ${together})
    list(REMOVE_ITEM sources ${together})
    list(TRANSFORM together REPLACE "(.+)" "#include \"${CMAKE_SOURCE_DIR}/\\1\"\n")
    list(JOIN together "" content)
    list(LENGTH units number)
    set(unit ${CMAKE_BINARY_DIR}/hot/${name}_${number}.cpp)
    file(CONFIGURE OUTPUT ${unit} CONTENT "${content}" @ONLY)
    set_source_files_properties(${unit} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON COMPILE_OPTIONS "${flags}")
    list(APPEND units ${unit})
  endwhile()
  set(${sources_of} ${sources} ${units} PARENT_SCOPE)
endfunction()

function(bindpose_layer name)
  cmake_parse_arguments(L "" "" "DEPENDS;PRIVATE;EXCLUDE" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR}
    ${CMAKE_SOURCE_DIR}/src/${name}/*.cpp)
  if(L_EXCLUDE)
    list(REMOVE_ITEM sources ${L_EXCLUDE})
  endif()
  if(BINDPOSE_PCH AND BINDPOSE_SANITIZE)  # (the header that is compiled already is of another level, which only these may say)
    bindpose_hot_units(${name} sources BINDPOSE_HOT "$<$<CONFIG:Debug>:-O1;-Xclang;-fno-validate-pch>")
  elseif(BINDPOSE_LARGE_UNITS AND NOT BINDPOSE_SANITIZE)
    bindpose_hot_units(${name} sources BINDPOSE_HOT_RELEASE $<$<CONFIG:Release>:-O2>)
  endif()
  add_library(bp_${name} STATIC ${sources})
  target_include_directories(bp_${name} PUBLIC ${CMAKE_SOURCE_DIR}/src)
  target_link_libraries(bp_${name} PUBLIC ${L_DEPENDS} PRIVATE ${L_PRIVATE})
  bindpose_compile_options(bp_${name})
  bindpose_unity(bp_${name})
  bindpose_precompile(bp_${name} bp_precompiled)
  # The interface is most of what there is to compile and a fortieth of what its
  # window takes (perf; the rest is the driver): a sixth less time to compile.
  # Where all is compiled for one run of the tests, the layers that do not work on every vertex take a third less.
  if(BINDPOSE_LARGE_UNITS AND NOT name MATCHES "^(math|rig|view)$")
    target_compile_options(bp_${name} PRIVATE $<$<CONFIG:Release>:-Og>)
  elseif(name STREQUAL ui OR name STREQUAL app)
    target_compile_options(bp_${name} PRIVATE $<$<CONFIG:Release>:-O1>)
  endif()
  # Checks at each access that find what the address sanitizer finds (it stops at a null pointer, too, and where one that
  # wrapped around leads) would be a quarter of the time to compile. What reads bytes of a file as numbers is asked for its alignment.
  if(BINDPOSE_SANITIZE)
    set(found_all_the_same null,vptr,pointer-overflow)
    if(NOT name STREQUAL io)
      string(APPEND found_all_the_same ,alignment)
    endif()
    target_compile_options(bp_${name} PRIVATE -fno-sanitize=${found_all_the_same})
  endif()
  if(BINDPOSE_LARGE_UNITS AND NOT BINDPOSE_SANITIZE AND CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_BUILD_TYPE STREQUAL Release
      AND name MATCHES "^(io|ui|app)$")
    bindpose_gcc_header(bp_${name})
  endif()
  if(name IN_LIST BINDPOSE_NO_UNITY)
    set_target_properties(bp_${name} PROPERTIES UNITY_BUILD OFF)
  endif()
endfunction()

# The layers first on the linker's line, all of them: of an inline function that several files have the linker takes the first,
# and a test's is not optimised. Before all others come the files of cmake/hot.cmake, which are so better than the rest. (Half of the time
# of the sanitized test_mend, a sixth of the viewer's sweeps; GNU ld and lld.) A mutant is put in front of its library, and can't be here.
function(bindpose_layers_first target)
  if(CMAKE_BUILD_TYPE STREQUAL Mutants OR BINDPOSE_LIBFUZZER OR APPLE)
    return()
  endif()
  set(wanted ${ARGN})
  set(found)
  while(wanted)
    list(POP_FRONT wanted lib)
    if(lib MATCHES "^bp_(math|rig|view|scene|io|render|ui|app)$" AND NOT lib IN_LIST found)
      list(APPEND found ${lib})
      get_target_property(more ${lib} INTERFACE_LINK_LIBRARIES)
      list(APPEND wanted ${more})
    endif()
  endwhile()
  set(hot)
  set(others)
  foreach(lib bp_math bp_rig bp_view bp_scene bp_io bp_render bp_ui bp_app)  # the best optimised before the others
    if(lib IN_LIST found)
      list(APPEND hot "$<FILTER:$<TARGET_OBJECTS:${lib}>,INCLUDE,/hot/>")
      list(APPEND others "$<FILTER:$<TARGET_OBJECTS:${lib}>,EXCLUDE,/hot/>")
      add_dependencies(${target} ${lib})
    endif()
  endforeach()
  target_link_options(${target} PRIVATE ${hot} ${others})
endfunction()
