// Commands of the menu Camera.
#include <algorithm>
#include <optional>

#include "scene/time/timeline.h"
#include "ui/commands/command_groups.h"

namespace bindpose::ui {

namespace {

using C = Command;
using K = Key;

template <Side side>
void look(Frame& f) {
  f.out.requests.look_from = side;
}

// With the mouse on the timeline it is what the ruler shows: the whole clip, or this part of it.
bool frames_time(Frame& f, const std::optional<TimeRange>& part) {
  TimelineState& timeline = f.state.of_model.timeline;
  const Clip* clip = chosen_clip(f.scene());
  if (!timeline.hovered || clip == nullptr) return false;
  timeline.seen.reset();
  if (part && part->to - part->from > 0.0) {
    const double margin = 0.04 * (part->to - part->from);
    const TimeRange seen{std::max(0.0, part->from - margin),
                         std::min(clip->duration, part->to + margin)};
    if (seen.to - seen.from < clip->duration) timeline.seen = seen;
  }
  f.out.wants_next_frame = true;
  return true;
}

const CommandInfo kCameraCommands[] = {
    {.command = C::FrameAll,
     .name = "frame-all",
     .group = "Camera",
     .menu = "Camera",
     .label = "Frame all",
     .keys = {{{K::Home}}},
     .available = has_model,
     .run =
         [](Frame& f) {
           if (!frames_time(f, {})) f.out.requests.frame_all = true;
         }},
    {.command = C::FrameSelection,
     .name = "frame-selection",
     .group = "Camera",
     .menu = "Camera",
     .label = "Frame selection",
     .keys = {{{K::F}, {K::PadDecimal}}},
     .available = has_model,
     .run =
         [](Frame& f) {
           if (!frames_time(f, play_range(f.scene()))) f.out.requests.frame_selection = true;
         }},
    {.command = C::LookFront,
     .name = "look-front",
     .group = "Camera",
     .menu = "Camera",
     .label = "Front",
     .keys = {{{K::Num1}, {K::Pad1}}},
     .run = look<Side::Front>},
    {.command = C::LookRight,
     .name = "look-right",
     .group = "Camera",
     .menu = "Camera",
     .label = "Right side",
     .keys = {{{K::Num3}, {K::Pad3}}},
     .run = look<Side::Right>},
    {.command = C::LookTop,
     .name = "look-top",
     .group = "Camera",
     .menu = "Camera",
     .label = "Top",
     .keys = {{{K::Num7}, {K::Pad7}}},
     .run = look<Side::Top>},
    {.command = C::LookBack,
     .name = "look-back",
     .group = "Camera",
     .menu = "Camera",
     .label = "Back",
     .keys = {{{K::Num1, kCtrl}, {K::Pad1, kCtrl}}},
     .run = look<Side::Back>},
    {.command = C::LookLeft,
     .name = "look-left",
     .group = "Camera",
     .menu = "Camera",
     .label = "Left side",
     .keys = {{{K::Num3, kCtrl}, {K::Pad3, kCtrl}}},
     .run = look<Side::Left>},
    {.command = C::ToggleProjection,
     .name = "orthographic",
     .group = "Camera",
     .menu = "Camera",
     .label = "Orthographic",
     .keys = {{{K::Num5}, {K::Pad5}}},
     .is_on = [](const Frame& f) { return f.input.camera.orthographic; },
     .run = [](Frame& f) { f.out.requests.toggle_projection = true; }},
};

}  // namespace

std::span<const CommandInfo> camera_commands() {
  return kCameraCommands;
}

}  // namespace bindpose::ui
