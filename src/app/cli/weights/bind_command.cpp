// `bindpose bind`: new weights for a model, written with its whole rig.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <memory>
#include <optional>
#include <set>
#include <string_view>

#include "app/cli/commands.h"
#include "app/cli/open_scene.h"
#include "app/import/plain_file.h"
#include "io/export/rig/rig.h"
#include "io/weights/bind_account.h"
#include "rig/weights/limit.h"
#include "scene/automatic/bind_survey.h"
#include "scene/automatic/bind_text.h"
#include "scene/edit/mend/locked_rows.h"
#include "scene/near_match.h"
#include "scene/segment_binding.h"

namespace bindpose::app {

namespace {

float radius_from(std::string_view text, const std::string& whole) {
  float value = 0.0f;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc{} || end != text.data() + text.size() || !std::isfinite(value) ||
      value < 0.0f) {
    throw UsageError("--radius " + whole +
                     ": it is a length in the file's units, as in 0.2, or NAME=0.2 for one joint");
  }
  return value;
}

SegmentRadii parse_radii(const std::vector<std::string>& texts, const Skeleton& skeleton) {
  SegmentRadii radii;
  for (const std::string& text : texts) {
    const std::size_t equals = text.rfind('=');
    if (equals == std::string::npos) {
      radii.all = radius_from(text, text);
      continue;
    }
    const std::string name = text.substr(0, equals);
    const int joint = find_joint(skeleton, name);
    if (joint < 0) {
      throw UsageError("--radius " + text + ": there is no joint '" + name + "'" +
                       did_you_mean(name, skeleton.name));
    }
    radii.of.emplace_back(joint, radius_from(std::string_view(text).substr(equals + 1), text));
  }
  if (const std::string problem = problem_of(radii); !problem.empty()) {
    throw UsageError("--radius " + texts.front() + ": " + problem);
  }
  return radii;
}

// The method with its numbers; nothing: segments. Numbers of other methods are refused.
std::optional<AutomaticMethod> parse_method(const BindArgs& args) {
  const std::string word = args.method.empty() ? "segment" : args.method;
  const std::optional<BindMethod> method = bind_method_of(word);
  if (!method && word != "segment") {
    throw UsageError("--method " + word +
                     ": the ways to bind are segment, inverse, heat and voxel");
  }
  const bool computes = !args.method.empty() || !args.radius.empty() || args.power ||
                        args.strength || args.falloff || args.resolution;
  if (computes && !args.weights.empty())
    throw UsageError("--weights " + args.weights +
                     ": these weights are there; leave out --method and its numbers");
  const auto belongs = [&](bool given, const char* option, const char* to) {
    if (given && word != to)
      throw UsageError(std::string(option) + " belongs to --method " + to + ", not to " + word);
  };
  belongs(!args.radius.empty(), "--radius", "segment");
  belongs(args.power.has_value(), "--power", "inverse");
  belongs(args.strength.has_value(), "--strength", "heat");
  belongs(args.falloff.has_value(), "--falloff", "voxel");
  belongs(args.resolution.has_value(), "--resolution", "voxel");
  if (!args.joints.empty() && !args.weights.empty())
    throw UsageError("--joints " + args.joints + ": --weights says which joints have weight");
  if (!args.joints.empty() && !method)
    throw UsageError(
        "--joints " + args.joints +
        ": it is for inverse, heat and voxel; by radius --radius NAME=0 leaves a joint out");
  if (args.limit && *args.limit < 0)
    throw UsageError("--limit " + std::to_string(*args.limit) +
                     ": it is a number of influences, or 0 for all");
  if (!method) return std::nullopt;
  AutomaticMethod how = automatic_method(*method);
  for (const auto& amount : {args.power, args.strength, args.falloff}) {
    if (amount) how.amount = *amount;
  }
  how.resolution = args.resolution.value_or(how.resolution);
  how.limit = args.limit.value_or(how.limit);
  if (!args.joints.empty())
    how.joints = args.joints == "all" ? BindJoints::All : BindJoints::Weighted;
  if (const std::string problem = problem_of(how); !problem.empty()) throw UsageError(problem);
  return how;
}

void limit_all(std::vector<MeshWeights>& weights, int limit) {
  if (limit < 1) return;
  for (MeshWeights& mesh : weights) mesh.influences = limited_evenly(mesh.influences, limit);
}

void account_for(const std::vector<MeshWeights>& weights, BindAccount& account) {
  account.meshes = weights.size();
  for (const MeshWeights& mesh : weights) {
    const Influences& in = mesh.influences;
    account.vertices += in.vertex_count();
    for (std::size_t i = 0; i < in.vertex_count(); ++i)
      account.unweighted += in.offset[i] == in.offset[i + 1];
  }
}

// Those of --weights.
SetInfluences bind_as_written(const BindArgs& args, const Scene& scene, BindAccount& account) {
  auto weights = *weights_from(scene, args.weights, account.notes).weights;
  limit_all(weights, args.limit.value_or(0));
  std::set<int> joints;
  account_for(weights, account);
  for (const MeshWeights& mesh : weights) {
    for (const std::uint16_t slot : mesh.influences.slot) joints.insert(mesh.joint[slot]);
  }
  account.method = "file";
  account.bones = joints.size();
  return {std::make_shared<const std::vector<MeshWeights>>(std::move(weights))};
}

SetInfluences bind(const BindArgs& args, const Scene& scene, BindAccount& account) {
  if (!args.weights.empty()) return bind_as_written(args, scene, account);
  const Model& model = *scene.model;
  const std::optional<AutomaticMethod> how = parse_method(args);
  if (how) {
    const AutomaticBinding binding = bind_automatically(model, *how);
    account.vertices = binding.vertices;
    account.meshes = binding.weights.size();
    account.bones = binding.bones;
    account.left_out = binding.left_out;
    account.unweighted = binding.unweighted;
    account.notes = binding.notes;
    account.edit = text_of(*how);
    return edit_of(binding);
  }
  SetInfluences edit = surveyed_segments(model, parse_radii(args.radius, model.skeleton));
  std::vector<MeshWeights> weights = *edit.weights;
  limit_all(weights, args.limit.value_or(0));
  account_for(weights, account);
  account.bones = static_cast<std::size_t>(std::ranges::count_if(
      edit.reach->segments, [](const BoneSegment& bone) { return bone.radius > 0.0f; }));
  account.notes = edit.notes;
  edit.weights = std::make_shared<const std::vector<MeshWeights>>(std::move(weights));
  edit.reach_edited = args.limit.value_or(0) >= 1;
  if (!edit.reach_edited) account.edit = to_text(edit, model);  // which knows no limit
  return edit;
}

}  // namespace

int run_bind(const BindArgs& args) {
  refuse_to_replace(args.model, args.output);
  parse_method(args);  // before a large model is read
  Document document(open_scene(args.model, {}, args.import).scene);
  const std::shared_ptr<const Model> model = document.scene().model;
  BindAccount account;
  account.method = args.method.empty() ? "segment" : args.method;
  try {
    const Edit edit = bind(args, document.scene(), account);
    // Of a workspace, where weights may be locked.
    if (std::string note = lock_note(document.scene(), edit); !note.empty())
      account.notes.push_back(std::move(note));
    document.apply({edit});
    if (args.figures || args.json) account.figures = scene_figures(document.scene());
  } catch (const UsageError&) {
    throw;
  } catch (const std::runtime_error& e) {
    throw ImportError(e.what());
  }
  write_or_blame("-o", args.output, [&] {
    tell(export_rig(document.scene(), args.output, nullptr, GlbPacking::None,
                    plain_in_child(args.import)));
  });
  if (!args.json) tell(account.notes);
  print(args.json ? bind_json(account, *model) : bind_text(account, *model));
  return kGood;
}

}  // namespace bindpose::app
