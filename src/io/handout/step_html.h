// A lesson's text as HTML.
#pragma once

#include <string>

#include "io/handout/handout.h"

namespace bindpose::handout {

// The lesson with one <section> a step: heading, text with figures as they are where the
// sliders start, the picture, sliders; behind them, for paper, the answers of those that ask, where
// the page's script hides them. `number`: of the lesson in the file, from 1;
// `level`: of its heading, that of steps is one below.
std::string lesson_html(const HandoutLesson& lesson, std::size_t number, int level);

}  // namespace bindpose::handout
