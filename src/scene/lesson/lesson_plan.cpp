#include "scene/lesson/lesson_plan.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>

#include "math/transform.h"
#include "scene/lesson/lesson_words.h"
#include "scene/lesson/line_reader.h"
#include "scene/near_match.h"

namespace bindpose {
namespace {

using lesson_words::Failure;

// Light or dark is the room's, not the lesson's.
void write(Document& document, const Edit& edit) {
  document.apply({in_theme(edit, document.scene().view.dark)});
}

void check_camera(const std::optional<LessonCamera>& camera, const Model& model) {
  const std::string problem = camera ? camera_problem(*camera, model) : "";
  if (!problem.empty()) throw Failure{camera->line, problem};
}

void check_formula_of(const LessonStep& step, const Scene& scene) {
  const std::string problem = formula_problem(step.formula, scene);
  if (!problem.empty()) throw Failure{step.formula_line, problem};
}

Box bounds_of(const Scene& scene) {
  return transformed(posed_bounds(scene, evaluate(scene)), scene.model->to_display);
}

Expression read_side(std::string_view text, int line, const LessonStep& step, const Model& model) {
  std::string error;
  auto expression = parse_expression(text, step.sliders, model, error);
  if (!expression) throw Failure{line, error};
  return std::move(*expression);
}

PlannedExpectation plan_expectation(const LessonExpectation& wanted, const LessonStep& step,
                                    const Model& model) {
  if (wanted.where == LessonExpectation::Always && step.sliders.empty()) {
    throw Failure{wanted.line, "\"always\" is for steps with a slider; expected \"expect A < B\"."};
  }
  if (wanted.where == LessonExpectation::Within) {
    if (step.sliders.size() != 1) {
      throw Failure{wanted.line, "\"at\" and \"from\" are for steps with one slider."};
    }
    const LessonSlider& slider = step.sliders[0];
    if (!(wanted.low <= wanted.high) || wanted.low < slider.low || wanted.high > slider.high) {
      throw Failure{wanted.line, "the slider does not go there; it goes from " +
                                     slider_value_text(slider, slider.low) + " to " +
                                     slider_value_text(slider, slider.high) + "."};
    }
  }
  return {read_side(wanted.left, wanted.line, step, model),
          read_side(wanted.right, wanted.line, step, model)};
}

// A quantity alone has a unit; what is reckoned has what the lesson says.
std::string unit_of(const LessonPrediction& asked, const Expression& number) {
  const bool alone = number.size() == 1 && number[0].kind == ExpressionPart::Value;
  if (!asked.unit.empty() || !alone || number[0].value.slider >= 0) return asked.unit;
  return std::string(quantity_table()[number[0].value.quantity.kind].unit);
}

PlannedPrediction plan_prediction(const LessonStep& step, Scene question) {
  const LessonPrediction& asked = *step.predict;
  const Model& model = *question.model;
  PlannedPrediction out;
  out.question = std::move(question);
  if (asked.kind == LessonPrediction::Place && !asked.joint.empty()) {
    out.joint = find_joint(model.skeleton, asked.joint);
    const std::string hint = did_you_mean(asked.joint, model.skeleton.name);
    if (out.joint < 0) {
      throw Failure{asked.answer_line,
                    "there is no joint " + in_quotes(asked.joint) +
                        (hint.empty() ? "; expected the name of a joint." : hint)};
    }
  } else if (asked.kind == LessonPrediction::Place) {
    out.vertex = out.question.selection.pinned_vertex;
    if (out.vertex.empty()) {
      throw Failure{asked.answer_line,
                    "the place is that of the pinned vertex; expected a line \"pin MESH VERTEX\", "
                    "too."};
    }
  }
  if (asked.kind == LessonPrediction::Number) {
    out.number = read_side(asked.expression, asked.answer_line, step, model);
    out.unit = unit_of(asked, out.number);
  }
  for (const LessonOption& option : asked.options) {
    out.conditions.emplace_back();
    if (option.holds_if) out.conditions.back() = plan_expectation(*option.holds_if, step, model);
  }
  return out;
}

PlannedCurves plan_curves(const LessonCurves& wanted, const LessonStep& step, const Model& model) {
  if (step.sliders.empty()) {
    throw Failure{wanted.line, "curves need a slider to go over; the step has none."};
  }
  std::string error;
  const auto over = parse_value(wanted.slider.empty() ? "slider" : "slider " + wanted.slider,
                                step.sliders, model, error);
  if (!over) throw Failure{wanted.line, error};
  PlannedCurves out;
  out.slider = static_cast<std::size_t>(over->slider);
  for (const std::string& quantity : wanted.quantity) {
    const auto value = parse_value(quantity, step.sliders, model, error);
    if (!value) throw Failure{wanted.line, error};
    out.value.push_back(*value);
  }
  return out;
}

// Figures of the question's text are about the pose that is shown with it.
void check_question_figures(const LessonStep& step, const StepPlan& planned) {
  for (std::size_t k = 0; k < step.predict->figures && k < planned.figures.size(); ++k) {
    if (planned.figures[k].slider < 0) continue;
    throw Failure{step.figures[k].line,
                  "the slider comes with the answer; expected its figure below the question's "
                  "block."};
  }
}

// The files of a lesson, each opened once.
class Files {
 public:
  explicit Files(const LessonFiles& files) : files_(files) {}

  std::shared_ptr<const Model> model(const LessonStep& step) {
    std::shared_ptr<const Model>& known = models_[step.model];
    if (known) return known;
    read(step.model_line, bool(files_.open_model), [&] { known = files_.open_model(step.model); });
    return known;
  }

  void fill_in(Edit& edit, const Scene& scene, int line) const {
    if (!edit.is<TakeClip>()) return;
    read(line, bool(files_.fill_in), [&] { files_.fill_in(edit, scene); });
  }

 private:
  template <typename Read>
  static void read(int line, bool can, Read&& read) {
    if (!can) throw Failure{line, "other files than the lesson's model are not read here."};
    try {
      read();
    } catch (const std::runtime_error& e) {
      throw Failure{line, e.what()};
    }
  }

  const LessonFiles& files_;
  std::map<std::string, std::shared_ptr<const Model>> models_;
};

// Edits a scene line by line, and keeps what did: the view as it is at the end.
class StepEditor {
 public:
  StepEditor(std::shared_ptr<const Model> model, const Files& files, LineReader& reader)
      : document_(make_scene(std::move(model))), files_(files), reader_(reader) {}

  void apply(const LessonLine& line) {
    Edit edit = reader_.read(line, document_.scene());
    files_.fill_in(edit, document_.scene(), line.line);
    if (!edit.is<SetView>()) edits_.push_back(to_text(edit, document_.scene()));
    write(document_, edit);
  }
  const Scene& scene() const { return document_.scene(); }
  const std::vector<std::string>& edits() const { return edits_; }

 private:
  Document document_;
  const Files& files_;
  LineReader& reader_;
  std::vector<std::string> edits_;
};

// Of the step with its sliders where they start.
std::vector<std::string> with_slider_edits(std::vector<std::string> edits, const LessonStep& step,
                                           const Scene& base, const Scene& start) {
  for (const LessonSlider& slider : step.sliders) {
    const std::string text = slider_text(slider, slider.start, *base.model);
    if (!text.starts_with("view ")) edits.push_back(text);
  }
  ViewSettings view = start.view;
  view.dark = ViewSettings{}.dark;
  if (!(view == ViewSettings{})) edits.push_back(to_text(SetView{view}, start));
  return edits;
}

StepPlan plan_step(const LessonPlan& plan, const LessonStep& step, Files& files,
                   LineReader& reader) {
  StepPlan out;
  StepEditor editor(step.model.empty() ? plan.model : files.model(step), files, reader);
  for (const LessonLine& line : plan.lesson.start) editor.apply(line);
  for (const LessonLine& line : step.edits) editor.apply(line);
  if (step.predict) {
    out.predict = plan_prediction(step, editor.scene());
    for (const LessonLine& line : step.predict->then) editor.apply(line);
  }
  out.base = editor.scene();
  out.edits = editor.edits();
  const Model& model = *out.base.model;
  check_formula_of(step, out.base);
  for (const LessonSlider& slider : step.sliders) {
    for (const double value : {slider.low, slider.high, slider.start}) {
      const Edit edit = reader.read({slider.line, slider_text(slider, value, model)}, out.base);
      if (edit.is<SetTime>() && out.base.pose.base != BasePose::Clip) {
        throw Failure{
            slider.line,
            "the time moves nothing in this pose; expected a line \"base clip NAME\", too."};
      }
    }
  }
  for (const LessonFigure& figure : step.figures) {
    std::string error;
    const auto value = parse_value(figure.quantity, step.sliders, model, error);
    if (!value) throw Failure{figure.line, error};
    out.figures.push_back(*value);
  }
  if (step.predict) check_question_figures(step, out);
  for (const LessonExpectation& expectation : step.expectations) {
    out.expectations.push_back(plan_expectation(expectation, step, model));
  }
  if (step.curves) out.curves = plan_curves(*step.curves, step, model);
  check_camera(step.camera, model);
  out.camera = step.camera ? step.camera : plan.lesson.camera;
  return out;
}

// with_sliders(), by that reader.
Scene with_sliders_by(LineReader& reader, const LessonPlan& plan, std::size_t step,
                      const std::vector<double>& value) {
  Document document(plan.steps[step].base);
  const Model& model = *document.scene().model;
  const auto& sliders = plan.lesson.steps[step].sliders;
  for (std::size_t k = 0; k < sliders.size() && k < value.size(); ++k) {
    std::string error;
    const auto edit =
        reader.read(slider_text(sliders[k], value[k], model), document.scene(), error);
    if (edit) write(document, *edit);
  }
  return document.scene();
}

// Sliders that reshape what is shown must not push it out of the picture.
Box bounds_with_sliders(LineReader& reader, const LessonPlan& plan, std::size_t k) {
  const LessonStep& step = plan.lesson.steps[k];
  Box box = bounds_of(plan.steps[k].start);
  if (plan.steps[k].predict) box.add(bounds_of(plan.steps[k].predict->question));
  for (std::size_t s = 0; s < step.sliders.size(); ++s) {
    const LessonSlider& slider = step.sliders[s];
    for (double value : {slider.low, 0.5 * (slider.low + slider.high), slider.high}) {
      if (slider.by > 0.0) value = slider.by * std::round(value / slider.by);
      std::vector<double> values = slider_starts(step);
      values[s] = value;
      box.add(bounds_of(with_sliders_by(reader, plan, k, values)));
    }
  }
  return box;
}

// The camera rests between steps that do not ask for another one, nor for another model.
void share_bounds(LessonPlan& plan) {
  std::map<const Model*, Box> shared;
  for (std::size_t k = 0; k < plan.steps.size(); ++k) {
    const StepPlan& step = plan.steps[k];
    if (!plan.lesson.steps[k].camera) shared[step.base.model.get()].add(step.bounds);
  }
  for (std::size_t k = 0; k < plan.steps.size(); ++k) {
    StepPlan& step = plan.steps[k];
    if (!plan.lesson.steps[k].camera) step.bounds = shared[step.base.model.get()];
  }
}

}  // namespace

std::string camera_problem(const LessonCamera& camera, const Model& model) {
  for (const std::string& name : camera.frame) {
    if (find_joint(model.skeleton, name) >= 0) continue;
    const std::string hint = did_you_mean(name, model.skeleton.name);
    return "there is no joint \"" + name + "\" to frame" +
           (hint.empty() ? "; expected the name of a joint." : hint);
  }
  return "";
}

// A pinned vertex, or a selected joint.
std::string formula_problem(std::string_view formula, const Scene& scene) {
  const Selection& selection = scene.selection;
  if (formula.empty()) return "";
  const bool weights = formula == "weights";
  const bool vertex = weights || formula == "vertex" || formula == "normal";
  if (vertex && selection.pinned_vertex.empty())
    return "the formula is that of the pinned vertex; expected a line \"pin MESH VERTEX\", too.";
  if (!vertex && selection.joint < 0)
    return "the formula is that of the selected joint; expected a line \"select NAME\", too.";
  if (weights && scene.reach && scene.reach_edited)
    return "the formula is that of weights from distances; expected no edit that changes them "
           "after \"bind segments\", and no lock that keeps others.";
  if (weights && !scene.reach)
    return "the formula is that of weights from distances; expected a line \"bind segments\", "
           "too.";
  return "";
}

std::optional<LessonPlan> plan_lesson(Lesson lesson, std::shared_ptr<const Model> model,
                                      std::string& error, const LessonFiles& files) {
  error.clear();
  LessonPlan plan{std::move(lesson), std::move(model), {}};
  if (plan.lesson.model.empty() && files.has_its_numbers)
    plan.has_its_numbers = files.has_its_numbers(*plan.model);
  const std::size_t count = plan.lesson.steps.size();
  // Each step is fitted to the model, then posed with its sliders.
  const auto goes_on = [&](std::size_t done) {
    return !files.go_on || files.go_on(0.5f * static_cast<float>(done) / static_cast<float>(count));
  };
  Files opened(files);
  LineReader reader;
  try {
    check_camera(plan.lesson.camera, *plan.model);
    for (const LessonStep& step : plan.lesson.steps) {
      if (!goes_on(plan.steps.size())) return {};
      plan.steps.push_back(plan_step(plan, step, opened, reader));
    }
  } catch (const Failure& failure) {
    error = "Line " + std::to_string(failure.line) + ": " + failure.sentence;
    return {};
  }
  for (std::size_t k = 0; k < count; ++k) {
    if (!goes_on(count + k)) return {};
    StepPlan& step = plan.steps[k];
    step.start = with_sliders_by(reader, plan, k, slider_starts(plan.lesson.steps[k]));
    step.edits =
        with_slider_edits(std::move(step.edits), plan.lesson.steps[k], step.base, step.start);
    step.bounds = bounds_with_sliders(reader, plan, k);
  }
  share_bounds(plan);
  return plan;
}

Edit in_theme(Edit edit, bool dark) {
  if (auto* view = edit.as<SetView>()) view->view.dark = dark;
  return edit;
}

std::vector<double> slider_starts(const LessonStep& step) {
  std::vector<double> value;
  for (const LessonSlider& slider : step.sliders) value.push_back(slider.start);
  return value;
}

Scene with_sliders(const LessonPlan& plan, std::size_t step, const std::vector<double>& value) {
  LineReader reader;
  return with_sliders_by(reader, plan, step, value);
}

SetPose eased_pose(const std::vector<mat4>& from_local, const std::vector<float>& from_morph,
                   const Scene& to, const PosedScene& to_posed, float t) {
  const float s = t * t * (3.0f - 2.0f * t);
  SetPose pose{to.pose.user_local, to.pose.user_morph, true};
  for (std::size_t j = 0; j < pose.user_local.size() && j < from_local.size(); ++j) {
    const mat4& target = to_posed.local[j];
    if (from_local[j] == target) continue;
    const Transform a = decompose(from_local[j]), b = decompose(target);
    Transform between;
    between.t = glm::mix(a.t, b.t, s);
    between.q = glm::slerp(a.q, b.q, s);
    between.s = glm::mix(a.s, b.s, s);
    pose.user_local[j] = mul_affine(inverse_affine(to_posed.base_local[j]), to_matrix(between));
  }
  for (std::size_t c = 0; c < pose.user_morph.size() && c < from_morph.size(); ++c) {
    if (from_morph[c] == to_posed.morph[c]) continue;
    pose.user_morph[c] = glm::mix(from_morph[c], to_posed.morph[c], s);
  }
  return pose;
}

}  // namespace bindpose
