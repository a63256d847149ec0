find_package(ZLIB QUIET)
if(NOT TARGET ZLIB::ZLIB)
  bindpose_missing("zlib" zlib1g-dev)
endif()
