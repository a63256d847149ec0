// Mend all: one step for all that needs no judgement, and what it leaves to a person.
#include <gtest/gtest.h>

#include <set>

#include "check/figure.h"
#include "scene/check/check.h"
#include "scene/edit/edit.h"
#include "scene/numerals.h"

namespace bindpose::tests::mend_all_test {
namespace {

constexpr Rule kMended[] = {Rule::BrokenWeights, Rule::NoWeight, Rule::SumNotOne, Rule::OverLimit,
                            Rule::TinyWeights,   Rule::Island,   Rule::Leak};

CheckProfile rig() {
  return *find_profile("rig");
}

std::set<Rule> broken_rules(const Scene& scene) {
  std::set<Rule> out;
  for (const Finding& f : check(scene, rig())) out.insert(f.rule);
  return out;
}

std::set<std::uint32_t> found_vertices(const Scene& scene) {
  std::set<std::uint32_t> out;
  for (const Finding& f : check(scene, rig())) out.insert(f.vertices.begin(), f.vertices.end());
  return out;
}

Mend everything(int n = 4) {
  return {Mend::Everything, 0.0, n, -1, false, true};
}

std::string account_of(const Scene& scene) {
  return mended(scene, everything()).account;
}

// Both thighs, left and right of the middle, so that what is broken is as even as the figure.
template <typename Change>
void on_both(Figure& f, std::uint32_t v, Change change) {
  change(f.row[v], false);
  change(f.row[opposite(v)], true);
}

int other_side(int j) {
  return j == kHips ? j : j >= kThighR ? j - 2 : j + 2;
}

Row five_joints(bool mirrored) {
  const auto side = [mirrored](int j) { return mirrored ? other_side(j) : j; };
  return {{side(kThighL), 0.9f},
          {kHips, 0.04f},
          {side(kFootL), 0.03f},
          {side(kThighR), 0.02f},
          {side(kFootR), 0.01f}};
}

void break_rule(Rule rule, Figure& f) {
  if (rule == Rule::NoWeight) on_both(f, 100, [](Row& row, bool) { row.clear(); });
  if (rule == Rule::SumNotOne) on_both(f, 124, [](Row& row, bool) { row[0].weight *= 0.7f; });
  if (rule == Rule::OverLimit)
    on_both(f, 56 * kSides + 6, [](Row& row, bool m) { row = five_joints(m); });
  if (rule == Rule::Island) {
    on_both(f, 60 * kSides, [](Row& row, bool m) {
      row = {{m ? kThighR : kThighL, 0.7f}, {m ? kFootL : kFootR, 0.3f}};
    });
  }
  if (rule == Rule::Leak) {
    on_both(f, 54 * kSides + 6, [](Row& row, bool m) {
      row = {{m ? kThighR : kThighL, 0.7f}, {m ? kThighL : kThighR, 0.3f}};
    });
  }
  if (rule == Rule::TinyWeights) {
    on_both(f, 148, [](Row& row, bool) {
      for (WeightEntry& e : row) e.weight *= 0.999f;
      row.push_back({row[0].slot == kHips ? kFootL : kHips, 0.001f});
    });
  }
}

// What needs a judgement.
void jumps(Row& row, bool) {
  row = {{kHips, 1.0f}};
}

std::shared_ptr<Model> with_report(const Figure& f) {
  auto model = model_of(f);
  model->report.push_back({Severity::Warning, "mesh trousers", "Left out.", -1, 0, {3, 9}});
  model->report.back().kind = ReportKind::BrokenWeights;
  return model;
}

std::shared_ptr<Model> model_that_breaks(Rule rule) {
  Figure f = sound_figure();
  break_rule(rule, f);
  return rule == Rule::BrokenWeights ? with_report(f) : model_of(f);
}

std::shared_ptr<Model> model_that_breaks_all() {
  Figure f = sound_figure();
  for (const Rule rule : kMended) break_rule(rule, f);
  on_both(f, 57 * kSides + 2, jumps);
  return with_report(f);
}

TEST(MendAll, BringsEachRuleToZeroAndTouchesNothingElse) {
  for (const Rule rule : kMended) {
    const std::string code(info_of(rule).code);
    const Scene before = make_scene(model_that_breaks(rule));
    ASSERT_TRUE(broken_rules(before).contains(rule)) << code;
    const std::set<std::uint32_t> named = found_vertices(before);
    Document document(before);
    document.apply({MendWeights{everything()}});
    EXPECT_TRUE(broken_rules(document.scene()).empty()) << code;
    const Influences& a = binding_of(before, 0).influences;
    const Influences& b = binding_of(document.scene(), 0).influences;
    std::size_t changed = 0;
    for (std::uint32_t v = 0; v < a.vertex_count(); ++v) {
      const bool same = read_row(a, v) == read_row(b, v);
      changed += !same;
      EXPECT_TRUE(same || named.contains(v)) << code << ", vertex " << v;
    }
    EXPECT_EQ(changed, rule == Rule::BrokenWeights ? 0u : 2u) << code;
    EXPECT_EQ(mended(before, everything()).changed, 2u) << code;
  }
}

TEST(MendAll, IsOneStepAndSaysWhatItDidAndWhatIsLeft) {
  const Scene before = make_scene(model_that_breaks_all());
  Document document(before);
  // What is chosen does not matter.
  document.apply({SelectVertices{chosen_vertices({{1, 2}})}});
  const std::set<Rule> was = broken_rules(before);
  for (const Rule rule : kMended) EXPECT_TRUE(was.contains(rule)) << info_of(rule).code;
  EXPECT_EQ(
      account_of(document.scene())
          .find("Mended 14 vertices: left broken weights out of 2 vertices, normalised 2 vertices, "
                "took far joints out of 2 vertices, took leaks out of 2 vertices, "
                "pruned 2 vertices, filled 2 vertices, limited 2 vertices to 4 influences; "),
      0u)
      << account_of(document.scene());
  document.apply({MendWeights{everything()}});
  const std::set<Rule> now = broken_rules(document.scene());
  for (const Rule rule : kMended) EXPECT_FALSE(now.contains(rule)) << info_of(rule).code;
  ASSERT_FALSE(now.empty());
  for (const Rule rule : now) EXPECT_TRUE(was.contains(rule)) << info_of(rule).code;
  EXPECT_EQ(document.undo_label(), "Mend all weights");
  document.undo();
  EXPECT_EQ(broken_rules(document.scene()), was);
  for (std::uint32_t v = 0; v < binding_of(before, 0).influences.vertex_count(); ++v) {
    ASSERT_TRUE(read_row(binding_of(before, 0).influences, v) ==
                read_row(binding_of(document.scene(), 0).influences, v))
        << v;
  }
  document.redo();
  EXPECT_EQ(broken_rules(document.scene()), now);
}

TEST(MendAll, LeavesToAPersonWhatNeedsAJudgement) {
  const Scene sound = make_scene(model_of(sound_figure()));
  EXPECT_EQ(account_of(sound), "Nothing is wrong that can be mended without a judgement.");
  Figure f = sound_figure();
  on_both(f, 57 * kSides, jumps);
  const Scene judged = make_scene(model_of(f));
  std::string left;
  for (const Finding& finding : check(judged, rig())) {
    if (finding.severity < Severity::Warning && finding.rule != Rule::Asymmetry) continue;
    std::string title(info_of(finding.rule).title);
    title[0] = static_cast<char>(std::tolower(title[0]));
    left += (left.empty() ? "" : ", ") + title + " (" + grouped(finding.count) +
            (finding.count == 1 ? " vertex)" : " vertices)");
  }
  ASSERT_FALSE(left.empty());
  EXPECT_EQ(account_of(judged),
            "Nothing is wrong that can be mended without a judgement. Left for "
            "you to judge: " +
                left + ".");
  Document document(judged);
  EXPECT_EQ(document.apply({MendWeights{everything()}}).extent, Change::None);
  // Joints are counted as joints.
  const auto mirrored = bound_otherwise(sound_figure(), [](mat4& m) { m[0] = -m[0]; });
  EXPECT_NE(account_of(make_scene(mirrored)).find("mirrored bind matrices (5 joints)"),
            std::string::npos)
      << account_of(make_scene(mirrored));
}

// A leg that follows the other foot by half: beside that its own joints have little, and a limit
// would cut one of them where the other foot were still there.
TEST(MendAll, WhatPullsFromFarAwayGoesBeforeRowsAreCut) {
  const Figure sound = sound_figure();
  Figure f = sound;
  std::size_t spoilt = 0;
  for (std::uint32_t v = 0; v < f.row.size(); ++v) {
    if (!(f.along[v] > 0.5f)) continue;
    for (WeightEntry& e : f.row[v]) e.weight *= 0.5f;
    f.row[v].push_back({kFootR, 0.5f});
    ++spoilt;
  }
  ASSERT_GT(spoilt, 200u);
  Document document(make_scene(model_of(f)));
  document.apply({MendWeights{everything(2)}});
  const MeshBinding& binding = binding_of(document.scene(), 0);
  for (std::uint32_t v = 0; v < f.row.size(); ++v) {
    std::vector<float> apart(kFigureJoints, 0.0f);
    for (const WeightEntry& e : sound.row[v]) apart[static_cast<std::size_t>(e.slot)] = e.weight;
    for (const WeightEntry& e : read_row(binding.influences, v).entry)
      apart[static_cast<std::size_t>(binding.skin.joint[static_cast<std::size_t>(e.slot)])] -=
          e.weight;
    for (const float a : apart) ASSERT_NEAR(a, 0.0f, 1e-5f) << "vertex " << v;
  }
}

// What has no other joint has to be judged: nothing is smoothed over it.
TEST(MendAll, WhatFollowsAFarJointAloneStays) {
  Figure f = sound_figure();
  on_both(f, 60 * kSides, [](Row& row, bool m) { row = {{m ? kFootL : kFootR, 1.0f}}; });
  const Scene before = make_scene(model_of(f));
  const MendResult made = mended(before, everything());
  EXPECT_EQ(made.changed, 0u) << made.account;
  EXPECT_TRUE(made.weights.empty());
}

TEST(MendAll, LockedJointsKeepTheirWeights) {
  Document document(make_scene(model_that_breaks_all()));
  document.apply({LockJoints{{kHips, kFootR}, true, true}});
  const auto of = [&](std::uint32_t v, int joint) {
    const MeshBinding& binding = binding_of(document.scene(), 0);
    for (const WeightEntry& e : read_row(binding.influences, v).entry) {
      if (binding.skin.joint[static_cast<std::size_t>(e.slot)] == joint) return e.weight;
    }
    return 0.0f;
  };
  const std::size_t count = binding_of(document.scene(), 0).influences.vertex_count();
  std::vector<float> hips, foot;
  for (std::uint32_t v = 0; v < count; ++v)
    hips.push_back(of(v, kHips)), foot.push_back(of(v, kFootR));
  document.apply({MendWeights{everything()}});
  EXPECT_EQ(document.undo_label(), "Mend all weights");
  for (std::uint32_t v = 0; v < count; ++v) {
    EXPECT_EQ(of(v, kHips), hips[v]) << v;
    EXPECT_EQ(of(v, kFootR), foot[v]) << v;
  }
  // Where locked ones alone are too many, the vertex stays, and is counted.
  Document all(make_scene(model_that_breaks(Rule::OverLimit)));
  all.apply({LockJoints{{kHips, kThighL, kFootL, kThighR, kFootR}, true, true}});
  EXPECT_NE(account_of(all.scene()).find("over the limit of influences (2 vertices)"),
            std::string::npos)
      << account_of(all.scene());
}

TEST(MendAll, HeedsTheNumberOfInfluences) {
  const Scene scene = make_scene(model_that_breaks(Rule::OverLimit));
  EXPECT_EQ(mended(scene, everything(5)).changed, 0u);
  EXPECT_GT(mended(scene, everything(1)).changed, 100u);
}

TEST(MendAll, NothingIsMendedWithoutASkin) {
  auto model = model_of(sound_figure());
  model->meshes[0].file_binding = {};
  model->meshes[0].file_binding.influences.offset.assign(model->meshes[0].position.size() + 1, 0);
  model->meshes[0].file_binding.influences.raw_weight_sum.assign(model->meshes[0].position.size(),
                                                                 0.0f);
  finish(*model);
  const MendResult made = mended(make_scene(model), everything());
  EXPECT_TRUE(made.hindered);
  EXPECT_EQ(made.account, "No mesh of the model has a skin: there are no weights to mend.");
}

}  // namespace
}  // namespace bindpose::tests::mend_all_test
