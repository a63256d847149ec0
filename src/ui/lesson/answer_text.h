// A step that asks, as text: its question, and its answer beside the guess.
#pragma once

#include <functional>
#include <vector>

#include "scene/lesson/predict/predict.h"

namespace bindpose::ui {

// What a step's panel has: of one that asks, the text above its question and the question; once the
// answer is shown, the question, the guess with the answer, and the text below.
std::vector<LessonBlock> asking_blocks(const LessonStep& step);
std::vector<LessonBlock> answered_blocks(const LessonPlan& plan, std::size_t step,
                                         const LessonAnswer& answer);
// What is right, for who knows it before the audience does.
std::vector<LessonBlock> told_answer(const LessonPlan& plan, std::size_t step,
                                     const PredictTruth& truth);
// An answer whose text takes as much room as any; `height`: of a block, in the width at hand.
LessonAnswer longest_answer(const LessonPlan& plan, std::size_t step,
                            const std::function<float(const LessonBlock&)>& height);

}  // namespace bindpose::ui
