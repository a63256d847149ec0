// What two models differ in, and the nearest point of a surface.
#include "scene/diff/scene_diff.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <random>

#include "io/diff/diff_text.h"
#include "io/import.h"
#include "math/numbers.h"
#include "math/transform.h"
#include "rig/proximity/nearest_surface.h"

namespace bindpose::tests::diff_test {
namespace {

// A plain search over a fine grid of weights: no formula shared with what is tested.
float tried(const vec3& p, const vec3& a, const vec3& b, const vec3& c) {
  constexpr int kSteps = 50;
  float best = std::numeric_limits<float>::infinity();
  for (int i = 0; i <= kSteps; ++i) {
    for (int j = 0; j <= kSteps - i; ++j) {
      const float v = float(i) / kSteps, w = float(j) / kSteps;
      best = std::min(best, glm::distance(p, (1.0f - v - w) * a + v * b + w * c));
    }
  }
  return best;
}

class Random {
 public:
  vec3 point() { return {number(), number(), number()}; }
  float number() { return unit_(engine_); }

 private:
  std::mt19937 engine_{7};
  std::uniform_real_distribution<float> unit_{-1.0f, 1.0f};
};

TEST(NearestOnTriangle, IsNearerThanAnyPointThatIsTried) {
  Random random;
  for (int k = 0; k < 100; ++k) {
    const vec3 p = 2.0f * random.point(), a = random.point(), b = random.point();
    // Also triangles without area, and points.
    const vec3 c = k % 10 == 0 ? glm::mix(a, b, 0.3f) : k % 17 == 0 ? a : random.point();
    const NearPoint found = nearest_on_triangle(p, a, b, c);
    const vec3 at = found.bary.x * a + found.bary.y * b + found.bary.z * c;
    EXPECT_NEAR(found.bary.x + found.bary.y + found.bary.z, 1.0f, 1e-5f);
    EXPECT_GE(std::min({found.bary.x, found.bary.y, found.bary.z}), 0.0f);
    EXPECT_NEAR(glm::distance(p, at), found.distance, 1e-4f);
    const float best = tried(p, a, b, c);
    EXPECT_LE(found.distance, best + 1e-5f);
    EXPECT_GE(found.distance, best - 0.05f);
  }
}

TEST(NearestSurface, FindsWhatTryingAllTrianglesFinds) {
  Random random;
  std::vector<vec3> position;
  std::vector<std::uint32_t> triangle;
  for (std::uint32_t t = 0; t < 300; ++t) {
    const vec3 at = random.point();
    for (std::uint32_t k = 0; k < 3; ++k) {
      position.push_back(at + 0.1f * random.point());
      triangle.push_back(3 * t + k);
    }
  }
  position[30].x = std::numeric_limits<float>::quiet_NaN();  // of triangle 10
  const NearestSurface surface(position, triangle);
  for (int k = 0; k < 200; ++k) {
    const vec3 p = 1.5f * random.point();
    float best = std::numeric_limits<float>::infinity();
    std::size_t within = 0;
    for (std::uint32_t t = 0; t < 300; ++t) {
      if (t == 10) continue;
      const float d =
          nearest_on_triangle(p, position[3 * t], position[3 * t + 1], position[3 * t + 2])
              .distance;
      best = std::min(best, d);
      if (d <= 0.4f) ++within;
    }
    const auto found = surface.nearest(p);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->distance, best);
    EXPECT_FALSE(surface.nearest(p, best * 0.99f));
    surface.each_within(p, 0.4f, [&](const NearPoint&) { return within-- > 0; });
    EXPECT_EQ(within, 0u);
  }
  EXPECT_FALSE(surface.nearest(vec3(std::numeric_limits<float>::infinity())));
  EXPECT_FALSE(NearestSurface({}, {}).nearest(vec3(0.0f)));
}

class Diffs : public ::testing::Test {
 protected:
  // What the surface has to say takes time, and is asked where it is changed. The same character by
  // two exporters is compared on the command line (tests/cli).
  static DiffOptions no_surface() {
    DiffOptions options;
    options.ignored[static_cast<int>(DiffPart::Surface)] = true;
    options.ignored[static_cast<int>(DiffPart::Weights)] = true;
    return options;
  }
  static std::shared_ptr<Model> arm() {
    static const auto read = import_model(BINDPOSE_SOURCE_DIR "/assets/arm.glb", {});
    return std::make_shared<Model>(*read);
  }
  static SceneDiff compare(std::shared_ptr<const Model> other, const DiffOptions& options = {}) {
    return compare_scenes(make_scene(arm()), make_scene(std::move(other)), options);
  }
  static std::vector<std::string> parts(const SceneDiff& diff) {
    std::vector<std::string> out;
    for (int p = 0; p < kDiffParts; ++p) {
      if (diff.differs[p]) out.emplace_back(kDiffWord[p]);
    }
    return out;
  }
  using Words = std::vector<std::string>;
};

TEST_F(Diffs, AModelIsAsItIs) {
  const SceneDiff diff = compare(arm());
  EXPECT_TRUE(diff.same());
  EXPECT_EQ(diff.first_joint(), -1);
  ASSERT_FALSE(diff.joints.empty());
  ASSERT_FALSE(diff.clips.empty());
}

TEST_F(Diffs, UnitsOfTheFileAreNoDifference) {
  const auto other = arm();
  const mat4 larger = glm::scale(mat4(1.0f), vec3(100.0f));
  other->to_display = other->to_display * glm::inverse(larger);
  const auto scale_place = [](mat4& m) { m[3] = vec4(100.0f * vec3(m[3]), 1.0f); };
  for (mat4& m : other->skeleton.rest_local) scale_place(m);
  for (mat4& m : other->bind_local) scale_place(m);
  for (Mesh& mesh : other->meshes) {
    for (vec3& p : mesh.position) p *= 100.0f;
    for (mat4& m : mesh.file_binding.skin.bind) scale_place(m);
    for (mat4& m : mesh.file_binding.skin.inverse_bind) scale_place(m);
  }
  other->clips.clear();
  DiffOptions options;
  options.ignored[static_cast<int>(DiffPart::Clips)] = true;
  EXPECT_EQ(parts(compare(other, options)), Words{});
}

TEST_F(Diffs, TellWhichJointIsTheFirst) {
  const auto other = arm();
  const int hand = find_joint(other->skeleton, "hand"),
            fore = find_joint(other->skeleton, "forearm");
  ASSERT_GE(fore, 0);
  ASSERT_GT(hand, fore);
  const float radians = 0.02f;
  mat4& rest = other->skeleton.rest_local[idx(fore)];
  rest = rest * glm::mat4_cast(glm::angleAxis(radians, vec3(0, 0, 1)));
  other->clips.clear();
  DiffOptions options = no_surface();
  options.ignored[static_cast<int>(DiffPart::Clips)] = true;
  const SceneDiff diff = compare(other, options);
  EXPECT_EQ(parts(diff), Words{"rest"});
  ASSERT_GE(diff.first_joint(), 0);
  const JointDiff& first = diff.joints[idx(diff.first_joint())];
  EXPECT_EQ(first.a, fore);
  EXPECT_NEAR(first.rest.degrees, radians * kDegreesPerRadian, 1e-3);
  EXPECT_NEAR(first.rest.metres, 0.0, 1e-6) << "it turns where it is";
  options.tolerance = 0.03;
  EXPECT_TRUE(compare(other, options).same()) << "within the tolerance";
}

TEST_F(Diffs, NamesCountWithoutTheirNamespace) {
  const auto other = arm();
  for (std::string& name : other->skeleton.name) name = "rig:" + name;
  EXPECT_EQ(parts(compare(other)), Words{});
  other->skeleton.name[idx(find_joint(other->skeleton, "rig:hand"))] = "rig:thing";
  const SceneDiff diff = compare(other, no_surface());
  ASSERT_GE(parts(diff).size(), 1u);
  EXPECT_EQ(parts(diff)[0], "joints");
  std::size_t alone = 0;
  for (const JointDiff& j : diff.joints) alone += j.a < 0 || j.b < 0 ? 1 : 0;
  EXPECT_EQ(alone, 2u);
}

TEST_F(Diffs, AVertexThatMovedAndOneThatIsPulledElsewhere) {
  const auto other = arm();
  Mesh& mesh = other->meshes[0];
  mesh.position[5] += 0.01f * mesh.normal[5];
  const SceneDiff moved = compare(other);
  EXPECT_EQ(parts(moved), Words{"surface"});
  const auto found = std::ranges::find_if(
      moved.surfaces, [](const SurfaceDiff& s) { return !s.of_a && s.mesh == 0; });
  ASSERT_NE(found, moved.surfaces.end());
  EXPECT_EQ(found->farthest, 5u);
  EXPECT_NEAR(found->metres, 0.01 * metres_a_unit(*other), 1e-3);

  const auto pulled = arm();
  Influences& in = pulled->meshes[0].file_binding.influences;
  std::size_t v = 0;
  while (in.offset[v + 1] - in.offset[v] < 2) ++v;
  in.weight[in.offset[v]] -= 0.1f;
  in.weight[in.offset[v] + 1] += 0.1f;
  const SceneDiff weights = compare(pulled);
  EXPECT_EQ(parts(weights), (Words{"surface", "weights"})) << "clips part them";
  double most = 0.0;
  for (const SurfaceDiff& s : weights.surfaces) most = std::max(most, s.weight);
  EXPECT_NEAR(most, 0.1, 1e-5);
}

// Some of its triangles, with their vertices and without weights.
Mesh piece_of(Mesh mesh) {
  mesh.triangle.resize(3 * 100);
  std::vector<std::uint32_t> vertex(mesh.triangle);
  std::ranges::sort(vertex);
  vertex.erase(std::unique(vertex.begin(), vertex.end()), vertex.end());
  for (std::uint32_t& v : mesh.triangle) {
    v = static_cast<std::uint32_t>(std::ranges::lower_bound(vertex, v) - vertex.begin());
  }
  const std::vector<vec3> position = mesh.position, normal = mesh.normal;
  mesh.position.clear();
  mesh.normal.clear();
  for (const std::uint32_t v : vertex) {
    mesh.position.push_back(position[v]);
    mesh.normal.push_back(normal[v]);
  }
  mesh.uv.clear();
  mesh.color.clear();
  mesh.source_vertex.clear();
  return mesh;
}

// A sleeve on an arm: at one place two surfaces, pulled by other joints.
TEST_F(Diffs, SurfacesThatTouchAreToldApart) {
  const auto one = arm(), other = arm();
  const int hand = find_joint(one->skeleton, "hand");
  const auto bind_all = [](Mesh mesh, int joint) {
    mesh.name += std::to_string(joint);
    for (float& w : mesh.file_binding.influences.weight) w = 1.0f;
    Influences& in = mesh.file_binding.influences;
    const int slot = find_slot(mesh.file_binding.skin, joint);
    const std::size_t count = mesh.position.size();
    const std::vector<std::vector<WeightEntry>> rows(count, {{slot, 1.0f}});
    in = pack_influences(rows, mesh.file_binding.skin.joint.size()).influences;
    return mesh;
  };
  const Mesh mesh = piece_of(one->meshes[0]);
  const int first = mesh.file_binding.skin.joint[0] == hand ? mesh.file_binding.skin.joint[1]
                                                            : mesh.file_binding.skin.joint[0];
  one->meshes = {bind_all(mesh, first), bind_all(mesh, hand)};
  other->meshes = {bind_all(mesh, hand), bind_all(mesh, first)};
  const auto weights_of = [&] {
    return compare_scenes(make_scene(one), make_scene(other), {})
        .differs[static_cast<int>(DiffPart::Weights)];
  };
  EXPECT_FALSE(weights_of());
  other->meshes[1] = bind_all(mesh, hand);
  EXPECT_TRUE(weights_of());
  // Without weights they follow their node: as if it pulled them all.
  const auto without = [](Mesh m, int node) {
    m.node = node;
    m.file_binding.influences =
        pack_influences(std::vector<std::vector<WeightEntry>>(m.position.size()), 1).influences;
    return m;
  };
  one->meshes = {without(mesh, mesh.node)};
  other->meshes = {without(mesh, mesh.node)};
  EXPECT_FALSE(weights_of());
  Mesh half = mesh;
  half.file_binding.influences =
      pack_influences(
          std::vector<std::vector<WeightEntry>>(mesh.position.size(), {{0, 0.5f}, {1, 0.5f}}), 2)
          .influences;
  other->meshes = {half};
  EXPECT_TRUE(weights_of());
  EXPECT_NEAR(compare_scenes(make_scene(one), make_scene(other), {}).surfaces[0].weight, 1.0, 1e-6);
}

TEST_F(Diffs, ClipsByNameAndWhereTheyDiffer) {
  const auto other = arm();
  Clip& clip = other->clips[0];
  clip.name = "renamed";
  EXPECT_EQ(parts(compare(other, no_surface())), Words{}) << "one clip each";
  other->clips.push_back(clip);
  other->clips.back().name = "more";
  const SceneDiff diff = compare(other, no_surface());
  EXPECT_EQ(parts(diff), Words{"clips"});
  EXPECT_EQ(diff.clips.size(), 3u);
}

// The worst joint of each clip is told, not only that of the worst clip.
TEST_F(Diffs, EachClipThatDiffersIsTold) {
  const auto one = arm(), other = arm();
  for (const auto& model : {one, other}) {
    for (const char* name : {"second", "third"}) {
      model->clips.push_back(model->clips[0]);
      model->clips.back().name = name;
    }
  }
  const int fore = find_joint(one->skeleton, "forearm");
  const auto turn = [&](std::size_t clip, float degrees) {
    other->clips[clip].tracks.clear();
    one->clips[clip].tracks.clear();
    JointTrack track;
    track.joint = fore;
    TrackFactor factor;
    factor.rotation.time = {0.0};
    factor.rotation.value = {glm::angleAxis(glm::radians(degrees), vec3(0, 0, 1))};
    track.factors = {factor};
    other->clips[clip].tracks = {track};
    factor.rotation.value = {quat(1, 0, 0, 0)};
    track.factors = {factor};
    one->clips[clip].tracks = {track};
  };
  turn(0, 10.0f);
  turn(1, 20.0f);
  const SceneDiff diff = compare_scenes(make_scene(one), make_scene(other), no_surface());
  EXPECT_EQ(parts(diff), Words{"clips"});
  ASSERT_EQ(diff.clips.size(), 3u);
  EXPECT_TRUE(diff.clips[0].differs);
  EXPECT_TRUE(diff.clips[1].differs);
  EXPECT_FALSE(diff.clips[2].differs);
  const auto worst = std::ranges::find(diff.joints, fore, &JointDiff::a);
  ASSERT_NE(worst, diff.joints.end());
  EXPECT_EQ(worst->clip, 1);
  EXPECT_NEAR(worst->clips.degrees, 20.0, 1e-3);

  // It is farther away at another time, where it turns less: what is told is of one time.
  other->clips[0].tracks[0].factors[0].fallback.t = vec3(0.001f, 0.0f, 0.0f);
  const SceneDiff moved = compare_scenes(make_scene(one), make_scene(other), no_surface());
  const auto again = std::ranges::find(moved.joints, fore, &JointDiff::a);
  EXPECT_EQ(again->clip, 1);
  EXPECT_LT(again->clips.metres, 1e-6);
}

TEST_F(Diffs, MorphsByNameShapeAndWeight) {
  const auto with_morph = [](const char* name, float length, float weight) {
    const auto model = arm();
    model->morph_channels = {{name, 0, weight}};
    model->meshes[0].morph = {{0, {3, 4}, {vec3(0, length, 0), vec3(0, 0, length)}, {}, {}}};
    return model;
  };
  const auto compared = [&](const std::shared_ptr<Model>& b) {
    return compare_scenes(make_scene(with_morph("smile", 0.1f, 0.0f)), make_scene(b), no_surface());
  };
  EXPECT_EQ(parts(compared(with_morph("smile", 0.1f, 0.0f))), Words{});
  // Where a clip says nothing, it is the rest pose's.
  EXPECT_EQ(parts(compared(with_morph("smile", 0.1f, 0.5f))), (Words{"clips", "morphs"}));
  EXPECT_EQ(compared(with_morph("smile", 0.1f, 0.5f)).morphs[0].weight, 0.5);
  const SceneDiff longer = compared(with_morph("smile", 0.15f, 0.0f));
  EXPECT_EQ(parts(longer), Words{"morphs"});
  // By place: each of both vertices goes 0.05 farther.
  EXPECT_NEAR(longer.morphs[0].metres, 0.05 * metres_a_unit(*arm()), 1e-6);
  EXPECT_EQ(compared(with_morph("frown", 0.1f, 0.0f)).morphs.size(), 2u);
  const auto moved = with_morph("smile", 0.1f, 0.0f);
  MorphTrack track;
  track.weight.time = {0.0};
  track.weight.value = {0.25f};
  moved->clips[0].morphs = {track};
  const SceneDiff clips = compared(moved);
  EXPECT_EQ(parts(clips), (Words{"clips", "morphs"}));
  EXPECT_EQ(clips.morphs[0].clips, 0.25);
}

TEST_F(Diffs, MaterialsByWhatIsSeen) {
  const auto other = arm();
  other->materials[idx(other->meshes[0].material)].base_color.x += 0.01f;
  const SceneDiff diff = compare(other, no_surface());
  EXPECT_EQ(parts(diff), Words{"materials"});
  ASSERT_EQ(diff.materials.size(), 1u);
  EXPECT_EQ(diff.materials[0].what, Words{"base colour"});
  for (const float by : {-0.01f, 0.01f}) {
    const auto shiny = arm();
    Material& material = shiny->materials[idx(shiny->meshes[0].material)];
    material.metallic += by;
    material.roughness += by;
    material.normal_scale += by;
    material.occlusion_strength += by;
    const SceneDiff more = compare(shiny, no_surface());
    ASSERT_EQ(more.materials.size(), 1u);
    EXPECT_EQ(more.materials[0].what,
              (Words{"metallic", "roughness", "strength of normals", "strength of occlusion"}));
  }
  DiffOptions options = no_surface();
  options.ignored[static_cast<int>(DiffPart::Materials)] = true;
  EXPECT_TRUE(compare(other, options).same());
}

TEST_F(Diffs, AreSaid) {
  const Scene a = make_scene(arm()), b = make_scene(arm());
  const DiffOptions options = no_surface();
  const SceneDiff diff = compare_scenes(a, b, options);
  EXPECT_NE(diff_text({"a.glb", "b.glb", a, b, diff, options}).find("They are the same."),
            std::string::npos);
  EXPECT_NE(diff_json({"a.glb", "b.glb", a, b, diff, options}).find("\"same\": true"),
            std::string::npos);
}

}  // namespace
}  // namespace bindpose::tests::diff_test
