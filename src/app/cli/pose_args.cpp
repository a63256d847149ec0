#include "app/cli/pose_args.h"

#include <charconv>
#include <cmath>
#include <cstdio>
#include <utility>

#include "app/cli/commands.h"
#include "app/cli/retarget_command.h"
#include "io/import.h"
#include "io/text/scene_json.h"
#include "io/weights/weights_file.h"
#include "scene/draft/skeleton_draft.h"
#include "scene/edit/ik_edit.h"
#include "scene/edit/mark_edit.h"
#include "scene/edit/mend/locked_rows.h"
#include "scene/names.h"

namespace bindpose::app {

namespace {

std::string list_clips(const Scene& scene) {
  const auto count = static_cast<std::size_t>(clip_count(scene));
  if (count == 0) return "it has no clips";
  std::string text = "it has ";
  constexpr std::size_t kShown = 8;
  for (std::size_t i = 0; i < count && i < kShown; ++i) {
    text += (i == 0 ? "" : ", ") + std::to_string(i) + " '" +
            clip_at(scene, static_cast<int>(i))->name + "'";
  }
  if (count > kShown) {
    text += " and " + std::to_string(count - kShown) + " more (see 'bindpose info')";
  }
  return text;
}

int clip_of(const Scene& scene, const std::string& text, const std::string& option) {
  const int clip = find_clip(scene, text);
  if (clip >= 0) return clip;
  throw UsageError(option + " " + text + ": " + scene.model->name + " has no such clip; " +
                   list_clips(scene));
}

// NAME FACTOR, as two words.
SetFade fade_of(const Scene& scene, const std::vector<std::string>& words) {
  const int into = clip_of(scene, words[0], "--fade");
  if (into == scene.pose.clip) {
    throw UsageError("--fade " + words[0] + ": that is the clip of --clip; choose another one");
  }
  float factor = -1.0f;
  const char* const end = words[1].data() + words[1].size();
  const auto [read, problem] = std::from_chars(words[1].data(), end, factor);
  if (problem != std::errc{} || read != end || !(factor >= 0.0f && factor <= 1.0f)) {
    throw UsageError("--fade " + words[0] + " " + words[1] +
                     ": the factor is a number from 0 (the clip of --clip) to 1");
  }
  return SetFade{ClipFade{into, factor}};
}

}  // namespace

SetInfluences weights_from(const Scene& scene, const std::string& file,
                           std::vector<std::string>& notes) {
  note_input(file, "the file of weights");
  try {
    std::vector<std::string> said;
    auto weights = read_weights(scene, file, &said);
    notes.insert(notes.end(), said.begin(), said.end());
    return SetInfluences{std::make_shared<const std::vector<MeshWeights>>(std::move(weights))};
  } catch (const std::exception& e) {
    throw UsageError("--weights: " + std::string(e.what()));
  }
}

Deformer deformer_of(const std::string& key, const char* option) {
  if (key.empty()) return Deformer::File;
  if (const auto found = find_deformer(key)) return *found;
  std::string known;
  for (const DeformerInfo& d : kDeformers) {
    known += (known.empty() ? "" : ", ") + std::string(d.key);
  }
  throw UsageError(std::string(option) + " " + key + ": it is one of " + known);
}

std::vector<std::string> apply_pose(const PoseArgs& args, Document& document,
                                    const ImportLimits& limits) {
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
  if (!args.fade.empty() && args.clip.empty()) {
    throw UsageError("--fade needs --clip: it is that clip which is faded into another one");
  }
  const auto note_locks = [&](const Edit& edit) {
    if (std::string note = lock_note(document.scene(), edit); !note.empty())
      notes.push_back(std::move(note));
  };
  if (!args.weights.empty()) {
    const Edit edit = weights_from(document.scene(), args.weights, notes);
    note_locks(edit);
    document.apply({edit});
  }
  if (!args.pose_file.empty()) {
    PoseFile file;
    try {
      note_input(args.pose_file, "the file of the pose");
      file = read_pose(document.scene(), args.pose_file);
    } catch (const std::exception& e) {
      throw ImportError(e.what());
    }
    if (file.joints > 0 && file.matched == 0) {
      throw UsageError("--pose " + args.pose_file +
                       ": it is the pose of another rig; none of its " +
                       std::to_string(file.joints) + " joints is in " + model.name);
    }
    if (file.matched < file.joints) {
      notes.push_back(std::to_string(file.matched) + " of the " + std::to_string(file.joints) +
                      " joints in " + args.pose_file + " are in " + model.name + ".");
    }
    notes.insert(notes.end(), file.notes.begin(), file.notes.end());
    document.apply({SetPose{file.pose.user_local, file.pose.user_morph, true}});
    if (bases == 0) {
      document.apply({SetBasePose{file.pose.base, file.pose.clip}});
      if (file.pose.base == BasePose::Clip) {
        document.apply({SetTime{file.pose.time}});
        document.apply({SetFade{file.pose.timeline.fade}});
      }
    }
  }
  if (args.bind) document.apply({SetBasePose{BasePose::Bind}});
  if (args.rest) document.apply({SetBasePose{BasePose::Rest}});
  if (!args.clip.empty()) {
    const int clip = clip_of(document.scene(), args.clip, "--clip");
    if (!std::isfinite(args.time)) throw UsageError("--time needs a finite number of seconds");
    document.apply({SetBasePose{BasePose::Clip, clip}});
    document.apply({SetTime{args.time}});
    if (!args.fade.empty()) document.apply({fade_of(document.scene(), args.fade)});
    const double duration = clip_at(document.scene(), clip)->duration;
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
    std::optional<Edit> edit =
        parse_edit(text, document.scene(), error, find_saved_pose(document.scene()));
    if (!edit) throw UsageError("--edit \"" + text + "\": " + error);
    if (auto* take = edit->as<TakeClip>()) {
      open_taken(*take, document.scene(), "--edit \"" + text + "\"", limits, notes);
    }
    if (auto* transfer = edit->as<TransferWeights>()) {
      open_transferred(*transfer, document.scene(), "--edit \"" + text + "\"", limits, notes);
    }
    if (edit->is<BakeClip>()) check_bake(document.scene(), "--edit \"bake clip\"");
    if (auto* mend = edit->as<MendWeights>()) {
      auto made = std::make_shared<const MendResult>(mended(document.scene(), mend->mend));
      if (made->hindered) {
        const bool chooses = mend->mend.needs_selection() &&
                             document.scene().selection.vertices.kind == VertexGroup::None;
        const std::string how =
            chooses ? " (--edit \"vertices ...\" before it, or \"all\" at its end)" : "";
        throw UsageError("--edit \"" + text + "\": " + made->account + how);
      }
      notes.push_back(made->account);
      mend->made = std::move(made);
    }
    if (auto* paint = edit->as<PaintWeights>()) {
      paint->made = painted(document.scene(), paint->paint);
      if (paint->made->hindered) {
        throw UsageError("--edit \"" + text + "\": " + paint->made->account);
      }
      notes.push_back(paint->made->account);
    }
    if (const auto* weights = edit->as<SetInfluences>())
      notes.insert(notes.end(), weights->notes.begin(), weights->notes.end());
    note_locks(*edit);
    const Change change = document.apply({*edit});
    if (edit->is<BakeClip>() && change.extent == Change::None) {
      throw UsageError("--edit \"bake clip\": the clip has keys that cannot be baked");
    }
    if (std::string note = shortfall(document.scene(), *edit); !note.empty()) {
      notes.push_back(std::move(note));
    }
    if (!document.skipped().empty())
      notes.push_back(skipped_words(*document.scene().model, document.skipped()));
    for (const int joint : document.slipped()) {
      notes.push_back(document.scene().model->skeleton.name[static_cast<std::size_t>(joint)] +
                      " could not be held: its place is out of reach.");
    }
  }
  if (const auto& draft = document.scene().draft; draft && !draft->joint.empty()) {
    const std::size_t count = draft->joint.size();
    notes.push_back("The drafted skeleton is not built, so its " + std::to_string(count) +
                    (count == 1 ? " joint is" : " joints are") +
                    " left out; end with --edit \"skeleton build\".");
  }
  return notes;
}

}  // namespace bindpose::app
