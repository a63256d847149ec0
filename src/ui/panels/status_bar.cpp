#include "ui/panels/status_bar.h"

#include <algorithm>
#include <cmath>

#include "scene/numerals.h"
#include "ui/base/imgui_compat.h"
#include "ui/base/widgets.h"
#include "ui/commands/command_button.h"
#include "ui/commands/skinning_menu.h"
#include "ui/gizmo/gizmo.h"

namespace bindpose::ui {

namespace {

constexpr float kMessageSide = 20.0f;

// The vertex under the mouse, else the pinned one.
std::string vertex_text(const Frame& f) {
  const Selection& s = f.scene().selection;
  const VertexRef& at = s.hovered_vertex.empty() ? s.pinned_vertex : s.hovered_vertex;
  if (!has_vertex(*f.model(), at)) return {};
  const Influences& in = binding_of(f.scene(), static_cast<std::size_t>(at.mesh)).influences;
  const std::size_t count = in.offset[at.vertex + 1] - in.offset[at.vertex];
  return "vertex " + grouped(at.vertex) + ": " + counted_influences(count);
}

// Where the right end begins: what stands before it ends there.
float right_end_from(const Frame& f, const Rect& r) {
  float right = r.hi.x - f.px(12);
  if (f.input.frame_ms > 0.0)
    right -= ImGui::CalcTextSize((number(f.input.frame_ms, 1) + " ms").c_str()).x + f.px(12);
  if (available(f, Command::LastMessage)) right -= f.px(kMessageSide + 8.0f);
  return right;
}

// The message that can be read again, and what the last picture took.
void draw_right_end(Frame& f, const Rect& r, float y) {
  float right = r.hi.x - f.px(12);
  if (f.input.frame_ms > 0.0) {
    const std::string speed = number(f.input.frame_ms, 1) + " ms";
    right -= ImGui::CalcTextSize(speed.c_str()).x;
    ImGui::SetCursorScreenPos(ImVec2(right, y));
    text_dim(f, speed);
    tooltip(f, "Time to draw the last frame. Nothing is drawn while nothing changes.");
    right -= f.px(12);
  }
  if (!available(f, Command::LastMessage)) return;
  ImGui::SetCursorScreenPos(ImVec2(std::floor(right - f.px(kMessageSide)),
                                   std::floor(r.center().y - 0.5f * f.px(kMessageSide))));
  if (icon_button(f, "last message", Icon::Message, is_on(f, Command::LastMessage), true,
                  kMessageSide)) {
    run(f, Command::LastMessage);
  }
  tooltip(f, info(Command::LastMessage).label, Command::LastMessage);
}

// What a drag does, and the keys that it listens to, as many as there is room for.
void draw_drag(Frame& f, const DragText& drag, const Rect& r) {
  const vec3 ink =
      drag.axis < 0 ? f.colors.text : f.colors.axis[static_cast<std::size_t>(drag.axis)];
  text_colored(f.colors.accent, drag.what);
  mark(f, "status drag");
  ImGui::SameLine(0.0f, f.px(6));
  text_colored(ink, drag.along);
  ImGui::SameLine(0.0f, f.px(10));
  text_colored(f.colors.text, drag.amount);
  if (!drag.short_of.empty()) {
    ImGui::SameLine(0.0f, f.px(16));
    text_colored(f.colors.warning, drag.short_of);
    mark(f, "drag short");
  }
  float gap = f.px(24);
  for (const DragKey& key : drag_keys(f)) {
    ImGui::SameLine(0.0f, gap);
    const float width = ImGui::CalcTextSize(key.key).x + f.px(6) + ImGui::CalcTextSize(key.what).x;
    if (ImGui::GetCursorScreenPos().x + width > r.hi.x - f.px(12)) return ImGui::NewLine();
    text_colored(f.colors.text, key.key);
    ImGui::SameLine(0.0f, f.px(6));
    text_dim(f, key.what);
    gap = f.px(16);
  }
}

}  // namespace

void draw_status_bar(Frame& f, const Rect& r) {
  begin_fixed_window("status", r, ImVec2(0, 0), f.colors.panel);
  hairline(f, r, Edge::Top);
  const float y = std::floor(r.center().y - 0.5f * ImGui::GetFontSize());
  ImGui::SetCursorScreenPos(ImVec2(r.lo.x + f.px(12), y));
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(f.px(20), 0));
  const Model* model = f.model();
  if (const auto drag = drag_text(f)) {
    draw_drag(f, *drag, r);
    ImGui::PopStyleVar();
    ImGui::End();
    return;
  }
  // In a narrow window what can be read elsewhere gives way to what was just said.
  const std::string& note = f.state.note.text;
  const float gap = f.px(20), end = right_end_from(f, r);
  const float noted = note.empty() ? 0.0f : ImGui::CalcTextSize(note.c_str()).x + gap;
  const float chosen =
      model == nullptr ? 0.0f : ImGui::CalcTextSize(deformer_choice_text(f).c_str()).x + gap;
  const auto room = [&] { return end - noted - chosen - ImGui::GetCursorScreenPos().x; };
  const auto part = [&](const vec3& color, const std::string& text) {
    if (ImGui::CalcTextSize(text.c_str()).x > room()) return;
    text_colored(color, text);
    ImGui::SameLine();
  };
  if (model) {
    const int joint = f.selected();
    if (joint >= 0) {
      const std::string& name = model->skeleton.name[static_cast<std::size_t>(joint)];
      const std::size_t others = f.scene().selection.also.size();
      text_colored(f.colors.accent, elided(name, 0.25f * r.size().x) +
                                        (others > 0 ? " and " + grouped(others) + " more" : ""));
      mark(f, "status joint");
      ImGui::SameLine();
    } else {
      part(f.colors.text_dim, "Nothing selected");
    }
    if (const std::string vertex = vertex_text(f); !vertex.empty()) part(f.colors.text, vertex);
    part(f.colors.text_dim, counted_joints(joint_count(joint_flags(f.scene()))));
    part(f.colors.text_dim, counted_vertices(vertex_count(*model)));
    draw_deformer_choice(f);
    ImGui::SameLine();
  } else {
    part(f.colors.text_dim, "No model");
  }
  if (!note.empty()) {
    // Said of what was done and of what cannot be: the colour of neither.
    text_colored(f.colors.text, elided(note, std::max(end - ImGui::GetCursorScreenPos().x, gap)));
    mark(f, "status note");
  }
  ImGui::PopStyleVar();

  draw_right_end(f, r, y);
  ImGui::End();
}

}  // namespace bindpose::ui
