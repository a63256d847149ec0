#include "ui/explain/walker.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "scene/explain/space_walk.h"
#include "ui/base/draw_helpers.h"
#include "ui/base/focus.h"
#include "ui/base/imgui_compat.h"
#include "ui/base/widgets.h"
#include "ui/commands/command_button.h"
#include "ui/formula/large/formula_large.h"
#include "ui/formula/math_values.h"
#include "view/marks/walk.h"

namespace bindpose::ui {

namespace {

constexpr float kWalkPart = 0.3f;      // of the view's height, that the formula takes
constexpr float kWalkWidth = 760.0f;   // at most, at scale 1
constexpr float kWalkBar = 38.0f;      // likewise
constexpr float kStageSeconds = 1.4f;  // of a stage's way
constexpr float kRestSeconds = 0.5f;   // at each stage
constexpr float kMostSeconds = 24.0f;  // of all of it: a long chain goes faster

bool walks(const Frame& f) {
  return f.model() && f.scene().view.walker != WalkOf::Off && !f.drafting();
}

void set_walk(Frame& f, float at) {
  ViewSettings view = f.scene().view;
  view.walker_at = at;
  f.set_view(view);
}

SpaceWalk walk_of(const Frame& f) {
  return space_walk(f.scene(), f.input.posed);
}

struct WalkPlace {
  Rect formula;  // the room for it
  Rect bar;
  Rect all;
};

// At the foot of the view, above a lesson's formula.
WalkPlace walk_place(const Frame& f) {
  const float gap = f.px(8);
  const Rect& lesson = f.state.lesson.formula_card;
  const float foot = lesson.size().y > 0.0f ? lesson.lo.y - gap : f.view.hi.y - gap;
  const float width = std::min(f.view.size().x - 2.0f * gap, f.px(kWalkWidth));
  const float left = std::floor(f.view.center().x - 0.5f * width);
  const float bar = std::floor(foot - f.px(kWalkBar));
  const float top = std::floor(bar - gap - kWalkPart * f.view.size().y);
  return {{{left, top}, {left + width, bar - f.px(4)}},
          {{left, bar}, {left + width, foot}},
          {{left, top}, {left + width, foot}}};
}

FormulaSize walk_type(const Frame& f) {
  const float room = kWalkPart * f.view.size().y;
  const float least = f.state.presenter ? least_type(ImGui::GetIO().DisplaySize.y) : 0.0f;
  return {compat::font_size(reading_font()), least, room, room};
}

float play_rate(const SpaceWalk& walk) {
  return std::max(1.0f / kStageSeconds, walk.last() / kMostSeconds);
}

// A part of a stage a second, and a rest where it comes to one.
void play_on(Frame& f, const SpaceWalk& walk) {
  WalkerState& state = f.state.of_model.walker;
  if (!state.playing) return;
  f.out.wants_next_frame = true;
  const float dt = std::min(ImGui::GetIO().DeltaTime, 0.1f);
  const float at = std::min(f.scene().view.walker_at, walk.last());
  if (state.resting > 0.0f) {
    state.resting -= dt;
    return;
  }
  const float next = std::floor(at + 1e-4f) + 1.0f;
  const float to = std::min({at + dt * play_rate(walk), next, walk.last()});
  if (to >= walk.last()) state.playing = false;
  if (to >= next) state.resting = kRestSeconds;
  set_walk(f, to);
}

// Whole stages hold the mouse a little.
float held_stage(float at) {
  const float whole = std::round(at);
  return std::abs(at - whole) < 0.08f ? whole : at;
}

void draw_track(Frame& f, const SpaceWalk& walk, const Rect& r) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float knob = f.px(7), left = r.lo.x + knob, length = r.size().x - 2.0f * knob;
  const float y = r.center().y, last = std::max(1.0f, walk.last());
  ImGui::SetCursorScreenPos(im(r.lo));
  ImGui::InvisibleButton("walk", im(glm::max(r.size(), vec2(1.0f))));
  mark(f, "walk slider");
  const float at = std::min(f.scene().view.walker_at, last);
  if (const int steps = slider_steps(f); steps != 0) {
    f.state.of_model.walker.playing = false;
    set_walk(
        f, std::clamp(at + 0.1f * static_cast<float>(std::clamp(steps, -1000, 1000)), 0.0f, last));
  } else if (ImGui::IsItemActive() && ImGui::IsMouseDown(0)) {
    f.state.of_model.walker.playing = false;
    const float wanted = (ImGui::GetIO().MousePos.x - left) / std::max(1.0f, length) * last;
    set_walk(f, held_stage(std::clamp(wanted, 0.0f, last)));
  }
  const bool hot = ImGui::IsItemHovered() || ImGui::IsItemActive();
  if (!ImGui::IsItemActive())
    tooltip(f, "Drag, or Alt+Left and Alt+Right: a space back, a space on.");
  const float half = f.px(2), x = left + at / last * length;
  list->AddRectFilled(ImVec2(left, y - half), ImVec2(left + length, y + half),
                      to_u32(blend(f.colors.panel, f.colors.text, 0.22f)), half);
  list->AddRectFilled(ImVec2(left, y - half), ImVec2(x, y + half), to_u32(f.colors.accent), half);
  const auto stages = static_cast<int>(walk.last());
  const float apart = length / last;
  for (int k = 0; k <= stages; ++k) {
    const bool ends = k < 2 || k + 2 >= stages;
    if (apart < f.px(5) && !ends) continue;
    const ImVec2 tick(left + static_cast<float>(k) * apart, y);
    const bool done = static_cast<float>(k) <= at;
    list->AddCircleFilled(tick, f.px(3.5f), to_u32(done ? f.colors.accent : f.colors.text_dim));
  }
  list->AddCircleFilled(ImVec2(x, y), hot ? knob + f.px(1) : knob, to_u32(f.colors.accent), 32);
  list->AddCircleFilled(ImVec2(x, y), 0.45f * knob, to_u32(f.colors.panel), 24);
}

void draw_walk_buttons(Frame& f, float& x, float middle) {
  const auto place = [&] {
    ImGui::SetCursorScreenPos(ImVec2(x, middle - f.px(14)));
    x += f.px(30);
  };
  const bool playing = f.state.of_model.walker.playing;
  place();
  command_button(f, Command::WalkBack, Icon::StepBack);
  mark(f, "walk back");
  place();
  if (icon_button(f, "walk play", playing ? Icon::Pause : Icon::Play, playing))
    run(f, Command::WalkPlay);
  mark(f, "walk play");
  tooltip(f, playing ? "Stop the walk" : "Play the walk", Command::WalkPlay);
  place();
  command_button(f, Command::WalkOn, Icon::StepForward);
  mark(f, "walk on");
}

void draw_walk_bar(Frame& f, const SpaceWalk& walk, const Rect& r) {
  begin_fixed_window("walker", r, ImVec2(0, 0), f.colors.panel, 0.0f);
  draw_card(f, ImGui::GetWindowDrawList(), r, f.px(8));
  mark(f, "walker", "", r);
  const bool buttons = f.state.chrome && !f.state.presenter;
  float x = r.lo.x + f.px(8), right = r.hi.x - f.px(10);
  if (buttons || f.state.presenter) draw_walk_buttons(f, x, r.center().y);
  if (buttons) {
    const float wide = f.px(132);
    right -= wide + f.px(8) + f.px(28);
    ImGui::SetCursorScreenPos(
        ImVec2(right + f.px(6), r.center().y - 0.5f * ImGui::GetFrameHeight()));
    const int which = f.scene().view.walker == WalkOf::All ? 1 : 0;
    const int chosen = segmented(f, "walk of", {"One", "All"}, which, wide);
    if (chosen >= 0) {
      ViewSettings view = f.scene().view;
      view.walker = chosen == 0 ? WalkOf::Joint : WalkOf::All;
      f.set_view(view);
    }
    ImGui::SetCursorScreenPos(ImVec2(r.hi.x - f.px(34), r.center().y - f.px(13)));
    if (icon_button(f, "walk close", Icon::Close, false, true, 26.0f)) {
      ViewSettings view = f.scene().view;
      view.walker = WalkOf::Off;
      f.set_view(view);
    }
    mark(f, "walk close");
    tooltip(f, "Close the space walker");
  }
  draw_track(f, walk, {{x + f.px(4), r.lo.y + f.px(4)}, {right, r.hi.y - f.px(4)}});
  ImGui::End();
}

float model_size(const Frame& f) {
  const float unit = glm::length(vec3(f.model()->to_display[0]));
  const float height = f.input.bones.layout.height;
  return unit > 0.0f ? height / unit : height;
}

void light_walk(Frame& f, const SpaceWalk& walk, Highlight& out) {
  const WalkMark mark_now = walk_mark(walk, *f.model(), f.scene().view.walker_at, model_size(f));
  const bool summed =
      walk.stages[walk_at(walk, f.scene().view.walker_at).stage].kind == WalkStage::Summed;
  out.frames.push_back({mat4(1.0f), mark_now.space, f.colors.text, mark_now.arrows});
  for (const WalkMark::Copy& copy : mark_now.copies) {
    const vec3 color = f.joint_color(copy.joint);
    for (const auto& line : copy.grid) {
      if (copy.alpha > 0.02f)
        out.lines.push_back({{line[0], line[1]}, color, 1.0f, 0.7f * copy.alpha});
    }
    if (copy.trail.size() > 1) out.lines.push_back({copy.trail, color, 1.5f, 0.5f});
    if (copy.alpha > 0.02f && !mark_now.arrows) {
      out.frames.push_back({copy.frame, name_of_joint(*f.model(), copy.joint), color, true});
    }
    if (mark_now.arrows && !mark_now.has_rest) out.arrows.push_back({copy.tail, copy.point, color});
    const bool last = &copy == &mark_now.copies.back();
    const bool whole = summed && last;
    out.points.push_back({copy.point, whole ? "v'" : "", color, whole || !summed ? 1.3f : 0.8f});
  }
  if (mark_now.has_rest) {
    const WalkMark::Copy& own = mark_now.copies.front();
    out.arrows.push_back({vec3(0.0f), mark_now.rest_from, f.joint_color(own.joint)});
    out.arrows.push_back({mark_now.rest_from, own.point, f.colors.text_dim});
  }
}

}  // namespace

void step_walk(Frame& f, int stages) {
  const SpaceWalk walk = walk_of(f);
  if (walk.empty()) return f.say(walk.why_not);
  f.state.of_model.walker.playing = false;
  const float at = std::min(f.scene().view.walker_at, walk.last());
  const float from = stages > 0 ? std::floor(at + 1e-4f) : std::ceil(at - 1e-4f);
  set_walk(f, std::clamp(from + static_cast<float>(stages), 0.0f, walk.last()));
}

bool step_has_space(const Frame& f, int stages) {
  if (f.input.lesson == nullptr || f.input.question() != nullptr || !walks(f)) return false;
  const std::size_t k = f.input.lesson_step;
  if (f.input.lesson->steps[k].start.view.walker == WalkOf::Off) return false;
  for (const LessonSlider& slider : f.input.lesson->lesson.steps[k].sliders) {
    if (slider.edit.find("walker_at") != std::string::npos) return false;
  }
  const SpaceWalk walk = walk_of(f);
  const float at = std::min(f.scene().view.walker_at, walk.last());
  return !walk.empty() && (stages > 0 ? at < walk.last() : at > 0.0f);
}

void play_walk(Frame& f) {
  WalkerState& state = f.state.of_model.walker;
  const SpaceWalk walk = walk_of(f);
  if (walk.empty()) return f.say(walk.why_not);
  state.playing = !state.playing;
  state.resting = 0.0f;
  if (state.playing && f.scene().view.walker_at >= walk.last()) set_walk(f, 0.0f);
}

void place_walker(Frame& f) {
  if (!walks(f) || !f.state.walk_card) return;
  Rect& card = f.state.lesson.formula_card;
  const Rect own = walk_place(f).all;
  card = card.size().y > 0.0f ? Rect{glm::min(card.lo, own.lo), glm::max(card.hi, own.hi)} : own;
}

void draw_walker(Frame& f) {
  if (!walks(f)) {
    f.state.of_model.walker = {};
    return;
  }
  const SpaceWalk walk = walk_of(f);
  const WalkPlace place = walk_place(f);
  // Its cards change from stage to stage: the view keeps clear of the room that they may take.
  const std::size_t cards = f.out.cards.size();
  if (walk.empty()) {
    const vec2 size = from_im(ImGui::CalcTextSize(walk.why_not)) + vec2(f.px(24), f.px(16));
    const vec2 lo = glm::floor(vec2(f.view.center().x - 0.5f * size.x, place.bar.hi.y - size.y));
    ImDrawList* list = ImGui::GetBackgroundDrawList();
    const std::string words = elided(walk.why_not, f.view.size().x - f.px(40));
    mark(f, "walker", "", draw_tag(f, list, lo, words, f.colors.text, f.view));
    return;
  }
  play_on(f, walk);
  if (f.state.highlight.empty()) light_walk(f, walk, f.state.highlight);
  if (!f.state.walk_card) return;
  WalkerState& state = f.state.of_model.walker;
  const std::size_t stage = walk_at(walk, f.scene().view.walker_at).stage;
  if (std::exchange(state.stage, stage) != stage) state.morph.wanted = true;
  const Rect card = draw_formula(f, FormulaKind::Walk, place.formula, walk_type(f));
  mark(f, "walk formula", "", card);
  draw_walk_bar(f, walk, place.bar);
  f.out.cards.resize(cards);
  f.out.cards.push_back(place.all);
  f.state.words.kept_now = {place.all,
                            {glm::min(card.lo, place.bar.lo), glm::max(card.hi, place.bar.hi)}};
  place_walker(f);
}

}  // namespace bindpose::ui
