// The lines of a step's question.
#include <algorithm>

#include "scene/lesson/lesson_words.h"
#include "scene/near_match.h"

namespace bindpose::lesson_words {
namespace {

constexpr std::size_t kFewestOptions = 2, kMostOptions = 5;
constexpr std::string_view kQuestionLines =
    "\"ask TEXT\", \"place vertex within CM\", \"number EXPRESSION = VALUE within TOLERANCE\", "
    "\"option TEXT\", \"right TEXT\", \"if A < B\" or \"then EDIT\"";

LessonSpans words_without_figures(std::string_view text, int line) {
  std::vector<LessonFigure> figures;
  LessonSpans spans = read_spans(text, line, figures);
  if (!figures.empty()) {
    throw Failure{line,
                  "a question and its options have no figures; expected words alone, or the "
                  "figure in the text above the block."};
  }
  return spans;
}

double tolerance_at(const std::vector<std::string>& words, std::size_t i, int line,
                    std::string_view what) {
  double value = 0.0;
  if (i >= words.size() || !read_number(words[i], value) || !(value > 0.0)) {
    throw Failure{line, "expected how far off a guess may be: \"within\" and a number above 0, " +
                            std::string(what) + "."};
  }
  return value;
}

}  // namespace

void PredictionReader::line(std::string_view text, int number) {
  const std::string_view word = text.substr(0, text.find_first_of(" \t"));
  const std::string_view rest = trimmed(text.substr(word.size()));
  const std::vector<std::string> known{"ask", "place", "number", "option", "right", "if", "then"};
  if (std::ranges::find(known, word) == known.end()) {
    const std::string hint = did_you_mean(word, known);
    throw Failure{number,
                  in_quotes(word) + " says nothing about a question" +
                      (hint.empty() ? "; expected " + std::string(kQuestionLines) + "." : hint)};
  }
  if (rest.empty()) throw Failure{number, "nothing follows " + in_quotes(word) + "."};
  if (word == "ask") return question(rest, number);
  if (word == "place") return place(rest, number);
  if (word == "number") return this->number(rest, number);
  if (word == "option" || word == "right") return option(rest, number, word == "right");
  if (word == "if") return condition(rest, number);
  out_.then.push_back({number, std::string(rest)});
}

void PredictionReader::question(std::string_view text, int number) {
  if (question_.empty()) question_line_ = number;
  question_ += (question_.empty() ? "" : " ") + std::string(text);
}

// A question is answered in one way, by one line; options are several.
void PredictionReader::answer_by(LessonPrediction::Kind kind, int number) {
  const bool first = out_.answer_line == 0;
  if (!first && (out_.kind != kind || kind != LessonPrediction::Choice)) {
    throw Failure{number,
                  "a question is answered in one way; expected one line \"place\", one line "
                  "\"number\", or options."};
  }
  out_.kind = kind;
  if (first) out_.answer_line = number;
}

void PredictionReader::place(std::string_view text, int number) {
  answer_by(LessonPrediction::Place, number);
  const std::vector<std::string> words = split_words(text, number);
  const bool joint = words[0] == "joint" && words.size() > 1;
  const std::size_t next = joint ? 2 : 1;
  if ((!joint && words[0] != "vertex") || (words.size() > next && words[next] != "within") ||
      words.size() > next + 3 || (words.size() == next + 3 && words.back() != "cm")) {
    throw Failure{number, in_quotes(text) +
                              " is no place; expected \"vertex within CM\", which is "
                              "the pinned one, or \"joint NAME within CM\"."};
  }
  if (joint) out_.joint = words[1];
  out_.within = tolerance_at(words, next + 1, number, "in cm");
}

void PredictionReader::number(std::string_view text, int number) {
  answer_by(LessonPrediction::Number, number);
  constexpr std::string_view kForm = "\"number EXPRESSION = VALUE within TOLERANCE [UNIT]\"";
  const std::size_t at = find_sign(text, "=");
  if (at == std::string_view::npos) {
    throw Failure{number, "the answer has no number to be held against; expected " +
                              std::string(kForm) + "."};
  }
  out_.expression = trimmed(text.substr(0, at));
  const std::vector<std::string> words = split_words(text.substr(at + 1), number);
  if (out_.expression.empty() || words.empty() || !read_number(words[0], out_.expected) ||
      (words.size() > 1 && words[1] != "within")) {
    throw Failure{number, in_quotes(text) + " is no answer; expected " + std::string(kForm) + "."};
  }
  out_.decimals = decimals_of(words[0]);
  out_.within = tolerance_at(words, 2, number, "in the number's unit");
  for (std::size_t i = 3; i < words.size(); ++i) out_.unit += (i > 3 ? " " : "") + words[i];
}

void PredictionReader::option(std::string_view text, int number, bool right) {
  answer_by(LessonPrediction::Choice, number);
  if (out_.options.size() == kMostOptions) {
    throw Failure{number, "a question has at most five options."};
  }
  out_.options.push_back({number, words_without_figures(text, number), right, {}});
}

void PredictionReader::condition(std::string_view text, int number) {
  if (out_.options.empty()) {
    throw Failure{number,
                  "\"if\" says when an option is right; expected a line \"option TEXT\" above "
                  "it."};
  }
  LessonOption& option = out_.options.back();
  if (option.holds_if) throw Failure{number, "the option above has its \"if\" already."};
  option.holds_if = read_expectation(text, number);
}

// Which is right is said, or found out: by one of both, and for all options.
void PredictionReader::check_options() const {
  if (out_.options.size() < kFewestOptions) {
    throw Failure{out_.answer_line, "a question has at least two options."};
  }
  const auto right = std::ranges::count_if(out_.options, &LessonOption::stated_right);
  if (right > 1) throw Failure{out_.answer_line, "only one option can be right."};
  if (right == 1) return;
  for (const LessonOption& option : out_.options) {
    if (option.holds_if) continue;
    throw Failure{option.line,
                  "nothing says whether this option is right; expected a line \"if A < "
                  "B\" below each option, or one \"right\" in place of \"option\"."};
  }
}

LessonPrediction PredictionReader::finish() {
  if (question_.empty()) {
    throw Failure{out_.line, "the block asks nothing; expected a line \"ask TEXT\"."};
  }
  if (out_.answer_line == 0) {
    throw Failure{out_.line,
                  "the question has no answer; expected a line \"place\", a line "
                  "\"number\", or options."};
  }
  out_.question = words_without_figures(question_, question_line_);
  if (out_.kind == LessonPrediction::Choice) check_options();
  return std::move(out_);
}

}  // namespace bindpose::lesson_words
