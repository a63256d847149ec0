// Mends along a surface that consists of several meshes: a body whose lower leg has another
// material is mended as one, and its border stays closed.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "check/figure.h"
#include "scene/check/check.h"
#include "scene/edit/edit.h"

namespace bindpose::joined_meshes_test {
namespace {

using namespace tests;

constexpr int kBorder = 56;  // a ring of the left thigh

// The part of a mesh that has these vertices; `joints`: of its skin.
Mesh part_of(const Mesh& whole, const std::vector<std::uint32_t>& vertices,
             const std::vector<Row>& rows, const std::vector<int>& joints) {
  Mesh out = whole;
  const auto at = [&](std::uint32_t v) {
    return static_cast<std::uint32_t>(std::ranges::lower_bound(vertices, v) - vertices.begin());
  };
  const auto has = [&](std::uint32_t v) { return std::ranges::binary_search(vertices, v); };
  out.position.clear();
  out.triangle.clear();
  for (const std::uint32_t v : vertices) out.position.push_back(whole.position[v]);
  out.normal.resize(vertices.size());
  for (std::size_t t = 0; t < whole.triangle.size(); t += 3) {
    const std::uint32_t* c = &whole.triangle[t];
    if (!has(c[0]) || !has(c[1]) || !has(c[2])) continue;
    for (int k = 0; k < 3; ++k) out.triangle.push_back(at(c[k]));
  }
  keep_joints(joints, out.file_binding.skin);
  std::vector<Row> own;
  for (const std::uint32_t v : vertices) {
    Row row = rows[v];
    for (WeightEntry& e : row) {
      const auto slot = std::ranges::find(joints, e.slot);
      e.slot = static_cast<int>(slot - joints.begin());
    }
    own.push_back(std::move(row));
  }
  out.file_binding.influences = pack_influences(own, joints.size()).influences;
  return out;
}

std::vector<std::uint32_t> vertices_of_rings(int from, int to) {
  std::vector<std::uint32_t> out;
  for (std::uint32_t v = figure_vertex(from, 0); v < figure_vertex(to + 1, 0); ++v)
    out.push_back(v);
  return out;
}
std::vector<std::uint32_t> of_part(int part) {
  return part == 0 ? vertices_of_rings(0, kBorder) : vertices_of_rings(kBorder, kRings - 1);
}

// In two meshes that have the ring at the border both. The skin of the second has these joints.
std::shared_ptr<Model> in_two(const Figure& f,
                              const std::vector<int>& joints = {kHips, kThighL, kFootL}) {
  auto model = model_of(f);
  const Mesh whole = model->meshes[0];
  model->meshes = {part_of(whole, of_part(0), f.row, {0, 1, 2, 3, 4}),
                   part_of(whole, of_part(1), f.row, joints)};
  model->meshes[1].name = "boot";
  finish(*model);
  return model;
}

using ByJoint = std::map<int, double>;
ByJoint row_of(const Scene& scene, int mesh, std::uint32_t v) {
  const auto& [in, skin] = binding_of(scene, static_cast<std::size_t>(mesh));
  ByJoint out;
  for (std::uint32_t k = in.offset[v]; k < in.offset[v + 1]; ++k)
    out[skin.joint[in.slot[k]]] = in.weight[k];
  return out;
}
double apart(const ByJoint& a, const ByJoint& b) {
  double most = 0.0;
  for (const ByJoint* rows : {&a, &b}) {
    for (const auto& [joint, w] : *rows) {
      const auto in = [joint = joint](const ByJoint& r) {
        return r.contains(joint) ? r.at(joint) : 0.0;
      };
      most = std::max(most, std::abs(in(a)-in(b)));
    }
  }
  return most;
}

class JoinedMeshesTest : public ::testing::Test {
 protected:
  // Smooth over the border: half of the weight changes on either side of it.
  static Figure stepped() {
    Figure f = sound_figure();
    for (std::uint32_t v = 0; v < f.row.size(); ++v) {
      if (f.along[v] > 0.0f) f.row[v] = {{v < figure_vertex(kBorder, 0) ? kThighL : kFootL, 1.0f}};
    }
    return f;
  }
  static std::string apply(Document& document, const std::string& text) {
    std::string error;
    const auto edit = parse_edit(text, document.scene(), error);
    EXPECT_TRUE(edit) << error;
    if (!edit) return error;
    const Mend* mend = edit->is<MendWeights>() ? &edit->get<MendWeights>().mend : nullptr;
    const std::string account = mend != nullptr ? mended(document.scene(), *mend).account : "";
    document.apply({*edit});
    return account;
  }
  static void expect_closed(const Scene& scene) {
    for (std::uint32_t k = 0; k < kSides; ++k) {
      EXPECT_LT(apart(row_of(scene, 0, figure_vertex(kBorder, 0) + k), row_of(scene, 1, k)), 1e-6)
          << k;
    }
  }
  // As the same mend does it where all is one mesh.
  static void expect_as_in_one(const Scene& two, const Scene& one) {
    for (int part = 0; part < 2; ++part) {
      const auto vertices = of_part(part);
      for (std::uint32_t k = 0; k < vertices.size(); ++k) {
        ASSERT_LT(apart(row_of(two, part, k), row_of(one, 0, vertices[k])), 2e-6)
            << part << ", " << k;
      }
    }
  }
};

TEST_F(JoinedMeshesTest, SmoothingGoesOverTheBorderAsInOneMesh) {
  Document one(make_scene(model_of(stepped()))), two(make_scene(in_two(stepped())));
  for (Document* d : {&one, &two}) apply(*d, "mend smooth 1 5 all");
  expect_closed(two.scene());
  expect_as_in_one(two.scene(), one.scene());
}

TEST_F(JoinedMeshesTest, WhereOneSideOfABorderIsChosenTheOtherGoesWithItAndNothingElse) {
  Document two(make_scene(in_two(stepped())));
  apply(two, "vertices of boot 0-11");
  apply(two, "mend smooth 0.5 2");
  expect_closed(two.scene());
  EXPECT_GT(row_of(two.scene(), 1, 0)[kThighL], 0.1);
  const auto model = two.scene().model;
  for (int m = 0; m < 2; ++m) {
    const Influences& file = model->meshes[static_cast<std::size_t>(m)].file_binding.influences;
    for (std::uint32_t v = 0; v < file.vertex_count(); ++v) {
      const bool border = m == 0 ? v >= figure_vertex(kBorder, 0) : v < kSides;
      if (!border) {
        EXPECT_EQ(read_row(file, v),
                  read_row(binding_of(two.scene(), static_cast<std::size_t>(m)).influences, v));
      }
    }
  }
  two.undo();
  EXPECT_EQ(row_of(two.scene(), 0, figure_vertex(kBorder, 0)).size(), 1u);
}

// A mesh in which nothing has weights, up to the border and beyond.
TEST_F(JoinedMeshesTest, WhatHasNoWeightsInOneMeshGetsThemFromTheOther) {
  for (const int last : {kBorder, kBorder + 1, kRings}) {
    Figure f = sound_figure();
    for (std::uint32_t v = figure_vertex(kBorder, 0); v < f.row.size(); ++v) {
      if (v < figure_vertex(last, 0) || last == kRings) f.row[v].clear();
    }
    Document one(make_scene(model_of(f))), two(make_scene(in_two(f)));
    for (Document* d : {&one, &two}) {
      apply(*d, "mend fill all");
      for (const Finding& found : check(d->scene(), *find_profile("rig")))
        EXPECT_NE(found.rule, Rule::NoWeight) << found.text;
    }
    expect_closed(two.scene());
    expect_as_in_one(two.scene(), one.scene());
  }
}

// A hat that touches nothing, without weights: those of the nearest place of another mesh.
TEST_F(JoinedMeshesTest, AMeshByItselfTakesWhatIsNearest) {
  auto model = in_two(sound_figure(), {kFootL});
  Mesh& boot = model->meshes[1];
  for (vec3& p : boot.position) p += vec3(2.0f, 3.0f, 0.0f);
  boot.file_binding.influences =
      pack_influences(std::vector<Row>(boot.position.size()), 1).influences;
  finish(*model);
  Document document(make_scene(model));
  EXPECT_EQ(apply(document, "mend fill all"), "Filled 300 vertices from around them.");
  const std::vector<vec3>& from = model->meshes[0].position;
  for (const std::uint32_t v : {0u, 100u, 299u}) {
    const auto nearest = std::ranges::min_element(
        from, {}, [&](const vec3& p) { return glm::distance(p, boot.position[v]); });
    EXPECT_LT(
        apart(row_of(document.scene(), 1, v),
              row_of(document.scene(), 0, static_cast<std::uint32_t>(nearest - from.begin()))),
        1e-6);
  }
}

TEST_F(JoinedMeshesTest, TheMeanOfBothSidesClosesABorder) {
  Figure f = stepped();
  auto model = in_two(f);
  for (std::uint32_t v = 0; v < kSides; ++v)  // torn: the boot follows the foot, the leg the thigh
    write_row(model->meshes[0].file_binding.influences, figure_vertex(kBorder, 0) + v,
              make_row(std::vector<WeightEntry>{{kThighL, 1.0f}}, kFigureJoints));
  finish(*model);
  Document document(make_scene(model));
  apply(document, "vertices of boot 3");
  EXPECT_EQ(apply(document, "mend average"), "Gave 2 vertices their mean weights.");
  for (const ByJoint& row :
       {row_of(document.scene(), 1, 3), row_of(document.scene(), 0, figure_vertex(kBorder, 3))}) {
    EXPECT_LT(apart(row, {{kThighL, 0.5}, {kFootL, 0.5}}), 1e-6);
  }
}

// A jump at the border is listed for both meshes; the button of one line mends both.
TEST_F(JoinedMeshesTest, AMendOfOneMeshsFindingLeavesTheBorderClosed) {
  for (const auto& [rule, mend, row] :
       {std::tuple(Rule::Jump, "mend jumps", Row{{kHips, 1.0f}}),
        std::tuple(Rule::Leak, "mend leaks", Row{{kThighL, 0.7f}, {kThighR, 0.3f}})}) {
    Figure f = sound_figure();
    f.row[figure_vertex(kBorder, 6)] = row;
    Document document(make_scene(in_two(f, {0, 1, 2, 3, 4})));
    const auto found = [&] {
      std::vector<Finding> out = check(document.scene(), *find_profile("rig"));
      std::erase_if(out, [rule = rule](const Finding& x) { return x.rule != rule; });
      return out;
    };
    ASSERT_EQ(found().size(), 2u) << mend;
    VertexLists meant(2);
    meant[1] = found()[1].vertices;
    document.apply({SelectVertices{chosen_vertices(meant)}});
    apply(document, mend);
    EXPECT_TRUE(found().empty()) << mend;
    expect_closed(document.scene());
  }
}

TEST_F(JoinedMeshesTest, LockedJointsAreHeededInEveryMesh) {
  Document two(make_scene(in_two(stepped())));
  apply(two, "lock weights foot.L");
  apply(two, "mend smooth 1 5 all");
  const auto model = two.scene().model;
  for (std::uint32_t v = 0; v < model->meshes[1].position.size(); ++v)
    EXPECT_EQ(row_of(two.scene(), 1, v)[kFootL], 1.0) << v;
  expect_closed(two.scene());
}

// The right leg is all of one mesh, half of the left one is another: its other side is in the
// first.
TEST_F(JoinedMeshesTest, MirroringByTopologyGoesThroughMeshesThatMeet) {
  Figure f = sound_figure();
  // Cut alike on both sides: another diagonal ends the way.
  const auto triangle = std::exchange(f.triangle, {});
  for (std::size_t t = 0; t < triangle.size(); t += 3) {
    const std::uint32_t a = triangle[t], b = triangle[t + 1], c = triangle[t + 2];
    if (f.along[a] < 0.0f || f.along[b] < 0.0f || f.along[c] < 0.0f) continue;
    f.triangle.insert(f.triangle.end(), {a, b, c, opposite(a), opposite(c), opposite(b)});
  }
  // Moved, so that nothing is at the mirror image.
  for (std::uint32_t v = 0; v < f.position.size(); ++v) {
    if (f.along[v] > 0.0f) f.position[v].z += 0.2f * f.along[v];
  }
  Document one(make_scene(model_of(f))), two(make_scene(in_two(f)));
  for (Document* document : {&one, &two}) {
    apply(*document, "mend paste hips 0.5 thigh.L 0.5 all");
    apply(*document, "vertices all");
  }
  // The right side as it was; then the left side from there.
  const auto right = [&](const Scene& scene) {
    const auto vertices = vertices_of_rings(0, kRings / 2 - 1);
    return SelectVertices{chosen_vertices(
        scene.model->meshes.size() == 1 ? VertexLists{vertices} : VertexLists{vertices, {}})};
  };
  for (Document* document : {&one, &two}) {
    document->apply({right(document->scene())});
    apply(*document, "mend paste hips 0.2 thigh.R 0.3 foot.R 0.5");
    apply(*document, "vertices none");
    apply(*document, "mend mirror to left by topology");
  }
  expect_as_in_one(two.scene(), one.scene());
  expect_closed(two.scene());
  EXPECT_LT(apart(row_of(two.scene(), 1, 5 * kSides),
                  ByJoint{{kHips, 0.2}, {kThighL, 0.3}, {kFootL, 0.5}}),
            1e-6);
}

// Two skins with more joints together than a row can name: those that weigh nothing are not
// counted, and where too many weigh it is said.
TEST(JoinedMeshes, MoreJointsThanARowCanName) {
  constexpr int kEach = 36000;
  const auto scene_of = [](int weighted) {
    auto model = std::make_shared<Model>();
    std::vector<RawJoint> raw;
    for (int j = 0; j < 2 * kEach; ++j)
      raw.push_back({"j" + std::to_string(j), -1, mat4(1.0f), true});
    model->skeleton = build_skeleton(raw).skeleton;
    model->bind_local.assign(2 * kEach, mat4(1.0f));
    for (int m = 0; m < 2; ++m) {
      Mesh mesh;
      mesh.name = m == 0 ? "a" : "b";
      std::vector<Row> rows;
      for (int v = 0; v < weighted; ++v) {
        mesh.position.emplace_back(float(v), float(m), 0.0f);
        rows.push_back({{kEach - 1 - v, 1.0f}});
      }
      mesh.normal.resize(mesh.position.size(), vec3(0.0f, 0.0f, 1.0f));
      mesh.file_binding.influences = pack_influences(rows, kEach).influences;
      Skin& skin = mesh.file_binding.skin;
      for (int j = 0; j < kEach; ++j) skin.joint.push_back(m * kEach + j);
      skin.bind = skin.inverse_bind = std::vector<mat4>(kEach, mat4(1.0f));
      skin.skinned = true;
      model->meshes.push_back(std::move(mesh));
    }
    derive_weight_flags(*model);
    return make_scene(model);
  };
  Mend smooth{.kind = Mend::Smooth, .amount = 0.5, .n = 1};
  smooth.all = true;
  EXPECT_EQ(mended(scene_of(4), smooth).changed, 0u) << "points apart from one another";
  Scene few = scene_of(4);
  const Mend average{.kind = Mend::Average};
  few.selection.vertices = chosen_vertices({{0}, {0}});
  Document document(few);
  document.apply({MendWeights{average}});
  const auto& [in, skin] = binding_of(document.scene(), 1);
  for (std::size_t k = in.offset[0]; k < in.offset[1]; ++k) {
    const int joint = skin.joint[in.slot[k]];
    EXPECT_TRUE(joint == kEach - 1 || joint == 2 * kEach - 1) << joint;
    EXPECT_EQ(in.weight[k], 0.5f);
  }
  const MendResult many = mended(scene_of(kEach), smooth);
  EXPECT_TRUE(many.hindered);
  EXPECT_NE(many.account.find("65,535"), std::string::npos) << many.account;
}

}  // namespace
}  // namespace bindpose::joined_meshes_test
