#include "ui/timeline/rate_button.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "rig/time/key_times.h"
#include "ui/base/imgui_compat.h"
#include "ui/base/number_field.h"
#include "ui/base/widgets.h"
#include "ui/commands/command_button.h"
#include "ui/timeline/time_text.h"

namespace bindpose::ui {

namespace {

constexpr double kRates[] = {24.0, 25.0, 30.0, 50.0, 60.0, 120.0};

// Where the rate comes from that the clip has by itself.
std::string own_rate(const Frame& f) {
  const Clip* clip = chosen_clip(f.scene());
  if (clip == nullptr) return "Usual";
  const std::string rate = rate_text(frame_rate(*clip));
  if (clip->rate > 0.0) return "The file's, " + rate;
  return (rate_of(key_times(*clip, {})) > 0.0 ? "As the keys stand, " : "Usual, ") + rate;
}

void draw_rates(Frame& f) {
  const double own = f.scene().pose.timeline.rate;
  heading("Frames a second");
  ImGui::PushItemFlag(ImGuiItemFlags_SelectableDontClosePopup, true);
  if (list_row(own_rate(f).c_str(), own == 0.0)) f.edit(SetRate{0.0});
  mark(f, "rate:", "own");
  for (const double rate : kRates) {
    const std::string text = number(rate, 0);
    if (list_row(text.c_str(), own == rate)) f.edit(SetRate{rate});
    mark(f, "rate:", text);
  }
  ImGui::PopItemFlag();
  auto value = static_cast<float>(f.state.of_model.timeline.keys.rate(f.scene()));
  ImGui::SetNextItemWidth(f.px(160));
  // One step of undo, whatever is typed or dragged on the way.
  const bool changed = number_field(f, "##rate", value, 0.1f, "%.6g");
  mark(f, "rate");
  const SetRate wanted{static_cast<double>(value)};
  const bool escape = key_pressed(Key::Escape);
  if (changed && value > 0.0f && !escape) f.edit(wanted, Phase::Preview);
  if (ImGui::IsItemDeactivated() && f.document().in_gesture()) {
    f.edit(wanted, escape || !(value > 0.0f) ? Phase::Cancel : Phase::Commit);
  }
}

// How many poses around the moment, and how far apart.
void draw_poses(Frame& f) {
  ViewSettings v = f.scene().view;
  const ViewSettings before = v;
  if (toggle(f, "trail", "Path of the joint", v.trail)) v.trail = !v.trail;
  if (toggle(f, "poses", "Poses before and after", v.poses)) v.poses = !v.poses;
  const auto count = [&](const char* id, const char* what, int& value, int most) {
    auto n = static_cast<float>(value);
    ImGui::SetNextItemWidth(f.px(48));
    if (number_field(f, id, n, 0.05f, "%.0f")) {
      value = static_cast<int>(std::clamp(std::round(n), 0.0f, static_cast<float>(most)));
    }
    mark(f, id + 2);
    ImGui::SameLine();
    align_text();
    text_dim(f, what);
  };
  count("##poses before", "before", v.poses_before, kMostPoses);
  count("##poses after", "after", v.poses_after, kMostPoses);
  int every = v.poses_every;
  count("##poses every", "frames apart", every, kPoseSteps[std::size(kPoseSteps) - 1]);
  // The next step in the direction of the change.
  auto step = std::ranges::lower_bound(kPoseSteps, every);
  const bool between = step != std::end(kPoseSteps) && *step != every;
  if (every < v.poses_every && between && step != std::begin(kPoseSteps)) --step;
  if (every != v.poses_every && step != std::end(kPoseSteps)) v.poses_every = *step;
  if (v != before) f.set_view(v);
}

}  // namespace

void draw_rate_button(Frame& f, float width) {
  const double rate = f.state.of_model.timeline.keys.rate(f.scene());
  ImGui::BeginDisabled(chosen_clip(f.scene()) == nullptr);
  if (begin_combo(f, "##frames a second", rate_text(rate), width)) {
    heading("Count");
    const int unit = segmented(f, "time unit", {"Frames", "Seconds"},
                               static_cast<int>(f.scene().view.time_unit), f.px(160));
    if (unit >= 0) {
      ViewSettings v = f.scene().view;
      v.time_unit = static_cast<TimeUnit>(unit);
      f.set_view(v);
    }
    vertical_space(f, 4);
    draw_rates(f);
    vertical_space(f, 6);
    heading("In the view");
    draw_poses(f);
    ImGui::EndCombo();
  }
  ImGui::EndDisabled();
  mark(f, "frame rate");
  tooltip(f, "Frames or seconds, rate, path, poses around", Command::TimeUnits);
}

}  // namespace bindpose::ui
