// What an engine would show: the surface, and a map of what that costs.
#include "ui/commands/command_groups.h"

namespace bindpose::ui {

namespace {

using C = Command;

const CommandInfo kEngineCommands[] = {
    {.command = C::ShowEngine,
     .name = "map-engine",
     .group = "Maps",
     .menu = "View",
     .label = "Cost in an engine",
     .text = "view show engine|shaded",
     .is_on = [](const Frame& f) { return f.scene().view.show == Show::Engine; },
     .run =
         [](Frame& f) {
           ViewSettings v = f.scene().view;
           v.show = v.show == Show::Engine ? Show::Shaded : Show::Engine;
           f.set_view(v);
         }},
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
