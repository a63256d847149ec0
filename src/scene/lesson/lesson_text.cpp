// The text form of recorded steps.
#include <cstdio>

#include <stdexcept>

#include "math/numbers.h"
#include "scene/lesson/lesson_words.h"

namespace bindpose {
namespace {

std::string decimal(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.4f", value);
  std::string s = text;
  while (s.back() == '0') s.pop_back();
  if (s.back() == '.') s.pop_back();
  return s == "-0" ? "0" : s;
}

}  // namespace

std::string camera_text(const LessonCamera& camera) {
  std::string text = "camera yaw " + decimal(double(camera.yaw) * kDegreesPerRadian) + " pitch " +
                     decimal(double(camera.pitch) * kDegreesPerRadian);
  if (camera.target && camera.height) {
    text += " target";
    for (int k = 0; k < 3; ++k) text += " " + decimal(double((*camera.target)[k]));
    text += " height " + decimal(double(*camera.height));
  }
  if (!camera.frame.empty()) text += " frame";
  for (const std::string& name : camera.frame) text += " \"" + name + "\"";
  if (camera.zoom != 1.0f) text += " zoom " + decimal(double(camera.zoom));
  if (camera.orthographic) text += " ortho";
  return text;
}

LessonCamera parse_camera(std::string_view words) {
  try {
    return lesson_words::read_camera(words, 0);
  } catch (const lesson_words::Failure& e) {
    throw std::runtime_error(e.sentence);
  }
}

std::string lesson_step_text(std::string_view title, const std::vector<std::string>& edits,
                             const LessonCamera& camera) {
  std::string text = "\n## " + std::string(title) + "\n\n```step\n";
  for (const std::string& edit : edits) text += edit + "\n";
  return text + camera_text(camera) + "\n```\n";
}

std::string lesson_front_matter(std::string_view title, std::string_view model) {
  return "---\ntitle: " + std::string(title) + "\nmodel: " + std::string(model) + "\n---\n";
}

}  // namespace bindpose
