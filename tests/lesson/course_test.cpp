// Courses: lessons in an order, as a list in a file.
#include "scene/lesson/course/course.h"

#include <gtest/gtest.h>

namespace bindpose::course_test {
namespace {

constexpr const char* kCourseHead = "---\ncourse: Skinning\nsummary: In an hour.\n---\n";

std::string refused_course(const std::string& text) {
  std::string error;
  EXPECT_FALSE(parse_course(text, error)) << text;
  return error;
}

TEST(Courses, AreListsOfNamesAndFiles) {
  const std::string text =
      std::string(kCourseHead) + "\n# Monday\n\n- one-vertex\n* own/an elbow.md\r\n\n12. normals\n";
  EXPECT_TRUE(is_course(text));
  std::string error;
  const auto course = parse_course(text, error);
  ASSERT_TRUE(course) << error;
  EXPECT_EQ(course->title, "Skinning");
  EXPECT_EQ(course->summary, "In an hour.");
  ASSERT_EQ(course->lessons.size(), 3u);
  EXPECT_EQ(course->lessons[0].name, "one-vertex");
  EXPECT_FALSE(course->lessons[0].is_file);
  EXPECT_EQ(course->lessons[1].name, "own/an elbow.md");
  EXPECT_TRUE(course->lessons[1].is_file);
  EXPECT_EQ(course->lessons[2].line, 11);
}

TEST(Courses, ALessonIsNone) {
  EXPECT_FALSE(is_course("---\ntitle: A\nmodel: arm.glb\n---\n\ncourse: no\n"));
  EXPECT_FALSE(is_course(""));
  EXPECT_FALSE(is_course("course: no\n"));
}

TEST(Courses, ABrokenOneSaysItsLine) {
  const std::string head = kCourseHead;
  EXPECT_EQ(refused_course("one"),
            "Line 1: a course starts with a line \"---\", then \"course: "
            "...\".");
  EXPECT_NE(refused_course("---\ncourse: A\n").find("is not closed"), std::string::npos);
  EXPECT_NE(refused_course("---\nsummary: A\n---\n- a\n").find("Line 3: expected \"course: TITLE"),
            std::string::npos);
  EXPECT_NE(refused_course("---\nmodel: A\n---\n").find("Line 2: \"model: A\" is not understood"),
            std::string::npos);
  EXPECT_NE(refused_course(head).find("the course has no lesson"), std::string::npos);
  EXPECT_NE(refused_course(head + "words\n").find("Line 5: \"words\" is no lesson"),
            std::string::npos);
  EXPECT_NE(refused_course(head + "- a\n- a\n").find("Line 6: the lesson \"a\" stands here twice"),
            std::string::npos);
  for (const char* outside :
       {"/etc/passwd.md", "../a.md", "a/../../b.md", "..", "a/..", "c:\\a.md", "https://a/b.md"})
    EXPECT_NE(refused_course(head + "- " + outside + "\n").find("Line 5: "), std::string::npos)
        << outside;
  EXPECT_NE(refused_course(head + "- " + std::string(5000, 'a')).find("is no lesson of a course"),
            std::string::npos);
  std::string many = head;
  for (int k = 0; k < 101; ++k) many += "- lesson" + std::to_string(k) + "\n";
  EXPECT_NE(refused_course(many).find("at most 100 lessons"), std::string::npos);
}

}  // namespace
}  // namespace bindpose::course_test
