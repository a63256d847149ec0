// Joints of real models keep apart for eyes without the cones for green, for red or for blue, too.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <set>
#include <string_view>

#include "io/import.h"
#include "io/import_error.h"
#include "view/joints/joint_colors.h"
#include "view/joints/joint_patterns.h"

namespace bindpose::app {
namespace joint_colors_seen {
namespace {

using Color = std::array<double, 3>;

double linear(double c) {
  return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}

// Machado, Oliveira and Fernandes 2009, severity 1; on linear RGB.
using Matrix = std::array<std::array<double, 3>, 3>;
struct Eye {
  const char* name;
  Matrix seen;
};
constexpr Eye kEyes[] = {
    {"all cones", {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}},
    {"deuteranopia",
     {{{0.367322, 0.860646, -0.227968},
       {0.280085, 0.672501, 0.047413},
       {-0.011820, 0.042940, 0.968881}}}},
    {"protanopia",
     {{{0.152286, 1.052583, -0.204868},
       {0.114503, 0.786281, 0.099216},
       {-0.003882, -0.048116, 1.051998}}}},
    {"tritanopia",
     {{{1.255528, -0.076749, -0.178779},
       {-0.078411, 0.930809, 0.147602},
       {0.004733, 0.691367, 0.303900}}}},
};
Color seen_by(const Eye& eye, const Color& c) {
  Color out{};
  for (std::size_t i = 0; i < 3; ++i) {
    const auto& row = eye.seen[i];
    out[i] = std::clamp(row[0] * c[0] + row[1] * c[1] + row[2] * c[2], 0.0, 1.0);
  }
  return out;
}

// CIELAB under D65 of linear sRGB.
Color lab(const Color& c) {
  const auto f = [](double t) { return t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116.0; };
  const double x = f((0.4124 * c[0] + 0.3576 * c[1] + 0.1805 * c[2]) / 0.9505);
  const double y = f(0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2]);
  const double z = f((0.0193 * c[0] + 0.1192 * c[1] + 0.9505 * c[2]) / 1.089);
  return {116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)};
}

double delta_e(const Color& a, const Color& b) {
  return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

Color linear_of(const vec3& srgb) {
  return {linear(double{srgb.r}), linear(double{srgb.g}), linear(double{srgb.b})};
}

constexpr std::string_view kEndings[] = {".glb", ".gltf", ".fbx", ".dae", ".X", ".bvh", ".md5mesh"};

// Parents with their children, siblings, and what mirrors each other: each pair once.
std::set<std::pair<int, int>> families(const Model& model) {
  std::set<std::pair<int, int>> out;
  const Skeleton& s = model.skeleton;
  for (int j = 0; j < s.size(); ++j) {
    if (s.parent[std::size_t(j)] >= 0) out.emplace(s.parent[std::size_t(j)], j);
    std::vector<int> children;
    for (int c = j + 1; c < s.subtree_end[std::size_t(j)]; c = s.subtree_end[std::size_t(c)])
      children.push_back(c);
    for (std::size_t a = 0; a < children.size(); ++a) {
      for (std::size_t b = a + 1; b < children.size(); ++b) out.emplace(children[a], children[b]);
    }
  }
  const auto all = joint_neighbours(borrowed_scene(model));
  for (std::size_t j = 0; j < all.size(); ++j) {
    for (const JointNeighbour& n : all[j]) {
      if (n.kind == JointNeighbour::Counterpart && n.joint > int(j)) out.emplace(int(j), n.joint);
    }
  }
  return out;
}

// The number of pairs.
std::size_t expect_apart(const Model& model) {
  const std::vector<vec3> colors = joint_colors(borrowed_scene(model));
  const std::vector<std::uint8_t> patterns = joint_patterns(borrowed_scene(model));
  const auto pairs = families(model);
  for (const auto& [j, other] : pairs) {
    const Color a = linear_of(colors[std::size_t(j)]), b = linear_of(colors[std::size_t(other)]);
    for (const Eye& eye : kEyes) {
      const double least = &eye == kEyes ? 20.0 : 15.0;
      EXPECT_GE(delta_e(lab(seen_by(eye, a)), lab(seen_by(eye, b))), least)
          << model.name << ", " << eye.name << ": " << model.skeleton.name[std::size_t(j)]
          << " and " << model.skeleton.name[std::size_t(other)];
    }
  }
  // Eight patterns are enough for those who lie next to each other, though not for all siblings.
  const auto all = joint_neighbours(borrowed_scene(model));
  for (std::size_t j = 0; j < all.size(); ++j) {
    for (const JointNeighbour& n : all[j]) {
      if (n.kind != JointNeighbour::ParentChild && n.kind != JointNeighbour::Counterpart) continue;
      EXPECT_NE(patterns[j], patterns[std::size_t(n.joint)])
          << model.name << ": hatching of " << model.skeleton.name[j] << " and "
          << model.skeleton.name[std::size_t(n.joint)];
    }
  }
  return pairs.size();
}

TEST(JointColorsSeen, FamiliesOfTheDemoModelsDifferForAllEyes) {
  for (const char* name : {"ogre", "arm", "capsule"}) {
    EXPECT_GT(
        expect_apart(*import_model(std::string(BINDPOSE_SOURCE_DIR "/assets/") + name + ".glb")),
        2u)
        << "or this test shows nothing";
  }
}

// One lesson shows them side by side, far from their parents.
TEST(JointColorsSeen, TheSameBonesOfFingersBesideEachOtherDiffer) {
  const auto arm = import_model(BINDPOSE_SOURCE_DIR "/assets/arm.glb");
  const std::vector<vec3> colors = joint_colors(borrowed_scene(*arm));
  const auto color = [&](const std::string& name) {
    const auto at = std::ranges::find(arm->skeleton.name, name) - arm->skeleton.name.begin();
    return lab(linear_of(colors.at(std::size_t(at))));
  };
  const char* fingers[] = {"index", "middle", "ring", "pinky"};
  for (std::size_t k = 1; k < std::size(fingers); ++k) {
    for (const char* bone : {"1", "2", "3"}) {
      EXPECT_GE(
          delta_e(color(fingers[k] + std::string(bone)), color(fingers[k - 1] + std::string(bone))),
          15.0)
          << fingers[k] << bone;
    }
  }
}

TEST(JointColorsSeen, FamiliesOfTheSharedModelsDifferForAllEyes) {
  const std::filesystem::path folder = BINDPOSE_SHARED_DIR "/models";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no ../shared/models here";
  std::size_t models = 0, pairs = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    const std::string ending = entry.path().extension().string();
    const bool model = std::ranges::find(kEndings, ending) != std::end(kEndings);
    if (!entry.is_regular_file() || !model) continue;
    try {
      pairs += expect_apart(*import_model(entry.path()));
      ++models;
    } catch (const ImportError&) {
      // A file that is refused has tests of its own.
    }
  }
  EXPECT_GE(models, 20u);
  EXPECT_GE(pairs, 1000u);
}

}  // namespace
}  // namespace joint_colors_seen
}  // namespace bindpose::app
