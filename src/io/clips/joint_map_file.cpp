#include "io/clips/joint_map_file.h"

#include <nlohmann/json.hpp>
#include <unordered_map>

#include "io/files/file_writer.h"
#include "io/text/json_text.h"
#include "io/text/pose_json.h"
#include "math/numbers.h"
#include "scene/clips/make_clips.h"

namespace bindpose {
namespace fs = std::filesystem;
namespace {

using Json = nlohmann::json;
using OrderedJson = nlohmann::ordered_json;

constexpr const char* kMapMark = "bindpose_joint_map";
constexpr std::uintmax_t kLargestMap = std::uintmax_t{1} << 22;
constexpr std::size_t kMostMapNotes = 8;

class JointNames {
 public:
  explicit JointNames(const Skeleton& skeleton) {
    for (int j = 0; j < skeleton.size(); ++j) index_.emplace(clean_utf8(skeleton.name[idx(j)]), j);
  }
  int find(const std::string& name) const {
    const auto found = index_.find(name);
    return found == index_.end() ? -1 : found->second;
  }

 private:
  std::unordered_map<std::string, int> index_;
};

// The notes, of which only so many are shown.
class Notes {
 public:
  void add(const std::string& model, const std::string& joint) {
    if (++count_ <= kMostMapNotes) {
      list_.push_back(model + " has no joint \"" + joint + "\"; its pair is left out.");
    }
  }
  std::vector<std::string> take() {
    if (count_ > kMostMapNotes) {
      list_.push_back(std::to_string(count_ - kMostMapNotes) + " more pairs are left out.");
    }
    return std::move(list_);
  }

 private:
  std::size_t count_ = 0;
  std::vector<std::string> list_;
};

}  // namespace

void write_joint_map(const JointMap& map, const Model& source, const Model& target,
                     const fs::path& file) {
  const auto name_in = [](const Model& model, int joint) {
    return clean_utf8(model.skeleton.name[idx(joint)]);
  };
  OrderedJson root = {
      {kMapMark, 1}, {"source", clean_utf8(source.name)}, {"target", clean_utf8(target.name)}};
  const std::vector<int> partner = partners_of_targets(map, target.skeleton);
  const bool has_hips = map.target_hips >= 0 && partner[idx(map.target_hips)] >= 0;
  if (has_hips) root["hips"] = name_in(target, map.target_hips);
  root["pairs"] = OrderedJson::object();
  for (int t = 0; t < target.skeleton.size(); ++t) {
    const bool counts = target.skeleton.file_flags.is_joint[idx(t)] != 0;
    const int s = partner[idx(t)];
    if (s >= 0) {
      root["pairs"][name_in(target, t)] = name_in(source, s);
    } else if (counts) {
      root["pairs"][name_in(target, t)] = nullptr;
    }
  }
  FileWriter writer(file);
  writer.write(pretty(root));
  writer.commit();
}

JointMapFile read_joint_map(const fs::path& file, const Model& source, const Model& target) {
  const std::string subject = "The joint map " + file.string();
  const Json root = read_json(file, subject, kLargestMap);
  if (!root.is_object() || !root.contains(kMapMark)) {
    refuse_json(subject,
                "it is JSON, but no joint map: \"" + std::string(kMapMark) + "\" is missing");
  }
  if (root[kMapMark] != 1) {
    refuse_json(subject,
                "it was written by a later version; \"" + std::string(kMapMark) + "\" is not 1");
  }
  const auto pairs = root.find("pairs");
  if (pairs == root.end() || !pairs->is_object()) refuse_json(subject, "\"pairs\" is no object");
  const JointNames sources(source.skeleton), targets(target.skeleton);
  JointMapFile out;
  Notes notes;
  std::unordered_map<int, std::string> used;
  for (const auto& [to, from] : pairs->items()) {
    if (from.is_null()) continue;
    if (!from.is_string()) {
      refuse_json(subject, "the partner of \"" + to + "\" is not the name of a joint");
    }
    const std::string& name = from.get_ref<const std::string&>();
    const int s = sources.find(name), t = targets.find(to);
    if (s < 0) notes.add(source.name, name);
    if (t < 0) notes.add(target.name, to);
    if (s < 0 || t < 0) continue;
    const auto [other, fresh] = used.emplace(s, to);
    if (!fresh) {
      refuse_json(subject, "\"" + name + "\" is the partner of both \"" + other->second +
                               "\" and \"" + to + "\"");
    }
    out.map.pair.push_back({s, t, PairedBy::Hand});
  }
  if (out.map.pair.empty()) {
    refuse_json(subject, "it is of other rigs; none of its pairs is in both " + source.name +
                             " and " + target.name);
  }
  if (const auto hips = root.find("hips"); hips != root.end() && !hips->is_null()) {
    if (!hips->is_string()) refuse_json(subject, "\"hips\" is not the name of a joint");
    const int t = targets.find(hips->get<std::string>());
    for (const JointPair& p : out.map.pair) {
      if (p.target == t) out.map.target_hips = t, out.map.source_hips = p.source;
    }
    if (out.map.target_hips < 0) {
      refuse_json(subject,
                  "\"hips\" names \"" + hips->get<std::string>() + "\", which is in no pair");
    }
  }
  out.map = sound_map(std::move(out.map), rig_pose(source), rig_pose(target));
  out.notes = notes.take();
  return out;
}

}  // namespace bindpose
