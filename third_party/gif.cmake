find_package(GIF QUIET)
if(NOT TARGET GIF::GIF)
  bindpose_missing("giflib" libgif-dev)
endif()
