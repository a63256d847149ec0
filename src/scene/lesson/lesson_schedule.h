// A lesson that plays by itself: what is shown for how long.
#pragma once

#include <vector>

#include "scene/lesson/lesson_plan.h"

namespace bindpose {

// One stretch of it.
struct LessonStretch {
  enum Kind {
    Step,    // the step comes up, and is read; of one that asks its question
    Answer,  // the answer is shown, and is read
    Walk,    // the space walker goes through its stages, and rests at each
    Slider   // a slider goes from its start to the farther end, to the other, and back
  };
  Kind kind = Step;
  std::size_t step = 0;
  std::size_t slider = 0;  // of a Slider
  double seconds = 0.0;
  float from = 0.0f, to = 0.0f;  // of a Walk: ViewSettings::walker_at
};

// As long as it takes to read aloud: `words` at 170 a minute, 2 seconds to look, at most half a
// minute; a question has 4 seconds more to think.
double reading_seconds(std::size_t words);
// All of a lesson, in order. A walk comes where a step shows the walker before its end, and 3
// seconds a stage, at most 45 in all; what its sliders do is seen at the end of it.
std::vector<LessonStretch> lesson_schedule(const LessonPlan& plan);
// Where the walker is, `part` of its stretch gone: half of each stage's time on the way, smooth,
// and half at rest.
float scheduled_walk(const LessonStretch& walk, double part);
// Where a slider stands in its stretch, `part` of it gone; smooth at the turns. At 0 and 1 it is
// where it starts.
double scheduled_value(const LessonSlider& slider, double part);

// The minutes that its speaker plans for a lesson: its own, else those of its steps together; 0:
// none.
double planned_minutes(const Lesson& lesson);
// Until the end of that step, where every step up to it says how long it takes; 0: nothing is
// planned so.
double minutes_until(const Lesson& lesson, std::size_t step);

}  // namespace bindpose
