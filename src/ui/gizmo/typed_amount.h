// The numbers that are typed while something is dragged.
#pragma once

#include <array>
#include <optional>
#include <string>

namespace bindpose::ui {

// One to three numbers, a field each, typed one after the other. Digits and one point go to the end
// of the number, a minus anywhere turns its sign.
class TypedAmount {
 public:
  static constexpr std::size_t kMaxFields = 3;

  // Something stands there: the mouse has no say.
  bool active() const;
  // Takes a letter; false: it means nothing here.
  bool type(unsigned int letter);
  // Takes back the last letter; of a field that is empty, that of the one before.
  void erase();
  // To the next of `fields` numbers.
  void next(std::size_t fields);
  void clear() { *this = {}; }

  std::size_t field() const { return field_; }
  const std::string& text(std::size_t field) const { return text_[field]; }
  // Nothing where no digit was typed.
  std::optional<double> value(std::size_t field) const;

 private:
  std::array<std::string, kMaxFields> text_;
  std::size_t field_ = 0;
};

}  // namespace bindpose::ui
