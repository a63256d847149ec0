#include "app/viewer/files/offered_clips.h"

#include <stdexcept>
#include <utility>

#include "app/take_clip.h"
#include "io/clips/joint_map_file.h"
#include "scene/clips/make_clips.h"
#include "scene/names.h"

namespace bindpose::app {

bool OfferedClips::offer(Arrival& arrival, const Model& open, ui::TakeState& take,
                         Notices& notices) {
  const bool dropped = arrival.wanted == Arrival::Dropped;
  const std::shared_ptr<const Model> source = arrival.result.model;
  try {
    TakeChoice choice = choose_taken(*source, open, {});
    if (dropped) need_pairs(choice, *source, open);
    take = {};
    take.source = source;
    take.path = arrival.result.path;
    take.dropped = dropped;
    take.map = std::move(choice.map);
  } catch (const std::exception& e) {
    if (!dropped) notices.tell(e.what(), true);
    return false;
  }
  arrival_ = std::move(arrival);
  return true;
}

std::optional<Arrival> OfferedClips::release() {
  return std::exchange(arrival_, std::nullopt);
}

void keep_map(ui::TakeState& take, const Model& open, const std::string& path) {
  write_joint_map(take.map, *take.source, open, path);
  take.map_file = path;
}

std::string load_map(ui::TakeState& take, const Model& open, const std::string& path) {
  JointMapFile read = read_joint_map(path, *take.source, open);
  take.map = std::move(read.map);
  take.map_file = path;
  return read.notes.empty() ? "" : read.notes.front();
}

TakeClip taken_clip(const ui::TakeState& take, const Scene& scene) {
  const Model& source = *take.source;
  const std::string& name = source.clips[static_cast<std::size_t>(take.clip)].name;
  const bool by_name = find_clip(source, name) == take.clip;
  TakeClip edit{
      take.path, by_name ? name : std::to_string(take.clip), take.map_file, take.feet, {}};
  edit.made = take_clip(source, take.clip, scene,
                        sound_map(take.map, rig_pose(source), rig_pose(*scene.model)), take.feet)
                  .clip;
  if (!is_playable(edit.made->clip, *scene.model)) {
    throw std::runtime_error("The clip " + in_quotes(edit.made->clip.name) +
                             " cannot be played on " + scene.model->name + "; nothing was taken.");
  }
  return edit;
}

}  // namespace bindpose::app
