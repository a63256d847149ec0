# `./dev fuzz` runs fuzz_import for longer; here a short run with a fixed seed, and only the number of files
# bounds it, so that it is the same on every machine.
add_executable(fuzz_import ${CMAKE_CURRENT_SOURCE_DIR}/fuzz/fuzz_import.cpp
  ${CMAKE_CURRENT_SOURCE_DIR}/fuzz/mutate.cpp)
bindpose_compile_options(fuzz_import)
bindpose_precompile(fuzz_import bp_precompiled)
target_include_directories(fuzz_import PRIVATE ${CMAKE_SOURCE_DIR}/tests)
target_link_libraries(fuzz_import PRIVATE bp_app nlohmann_json::nlohmann_json Threads::Threads
  draco::draco meshoptimizer::meshoptimizer PkgConfig::WEBP)
add_dependencies(fuzz_import bindpose)
set(fuzz_files 1000)
if(BINDPOSE_SANITIZE)
  set(fuzz_files 150)  # sanitized children are slower by much
endif()
add_test(NAME fuzz COMMAND fuzz_import --worker $<TARGET_FILE:bindpose> --seed 1 --seconds 200
  --count ${fuzz_files} ${CMAKE_SOURCE_DIR}/assets ${CMAKE_SOURCE_DIR}/../shared/models ${CMAKE_SOURCE_DIR}/../shared/wild)
set_tests_properties(fuzz PROPERTIES LABELS "unit;sanitized" TIMEOUT 300 COST 25 PROCESSORS 2)
add_dependencies(tests_sanitized fuzz_import)

# The program's own files, read in one process.
add_executable(fuzz_own ${CMAKE_CURRENT_SOURCE_DIR}/fuzz/fuzz_own.cpp ${CMAKE_CURRENT_SOURCE_DIR}/fuzz/mutate.cpp)
bindpose_compile_options(fuzz_own)
bindpose_precompile(fuzz_own bp_precompiled)
target_compile_definitions(fuzz_own PRIVATE BINDPOSE_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
target_include_directories(fuzz_own PRIVATE ${CMAKE_SOURCE_DIR}/tests)
target_link_libraries(fuzz_own PRIVATE bp_app nlohmann_json::nlohmann_json)
add_test(NAME fuzz_own COMMAND fuzz_own --seed 1 --count 150)
set_tests_properties(fuzz_own PROPERTIES LABELS "unit;sanitized" TIMEOUT 300 COST 25)
add_dependencies(tests_sanitized fuzz_own)

# `./dev fuzz decode`: libFuzzer on what the import process may send, starting from real models encoded.
if(BINDPOSE_LIBFUZZER)
  foreach(name fuzz_decode fuzz_decode_seeds)
    add_executable(${name} ${CMAKE_CURRENT_SOURCE_DIR}/fuzz/${name}.cpp)
    bindpose_compile_options(${name})
    target_include_directories(${name} PRIVATE ${CMAKE_SOURCE_DIR}/tests)
    target_link_libraries(${name} PRIVATE bp_io)
  endforeach()
  target_compile_options(fuzz_decode PRIVATE -fsanitize=fuzzer)
  target_link_options(fuzz_decode PRIVATE -fsanitize=fuzzer)
  target_link_libraries(fuzz_decode_seeds PRIVATE GTest::gtest)
endif()
