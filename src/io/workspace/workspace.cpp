#include "io/workspace/workspace.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <utility>

#include "io/clips/clips_json.h"
#include "io/files/file_writer.h"
#include "io/text/json_text.h"
#include "io/text/pose_json.h"
#include "io/workspace/place_json.h"
#include "io/workspace/skeleton_json.h"
#include "io/workspace/weights_json.h"
#include "math/ascii.h"
#include "scene/edit/edit.h"
#include "scene/edit/mark_edit.h"
#include "scene/segment_binding.h"

namespace bindpose {
namespace fs = std::filesystem;
namespace {

using Json = nlohmann::json;
using OrderedJson = nlohmann::ordered_json;

constexpr int kVersion = 1;
constexpr std::size_t kMostNotes = 10;

std::uintmax_t bytes_of(const fs::path& file) {
  std::error_code error;
  const std::uintmax_t size = fs::file_size(file, error);
  return error ? 0 : size;
}

std::string path_from(const WorkspaceFile& out, const Json& place, const char* what, bool& found) {
  const std::string subject = "The workspace " + out.file.string();
  if (!place.is_object()) refuse_json(subject, "\"" + std::string(what) + "\" is no object");
  std::error_code error;
  std::string named;
  for (const char* key : {"path", "absolute"}) {
    const auto at = place.find(key);
    if (at == place.end()) continue;
    if (!at->is_string()) {
      refuse_json(subject, "\"" + std::string(key) + "\" of \"" + what + "\" is no path");
    }
    const fs::path path = out.file.parent_path() / at->get<std::string>();
    named = path.lexically_normal().string();
    found = fs::is_regular_file(path, error);
    if (found) return named;
  }
  if (named.empty()) refuse_json(subject, "\"" + std::string(what) + "\" names no file");
  return named;
}

// What the edits of the scene say that no history keeps, each in its text form.
std::vector<std::string> state_texts(const Scene& scene) {
  const Model& model = *scene.model;
  const Selection& s = scene.selection;
  std::vector<Edit> edits = edits_of_marks(scene);
  if (!scene.held.empty()) edits.push_back(HoldJoints{scene.held});
  if (s.joint >= 0) edits.push_back(SetSelection{s.joint, s.also});
  if (!s.pinned_vertex.empty()) edits.push_back(SetPinnedVertex{s.pinned_vertex});
  if (s.vertices.kind != VertexGroup::None) edits.push_back(SelectVertices{s.vertices});
  Playback rests = scene.playback;
  rests.playing = false;  // nobody wants to be met by a character that runs
  edits.push_back(SetPlayback{rests});
  const Timeline& timeline = scene.pose.timeline;
  if (timeline.rate > 0.0) edits.push_back(SetRate{timeline.rate});
  if (timeline.range) edits.push_back(SetRange{timeline.range});
  edits.push_back(SetView{without_other_file(scene.view)});
  std::vector<std::string> out;
  for (const Edit& edit : edits) out.push_back(clean_utf8(to_text(edit, model)));
  return out;
}

bool is_state(const Edit& edit) {
  return is_mark(edit) || edit.is<SetSelection>() || edit.is<SetPinnedVertex>() ||
         edit.is<HoldJoints>() || edit.is<SelectVertices>() || edit.is<SetPlayback>() ||
         edit.is<SetRate>() || edit.is<SetRange>() || edit.is<SetView>();
}

OrderedJson camera_json(const WorkspaceCamera& c) {
  const auto number = [](float x) { return shortest_double(x); };
  OrderedJson out = {{"target", {number(c.target.x), number(c.target.y), number(c.target.z)}},
                     {"distance", number(c.distance)},
                     {"yaw", number(c.yaw)},
                     {"pitch", number(c.pitch)},
                     {"orthographic", c.orthographic}};
  if (c.roll != 0.0f) out["roll"] = number(c.roll);
  return out;
}

std::optional<WorkspaceCamera> camera_from(const Json& at) {
  const auto number = [&at](const char* key, float& to) {
    const auto found = at.find(key);
    if (found == at.end() || !found->is_number()) return false;
    to = static_cast<float>(found->get<double>());
    return std::isfinite(to) && std::abs(to) < 1e9f;
  };
  WorkspaceCamera c;
  if (!at.is_object() || !number("distance", c.distance) || !(c.distance > 0.0f) ||
      !number("yaw", c.yaw) || !number("pitch", c.pitch) || !(std::abs(c.pitch) < 1.6f)) {
    return std::nullopt;
  }
  const auto target = at.find("target");
  if (target == at.end() || !target->is_array() || target->size() != 3) return std::nullopt;
  for (int k = 0; k < 3; ++k) {
    const Json& x = (*target)[static_cast<std::size_t>(k)];
    if (!x.is_number() || !(std::abs(x.get<double>()) < 1e9)) return std::nullopt;
    c.target[k] = x.get<float>();
  }
  if (!number("roll", c.roll) || !(std::abs(c.roll) < 3.2f)) c.roll = 0.0f;
  const auto orthographic = at.find("orthographic");
  if (orthographic != at.end() && orthographic->is_boolean()) c.orthographic = *orthographic;
  return c;
}

// How many numbers and words there are: what a file's length goes by.
std::size_t leaves(const OrderedJson& at) {
  if (!at.is_structured()) return 1;
  std::size_t n = 0;
  for (const OrderedJson& part : at) n += leaves(part);
  return n;
}

enum class Large { Clips, Weights, Rest };

// What most of it is.
Large largest_part(const OrderedJson& root) {
  const auto of = [&root](const char* key) {
    const auto at = root.find(key);
    return at == root.end() ? std::size_t{0} : leaves(*at);
  };
  const std::size_t clips = of("clips"), weights = of("weights");
  if (leaves(root) - clips - weights > std::max(clips, weights)) return Large::Rest;
  return clips > weights ? Large::Clips : Large::Weights;
}

// What could not be opened again is not written over what can.
[[noreturn]] void refuse_too_large(const fs::path& file, Large what) {
  const char* why =
      what == Large::Clips
          ? "with its added clips it is too large to be opened again. Export the rig with them, "
            "then remove some (Pose > Remove this added clip)."
      : what == Large::Weights
          ? "with its edited weights it is too large to be opened again. Export the rigged model, "
            "which has them, and go on with that file."
          : "it would be too large to be opened again.";
  throw std::runtime_error("The workspace " + file.string() + " was not written: " + why);
}

struct Known {
  const char* object;  // "" for the root
  std::vector<std::string_view> keys;
};

// What the file had beside what this program writes: of the root and of the objects in it whose
// keys are no names of the model's.
void keep_unknown(const Json& old, OrderedJson& root) {
  static const Known kOurs[] = {
      {"",
       {"bindpose_workspace", "model", "skeleton", "pose", "clips", "weights", "reach",
        "reach_edited", "state", "camera", "lesson", "comparison", "saved_as", "textures"}},
      {"model", {"path", "absolute", "bytes"}},
      {"pose", {"base", "clip", "time", "fade", "joints", "morphs"}},
      {"camera", {"target", "distance", "yaw", "pitch", "roll", "orthographic"}},
      {"lesson", {"path", "absolute", "step"}},
      {"comparison", {"path", "absolute"}}};
  for (const Known& known : kOurs) {
    const bool whole = *known.object == '\0';
    const auto from = whole ? old.end() : old.find(known.object);
    if (!old.is_object() || (!whole && (from == old.end() || !root.contains(known.object))))
      continue;
    const Json& kept = whole ? old : *from;
    OrderedJson& to = whole ? root : root[known.object];
    if (!kept.is_object() || !to.is_object()) continue;
    for (const auto& [key, value] : kept.items()) {
      if (std::ranges::find(known.keys, key) == known.keys.end()) to[key] = value;
    }
  }
}

class Restorer {
 public:
  Restorer(const WorkspaceFile& file, std::shared_ptr<const Model> model)
      : root_(*file.json),
        subject_("The workspace " + file.file.string()),
        document_(make_scene(std::move(model))) {}

  RestoredWorkspace run() {
    tell_differences();
    const std::size_t told = notes_.size();
    std::shared_ptr<const SkeletonDraft> draft;
    if (const Json* at = member("skeleton")) {
      RestoredSkeleton made = skeleton_from_json(document_.scene().model, *at, notes_);
      document_ = Document(make_scene(std::move(made.model)));
      draft = std::move(made.draft);
    }
    if (const Json* at = member("clips")) restore_clips(*at);
    if (const Json* at = member("pose")) restore_pose(*at);
    if (const Json* at = member("weights")) restore_weights(*at);
    if (const Json* at = member("state")) restore_state(*at);
    const bool complete = notes_.size() == told && root_["bindpose_workspace"] == kVersion;
    RestoredWorkspace out{document_.scene(), std::nullopt, std::move(notes_), complete};
    out.scene.draft = std::move(draft);
    if (const Json* at = member("camera")) out.camera = camera_from(*at);
    if (out.notes.size() > kMostNotes) {
      const std::size_t more = out.notes.size() - kMostNotes;
      out.notes.resize(kMostNotes);
      out.notes.push_back(std::to_string(more) + " more things do not fit the model.");
    }
    return out;
  }

 private:
  const Model& model() const { return *document_.scene().model; }
  const Json* member(const char* key) const {
    const auto found = root_.find(key);
    return found == root_.end() ? nullptr : &*found;
  }

  void tell_differences() {
    if (root_["bindpose_workspace"] != kVersion) {
      notes_.push_back(
          "A later version of Bindpose wrote this workspace; what this one does not know is left "
          "out. Save it under another name.");
    }
    const auto bytes = root_["model"].find("bytes");
    if (bytes != root_["model"].end() && bytes->is_number_unsigned() &&
        bytes->get<std::uintmax_t>() != bytes_of(model().path)) {
      notes_.push_back(model().name + " was changed since the workspace was saved.");
    }
  }

  void restore_clips(const Json& at) {
    for (auto& clip : clips_from_json(model(), at, subject_, notes_)) {
      document_.apply({TakeClip{{}, {}, {}, false, std::move(clip)}});
    }
    document_.apply({SetBasePose{BasePose::Rest}});
  }

  void restore_pose(const Json& at) {
    if (!at.is_object()) refuse_json(subject_, "\"pose\" is no object");
    PoseFile pose = pose_from_json(document_.scene(), at, subject_);
    document_.apply({SetPose{pose.pose.user_local, pose.pose.user_morph, true}});
    if (pose.pose.clip >= 0) {  // chosen, with its time, under another base as well
      document_.apply({SetBasePose{BasePose::Clip, pose.pose.clip}});
      document_.apply({SetTime{pose.pose.time}});
      document_.apply({SetFade{pose.pose.timeline.fade}});
    }
    document_.apply({SetBasePose{pose.pose.base, pose.pose.clip}});
    notes_.insert(notes_.end(), pose.notes.begin(), pose.notes.end());
  }

  void restore_weights(const Json& at) {
    auto weights = std::make_shared<std::vector<MeshWeights>>(
        weights_from_json(document_.scene(), at, subject_, notes_));
    if (weights->empty()) return;
    SetInfluences edit{std::move(weights)};
    if (const Json* reach = member("reach")) edit.reach = reach_from(*reach);
    // The file may say that weights were edited since; that they were not is looked at.
    const Json* edited = member("reach_edited");
    edit.reach_edited =
        edit.reach && ((edited != nullptr && edited->is_boolean() && edited->get<bool>()) ||
                       !gives(document_.scene(), edit.reach->radii, *edit.weights));
    document_.apply({edit});
  }

  // From the text that computes such weights: where they come from, and not the weights, which may
  // have been edited since.
  std::shared_ptr<const BoneReach> reach_from(const Json& text) {
    if (!text.is_string()) refuse_json(subject_, "\"reach\" is no text");
    const auto radii = parse_radii(text.get<std::string>(), model());
    if (!radii) {
      notes_.push_back("\"reach\" does not say how weights come from the distance to bones.");
      return nullptr;
    }
    return std::make_shared<BoneReach>(reach_of(model(), *radii));
  }

  void restore_state(const Json& at) {
    if (!at.is_array()) refuse_json(subject_, "\"state\" is no list of edits");
    for (const Json& text : at) {
      if (!text.is_string()) refuse_json(subject_, "\"state\" has what is no edit");
      std::string error;
      const auto edit = parse_edit(text.get<std::string>(), model(), error);
      if (edit && is_state(*edit)) {
        document_.apply({*edit});
      } else {
        notes_.push_back(edit ? "\"" + text.get<std::string>() + "\" is no part of a view."
                              : error);
      }
    }
  }

  const Json& root_;
  std::string subject_;
  Document document_;
  std::vector<std::string> notes_;
};

}  // namespace

bool is_workspace(const fs::path& file) {
  return in_lower_case(file.extension().string()) == kWorkspaceEnding;
}

void write_workspace(const WorkspaceContent& content, const fs::path& file, const Json* keep,
                     std::uintmax_t most_bytes) {
  const Scene& scene = content.scene;
  if (clip_numbers(scene) > kMostClipNumbers) refuse_too_large(file, Large::Clips);
  OrderedJson root = {{"bindpose_workspace", kVersion}};
  root["model"] = place_json(scene.model->path, file);
  root["model"]["bytes"] = bytes_of(scene.model->path);
  if (OrderedJson made = skeleton_json(scene); !made.empty()) root["skeleton"] = std::move(made);
  if (!scene.added_clips.empty()) root["clips"] = clips_json(scene);
  root["pose"] = pose_json(scene);
  if (OrderedJson weights = weights_json(scene); !weights.empty()) {
    root["weights"] = std::move(weights);
    if (scene.reach) {
      root["reach"] = clean_utf8(to_text(SetInfluences{nullptr, {}, scene.reach}, *scene.model));
      if (scene.reach_edited) root["reach_edited"] = true;
    }
  }
  root["state"] = state_texts(scene);
  if (content.camera) root["camera"] = camera_json(*content.camera);
  if (!content.lesson.empty()) {
    root["lesson"] = place_json(content.lesson, file);
    root["lesson"]["step"] = content.lesson_step;
  }
  if (!content.compared.empty()) root["comparison"] = place_json(content.compared, file);
  if (!content.textures.empty()) root["textures"] = textures_json(content.textures, file);
  if (!content.saved_as.empty()) root["saved_as"] = clean_utf8(content.saved_as);
  if (keep != nullptr) keep_unknown(*keep, root);
  const std::string text = pretty(root);
  if (text.size() > most_bytes) refuse_too_large(file, largest_part(root));
  FileWriter writer(file);
  writer.write(text);
  writer.commit();
}

WorkspaceFile read_workspace(const fs::path& file) {
  const std::string subject = "The workspace " + file.string();
  WorkspaceFile out;
  std::error_code ignored;
  out.file = fs::absolute(file, ignored);
  out.json = std::make_shared<Json>(read_json(file, subject, kLargestWorkspace));
  const Json& root = *out.json;
  const auto version = root.is_object() ? root.find("bindpose_workspace") : root.end();
  if (!root.is_object() || version == root.end()) {
    refuse_json(subject, "it is JSON, but no workspace: \"bindpose_workspace\" is missing");
  }
  if (!version->is_number_unsigned() || *version < kVersion) {
    refuse_json(subject, "\"bindpose_workspace\" is no version from 1 up");
  }
  const auto model = root.find("model");
  if (model == root.end()) refuse_json(subject, "it names no \"model\"");
  out.model = path_from(out, *model, "model", out.model_found);
  if (is_workspace(out.model)) refuse_json(subject, "its model is a workspace itself");
  if (const auto saved_as = root.find("saved_as");
      saved_as != root.end() && saved_as->is_string()) {
    out.saved_as = *saved_as;
  }
  if (const auto at = root.find("textures"); at != root.end())
    out.textures = textures_from(out.file, *at);
  bool there = false;  // else who reads it says so
  if (const auto at = root.find("comparison"); at != root.end())
    out.compared = path_from(out, *at, "comparison", there);
  if (const auto lesson = root.find("lesson"); lesson != root.end()) {
    bool found = false;
    const std::string path = path_from(out, *lesson, "lesson", found);
    if (found) out.lesson = path;
    const auto step = lesson->find("step");
    if (step != lesson->end() && step->is_number_unsigned()) out.lesson_step = *step;
  }
  return out;
}

RestoredWorkspace restore_workspace(const WorkspaceFile& workspace,
                                    std::shared_ptr<const Model> model) {
  return Restorer(workspace, std::move(model)).run();
}

}  // namespace bindpose
