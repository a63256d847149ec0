// What is right where a step asks, and how far a guess is from it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "scene/lesson/lesson_plan.h"

namespace bindpose {

// The answer to a step's question, where its sliders are at their start.
struct PredictTruth {
  vec3 place{0.0f};     // of a Place; the file's world
  double number = 0.0;  // of a Number
  int option = -1;      // of a Choice; -1: no option holds, or more than one
};
// Expects a step that asks. Options with "always" cost an evaluation a position.
PredictTruth truth_of(const LessonPlan& plan, std::size_t step);

// A click that answers where something will be: all that lies under it, at whatever depth. Display
// space.
struct PlaceGuess {
  Ray sight;          // from the eye, or through the pixel where the camera is orthographic
  vec3 facing{0.0f};  // from what is seen to the camera
  bool operator==(const PlaceGuess& other) const {
    return sight.origin == other.sight.origin && sight.direction == other.sight.direction &&
           facing == other.facing;
  }
};
// Where it meets the plane through that point that faces the camera; the point itself where it does
// not.
vec3 place_at_depth(const PlaceGuess& guess, const vec3& depth);

// What somebody answered; of the step's kind.
struct LessonGuess {
  std::optional<PlaceGuess> place;
  std::optional<double> number;
  int option = -1;
  bool operator==(const LessonGuess&) const = default;
};

// Where a step that asks stands.
struct LessonAnswer {
  bool revealed = false;
  LessonGuess guess;
  std::optional<PredictTruth> truth;   // from the first reveal on
  std::vector<LessonGuess> earlier{};  // others that were made before it, first one first
};

// As many are kept of one question: a class says more than anybody can tell apart.
inline constexpr std::size_t kMostGuesses = 12;
// The guess is one more: that of before stays beside it.
void add_guess(LessonAnswer& answer, const LessonGuess& guess);
// The k-th of all guesses goes, the one that counts being the last; the one before it counts then.
void remove_guess(LessonAnswer& answer, std::size_t k);

// Metres between a guess and the right place, seen from where the guess was made.
double distance_of(const PlaceGuess& guess, const vec3& truth);

// Where the vertex or joint that is asked for stands in a scene; the file's world.
vec3 asked_place(const PlannedPrediction& asked, const Scene& scene, const PosedScene& posed);

// A number with the answer's digits and unit: "17.7 cm".
std::string answer_text(const LessonPlan& plan, std::size_t step, double number);
// Whether a picture of the open question that shows where `vertex` is tells the answer: it is the
// one asked for, and stands already near enough to where it will be. Without the truth it may.
// Where the answer moves it, it is no secret where it is now: that is where one predicts from.
bool tells_place(const LessonPlan& plan, std::size_t step, const VertexRef& vertex,
                 const std::optional<PredictTruth>& truth, const Scene& scene,
                 const PosedScene& posed);

// A place in the file's world, in metres: "x = 0.125 m, y = 1.125 m, z = 0.000 m".
std::string place_text(const LessonPlan& plan, std::size_t step, const vec3& place);
// Whether so far off is near enough: of a Place in cm.
bool is_near(const LessonPrediction& asked, double off);

}  // namespace bindpose
