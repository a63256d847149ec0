#include "ui/speaker/speaker_window.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

#include "scene/lesson/lesson_schedule.h"
#include "ui/base/focus.h"
#include "ui/base/imgui_compat.h"
#include "ui/base/widgets.h"
#include "ui/commands/command_button.h"
#include "ui/commands/commands.h"
#include "ui/frame_end.h"
#include "ui/lesson/answer_text.h"
#include "ui/lesson/step_figures.h"
#include "ui/overlays/messages.h"
#include "ui/panels/lesson_panel.h"
#include "ui/speaker/speaker_frame.h"
#include "ui/text/rich_text.h"

namespace bindpose::ui {

namespace {

constexpr float kMargin = 20.0f, kSpeakerHead = 72.0f;
// The left column's part of the width: the audience's picture and what comes next; notes have the
// rest.
constexpr float kLeftPart = 0.58f;
// Of the column's height, at most: what comes next has to be seen, too.
constexpr float kPicturePart = 0.68f;
constexpr float kZoomStep = 1.15f, kLeastZoom = 0.7f, kMostZoom = 2.2f;

// What the keyboard does here; everything else belongs to the audience's window.
constexpr Command kSpeakerCommands[] = {
    Command::LessonNext,     Command::LessonBack,    Command::ShowAnswer,  Command::NextLesson,
    Command::PreviousLesson, Command::SpeakerWindow, Command::BlackScreen, Command::PlaySlider,
    Command::NextField,      Command::PreviousField};

void draw_speaker_head(Speaker& s, const Rect& r) {
  Frame& f = s.f;
  const float right = draw_times(s, r);
  const float width = right - r.lo.x;
  const float line = compat::font_size(ImGui::GetFont()), large = compat::font_size(title_font());
  const float top = std::floor(r.center().y - 0.5f * (line + large + f.px(4)));
  if (s.lesson() == nullptr) {
    draw_text_at(title_font(), {r.lo.x, std::floor(r.center().y - 0.5f * large)}, f.colors.text_dim,
                 "No lesson is open");
    return;
  }
  std::string where = lesson_head(f) + ", step " + std::to_string(f.input.lesson_step + 1) +
                      " of " + std::to_string(s.lesson()->steps.size());
  if (const double until = minutes_until(*s.lesson(), f.input.lesson_step); until > 0.0)
    where += ", until " + spoken_text(60.0 * until);
  draw_text_at(ImGui::GetFont(), {r.lo.x, top}, f.colors.text_dim, elided(where, width));
  compat::push_font(title_font());
  const std::string title = elided(s.step()->title, width);
  ImGui::PopFont();
  draw_text_at(title_font(), {r.lo.x, top + line + f.px(4)}, f.colors.text, title);
}

// Where the audience is to point; they do not see it.
void draw_right_place(const Frame& f, ImDrawList* list, const vec2& at) {
  list->AddCircle(im(at), f.px(10), IM_COL32(10, 12, 16, 220), 32, f.px(5));
  list->AddCircle(im(at), f.px(10), to_u32(f.colors.accent), 32, f.px(2.5f));
  list->AddCircleFilled(im(at), f.px(2.5f), to_u32(f.colors.accent));
}

// What the audience sees now, or would where their screen is black, as large as the room lets it
// be.
Rect draw_audience(Speaker& s, const Rect& room) {
  Frame& f = s.f;
  const vec2 size = s.shown.picture_size;
  vec2 drawn(room.size().x, room.size().x * 9.0f / 16.0f);
  if (size.x >= 1.0f && size.y >= 1.0f) drawn.y = drawn.x * size.y / size.x;
  if (drawn.y > room.size().y) drawn *= room.size().y / drawn.y;
  drawn = glm::floor(drawn);
  const vec2 lo(std::floor(room.center().x - 0.5f * drawn.x), room.lo.y);
  const Rect r{lo, lo + drawn};
  ImDrawList* list = ImGui::GetWindowDrawList();
  if (s.shown.picture != 0) {
    list->AddImage(compat::texture_id(s.shown.picture), im(r.lo), im(r.hi), ImVec2(0, 1),
                   ImVec2(1, 0), s.shown.black ? IM_COL32(140, 140, 140, 255) : IM_COL32_WHITE);
  } else {
    list->AddRectFilled(im(r.lo), im(r.hi), IM_COL32_BLACK);
  }
  if (s.shown.black) {
    const std::string text = "The screen is black: only you see this";
    const float line = compat::font_size(reading_font()), width = width_in(reading_font(), text);
    const vec2 at = glm::floor(vec2(r.center().x - 0.5f * width, r.lo.y + f.px(12)));
    list->AddRectFilled(im(at - f.px(8)), im(at + vec2(width, line) + f.px(8)), IM_COL32_BLACK,
                        f.px(4));
    list->AddText(reading_font(), line, im(at), IM_COL32(220, 220, 220, 255), text.c_str());
  }
  if (s.shown.place && s.shown.picture != 0) {
    const vec2 at = r.lo + *s.shown.place * r.size();
    draw_right_place(f, list, at);
    mark(f, "speaker place", "", {at - f.px(10), at + f.px(10)});
  }
  list->AddRect(im(r.lo - vec2(1.0f)), im(r.hi + vec2(1.0f)), to_u32(f.colors.hairline), 0.0f, 0,
                1.0f);
  mark(f, "speaker picture", "", r);
  return r;
}

bool plain_button(Frame& f, const char* id, const std::string& text, float width, bool enabled) {
  ImGui::BeginDisabled(!enabled);
  const bool pressed = ImGui::Button((text + "##" + id).c_str(), ImVec2(width, 0));
  ImGui::EndDisabled();
  mark(f, id);
  return pressed && enabled;
}

bool goes_back(const Speaker& s) {
  return s.lesson() != nullptr && (s.f.input.lesson_step > 0 || lesson_beside(s.f, -1) != nullptr ||
                                   (s.step()->predict && s.f.input.question() == nullptr));
}

// Back, on (or the answer), and the black screen.
void draw_controls(Speaker& s, const Rect& r) {
  Frame& f = s.f;
  const float height = ImGui::GetFrameHeight();
  const float y = std::floor(r.center().y - 0.5f * height);
  // In large type on a small window they share what there is.
  const float gap = f.px(8), room = r.size().x;
  const bool asks = f.input.question() != nullptr;
  const float narrow = std::min(f.px(84), 0.2f * room);
  const float on = std::min(f.px(asks ? 170 : 130), 0.4f * room);
  const float plays = available(f, Command::PlaySlider) ? f.px(28) + gap : 0.0f;
  const float black = std::min(f.px(130), room - narrow - on - plays - 2.0f * gap);
  const auto fitting = [](const char* words, float width) {
    return elided(words, width - 2.0f * ImGui::GetStyle().FramePadding.x);
  };
  ImGui::SetCursorScreenPos(ImVec2(r.lo.x, y));
  if (plain_button(f, "speaker back", fitting("Back", narrow), narrow, goes_back(s)))
    run(f, Command::LessonBack);
  tooltip(f, label(f, Command::LessonBack), Command::LessonBack);
  ImGui::SameLine(0.0f, gap);
  ImGui::BeginDisabled(s.lesson() == nullptr);
  const std::string words = fitting(asks ? "Show the answer" : "Next", on) + "##speaker on";
  if (accent_button(f, words.c_str(), on) && s.lesson() != nullptr) run(f, Command::LessonNext);
  ImGui::EndDisabled();
  mark(f, "speaker on");
  tooltip(f, asks ? "Show the answer" : label(f, Command::LessonNext), Command::LessonNext);
  if (available(f, Command::PlaySlider)) {
    ImGui::SameLine(0.0f, gap);
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() + std::floor(0.5f * (height - f.px(28))));
    const bool plays_now = s.shown.playing >= 0;
    if (icon_button(f, "speaker play", plays_now ? Icon::Pause : Icon::Play, plays_now))
      run(f, Command::PlaySlider);
    tooltip(f, label(f, Command::PlaySlider), Command::PlaySlider);
  }
  ImGui::SetCursorScreenPos(ImVec2(r.hi.x - black, y));
  const char* const darkness = s.shown.black ? "Show the picture" : "Black screen";
  if (plain_button(f, "speaker black", fitting(darkness, black), black, true))
    f.state.black = !f.state.black;
  tooltip(f, s.shown.black ? "The audience sees the window again" : "The audience sees nothing",
          Command::BlackScreen);
}

// What stands in a card, which scrolls where there is more of it than room.
void draw_scrolled(Frame& f, const char* id, const Rect& r, const RichText& text, int page) {
  if (r.size().y < f.px(24)) return;
  ImGui::SetCursorScreenPos(im(r.lo));
  ImGui::PushID(page);
  ImGui::BeginChild(id, im(r.size()), false, 0);
  const float width = r.size().x - ImGui::GetStyle().ScrollbarSize - f.px(4);
  const float height = draw_rich_text(f, ImGui::GetWindowDrawList(),
                                      from_im(ImGui::GetCursorScreenPos()), width, text);
  ImGui::Dummy(ImVec2(width, height));
  ImGui::EndChild();
  ImGui::PopID();
  mark(f, id, "", r);
}

LessonBlock words_alone(std::string text) {
  LessonBlock block;
  block.spans = {{LessonSpan::Plain, std::move(text), -1, {}}};
  return block;
}

float draw_card_head(Frame& f, const Rect& r, const std::string& name, const vec3& color) {
  draw_text_at(ImGui::GetFont(), r.lo, color, name);
  return r.lo.y + compat::font_size(ImGui::GetFont()) + f.px(6);
}

// The step that comes after this one: its title, and what it begins with.
void draw_next_step(Speaker& s, const Rect& r) {
  Frame& f = s.f;
  if (s.lesson() == nullptr || r.size().y < f.px(40)) return;
  const std::size_t next = f.input.lesson_step + 1;
  const float top = draw_card_head(f, r, "Next", f.colors.text_dim);
  std::string title;
  if (next < s.lesson()->steps.size()) {
    title = s.lesson()->steps[next].title;
  } else if (const LessonEntry* entry = lesson_beside(f, 1)) {
    title = "Lesson: " + entry->title;
  } else {
    title = "The end: this is the last step";
  }
  const float line = compat::font_size(reading_bold_font());
  compat::push_font(reading_bold_font());
  title = elided(title, r.size().x);
  ImGui::PopFont();
  draw_text_at(reading_bold_font(), {r.lo.x, top}, f.colors.text, title);
  mark(f, "speaker next", "", {{r.lo.x, top}, {r.hi.x, top + line}});
  if (next >= s.lesson()->steps.size()) return;
  const LessonStep& step = s.lesson()->steps[next];
  SpeakerState::Figures& figures = s.state.figures;
  const void* const steps = s.lesson()->steps.data();
  if (figures.path != f.input.lesson_path || figures.steps != steps || figures.step != next) {
    bool waits = false;
    figures = {f.input.lesson_path, steps, next, figures_at_start(*f.input.lesson, next, waits)};
    if (waits) figures.steps = nullptr;  // asked again in the next frame
  }
  const std::vector<LessonBlock> blocks = step.predict ? asking_blocks(step) : step.text;
  draw_scrolled(f, "speaker next text", {{r.lo.x, top + line + f.px(8)}, r.hi},
                {blocks, figures.text, f.input.lesson_pictures}, static_cast<int>(next));
}

// What the audience is asked, told to who speaks alone; then the notes.
void draw_notes(Speaker& s, const Rect& r) {
  Frame& f = s.f;
  float top = draw_card_head(f, r, "Notes", f.colors.text_dim);
  // Larger and smaller type, at the right end of the heading.
  const float button = f.px(30);
  ImGui::SetCursorScreenPos(ImVec2(r.hi.x - 2.0f * button - f.px(4), r.lo.y - f.px(8)));
  if (plain_button(f, "speaker smaller", "A-", button, s.state.zoom > kLeastZoom))
    s.state.zoom = std::max(kLeastZoom, s.state.zoom / kZoomStep);
  tooltip(f, "Smaller type (Ctrl+-)");
  ImGui::SameLine(0.0f, f.px(4));
  if (plain_button(f, "speaker larger", "A+", button, s.state.zoom < kMostZoom))
    s.state.zoom = std::min(kMostZoom, s.state.zoom * kZoomStep);
  tooltip(f, "Larger type (Ctrl+=)");
  top += f.px(6);
  if (s.lesson() == nullptr) {
    const std::vector<LessonBlock> hint{
        words_alone("A lesson is opened in the audience's window, from its menu Lessons.")};
    return draw_scrolled(f, "speaker notes", {{r.lo.x, top}, r.hi}, {hint}, -1);
  }
  const LessonAnswer* answer = f.input.lesson_answer;
  if (f.input.question() != nullptr && answer != nullptr && answer->truth) {
    const auto blocks = told_answer(*f.input.lesson, f.input.lesson_step, *answer->truth);
    const float pad = f.px(12), width = r.size().x - 2.0f * pad;
    const float line = compat::font_size(ImGui::GetFont());
    const float height = draw_rich_text(f, nullptr, vec2(0.0f), width, {blocks});
    const Rect card{{r.lo.x, top}, {r.hi.x, top + line + height + 3.0f * pad}};
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->AddRectFilled(im(card.lo), im(card.hi), to_u32(f.colors.raised), f.px(6));
    list->AddRectFilled(im(card.lo), ImVec2(card.lo.x + f.px(4), card.hi.y),
                        to_u32(f.colors.accent), f.px(2));
    draw_text_at(ImGui::GetFont(), card.lo + vec2(pad, pad), f.colors.text_dim,
                 "The answer, which only you see");
    draw_rich_text(f, list, card.lo + vec2(pad, 2.0f * pad + line), width, {blocks});
    mark(f, "speaker answer", "", card);
    top = card.hi.y + f.px(kSpeakerGap);
  }
  std::vector<LessonBlock> notes = s.step()->notes;
  if (notes.empty()) notes.push_back(words_alone("This step has no notes."));
  draw_scrolled(f, "speaker notes", {{r.lo.x, top}, r.hi}, {notes},
                static_cast<int>(f.input.lesson_step));
}

// The height of the step's sliders, which stand where the scene has what they move; 0: it has none
// now.
float begin_sliders(Speaker& s) {
  Frame& f = s.f;
  if (!available(f, Command::PlaySlider)) return 0.0f;
  follow_sliders(f);
  return lesson_sliders_height(f, *s.step());
}

void draw_window(Speaker& s) {
  Frame& f = s.f;
  const vec2 size = f.view.size();
  begin_fixed_window("speaker", f.view, ImVec2(0, 0), f.colors.panel);
  const float margin = f.px(kMargin), gap = f.px(kSpeakerGap);
  const Rect head{{margin, f.px(8)}, {size.x - margin, f.px(kSpeakerHead)}};
  draw_speaker_head(s, head);
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddLine(ImVec2(0.0f, head.hi.y), ImVec2(size.x, head.hi.y), to_u32(f.colors.hairline));
  const Rect body{{margin, head.hi.y + gap}, {size.x - margin, size.y - margin}};
  const float middle = std::floor(body.lo.x + kLeftPart * body.size().x);
  const Rect left{body.lo, {middle, body.hi.y}};
  // The step's sliders stand below the picture, which gives them half of the room.
  const float sliders = begin_sliders(s);
  const float room = kPicturePart * left.size().y - 0.5f * sliders;
  const Rect picture = draw_audience(s, {left.lo, {left.hi.x, left.lo.y + room}});
  float controls = picture.hi.y + f.px(52);
  draw_controls(s, {{left.lo.x, picture.hi.y}, {left.hi.x, controls}});
  if (sliders > 0.0f) {
    draw_slider_rows(f, {left.lo.x, controls - f.px(4)}, left.size().x);
    controls += sliders;
  }
  list->AddLine(ImVec2(left.lo.x, controls), ImVec2(left.hi.x, controls),
                to_u32(f.colors.hairline));
  draw_next_step(s, {{left.lo.x, controls + f.px(12)}, left.hi});
  draw_notes(s, {{middle + 1.5f * gap, body.lo.y}, body.hi});
  ImGui::End();
}

void use_speaker_keys(Speaker& s) {
  Frame& f = s.f;
  dispatch_keys_of(f, kSpeakerCommands);
  s.out.toggle_presenter = command_pressed(f, Command::Presenter);
  if (f.state.black && key_pressed(Key::Escape)) f.state.black = false;
  if (!ImGui::GetIO().KeyCtrl) return;
  if (key_pressed(Key::Equal)) s.state.zoom = std::min(kMostZoom, s.state.zoom * kZoomStep);
  if (key_pressed(Key::Minus)) s.state.zoom = std::max(kLeastZoom, s.state.zoom / kZoomStep);
}

}  // namespace

SpeakerOutput draw_speaker(UiState& state, SpeakerState& speaker, const UiInput& input,
                           const SpeakerInput& shown) {
  SpeakerOutput out;
  state.time = shown.now;  // frames are far apart here
  if (state.record_rects) state.rects.clear();
  state.highlight = {};
  state.presenter = true;  // keys of a remote mean what they mean in a lecture
  state.black = shown.black;
  state.speaker = true;
  const vec2 size = from_im(ImGui::GetIO().DisplaySize);
  Frame f{state, input, out.ui, theme(input.document.scene().view.dark), state.scale, {{}, size}};
  Speaker s{f, speaker, shown, out};
  follow_lesson(s);
  state.of_model.lesson.playing = shown.playing;
  begin_focus(f);
  draw_window(s);
  draw_note(f);
  end_focus(f);
  use_speaker_keys(s);
  end_frame(f);
  out.play_slider = std::exchange(state.of_model.lesson.toggles, -1);
  out.stop_slider = shown.playing >= 0 && state.of_model.lesson.playing < 0;
  if (!state.note.text.empty()) out.ui.waits = true;  // until it goes
  out.black = state.black;
  out.close = !state.speaker;
  return out;
}

}  // namespace bindpose::ui
