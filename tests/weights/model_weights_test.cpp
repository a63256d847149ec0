// Computed weights of whole models: what the methods promise of all, and what they gain over
// weights by segment radius.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "io/import.h"
#include "rig/automatic/heat.h"
#include "rig/weights/limit.h"
#include "rig/weights/weight_rows.h"
#include "scene/automatic/automatic_binding.h"
#include "scene/check/check.h"
#include "scene/edit/edit.h"
#include "scene/names.h"
#include "scene/segment_binding.h"

namespace bindpose {
namespace {

namespace fs = std::filesystem;

std::shared_ptr<const Model> asset(const std::string& name) {
  static std::map<std::string, std::shared_ptr<const Model>> read;
  auto& model = read[name];
  if (!model) model = import_model(fs::path(BINDPOSE_SOURCE_DIR) / "assets" / name);
  return model;
}

// The scene after the edit. What is computed of one of the assets is computed once for all tests:
// seconds each.
Scene scene_after(const std::shared_ptr<const Model>& model, const std::string& text) {
  static std::map<std::pair<std::shared_ptr<const Model>, std::string>, Scene> known;
  auto& scene = known[{model, text}];
  if (scene.model) return scene;
  Document document(make_scene(model));
  std::string error;
  const auto edit = parse_edit(text, *model, error);
  EXPECT_TRUE(edit) << error;
  if (edit) document.apply({*edit});
  return scene = document.scene();
}

struct Place {
  float x, y, z;
  auto operator<=>(const Place&) const = default;
};

std::string other_side(std::string name) {
  if (name.ends_with(".L"))
    name.back() = 'R';
  else if (name.ends_with(".R"))
    name.back() = 'L';
  return name;
}

// By the joint's name.
std::map<std::string, float> row_of(const Model& model, const MeshWeights& w, std::size_t i) {
  std::map<std::string, float> out;
  for (std::uint32_t e = w.influences.offset[i]; e < w.influences.offset[i + 1]; ++e) {
    const int joint = w.joint[w.influences.slot[e]];
    out[model.skeleton.name[static_cast<std::size_t>(joint)]] = w.influences.weight[e];
  }
  return out;
}

double largest_asymmetry(const Model& model, const std::vector<MeshWeights>& weights) {
  double most = 0.0;
  std::size_t compared = 0;
  std::set<std::string> names;
  for (const MeshWeights& w : weights) {
    const Mesh& mesh = model.meshes[static_cast<std::size_t>(w.mesh)];
    // In steps of a millionth: the buckle's points are opposite to within 6e-8.
    const auto place = [](const vec3& p, float sign) {
      const auto step = [](float x) { return std::round(x * 1e6f) + 0.0f; };
      return Place{step(sign * p.x), step(p.y), step(p.z)};
    };
    std::map<Place, std::size_t> at;
    for (std::size_t i = 0; i < mesh.position.size(); ++i)
      at.emplace(place(mesh.position[i], 1), i);
    const bool symmetric = std::ranges::all_of(
        mesh.position, [&](const vec3& p) { return at.contains(place(p, -1)); });
    if (!symmetric) continue;  // what is there once a side
    names.insert(mesh.name);
    for (std::size_t i = 0; i < mesh.position.size(); ++i) {
      const auto mirrored = at.find(place(mesh.position[i], -1));
      ++compared;
      const auto here = row_of(model, w, i), there = row_of(model, w, mirrored->second);
      for (const auto& [name, weight] : here) {
        const auto same = there.find(other_side(name));
        const float other = same == there.end() ? 0.0f : same->second;
        most = std::max(most, std::abs(double(weight) - other));
      }
    }
  }
  EXPECT_GT(compared, 27000u);
  // The triangles of the buckle are not each other's mirror image.
  EXPECT_EQ(names, (std::set<std::string>{"belt", "buckle", "ogre_body", "trousers"}));
  return most;
}

TEST(ModelWeights, OfTheOgreAreSymmetricPartitionsOfUnityAndTheSameEachTime) {
  const auto model = asset("ogre.glb");
  for (const BindMethod method : kBindMethods) {
    AutomaticMethod how = automatic_method(method);
    if (method == BindMethod::Voxel) how.resolution = 64;
    for (const int limit : std::set{how.limit, 4}) {  // often the same
      how.limit = limit;
      const AutomaticBinding made = bind_automatically(*model, how);
      const AutomaticBinding again = limit == 4 ? bind_automatically(*model, how) : made;
      EXPECT_EQ(made.unweighted, 0u);
      for (std::size_t k = 0; k < made.weights.size(); ++k) {
        const Influences& in = made.weights[k].influences;
        EXPECT_EQ(in.slot, again.weights[k].influences.slot);
        EXPECT_EQ(in.weight, again.weights[k].influences.weight);
        for (std::size_t i = 0; i + 1 < in.offset.size(); ++i) {
          double sum = 0.0;
          for (std::uint32_t e = in.offset[i]; e < in.offset[i + 1]; ++e) sum += in.weight[e];
          ASSERT_NEAR(sum, 1.0, 1e-5);
          ASSERT_LE(in.offset[i + 1] - in.offset[i], static_cast<std::uint32_t>(limit));
        }
      }
      EXPECT_LT(largest_asymmetry(*model, made.weights), 1e-4)
          << amount_of(method).method << " limit " << limit;
    }
  }
}

// The eyes' radii come from points in the middle, as near to the one as to the other.
TEST(ModelWeights, OfSegmentsWithTheirOwnRadiiAreSymmetricOnTheOgre) {
  const auto model = asset("ogre.glb");
  SegmentBinding made = bind_by_segments(*model, {});
  EXPECT_LT(largest_asymmetry(*model, made.weights), 1e-4);
  EXPECT_EQ(made.unweighted, 0u);
  // Of two that are equal where a cut falls none stays, or the one side would be preferred.
  for (MeshWeights& w : made.weights) w.influences = limited_evenly(w.influences, 4);
  EXPECT_LT(largest_asymmetry(*model, made.weights), 1e-4);
}

TEST(ModelWeights, OfALimitThatFallsBetweenEqualOnesAreTheLargerOnesAndTheFirstWhereAllAreEqual) {
  const Influences in = pack_influences({{{0, 0.4f}, {1, 0.2f}, {2, 0.2f}, {3, 0.2f}},
                                         {{0, 0.25f}, {1, 0.25f}, {2, 0.25f}, {3, 0.25f}},
                                         {{0, 0.5f}, {1, 0.3f}, {2, 0.2f}},
                                         {{0, 0.7f}, {1, 0.3f}}},
                                        4)
                            .influences;
  const Influences out = limited_evenly(in, 2);
  EXPECT_EQ(out.offset, (std::vector<std::uint32_t>{0, 1, 3, 5, 7}));
  EXPECT_EQ(out.slot, (std::vector<std::uint16_t>{0, 0, 1, 0, 1, 0, 1}));
  const std::vector<float> expected{1.0f, 0.5f, 0.5f, 0.625f, 0.375f, 0.7f, 0.3f};
  ASSERT_EQ(out.weight.size(), expected.size());
  for (std::size_t k = 0; k < expected.size(); ++k)
    EXPECT_NEAR(out.weight[k], expected[k], 1e-6f) << k;
}

SceneFigures figures_of(const std::shared_ptr<const Model>& model, const std::string& edit) {
  return scene_figures(scene_after(model, edit));
}

// Ten models on which both methods, with four influences a vertex, beat segments, which have all
// of theirs, in both figures; docs/weights.md has all of them, with those where neither does.
// Smooth is the Laplacian energy of the weights, the leak what it is in rig/automatic/figures.h.
TEST(ModelWeights, HeatAndVoxelsAreSmootherThanSegmentsAndLeakLessOnTenModels) {
  const fs::path shared = fs::path(BINDPOSE_SHARED_DIR) / "models";
  if (!fs::exists(shared)) GTEST_SKIP() << "no ../shared/models here";
  const std::vector<std::string> both{"heat", "voxel"};
  const std::pair<fs::path, std::vector<std::string>> cases[] = {
      {"ogre.glb", both},
      {"octopus.glb", both},
      {shared / "cesium_man/cesium_man.gltf", both},
      {shared / "robot/robot.glb", both},
      {shared / "pab_skeleton/pab_skeleton.fbx", both},
      {shared / "cowboy/model.dae", both},
      {shared / "knight/Knight.glb", both},
      {shared / "astro_max/astro_max.dae", both},
      {shared / "maya_kenney_character/maya_kenney_character.fbx", both},
      {"dragonling.glb", both},
      {"automaton.glb", both}};
  std::size_t of_both = 0;
  for (const auto& [file, methods] : cases) {
    const auto model = file.has_parent_path() ? import_model(file) : asset(file.string());
    const WeightFigures segments = figures_of(model, "bind segments").figures;
    EXPECT_GT(segments.leak, 0.0) << "nothing to be better than on " << file;
    of_both += methods.size() == 2;
    for (const std::string& method : methods) {
      const WeightFigures f = figures_of(model, "bind " + method).figures;
      EXPECT_LT(f.roughness, segments.roughness) << method << " on " << file;
      EXPECT_LT(f.leak, segments.leak) << method << " on " << file;
    }
  }
  EXPECT_GE(of_both, 10u);
}

// What the program computes it has nothing to say against.
TEST(ModelWeights, TheClinicFindsNothingInThoseOfTheOgreAndTheOctopus) {
  for (const char* name : {"ogre.glb", "octopus.glb"}) {
    const auto model = asset(name);
    for (const char* edit : {"bind heat", "bind voxel"}) {
      for (const Finding& f : check(scene_after(model, edit), *find_profile("rig"))) {
        const bool of_weights = info_of(f.rule).concerns == Concerns::Vertices;
        const bool even = f.rule == Rule::Asymmetry;
        EXPECT_TRUE(!of_weights || even) << name << ", " << edit << ": " << f.text;
      }
    }
  }
}

// The cut alone leaves a kink wherever a bone gives its place to another.
TEST(ModelWeights, AFewInfluencesChangeSmoothlyAlongTheSurface) {
  const auto model = asset("octopus.glb");
  const BindGround ground = bind_ground(*model);
  const BindInput in{ground.position, ground.triangle, ground.segment};
  const auto roughness = [&](const Influences& weights) {
    return weight_figures(in, weights, ground.parent).roughness;
  };
  AutomaticWeights cut = heat_weights(in, {0.3f, 0});
  std::vector<std::vector<WeightEntry>> rows(cut.influences.vertex_count());
  std::vector<std::uint32_t> self(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    self[i] = static_cast<std::uint32_t>(i);
    rows[i] = read_row(cut.influences, i).entry;
    keep_largest(rows[i], 4);
  }
  const Influences plain = influences_of(rows, self);
  const Influences limited = heat_weights(in, {0.3f, 4}).influences;
  EXPECT_LT(roughness(limited), 0.6 * roughness(plain));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::uint32_t e = limited.offset[i]; e < limited.offset[i + 1]; ++e)
      ASSERT_GE(limited.weight[e], 0.5f / 255.0f) << "8 bits round it to nothing";
  }
  // Where the limit cuts nothing at all it changes nothing.
  const Influences all = heat_weights(in, {0.3f, 0}).influences;
  const Influences many = heat_weights(in, {0.3f, static_cast<int>(in.segments.size())}).influences;
  EXPECT_EQ(all.slot, many.slot);
  EXPECT_EQ(all.weight, many.weight);
}

// As they come, heat leaves no joint of a character without weight.
TEST(ModelWeights, AFewInfluencesOfHeatAreSomeForEachJoint) {
  for (const char* name : {"ogre.glb", "octopus.glb", "dragonling.glb"}) {
    const auto model = asset(name);
    const JointFlags made = joint_flags(scene_after(model, "bind heat"));
    for (std::size_t j = 0; j < made.has_weight.size(); ++j) {
      EXPECT_EQ(made.has_weight[j], model->skeleton.file_flags.has_weight[j])
          << name << " " << model->skeleton.name[j];
    }
  }
}

// A hand of few vertices among its fingers: with all influences it has 0.54 of one of them.
TEST(ModelWeights, AFewInfluencesDoNotTakeASmallHandAway) {
  const fs::path file =
      fs::path(BINDPOSE_SHARED_DIR) / "models/maya_kenney_character/maya_kenney_character.fbx";
  if (!fs::exists(file)) GTEST_SKIP() << "no ../shared/models here";
  const auto model = import_model(file);
  const AutomaticBinding made = bind_automatically(*model, automatic_method(BindMethod::Heat));
  EXPECT_TRUE(made.notes.empty()) << made.notes.front();
  std::map<std::string, float> most;
  for (const MeshWeights& w : made.weights) {
    for (std::size_t i = 0; i < w.influences.vertex_count(); ++i) {
      for (const auto& [name, weight] : row_of(*model, w, i))
        most[name] = std::max(most[name], weight);
    }
  }
  for (const char* name : {"LeftHand", "RightHand", "UpperChest", "Chest"})
    EXPECT_GT(most[name], 0.15f) << name;
}

// It does not say that others are nearer everywhere: some of the back is nearest to the chest.
TEST(ModelWeights, WhyAJointGetsNoWeightIsSaid) {
  const auto model = asset("ogre.glb");
  AutomaticMethod how = automatic_method(BindMethod::Heat);
  const auto note = [&] {
    for (const std::string& text : bind_automatically(*model, how).notes) {
      if (text.find("no weight") != std::string::npos) return text;
    }
    return std::string();
  };
  EXPECT_EQ(note(), "");
  how.amount = 0.3f;
  how.limit = 2;
  EXPECT_EQ(note(),
            "1 joint gets no weight (chest), for it is nowhere among the 2 largest; a higher "
            "limit keeps more.");
}

// The ogre's root moves no vertex in the file.
TEST(ModelWeights, JointsWithoutWeightInTheFileAreLeftOut) {
  const auto model = asset("ogre.glb");
  const int root = find_joint(model->skeleton, "root");
  ASSERT_EQ(model->skeleton.file_flags.has_weight[static_cast<std::size_t>(root)], 0);
  const auto pulls = [&](const std::string& edit, const std::shared_ptr<const Model>& of) {
    return joint_flags(scene_after(of, edit)).has_weight[static_cast<std::size_t>(root)] != 0;
  };
  EXPECT_FALSE(pulls("bind heat", model));
  EXPECT_TRUE(pulls("bind heat joints all", model));
  EXPECT_FALSE(pulls("bind voxel resolution 32", model));
  EXPECT_TRUE(pulls("bind voxel resolution 32 joints all", model));
  EXPECT_FALSE(pulls("bind inverse", model));
  EXPECT_TRUE(pulls("bind inverse joints all", model));
  AutomaticMethod heat = automatic_method(BindMethod::Heat);
  EXPECT_EQ(bind_automatically(*model, heat).left_out, 1u);
  heat.joints = BindJoints::All;
  EXPECT_EQ(bind_automatically(*model, heat).left_out, 0u);
  // Where no joint has weight it says nothing about them.
  auto bare = std::make_shared<Model>(*model);
  for (Mesh& mesh : bare->meshes) {
    Influences& in = mesh.file_binding.influences;
    const std::size_t count = in.vertex_count();
    in = {};
    in.offset.assign(count + 1, 0);
    in.raw_weight_sum.assign(count, 0.0f);
  }
  derive_weight_flags(*bare);
  EXPECT_TRUE(pulls("bind heat", bare));
}

// The part of all weight that other joints than those of the file's painted weights have.
double apart_from_painted(const std::shared_ptr<const Model>& model, const std::string& edit) {
  const Scene scene = scene_after(model, edit);
  double apart = 0.0, vertices = 0.0;
  for (std::size_t m = 0; m < model->meshes.size(); ++m) {
    const MeshBinding& painted = model->meshes[m].file_binding;
    const auto rows = [&](const MeshBinding& b) {
      return MeshWeights{static_cast<int>(m), b.skin.joint, b.influences};
    };
    const MeshWeights was = rows(painted), now = rows(binding_of(scene, m));
    for (std::size_t i = 0; painted.skin.skinned && i < was.influences.vertex_count(); ++i) {
      const auto there = row_of(*model, was, i);
      double same = 0.0;
      for (const auto& [name, weight] : row_of(*model, now, i)) {
        if (there.contains(name)) same += double{std::min(weight, there.at(name))};
      }
      apart += 1.0 - same;
      vertices += 1.0;
    }
  }
  return apart / vertices;
}

// Roots and controls that riggers gave nothing get nothing: docs/weights.md has ten models.
TEST(ModelWeights, AreNearerToPaintedOnesWithoutTheBonesThatNobodyPainted) {
  const fs::path shared = fs::path(BINDPOSE_SHARED_DIR) / "models";
  std::vector<fs::path> files{"dragonling.glb"};
  if (fs::exists(shared)) {
    files.push_back(shared / "robot/robot.glb");
    files.push_back(shared / "maya_kenney_character/maya_kenney_character.fbx");
  }
  for (const fs::path& file : files) {
    const auto model = file.has_parent_path() ? import_model(file) : asset(file.string());
    for (const std::string how : {"bind inverse", "bind voxel resolution 32"}) {
      EXPECT_LT(apart_from_painted(model, how),
                apart_from_painted(model, how + " joints all") - 0.004)
          << how << " on " << file;
    }
  }
}

TEST(ModelWeights, TheTextFormIsReadBackAndUndone) {
  const auto model = asset("capsule.glb");
  std::string error;
  for (const std::string text :
       {"bind heat", "bind heat strength 2 limit 3", "bind inverse power 2",
        "bind heat limit 8 joints all", "bind voxel joints all",
        "bind voxel falloff 0.25 resolution 32 limit 0"}) {
    const auto edit = parse_edit(text, *model, error);
    ASSERT_TRUE(edit) << error;
    EXPECT_EQ(to_text(*edit, *model), text);
    Document document(make_scene(model));
    const std::vector<float> before = binding_of(document.scene(), 0).influences.weight;
    document.apply({*edit});
    EXPECT_NE(binding_of(document.scene(), 0).influences.weight, before);
    document.undo();
    EXPECT_EQ(binding_of(document.scene(), 0).influences.weight, before);
  }
  for (const auto& [text, word] :
       {std::pair("bind heat strength 0", "0.01 to 100"),
        std::pair("bind heat power 2", "strength"),
        std::pair("bind voxel resolution 4", "8 to 512"), std::pair("bind hot", "heat"),
        std::pair("bind voxel falloff 2", "0 to 1"),
        std::pair("bind heat limit -1", "whole number")}) {
    EXPECT_FALSE(parse_edit(text, *model, error)) << text;
    EXPECT_NE(error.find(word), std::string::npos) << error;
  }
}

}  // namespace
}  // namespace bindpose
