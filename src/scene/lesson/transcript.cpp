#include "scene/lesson/transcript.h"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <span>

#include "scene/lesson/letters_apart.h"
#include "scene/lesson/predict/predict.h"

namespace bindpose {

namespace {

bool is_word(char c) {
  return kInNames.find(c) != std::string_view::npos;
}

// Letters with an index as they are read aloud.
std::string spoken_words(std::string_view text) {
  std::string out;
  for (const LetterPiece& piece : letters_apart(text))
    out += piece.is_letter ? spoken_formula(piece.text) : std::string(piece.text);
  return out;
}

// A formula from left to right.
class FormulaSpeaker {
 public:
  // `names`: it stands in braces, where words with an underscore in them are names.
  explicit FormulaSpeaker(std::string_view source, bool names = false)
      : source_(source), names_(names) {}

  std::string speak() {
    while (at_ < source_.size()) part();
    return std::move(out_);
  }

 private:
  void say(std::string_view word) {
    if (!out_.empty() && out_.back() != ' ') out_ += ' ';
    out_ += word;
    ends_word_ = true;
  }
  // One sign, or what stands in braces.
  std::string_view argument() {
    if (at_ >= source_.size()) return {};
    if (source_[at_] != '{') {
      const std::size_t begin = at_++;
      while (at_ < source_.size() && (static_cast<unsigned char>(source_[at_]) & 0xC0u) == 0x80u)
        ++at_;
      return source_.substr(begin, at_ - begin);
    }
    const std::size_t begin = ++at_;
    at_ = std::min(source_.find('}', begin), source_.size());
    return source_.substr(begin, at_++ - begin);
  }

  void part() {
    const char c = source_[at_];
    if (c == '\\') return command();
    if (c == '_' || c == '^') {
      ++at_;
      const std::string inner = FormulaSpeaker(argument(), true).speak();
      if (c == '_') {
        say(after_sum_ ? "over " + inner + " of" : "sub " + inner);
        after_sum_ = false;
        return;
      }
      if (inner == "-1") return say("inverse");
      if (inner == "T") return say("transposed");
      if (inner == "*") return say("star");
      if (inner == "-T") return say("inverse transposed");
      return say(inner.size() > 1 && std::isalpha(static_cast<unsigned char>(inner[0])) != 0
                     ? "of the " + inner + " pose"
                     : "to the " + inner);
    }
    if (const std::size_t length = name_length(); length > 0) {
      const std::string_view name = source_.substr(at_, length);
      at_ += length;
      return say(name);
    }
    ++at_;
    if (c == '\'') return say("prime");
    if (c == '{' || c == '}') return;
    if (c == ' ') {
      ends_word_ = false;
      if (!out_.empty() && out_.back() != ' ') out_ += ' ';
      return;
    }
    if (ends_word_ &&
        (std::isalnum(static_cast<unsigned char>(c)) != 0 || static_cast<unsigned char>(c) >= 0x80))
      out_ += ' ';
    ends_word_ = false;
    out_ += c;
  }

  // Of "upper_arm", which is one word; of "i_k", an index with one of its own, 0.
  std::size_t name_length() const {
    if (!names_ || (at_ > 0 && is_word(source_[at_ - 1]))) return 0;
    const std::size_t end = std::min(source_.find_first_not_of(kInNames, at_), source_.size());
    const std::size_t score = std::min(source_.find('_', at_), end);
    return score < end && score >= at_ + 2 ? end - at_ : 0;
  }

  void command() {
    const std::size_t begin = ++at_;
    while (at_ < source_.size() && std::isalpha(static_cast<unsigned char>(source_[at_])) != 0)
      ++at_;
    const std::string_view name = source_.substr(begin, at_ - begin);
    struct Word {
      std::string_view name, says;
    };
    constexpr Word kWords[] = {
        {"cdot", "times"},  {"times", "cross"},  {"le", "at most"},
        {"leq", "at most"}, {"geq", "at least"}, {"neq", "is not"},
        {"ge", "at least"}, {"ne", "is not"},    {"approx", "is about"},
        {"to", "goes to"},  {"in", "in"},        {"nabla", "the gradient of"},
        {"sum", "the sum"}};
    const auto word = std::ranges::find(kWords, name, &Word::name);
    say(word == std::end(kWords) ? name : word->says);  // Greek letters by their names
    after_sum_ = name == "sum";
  }

  std::string_view source_;
  bool names_ = false;
  std::size_t at_ = 0;
  std::string out_;
  bool ends_word_ = false;  // a letter begins a new one
  bool after_sum_ = false;
};

class Transcript {
 public:
  Transcript(const LessonPlan& plan, std::size_t k) : plan_(plan), step_(plan.lesson.steps[k]) {
    const std::vector<double> at = slider_starts(step_);
    const Scene& scene = plan.steps[k].start;
    const PosedScene posed = evaluate(scene);
    const std::size_t asked = step_.predict ? step_.predict->figures : 0;
    if (asked > 0) {
      const Scene& question = plan.steps[k].predict->question;
      const PosedScene before = evaluate(question);
      for (std::size_t i = 0; i < asked; ++i)
        figures_.push_back(evaluate_figure(plan, k, i, {question, before, {}}).text);
    }
    for (std::size_t i = asked; i < step_.figures.size(); ++i) {
      figures_.push_back(evaluate_figure(plan, k, i, {scene, posed, at}).text);
    }
    if (plan.steps[k].curves) curves(*plan.steps[k].curves, k, at);
  }

  std::string text(std::size_t k) const {
    const std::size_t asked = step_.predict ? step_.predict->blocks : 0;
    const std::span text(step_.text);
    std::string out = blocks(text.first(asked));
    if (step_.predict) out += question(k);
    out += blocks(text.subspan(asked));
    for (const LessonSlider& s : step_.sliders) {
      out += "Slider " + spoken_words(s.label) + ": from " + slider_value_text(s, s.low) + " to " +
             slider_value_text(s, s.high) + ", now at " + slider_value_text(s, s.start) + ".\n";
    }
    out += curves_;
    if (!step_.notes.empty()) out += "Notes for who speaks:\n\n" + blocks(step_.notes);
    return out;
  }

 private:
  std::string blocks(std::span<const LessonBlock> all) const {
    std::string out;
    bool list = false;
    for (const LessonBlock& block : all) {
      const bool item = block.kind == LessonBlock::Item;
      if (list && !item) out += "\n";
      out += this->block(block) + "\n";
      list = item;
    }
    return list ? out + "\n" : out;
  }

  std::string question(std::size_t k) const {
    const LessonPrediction& asked = *step_.predict;
    const PredictTruth truth = truth_of(plan_, k);
    std::string out = "Question: " + spans(asked.question) + "\n";
    std::string answer;
    for (std::size_t i = 0; i < asked.options.size(); ++i) {
      const std::string option = std::to_string(i + 1) + ". " + spans(asked.options[i].text);
      out += option + "\n";
      if (truth.option == static_cast<int>(i)) answer = option;
    }
    if (asked.kind == LessonPrediction::Number) answer = answer_text(plan_, k, truth.number);
    if (asked.kind == LessonPrediction::Place) answer = "at " + place_text(plan_, k, truth.place);
    return out + "\nAnswer: " + answer + "\n\n";
  }

  // At both ends and in the middle.
  void curves(const PlannedCurves& wanted, std::size_t k, std::vector<double> at) {
    const LessonSlider& slider = step_.sliders[wanted.slider];
    std::vector<std::string> values(wanted.value.size());
    for (const double part : {0.0, 0.5, 1.0}) {
      at[wanted.slider] = slider.low + part * (slider.high - slider.low);
      const Scene scene = with_sliders(plan_, k, at);
      const PosedScene posed = evaluate(scene);
      for (std::size_t i = 0; i < values.size(); ++i) {
        char number[40];
        std::snprintf(number, sizeof number, "%.3g", evaluate(wanted.value[i], {scene, posed, at}));
        values[i] += (part == 0.0 ? "" : ", ") + std::string(number) + " at " +
                     slider_value_text(slider, at[wanted.slider]);
      }
    }
    for (std::size_t i = 0; i < values.size(); ++i) {
      curves_ += "Curve of " + step_.curves->quantity[i] + " over " + slider.label + ": " +
                 values[i] + ".\n";
    }
  }

  std::string spans(const LessonSpans& list) const {
    std::string out;
    for (const LessonSpan& s : list) {
      if (s.kind == LessonSpan::Figure) {
        out += s.figure >= 0 ? figures_[static_cast<std::size_t>(s.figure)] : "";
      } else {
        out += s.kind == LessonSpan::Formula ? spoken_formula(s.text) : s.text;
      }
      if (!s.link.empty()) out += " (" + s.link + ")";
    }
    return out;
  }

  std::string block(const LessonBlock& b) const {
    const std::string indent(static_cast<std::size_t>(std::max(b.level, 0)) * 2, ' ');
    switch (b.kind) {
      case LessonBlock::Item:
        return indent + (b.marker.empty() ? "-" : b.marker) + " " + spans(b.spans);
      case LessonBlock::Image:
        return "Picture: " +
               (b.image >= 0
                    ? spoken_words(plan_.lesson.images[static_cast<std::size_t>(b.image)].words)
                    : std::string()) +
               "\n";
      case LessonBlock::Table: {
        std::string out;
        for (const auto& row : b.rows) {
          std::string line;
          for (const LessonSpans& cell : row) line += (line.empty() ? "" : " | ") + spans(cell);
          out += line + "\n";
        }
        return out;
      }
      case LessonBlock::Paragraph:
      case LessonBlock::Formula:
      case LessonBlock::Code:
        break;
    }
    return indent + spans(b.spans) + "\n";
  }

  const LessonPlan& plan_;
  const LessonStep& step_;
  std::string curves_;
  std::vector<std::string> figures_;
};

}  // namespace

std::string quoted_for_shell(const std::string& word) {
  const bool plain = !word.empty() && std::ranges::all_of(word, [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
           std::string_view("/._-+:,=@").find(c) != std::string_view::npos;
  });
  if (plain) return word;
  std::string out = "'";
  for (const char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

std::string spoken_formula(std::string_view source) {
  return FormulaSpeaker(source).speak();
}

std::string render_command(const std::string& model, const std::vector<std::string>& edits,
                           const std::optional<LessonCamera>& camera) {
  std::string out = "bindpose render " + quoted_for_shell(model);
  for (const std::string& edit : edits) out += " --edit " + quoted_for_shell(edit);
  if (camera) {
    const std::string_view line = "camera ";
    out += " --camera " + quoted_for_shell(camera_text(*camera).substr(line.size()));
  }
  return out;
}

std::string step_command(const LessonPlan& plan, std::size_t step, const std::string& model,
                         const std::optional<LessonCamera>& camera) {
  const StepPlan& planned = plan.steps[step];
  const bool own = planned.start.model != plan.model;
  std::string out = render_command(own ? planned.start.model->path : model, planned.edits, camera);
  const std::string& formula = plan.lesson.steps[step].formula;
  if (!formula.empty()) out += " --formula " + formula;
  return out + " -o step" + std::to_string(step + 1) + ".png";
}

std::string lesson_transcript(const LessonPlan& plan, const std::string& model,
                              const CameraOfStep& camera) {
  const Lesson& lesson = plan.lesson;
  std::string out = spoken_words(lesson.title) + "\n";
  if (!lesson.summary.empty()) out += spoken_words(lesson.summary) + "\n";
  for (std::size_t k = 0; k < lesson.steps.size(); ++k) {
    out += "\nStep " + std::to_string(k + 1) + " of " + std::to_string(lesson.steps.size()) + ": " +
           spoken_words(lesson.steps[k].title) + "\n\n" + Transcript(plan, k).text(k) +
           "As a command: " +
           step_command(plan, k, model, camera ? std::optional(camera(k)) : std::nullopt) + "\n";
  }
  return out;
}

}  // namespace bindpose
