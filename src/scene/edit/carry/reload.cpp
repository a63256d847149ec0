// A model that was written again takes the place of the one before: everything that the user did is
// carried over by name.
#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>

#include "scene/edit/carry/carry_over.h"
#include "scene/edit/edit.h"
#include "scene/edit/ik_edit.h"
#include "scene/time/timeline.h"

namespace bindpose {

namespace {

// Keeps the entries of `index` that the new model has, together with the lists beside it.
template <typename Index, typename Value>
void carry(const std::vector<int>& map, std::vector<Index>& index, std::vector<Value>& before,
           std::vector<Value>& after) {
  std::size_t kept = 0;
  for (std::size_t k = 0; k < index.size(); ++k) {
    const int to = ModelMaps::mapped(map, static_cast<int>(index[k]));
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
  explicit CarriedClips(const ModelMaps& maps) : maps_(maps) {}

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
    for (JointTrack& t : out->clip.tracks) t.joint = ModelMaps::mapped(maps_.joint, t.joint);
    for (MorphTrack& m : out->clip.morphs) m.channel = ModelMaps::mapped(maps_.channel, m.channel);
    std::erase_if(out->clip.tracks, [](const JointTrack& t) { return t.joint < 0; });
    std::erase_if(out->clip.morphs, [](const MorphTrack& m) { return m.channel < 0; });
    return out;
  }

  using Clips = std::pair<std::shared_ptr<const AddedClip>, std::shared_ptr<const AddedClip>>;
  const ModelMaps& maps_;
  std::unordered_map<const AddedClip*, Clips> known_;  // the old ones are held, so that no other
                                                       // clip takes their address
};

// Edited weights of meshes that are there again, with as many vertices and all of their joints.
std::vector<MeshWeights> carried_weights(const Scene& from, const Model& to, const ModelMaps& maps,
                                         std::size_t& lost) {
  std::vector<MeshWeights> out;
  for (std::size_t m = 0; m < from.edited.binding.size(); ++m) {
    const CopyOnWrite<MeshBinding>& binding = from.edited.binding[m];
    if (!binding) continue;
    const int mesh = ModelMaps::mapped(maps.mesh, static_cast<int>(m));
    MeshWeights weights{mesh, {}, binding->influences};
    for (const int joint : binding->skin.joint) {
      if (const int there = ModelMaps::mapped(maps.joint, joint); there >= 0)
        weights.joint.push_back(there);
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
  const std::shared_ptr<const Model> own = with_own_skeleton(std::move(model));  // or it throws
  if (in_gesture_) commit_where_it_stands();
  // Steps from before the skeleton was made are of joints that are no more.
  const auto rebuilds = [](const Delta& d) { return d.scene_before != nullptr; };
  if (const auto last = std::ranges::find_if(undo_.rbegin(), undo_.rend(), rebuilds);
      last != undo_.rend()) {
    undo_.erase(undo_.begin(), last.base());
    base_id_ = next_id();
  }
  if (std::ranges::any_of(redo_, rebuilds)) redo_.clear();
  Scene next = make_scene(own, scene_.view);
  next.draft = scene_.draft;
  if (!scene_.model || !next.model) {
    *this = Document(std::move(next));
    return 0;
  }
  const ModelMaps maps(*scene_.model, *next.model);
  const Pose& old = scene_.pose;
  for (std::size_t j = 0; j < old.user_local.size(); ++j) {
    const int to = ModelMaps::mapped(maps.joint, static_cast<int>(j));
    if (to >= 0) next.pose.user_local[static_cast<std::size_t>(to)] = old.user_local[j];
  }
  CarriedClips clips(maps);
  next.added_clips = scene_.added_clips;
  clips.carry(next.added_clips);
  carry_over(scene_, maps, next);
  slipped_.clear();
  skipped_.clear();
  std::size_t lost = 0;
  const std::vector<MeshWeights> weights = carried_weights(scene_, *next.model, maps, lost);
  // Saved weights are not saved any more: they stand on another file.
  if (!weights.empty() || lost > 0) base_id_ = next_id();
  scene_ = std::move(next);
  if (!weights.empty()) apply_delta(weight_delta(scene_, weights, {}), true, scene_);

  const auto carry_history = [&](std::vector<Delta>& steps) {
    const auto mapped_clip = [&](int clip) { return maps.clip_of(clip); };
    const auto carry_timeline = [&](Timeline& timeline) {
      if (timeline.fade) timeline.fade->into = maps.clip_of(timeline.fade->into);
    };
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
      d.marks_before = carried_marks(d.marks_before, maps, *scene_.model);
      d.marks_after = carried_marks(d.marks_after, maps, *scene_.model);
      d.marks_changed = d.marks_before != d.marks_after;
    }
    std::erase_if(steps, [](const Delta& d) { return d.empty(); });
  };
  carry_history(undo_);
  carry_history(redo_);
  return lost;
}

}  // namespace bindpose
