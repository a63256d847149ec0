// Small pieces that panels are made of. Nothing here keeps state of its own.
#pragma once

#include <imgui.h>

#include <initializer_list>
#include <span>
#include <string>

#include "ui/base/icons.h"
#include "ui/frame.h"

namespace bindpose::ui {

inline ImVec2 im(const vec2& v) {
  return {v.x, v.y};
}
inline vec2 from_im(const ImVec2& v) {
  return {v.x, v.y};
}
ImU32 to_u32(const vec3& srgb, float alpha = 1.0f);
ImVec4 to_vec4(const vec3& srgb, float alpha = 1.0f);
vec3 blend(const vec3& a, const vec3& b, float t);

// Loaded by load_fonts; ImGui's first font where that was not called.
ImFont* sans_font();
ImFont* heading_font();
ImFont* mono_font();
ImFont* reading_font();  // of a lesson's text
ImFont* reading_bold_font();
ImFont* title_font();  // bold, of a step's title
// For formulas (ui/formula/typeset_draw.h): the face of letters or of digits that is rasterised
// closest to the type size.
ImFont* formula_font(bool digits, float size);

// Fixed decimals, without "-0.000".
std::string number(double value, int decimals);
// Lines broken at spaces alone, so that no number is torn at its commas; a word that is wider than
// `width` is shortened.
std::string wrapped(const std::string& text, float width);
// The text shortened with "..." in the middle so that it fits `width` pixels in the current font;
// the last number of what is hidden stays ("left_ha...017...end"). For names, not for numbers.
std::string elided(const std::string& text, float width);

// Names the last item: Tab stops there (ui/base/focus.h). Remembers where it (or `r`) is, under
// `name` + `suffix`, when tests or scripts ask for it.
void mark(Frame& f, const char* name, const std::string& suffix = {});
void mark(Frame& f, const char* name, const std::string& suffix, const Rect& r);

// Shows after the mouse rested on the last item for a moment.
void tooltip(Frame& f, const std::string& text);

// A fixed window without decoration. Ends with ImGui::End() whatever it returns.
void begin_fixed_window(const char* id, const Rect& r, const ImVec2& padding, const vec3& color,
                        float alpha = 1.0f);

// Thin line along one side of a window's rectangle, in its draw list.
enum class Edge { Top, Bottom, Left, Right };
void hairline(const Frame& f, const Rect& r, Edge edge);

void text_dim(const Frame& f, const std::string& text);
void text_colored(const vec3& color, const std::string& text);
void text_mono(const std::string& text);
void heading(const std::string& text);
// The same, shortened to `width`; or, in full, in as many lines as it takes.
void heading_elided(const std::string& text, float width);
void heading_wrapped(const std::string& text, float width);
// `text` at the right end of the line, in the current font.
void text_right(const std::string& text, const vec3& color);
void vertical_space(const Frame& f, float n);
// Moves the next item down so that text lines up with framed widgets.
void align_text();

// The button of a dialog that Enter presses.
bool accent_button(Frame& f, const char* text, float width);

// A line that opens and folds what is below; true while open. `count` stands at the right end.
bool section(Frame& f, const char* name, const std::string& count, bool& open,
             const vec3* count_color = nullptr);

// Square button with a drawn icon; `on` fills it.
bool icon_button(Frame& f, const char* id, Icon icon, bool on, bool enabled = true,
                 float size = 28.0f);

// Exclusive choice as joined buttons that share `width`. Returns the new index, or -1. Entries
// whose bit in `disabled` is set cannot be chosen.
int segmented(Frame& f, const char* id, std::span<const char* const> names, int current,
              float width, unsigned disabled = 0);
inline int segmented(Frame& f, const char* id, std::initializer_list<const char*> names,
                     int current, float width, unsigned disabled = 0) {
  return segmented(f, id, std::span(names.begin(), names.size()), current, width, disabled);
}

// BeginCombo with a quiet arrow. Ends with ImGui::EndCombo() when true.
bool begin_combo(Frame& f, const char* id, const std::string& preview, float width);
// A row of a list that opens; true where it was pressed. The arrows start from the one that is
// chosen.
bool list_row(const char* text, bool chosen);
// The same for a row that was just made by other means.
void start_list_at(bool chosen);

// A switch with a label; true when it was flipped.
bool toggle(Frame& f, const char* id, const char* text, bool on);

// Label left and dim, value right, in lines of its own where it would not fit: it is never
// shortened. A click copies it.
void key_value(Frame& f, const char* key, const std::string& value, bool mono = true);

// Menu items that choose what the surface shows, for menus and popups.
void map_items(Frame& f);

// Copies and says so.
void copy_text(Frame& f, const std::string& text, const std::string& what);

// The window of a dialog that was opened by ImGui::OpenPopup(popup), in the middle, as large as the
// display allows; a height of 0 fits what is in it. Where it is true ImGui::EndPopup() has to
// follow.
bool begin_dialog(const Frame& f, const char* popup, vec2 size);

}  // namespace bindpose::ui
