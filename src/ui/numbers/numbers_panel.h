// The tab Numbers: whether somebody else's numbers are right in the pose that is shown, where they
// first are not, and which usual mistake explains it. A click shows the joint or the vertex.
#pragma once

#include <cstddef>
#include <string>

#include "scene/numbers/compare_numbers.h"

namespace bindpose::ui {

struct Frame;

struct NumbersInput {
  std::string path;                         // "": no numbers are open
  const NumbersVerdict* verdict = nullptr;  // null: not known yet, or there is a problem
  std::string problem;                      // one sentence: why it cannot be read
  bool by_columns = false;                  // its matrices are read so
  std::string pose_beside;                  // pose.json of the folder, where there is one
  bool computing = false;                   // a newer verdict is on its way

  bool on() const { return !path.empty(); }
};

// Nothing where none are open.
void draw_numbers(Frame& f);

// The first joint that is wrong is selected and framed, or the first vertex pinned.
void show_wrong(Frame& f, const QuantityVerdict& verdict);

}  // namespace bindpose::ui
