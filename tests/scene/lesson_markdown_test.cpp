// What of Markdown a lesson's text has, and that the rest is refused and never shown as signs.
#include <gtest/gtest.h>

#include <random>

#include "scene/cube_lesson.h"

namespace bindpose::lesson_markdown_test {
namespace {

using namespace cube_lesson;

const LessonBlock& only_block(const Lesson& lesson) {
  static const LessonBlock none;
  EXPECT_EQ(lesson.steps.at(0).text.size(), 1u);
  return lesson.steps[0].text.empty() ? none : lesson.steps[0].text[0];
}

TEST(LessonMarkdown, TablesHaveCellsWithFiguresFormulasAndAlignment) {
  const Lesson lesson = parsed(
      "## A\nBefore.\n| a | **b** | $T_j$ |\n|:--|:-:|--:|\n| {joints = 2} | x \\| y | `c` |\n"
      "| 1 | | 3\nAfter.\n");
  ASSERT_EQ(lesson.steps[0].text.size(), 3u);
  const LessonBlock& table = lesson.steps[0].text[1];
  ASSERT_EQ(table.kind, LessonBlock::Table);
  EXPECT_EQ(table.align,
            (std::vector<LessonAlign>{LessonAlign::Left, LessonAlign::Center, LessonAlign::Right}));
  ASSERT_EQ(table.rows.size(), 3u);
  EXPECT_EQ(table.rows[0][1].at(0).kind, LessonSpan::Bold);
  EXPECT_EQ(table.rows[0][2].at(0).kind, LessonSpan::Formula);
  EXPECT_EQ(table.rows[1][0].at(0).figure, 0);
  EXPECT_EQ(table.rows[1][1].at(0).text, "x | y");
  EXPECT_TRUE(table.rows[2][1].empty());
  EXPECT_EQ(table.rows[2][2].at(0).text, "3");
  EXPECT_EQ(lesson.steps[0].figures.size(), 1u);
}

TEST(LessonMarkdown, LinksHaveWordsAndAnAddress) {
  const Lesson lesson =
      parsed("## A\nSee [the **paper** on $T_j$](https://a.b/c?d=1#e_f), [0, 1].\n");
  const LessonSpans& spans = only_block(lesson).spans;
  ASSERT_EQ(spans.size(), 6u);
  for (std::size_t k = 1; k <= 4; ++k) EXPECT_EQ(spans[k].link, "https://a.b/c?d=1#e_f") << k;
  EXPECT_EQ(spans[2].kind, LessonSpan::Bold);
  EXPECT_EQ(spans[4].kind, LessonSpan::Formula);
  EXPECT_EQ(spans[5].text, ", [0, 1].");
  EXPECT_EQ(spans[5].link, "");
}

TEST(LessonMarkdown, ImagesAreFilesBesideTheLesson) {
  const Lesson lesson = parsed("## A\n\n![An elbow](pictures/elbow.png)\n\n![](b.jpg)\n");
  ASSERT_EQ(lesson.images.size(), 2u);
  EXPECT_EQ(lesson.images[0].path, "pictures/elbow.png");
  EXPECT_EQ(lesson.images[0].words, "An elbow");
  EXPECT_EQ(lesson.images[0].line, 7);
  EXPECT_EQ(lesson.steps[0].text.at(1).image, 1);
  EXPECT_EQ(lesson.steps[0].text[1].kind, LessonBlock::Image);
}

TEST(LessonMarkdown, ListsStandInLists) {
  const Lesson lesson = parsed(
      "## A\n- one\n  goes on\n  - two\n    1) three\n  + four\n\n  more of one\n- five\n\nNo "
      "list.\n");
  const auto& text = lesson.steps[0].text;
  ASSERT_EQ(text.size(), 7u);
  const int levels[] = {0, 1, 2, 1, 1, 0, 0};
  for (std::size_t k = 0; k < text.size(); ++k) EXPECT_EQ(text[k].level, levels[k]) << k;
  EXPECT_EQ(text[0].spans.at(0).text, "one goes on");
  EXPECT_EQ(text[2].marker, "1)");
  EXPECT_EQ(text[4].kind, LessonBlock::Paragraph);
  EXPECT_EQ(text[6].kind, LessonBlock::Paragraph);
}

TEST(LessonMarkdown, QuotesAndCode) {
  const Lesson lesson = parsed(
      "## A\n> First\n> second,\nthird.\n>\n> - item\n- own\n\n```\nT_j = W_j * *B*\n\n  <x>\n```\n"
      "After\n");
  const auto& text = lesson.steps[0].text;
  ASSERT_EQ(text.size(), 5u);
  EXPECT_TRUE(text[0].quoted);
  EXPECT_EQ(text[0].spans.at(0).text, "First second, third.");
  EXPECT_TRUE(text[1].quoted);
  EXPECT_EQ(text[1].kind, LessonBlock::Item);
  EXPECT_FALSE(text[2].quoted);
  EXPECT_EQ(text[2].level, 0);
  EXPECT_EQ(text[3].kind, LessonBlock::Code);
  EXPECT_EQ(text[3].level, 0) << "the list has ended";
  EXPECT_EQ(text[3].spans.at(0).text, "T_j = W_j * *B*\n\n  <x>");
  EXPECT_FALSE(text[4].quoted);
}

TEST(LessonMarkdown, BoldHoldsOtherFaces) {
  const LessonSpans spans = only_block(parsed("## A\n**a `b` {joints = 2} c** d\\*\n")).spans;
  ASSERT_EQ(spans.size(), 6u);
  EXPECT_EQ(spans[1].kind, LessonSpan::Code);
  EXPECT_EQ(spans[3].figure, 0);
  EXPECT_EQ(spans[4].kind, LessonSpan::Bold);
  EXPECT_EQ(spans[5].text, " d*");
}

TEST(LessonMarkdown, SignsThatMeanNothingStayAsTheyAre) {
  for (const char* text : {"a * b < c & d > e", "upper_arm, 3_4", "1 < 2, x<3", "AT&T, 5!",
                           "[0, 1]", "~5", "C:\\\\x"}) {
    const LessonSpans spans = only_block(parsed("## A\n" + std::string(text) + "\n")).spans;
    ASSERT_EQ(spans.size(), 1u) << text;
    EXPECT_EQ(spans[0].kind, LessonSpan::Plain);
  }
}

TEST(LessonMarkdown, QuotesOfFrontMatterAreNotShown) {
  std::string error;
  const auto lesson = parse_lesson("---\ntitle: \"A: b\"\nmodel: x.glb\n---\n## S\n", error);
  ASSERT_TRUE(lesson) << error;
  EXPECT_EQ(lesson->title, "A: b");
}

struct Refused {
  const char* body;
  const char* says;
};
class RefusedMarkdown : public ::testing::TestWithParam<Refused> {};

TEST_P(RefusedMarkdown, IsToldWithItsLine) {
  std::string error;
  EXPECT_FALSE(parse_lesson(kHead + ("## A\n" + std::string(GetParam().body)), error));
  EXPECT_NE(error.find(GetParam().says), std::string::npos) << error;
}

INSTANTIATE_TEST_SUITE_P(
    Lessons, RefusedMarkdown,
    ::testing::Values(
        Refused{"Some *slanted* words\n", "Line 6: slanted words are not drawn"},
        Refused{"Some _slanted_ words\n", "Line 6: slanted words are not drawn"},
        Refused{"x *y\n", "Line 6: slanted"}, Refused{"x* y\n", "Line 6: slanted"},
        Refused{"A<br>b\n", "Line 6: HTML is not drawn"},
        Refused{"<!-- a note -->\n", "Line 6: HTML"}, Refused{"a </b>\n", "Line 6: HTML"},
        Refused{"<https://a.b>\n", "Line 6: HTML"},
        Refused{"a&nbsp;b\n", "Line 6: signs are written as they are"},
        Refused{"a &#8594; b\n", "Line 6: signs are written"},
        Refused{"~~gone~~\n", "Line 6: words are not crossed out"},
        Refused{"Note[^1].\n", "Line 6: footnotes"}, Refused{"[^1]: note\n", "Line 6: footnotes"},
        Refused{"[a][b]\n", "Line 6: links that stand elsewhere"},
        Refused{"[b]: https://a.b\n", "Line 6: links that stand elsewhere"},
        Refused{"[a](file:///etc/passwd)\n", "Line 6: a link is [words](https://...)"},
        Refused{"[a](javascript:x)\n", "Line 6: a link is"},
        Refused{"[a](other.md)\n", "Line 6: a link is"},
        Refused{"[a](https://a.b \"title\")\n", "Line 6: a link is"},
        Refused{"[a](https://)\n", "Line 6: a link is"},
        Refused{"[a](https://a.b\n", "Line 6: a link is"},
        Refused{"[](https://a.b)\n", "Line 6: a link is"},
        Refused{"Look: ![a](b.png)\n", "Line 6: an image stands in a paragraph of its own"},
        Refused{"![a](/etc/x.png)\n", "Line 6: an image is a file in the lesson's folder"},
        Refused{"![a](../x.png)\n", "Line 6: an image is a file"},
        Refused{"![a](https://a.b/x.png)\n", "Line 6: an image is a file"},
        Refused{"![a]()\n", "Line 6: an image is a file"},
        Refused{"Title\n=====\n", "Line 7: \"=====\" would be a line across or a heading"},
        Refused{"Title\n--\n", "Line 7: \"--\" would be"},
        Refused{"---\n", "Line 6: \"---\" would"}, Refused{"* * *\n", "Line 6: \"* * *\" would"},
        Refused{"a\n# b\n", "Line 7: only \"## Title\""},
        Refused{"\n    x = 1\n", "Line 7: four blanks in front of a line make it code"},
        Refused{"- a\n\n      b\n", "Line 8: four blanks"},
        Refused{"- [ ] todo\n", "Line 6: boxes to tick"},
        Refused{"-\n", "Line 6: the item of a list"},
        Refused{"- - a\n", "Line 6: the item of a list"},
        Refused{"~~~\nx\n~~~\n", "Line 6: code stands between lines \"```\""},
        Refused{"```stpe\nx\n```\n", "Line 6: \"```stpe\" opens a block that lessons do not have"},
        Refused{"```\nx\n", "Line 6: the block that starts here is not closed"},
        Refused{"> > deep\n", "Line 6: a quote within a quote"},
        Refused{"> | a |\n", "Line 6: code and tables stand outside of quotes"},
        Refused{"| a | b |\ntext\n", "Line 6: a line that starts with | is a table's"},
        Refused{"| a | b |\n|---|---|\n| 1 |\n",
                "Line 8: this row of the table has 1 cell; expected 2."},
        Refused{"| a | b |\n|---|\n| 1 | 2 |\n",
                "Line 7: the line below the table's header has 1 cell; expected 2"},
        Refused{"| a |\n|---|---|\n| 1 |\n",
                "Line 7: the line below the table's header has 2 cells; expected 1"},
        Refused{"| a | b |\n| c | d |\n", "Line 7: expected \"|---|---|\""},
        Refused{"a | b\n--|--\n", "Line 7: the rows of a table start with |"},
        Refused{"| `a | b` |\n|---|---|\n", "Line 6: the \"`\""},
        Refused{"**bold\n", "Line 6: the \"**\""},
        Refused{"a line\\\nbreak\n", "Line 6: a backslash"},
        Refused{"the end\\\n", "Line 6: a backslash"},
        Refused{"\n## With **bold**\n", "Line 7: a title is words alone"},
        Refused{"\n## With {joints}\n", "Line 7: a title is words alone"},
        Refused{"\n## Closed ##\n", "Line 7: a title is words alone"}));

// Every sign that Markdown reads, in any order: the text is refused in one sentence, or what is
// left of it to show has none of the marks that were read.
TEST(LessonMarkdown, AnyTextIsReadOrRefusedWithItsLine) {
  constexpr std::string_view kPieces[] = {
      "**",      "*",          "_",           "`",        "$",      "{",
      "}",       "[",          "](",          ")",        "!",      "|",
      "|---|\n", "\n",         "\n",          "\n\n",     "> ",     "- ",
      "1. ",     "    ",       "```",         "```\n",    "\\",     "<b>",
      "&amp;",   "~~",         "#",           "=",        "word",   " ",
      "T_j",     "joints = 2", "https://a.b", "\xC3\xA9", "\xFF",   std::string_view("\0", 1),
      "\t",      "\r",         "^",           "\"",       "within", "expect ",
      "slider ", "```step\n",  "## "};
  std::mt19937 random(7);
  const auto any = [&](std::size_t n) {
    return std::uniform_int_distribution<std::size_t>(0, n - 1)(random);
  };
  int read = 0, refused = 0;
  for (int round = 0; round < 60000; ++round) {
    std::string body = "## A\n";
    for (std::size_t n = any(14); n > 0; --n) body += kPieces[any(std::size(kPieces))];
    std::string error;
    const auto lesson = parse_lesson(kHead + body + "\n", error);
    if (!lesson) {
      ++refused;
      EXPECT_TRUE(error.starts_with("Line ") && error.ends_with('.')) << body << '\n' << error;
      continue;
    }
    ++read;
    EXPECT_EQ(error, "");
  }
  EXPECT_GT(read, 500);
  EXPECT_GT(refused, 500);
}

TEST(LessonMarkdown, AnyBytesAreReadOrRefused) {
  std::mt19937 random(11);
  for (int round = 0; round < 3000; ++round) {
    std::string bytes = round % 2 == 0 ? kHead + std::string("## A\n") : "";
    const std::size_t length = random() % 300;
    for (std::size_t k = 0; k < length; ++k) bytes += static_cast<char>(random() & 255u);
    std::string error;
    const auto lesson = parse_lesson(bytes, error);
    EXPECT_EQ(!lesson, error.starts_with("Line "));
  }
}

}  // namespace
}  // namespace bindpose::lesson_markdown_test
