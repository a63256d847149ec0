// A lesson fitted to its model, and its player as functions: every step is the model's start state
// with the step's edits, whatever was shown before.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "scene/edit/edit.h"
#include "scene/lesson/expression.h"
#include "scene/lesson/lesson.h"

namespace bindpose {

struct PlannedExpectation {
  Expression left, right;
};

// What a lesson takes from files. Each throws std::runtime_error with one sentence.
struct LessonFiles {
  // As Lesson::model names it.
  std::function<std::shared_ptr<const Model>(const std::string& model)> open_model;
  // Fills in what an edit takes of another file (TakeClip::made).
  std::function<void(Edit& edit, const Scene& scene)> fill_in;
  // Of a lesson that takes any model: whether the numbers in its text are this one's. None: they
  // are.
  std::function<bool(const Model& model)> has_its_numbers;
  // How much is planned, from 0 to 1, for those who wait; false: nobody wants it any more.
  std::function<bool(float part)> go_on;
};

// A step's question, fitted to the model. Its truth: scene/lesson/predict/predict.h.
struct PlannedPrediction {
  Scene question;  // what is shown before the answer: neither sliders nor `then`
  int joint = -1;  // of a Place; -1: the vertex that is pinned
  VertexRef vertex{};
  Expression number;                                          // of a Number
  std::string unit;                                           // of it
  std::vector<std::optional<PlannedExpectation>> conditions;  // one a LessonPrediction::options
};

struct PlannedCurves {
  std::vector<LessonValue> value;  // one a LessonCurves::quantity
  std::size_t slider = 0;          // index into LessonStep::sliders
};

struct StepPlan {
  // The start state with the step's edits, those of the answer included; its model is the step's.
  Scene base;
  Scene start;  // that with every slider at its start
  Box bounds;   // of what is shown, sliders at their ends included; display space
  std::vector<LessonValue> figures;              // one a LessonStep::figures
  std::vector<PlannedExpectation> expectations;  // one a LessonStep::expectations
  std::optional<PlannedCurves> curves;
  std::optional<LessonCamera> camera;        // the step's, else the lesson's
  std::optional<PlannedPrediction> predict;  // where LessonStep::predict is
  std::vector<std::string> edits{};          // what makes `start` of a fresh scene, as text
};

struct LessonPlan {
  Lesson lesson;
  std::shared_ptr<const Model> model;  // the lesson's; steps may have others
  std::vector<StepPlan> steps;         // one a Lesson::steps
  // False: the lesson takes any model and was written with another one; what its text says of
  // figures is said of that.
  bool has_its_numbers = true;
};

// Checks every edit, slider, joint and quantity against the model. On failure nothing is returned
// and `error` is one sentence: "Line 12: ...", or "" where LessonFiles::go_on said no.
std::optional<LessonPlan> plan_lesson(Lesson lesson, std::shared_ptr<const Model> model,
                                      std::string& error, const LessonFiles& files = {});

// Why the camera frames nothing of this model, or what the formula (one of kLessonFormulas, or "")
// is about and the scene lacks, as one sentence; "" where all is there.
std::string camera_problem(const LessonCamera& camera, const Model& model);
std::string formula_problem(std::string_view formula, const Scene& scene);

// The step's scene with the sliders at these values (one each).
Scene with_sliders(const LessonPlan& plan, std::size_t step, const std::vector<double>& value);
// What moving slider k to its entry of `value` asks of a document that shows `now`. Absolute:
// applied to whatever the user did since, it sets what the slider is about.
Edit slider_edit(const LessonPlan& plan, std::size_t step, std::size_t k,
                 const std::vector<double>& value, const Scene& now);
// Light or dark is the room's, not the lesson's: view settings keep `dark`.
Edit in_theme(Edit edit, bool dark);
// Where the sliders are: what `scene` says, so that undo and other ways to change the same thing
// move them too. `last` (one each) is where they were; it stays where the scene agrees with it, and
// where a slider's edit leaves no trace in the pose that can be read back.
std::vector<double> slider_values(const LessonPlan& plan, std::size_t step, const Scene& scene,
                                  const std::vector<double>& last);
std::vector<double> slider_starts(const LessonStep& step);
// The edit's text with a value in it: lengths in the model's units, % as parts of one.
std::string slider_text(const LessonSlider& slider, double value, const Model& model);
// What a slider's values are whole multiples of: round numbers are met, and their digits are few.
double slider_step(const LessonSlider& slider);
// As the slider shows it, and {slider NAME} in the text: 60 and a degree sign, "4.5 cm".
std::string slider_value_text(const LessonSlider& slider, double value);

// A pose between two: the pose of `to` with every Ul_j such that L_j Ul_j lies between `from_local`
// (#J, L_j Ul_j of before) and that of `to`; t in [0, 1], eased at both ends. Rotations go the
// short way round.
SetPose eased_pose(const std::vector<mat4>& from_local, const std::vector<float>& from_morph,
                   const Scene& to, const PosedScene& to_posed, float t);

// A number with so many digits and its unit; a dash where there is none.
std::string figure_text(double value, int decimals, std::string_view unit);

// A figure with its value, and whether that is what the lesson says.
struct FigureResult {
  double value = 0.0;
  bool holds = false;  // where nothing is said of it: the value is finite
  bool waits = false;  // what a deformer needs is still being made: the value says nothing
  std::string text;    // as it is printed: "0.62", "45°"
};
FigureResult evaluate_figure(const LessonPlan& plan, std::size_t step, std::size_t figure,
                             const LessonMoment& moment);

// The edits that bring a fresh scene of the model to this one: for a recorded step. Throws
// std::runtime_error with one sentence where more weights are edited than such a text should have.
std::vector<std::string> edits_of(const Scene& scene);

}  // namespace bindpose
