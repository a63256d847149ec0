// Weight problems in the report panel; a click shows the vertices.
#include "ui/panels/weight_problems_list.h"

#include <string>
#include <vector>

#include "ui/base/draw_helpers.h"
#include "ui/base/imgui_compat.h"
#include "ui/base/tree_rows.h"
#include "ui/base/widgets.h"
#include "ui/commands/commands.h"

namespace bindpose::ui {

namespace {

constexpr float kProblemRow = 24.0f;

struct Row {
  std::string mark;
  std::string text;
  std::size_t count;
  VertexGroup group;  // None: joints
  bool has_limit = false;
};

const WeightProblems& problems(Frame& f) {
  ProblemSummary& s = f.state.of_model.problems;
  const Model* model = f.model();
  const int limit = f.scene().view.limit;
  const std::uint64_t weights = f.scene().weights.revision;
  if (s.model != model->id || s.limit != limit || s.weights != weights) {
    s = {model->id, weights, limit, weight_problems(f.scene(), limit), {}, {}};
  }
  return s.problems;
}

std::vector<Row> problem_lines(Frame& f) {
  const WeightProblems& p = problems(f);
  const int limit = f.scene().view.limit;
  std::vector<Row> rows;
  if (p.unweighted > 0) {
    rows.push_back({"unweighted", "Without weights", p.unweighted, {VertexGroup::Unweighted, 0}});
  }
  if (p.sum_off > 0) rows.push_back({"sum", "Stored sum not 1", p.sum_off, {VertexGroup::Sum, 0}});
  if (p.broken > 0) {
    rows.push_back({"broken", "Negative or not finite", p.broken, {VertexGroup::Broken, 0}});
  }
  // With its steps it stays where there is no such vertex: another limit may have some.
  bool skinned = false;
  for (const BoundMesh& bound : bound_meshes(f.scene())) skinned = skinned || bound.skin.skinned;
  if (skinned) {
    rows.push_back({"influences",
                    "Over " + std::to_string(limit) + " influences",
                    p.over_limit,
                    {VertexGroup::Influences, limit},
                    true});
  }
  if (!p.without_weight.empty()) {
    rows.push_back({"joints", "Joints without weight", p.without_weight.size(), {}});
  }
  return rows;
}

// The joint after the selected one, around.
void select_next(Frame& f, const std::vector<int>& joints) {
  for (const int joint : joints) {
    if (joint > f.selected()) return select_joint(f, joint);
  }
  select_joint(f, joints.front());
}

void choose(Frame& f, const Row& row) {
  if (row.group.kind == VertexGroup::None) {
    select_next(f, problems(f).without_weight);
  } else if (row.count > 0) {
    f.edit(SelectVertices{row.group});
    f.out.requests.frame_selection = true;
  }
}

// "-" and "+" at the right end of the row; they change the limit that the map has, too.
void limit_steps(Frame& f, const ImVec2& corner, float width) {
  const float side = f.px(18);
  const auto step = [&](const char* text, float x, int by) {
    ImGui::SetCursorScreenPos(ImVec2(x, corner.y + f.px(3)));
    const bool pressed = ImGui::InvisibleButton(text, ImVec2(side, side));
    mark(f, "limit:", text);
    const bool hovered = ImGui::IsItemHovered();
    tooltip(f, by < 0 ? "One influence less" : "One influence more");
    const ImVec2 size = ImGui::CalcTextSize(text);
    ImGui::GetWindowDrawList()->AddText(
        ImVec2(x + 0.5f * (side - size.x), corner.y + 0.5f * (f.px(kProblemRow) - size.y)),
        to_u32(hovered ? f.colors.accent : f.colors.text_dim), text);
    const int limit = f.scene().view.limit + by;
    if (!pressed || limit < 1 || limit > kMaxLimit) return;
    ViewSettings v = f.scene().view;
    v.limit = limit;
    f.set_view(v);
    // The dots go with the number where they are what it counts.
    if (f.scene().selection.vertices.kind == VertexGroup::Influences) {
      f.edit(SelectVertices{{VertexGroup::Influences, limit}});
    }
  };
  step("-", corner.x + width - 2.0f * side, -1);
  step("+", corner.x + width - side, 1);
}

void draw_problem_row(Frame& f, const Row& row) {
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, height = f.px(kProblemRow);
  const float steps = row.has_limit ? f.px(40) : 0.0f;
  ImGui::PushID(row.mark.c_str());
  ImGui::InvisibleButton("row", ImVec2(width - steps, height));
  mark(f, "problem:", row.mark);
  const bool hovered = ImGui::IsItemHovered(), pressed = ImGui::IsItemActivated();
  tooltip(f, row.group.kind == VertexGroup::None ? "Select one after the other"
                                                 : "Show these vertices   Esc hides them");
  ImDrawList* list = ImGui::GetWindowDrawList();
  const bool on = row.group.kind != VertexGroup::None && f.scene().selection.vertices == row.group;
  if (hovered || on) {
    list->AddRectFilled(corner, ImVec2(corner.x + width - steps, corner.y + height),
                        to_u32(on ? f.colors.accent : f.colors.text, on ? 0.16f : 0.07f), f.px(4));
  }
  const float y = corner.y + 0.5f * (height - ImGui::GetFontSize());
  const vec3& ink = row.count > 0 ? f.colors.text : f.colors.text_dim;
  list->AddCircleFilled(ImVec2(corner.x + f.px(6), corner.y + 0.5f * height), f.px(3.5f),
                        to_u32(row.count > 0 ? f.colors.warning : f.colors.text_dim));
  const std::string count = grouped(row.count);
  const float count_x = corner.x + width - steps - ImGui::CalcTextSize(count.c_str()).x - f.px(4);
  list->AddText(ImVec2(corner.x + f.px(20), y), to_u32(ink),
                elided(row.text, count_x - corner.x - f.px(28)).c_str());
  list->AddText(ImVec2(count_x, y), to_u32(f.colors.text_dim), count.c_str());
  if (row.has_limit) limit_steps(f, corner, width);
  ImGui::PopID();
  ImGui::SetCursorScreenPos(ImVec2(corner.x, corner.y + height));
  if (pressed) choose(f, row);
}

// What to do in vertex mode, as long as nothing is chosen.
void draw_vertex_hint(Frame& f) {
  if (!f.scene().view.vertices || f.state.of_model.vertices.brush) return;
  const std::string text = "Vertex mode: click a vertex, Ctrl + drag a box, " +
                           shortcut_text(f, Command::VertexBrush) + " a brush";
  const float width = ImGui::CalcTextSize(text.c_str()).x + f.px(12);
  const vec2 at(f.view.center().x - 0.5f * width, f.view.lo.y + f.px(12));
  draw_tag(f, ImGui::GetBackgroundDrawList(), at, text, f.colors.text_dim, f.view);
}

}  // namespace

int problem_rows(Frame& f) {
  return static_cast<int>(problem_lines(f).size());
}

void draw_weight_problems(Frame& f) {
  for (const Row& row : problem_lines(f)) draw_problem_row(f, row);
}

void draw_vertex_title(Frame& f) {
  if (!f.model()) return;
  if (f.scene().selection.vertices.kind == VertexGroup::None) return draw_vertex_hint(f);
  problems(f);
  ProblemSummary& s = f.state.of_model.problems;
  if (s.title.empty() || !(s.group == f.scene().selection.vertices)) {
    s.group = f.scene().selection.vertices;
    s.title = title_of(f.scene(), s.group);
  }
  const std::string text = s.title + "   Esc";
  const float width = ImGui::CalcTextSize(text.c_str()).x + f.px(12);
  const vec2 at(f.view.center().x - 0.5f * width, f.view.lo.y + f.px(12));
  const Rect r = draw_tag(f, ImGui::GetBackgroundDrawList(), at, text, f.colors.accent, f.view);
  mark(f, "vertex title", "", r);
}

}  // namespace bindpose::ui
