// What is said of a clip that was carried over to another rig.
#pragma once

#include <optional>
#include <string>

#include "rig/retarget/retarget.h"
#include "scene/model.h"

namespace bindpose {

// The largest differences between the file that was written, opened again, and what was computed.
struct RoundTrip {
  double metres = 0.0, degrees = 0.0;  // of joints, in display space
  int times = 0;                       // at so many, most of them between keys
};

struct RetargetReport {
  const Model& source;
  int clip;
  const Model& target;
  const JointMap& map;
  const RetargetSummary& summary;
  std::string name;  // of the clip that was made
  std::string output;
  std::size_t clips = 0;           // in the output
  std::optional<RoundTrip> error;  // nothing: the clip was not found there
  bool feet = false;
};

std::string retarget_text(const RetargetReport& report);
// {"clip", "source", "target", "output", "duration", "ratio", "turn" (degrees), "aligned",
// "same_rig", "pairs": [{"target", "source", "by": "part|name|place|map", "hips": true}],
// "source_without", "target_without" (names), "held_back", "feet" (null, or {"contacts",
// "slip_before", "slip_after"} in metres), "round_trip" (null, or {"metres", "degrees", "times"})}.
std::string retarget_json(const RetargetReport& report);

// "part", "name", "place" or "map".
const char* word_of(PairedBy by);

}  // namespace bindpose
