#include "app/take_clip.h"

#include <stdexcept>

#include "app/input_files.h"
#include "io/clips/joint_map_file.h"
#include "scene/clips/make_clips.h"
#include "scene/names.h"
#include "scene/near_match.h"

namespace bindpose::app {

TakeChoice choose_taken(const Model& source, const Model& target, const TakeClip& words) {
  TakeChoice out;
  if (source.clips.empty()) {
    throw std::runtime_error(source.name + " has no clips; name a file that has one.");
  }
  if (!words.clip.empty()) out.clip = find_clip(source, words.clip);
  if (out.clip < 0) {
    std::vector<std::string> names;
    for (const Clip& clip : source.clips) names.push_back(clip.name);
    std::string hint = did_you_mean(words.clip, names);
    if (hint.empty()) {
      hint = "; it has " + std::to_string(names.size()) + ", counted from 0, and the first is " +
             in_quotes(names.front());
    }
    throw std::runtime_error(
        as_sentence(source.name + " has no clip " + in_quotes(words.clip) + hint));
  }
  if (!words.map.empty()) {
    note_input(words.map, "the file of --map");
    JointMapFile file = read_joint_map(words.map, source, target);
    out.map = std::move(file.map);
    out.notes = std::move(file.notes);
  } else {
    out.map = propose_pairs(rig_pose(source), rig_pose(target));
  }
  return out;
}

void need_pairs(const TakeChoice& choice, const Model& source, const Model& target) {
  if (!choice.map.pair.empty()) return;
  throw std::runtime_error("No joint of " + source.name + " stands for one of " + target.name +
                           ", by name or by place; name the pairs in a joint map: --map FILE.json "
                           "(\"bindpose retarget --write-map\" writes one to fill in).");
}

std::vector<std::string> fill_in(TakeClip& edit, const Model& source, const Scene& scene) {
  TakeChoice choice = choose_taken(source, *scene.model, edit);
  need_pairs(choice, source, *scene.model);
  edit.made = take_clip(source, choice.clip, scene, choice.map, edit.feet).clip;
  if (!is_playable(edit.made->clip, *scene.model)) {
    throw std::runtime_error("the clip cannot be played on the model; nothing was taken");
  }
  return std::move(choice.notes);
}

}  // namespace bindpose::app
