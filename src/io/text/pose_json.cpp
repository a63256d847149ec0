// Pose files and workspaces may come from anywhere: everything in them is checked.
#include "io/text/pose_json.h"

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

#include "io/files/stream_text.h"
#include "io/text/json_text.h"
#include "scene/edit/text/edit_words.h"
#include "scene/names.h"
#include "scene/near_match.h"

namespace bindpose {
namespace fs = std::filesystem;

void refuse_json(const std::string& subject, const std::string& what) {
  throw std::runtime_error(subject + " cannot be used: " + as_sentence(what));
}

std::string read_bounded(const fs::path& file, const std::string& subject, std::uintmax_t most) {
  std::error_code problem;
  if (!fs::is_regular_file(file, problem)) refuse_json(subject, "there is no such file");
  if (fs::file_size(file, problem) > most || problem) {
    refuse_json(subject,
                "it is larger than " + std::to_string(most >> 20) + " MiB, the most that is read");
  }
  std::ifstream stream(file, std::ios::binary);
  std::string text = remaining_text(stream);
  if (!stream) refuse_json(subject, "it cannot be read; check its permissions");
  return text;
}

namespace {

// Not the ordered kind, whose look-ups are linear: a hostile file has a million names.
using PoseJson = nlohmann::json;

mat4 matrix_from(const std::string& subject, const std::string& joint, const PoseJson& rows) {
  const auto bad = [&](const std::string& what) {
    refuse_json(subject, "the matrix of joint \"" + joint + "\" " + what);
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

void read_joints(const Model& model, const std::string& subject, const PoseJson& joints,
                 PoseFile& out) {
  if (!joints.is_object())
    refuse_json(subject, "\"joints\" is not an object of names and matrices");
  std::unordered_map<std::string, std::size_t> index;
  for (std::size_t j = 0; j < model.skeleton.name.size(); ++j) {
    index.emplace(clean_utf8(model.skeleton.name[j]), j);
  }
  constexpr std::size_t kMaxNamed = 10;
  std::size_t missing = 0;
  for (const auto& [name, rows] : joints.items()) {
    const mat4 m = matrix_from(subject, name, rows);
    ++out.joints;
    if (const auto found = index.find(name); found != index.end()) {
      ++out.matched;
      out.named.push_back(static_cast<int>(found->second));
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

void read_morphs(const Model& model, const std::string& subject, const PoseJson& morphs,
                 PoseFile& out) {
  if (!morphs.is_object()) refuse_json(subject, "\"morphs\" is not an object of names and weights");
  std::unordered_map<std::string, std::size_t> index;
  for (std::size_t c = 0; c < model.morph_channels.size(); ++c) {
    index.emplace(clean_utf8(model.morph_channels[c].name), c);
  }
  constexpr std::size_t kMaxNamed = 10;
  std::size_t missing = 0;
  for (const auto& [name, weight] : morphs.items()) {
    const double x = weight.is_number() ? weight.get<double>() : std::nan("");
    if (!(std::abs(x) <= double{std::numeric_limits<float>::max()})) {
      refuse_json(subject, "the weight of morph \"" + name + "\" is not a number");
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
int clip_from(const Scene& scene, const std::string& subject, const PoseJson& value) {
  if (value.is_number_unsigned()) {
    const auto index = value.get<std::uint64_t>();
    return index < static_cast<std::uint64_t>(clip_count(scene)) ? static_cast<int>(index) : -1;
  }
  if (!value.is_string()) refuse_json(subject, "\"clip\" is not the name of a clip");
  return find_clip(scene, value.get_ref<const std::string&>());
}

void read_base(const Scene& scene, const std::string& subject, const PoseJson& root,
               PoseFile& out) {
  Pose& pose = out.pose;
  if (root.contains("base")) {
    const PoseJson& base = root["base"];
    const auto named = base.is_string() ? base_pose_of(base.get_ref<const std::string&>())
                                        : std::optional<BasePose>();
    if (!named) refuse_json(subject, R"("base" is none of "bind", "rest" and "clip")");
    pose.base = *named;
  }
  const bool has_clip = root.contains("clip") && !root["clip"].is_null();
  if (has_clip) pose.clip = clip_from(scene, subject, root["clip"]);
  if (pose.base == BasePose::Clip && !has_clip)
    refuse_json(subject, "\"base\" is \"clip\", but no \"clip\" is named");
  if (has_clip && pose.clip < 0) {
    out.notes.push_back("The model has no clip " + root["clip"].dump() +
                        (pose.base == BasePose::Clip ? "; its rest pose is used." : "."));
    if (pose.base == BasePose::Clip) pose.base = BasePose::Rest;
  }
  if (!root.contains("time")) return;
  const PoseJson& time = root["time"];
  if (!time.is_number() || !std::isfinite(time.get<double>())) {
    refuse_json(subject, "\"time\" is not a number of seconds");
  }
  if (pose.clip < 0) return;
  const double duration = clip_at(scene, pose.clip)->duration;
  pose.time = std::clamp(time.get<double>(), 0.0, duration);
}

// "fade": {"into": clip, "factor": 0 to 1, "by": "phase" or "time"}.
void read_fade(const Scene& scene, const std::string& subject, const PoseJson& root,
               PoseFile& out) {
  const auto at = root.find("fade");
  if (at == root.end() || at->is_null()) return;
  if (!at->is_object() || !at->contains("into")) {
    refuse_json(subject, "\"fade\" names no clip to fade into");
  }
  const auto factor = at->find("factor");
  const double f = factor != at->end() && factor->is_number() ? factor->get<double>() : -1.0;
  if (!(f >= 0.0 && f <= 1.0)) refuse_json(subject, "\"factor\" of \"fade\" is not from 0 to 1");
  ClipFade fade{clip_from(scene, subject, (*at)["into"]), static_cast<float>(f)};
  if (at->contains("by")) {
    const PoseJson& by = (*at)["by"];
    const auto* word = std::ranges::find_if(
        words::kFadeBy, [&](const auto& w) { return by.is_string() && by == w.text; });
    if (word == std::end(words::kFadeBy)) {
      refuse_json(subject, R"("by" of "fade" is neither "phase" nor "time")");
    }
    fade.by = word->value;
  }
  if (fade.into < 0) {
    out.notes.push_back("The model has no clip " + (*at)["into"].dump() + " to fade into.");
  } else if (out.pose.clip >= 0 && fade.into != out.pose.clip) {
    out.pose.timeline.fade = fade;
  }
}

nlohmann::ordered_json clip_name(const Scene& scene, int clip) {
  const std::string name = clean_utf8(clip_at(scene, clip)->name);
  int same = 0;
  for (int c = 0; c < clip_count(scene); ++c) {
    if (clean_utf8(clip_at(scene, c)->name) == name) ++same;
  }
  if (same > 1) return clip;
  return name;
}

}  // namespace

nlohmann::ordered_json fade_json(const Scene& scene, const ClipFade& fade) {
  return {{"into", clip_name(scene, fade.into)},
          {"factor", shortest_double(fade.factor)},
          {"by", words::word_of(words::kFadeBy, fade.by)}};
}

nlohmann::json read_json(const fs::path& file, const std::string& subject, std::uintmax_t most) {
  return json_of(read_bounded(file, subject, most), subject);
}

void check_pose_version(const nlohmann::json& root, const std::string& subject) {
  if (!root.is_object() || !root.contains("bindpose_pose")) {
    refuse_json(subject, "it is JSON, but no pose: \"bindpose_pose\" is missing");
  }
  if (root["bindpose_pose"] != 1) {
    refuse_json(subject, "it was written by a later version; \"bindpose_pose\" is not 1");
  }
}

nlohmann::json json_of(std::string_view text, const std::string& subject) {
  constexpr int kDeepest = 8;  // a pose needs four levels; without a limit nesting could eat memory
  const auto limit_depth = [&](int depth, PoseJson::parse_event_t, PoseJson&) {
    if (depth > kDeepest) refuse_json(subject, "it is nested too deeply");
    return true;
  };
  try {
    return PoseJson::parse(text, limit_depth);
  } catch (const PoseJson::parse_error& e) {
    const auto end = text.begin() + static_cast<std::ptrdiff_t>(std::min(e.byte, text.size()));
    refuse_json(subject, "line " + std::to_string(1 + std::count(text.begin(), end, '\n')) +
                             " is not valid JSON");
  } catch (const PoseJson::exception&) {
    refuse_json(subject, "it has a number that is too large");
  }
}

nlohmann::ordered_json pose_json(const Scene& scene) {
  const Model& model = *scene.model;
  const Pose& pose = scene.pose;
  nlohmann::ordered_json root;
  root["base"] = name_of(pose.base);
  if (clip_at(scene, pose.clip) != nullptr) {
    root["clip"] = clip_name(scene, pose.clip);
    root["time"] = pose.time;
    if (const auto& fade = pose.timeline.fade) root["fade"] = fade_json(scene, *fade);
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
  return root;
}

PoseFile pose_from_json(const Scene& scene, const nlohmann::json& root,
                        const std::string& subject) {
  const Model& model = *scene.model;
  PoseFile out;
  out.pose.user_local.assign(model.skeleton.parent.size(), mat4(1.0f));
  out.pose.user_morph.assign(model.morph_channels.size(), std::nullopt);
  read_base(scene, subject, root, out);
  read_fade(scene, subject, root, out);
  if (root.contains("joints")) read_joints(model, subject, root["joints"], out);
  if (root.contains("morphs")) read_morphs(model, subject, root["morphs"], out);
  return out;
}

}  // namespace bindpose
