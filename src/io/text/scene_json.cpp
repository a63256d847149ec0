#include "io/text/scene_json.h"

#include <nlohmann/json.hpp>
#include <string>

#include "io/text/json_text.h"
#include "io/text/pose_json.h"
#include "io/text/texture_words.h"
#include "math/transform.h"
#include "scene/edit/mark_edit.h"
#include "scene/formula.h"
#include "scene/names.h"
#include "scene/weight_problems.h"

namespace bindpose {
namespace {

using OrderedJson = nlohmann::ordered_json;

OrderedJson joint_name_or_null(const Skeleton& skeleton, int joint) {
  if (joint < 0) return nullptr;
  return clean_utf8(skeleton.name[static_cast<std::size_t>(joint)]);
}

OrderedJson mesh_info(const Model& model, const Mesh& mesh) {
  const Skin& skin = mesh.file_binding.skin;
  const WeightStats stats = weight_stats(mesh.file_binding.influences);
  return {{"name", clean_utf8(mesh.name)},
          {"vertices", mesh.position.size()},
          {"triangles", mesh.triangle.size() / 3},
          {"joints", skin.skinned ? skin.joint.size() : 0},
          {"max_influences", stats.max_influences},
          {"unweighted", stats.unweighted},
          {"unnormalised", stats.unnormalised},
          {"node", joint_name_or_null(model.skeleton, mesh.node)},
          {"skinned", skin.skinned},
          {"bind_residual", shortest_double(skin.bind_residual)}};
}

OrderedJson problems_info(const Model& model) {
  const WeightProblems p = weight_problems(borrowed_scene(model), kUsualLimit);
  OrderedJson joints = OrderedJson::array();
  for (const int j : p.without_weight) joints.push_back(joint_name_or_null(model.skeleton, j));
  return {{"unweighted", p.unweighted},         {"sum_not_1", p.sum_off},
          {"negative_or_not_finite", p.broken}, {"limit", kUsualLimit},
          {"more_than_limit", p.over_limit},    {"joints_without_weight", std::move(joints)}};
}

OrderedJson texture_name(const Model& model, const Material& material) {
  if (material.base_image() < 0) return nullptr;
  return clean_utf8(model.images[static_cast<std::size_t>(material.base_image())].name);
}

const char* severity_word(Severity severity) {
  switch (severity) {
    case Severity::Info:
      return "info";
    case Severity::Warning:
      return "warning";
    case Severity::Error:
      return "error";
  }
  return "info";
}

OrderedJson skin_json(const Scene& scene, const PosedScene& posed, std::size_t m) {
  const Skeleton& skeleton = scene.model->skeleton;
  const Mesh& mesh = scene.model->meshes[m];
  const Skin& skin = binding_of(scene, m).skin;
  OrderedJson joints = OrderedJson::array();
  for (std::size_t s = 0; s < skin.joint.size(); ++s) {
    const SkinFactors f = skin_factors(scene, posed, static_cast<int>(m), static_cast<int>(s));
    const mat4 stored = mul_affine(f.inverse_bind, skin.mesh_to_bind);
    joints.push_back({{"joint", joint_name_or_null(skeleton, skin.joint[s])},
                      {"B", matrix_rows(f.bind)},
                      {"T", matrix_rows(f.skin)},
                      {"inverse_bind", matrix_rows(stored)}});
  }
  return {{"mesh", clean_utf8(mesh.name)},
          {"skinned", skin.skinned},
          {"joints", std::move(joints)},
          {"mesh_to_bind", matrix_rows(skin.mesh_to_bind)}};
}

OrderedJson info_of(const Model& model, const std::vector<std::string>& marks) {
  OrderedJson root = {{"model", clean_utf8(model.name)}, {"format", clean_utf8(model.format)}};
  for (const char* list :
       {"meshes", "morphs", "joints", "clips", "materials", "missing_textures", "report"}) {
    root[list] = OrderedJson::array();
  }
  for (const Mesh& mesh : model.meshes) root["meshes"].push_back(mesh_info(model, mesh));
  const Skeleton& s = model.skeleton;
  for (const MorphChannel& c : model.morph_channels) {
    root["morphs"].push_back({{"name", clean_utf8(c.name)},
                              {"node", joint_name_or_null(s, c.node)},
                              {"default", shortest_double(c.default_weight)}});
  }
  for (std::size_t j = 0; j < s.parent.size(); ++j) {
    root["joints"].push_back({{"name", clean_utf8(s.name[j])},
                              {"parent", joint_name_or_null(s, s.parent[j])},
                              {"is_joint", s.file_flags.is_joint[j] != 0},
                              {"has_weight", s.file_flags.has_weight[j] != 0}});
    if (const std::string& human = human_bone(s, static_cast<int>(j)); !human.empty()) {
      root["joints"].back()["human_bone"] = human;
    }
  }
  for (const Clip& clip : model.clips) {
    root["clips"].push_back({{"name", clean_utf8(clip.name)}, {"duration", clip.duration}});
    if (clip.rate > 0.0) root["clips"].back()["rate"] = clip.rate;
  }
  for (const Material& m : model.materials) {
    root["materials"].push_back(
        {{"name", clean_utf8(m.name)}, {"texture", texture_name(model, m)}});
  }
  for (const MissingTexture& t : model.missing_textures) {
    const Material& m = model.materials[static_cast<std::size_t>(t.material)];
    root["missing_textures"].push_back({{"file", clean_utf8(t.stored)},
                                        {"material", clean_utf8(m.name)},
                                        {"slot", texture_slot_word(t.slot)}});
  }
  for (const ReportEntry& r : model.report) {
    root["report"].push_back({{"severity", severity_word(r.severity)},
                              {"place", clean_utf8(r.place)},
                              {"message", clean_utf8(r.message)}});
  }
  root["weight_problems"] = problems_info(model);
  if (!marks.empty()) root["marks"] = marks;
  return root;
}

}  // namespace

std::vector<std::string> marks_of(const Scene& scene) {
  std::vector<Edit> edits = edits_of_marks(scene);
  if (!scene.held.empty()) edits.push_back(HoldJoints{scene.held});
  std::vector<std::string> out;
  for (const Edit& edit : edits) out.push_back(clean_utf8(to_text(edit, *scene.model)));
  return out;
}

std::string info_json(const Model& model, const std::vector<std::string>& marks) {
  return pretty(info_of(model, marks));
}

std::string info_line(const std::string& path, const Model& model,
                      const std::vector<std::string>& marks) {
  OrderedJson root = {{"path", clean_utf8(path)}};
  root.update(info_of(model, marks));
  return root.dump() + "\n";
}

std::string error_line(const std::string& path, const std::string& error) {
  return OrderedJson{{"path", clean_utf8(path)}, {"error", clean_utf8(error)}}.dump() + "\n";
}

std::string checks_line(const std::string& path, const std::vector<CheckLine>& checks) {
  OrderedJson list = OrderedJson::array();
  bool good = true;
  for (const CheckLine& c : checks) {
    OrderedJson one = {{"name", clean_utf8(c.name)}};
    if (c.skipped) {
      one["skipped"] = clean_utf8(c.note);
    } else {
      one["good"] = c.good;
      one["difference"] = c.difference;
      one["compared"] = c.compared;
      if (!c.good) one["largest_at"] = clean_utf8(c.note);
    }
    good = good && (c.skipped || c.good);
    list.push_back(std::move(one));
  }
  return OrderedJson{{"path", clean_utf8(path)}, {"good", good}, {"checks", std::move(list)}}
             .dump() +
         "\n";
}

std::string written_line(const std::string& path, const std::string& output) {
  return OrderedJson{{"path", clean_utf8(path)}, {"output", clean_utf8(output)}}.dump() + "\n";
}

std::string matrices_json(const Scene& scene, const PosedScene& posed) {
  const Model& model = *scene.model;
  const Skeleton& s = model.skeleton;
  const Clip* const chosen = clip_at(scene, scene.pose.clip);
  const bool clip_shown = scene.pose.base == BasePose::Clip && chosen != nullptr;
  OrderedJson clip = nullptr;
  if (clip_shown) clip = clean_utf8(chosen->name);
  OrderedJson root = {{"model", clean_utf8(model.name)},
                      {"pose",
                       {{"base", name_of(scene.pose.base)},
                        {"clip", std::move(clip)},
                        {"time", clip_shown ? scene.pose.time : 0.0}}},
                      {"morphs", OrderedJson::object()},
                      {"joints", OrderedJson::array()},
                      {"skins", OrderedJson::array()}};
  if (const auto& fade = scene.pose.timeline.fade; fade && clip_shown) {
    root["pose"]["fade"] = fade_json(scene, *fade);
  }
  for (std::size_t k = 0; k < model.morph_channels.size(); ++k) {
    root["morphs"][clean_utf8(model.morph_channels[k].name)] = shortest_double(posed.morph[k]);
  }
  for (std::size_t j = 0; j < s.parent.size(); ++j) {
    const JointFactors f = joint_factors(scene, posed, static_cast<int>(j));
    const mat4& w = f.world;
    root["joints"].push_back(
        {{"name", clean_utf8(s.name[j])},
         {"parent", joint_name_or_null(s, s.parent[j])},
         {"L", matrix_rows(f.base_local)},
         {"Ul", matrix_rows(f.user_local)},
         {"W", matrix_rows(w)},
         {"position",
          {shortest_double(w[3].x), shortest_double(w[3].y), shortest_double(w[3].z)}}});
  }
  for (std::size_t m = 0; m < model.meshes.size(); ++m) {
    root["skins"].push_back(skin_json(scene, posed, m));
  }
  return pretty(root);
}

}  // namespace bindpose
