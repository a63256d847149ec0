// A Collada <sampler> as curves.
#pragma once

#include <optional>

#include "io/collada/document.h"
#include "rig/curve.h"

namespace bindpose {

// One curve for each number of the output. Times in seconds, values as stored.
struct ColladaCurves {
  std::vector<Curve> component;
  bool bent = false;        // some segment is a spline
  std::size_t unknown = 0;  // keys with an interpolation that is not known: straight
};

// LINEAR, STEP, BEZIER and HERMITE with tangents in time and value or in value alone.
// (COLLADA 1.4.1 specification, "Interpolating Values": a Bezier segment's control points are
// absolute; a Hermite segment's tangents are 3 times the way to them.) Nothing where arrays are
// missing, do not fit together, or times go back.
std::optional<ColladaCurves> read_collada_sampler(ColladaDocument& document,
                                                  pugi::xml_node sampler);

// Times less `start`, values (and handles) times `scale`.
Curve moved(Curve curve, double start, double scale);

}  // namespace bindpose
