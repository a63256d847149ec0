// Maps of distances between two surfaces: what a limit of influences costs, how far two deformers
// are apart.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "rig/deformer.h"
#include "rig/deformer_distance.h"
#include "scene/deform/deformer_data.h"
#include "view/colors.h"
#include "view/maps_fixture.h"

namespace bindpose::surface_map_distances_test {
namespace {

using maps::counted_model;

class DistanceMaps : public maps::Maps {};

std::vector<float> limit_by_hand(const Scene& scene, Deformer method, int n) {
  const PosedScene posed = evaluate(scene);
  const Mesh& mesh = scene.model->meshes[0];
  const Influences& in = mesh.file_binding.influences;
  std::vector<std::vector<WeightEntry>> rows(mesh.position.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::uint32_t k = in.offset[i];
         k < std::min(in.offset[i + 1], in.offset[i] + static_cast<std::uint32_t>(n)); ++k)
      rows[i].push_back({in.slot[k], in.weight[k]});
  }
  Mesh fewer_weights = mesh;
  fewer_weights.file_binding.influences = pack_influences(rows, 4).influences;
  fewer_weights.file_binding.influences.raw_weight_sum = in.raw_weight_sum;
  std::vector<vec3> full(rows.size()), fewer(rows.size());
  const auto run = [&](const Mesh& of, std::vector<vec3>& out) {
    SkinningInput input = skinning_input(bound_as_in_file(of), posed.palette[0],
                                         posed.node_matrix[0], scene.view.weights);
    input.data = deformer_data(scene, 0, {method});
    info_of(method).deform(input, out, {});
  };
  run(mesh, full);
  run(fewer_weights, fewer);
  std::vector<float> out;
  for (std::size_t i = 0; i < rows.size(); ++i) out.push_back(glm::length(full[i] - fewer[i]));
  return out;
}

TEST_F(DistanceMaps, LimitIsTheDistanceBetweenTwoSkinningsByTheViewsDeformer) {
  scene.pose.user_local[2] = rigs::turn(70.0f, {0, 0, 1});
  scene.pose.user_local[3] = rigs::move(0.3f, 0.2f, -0.4f);
  std::vector<float> largest_of;
  for (const DeformerInfo& d : kDeformers) {
    scene.view.method = d.method;
    for (int n = 1; n <= 3; ++n) {
      scene.view.limit = n;
      const SurfaceMap m = map(Show::Limit);
      const std::vector<float> wanted = limit_by_hand(scene, d.method, n);
      float largest = 0.0f;
      for (std::size_t i = 0; i < 5; ++i) {
        EXPECT_NEAR(m.mesh[0].value[i], wanted[i], 2e-6f) << d.key << ' ' << n << ' ' << i;
        largest = std::max(largest, m.mesh[0].value[i]);
      }
      EXPECT_EQ(m.mesh[0].value[0], 0.0f);
      // The points lie on their bones, to which the one without bulge brings them back.
      const bool never = d.method == Deformer::Rigid || d.method == Deformer::BulgeFree;
      EXPECT_EQ(largest > 0.0f, n < 3 && !never) << d.key;
      EXPECT_NE(m.legend.title.find(in_sentence(deformer_of(scene, d.method))), std::string::npos)
          << m.legend.title;
      if (largest > 0.0f) {
        EXPECT_EQ(m.high, largest);
        EXPECT_EQ(m.legend.ticks.back().text, short_value(largest));
      } else {
        EXPECT_TRUE(m.legend.bar.empty());
      }
      if (n == 1) largest_of.push_back(largest);
    }
  }
  EXPECT_GT(std::abs(largest_of[1] - largest_of[2]), 1e-3f)
      << "LBS and DQS lose the same: proves nothing";
  EXPECT_EQ(map(Show::Limit).legend.note, "No vertex moves.");
  scene.view.method = Deformer::Rigid;
  EXPECT_EQ(map(Show::Limit).legend.note,
            "Rigid follows the largest weight alone: it loses nothing.");
}

TEST_F(DistanceMaps, WithAMorphItsPointsAreCompared) {
  const vec3 shift(0.0f, 0.5f, -0.25f);
  const auto values_of = [&](bool as_morph) {
    auto model = counted_model();
    Mesh& mesh = model->meshes[0];
    if (as_morph) {
      model->morph_channels = {{"swell", 0, 0.0f}};
      mesh.morph = {{.channel = 0, .vertex = {1, 2}, .position = {shift, shift}, .normal = {}}};
    } else {
      mesh.position[1] += shift;
      mesh.position[2] += shift;
    }
    scene = make_scene(model);
    if (as_morph) scene.pose.user_morph = {1.0f};
    scene.pose.user_local[2] = rigs::turn(70.0f, {0, 0, 1});
    scene.view.method = Deformer::Linear;
    scene.view.limit = 1;
    return map(Show::Limit).mesh[0].value;
  };
  const std::vector<float> moved = values_of(false), morphed = values_of(true);
  ASSERT_EQ(morphed.size(), moved.size());
  for (std::size_t i = 0; i < moved.size(); ++i) EXPECT_NEAR(morphed[i], moved[i], 1e-6f) << i;
  scene.pose.user_morph = {0.0f};
  EXPECT_GT(std::abs(map(Show::Limit).mesh[0].value[1] - moved[1]), 0.01f) << "proves nothing";
}

// Panes side by side: the ramp goes up to what both have at most, and back to the own largest.
TEST_F(DistanceMaps, AScaleMayBeLongerThanTheOwnOne) {
  scene.pose.user_local[2] = rigs::turn(90.0f, {0, 0, 1});
  scene.view.limit = 1;
  SurfaceMap m = map(Show::Limit);
  const float own = largest_length(m);
  const Legend legend = m.legend;
  ASSERT_GT(own, 0.0f);
  EXPECT_EQ(m.high, own);
  scale_up_to(m, 4.0f * own);
  EXPECT_EQ(m.high, 4.0f * own);
  EXPECT_EQ(largest_length(m), own);
  ASSERT_EQ(m.legend.ticks.size(), 4u);
  EXPECT_EQ(m.legend.ticks[0].text, legend.ticks[3].text);  // a quarter of it is the own largest
  EXPECT_EQ(m.legend.ticks[3].text, short_value(4.0f * own));
  scale_up_to(m, own);
  EXPECT_EQ(m.legend.ticks[3].text, legend.ticks[3].text);
  // Where nothing moves there is no ramp, and a map of weights has its own.
  SurfaceMap weights = map(Show::Influences);
  scale_up_to(weights, 7.0f);
  EXPECT_NE(weights.high, 7.0f);
  weights.farthest = m.farthest;
  ASSERT_FALSE(weights.farthest.empty());
  EXPECT_EQ(largest_length(weights), 0.0f);
}

// v' is where the view shows it: with weights as stored, the linear blend moves by the stored sum.
TEST_F(DistanceMaps, LimitOfRawWeightsIsMeasuredWhereTheViewShowsTheSurface) {
  scene.pose.user_local[2] = rigs::turn(70.0f, {0, 0, 1});
  scene.view.show = Show::Limit;
  scene.view.limit = 1;
  MapCache cache;
  const PosedScene posed = evaluate(scene);
  for (const DeformerInfo& d : kDeformers) {
    scene.view.method = d.method;
    scene.view.weights = WeightUse::Normalised;
    const std::vector<float> plain = cache.get(scene, posed, bones, scene.view.show).mesh[0].value;
    scene.view.weights = WeightUse::Raw;
    const std::vector<float> raw = cache.get(scene, posed, bones, scene.view.show).mesh[0].value;
    const std::vector<float> wanted = limit_by_hand(scene, d.method, 1);
    const std::vector<float>& sum = binding_of(scene, 0).influences.raw_weight_sum;
    for (std::size_t i = 0; i < 5; ++i) {
      EXPECT_NEAR(raw[i], wanted[i], 2e-6f) << d.key << ' ' << i;
      const float by =
          deformer_of(scene, d.method) == Deformer::Linear && raw[i] > 0.0f ? sum[i] : 1.0f;
      EXPECT_FLOAT_EQ(raw[i], by * plain[i]) << d.key << ' ' << i;
    }
    EXPECT_EQ(raw[2] != plain[2], deformer_of(scene, d.method) == Deformer::Linear) << d.key;
  }
}

// A quarter turn about the bone's own end: the linear blend of two joints is the mean of two points
// on a circle, dual quaternions stay on the circle, and keeping one joint stands still.
TEST_F(DistanceMaps, LimitOfTwoEqualWeightsIsAChordOfTheCircle) {
  auto model = counted_model();
  Mesh& mesh = model->meshes[0];
  mesh.position[1] = vec3(2.0f, 1.0f, 0.0f);  // 1 from arm.L, about which it turns
  mesh.file_binding.influences.weight[1] = mesh.file_binding.influences.weight[2] = 0.5f;
  model->meshes.resize(1);
  scene = make_scene(model);
  scene.view.limit = 1;
  scene.pose.user_local[2] = rigs::turn(90.0f, {0, 0, 1});
  EXPECT_NEAR(map(Show::Limit).mesh[0].value[1], std::sqrt(0.5f), 1e-6f) << "half the chord";
  scene.view.method = Deformer::DualQuaternion;
  EXPECT_NEAR(map(Show::Limit).mesh[0].value[1], 2.0f * std::sin(glm::radians(22.5f)), 1e-6f);
  scene.view.method = Deformer::Rigid;
  EXPECT_EQ(map(Show::Limit).mesh[0].value[1], 0.0f);
}

TEST_F(DistanceMaps, LimitHasTheValuesOfEachPanesDeformerOnOneScale) {
  scene.pose.user_local[2] = rigs::turn(70.0f, {0, 0, 1});
  scene.view.limit = 1;
  scene.view.panes = Panes::Four;  // the file's (linear), dual quaternions, rigid, distance
  const SurfaceMap m = map(Show::Limit);
  ASSERT_EQ(m.others.size(), 2u);
  float most = 0.0f;
  for (const Deformer shown :
       {Deformer::Rigid, Deformer::Linear, Deformer::DualQuaternion, Deformer::File}) {
    const DeformerInfo& d = info_of(shown);
    const std::vector<float> wanted = limit_by_hand(scene, d.method, 1);
    const std::vector<float>& value = meshes_of(m, d.method)[0].value;
    float largest = 0.0f;
    for (std::size_t i = 0; i < 5; ++i) {
      EXPECT_NEAR(value[i], wanted[i], 2e-6f) << d.key << ' ' << i;
      largest = std::max(largest, value[i]);
    }
    const std::string told =
        short_value(largest) + " m by " + in_sentence(deformer_of(scene, d.method));
    EXPECT_NE(m.legend.note.find(told), std::string::npos) << m.legend.note;
    EXPECT_EQ(m.legend.note.find(told), m.legend.note.rfind(told)) << "told once";
    most = std::max(most, largest);
    EXPECT_EQ(legend_mark(m, d.method, 0, 2)->text, short_value(value[2]));
  }
  EXPECT_EQ(m.high, most);
  MapCache cache;
  const PosedScene posed = evaluate(scene);
  const auto revision = [&] { return cache.get(scene, posed, bones, scene.view.show).revision; };
  const auto first = revision();
  EXPECT_EQ(revision(), first);
  scene.view.pane3 = Deformer::Linear;
  EXPECT_NE(revision(), first);
}

TEST_F(DistanceMaps, SaysThatCentersAreNotThere) {
  scene.view.method = Deformer::Linear;
  scene.view.compare = Deformer::Centers;
  const auto note = [&] { return map(Show::Distance).legend.note; };
  scene.deformers->make_beside();
  EXPECT_NE(note().find("centres of rotation are not computed"), std::string::npos) << note();
  scene.deformers->make_centers(scene);
  EXPECT_EQ(note().find("not computed"), std::string::npos) << note();
}

// One mesh of many vertices, no two of which are alike.
std::shared_ptr<Model> long_model() {
  constexpr std::size_t kVertices = 90001;
  auto model = counted_model();
  model->meshes.resize(1);
  Mesh& mesh = model->meshes[0];
  std::vector<std::vector<WeightEntry>> rows(kVertices);
  mesh.position.assign(kVertices, vec3(0));
  mesh.normal.assign(kVertices, vec3(0, 1, 0));
  for (std::size_t i = 0; i < kVertices; ++i) {
    const float part = static_cast<float>(i) / static_cast<float>(kVertices);
    rows[i] = {{1, 0.9f - 0.5f * part}, {2, 0.4f * part}};
    if (i % 3 == 0) rows[i].push_back({3, 0.1f});
    mesh.position[i] = vec3(3.0f * part, 1.0f, 1.0f - part);
    mesh.dq_blend_weight.push_back(1.0f - 0.5f * part);
  }
  mesh.file_binding.influences = pack_influences(rows, 4).influences;
  return model;
}

TEST_F(DistanceMaps, ALongMeshIsMeasuredInBlocksAndStopsBetweenThem) {
  scene = make_scene(long_model());
  build_bones(scene, evaluate(scene), bones);
  scene.pose.user_local[2] = rigs::turn(70.0f, {0, 0, 1});
  scene.view.method = Deformer::Linear;
  scene.view.compare = Deformer::DualQuaternion;
  const PosedScene posed = evaluate(scene);
  const SkinningInput in =
      skinning_input(bound_mesh(scene, 0), posed.palette[0], posed.node_matrix[0]);
  std::vector<float> whole(in.position.size());
  deformer_distance(in, scene.view.method, scene.view.compare, whole);
  const std::vector<float> value = map(Show::Distance).mesh[0].value;
  ASSERT_EQ(value.size(), whole.size());
  std::size_t wrong = 0, moved = 0;
  for (std::size_t i = 0; i < whole.size(); ++i) {
    wrong += std::abs(value[i] - whole[i]) > 2e-6f;
    moved += whole[i] > 1e-3f;
  }
  EXPECT_EQ(wrong, 0u);
  EXPECT_GT(moved, whole.size() / 2);

  for (const Show show : {Show::Distance, Show::Limit}) {
    int asked = 0;
    EXPECT_THROW(surface_map(scene, posed, bones, show, [&] { return ++asked == 3; }), MapStopped);
    EXPECT_EQ(asked, 3);
  }
}

TEST_F(DistanceMaps, NoMapOfALongMeshIsMadeToItsEndOnceItIsNotWanted) {
  scene = make_scene(long_model());
  build_bones(scene, evaluate(scene), bones);
  scene.selection.joint = 2;
  const PosedScene posed = evaluate(scene);
  // How often each asks at least: joints are counted first and blended then.
  const std::pair<Show, int> shows[] = {{Show::Weights, 5},
                                        {Show::Joints, 10},
                                        {Show::Dominant, 5},
                                        {Show::Influences, 5},
                                        {Show::Sum, 5}};
  for (const auto& [show, least] : shows) {
    SCOPED_TRACE(static_cast<int>(show));
    int asked = 0;
    const auto ask = [&](int last) {
      asked = 0;
      return surface_map(scene, posed, bones, show, [&] { return ++asked == last; });
    };
    EXPECT_EQ(ask(0).mesh[0].value.size(), 90001u);
    const int all = asked;
    EXPECT_GE(all, least);
    for (int last = 1; last <= all; ++last) {
      EXPECT_THROW(ask(last), MapStopped);
      EXPECT_EQ(asked, last);
    }
  }
}

TEST_F(DistanceMaps, DistanceIsBetweenTheTwoDeformersOfTheView) {
  scene.pose.user_local[2] = rigs::turn(70.0f, {0, 0, 1});
  scene.pose.user_local[3] = rigs::turn(40.0f, {1, 0, 0});
  using enum Deformer;
  for (const auto& [a, b] :
       {std::pair{Linear, DualQuaternion}, {Rigid, Linear}, {DualQuaternion, Rigid}}) {
    scene.view.method = a;
    scene.view.compare = b;
    const SurfaceMap m = map(Show::Distance);
    const PosedScene posed = evaluate(scene);
    std::vector<vec3> at_a, at_b;
    skin_mesh(scene, posed, 0, a, at_a, nullptr);
    skin_mesh(scene, posed, 0, b, at_b, nullptr);
    float largest = 0.0f;
    std::uint32_t farthest = 0;
    for (std::uint32_t i = 0; i < 5; ++i) {
      EXPECT_NEAR(m.mesh[0].value[i], glm::length(at_a[i] - at_b[i]), 2e-6f) << i;
      if (m.mesh[0].value[i] > largest) farthest = i;
      largest = std::max(largest, m.mesh[0].value[i]);
    }
    EXPECT_GT(largest, 0.05f) << "the pose does nothing: the test would prove nothing";
    for (const std::uint32_t i : {0u, 3u, 4u})
      EXPECT_EQ(m.mesh[0].value[i], 0.0f) << "one or no influence";
    EXPECT_EQ(map_color(m, 0, 0), weight_zero_color());
    EXPECT_EQ(m.high, largest);
    EXPECT_EQ(m.farthest, (VertexRef{0, farthest}));
    EXPECT_EQ(m.legend.title, std::string(info_of(a).label) + " to " +
                                  (b == DualQuaternion ? "dual quaternions"
                                   : b == Rigid        ? "rigid"
                                                       : "linear blend") +
                                  ", in metres");
    const auto letters = [](Deformer d) {
      return d == DualQuaternion ? "DQS" : d == Rigid ? "RIGID" : "LBS";
    };
    EXPECT_EQ(m.legend.title_short, std::string(letters(a)) + " to " + letters(b) + ", in metres");
    EXPECT_EQ(m.legend.ticks.back().text, short_value(largest));
    EXPECT_NE(m.legend.note.find("at most " + short_value(largest) + " m ("), std::string::npos);
    EXPECT_EQ(m.legend.where, "Farthest: vertex " + std::to_string(farthest) + " of body");
  }
  scene.mesh_hidden = {1, 1};
  EXPECT_TRUE(map(Show::Distance).farthest.empty());
  scene.mesh_hidden = {1, 0};
  EXPECT_EQ(map(Show::Distance).farthest.mesh, 1);
  EXPECT_TRUE(map(Show::Distance).mesh[0].value.empty());
}

TEST_F(DistanceMaps, DistanceSaysWhyItIsZero) {
  SurfaceMap m = map(Show::Distance);
  EXPECT_EQ(m.legend.note, "No difference in this pose.");
  EXPECT_TRUE(m.farthest.empty());
  expect_values(m, {0, 0, 0, 0, 0});
  scene.view.compare = scene.view.method;
  scene.pose.user_local[2] = rigs::turn(70.0f, {0, 0, 1});
  m = map(Show::Distance);
  EXPECT_EQ(m.legend.note, "Both are the same: nothing to compare.");
  expect_values(m, {0, 0, 0, 0, 0});
}

}  // namespace
}  // namespace bindpose::surface_map_distances_test
