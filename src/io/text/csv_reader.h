// Lines of comma-separated values: RFC 4180, but a field does not span lines.
#pragma once

#include <istream>
#include <string>
#include <vector>

namespace bindpose {

// A field in quotation marks, valid UTF-8.
std::string quoted_csv(const std::string& text);

class CsvReader {
 public:
  // `subject` begins every sentence; both have to outlive the reader.
  CsvReader(std::istream& in, const std::string& subject) : in_(in), subject_(subject) {}

  // The fields of the next line that has any; false at the end. A byte order mark and CR are
  // dropped. Throws std::runtime_error where a quotation mark lacks its other one.
  bool next(std::vector<std::string>& field);
  // Throws std::runtime_error: "SUBJECT cannot be used: line 3 WHAT."
  [[noreturn]] void refuse(const std::string& what) const;
  std::size_t line() const { return line_; }

 private:
  void split(const std::string& line, std::vector<std::string>& field) const;

  std::istream& in_;
  const std::string& subject_;
  std::size_t line_ = 0;
};

}  // namespace bindpose
