// What an engine would show: the surface, and a map of what that costs. And weights of two files.
#include "ui/commands/command_groups.h"

namespace bindpose::ui {

namespace {

using C = Command;
using K = Key;

template <Show kMap>
bool shows_map(const Frame& f) {
  return f.scene().view.show == kMap;
}

template <Show kMap>
void toggle_map(Frame& f) {
  ViewSettings v = f.scene().view;
  v.show = v.show == kMap ? Show::Shaded : kMap;
  f.set_view(v);
}

const CommandInfo kEngineCommands[] = {
    {.command = C::ShowEngine,
     .name = "map-engine",
     .group = "Maps",
     .menu = "View",
     .label = "Cost in an engine",
     .text = "view show engine|shaded",
     .is_on = shows_map<Show::Engine>,
     .run = toggle_map<Show::Engine>},
    {.command = C::ShowWeightsApart,
     .name = "map-weights-apart",
     .group = "Maps",
     .menu = "View",
     .label = "Weights apart from the other file",
     .keys = {{{K::D, kAlt | kShift}}},
     .text = "view show weights-apart|shaded",
     .available = [](const Frame& f) { return f.input.compared.on(); },
     .is_on = shows_map<Show::WeightsApart>,
     .run = toggle_map<Show::WeightsApart>},
    {.command = C::ToggleEngine,
     .name = "engine-surface",
     .group = "Maps",
     .menu = "Weights",
     .label = "Surface as an engine shows it",
     .text = "view engine on|off",
     .is_on = [](const Frame& f) { return f.scene().view.engine; },
     .run =
         [](Frame& f) {
           ViewSettings v = f.scene().view;
           v.engine = !v.engine;
           f.set_view(v);
         }},
};

}  // namespace

std::span<const CommandInfo> engine_commands() {
  return kEngineCommands;
}

}  // namespace bindpose::ui
