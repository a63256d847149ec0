#include "scene/automatic/bind_text.h"

#include <algorithm>
#include <charconv>
#include <stdexcept>

#include "scene/automatic/bind_survey.h"
#include "scene/edit/text/edit_words.h"

namespace bindpose {
namespace {

constexpr words::Word<BindJoints> kBindJoints[] = {{"all", BindJoints::All},
                                                   {"weighted", BindJoints::Weighted}};

std::string shortest(float value) {
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, value).ptr;
  return {text, end};
}

float parse_radius(EditReader& in) {
  const float radius = in.number<float>("a radius in the file's units");
  if (radius < 0.0f) throw EditFailure{"A radius cannot be negative; expected 0 or more."};
  return radius;
}

AutomaticMethod parse_automatic(EditReader& in, BindMethod method) {
  AutomaticMethod out = automatic_method(method);
  const AutomaticAmount& amount = amount_of(method);
  std::vector<std::string> choices = {amount.word, "limit", "joints"};
  if (method == BindMethod::Voxel) choices.emplace_back("resolution");
  while (!in.done()) {
    const std::string which = in.choice("more about the method", choices);
    if (which == amount.word) {
      const std::string expected =
          "a number from " + shortest(amount.least) + " to " + shortest(amount.most);
      out.amount = in.number<float>(expected);
    } else if (which == "joints") {
      out.joints = in.word("which joints get weights", kBindJoints);
    } else if (which == "limit") {
      out.limit =
          in.take_word("all") ? 0 : in.index("how many influences a vertex may have, 0 for all");
    } else {
      out.resolution = in.index("how many voxels there are along the longest side");
    }
    if (const std::string problem = problem_of(out); !problem.empty()) throw EditFailure{problem};
  }
  return out;
}

}  // namespace

std::string problem_of(const SegmentRadii& radii) {
  const bool one_reaches =
      std::ranges::any_of(radii.of, [](const auto& own) { return own.second > 0.0f; });
  if (radii.all.value_or(1.0f) > 0.0f || one_reaches) return "";
  return "With a radius of 0 no bone reaches anything, so no vertex would have weights; expected "
         "more than 0.";
}

SegmentRadii parse_segments(EditReader& in) {
  SegmentRadii radii;
  while (!in.done()) {
    if (in.choice("which radius", {"radius", "joint"}) == "radius") {
      radii.all = parse_radius(in);
    } else {
      const int joint = in.joint();
      radii.of.emplace_back(joint, parse_radius(in));
    }
  }
  if (const std::string problem = problem_of(radii); !problem.empty()) throw EditFailure{problem};
  return radii;
}

Edit parse_bind(EditReader& in, const Model& model) {
  std::vector<std::string> ways = {"segments"};
  for (const BindMethod m : kBindMethods) ways.push_back(amount_of(m).method);
  // The word of `bind --method`, too.
  const std::string way = in.take_word("segment") ? "segments" : in.choice("a way to bind", ways);
  try {
    if (way == "segments") return surveyed_segments(model, parse_segments(in));
    return edit_of(bind_automatically(model, parse_automatic(in, *bind_method_of(way))));
  } catch (const std::runtime_error& e) {
    throw EditFailure{e.what()};
  }
}

std::string text_of(const AutomaticMethod& how) {
  const AutomaticMethod standard = automatic_method(how.method);
  const AutomaticAmount& amount = amount_of(how.method);
  std::string text = "bind " + amount.method;
  if (how.amount != standard.amount) text += " " + amount.word + " " + shortest(how.amount);
  if (how.resolution != standard.resolution)
    text += " resolution " + std::to_string(how.resolution);
  if (how.limit != standard.limit) text += " limit " + std::to_string(how.limit);
  if (how.joints != standard.joints)
    text += " joints " + std::string(words::word_of(kBindJoints, how.joints));
  return text;
}

}  // namespace bindpose
