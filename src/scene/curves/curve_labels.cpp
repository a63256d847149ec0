#include "scene/curves/curve_labels.h"

#include <algorithm>
#include <optional>

#include "scene/lesson/quantity/quantity.h"

namespace bindpose {
namespace {

struct PlainWords {
  std::string_view words, plain;
  bool of_surface;  // another deformer, another value
};
constexpr PlainWords kPlain[] = {
    {"volume", "volume", true},
    {"volume ratio", "volume", true},
    {"signed volume", "signed volume", true},
    {"signed volume ratio", "signed volume", true},
    {"section", "cross-section of", true},
    {"section ratio", "cross-section of", true},
    {"length", "length of", true},
    {"length ratio", "length of", true},
    {"stretch", "longest edge", true},
    {"vertex to", "pinned vertex to", true},
    {"vertex moved", "way of the pinned vertex", true},
    {"turn", "turn of", false},
    {"angle", "angle of", false},
    {"determinant", "determinant of", false},
    {"weight", "weight of", false},
    {"morph", "morph", false},
};

// "volume ratio dqs": its words without the deformer, and that.
struct QuantityParts {
  std::string_view words;
  std::optional<Deformer> method;
};
QuantityParts parts_of(const Quantity& quantity) {
  QuantityParts out{quantity_table()[quantity.kind].words, quantity.method};
  const std::size_t blank = out.words.rfind(' ');
  if (out.method || blank == std::string_view::npos) return out;
  out.method = find_deformer(out.words.substr(blank + 1));
  if (out.method) out.words = out.words.substr(0, blank);
  return out;
}

std::string plain_name(Deformer method) {
  return method == Deformer::BulgeFree ? "dual quaternions without bulge" : in_sentence(method);
}

bool names_deformer(const LessonValue& value) {
  return value.slider < 0 && parts_of(value.quantity).method.has_value();
}

}  // namespace

std::string curve_label(const LessonPlan& plan, std::size_t step, std::size_t k) {
  const StepPlan& planned = plan.steps[step];
  const LessonValue& value = planned.curves->value[k];
  if (value.slider >= 0)
    return plan.lesson.steps[step].sliders[static_cast<std::size_t>(value.slider)].label;
  const Model& model = *planned.base.model;
  QuantityParts parts = parts_of(value.quantity);
  const auto* known = std::ranges::find(kPlain, parts.words, &PlainWords::words);
  const bool is_known = known != std::end(kPlain);
  std::string out(is_known ? known->plain : parts.words);
  const QuantityNames names = quantity_table()[value.quantity.kind].names;
  if (names == QuantityNames::Joint || names == QuantityNames::TwoJoints) {
    for (std::size_t i = 0; i < value.quantity.joint.size(); ++i)
      out += (i == 0 ? " " : " to ") +
             model.skeleton.name[static_cast<std::size_t>(value.quantity.joint[i])];
  } else if (names == QuantityNames::Morph) {
    out += " " + model.morph_channels[static_cast<std::size_t>(value.quantity.joint[0])].name;
  } else if (names == QuantityNames::Rule) {
    return plan.lesson.steps[step].curves->quantity[k];
  }
  const bool told = std::ranges::any_of(planned.curves->value, names_deformer);
  if (!parts.method && told && is_known && known->of_surface)
    parts.method = planned.base.view.method;
  return parts.method ? out + ", " + plain_name(*parts.method) : out;
}

std::string curves_title(const LessonPlan& plan, std::size_t step) {
  const auto is_part = [](const LessonValue& value) {
    return value.slider < 0 && parts_of(value.quantity).words.ends_with(" ratio");
  };
  return std::ranges::all_of(plan.steps[step].curves->value, is_part) ? "As parts of the bind pose"
                                                                      : "";
}

}  // namespace bindpose
