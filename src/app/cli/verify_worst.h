// What the checks of `bindpose verify` are made of.
#pragma once

#include <cmath>
#include <string>

#include "app/cli/verify.h"

namespace bindpose::app {

struct Worst {
  double difference = 0.0;
  std::string where;
  void add(double d, const std::string& place) {
    if (!(d <= difference)) {  // also catches NaN
      difference = std::isfinite(d) ? d : INFINITY;
      where = place;
    }
  }
};

inline Check finish(std::string name, const Worst& worst) {
  return {std::move(name), worst.difference, false, worst.where};
}
inline Check skip(std::string name, std::string why) {
  return {std::move(name), 0.0, true, std::move(why)};
}

// A mesh's points with its shapes added, in double.
struct Shaped {
  std::vector<glm::dvec3> position, normal;
};
Shaped shaped_points(const Mesh& mesh, const PosedScene& posed);

// The deformers other than the linear blend, vertex by vertex in double straight from their
// formulas.
std::vector<Check> check_other_deformers(const Scene& scene, const PosedScene& posed, double size);

}  // namespace bindpose::app
