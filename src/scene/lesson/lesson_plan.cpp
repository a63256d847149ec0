#include "scene/lesson/lesson_plan.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>

#include "math/transform.h"
#include "scene/lesson/lesson_words.h"
#include "scene/near_match.h"

namespace bindpose {
namespace {

using lesson_words::Failure;

Edit read_edit(const LessonLine& line, const Model& model) {
  std::string error;
  std::optional<Edit> edit = parse_edit(line.text, model, error);
  if (!edit) throw Failure{line.line, lesson_words::in_quotes(line.text) + ": " + error};
  return std::move(*edit);
}

// Light or dark is the room's, not the lesson's.
void write(Document& document, const Edit& edit) {
  document.apply({in_theme(edit, document.scene().view.dark)});
}

void check_camera(const std::optional<LessonCamera>& camera, const Model& model) {
  if (!camera) return;
  for (const std::string& name : camera->frame) {
    if (find_joint(model.skeleton, name) >= 0) continue;
    const std::string hint = did_you_mean(name, model.skeleton.name);
    throw Failure{camera->line, "there is no joint \"" + name + "\" to frame" +
                                    (hint.empty() ? "; expected the name of a joint." : hint)};
  }
}

// What a formula is about has to be there: a pinned vertex, or a selected joint.
void check_formula_of(const LessonStep& step, const Selection& selection) {
  if (step.formula.empty()) return;
  const bool vertex = step.formula == "vertex" || step.formula == "normal";
  if (vertex ? selection.pinned_vertex.empty() : selection.joint < 0) {
    throw Failure{
        step.formula_line,
        vertex
            ? "the formula is that of the pinned vertex; expected a line \"pin MESH VERTEX\", too."
            : "the formula is that of the selected joint; expected a line \"select NAME\", too."};
  }
}

Box bounds_of(const Scene& scene) {
  return transformed(posed_bounds(scene, evaluate(scene)), scene.model->to_display);
}

StepPlan plan_step(const LessonPlan& plan, const LessonStep& step) {
  const Model& model = *plan.model;
  StepPlan out;
  Document document(make_scene(plan.model));
  for (const LessonLine& line : plan.lesson.start) write(document, read_edit(line, model));
  for (const LessonLine& line : step.edits) write(document, read_edit(line, model));
  out.base = document.scene();
  check_formula_of(step, out.base.selection);
  for (const LessonSlider& slider : step.sliders) {
    for (const double value : {slider.low, slider.high, slider.start}) {
      const Edit edit = read_edit({slider.line, slider_text(slider, value)}, model);
      if (std::holds_alternative<SetTime>(edit) && out.base.pose.base != BasePose::Clip) {
        throw Failure{
            slider.line,
            "the time moves nothing in this pose; expected a line \"base clip NAME\", too."};
      }
    }
  }
  for (const LessonFigure& figure : step.figures) {
    std::string error;
    const auto quantity = parse_quantity(figure.quantity, model, error);
    if (!quantity) throw Failure{figure.line, error};
    out.figures.push_back(*quantity);
  }
  check_camera(step.camera, model);
  out.camera = step.camera ? step.camera : plan.lesson.camera;
  return out;
}

// Sliders that reshape what is shown must not push it out of the picture.
Box bounds_with_sliders(const LessonPlan& plan, std::size_t k) {
  const LessonStep& step = plan.lesson.steps[k];
  Box box = bounds_of(plan.steps[k].start);
  for (std::size_t s = 0; s < step.sliders.size(); ++s) {
    const LessonSlider& slider = step.sliders[s];
    for (const double value : {slider.low, 0.5 * (slider.low + slider.high), slider.high}) {
      std::vector<double> values = slider_starts(step);
      values[s] = value;
      box.add(bounds_of(with_sliders(plan, k, values)));
    }
  }
  return box;
}

// The camera rests between steps that do not ask for another one.
void share_bounds(LessonPlan& plan) {
  Box shared;
  for (std::size_t k = 0; k < plan.steps.size(); ++k) {
    if (!plan.lesson.steps[k].camera) shared.add(plan.steps[k].bounds);
  }
  for (std::size_t k = 0; k < plan.steps.size(); ++k) {
    if (!plan.lesson.steps[k].camera) plan.steps[k].bounds = shared;
  }
}

// Few digits that read back exactly.
std::string shortest(double value) {
  std::array<char, 32> digits;
  const auto [end, problem] = std::to_chars(digits.data(), digits.data() + digits.size(), value);
  return {digits.data(), problem == std::errc{} ? end : digits.data()};
}

std::string replaced(std::string text, std::string_view what, const std::string& by) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at)) {
    text.replace(at, what.size(), by);
    at += by.size();
  }
  return text;
}

// Weights from distances first, then those that were written vertex by vertex.
std::vector<std::string> weight_edits_of(const Scene& scene) {
  std::vector<std::string> lines;
  if (scene.reach) lines.push_back(to_text(SetInfluences{nullptr, {}, scene.reach}, *scene.model));
  std::vector<VertexRef> written;
  for (const WeightLog::Entry& e : scene.weights.recent) {
    const VertexRef at{e.mesh, static_cast<std::uint32_t>(e.vertex)};
    if (e.vertex >= 0 && std::ranges::find(written, at) == written.end()) written.push_back(at);
  }
  for (const VertexRef& at : written) {
    const auto& [in, skin] = binding_of(scene, static_cast<std::size_t>(at.mesh));
    SetWeights edit{at, {}};
    for (std::uint32_t k = in.offset[at.vertex]; k < in.offset[at.vertex + 1]; ++k) {
      edit.row.push_back({skin.joint[in.slot[k]], in.weight[k] * in.raw_weight_sum[at.vertex]});
    }
    lines.push_back(to_text(edit, *scene.model));
  }
  return lines;
}

std::string fixed(double value, int decimals) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", std::clamp(decimals, 0, 12), value);
  std::string s = text;
  const bool zero = s.find_first_of("123456789") == std::string::npos;
  return zero && s.front() == '-' ? s.substr(1) : s;
}

}  // namespace

std::optional<LessonPlan> plan_lesson(Lesson lesson, std::shared_ptr<const Model> model,
                                      std::string& error) {
  error.clear();
  LessonPlan plan{std::move(lesson), std::move(model), {}};
  try {
    check_camera(plan.lesson.camera, *plan.model);
    for (const LessonStep& step : plan.lesson.steps) plan.steps.push_back(plan_step(plan, step));
  } catch (const Failure& failure) {
    error = "Line " + std::to_string(failure.line) + ": " + failure.sentence;
    return {};
  }
  for (std::size_t k = 0; k < plan.steps.size(); ++k) {
    plan.steps[k].start = with_sliders(plan, k, slider_starts(plan.lesson.steps[k]));
    plan.steps[k].bounds = bounds_with_sliders(plan, k);
  }
  share_bounds(plan);
  return plan;
}

Edit in_theme(Edit edit, bool dark) {
  if (auto* view = std::get_if<SetView>(&edit)) view->view.dark = dark;
  return edit;
}

std::string slider_text(const LessonSlider& slider, double value) {
  return replaced(replaced(slider.edit, "{}", shortest(value)), "{1-}", shortest(1.0 - value));
}

std::vector<double> slider_starts(const LessonStep& step) {
  std::vector<double> value;
  for (const LessonSlider& slider : step.sliders) value.push_back(slider.start);
  return value;
}

Scene with_sliders(const LessonPlan& plan, std::size_t step, const std::vector<double>& value) {
  Document document(plan.steps[step].base);
  const auto& sliders = plan.lesson.steps[step].sliders;
  for (std::size_t k = 0; k < sliders.size() && k < value.size(); ++k) {
    std::string error;
    const auto edit = parse_edit(slider_text(sliders[k], value[k]), *plan.model, error);
    if (edit) write(document, *edit);
  }
  return document.scene();
}

FigureResult evaluate_figure(const LessonFigure& figure, const Quantity& quantity,
                             const Scene& scene, const PosedScene& posed) {
  const QuantityInfo& info = quantity_table()[quantity.kind];
  FigureResult result;
  result.value = evaluate_quantity(quantity, scene, posed);
  // A limit as small as 0.000001 says nothing about how the value should be printed.
  const bool written = figure.test == LessonFigure::Equal && figure.decimals >= 0;
  const int decimals = written ? figure.decimals : info.decimals;
  const bool known = std::isfinite(result.value);
  result.text = known ? fixed(result.value, decimals) : "\xE2\x80\x93";
  if (known && !info.unit.empty()) {
    result.text += (info.unit == "\xC2\xB0" ? "" : "\xC2\xA0") + std::string(info.unit);
  }
  switch (figure.test) {
    case LessonFigure::None:
      result.holds = known;
      break;
    case LessonFigure::Equal:
      // A value on the edge of rounding may fall to either side.
      result.holds = std::abs(result.value - figure.expected) <= figure.tolerance * (1.0 + 1e-6);
      break;
    case LessonFigure::Less:
      result.holds = result.value < figure.expected;
      break;
    case LessonFigure::Greater:
      result.holds = result.value > figure.expected;
      break;
  }
  return result;
}

SetPose eased_pose(const std::vector<mat4>& from_local, const std::vector<float>& from_morph,
                   const Scene& to, const PosedScene& to_posed, float t) {
  const float s = t * t * (3.0f - 2.0f * t);
  SetPose pose{to.pose.user_local, to.pose.user_morph};
  for (std::size_t j = 0; j < pose.user_local.size() && j < from_local.size(); ++j) {
    const mat4& target = to_posed.local[j];
    if (from_local[j] == target) continue;
    const Transform a = decompose(from_local[j]), b = decompose(target);
    Transform between;
    between.t = glm::mix(a.t, b.t, s);
    between.q = glm::slerp(a.q, b.q, s);
    between.s = glm::mix(a.s, b.s, s);
    pose.user_local[j] = mul_affine(inverse_affine(to_posed.base_local[j]), to_matrix(between));
  }
  for (std::size_t c = 0; c < pose.user_morph.size() && c < from_morph.size(); ++c) {
    if (from_morph[c] == to_posed.morph[c]) continue;
    pose.user_morph[c] = glm::mix(from_morph[c], to_posed.morph[c], s);
  }
  return pose;
}

std::vector<std::string> edits_of(const Scene& scene) {
  std::vector<std::string> lines = weight_edits_of(scene);
  const Model& model = *scene.model;
  const Pose& pose = scene.pose;
  if (pose.base != BasePose::Rest) {
    lines.push_back(to_text(SetBasePose{pose.base, pose.clip}, model));
  }
  if (pose.base == BasePose::Clip) lines.push_back(to_text(SetTime{pose.time}, model));
  for (std::size_t j = 0; j < pose.user_local.size(); ++j) {
    if (pose.user_local[j] == mat4(1.0f)) continue;
    lines.push_back(to_text(SetUserLocal{static_cast<int>(j), pose.user_local[j]}, model));
  }
  for (std::size_t c = 0; c < pose.user_morph.size(); ++c) {
    if (!pose.user_morph[c]) continue;
    lines.push_back(to_text(SetMorph{static_cast<int>(c), *pose.user_morph[c]}, model));
  }
  ViewSettings view = scene.view;
  view.dark = ViewSettings{}.dark;
  if (!(view == ViewSettings{})) lines.push_back(to_text(SetView{view}, model));
  if (!scene.selection.pinned_vertex.empty()) {
    lines.push_back(to_text(SetPinnedVertex{scene.selection.pinned_vertex}, model));
  }
  if (scene.selection.joint >= 0) {
    lines.push_back(to_text(SetSelection{scene.selection.joint, scene.selection.also}, model));
  }
  if (scene.selection.vertices.kind != VertexGroup::None) {
    lines.push_back(to_text(SelectVertices{scene.selection.vertices}, model));
  }
  for (std::size_t m = 0; m < model.meshes.size(); ++m) {
    if (!is_hidden(scene, m)) continue;
    lines.push_back(to_text(ShowMesh{static_cast<int>(m), false}, model));
  }
  return lines;
}

}  // namespace bindpose
