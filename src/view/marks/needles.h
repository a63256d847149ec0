// Normals drawn as needles: which, where and how long. Functions of scene and pose; who draws them
// is not their concern.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "scene/scene.h"

namespace bindpose {

// n at bind; M n and M^-T n with the matrix M that moves the vertex, normalised; the normal of the
// posed surface itself (rig/exact_normals.h).
enum class Needle { Bind, Plain, Usual, Exact };
inline constexpr std::array kNeedleKinds{Needle::Bind, Needle::Plain, Needle::Usual, Needle::Exact};

// sRGB, the same in both themes: at least 30 apart (CIELAB) to eyes without the cones for green,
// red or blue, too. Lines have a dark rim.
vec3 needle_color(Needle kind);
// "n", "M n", "M^{-T} n" as a lesson writes formulas, and what it is: "at bind", "plain", "usual",
// "exact".
const char* needle_formula(Needle kind);
const char* needle_name(Needle kind);

// At one vertex: four needles of one length on v', and the disc that touches the posed surface
// there, at right angles to the exact one. The file's world.
struct VertexNeedles {
  vec3 at{0.0f};                    // v'
  std::array<vec3, 4> direction{};  // by Needle; unit, or 0 where a matrix leaves no direction
  float length = 0.0f;              // a part of the model's diagonal at bind
  float disc_radius = 0.0f;
  // Unit, in the disc: where the usual needle leans, or anywhere where it stands upright.
  vec3 lean{1.0f, 0.0f, 0.0f};

  vec3 tip(Needle kind) const { return at + length * direction[static_cast<std::size_t>(kind)]; }
  vec3 exact() const { return direction[static_cast<std::size_t>(Needle::Exact)]; }
};
// Of the vertex that is pinned, else pointed at; nothing where there is none, its mesh is hidden,
// or ViewSettings::needles is off.
std::optional<VertexNeedles> vertex_needles(const Scene& scene, const PosedScene& posed,
                                            Deformer method);

// All over the surface: usual and exact needles, so that a V shows where they part.
struct NeedlePair {
  vec3 at, usual, exact;  // the file's world; normals of unit length
};

// Vertices that stand evenly on the surface at bind: no two nearer than `spacing` of their level on
// the same side. A level has all those of the levels before it, and half their spacing.
struct ThinnedVertices {
  static constexpr int kLevels = 4;
  struct Level {
    float spacing = 0.0f;                            // the file's units
    std::vector<std::vector<std::uint32_t>> vertex;  // per mesh
  };
  std::array<Level, kLevels> level;
};
// Of the meshes that are not hidden. The first level has some hundred.
ThinnedVertices thin_vertices(const Scene& scene);

// Keeps what was asked for last of each deformer.
class NeedleField {
 public:
  // The first level whose spacing is at most `spacing_wanted` (the file's units), else the densest.
  // Pairs are valid until the next call.
  struct Field {
    float spacing = 0.0f;
    std::vector<NeedlePair> pairs;
    float length() const { return 1.1f * spacing; }
  };
  const Field& get(const Scene& scene, const PosedScene& posed, Deformer method,
                   float spacing_wanted);

 private:
  struct Kept {
    std::uint64_t pose = 0, weights = 0;
    WeightUse use = WeightUse::Normalised;
    int level = -1;
    Field field;
  };
  ModelId model_;
  std::vector<std::uint8_t> hidden_;
  ThinnedVertices thinned_;
  std::array<Kept, std::size(kDeformers)> kept_;
};

}  // namespace bindpose
