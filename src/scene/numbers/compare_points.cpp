#include "scene/numbers/compare_points.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <unordered_map>

#include "math/numbers.h"
#include "scene/numbers/another_pose.h"
#include "scene/numbers/numbers_error.h"
#include "scene/numbers/rounded.h"
#include "scene/numbers/verdict_words.h"

namespace bindpose {

namespace {

// Points by the cell of a grid that they are in; whatever is within a cell's length of a point is
// in its own cell or in one of those around.
class PointGrid {
 public:
  PointGrid(const std::vector<dvec3>& points, double cell) : points_(points), cell_(cell) {
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (has_cell(points[i])) of_[key(at(points[i]))].push_back(i);
    }
  }
  // Any that is within the distance; -1 where none is.
  std::ptrdiff_t near(const dvec3& p, double distance) const {
    if (!has_cell(p)) return -1;
    const glm::i64vec3 middle = at(p);
    for (int n = 0; n < 27; ++n) {
      const auto cell = of_.find(key(middle + glm::i64vec3(n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1)));
      if (cell == of_.end()) continue;
      for (const std::size_t i : cell->second) {
        if (glm::distance(points_[i], p) <= distance) return static_cast<std::ptrdiff_t>(i);
      }
    }
    return -1;
  }

 private:
  // Whether its cell can be counted.
  bool has_cell(const dvec3& p) const {
    const dvec3 cells = glm::abs(p / cell_);
    return cells.x < 1e15 && cells.y < 1e15 && cells.z < 1e15;
  }
  glm::i64vec3 at(const dvec3& p) const { return glm::i64vec3(glm::floor(p / cell_)); }
  static std::uint64_t key(const glm::i64vec3& c) {
    const auto u = [](std::int64_t v) { return static_cast<std::uint64_t>(v); };
    return u(c.x) * 73856093u ^ u(c.y) * 19349663u ^ u(c.z) * 83492791u;
  }

  const std::vector<dvec3>& points_;
  double cell_;
  std::unordered_map<std::uint64_t, std::vector<std::size_t>> of_;
};

std::string moved_by(Deformer method) {
  if (method == Deformer::File) return in_sentence(method);  // "as the file says"
  return "by the deformer \"" + in_sentence(method) + "\"";
}

constexpr std::size_t kFew = 256;

// The same rig with every `step`-th vertex of that range.
RigInputs with_few(const RigInputs& in, std::size_t first, std::size_t count, std::size_t step) {
  const RigSurface& from = *in.surface;
  RigSurface out;
  out.weight_begin = {0};
  for (std::size_t v = first; v < first + count; v += step) {
    out.vertex.push_back(from.vertex[v]);
    out.raw_sum.push_back(from.raw_sum[v]);
    out.vertex_mesh.push_back(from.vertex_mesh[v]);
    for (std::uint32_t k = from.weight_begin[v]; k < from.weight_begin[v + 1]; ++k) {
      out.weight_slot.push_back(from.weight_slot[k]);
      out.weight.push_back(from.weight[k]);
    }
    out.weight_begin.push_back(static_cast<std::uint32_t>(out.weight.size()));
  }
  RigInputs few = in;
  few.surface = std::make_shared<const RigSurface>(std::move(out));
  return few;
}

}  // namespace

PointComparison::PointComparison(const Scene& scene, const PosedScene& posed, const RigInputs& in,
                                 double length, const NumbersOptions& options)
    : scene_(scene),
      posed_(posed),
      in_(in),
      length_(length),
      tolerance_(options.tolerance),
      stopped_(options.stopped),
      right_(posed_points(scene, posed, scene.view.method)) {}

PointComparison::Left PointComparison::left(const GivenPoints& given,
                                            const std::vector<dvec3>& points) const {
  Left out;
  for (std::size_t i = 0; i < given.point.size(); ++i) {
    const dvec3 d = (given.point[i] - points[given.first + i]) / length_;
    const double square = glm::dot(d, d);
    if (!std::isfinite(square)) continue;  // no mistake makes it
    out.squares += square;
    out.worst = std::max(out.worst, std::sqrt(square));
  }
  return out;
}

double PointComparison::part_explained(const Left& rest, double all) {
  return 1.0 - std::sqrt(rest.squares / all);
}

bool PointComparison::explains(const Left& rest, double all) {
  return part_explained(rest, all) >= kExplainedPart;
}

QuantityVerdict PointComparison::verdict(const GivenPoints& given,
                                         const std::vector<RigMistake>& mistakes,
                                         const std::vector<dmat4>* skin) {
  QuantityVerdict out;
  out.quantity = RigQuantity::Posed;
  out.source = given.source;
  out.given = given.point.size();
  for (std::size_t i = 0; i < given.point.size(); ++i) {
    const std::size_t v = given.first + i;
    const double distance = glm::distance(given.point[i], right_[v]);
    const double error = std::isfinite(distance) ? distance / length_ : INFINITY;
    out.worst = std::max(out.worst, error);
    if (error <= tolerance_) {
      ++out.right;
      continue;
    }
    if (!out.first_vertex.empty()) continue;
    std::size_t in_mesh = v;
    const std::uint32_t mesh = in_.surface->vertex_mesh[v];
    for (std::uint32_t m = 0; m < mesh; ++m) in_mesh -= scene_.model->meshes[m].position.size();
    out.first_vertex = {static_cast<int>(mesh), static_cast<std::uint32_t>(in_mesh)};
    out.first_name = std::to_string(in_mesh);
    if (scene_.model->meshes.size() > 1) out.first_name += " of " + scene_.model->meshes[mesh].name;
    out.first_error = error;
    out.first_words = no_number_in_words(given.point[i]);
    if (out.first_words.empty()) out.first_words = distance_in_words(distance, *scene_.model);
    out.first_given[3] = dvec4(given.point[i], 1.0);
    out.first_right[3] = dvec4(right_[v], 1.0);
  }
  if (out.is_right()) return out;
  const double all = left(given, right_).squares;
  if (!(all > 0.0)) return out;
  if (skin != nullptr) {
    std::vector<dvec3> points;
    for (std::size_t v = 0; v < in_.surface->vertex.size(); ++v)
      points.push_back(linear_blend_point(in_, *skin, v));
    if (left(given, points).worst <= tolerance_) {
      out.follows = out.given - out.right;
      out.follows_from = "the given matrices";
      return out;
    }
  }
  WrittenDigits written;
  for (std::size_t i = 0; i < given.point.size(); ++i) {
    for (int c = 0; c < 3; ++c) written.add(given.point[i][c], right_[given.first + i][c]);
  }
  if (!written.in_words().empty()) {
    out.explained.push_back(explanation_by_digits(written.in_words(), out.worst));
    return out;
  }
  // What a mistake leaves of a few vertices it leaves of all of them: nearly every one is refused
  // by these alone.
  const std::size_t step = given.point.size() / kFew + 1;
  GivenPoints few{given.source, 0, {}};
  for (std::size_t i = 0; i < given.point.size(); i += step) few.point.push_back(given.point[i]);
  const RigInputs few_in = with_few(in_, given.first, given.point.size(), step);
  const auto try_mistake = [&](const RigMistake& m) {
    if (!explains(left(few, numbers_with(few_in, m, RigLists::Posed).posed), all)) return;
    try_points(out, given, m, numbers_with(in_, m, RigLists::Posed).posed, all);
  };
  for (const RigMistake& m : surface_mistakes()) {
    if (stopped_ && stopped_()) return out;
    try_mistake(m);
  }
  for (const DeformerInfo& d : kDeformers) {
    // What takes seconds to prepare is tried where it is shown alone.
    if (d.method == scene_.view.method || d.needs == DeformerNeeds::Centers) continue;
    if (stopped_ && stopped_()) return out;
    try_points(out, given,
               {"deformer", "they were moved " + moved_by(d.method) + "; here they are moved " +
                                moved_by(scene_.view.method)},
               posed_points(scene_, posed_, d.method), all);
  }
  for (const RigMistake& m : mistakes) {
    if (stopped_ && stopped_()) return out;
    try_mistake(m);
  }
  if (out.explained.empty()) explain_by_order(out, given);
  keep_best(out.explained);
  out.another_pose = out.explained.empty() && is_another_pose(given, in_, right_, length_);
  return out;
}

void PointComparison::try_points(QuantityVerdict& out, const GivenPoints& given,
                                 const RigMistake& mistake, const std::vector<dvec3>& points,
                                 double all) const {
  const Left rest = left(given, points);
  if (!explains(rest, all)) return;
  if (!mistake.limit.empty()) {
    const std::vector<dvec3> from = numbers_with(in_, mistake.limit[0], RigLists::Posed).posed;
    LengthFit fit;
    for (std::size_t i = 0; i < given.point.size(); ++i) {
      const dvec3& a = from[given.first + i];
      const dvec3 way = given.point[i] - a;
      if (std::isfinite(glm::dot(way, way))) fit.add(way, points[given.first + i] - a);
    }
    if (!fit.is_one()) return;
  }
  add_explanation(out.explained, mistake,
                  {mistake.key, mistake.says, part_explained(rest, all), rest.worst});
}

// Right points, counted in another order, as programs do that weld or split vertices.
void PointComparison::explain_by_order(QuantityVerdict& out, const GivenPoints& given) const {
  const double distance = tolerance_ * length_;
  if (!(distance > 0.0)) return;
  const PointGrid grid(right_, distance);
  std::size_t wrong = 0, elsewhere = 0;
  double left = 0.0;
  std::string example;
  for (std::size_t i = 0; i < given.point.size(); ++i) {
    const double error = glm::distance(given.point[i], right_[given.first + i]);
    if (error <= distance) continue;
    ++wrong;
    const std::ptrdiff_t at = grid.near(given.point[i], distance);
    if (at < 0) {
      left = std::max(left, error / length_);
      continue;
    }
    ++elsewhere;
    if (example.empty()) {
      example = "vertex " + std::to_string(i) + " has the place of vertex " + std::to_string(at);
    }
  }
  const double part = wrong == 0 ? 0.0 : double(elsewhere) / double(wrong);
  if (elsewhere < 2 || part < kExplainedPart) return;
  out.explained.push_back(
      {"order of vertices",
       "the places are right, and the vertices are counted in another order: " + example, part,
       std::max(left, tolerance_)});
}

}  // namespace bindpose
