// import_model, and the import in a child process, against Assimp's bare import (flags 0) of the
// same file, timed in turns.
#include <assimp/scene.h>
#include <assimp/Importer.hpp>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "app/import/import_worker.h"
#include "app/paths.h"
#include "compressed_model.h"
#include "generated_model.h"
#include "io/import.h"
#include "ratios.h"

namespace bindpose::bench {
namespace {

namespace fs = std::filesystem;

std::shared_ptr<const Model> import(const fs::path& file, bool in_child) {
  ImportOptions options;
  options.textures = false;  // the bare import does not decode them either
  if (!in_child) return import_model(file, options);
  app::ImportLimits limits;
  limits.worker = BINDPOSE_BINARY;
  return app::import_in_child(file.string(), options, limits);
}

Contest load(const fs::path& file, bool in_child) {
  Contest contest;
  contest.ours = [file, in_child] {
    if (import(file, in_child)->meshes.empty()) std::abort();
  };
  contest.other = [file] {
    Assimp::Importer importer;
    if (importer.ReadFile(file.string(), 0) == nullptr) std::abort();
  };
  contest.unit = "file";
  contest.allowance = in_child ? 0.040 : 0.030;
  contest.milliseconds = true;
  return contest;
}

// A compressed file against decoding alone and then reading what comes out as a plain file.
Contest load_compressed(const CompressedModel& model) {
  Contest contest;
  contest.ours = [model] {
    if (import(model.packed, false)->meshes.empty()) std::abort();
  };
  contest.other = [model] {
    model.decode();
    if (import(model.plain, false)->meshes.empty()) std::abort();
  };
  contest.unit = "file";
  contest.milliseconds = true;
  contest.rounds = 7;
  return contest;
}

const char* const kShared[] = {"maya_kenney_character/maya_kenney_character.fbx",
                               "pab_skeleton/pab_skeleton.fbx",
                               "knight/Knight.glb",
                               "robot/robot.glb",
                               "cesium_man/cesium_man.gltf",
                               "astro_max/astro_max.dae"};

void add(const std::string& name, const std::function<fs::path()>& file) {
  add_ratio("load " + name, 1.5, [file] { return load(file(), false); });
  add_ratio("load in a child process " + name, 1.5, [file] { return load(file(), true); });
}

bool register_all() {
  for (const char* name : {"ogre.glb", "ogre.fbx"}) {
    add(name, [name] { return app::asset_folder() / name; });
  }
  add("generated 100k vertices", [] { return generated_model(100000, 128); });
  add("generated 1M vertices", [] { return generated_model(1000000, 200); });
  add_ratio("load Draco / decode and load plain, 1M vertices", 1.3,
            [] { return load_compressed(draco_model(1000000, 200)); });
  add_ratio("load meshopt / decode and load plain, 1M vertices", 1.3,
            [] { return load_compressed(meshopt_model(1000000, 200)); });
  for (const char* name : kShared) {
    const fs::path file = app::asset_folder() / ".." / ".." / "shared" / "models" / name;
    std::error_code error;
    if (fs::exists(file, error)) add(file.filename().string(), [file] { return file; });
  }
  return true;
}

[[maybe_unused]] const bool kRegistered = register_all();

}  // namespace
}  // namespace bindpose::bench
