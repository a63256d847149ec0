// The lines of a step's block, and figures.
#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <optional>

#include "math/ascii.h"
#include "math/numbers.h"
#include "scene/lesson/lesson_words.h"

namespace bindpose::lesson_words {
namespace {

constexpr float kFront = 0.0f, kQuarter = 0.5f * kPi, kHalf = kPi;
constexpr float kFromAbove = 1.5533f;  // 89 degrees: straight down leaves no up

double number_at(const std::vector<std::string>& words, std::size_t i, int line,
                 std::string_view what) {
  double value = 0.0;
  if (i >= words.size()) {
    throw Failure{line, "nothing follows " + in_quotes(words.back()) + "; expected " +
                            std::string(what) + "."};
  }
  if (!read_number(words[i], value)) {
    throw Failure{line,
                  in_quotes(words[i]) + " is not a number; expected " + std::string(what) + "."};
  }
  return value;
}

bool read_side(std::string_view word, LessonCamera& camera) {
  struct Side {
    std::string_view name;
    float yaw, pitch;
  };
  static constexpr std::array<Side, 5> kSides{{{"front", kFront, 0.0f},
                                               {"right", kQuarter, 0.0f},
                                               {"back", kHalf, 0.0f},
                                               {"left", -kQuarter, 0.0f},
                                               {"top", kFront, kFromAbove}}};
  for (const Side& side : kSides) {
    if (side.name != word) continue;
    camera.yaw = side.yaw;
    camera.pitch = side.pitch;
    return true;
  }
  return false;
}

constexpr std::string_view kCameraWords =
    "front, back, left, right, top, yaw, pitch, frame, target, height, zoom or ortho";

bool is_camera_word(std::string_view word) {
  constexpr std::array<std::string_view, 12> kWords{"front",  "back",   "left",  "right",
                                                    "top",    "yaw",    "pitch", "frame",
                                                    "target", "height", "zoom",  "ortho"};
  return std::ranges::find(kWords, word) != kWords.end();
}

bool is_multiple(double value, double unit) {
  return std::abs(value / unit - std::round(value / unit)) < 1e-6;
}

float to_radians(double degrees) {
  return static_cast<float>(degrees / kDegreesPerRadian);
}

}  // namespace

int decimals_of(std::string_view number) {
  const std::size_t point = number.find('.');
  if (point == std::string_view::npos) return 0;
  std::size_t end = point + 1;
  while (end < number.size() && is_digit(number[end])) ++end;
  return static_cast<int>(end - point - 1);
}

std::size_t find_sign(std::string_view text, std::string_view signs) {
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"') quoted = !quoted;
    if (!quoted && signs.find(text[i]) != std::string_view::npos) return i;
  }
  return std::string_view::npos;
}

std::vector<std::string> split_words(std::string_view text, int line) {
  std::vector<std::string> words;
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] == ' ' || text[i] == '\t') {
      ++i;
    } else if (text[i] == '"') {
      const std::size_t end = text.find('"', i + 1);
      if (end == std::string_view::npos) {
        throw Failure{
            line, "the quote that opens at " + std::string(text.substr(i, 20)) + " is not closed."};
      }
      words.emplace_back(text.substr(i + 1, end - i - 1));
      i = end + 1;
    } else {
      const std::size_t end = std::min(text.find_first_of(" \t", i), text.size());
      words.emplace_back(text.substr(i, end - i));
      i = end;
    }
  }
  return words;
}

namespace {

// "always A < B", "at 180: A < B", "from 40 to 180: A < B"; what is left of it is the comparison.
void read_where(std::string_view& text, LessonExpectation& out) {
  const auto is = [text](std::string_view word) {
    return text.starts_with(word) && text.size() > word.size() && text[word.size()] == ' ';
  };
  if (is("always")) {
    out.where = LessonExpectation::Always;
    text = trimmed(text.substr(6));
    return;
  }
  if (!is("at") && !is("from")) return;
  const std::size_t colon = text.find(": ");
  const std::vector<std::string> words = split_words(text.substr(0, colon), out.line);
  const bool at = words[0] == "at" && words.size() == 2;
  const bool from = words[0] == "from" && words.size() == 4 && words[2] == "to";
  if (colon == std::string_view::npos || !(at || from)) {
    throw Failure{out.line,
                  "expected \"at VALUE: A < B\" or \"from LOW to HIGH: A < B\" of the step's "
                  "slider; found " +
                      in_quotes(text) + "."};
  }
  out.where = LessonExpectation::Within;
  out.low = number_at(words, 1, out.line, "a value of the slider");
  out.high = from ? number_at(words, 3, out.line, "a value of the slider") : out.low;
  text = trimmed(text.substr(colon + 1));
}

// Takes "within NUMBER" off the end.
std::optional<double> take_tolerance(std::string_view& text, int line) {
  constexpr std::string_view kWithin = " within ";
  const std::size_t at = text.rfind(kWithin);
  if (at == std::string_view::npos) return {};
  double tolerance = 0.0;
  const std::string_view words = trimmed(text.substr(at + kWithin.size()));
  if (!read_number(words, tolerance) || tolerance < 0.0) {
    throw Failure{line, in_quotes(words) +
                            " is not a number; expected how far the sides may be "
                            "apart after \"within\"."};
  }
  text = trimmed(text.substr(0, at));
  return tolerance;
}

}  // namespace

LessonFigure read_figure(std::string_view text, int line) {
  LessonFigure figure;
  figure.line = line;
  const std::size_t at = find_sign(text, "=<>");
  figure.quantity = trimmed(text.substr(0, at));
  if (figure.quantity.empty()) {
    throw Failure{line, "a figure names a quantity, as in \"volume ratio\" or \"T hand\"."};
  }
  if (at == std::string_view::npos) return figure;
  figure.test = text[at] == '='   ? LessonFigure::Equal
                : text[at] == '<' ? LessonFigure::Less
                                  : LessonFigure::Greater;
  const std::vector<std::string> words = split_words(text.substr(at + 1), line);
  if (words.empty()) {
    throw Failure{line, "nothing follows the " + std::string(1, text[at]) + " of " +
                            in_quotes(figure.quantity) + "; expected a number."};
  }
  figure.expected = number_at(words, 0, line, "a number");
  figure.decimals = decimals_of(words[0]);
  figure.tolerance = 0.5 * std::pow(10.0, -figure.decimals);
  if (words.size() > 1) {
    if (words[1] != "within" || words.size() > 3 || figure.test != LessonFigure::Equal) {
      throw Failure{line, in_quotes(words[1]) +
                              " is not understood; a figure is \"QUANTITY = NUMBER [within "
                              "NUMBER]\", or has < or > in place of =."};
    }
    figure.tolerance = number_at(words, 2, line, "how far the figure may be off");
  }
  return figure;
}

LessonExpectation read_expectation(std::string_view text, int line) {
  LessonExpectation out;
  out.line = line;
  const std::string_view whole = text;
  read_where(text, out);
  const std::size_t at = find_sign(text, "<>=");
  if (at == std::string_view::npos) {
    throw Failure{line, "expected a number to hold " + in_quotes(whole) +
                            " against, as in \"expect volume ratio = 0.62\"."};
  }
  const bool or_equal = text[at] != '=' && text.substr(at + 1, 1) == "=";
  out.left = trimmed(text.substr(0, at));
  std::string_view right = trimmed(text.substr(at + (or_equal ? 2 : 1)));
  const auto tolerance = take_tolerance(right, line);
  out.right = right;
  if (out.left.empty() || out.right.empty() || find_sign(right, "<>=") != std::string_view::npos) {
    throw Failure{line, "expected two sides with one of = < <= > >= between them; found " +
                            in_quotes(text) + "."};
  }
  using Of = LessonExpectation;
  out.test = text[at] == '='   ? Of::Equal
             : text[at] == '<' ? (or_equal ? Of::AtMost : Of::Less)
                               : (or_equal ? Of::AtLeast : Of::Greater);
  double number = 0.0;
  if (tolerance) {
    out.tolerance = *tolerance;
  } else if (out.test == Of::Equal) {
    if (!read_number(right, number)) {
      throw Failure{line, "expected how far the sides of " + in_quotes(text) +
                              " may be apart: \"within NUMBER\" at the end."};
    }
    out.tolerance = 0.5 * std::pow(10.0, -decimals_of(right));
  }
  if (tolerance && (out.test == Of::Less || out.test == Of::Greater)) {
    throw Failure{line,
                  "\"within\" says how far sides may be apart; expected =, <= or >= before "
                  "it."};
  }
  return out;
}

LessonCamera read_camera(std::string_view text, int line) {
  const std::vector<std::string> words = split_words(text, line);
  LessonCamera camera;
  camera.line = line;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (read_side(word, camera)) continue;
    if (word == "yaw" || word == "pitch") {
      const float angle = to_radians(number_at(words, ++i, line, "degrees"));
      (word == "yaw" ? camera.yaw : camera.pitch) = angle;
      if (word == "pitch") camera.pitch = std::clamp(angle, -kFromAbove, kFromAbove);
    } else if (word == "ortho") {
      camera.orthographic = true;
    } else if (word == "target") {
      vec3 p;
      for (int k = 0; k < 3; ++k) {
        p[k] = static_cast<float>(number_at(words, ++i, line, "three numbers, in metres"));
      }
      camera.target = p;
    } else if (word == "height" || word == "zoom") {
      const double value = number_at(words, ++i, line, "a number above 0");
      if (!(value > 0.0)) throw Failure{line, "the camera's " + word + " is a number above 0."};
      if (word == "height") camera.height = static_cast<float>(value);
      if (word == "zoom") camera.zoom = static_cast<float>(value);
    } else if (word == "frame") {
      while (i + 1 < words.size() && !is_camera_word(words[i + 1])) {
        camera.frame.push_back(words[++i]);
      }
    } else {
      throw Failure{line, in_quotes(word) + " says nothing about a camera; expected " +
                              std::string(kCameraWords) + "."};
    }
  }
  if (camera.target.has_value() != camera.height.has_value()) {
    throw Failure{line, "a camera with a target needs a height as well, and the other way round."};
  }
  return camera;
}

std::string read_formula(std::string_view text, int line) {
  if (std::ranges::find(kLessonFormulas, text) != std::end(kLessonFormulas))
    return std::string(text);
  throw Failure{line, in_quotes(text) +
                          " is no formula; expected world, skin, vertex, normal, rigid, chain or "
                          "weights."};
}

LessonCurves read_curves(std::string_view text, int line) {
  LessonCurves out;
  out.line = line;
  constexpr std::string_view kOver = " over ";
  const std::size_t over = text.rfind(kOver);
  if (over != std::string_view::npos) {
    out.slider = trimmed(text.substr(over + kOver.size()));
    text = text.substr(0, over);
  }
  for (std::size_t at = 0; at != std::string_view::npos;) {
    text.remove_prefix(at);
    at = find_sign(text, ",");
    const std::string_view quantity = trimmed(text.substr(0, at));
    if (quantity.empty() || out.quantity.size() == kMostCurves) {
      throw Failure{line, "expected one to " + std::to_string(kMostCurves) +
                              " quantities, as in \"curve volume ratio lbs, volume ratio dqs over "
                              "Bend\"."};
    }
    out.quantity.emplace_back(quantity);
    if (at != std::string_view::npos) ++at;
  }
  return out;
}

LessonSlider read_slider(std::string_view text, int line) {
  constexpr std::string_view kForm =
      "\"slider LABEL, LOW to HIGH [by STEP] [UNIT] [at START]: EDIT\" with {} in the edit";
  LessonSlider slider;
  slider.line = line;
  const std::size_t colon = text.find(": ");
  const std::size_t comma = text.substr(0, colon).rfind(',');
  if (colon == std::string_view::npos || comma == std::string_view::npos) {
    throw Failure{line, "this is no slider; expected " + std::string(kForm) + "."};
  }
  slider.label = trimmed(text.substr(0, comma));
  slider.edit = trimmed(text.substr(colon + 1));
  std::vector<std::string> words = split_words(text.substr(comma + 1, colon - comma - 1), line);
  if (words.size() < 3 || words[1] != "to") {
    throw Failure{line, "the slider " + in_quotes(slider.label) + " needs its range; expected " +
                            std::string(kForm) + "."};
  }
  slider.low = number_at(words, 0, line, "the lowest value");
  slider.high = number_at(words, 2, line, "the highest value");
  slider.start = slider.low;
  if (words.size() >= 5 && words[words.size() - 2] == "at") {
    slider.start = number_at(words, words.size() - 1, line, "the value at the start");
    words.resize(words.size() - 2);
  }
  std::size_t unit = 3;
  if (words.size() > 4 && words[3] == "by") {
    slider.by = number_at(words, 4, line, "the step between two values");
    unit = 5;
    for (const double value : {slider.low, slider.high, slider.start}) {
      if (slider.by > 0.0 && is_multiple(value, slider.by)) continue;
      throw Failure{line, "the ends and the start of the slider " + in_quotes(slider.label) +
                              " are no whole multiples of its step."};
    }
  }
  for (std::size_t i = unit; i < words.size(); ++i) slider.unit += (i > unit ? " " : "") + words[i];
  if (!(slider.low < slider.high) || slider.start < slider.low || slider.start > slider.high) {
    throw Failure{line, "the slider " + in_quotes(slider.label) +
                            " needs a range that rises and holds the value at the start."};
  }
  if (slider.edit.find("{}") == std::string::npos) {
    throw Failure{line, "the slider's edit " + in_quotes(slider.edit) +
                            " has no {}: that is where its value goes."};
  }
  return slider;
}

}  // namespace bindpose::lesson_words
