// The models under assets/, loaded once, and what is asked of their vertices.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "io/import.h"
#include "scene/scene.h"

namespace bindpose::demo_models_test {

using Key = std::array<float, 3>;
using ModelPtr = std::shared_ptr<const Model>;
using Posed = std::vector<std::vector<vec3>>;  // mesh, vertex

inline Key key_of(const vec3& p) {
  return {p.x + 0.0f, p.y + 0.0f, p.z + 0.0f};
}  // -0 becomes 0

inline ModelPtr load(const std::string& name) {
  static std::map<std::string, ModelPtr> loaded;
  ModelPtr& model = loaded[name];
  if (!model) model = import_model(BINDPOSE_SOURCE_DIR "/assets/" + name);
  return model;
}

inline Posed posed(const ModelPtr& model, BasePose base, int clip = -1, double time = 0.0) {
  Scene scene = make_scene(model);
  scene.pose.base = base;
  scene.pose.clip = clip;
  scene.pose.time = time;
  const PosedScene result = evaluate(scene);
  Posed out(model->meshes.size());
  for (std::size_t m = 0; m < out.size(); ++m) {
    skin_mesh(scene, result, static_cast<int>(m), out[m], nullptr);
  }
  return out;
}

inline float size_of(const Model& model) {
  Box box;
  for (const Mesh& mesh : model.meshes) {
    for (const vec3& p : mesh.position) box.add(p);
  }
  return box.diagonal();
}

inline const Mesh& mesh_named(const Model& model, const std::string& name) {
  for (const Mesh& mesh : model.meshes) {
    if (mesh.name == name) return mesh;
  }
  throw std::runtime_error("no mesh " + name);
}

// Names of vertices by place: the same number where the positions are equal to the bit.
inline std::vector<int> welded(const Mesh& mesh) {
  std::map<Key, int> place;
  std::vector<int> out;
  for (const vec3& p : mesh.position) {
    out.push_back(place.try_emplace(key_of(p), static_cast<int>(place.size())).first->second);
  }
  return out;
}

}  // namespace bindpose::demo_models_test
