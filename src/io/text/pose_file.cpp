// write_pose and read_pose. A pose file may come from anywhere: everything in it is checked.
#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <system_error>
#include <unordered_map>

#include "io/files/file_writer.h"
#include "io/text/json_text.h"
#include "io/text/scene_json.h"
#include "scene/names.h"

namespace bindpose {
namespace fs = std::filesystem;
namespace {

// Not the ordered kind, whose look-ups are linear: a hostile file has a million names.
using PoseJson = nlohmann::json;

[[noreturn]] void refuse(const fs::path& file, const std::string& what) {
  throw std::runtime_error("The pose file " + file.string() + " cannot be used: " + what + ".");
}

std::string read_text(const fs::path& file) {
  constexpr std::uintmax_t kLargest = std::uintmax_t{1} << 25;
  std::error_code problem;
  if (!fs::is_regular_file(file, problem)) refuse(file, "there is no such file");
  if (fs::file_size(file, problem) > kLargest || problem) {
    refuse(file, "it is larger than 32 MiB, which no pose is");
  }
  std::ifstream stream(file, std::ios::binary);
  std::string text(std::istreambuf_iterator<char>(stream), {});
  if (!stream) refuse(file, "it cannot be read; check its permissions");
  return text;
}

PoseJson parse(const fs::path& file) {
  constexpr int kDeepest = 8;  // a pose needs four levels; without a limit nesting could eat memory
  const std::string text = read_text(file);
  const auto limit_depth = [&](int depth, PoseJson::parse_event_t, PoseJson&) {
    if (depth > kDeepest) refuse(file, "it is nested too deeply for a pose");
    return true;
  };
  try {
    return PoseJson::parse(text, limit_depth);
  } catch (const PoseJson::parse_error& e) {
    const auto end = text.begin() + static_cast<std::ptrdiff_t>(std::min(e.byte, text.size()));
    refuse(file, "line " + std::to_string(1 + std::count(text.begin(), end, '\n')) +
                     " is not valid JSON");
  } catch (const PoseJson::exception&) {
    refuse(file, "it has a number that is too large");
  }
}

mat4 matrix_from(const fs::path& file, const std::string& joint, const PoseJson& rows) {
  const auto bad = [&](const std::string& what) {
    refuse(file, "the matrix of joint \"" + joint + "\" " + what);
  };
  constexpr double kLargest = std::numeric_limits<float>::max();
  mat4 m(1.0f);
  if (!rows.is_array() || rows.size() != 4) bad("is not a list of four rows");
  for (int r = 0; r < 4; ++r) {
    const PoseJson& row = rows[static_cast<std::size_t>(r)];
    if (!row.is_array() || row.size() != 4) bad("has a row that is not a list of four numbers");
    for (int c = 0; c < 4; ++c) {
      const PoseJson& entry = row[static_cast<std::size_t>(c)];
      if (!entry.is_number()) bad("has an entry that is not a number");
      const double x = entry.get<double>();
      if (!(std::abs(x) <= kLargest)) bad("has an entry that is too large");
      m[c][r] = static_cast<float>(x);
    }
  }
  if (m[0][3] != 0.0f || m[1][3] != 0.0f || m[2][3] != 0.0f || m[3][3] != 1.0f) {
    bad("does not end with the row 0 0 0 1");
  }
  return m;
}

void read_joints(const Model& model, const fs::path& file, const PoseJson& joints, PoseFile& out) {
  if (!joints.is_object()) refuse(file, "\"joints\" is not an object of names and matrices");
  std::unordered_map<std::string, std::size_t> index;
  for (std::size_t j = 0; j < model.skeleton.name.size(); ++j) {
    index.emplace(clean_utf8(model.skeleton.name[j]), j);
  }
  constexpr std::size_t kMaxNamed = 10;
  std::size_t missing = 0;
  for (const auto& [name, rows] : joints.items()) {
    const mat4 m = matrix_from(file, name, rows);
    ++out.joints;
    if (const auto found = index.find(name); found != index.end()) {
      ++out.matched;
      out.pose.user_local[found->second] = m;
    } else if (++missing <= kMaxNamed) {
      out.notes.push_back("The model has no joint \"" + name + "\"; its part is left out.");
    }
  }
  if (missing > kMaxNamed) {
    out.notes.push_back("The model lacks " + std::to_string(missing - kMaxNamed) +
                        " more of the file's joints.");
  }
}

void read_morphs(const Model& model, const fs::path& file, const PoseJson& morphs, PoseFile& out) {
  if (!morphs.is_object()) refuse(file, "\"morphs\" is not an object of names and weights");
  std::unordered_map<std::string, std::size_t> index;
  for (std::size_t c = 0; c < model.morph_channels.size(); ++c) {
    index.emplace(clean_utf8(model.morph_channels[c].name), c);
  }
  constexpr std::size_t kMaxNamed = 10;
  std::size_t missing = 0;
  for (const auto& [name, weight] : morphs.items()) {
    const double x = weight.is_number() ? weight.get<double>() : std::nan("");
    if (!(std::abs(x) <= double{std::numeric_limits<float>::max()})) {
      refuse(file, "the weight of morph \"" + name + "\" is not a number");
    }
    if (const auto found = index.find(name); found != index.end()) {
      out.pose.user_morph[found->second] = static_cast<float>(x);
    } else if (++missing <= kMaxNamed) {
      out.notes.push_back("The model has no morph \"" + name + "\"; its part is left out.");
    }
  }
  if (missing > kMaxNamed) {
    out.notes.push_back("The model lacks " + std::to_string(missing - kMaxNamed) +
                        " more of the file's morphs.");
  }
}

// Index of the clip that the file names, or -1.
int clip_from(const Model& model, const fs::path& file, const PoseJson& value) {
  if (value.is_number_unsigned()) {
    const auto index = value.get<std::uint64_t>();
    return index < model.clips.size() ? static_cast<int>(index) : -1;
  }
  if (!value.is_string()) refuse(file, "\"clip\" is not the name of a clip");
  return find_clip(model, value.get_ref<const std::string&>());
}

void read_base(const Model& model, const fs::path& file, const PoseJson& root, PoseFile& out) {
  Pose& pose = out.pose;
  if (root.contains("base")) {
    const PoseJson& base = root["base"];
    const auto named = base.is_string() ? base_pose_of(base.get_ref<const std::string&>())
                                        : std::optional<BasePose>();
    if (!named) refuse(file, R"("base" is none of "bind", "rest" and "clip")");
    pose.base = *named;
  }
  const bool has_clip = root.contains("clip") && !root["clip"].is_null();
  if (has_clip) pose.clip = clip_from(model, file, root["clip"]);
  if (pose.base == BasePose::Clip && !has_clip)
    refuse(file, "\"base\" is \"clip\", but no \"clip\" is named");
  if (has_clip && pose.clip < 0) {
    out.notes.push_back("The model has no clip " + root["clip"].dump() +
                        (pose.base == BasePose::Clip ? "; its rest pose is used." : "."));
    if (pose.base == BasePose::Clip) pose.base = BasePose::Rest;
  }
  if (!root.contains("time")) return;
  const PoseJson& time = root["time"];
  if (!time.is_number() || !std::isfinite(time.get<double>())) {
    refuse(file, "\"time\" is not a number of seconds");
  }
  if (pose.clip < 0) return;
  const double duration = model.clips[static_cast<std::size_t>(pose.clip)].duration;
  pose.time = std::clamp(time.get<double>(), 0.0, duration);
}

nlohmann::ordered_json clip_name(const Model& model, int clip) {
  const std::string name = clean_utf8(model.clips[static_cast<std::size_t>(clip)].name);
  const auto same = std::count_if(model.clips.begin(), model.clips.end(),
                                  [&](const Clip& c) { return clean_utf8(c.name) == name; });
  if (same > 1) return clip;
  return name;
}

}  // namespace

void write_pose(const Scene& scene, const fs::path& file) {
  const Model& model = *scene.model;
  const Pose& pose = scene.pose;
  nlohmann::ordered_json root = {{"bindpose_pose", 1}};
  root["base"] = name_of(pose.base);
  if (pose.clip >= 0 && pose.clip < static_cast<int>(model.clips.size())) {
    root["clip"] = clip_name(model, pose.clip);
    root["time"] = pose.time;
  }
  root["joints"] = nlohmann::ordered_json::object();
  for (std::size_t j = 0; j < pose.user_local.size(); ++j) {
    if (pose.user_local[j] == mat4(1.0f)) continue;
    root["joints"][clean_utf8(model.skeleton.name[j])] = matrix_rows(pose.user_local[j]);
  }
  for (std::size_t c = 0; c < pose.user_morph.size(); ++c) {
    if (!pose.user_morph[c]) continue;
    root["morphs"][clean_utf8(model.morph_channels[c].name)] = shortest_double(*pose.user_morph[c]);
  }
  FileWriter writer(file);
  writer.write(pretty(root));
  writer.commit();
}

PoseFile read_pose(const Model& model, const fs::path& file) {
  const PoseJson root = parse(file);
  if (!root.is_object() || !root.contains("bindpose_pose")) {
    refuse(file, "it is JSON, but no pose: \"bindpose_pose\" is missing");
  }
  if (root["bindpose_pose"] != 1) {
    refuse(file, "it was written by a later version; \"bindpose_pose\" is not 1");
  }
  PoseFile out;
  out.pose.user_local.assign(model.skeleton.parent.size(), mat4(1.0f));
  out.pose.user_morph.assign(model.morph_channels.size(), std::nullopt);
  read_base(model, file, root, out);
  if (root.contains("joints")) read_joints(model, file, root["joints"], out);
  if (root.contains("morphs")) read_morphs(model, file, root["morphs"], out);
  return out;
}

}  // namespace bindpose
