// A step's text as runs in one face each.
#include <algorithm>
#include <cctype>
#include <iterator>

#include "math/ascii.h"
#include "scene/formula_signs.h"
#include "scene/lesson/lesson_words.h"
#include "scene/near_match.h"

namespace bindpose::lesson_words {
namespace {

bool is_word(char c) {
  return is_letter(c) || is_digit(c) || static_cast<unsigned char>(c) >= 0x80;
}

struct Delimiter {
  std::string_view sign, close;
  LessonSpan::Kind kind;
};
constexpr Delimiter kDelimiters[] = {
    {"`", "`", LessonSpan::Code}, {"$", "$", LessonSpan::Formula}, {"{", "}", LessonSpan::Figure}};

// "https://host/path", in letters that need no care.
bool is_address(std::string_view text) {
  const std::size_t host = text.starts_with("https://") ? 8 : text.starts_with("http://") ? 7 : 0;
  if (host == 0 || text.size() <= host || !is_word(text[host])) return false;
  return std::ranges::all_of(text, [](char c) {
    const bool plain = c > ' ' && c < 0x7f;
    return plain && std::string_view("\"'<>\\^`{|}").find(c) == std::string_view::npos;
  });
}

class SpanReader {
 public:
  SpanReader(std::string_view text, int line, std::vector<LessonFigure>& figures)
      : text_(text), line_(line), figures_(figures) {}

  LessonSpans read() {
    std::size_t bold_from = 0;
    while (at_ < text_.size()) {
      if (rest().starts_with("**")) {
        bold_ = !bold_;
        bold_from = at_ += 2;
      } else if (!escaped() && !delimited() && !link()) {
        refuse();
        add_plain(text_[at_++]);
      }
    }
    if (bold_) not_closed("**", bold_from, "**");
    return std::move(spans_);
  }

 private:
  std::string_view rest() const { return text_.substr(at_); }
  char before() const { return at_ > 0 ? text_[at_ - 1] : ' '; }
  char after(std::size_t n = 1) const { return at_ + n < text_.size() ? text_[at_ + n] : ' '; }

  [[noreturn]] void not_closed(std::string_view open, std::size_t from,
                               std::string_view close) const {
    throw Failure{line_, "the " + in_quotes(open) + " before " + in_quotes(text_.substr(from, 16)) +
                             " is not closed; expected " + in_quotes(close) + " (write \\" +
                             std::string(open) + " for the sign itself)."};
  }

  void add_plain(char c) {
    const LessonSpan::Kind kind = bold_ ? LessonSpan::Bold : LessonSpan::Plain;
    if (spans_.empty() || spans_.back().kind != kind || spans_.back().link != link_) {
      spans_.push_back({kind, {}, -1, link_});
    }
    spans_.back().text += c;
  }

  bool escaped() {
    if (text_[at_] != '\\') return false;
    if (after() == ' ') {
      throw Failure{line_,
                    "a backslash stands in front of the sign whose meaning it takes away; "
                    "write \\\\ for the backslash itself."};
    }
    add_plain(text_[at_ + 1]);
    at_ += 2;
    return true;
  }

  bool delimited() {
    const auto begins = [this](const Delimiter& d) { return rest().starts_with(d.sign); };
    const auto found = std::ranges::find_if(kDelimiters, begins);
    if (found == std::end(kDelimiters)) return false;
    const std::size_t from = at_ + 1;
    const std::size_t end = text_.find(found->close, from);
    if (end == std::string_view::npos || end == from) not_closed(found->sign, from, found->close);
    LessonSpan span{found->kind, std::string(text_.substr(from, end - from)), -1, link_};
    if (span.kind == LessonSpan::Figure) {
      span.figure = static_cast<int>(figures_.size());
      figures_.push_back(read_figure(span.text, line_));
      span.text.clear();
    }
    if (span.kind == LessonSpan::Formula) check_formula(span.text, line_);
    spans_.push_back(std::move(span));
    at_ = end + 1;
    return true;
  }

  // [words](address)
  bool link() {
    if (text_[at_] != '[') return false;
    const std::size_t close = text_.find(']', at_);
    if (close == std::string_view::npos) return false;
    const std::string_view words = text_.substr(at_ + 1, close - at_ - 1);
    const std::string_view next = text_.substr(close + 1);
    if (words.starts_with('^')) refuse_with("footnotes are not drawn", "[");
    if (next.starts_with('[')) refuse_with("links that stand elsewhere are not drawn", "[");
    if (!next.starts_with('(')) return false;
    if (!link_.empty()) refuse_with("a link within a link is not drawn", "[");
    const std::size_t end = next.find(')');
    const std::string_view address = next.substr(1, std::max<std::size_t>(end, 1) - 1);
    if (end == std::string_view::npos || words.empty() || !is_address(address)) {
      throw Failure{line_,
                    "a link is [words](https://...), with %28 and %29 for parentheses and no "
                    "title; found " +
                        in_quotes(text_.substr(at_, 40)) + "."};
    }
    SpanReader inner(words, line_, figures_);
    inner.bold_ = false;
    inner.link_ = address;
    for (LessonSpan& span : inner.read()) {
      if (bold_ && span.kind == LessonSpan::Plain) span.kind = LessonSpan::Bold;
      spans_.push_back(std::move(span));
    }
    at_ = close + 1 + end + 1;
    return true;
  }

  [[noreturn]] void refuse_with(const std::string& what, const std::string& sign) const {
    throw Failure{line_, what + "; write \\" + sign + " for the sign itself, in front of " +
                             in_quotes(text_.substr(at_ + 1, 16)) + "."};
  }

  // What Markdown would draw in another way here.
  void refuse() const {
    const char c = text_[at_], next = after();
    if (c == '*' && !(before() == ' ' && next == ' ')) {
      refuse_with("slanted words are not drawn, and **bold** has two stars on either side", "*");
    }
    if (c == '_' && !is_word(before()) && next != ' ') {
      refuse_with("slanted words are not drawn, and bold is **bold**", "_");
    }
    if (c == '<' && (is_letter(next) || next == '/' || next == '!' || next == '?')) {
      refuse_with("HTML is not drawn", "<");
    }
    if (c == '&' && is_entity()) refuse_with("signs are written as they are, not by name", "&");
    if (c == '~' && next == '~') refuse_with("words are not crossed out", "~");
    if (c == '!' && next == '[') {
      refuse_with("an image stands in a paragraph of its own: ![words](file.png)", "!");
    }
  }

  bool is_entity() const {
    std::size_t end = at_ + 1;
    while (end < text_.size() &&
           (std::isalnum(static_cast<unsigned char>(text_[end])) != 0 || text_[end] == '#')) {
      ++end;
    }
    return end > at_ + 1 && end < text_.size() && text_[end] == ';';
  }

  std::string_view text_;
  int line_;
  std::vector<LessonFigure>& figures_;
  std::size_t at_ = 0;
  bool bold_ = false;
  std::string link_;
  LessonSpans spans_;
};

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

LessonSpans read_spans(std::string_view text, int line, std::vector<LessonFigure>& figures) {
  return SpanReader(text, line, figures).read();
}

std::string read_title(std::string_view text, int line) {
  std::vector<LessonFigure> figures;
  const LessonSpans spans = read_spans(text, line, figures);
  if (spans.empty()) throw Failure{line, "the step needs a title behind the ##."};
  if (spans.size() > 1 || spans[0].kind != LessonSpan::Plain || !spans[0].link.empty() ||
      spans[0].text.ends_with('#')) {
    throw Failure{line,
                  "a title is words alone: no bold, no code, formulas, figures or links; found " +
                      in_quotes(text) + "."};
  }
  return spans[0].text;
}

}  // namespace bindpose::lesson_words
