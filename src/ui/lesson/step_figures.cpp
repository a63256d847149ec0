#include "ui/lesson/step_figures.h"

#include <algorithm>
#include <utility>

#include "ui/base/widgets.h"

namespace bindpose::ui {

namespace {

const LessonStep& step_of(const Frame& f) {
  return f.input.lesson->lesson.steps[f.input.lesson_step];
}

// What is shown where the step begins, or where its question is.
const Scene& scene_at_start(const Frame& f) {
  const StepPlan& step = f.input.lesson->steps[f.input.lesson_step];
  return f.input.question() != nullptr ? step.predict->question : step.start;
}

// Figures above a question are about its pose, those below about the answer's.
bool is_told(const Frame& f, std::size_t figure) {
  const auto& asked = step_of(f).predict;
  return !asked || (figure < asked->figures) == (f.input.question() != nullptr);
}

// What the figures of the open step are where it begins.
const std::vector<FigureResult>& written_figures(Frame& f) {
  std::vector<FigureResult>& written = f.state.of_model.lesson.figures.written;
  if (!written.empty()) return written;
  const LessonPlan& plan = *f.input.lesson;
  const std::size_t step = f.input.lesson_step;
  const Scene& start = scene_at_start(f);
  const PosedScene posed = evaluate(start);
  const std::vector<double> sliders = slider_starts(plan.lesson.steps[step]);
  for (std::size_t k = 0; k < plan.lesson.steps[step].figures.size(); ++k) {
    written.push_back(evaluate_figure(plan, step, k, {start, posed, sliders}));
  }
  return written;
}

// What the file says of a figure that is something else, as the step begins; "" where it is right,
// or where somebody moved what it is about.
std::string what_is_wrong(Frame& f, std::size_t k, const FigureResult& now) {
  const LessonFigure& figure = step_of(f).figures[k];
  if (now.holds || now.waits || figure.test == LessonFigure::None) return {};
  if (written_figures(f)[k].text != now.text) return {};
  const std::string number = bindpose::ui::number(figure.expected, std::max(figure.decimals, 0));
  return "The lesson's file says " +
         (figure.test == LessonFigure::Equal  ? number
          : figure.test == LessonFigure::Less ? "less than " + number
                                              : "more than " + number) +
         " here, in line " + std::to_string(figure.line) + "; it is " + now.text + ".";
}

}  // namespace

std::span<const FigureText> figure_texts(Frame& f) {
  LessonFigures& cache = f.state.of_model.lesson.figures;
  const PosedScene& posed = f.input.posed;
  const ViewSettings& view = f.scene().view;
  const LessonStep& step = step_of(f);
  const std::vector<double>& sliders = f.state.of_model.lesson.sliders;
  if (cache.revision == posed.revision && cache.view == view && cache.sliders == sliders &&
      !cache.text.empty()) {
    return cache.text;
  }
  cache = {posed.revision, view, sliders, {}, false, std::move(cache.written)};
  const LessonMoment moment{f.scene(), posed, sliders};
  for (std::size_t k = 0; k < step.figures.size(); ++k) {
    if (!is_told(f, k)) {
      cache.text.emplace_back();
      continue;
    }
    FigureResult now = evaluate_figure(*f.input.lesson, f.input.lesson_step, k, moment);
    cache.waits = cache.waits || now.waits;
    std::string wrong = what_is_wrong(f, k, now);
    cache.text.push_back({std::move(now.text), std::move(wrong)});
  }
  return cache.text;
}

std::vector<FigureText> figures_at_start(const LessonPlan& plan, std::size_t step, bool& waits) {
  const LessonStep& lesson = plan.lesson.steps[step];
  const StepPlan& planned = plan.steps[step];
  const Scene& start = lesson.predict ? planned.predict->question : planned.start;
  const PosedScene posed = evaluate(start);
  const std::vector<double> sliders = slider_starts(lesson);
  std::vector<FigureText> out(lesson.figures.size());
  const std::size_t told = lesson.predict ? lesson.predict->figures : out.size();
  waits = false;
  for (std::size_t k = 0; k < told; ++k) {
    FigureResult result = evaluate_figure(plan, step, k, {start, posed, sliders});
    waits = waits || result.waits;
    out[k].text = std::move(result.text);
  }
  return out;
}

std::vector<FigureText> figure_samples(const LessonStep& step, const StepPlan& plan) {
  std::vector<FigureText> out;
  for (std::size_t k = 0; k < step.figures.size(); ++k) {
    const LessonValue& value = plan.figures[k];
    if (value.slider >= 0) {
      const LessonSlider& slider = step.sliders[static_cast<std::size_t>(value.slider)];
      out.push_back({slider_value_text(slider, slider.high)});
      continue;
    }
    const QuantityInfo& info = quantity_table()[value.quantity.kind];
    const int written = step.figures[k].decimals;
    const int decimals = written >= 0 ? written : info.decimals;
    const std::string whole = std::to_string(static_cast<long>(step.figures[k].expected));
    out.push_back({"-" + whole + "." + std::string(static_cast<std::size_t>(decimals), '0') +
                   "\xC2\xA0" + std::string(info.unit)});
  }
  return out;
}

}  // namespace bindpose::ui
