#include "scene/check_parts.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "math/numbers.h"
#include "math/ranges.h"
#include "rig/weights/weight_rows.h"
#include "scene/check_curve.h"
#include "scene/names.h"

namespace bindpose {

std::string count_mismatch(const std::string& where, std::size_t have, std::size_t want) {
  return where + " has " + std::to_string(have) + " entries, " + std::to_string(want) +
         " were expected.";
}

namespace {

std::string check_influence_sizes(const Mesh& mesh, const std::string& name) {
  const Influences& in = mesh.file_binding.influences;
  const std::size_t n = mesh.position.size();
  if (in.offset.size() != n + 1) {
    return count_mismatch(name + "'s influence offsets", in.offset.size(), n + 1);
  }
  if (in.raw_weight_sum.size() != n) {
    return count_mismatch(name + "'s stored weight sums", in.raw_weight_sum.size(), n);
  }
  if (in.slot.size() != in.weight.size()) {
    return count_mismatch(name + "'s weights", in.weight.size(), in.slot.size());
  }
  if (in.offset.front() != 0 || in.offset.back() != in.slot.size() ||
      !std::is_sorted(in.offset.begin(), in.offset.end())) {
    return name + "'s influence offsets do not run from 0 up to the number of influences.";
  }
  if (!mesh.file_rank.empty() && mesh.file_rank.size() != in.slot.size())
    return count_mismatch(name + "'s places of weights", mesh.file_rank.size(), in.slot.size());
  return {};
}

std::string check_rows(const Mesh& mesh, const std::string& name, std::size_t begin,
                       std::size_t end) {
  const auto& [in, skin] = mesh.file_binding;
  const std::size_t slots = skin.joint.size();
  std::vector<std::size_t> last_vertex(slots, mesh.position.size());
  for (std::size_t v = begin; v < end; ++v) {
    const auto at = [&](const char* what) {
      return "Vertex " + std::to_string(v) + " of " + name + " " + what;
    };
    if (!std::isfinite(in.raw_weight_sum[v]))
      return at("has a stored weight sum that is not finite.");
    float sum = 0.0f;
    float previous = std::numeric_limits<float>::infinity();
    for (std::size_t i = in.offset[v]; i < in.offset[v + 1]; ++i) {
      if (in.slot[i] >= slots) return at("names a slot that its skin does not have.");
      if (!(in.weight[i] > 0.0f) || !std::isfinite(in.weight[i])) {
        return at("has a weight that is not positive and finite.");
      }
      if (in.weight[i] > previous) return at("has weights that are not sorted.");
      if (last_vertex[in.slot[i]] == v) return at("names a slot twice.");
      last_vertex[in.slot[i]] = v;
      previous = in.weight[i];
      sum += in.weight[i];
    }
    if (in.offset[v] != in.offset[v + 1] && std::abs(sum - 1.0f) > kSumTolerance) {
      return at("has weights that do not add up to 1.");
    }
  }
  return {};
}

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

std::string check_influences(const Mesh& mesh, const std::string& name) {
  constexpr std::size_t kWorthAThread = 50'000;
  if (std::string e = check_influence_sizes(mesh, name); !e.empty()) return e;
  std::string wrong;
  std::size_t where = mesh.position.size();
  std::mutex mutex;
  in_ranges(mesh.position.size(), kWorthAThread, [&](std::size_t begin, std::size_t end) {
    std::string e = check_rows(mesh, name, begin, end);
    const std::lock_guard lock(mutex);
    if (e.empty() || begin >= where) return;  // the first vertex is told
    where = begin;
    wrong = std::move(e);
  });
  return wrong;
}

}  // namespace bindpose
