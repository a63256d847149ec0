#include "ui/commands/question_keys.h"

namespace bindpose::ui {

int digit_of(Key key) {
  if (key >= Key::Num0 && key <= Key::Num9) return int(key) - int(Key::Num0);
  if (key >= Key::Pad0 && key <= Key::Pad9) return int(key) - int(Key::Pad0);
  return -1;
}

bool answers_question(const Frame& f, Key key) {
  const LessonPrediction* asked = f.input.question();
  if (asked == nullptr) return false;
  const int digit = digit_of(key);
  if (asked->kind == LessonPrediction::Choice)
    return digit >= 1 && digit <= static_cast<int>(asked->options.size());
  return asked->kind == LessonPrediction::Number &&
         (digit >= 0 || key == Key::Minus || key == Key::Period || key == Key::PadDecimal);
}

}  // namespace bindpose::ui
