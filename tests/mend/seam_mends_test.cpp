// A tube with a seam of the texture: two vertices at each place of one of its sides, with the same
// weights. Whatever is mended on one of both sides, the seam stays closed.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "check/figure.h"
#include "scene/edit/edit.h"

namespace bindpose::seam_mends_test {
namespace {

using namespace tests;

constexpr std::uint32_t kVertices = kRings * kSides;

// Side 0 of each ring is the seam; its twins, from kVertices on, belong to the triangles behind it.
Figure with_seam() {
  Figure f = sound_figure();
  for (std::uint32_t v = 0; v < kVertices; ++v) {
    Row& row = f.row[v];
    // Three joints and more, and more of them to the left, so that all mends have something to do.
    for (const auto& [joint, weight] :
         {std::pair(kHips, 0.1f), {kThighL, 0.15f}, {kFootL, 0.05f}}) {
      const auto at = std::ranges::find(row, int{joint}, &WeightEntry::slot);
      if (at == row.end())
        row.push_back({joint, weight});
      else
        at->weight += weight;
    }
    for (WeightEntry& e : row) e.weight /= 1.3f;
  }
  for (int ring = 0; ring < kRings; ++ring) {
    const std::uint32_t v = figure_vertex(ring, 0);
    f.position.push_back(f.position[v]);
    f.along.push_back(f.along[v]);
    f.row.push_back(f.row[v]);
  }
  for (std::size_t t = 0; t < f.triangle.size(); t += 3) {
    const auto corner = std::span(f.triangle).subspan(t, 3);
    const bool behind = std::ranges::any_of(
        corner, [](std::uint32_t v) { return v % std::uint32_t{kSides} == kSides - 1; });
    for (std::uint32_t& v : corner) {
      if (behind && v % std::uint32_t{kSides} == 0) v = kVertices + v / std::uint32_t{kSides};
    }
  }
  return f;
}

std::map<int, float> shares_at(const Scene& scene, std::uint32_t v) {
  const MeshBinding& b = binding_of(scene, 0);
  std::map<int, float> out;
  for (std::uint32_t k = b.influences.offset[v]; k < b.influences.offset[v + 1]; ++k)
    out[b.skin.joint[b.influences.slot[k]]] = b.influences.weight[k];
  return out;
}

// The largest difference between both vertices of a place of the seam.
float widest_gap(const Scene& scene) {
  float widest = 0.0f;
  for (int ring = 0; ring < kRings; ++ring) {
    auto one = shares_at(scene, figure_vertex(ring, 0));
    auto other = shares_at(scene, kVertices + static_cast<std::uint32_t>(ring));
    for (int j = 0; j < kFigureJoints; ++j) widest = std::max(widest, std::abs(one[j] - other[j]));
  }
  return widest;
}

std::string some_of(bool twins) {
  std::string text = "vertices of trousers ";
  for (int ring = 10; ring < kRings - 10; ++ring) {
    const std::uint32_t v =
        twins ? kVertices + static_cast<std::uint32_t>(ring) : figure_vertex(ring, 0);
    text += (ring == 10 ? "" : ",") + std::to_string(v);
  }
  return text;
}

void expect_closed(const Figure& figure, const std::string& mend) {
  for (const bool twins : {false, true}) {
    Document document(make_scene(model_of(figure)));
    const Scene before = document.scene();
    ASSERT_EQ(widest_gap(before), 0.0f);
    for (const std::string& text : {some_of(twins), mend}) {
      std::string error;
      const auto edit = parse_edit(text, document.scene(), error);
      ASSERT_TRUE(edit) << text << ": " << error;
      document.apply({*edit});
    }
    std::size_t changed = 0;
    for (std::uint32_t v = 0; v < figure.row.size(); ++v)
      changed += shares_at(before, v) != shares_at(document.scene(), v);
    EXPECT_GT(changed, 0u) << mend << " does nothing: the test would prove nothing";
    EXPECT_LT(widest_gap(document.scene()), 1e-6f) << mend << (twins ? ", twins" : "");
  }
}

TEST(SeamMends, ASeamStaysClosedWhicheverSideIsChosen) {
  const Figure figure = with_seam();
  for (const char* mend :
       {"mend set foot.R 0.5", "mend scale thigh.L 1.5", "mend smooth 0.5 3", "mend prune 0.08",
        "mend limit 2", "mend limit 2 fit", "mend mirror to left", "mend mirror to right",
        "mend mirror to left by topology", "mend average", "mend paste hips 0.3 foot.L 0.7"})
    expect_closed(figure, mend);
}

TEST(SeamMends, FillingClosesWhatBothSidesLack) {
  Figure figure = with_seam();
  for (int ring = 20; ring < 24; ++ring) {
    figure.row[figure_vertex(ring, 0)].clear();
    figure.row[kVertices + static_cast<std::uint32_t>(ring)].clear();
  }
  expect_closed(figure, "mend fill");
}

}  // namespace
}  // namespace bindpose::seam_mends_test
