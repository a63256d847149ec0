// Each mend of the clinic brings the count of its rule to zero, changes no vertex that the finding
// does not name, and breaks no other rule.
#include "ui/clinic/clinic_mends.h"

#include <gtest/gtest.h>

#include <set>

#include "check/figure.h"
#include "rig/mend/row_rewriter.h"
#include "scene/check/check.h"
#include "scene/edit/edit.h"

namespace bindpose::tests::clinic_mends_test {
namespace {

CheckProfile rig() {
  return *find_profile("rig");
}

std::vector<Finding> of_rule(const Scene& scene, Rule rule, const CheckProfile& profile = rig()) {
  std::vector<Finding> out;
  for (const Finding& f : check(scene, profile)) {
    if (f.rule == rule) out.push_back(f);
  }
  return out;
}

std::set<Rule> broken_rules(const Scene& scene) {
  std::set<Rule> out;
  for (const Finding& f : check(scene, rig())) out.insert(f.rule);
  return out;
}

// As the button does it, once for each finding of the rule.
Scene mended_scene(const Scene& scene, Rule rule, const CheckProfile& profile = rig()) {
  Document document(scene);
  for (const Finding& f : of_rule(scene, rule, profile)) {
    const auto mends = ui::mends_of(f, profile.influences, profile.tiny);
    EXPECT_FALSE(mends.empty()) << info_of(rule).code;
    if (mends.empty()) return scene;
    VertexLists lists(scene.model->meshes.size());
    lists[static_cast<std::size_t>(f.mesh)] = f.vertices;
    document.apply({SelectVertices{chosen_vertices(std::move(lists))}});
    document.apply({MendWeights{mends.front().mend}});
  }
  return document.scene();
}

void expect_only(const Scene& before, const Scene& after, Rule rule) {
  std::set<std::uint32_t> named;
  for (const Finding& f : of_rule(before, rule)) named.insert(f.vertices.begin(), f.vertices.end());
  const Influences& a = binding_of(before, 0).influences;
  const Influences& b = binding_of(after, 0).influences;
  for (std::uint32_t v = 0; v < a.vertex_count(); ++v) {
    if (named.contains(v)) continue;
    EXPECT_TRUE(read_row(a, v) == read_row(b, v)) << info_of(rule).code << ", vertex " << v;
  }
}

void expect_mended(const Figure& figure, Rule rule, const std::string& what) {
  const Scene before = make_scene(model_of(figure));
  ASSERT_FALSE(of_rule(before, rule).empty()) << what;
  const Scene after = mended_scene(before, rule);
  EXPECT_TRUE(of_rule(after, rule).empty()) << what << ": " << of_rule(after, rule).front().text;
  expect_only(before, after, rule);
  const std::set<Rule> was = broken_rules(before);
  for (const Rule r : broken_rules(after))
    EXPECT_TRUE(was.contains(r)) << what << " brings " << info_of(r).code;
}

// Rings and sides within `reach` of a vertex get what `change` says.
template <typename Change>
void on_patch(Figure& f, int ring, int side, int reach, Change change) {
  for (int r = -reach; r <= reach; ++r) {
    for (int k = -reach; k <= reach; ++k) {
      if (reach > 0 && std::abs(r) + std::abs(k) > reach) continue;
      const auto v = figure_vertex(ring + r, (side + k + kSides) % kSides);
      change(f.row[v], false);
      change(f.row[opposite(v)], true);
    }
  }
}

int other_side(int j) {
  return j == kHips ? j : j >= kThighR ? j - 2 : j + 2;
}

Row with(Row row, int joint, float weight) {
  for (WeightEntry& e : row) e.weight *= 1.0f - weight;
  row.push_back({joint, weight});
  return row;
}

TEST(ClinicMends, FillBringsVerticesWithoutWeightToZero) {
  for (const int reach : {0, 2, 4}) {
    Figure f = sound_figure();
    on_patch(f, 52, 3, reach, [](Row& row, bool) { row.clear(); });
    expect_mended(f, Rule::NoWeight, "reach " + std::to_string(reach));
  }
}

TEST(ClinicMends, NormaliseBringsSumsToZero) {
  Figure f = sound_figure();
  on_patch(f, 52, 3, 3, [](Row& row, bool) { row[0].weight *= 0.7f; });
  expect_mended(f, Rule::SumNotOne, "sums");
}

// Off by less than anything shows, and by more than glTF's validator takes.
TEST(ClinicMends, NormaliseBringsSumsToZeroAsStrictlyAsTheyAreJudged) {
  const CheckProfile gltf = *find_profile("gltf");
  Figure f = sound_figure();
  on_patch(f, 52, 3, 3, [](Row& row, bool) { row[0].weight *= 0.99999f; });
  const Scene before = make_scene(model_of(f));
  EXPECT_TRUE(of_rule(before, Rule::SumNotOne).empty());
  ASSERT_FALSE(of_rule(before, Rule::SumNotOne, gltf).empty());
  const Scene after = mended_scene(before, Rule::SumNotOne, gltf);
  EXPECT_TRUE(of_rule(after, Rule::SumNotOne, gltf).empty());
}

TEST(ClinicMends, LeavingOutBringsBrokenWeightsToZero) {
  auto model = model_of(sound_figure());
  model->report.push_back({Severity::Warning, "mesh trousers", "Left out.", -1, 0, {3, 9}});
  model->report.back().kind = ReportKind::BrokenWeights;
  Document document(make_scene(model));
  ASSERT_EQ(of_rule(document.scene(), Rule::BrokenWeights).size(), 1u);
  const Finding found = of_rule(document.scene(), Rule::BrokenWeights).front();
  const auto mends = ui::mends_of(found, 4, rig().tiny);
  ASSERT_EQ(mends.size(), 1u);
  document.apply({SelectVertices{chosen_vertices({found.vertices})}});
  document.apply({MendWeights{mends.front().mend}});
  EXPECT_TRUE(of_rule(document.scene(), Rule::BrokenWeights).empty());
  const Influences& a = model->meshes[0].file_binding.influences;
  const Influences& b = binding_of(document.scene(), 0).influences;
  EXPECT_EQ(a.weight, b.weight) << "nothing moves";
  document.undo();
  EXPECT_EQ(of_rule(document.scene(), Rule::BrokenWeights).size(), 1u) << "undo brings it back";
}

TEST(ClinicMends, LimitBringsTooManyInfluencesToZero) {
  Figure f = sound_figure();
  on_patch(f, 56, 6, 2, [](Row& row, bool m) {
    const auto side = [m](int j) { return m ? other_side(j) : j; };
    row = {{side(kThighL), 0.9f},
           {kHips, 0.04f},
           {side(kFootL), 0.03f},
           {side(kThighR), 0.02f},
           {side(kFootR), 0.01f}};
  });
  expect_mended(f, Rule::OverLimit, "limit");
}

TEST(ClinicMends, PruneBringsTinyWeightsToZero) {
  Figure f = sound_figure();
  on_patch(f, 57, 3, 2, [](Row& row, bool) { row = with(row, kHips, 0.001f); });
  expect_mended(f, Rule::TinyWeights, "prune");
}

// Spots of a joint far from its region: single vertices, and as wide as a third of the limb.
TEST(ClinicMends, SmoothingBringsIslandsToZero) {
  for (const int reach : {0, 1, 2, 3}) {
    for (const float weight : {0.3f, 0.7f}) {
      Figure f = sound_figure();
      // The hips down at the feet.
      on_patch(f, 76, 0, reach, [weight](Row& row, bool) { row = with(row, kHips, weight); });
      expect_mended(f, Rule::Island,
                    "reach " + std::to_string(reach) + ", " + std::to_string(weight));
    }
  }
}

TEST(ClinicMends, SmoothingBringsLeaksToZero) {
  for (const int reach : {0, 1, 2}) {
    for (const float weight : {0.25f, 0.45f}) {
      Figure f = sound_figure();
      on_patch(f, 56, 6, reach,
               [weight](Row& row, bool m) { row = with(row, m ? kThighL : kThighR, weight); });
      expect_mended(f, Rule::Leak,
                    "reach " + std::to_string(reach) + ", " + std::to_string(weight));
    }
  }
}

TEST(ClinicMends, SmoothingBringsJumpsToZero) {
  Figure f = sound_figure();
  on_patch(f, 57, 0, 0, [](Row& row, bool) { row = {{kHips, 1.0f}}; });
  expect_mended(f, Rule::Jump, "jump");
}

TEST(ClinicMends, ClosingBringsOpenSeamsToZero) {
  Figure f = sound_figure();
  for (const std::uint32_t v : {figure_vertex(20, 3), opposite(figure_vertex(20, 3))}) {
    const bool left = f.along[v] > 0.0f;
    *std::ranges::find(f.triangle, v) = static_cast<std::uint32_t>(f.row.size());
    f.position.push_back(f.position[v]);
    f.along.push_back(f.along[v]);
    f.row.push_back({{left ? kFootL : kFootR, 0.6f}, {left ? kThighL : kThighR, 0.4f}});
  }
  expect_mended(f, Rule::OpenSeam, "seam");
}

TEST(ClinicMends, MirroringBringsAsymmetryToZero) {
  Figure f = sound_figure();
  for (std::uint32_t v = 0; v < f.row.size(); ++v) {
    if (f.along[v] > 0.0f) f.row[v] = smooth_row(f.along[v] * 0.85f);
  }
  expect_mended(f, Rule::Asymmetry, "mirror");
}

// What the foot of one side had has gone to the thigh. Above it both sides are a little unlike, as
// they were meant.
Figure without_foot(int foot) {
  Figure f = sound_figure();
  for (std::uint32_t v = 0; v < f.row.size(); ++v) {
    if (f.along[v] > 0.2f && f.along[v] < 0.28f) f.row[v] = smooth_row(f.along[v] + 0.01f);
  }
  for (Row& row : f.row) {
    float given = 0.0f;
    std::erase_if(row, [&](const WeightEntry& e) {
      given += e.slot == foot ? e.weight : 0.0f;
      return e.slot == foot;
    });
    const int thigh = foot - 1;
    const auto at = std::ranges::find(row, thigh, &WeightEntry::slot);
    if (given > 0.0f && at == row.end()) row.push_back({thigh, given});
    if (given > 0.0f && at != row.end()) at->weight += given;
  }
  return f;
}

// Onto the side that has none, whichever it is; rows that the foot has no part in stay.
TEST(ClinicMends, MirroringBringsOneSidedJointsToZero) {
  for (const int foot : {kFootL, kFootR}) {
    Document document(make_scene(model_of(without_foot(foot))));
    const Scene before = document.scene();
    const auto found = of_rule(before, Rule::OneSided);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].joints, std::vector<int>{foot});
    const auto mends = ui::mends_of(found[0], 4, rig().tiny);
    ASSERT_EQ(mends.size(), 1u);
    document.apply({MendWeights{mends.front().mend}});
    EXPECT_TRUE(of_rule(document.scene(), Rule::OneSided).empty());
    EXPECT_TRUE(of_rule(document.scene(), Rule::Asymmetry).empty());
    const Influences& was = binding_of(before, 0).influences;
    const Influences& is = binding_of(document.scene(), 0).influences;
    const auto whole = model_of(sound_figure());
    const Influences& sound = whole->meshes[0].file_binding.influences;
    std::size_t changed = 0;
    for (std::uint32_t v = 0; v < was.vertex_count(); ++v) {
      const std::vector<ExactWeight> meant = exact_row(sound, v);
      const bool of_foot = std::ranges::find(meant, foot, &ExactWeight::slot) != meant.end();
      changed += of_foot;
      if (!of_foot) {
        EXPECT_TRUE(read_row(was, v) == read_row(is, v)) << "vertex " << v << " need not move";
      }
      float weight = 0.0f, wanted = 0.0f;
      for (const auto& [slot, w] : exact_row(is, v)) weight += slot == foot ? float(w) : 0.0f;
      for (const auto& [slot, w] : meant) wanted += slot == foot ? float(w) : 0.0f;
      EXPECT_NEAR(weight, wanted, 1e-5) << "vertex " << v;
    }
    EXPECT_GT(changed, 100u);
    document.undo();
    EXPECT_EQ(of_rule(document.scene(), Rule::OneSided).size(), 1u) << "undo brings it back";
  }
}

TEST(ClinicMends, OfWhatIsNotOneSidedItIsSaid) {
  const MendResult sound = mended(make_scene(model_of(sound_figure())), {.kind = Mend::OneSided});
  EXPECT_EQ(sound.changed, 0u);
  EXPECT_NE(sound.account.find("no joint without weight"), std::string::npos) << sound.account;
  Document locked(make_scene(model_of(without_foot(kFootR))));
  locked.apply({LockJoints{{kFootR}, true, true}});
  const MendResult made = mended(locked.scene(), {.kind = Mend::OneSided});
  EXPECT_NE(made.account.find("foot.R is left"), std::string::npos) << made.account;
}

}  // namespace
}  // namespace bindpose::tests::clinic_mends_test
