// `bindpose poses`: what the user's pose library has.
#include <cstdio>

#include "app/cli/commands.h"
#include "app/paths.h"
#include "io/poses/pose_library.h"

namespace bindpose::app {

namespace {

std::string fit_text(const GivenText& text) {
  return std::to_string(text.matched) + " of " + std::to_string(text.joints) + " joints";
}

}  // namespace

int run_poses(const std::string& path, const ImportLimits& limits) {
  const PoseLibrary library(pose_folder());
  const std::vector<std::string> names = library.names();
  Scene scene;
  if (!path.empty()) scene = make_scene(import_for_command(path, {}, limits));
  std::vector<std::string> problems;
  for (const std::string& name : names) {
    try {
      const std::string fit = scene.model ? "\t" + fit_text(library.read(scene, name)) : "";
      print(name + fit + "\n");
    } catch (const std::exception& e) {
      problems.emplace_back(e.what());
    }
  }
  if (names.empty()) {
    problems.push_back("No pose was saved yet; the window's Poses tab saves them in " +
                       library.folder().string() + ".");
  }
  tell(problems);
  return kGood;
}

FindPose find_saved_pose(const Scene& scene) {
  return [&scene](const std::string& name, std::string& problem) {
    std::shared_ptr<const GivenPose> out;
    try {
      GivenText text = PoseLibrary(pose_folder()).read(scene, name);
      if (text.matched > 0 || text.joints == 0) {
        out = std::make_shared<const GivenPose>(std::move(text.pose));
      } else {
        problem = "The saved pose \"" + name + "\" is of another rig: the model has none of the " +
                  std::to_string(text.joints) + " joints that it names.";
      }
    } catch (const std::exception& e) {
      problem = e.what();
    }
    return out;
  };
}

}  // namespace bindpose::app
