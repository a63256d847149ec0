// The section of the Weights tab with what the brush is set to.
#include <algorithm>
#include <array>
#include <iterator>

#include "scene/numerals.h"
#include "ui/base/imgui_compat.h"
#include "ui/base/length.h"
#include "ui/base/number_field.h"
#include "ui/base/widgets.h"
#include "ui/paint/paint_tool.h"

namespace bindpose::ui {

namespace {

// In two rows: the names of all would not stand in one.
void choose_paint_mode(Frame& f, float width) {
  PaintMode& mode = f.state.brush.mode;
  constexpr PaintMode kFirst[] = {PaintMode::Add, PaintMode::Subtract, PaintMode::Replace};
  constexpr PaintMode kSecond[] = {PaintMode::Smooth, PaintMode::Sharpen};
  const auto at = [&mode](const auto& modes) {
    const auto found = std::ranges::find(modes, mode);
    return found == std::end(modes) ? -1 : static_cast<int>(found - std::begin(modes));
  };
  const int first = segmented(f, "paint", {"Add", "Subtract", "Replace"}, at(kFirst), width);
  tooltip(f, "More of the joint, less of it, or a weight to bring it to. Ctrl turns it round");
  const int second = segmented(f, "paint", {"Smooth", "Sharpen"}, at(kSecond), width);
  tooltip(f, "Towards the weights around, or away from them; of all joints. Shift smooths, too");
  if (first >= 0) mode = kFirst[first];
  if (second >= 0) mode = kSecond[second];
}

void paint_slider(Frame& f, const char* name, const char* id, float& value, float least, float most,
                  const char* format, const char* tip, bool logarithmic = false) {
  const float width = ImGui::GetContentRegionAvail().x;
  const float label = std::floor(0.34f * width), left = ImGui::GetCursorPosX();
  align_text();
  text_dim(f, name);
  ImGui::SameLine();
  ImGui::SetCursorPosX(left + label);
  ImGui::SetNextItemWidth(width - label);
  compat::push_font(mono_font());
  ImGui::PushID(id);
  bar_slider(f, "##value", value, least, most, format,
             ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_NoRoundToFormat |
                 (logarithmic ? ImGuiSliderFlags_Logarithmic : 0));
  ImGui::PopID();
  ImGui::PopFont();
  mark(f, id);
  tooltip(f, tip);
}

// As a length, on a slider over parts of the model's height.
void radius_row(Frame& f) {
  const std::string text =
      length_text(f, static_cast<double>(brush_metres(f)), three_digits(brush_metres(f)));
  std::string format;  // the length itself; a % in it would be read as a number's
  for (const char c : text) format += c == '%' ? std::string("%%") : std::string(1, c);
  paint_slider(f, "Radius", "brush radius", f.state.brush.radius, kLeastBrush, kMostBrush,
               format.c_str(), "F and the mouse, or [ and ], change it over the view", true);
}

void choose_fall_off(Frame& f) {
  const float width = ImGui::GetContentRegionAvail().x;
  const int chosen = segmented(f, "fall-off", {"Soft", "Linear", "Flat"},
                               static_cast<int>(f.state.brush.fall_off), width);
  tooltip(f, "How the brush fades from its middle to its rim, along the surface");
  if (chosen >= 0) f.state.brush.fall_off = static_cast<FallOff>(chosen);
}

}  // namespace

void draw_paint_section(Frame& f) {
  if (!f.state.of_model.paint.on) return;
  BrushSettings& b = f.state.brush;
  const bool of_joint = b.mode != PaintMode::Smooth && b.mode != PaintMode::Sharpen;
  const float width = ImGui::GetContentRegionAvail().x;
  heading("Paint");
  if (!of_joint) {
    text_dim(f, "Weights of all joints");
  } else if (f.selected() >= 0) {
    const auto& name = f.model()->skeleton.name[static_cast<std::size_t>(f.selected())];
    text_dim(f, elided(name, width));
    const bool locked = has_locked_weights(f.scene(), f.selected());
    if (toggle(f, "paint lock weights", "Weights locked", locked))
      f.edit(LockJoints{{f.selected()}, !locked, true});
    tooltip(f, "No brush and no mend changes what vertices have of the joint");
  } else {
    ImGui::PushTextWrapPos();
    text_dim(f, "Select the joint to paint: in the tree, or Alt + click on the surface.");
    ImGui::PopTextWrapPos();
  }
  vertical_space(f, 2);
  choose_paint_mode(f, width);
  radius_row(f);
  paint_slider(f, "Strength", "brush strength", b.strength, 0.0f, 1.0f, "%.2f",
               "How much a stroke does where the brush is strongest");
  if (b.mode == PaintMode::Replace)
    paint_slider(f, "Weight", "brush value", b.value, 0.0f, 1.0f, "%.3f",
                 "What the weight is brought to");
  choose_fall_off(f);
  if (toggle(f, "brush through", "Through the model", b.through)) b.through = !b.through;
  tooltip(f, "All that is within the radius in space; else what is so near along the surface");
  if (toggle(f, "brush front", "Only what faces me", b.front_only)) b.front_only = !b.front_only;
  tooltip(f, "What is turned away from the eye is not painted");
  if (toggle(f, "brush mirrored", "Both sides", b.mirrored)) b.mirrored = !b.mirrored;
  tooltip(f, "The other side gets the same, for the opposite joint");
  const std::string cap =
      "At most " + counted_influences(static_cast<std::size_t>(f.scene().view.limit));
  if (toggle(f, "brush cap", cap.c_str(), b.capped)) b.capped = !b.capped;
  tooltip(f, "Where it paints, the largest weights stay. Shift+K changes how many");
  vertical_space(f, 8);
}

}  // namespace bindpose::ui
