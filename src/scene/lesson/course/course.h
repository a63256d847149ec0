// A course: lessons one after the other, as a list in a file of its own (docs/lessons.md).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bindpose {

struct CourseLesson {
  int line = 0;
  std::string name;      // of one that comes with the program, or a path from the course's folder
  bool is_file = false;  // which of both
};

struct Course {
  std::string title, summary;
  std::vector<CourseLesson> lessons;  // at least one, none twice
};

// Whether the text begins as a course does: with "course: ..." between its lines "---".
bool is_course(std::string_view text);
// On failure nothing is returned and `error` is one sentence: "Line 12: ...". Paths stay within the
// folder as far as their words say.
std::optional<Course> parse_course(std::string_view text, std::string& error);

}  // namespace bindpose
