// A pose that mirrors becomes the bind pose: outsides stay outside. All figures are closed forms of
// x -> -x on a tube around the y axis, whose outside is where x and z point.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "draft_fixture.h"
#include "io/export/export.h"
#include "io/gltf_files.h"
#include "math/transform.h"
#include "rig/kinematics.h"
#include "temp_folder.h"

namespace bindpose::tests {
namespace {

constexpr float kHeight = 4.0f;

// The tube of tube.h on two joints, 0 at the origin and 1 halfway up; each has the half on its side
// of the middle, which has `middle` of the upper one. One shape makes vertex 0 wider.
std::shared_ptr<Model> tube_on_two(float middle) {
  auto model = std::make_shared<Model>(*tube_model(kHeight));
  model->id = ModelId::fresh();
  mat4 up(1.0f);
  up[3].y = kHeight / 2.0f;
  model->skeleton = build_skeleton(std::vector<RawJoint>{{"lower", kNoParent, mat4(1.0f), true},
                                                         {"upper", 0, up, true}})
                        .skeleton;
  Mesh& mesh = model->meshes[0];
  mesh.node = 0;
  for (std::size_t t = 0; t + 2 < mesh.triangle.size(); t += 3) {  // all of them outwards
    const auto at = [&](std::size_t k) { return mesh.position[mesh.triangle[t + k]]; };
    const vec3 centre = (at(0) + at(1) + at(2)) / 3.0f, middle_of(0, kHeight / 2.0f, 0);
    if (glm::dot(glm::cross(at(1) - at(0), at(2) - at(0)), centre - middle_of) < 0.0f)
      std::swap(mesh.triangle[t + 1], mesh.triangle[t + 2]);
  }
  std::vector<std::vector<WeightEntry>> rows;
  for (const vec3& p : mesh.position) {
    const float w = p.y > 2.01f ? 1.0f : p.y < 1.99f ? 0.0f : middle;
    rows.push_back({{0, 1.0f - w}, {1, w}});
  }
  mesh.file_binding.influences = pack_influences(rows, 2).influences;
  Skin& skin = mesh.file_binding.skin;
  skin.skinned = true;
  skin.joint = {0, 1};
  skin.bind = {mat4(1.0f), up};
  skin.inverse_bind = {mat4(1.0f), inverse_affine(up)};
  MorphTarget wide;
  wide.vertex = {0};
  wide.position = {0.25f * mesh.normal[0]};
  wide.normal = {vec3(0, 0, 0.5f)};
  mesh.morph.push_back(wide);
  model->morph_channels.push_back({"wide", 0, 0.0f});
  derive_bind_pose(*model);
  derive_weight_flags(*model);
  return model;
}

class MirroredBind : public Draft {
 protected:
  MirroredBind() : Draft(tube_on_two(0.25f)) {}

  const Mesh& mesh() const { return doc.scene().model->meshes[0]; }

  // How many triangles and normals of the model look inwards; of triangles that lie between
  // heights `low` and `high`, which go through the axis, those that look away from their normals.
  std::size_t inside_out(float low = 9.0f, float high = -9.0f) const {
    std::size_t count = 0;
    const std::vector<vec3>& p = mesh().position;
    for (std::size_t t = 0; t + 2 < mesh().triangle.size(); t += 3) {
      const std::uint32_t* v = mesh().triangle.data() + t;
      const vec3 &a = p[v[0]], &b = p[v[1]], &c = p[v[2]];
      if (std::min({a.y, b.y, c.y}) > low && std::max({a.y, b.y, c.y}) < high) {
        const vec3 sum = mesh().normal[v[0]] + mesh().normal[v[1]] + mesh().normal[v[2]];
        count += glm::dot(glm::cross(b - a, c - a), sum) < 0.0f ? 1 : 0;
        continue;
      }
      const vec3 out = (a + b + c) / 3.0f - vec3(0, kHeight / 2.0f, 0);
      count += glm::dot(glm::cross(b - a, c - a), out) <= 0.0f ? 1 : 0;
    }
    for (std::size_t i = 0; i < p.size(); ++i) {
      const vec3& n = mesh().normal[i];
      EXPECT_NEAR(glm::length(n), 1.0f, 1e-5f) << i;
      count += glm::dot(n, p[i] - vec3(0, kHeight / 2.0f, 0)) <= 0.0f ? 1 : 0;
    }
    return count;
  }
};

TEST_F(MirroredBind, WholeMeshesKeepTheirOutside) {
  ASSERT_EQ(inside_out(), 0u);
  const Mesh before = mesh();
  edit("joint lower scale -1 1 1");
  edit("bind pose here");
  EXPECT_EQ(inside_out(), 0u);
  for (std::size_t i = 0; i < before.position.size(); ++i) {
    const vec3 flip(-1, 1, 1);
    expect_at(mesh().position[i], flip * before.position[i], 1e-6f);
    expect_at(mesh().normal[i], flip * before.normal[i], 1e-6f);
  }
  expect_at(mesh().morph[0].position[0], vec3(-0.25f, 0, 0), 1e-6f);
  expect_at(mesh().morph[0].normal[0], vec3(0, 0, 0.5f), 1e-6f);
  // Turned back by the mirror it is what it was: the same points, and the same faces in whose
  // matrices' mirror the other order of corners counts.
  edit("reset all");
  std::vector<vec3> p;
  skin_mesh(doc.scene(), evaluate(doc.scene()), 0, p, nullptr);
  for (std::size_t i = 0; i < p.size(); ++i) expect_at(p[i], before.position[i], 1e-6f);
  edit("joint lower scale -1 1 1");
  edit("bind pose here");  // a second time: nothing is mirrored against the bind pose
  EXPECT_EQ(inside_out(), 0u);
}

TEST_F(MirroredBind, SoDoesAPartThatIsMirrored) {
  for (const float middle : {0.25f, 0.75f, 0.5f}) {
    doc = Document(make_scene(tube_on_two(middle)));
    const Mesh before = mesh();
    edit("joint upper scale -1 1 1");
    edit("bind pose here");
    // The row of the middle is drawn together, x by 1 - 2 w; where w is a half it is flat.
    const float low = middle < 0.5f ? 1.9f : 1.4f, high = middle < 0.5f ? 2.6f : 2.1f;
    if (middle == 0.5f) {
      for (const vec3& n : mesh().normal) EXPECT_NEAR(glm::length(n), 1.0f, 1e-5f);
    } else {
      EXPECT_EQ(inside_out(low, high), 0u) << middle;
    }
    for (std::size_t i = 0; i < before.position.size(); ++i) {
      if (before.position[i].y > 2.01f)
        expect_at(mesh().normal[i], vec3(-1, 1, 1) * before.normal[i], 1e-6f);
      if (before.position[i].y < 1.99f) expect_at(mesh().normal[i], before.normal[i], 1e-6f);
    }
  }
}

// Three axes turned round are a mirror, two are a half turn.
TEST_F(MirroredBind, AHalfTurnChangesNoOrder) {
  const Mesh before = mesh();
  edit("joint lower scale -1 1 -1");
  edit("bind pose here");
  EXPECT_EQ(mesh().triangle, before.triangle);
  EXPECT_EQ(inside_out(), 0u);
  edit("joint lower scale -1 -1 -1");
  edit("bind pose here");
  EXPECT_NE(mesh().triangle, before.triangle);
}

TEST_F(MirroredBind, UnderDualQuaternionsToo) {
  auto model = tube_on_two(0.25f);
  model->meshes[0].file_binding.skin.wants_dual_quaternions = true;
  doc = Document(make_scene(model));
  edit("joint upper scale -1 1 1");
  edit("bind pose here");
  EXPECT_EQ(inside_out(1.9f, 2.6f), 0u);
}

TEST_F(MirroredBind, WhatHasNoWeightsFollowsItsNodesMirror) {
  auto model = tube_on_two(0.0f);
  auto& in = model->meshes[0].file_binding.influences;
  std::vector<std::vector<WeightEntry>> rows(in.vertex_count());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (model->meshes[0].position[i].y > 2.01f) rows[i] = {{0, 1.0f}};
  }
  in = pack_influences(rows, 2).influences;
  doc = Document(make_scene(model));
  edit("joint lower scale -1 1 1");
  edit("bind pose here");
  EXPECT_EQ(inside_out(), 0u);
}

// v, vn and f of an OBJ: how many faces and normals look inwards.
std::size_t inside_out_in(const std::filesystem::path& file) {
  std::ifstream in(file);
  std::vector<vec3> v, vn;
  std::size_t count = 0;
  const vec3 middle(0, kHeight / 2.0f, 0);
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    std::string key;
    vec3 p(0.0f);
    words >> key;
    if (key == "v" || key == "vn") {
      words >> p.x >> p.y >> p.z;
      (key == "v" ? v : vn).push_back(p);
    }
    if (key != "f") continue;
    std::size_t corner[3] = {};
    for (std::size_t& c : corner) {
      std::string text;
      words >> text;
      c = std::stoul(text) - 1;
    }
    const vec3 &a = v.at(corner[0]), &b = v.at(corner[1]), &c = v.at(corner[2]);
    count += glm::dot(glm::cross(b - a, c - a), (a + b + c) / 3.0f - middle) <= 0.0f ? 1 : 0;
    for (const std::size_t k : corner) count += glm::dot(vn.at(k), v[k] - middle) <= 0.0f ? 1 : 0;
  }
  EXPECT_GT(v.size(), 100u);
  return count;
}

// Files that show a pose: a program that draws front faces alone shows the outside, as the window.
TEST_F(MirroredBind, ExportsOfAMirroredPoseShowTheOutside) {
  const auto file = temp_folder() / "mirrored.obj";
  const auto exported = [&] {
    export_posed(doc.scene(), evaluate(doc.scene()), file);
    return inside_out_in(file);
  };
  EXPECT_EQ(exported(), 0u);
  edit("joint lower scale -1 1 1");
  EXPECT_EQ(exported(), 0u);
  export_posed(doc.scene(), evaluate(doc.scene()), temp_folder() / "mirrored.glb");
  const GlbParts glb = take_apart(temp_folder() / "mirrored.glb");
  const Json& primitive = glb.json["meshes"][0]["primitives"][0];
  const auto p = glb.accessor<vec3>(primitive["attributes"]["POSITION"].get<std::size_t>());
  const auto n = glb.accessor<vec3>(primitive["attributes"]["NORMAL"].get<std::size_t>());
  const auto c = glb.accessor<std::uint32_t>(primitive["indices"].get<std::size_t>());
  ASSERT_EQ(c.size(), mesh().triangle.size());
  for (std::size_t k = 0; k < c.size(); k += 3) {
    const vec3 front = glm::cross(p[c[k + 1]] - p[c[k]], p[c[k + 2]] - p[c[k]]);
    EXPECT_GT(glm::dot(front, p[c[k]] + p[c[k + 1]] - vec3(0, kHeight, 0)), 0.0f) << k;
    EXPECT_GT(glm::dot(front, n[c[k]] + n[c[k + 1]] + n[c[k + 2]]), 0.0f) << k;
  }
  edit("bind pose here");
  EXPECT_EQ(exported(), 0u);
  edit("reset all");
  EXPECT_EQ(exported(), 0u);
}

// A mesh that hangs rigidly on a mirrored node, and gets a skeleton by hand.
TEST_F(MirroredBind, ASkeletonBuiltOnAMirroredNode) {
  auto model = std::make_shared<Model>(*tube_on_two(0.0f));
  Mesh& tube = model->meshes[0];
  tube.morph.clear();
  model->morph_channels.clear();
  model->skeleton =
      build_skeleton(
          std::vector<RawJoint>{{"node", kNoParent, to_matrix(Transform{{}, {}, vec3(-1, 1, 1)})}})
          .skeleton;
  Skin skin;
  skin.joint = {0};
  skin.bind = skin.inverse_bind = {mat4(1.0f)};
  const std::vector<std::vector<WeightEntry>> rows(tube.position.size(), {{0, 1.0f}});
  tube.file_binding = {pack_influences(rows, 1).influences, skin};
  derive_bind_pose(*model);
  derive_weight_flags(*model);
  doc = Document(make_scene(model));
  edit("draft joint hips at 0 1 0");
  edit("skeleton build");
  EXPECT_EQ(inside_out(), 0u);
  expect_at(mesh().position[1], vec3(-1, 1, 1) * tube.position[1], 1e-6f);
}

}  // namespace
}  // namespace bindpose::tests
