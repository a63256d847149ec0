// Weights by one of the methods; those from the distance to bones have radii to drag while the
// surface follows.
#include "ui/panels/weights/bind_panel.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "scene/automatic/bind_survey.h"
#include "ui/base/imgui_compat.h"
#include "ui/base/number_field.h"
#include "ui/base/pane_frames.h"
#include "ui/base/widgets.h"
#include "ui/panels/weights/reach_slider.h"
#include "ui/panels/weights/weight_curve.h"

namespace bindpose::ui {

namespace {

float file_height(const Frame& f) {
  const float metres = glm::length(vec3(f.model()->to_display[0]));
  const float height = f.input.bones.layout.height;
  return metres > 0.0f ? height / metres : height;
}

const BoneSegment* segment_of(const BoneReach& reach, int joint) {
  const auto found = std::find_if(reach.segments.begin(), reach.segments.end(),
                                  [&](const BoneSegment& s) { return s.joint == joint; });
  return found == reach.segments.end() ? nullptr : &*found;
}

// joint -1: the radius of all bones.
void radius_slider(Frame& f, const char* id, int joint, float radius, float longest) {
  ReachSlider& slider = f.state.of_model.reach;
  const bool held = slider.held && slider.joint == joint;
  // Of all bones 0 would leave no vertex any weight.
  constexpr float kLeastOfAll = 1e-3f;
  const float least = joint < 0 ? kLeastOfAll * longest : 0.0f;
  float shown = held ? slider.radius : radius;
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
  compat::push_font(mono_font());
  const bool changed =
      bar_slider(f, (std::string("##") + id).c_str(), shown, least, longest, "%.3f",
                 ImGuiSliderFlags_NoRoundToFormat | ImGuiSliderFlags_AlwaysClamp);
  ImGui::PopFont();
  mark(f, id);
  tooltip(f, "In the file's units. Ctrl+click to type a radius");
  if (ImGui::IsItemActivated()) take_radius(f, joint, radius);
  if (!slider.held || slider.in_view || slider.joint != joint) return;
  if (changed) move_radius(f, shown);
  if (ImGui::IsItemDeactivated()) {
    drop_radius(f, !key_pressed(Key::Escape));
  } else if (key_pressed(Key::Escape)) {
    ImGui::ClearActiveID();
    drop_radius(f, false);
  }
}

void draw_radii(Frame& f, const BoneReach& reach) {
  const float longest = 0.5f * file_height(f);
  float mean = 0.0f;
  for (const BoneSegment& s : reach.segments) mean += s.radius;
  mean /= static_cast<float>(std::max<std::size_t>(reach.segments.size(), 1));
  text_dim(f, reach.radii.all ? "Radius of all bones" : "Radius of all bones (they differ: mean)");
  radius_slider(f, "radius of all", -1, reach.radii.all.value_or(mean), longest);
  const BoneSegment* selected = segment_of(reach, f.selected());
  if (selected != nullptr) {
    const auto j = static_cast<std::size_t>(f.selected());
    text_dim(f,
             elided("Radius of " + f.model()->skeleton.name[j], ImGui::GetContentRegionAvail().x));
    radius_slider(f, "radius of joint", f.selected(), selected->radius, longest);
  }
  if (f.scene().reach_edited) {
    ImGui::PushTextWrapPos();
    text_dim(f, "Some weights were changed since. A radius that moves computes all anew.");
    ImGui::PopTextWrapPos();
  }
  ViewSettings view = f.scene().view;
  if (toggle(f, "show reach", "Show the reach in the view", view.capsules)) {
    view.capsules = !view.capsules;
    f.set_view(view);
  }
  tooltip(f, "A capsule around the selected joint's bone, or around all bones. Drag its outline");
  if (reach.radii != SegmentRadii{} && ImGui::Button("Automatic radii")) {
    bind_with(f, {}, Phase::Once);
  }
  mark(f, "automatic radii");
}

struct Way {
  std::optional<BindMethod> method;
  const char* name;
  const char* about;
  const char* amount = "";  // the name of its number
  const char* tip = "";
};
constexpr Way kWays[] = {
    {std::nullopt, "Radius",
     "Each bone pulls on what is nearer to it than its radius r, by (r - d) / r."},
    {BindMethod::Inverse, "Inverse distance",
     "1 / d^p, d the distance to the bone, through anything that lies between.", "Power p",
     "More makes the nearest bone stronger"},
    {BindMethod::Heat, "Heat",
     "Heat enters where a bone is seen and spreads along the surface. For closed, even meshes.",
     "Strength c", "Less spreads weights farther"},
    {BindMethod::Voxel, "Voxels",
     "By the way through the inside. For meshes of many parts, with holes or borders.", "Falloff a",
     "(1 / ((1 - a) d + a d^2))^2: more makes the nearest bones stronger"}};

const Way& way_of(const Frame& f) {
  return *std::ranges::find(kWays, f.state.bind.method, &Way::method);
}

void choose_way(Frame& f) {
  const bool open =
      begin_combo(f, "##bind method", way_of(f).name, ImGui::GetContentRegionAvail().x);
  mark(f, "bind method");
  if (!open) return;
  for (const Way& way : kWays) {
    if (list_row(way.name, way.method == f.state.bind.method)) f.state.bind.method = way.method;
    mark(f, "bind method:", way.name);
  }
  ImGui::EndCombo();
}

// By radii that are found for them; what the survey notices comes with the edit.
void compute_segments(Frame& f) {
  try {
    f.edit(surveyed_segments(*f.model(), {}), Phase::Once);
    f.out.requests.judge_weights = true;
  } catch (const std::runtime_error& e) {
    f.state.message.show(e.what(), true, false);
  }
}

constexpr const char* kBesideTip =
    "Shows the model with those weights in a second pane, in the same pose; yours stay as they are";

AutomaticMethod& numbers_of(Frame& f, BindMethod method) {
  return f.state.bind.numbers.try_emplace(method, automatic_method(method)).first->second;
}

void draw_automatic(Frame& f, const Way& way) {
  AutomaticMethod& how = numbers_of(f, *way.method);
  const AutomaticAmount& amount = amount_of(how.method);
  const float width = ImGui::GetContentRegionAvail().x;
  text_dim(f, way.amount);
  ImGui::SetNextItemWidth(width);
  const ImGuiSliderFlags logarithmic = amount.least > 0.0f ? ImGuiSliderFlags_Logarithmic : 0;
  bar_slider(f, "##bind amount", how.amount, amount.least, amount.most, "%.2f",
             logarithmic | ImGuiSliderFlags_AlwaysClamp);
  mark(f, "bind amount");
  tooltip(f, way.tip);
  text_dim(f, "Influences a vertex");
  constexpr int kLimits[] = {1, 2, 4, 8, 0};
  const auto now = std::ranges::find(kLimits, how.limit) - std::begin(kLimits);
  const int chosen =
      segmented(f, "bind limit", {"1", "2", "4", "8", "all"}, static_cast<int>(now), width);
  tooltip(f, "At most so many bones pull on a vertex");
  if (chosen >= 0) how.limit = kLimits[chosen];
  text_dim(f, "Joints");
  const int joints = segmented(f, "bind joints", {"with weight", "all"},
                               how.joints == BindJoints::All ? 1 : 0, width);
  tooltip(f, "Those that have weight in the file, or controls and roots as well");
  if (joints >= 0) how.joints = joints == 1 ? BindJoints::All : BindJoints::Weighted;
  vertical_space(f, 4);
  ImGui::BeginDisabled(f.input.computes_weights);
  if (ImGui::Button("Compute weights")) f.out.requests.compute_weights = how;
  mark(f, "compute weights");
  tooltip(f, "Replaces the weights of the skinned meshes; undo brings them back");
  ImGui::SameLine();
  if (ImGui::Button("Beside")) {
    f.out.requests.compute_weights = how;
    f.out.requests.show_beside = true;
  }
  mark(f, "compute beside");
  tooltip(f, kBesideTip);
  ImGui::EndDisabled();
}

// A column for each of the weights that were judged on this model.
void draw_side_by_side(Frame& f) {
  const std::vector<JudgedWeights>& judged = f.input.judged;
  if (judged.size() < 2) return;
  vertical_space(f, 6);
  std::vector<std::vector<std::pair<std::string, std::string>>> cells;
  for (const JudgedWeights& j : judged) cells.push_back(figure_cells(j.figures.figures));
  float names = 0.0f;
  for (const auto& [name, value] : cells.front())
    names = std::max(names, ImGui::CalcTextSize(name.c_str()).x);
  const float gap = f.px(8), left = ImGui::GetCursorPosX();
  const float whole = ImGui::GetContentRegionAvail().x;
  const float column = std::floor((whole - names) / static_cast<float>(judged.size()));
  const auto put = [&](std::size_t k, const std::string& text, bool dim, const char* why) {
    const std::string shown = elided(text, column - gap);
    const float right = left + names + static_cast<float>(k + 1) * column;
    ImGui::SameLine();
    ImGui::SetCursorPosX(right - ImGui::CalcTextSize(shown.c_str()).x);
    if (dim) text_dim(f, shown);
    if (!dim) ImGui::TextUnformatted(shown.c_str());
    if (*why != '\0') tooltip(f, why);
  };
  ImGui::NewLine();
  for (std::size_t k = 0; k < judged.size(); ++k) {
    put(k, judged[k].name, true, judged[k].name.c_str());
    mark(f, "judged:", judged[k].name);
  }
  for (std::size_t row = 0; row < cells.front().size(); ++row) {
    text_dim(f, cells.front()[row].first);
    for (std::size_t k = 0; k < judged.size(); ++k) {
      const auto& lines = judged[k].lines;
      const bool known = row < 3 && row < lines.size();  // the rows of both have one order
      put(k, cells[k][row].second, false, known ? lines[row].second.c_str() : "");
      mark(f, "judged:", judged[k].name + " " + cells[k][row].first);
    }
  }
}

void draw_figures(Frame& f) {
  vertical_space(f, 6);
  // Of what the pane shows that was clicked last.
  const std::vector<Pane> panes = panes_of(f);
  const bool other =
      f.input.compared.on() && panes[std::min(f.state.panes.focused, panes.size() - 1)].other;
  if (ImGui::Button(!f.input.compared.on() ? "Judge these weights"
                    : other                ? "Judge the weights of B###judge"
                                           : "Judge the weights of A###judge")) {
    f.out.requests.judge_weights = true;
    f.out.requests.judge_other = other;
  }
  mark(f, "judge weights");
  tooltip(f, std::string(f.input.compared.on() ? "Of the pane that was clicked last. " : "") +
                 "How rough and steep they are, what leaks to where bones are near only through "
                 "space, and "
                 "what volume is left when each joint is bent by 60 degrees");
  for (const auto& [name, value] : f.input.weight_figures) key_value(f, name.c_str(), value);
  draw_side_by_side(f);
}

}  // namespace

void draw_bind_section(Frame& f) {
  if (f.model() == nullptr || f.model()->meshes.empty()) return;
  if (!section(f, "Compute weights", "", f.state.bind.open)) return;
  choose_way(f);
  const Way& way = way_of(f);
  ImGui::PushTextWrapPos();
  text_dim(f, way.about);
  ImGui::PopTextWrapPos();
  vertical_space(f, 4);
  if (way.method) {
    draw_automatic(f, way);
  } else if (f.scene().reach) {
    draw_radii(f, *f.scene().reach);
  } else {
    if (ImGui::Button("Compute weights")) compute_segments(f);
    mark(f, "compute weights");
    tooltip(f, "Replaces the weights of the skinned meshes; undo brings them back");
    ImGui::SameLine();
    if (ImGui::Button("Beside")) f.out.requests.segments_beside = true;
    mark(f, "compute beside");
    tooltip(f, kBesideTip);
  }
  draw_figures(f);
  vertical_space(f, 6);
  draw_weight_curve(f);
}

}  // namespace bindpose::ui
