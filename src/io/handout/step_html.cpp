#include "io/handout/step_html.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "io/files/base64.h"
#include "io/handout/bound_text.h"
#include "io/handout/handout_data.h"
#include "io/handout/html.h"
#include "io/handout/mathml.h"
#include "scene/lesson/letters_apart.h"
#include "scene/lesson/predict/predict.h"

namespace bindpose::handout {
namespace {

std::string data_uri(const std::vector<std::uint8_t>& webp) {
  return "data:image/webp;base64," + base64_encoded(webp);
}

// The blocks of one text.
class TextWriter {
 public:
  TextWriter(const HandoutLesson& lesson, const std::vector<std::string>& figures)
      : lesson_(lesson), figures_(figures) {}

  std::string write(std::span<const LessonBlock> blocks) {
    for (const LessonBlock& b : blocks) add(b);
    close_lists(0);
    set_quoted(false);
    return std::exchange(out_, {});
  }

  std::string spans(const LessonSpans& list) const {
    BoundLine out;
    for (const LessonSpan& s : list) {
      const bool whole = s.kind == LessonSpan::Formula || s.kind == LessonSpan::Figure;
      if (whole && s.link.empty()) {
        out.whole(span(s));
      } else if (s.kind == LessonSpan::Plain && s.link.empty()) {
        out.plain(s.text);
      } else {
        out.run(span(s));
      }
    }
    return out.finish();
  }

 private:
  std::string span(const LessonSpan& s) const {
    std::string text;
    switch (s.kind) {
      case LessonSpan::Plain:
        text = html_text(bound_text(s.text));
        break;
      case LessonSpan::Bold:
        text = "<strong>" + html_text(bound_text(s.text)) + "</strong>";
        break;
      case LessonSpan::Code:
        text = "<code>" + html_text(s.text) + "</code>";
        break;
      case LessonSpan::Formula:
        text = mathml(s.text, false);
        break;
      case LessonSpan::Figure:
        if (s.figure < 0) break;
        text = "<data class=\"figure\" data-figure=\"" + std::to_string(s.figure) + "\">" +
               html_text(figures_[static_cast<std::size_t>(s.figure)]) + "</data>";
        break;
    }
    // lesson_spans.cpp lets nothing but http and https through.
    if (s.link.empty()) return text;
    return "<a href=\"" + html_text(s.link) + "\" rel=\"noreferrer\">" + text + "</a>";
  }

  void add(const LessonBlock& b) {
    const bool item = b.kind == LessonBlock::Item;
    const auto level = static_cast<std::size_t>(std::max(b.level, 0));
    close_lists(item ? level + 1 : level);
    if (open_.empty()) set_quoted(b.quoted);
    if (item) return add_item(b, level);
    switch (b.kind) {
      case LessonBlock::Formula:
        for (const LessonSpan& s : b.spans) {
          out_ += "<p class=\"display\">" +
                  (s.kind == LessonSpan::Formula ? mathml(s.text, true) : span(s)) + "</p>\n";
        }
        break;
      case LessonBlock::Code:
        out_ += "<pre><code>";
        for (const LessonSpan& s : b.spans) out_ += html_text(s.text);
        out_ += "</code></pre>\n";
        break;
      case LessonBlock::Table:
        add_table(b);
        break;
      case LessonBlock::Image:
        add_image(b);
        break;
      default:
        out_ += "<p>" + spans(b.spans) + "</p>\n";
    }
  }

  void add_item(const LessonBlock& b, std::size_t level) {
    const std::string tag = b.marker.empty() ? "ul" : "ol";
    if (open_.size() == level + 1 && open_.back() == tag) {
      out_ += "</li>\n";
    } else {
      close_lists(level);
      while (open_.size() < level + 1) {
        const std::string from = tag == "ol" && b.marker != "1."
                                     ? " start=\"" + html_text(number_of(b.marker)) + "\""
                                     : "";
        out_ += "<" + tag + from + ">\n";
        if (open_.size() + 1 < level + 1) out_ += "<li>";
        open_.push_back(tag);
      }
    }
    out_ += "<li>" + spans(b.spans);
  }
  static std::string number_of(const std::string& marker) {
    return marker.substr(0, marker.find_first_not_of("0123456789"));
  }

  void close_lists(std::size_t keep) {
    while (open_.size() > keep) {
      out_ += "</li></" + open_.back() + ">\n";
      open_.pop_back();
    }
  }

  void set_quoted(bool quoted) {
    if (quoted == quoted_) return;
    out_ += quoted ? "<blockquote>\n" : "</blockquote>\n";
    quoted_ = quoted;
  }

  void add_table(const LessonBlock& b) {
    out_ += "<table>\n";
    for (std::size_t r = 0; r < b.rows.size(); ++r) {
      const std::string cell = r == 0 ? "th" : "td";
      out_ += "<tr>";
      for (std::size_t c = 0; c < b.rows[r].size(); ++c) {
        const LessonAlign align = c < b.align.size() ? b.align[c] : LessonAlign::Left;
        const char* side = align == LessonAlign::Right    ? " class=\"right\""
                           : align == LessonAlign::Center ? " class=\"middle\""
                                                          : "";
        out_ += "<" + cell + side + (r == 0 ? " scope=\"col\"" : "") + ">" + spans(b.rows[r][c]) +
                "</" + cell + ">";
      }
      out_ += "</tr>\n";
    }
    out_ += "</table>\n";
  }

  void add_image(const LessonBlock& b) {
    if (b.image < 0) return;
    const auto k = static_cast<std::size_t>(b.image);
    const std::string words = html_text(lesson_.plan->lesson.images[k].words);
    if (k >= lesson_.images.size() || lesson_.images[k].empty()) {
      out_ += "<p class=\"missing\">Picture: " + words + "</p>\n";
    } else {
      out_ += "<p><img alt=\"" + words + "\" src=\"" + data_uri(lesson_.images[k]) + "\"></p>\n";
    }
  }

  const HandoutLesson& lesson_;
  const std::vector<std::string>& figures_;
  std::string out_;
  std::vector<std::string> open_;  // lists
  bool quoted_ = false;
};

// What the picture shows, for who does not see it; that of a question does not tell the answer.
std::string picture_words(const HandoutLesson& lesson, std::size_t k, bool question) {
  const LessonPlan& plan = *lesson.plan;
  std::string out = plan.lesson.steps[k].title + ". The model " + plan.steps[k].start.model->name;
  std::string edits;
  if (question) return out + ", before the answer.";
  for (const std::string& edit : plan.steps[k].edits) {
    if (edit.size() > 200) continue;  // tables of weights
    edits += (edits.empty() ? ", with: " : "; ") + edit;
  }
  return out + edits + ".";
}

// What fills in a question: also on paper, by hand.
std::string answers_html(const LessonPrediction& asked, const TextWriter& text,
                         const std::string& unit, const std::string& id) {
  std::string out;
  if (asked.kind == LessonPrediction::Number) {
    return "<p class=\"guess\"><label>Your answer <input type=\"text\" inputmode=\"decimal\" "
           "autocomplete=\"off\" size=\"8\"></label> " +
           html_text(unit) + "</p>\n";
  }
  if (asked.kind == LessonPrediction::Place)
    return "<p class=\"guess\"><span class=\"by-click\">Click in the picture where you think that "
           "it "
           "will be.</span><span class=\"by-pen\">Draw a cross in the picture where you think that "
           "it will be.</span><span class=\"by-eye\">No click counts here, for this browser shows "
           "no "
           "moving picture: decide where it will be, then look at the answer.</span></p>\n";
  for (std::size_t i = 0; i < asked.options.size(); ++i) {
    out += "<p class=\"guess\"><label><input type=\"radio\" name=\"" + id + "-option\" value=\"" +
           std::to_string(i) + "\"> <span>" + text.spans(asked.options[i].text) +
           "</span></label></p>\n";
  }
  return out;
}

std::string answer_html(const LessonPlan& plan, std::size_t k, const TextWriter& text) {
  const LessonPrediction& asked = *plan.lesson.steps[k].predict;
  const PredictTruth truth = truth_of(plan, k);
  if (asked.kind == LessonPrediction::Number)
    return html_text(bound_text(answer_text(plan, k, truth.number)));
  if (asked.kind == LessonPrediction::Choice) {
    return truth.option < 0
               ? std::string()
               : text.spans(asked.options[static_cast<std::size_t>(truth.option)].text);
  }
  const double metres = metres_a_unit(*plan.steps[k].start.model);
  std::string out;
  for (int i = 0; i < 3; ++i) {
    out += (i > 0 ? ", " : "") + std::string(1, "xyz"[i]) + " = " +
           figure_text(double(truth.place[i]) * metres, 3, "m");
  }
  return html_text(bound_text(out));
}

// What is right, and the reason.
std::string told_html(const LessonPlan& plan, std::size_t k, TextWriter& text) {
  const LessonStep& step = plan.lesson.steps[k];
  return "<p class=\"right-one\"><strong>Answer:</strong> " + answer_html(plan, k, text) +
         "</p>\n" +
         text.write(std::span<const LessonBlock>(step.text).subspan(step.predict->blocks));
}

// The text; where the step asks, the question, what answers it, and behind that the answer with its
// reason.
std::string text_html(const HandoutLesson& lesson, std::size_t k,
                      const std::vector<std::string>& figures, const std::string& id) {
  const LessonPlan& plan = *lesson.plan;
  const LessonStep& step = plan.lesson.steps[k];
  const std::span<const LessonBlock> blocks(step.text);
  TextWriter text(lesson, figures);
  if (!step.predict) return text.write(blocks);
  const LessonPrediction& asked = *step.predict;
  std::string out = text.write(blocks.first(asked.blocks));
  out += "<div class=\"ask\" role=\"group\" aria-labelledby=\"" + id +
         "-asked\">\n<p class=\"asked\" id=\"" + id + "-asked\">" + text.spans(asked.question) +
         "</p>\n" + answers_html(asked, text, plan.steps[k].predict->unit, id) +
         "<button type=\"button\" class=\"reveal\">Show the answer</button>\n"
         "<p class=\"verdict\" aria-live=\"polite\"></p>\n</div>\n<div class=\"answer\">\n" +
         told_html(plan, k, text);
  return out + "</div>\n";
}

std::string sliders_html(const LessonStep& step, const std::string& id) {
  std::string out;
  const HandoutStops stops = handout_stops(step);
  for (std::size_t k = 0; k < step.sliders.size(); ++k) {
    const LessonSlider& s = step.sliders[k];
    const std::string name = id + "-slider-" + std::to_string(k);
    const std::size_t last = stops.slider[k].size() - 1;
    const auto at = std::ranges::find(stops.slider[k], s.start) - stops.slider[k].begin();
    out += "<div class=\"slider\"><label for=\"" + name + "\">" + html_text(s.label) +
           "</label> <output for=\"" + name + "\">" + html_text(slider_value_text(s, s.start)) +
           "</output><input type=\"range\" id=\"" + name + "\" data-slider=\"" + std::to_string(k) +
           "\" min=\"0\" max=\"" + std::to_string(last) + "\" value=\"" + std::to_string(at) +
           "\" aria-valuetext=\"" + html_text(slider_value_text(s, s.start)) +
           "\"><span class=\"ends\"><span>" + html_text(slider_value_text(s, s.low)) +
           "</span><span>" + html_text(slider_value_text(s, s.high)) + "</span></span></div>\n";
  }
  return out;
}

// On paper nobody walks: the end of the way stands there, with its trail.
std::string walked_html(const HandoutLesson& lesson, std::size_t k) {
  const HandoutStep& step = lesson.steps[k];
  if (step.walked.empty()) return {};
  return "<img class=\"walked\" alt=\"" + html_text(step.walked_words) + "\" src=\"" +
         data_uri(step.walked) + "\">";
}

std::string walked_words(const HandoutLesson& lesson, std::size_t k) {
  const HandoutStep& step = lesson.steps[k];
  if (step.walked.empty()) return {};
  return "<p class=\"at walked\">" + html_text(step.walked_words) + "</p>\n";
}

std::string step_html(const HandoutLesson& lesson, std::size_t k, const std::string& lesson_id,
                      const std::string& heading) {
  const LessonPlan& plan = *lesson.plan;
  const LessonStep& step = plan.lesson.steps[k];
  const std::string id = lesson_id + "-" + std::to_string(k + 1);
  const std::vector<std::string> figures = figures_at_start(plan, k);
  const bool asks = step.predict.has_value();
  return std::string("<section class=\"step") + (asks ? " asking" : "") + "\" id=\"" + id +
         "\" aria-labelledby=\"" + id + "-title\">\n" + "<" + heading +
         " class=\"step-title\" id=\"" + id + "-title\"><span class=\"number\">" +
         std::to_string(k + 1) + "</span> " + html_text(step.title) + "</" + heading +
         ">\n<div class=\"text\">\n" + text_html(lesson, k, figures, id) +
         "</div>\n<figure>\n<div class=\"stage\"><img class=\"still\" alt=\"" +
         html_text(picture_words(lesson, k, asks)) + "\" src=\"" +
         data_uri(asks ? lesson.steps[k].question : lesson.steps[k].picture) + "\">" +
         walked_html(lesson, k) + "</div>\n" + walked_words(lesson, k) +
         "<div class=\"legend\"></div>\n<div class=\"curves\"></div>\n<div "
         "class=\"sliders\">\n" +
         sliders_html(step, id) +
         "</div>\n<p class=\"note\"></p>\n</figure>\n<div class=\"large\"></div>\n</section>\n";
}

// The answers of all steps that ask, each by its number, with the picture of what is right.
std::string answers_of(const HandoutLesson& lesson, const std::string& lesson_id, int level) {
  const LessonPlan& plan = *lesson.plan;
  const std::string heading = "h" + std::to_string(level), one = "h" + std::to_string(level + 1);
  std::string out;
  for (std::size_t k = 0; k < plan.steps.size(); ++k) {
    const LessonStep& step = plan.lesson.steps[k];
    if (!step.predict) continue;
    const std::vector<std::string> figures = figures_at_start(plan, k);
    TextWriter text(lesson, figures);
    out += "<section class=\"told-step\" id=\"" + lesson_id + "-" + std::to_string(k + 1) +
           "-told\">\n<" + one + " class=\"step-title\"><span class=\"number\">" +
           std::to_string(k + 1) + "</span> " + html_text(step.title) + "</" + one +
           ">\n<div class=\"text\">\n" + told_html(plan, k, text) +
           "</div>\n<figure>\n<div class=\"stage\"><img alt=\"" +
           html_text(picture_words(lesson, k, false)) + "\" src=\"" +
           data_uri(lesson.steps[k].picture) + "\"></div>\n";
    for (const LessonSlider& s : step.sliders) {
      out += "<p class=\"at\">" + html_text(s.label) + ": " +
             html_text(slider_value_text(s, s.start)) + "</p>\n";
    }
    out += "<div class=\"extra\"></div>\n</figure>\n</section>\n";
  }
  if (out.empty()) return out;
  return "<section class=\"answers\">\n<" + heading + ">Answers</" + heading + ">\n" + out +
         "</section>\n";
}

// Text that is no formula, with its letters ("T_j") set as in one.
std::string lettered_html(std::string_view text) {
  std::string out;
  for (const LetterPiece& piece : letters_apart(text))
    out += piece.is_letter ? mathml(piece.text, false) : html_text(piece.text);
  return out;
}

}  // namespace

std::string lesson_html(const HandoutLesson& lesson, std::size_t number, int level) {
  const Lesson& l = lesson.plan->lesson;
  const std::string id = "lesson" + std::to_string(number), heading = "h" + std::to_string(level);
  std::string out = "<article class=\"lesson\" id=\"" + id + "\">\n<header><" + heading +
                    " class=\"lesson-title\">" + html_text(l.title) + "</" + heading + ">\n";
  if (!l.summary.empty()) out += "<p class=\"summary\">" + lettered_html(l.summary) + "</p>\n";
  out += "</header>\n";
  for (std::size_t k = 0; k < l.steps.size(); ++k)
    out += step_html(lesson, k, id, "h" + std::to_string(level + 1));
  return out + answers_of(lesson, id, level + 1) + "</article>\n";
}

}  // namespace bindpose::handout
