// A lesson's camera in the view that it is shown in.
#pragma once

#include <optional>
#include <span>

#include "scene/lesson/predict/predict.h"
#include "scene/scene.h"
#include "view/free_view.h"

namespace bindpose {

// The camera of a step whose posed scene this is; `bounds` is what "the whole model" means (display
// space), `now` gives the field of view, `cards` lie over the view: what is looked at stands beside
// them. Where the lesson says nothing: the first view of a model.
Camera lesson_camera(const std::optional<LessonCamera>& wanted, const Camera& now,
                     const Viewport& viewport, const Box& bounds, const Scene& scene,
                     const PosedScene& posed, std::span<const ViewPart> cards = {});

// What lies under a pixel, for an answer that is a place.
PlaceGuess place_guess(const Camera& camera, const Viewport& viewport, const vec2& pixel);

// What a recorded step says about this camera: lesson_camera gives it back in any view of the same
// shape.
LessonCamera recorded_camera(const Camera& camera, const Viewport& viewport);

// What a step is seen from in words that say all of it, for a view of that size outside of its
// lesson: there nobody knows what other steps and sliders need room for.
LessonCamera whole_camera(const StepPlan& step, const vec2& size);

}  // namespace bindpose
