find_package(meshoptimizer CONFIG QUIET)
if(NOT TARGET meshoptimizer::meshoptimizer)
  bindpose_missing(meshoptimizer libmeshoptimizer-dev)
endif()
