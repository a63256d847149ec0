// Markdown to a lesson: front matter, headings and ```step blocks; the text between them is read by
// scene/lesson/lesson_blocks.h.
#include <algorithm>
#include <iterator>
#include <optional>

#include "scene/lesson/lesson_blocks.h"
#include "scene/lesson/lesson_words.h"
#include "scene/near_match.h"

namespace bindpose {
namespace {

using namespace lesson_words;

std::vector<LessonLine> lines_of(std::string_view text) {
  std::vector<LessonLine> lines;
  int number = 0;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    lines.push_back({++number, std::string(line)});
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

class Parser {
 public:
  explicit Parser(std::string_view text) : lines_(lines_of(text)) {}

  Lesson parse() {
    front_matter();
    for (; at_ < lines_.size(); ++at_) body_line();
    text_.end_step();
    if (lesson_.steps.empty()) {
      throw Failure{last_line(), "the lesson has no step; a step starts with \"## Title\"."};
    }
    return std::move(lesson_);
  }

 private:
  int last_line() const { return std::max(1, static_cast<int>(lines_.size())); }

  void front_matter() {
    if (lines_.empty() || trimmed(lines_[0].text) != "---") {
      throw Failure{1,
                    "a lesson starts with a line \"---\", then \"title: ...\" and \"model: ...\", "
                    "then \"---\" again."};
    }
    for (at_ = 1; at_ < lines_.size(); ++at_) {
      const std::string_view line = trimmed(lines_[at_].text);
      if (line == "---") break;
      if (!line.empty()) front_matter_line(line, lines_[at_].line);
    }
    if (at_ == lines_.size()) {
      throw Failure{last_line(), "the front matter is not closed; expected a line \"---\"."};
    }
    const int end = lines_[at_++].line;
    if (lesson_.title.empty()) throw Failure{end, "expected \"title: ...\" in the front matter."};
    if (lesson_.model == "any") lesson_.model.clear();
  }

  static double minutes_in(std::string_view words, int number) {
    double minutes = 0.0;
    if (!read_number(std::string(words), minutes) || !(minutes > 0.0) || minutes > 1000.0) {
      throw Failure{number, in_quotes(words) +
                                " is no time to plan with; expected minutes above 0, as in "
                                "\"9\" or \"1.5\"."};
    }
    return minutes;
  }

  void front_matter_line(std::string_view line, int number) {
    const std::size_t colon = line.find(':');
    const std::string key(trimmed(line.substr(0, colon)));
    const std::vector<std::string> known{"title", "model", "summary", "minutes"};
    if (colon == std::string_view::npos || std::ranges::find(known, key) == known.end()) {
      throw Failure{
          number,
          in_quotes(line) +
              " is not understood here; expected \"title: ...\", "
              "\"model: ...\", \"summary: ...\" or \"minutes: ...\"" +
              (colon == std::string_view::npos ? "." : as_sentence(did_you_mean(key, known)))};
    }
    std::string_view value = trimmed(line.substr(colon + 1));
    if (value.size() > 1 && value.front() == '"' && value.back() == '"') {
      value = value.substr(1, value.size() - 2);
    }
    if (key == "minutes") {
      lesson_.minutes = minutes_in(value, number);
      return;
    }
    if (key == "model") lesson_.model_line = number;
    (key == "title" ? lesson_.title : key == "model" ? lesson_.model : lesson_.summary) = value;
  }

  void body_line() {
    const LessonLine& raw = lines_[at_];
    const std::string_view line = trimmed(raw.text);
    if (line.starts_with("```")) {
      text_.finish();
      block(line, raw.line);
    } else if (line.starts_with("## ")) {
      text_.end_step();
      lesson_.steps.emplace_back();
      lesson_.steps.back().line = raw.line;
      lesson_.steps.back().title = read_title(trimmed(line.substr(3)), raw.line);
    } else if (!lesson_.steps.empty()) {
      text_.line(raw.text, raw.line);
    } else if (!line.empty() && !line.starts_with("# ")) {  // a title, for programs for Markdown
      throw Failure{raw.line, "text before the first step; a step starts with \"## Title\"."};
    }
  }

  void block(std::string_view fence, int number) {
    const std::string_view kind = trimmed(fence.substr(3));
    const bool code = kind.empty() || kind == "text";
    constexpr std::string_view kPlanned = "notes minutes ";
    const bool planned = kind.starts_with(kPlanned) && !lesson_.steps.empty();
    if (planned) {
      lesson_.steps.back().minutes = minutes_in(trimmed(kind.substr(kPlanned.size())), number);
    }
    const bool asks = kind == "predict", notes = kind == "notes" || planned;
    if (kind != "step" && !((code || asks || notes) && !lesson_.steps.empty())) {
      throw Failure{
          number, in_quotes(fence) + (asks || notes
                                          ? std::string(asks ? " asks" : " stands") +
                                                " before the first step; a step starts with \"## "
                                                "Title\"."
                                          : " opens a block that lessons do not have; expected "
                                            "\"```step\", \"```predict\", \"```notes\", or \"```\" "
                                            "alone for code in a step's text.")};
    }
    if (notes) return read_notes(number);
    if (asks) start_prediction(number);
    const auto indent = static_cast<int>(lines_[at_].text.find('`'));
    std::string lines;
    for (++at_; at_ < lines_.size(); ++at_) {
      const std::string_view line = trimmed(lines_[at_].text);
      if (line == "```") {
        if (code) text_.code(lines, indent, number);
        if (asks) end_prediction();
        return;
      }
      if (code) {
        lines += (lines.empty() ? "" : "\n") + lines_[at_].text;
        continue;
      }
      if (line.starts_with("## ")) break;
      if (line.empty() || line.starts_with("#")) continue;
      asks ? prediction_->line(line, lines_[at_].line) : block_line(line, lines_[at_].line);
    }
    throw Failure{number, "the block that starts here is not closed; expected a line \"```\"."};
  }

  // Text as that of a step, in a step of its own: without what hangs on where it stands.
  void read_notes(int number) {
    Lesson apart;
    apart.steps.emplace_back();
    BlockReader text{apart};
    for (++at_; at_ < lines_.size(); ++at_) {
      const LessonLine& raw = lines_[at_];
      const std::string_view line = trimmed(raw.text);
      if (line.starts_with("## ")) break;
      if (line.starts_with("```")) {
        if (line != "```") break;
        text.end_step();
        if (!apart.steps[0].figures.empty()) {
          throw Failure{apart.steps[0].figures[0].line,
                        "notes hold no figures: those stand in the step's text."};
        }
        if (!apart.images.empty()) {
          throw Failure{apart.images[0].line,
                        "notes hold no images: they stand in the step's text."};
        }
        std::ranges::move(apart.steps[0].text, std::back_inserter(lesson_.steps.back().notes));
        return;
      }
      text.line(raw.text, raw.line);
    }
    throw Failure{number, "the notes that start here are not closed; expected a line \"```\"."};
  }

  void start_prediction(int number) {
    if (lesson_.steps.back().predict) throw Failure{number, "a step asks one question, not two."};
    prediction_.emplace(number);
  }

  void end_prediction() {
    LessonStep& step = lesson_.steps.back();
    LessonPrediction asked = prediction_->finish();
    asked.blocks = step.text.size();
    asked.figures = step.figures.size();
    step.predict = std::move(asked);
  }

  void block_line(std::string_view line, int number) {
    const bool in_step = !lesson_.steps.empty();
    const auto rest_of = [line](std::string_view word) {
      return trimmed(line.substr(word.size()));
    };
    if (line == "camera" || line.starts_with("camera ")) {
      (in_step ? lesson_.steps.back().camera : lesson_.camera) =
          read_camera(rest_of("camera"), number);
    } else if (line == "formula" || line.starts_with("formula ")) {
      if (!in_step) throw Failure{number, "a formula belongs to a step."};
      lesson_.steps.back().formula = read_formula(rest_of("formula"), number);
      lesson_.steps.back().formula_line = number;
    } else if (line == "curve" || line.starts_with("curve ")) {
      if (!in_step) throw Failure{number, "curves belong to a step."};
      lesson_.steps.back().curves = read_curves(rest_of("curve"), number);
    } else if (line == "model" || line.starts_with("model ")) {
      if (!in_step) throw Failure{number, "the lesson's model stands in its front matter."};
      std::string& model = lesson_.steps.back().model;
      if (!model.empty()) throw Failure{number, "the step has a model already."};
      model = rest_of("model");
      lesson_.steps.back().model_line = number;
      if (model.empty()) throw Failure{number, "expected a file, as in \"model arm.glb\"."};
    } else if (line.starts_with("slider ") || line.starts_with("expect ")) {
      if (!in_step) {
        throw Failure{number, in_quotes(line.substr(0, 6)) +
                                  " belongs to a step; expected edits "
                                  "before the first one."};
      }
      if (line.starts_with("slider ")) {
        lesson_.steps.back().sliders.push_back(read_slider(rest_of("slider"), number));
      } else {
        lesson_.steps.back().expectations.push_back(read_expectation(rest_of("expect"), number));
      }
    } else {
      (in_step ? lesson_.steps.back().edits : lesson_.start).push_back({number, std::string(line)});
    }
  }

  std::vector<LessonLine> lines_;
  std::size_t at_ = 0;
  Lesson lesson_;
  BlockReader text_{lesson_};
  std::optional<PredictionReader> prediction_;
};

}  // namespace

std::optional<Lesson> parse_lesson(std::string_view text, std::string& error) {
  error.clear();
  try {
    return Parser(text).parse();
  } catch (const Failure& failure) {
    error = "Line " + std::to_string(failure.line) + ": " + failure.sentence;
    return {};
  }
}

}  // namespace bindpose
