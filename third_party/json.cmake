find_package(nlohmann_json 3.10 CONFIG QUIET)
if(NOT TARGET nlohmann_json::nlohmann_json)
  bindpose_missing("nlohmann-json 3.10 or later" nlohmann-json3-dev)
endif()
