// Weights mirrored on real characters: what is even stays even, by either way, onto either side.
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <filesystem>

#include "io/import.h"
#include "scene/check/check.h"
#include "scene/edit/edit.h"
#include "scene/pose/symmetry.h"
#include "scene/weight_problems.h"

namespace bindpose::mirror_models_test {
namespace {

struct Character {
  std::string file;
  bool even = false;  // the weights of both sides are the same: a mirror changes next to nothing
  // One side has vertices where the other has none, and so more rows of every length.
  bool cut_otherwise = false;
};

std::vector<Character> characters() {
  const std::string own = BINDPOSE_SOURCE_DIR "/assets/";
  std::vector<Character> out{{own + "ogre.glb", true},
                             {own + "ogre.fbx", true},
                             {own + "automaton.glb", true},
                             {own + "dragonling.glb", true},
                             {own + "octopus.glb", false}};
  for (const char* name :
       {"testwuson/Testwuson.X", "cowboy/model.dae", "fox/Fox.glb", "knight/Knight.glb",
        "cesium_man/cesium_man.gltf", "robot/robot.glb", "astro_max/astro_max.dae",
        "maya_kenney_character/maya_kenney_character.fbx"}) {
    const std::string file = std::string(BINDPOSE_SHARED_DIR "/models/") + name;
    const bool cut_otherwise = file.ends_with("cesium_man.gltf");
    if (std::filesystem::exists(file)) out.push_back({file, false, cut_otherwise});
  }
  return out;
}

struct Faults {
  std::size_t uneven = 0, open_seams = 0;
};

Faults faults(const Scene& scene) {
  Faults found;
  for (const Finding& f : check(scene, *find_profile("rig"))) {
    found.uneven += f.rule == Rule::Asymmetry ? f.count : 0;
    found.open_seams += f.rule == Rule::OpenSeam ? f.count : 0;
  }
  return found;
}

// Vertices of which more than `by` of the weight is another joint's now.
std::size_t moved(const Scene& before, const Scene& after, float by) {
  std::size_t count = 0;
  for (std::size_t m = 0; m < before.model->meshes.size(); ++m) {
    const MeshBinding &a = binding_of(before, m), &b = binding_of(after, m);
    std::vector<float> apart(a.influences.vertex_count());
    for (std::size_t j = 0; j < before.model->skeleton.name.size(); ++j) {
      const std::vector<float> x = joint_weights(a, static_cast<int>(j)),
                               y = joint_weights(b, static_cast<int>(j));
      for (std::size_t i = 0; i < apart.size(); ++i) apart[i] += 0.5f * std::abs(x[i] - y[i]);
    }
    for (const float w : apart) count += w > by ? 1 : 0;
  }
  return count;
}

// Vertices with more than n influences, those whose row is another one than in `but` alone: to the
// left, in the middle, to the right.
std::array<std::size_t, 3> longer_than(const Scene& scene, std::size_t n, const Scene* but) {
  const JointPairs& pairs = rig_mirror(scene).pairs;
  std::array<std::size_t, 3> out{};
  for (std::size_t m = 0; m < scene.model->meshes.size(); ++m) {
    const Influences& in = binding_of(scene, m).influences;
    for (std::size_t i = 0; i < in.vertex_count(); ++i) {
      if (in.offset[i + 1] - in.offset[i] <= n) continue;
      if (but != nullptr && read_row(in, i) == read_row(binding_of(*but, m).influences, i))
        continue;
      const double height =
          pairs.plane.height(glm::dvec3(scene.model->meshes[m].position[i])) / pairs.size;
      ++out[height > 1e-3 ? 0 : height < -1e-3 ? 2 : 1];
    }
  }
  return out;
}

// No more long rows come than the good side has, and none more are in the middle.
void expect_no_longer_rows(const Scene& before, const Scene& after, bool to_left) {
  for (const std::size_t n : {2u, 3u, 4u, 5u, 6u, 8u}) {
    const std::size_t to = to_left ? 0 : 2, from = 2 - to;
    EXPECT_LE(longer_than(after, n, &before)[to], longer_than(before, n, nullptr)[from]) << n;
    EXPECT_LE(longer_than(after, n, nullptr)[1], longer_than(before, n, nullptr)[1]) << n;
  }
}

TEST(MirrorModels, WhatIsEvenStaysSoAndNoRowGrows) {
  for (const Character& c : characters()) {
    const Scene scene = make_scene(import_model(c.file));
    if (!rig_mirror(scene).pairs.has_plane) continue;
    const Faults before = faults(scene);
    for (const std::string text :
         {"left by place", "right by place", "left by topology", "right by topology"}) {
      Document document(scene);
      std::string error;
      const auto edit = parse_edit("mend mirror to " + text, scene, error);
      ASSERT_TRUE(edit) << error;
      document.apply({*edit});
      const Scene& after = document.scene();
      SCOPED_TRACE(c.file + " to " + text);
      const Faults now = faults(after);
      std::printf("%s to %s: %zu uneven, before %zu; over 4: %zu, before %zu\n", c.file.c_str(),
                  text.c_str(), now.uneven, before.uneven, weight_problems(after, 4).over_limit,
                  weight_problems(scene, 4).over_limit);
      EXPECT_LE(now.uneven, before.uneven);
      EXPECT_LE(now.open_seams, before.open_seams) << "vertices at one place have been parted";
      if (!c.cut_otherwise) expect_no_longer_rows(scene, after, text.starts_with("left"));
      if (c.even) {
        EXPECT_EQ(moved(scene, after, 0.05f), 0u);
      }
    }
  }
}

// The ogre's eyes are meshes of their own, each with one joint, before a face that is 2 mm away.
TEST(MirrorModels, AMeshTakesFromItsTwinAndNotFromWhatIsNear) {
  const Scene scene = make_scene(import_model(BINDPOSE_SOURCE_DIR "/assets/ogre.glb"));
  const Skeleton& skeleton = scene.model->skeleton;
  std::size_t eyes = 0;
  Document document(scene);
  std::string error;
  document.apply({*parse_edit("mend mirror to left", scene, error)});
  for (std::size_t m = 0; m < scene.model->meshes.size(); ++m) {
    if (scene.model->meshes[m].name != "eyeball.L") continue;
    ++eyes;
    const MeshBinding& now = binding_of(document.scene(), m);
    for (std::size_t i = 0; i < now.influences.vertex_count(); ++i) {
      ASSERT_EQ(now.influences.offset[i + 1] - now.influences.offset[i], 1u) << i;
      EXPECT_EQ(skeleton.name[static_cast<std::size_t>(
                    now.skin.joint[now.influences.slot[now.influences.offset[i]]])],
                "eye.L");
    }
  }
  EXPECT_GT(eyes, 0u);
}

// A vertex without anything on the other side that is surely its own stays, and is counted.
TEST(MirrorModels, WhatHasNoSurePartnerStaysAndIsCounted) {
  const Scene scene = make_scene(import_model(BINDPOSE_SOURCE_DIR "/assets/ogre.glb"));
  // One of the two eyes alone: the other one's image lies within the head, and before its face.
  Model model = *scene.model;
  std::size_t gone = 0, left = 0;
  for (Mesh& mesh : model.meshes) {
    if (mesh.name == "eyeball.L") left += mesh.position.size();
    if (mesh.name != "eyeball.R") continue;
    for (vec3& p : mesh.position) p += vec3(0.0f, 100.0f, 0.0f), ++gone;
  }
  ASSERT_GT(gone, 0u);
  const Scene one = make_scene(std::make_shared<const Model>(std::move(model)));
  const MendResult made = mended(one, {Mend::MirrorPlace, 0.0, 0, -1, true});
  for (const MeshWeights& w : made.weights)
    EXPECT_NE(one.model->meshes[std::size_t(w.mesh)].name, "eyeball.L");
  EXPECT_NE(made.account.find(std::to_string(left) + " vertices stay"), std::string::npos)
      << made.account;
}

}  // namespace
}  // namespace bindpose::mirror_models_test
