// The figures of a step's text, as they are printed.
#pragma once

#include <span>
#include <vector>

#include "ui/frame.h"

namespace bindpose::ui {

// Those of the open step, computed anew when what they are taken from has changed. Of a step that
// asks those of the other state are empty.
std::span<const FigureText> figure_texts(Frame& f);
// Those of another step as it begins, with what is asked there where it asks. Evaluates its pose:
// for who keeps them. `waits`: something that they need is still being made.
std::vector<FigureText> figures_at_start(const LessonPlan& plan, std::size_t step, bool& waits);
// What they will look like, for the room that they take.
std::vector<FigureText> figure_samples(const LessonStep& step, const StepPlan& plan);

}  // namespace bindpose::ui
