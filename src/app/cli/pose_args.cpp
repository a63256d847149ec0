#include "app/cli/pose_args.h"

#include <cmath>
#include <cstdio>
#include <utility>

#include "io/import.h"
#include "io/text/scene_json.h"
#include "scene/edit/ik_edit.h"
#include "scene/names.h"

namespace bindpose::app {

namespace {

std::string list_clips(const Model& model) {
  if (model.clips.empty()) return "it has no clips";
  std::string text = "it has ";
  constexpr std::size_t kShown = 8;
  for (std::size_t i = 0; i < model.clips.size() && i < kShown; ++i) {
    text += (i == 0 ? "" : ", ") + std::to_string(i) + " '" + model.clips[i].name + "'";
  }
  if (model.clips.size() > kShown) {
    text += " and " + std::to_string(model.clips.size() - kShown) + " more (see 'bindpose info')";
  }
  return text;
}

int clip_of(const Model& model, const std::string& text) {
  const int clip = find_clip(model, text);
  if (clip >= 0) return clip;
  throw UsageError("--clip " + text + ": " + model.name + " has no such clip; " +
                   list_clips(model));
}

}  // namespace

Deformer deformer_of(const std::string& key, const char* option) {
  if (key.empty()) return Deformer::Linear;
  if (const auto found = find_deformer(key)) return *found;
  std::string known;
  for (const DeformerInfo& d : kDeformers) {
    known += (known.empty() ? "" : ", ") + std::string(d.key);
  }
  throw UsageError(std::string(option) + " " + key + ": it is one of " + known);
}

std::vector<std::string> apply_pose(const PoseArgs& args, Document& document) {
  std::vector<std::string> notes;
  const Model& model = *document.scene().model;
  const int bases = int(args.bind) + int(args.rest) + int(!args.clip.empty());
  if (bases > 1) throw UsageError("give only one of --bind, --rest and --clip");
  if (args.time_given && args.clip.empty()) {
    throw UsageError("--time needs --clip: 'bindpose info' lists the clips of a model");
  }
  ViewSettings view = document.scene().view;
  if (args.raw_weights) view.weights = WeightUse::Raw;
  if (!args.method.empty()) view.method = deformer_of(args.method);
  document.apply({SetView{view}});
  if (!args.pose_file.empty()) {
    PoseFile file;
    try {
      file = read_pose(model, args.pose_file);
    } catch (const std::exception& e) {
      throw ImportError(e.what());
    }
    if (file.joints > 0 && file.matched == 0) {
      throw UsageError("--pose " + args.pose_file +
                       ": it is the pose of another rig; none of its " +
                       std::to_string(file.joints) + " joints is in " + model.name);
    }
    notes = std::move(file.notes);
    if (file.matched < file.joints) {
      notes.insert(notes.begin(), std::to_string(file.matched) + " of the " +
                                      std::to_string(file.joints) + " joints in " + args.pose_file +
                                      " are in " + model.name + ".");
    }
    document.apply({SetPose{file.pose.user_local, file.pose.user_morph}});
    if (bases == 0) {
      document.apply({SetBasePose{file.pose.base, file.pose.clip}});
      if (file.pose.base == BasePose::Clip) document.apply({SetTime{file.pose.time}});
    }
  }
  if (args.bind) document.apply({SetBasePose{BasePose::Bind}});
  if (args.rest) document.apply({SetBasePose{BasePose::Rest}});
  if (!args.clip.empty()) {
    const int clip = clip_of(model, args.clip);
    if (!std::isfinite(args.time)) throw UsageError("--time needs a finite number of seconds");
    document.apply({SetBasePose{BasePose::Clip, clip}});
    document.apply({SetTime{args.time}});
    const double duration = model.clips[static_cast<std::size_t>(clip)].duration;
    if (args.time < 0.0 || args.time > duration + 1e-6) {
      char text[160];
      std::snprintf(text, sizeof text,
                    "--time %g lies outside the clip (0 to %g s); its %s is shown", args.time,
                    duration, args.time < 0.0 ? "start" : "end");
      notes.emplace_back(text);
    }
  }
  for (const std::string& text : args.edits) {
    std::string error;
    const std::optional<Edit> edit = parse_edit(text, model, error, document.scene().view);
    if (!edit) throw UsageError("--edit \"" + text + "\": " + error);
    document.apply({*edit});
    if (std::string note = shortfall(document.scene(), *edit); !note.empty()) {
      notes.push_back(std::move(note));
    }
  }
  return notes;
}

}  // namespace bindpose::app
