#include <algorithm>
#include <cmath>

#include "ui/imgui_compat.h"
#include "ui/widgets.h"

namespace bindpose::ui {

namespace {

struct MatrixText {
  std::string cell[4][4];  // row, column
  float width[4] = {};     // of each column in the current font
  float total = 0.0f;
};

MatrixText to_text(const mat4& m, int decimals) {
  MatrixText t;
  for (int column = 0; column < 4; ++column) {
    for (int row = 0; row < 4; ++row) {
      t.cell[row][column] = number(m[column][row], decimals);
      t.width[column] =
          std::max(t.width[column], ImGui::CalcTextSize(t.cell[row][column].c_str()).x);
    }
    t.total += t.width[column];
  }
  return t;
}

// Three decimals, fewer where large translations would not fit.
MatrixText fitted(const mat4& m, float room) {
  int decimals = 3;
  MatrixText t = to_text(m, decimals);
  while (t.total > room && decimals > 0) t = to_text(m, --decimals);
  return t;
}

std::string plain_text(const mat4& m) {
  std::string text;
  char cell[32];
  for (int row = 0; row < 4; ++row) {
    for (int column = 0; column < 4; ++column) {
      std::snprintf(cell, sizeof cell, "%.9g", static_cast<double>(m[column][row]));
      text += cell;
      text += column < 3 ? "\t" : "\n";
    }
  }
  return text;
}

// Columns of equal width as long as their numbers fit.
void draw_cells(const Frame& f, const MatrixText& t, ImVec2 corner, float inner, float line) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float widest = *std::max_element(t.width, t.width + 4);
  const bool even = widest + f.px(6) <= 0.25f * inner;
  const float gap = (inner - t.total) / 4.0f;
  float right = corner.x;
  for (int column = 0; column < 4; ++column) {
    right += even ? 0.25f * inner : t.width[column] + gap;
    for (int row = 0; row < 4; ++row) {
      const std::string& cell = t.cell[row][column];
      const bool zero = cell.find_first_of("123456789") == std::string::npos;
      const float x = right - ImGui::CalcTextSize(cell.c_str()).x;
      list->AddText(ImVec2(std::floor(x), std::floor(corner.y + static_cast<float>(row) * line)),
                    zero ? to_u32(f.colors.text_dim, 0.65f) : to_u32(f.colors.text), cell.c_str());
    }
  }
}

// `letter` in the accent's ink, what it means, and the numbers on a raised ground; a click copies.
void draw_matrix(Frame& f, const char* letter, const char* meaning, const char* formula,
                 const mat4& m) {
  ImGui::PushID(letter);
  text_colored(f.colors.accent, letter);
  ImGui::SameLine(f.px(28));
  ImGui::TextUnformatted(meaning);
  compat::push_font(mono_font());
  const float line = std::floor(1.35f * ImGui::GetFontSize()), pad = f.px(8);
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const ImVec2 size(ImGui::GetContentRegionAvail().x, 4.0f * line + 2.0f * pad);
  const bool pressed = ImGui::InvisibleButton("matrix", size);
  const bool hovered = ImGui::IsItemHovered();
  mark(f, "matrix:", letter);
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(corner, ImVec2(corner.x + size.x, corner.y + size.y),
                      ImGui::GetColorU32(hovered ? ImGuiCol_FrameBgHovered : ImGuiCol_FrameBg),
                      f.px(4));
  const float inner = size.x - 2.0f * pad;
  const MatrixText t = fitted(m, inner - 4.0f * f.px(6));
  draw_cells(f, t, ImVec2(corner.x + pad, corner.y + pad + 0.5f * (line - ImGui::GetFontSize())),
             inner, line);
  ImGui::PopFont();
  if (pressed) copy_text(f, plain_text(m), letter);
  tooltip(f, std::string(formula) + "\nClick to copy with all digits.");
  ImGui::PopID();
}

// The meshes whose skin names the joint.
std::vector<int> skins_of(const Model& model, int joint) {
  std::vector<int> meshes;
  for (std::size_t m = 0; m < model.meshes.size(); ++m) {
    if (find_slot(model.meshes[m].skin, joint) >= 0) meshes.push_back(static_cast<int>(m));
  }
  return meshes;
}

std::string mesh_name(const Model& model, int m) {
  const std::string& name = model.meshes[static_cast<std::size_t>(m)].name;
  return name.empty() ? "mesh " + std::to_string(m + 1) : name;
}

void choose_mesh(Frame& f, const std::vector<int>& meshes) {
  if (std::ranges::find(meshes, f.state.math_mesh) == meshes.end()) f.state.math_mesh = meshes[0];
  if (meshes.size() < 2) return;
  const Model& model = *f.model();
  if (begin_combo(f, "##skin", "Skin of " + mesh_name(model, f.state.math_mesh),
                  ImGui::GetContentRegionAvail().x)) {
    for (const int m : meshes) {
      ImGui::PushID(m);
      if (ImGui::Selectable(mesh_name(model, m).c_str(), m == f.state.math_mesh)) {
        f.state.math_mesh = m;
      }
      ImGui::PopID();
    }
    ImGui::EndCombo();
  }
}

void draw_skin_matrices(Frame& f, int joint) {
  const Model& model = *f.model();
  const std::vector<int> meshes = skins_of(model, joint);
  if (meshes.empty()) {
    ImGui::PushTextWrapPos();
    text_dim(f, "No skin names this joint, so it has no B and T.");
    ImGui::PopTextWrapPos();
    return;
  }
  choose_mesh(f, meshes);
  const auto m = static_cast<std::size_t>(f.state.math_mesh);
  const Skin& skin = model.meshes[m].skin;
  const auto slot = static_cast<std::size_t>(find_slot(skin, joint));
  draw_matrix(f, "B", "bind: joint to world when bound", "B of this joint in this skin",
              skin.bind[slot]);
  if (m < f.input.posed.palette.size() && slot < f.input.posed.palette[m].size()) {
    draw_matrix(f, "T", "skinning: bind pose to pose", "T = W B\xE2\x81\xBB\xC2\xB9",
                f.input.posed.palette[m][slot]);
  }
}

}  // namespace

void draw_math_panel(Frame& f) {
  const int joint = f.selected();
  if (joint < 0) {
    ImGui::PushTextWrapPos();
    text_dim(f, "Click a joint to see its matrices.");
    ImGui::PopTextWrapPos();
    return;
  }
  const auto j = static_cast<std::size_t>(joint);
  const PosedScene& posed = f.input.posed;
  heading(elided(f.model()->skeleton.name[j], ImGui::GetContentRegionAvail().x));
  draw_matrix(f, "L", "base pose: joint to parent",
              "L: the joint's local transform before you touch it (bind, rest or clip)",
              posed.base_local[j]);
  draw_matrix(f, "Ul", "yours: in the joint's own frame",
              "Ul: what the gizmo edits; the identity where untouched",
              f.scene().pose.user_local[j]);
  draw_matrix(f, "W", "joint to world", "W = W of the parent \xC2\xB7 L \xC2\xB7 Ul",
              posed.world[j]);
  draw_skin_matrices(f, joint);
}

}  // namespace bindpose::ui
