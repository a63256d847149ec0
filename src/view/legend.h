// What a map's colours mean: one description, drawn over the view, saved with pictures and shown in
// the panel.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "math/types.h"
#include "scene/numerals.h"

namespace bindpose {

struct LegendTick {
  float at;  // 0 to 1 along the bar
  std::string text;
};

// A colour with a name, and how many vertices have it.
struct LegendSwatch {
  vec3 color;  // sRGB
  std::string text;
  std::size_t count = 0;
  float value = 0.0f;        // MeshMap::value of its vertices, where the map has classes
  std::uint8_t pattern = 0;  // view/joints/joint_patterns.h
};

struct Legend {
  enum Layout {
    Bar,      // a colour bar with ticks; swatches below it
    Classes,  // swatches side by side, text and count below each
    List      // swatches below each other, in two columns
  };
  Layout layout = Bar;
  std::string title;
  std::string title_short;  // where there is little room; "": `title`
  std::string note;         // the numbers in one line: how many vertices, the largest value
  std::string where;        // a second line: the vertex of the largest value, for maps of distances
  std::vector<vec3> bar;    // sRGB at even steps; empty but for Bar
  std::vector<LegendTick> ticks;
  bool zero_beside = false;  // exactly 0 has a swatch of its own before the bar
  bool zero_within = false;  // exactly 0 has a notch of its own in the middle of the bar
  std::vector<LegendSwatch> swatches;
};

// Where a vertex is found in a legend.
struct LegendMark {
  enum Place { OnBar, OnZero, OnSwatch };
  Place place = OnBar;
  float at = 0.0f;         // OnBar: 0 to 1
  std::size_t swatch = 0;  // OnSwatch
  std::string text;        // the value
};

}  // namespace bindpose
