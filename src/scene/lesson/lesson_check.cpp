#include "scene/lesson/lesson_check.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "scene/lesson/predict/predict.h"

namespace bindpose {
namespace {

std::string printed(double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%.9g", value);
  return text;
}

std::string demand(const LessonPlan& plan, const LessonFigure& figure) {
  if (!plan.has_its_numbers) return "the lesson was written with another model";
  char text[96];
  const int decimals = figure.decimals < 0 ? 3 : figure.decimals;
  switch (figure.test) {
    case LessonFigure::None:
      return "the text states it, but nothing is expected of it";
    case LessonFigure::Equal:
      std::snprintf(text, sizeof text, "= %.*f within %g", decimals, figure.expected,
                    figure.tolerance);
      return text;
    case LessonFigure::Less:
      return "< " + printed(figure.expected);
    case LessonFigure::Greater:
      return "> " + printed(figure.expected);
  }
  return {};
}

// Where the slider starts stands in its own line: its figure needs no number beside it.
bool is_stated(const LessonFigure& figure, const LessonValue& source) {
  return figure.test != LessonFigure::None || source.slider >= 0;
}

std::string_view sign_of(LessonExpectation::Test test) {
  switch (test) {
    case LessonExpectation::Equal:
      return "=";
    case LessonExpectation::Less:
      return "<";
    case LessonExpectation::AtMost:
      return "<=";
    case LessonExpectation::Greater:
      return ">";
    case LessonExpectation::AtLeast:
      return ">=";
  }
  return {};
}

std::string words_of(const LessonExpectation& e) {
  std::string text = e.left + " " + std::string(sign_of(e.test)) + " " + e.right;
  return e.tolerance > 0.0 ? text + " within " + printed(e.tolerance) : text;
}

bool holds(const LessonExpectation& e, double a, double b) {
  if (!std::isfinite(a) || !std::isfinite(b)) return false;
  // Points are floats: what is equal differs in the sixth digit.
  const double noise = 1e-5 * std::max(1.0, std::abs(b));
  switch (e.test) {
    case LessonExpectation::Equal:
      return std::abs(a - b) <= e.tolerance * (1.0 + 1e-6);
    case LessonExpectation::Less:
      return a < b;
    case LessonExpectation::AtMost:
      return a <= b + std::max(noise, e.tolerance);
    case LessonExpectation::Greater:
      return a > b;
    case LessonExpectation::AtLeast:
      return a >= b - std::max(noise, e.tolerance);
  }
  return false;
}

// " at Bend 60°", or nothing without sliders.
std::string place_of(const LessonStep& step, const std::vector<double>& at) {
  std::string text;
  for (std::size_t k = 0; k < at.size(); ++k) {
    text += (k == 0 ? " at " : ", ") + step.sliders[k].label + " " +
            slider_value_text(step.sliders[k], at[k]);
  }
  return text;
}

// Where a slider of whole steps stops nearest to that.
double settled(const LessonSlider& slider, double value) {
  return slider.by > 0.0 ? slider.by * std::round(value / slider.by) : value;
}

std::vector<std::vector<double>> positions_of(const LessonExpectation& e, const LessonStep& step) {
  if (e.where == LessonExpectation::Start) return {slider_starts(step)};
  if (e.where == LessonExpectation::Always) return slider_positions(step);
  if (e.low == e.high) return {{e.low}};
  std::vector<std::vector<double>> positions;
  for (const double part : {0.0, 0.25, 0.5, 0.75, 1.0}) {
    positions.push_back({settled(step.sliders[0], e.low + part * (e.high - e.low))});
  }
  const double start = step.sliders[0].start;
  if (start > e.low && start < e.high) positions.push_back({start});
  return positions;
}

class StepCheck {
 public:
  StepCheck(const LessonPlan& plan, std::size_t k)
      : plan_(plan), k_(k), step_(plan.lesson.steps[k]) {}

  std::vector<CheckResult> run() {
    const std::vector<double> start = slider_starts(step_);
    if (step_.predict) {
      const Scene& question = plan_.steps[k_].predict->question;
      figures_at_start({question, evaluate(question), {}}, 0, first_figure());
    }
    visit(start, [&](const LessonMoment& m) {
      figures_at_start(m, first_figure(), step_.figures.size());
    });
    if (step_.predict) answer();
    for (std::size_t i = 0; i < step_.expectations.size(); ++i) {
      out_.push_back(tried(step_.expectations[i], plan_.steps[k_].expectations[i]));
    }
    for (const auto& at : slider_positions(step_)) {
      if (at != start) visit(at, [&](const LessonMoment& m) { figures_have_values(m); });
    }
    return std::move(out_);
  }

  // Whether the comparison holds wherever it says; the first position where it does not.
  CheckResult tried(const LessonExpectation& e, const PlannedExpectation& planned) const {
    const auto positions = positions_of(e, step_);
    CheckResult result{e.line, true, words_of(e)};
    for (const auto& at : positions) {
      if (!result.holds) break;
      visit(at, [&](const LessonMoment& m) {
        const double a = evaluate(planned.left, m), b = evaluate(planned.right, m);
        result.holds = holds(e, a, b);
        if (result.holds && positions.size() > 1) return;
        result.text = words_of(e) + ": " + printed(a) + " and " + printed(b) + place_of(step_, at);
      });
    }
    if (result.holds && positions.size() > 1) {
      result.text += " at " + std::to_string(positions.size()) + " positions";
    }
    return result;
  }

 private:
  template <typename Look>
  void visit(const std::vector<double>& at, Look&& look) const {
    const Scene scene = with_sliders(plan_, k_, at);
    const PosedScene posed = evaluate(scene);
    look(LessonMoment{scene, posed, at});
  }

  // Those before it belong to the question.
  std::size_t first_figure() const { return step_.predict ? step_.predict->figures : 0; }

  void figures_at_start(const LessonMoment& moment, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const LessonFigure& figure = step_.figures[i];
      const FigureResult result = evaluate_figure(plan_, k_, i, moment);
      const bool stated = is_stated(figure, plan_.steps[k_].figures[i]);
      const std::string wanted =
          stated && figure.test == LessonFigure::None ? "as its line says" : demand(plan_, figure);
      out_.push_back({figure.line, result.holds && stated,
                      figure.quantity + " is " + printed(result.value) + "; " + wanted});
    }
  }

  void figures_have_values(const LessonMoment& moment) {
    for (std::size_t i = first_figure(); i < step_.figures.size(); ++i) {
      const LessonFigure& figure = step_.figures[i];
      if (std::isfinite(evaluate(plan_.steps[k_].figures[i], moment))) continue;
      out_.push_back({figure.line, false,
                      figure.quantity + " has no value" + place_of(step_, moment.sliders)});
    }
  }

  void answer() {
    const LessonPrediction& asked = *step_.predict;
    if (asked.kind == LessonPrediction::Choice) return options();
    const PredictTruth truth = truth_of(plan_, k_);
    CheckResult result{asked.answer_line, false, {}};
    if (asked.kind == LessonPrediction::Place) {
      const bool known = std::isfinite(truth.place.x + truth.place.y + truth.place.z);
      result.holds = known;
      result.text = known ? "the answer is at " + printed(double(truth.place.x)) + " " +
                                printed(double(truth.place.y)) + " " +
                                printed(double(truth.place.z)) + " of the file's world"
                          : "the answer is nowhere";
    } else {
      const double half = 0.5 * std::pow(10.0, -asked.decimals);
      result.holds = plan_.has_its_numbers
                         ? std::abs(truth.number - asked.expected) <= half * (1.0 + 1e-6)
                         : std::isfinite(truth.number);
      result.text = "the answer " + asked.expression + " is " + printed(truth.number) +
                    "; = " + figure_text(asked.expected, asked.decimals, {}) + " within " +
                    printed(half);
    }
    out_.push_back(std::move(result));
  }

  // The right one holds, and no other does.
  void options() {
    const auto& all = step_.predict->options;
    const PredictTruth truth = truth_of(plan_, k_);
    if (truth.option < 0) {
      out_.push_back({step_.predict->answer_line, false,
                      "one option has to be right; here none is, or more than one"});
    }
    for (std::size_t i = 0; i < all.size(); ++i) {
      const bool right = truth.option == static_cast<int>(i);
      const std::string name = "option " + std::to_string(i + 1);
      if (!all[i].holds_if) {
        if (right) out_.push_back({all[i].line, true, name + " is right, as its line says"});
        continue;
      }
      const CheckResult found = tried(*all[i].holds_if, *plan_.steps[k_].predict->conditions[i]);
      out_.push_back({all[i].holds_if->line, truth.option < 0 ? found.holds : found.holds == right,
                      name + (found.holds ? " holds, " : " does not hold, ") + found.text});
    }
  }

  const LessonPlan& plan_;
  std::size_t k_;
  const LessonStep& step_;
  std::vector<CheckResult> out_;
};

}  // namespace

std::vector<std::vector<double>> slider_positions(const LessonStep& step) {
  const std::vector<double> start = slider_starts(step);
  std::vector<std::vector<double>> all{{}};
  for (const LessonSlider& slider : step.sliders) {
    std::vector<std::vector<double>> longer;
    for (const std::vector<double>& at : all) {
      for (const double part : {0.0, 0.25, 0.5, 0.75, 1.0}) {
        longer.push_back(at);
        longer.back().push_back(settled(slider, slider.low + part * (slider.high - slider.low)));
      }
    }
    all = std::move(longer);
  }
  std::ranges::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  std::erase(all, start);
  all.insert(all.begin(), start);
  return all;
}

bool option_holds(const LessonPlan& plan, std::size_t step, std::size_t option) {
  const auto& wanted = plan.lesson.steps[step].predict->options[option].holds_if;
  const auto& planned = plan.steps[step].predict->conditions[option];
  return wanted && planned && StepCheck(plan, step).tried(*wanted, *planned).holds;
}

std::vector<CheckResult> check_step(const LessonPlan& plan, std::size_t step) {
  return StepCheck(plan, step).run();
}

}  // namespace bindpose
