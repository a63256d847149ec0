// import_model against Assimp's bare import (flags 0) of the same file, timed in turns.
#include <assimp/Importer.hpp>
#include <assimp/scene.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "app/paths.h"
#include "generated_model.h"
#include "io/import.h"
#include "ratios.h"

namespace bindpose::bench {
namespace {

namespace fs = std::filesystem;

Contest load(const fs::path& file) {
  Contest contest;
  contest.ours = [file] {
    ImportOptions options;
    options.textures = false;  // the bare import does not decode them either
    if (import_model(file, options)->meshes.empty()) std::abort();
  };
  contest.other = [file] {
    Assimp::Importer importer;
    if (importer.ReadFile(file.string(), 0) == nullptr) std::abort();
  };
  contest.unit = "file";
  contest.allowance = 0.030;
  contest.milliseconds = true;
  return contest;
}

const char* const kShared[] = {"maya_kenney_character/maya_kenney_character.fbx",
                               "pab_skeleton/pab_skeleton.fbx", "knight/Knight.glb", "robot/robot.glb",
                               "cesium_man/cesium_man.gltf", "astro_max/astro_max.dae"};

bool register_all() {
  for (const char* name : {"ogre.glb", "ogre.fbx"}) {
    add_ratio(std::string("load ") + name, 1.5, [name] { return load(app::asset_folder() / name); });
  }
  add_ratio("load generated 100k vertices", 1.5, [] { return load(generated_model(100000, 128)); });
  add_ratio("load generated 1M vertices", 1.5, [] { return load(generated_model(1000000, 200)); });
  for (const char* name : kShared) {
    const fs::path file = app::asset_folder() / ".." / ".." / "shared" / "models" / name;
    std::error_code error;
    if (!fs::exists(file, error)) continue;
    add_ratio("load " + file.filename().string(), 1.5, [file] { return load(file); });
  }
  return true;
}

[[maybe_unused]] const bool kRegistered = register_all();

}  // namespace
}  // namespace bindpose::bench
