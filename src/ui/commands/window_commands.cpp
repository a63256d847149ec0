// Commands of the joint tree, of lessons, and of the window itself.
#include <algorithm>

#include "ui/base/focus.h"
#include "ui/base/tree_rows.h"
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
  return entry != nullptr ? entry->title : "";
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

// After the last step comes the next lesson: a lecture never needs the menu.
void next_step(Frame& f) {
  if (f.input.question() != nullptr) return show_answer(f);
  if (f.input.lesson_step + 1 < f.input.lesson->steps.size()) {
    f.out.requests.lesson_step = f.input.lesson_step + 1;
    return;
  }
  if (lesson_beside(f, 1) == nullptr) return f.say("This was the last step.");
  open_neighbour(f, 1);
}

void step_back(Frame& f) {
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

void toggle_panels(Frame& f) {
  const bool open = !(f.state.layout.left_open || f.state.layout.right_open);
  f.state.layout.left_open = f.state.layout.right_open = open;
  keep_panels(f);
}

// A panel that the window has no room for comes in the other one's place.
void toggle_panel(bool& open, bool folded, bool& other) {
  if (open && folded) {
    other = false;
  } else {
    open = !open;
  }
}

const CommandInfo kWindowCommands[] = {
    {.command = C::PreviousJoint,
     .name = "joint-above",
     .group = "Joint tree",
     .menu = "Edit",
     .label = "Joint above",
     .keys = {{{K::Up}}},
     .repeats = true,
     .text = "select JOINT",
     .available = has_model,
     .run = [](Frame& f) { select_neighbour(f, -1); }},
    {.command = C::NextJoint,
     .name = "joint-below",
     .group = "Joint tree",
     .menu = "Edit",
     .label = "Joint below",
     .keys = {{{K::Down}}},
     .repeats = true,
     .text = "select JOINT",
     .available = has_model,
     .run = [](Frame& f) { select_neighbour(f, 1); }},
    {.command = C::FoldJoint,
     .name = "fold-joint",
     .group = "Joint tree",
     .menu = "Edit",
     .label = "Fold, or to the parent",
     .keys = {{{K::Left, 0, KeyContext::Tree}}},
     .repeats = true,
     .available = has_selection,
     .run = fold_or_parent},
    {.command = C::UnfoldJoint,
     .name = "unfold-joint",
     .group = "Joint tree",
     .menu = "Edit",
     .label = "Unfold, or to the child",
     .keys = {{{K::Right, 0, KeyContext::Tree}}},
     .repeats = true,
     .available = has_selection,
     .run = unfold_or_child},
    {.command = C::FindJoint,
     .name = "find-joint",
     .group = "Joint tree",
     .menu = "Edit",
     .label = "Find a joint",
     .keys = {{{K::F, kCtrl}, {K::Slash}}},
     .available = has_model,
     .run = [](Frame& f) { f.state.layout.left_open = f.state.tree.focus_search = true; }},

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
     .run = [](Frame& f) { f.state.of_model.lesson.toggles = true; }},
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
           f.state.speaker = !f.state.speaker;
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

    {.command = C::ToggleLeft,
     .name = "left-panel",
     .group = "Window",
     .menu = "View",
     .label = "Left panel",
     .keys = {{{K::F7}}},
     .is_on =
         [](const Frame& f) { return f.state.layout.left_open && !f.state.layout.left_folded; },
     .run =
         [](Frame& f) {
           toggle_panel(f.state.layout.left_open, f.state.layout.left_folded,
                        f.state.layout.right_open);
           keep_panels(f);
         }},
    {.command = C::ToggleRight,
     .name = "right-panel",
     .group = "Window",
     .menu = "View",
     .label = "Right panel",
     .keys = {{{K::F8}}},
     .is_on =
         [](const Frame& f) { return f.state.layout.right_open && !f.state.layout.right_folded; },
     .run =
         [](Frame& f) {
           toggle_panel(f.state.layout.right_open, f.state.layout.right_folded,
                        f.state.layout.left_open);
           keep_panels(f);
         }},
    {.command = C::TogglePanels,
     .name = "side-panels",
     .group = "Window",
     .menu = "View",
     .label = "Side panels",
     .keys = {{{K::F9}}},
     .is_on = [](const Frame& f) { return f.state.layout.left_open || f.state.layout.right_open; },
     .run = toggle_panels},
    {.command = C::NextField,
     .name = "next-field",
     .group = "Window",
     .label = "Next field or button",
     .keys = {{{K::Tab}}},
     .repeats = true,
     .while_typing = true,
     .run = [](Frame& f) { move_focus(f, 1); }},
    {.command = C::PreviousField,
     .name = "previous-field",
     .group = "Window",
     .label = "The one before",
     .keys = {{{K::Tab, kShift}}},
     .repeats = true,
     .while_typing = true,
     .run = [](Frame& f) { move_focus(f, -1); }},
    {.command = C::MenuBar,
     .name = "menu-bar",
     .group = "Window",
     .label = "Menus: then arrows, Enter, Esc",
     .keys = {{{K::F10}, {K::LeftAlt}}},
     .while_typing = true,
     .run = focus_menus},
    {.command = C::Help,
     .name = "help",
     .group = "Window",
     .menu = "Help",
     .label = "Keyboard and mouse",
     .keys = {{{K::F1}}},
     .while_typing = true,
     .is_on = [](const Frame& f) { return f.state.help.open; },
     .run = [](Frame& f) { f.state.help.open = !f.state.help.open; }},
    {.command = C::Letters,
     .name = "letters",
     .group = "Window",
     .menu = "Help",
     .label = "Letters and words",
     .is_on = [](const Frame& f) { return f.state.help.letters; },
     .run = [](Frame& f) { f.state.help.letters = !f.state.help.letters; }},
    {.command = C::LastMessage,
     .name = "last-message",
     .group = "Window",
     .menu = "Help",
     .label = "Last message",
     .available = [](const Frame& f) { return !f.state.message.last.empty(); },
     .is_on = [](const Frame& f) { return !f.state.message.text.empty(); },
     .run =
         [](Frame& f) {
           MessageState& message = f.state.message;
           message.text.empty() ? message.show_again() : message.dismiss();
         }},
    {.command = C::About,
     .name = "about",
     .group = "Window",
     .menu = "Help",
     .label = "About Bindpose",
     .run = [](Frame& f) { f.state.help.about = !f.state.help.about; }},
};

}  // namespace

std::span<const CommandInfo> window_commands() {
  return kWindowCommands;
}

}  // namespace bindpose::ui
