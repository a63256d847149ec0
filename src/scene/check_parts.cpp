#include "scene/check_parts.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <unordered_set>

#include "math/numbers.h"
#include "scene/check_curve.h"
#include "scene/names.h"

namespace bindpose {
namespace {

std::string check_channels(const Model& model) {
  std::unordered_set<std::string_view> names;
  for (const MorphChannel& channel : model.morph_channels) {
    if (channel.name.empty()) return "A morph has no name.";
    if (!names.insert(channel.name).second) {
      return "Two morphs are named " + in_quotes(channel.name) + ".";
    }
    if (channel.node < 0 || channel.node >= model.skeleton.size()) {
      return "Morph " + in_quotes(channel.name) + " hangs on joint " +
             std::to_string(channel.node) + ", which does not exist.";
    }
    if (!std::isfinite(channel.default_weight)) {
      return "Morph " + in_quotes(channel.name) + " has a weight that is not finite.";
    }
  }
  return {};
}

bool share_is_sound(const std::vector<vec2>& share) {
  if (share.size() == 1) return false;
  for (std::size_t k = 0; k < share.size(); ++k) {
    if (!std::isfinite(share[k].x + share[k].y)) return false;
    if (k > 0 && !(share[k].x > share[k - 1].x)) return false;
  }
  return true;
}

std::string check_target(const Model& model, const Mesh& mesh, const MorphTarget& target) {
  // Put together when something is wrong only: names may be long, and targets many.
  const auto wrong = [&](const std::string& what) { return "Mesh " + in_quotes(mesh.name) + what; };
  if (target.channel < 0 ||
      static_cast<std::size_t>(target.channel) >= model.morph_channels.size()) {
    return wrong(" has a target of morph " + std::to_string(target.channel) +
                 ", which does not exist.");
  }
  const auto off = [&](const std::string& what) {
    return wrong("'s target " +
                 in_quotes(model.morph_channels[static_cast<std::size_t>(target.channel)].name) +
                 what);
  };
  const std::size_t n = target.vertex.size();
  if (target.position.size() != n || (!target.normal.empty() && target.normal.size() != n)) {
    return off(" has not one number a vertex.");
  }
  for (std::size_t k = 0; k < n; ++k) {
    if (target.vertex[k] >= mesh.position.size()) {
      return off(" moves vertex " + std::to_string(target.vertex[k]) + " of " +
                 std::to_string(mesh.position.size()) + ".");
    }
    if (k > 0 && target.vertex[k] <= target.vertex[k - 1]) {
      return off(" names its vertices out of order.");
    }
  }
  if (!share_is_sound(target.share)) return off(" has a share that is no function of its weight.");
  const bool sound = all_finite(target.position) && all_finite(target.normal);
  return sound ? std::string() : off(" has a number that is not finite.");
}

std::string check_track(const Model& model, const Clip& clip, const MorphTrack& track) {
  const auto wrong = [&](const std::string& what) { return "Clip " + in_quotes(clip.name) + what; };
  if (track.channel < 0 || static_cast<std::size_t>(track.channel) >= model.morph_channels.size()) {
    return wrong(" moves morph " + std::to_string(track.channel) + ", which does not exist.");
  }
  const Keys<float>& keys = track.weight;
  const std::size_t each = keys.interpolation == Interpolation::Cubic ? 3 : 1;
  if (keys.value.size() != each * keys.time.size()) {
    return wrong(" has a morph track with missing values.");
  }
  const auto finite_number = [](auto x) { return std::isfinite(x); };
  if (!std::all_of(keys.time.begin(), keys.time.end(), finite_number) ||
      !std::all_of(keys.value.begin(), keys.value.end(), finite_number)) {
    return wrong(" has a morph key that is not finite.");
  }
  if (!std::is_sorted(keys.time.begin(), keys.time.end())) {
    return wrong(" has morph keys whose times go back.");
  }
  if (const std::string e = check_curve(track.curve); !e.empty())
    return wrong("'s morph curve" + e);
  return {};
}

}  // namespace

std::string check_morphs(const Model& model) {
  if (std::string e = check_channels(model); !e.empty()) return e;
  for (const Mesh& mesh : model.meshes) {
    for (const MorphTarget& target : mesh.morph) {
      if (std::string e = check_target(model, mesh, target); !e.empty()) return e;
    }
  }
  for (const Clip& clip : model.clips) {
    for (const MorphTrack& track : clip.morphs) {
      if (std::string e = check_track(model, clip, track); !e.empty()) return e;
    }
  }
  return {};
}

std::string check_pose_tables(const Model& model) {
  const std::size_t n = model.skeleton.parent.size();
  std::unordered_set<int> taken;
  for (const PoseTable& table : model.pose_tables) {
    if (table.world.size() != n || table.has.size() != n)
      return "A Pose's joints are not as many as those of the skeleton.";
    for (std::size_t j = 0; j < n; ++j) {
      if (!is_finite(table.world[j]))
        return "The Pose of joint " + in_quotes(model.skeleton.name[j]) + " is not finite.";
    }
    for (const int m : table.mesh) {
      if (m < 0 || m >= static_cast<int>(model.meshes.size()) || !taken.insert(m).second)
        return "A Pose counts for mesh " + std::to_string(m) +
               ", which does not exist or has another one.";
    }
  }
  return {};
}

}  // namespace bindpose
