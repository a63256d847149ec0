// Text of a page whose lines end where a reader expects it.
#pragma once

#include <string>
#include <string_view>

namespace bindpose::handout {

// Plain text with blanks at which no line ends: between a number and its unit, behind "=", "<" and
// their like, and in front of these where a single letter stands there: "x = 0.25".
std::string bound_text(std::string_view text);

// Runs of a line as they come, put together so that no line ends within a word that a formula or a
// number is part of: "cos(", a formula, "/2)".
class BoundLine {
 public:
  void plain(std::string_view text);    // not yet HTML
  void whole(const std::string& html);  // a formula or a figure, in which no line ends
  void run(const std::string& html);    // other runs, in which lines may end
  std::string finish();

 private:
  void close();

  std::string out_, word_;
  int wholes_ = 0, parts_ = 0;  // in the word
};

}  // namespace bindpose::handout
