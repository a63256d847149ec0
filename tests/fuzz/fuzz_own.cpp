// Damaged files of the program's own kinds (workspaces, poses, tables of joint pairs, settings,
// lessons) and damaged texts of edits, read in this process. Each must be read or refused by one
// sentence, and change nothing where it is refused; what was read must be whole: it poses, and is
// written and read again.
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "app/settings_file.h"
#include "fuzz/mutate.h"
#include "io/clips/joint_map_file.h"
#include "io/files/stream_text.h"
#include "io/import.h"
#include "io/text/clean_text.h"
#include "io/text/scene_json.h"
#include "io/workspace/workspace.h"
#include "scene/clips/make_clips.h"
#include "scene/edit/edit.h"
#include "scene/lesson/course/course.h"
#include "scene/lesson/lesson.h"

namespace bindpose::fuzz {
namespace {

namespace fs = std::filesystem;
using ModelPtr = std::shared_ptr<const Model>;

// A breach of what readers promise.
struct Breach {
  std::string what;
};

void write_all(const fs::path& file, const std::string& bytes) {
  std::ofstream(file, std::ios::binary) << bytes;
}
std::string read_all(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return remaining_text(in);
}

// What a person reads, as the command line shows it; no words of a library.
void check_sentence(const std::string& told) {
  const std::string text = shown_sentence(told);
  if (text.empty()) throw Breach{"a refusal without a word"};
  if (text.size() > 2100) throw Breach{"a refusal of " + std::to_string(text.size()) + " bytes"};
  for (const char c : text) {
    if (static_cast<unsigned char>(c) < 32) throw Breach{"a control character: " + text};
  }
  for (const char* word : {"json.exception", "std::", "basic_string", "vector::"}) {
    if (text.find(word) != std::string::npos) throw Breach{"words of a library: " + text};
  }
}

// It poses, and no number of it is broken.
void use(const Scene& scene) {
  const PosedScene posed = evaluate(scene);
  for (const mat4& world : posed.world) {
    for (int c = 0; c < 4; ++c) {
      for (int r = 0; r < 4; ++r) {
        if (!std::isfinite(world[c][r])) throw Breach{"a world matrix that is not finite"};
      }
    }
  }
  std::vector<vec3> position, normal;
  for (std::size_t m = 0; m < scene.model->meshes.size(); ++m) {
    skin_mesh(scene, posed, static_cast<int>(m), position, &normal);
  }
}

bool same_pose(const Scene& a, const Scene& b) {
  return a.pose.base == b.pose.base && a.pose.clip == b.pose.clip &&
         a.pose.user_local == b.pose.user_local;
}

// What every edit can say, in the model's own names.
const std::vector<std::string>& edits() {
  static const std::vector<std::string> all = {
      "joint forearm rotate 0 0 45",
      "joint hand translate 0.1 0 0.2",
      "joint upper_arm scale 1 2 0.5",
      "base clip curl",
      "time 0.7",
      "base bind",
      "select hand",
      "weights arm 0 forearm 0.4",
      "bind segments radius 0.3",
      "mirror pose",
      "blend bind 0.3",
      "relax 0.5",
      "ik hand to 0.4 0.9 0.1",
      "look hand at 1 1 1",
      "hold hand",
      "view show joints panes two",
      "view hatching on",
      "bake clip",
      "reset joint forearm",
      "vertices influences 4",
  };
  return all;
}

Document worked_on(const ModelPtr& model) {
  Document document(make_scene(model));
  for (const std::string& text : edits()) {
    std::string error;
    if (const auto edit = parse_edit(text, document.scene(), error)) document.apply({*edit});
  }
  return document;
}

// One kind of file: what it looks like whole, how damage chooses its way, and who reads it.
struct Kind {
  std::string name, ending;
  std::vector<std::string> whole;
  std::function<void(const fs::path& file)> read;
};

std::vector<Kind> kinds(const ModelPtr& arm, const ModelPtr& other, const fs::path& folder) {
  std::vector<Kind> all;
  const Document document = worked_on(arm);
  const Scene& scene = document.scene();
  const auto written = [&folder](const auto& write) {
    const fs::path file = folder / "whole";
    write(file);
    return read_all(file);
  };

  all.push_back({"workspace",
                 ".gltf",
                 {written([&](const fs::path& f) {
                   WorkspaceContent content{scene, WorkspaceCamera{}, {}, 0, {}};
                   write_workspace(content, f);
                 })},
                 [arm](const fs::path& file) {
                   const WorkspaceFile workspace = read_workspace(file);
                   const RestoredWorkspace read = restore_workspace(workspace, arm);
                   for (const std::string& note : read.notes) check_sentence(note);
                   use(read.scene);
                   const fs::path again = file.string() + ".again";
                   WorkspaceContent content{read.scene, read.camera, {}, 0, {}};
                   write_workspace(content, again, workspace.json.get());
                   const Scene twice = restore_workspace(read_workspace(again), arm).scene;
                   if (!same_pose(read.scene, twice)) {
                     throw Breach{"written and read again it has another pose"};
                   }
                 }});
  all.push_back({"pose",
                 ".gltf",
                 {written([&](const fs::path& f) { write_pose(scene, f); })},
                 [scene](const fs::path& file) {
                   const PoseFile read = read_pose(scene, file);
                   for (const std::string& note : read.notes) check_sentence(note);
                   Document d(scene);
                   d.apply({SetPose{read.pose.user_local, read.pose.user_morph, true}});
                   d.apply({SetBasePose{read.pose.base, read.pose.clip}});
                   d.apply({SetTime{read.pose.time}});
                   use(d.scene());
                 }});
  const JointMap map = propose_pairs(rig_pose(*other), rig_pose(*arm));
  all.push_back({"joint map",
                 ".gltf",
                 {written([&](const fs::path& f) { write_joint_map(map, *other, *arm, f); })},
                 [arm, other](const fs::path& file) {
                   const JointMapFile read = read_joint_map(file, *other, *arm);
                   for (const std::string& note : read.notes) check_sentence(note);
                   const JointMap sound = sound_map(read.map, rig_pose(*other), rig_pose(*arm));
                   if (sound.pair.size() != read.map.pair.size()) {
                     throw Breach{"a table that is not sound"};
                   }
                 }});
  all.push_back({"settings",
                 ".gltf",
                 {"{\"theme\": \"light\", \"scale\": \"125\", "
                  "\"wheel\": \"away-far\", \"own_keys\": "
                  "{\"undo\": [\"Ctrl+U\"]}, \"unknown\": [1, 2]}",
                  written([](const fs::path& f) { app::write_settings({}, f); })},
                 [](const fs::path& file) {
                   const app::ReadSettings read = app::read_settings(file, false);
                   if (!read.problem.empty()) throw std::runtime_error(read.problem);
                   const std::string problem = app::write_settings(read.settings, file);
                   if (!problem.empty())
                     throw Breach{"settings that cannot be written: " + problem};
                   if (!app::read_settings(file, false).problem.empty()) {
                     throw Breach{"written settings that are refused"};
                   }
                 }});
  std::vector<std::string> lessons;
  for (const auto& entry :
       fs::directory_iterator(fs::path(BINDPOSE_SOURCE_DIR) / "assets/lessons")) {
    if (entry.path().extension() == ".md") lessons.push_back(read_all(entry.path()));
  }
  std::sort(lessons.begin(), lessons.end());
  lessons.push_back("---\ncourse: A\nsummary: B\n---\n\n# C\n- one-vertex\n2. own/elbow.md\n");
  all.push_back({"lesson", ".md", lessons, [](const fs::path& file) {
                   std::string error;
                   const std::string text = read_all(file);
                   const bool read = is_course(text) ? parse_course(text, error).has_value()
                                                     : parse_lesson(text, error).has_value();
                   if (!read) throw std::runtime_error(error);
                 }});
  all.push_back({"edit", ".txt", edits(), [arm](const fs::path& file) {
                   Document d(make_scene(arm));
                   const Scene before = d.scene();
                   std::string error;
                   const auto edit = parse_edit(read_all(file), d.scene(), error);
                   if (!edit) throw std::runtime_error(error);
                   const Change change = d.apply({*edit});
                   use(d.scene());
                   if (change.extent != Change::None && d.can_undo()) d.undo();
                   if (!same_pose(before, d.scene())) throw Breach{"undo leaves another pose"};
                 }});
  return all;
}

// Empty: read or refused as promised.
std::string breach_of(const Kind& kind, const fs::path& file, bool& refused) {
  refused = false;
  try {
    try {
      kind.read(file);
    } catch (const std::runtime_error& e) {
      refused = true;
      check_sentence(e.what());
    }
  } catch (const Breach& breach) {
    return breach.what;
  } catch (const std::exception& e) {
    return std::string("an exception of a library: ") + e.what();
  }
  return {};
}

int run(std::uint64_t seed, std::uint64_t count, const std::string& only) {
  std::string name = (fs::temp_directory_path() / "bindpose_fuzz_XXXXXX").string();
  const fs::path folder = mkdtemp(name.data());
  const fs::path assets = fs::path(BINDPOSE_SOURCE_DIR) / "assets";
  const std::vector<Kind> all =
      kinds(import_model(assets / "arm.glb"), import_model(assets / "arm.glb"), folder);
  std::map<std::string, std::pair<std::uint64_t, std::uint64_t>> told;  // files, of them refused
  bool good = true;
  for (const Kind& kind : all) {  // what is whole is read
    for (const std::string& bytes : kind.whole) {
      const fs::path file = folder / "whole";
      write_all(file, bytes);
      bool refused = false;
      const std::string breach = breach_of(kind, file, refused);
      if (breach.empty() && !refused) continue;
      std::printf("FAILED: a whole %s is refused: %s %.60s\n", kind.name.c_str(), breach.c_str(),
                  bytes.c_str());
      good = false;
    }
  }
  for (std::uint64_t k = 0; k < count; ++k) {
    Random random(seed + k);
    const Kind& kind = all[static_cast<std::size_t>(random() % all.size())];
    const std::string& whole = kind.whole[static_cast<std::size_t>(random() % kind.whole.size())];
    if (!only.empty() && only != kind.name) continue;
    const fs::path file = folder / std::to_string(seed + k);
    write_all(file, mutate(whole, kind.ending, random));
    bool refused = false;
    const std::string breach = breach_of(kind, file, refused);
    ++told[kind.name].first;
    told[kind.name].second += refused ? 1 : 0;
    if (!breach.empty()) {
      good = false;
      std::printf("FAILED: %s, --seed %llu --count 1: %s\n", kind.name.c_str(),
                  static_cast<unsigned long long>(seed + k), breach.c_str());
    }
    fs::remove(file);
    fs::remove(file.string() + ".again");
  }
  for (const auto& [kind, files] : told) {
    std::printf("%8llu damaged: %s, %llu of them refused\n",
                static_cast<unsigned long long>(files.first), kind.c_str(),
                static_cast<unsigned long long>(files.second));
  }
  fs::remove_all(folder);
  return good ? 0 : 1;
}

}  // namespace
}  // namespace bindpose::fuzz

int main(int argc, char** argv) {
  std::uint64_t seed = 1, count = 1000;
  std::string only;
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string word = argv[i];
    if (word == "--seed") seed = std::strtoull(argv[i + 1], nullptr, 10);
    if (word == "--count") count = std::strtoull(argv[i + 1], nullptr, 10);
    if (word == "--only") only = argv[i + 1];
  }
  return bindpose::fuzz::run(seed, count, only);
}
