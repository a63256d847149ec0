#include "ui/lesson/answer_card.h"

#include <algorithm>
#include <utility>

#include "math/ascii.h"
#include "ui/base/focus.h"
#include "ui/base/imgui_compat.h"
#include "ui/base/number_field.h"
#include "ui/base/widgets.h"
#include "ui/commands/command_button.h"
#include "ui/commands/commands.h"
#include "ui/text/rich_text.h"

namespace bindpose::ui {

namespace {

constexpr float kOptionGap = 8.0f, kButtonGap = 10.0f;
constexpr const char* kPlaceHint =
    "Click where you expect it. Each click is one more guess, and one on a cross takes it away. "
    "How deep it lies in the picture does not count.";

float option_indent(const Frame& f) {
  return compat::font_size(reading_font()) + f.px(16);
}

std::vector<LessonBlock> blocks_of(const LessonOption& option) {
  std::vector<LessonBlock> blocks(1);
  blocks[0].spans = option.text;
  return blocks;
}

float option_height(const Frame& f, const LessonOption& option, float width) {
  return draw_rich_text(f, nullptr, vec2(0.0f), width - option_indent(f), {blocks_of(option)});
}

float hint_height(const Frame& f, float width) {
  return draw_wrapped(nullptr, ImGui::GetFont(), vec2(0.0f), width, kPlaceHint, 0) + f.px(8);
}

float button_height(const Frame& f) {
  return ImGui::GetFrameHeight() + f.px(kButtonGap);
}

LessonGuess guess_now(const Frame& f) {
  return f.input.lesson_answer != nullptr ? f.input.lesson_answer->guess : LessonGuess{};
}

// The number of the option in a ring, filled where it is the chosen one.
void draw_option(Frame& f, std::size_t k, vec2 at, float width, float height) {
  const LessonOption& option = f.input.question()->options[k];
  ImDrawList* list = ImGui::GetWindowDrawList();
  ImFont* font = reading_bold_font();
  const float size = compat::font_size(font), radius = 0.5f * size + f.px(3);
  const bool chosen = guess_now(f).option == static_cast<int>(k);
  ImGui::SetCursorScreenPos(ImVec2(at.x - f.px(4), at.y - f.px(2)));
  ImGui::PushID(static_cast<int>(k));
  const bool pressed = ImGui::InvisibleButton("option", ImVec2(width + f.px(8), height + f.px(4)));
  ImGui::PopID();
  mark(f, "answer option:", std::to_string(k + 1));
  if (ImGui::IsItemHovered()) {
    list->AddRectFilled(ImGui::GetItemRectMin(), ImGui::GetItemRectMax(),
                        to_u32(f.colors.text, 0.08f), f.px(5));
  }
  const vec2 middle = at + vec2(radius, 0.5f * size + f.px(1));
  if (chosen) list->AddCircleFilled(im(middle), radius, to_u32(f.colors.accent), 32);
  if (!chosen) list->AddCircle(im(middle), radius, to_u32(f.colors.text_dim), 32, f.px(1.5f));
  const std::string digit = std::to_string(k + 1);
  const ImVec2 extent = font->CalcTextSizeA(size, 1e9f, 0.0f, digit.c_str());
  list->AddText(font, size, ImVec2(middle.x - 0.5f * extent.x, middle.y - 0.5f * extent.y),
                to_u32(chosen ? f.colors.panel : f.colors.text), digit.c_str());
  draw_rich_text(f, list, at + vec2(option_indent(f), 0.0f), width - option_indent(f),
                 {blocks_of(option)});
  if (!pressed) return;
  LessonGuess guess;
  guess.option = static_cast<int>(k);
  f.out.requests.guess = guess;
}

// What is typed is for something else, or nothing is to be seen.
bool typed_elsewhere(const Frame& f) {
  const ImGuiIO& io = ImGui::GetIO();
  const OfModel& tools = f.state.of_model;
  return io.WantTextInput || f.state.has_dialog() || f.state.focus.popup || f.state.focus.cells ||
         f.state.black || tools.gizmo.drag || tools.gizmo.typed.active() || tools.fields.active ||
         tools.table.typing || io.KeyCtrl || io.KeyAlt || io.KeySuper;
}

// 2 chooses the second option.
void choose_by_digit(Frame& f) {
  if (typed_elsewhere(f) || ImGui::GetIO().KeyShift) return;
  for (int k = static_cast<int>(Key::Num0); k <= static_cast<int>(Key::Pad9); ++k) {
    const Key key = static_cast<Key>(k);
    if (f.input.question()->kind != LessonPrediction::Choice || !answers_question(f, key) ||
        !key_pressed(key))
      continue;
    LessonGuess guess;
    guess.option = digit_of(key) - 1;
    f.out.requests.guess = guess;
  }
}

// The first digit opens the field: what is typed until it has the keyboard is its text.
void take_digits(Frame& f) {
  LessonStepState& s = f.state.of_model.lesson;
  ImGuiIO& io = ImGui::GetIO();
  if (typed_elsewhere(f) || io.InputQueueCharacters.empty()) return;
  const auto is_number = [](ImWchar c) {
    return (c >= '0' && c <= '9') || c == '-' || c == '.' || c == ',' || c == ';' || c == ' ';
  };
  const auto begins = [&](ImWchar c) {
    return is_number(c) && c != ';' && c != ' ' && (c != '.' || !f.state.presenter);
  };
  if (!s.typing_begins && !std::ranges::all_of(io.InputQueueCharacters, begins)) return;
  std::string text = s.typing_begins ? s.typed.data() : "";
  for (const ImWchar c : io.InputQueueCharacters) {
    if (is_number(c) && text.size() + 1 < s.typed.size()) text += static_cast<char>(c);
  }
  std::ranges::fill(s.typed, '\0');
  std::ranges::copy(text, s.typed.begin());
  s.typing_begins = true;
  io.InputQueueCharacters.resize(0);
}

// Behind what was typed already, with nothing selected that the next letter would replace.
int go_behind(ImGuiInputTextCallbackData* data) {
  auto& s = *static_cast<LessonStepState*>(data->UserData);
  if (s.typing_begins)
    data->CursorPos = data->SelectionStart = data->SelectionEnd = data->BufTextLen;
  s.typing_begins = false;
  s.behind = data->CursorPos == data->BufTextLen && data->SelectionStart == data->SelectionEnd;
  return 0;
}

// A presenter's remote shows the answer, also where a number is being typed: its Page key, or the
// arrow that has nowhere to go in the field.
bool shows_from_field(const LessonStepState& s, bool was_behind) {
  return key_pressed(Key::PageDown) || (was_behind && s.behind && key_pressed(Key::Right));
}

// "3,1" is 3.1 to half of the world. What both halves would read, and not alike, is asked about.
std::optional<double> answer_value(std::string text, const char*& why) {
  why = "That is no number.";
  const std::size_t comma = text.find(',');
  if (comma != text.npos) {
    const auto digits = std::find_if_not(text.begin() + static_cast<std::ptrdiff_t>(comma) + 1,
                                         text.end(), is_digit) -
                        text.begin() - static_cast<std::ptrdiff_t>(comma) - 1;
    const bool thousands = digits == 3 && comma > 0 && text[0] != '0';
    if (thousands || text.find(',', comma + 1) != text.npos || text.find('.') != text.npos) {
      why = "A comma there may mean two things: type a point, or no sign between thousands.";
      return {};
    }
    text[comma] = '.';
  }
  return expression_value(text, 0.0);
}

// Of "12; 15; 20" each is a guess; nothing where one of them is none.
std::vector<LessonGuess> typed_guesses(const std::string& text, const char*& why) {
  std::vector<LessonGuess> guesses;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(';', at), text.size());
    const std::string one = text.substr(at, end - at);
    at = end + 1;
    if (one.find_first_not_of(' ') == one.npos && end == text.size() && !guesses.empty()) break;
    const auto value = answer_value(one, why);
    if (!value) return {};
    LessonGuess guess;
    guess.number = value;
    guesses.push_back(guess);
  }
  return guesses;
}

// A number, a sum of some, or several with ";" between them; Enter takes it as the last word.
void draw_number(Frame& f, vec2 at, float width) {
  auto& typed = f.state.of_model.lesson.typed;
  const std::string& unit = f.input.lesson->steps[f.input.lesson_step].predict->unit;
  const float beside = unit.empty() ? 0.0f : ImGui::CalcTextSize(unit.c_str()).x + f.px(8);
  ImGui::SetCursorScreenPos(im(at));
  ImGui::SetNextItemWidth(std::max(f.px(60), std::min(width - beside, f.px(160))));
  take_digits(f);
  LessonStepState& s = f.state.of_model.lesson;
  bool& begins = s.typing_begins;
  const bool was_behind = std::exchange(s.behind, false);
  const bool entered = ImGui::InputTextWithHint(
      "##answer", "Your number", typed.data(), typed.size(),
      ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_CallbackAlways, go_behind, &s);
  mark(f, "answer number");
  const bool shown = ImGui::IsItemActive() && shows_from_field(s, was_behind);
  if (begins && !ImGui::IsItemActive()) {
    compat::activate(ImGui::GetItemID(), true);
    f.out.wants_next_frame = true;
  }
  // What was typed before the field opened is no edit to ImGui.
  const bool left = ImGui::IsItemDeactivated() && !key_pressed(Key::Escape);
  if (!unit.empty()) {
    ImGui::SameLine();
    ImGui::TextUnformatted(unit.c_str());
  }
  const char* why = "";
  const std::vector<LessonGuess> said = typed_guesses(typed.data(), why);
  if (said.empty()) {
    if ((entered || left) && typed[0] != '\0') f.say(why);
    if (shown && typed[0] == '\0') f.out.requests.reveal = true;
    return;
  }
  // As soon as it is one: the answer may be asked for from elsewhere.
  const std::vector<LessonGuess> earlier(said.begin(), said.end() - 1);
  const LessonAnswer* answer = f.input.lesson_answer;
  if (guess_now(f) != said.back() || (answer != nullptr && answer->earlier != earlier)) {
    f.out.requests.guess = said.back();
    f.out.requests.earlier_guesses = earlier;
  }
  if (entered || shown) f.out.requests.reveal = true;
}

// What to do with the mouse; where Tab went, the arrows move the mark.
void draw_place(Frame& f, vec2 at, float width) {
  const float height = hint_height(f, width);
  ImGui::SetCursorScreenPos(im(at));
  ImGui::InvisibleButton("mark", ImVec2(width, height - f.px(4)));
  mark(f, "answer mark");
  if (!ImGui::IsItemActive()) tooltip(f, "Where Tab went the arrows move the mark.");
  const float step = ImGui::GetIO().KeyShift ? 1.0f : 8.0f;
  f.state.of_model.lesson.mark_moves = f.px(step) * arrow_steps(f);
  draw_wrapped(ImGui::GetWindowDrawList(), ImGui::GetFont(), at, width, kPlaceHint,
               to_u32(f.colors.text_dim));
}

}  // namespace

float answer_height(const Frame& f, const LessonStep& step, float width) {
  if (!step.predict) return 0.0f;
  float height = button_height(f) + f.px(6);
  if (step.predict->kind == LessonPrediction::Number) height += ImGui::GetFrameHeight();
  if (step.predict->kind == LessonPrediction::Place) height += hint_height(f, width);
  for (const LessonOption& option : step.predict->options)
    height += option_height(f, option, width) + f.px(kOptionGap);
  return height;
}

void draw_answer(Frame& f, vec2 at, float width) {
  const LessonPrediction* asked = f.input.question();
  if (asked == nullptr) return;
  choose_by_digit(f);
  for (std::size_t k = 0; k < asked->options.size(); ++k) {
    const float height = option_height(f, asked->options[k], width);
    draw_option(f, k, at, width, height);
    at.y += height + f.px(kOptionGap);
  }
  if (asked->kind == LessonPrediction::Number) {
    draw_number(f, at, width);
    at.y += ImGui::GetFrameHeight();
  } else if (asked->kind == LessonPrediction::Place) {
    draw_place(f, at, width);
    at.y += hint_height(f, width);
  }
  ImGui::SetCursorScreenPos(ImVec2(at.x, at.y + f.px(kButtonGap)));
  if (accent_button(f, elided("Show the answer", width - f.px(16)).c_str(), width)) {
    run(f, Command::ShowAnswer);
  }
  mark(f, "show answer");
  tooltip(f, "Shows what is right", Command::ShowAnswer);
}

}  // namespace bindpose::ui
