// The commands that choose a map, as a choice of one.
#include <algorithm>

#include "ui/commands/command_groups.h"

namespace bindpose::ui {

namespace {

using C = Command;

constexpr struct {
  Command command;
  Show map;
} kMaps[] = {{C::ShowShaded, Show::Shaded},         {C::ToggleWeights, Show::Weights},
             {C::ShowJoints, Show::Joints},         {C::ShowDominant, Show::Dominant},
             {C::ShowInfluences, Show::Influences}, {C::ShowSum, Show::Sum},
             {C::ShowLimit, Show::Limit},           {C::ShowDistance, Show::Distance},
             {C::ShowNormals, Show::Normals},       {C::ShowEngine, Show::Engine},
             {C::ShowApart, Show::Apart},           {C::ShowWeightsApart, Show::WeightsApart}};

}  // namespace

std::span<const Command> map_commands() {
  static const auto commands = [] {
    std::array<Command, std::size(kMaps)> all{};
    std::ranges::transform(kMaps, all.begin(), [](const auto& m) { return m.command; });
    return all;
  }();
  return commands;
}

Command map_command(const Frame& f) {
  const Show now = f.scene().view.show;
  return std::ranges::find_if(kMaps, [now](const auto& m) { return m.map == now; })->command;
}

}  // namespace bindpose::ui
