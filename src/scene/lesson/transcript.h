// A lesson as plain text: for screen readers, for a search, for paper without formulas.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "scene/lesson/lesson_plan.h"

namespace bindpose {

// A formula of a lesson as it is read aloud: "W_j = W_{p(j)} L_j Ul_j" becomes "W sub j = W sub
// p(j) L sub j Ul sub j", "B_j^{-1}" "B sub j inverse", "v'" "v prime", "\sum_j" "the sum over j
// of". Names of joints are read whole: "L_{upper_arm}" is "L sub upper_arm".
std::string spoken_formula(std::string_view source);

// As one word of a command, in quotes where a shell would take it otherwise.
std::string quoted_for_shell(const std::string& word);
// "bindpose render arm.glb --edit ... --camera ...", without what it writes.
std::string render_command(const std::string& model, const std::vector<std::string>& edits,
                           const std::optional<LessonCamera>& camera);

// What a person types to see the step outside of the lesson: "bindpose render arm.glb --edit ...
// --camera ... -o step.png", words quoted for a shell where they need it. `model`: the path of the
// lesson's model; a step with another one names that. `camera`: what it is seen from; none: as a
// model is seen at first. Curves of sliders have no part in it.
std::string step_command(const LessonPlan& plan, std::size_t step, const std::string& model,
                         const std::optional<LessonCamera>& camera = {});

// What a step is seen from without its lesson: view/lesson_camera.h knows.
using CameraOfStep = std::function<LessonCamera(std::size_t step)>;

// Every step: its title, its text with the figures as they are where the sliders start, formulas in
// words, tables a line a row, images by what they show, the sliders, and the step as a command.
std::string lesson_transcript(const LessonPlan& plan, const std::string& model,
                              const CameraOfStep& camera = {});

}  // namespace bindpose
