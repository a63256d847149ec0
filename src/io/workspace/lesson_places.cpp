#include "io/workspace/lesson_places.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "io/files/file_writer.h"
#include "io/files/stream_text.h"
#include "io/text/json_text.h"

namespace bindpose {
namespace fs = std::filesystem;

namespace {

using PlacesJson = nlohmann::ordered_json;

constexpr std::size_t kMostLessons = 20, kMostSteps = 1000, kMostInFile = 64;
constexpr std::uintmax_t kMostPlaceBytes = std::uintmax_t{1} << 20;
constexpr const char* kAskedNames[] = {"place", "number", "option"};  // as LessonPrediction::Kind

double finite_number(const PlacesJson& value) {
  const double number = value.get<double>();
  if (!std::isfinite(number)) throw std::runtime_error("a number is not finite");
  return number;
}

std::size_t count_in(const PlacesJson& object, const char* name, std::size_t least,
                     std::size_t most) {
  const PlacesJson& value = object.at(name);
  if (!value.is_number_integer())  // 1e300 is no count, and no conversion takes it
    throw std::runtime_error(std::string(name) + " is no whole number");
  const auto count = value.get<std::int64_t>();
  if (count < static_cast<std::int64_t>(least) || count > static_cast<std::int64_t>(most))
    throw std::runtime_error(std::string(name) + " is out of range");
  return static_cast<std::size_t>(count);
}

PlacesJson vector_json(const vec3& v) {
  return {shortest_double(v.x), shortest_double(v.y), shortest_double(v.z)};
}

vec3 vector_of(const PlacesJson& value) {
  vec3 v(0.0f);
  for (int i = 0; i < 3; ++i)
    v[i] = static_cast<float>(finite_number(value.at(static_cast<std::size_t>(i))));
  return v;
}

PlacesJson guess_json(const LessonGuess& guess) {
  PlacesJson out = PlacesJson::object();
  if (guess.place) {
    out["eye"] = vector_json(guess.place->sight.origin);
    out["way"] = vector_json(guess.place->sight.direction);
    out["facing"] = vector_json(guess.place->facing);
  }
  if (guess.number) out["number"] = *guess.number;
  if (guess.option >= 0) out["option"] = guess.option + 1;
  return out;
}

LessonGuess guess_of(const PlacesJson& value) {
  LessonGuess guess;
  if (value.contains("eye")) {
    PlaceGuess place;
    place.sight.origin = vector_of(value.at("eye"));
    place.sight.direction = vector_of(value.at("way"));
    place.facing = vector_of(value.at("facing"));
    guess.place = place;
  }
  if (value.contains("number")) guess.number = finite_number(value.at("number"));
  if (value.contains("option"))
    guess.option = static_cast<int>(count_in(value, "option", 1, kMostInFile)) - 1;
  return guess;
}

PlacesJson answer_json(const KeptAnswer& answer) {
  PlacesJson out;
  out["step"] = answer.step + 1;
  out["asks"] = kAskedNames[answer.kind];
  if (answer.kind == LessonPrediction::Choice) out["options"] = answer.options;
  out["shown"] = answer.revealed;
  out["guesses"] = PlacesJson::array();
  for (const LessonGuess& guess : answer.guesses) out["guesses"].push_back(guess_json(guess));
  return out;
}

KeptAnswer answer_of(const PlacesJson& value) {
  KeptAnswer answer;
  answer.step = count_in(value, "step", 1, kMostSteps) - 1;
  const auto* const kind = std::ranges::find(kAskedNames, value.at("asks").get<std::string>());
  if (kind == std::end(kAskedNames)) throw std::runtime_error("nothing is asked so");
  answer.kind = static_cast<LessonPrediction::Kind>(kind - std::begin(kAskedNames));
  if (value.contains("options")) answer.options = count_in(value, "options", 0, kMostInFile);
  answer.revealed = value.at("shown").get<bool>();
  for (const PlacesJson& guess : value.at("guesses")) {
    if (answer.guesses.size() < kMostInFile) answer.guesses.push_back(guess_of(guess));
  }
  return answer;
}

PlacesJson lesson_place_json(const LessonPlace& place) {
  PlacesJson out;
  out["lesson"] = clean_utf8(place.path);
  if (!place.course.empty()) out["course"] = clean_utf8(place.course);
  if (!place.model.empty()) out["model"] = clean_utf8(place.model);
  out["title"] = clean_utf8(place.title);
  out["step"] = place.step + 1;
  for (const auto& [label, value] : place.sliders) out["sliders"][clean_utf8(label)] = value;
  for (const KeptAnswer& answer : place.answers) out["answers"].push_back(answer_json(answer));
  return out;
}

LessonPlace lesson_place_of(const PlacesJson& value) {
  LessonPlace place{value.at("lesson").get<std::string>()};
  place.course = value.value("course", "");
  place.model = value.value("model", "");
  place.title = value.value("title", "");
  place.step = count_in(value, "step", 1, kMostSteps) - 1;
  if (value.contains("sliders")) {
    for (const auto& [label, at] : value.at("sliders").items())
      place.sliders.emplace_back(label, finite_number(at));
  }
  if (value.contains("answers")) {
    for (const PlacesJson& answer : value.at("answers")) place.answers.push_back(answer_of(answer));
  }
  return place;
}

}  // namespace

std::vector<LessonPlace> read_lesson_places(const fs::path& file) {
  std::error_code error;
  if (file.empty() || fs::file_size(file, error) > kMostPlaceBytes || error) return {};
  std::vector<LessonPlace> places;
  try {
    std::ifstream in(file, std::ios::binary);
    const std::string text = remaining_text(in);
    const PlacesJson root = PlacesJson::parse(text);
    for (const PlacesJson& value : root.at("lessons")) {
      if (places.size() < kMostLessons) places.push_back(lesson_place_of(value));
    }
  } catch (const std::exception&) {
    return {};
  }
  return places;
}

void keep_lesson_place(const LessonPlace& place, const fs::path& file) {
  if (file.empty()) return;
  std::vector<LessonPlace> places = read_lesson_places(file);
  LessonPlace first = place;
  const auto same = std::ranges::find(places, place.path, &LessonPlace::path);
  if (same != places.end()) {
    if (place.fresh()) first = std::move(*same);
    places.erase(same);
  }
  places.insert(places.begin(), std::move(first));
  if (places.size() > kMostLessons) places.resize(kMostLessons);
  PlacesJson root;
  root["lessons"] = PlacesJson::array();
  for (const LessonPlace& one : places) root["lessons"].push_back(lesson_place_json(one));
  try {
    fs::create_directories(file.parent_path());
    FileWriter out(file);
    out.write(pretty(root));
    out.commit();
  } catch (const std::exception&) {  // nothing depends on it
  }
}

}  // namespace bindpose
