#include "io/workspace/binds_json.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "io/text/json_text.h"
#include "io/workspace/weights_json.h"
#include "math/numbers.h"

namespace bindpose {
namespace {

using BindJson = nlohmann::ordered_json;

mat4 matrix_from(const nlohmann::json& at) {
  mat4 out(1.0f);
  if (!at.is_array() || at.size() != 4) throw std::runtime_error("a matrix has not four rows.");
  for (int r = 0; r < 4; ++r) {
    const nlohmann::json& row = at[idx(r)];
    if (!row.is_array() || row.size() != 4)
      throw std::runtime_error("a row of a matrix has not four numbers.");
    for (int c = 0; c < 4; ++c) {
      const nlohmann::json& x = row[idx(c)];
      const double number = x.is_number() ? x.get<double>() : NAN;
      if (!(std::abs(number) < 1e30)) throw std::runtime_error("a matrix has what is no number.");
      out[c][r] = static_cast<float>(number);
    }
  }
  const bool affine =
      out[0][3] == 0.0f && out[1][3] == 0.0f && out[2][3] == 0.0f && out[3][3] == 1.0f;
  if (!affine) throw std::runtime_error("the last row of a matrix is not 0 0 0 1.");
  return out;
}

std::string name_of(const nlohmann::json& object, const char* key) {
  const auto at = object.is_object() ? object.find(key) : object.end();
  if (!object.is_object() || at == object.end() || !at->is_string())
    throw std::runtime_error(std::string("an entry has no \"") + key + "\".");
  return at->get<std::string>();
}

const nlohmann::json& member_of(const nlohmann::json& object, const char* key) {
  const auto at = object.is_object() ? object.find(key) : object.end();
  if (!object.is_object() || at == object.end())
    throw std::runtime_error(std::string("an entry has no \"") + key + "\".");
  return *at;
}

// The mesh with that name, that with that number where it has it; -1: none.
int mesh_named(const Model& model, const std::string& name, std::size_t number) {
  const auto is = [&](const Mesh& m) { return clean_utf8(m.name) == name; };
  if (number < model.meshes.size() && is(model.meshes[number])) return static_cast<int>(number);
  const auto at = std::ranges::find_if(model.meshes, is);
  return at == model.meshes.end() ? -1 : static_cast<int>(at - model.meshes.begin());
}

int joint_named(const Model& model, const std::string& name) {
  const auto at = std::ranges::find_if(model.skeleton.name,
                                       [&](const std::string& n) { return clean_utf8(n) == name; });
  return at == model.skeleton.name.end() ? -1 : static_cast<int>(at - model.skeleton.name.begin());
}

}  // namespace

BindJson binds_json(const BuiltSkeleton& step) {
  const Model& model = *step.from;
  BindJson out = BindJson::object();
  out["binds"] = BindJson::array();
  for (const NewBinds::Of& b : step.binds->bind) {
    BindJson one = {{"joint", clean_utf8(model.skeleton.name[idx(b.joint)])}};
    if (b.mesh >= 0) {
      one["mesh"] = clean_utf8(model.meshes[idx(b.mesh)].name);
      one["index"] = b.mesh;  // several may be called so
    }
    one["bind"] = matrix_rows(b.bind);
    out["binds"].push_back(std::move(one));
  }
  if (!step.binds->points) return out;
  out["nodes"] = BindJson::array();
  for (std::size_t m = 0; m < model.meshes.size(); ++m) {
    out["nodes"].push_back(
        {{"mesh", clean_utf8(model.meshes[m].name)}, {"world", matrix_rows(step.binds->node[m])}});
  }
  Scene scene = make_scene(step.from);
  scene.edited.binding = step.binds->weights;
  if (BindJson weights = weights_json(scene); !weights.empty()) out["weights"] = std::move(weights);
  return out;
}

NewBinds binds_from(const std::shared_ptr<const Model>& model, const nlohmann::json& step,
                    std::vector<std::string>& notes) {
  NewBinds out;
  const nlohmann::json& binds = member_of(step, "binds");
  if (!binds.is_array()) throw std::runtime_error("what was bound anew is no list.");
  for (std::size_t k = 0; k < binds.size(); ++k) {
    NewBinds::Of b;
    b.joint = joint_named(*model, name_of(binds[k], "joint"));
    b.bind = matrix_from(member_of(binds[k], "bind"));
    if (binds[k].contains("mesh")) {
      const auto index = binds[k].find("index");
      const bool counted = index != binds[k].end() && index->is_number_unsigned();
      b.mesh = mesh_named(*model, name_of(binds[k], "mesh"),
                          counted ? index->get<std::size_t>() : model->meshes.size());
      if (b.mesh < 0) continue;
    }
    if (b.joint >= 0) out.bind.push_back(b);
  }
  if (!step.contains("nodes")) return out;
  const nlohmann::json& nodes = member_of(step, "nodes");
  if (!nodes.is_array()) throw std::runtime_error("\"nodes\" is no list.");
  out.points = true;
  Scene scene = make_scene(model);
  const std::vector<mat4> world = evaluate(scene).world;
  for (const Mesh& mesh : model->meshes) out.node.push_back(world[idx(mesh.node)]);
  for (std::size_t k = 0; k < nodes.size(); ++k) {
    const int m = mesh_named(*model, name_of(nodes[k], "mesh"), k);
    const mat4 at = matrix_from(member_of(nodes[k], "world"));
    if (m >= 0) out.node[idx(m)] = at;
  }
  const auto weights = step.find("weights");
  if (weights == step.end()) return out;
  if (!weights->is_array()) throw std::runtime_error("\"weights\" is no list.");
  const auto read = weights_from_json(scene, *weights, "The skeleton", notes);
  apply_delta(weight_delta(scene, read, {}), true, scene);
  out.weights = scene.edited.binding;
  return out;
}

}  // namespace bindpose
