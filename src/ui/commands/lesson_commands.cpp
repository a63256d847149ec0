// Commands of the menu Lessons.
#include <algorithm>
#include <optional>

#include "ui/commands/command_groups.h"

namespace bindpose::ui {

namespace {

using C = Command;
using K = Key;

bool has_lesson(const Frame& f) {
  return f.input.lesson != nullptr;
}

// The place of the open lesson in its course, or in the list of the menu; none: it is a file of the
// user's.
std::optional<std::size_t> place_of_lesson(const Frame& f) {
  if (!f.input.course.empty()) return f.input.course_at;
  const auto at = std::ranges::find(f.input.lessons, f.input.lesson_path, &LessonEntry::path);
  if (at == f.input.lessons.end()) return std::nullopt;
  return static_cast<std::size_t>(at - f.input.lessons.begin());
}

}  // namespace

const LessonEntry* lesson_beside(const Frame& f, int places) {
  const auto place = place_of_lesson(f);
  if (!place) return nullptr;
  const auto& all = f.input.course.empty() ? f.input.lessons : f.input.course;
  const auto wanted = static_cast<std::ptrdiff_t>(*place) + places;
  if (wanted < 0 || wanted >= std::ssize(all)) return nullptr;
  return &all[static_cast<std::size_t>(wanted)];
}

namespace {

void open_neighbour(Frame& f, int places) {
  if (const LessonEntry* entry = lesson_beside(f, places)) f.out.requests.open_lesson = entry->path;
}

std::string neighbour_title(const Frame& f, int places) {
  const LessonEntry* entry = lesson_beside(f, places);
  return entry != nullptr ? ": " + entry->title : "";
}

void show_answer(Frame& f) {
  f.out.requests.reveal = true;
}

bool has_slider(const Frame& f) {
  return has_lesson(f) && f.input.question() == nullptr &&
         !f.input.lesson->lesson.steps[f.input.lesson_step].sliders.empty();
}

bool asks_for_option(const Frame& f) {
  return f.input.question() != nullptr && f.input.question()->kind == LessonPrediction::Choice;
}

// The option above or below the chosen one; the first from nowhere.
void choose_neighbour(Frame& f, int places) {
  const auto count = static_cast<int>(f.input.question()->options.size());
  LessonGuess guess;
  if (f.input.lesson_answer != nullptr) guess.option = f.input.lesson_answer->guess.option;
  guess.option = guess.option < 0 ? (places > 0 ? 0 : count - 1)
                                  : std::clamp(guess.option + places, 0, count - 1);
  f.out.requests.guess = guess;
}

// After the last step comes the next lesson: a lecture never needs the menu. Where the step goes
// through the spaces it is a space on first.
void next_step(Frame& f) {
  if (f.input.question() != nullptr) return show_answer(f);
  if (step_has_space(f, 1)) return step_walk(f, 1);
  if (f.input.lesson_step + 1 < f.input.lesson->steps.size()) {
    f.out.requests.lesson_step = f.input.lesson_step + 1;
    return;
  }
  if (lesson_beside(f, 1) == nullptr) return f.say("This was the last step.");
  open_neighbour(f, 1);
}

void step_back(Frame& f) {
  if (step_has_space(f, -1)) return step_walk(f, -1);
  const bool asked = f.input.lesson->lesson.steps[f.input.lesson_step].predict.has_value();
  if (asked && f.input.question() == nullptr) {
    f.out.requests.reveal = false;
    return;
  }
  if (f.input.lesson_step > 0) {
    f.out.requests.lesson_step = f.input.lesson_step - 1;
    return;
  }
  if (lesson_beside(f, -1) == nullptr) return f.say("This is the first step.");
  open_neighbour(f, -1);
  f.out.requests.open_lesson_at_end = true;
}

const CommandInfo kLessonCommands[] = {
    {.command = C::GoOnLesson,
     .name = "go-on-lesson",
     .group = "Lesson",
     .menu = "Lessons",
     .label = "Go on with",
     .available = [](const Frame& f) { return !f.input.left_lessons.empty(); },
     .more =
         [](const Frame& f) {
           return " " + (f.input.left_lessons.empty() ? "a lesson" : f.input.left_lessons[0].place);
         },
     .run = [](Frame& f) { f.out.requests.go_on_lesson = 0; }},
    {.command = C::OpenLesson,
     .name = "open-lesson",
     .group = "Lesson",
     .menu = "Lessons",
     .label = "Open a lesson...",
     .run = [](Frame& f) { open_browser(f, BrowserPurpose::OpenLesson); }},
    {.command = C::LessonNext,
     .name = "lesson-next",
     .group = "Lesson",
     .menu = "Lessons",
     .label = "Next step",
     .keys = {{{K::Right, 0, KeyContext::Lesson},
               {K::PageDown, 0, KeyContext::Lesson},
               {K::Space, 0, KeyContext::Presenting}}},
     .available = has_lesson,
     .run = next_step},
    {.command = C::LessonBack,
     .name = "lesson-back",
     .group = "Lesson",
     .menu = "Lessons",
     .label = "Step back",
     .keys = {{{K::Left, 0, KeyContext::Lesson}, {K::PageUp, 0, KeyContext::Lesson}}},
     .available = has_lesson,
     .run = step_back},
    {.command = C::ShowAnswer,
     .name = "show-answer",
     .group = "Lesson",
     .menu = "Lessons",
     .label = "Show the answer",
     .keys = {{{K::Enter, 0, KeyContext::Lesson}, {K::PadEnter, 0, KeyContext::Lesson}}},
     .available = [](const Frame& f) { return f.input.question() != nullptr; },
     .run = show_answer},
    {.command = C::AnswerAbove,
     .name = "answer-above",
     .group = "Lesson",
     .menu = "Lessons",
     .label = "The option above",
     .keys = {{{K::Up, 0, KeyContext::Lesson}}},
     .available = asks_for_option,
     .run = [](Frame& f) { choose_neighbour(f, -1); }},
    {.command = C::AnswerBelow,
     .name = "answer-below",
     .group = "Lesson",
     .menu = "Lessons",
     .label = "The option below",
     .keys = {{{K::Down, 0, KeyContext::Lesson}}},
     .available = asks_for_option,
     .run = [](Frame& f) { choose_neighbour(f, 1); }},
    {.command = C::PlaySlider,
     .name = "play-slider",
     .group = "Lesson",
     .menu = "Lessons",
     .label = "Slider to and fro",
     .keys = {{{K::Space, kShift, KeyContext::Lesson}}},
     .available = has_slider,
     .is_on = [](const Frame& f) { return f.state.of_model.lesson.playing >= 0; },
     .run = [](Frame& f) { f.state.of_model.lesson.toggles = 0; }},
    {.command = C::NextLesson,
     .name = "next-lesson",
     .group = "Lesson",
     .menu = "Lessons",
     .label = "Next lesson",
     .keys = {{{K::PageDown, kCtrl, KeyContext::Lesson}}},
     .available = [](const Frame& f) { return lesson_beside(f, 1) != nullptr; },
     .more = [](const Frame& f) { return neighbour_title(f, 1); },
     .run = [](Frame& f) { open_neighbour(f, 1); }},
    {.command = C::PreviousLesson,
     .name = "previous-lesson",
     .group = "Lesson",
     .menu = "Lessons",
     .label = "Lesson before",
     .keys = {{{K::PageUp, kCtrl, KeyContext::Lesson}}},
     .available = [](const Frame& f) { return lesson_beside(f, -1) != nullptr; },
     .more = [](const Frame& f) { return neighbour_title(f, -1); },
     .run = [](Frame& f) { open_neighbour(f, -1); }},
    {.command = C::CloseLesson,
     .name = "close-lesson",
     .group = "Lesson",
     .menu = "Lessons",
     .label = "Close the lesson",
     .keys = {{{K::W, kCtrl, KeyContext::Lesson}}},
     .available = has_lesson,
     .run = [](Frame& f) { f.out.requests.close_lesson = true; }},
    {.command = C::RecordStep,
     .name = "record-step",
     .group = "Lesson",
     .menu = "Lessons",
     .label = "Record this view as a step...",
     .available = has_model,
     .run = [](Frame& f) { open_browser(f, BrowserPurpose::RecordStep); }},
    {.command = C::Presenter,
     .name = "presenter",
     .group = "Lesson",
     .menu = "Lessons",
     .label = "Presenter mode",
     .keys = {{{K::F5}, {K::F5, kShift}}},
     .is_on = [](const Frame& f) { return f.state.presenter; },
     .run = [](Frame& f) { f.state.presenter = !f.state.presenter; }},
    {.command = C::SpeakerWindow,
     .name = "speaker-window",
     .group = "Lesson",
     .menu = "Lessons",
     .label = "Speaker's window",
     .keys = {{{K::F6}}},
     .is_on = [](const Frame& f) { return f.state.speaker; },
     .run =
         [](Frame& f) {
           // Whoever left presenter mode by a careless Escape gets both back.
           f.state.speaker = !f.state.speaker || !f.state.presenter;
           if (f.state.speaker) f.state.presenter = true;
         }},
    {.command = C::BlackScreen,
     .name = "black-screen",
     .group = "Lesson",
     .menu = "Lessons",
     .label = "Black screen",
     .keys = {{{K::B, 0, KeyContext::Presenting},
               {K::Period, 0, KeyContext::Presenting},
               {K::B, kShift, KeyContext::Presenting}}},
     .available = [](const Frame& f) { return f.state.presenter; },
     .is_on = [](const Frame& f) { return f.state.black; },
     .run = [](Frame& f) { f.state.black = !f.state.black; }},
};

}  // namespace

std::span<const CommandInfo> lesson_commands() {
  return kLessonCommands;
}

}  // namespace bindpose::ui
