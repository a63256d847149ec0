// The pinned vertex as a table whose weights can be dragged.
#include "ui/panels/probe_panel.h"

#include <algorithm>
#include <cmath>

#include "rig/weights/weight_rows.h"
#include "scene/deform/deformer_words.h"
#include "scene/probe.h"
#include "ui/base/draw_helpers.h"
#include "ui/base/imgui_compat.h"
#include "ui/base/length.h"
#include "ui/base/widgets.h"

namespace bindpose::ui {

namespace {

const std::string& row_joint_name(const Frame& f, int joint) {
  return f.model()->skeleton.name[static_cast<std::size_t>(joint)];
}

std::vector<JointWeight> shares_of(const Probe& p) {
  float sum = 0.0f;
  for (const ProbeRow& r : p.rows) sum += r.weight;
  std::vector<JointWeight> out;
  if (p.follows_node) return out;
  for (const ProbeRow& r : p.rows) out.push_back({r.joint, sum > 0.0f ? r.weight / sum : 0.0f});
  return out;
}

bool names(const std::vector<JointWeight>& row, int joint) {
  return std::ranges::any_of(row, [joint](const JointWeight& w) { return w.joint == joint; });
}

// Joints that get a weight later come last; one that lost its weight keeps its place for later.
void keep_order(Frame& f, const VertexRef& at, std::vector<JointWeight>& rows) {
  ProbeOrder& order = f.state.of_model.probe.order;
  if (!(order.at == at)) order = {at, {}};
  for (const JointWeight& row : rows) {
    if (std::ranges::find(order.joints, row.joint) == order.joints.end()) {
      order.joints.push_back(row.joint);
    }
  }
  std::ranges::sort(rows, {}, [&order](const JointWeight& row) {
    return std::ranges::find(order.joints, row.joint) - order.joints.begin();
  });
}

// The rows as they are shown. The selected joint is there even where it has no weight: it can get
// one.
std::vector<JointWeight> shown_rows(Frame& f, const Probe& p) {
  const ProbeSlider& held = f.state.of_model.probe.slider;
  if (held.joint >= 0 && held.at == p.at) return with_share(held.start, held.joint, held.share);
  std::vector<JointWeight> rows = shares_of(p);
  if (f.selected() >= 0 && !names(rows, f.selected())) rows.push_back({f.selected(), 0.0f});
  keep_order(f, p.at, rows);
  return rows;
}

void end_share_slider(Frame& f, bool keep) {
  ProbeSlider& s = f.state.of_model.probe.slider;
  if (s.edited) {
    f.edit(SetWeights{s.at, with_share(s.start, s.joint, s.share)},
           keep ? Phase::Commit : Phase::Cancel);
  }
  s = ProbeSlider{};
}

void draw_share_slider(Frame& f, const Probe& p, const std::vector<JointWeight>& rows,
                       const JointWeight& row, float width) {
  ProbeSlider& slider = f.state.of_model.probe.slider;
  float share = row.weight;
  ImGui::SetNextItemWidth(width);
  compat::push_font(mono_font());
  ImGui::PushStyleColor(ImGuiCol_SliderGrab, ImVec4(0, 0, 0, 0));
  ImGui::PushStyleColor(ImGuiCol_SliderGrabActive, ImVec4(0, 0, 0, 0));
  const bool changed =
      ImGui::SliderFloat("##share", &share, 0.0f, 1.0f, "%.4f", ImGuiSliderFlags_NoRoundToFormat);
  ImGui::PopStyleColor(2);
  mark(f, "weight:", row_joint_name(f, row.joint));
  if (ImGui::IsItemHovered()) f.state.of_model.probe.row = row.joint;
  if (!ImGui::GetIO().WantTextInput) draw_share_bar(f, share, f.joint_color(row.joint));
  ImGui::PopFont();
  tooltip(f, rows.size() > 1
                 ? "Drag: the other weights follow, so that the sum stays 1. Ctrl+click to type."
                 : "The only joint has all of it. Select another joint to give that one a part.");
  if (ImGui::IsItemActivated()) slider = {row.joint, row.weight, p.at, rows, false};
  if (slider.joint != row.joint) return;
  if (changed && std::isfinite(share)) {
    slider.share = std::clamp(share, 0.0f, 1.0f);
    slider.edited = true;
    f.edit(SetWeights{p.at, with_share(slider.start, slider.joint, slider.share)}, Phase::Preview);
  }
  if (ImGui::IsItemDeactivated()) {
    end_share_slider(f, !key_pressed(Key::Escape));
  } else if (ImGui::IsItemActive() && key_pressed(Key::Escape)) {
    ImGui::ClearActiveID();
    end_share_slider(f, false);
  }
}

void draw_dot(const Frame& f, const vec3& color) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float r = f.px(4.5f);
  ImGui::GetWindowDrawList()->AddCircleFilled(
      ImVec2(at.x + r, at.y + 0.5f * ImGui::GetFrameHeight()), r, to_u32(color));
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + 2.0f * r + f.px(6));
}

void draw_probe_row(Frame& f, const Probe& p, const std::vector<JointWeight>& rows, std::size_t k) {
  const JointWeight& row = rows[k];
  const float width = ImGui::GetContentRegionAvail().x;
  const float label = std::floor(0.42f * width);
  const float left = ImGui::GetCursorPosX();
  ImGui::PushID(row.joint);
  draw_dot(f, f.joint_color(row.joint));
  align_text();
  const std::string& name = row_joint_name(f, row.joint);
  const bool selected = row.joint == f.selected();
  text_colored(selected ? f.colors.accent : f.colors.text, elided(name, label - f.px(24)));
  mark(f, "probe joint:", name);
  if (ImGui::IsItemHovered()) f.state.of_model.probe.row = row.joint;
  if (ImGui::IsItemClicked()) f.edit(SetSelection{row.joint});
  tooltip(f, name + ": click to select it");
  ImGui::SameLine();
  ImGui::SetCursorPosX(left + label);
  draw_share_slider(f, p, rows, row, width - label);
  const auto found = std::ranges::find(p.rows, row.joint, &ProbeRow::joint);
  if (found != p.rows.end()) {
    ImGui::SetCursorPosX(left + f.px(15));
    key_value(f, point_title(f, "T_j v_i").c_str(), point_text(f, found->candidate));
  }
  ImGui::PopID();
}

void draw_sum(Frame& f, const Probe& p) {
  float sum = 0.0f;
  for (const ProbeRow& r : p.rows) sum += r.weight;
  vertical_space(f, 2);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::GetWindowDrawList()->AddLine(at, ImVec2(at.x + ImGui::GetContentRegionAvail().x, at.y),
                                      to_u32(f.colors.hairline));
  vertical_space(f, 4);
  key_value(f, "Sum of weights", number(static_cast<double>(sum), 4));
  if (!p.follows_node && std::abs(p.raw_weight_sum - 1.0f) > kSumTolerance) {
    key_value(f, "Stored sum", number(static_cast<double>(p.raw_weight_sum), 4));
  }
  if (f.method == Deformer::Linear) {
    key_value(f, point_title(f, "Sum of w_ij T_j v_i").c_str(), point_text(f, p.position));
    return;
  }
  // Another deformer makes something else of the same candidates.
  vec3 blended(0.0f);
  for (const ProbeRow& r : p.rows) blended += r.weight * r.candidate;
  key_value(f, point_title(f, "Sum of w_ij T_j v_i").c_str(), point_text(f, blended));
  const std::string by =
      point_title(f, "By " + deformer_in_sentence(f.scene(), p.at.mesh, f.method));
  key_value(f, by.c_str(), point_text(f, p.position));
}

void draw_probe_head(Frame& f, const Probe& p) {
  const std::string& mesh = f.model()->meshes[static_cast<std::size_t>(p.at.mesh)].name;
  heading("Vertex " + grouped(p.at.vertex));
  if (!mesh.empty()) {
    ImGui::SameLine();
    text_dim(f, elided(mesh, ImGui::GetContentRegionAvail().x - f.px(34)));
  }
  ImGui::SameLine(ImGui::GetContentRegionAvail().x - f.px(22));
  if (icon_button(f, "unpin", Icon::Close, false, true, 22.0f)) f.edit(SetPinnedVertex{});
  mark(f, "unpin");
  tooltip(f, "Let the vertex go (Escape)");
}

}  // namespace

void draw_share_bar(const Frame& f, float share, const vec3& color) {
  const ImVec2 lo = ImGui::GetItemRectMin(), hi = ImGui::GetItemRectMax();
  const float inset = f.px(2);
  const float at = lo.x + inset + std::clamp(share, 0.0f, 1.0f) * (hi.x - lo.x - 2.0f * inset);
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(ImVec2(lo.x + inset, lo.y + inset), ImVec2(at, hi.y - inset),
                      to_u32(color, 0.38f));
  list->AddRectFilled(ImVec2(at - 0.5f * inset, lo.y + inset),
                      ImVec2(at + 0.5f * inset, hi.y - inset), to_u32(color));
  // The number again, over the bar.
  const std::string text = number(static_cast<double>(share), 4);
  const ImVec2 size = ImGui::CalcTextSize(text.c_str());
  list->AddText(
      ImVec2(std::floor(0.5f * (lo.x + hi.x - size.x)), std::floor(0.5f * (lo.y + hi.y - size.y))),
      to_u32(f.colors.text), text.c_str());
}

std::string point_text(const vec3& v, const ShownLength& shown) {
  const auto part = [&shown](float x) {
    return number(static_cast<double>(x) * shown.factor, shown.decimals);
  };
  return part(v.x) + "  " + part(v.y) + "  " + part(v.z);
}

std::string point_text(const Frame& f, const vec3& v) {
  const double unit = metres_a_unit(*f.model());
  return point_text(v, shown_length(f, unit, unit));
}

std::string point_title(const Frame& f, const std::string& title) {
  const double unit = metres_a_unit(*f.model());
  return one_unit(f) ? title + "," + shown_length(f, unit, unit).sign : title;
}

void draw_probe_panel(Frame& f) {
  f.state.of_model.probe.row = -1;
  const VertexRef& at = f.scene().selection.pinned_vertex;
  if (f.state.of_model.probe.slider.joint >= 0 && !(f.state.of_model.probe.slider.at == at))
    f.state.of_model.probe.slider = ProbeSlider{};
  if (at.empty()) {
    f.state.of_model.probe.order = ProbeOrder{};
    return;
  }
  const Probe p = probe(f.scene(), f.input.posed, at, f.method);
  if (p.rows.empty()) return;
  draw_probe_head(f, p);
  if (p.follows_node) {
    ImGui::PushTextWrapPos();
    text_dim(f, "No weights: it follows the node " + row_joint_name(f, p.rows[0].joint) + ".");
    ImGui::PopTextWrapPos();
  }
  const std::vector<JointWeight> rows = shown_rows(f, p);
  for (std::size_t k = 0; k < rows.size(); ++k) draw_probe_row(f, p, rows, k);
  draw_sum(f, p);
  vertical_space(f, 10);
}

}  // namespace bindpose::ui
