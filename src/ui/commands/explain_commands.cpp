// Commands of Skinning > Take apart and Skinning > A mistake.
#include "ui/commands/command_groups.h"

namespace bindpose::ui {

namespace {

using C = Command;
using K = Key;

template <Mistake mistake>
void make_mistake(Frame& f) {
  ViewSettings v = f.scene().view;
  v.mistake = v.mistake == mistake ? Mistake::None : mistake;
  f.set_view(v);
}

template <Mistake mistake>
bool makes_mistake(const Frame& f) {
  return f.scene().view.mistake == mistake;
}

template <Mistake mistake>
constexpr CommandInfo mistake_command(Command command, const char* name, const char* label,
                                      const char* text) {
  return {.command = command,
          .name = name,
          .group = "Show",
          .menu = "Skinning > A mistake",
          .label = label,
          .text = text,
          .is_on = makes_mistake<mistake>,
          .run = make_mistake<mistake>};
}

void next_walker(Frame& f) {
  ViewSettings v = f.scene().view;
  v.walker = static_cast<WalkOf>((static_cast<int>(v.walker) + 1) % 3);
  f.set_view(v);
}

std::string walker_now(const Frame& f) {
  constexpr const char* kWords[] = {": off", ": one", ": all"};
  return kWords[static_cast<std::size_t>(f.scene().view.walker)];
}

bool is_walking(const Frame& f) {
  return has_model(f) && f.scene().view.walker != WalkOf::Off;
}

void toggle_chord(Frame& f) {
  ViewSettings v = f.scene().view;
  v.chord = !v.chord;
  f.set_view(v);
  if (v.chord && f.scene().selection.probed().empty())
    f.say("Pin a vertex to see its chord: P, then a click on the surface.");
}

void next_sweep(Frame& f) {
  ViewSettings v = f.scene().view;
  v.sweep = static_cast<Sweep>((static_cast<int>(v.sweep) + 1) % 4);
  f.set_view(v);
  if (v.sweep != Sweep::Off && f.selected() < 0)
    f.say("Select a joint: curves show what becomes of the surface while it turns.");
}

std::string sweep_now(const Frame& f) {
  constexpr const char* kWords[] = {": off", ": x", ": y", ": z"};
  return kWords[static_cast<std::size_t>(f.scene().view.sweep)];
}

void next_sweep_of(Frame& f) {
  ViewSettings v = f.scene().view;
  v.sweep_of = static_cast<SweepOf>((static_cast<int>(v.sweep_of) + 1) % 3);
  f.set_view(v);
}

std::string sweep_of_now(const Frame& f) {
  constexpr const char* kWords[] = {" volume", " cross-section", " length"};
  return kWords[static_cast<std::size_t>(f.scene().view.sweep_of)];
}

const CommandInfo kExplainCommands[] = {
    mistake_command<Mistake::RestForBind>(C::MistakeRest, "mistake-rest-for-bind",
                                          "Rest pose taken for bind pose",
                                          "view mistake rest-for-bind|none"),
    mistake_command<Mistake::OrderOfT>(C::MistakeOrderT, "mistake-order-of-T",
                                       "The product for T the wrong way round",
                                       "view mistake order-of-T|none"),
    mistake_command<Mistake::OrderOfW>(C::MistakeOrderW, "mistake-order-of-W",
                                       "The product for W the wrong way round",
                                       "view mistake order-of-W|none"),
    mistake_command<Mistake::UlBeforeL>(C::MistakeUl, "mistake-Ul-before-L", "Ul on the left of L",
                                        "view mistake Ul-before-L|none"),
    mistake_command<Mistake::NoInverseBind>(C::MistakeNoInverse, "mistake-no-inverse-bind",
                                            "The inverse of B left out",
                                            "view mistake no-inverse-bind|none"),
    mistake_command<Mistake::BindNotInverted>(C::MistakeBind, "mistake-bind-not-inverted",
                                              "B not inverted",
                                              "view mistake bind-not-inverted|none"),
    mistake_command<Mistake::Transposed>(C::MistakeTransposed, "mistake-transposed", "T transposed",
                                         "view mistake transposed|none"),
    {.command = C::NextWalker,
     .name = "space-walker",
     .group = "Show",
     .menu = "Skinning > Take apart",
     .label = "Space walker",
     .keys = {{{K::O}}},
     .text = "view walker off|joint|all",
     .is_on = is_walking,
     .more = walker_now,
     .run = next_walker},
    {.command = C::WalkPlay,
     .name = "walk-play",
     .group = "Show",
     .menu = "Skinning > Take apart",
     .label = "Play the walk",
     .keys = {{{K::O, kShift}}},
     .available = is_walking,
     .is_on = [](const Frame& f) { return f.state.of_model.walker.playing; },
     .run = play_walk},
    {.command = C::WalkBack,
     .name = "walk-back",
     .group = "Show",
     .menu = "Skinning > Take apart",
     .label = "A space back",
     .keys = {{{K::Left, kAlt}}},
     .repeats = true,
     .available = is_walking,
     .run = [](Frame& f) { step_walk(f, -1); }},
    {.command = C::WalkOn,
     .name = "walk-on",
     .group = "Show",
     .menu = "Skinning > Take apart",
     .label = "A space on",
     .keys = {{{K::Right, kAlt}}},
     .repeats = true,
     .available = is_walking,
     .run = [](Frame& f) { step_walk(f, 1); }},
    {.command = C::ToggleChord,
     .name = "chord",
     .group = "Show",
     .menu = "Skinning > Take apart",
     .label = "Chord and arc",
     .text = "view chord on|off",
     .is_on = [](const Frame& f) { return f.scene().view.chord; },
     .run = toggle_chord},
    {.command = C::NextSweep,
     .name = "joint-curves",
     .group = "Show",
     .menu = "Skinning > Take apart",
     .label = "Curves over a turn",
     .keys = {{{K::C, kCtrl | kShift}}},
     .text = "view sweep off|x|y|z",
     .is_on = [](const Frame& f) { return f.scene().view.sweep != Sweep::Off; },
     .more = sweep_now,
     .run = next_sweep},
    {.command = C::NextSweepOf,
     .name = "joint-curves-of",
     .group = "Show",
     .menu = "Skinning > Take apart",
     .label = "Curves of",
     .text = "view sweep_of volume|section|length",
     .more = sweep_of_now,
     .run = next_sweep_of},
};

}  // namespace

std::span<const CommandInfo> explain_commands() {
  return kExplainCommands;
}

}  // namespace bindpose::ui
