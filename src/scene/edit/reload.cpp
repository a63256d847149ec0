// A model that was written again takes the place of the one before: everything that the user did is
// carried over by name.
#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>

#include "scene/edit/edit.h"
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

template <typename Named>
std::vector<std::string> names_of(const std::vector<Named>& list) {
  std::vector<std::string> names;
  for (const Named& item : list) names.push_back(item.name);
  return names;
}

struct Maps {
  std::vector<int> joint, clip, channel, mesh;
  Maps(const Model& from, const Model& to)
      : joint(match(from.skeleton.name, to.skeleton.name)),
        clip(match(names_of(from.clips), names_of(to.clips))),
        channel(match(names_of(from.morph_channels), names_of(to.morph_channels))),
        mesh(match(names_of(from.meshes), names_of(to.meshes))) {}
};

int mapped(const std::vector<int>& map, int index) {
  return index >= 0 && index < static_cast<int>(map.size()) ? map[static_cast<std::size_t>(index)]
                                                            : -1;
}

// Keeps the entries of `index` that the new model has, together with the lists beside it.
template <typename Index, typename Value>
void carry(const std::vector<int>& map, std::vector<Index>& index, std::vector<Value>& before,
           std::vector<Value>& after) {
  std::size_t kept = 0;
  for (std::size_t k = 0; k < index.size(); ++k) {
    const int to = mapped(map, static_cast<int>(index[k]));
    if (to < 0) continue;
    index[kept] = static_cast<Index>(to);
    before[kept] = before[k];
    after[kept] = after[k];
    ++kept;
  }
  index.resize(kept);
  before.resize(kept);
  after.resize(kept);
}

// Added clips with the new model's joints and channels; each is carried over once.
class CarriedClips {
 public:
  explicit CarriedClips(const Maps& maps) : maps_(maps) {}

  void carry(Document::AddedClips& clips) {
    for (auto& clip : clips) {
      auto& fresh = known_[clip.get()];
      if (!fresh.second) fresh = {clip, carried(*clip)};
      clip = fresh.second;
    }
  }

 private:
  std::shared_ptr<const AddedClip> carried(const AddedClip& from) const {
    auto out = std::make_shared<AddedClip>(from);
    for (JointTrack& t : out->clip.tracks) t.joint = mapped(maps_.joint, t.joint);
    for (MorphTrack& m : out->clip.morphs) m.channel = mapped(maps_.channel, m.channel);
    std::erase_if(out->clip.tracks, [](const JointTrack& t) { return t.joint < 0; });
    std::erase_if(out->clip.morphs, [](const MorphTrack& m) { return m.channel < 0; });
    return out;
  }

  using Clips = std::pair<std::shared_ptr<const AddedClip>, std::shared_ptr<const AddedClip>>;
  const Maps& maps_;
  std::unordered_map<const AddedClip*, Clips> known_;  // the old ones are held, so that no other
                                                       // clip takes their address
};

std::vector<std::uint8_t> carried(const std::vector<int>& map, std::size_t size,
                                  const std::vector<std::uint8_t>& flags) {
  std::vector<std::uint8_t> out(flags.empty() ? 0 : size, 0);
  for (std::size_t i = 0; i < flags.size(); ++i) {
    const int to = mapped(map, static_cast<int>(i));
    if (to >= 0 && flags[i] != 0) out[static_cast<std::size_t>(to)] = 1;
  }
  return out;
}

// What is hidden, locked and restrained, with the new model's joints and meshes.
Document::Marked carried(const Document::Marked& from, const Maps& maps, const Model& to) {
  const std::size_t joints = to.skeleton.parent.size();
  Document::Marked out{{carried(maps.joint, joints, from.joints.hidden),
                        carried(maps.joint, joints, from.joints.locked),
                        {},
                        carried(maps.joint, joints, from.joints.weights_locked)},
                       carried(maps.mesh, to.meshes.size(), from.mesh_hidden)};
  out.mesh_hidden.resize(to.meshes.size(), 0);
  for (auto* flags : {&out.joints.hidden, &out.joints.locked, &out.joints.weights_locked}) {
    if (std::ranges::find(*flags, 1) == flags->end()) flags->clear();
  }
  for (JointRestraint r : from.joints.restraint) {
    r.joint = mapped(maps.joint, r.joint);
    if (r.joint >= 0) out.joints.restraint.push_back(r);
  }
  std::ranges::sort(out.joints.restraint, {}, &JointRestraint::joint);
  for (const int joint : from.held) {
    if (const int there = mapped(maps.joint, joint); there >= 0) out.held.push_back(there);
  }
  std::erase_if(out.held, [&to](int j) { return !ends_limb(to, j); });
  std::ranges::sort(out.held);
  return out;
}

// Chosen vertices of meshes that are there again; other groups are found anew.
VertexGroup carried(const VertexGroup& from, const Maps& maps, const Model& to) {
  if (from.kind != VertexGroup::Chosen) return from;
  VertexLists lists(to.meshes.size());
  for (std::size_t m = 0; m < from.chosen->size(); ++m) {
    const int there = mapped(maps.mesh, static_cast<int>(m));
    if (there < 0) continue;
    auto& list = lists[static_cast<std::size_t>(there)] = (*from.chosen)[m];
    std::erase_if(list, [&](std::uint32_t i) { return !has_vertex(to, {there, i}); });
  }
  return chosen_vertices(std::move(lists));
}

// Edited weights of meshes that are there again, with as many vertices and all of their joints.
std::vector<MeshWeights> carried_weights(const Scene& from, const Model& to, const Maps& maps,
                                         std::size_t& lost) {
  std::vector<MeshWeights> out;
  for (std::size_t m = 0; m < from.edited.binding.size(); ++m) {
    const CopyOnWrite<MeshBinding>& binding = from.edited.binding[m];
    if (!binding) continue;
    const int mesh = mapped(maps.mesh, static_cast<int>(m));
    MeshWeights weights{mesh, {}, binding->influences};
    for (const int joint : binding->skin.joint) {
      if (const int there = mapped(maps.joint, joint); there >= 0) weights.joint.push_back(there);
    }
    const bool fits = mesh >= 0 &&
                      to.meshes[static_cast<std::size_t>(mesh)].position.size() ==
                          binding->influences.vertex_count() &&
                      weights.joint.size() == binding->skin.joint.size();
    fits ? out.push_back(std::move(weights)) : void(++lost);
  }
  return out;
}

}  // namespace

std::size_t Document::reload(std::shared_ptr<const Model> model) {
  if (in_gesture_) commit_where_it_stands();
  // Steps from before the skeleton was made are of joints that are no more.
  const auto rebuilds = [](const Delta& d) { return d.scene_before != nullptr; };
  if (const auto last = std::ranges::find_if(undo_.rbegin(), undo_.rend(), rebuilds);
      last != undo_.rend()) {
    undo_.erase(undo_.begin(), last.base());
    base_id_ = next_id();
  }
  if (std::ranges::any_of(redo_, rebuilds)) redo_.clear();
  Scene next = make_scene(with_own_skeleton(std::move(model)), scene_.view);
  next.draft = scene_.draft;
  if (!scene_.model || !next.model) {
    *this = Document(std::move(next));
    return 0;
  }
  const Maps maps(*scene_.model, *next.model);
  const Pose& old = scene_.pose;
  for (std::size_t j = 0; j < old.user_local.size(); ++j) {
    const int to = mapped(maps.joint, static_cast<int>(j));
    if (to >= 0) next.pose.user_local[static_cast<std::size_t>(to)] = old.user_local[j];
  }
  for (std::size_t c = 0; c < old.user_morph.size(); ++c) {
    const int to = mapped(maps.channel, static_cast<int>(c));
    if (to >= 0) next.pose.user_morph[static_cast<std::size_t>(to)] = old.user_morph[c];
  }
  CarriedClips clips(maps);
  next.added_clips = scene_.added_clips;
  clips.carry(next.added_clips);
  const int own = static_cast<int>(scene_.model->clips.size());
  const int more = static_cast<int>(next.model->clips.size()) - own;
  const auto mapped_clip = [&](int clip) {
    return clip >= own ? clip + more : mapped(maps.clip, clip);
  };
  next.pose.clip = mapped_clip(old.clip);
  if (old.base == BasePose::Bind || (old.base == BasePose::Clip && next.pose.clip >= 0)) {
    next.pose.base = old.base;
  }
  if (clip_at(next, next.pose.clip) != nullptr) {
    next.pose.time = std::min(old.time, clip_at(next, next.pose.clip)->duration);
  }
  next.playback = scene_.playback;
  const auto carry_timeline = [&](Timeline& timeline) {
    if (timeline.fade) timeline.fade->into = mapped_clip(timeline.fade->into);
  };
  next.pose.timeline = old.timeline;
  carry_timeline(next.pose.timeline);
  // In a clip that is another one now, or shorter, the range may not be.
  keep_fitting(next);
  next.selection.joint = mapped(maps.joint, scene_.selection.joint);
  const VertexRef& pin = scene_.selection.pinned_vertex;
  const VertexRef pinned{mapped(maps.mesh, pin.mesh), pin.vertex};
  if (has_vertex(*next.model, pinned)) next.selection.pinned_vertex = pinned;
  // The report is another one: its entries are not those that were chosen.
  const VertexGroup& group = scene_.selection.vertices;
  if (group.kind != VertexGroup::Report)
    next.selection.vertices = carried(group, maps, *next.model);
  for (const int joint : scene_.selection.also) {
    const int to = mapped(maps.joint, joint);
    if (to >= 0 && next.selection.joint >= 0) next.selection.also.push_back(to);
  }
  slipped_.clear();
  skipped_.clear();
  Marked marks = carried({scene_.marks, scene_.mesh_hidden, scene_.held}, maps, *next.model);
  next.marks = std::move(marks.joints);
  next.mesh_hidden = std::move(marks.mesh_hidden);
  next.held = std::move(marks.held);
  std::size_t lost = 0;
  const std::vector<MeshWeights> weights = carried_weights(scene_, *next.model, maps, lost);
  // Saved weights are not saved any more: they stand on another file.
  if (!weights.empty() || lost > 0) base_id_ = next_id();
  scene_ = std::move(next);
  if (!weights.empty()) apply_delta(weight_delta(scene_, weights, nullptr), true, scene_);

  const auto carry_history = [&](std::vector<Delta>& steps) {
    for (Delta& d : steps) {
      carry(maps.joint, d.joint, d.before, d.after);
      carry(maps.channel, d.channel, d.morph_before, d.morph_after);
      d.clip_before = mapped_clip(d.clip_before);
      d.clip_after = mapped_clip(d.clip_after);
      carry_timeline(d.timeline_before);
      carry_timeline(d.timeline_after);
      clips.carry(d.clips_before);
      clips.carry(d.clips_after);
      const bool gone_before = d.base_before == BasePose::Clip && d.clip_before < 0;
      const bool gone_after = d.base_after == BasePose::Clip && d.clip_after < 0;
      if (d.clips_changed) {  // what shows an added clip must not outlive it
        if (gone_before) d.base_before = BasePose::Rest, d.time_before = 0.0;
        if (gone_after) d.base_after = BasePose::Rest, d.time_after = 0.0;
      } else {
        d.base_changed = d.base_changed && !gone_before && !gone_after;
      }
      d.weights = {};
      if (!d.marks_changed) continue;
      d.marks_before = carried(d.marks_before, maps, *scene_.model);
      d.marks_after = carried(d.marks_after, maps, *scene_.model);
      d.marks_changed = d.marks_before != d.marks_after;
    }
    std::erase_if(steps, [](const Delta& d) { return d.empty(); });
  };
  carry_history(undo_);
  carry_history(redo_);
  return lost;
}

}  // namespace bindpose
