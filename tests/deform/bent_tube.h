// A tube along y from 0 to 2 with two joints, at its foot and in its middle: what bends and twists.
#pragma once

#include <cmath>
#include <numbers>
#include <vector>

#include "rig/deform/mush_surface.h"
#include "rig/deform/rotation_centers.h"
#include "rig/deformer.h"
#include "rig/fixtures.h"

namespace bindpose::test {

inline constexpr double kTubeRadius = 0.25;

struct BentTube {
  Mesh mesh;
  std::vector<mat4> palette{mat4(1.0f), mat4(1.0f)};
  mat4 node{1.0f};
  std::vector<vec4> center;
  std::shared_ptr<const MushGraph> graph;
  MushSmoothing smoothing;
  std::vector<BoneEnds> bone{{{0, 0, 0}, {0, 1, 0}}, {{0, 1, 0}, {0, 2, 0}}};
  int rings, columns;

  explicit BentTube(int ring_count = 61, int column_count = 24, double blend = 0.4)
      : rings(ring_count), columns(column_count) {
    std::vector<std::vector<WeightEntry>> rows;
    for (int r = 0; r < rings; ++r) {
      for (int c = 0; c < columns; ++c) {
        const double turn = 2.0 * std::numbers::pi * c / columns, y = 2.0 * r / (rings - 1);
        mesh.position.emplace_back(
            dvec3(kTubeRadius * std::cos(turn), y, kTubeRadius * std::sin(turn)));
        mesh.normal.emplace_back(dvec3(std::cos(turn), 0.0, std::sin(turn)));
        const double t = std::clamp((y - 1.0) / blend + 0.5, 0.0, 1.0);
        const double w = t * t * (3.0 - 2.0 * t);
        rows.push_back({{0, float(1.0 - w)}, {1, float(w)}});
      }
    }
    for (int r = 0; r + 1 < rings; ++r) {
      for (int c = 0; c < columns; ++c) {
        const auto at = [&](int ring, int column) {
          return static_cast<std::uint32_t>(ring * columns + column % columns);
        };
        mesh.triangle.insert(mesh.triangle.end(), {at(r, c), at(r + 1, c), at(r, c + 1)});
        mesh.triangle.insert(mesh.triangle.end(), {at(r, c + 1), at(r + 1, c), at(r + 1, c + 1)});
      }
    }
    Skin& skin = mesh.file_binding.skin;
    mesh.file_binding.influences = pack_influences(rows, 2).influences;
    skin.joint = {0, 1};
    skin.bind = {mat4(1.0f), translation({0, 1, 0})};
    for (const mat4& b : skin.bind) skin.inverse_bind.push_back(inverse_affine(b));
    skin.skinned = true;
    const BoundMesh bound = bound_as_in_file(mesh);
    const mat4 same(1.0f);
    center = rotation_centers({&bound, 1}, {&same, 1})[0];
    make_graph();
  }
  // After a change of places or triangles.
  void make_graph() {
    graph = std::make_shared<const MushGraph>(mush_graph(mesh.position, mesh.triangle));
  }
  static mat4 translation(const vec3& t) { return glm::translate(mat4(1.0f), t); }
  // The upper half turned about an axis through the joint in the middle.
  void turn(float degrees, const vec3& axis) {
    palette[1] = translation({0, 1, 0}) * glm::rotate(mat4(1.0f), glm::radians(degrees), axis) *
                 translation({0, -1, 0});
  }
  SkinningInput input(float mix = 0.5f) const {
    SkinningInput in = skinning_input(bound_as_in_file(mesh), palette, node);
    in.data = {mix, center, bone};
    in.data.surface =
        std::make_shared<const MushSurface>(mush_surface(graph, smoothing, mesh.position));
    return in;
  }
  std::vector<vec3> posed(Deformer method, float mix = 0.5f) const {
    std::vector<vec3> out(mesh.position.size());
    info_of(method).deform(input(mix), out, {});
    return out;
  }
  std::size_t strongest(std::size_t i) const {
    const Influences& in = mesh.file_binding.influences;
    return in.slot[in.offset[i]];
  }
  bool pulled_by_both(std::size_t i) const {
    const Influences& in = mesh.file_binding.influences;
    return in.offset[i + 1] - in.offset[i] == 2;
  }
};

}  // namespace bindpose::test
