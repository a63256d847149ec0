#include "ui/clips/take_dialog.h"

#include <algorithm>

#include "math/ascii.h"
#include "math/numbers.h"
#include "ui/base/draw_helpers.h"
#include "ui/base/focus.h"
#include "ui/base/imgui_compat.h"
#include "ui/base/widgets.h"
#include "ui/frame.h"

namespace bindpose::ui {

namespace {

constexpr const char* kTakePopup = "Take a clip###take";

std::string take_clip_name(const Model& model, int clip) {
  const std::string& name = model.clips[idx(clip)].name;
  return name.empty() ? "clip " + std::to_string(clip + 1) : name;
}

// Joints of skins, and nodes that have a partner.
std::vector<int> shown_targets(const Model& model, const std::vector<int>& partner,
                               const char* search) {
  const auto& flag = model.skeleton.file_flags.is_joint;
  const bool skinned = std::ranges::any_of(flag, [](auto f) { return f != 0; });
  const std::string wanted = in_lower_case(search);
  std::vector<int> out;
  for (int t = 0; t < model.skeleton.size(); ++t) {
    const bool counts = !skinned || flag[idx(t)] != 0 || partner[idx(t)] >= 0;
    const bool found = in_lower_case(model.skeleton.name[idx(t)]).find(wanted) != std::string::npos;
    if (counts && found) out.push_back(t);
  }
  return out;
}

void draw_take_clip_choice(Frame& f) {
  TakeState& s = f.state.take;
  align_text();
  ImGui::TextUnformatted("Clip");
  ImGui::SameLine(f.px(80));
  const bool open = begin_combo(f, "##take clip", take_clip_name(*s.source, s.clip),
                                std::min(f.px(320), ImGui::GetContentRegionAvail().x));
  if (open) {
    for (int c = 0; c < static_cast<int>(s.source->clips.size()); ++c) {
      ImGui::PushID(c);
      if (list_row(take_clip_name(*s.source, c).c_str(), c == s.clip)) s.clip = c;
      mark(f, "take clip:", take_clip_name(*s.source, c));
      ImGui::PopID();
    }
    ImGui::EndCombo();
  } else {
    mark(f, "take:clip");
  }
  if (toggle(f, "take feet", "Feet stay where they stand in the clip", s.feet)) s.feet = !s.feet;
  mark(f, "take:feet");
}

// The partner of one joint; true where another one was chosen. `seen`: its list is open.
bool draw_partner(Frame& f, int target, int partner, float width, bool& seen) {
  TakeState& s = f.state.take;
  const Skeleton& from = s.source->skeleton;
  const std::string& name = f.model()->skeleton.name[idx(target)];
  const std::string preview = partner < 0 ? "none" : from.name[idx(partner)];
  int chosen = partner;
  ImGui::SetNextWindowSizeConstraints(ImVec2(width, 0), ImVec2(width, f.px(2000)));
  const bool open = begin_combo(f, "##partner", preview, width);
  if (!open) {
    mark(f, "pair:", name);
    return false;
  }
  seen = true;
  SearchRows rows{"partner", "Find a joint", "No joint has that in its name", from.size() + 1};
  rows.title = [&](int row) { return row == 0 ? std::string("none") : from.name[idx(row - 1)]; };
  rows.current = partner + 1;
  const int row = pick_row(f, s.partners, rows);
  if (row >= 0) chosen = row - 1;
  if (row >= 0 || key_pressed(Key::Escape)) ImGui::CloseCurrentPopup();
  ImGui::EndCombo();
  if (chosen == partner) return false;
  set_partner(s.map, target, chosen);
  s.map_file.clear();
  f.out.wants_next_frame = true;
  return true;
}

const char* found_by(const JointMap& map, int target) {
  const auto pair = std::ranges::find(map.pair, target, &JointPair::target);
  if (pair == map.pair.end()) return "rests";
  if (target == map.target_hips) return "hips";
  constexpr const char* kWords[] = {"body part", "name", "place", "by hand"};
  return kWords[static_cast<std::size_t>(pair->by)];
}

void draw_pairs(Frame& f, float height) {
  TakeState& s = f.state.take;
  const Skeleton& own = f.model()->skeleton;
  const std::vector<int> partner = partners_of_targets(s.map, own);
  const std::vector<int> rows = shown_targets(*f.model(), partner, s.search);
  bool list_open = false;
  ImGui::BeginChild("pairs", ImVec2(0.0f, height));
  const float width = ImGui::GetContentRegionAvail().x;
  const float first = std::floor(0.36f * width), second = std::floor(0.40f * width);
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(rows.size()), ImGui::GetFrameHeightWithSpacing());
  while (clipper.Step()) {
    for (int row = clipper.DisplayStart; row < clipper.DisplayEnd; ++row) {
      const int t = rows[idx(row)];
      ImGui::PushID(t);
      align_text();
      ImGui::TextUnformatted(elided(own.name[idx(t)], first - f.px(12)).c_str());
      ImGui::SameLine(first);
      const bool changed = draw_partner(f, t, partner[idx(t)], second, list_open);
      ImGui::SameLine(first + second + f.px(12));
      align_text();
      text_dim(f, found_by(s.map, t));
      ImGui::PopID();
      if (changed) {  // the rows are other ones now
        s.partners.open = false;
        clipper.End();
        ImGui::EndChild();
        return;
      }
    }
  }
  s.partners.open = list_open;
  ImGui::EndChild();
}

// -1: none was pressed.
int take_buttons(Frame& f) {
  const TakeState& s = f.state.take;
  const float gap = ImGui::GetStyle().ItemSpacing.x;
  const int count = s.dropped ? 5 : 4;
  const float width =
      std::floor((ImGui::GetContentRegionAvail().x - gap * float(count - 1)) / float(count));
  constexpr const char* kLabels[] = {"Take the clip", "Open the file", "Load map...", "Save map...",
                                     "Cancel"};
  int pressed = -1;
  for (int k = 0; k < 5; ++k) {
    if (k == 1 && !s.dropped) continue;
    if (k > 0) ImGui::SameLine();
    const bool disabled = k == 0 && s.map.pair.empty();
    ImGui::BeginDisabled(disabled);
    const bool now = k == 0 ? accent_button(f, kLabels[k], width)
                            : ImGui::Button(kLabels[k], ImVec2(width, 0.0f));
    ImGui::EndDisabled();
    if (now) pressed = k;
    mark(f, "take:", kLabels[k]);
  }
  return pressed;
}

}  // namespace

void set_partner(JointMap& map, int target, int source) {
  std::erase_if(map.pair, [&](const JointPair& p) {
    return p.target == target || (source >= 0 && p.source == source);
  });
  if (source >= 0) map.pair.push_back({source, target, PairedBy::Hand});
  std::ranges::sort(map.pair, {}, &JointPair::target);
}

void draw_take(Frame& f) {
  TakeState& s = f.state.take;
  const bool other_dialog = f.state.browser.open || f.state.browser.wanted || f.state.ask.is_open();
  if (!s.is_open() || !f.model() || other_dialog) return;
  // The Enter that closed another dialog is not meant for this one.
  const bool appears = !ImGui::IsPopupOpen(kTakePopup);
  if (appears) ImGui::OpenPopup(kTakePopup);
  if (!begin_dialog(f, kTakePopup, vec2(f.px(640), f.px(600)))) return;
  // A list that Enter or Escape closes has taken that key.
  // One that Escape has just closed, too.
  const bool in_list = appears || focus_is_in_menus(f) ||
                       ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId) ||
                       !ImGui::IsWindowFocused(ImGuiFocusedFlags_RootAndChildWindows);
  heading_elided("A clip of " + s.source->name + " for " + f.model()->name,
                 ImGui::GetContentRegionAvail().x);
  draw_take_clip_choice(f);
  vertical_space(f, 4);
  const float wide = ImGui::GetContentRegionAvail().x;
  if (s.map.pair.empty()) {
    text_colored(
        f.colors.warning,
        wrapped("No joint stands for another one by name or place: choose a partner for at "
                "least one, or load a map.",
                wide));
    mark(f, "take:no pairs");
  } else {
    const std::size_t pairs = s.map.pair.size();
    text_dim(f, wrapped(std::to_string(pairs) + (pairs == 1 ? " joint has" : " joints have") +
                            " a partner in the clip's file; the others rest. Click a partner to "
                            "choose another.",
                        wide));
  }
  ImGui::SetNextItemWidth(std::min(f.px(240), ImGui::GetContentRegionAvail().x));
  ImGui::InputTextWithHint("##take search", "Find a joint", s.search, sizeof s.search);
  mark(f, "take:search");
  const float below = ImGui::GetFrameHeight() + 3.0f * ImGui::GetStyle().ItemSpacing.y + f.px(4);
  draw_pairs(f, std::max(f.px(80), ImGui::GetContentRegionAvail().y - below));
  vertical_space(f, 4);
  const int pressed = take_buttons(f);
  const bool enter = (key_pressed(Key::Enter) || key_pressed(Key::PadEnter)) &&
                     !focus_takes_enter(f) && !s.map.pair.empty();
  Requests& r = f.out.requests;
  if (pressed == 2) f.state.browser.wanted = BrowserPurpose::LoadMap;
  if (pressed == 3) f.state.browser.wanted = BrowserPurpose::SaveMap;
  if (pressed == 0 || (pressed < 0 && enter && !in_list)) r.take = TakeAnswer::Take;
  if (pressed == 1) r.take = TakeAnswer::Open;
  if (pressed == 4 || (pressed < 0 && key_pressed(Key::Escape) && !in_list)) {
    r.take = TakeAnswer::Cancel;
  }
  if (r.take || pressed >= 0) ImGui::CloseCurrentPopup();
  if (pressed >= 0) f.out.wants_next_frame = true;
  ImGui::EndPopup();
}

}  // namespace bindpose::ui
