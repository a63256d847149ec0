#include "io/workspace/skeleton_json.h"

#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "io/text/json_text.h"
#include "io/workspace/binds_json.h"
#include "scene/draft/built_model.h"
#include "scene/edit/draft/draft_text.h"
#include "scene/edit/edit.h"

namespace bindpose {
namespace {

using SkeletonJson = nlohmann::ordered_json;

SkeletonJson draft_lines(const SkeletonDraft& draft) {
  SkeletonJson out = SkeletonJson::array();
  for (const std::string& text : draft_texts(draft)) out.push_back(clean_utf8(text));
  return out;
}

// Throws std::runtime_error with one sentence.
std::shared_ptr<const SkeletonDraft> draft_from(const std::shared_ptr<const Model>& model,
                                                const nlohmann::json& lines) {
  if (!lines.is_array()) throw std::runtime_error("it is no list of edits.");
  Scene scene = make_scene(model);
  scene.draft = std::make_shared<const SkeletonDraft>();
  for (const nlohmann::json& line : lines) {
    if (!line.is_string()) throw std::runtime_error("it has what is no edit.");
    std::string error;
    const auto edit = parse_edit(line.get<std::string>(), scene, error);
    if (!edit) throw std::runtime_error(error);
    const auto* joint = edit->as<EditDraft>();
    if (joint == nullptr || joint->change.what != DraftChange::Add)
      throw std::runtime_error("\"" + line.get<std::string>() + "\" places no joint.");
    scene.draft = changed_draft(scene.draft, joint->change, *model, error);
  }
  return scene.draft;
}

// What was bound anew, as it was written once: as joints of a draft.
NewBinds binds_of(const SkeletonDraft& draft, const Model& model) {
  NewBinds out;
  for (const DraftJoint& joint : draft.joint) {
    const int j = find_joint(model.skeleton, joint.name);
    mat4 bind(joint.axes.value_or(mat3(1.0f)));
    bind[3] = vec4(joint.position, 1.0f);
    if (j >= 0) out.bind.push_back({-1, j, bind});
  }
  return out;
}

}  // namespace

SkeletonJson skeleton_json(const Scene& scene) {
  SkeletonJson out = SkeletonJson::object();
  for (const BuiltSkeleton* step : build_steps(*scene.model)) {
    out["built"].push_back(step->draft ? SkeletonJson{{"joints", draft_lines(*step->draft)}}
                                       : binds_json(*step));
  }
  if (scene.draft) out["draft"] = draft_lines(*scene.draft);
  return out;
}

RestoredSkeleton skeleton_from_json(std::shared_ptr<const Model> file, const nlohmann::json& tree,
                                    std::vector<std::string>& notes) {
  RestoredSkeleton out{std::move(file), nullptr};
  try {
    if (!tree.is_object()) throw std::runtime_error("it is no object.");
    const auto built = tree.find("built");
    if (built != tree.end()) {
      if (!built->is_array()) throw std::runtime_error("what was built is no list.");
      std::shared_ptr<const Model> model = out.model;
      for (const nlohmann::json& step : *built) {
        if (step.is_object() && step.contains("binds")) {
          model = bound_anew(model, binds_from(model, step, notes));
          continue;
        }
        const bool object = step.is_object() && step.contains("joints");
        if (!object) throw std::runtime_error("a skeleton has no joints.");
        const auto draft = draft_from(model, step["joints"]);
        const auto rebound = step.find("rebound");
        const bool binds = rebound != step.end() && rebound->is_boolean() && *rebound;
        model = binds ? bound_anew(model, binds_of(*draft, *model)) : built_model(model, draft);
      }
      out.model = std::move(model);
    }
    if (const auto draft = tree.find("draft"); draft != tree.end())
      out.draft = draft_from(out.model, *draft);
  } catch (const std::runtime_error& e) {
    notes.push_back(std::string("The skeleton made by hand is left out: ") + e.what());
  }
  return out;
}

}  // namespace bindpose
