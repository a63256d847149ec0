// What the checks of `bindpose verify` are made of.
#pragma once

#include <cmath>
#include <string>

#include "app/cli/verify.h"

namespace bindpose::app {

struct Worst {
  double difference = 0.0;
  std::string where;
  std::size_t samples = 0;
  void add(double d, const std::string& place) {
    ++samples;
    if (!(d <= difference)) {  // also catches NaN
      difference = std::isfinite(d) ? d : INFINITY;
      where = place;
    }
  }
};

inline Check skip(std::string name, std::string why) {
  return {std::move(name), 0.0, true, std::move(why)};
}
// A check that compared nothing has shown nothing.
inline Check finish(std::string name, const Worst& worst) {
  if (worst.samples == 0) return skip(std::move(name), "there is nothing to compare");
  return {std::move(name), worst.difference, false, worst.where, worst.samples};
}

// A mesh's points with its shapes added, in double.
struct Shaped {
  std::vector<glm::dvec3> position, normal;
};
Shaped shaped_points(const Mesh& mesh, const PosedScene& posed);

// The deformers other than the linear blend, vertex by vertex in double straight from their
// formulas.
std::vector<Check> check_other_deformers(const Scene& scene, const PosedScene& posed, double size);
// Delta mush likewise (verify_mush.cpp).
std::vector<Check> check_delta_mush(const Scene& scene, const PosedScene& posed, double size);

}  // namespace bindpose::app
