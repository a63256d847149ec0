// Help > Letters and words: what each letter means, here and elsewhere. docs/letters.md is the same
// table with the names in the code; a test compares the two.
#pragma once

#include <span>

namespace bindpose::ui {

struct Frame;

// `letter` and what stands between dollar signs in `meaning` are formulas as lessons write them.
struct LetterRow {
  const char* letter;
  const char* code;  // its name in the source; empty: none
  const char* meaning;
};
struct WordRow {
  const char* word;
  const char* meaning;
};
std::span<const LetterRow> letter_rows();
// The four words that other programs mix up, and the three poses.
std::span<const WordRow> word_rows();
// The letters as other programs, file formats and books write them.
std::span<const WordRow> elsewhere_rows();

void draw_letters(Frame& f);

}  // namespace bindpose::ui
