#include "scene/edit/clip_edit.h"

#include <algorithm>
#include <utility>

#include "scene/clips/make_clips.h"
#include "scene/edit/time_edit.h"

namespace bindpose {

namespace {

void show_clip(Scene& scene, int clip) {
  scene.pose.base = BasePose::Clip;
  scene.pose.clip = clip;
}

}  // namespace

Change write_edit(Scene& scene, const TakeClip& e) {
  if (!scene.model || !e.made || !is_playable(e.made->clip, *scene.model)) return {};
  scene.added_clips.push_back(e.made);
  at_start(scene.pose);
  show_clip(scene, clip_count(scene) - 1);
  return {Change::Pose, -1};
}

Change write_edit(Scene& scene, const BakeClip& e) {
  const bool shown = scene.pose.base == BasePose::Clip;
  if (!shown || clip_at(scene, scene.pose.clip) == nullptr) return {};
  auto baked = std::make_shared<AddedClip>(baked_clip(scene, e.name));
  if (!is_playable(baked->clip, *scene.model)) return {};
  scene.added_clips.push_back(std::move(baked));
  std::ranges::fill(scene.pose.user_local, mat4(1.0f));
  std::ranges::fill(scene.pose.user_morph, std::nullopt);
  show_clip(scene, clip_count(scene) - 1);  // at the same time
  scene.pose.timeline.fade.reset();         // the new clip has it
  return {Change::Pose, -1};
}

Change write_edit(Scene& scene, const DropClip& e) {
  const int own = scene.model ? static_cast<int>(scene.model->clips.size()) : 0;
  if (e.clip < own || e.clip >= clip_count(scene)) return {};
  scene.added_clips.erase(scene.added_clips.begin() + (e.clip - own));
  Pose& pose = scene.pose;
  std::optional<ClipFade>& fade = pose.timeline.fade;
  if (fade && fade->into == e.clip) {
    fade.reset();
  } else if (fade && fade->into > e.clip) {
    --fade->into;
  }
  if (pose.clip == e.clip) {
    pose.clip = -1;
    at_start(pose);
    if (pose.base == BasePose::Clip) pose.base = BasePose::Rest;
  } else if (pose.clip > e.clip) {
    --pose.clip;
  }
  return {Change::Pose, -1};
}

}  // namespace bindpose
