# One file a dependency. Each finds the system's package (CONFIG, then pkg-config, then by hand), makes
# the target that the layers name, and says in one line what to install where it is missing.
find_package(PkgConfig QUIET)
find_package(Threads REQUIRED)

function(bindpose_missing what debian)
  message(FATAL_ERROR "${what} was not found. Install it: 'apt install ${debian}' on Debian and "
    "Ubuntu (or run ./dev build, which does).")
endfunction()

foreach(dependency glm glfw glad imgui assimp json stb cli11 egl fontconfig zlib gif pugixml meshoptimizer draco webp avif eigen)
  include(${CMAKE_CURRENT_LIST_DIR}/${dependency}.cmake)
endforeach()
