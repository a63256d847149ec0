// Help > Letters and words, and that docs/letters.md says the same.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>
#include <string_view>

#include "ui/harness.h"
#include "ui/overlays/letters.h"

namespace bindpose::ui::testing::letters_widget_test {
namespace {

// As plain text: "sum_k m_k dp_ik" for "\sum_k m_k dp_{ik}".
std::string plain(std::string_view formula) {
  std::string out;
  for (const char c : formula) {
    if (c != '$' && c != '{' && c != '}' && c != '\\') out += c;
  }
  return out;
}

std::string page() {
  std::ifstream file(BINDPOSE_SOURCE_DIR "/docs/letters.md");
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

std::size_t rows_of(const std::string& text) {
  std::size_t rows = 0;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) rows += line.starts_with("| ");
  return rows;
}

TEST(Letters, ThePageSaysWhatTheWindowSays) {
  const std::string text = page();
  for (const LetterRow& row : letter_rows()) {
    std::string code = "`" + std::string(row.code) + "`";
    for (std::size_t at = 0; (at = code.find(", ", at)) != std::string::npos; at += 4) {
      code.replace(at, 2, "`, `");
    }
    const std::string line =
        "| " + plain(row.letter) + " | " + code + " | " + plain(row.meaning) + " |\n";
    EXPECT_NE(text.find(line), std::string::npos) << line;
  }
  for (const auto rows : {word_rows(), elsewhere_rows()}) {
    for (const WordRow& row : rows) {
      const std::string line = std::string("| ") + row.word + " | " + plain(row.meaning) + " |\n";
      EXPECT_NE(text.find(line), std::string::npos) << line;
    }
  }
  EXPECT_EQ(rows_of(text), letter_rows().size() + word_rows().size() + elsewhere_rows().size() + 3)
      << "the three heads and nothing that the window lacks";
}

TEST(Letters, NoLetterStandsTwice) {
  std::string seen = ", ";
  for (const LetterRow& row : letter_rows()) {
    std::istringstream letters(row.letter);
    for (std::string letter; std::getline(letters >> std::ws, letter, ',');) {
      EXPECT_EQ(seen.find(", " + letter + ", "), std::string::npos) << letter;
      seen += letter + ", ";
    }
  }
}

class LettersWidget : public WidgetTest {};

TEST_F(LettersWidget, EveryRowHasARowOfItsOwnAndEscapeCloses) {
  state_.help.letters = true;
  for (int k = 0; k < 3; ++k) step();
  float bottom = 0.0f;
  for (const LetterRow& row : letter_rows()) {
    const Rect r = rect(std::string("letter:") + row.letter);
    EXPECT_GE(r.lo.y, bottom) << row.letter;
    bottom = r.hi.y;
  }
  press_key(Key::Escape);
  EXPECT_FALSE(state_.help.letters);
}

}  // namespace
}  // namespace bindpose::ui::testing::letters_widget_test
