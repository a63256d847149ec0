// Each rule has a model that breaks it and nothing else; the sound one breaks none.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "check/figure.h"
#include "scene/check/check.h"
#include "scene/edit/edit.h"

namespace bindpose::tests {
namespace {

CheckProfile profile(std::string_view name) {
  return *find_profile(name);
}

std::vector<Finding> checked(const std::shared_ptr<const Model>& model,
                             const CheckProfile& with = profile("rig")) {
  return check(make_scene(model), with);
}

std::string told(const std::vector<Finding>& findings) {
  std::string out;
  for (const Finding& f : findings) {
    out += std::string(info_of(f.rule).code) + " " + f.place + " " + f.text + "\n";
  }
  return out;
}

// Both sides, so that nothing is unlike on left and right.
template <typename Change>
void on_both_sides(Figure& f, std::uint32_t v, Change change) {
  change(f.row[v], false);
  change(f.row[opposite(v)], true);
}

int mirrored_joint(int j, bool mirror) {
  if (!mirror || j == kHips) return j;
  return j >= kThighR ? j - 2 : j + 2;
}

// A hat of four points that the hips carry, with a skin that names these joints.
Mesh hat(const Figure& f, const std::vector<int>& joints) {
  Mesh mesh = figure_mesh(f);
  mesh.name = "hat";
  mesh.position = {{0, 1, 0.1f}, {0, 1.1f, 0}, {0, 1, -0.1f}, {0, 0.9f, 0}};
  mesh.normal.resize(4);
  mesh.triangle = {0, 1, 2, 0, 2, 3};
  keep_joints(joints, mesh.file_binding.skin);
  mesh.file_binding.influences =
      pack_influences(std::vector<Row>(4, {{0, 1.0f}}), joints.size()).influences;
  return mesh;
}

mat4 turned(float degrees) {
  return glm::rotate(mat4(1.0f), glm::radians(degrees), vec3(0, 0, 1));
}

struct Broken {
  Rule rule;
  std::function<std::shared_ptr<Model>()> model;
  std::size_t count;  // vertices or joints
  CheckProfile with = profile("rig");
};

std::shared_ptr<Model> with_report(ReportKind kind, int joint, int mesh,
                                   std::vector<std::uint32_t> vertices) {
  auto model = model_of(sound_figure());
  model->report.push_back(
      {Severity::Warning, "mesh trousers", "Something.", joint, mesh, std::move(vertices), kind});
  return model;
}

constexpr std::uint32_t kInner = 56 * kSides + 6;  // of the left thigh, towards the other one

std::vector<Broken> broken_models() {
  const auto rows = [](std::function<void(Figure&)> change) {
    return [change] {
      Figure f = sound_figure();
      change(f);
      return model_of(f);
    };
  };
  const auto both = [rows](std::uint32_t v, std::function<void(Row&, bool)> change) {
    return rows([=](Figure& f) { on_both_sides(f, v, change); });
  };
  std::vector<Broken> out;
  out.push_back({Rule::BrokenWeights,
                 [] {
                   return with_report(ReportKind::BrokenWeights, -1, 0, {3, 9});
                 },
                 2});
  out.push_back({Rule::NoWeight, both(100, [](Row& row, bool) { row.clear(); }), 2});
  out.push_back({Rule::SumNotOne, both(100, [](Row& row, bool) { row[0].weight *= 0.9f; }), 2});
  out.push_back({Rule::OverLimit,
                 both(kInner,
                      [](Row& row, bool m) {
                        row = {{mirrored_joint(kThighL, m), 0.96f}};
                        for (const int j : {kHips, kFootL, kThighR, kFootR}) {
                          row.push_back({mirrored_joint(j, m), 0.01f});
                        }
                      }),
                 2});
  out.push_back({Rule::OverLimit,
                 [over = out.back().model] {  // behind a mesh that keeps the limit
                   auto model = over();
                   model->meshes.insert(model->meshes.begin(), hat(sound_figure(), {kHips}));
                   return model;
                 },
                 2});
  out.push_back({Rule::TinyWeights,
                 both(100,
                      [](Row& row, bool) {
                        row[0].weight -= 0.001f;
                        row.push_back({kHips, 0.001f});
                      }),
                 2});
  out.push_back({Rule::Island,
                 both(40 * kSides,
                      [](Row& row, bool) {
                        row = {{kHips, 0.6f}, {kFootL, 0.2f}, {kFootR, 0.2f}};
                      }),
                 1});
  out.push_back(
      {Rule::Leak,
       both(kInner,
            [](Row& row, bool m) {
              row = {{mirrored_joint(kThighL, m), 0.7f}, {mirrored_joint(kThighR, m), 0.3f}};
            }),
       2});
  out.push_back({Rule::Jump, both(57 * kSides, [](Row& row, bool) { row = {{kHips, 1.0f}}; }), 2});
  // A vertex of a seam of the texture, beside its twin.
  out.push_back(
      {Rule::OpenSeam, rows([](Figure& f) {
         for (const std::uint32_t v : {100u, opposite(100)}) {
           const bool left = f.along[v] > 0.0f;
           *std::ranges::find(f.triangle, v) = static_cast<std::uint32_t>(f.row.size());
           f.position.push_back(f.position[v]);
           f.along.push_back(f.along[v]);
           f.row.push_back({{left ? kFootL : kFootR, 0.8f}, {left ? kThighL : kThighR, 0.2f}});
         }
       }),
       4});
  out.push_back({Rule::Asymmetry, rows([](Figure& f) {
                   for (std::uint32_t v = 0; v < f.row.size(); ++v) {
                     if (f.along[v] > 0.0f) f.row[v] = smooth_row(f.along[v] * 0.85f);
                   }
                 }),
                 0});
  out.push_back({Rule::MeshWithoutSkin,
                 [] { return with_report(ReportKind::MeshWithoutSkin, -1, 0, {}); }, 1});
  out.push_back({Rule::OneSided, rows([](Figure& f) {
                   for (std::uint32_t v = 0; v < f.row.size(); ++v) {
                     if (f.along[v] >= 0.0f) continue;
                     f.position[v].z *= 1.3f;  // the other leg is another one
                     for (WeightEntry& e : f.row[v]) e.slot = e.slot == kFootR ? kThighR : e.slot;
                   }
                 }),
                 1});
  out.push_back({Rule::JointWithoutWeight, rows([](Figure& f) {
                   for (Row& row : f.row) {
                     for (WeightEntry& e : row) e.slot -= e.slot == kFootL || e.slot == kFootR;
                   }
                 }),
                 2});
  out.push_back({Rule::UnusedSlot,
                 [] {
                   auto model = model_of(sound_figure());
                   model->meshes.push_back(hat(sound_figure(), {kHips, kFootL}));
                   finish(*model);
                   return model;
                 },
                 1});
  out.push_back({Rule::DuplicateName, rows([](Figure& f) {
                   f.name[kFootL] = "foot";
                   f.name[kFootR] = "foot#2";
                 }),
                 1});
  out.push_back({Rule::SeveralRoots, rows([](Figure& f) { f.parent[kThighR] = -1; }), 2});
  CheckProfile few = profile("rig");
  few.joints = 4;
  out.push_back({Rule::TooManyJoints, [] { return model_of(sound_figure()); }, 1, few});
  out.push_back(
      {Rule::SingularBind, [] { return with_report(ReportKind::UnusableBind, kFootL, 0, {}); }, 1});
  out.push_back({Rule::MirroredBind, rows([](Figure& f) {
                   f.world[kFootL] = f.world[kFootL] * glm::scale(mat4(1.0f), vec3(-1, 1, 1));
                 }),
                 1});
  out.push_back({Rule::ShearedBind, rows([](Figure& f) { f.world[kFootL][1][0] = 0.1f; }), 1});
  out.push_back({Rule::ApartFromPose,
                 [] { return with_report(ReportKind::ApartFromPose, kFootL, -1, {}); }, 1});
  const auto bound = [](std::function<void(mat4&)> change) {
    return [change] { return bound_otherwise(sound_figure(), change); };
  };
  out.push_back({Rule::InvertedBind, bound([](mat4& bind) { bind = glm::inverse(bind); }), 1});
  out.push_back({Rule::BindOfOtherUnit, bound([](mat4& bind) {
                   for (int c = 0; c < 3; ++c) bind[c] *= 100.0f;
                 }),
                 1});
  out.push_back({Rule::BindOfOtherUnit,
                 bound([](mat4& bind) { bind[3] = vec4(0.01f * vec3(bind[3]), 1.0f); }), 1});
  out.push_back({Rule::FarFromRest,
                 [] {
                   auto model = model_of(sound_figure());
                   model->skeleton.rest_local[kThighL] *= turned(60.0f);
                   return model;
                 },
                 1});
  out.push_back({Rule::MissingHumanBone,
                 [] {
                   auto model = model_of(sound_figure());
                   model->skeleton.human_bone = {"hips", "spine", "head", "leftFoot", "rightFoot"};
                   return model;
                 },
                 10, profile("vrm")});
  out.push_back(
      {Rule::BrokenVrm, [] { return with_report(ReportKind::BrokenVrm, -1, -1, {}); }, 1});
  return out;
}

TEST(CheckRules, NothingIsWrongWithTheSoundFigure) {
  const auto model = model_of(sound_figure());
  EXPECT_EQ(told(checked(model)), "");
  for (const char* name : {"gltf", "engine"}) EXPECT_EQ(told(checked(model, profile(name))), "");
  auto hatted = model_of(sound_figure());
  hatted->meshes.push_back(hat(sound_figure(), {kHips}));
  finish(*hatted);
  EXPECT_EQ(told(checked(hatted)), "");
}

TEST(CheckRules, EachHasAModelThatBreaksJustIt) {
  std::set<Rule> seen;
  for (const Broken& broken : broken_models()) {
    const auto findings = checked(broken.model(), broken.with);
    const std::string code(info_of(broken.rule).code);
    std::size_t count = 0;
    for (const Finding& f : findings) {
      EXPECT_EQ(f.rule, broken.rule) << code << " came with:\n" << told(findings);
      EXPECT_FALSE(f.text.empty());
      count += f.count;
    }
    EXPECT_FALSE(findings.empty()) << code;
    if (broken.count > 0) {
      EXPECT_EQ(count, broken.count) << code << "\n" << told(findings);
    }
    seen.insert(broken.rule);
  }
  EXPECT_EQ(seen.size(), kRuleCount) << "a rule without a model that breaks it";
}

TEST(CheckRules, ARuleThatIsOffFindsNothing) {
  for (const Broken& broken : broken_models()) {
    CheckProfile off = broken.with;
    off.severity[static_cast<std::size_t>(broken.rule)].reset();
    for (const Finding& f : checked(broken.model(), off)) {
      // A joint without weight is told where nobody asks for the other side.
      EXPECT_TRUE(broken.rule == Rule::OneSided && f.rule == Rule::JointWithoutWeight) << told({f});
    }
  }
}

TEST(CheckRules, AMatrixWithoutAnInverseIsSeenInTheSkinToo) {
  auto model = model_of(sound_figure());
  Skin& skin = model->meshes[0].file_binding.skin;
  skin.bind[kFootL][2] = skin.bind[kFootL][0];
  const auto findings = checked(model);
  EXPECT_EQ(told(findings).find("BIND_SINGULAR /joints/2 "), 0u) << told(findings);
}

// Weights of 8 bits, each rounded by itself, are off by a step or two: no finding but for strict
// glTF, which wants 255 exactly.
TEST(CheckRules, SumsHaveTheToleranceOfTheirType) {
  const auto stored_in = [](double steps, double off) {
    Figure f = sound_figure();
    for (Row& row : f.row) {
      double left = steps;
      for (std::size_t k = row.size(); k-- > 1;) {
        const double whole = std::round(double{row[k].weight} * steps);
        row[k].weight = static_cast<float>(whole / steps);
        left -= whole;
      }
      row[0].weight = static_cast<float>((left + off) / steps);
    }
    return model_of(f);
  };
  const auto count = [](const std::vector<Finding>& all) {
    std::size_t n = 0;
    for (const Finding& f : all) n += f.rule == Rule::SumNotOne ? f.count : 0;
    return n;
  };
  const std::size_t all = sound_figure().row.size();
  EXPECT_EQ(count(checked(stored_in(255.0, 0.0))), 0u);
  EXPECT_EQ(count(checked(stored_in(255.0, 0.0), profile("gltf"))), 0u);
  EXPECT_EQ(count(checked(stored_in(65535.0, 0.0), profile("gltf"))), 0u);
  const std::size_t strict = count(checked(stored_in(255.0, -1.0), profile("gltf")));
  EXPECT_EQ(strict, all);
  // One step of 255 is what two rounded weights may miss, and one weight alone may not.
  const std::size_t loose = count(checked(stored_in(255.0, -1.0)));
  std::size_t alone = 0;
  for (const Row& row : sound_figure().row) alone += row.size() == 1;
  EXPECT_EQ(loose, alone);
  EXPECT_EQ(count(checked(stored_in(255.0, -3.0))), all);
  // Of floats a part in ten thousand is nobody's concern but the validator's.
  Figure floats = sound_figure();
  for (Row& row : floats.row) row[0].weight *= 1.0001f;
  EXPECT_EQ(count(checked(model_of(floats))), 0u);
  EXPECT_EQ(count(checked(model_of(floats), profile("gltf"))), all);
}

TEST(CheckRules, EditedWeightsAreJudged) {
  Document document(make_scene(model_of(sound_figure())));
  EXPECT_TRUE(check(document.scene(), profile("rig")).empty());
  document.apply({SetWeights{{0, 7}, {}}});
  const auto findings = check(document.scene(), profile("rig"));
  ASSERT_FALSE(findings.empty());
  EXPECT_EQ(findings[0].rule, Rule::NoWeight);
  EXPECT_EQ(findings[0].vertices, std::vector<std::uint32_t>{7});
}

// Feet that no vertex follows; at the left one hangs a mesh without a skin, by a node.
TEST(CheckRules, AJointThatCarriesAMeshIsNotForgotten) {
  Figure f = sound_figure();
  for (Row& row : f.row) {
    for (WeightEntry& e : row) e.slot -= e.slot == kFootL || e.slot == kFootR;
  }
  auto model = model_of(f);
  Mesh shoe = hat(f, {kHips});
  shoe.file_binding.skin.skinned = false;
  shoe.node = kFootL;
  model->meshes.push_back(shoe);
  derive_weight_flags(*model);
  const auto findings = checked(model);
  ASSERT_EQ(findings.size(), 1u) << told(findings);
  EXPECT_EQ(findings[0].rule, Rule::JointWithoutWeight);
  EXPECT_EQ(findings[0].joints, std::vector<int>{kFootR});
}

TEST(CheckRules, WorstFirstAndCancelled) {
  Figure f = sound_figure();
  f.row[100].clear();
  f.row[opposite(100)].clear();
  f.row[200][0].weight -= 0.001f;
  f.row[200].push_back({kHips, 0.001f});
  const auto model = model_of(f);
  const auto findings = checked(model);
  ASSERT_EQ(findings.size(), 2u) << told(findings);
  EXPECT_EQ(findings[0].severity, Severity::Error);
  EXPECT_EQ(count_from(findings, Severity::Warning), 1u);
  EXPECT_TRUE(check(make_scene(model), profile("rig"), [] { return true; }).empty());
}

// Models that have nothing to judge.
TEST(CheckRules, EmptyAndBrokenModelsAreJudgedWithoutHarm) {
  auto bare = std::make_shared<Model>();
  EXPECT_TRUE(checked(bare).empty());
  auto model = model_of(sound_figure());
  model->meshes[0].file_binding.skin.skinned = false;
  derive_weight_flags(*model);
  for (const Finding& f : checked(model)) EXPECT_EQ(f.rule, Rule::JointWithoutWeight);
  Figure flat = sound_figure();
  for (vec3& p : flat.position) p = vec3(0.0f);
  checked(model_of(flat));
  Figure scattered = sound_figure();
  scattered.triangle.clear();
  checked(model_of(scattered));
  Figure lonely = sound_figure();
  for (Row& row : lonely.row) row.clear();
  checked(model_of(lonely));
}

TEST(CheckRules, CodesAreUniqueAndFound) {
  std::set<std::string_view> codes;
  for (const RuleInfo& r : kRules) {
    codes.insert(r.code);
    EXPECT_EQ(find_rule(r.code), r.rule);
    EXPECT_TRUE(r.why.ends_with('.')) << r.code;
  }
  EXPECT_EQ(codes.size(), kRuleCount);
  EXPECT_FALSE(find_rule("NO_SUCH_RULE"));
  for (const std::string_view name : kProfileNames) EXPECT_TRUE(find_profile(name)) << name;
  EXPECT_FALSE(find_profile("unreal"));
}

}  // namespace
}  // namespace bindpose::tests
