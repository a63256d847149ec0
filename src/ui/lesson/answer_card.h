// Where an open question of a lesson is answered: options, a number, or a mark in the view.
#pragma once

#include "ui/frame.h"

namespace bindpose::ui {

// Of what stands below the text of a step that asks; 0 for one that does not.
float answer_height(const Frame& f, const LessonStep& step, float width);
void draw_answer(Frame& f, vec2 at, float width);

// In a pane: the mark of the guess, and once the answer is shown the right place and how far it is.
void draw_guess(Frame& f, bool active);
// An open question asks where the vertex will be that is probed: its place stays out of the view.
// So does that of LessonStepState::kept_back where a question is drawn without its lesson.
bool hides_place_of(const Frame& f, const VertexRef& vertex);

}  // namespace bindpose::ui
