#include "ui/base/focus.h"

#include <algorithm>
#include <utility>

#include "ui/base/imgui_compat.h"
#include "ui/base/widgets.h"

namespace bindpose::ui {

namespace {

constexpr Key kSliderKeys[] = {Key::Left, Key::Right, Key::Home, Key::End};
constexpr int kAllSteps = 1 << 20;
constexpr Key kCellKeys[] = {Key::Left,       Key::Right,    Key::Up,     Key::Down,
                             Key::Home,       Key::End,      Key::PageUp, Key::PageDown,
                             Key::Enter,      Key::PadEnter, Key::Delete, Key::Period,
                             Key::PadDecimal, Key::Backspace};

bool any_popup() {
  return ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
}

// A menu, or a list of choices, also one in a dialog; a dialog is none.
bool any_list() {
  const ImGuiContext& g = *ImGui::GetCurrentContext();
  if (g.OpenPopupStack.empty()) return false;
  const ImGuiWindow* top = g.OpenPopupStack.back().Window;
  return top == nullptr || (top->Flags & ImGuiWindowFlags_Modal) == 0;
}

void leave(KeyboardFocus& focus) {
  focus.id = focus.back = 0;
  focus.menus = focus.to_menus = false;
}

const FocusStop* stop_with(const KeyboardFocus& focus, unsigned int id) {
  const auto at = std::ranges::find(focus.stops, id, &FocusStop::id);
  return id == 0 || at == focus.stops.end() ? nullptr : &*at;
}
const FocusStop* stop_of(const KeyboardFocus& focus) {
  return stop_with(focus, focus.id);
}

void give_to(KeyboardFocus& focus, const FocusStop& stop) {
  focus.id = stop.id;
  focus.presses = !stop.typed && !stop.tree;
  focus.menus = false;
}

void go_to_stop(Frame& f, const FocusStop& stop) {
  KeyboardFocus& focus = f.state.focus;
  give_to(focus, stop);
  ImGuiWindow* window = ImGui::FindWindowByID(stop.window);
  if (window == nullptr) return;
  focus.lets_go = true;
  focus.to_window = stop.window;
  if (!stop.tree) compat::scroll_to(window, im(stop.rect.lo), im(stop.rect.hi));
  if (stop.typed) compat::activate(stop.id, true);
  f.out.wants_next_frame = true;
}

// Where a panel is entered: where it was left, else what it is there for, its tree, its cells or
// its first number; null: it has nothing to stop at.
const FocusStop* entry_of(const KeyboardFocus& focus, unsigned int panel) {
  const auto left = focus.left_at.find(panel);
  const FocusStop* first = nullptr;
  const FocusStop* field = nullptr;
  const FocusStop* tree = nullptr;
  for (const FocusStop& s : focus.stops) {
    if (s.root != panel) continue;
    if (left != focus.left_at.end() && s.id == left->second) return &s;
    if (first == nullptr) first = &s;
    if (field == nullptr && s.typed) field = &s;
    if (tree == nullptr && s.tree) tree = &s;
  }
  return tree != nullptr ? tree : field != nullptr ? field : first;
}

bool enter_or_space() {
  return key_pressed(Key::Enter) || key_pressed(Key::PadEnter) || key_pressed(Key::Space);
}

// Without Ctrl and Alt: with them keys are commands wherever one is.
bool cell_key_pressed() {
  const ImGuiIO& io = ImGui::GetIO();
  if (io.KeyCtrl || io.KeyAlt || io.KeySuper) return false;
  const auto pressed = [](Key key) { return key_pressed(key, true); };
  if (std::ranges::any_of(kCellKeys, pressed)) return true;
  for (int k = 0; k < 10; ++k) {
    if (pressed(static_cast<Key>(static_cast<int>(Key::Num0) + k)) ||
        pressed(static_cast<Key>(static_cast<int>(Key::Pad0) + k))) {
      return true;
    }
  }
  // No cell is of letters: one that is pressed too early must not cut what is chosen, or hide it.
  for (int k = static_cast<int>(Key::A); k <= static_cast<int>(Key::Z); ++k) {
    if (pressed(static_cast<Key>(k))) return true;
  }
  return false;
}

void draw_ring(Frame& f, const Rect& r) {
  const float out = f.px(2);
  compat::draw_rect(ImGui::GetForegroundDrawList(), im(r.lo - vec2(out)), im(r.hi + vec2(out)),
                    to_u32(f.colors.accent), f.px(4), f.px(2));
}

}  // namespace

void note_focus_stop(Frame& f, std::string_view name) {
  const ImGuiID id = ImGui::GetItemID();
  const ImGuiWindow* window = ImGui::GetCurrentWindow();
  // Menus and popups have arrows; the rows of the tree are one stop, and splitters none.
  if (id == 0 || (window->Flags & (ImGuiWindowFlags_ChildMenu | ImGuiWindowFlags_MenuBar)) != 0 ||
      compat::item_is_disabled() || name.starts_with("split ")) {
    return;
  }
  const bool row = name == "joint:", cells = name == "table cells";
  // The tree is one stop, whichever of its rows are in sight.
  keep_focus_stop(f, {row ? window->ID : id,
                      window->ID,
                      window->RootWindow->ID,
                      {from_im(ImGui::GetItemRectMin()), from_im(ImGui::GetItemRectMax())},
                      compat::item_is_typed_in(),
                      row || cells});
}

void keep_focus_stop(Frame& f, const FocusStop& stop) {
  auto& stops = f.state.focus.stops;
  // It may have two names.
  if (std::ranges::find(stops, stop.id, &FocusStop::id) == stops.end()) stops.push_back(stop);
}

void place_tree_focus(Frame& f, bool in_sight) {
  const ImGuiWindow* window = ImGui::GetCurrentWindow();
  auto& stops = f.state.focus.stops;
  const auto at = std::ranges::find(stops, window->ID, &FocusStop::id);
  if (at == stops.end()) return;
  const Rect all{from_im(window->InnerRect.Min), from_im(window->InnerRect.Max)};
  const Rect row{from_im(ImGui::GetItemRectMin()), from_im(ImGui::GetItemRectMax())};
  at->rect = in_sight ? Rect{glm::max(row.lo, all.lo), glm::min(row.hi, all.hi)} : all;
}

void note_panel(Frame& f) {
  f.state.focus.panels.push_back(ImGui::GetCurrentWindow()->ID);
}

void take_focus(Frame& f) {
  KeyboardFocus& focus = f.state.focus;
  const unsigned int before = focus.id;
  leave(focus);
  focus.id = ImGui::GetItemID();
  focus.back = before;
  focus.presses = focus.lets_go = true;
}

void move_focus(Frame& f, int step) {
  KeyboardFocus& focus = f.state.focus;
  std::vector<FocusStop> stops = focus.stops;
  // Of a dialog only what is in it.
  if (const ImGuiWindow* top = ImGui::GetTopMostPopupModal()) {
    std::erase_if(stops, [top](const FocusStop& s) { return s.root != top->ID; });
  }
  if (stops.empty()) return;
  const ImGuiID typed = ImGui::GetActiveID();
  const auto now = std::ranges::find(stops, typed != 0 ? typed : focus.id, &FocusStop::id);
  const auto n = static_cast<int>(stops.size());
  const int at = now != stops.end() ? static_cast<int>(now - stops.begin()) + step
                 : step > 0         ? 0
                                    : n - 1;
  const FocusStop& next = stops[static_cast<std::size_t>((at + n) % n)];
  // Who walks through a panel does not come back for its last stop.
  if (now != stops.end() && now->root != next.root) focus.left_at.erase(now->root);
  go_to_stop(f, next);
}

void move_to_panel(Frame& f, int step) {
  KeyboardFocus& focus = f.state.focus;
  // Places: the panels that can be entered, and the view behind them.
  std::vector<const FocusStop*> places;
  const ImGuiID typed = ImGui::GetActiveID();
  const FocusStop* now = stop_with(focus, typed != 0 ? typed : focus.id);
  int at = -1;
  for (const unsigned int panel : focus.panels) {
    const FocusStop* entry = entry_of(focus, panel);
    if (entry == nullptr) continue;
    if (now != nullptr && now->root == panel) at = static_cast<int>(places.size());
    places.push_back(entry);
  }
  places.push_back(nullptr);
  const auto n = static_cast<int>(places.size());
  const FocusStop* next = places[static_cast<std::size_t>(((at < 0 ? n - 1 : at) + step + n) % n)];
  if (next != nullptr) return go_to_stop(f, *next);
  leave(focus);
  focus.lets_go = true;
  f.out.wants_next_frame = true;
}

void focus_menus(Frame& f) {
  KeyboardFocus& focus = f.state.focus;
  const bool leaves = focus.menus;
  leave(focus);
  if (leaves) {
    if (any_popup()) ImGui::ClosePopupToLevel(0, false);
    return;
  }
  focus.lets_go = true;
  focus.menus = focus.to_menus = true;
  f.out.wants_next_frame = true;
}

void drop_focus(Frame& f) {
  leave(f.state.focus);
}

void offer_menu(Frame& f) {
  if (!f.state.focus.to_menus || any_popup()) return;
  f.state.focus.to_menus = false;
  compat::focus_menu_item();
  f.out.wants_next_frame = true;
}

bool has_focus(const Frame& f) {
  return f.state.focus.id != 0 && f.state.focus.id == ImGui::GetItemID();
}

int slider_steps(Frame& f) {
  if (!has_focus(f) || focus_is_in_menus(f)) return 0;
  f.state.focus.arrows = true;
  if (key_pressed(Key::Home)) return -kAllSteps;
  if (key_pressed(Key::End)) return kAllSteps;
  return (key_pressed(Key::Right, true) ? 1 : 0) - (key_pressed(Key::Left, true) ? 1 : 0);
}

vec2 arrow_steps(Frame& f) {
  if (!has_focus(f) || focus_is_in_menus(f)) return vec2(0.0f);
  f.state.focus.arrows = f.state.focus.plane = true;
  const auto pressed = [](Key key) { return key_pressed(key, true) ? 1.0f : 0.0f; };
  return {pressed(Key::Right) - pressed(Key::Left), pressed(Key::Down) - pressed(Key::Up)};
}

bool slider_key_held(const Frame& f) {
  return f.state.focus.arrows &&
         std::ranges::any_of(kSliderKeys, [](Key key) { return key_down(key); });
}

void begin_focus(Frame& f) {
  KeyboardFocus& focus = f.state.focus;
  focus.arrows = focus.cells = focus.plane = false;
  focus.stops.clear();
  focus.panels.clear();
  if (std::exchange(focus.lets_go, false)) ImGui::ClearActiveID();
  if (focus.popup && key_pressed(Key::Escape)) compat::ignore_resting_mouse();
  if (ImGuiWindow* window = ImGui::FindWindowByID(std::exchange(focus.to_window, 0u))) {
    ImGui::FocusWindow(window);
  }
}

void end_focus(Frame& f) {
  KeyboardFocus& focus = f.state.focus;
  const bool popup = any_popup();
  const bool dialog = f.state.has_dialog();
  const bool mouse = ImGui::IsMouseClicked(0) || ImGui::IsMouseClicked(1);
  if (mouse && (!focus.menus || !popup)) leave(focus);
  // A command of a menu was run, or Escape left the last one. A dialog that it opened is no menu.
  if (focus.menus && focus.popup && (!popup || dialog)) leave(focus);
  if (!popup && key_pressed(Key::Escape) && !focus.popup && focus.back == 0) leave(focus);
  const bool list = any_list();
  // A list that a key opened shows from where its arrows start.
  if (list && !focus.popup && focus.id != 0) compat::show_navigation();
  const bool keyboard = focus.menus || list;
  compat::enable_navigation(keyboard);
  if (keyboard && (focus.popup || !popup) &&
      (key_pressed(Key::Enter) || key_pressed(Key::PadEnter))) {
    compat::activate_focused();
    f.out.wants_next_frame = true;
  }
  if (!keyboard && !focus.popup && !ImGui::GetIO().WantTextInput && enter_or_space()) {
    const FocusStop* stop = stop_of(focus);
    if (stop != nullptr && !stop->tree) {
      compat::activate(stop->id, stop->typed);
      f.out.wants_next_frame = true;
    }
  }
  if (list != focus.popup) f.out.wants_next_frame = true;
  focus.popup = list;
  if (const FocusStop* stop = stop_of(focus); stop != nullptr && !focus.menus) {
    draw_ring(f, stop->rect);
    focus.left_at[stop->root] = stop->id;
  } else if (!focus.menus && focus.id != 0 && !f.out.wants_next_frame) {
    // What had the focus is gone.
    const FocusStop* before = stop_with(focus, std::exchange(focus.back, 0u));
    focus.id = 0;
    if (before != nullptr) give_to(focus, *before);
    f.out.wants_next_frame = before != nullptr;
  }
}

bool focus_takes_enter(const Frame& f) {
  return f.state.focus.id != 0 && f.state.focus.presses;
}

bool focus_is_in_menus(const Frame& f) {
  return f.state.focus.menus || f.state.focus.popup;
}

bool focus_takes_press(const Frame& f) {
  if (f.state.focus.cells && cell_key_pressed()) return true;
  if (f.state.focus.id == 0) return false;
  if (f.state.focus.arrows &&
      std::ranges::any_of(kSliderKeys, [](Key key) { return key_pressed(key, true); })) {
    return true;
  }
  const bool plane = f.state.focus.plane;
  if (plane && (key_pressed(Key::Up, true) || key_pressed(Key::Down, true))) return true;
  return key_pressed(Key::Escape) || enter_or_space();
}

}  // namespace bindpose::ui
