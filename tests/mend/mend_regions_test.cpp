// What a slipped brush leaves on a real character is mended in one step, and what it hit is as it
// was.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "io/import.h"
#include "scene/check/check.h"
#include "scene/edit/edit.h"
#include "scene/names.h"

namespace bindpose::mend_regions_test {
namespace {

std::shared_ptr<const Model> ogre() {
  static const auto model =
      import_model(std::filesystem::path(BINDPOSE_SOURCE_DIR) / "assets" / "ogre.glb");
  return model;
}

constexpr std::size_t kBody = 0;

// The vertices of the body within `radius` of the one that is highest by `height`.
template <typename Height>
VertexLists patch(float radius, const Height& height) {
  const std::vector<vec3>& p = ogre()->meshes[kBody].position;
  const auto top = std::ranges::max_element(p, {}, height);
  VertexLists lists(ogre()->meshes.size());
  for (std::uint32_t v = 0; v < p.size(); ++v) {
    if (glm::distance(p[v], *top) < radius) lists[kBody].push_back(v);
  }
  return lists;
}

VertexLists crown(float radius = 0.06f) {
  return patch(radius, [](const vec3& p) { return p.y; });
}

void apply(Document& document, const std::string& text) {
  std::string error;
  const auto edit = parse_edit(text, *ogre(), error);
  ASSERT_TRUE(edit) << error;
  document.apply({*edit});
}

void select(Document& document, VertexLists lists) {
  document.apply({SelectVertices{chosen_vertices(std::move(lists))}});
}

std::size_t found(const Scene& scene, Rule rule) {
  std::size_t count = 0;
  for (const Finding& f : check(scene, *find_profile("rig"))) count += f.rule == rule ? f.count : 0;
  return count;
}

const Influences& body(const Document& document) {
  return binding_of(document.scene(), kBody).influences;
}

// The largest difference of a weight.
double apart(const Influences& a, const Influences& b, std::uint32_t v) {
  double most = 0.0;
  const auto weight = [v](const Influences& in, std::uint16_t slot) {
    for (std::uint32_t e = in.offset[v]; e < in.offset[v + 1]; ++e) {
      if (in.slot[e] == slot) return double{in.weight[e]};
    }
    return 0.0;
  };
  for (const Influences* in : {&a, &b}) {
    for (std::uint32_t e = in->offset[v]; e < in->offset[v + 1]; ++e)
      most = std::max(most, std::abs(weight(a, in->slot[e]) - weight(b, in->slot[e])));
  }
  return most;
}

std::vector<Influences> all_influences(const Document& document) {
  std::vector<Influences> out;
  for (std::size_t m = 0; m < ogre()->meshes.size(); ++m)
    out.push_back(binding_of(document.scene(), m).influences);
  return out;
}

void expect_as_before(const std::vector<Influences>& before, const Document& document,
                      const std::string& but_of = "") {
  const std::vector<Influences> after = all_influences(document);
  for (std::size_t m = 0; m < before.size(); ++m) {
    const std::string& name = ogre()->meshes[m].name;
    if (name == but_of) continue;
    for (std::uint32_t v = 0; v < before[m].vertex_count(); ++v)
      ASSERT_LT(apart(before[m], after[m], v), 1e-6) << name << " vertex " << v;
  }
}

// A whole finger that follows its neighbour's tip as well: as wide as what it leaked from.
TEST(MendRegions, WhatAFingerHasOfTheNextOneIsFoundAndTakenOut) {
  for (const auto& [finger, next] :
       {std::pair("middle2.L", "index2.L"), std::pair("index2.R", "middle2.R"),
        std::pair("middle2.R", "pinky2.R")}) {
    Document document(make_scene(ogre()));
    (apply)(document, std::string("vertices joint ") + finger);
    ASSERT_EQ(found(document.scene(), Rule::Leak), 0u);
    (apply)(document, std::string("mend set ") + next + " 0.4");
    EXPECT_GT(found(document.scene(), Rule::Leak), 150u) << finger << " of " << next;
    apply(document, "mend leaks all");
    EXPECT_EQ(found(document.scene(), Rule::Leak), 0u) << finger << " of " << next;
  }
}

// Horns, clothes and nails are surfaces of their own, on which the foot has nothing at all. A whole
// limb that follows the other one a little, and a finger half, are too large for a slip of the
// brush, but nowhere the joint's own. All at once: each check costs.
TEST(MendRegions, IslandsOnOtherMeshesAndWholeLimbsAreFoundAndTakenOut) {
  Document document(make_scene(ogre()));
  const std::vector<Influences> before = all_influences(document);
  for (const auto& [vertices, other] :
       {std::pair("of horn.L 50", "toe.R 0.4"), std::pair("of trousers 105", "toe.R 0.4"),
        std::pair("of belt 105", "toe.R 0.4"), std::pair("of buckle 50", "toe.R 0.4"),
        std::pair("joint hand.L", "hand.R 0.2"), std::pair("joint upper_arm.R", "shin.R 0.2"),
        std::pair("joint pinky2.R", "index2.R 0.5")}) {
    (apply)(document, std::string("vertices ") + vertices);
    (apply)(document, std::string("mend set ") + other);
  }
  std::map<std::string, std::size_t> count;
  std::set<std::string> joints;
  for (const Finding& f : check(document.scene(), *find_profile("rig"))) {
    if (f.rule != Rule::Island) continue;
    count[f.name] += f.count;
    for (const int j : f.joints) joints.insert(ogre()->skeleton.name[static_cast<std::size_t>(j)]);
  }
  for (const char* mesh : {"horn.L", "trousers", "belt", "buckle"})
    EXPECT_GE(count[mesh], 1u) << mesh;
  EXPECT_GT(count["ogre_body"], 2500u) << "both arms and a finger";
  EXPECT_EQ(joints, (std::set<std::string>{"toe.R", "hand.R", "shin.R", "index2.R"}));
  (apply)(document, "mend islands all");
  EXPECT_EQ(found(document.scene(), Rule::Island), 0u);
  // The finger's nails: a part that follows as a whole is meant so.
  expect_as_before(before, document, "nails.R");
}

// What a limb has of a joint far away goes with what sits on it (nails, trousers), however much it
// is: at 0.6 it is the larger part, and as large as the joint's own region.
TEST(MendRegions, ALimbThatFollowsAFarJointIsTakenOutWithWhatSitsOnIt) {
  Document document(make_scene(ogre()));
  const std::vector<Influences> before = all_influences(document);
  for (const auto& [vertices, other] :
       {std::pair("joint pinky2.L", "head 0.6"), std::pair("joint middle1.R", "foot.L 0.2"),
        std::pair("joint shin.R", "head 0.2")}) {
    (apply)(document, std::string("vertices ") + vertices);
    (apply)(document, std::string("mend set ") + other);
  }
  std::set<std::string> meshes;
  for (const Finding& f : check(document.scene(), *find_profile("rig"))) {
    if (f.rule == Rule::Island) meshes.insert(f.name);
  }
  for (const char* mesh : {"ogre_body", "nails.L", "trousers"})
    EXPECT_TRUE(meshes.contains(mesh)) << mesh;
  (apply)(document, "mend islands all");
  EXPECT_EQ(found(document.scene(), Rule::Island), 0u);
  expect_as_before(before, document);
}

TEST(MendRegions, AnIslandGoesAndWhatItCoveredIsAsItWas) {
  ASSERT_EQ(ogre()->meshes[kBody].name, "ogre_body");
  Document document(make_scene(ogre()));
  const Influences before = body(document);
  ASSERT_EQ(found(document.scene(), Rule::Island), 0u);
  const VertexLists slipped = crown();
  ASSERT_GT(slipped[kBody].size(), 20u);
  select(document, slipped);
  apply(document, "mend set foot.L 0.4");
  EXPECT_GE(found(document.scene(), Rule::Island), slipped[kBody].size());
  select(document, {});
  apply(document, "mend islands all");
  EXPECT_EQ(found(document.scene(), Rule::Island), 0u);
  for (std::uint32_t v = 0; v < before.vertex_count(); ++v)
    ASSERT_LT(apart(before, body(document), v), 1e-6) << "vertex " << v;
  EXPECT_EQ(document.undo_label(), "Mend islands all");
  document.undo();
  EXPECT_GT(found(document.scene(), Rule::Island), 0u) << "one step of undo";
}

// Alone on its vertices the joint has nobody to leave them to: they become like what is around
// them.
TEST(MendRegions, AnIslandThatIsAllOfItsVerticesIsSmoothedAway) {
  Document document(make_scene(ogre()));
  select(document, crown(0.035f));
  apply(document, "mend set foot.L 1");
  ASSERT_GT(found(document.scene(), Rule::Island), 0u);
  apply(document, "mend islands all");
  EXPECT_EQ(found(document.scene(), Rule::Island), 0u);
  EXPECT_EQ(found(document.scene(), Rule::NoWeight), 0u);
  EXPECT_EQ(found(document.scene(), Rule::OverLimit), 0u);
}

TEST(MendRegions, JumpsGoAndNoVertexGetsMoreInfluencesThanTheLimit) {
  Document document(make_scene(ogre()));
  const auto& joints = document.scene().model->skeleton;
  ASSERT_GE(find_joint(joints, "foot.R"), 0);
  // Of a hand: at the tip of the ogre's left arm.
  select(document, patch(0.02f, [](const vec3& p) { return std::abs(p.x); }));
  apply(document, "mend set forearm.L 1");
  ASSERT_GT(found(document.scene(), Rule::Jump), 0u);
  select(document, {});
  apply(document, "mend jumps all");
  EXPECT_EQ(found(document.scene(), Rule::Jump), 0u);
  EXPECT_EQ(found(document.scene(), Rule::OverLimit), 0u);
}

TEST(MendRegions, OnlyWhatIsSelectedIsMended) {
  Document document(make_scene(ogre()));
  select(document, crown());
  apply(document, "mend set foot.L 0.4");
  const Influences spoilt = body(document);
  const std::size_t all = found(document.scene(), Rule::Island);
  VertexLists some = crown();
  some[kBody].resize(some[kBody].size() / 2);
  select(document, some);
  apply(document, "mend islands");
  for (std::uint32_t v = 0; v < spoilt.vertex_count(); ++v) {
    if (!std::ranges::binary_search(some[kBody], v)) {
      ASSERT_EQ(apart(spoilt, body(document), v), 0.0) << "vertex " << v;
    }
  }
  EXPECT_LT(found(document.scene(), Rule::Island), all);
}

TEST(MendRegions, LockedJointsStayAndThatIsSaid) {
  Document document(make_scene(ogre()));
  select(document, crown());
  apply(document, "mend set foot.L 0.4");
  const std::size_t all = found(document.scene(), Rule::Island);
  Scene locked = document.scene();
  locked.marks.weights_locked.assign(static_cast<std::size_t>(ogre()->skeleton.size()), 1);
  const MendResult made = mended(locked, {.kind = Mend::Islands, .all = true});
  EXPECT_EQ(made.changed, 0u) << made.account;
  EXPECT_NE(made.account.find("no islands"), std::string::npos) << made.account;
  EXPECT_NE(made.account.find("are left: weights are locked"), std::string::npos) << made.account;
  EXPECT_GT(all, 0u);
}

// What is hidden is exported all the same.
TEST(MendRegions, AllAreThoseOfHiddenMeshesToo) {
  Document document(make_scene(ogre()));
  select(document, crown());
  apply(document, "mend set foot.L 0.4");
  select(document, {});
  document.apply({ShowMesh{static_cast<int>(kBody), false}});
  EXPECT_GT(found(document.scene(), Rule::Island), 0u);
  apply(document, "mend islands all");
  EXPECT_EQ(found(document.scene(), Rule::Island), 0u);
}

}  // namespace
}  // namespace bindpose::mend_regions_test
