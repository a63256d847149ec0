// A number in a lesson's text.
#pragma once

#include <string>

namespace bindpose::ui {

struct FigureText {
  std::string text;
  std::string wrong{};  // what to say of it where it is not what the lesson's file says; else ""
};

}  // namespace bindpose::ui
