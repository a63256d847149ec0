#include "scene/lesson/course/course.h"

#include <algorithm>

#include "math/ascii.h"
#include "scene/lesson/lesson_words.h"

namespace bindpose {
namespace {

using lesson_words::Failure;
using lesson_words::trimmed;

constexpr std::size_t kMostLessons = 100, kLongestName = 200;

// Takes the first line off.
std::string_view next_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  const std::string_view line = trimmed(text.substr(0, end));
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return line;
}

// What follows "- " or "3. "; empty: it is no item.
std::string_view item_of(std::string_view line) {
  if (line.starts_with("- ") || line.starts_with("* ")) return trimmed(line.substr(2));
  std::size_t digits = 0;
  while (digits < line.size() && is_digit(line[digits])) ++digits;
  const bool numbered = digits > 0 && digits < 4 && line.substr(digits, 2) == ". ";
  return numbered ? trimmed(line.substr(digits + 2)) : std::string_view{};
}

bool has_value(std::string_view line, std::string_view key, std::string& value) {
  if (!line.starts_with(key)) return false;
  value = trimmed(line.substr(key.size()));
  return true;
}

// A path that stays in the course's folder, or a name.
CourseLesson lesson_of(std::string_view name, int line) {
  const bool steps_up = name == ".." || name.starts_with("../") || name.ends_with("/..") ||
                        name.find("/../") != std::string_view::npos;
  if (name.size() > kLongestName || name.front() == '/' || steps_up ||
      name.find_first_of(":\\\"<>|") != std::string_view::npos) {
    throw Failure{line, in_quotes(name.substr(0, 60)) +
                            " is no lesson of a course; expected a file in the course's folder, as "
                            "in \"- elbow.md\", or the name of a lesson that comes with the "
                            "program, as in \"- one-vertex\"."};
  }
  return {line, std::string(name), name.ends_with(".md")};
}

Course read_course(std::string_view text) {
  Course course;
  int number = 1;
  std::string_view line = next_line(text);
  if (line != "---") throw Failure{1, "a course starts with a line \"---\", then \"course: ...\"."};
  bool closed = false;
  while (!text.empty() && !closed) {
    line = next_line(text);
    ++number;
    closed = line == "---";
    if (closed || line.empty() || has_value(line, "course:", course.title) ||
        has_value(line, "summary:", course.summary))
      continue;
    throw Failure{number, in_quotes(line) +
                              " is not understood here; expected \"course: ...\" or \"summary: "
                              "...\"."};
  }
  if (!closed) throw Failure{number, "the front matter is not closed; expected a line \"---\"."};
  if (course.title.empty())
    throw Failure{number, "expected \"course: TITLE\" in the front matter."};
  while (!text.empty()) {
    line = next_line(text);
    ++number;
    if (line.empty() || line.starts_with("#")) continue;
    const std::string_view item = item_of(line);
    if (item.empty()) {
      throw Failure{number, in_quotes(line.substr(0, 60)) +
                                " is no lesson of a course; expected \"- LESSON\", a line each."};
    }
    CourseLesson lesson = lesson_of(item, number);
    if (std::ranges::find(course.lessons, lesson.name, &CourseLesson::name) !=
        course.lessons.end()) {
      throw Failure{number, "the lesson " + in_quotes(lesson.name) + " stands here twice."};
    }
    if (course.lessons.size() == kMostLessons)
      throw Failure{number, "a course has at most 100 lessons."};
    course.lessons.push_back(std::move(lesson));
  }
  if (course.lessons.empty()) {
    throw Failure{number, "the course has no lesson; expected \"- LESSON\", a line each."};
  }
  return course;
}

}  // namespace

bool is_course(std::string_view text) {
  if (next_line(text) != "---") return false;
  while (!text.empty()) {
    const std::string_view line = next_line(text);
    if (line == "---") return false;
    if (line.starts_with("course:")) return true;
  }
  return false;
}

std::optional<Course> parse_course(std::string_view text, std::string& error) {
  error.clear();
  try {
    return read_course(text);
  } catch (const Failure& failure) {
    error = "Line " + std::to_string(failure.line) + ": " + failure.sentence;
    return {};
  }
}

}  // namespace bindpose
