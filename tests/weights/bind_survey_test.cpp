// What is said of meshes that a method cannot take, or takes otherwise than is meant; and that
// nothing is said of sound ones.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <limits>
#include <optional>
#include <stdexcept>

#include "io/import.h"
#include "rig/surface/surface_faults.h"
#include "scene/automatic/bind_survey.h"
#include "scene/edit/edit.h"

namespace bindpose::tests::bind_survey_test {
namespace {

struct Surface {
  std::vector<vec3> position;
  std::vector<std::uint32_t> triangle;
};

// A closed tube along y, from y = 0 to 4.
Surface tube(float radius, float from = 0.0f, float to = 4.0f) {
  constexpr std::uint32_t kSides = 12, kRings = 16;
  Surface s;
  for (std::uint32_t r = 0; r <= kRings; ++r) {
    for (std::uint32_t k = 0; k < kSides; ++k) {
      const float a = 2.0f * 3.14159265f * float(k) / float(kSides);
      s.position.emplace_back(radius * std::cos(a), from + (to - from) * float(r) / float(kRings),
                              radius * std::sin(a));
      if (r == kRings) continue;
      const std::uint32_t i = r * kSides + k, next = r * kSides + (k + 1) % kSides;
      s.triangle.insert(s.triangle.end(), {i, next + kSides, next, i, i + kSides, next + kSides});
    }
  }
  const auto low = static_cast<std::uint32_t>(s.position.size());
  s.position.emplace_back(0.0f, from, 0.0f);
  s.position.emplace_back(0.0f, to, 0.0f);
  for (std::uint32_t k = 0; k < kSides; ++k) {
    const std::uint32_t next = (k + 1) % kSides, last = kRings * kSides;
    s.triangle.insert(s.triangle.end(), {low, k, next, low + 1, last + next, last + k});
  }
  return s;
}

struct BindSurveyTest : testing::Test {
  std::vector<Surface> surface{tube(0.5f)};
  std::vector<std::string> name{"leg"};
  // From joint to joint along the middle of the tube.
  std::vector<vec3> joint{{0, 0.5f, 0}, {0, 2, 0}, {0, 3.5f, 0}};

  std::shared_ptr<const Model> model() const {
    auto out = std::make_shared<Model>();
    out->name = "leg.glb";
    out->format = "test";
    std::vector<RawJoint> raw;
    for (std::size_t j = 0; j < joint.size(); ++j) {
      const vec3 above = j == 0 ? vec3(0.0f) : joint[j - 1];
      raw.push_back({"j" + std::to_string(j), static_cast<int>(j) - 1,
                     glm::translate(mat4(1.0f), joint[j] - above), true});
    }
    out->skeleton = build_skeleton(raw).skeleton;
    for (std::size_t m = 0; m < surface.size(); ++m) {
      Mesh mesh;
      mesh.name = name[m];
      mesh.position = surface[m].position;
      mesh.normal.assign(mesh.position.size(), vec3(0, 1, 0));
      mesh.triangle = surface[m].triangle;
      Skin& skin = mesh.file_binding.skin;
      skin.skinned = true;
      for (std::size_t j = 0; j < joint.size(); ++j) {
        skin.joint.push_back(static_cast<int>(j));
        skin.bind.push_back(glm::translate(mat4(1.0f), joint[j]));
        skin.inverse_bind.push_back(glm::inverse(skin.bind.back()));
      }
      const std::vector<std::vector<WeightEntry>> rows(mesh.position.size(), {{0, 1.0f}});
      mesh.file_binding.influences = pack_influences(rows, joint.size()).influences;
      out->meshes.push_back(std::move(mesh));
    }
    derive_weight_flags(*out);
    out->skeleton.file_flags.has_weight.assign(joint.size(), 1);
    derive_bind_pose(*out);
    return out;
  }
  BindSurvey survey(std::optional<BindMethod> by) const {
    const auto of = model();
    return bind_survey(*of, bind_ground(*of), by);
  }
  // The one note; "" where there is another number of them.
  std::string note(std::optional<BindMethod> by) const {
    const BindSurvey s = survey(by);
    EXPECT_EQ(s.problem, "");
    EXPECT_EQ(s.notes.size(), 1u) << (s.notes.empty() ? "" : s.notes.back());
    return s.notes.size() == 1 ? s.notes[0] : "";
  }
  void expect_silence(std::optional<BindMethod> by) const {
    const BindSurvey s = survey(by);
    EXPECT_EQ(s.problem, "");
    EXPECT_TRUE(s.notes.empty()) << s.notes.front();
  }
};

constexpr std::optional<BindMethod> kAll[] = {std::nullopt, BindMethod::Inverse, BindMethod::Heat,
                                              BindMethod::Voxel};

bool holds(const std::string& text, const char* part) {
  return text.find(part) != text.npos;
}

TEST_F(BindSurveyTest, OfASoundMeshThereIsNothingToSay) {
  for (const auto by : kAll) expect_silence(by);
  // A seam of the texture: the same places twice, with the triangles of one half at the copies.
  Surface& s = surface[0];
  const auto count = static_cast<std::uint32_t>(s.position.size());
  for (std::uint32_t i = 0; i < count; ++i) s.position.push_back(s.position[i]);
  for (std::size_t k = s.triangle.size() / 2; k < s.triangle.size(); ++k) s.triangle[k] += count;
  for (const auto by : kAll) expect_silence(by);
}

TEST_F(BindSurveyTest, OpenEdgesAreCountedWhereTheyMatter) {
  surface[0].triangle.resize(surface[0].triangle.size() - 3 * 4);  // of both caps two
  EXPECT_TRUE(holds(note(BindMethod::Heat), "8 edges are open (leg): heat does not pass"));
  EXPECT_TRUE(holds(note(BindMethod::Voxel), "8 edges are open (leg): what is inside is judged"));
  expect_silence(std::nullopt);  // these two do not read the surface
  expect_silence(BindMethod::Inverse);
}

TEST_F(BindSurveyTest, OneEdgeIsNotSeveral) {
  surface.push_back({{{0.1f, 2, 0}, {0, 2, 0.1f}, {0, 2.1f, 0.1f}}, {0, 1, 2}});
  name.emplace_back("tag");
  surface.push_back(tube(0.45f));
  name.emplace_back("bone");
  surface[2].triangle.clear();  // points alone have no edges
  EXPECT_TRUE(holds(note(BindMethod::Heat), "3 edges are open (tag)"));
  EXPECT_FALSE(holds(note(BindMethod::Heat), "leg"));
}

TEST_F(BindSurveyTest, AFinOnAnEdgeIsNoManifold) {
  Surface& s = surface[0];
  const auto tip = static_cast<std::uint32_t>(s.position.size());
  s.position.emplace_back(1.0f, 2.1f, 0.0f);
  s.triangle.insert(s.triangle.end(), {8 * 12, 9 * 12, tip, 9 * 12, 8 * 12, tip});
  EXPECT_TRUE(
      holds(note(BindMethod::Heat), "1 edge has three or more triangles (leg): heat flows"));
  EXPECT_TRUE(holds(note(BindMethod::Voxel), "voxels take them as they are"));
  expect_silence(BindMethod::Inverse);
}

TEST_F(BindSurveyTest, TrianglesWithoutAreaAreCountedAndWeightsStaySane) {
  Surface& s = surface[0];
  // A vertex is split in two that lie at one place, with two triangles in between; and a side is
  // cut by a triangle whose corners lie on a line.
  s.triangle.insert(s.triangle.end(), {30, 30, 31, 60, 61, 60});
  EXPECT_TRUE(holds(note(BindMethod::Heat), "2 triangles have no area (leg): next to no heat"));
  EXPECT_TRUE(holds(note(BindMethod::Voxel), "2 triangles have no area (leg): voxels take"));
  expect_silence(std::nullopt);
  const AutomaticBinding made = bind_automatically(*model(), automatic_method(BindMethod::Heat));
  for (const float w : made.weights[0].influences.weight) EXPECT_TRUE(w > 0.0f && w <= 1.0f);
  EXPECT_EQ(made.unweighted, 0u);
  EXPECT_EQ(made.notes.size(), 1u);
}

TEST_F(BindSurveyTest, WithoutAnyAreaOnlyDistanceBinds) {
  for (vec3& p : surface[0].position) p.x = p.z = 0.0f;
  for (const BindMethod by : {BindMethod::Heat, BindMethod::Voxel}) {
    EXPECT_TRUE(holds(survey(by).problem, "leg.glb has no triangle with an area")) << int(by);
    EXPECT_THROW(bind_automatically(*model(), automatic_method(by)), std::runtime_error);
  }
  expect_silence(BindMethod::Inverse);
}

TEST_F(BindSurveyTest, OneMeshInsideAnotherOne) {
  surface.push_back(tube(0.3f, 0.2f, 3.8f));
  name.emplace_back("body");
  EXPECT_TRUE(holds(note(BindMethod::Heat),
                    "1 part of the surface lies inside another one (body "
                    "inside leg): what is inside hides its bones"));
  EXPECT_TRUE(holds(note(BindMethod::Voxel), "(body inside leg): what is between counts"));
  expect_silence(std::nullopt);
  // Beside each other, and one that sticks out of the other.
  surface[1] = tube(0.3f, 0.2f, 4.2f);
  expect_silence(BindMethod::Heat);
  surface[1] = tube(0.3f, 4.2f, 8.0f);
  expect_silence(BindMethod::Heat);
}

// A pocket beside the bones hides none of them.
TEST_F(BindSurveyTest, WhatHoldsNoBoneIsADetailToo) {
  surface.push_back(tube(0.1f, 0.4f, 3.6f));
  name.emplace_back("pocket");
  EXPECT_TRUE(holds(note(BindMethod::Heat), "pocket inside leg"));
  for (vec3& p : surface[1].position) p.x += 0.3f;
  expect_silence(BindMethod::Heat);
  expect_silence(BindMethod::Voxel);
}

TEST_F(BindSurveyTest, WhatIsSmallInsideIsADetail) {
  surface.push_back(tube(0.2f, 3.0f, 3.5f));  // an eye
  name.emplace_back("eye");
  expect_silence(BindMethod::Heat);
}

// The box of an arch holds more than the arch does.
TEST_F(BindSurveyTest, BetweenTheLegsIsNotInside) {
  Surface arch = tube(0.3f);
  for (vec3& p : arch.position) {
    const float turn = 3.14159265f * p.y / 4.0f;
    p = vec3((2.0f + p.x) * std::cos(turn), (2.0f + p.x) * std::sin(turn), p.z);
  }
  Surface below = tube(0.1f, 0.1f, 1.5f);
  const VertexGraph both = [&] {
    const auto first = static_cast<std::uint32_t>(arch.position.size());
    arch.position.insert(arch.position.end(), below.position.begin(), below.position.end());
    for (const std::uint32_t v : below.triangle) arch.triangle.push_back(first + v);
    return vertex_graph(arch.position, arch.triangle);
  }();
  EXPECT_TRUE(nested_parts(both, arch.position, arch.triangle).empty());
}

TEST_F(BindSurveyTest, ABoneOutsideIsNamed) {
  joint.insert(joint.begin(), vec3(3, 0.5f, 0));  // all the way from there to the tube, too
  joint[1] = vec3(2, 0.5f, 0);
  joint.push_back({0, 3.9f, 0});
  for (const auto by : kAll) {
    EXPECT_TRUE(holds(note(by), "1 bone lies outside of the surface (j0): "))
        << int(by.has_value());
  }
  EXPECT_TRUE(holds(note(BindMethod::Heat), "heat enters where"));
  EXPECT_TRUE(holds(note(BindMethod::Voxel), "the way begins at the voxels"));
  EXPECT_TRUE(holds(note(BindMethod::Inverse), "the distance counts"));
  // Of a control, without weight where others have some, nobody wants to hear.
  auto of = std::make_shared<Model>(*model());
  of->skeleton.file_flags.has_weight[0] = 0;
  EXPECT_TRUE(bind_survey(*of, bind_ground(*of), BindMethod::Voxel).notes.empty());
}

TEST_F(BindSurveyTest, ASkeletonElsewhereIsRefusedAndWeightsStay) {
  for (vec3& j : joint) j = 100.0f * j + vec3(20, 0, 0);
  const Document before(make_scene(model()));
  for (const char* text : {"bind segments", "bind inverse", "bind heat", "bind voxel"}) {
    std::string error;
    EXPECT_FALSE(parse_edit(text, before.scene(), error)) << text;
    EXPECT_TRUE(holds(error, "No bone is anywhere near the surface of leg.glb")) << error;
  }
}

TEST_F(BindSurveyTest, NotesComeWithTheEdit) {
  surface[0].triangle.resize(surface[0].triangle.size() - 3);
  const Document document(make_scene(model()));
  std::string error;
  const auto edit = parse_edit("bind heat", document.scene(), error);
  ASSERT_TRUE(edit) << error;
  ASSERT_EQ(edit->get<SetInfluences>().notes.size(), 1u);
  EXPECT_TRUE(holds(edit->get<SetInfluences>().notes[0], "3 edges are open"));
}

// Characters as they come: closed ones have nothing said of them, whatever binds them; of open
// wings it is true.
TEST(BindSurveyOfModels, OnlyWhatIsSo) {
  const std::string assets = BINDPOSE_SOURCE_DIR "/assets/",
                    shared = BINDPOSE_SHARED_DIR "/models/";
  for (const std::string& file :
       {assets + "ogre.glb", assets + "octopus.glb", assets + "automaton.glb",
        assets + "capsule.glb", assets + "arm.glb", shared + "fox/Fox.glb",
        shared + "cesium_man/cesium_man.gltf",
        shared + "maya_kenney_character/maya_kenney_character.fbx"}) {
    if (!std::filesystem::exists(file)) continue;
    const auto model = import_model(file);
    const BindGround ground = bind_ground(*model);
    for (const auto by : kAll) {
      const BindSurvey s = bind_survey(*model, ground, by);
      EXPECT_EQ(s.problem, "") << file;
      EXPECT_TRUE(s.notes.empty()) << file << ": " << s.notes.front();
    }
  }
  const auto open = import_model(assets + "dragonling.glb");
  const BindSurvey s = bind_survey(*open, bind_ground(*open), BindMethod::Heat);
  ASSERT_EQ(s.notes.size(), 1u);
  EXPECT_TRUE(holds(s.notes[0], "312 edges are open (wing.L and wing.R)")) << s.notes[0];
}

}  // namespace
}  // namespace bindpose::tests::bind_survey_test
