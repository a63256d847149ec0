#include "ui/gizmo/typed_amount.h"

#include <algorithm>
#include <charconv>

namespace bindpose::ui {

namespace {
constexpr std::size_t kMaxLetters = 12;
}  // namespace

bool TypedAmount::active() const {
  return std::ranges::any_of(text_, [](const std::string& text) { return !text.empty(); });
}

bool TypedAmount::type(unsigned int letter) {
  std::string& text = text_[field_];
  if (letter == '-') {
    text.starts_with('-') ? text.erase(0, 1) : text.insert(0, 1, '-');
    return true;
  }
  if (letter == ',') letter = '.';  // keyboards of many countries
  const bool digit = letter >= '0' && letter <= '9';
  const bool point = letter == '.' && text.find('.') == std::string::npos;
  if (!digit && !point) return false;
  if (text.size() < kMaxLetters) text += static_cast<char>(letter);
  return true;
}

void TypedAmount::erase() {
  if (text_[field_].empty() && field_ > 0) --field_;
  if (!text_[field_].empty()) text_[field_].pop_back();
}

void TypedAmount::next(std::size_t fields) {
  field_ = (field_ + 1) % std::clamp(fields, std::size_t{1}, kMaxFields);
}

std::optional<double> TypedAmount::value(std::size_t field) const {
  const std::string& text = text_[field];
  double value = 0.0;
  const char* end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || at != end) return std::nullopt;
  return value;
}

}  // namespace bindpose::ui
