// Too many influences, and what it costs to cut them.
#include <algorithm>
#include <cstdio>

#include "math/numbers.h"
#include "rig/subset.h"
#include "rig/weights/limit.h"
#include "scene/check/surface.h"
#include "scene/numerals.h"
#include "scene/pose/clip_moments.h"

namespace bindpose {
namespace {

// A thing as it is while it is measured: a few vertices in many poses.
struct Measured {
  std::size_t mesh;
  std::vector<std::uint32_t> over;
  Mesh part;
  MeshBinding binding;
  double worst = -1.0;
  std::uint32_t at = 0;
  int clip = -1;
  double time = 0.0;
};

constexpr double kVerticesLimited = 2e7;  // about a second
constexpr double kPoses = 4000.0;         // of the whole skeleton: as long

std::vector<Measured> over_limit(const Checking& c) {
  std::vector<Measured> out;
  const std::vector<BoundMesh> meshes = bound_meshes(c.scene);
  const auto limit = static_cast<std::uint32_t>(std::max(c.profile.influences, 1));
  for (std::size_t m = 0; m < meshes.size(); ++m) {
    const auto& [mesh, in, skin] = meshes[m];
    if (!skin.skinned) continue;
    std::vector<std::uint32_t> over;
    for (std::uint32_t i = 0; i < in.vertex_count(); ++i) {
      if (in.offset[i + 1] - in.offset[i] > limit) over.push_back(i);
    }
    if (over.empty()) continue;
    Measured one{m, {}, subset(mesh, over, {}), subset(meshes[m], over)};
    one.over = std::move(over);
    out.push_back(std::move(one));
  }
  return out;
}

void measure(const Checking& c, const PosedScene& posed, int clip, double time,
             std::vector<Measured>& all) {
  std::vector<float> moved;
  for (Measured& one : all) {
    moved.resize(one.over.size());
    const SkinningInput in = skinning_input(bound(one.part, one.binding), posed.palette[one.mesh],
                                            posed.node_matrix[one.mesh]);
    limit_distance(in, Deformer::File, c.profile.influences, moved);
    const auto most = std::ranges::max_element(moved);
    const double mm = *most * c.surface.millimetres;
    if (!(mm > one.worst)) continue;
    one.worst = mm;
    one.at = one.over[static_cast<std::size_t>(most - moved.begin())];
    one.clip = clip;
    one.time = time;
  }
}

void measure_clips(const Checking& c, std::vector<Measured>& all) {
  std::size_t vertices = 0;
  for (const Measured& one : all) vertices += one.over.size();
  Scene scene = c.scene;
  for (mat4& u : scene.pose.user_local) u = mat4(1.0f);
  PosedScene posed;
  scene.pose.base = BasePose::Rest;
  evaluate(scene, posed);
  measure(c, posed, -1, 0.0, all);
  scene.pose.base = BasePose::Clip;
  scene.pose.timeline = {};
  const double most = std::min(kVerticesLimited / static_cast<double>(vertices), kPoses);
  for (const auto& [clip, time] : clip_moments(scene, most)) {
    if (c.stops()) return;
    scene.pose.clip = clip;
    scene.pose.time = time;
    evaluate(scene, posed);
    measure(c, posed, clip, time, all);
  }
}

std::string cost(const Checking& c, const Measured& one) {
  // What no pose has tried is not promised.
  const bool no_clip = clip_count(c.scene) == 0;
  const std::string rest =
      no_clip ? " in the rest pose; there is no clip to measure in" : " in the rest pose";
  if (one.worst < 0.001)
    return "; cutting them moves nothing" + rest + (no_clip ? "" : " or a clip");
  const std::string text =
      "; cutting them moves vertex " + std::to_string(one.at) + " by " + length_text(one.worst);
  if (one.clip < 0) return text + rest;
  char time[48];
  std::snprintf(time, sizeof time, "\" at %.2f s", one.time);
  return text + " in clip \"" + clip_at(c.scene, one.clip)->name + time;
}

}  // namespace

void check_limit(const Checking& c) {
  if (!c.is_on(Rule::OverLimit)) return;
  std::vector<Measured> all = over_limit(c);
  if (all.empty()) return;
  measure_clips(c, all);
  for (Measured& one : all) {
    const std::string says = cost(c, one);
    Finding f = vertex_finding(c, Rule::OverLimit, one.mesh, std::move(one.over), one.at);
    f.worst = std::max(one.worst, 0.0);
    f.unit = "mm";
    f.clip = one.clip;
    f.time = one.time;
    f.text = counted_vertices(f.count) + " with more than " + std::to_string(c.profile.influences) +
             (c.profile.influences == 1 ? " influence" : " influences") + says + ".";
    c.out.push_back(std::move(f));
  }
}

}  // namespace bindpose
