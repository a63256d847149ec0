// Writes the demo models into a folder and prints what is in them.
#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <span>
#include <string>
#include <utility>

#include "automaton/automaton.h"
#include "dragonling/dragonling.h"
#include "octopus/octopus.h"
#include "ogre/ogre.h"
#include "rigs/rigs.h"
#include "writers.h"

namespace {

using namespace bindpose::gen;

void print(const Character& c) {
  std::size_t vertices = 0, triangles = 0, most = 0;
  std::vector<char> weighted(c.joint.size(), 0);
  for (const Surface& s : c.surface) {
    vertices += s.position.size();
    triangles += s.triangle.size() / 3;
    for (const auto& row : s.influence) {
      most = std::max(most, row.size());
      for (const Influence& i : row) weighted[static_cast<std::size_t>(i.joint)] = 1;
    }
  }
  std::printf(
      "%s: %zu joints (%zu with weights), %zu meshes, %zu vertices, %zu triangles, "
      "up to %zu influences\n",
      c.name.c_str(), c.joint.size(),
      static_cast<std::size_t>(std::count(weighted.begin(), weighted.end(), 1)), c.surface.size(),
      vertices, triangles, most);
  for (const Surface& s : c.surface) {
    std::printf("  mesh %s: %zu vertices, %zu triangles\n", s.name.c_str(), s.position.size(),
                s.triangle.size() / 3);
  }
  for (const Clip& clip : c.clip) {
    std::printf("  clip %s: %.1f s, %zu keys, %zu joints\n", clip.name.c_str(),
                static_cast<double>(clip.time.back()), clip.time.size(), clip.track.size());
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: bindpose_make_models FOLDER [NAME...]\n");
    return 2;
  }
  try {
    const std::filesystem::path folder = argv[1];
    for (const char* inner : {"small", "broken"})
      std::filesystem::create_directories(folder / inner);
    const std::pair<const char*, Character (*)()> all[] = {{"capsule", make_capsule},
                                                           {"arm", make_arm},
                                                           {"ogre", ogre::make},
                                                           {"octopus", octopus::make},
                                                           {"dragonling", dragonling::make},
                                                           {"automaton", automaton::make},
                                                           {"wrist", rigs::make_wrist},
                                                           {"elbow", rigs::make_elbow}};
    const std::span<char*> wanted(argv + 2, static_cast<std::size_t>(argc - 2));
    for (const auto& [name, make] : all) {
      const auto is_it = [name = name](const char* w) { return std::string(w) == name; };
      if (!wanted.empty() && std::none_of(wanted.begin(), wanted.end(), is_it)) continue;
      const Character c = make();
      const bool of_lesson = c.name == "wrist" || c.name == "elbow";
      write_glb(c, (of_lesson ? folder / "small" : folder) / (c.name + ".glb"));
      if (c.name == "ogre") write_fbx(c, folder / "ogre.fbx");
      print(c);
    }
    for (const auto& make : rigs::kBroken) {
      const Character c = make();
      const auto is_it = [&c](const char* w) { return std::string(w) == c.name; };
      if (!wanted.empty() && std::none_of(wanted.begin(), wanted.end(), is_it)) continue;
      write_glb(c, folder / "broken" / (c.name + ".glb"));
      print(c);
    }
  } catch (const std::exception& e) {
    std::fprintf(stderr, "bindpose_make_models: %s\n", e.what());
    return 1;
  }
  return 0;
}
