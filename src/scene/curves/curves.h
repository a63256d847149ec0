// What becomes of quantities while one number goes from an end of its range to the other: curves of
// volume, cross-section and length beside each other, by one deformer or several.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "scene/lesson/lesson_plan.h"

namespace bindpose {

struct Curves {
  struct Line {
    std::string label;          // "volume, dual quaternions"
    std::vector<double> value;  // one a Curves::at; NaN where there is none
  };
  std::string title;       // "" where the labels say it
  std::string unit;        // of the values
  std::string along;       // what goes from end to end: "Bend", "forearm about x"
  std::string along_unit;  // of that
  std::vector<double> at;  // rising; where it was computed
  std::vector<Line> line;
  double start = 0.0;  // where it was before anybody moved it

  // Between the places where it was computed: straight. NaN where there is none.
  double value(std::size_t k, double position) const;
};

// Computed as they are asked for, so that whoever waits can stop.
struct CurvesToMake {
  Curves curves;                                         // without values
  std::function<std::vector<double>(double at)> values;  // one a line
};
inline constexpr int kCurveSteps = 36;
// Empty values where it was stopped.
Curves make_curves(CurvesToMake wanted, const std::function<bool()>& stopped);

// Of a step that has curves; the other sliders stand where `sliders` says.
CurvesToMake lesson_curves(std::shared_ptr<const LessonPlan> plan, std::size_t step,
                           const std::vector<double>& sliders);

// ViewSettings::sweep: the selected joint turns about an axis of its own from one angle to another.
// What is measured is Sweep_of of the posed surface as a part of the bind pose's, by those
// deformers.
inline constexpr Deformer kSweptBy[] = {Deformer::Linear, Deformer::DualQuaternion,
                                        Deformer::Centers, Deformer::BulgeFree};
// There is a joint, and ViewSettings::sweep is not off.
CurvesToMake sweep_curves(const Scene& scene);
// Ul_j = swing twist (P. Baerlocher, R. Boulic 2001): the twist is the turn about that axis of the
// joint's own that comes first, degrees, -180 to 180. The sweep changes it and nothing else.
double swept_angle(const Scene& scene);
// The scene with that angle.
Scene swept(const Scene& scene, double degrees);

}  // namespace bindpose
