#include "scene/edit/carry/carry_over.h"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>

#include "scene/edit/ik_edit.h"
#include "scene/time/timeline.h"

namespace bindpose {
namespace {

// Old index -> new index of the same name, -1 where the new model lacks it. The first of equal
// names wins.
std::vector<int> match(const std::vector<std::string>& old_names,
                       const std::vector<std::string>& new_names) {
  std::unordered_map<std::string, int> place;
  for (std::size_t i = 0; i < new_names.size(); ++i)
    place.emplace(new_names[i], static_cast<int>(i));
  std::vector<int> map;
  map.reserve(old_names.size());
  for (const std::string& name : old_names) {
    const auto found = place.find(name);
    map.push_back(found == place.end() ? -1 : found->second);
  }
  return map;
}

// Names may come twice (parts of one mesh have its name): what has the same name and the same
// number is the same, the others of a name go together in their order.
std::vector<int> match_in_order(const std::vector<std::string>& old_names,
                                const std::vector<std::string>& new_names) {
  std::vector<int> map(old_names.size(), -1);
  std::vector<std::uint8_t> taken(new_names.size(), 0);
  for (std::size_t i = 0; i < std::min(old_names.size(), new_names.size()); ++i) {
    if (old_names[i] != new_names[i]) continue;
    map[i] = static_cast<int>(i);
    taken[i] = 1;
  }
  std::unordered_map<std::string, std::vector<int>> left;  // the first one last
  for (std::size_t i = new_names.size(); i-- > 0;) {
    if (taken[i] == 0) left[new_names[i]].push_back(static_cast<int>(i));
  }
  for (std::size_t i = 0; i < old_names.size(); ++i) {
    if (map[i] >= 0) continue;
    const auto found = left.find(old_names[i]);
    if (found == left.end() || found->second.empty()) continue;
    map[i] = found->second.back();
    found->second.pop_back();
  }
  return map;
}

template <typename Named>
std::vector<std::string> names_of(const std::vector<Named>& list) {
  std::vector<std::string> names;
  for (const Named& item : list) names.push_back(item.name);
  return names;
}

std::vector<std::uint8_t> carried_flags(const std::vector<int>& map, std::size_t size,
                                        const std::vector<std::uint8_t>& flags) {
  std::vector<std::uint8_t> out(flags.empty() ? 0 : size, 0);
  for (std::size_t i = 0; i < flags.size(); ++i) {
    const int to = ModelMaps::mapped(map, static_cast<int>(i));
    if (to >= 0 && flags[i] != 0) out[static_cast<std::size_t>(to)] = 1;
  }
  return out;
}

// Chosen vertices of meshes that are there again; other groups are found anew.
VertexGroup carried_group(const VertexGroup& from, const ModelMaps& maps, const Model& to) {
  if (from.kind != VertexGroup::Chosen) return from;
  VertexLists lists(to.meshes.size());
  for (std::size_t m = 0; m < from.chosen->size(); ++m) {
    const int there = ModelMaps::mapped(maps.mesh, static_cast<int>(m));
    if (there < 0) continue;
    auto& list = lists[static_cast<std::size_t>(there)] = (*from.chosen)[m];
    std::erase_if(list, [&](std::uint32_t i) { return !has_vertex(to, {there, i}); });
  }
  return chosen_vertices(std::move(lists));
}

}  // namespace

ModelMaps::ModelMaps(const Model& from, const Model& to)
    : joint(match(from.skeleton.name, to.skeleton.name)),
      clip(match(names_of(from.clips), names_of(to.clips))),
      channel(match(names_of(from.morph_channels), names_of(to.morph_channels))),
      mesh(match_in_order(names_of(from.meshes), names_of(to.meshes))),
      clips_before(static_cast<int>(from.clips.size())),
      more_clips(static_cast<int>(to.clips.size()) - clips_before) {}

Document::Marked carried_marks(const Document::Marked& from, const ModelMaps& maps,
                               const Model& to) {
  const std::size_t joints = to.skeleton.parent.size();
  Document::Marked out{{carried_flags(maps.joint, joints, from.joints.hidden),
                        carried_flags(maps.joint, joints, from.joints.locked),
                        {},
                        carried_flags(maps.joint, joints, from.joints.weights_locked)},
                       carried_flags(maps.mesh, to.meshes.size(), from.mesh_hidden)};
  out.mesh_hidden.resize(to.meshes.size(), 0);
  for (auto* flags : {&out.joints.hidden, &out.joints.locked, &out.joints.weights_locked}) {
    if (std::ranges::find(*flags, 1) == flags->end()) flags->clear();
  }
  for (JointRestraint r : from.joints.restraint) {
    r.joint = ModelMaps::mapped(maps.joint, r.joint);
    if (r.joint >= 0) out.joints.restraint.push_back(r);
  }
  std::ranges::sort(out.joints.restraint, {}, &JointRestraint::joint);
  for (const int joint : from.held) {
    if (const int there = ModelMaps::mapped(maps.joint, joint); there >= 0)
      out.held.push_back(there);
  }
  std::erase_if(out.held, [&to](int j) { return !ends_limb(to, j); });
  std::ranges::sort(out.held);
  return out;
}

void carry_over(const Scene& from, const ModelMaps& maps, Scene& to) {
  const Pose& old = from.pose;
  for (std::size_t c = 0; c < old.user_morph.size(); ++c) {
    const int there = ModelMaps::mapped(maps.channel, static_cast<int>(c));
    if (there >= 0) to.pose.user_morph[static_cast<std::size_t>(there)] = old.user_morph[c];
  }
  to.pose.clip = maps.clip_of(old.clip);
  if (old.base == BasePose::Bind || (old.base == BasePose::Clip && to.pose.clip >= 0))
    to.pose.base = old.base;
  if (clip_at(to, to.pose.clip) != nullptr)
    to.pose.time = std::min(old.time, clip_at(to, to.pose.clip)->duration);
  to.playback = from.playback;
  to.pose.timeline = old.timeline;
  if (to.pose.timeline.fade)
    to.pose.timeline.fade->into = maps.clip_of(to.pose.timeline.fade->into);
  // In a clip that is another one now, or shorter, the range may not be.
  keep_fitting(to);
  to.selection.joint = ModelMaps::mapped(maps.joint, from.selection.joint);
  const VertexRef& pin = from.selection.pinned_vertex;
  const VertexRef pinned{ModelMaps::mapped(maps.mesh, pin.mesh), pin.vertex};
  if (has_vertex(*to.model, pinned)) to.selection.pinned_vertex = pinned;
  // The report is another one: its entries are not those that were chosen.
  const VertexGroup& group = from.selection.vertices;
  if (group.kind != VertexGroup::Report)
    to.selection.vertices = carried_group(group, maps, *to.model);
  for (const int joint : from.selection.also) {
    const int there = ModelMaps::mapped(maps.joint, joint);
    if (there >= 0 && to.selection.joint >= 0) to.selection.also.push_back(there);
  }
  Document::Marked marks =
      carried_marks({from.marks, from.mesh_hidden, from.held}, maps, *to.model);
  to.marks = std::move(marks.joints);
  to.mesh_hidden = std::move(marks.mesh_hidden);
  to.held = std::move(marks.held);
}

}  // namespace bindpose
