// Joints of real models keep apart for eyes without the cones for green, too.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>

#include "io/import.h"
#include "view/joint_colors.h"

namespace bindpose::app {
namespace joint_colors_seen {
namespace {

using Color = std::array<double, 3>;

double linear(double c) {
  return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}

// Machado, Oliveira and Fernandes 2009, deuteranopia, severity 1; on linear RGB.
Color deuteranope(const Color& c) {
  constexpr double m[3][3] = {{0.367322, 0.860646, -0.227968},
                              {0.280085, 0.672501, 0.047413},
                              {-0.011820, 0.042940, 0.968881}};
  Color out{};
  for (std::size_t i = 0; i < 3; ++i) {
    out[i] = std::clamp(m[i][0] * c[0] + m[i][1] * c[1] + m[i][2] * c[2], 0.0, 1.0);
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

void expect_apart(const std::string& file) {
  const auto model = import_model(file);
  const std::vector<vec3> colors = joint_colors(borrowed_scene(*model));
  const auto all = joint_neighbours(borrowed_scene(*model));
  std::size_t pairs = 0;
  for (std::size_t j = 0; j < all.size(); ++j) {
    for (const JointNeighbour& n : all[j]) {
      const auto other = static_cast<std::size_t>(n.joint);
      const bool family = n.kind == JointNeighbour::ParentChild;
      if (other < j || (!family && n.kind != JointNeighbour::Counterpart)) continue;
      const Color a = linear_of(colors[j]), b = linear_of(colors[other]);
      const std::string pair = model->skeleton.name[j] + " and " + model->skeleton.name[other];
      EXPECT_GE(delta_e(lab(deuteranope(a)), lab(deuteranope(b))), 15.0) << pair;
      EXPECT_GE(delta_e(lab(a), lab(b)), 25.0) << pair;
      ++pairs;
    }
  }
  EXPECT_GE(pairs, 15u) << "or this test shows nothing";
}

TEST(JointColorsSeen, NeighboursOfTheOgreDifferWithoutGreenCones) {
  expect_apart(BINDPOSE_SOURCE_DIR "/assets/ogre.glb");
}

TEST(JointColorsSeen, NeighboursOfCesiumManDifferWithoutGreenCones) {
  const std::string file = BINDPOSE_SHARED_DIR "/models/cesium_man/cesium_man.gltf";
  if (!std::filesystem::exists(file)) GTEST_SKIP() << "no ../shared/models here";
  expect_apart(file);
}

}  // namespace
}  // namespace joint_colors_seen
}  // namespace bindpose::app
