// Lines of a step's text to blocks: paragraphs, lists in lists, quotes, tables, images, code.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "scene/lesson/lesson.h"

namespace bindpose::lesson_words {

// Adds blocks to the last step of the lesson. What Markdown has and lessons do not is refused with
// its line: nothing that a program for Markdown would draw is shown as signs.
class BlockReader {
 public:
  explicit BlockReader(Lesson& lesson) : lesson_(lesson) {}

  // One line, with the blanks that it begins with.
  void line(std::string_view raw, int number);
  // Lines between ``` and ```, of which the first stands so far in.
  void code(const std::string& lines, int indent, int number);
  // The paragraph or table ends here; a step's title or block follows.
  void finish();
  // The lists end, too.
  void end_step();

 private:
  void quoted_line(std::string_view text, int number);
  void text_line(std::string_view text, int indent, int number);
  bool list_item(std::string_view text, int indent, int number);
  void start_paragraph(LessonBlock::Kind kind, int number);
  int leave_lists(int indent, int number);
  void table_row(std::string_view text, int number);
  void finish_table();
  void finish_paragraph();
  bool image_paragraph();
  LessonStep& step() { return lesson_.steps.back(); }

  Lesson& lesson_;
  std::vector<int> lists_;  // where the text of each open list's item begins
  bool in_quote_ = false;
  LessonBlock open_;
  std::string paragraph_;
  int paragraph_line_ = 0;
  struct Row {
    int line;
    std::string text;
  };
  std::vector<Row> table_;
};

}  // namespace bindpose::lesson_words
