#include "ui/numbers/numbers_panel.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "scene/numbers/verdict_words.h"
#include "ui/base/imgui_compat.h"
#include "ui/base/tree_rows.h"
#include "ui/base/widgets.h"
#include "ui/commands/command_button.h"

namespace bindpose::ui {

namespace {

constexpr float kNumbersPad = 6.0f, kNumbersIndent = 20.0f;

// A line of the list: a dot, what it is of, how many are right.
void draw_quantity(Frame& f, const QuantityVerdict& q, std::size_t number) {
  const bool right = q.is_right();
  const float pad = f.px(kNumbersPad), indent = f.px(kNumbersIndent), font = ImGui::GetFontSize();
  const float width = ImGui::GetContentRegionAvail().x, room = width - indent - f.px(8);
  std::string words = q.source;
  if (!right) words += "\nThe first one is " + q.first_name + ": " + q.first_words + ".";
  words = wrapped(words, room);
  const float height = 2.0f * pad + font + f.px(2) + ImGui::CalcTextSize(words.c_str()).y;
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  ImGui::PushID(static_cast<int>(number));
  ImGui::BeginDisabled(right);
  const bool pressed = ImGui::InvisibleButton("quantity", ImVec2(width, height));
  const bool hovered = ImGui::IsItemHovered();
  ImGui::EndDisabled();
  ImGui::PopID();
  mark(f, "numbers:", std::string(info_of(q.quantity).key));
  ImDrawList* list = ImGui::GetWindowDrawList();
  const bool selected = !right && q.first_joint >= 0 && q.first_joint == f.selected();
  if (hovered || selected) {
    list->AddRectFilled(
        corner, ImVec2(corner.x + width, corner.y + height),
        to_u32(selected ? f.colors.accent : f.colors.text, selected ? 0.12f : 0.07f), f.px(4));
  }
  const ImVec2 dot(corner.x + f.px(8), corner.y + pad + 0.5f * font);
  if (right) {
    list->AddCircle(dot, f.px(3.5f), to_u32(f.colors.text_dim), 0, f.px(1.2f));
  } else {
    list->AddCircleFilled(dot, f.px(3.5f), to_u32(f.colors.error));
  }
  const std::string letter(info_of(q.quantity).letter);
  ImGui::PushFont(heading_font());
  const float letter_width = ImGui::CalcTextSize(letter.c_str()).x;
  list->AddText(
      ImVec2(corner.x + indent, corner.y + pad - std::floor(0.6f * (ImGui::GetFontSize() - font))),
      to_u32(f.colors.text), letter.c_str());
  ImGui::PopFont();
  list->AddText(ImVec2(corner.x + indent + letter_width + f.px(8), corner.y + pad),
                to_u32(f.colors.text),
                elided(count_in_words(q), room - letter_width - f.px(8)).c_str());
  list->AddText(ImVec2(corner.x + indent, corner.y + pad + font + f.px(2)),
                to_u32(f.colors.text_dim), words.c_str());
  if (pressed) show_wrong(f, q);
}

std::string entry_text(double x, double most) {
  char text[24];
  std::snprintf(text, sizeof text, "%.4g", std::abs(x) < most * 1e-6 ? 0.0 : x);
  return text;
}

// Four columns right-aligned; entries that differ stand out.
void draw_grid(Frame& f, const char* title, const dmat4& m, const dmat4& other, const vec3& ink) {
  text_dim(f, title);
  double most = 0.0;
  for (int n = 0; n < 16; ++n)
    most = std::max({most, std::abs(m[n % 4][n / 4]), std::abs(other[n % 4][n / 4])});
  ImGui::PushFont(mono_font());
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x - f.px(8),
              line = ImGui::GetTextLineHeight() + f.px(2);
  ImDrawList* list = ImGui::GetWindowDrawList();
  for (int r = 0; r < 4; ++r) {
    for (int c = 0; c < 4; ++c) {
      const std::string text = entry_text(m[c][r], most);
      const float right = corner.x + width * (float(c) + 1.0f) / 4.0f;
      const bool differs = !(std::abs(m[c][r] - other[c][r]) <= most * 1e-4);
      list->AddText(ImVec2(right - ImGui::CalcTextSize(text.c_str()).x, corner.y + float(r) * line),
                    to_u32(differs ? ink : f.colors.text_dim), text.c_str());
    }
  }
  ImGui::PopFont();
  ImGui::Dummy(ImVec2(width, 4.0f * line));
  vertical_space(f, 4);
}

void say(const vec3& ink, const std::string& text) {
  ImGui::PushTextWrapPos(0.0f);
  text_colored(ink, text);
  ImGui::PopTextWrapPos();
}

// Why the first quantity that is wrong of its own is wrong.
void draw_reason(Frame& f, const QuantityVerdict& q) {
  ImGui::Separator();
  vertical_space(f, 4);
  heading_wrapped(std::string(info_of(q.quantity).letter) + " of " + q.first_name,
                  ImGui::GetContentRegionAvail().x);
  for (const NumbersExplanation& e : q.explained) {
    text_dim(f, &e == q.explained.data() ? "The usual mistake that explains it" : "So would");
    say(f.colors.text, in_words(e) + ".");
    vertical_space(f, 4);
  }
  if (q.another_pose) {
    say(f.colors.text, "They fit a pose of this rig, but not this one: is it another pose?");
  } else if (q.is_unexplained()) {
    say(f.colors.text_dim, "No usual mistake explains 99 % of it.");
  }
  if (q.follows > 0) {
    say(f.colors.text_dim,
        grouped(q.follows) + " of those that are wrong follow from it, or from others.");
  }
  vertical_space(f, 4);
  if (q.quantity == RigQuantity::Posed) {
    const auto place = [](const dmat4& m) {
      char text[96];
      std::snprintf(text, sizeof text, "(%.5g, %.5g, %.5g)", m[3].x, m[3].y, m[3].z);
      return std::string(text);
    };
    key_value(f, "Given", place(q.first_given));
    key_value(f, "Right", place(q.first_right));
  } else if (q.quantity != RigQuantity::Parent) {
    draw_grid(f, "Given", q.first_given, q.first_right, f.colors.error);
    draw_grid(f, "Right", q.first_right, q.first_given, f.colors.text);
  }
}

void draw_verdict(Frame& f, const NumbersVerdict& verdict) {
  std::size_t number = 0;
  for (const QuantityVerdict& q : verdict.quantity) draw_quantity(f, q, number++);
  vertical_space(f, 4);
  const auto own = std::ranges::find_if(verdict.quantity, [](const QuantityVerdict& q) {
    return !q.is_right() && q.follows_from.empty();
  });
  if (own != verdict.quantity.end()) draw_reason(f, *own);
  for (const QuantityVerdict& q : verdict.quantity) {
    if (q.follows_from.empty()) continue;
    say(f.colors.text_dim,
        std::string(info_of(q.quantity).letter) + " follows from " + q.follows_from + ".");
  }
  for (const std::string& note : verdict.notes) say(f.colors.warning, note);
}

}  // namespace

void show_wrong(Frame& f, const QuantityVerdict& q) {
  if (!q.first_vertex.empty()) {
    f.edit(SetPinnedVertex{q.first_vertex});
    f.out.requests.frame_vertex = Requests::FramedVertex{q.first_vertex, false};
  } else if (q.first_joint >= 0) {
    select_joint(f, q.first_joint);
    f.out.requests.frame_selection = true;
  }
}

void draw_numbers(Frame& f) {
  const NumbersInput& in = f.input.numbers;
  if (!in.on()) return;
  const std::string name = in.path.substr(in.path.find_last_of('/') + 1);
  heading_elided(name, ImGui::GetContentRegionAvail().x);
  tooltip(f, in.path);
  text_dim(f, in.computing ? "Comparing ..." : "Held against the pose that is shown");
  vertical_space(f, 2);
  if (toggle(f, "by columns", "Matrices by columns", in.by_columns))
    f.out.requests.numbers_by_columns = !in.by_columns;
  mark(f, "numbers by columns");
  tooltip(f, "The file has its matrices column after column, or for row vectors");
  vertical_space(f, 4);
  const float buttons = ImGui::GetFrameHeight() + 2.0f * ImGui::GetStyle().ItemSpacing.y + f.px(6);
  ImGui::BeginChild("numbers", ImVec2(0, -buttons), false, ImGuiWindowFlags_NoNav);
  if (!in.pose_beside.empty()) {
    if (ImGui::Button("Show its pose.json", ImVec2(ImGui::GetContentRegionAvail().x, 0.0f)))
      f.out.requests.load_pose = in.pose_beside;
    mark(f, "pose of numbers");
    tooltip(f, "The pose that the tables beside it were written in");
    vertical_space(f, 4);
  }
  if (!in.problem.empty()) say(f.colors.error, in.problem);
  if (in.verdict != nullptr) draw_verdict(f, *in.verdict);
  ImGui::EndChild();
  vertical_space(f, 4);
  const float half = 0.5f * (ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ItemSpacing.x);
  if (ImGui::Button("Read again", ImVec2(half, 0.0f))) f.out.requests.read_numbers_again = true;
  mark(f, "read numbers again");
  ImGui::SameLine();
  if (ImGui::Button("Close", ImVec2(half, 0.0f))) run(f, Command::CloseNumbers);
  mark(f, "close numbers");
}

}  // namespace bindpose::ui
