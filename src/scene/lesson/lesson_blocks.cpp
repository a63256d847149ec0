#include "scene/lesson/lesson_blocks.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "math/ascii.h"
#include "scene/lesson/lesson_words.h"

namespace bindpose::lesson_words {
namespace {

constexpr int kCodeIndent = 4;
constexpr std::size_t kMostColumns = 20;

struct ItemStart {
  std::string marker;  // empty: a bullet
  std::string_view rest;
};
std::optional<ItemStart> item_start(std::string_view line) {
  if (line.starts_with("- ") || line.starts_with("* ") || line.starts_with("+ ")) {
    return ItemStart{"", line.substr(2)};
  }
  std::size_t digits = 0;
  while (digits < line.size() && is_digit(line[digits])) {
    ++digits;
  }
  if (digits == 0 || digits > 3) return {};
  const std::string_view after = line.substr(digits, 2);
  if (after != ". " && after != ") ") return {};
  return ItemStart{std::string(line.substr(0, digits + 1)), line.substr(digits + 2)};
}

bool consists_of(std::string_view text, std::string_view signs) {
  return text.find_first_not_of(signs) == std::string_view::npos;
}

// "---", "* * *", "___", and what makes the line above it a title: "===".
bool is_line_across(std::string_view text) {
  for (const char* signs : {"- ", "* ", "_ ", "= "}) {
    const auto least = *signs == '=' ? 1 : *signs == '-' ? 2 : 3;
    if (consists_of(text, signs) && std::ranges::count(text, *signs) >= least) return true;
  }
  return false;
}

bool is_delimiter_row(std::string_view text) {
  return consists_of(text, "|-: \t") && text.find('-') != std::string_view::npos &&
         text.find('|') != std::string_view::npos;
}

void refuse_what_begins_so(std::string_view text, int number) {
  if (text.starts_with("#")) {
    throw Failure{number, "only \"## Title\" is a heading in a lesson: it starts a step."};
  }
  if (is_line_across(text)) {
    throw Failure{number, in_quotes(text.substr(0, 12)) +
                              " would be a line across or a heading; a lesson has neither within a "
                              "step."};
  }
  if (is_delimiter_row(text)) {
    throw Failure{number, "the rows of a table start with |, this one and the one above it, too."};
  }
  if (text.starts_with("~~~")) {
    throw Failure{number, "code stands between lines \"```\", not \"~~~\"."};
  }
  const bool note = text.starts_with("[^");
  if (text.starts_with("[") && (note || text.find("]:") != std::string_view::npos)) {
    throw Failure{number, std::string(note ? "footnotes are not drawn"
                                           : "links that stand elsewhere are not drawn") +
                              "; expected [words](https://...) where the link belongs, or \\[."};
  }
  if (text == "-" || text == "*" || text == "+") {
    throw Failure{number, "the item of a list has no words; expected them behind its mark."};
  }
}

void refuse_checkbox(std::string_view rest, int number) {
  const bool box = rest.size() > 2 && rest[0] == '[' && rest[2] == ']' &&
                   (rest[1] == ' ' || rest[1] == 'x' || rest[1] == 'X');
  if (box) throw Failure{number, "boxes to tick are not drawn; expected \"- words\"."};
}

// Between | and |; \| is the sign itself.
std::vector<std::string> cells_of(std::string_view row) {
  std::vector<std::string> cells;
  std::string cell;
  for (std::size_t i = 1; i < row.size(); ++i) {
    if (row[i] == '\\' && i + 1 < row.size()) {
      if (row[i + 1] != '|') cell += row[i];
      cell += row[++i];
    } else if (row[i] == '|') {
      cells.emplace_back(trimmed(cell));
      cell.clear();
    } else {
      cell += row[i];
    }
  }
  if (!trimmed(cell).empty()) cells.emplace_back(trimmed(cell));  // the last | may be left out
  return cells;
}

std::string count_of(std::size_t n, const char* what) {
  return std::to_string(n) + " " + what + (n == 1 ? "" : "s");
}

LessonAlign align_of(std::string_view cell, int line) {
  const bool left = cell.starts_with(':'), right = cell.ends_with(':');
  const std::string_view dashes =
      cell.substr(left ? 1 : 0, cell.size() - (left ? 1 : 0) - (right && cell.size() > 1 ? 1 : 0));
  if (dashes.empty() || !consists_of(dashes, "-")) {
    throw Failure{line,
                  "expected \"|---|---|\" below the first row of a table, with a : where a "
                  "column is to be aligned; found " +
                      in_quotes(cell) + "."};
  }
  return left && right ? LessonAlign::Center : right ? LessonAlign::Right : LessonAlign::Left;
}

}  // namespace

void BlockReader::line(std::string_view raw, int number) {
  int indent = 0;
  std::size_t i = 0;
  for (; i < raw.size() && (raw[i] == ' ' || raw[i] == '\t'); ++i) {
    indent += raw[i] == '\t' ? kCodeIndent : 1;
  }
  const std::string_view text = trimmed(raw);
  if (text.starts_with('>')) return quoted_line(text, number);
  // A paragraph of a quote may go on without the >; nothing else does.
  if (in_quote_ && (text.empty() || paragraph_.empty() || text[0] == '|' || item_start(text))) {
    end_step();
  }
  if (text.empty()) return finish();
  text_line(text, indent, number);
}

void BlockReader::quoted_line(std::string_view text, int number) {
  if (!in_quote_) end_step();
  in_quote_ = true;
  const std::string_view rest = trimmed(text.substr(1));
  if (rest.starts_with('>')) throw Failure{number, "a quote within a quote is not drawn."};
  if (rest.starts_with("```") || rest.starts_with('|')) {
    throw Failure{number, "code and tables stand outside of quotes."};
  }
  if (rest.empty()) return finish();
  const std::size_t blanks = text.find_first_not_of(" \t", 1) - 1;
  text_line(rest, static_cast<int>(blanks > 0 ? blanks - 1 : 0), number);
}

void BlockReader::text_line(std::string_view text, int indent, int number) {
  if (!table_.empty() && !text.starts_with('|')) finish_table();
  if (text.starts_with('|')) return table_row(text, number);
  if (list_item(text, indent, number)) return;
  refuse_what_begins_so(text, number);
  if (paragraph_.empty()) {
    open_.level = leave_lists(indent, number);
    start_paragraph(LessonBlock::Paragraph, number);
  } else {
    paragraph_ += ' ';
  }
  paragraph_ += text;
}

bool BlockReader::list_item(std::string_view text, int indent, int number) {
  const auto item = item_start(text);
  if (!item || is_line_across(text)) return false;
  // A paragraph that goes on with "12. " is no list in Markdown either.
  finish_paragraph();
  refuse_checkbox(trimmed(item->rest), number);
  refuse_what_begins_so(trimmed(item->rest), number);
  if (trimmed(item->rest).empty() || item_start(trimmed(item->rest))) {
    throw Failure{number, "the item of a list has no words; expected them behind its mark."};
  }
  open_.level = leave_lists(indent, number);
  lists_.push_back(indent + static_cast<int>(text.size() - item->rest.size()));
  open_.marker = item->marker;
  start_paragraph(LessonBlock::Item, number);
  paragraph_ = trimmed(item->rest);
  return true;
}

void BlockReader::start_paragraph(LessonBlock::Kind kind, int number) {
  open_.kind = kind;
  open_.quoted = in_quote_;
  paragraph_line_ = number;
}

// The lists that are left open for text that stands so far in.
int BlockReader::leave_lists(int indent, int number) {
  while (!lists_.empty() && indent < lists_.back()) lists_.pop_back();
  if (indent - (lists_.empty() ? 0 : lists_.back()) >= kCodeIndent) {
    throw Failure{number,
                  "four blanks in front of a line make it code in Markdown; expected fewer, "
                  "or lines \"```\" around it."};
  }
  return static_cast<int>(lists_.size());
}

void BlockReader::table_row(std::string_view text, int number) {
  finish_paragraph();
  if (table_.empty()) lists_.clear();
  table_.push_back({number, std::string(text)});
}

void BlockReader::finish_table() {
  if (table_.empty()) return;
  const std::vector<Row> rows = std::exchange(table_, {});
  if (rows.size() < 2) {
    throw Failure{
        rows[0].line,
        "a line that starts with | is a table's; expected \"|---|---|\" below it, or \\|."};
  }
  LessonBlock block;
  block.kind = LessonBlock::Table;
  for (const std::string& cell : cells_of(rows[1].text)) {
    block.align.push_back(align_of(cell, rows[1].line));
  }
  // The header says how many there are, as it does in Markdown.
  const std::size_t columns = cells_of(rows[0].text).size();
  if (columns > kMostColumns) throw Failure{rows[0].line, "a table has at most 20 columns."};
  if (block.align.size() != columns) {
    throw Failure{rows[1].line, "the line below the table's header has " +
                                    count_of(block.align.size(), "cell") + "; expected " +
                                    std::to_string(columns) + ", as the header has."};
  }
  for (std::size_t r = 0; r < rows.size(); ++r) {
    if (r == 1) continue;
    const std::vector<std::string> cells = cells_of(rows[r].text);
    if (cells.size() != columns) {
      throw Failure{rows[r].line, "this row of the table has " + count_of(cells.size(), "cell") +
                                      "; expected " + std::to_string(columns) + "."};
    }
    block.rows.emplace_back();
    for (const std::string& cell : cells) {
      block.rows.back().push_back(read_spans(cell, rows[r].line, step().figures));
    }
  }
  step().text.push_back(std::move(block));
}

void BlockReader::code(const std::string& lines, int indent, int number) {
  finish();
  LessonBlock block;
  block.kind = LessonBlock::Code;
  block.level = leave_lists(indent, number);
  block.spans.emplace_back();
  block.spans[0].kind = LessonSpan::Code;
  block.spans[0].text = lines;
  step().text.push_back(std::move(block));
}

void BlockReader::finish() {
  finish_paragraph();
  finish_table();
}

void BlockReader::end_step() {
  finish();
  lists_.clear();
  in_quote_ = false;
}

// "![What it shows](file.png)" in a paragraph of its own.
bool BlockReader::image_paragraph() {
  if (!paragraph_.starts_with("![") || !paragraph_.ends_with(')')) return false;
  const std::size_t middle = paragraph_.find("](");
  if (middle == std::string::npos || paragraph_.find(')') != paragraph_.size() - 1) return false;
  LessonImage image;
  image.line = paragraph_line_;
  image.words = paragraph_.substr(2, middle - 2);
  image.path =
      trimmed(std::string_view(paragraph_).substr(middle + 2, paragraph_.size() - middle - 3));
  const bool outside = image.path.starts_with('/') || image.path.find("..") != std::string::npos ||
                       image.path.find_first_of(":\\\"<> ") != std::string::npos;
  if (image.path.empty() || outside) {
    throw Failure{paragraph_line_,
                  "an image is a file in the lesson's folder, as in "
                  "![words](pictures/elbow.png); found " +
                      in_quotes(image.path) + "."};
  }
  open_.kind = LessonBlock::Image;
  open_.image = static_cast<int>(lesson_.images.size());
  lesson_.images.push_back(std::move(image));
  return true;
}

void BlockReader::finish_paragraph() {
  if (paragraph_.empty()) return;
  std::string_view text = paragraph_;
  if (open_.kind == LessonBlock::Paragraph && image_paragraph()) {
  } else if (text.size() > 4 && text.starts_with("$$") && text.ends_with("$$")) {
    open_.kind = LessonBlock::Formula;
    text = trimmed(text.substr(2, text.size() - 4));
    check_formula(text, paragraph_line_);
    open_.spans.push_back({LessonSpan::Formula, std::string(text), -1, {}});
  } else {
    open_.spans = read_spans(text, paragraph_line_, step().figures);
  }
  step().text.push_back(std::exchange(open_, {}));
  paragraph_.clear();
}

}  // namespace bindpose::lesson_words
