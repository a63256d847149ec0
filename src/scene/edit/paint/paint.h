// Weights painted on the posed surface: a stroke of a brush as data, and what it makes of a scene's
// weights.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "rig/paint/brush_stroke.h"
#include "scene/edit/weights.h"
#include "scene/scene.h"

namespace bindpose {

// Lengths and places are in the file's world, on the surface in the pose that is shown when the
// stroke begins, as ViewSettings::method moves it.
struct Paint {
  struct Point {
    vec3 at{0.0f};
    float pressure = 1.0f;  // 0 to 1: of the strength

    bool operator==(const Point&) const = default;
  };
  PaintMode mode = PaintMode::Add;
  int joint = -1;         // whose weight; Smooth, Sharpen: none, all weights are meant
  double strength = 0.5;  // 0 to 1
  double value = 1.0;     // Replace: 0 to 1
  float radius = 0.0f;    // > 0
  FallOff fall_off = FallOff::Smooth;
  bool through = false;             // all that is so near, not along the surface
  std::optional<vec3> seen_from{};  // only what faces this place
  bool mirrored = false;            // the other side gets the same, for the opposite joint
  int limit = 0;                    // influences at most, where it paints; 0: any number
  std::vector<Point> points{};      // a dab each, in this order

  bool of_joint() const { return mode != PaintMode::Smooth && mode != PaintMode::Sharpen; }
};

struct PaintResult {
  WeightDelta delta;               // from the stroke's begin; rows are in the order they came
  std::vector<std::size_t> fresh;  // of delta.rows: those that the last points changed
  std::size_t changed = 0;         // vertices
  bool hindered = false;           // it could not be done at all: `account` says what is missing
  std::string account;             // for the user: what was done, or why nothing was; sentences
};

// What strokes on a model share, made when one begins and kept for as long as model and hidden
// meshes are the same: about a fifth of a second for a million vertices.
class PaintCanvas;

// A stroke while it is drawn.
class Painting {
 public:
  // From what the scene is now. `paint` has no points yet. `canvas`: that of the stroke before, or
  // null; made anew where it does not fit. There is a model.
  Painting(const Scene& scene, const PosedScene& posed, Paint paint,
           std::shared_ptr<PaintCanvas>& canvas);
  ~Painting();
  Painting(const Painting&) = delete;
  Painting& operator=(const Painting&) = delete;

  // Why nothing can be painted so; a sentence, or "".
  const std::string& obstacle() const { return obstacle_; }
  // Where a place in a triangle of a mesh was at the begin of the stroke; nothing where it cannot
  // be painted: a mesh that is hidden or has no skin.
  std::optional<vec3> place(int mesh, std::uint32_t triangle, const vec3& bary) const;
  // Dabs, one after the other, at the nearest place of the surface. Where the triangles are known
  // it is not looked for.
  struct Hit {
    Paint::Point point;
    int mesh = -1;
    std::uint32_t triangle = 0;
  };
  void add(std::vector<Hit> hits);

  // With all points so far.
  const Paint& paint() const { return paint_; }
  // Grows with the stroke; null where it has an obstacle.
  std::shared_ptr<const PaintResult> result() const { return result_; }

 private:
  struct Work;
  std::string obstacle_;
  Paint paint_;
  std::shared_ptr<PaintResult> result_;
  std::unique_ptr<Work> work_;
};

// The whole stroke at once, without writing anything. There is a model.
std::shared_ptr<const PaintResult> painted(const Scene& scene, const Paint& paint);

}  // namespace bindpose
