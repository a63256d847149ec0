// The words of MD5's text files.
#pragma once

#include <algorithm>
#include <string_view>

namespace bindpose {

// The text word by word; quotes hold a word together, brackets and braces stand alone, comments are
// passed over. A word has the line that it stands in.
class Md5Words {
 public:
  explicit Md5Words(std::string_view text) : text_(text) {}

  // "" at the end. The view includes the opening quote of a quoted word.
  std::string_view next() {
    skip();
    if (at_ >= text_.size()) return {};
    const std::size_t from = at_++;
    const char first = text_[from];
    if (is_single(first)) return text_.substr(from, 1);
    if (first == '"') {
      while (at_ < text_.size() && text_[at_] != '"' && text_[at_] != '\n') ++at_;
      const std::string_view word = text_.substr(from, at_ - from);
      if (at_ < text_.size() && text_[at_] == '"') ++at_;
      return word;
    }
    while (at_ < text_.size() && !is_blank(text_[at_]) && !is_single(text_[at_])) ++at_;
    return text_.substr(from, at_ - from);
  }
  std::size_t line() const { return line_; }
  // What is left of the line, passed over.
  std::string_view skip_line() {
    const std::size_t from = at_;
    at_ = std::min(text_.find('\n', at_), text_.size());
    return text_.substr(from, at_ - from);
  }

 private:
  static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
  static bool is_single(char c) { return c == '{' || c == '}' || c == '(' || c == ')'; }
  void skip() {
    for (; at_ < text_.size(); ++at_) {
      if (text_.substr(at_, 2) == "//") {
        at_ = std::min(text_.find('\n', at_), text_.size());
        if (at_ == text_.size()) return;
      }
      if (!is_blank(text_[at_])) return;
      if (text_[at_] == '\n') ++line_;
    }
  }

  std::string_view text_;
  std::size_t at_ = 0, line_ = 1;
};

}  // namespace bindpose
