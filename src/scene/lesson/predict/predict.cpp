#include "scene/lesson/predict/predict.h"

#include <cmath>

#include "scene/lesson/lesson_check.h"
#include "scene/probe.h"

namespace bindpose {

namespace {

// The only option that holds; where one is stated to be right, that.
int right_option(const LessonPlan& plan, std::size_t step) {
  const auto& options = plan.lesson.steps[step].predict->options;
  int found = -1;
  for (std::size_t i = 0; i < options.size(); ++i) {
    if (options[i].stated_right) return static_cast<int>(i);
    if (!option_holds(plan, step, i)) continue;
    if (found >= 0) return -1;
    found = static_cast<int>(i);
  }
  return found;
}

}  // namespace

vec3 place_at_depth(const PlaceGuess& guess, const vec3& depth) {
  const float along = glm::dot(guess.sight.direction, guess.facing);
  const float t = glm::dot(depth - guess.sight.origin, guess.facing) / along;
  return std::isfinite(t) ? guess.sight.origin + t * guess.sight.direction : depth;
}

void add_guess(LessonAnswer& answer, const LessonGuess& guess) {
  if (answer.guess != LessonGuess{}) answer.earlier.push_back(answer.guess);
  if (answer.earlier.size() >= kMostGuesses) answer.earlier.erase(answer.earlier.begin());
  answer.guess = guess;
}

void remove_guess(LessonAnswer& answer, std::size_t k) {
  if (k < answer.earlier.size()) {
    answer.earlier.erase(answer.earlier.begin() + static_cast<std::ptrdiff_t>(k));
  } else if (answer.earlier.empty()) {
    answer.guess = {};
  } else {
    answer.guess = answer.earlier.back();
    answer.earlier.pop_back();
  }
}

double distance_of(const PlaceGuess& guess, const vec3& truth) {
  return double(glm::distance(place_at_depth(guess, truth), truth));
}

vec3 asked_place(const PlannedPrediction& asked, const Scene& scene, const PosedScene& posed) {
  if (asked.joint >= 0) return vec3(posed.world[static_cast<std::size_t>(asked.joint)][3]);
  return probe(scene, posed, asked.vertex).position;
}

PredictTruth truth_of(const LessonPlan& plan, std::size_t step) {
  const StepPlan& planned = plan.steps[step];
  const LessonStep& lesson = plan.lesson.steps[step];
  PredictTruth truth;
  if (lesson.predict->kind == LessonPrediction::Choice) {
    truth.option = right_option(plan, step);
    return truth;
  }
  const PosedScene posed = evaluate(planned.start);
  if (lesson.predict->kind == LessonPrediction::Place) {
    truth.place = asked_place(*planned.predict, planned.start, posed);
  } else {
    truth.number = evaluate(planned.predict->number, {planned.start, posed, slider_starts(lesson)});
  }
  return truth;
}

bool tells_place(const LessonPlan& plan, std::size_t step, const VertexRef& vertex,
                 const std::optional<PredictTruth>& truth, const Scene& scene,
                 const PosedScene& posed) {
  const auto& asked = plan.lesson.steps[step].predict;
  if (!asked || asked->kind != LessonPrediction::Place || !asked->joint.empty()) return false;
  const PlannedPrediction& planned = *plan.steps[step].predict;
  if (planned.vertex != vertex) return false;
  if (!truth) return true;
  const vec3 moves = asked_place(planned, scene, posed) - truth->place;
  const float metres = glm::length(vec3(scene.model->to_display * vec4(moves, 0.0f)));
  return is_near(*asked, 100.0 * double(metres));
}

std::string answer_text(const LessonPlan& plan, std::size_t step, double number) {
  return figure_text(number, plan.lesson.steps[step].predict->decimals,
                     plan.steps[step].predict->unit);
}

namespace {
constexpr const char* kBound = "\u00a0";  // a blank at which no line ends
}

std::string place_text(const LessonPlan& plan, std::size_t step, const vec3& place) {
  const double metres = metres_a_unit(*plan.steps[step].base.model);
  std::string out;
  for (int i = 0; i < 3; ++i) {
    out += std::string(i > 0 ? ", " : "") + "xyz"[i] + " = ";
    out += figure_text(double(place[i]) * metres, 3, {}) + " m";
  }
  return out;
}

bool is_near(const LessonPrediction& asked, double off) {
  return std::abs(off) <= asked.within;
}

}  // namespace bindpose
