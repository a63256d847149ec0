// Runs of text in a lesson's paragraphs, and the text form of recorded steps.
#include <algorithm>
#include <cctype>
#include <cstdio>
#include <iterator>

#include "math/numbers.h"
#include "scene/formula_signs.h"
#include "scene/lesson/lesson_words.h"
#include "scene/near_match.h"

namespace bindpose {
namespace lesson_words {
namespace {

struct Delimiter {
  std::string_view open, close;
  LessonSpan::Kind kind;
};
constexpr Delimiter kDelimiters[] = {{"**", "**", LessonSpan::Bold},
                                     {"`", "`", LessonSpan::Code},
                                     {"$", "$", LessonSpan::Formula},
                                     {"{", "}", LessonSpan::Figure}};

const Delimiter* delimiter_at(std::string_view text) {
  for (const Delimiter& d : kDelimiters) {
    if (text.starts_with(d.open)) return &d;
  }
  return nullptr;
}

void add_plain(std::vector<LessonSpan>& spans, char c) {
  if (spans.empty() || spans.back().kind != LessonSpan::Plain) spans.emplace_back();
  spans.back().text += c;
}

}  // namespace

void check_formula(std::string_view formula, int line) {
  for (std::size_t i = formula.find('\\'); i != std::string_view::npos;
       i = formula.find('\\', i + 1)) {
    std::size_t end = i + 1;
    while (end < formula.size() && std::isalpha(static_cast<unsigned char>(formula[end])) != 0)
      ++end;
    const std::string_view name = formula.substr(i + 1, end - i - 1);
    const auto is_name = [&](const FormulaSign& s) { return s.name == name; };
    if (std::ranges::any_of(kFormulaSigns, is_name)) continue;
    std::vector<std::string> known;
    for (const FormulaSign& s : kFormulaSigns) known.emplace_back(s.name);
    const std::string hint = did_you_mean(std::string(name), known);
    throw Failure{line, "\\" + std::string(name) + " is no sign that formulas know" +
                            (hint.empty() ? "; expected letters, _ and ^, or one of \\sum, \\cdot, "
                                            "\\theta and the others in docs/lessons.md."
                                          : hint)};
  }
}

std::vector<LessonSpan> read_spans(std::string_view text, int line,
                                   std::vector<LessonFigure>& figures) {
  std::vector<LessonSpan> spans;
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] == '\\' && i + 1 < text.size()) {
      add_plain(spans, text[i + 1]);
      i += 2;
      continue;
    }
    const Delimiter* d = delimiter_at(text.substr(i));
    if (d == nullptr) {
      add_plain(spans, text[i++]);
      continue;
    }
    const std::size_t from = i + d->open.size();
    const std::size_t end = text.find(d->close, from);
    if (end == std::string_view::npos || end == from) {
      throw Failure{line, "the " + in_quotes(d->open) + " before " +
                              in_quotes(text.substr(from, 16)) + " is not closed; expected " +
                              in_quotes(d->close) + " (write \\" + std::string(d->open) +
                              " for the sign itself)."};
    }
    LessonSpan span{d->kind, std::string(text.substr(from, end - from)), -1};
    if (d->kind == LessonSpan::Figure) {
      span.figure = static_cast<int>(figures.size());
      figures.push_back(read_figure(span.text, line));
      span.text.clear();
    }
    if (d->kind == LessonSpan::Formula) check_formula(span.text, line);
    spans.push_back(std::move(span));
    i = end + d->close.size();
  }
  return spans;
}

}  // namespace lesson_words

namespace {

std::string decimal(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.4f", value);
  std::string s = text;
  while (s.back() == '0') s.pop_back();
  if (s.back() == '.') s.pop_back();
  return s == "-0" ? "0" : s;
}

}  // namespace

std::string camera_text(const LessonCamera& camera) {
  std::string text = "camera yaw " + decimal(double(camera.yaw) * kDegreesPerRadian) + " pitch " +
                     decimal(double(camera.pitch) * kDegreesPerRadian);
  if (camera.target && camera.height) {
    text += " target";
    for (int k = 0; k < 3; ++k) text += " " + decimal(double((*camera.target)[k]));
    text += " height " + decimal(double(*camera.height));
  }
  if (!camera.frame.empty()) text += " frame";
  for (const std::string& name : camera.frame) text += " \"" + name + "\"";
  if (camera.zoom != 1.0f) text += " zoom " + decimal(double(camera.zoom));
  if (camera.orthographic) text += " ortho";
  return text;
}

std::string lesson_step_text(std::string_view title, const std::vector<std::string>& edits,
                             const LessonCamera& camera) {
  std::string text = "\n## " + std::string(title) + "\n\n```step\n";
  for (const std::string& edit : edits) text += edit + "\n";
  return text + camera_text(camera) + "\n```\n";
}

std::string lesson_front_matter(std::string_view title, std::string_view model) {
  return "---\ntitle: " + std::string(title) + "\nmodel: " + std::string(model) + "\n---\n";
}

}  // namespace bindpose
