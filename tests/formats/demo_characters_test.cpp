// The characters under assets/: both sides alike, feet on the ground, materials of every kind.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "formats/demo_models.h"
#include "rig/kinematics.h"

namespace bindpose::demo_models_test {
namespace {

// Every vertex of `mesh` has its mirror image in `other`, with the weights of the other side.
void expect_mirrored(const Model& model, const Mesh& mesh, const Mesh& other) {
  std::map<Key, std::size_t> place;
  for (std::size_t v = 0; v < other.position.size(); ++v) place[key_of(other.position[v])] = v;
  std::vector<std::size_t> twin;
  for (const vec3& p : mesh.position) {
    const auto at = place.find(key_of(vec3(-p.x, p.y, p.z)));
    ASSERT_NE(at, place.end()) << mesh.name << " at " << p.x << " " << p.y << " " << p.z;
    twin.push_back(at->second);
  }
  std::vector<int> partner;  // of each joint
  for (std::string name : model.skeleton.name) {
    if (name.ends_with(".L") || name.ends_with(".R")) name.back() = name.back() == 'L' ? 'R' : 'L';
    partner.push_back(find_joint(model.skeleton, name));
  }
  const MeshBinding &a = mesh.file_binding, &b = other.file_binding;
  for (std::size_t v = 0; v < twin.size(); ++v) {
    const auto first = b.influences.offset[twin[v]], last = b.influences.offset[twin[v] + 1];
    for (auto k = a.influences.offset[v]; k < a.influences.offset[v + 1]; ++k) {
      const int joint = partner[static_cast<std::size_t>(a.skin.joint[a.influences.slot[k]])];
      float there = 0.0f;
      for (auto m = first; m < last; ++m) {
        if (b.skin.joint[b.influences.slot[m]] == joint) there = b.influences.weight[m];
      }
      ASSERT_NEAR(a.influences.weight[k], there, 5e-5f) << mesh.name << " " << v;
    }
  }
}

// Wheels of a clockwork have no other side.
TEST(DemoModels, LeftMirrorsRight) {
  const std::pair<const char*, const char*> bodies[] = {{"ogre.glb", "ogre_body"},
                                                        {"octopus.glb", "octopus_body"},
                                                        {"dragonling.glb", "dragonling_body"},
                                                        {"automaton.glb", "enamel"}};
  for (const auto& [file, name] : bodies) {
    const ModelPtr model = load(file);
    const Mesh& body = mesh_named(*model, name);
    expect_mirrored(*model, body, body);
    for (const Mesh& mesh : model->meshes) {
      if (!mesh.name.ends_with(".L")) continue;
      const std::string other = mesh.name.substr(0, mesh.name.size() - 1) + "R";
      expect_mirrored(*model, mesh, mesh_named(*model, other));
    }
  }
}

// Of each key that is looked at, the lowest point of the character.
TEST(DemoModels, FeetStayOnTheGround) {
  const struct {
    const char *file, *clip;
  } walks[] = {{"octopus.glb", "curl"},
               {"dragonling.glb", "walk"},
               {"automaton.glb", "march"},
               {"automaton.glb", "wave"}};
  for (const auto& w : walks) {
    const ModelPtr model = load(w.file);
    for (std::size_t k = 0; k < model->clips.size(); ++k) {
      if (model->clips[k].name != w.clip) continue;
      for (int part = 0; part < 7; ++part) {
        float lowest = 1.0f;
        const double time = model->clips[k].duration * part / 7.0;
        for (const auto& mesh : posed(model, BasePose::Clip, static_cast<int>(k), time)) {
          for (const vec3& p : mesh) lowest = std::min(lowest, p.y);
        }
        EXPECT_NEAR(lowest, 0.0f, 0.012f) << w.file << " " << w.clip << " at " << time;
      }
    }
  }
}

TEST(DemoModels, MaterialsShowWhatTheyAreFor) {
  const auto has = [](const char* file, const auto& is_it) {
    const ModelPtr model = load(file);
    return std::any_of(model->materials.begin(), model->materials.end(), is_it);
  };
  EXPECT_TRUE(has("dragonling.glb", [](const Material& m) {
    return m.alpha_mode == AlphaMode::Blend && m.two_sided;
  }));
  EXPECT_TRUE(has("automaton.glb", [](const Material& m) { return m.metallic == 1.0f; }));
  EXPECT_TRUE(has("automaton.glb", [](const Material& m) { return m.emissive.x > 0.5f; }));
  EXPECT_TRUE(has("octopus.glb",
                  [](const Material& m) { return m.metallic == 0.0f && m.roughness < 0.3f; }));
  EXPECT_FALSE(mesh_named(*load("octopus.glb"), "octopus_body").morph.empty());
}

}  // namespace
}  // namespace bindpose::demo_models_test
