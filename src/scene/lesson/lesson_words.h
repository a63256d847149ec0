// What the readers of a lesson's lines share.
#pragma once

#include <charconv>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "scene/lesson/lesson.h"
#include "scene/names.h"

namespace bindpose::lesson_words {

// What stops the reading: thrown and caught in scene/lesson_*.cpp only.
struct Failure {
  int line;
  std::string sentence;
};

inline std::string_view trimmed(std::string_view text) {
  const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return text;
}

// A whole finite number, else false.
inline bool read_number(std::string_view text, double& value) {
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  return problem == std::errc{} && end == text.data() + text.size() && std::isfinite(value);
}

// Words between blanks; a name with blanks stands in double quotes.
std::vector<std::string> split_words(std::string_view text, int line);

// "volume ratio", or with a test: "volume ratio = 0.62", "T hand < 0.001", "angle upper = 90 within
// 1".
LessonFigure read_figure(std::string_view text, int line);
// What follows "expect", "camera", "formula" and "slider".
LessonExpectation read_expectation(std::string_view text, int line);
LessonCamera read_camera(std::string_view text, int line);
std::string read_formula(std::string_view text, int line);
inline constexpr std::size_t kMostCurves = 6;
LessonCurves read_curves(std::string_view text, int line);
LessonSlider read_slider(std::string_view text, int line);

// The first of these signs outside of quotes, or npos.
std::size_t find_sign(std::string_view text, std::string_view signs);
// Digits after the point.
int decimals_of(std::string_view number);

// The lines of a ```predict block, one after the other, and its end.
class PredictionReader {
 public:
  explicit PredictionReader(int line) { out_.line = line; }
  void line(std::string_view text, int number);
  LessonPrediction finish();

 private:
  void question(std::string_view text, int number);
  void place(std::string_view text, int number);
  void number(std::string_view text, int number);
  void option(std::string_view text, int number, bool right);
  void condition(std::string_view text, int number);
  void answer_by(LessonPrediction::Kind kind, int number);
  void check_options() const;

  LessonPrediction out_;
  std::string question_;
  int question_line_ = 0;
};

// Throws where the formula has a \word that is no sign it knows.
void check_formula(std::string_view formula, int line);
// Spans of one paragraph; figures are appended to `figures`. Signs that Markdown reads and lessons
// do not (*slanted*, <html>, [a][b], ...) are refused.
LessonSpans read_spans(std::string_view text, int line, std::vector<LessonFigure>& figures);
// Of a step: words without signs.
std::string read_title(std::string_view text, int line);

}  // namespace bindpose::lesson_words
