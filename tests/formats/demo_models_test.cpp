// The models under assets/: sound files of sound characters.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "formats/demo_models.h"
#include "rig/kinematics.h"

namespace bindpose::demo_models_test {
namespace {

class DemoModel : public ::testing::TestWithParam<const char*> {};

TEST_P(DemoModel, OpensWithoutAWarning) {
  const ModelPtr model = load(GetParam());
  EXPECT_EQ(check_model(*model), "");
  for (const ReportEntry& entry : model->report) {
    EXPECT_EQ(entry.severity, Severity::Info) << entry.place << ": " << entry.message;
  }
  ASSERT_EQ(model->images.size(), 1u);
  EXPECT_LT(std::filesystem::file_size(BINDPOSE_SOURCE_DIR "/assets/" + std::string(GetParam())),
            3'000'000u);
  for (const Mesh& mesh : model->meshes) {
    EXPECT_EQ(model->materials.at(static_cast<std::size_t>(mesh.material)).base_image(), 0)
        << mesh.name;
  }
  EXPECT_FALSE(model->clips.empty());
}

// Skin that is seen from both sides may end in the open.
TEST_P(DemoModel, EverySurfaceIsClosedAndManifold) {
  const ModelPtr model = load(GetParam());
  for (const Mesh& mesh : model->meshes) {
    const Material& material = model->materials[static_cast<std::size_t>(mesh.material)];
    const bool sheet = material.two_sided && material.alpha_mode == AlphaMode::Blend;
    const std::vector<int> place = welded(mesh);
    std::map<std::pair<int, int>, int> directed;
    for (std::size_t k = 0; k < mesh.triangle.size(); k += 3) {
      for (std::size_t c = 0; c < 3; ++c) {
        ++directed[{place[mesh.triangle[k + c]], place[mesh.triangle[k + (c + 1) % 3]]}];
      }
    }
    std::size_t bad = 0;
    for (const auto& [edge, count] : directed) {
      const auto back = directed.find({edge.second, edge.first});
      const bool open = back == directed.end();
      if (count != 1 || (open && !sheet) || (!open && back->second != 1)) ++bad;
    }
    EXPECT_EQ(bad, 0u) << mesh.name;
  }
}

TEST_P(DemoModel, TrianglesFaceWhereTheirNormalsPoint) {
  for (const Mesh& mesh : load(GetParam())->meshes) {
    for (std::size_t k = 0; k < mesh.triangle.size(); k += 3) {
      const auto a = mesh.triangle[k], b = mesh.triangle[k + 1], c = mesh.triangle[k + 2];
      const vec3 face =
          glm::cross(mesh.position[b] - mesh.position[a], mesh.position[c] - mesh.position[a]);
      const vec3 shading = mesh.normal[a] + mesh.normal[b] + mesh.normal[c];
      ASSERT_GT(glm::length(face), 0.0f) << mesh.name;
      EXPECT_GT(glm::dot(glm::normalize(face), glm::normalize(shading)), 0.2f)
          << mesh.name << " at " << mesh.position[a].x << " " << mesh.position[a].y << " "
          << mesh.position[a].z;
    }
  }
}

TEST_P(DemoModel, WeightsAddUpToOne) {
  for (const Mesh& mesh : load(GetParam())->meshes) {
    ASSERT_TRUE(mesh.file_binding.skin.skinned) << mesh.name;
    for (std::size_t v = 0; v < mesh.position.size(); ++v) {
      const auto count =
          mesh.file_binding.influences.offset[v + 1] - mesh.file_binding.influences.offset[v];
      ASSERT_GE(count, 1u) << mesh.name;
      ASSERT_LE(count, 8u) << mesh.name;
      ASSERT_NEAR(mesh.file_binding.influences.raw_weight_sum[v], 1.0f, 1e-5f) << mesh.name;
    }
  }
}

TEST_P(DemoModel, ClipsEndWhereTheyBegin) {
  const ModelPtr model = load(GetParam());
  const float size = size_of(*model);
  for (std::size_t k = 0; k < model->clips.size(); ++k) {
    const Clip& clip = model->clips[k];
    const Posed first = posed(model, BasePose::Clip, static_cast<int>(k), 0.0);
    const Posed middle = posed(model, BasePose::Clip, static_cast<int>(k), 0.5 * clip.duration);
    const Posed last = posed(model, BasePose::Clip, static_cast<int>(k), clip.duration);
    float apart = 0.0f, moved = 0.0f;
    for (std::size_t m = 0; m < first.size(); ++m) {
      for (std::size_t v = 0; v < first[m].size(); ++v) {
        apart = std::max(apart, glm::length(first[m][v] - last[m][v]));
        moved = std::max(moved, glm::length(first[m][v] - middle[m][v]));
      }
    }
    EXPECT_LT(apart, 1e-5f * size) << clip.name;
    EXPECT_GT(moved, 1e-3f * size) << clip.name;
  }
}

INSTANTIATE_TEST_SUITE_P(Assets, DemoModel,
                         ::testing::Values("capsule.glb", "arm.glb", "ogre.glb", "ogre.fbx",
                                           "octopus.glb", "dragonling.glb", "automaton.glb"),
                         [](const auto& param) {
                           std::string name = param.param;
                           std::replace(name.begin(), name.end(), '.', '_');
                           return name;
                         });

TEST(DemoOgre, HasTheJointsOfACharacterWithHands) {
  for (const char* file : {"ogre.glb", "ogre.fbx"}) {
    const ModelPtr model = load(file);
    const auto& weighted = model->skeleton.file_flags.has_weight;
    EXPECT_GE(std::count(weighted.begin(), weighted.end(), 1), 30) << file;
    for (const char* name : {"hips", "spine", "chest", "neck", "head", "jaw", "upper_arm.L",
                             "forearm.R", "hand.L", "thumb2.R", "index1.L", "middle2.L", "pinky2.R",
                             "thigh.L", "shin.R", "foot.L", "toe.R"}) {
      EXPECT_GE(find_joint(model->skeleton, name), 0) << file << " " << name;
    }
    ASSERT_EQ(model->clips.size(), 2u) << file;
    EXPECT_EQ(model->clips[0].name, "idle");
    EXPECT_EQ(model->clips[1].name, "wave");
  }
}

// Pairs the vertices of two models by mesh name and place in the bind pose.
struct Pairing {
  std::vector<std::size_t> mesh;                 // of b, for each mesh of a
  std::vector<std::vector<std::size_t>> vertex;  // of b, for each vertex of a
};

Pairing pair_up(const Model& a, const Model& b) {
  Pairing out;
  for (const Mesh& mesh : a.meshes) {
    const Mesh& other = mesh_named(b, mesh.name);
    out.mesh.push_back(static_cast<std::size_t>(&other - b.meshes.data()));
    std::map<Key, std::size_t> place;
    for (std::size_t v = 0; v < other.position.size(); ++v) {
      place[key_of(other.position[v])] = v;
    }
    std::vector<std::size_t>& row = out.vertex.emplace_back();
    for (const vec3& p : mesh.position) row.push_back(place.at(key_of(p)));
  }
  return out;
}

float difference(const Posed& a, const Posed& b, const Pairing& pairing) {
  float worst = 0.0f;
  for (std::size_t m = 0; m < a.size(); ++m) {
    for (std::size_t v = 0; v < a[m].size(); ++v) {
      const vec3& other = b[pairing.mesh[m]][pairing.vertex[m][v]];
      worst = std::max(worst, glm::length(a[m][v] - other));
    }
  }
  return worst;
}

TEST(DemoModels, SkinsAreOnePieceWithoutHandles) {
  const std::pair<const char*, const char*> skins[] = {{"capsule.glb", "capsule"},
                                                       {"arm.glb", "arm"},
                                                       {"ogre.glb", "ogre_body"},
                                                       {"octopus.glb", "octopus_body"},
                                                       {"dragonling.glb", "dragonling_body"}};
  for (const auto& [file, name] : skins) {
    const ModelPtr model = load(file);
    const Mesh& mesh = mesh_named(*model, name);
    const std::vector<int> place = welded(mesh);
    const int points = 1 + *std::max_element(place.begin(), place.end());
    // A closed surface has half as many edges again as triangles: #V - #E + #T = 2.
    EXPECT_EQ(points - static_cast<int>(mesh.triangle.size()) / 6, 2) << name;
  }
}

std::vector<double> key_times(const Clip& clip) {
  std::vector<double> most;
  for (const JointTrack& track : clip.tracks) {
    const std::vector<double>& time = track.factors.at(0).rotation.time;
    if (time.size() > most.size()) most = time;
  }
  return most;
}

TEST(DemoOgre, FbxAndGlbShowTheSame) {
  const ModelPtr glb = load("ogre.glb"), fbx = load("ogre.fbx");
  ASSERT_EQ(glb->meshes.size(), fbx->meshes.size());
  Pairing pairing;
  ASSERT_NO_THROW(pairing = pair_up(*glb, *fbx));
  const float limit = 1e-4f * size_of(*glb);
  EXPECT_LT(difference(posed(glb, BasePose::Bind), posed(fbx, BasePose::Bind), pairing), limit);
  EXPECT_LT(difference(posed(glb, BasePose::Rest), posed(fbx, BasePose::Rest), pairing), limit);
  for (int clip = 0; clip < 2; ++clip) {
    const double duration = glb->clips[static_cast<std::size_t>(clip)].duration;
    EXPECT_NEAR(duration, fbx->clips[static_cast<std::size_t>(clip)].duration, 1e-3);
    // On keys: between them one file turns by quaternions and the other by angles.
    const std::vector<double> keys = key_times(glb->clips[static_cast<std::size_t>(clip)]);
    ASSERT_GT(keys.size(), 11u);
    for (std::size_t k = 0; k <= 11; ++k) {
      const double time = keys[k * (keys.size() - 1) / 11];
      EXPECT_LT(difference(posed(glb, BasePose::Clip, clip, time),
                           posed(fbx, BasePose::Clip, clip, time), pairing),
                limit)
          << "clip " << clip << " at " << time;
    }
  }
}

TEST(DemoOgre, UvsOfFbxAndGlbAgree) {
  const ModelPtr glb = load("ogre.glb"), fbx = load("ogre.fbx");
  const Pairing pairing = pair_up(*glb, *fbx);
  for (std::size_t m = 0; m < glb->meshes.size(); ++m) {
    const Mesh &a = glb->meshes[m], &b = fbx->meshes[pairing.mesh[m]];
    for (std::size_t v = 0; v < a.uv.size(); ++v) {
      ASSERT_LT(glm::length(a.uv[v] - b.uv[pairing.vertex[m][v]]), 1e-5f) << a.name;
    }
  }
}

TEST(DemoOgre, WeightsDoNotLeak) {
  const ModelPtr model = load("ogre.glb");
  const Mesh& body = mesh_named(*model, "ogre_body");
  const auto weights = [&](const std::string& joint) {
    return joint_weights(body.file_binding, find_joint(model->skeleton, joint));
  };
  // A finger's last bone has no say where another finger's last bone has one.
  const char* tips[] = {"thumb2.L", "index2.L", "middle2.L", "pinky2.L"};
  for (int a = 0; a < 4; ++a) {
    for (int b = a + 1; b < 4; ++b) {
      const std::vector<float> first = weights(tips[a]), second = weights(tips[b]);
      for (std::size_t v = 0; v < first.size(); ++v) {
        ASSERT_LT(std::min(first[v], second[v]), 0.03f) << tips[a] << " " << tips[b];
      }
    }
  }
  // The jaw leaves the chest alone.
  const std::vector<float> jaw = weights("jaw");
  for (std::size_t v = 0; v < jaw.size(); ++v) {
    if (body.position[v].y < 1.15f) {
      ASSERT_EQ(jaw[v], 0.0f) << body.position[v].y;
    }
  }
  // Nothing crosses to the other leg, and no arm pulls on the belly.
  const std::vector<float> shin = weights("shin.R"), thigh = weights("thigh.R");
  const std::vector<float> forearm = weights("forearm.R"), hand = weights("hand.R");
  const std::vector<float> belly = weights("belly");
  for (std::size_t v = 0; v < shin.size(); ++v) {
    if (body.position[v].x > 0.08f) {
      ASSERT_EQ(shin[v], 0.0f);
    }
    if (body.position[v].x > 0.14f) {
      ASSERT_LT(thigh[v], 0.05f);
    }
    if (belly[v] > 0.05f) {
      ASSERT_EQ(forearm[v] + hand[v], 0.0f);
    }
  }
}

TEST(DemoOgre, WeightsAreSmoothAlongTheSurface) {
  const ModelPtr model = load("ogre.glb");
  const Mesh& body = mesh_named(*model, "ogre_body");
  for (int j = 0; j < model->skeleton.size(); ++j) {
    const std::vector<float> w = joint_weights(body.file_binding, j);
    for (std::size_t k = 0; k < body.triangle.size(); k += 3) {
      for (std::size_t c = 0; c < 3; ++c) {
        const auto a = body.triangle[k + c], b = body.triangle[k + (c + 1) % 3];
        ASSERT_LT(std::abs(w[a] - w[b]), 0.45f)
            << model->skeleton.name[static_cast<std::size_t>(j)];
      }
    }
  }
}

float largest_move(const ModelPtr& model) {
  const Posed bind = posed(model, BasePose::Bind), rest = posed(model, BasePose::Rest);
  float moved = 0.0f;
  for (std::size_t m = 0; m < bind.size(); ++m) {
    for (std::size_t v = 0; v < bind[m].size(); ++v) {
      moved = std::max(moved, glm::length(bind[m][v] - rest[m][v]));
    }
  }
  return moved / size_of(*model);
}

TEST(DemoModels, RestIsBindForTheOgreAndNotForTheArm) {
  EXPECT_LT(largest_move(load("ogre.glb")), 1e-5f);
  EXPECT_LT(largest_move(load("ogre.fbx")), 1e-5f);
  EXPECT_GT(largest_move(load("arm.glb")), 0.05f);
}

TEST(DemoModels, CapsuleBendsAndTwistsByItsAngles) {
  const ModelPtr model = load("capsule.glb");
  ASSERT_EQ(model->clips.size(), 2u);
  const int upper = find_joint(model->skeleton, "upper");
  std::vector<mat4> local(model->skeleton.rest_local);
  const double degrees[] = {120.0, 180.0};
  for (std::size_t k = 0; k < 2; ++k) {
    sample_clip(model->clips[k], model->skeleton, 0.5 * model->clips[k].duration, local);
    const mat4& m = local[static_cast<std::size_t>(upper)];
    const double trace = static_cast<double>(m[0][0] + m[1][1] + m[2][2]);
    EXPECT_NEAR(0.5 * (trace - 1.0), std::cos(degrees[k] * 3.14159265358979 / 180.0), 1e-5);
  }
}

}  // namespace
}  // namespace bindpose::demo_models_test
