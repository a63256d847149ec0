// Commands of the menus View, Skinning and Weights: maps, and what is shown.
#include <algorithm>

#include "ui/commands/command_groups.h"
#include "ui/commands/skinning_menu.h"

namespace bindpose::ui {

namespace {

using C = Command;
using K = Key;

template <bool ViewSettings::*setting>
void flip(Frame& f) {
  ViewSettings v = f.scene().view;
  v.*setting = !(v.*setting);
  f.set_view(v);
}

template <auto setting, auto usual, auto other>
void swap(Frame& f) {
  ViewSettings v = f.scene().view;
  v.*setting = v.*setting == usual ? other : usual;
  f.set_view(v);
}

template <bool ViewSettings::*setting>
bool is_set(const Frame& f) {
  return f.scene().view.*setting;
}

// Where the map is on already it goes off.
template <Show map>
void show(Frame& f) {
  ViewSettings v = f.scene().view;
  v.show = v.show == map ? Show::Shaded : map;
  f.set_view(v);
}

template <Show map>
bool shows(const Frame& f) {
  return f.scene().view.show == map;
}

// And the next start has it.
void toggle_theme(Frame& f) {
  f.state.settings.theme = f.scene().view.dark ? 1 : 0;
  f.out.requests.save_settings = true;
  flip<&ViewSettings::dark>(f);
}

void next_limit(Frame& f) {
  ViewSettings v = f.scene().view;
  if (v.show == Show::Limit) v.limit = v.limit % kMaxLimit + 1;
  v.show = Show::Limit;
  f.set_view(v);
}

void next_method(Frame& f) {
  ViewSettings v = f.scene().view;
  choose_deformer(f.scene(), v, &ViewSettings::method, next_deformer(f.scene(), v.method));
  f.set_view(v);
}

void next_panes(Frame& f) {
  ViewSettings v = f.scene().view;
  v.panes = static_cast<Panes>((static_cast<int>(v.panes) + 1) % 4);
  if (v.other_file && v.panes == Panes::Four) v.panes = Panes::Split;  // two files, two panes
  f.set_view(v);
}

void next_needles(Frame& f) {
  ViewSettings v = f.scene().view;
  v.needles = static_cast<Needles>((static_cast<int>(v.needles) + 1) % 3);
  f.set_view(v);
  if (v.needles == Needles::Vertex && f.scene().selection.probed().empty())
    f.say("Pin a vertex to see its normals: P, then a click on the surface.");
}

std::string tone_now(const Frame& f) {
  constexpr const char* kNames[] = {": soft", ": filmic", ": plain"};
  return kNames[static_cast<int>(f.scene().view.tone)];
}

void next_tone(Frame& f) {
  ViewSettings v = f.scene().view;
  v.tone = static_cast<Tone>((static_cast<int>(v.tone) + 1) % 3);
  f.set_view(v);
  f.say("Bright colours" + tone_now(f) + ".");
}

std::string needles_now(const Frame& f) {
  constexpr const char* kWords[] = {": off", ": at the vertex", ": all over"};
  return kWords[static_cast<std::size_t>(f.scene().view.needles)];
}

void toggle_screw(Frame& f) {
  flip<&ViewSettings::screw>(f);
  if (!f.scene().view.screw && f.selected() < 0) f.say("Select a joint to see its T_j as a screw.");
}

const CommandInfo kViewCommands[] = {
    {.command = C::ShowShaded,
     .name = "map-none",
     .group = "Maps",
     .menu = "View",
     .label = "Shaded, without a map",
     .text = "view show shaded",
     .is_on = shows<Show::Shaded>,
     .run = show<Show::Shaded>},
    {.command = C::ToggleWeights,
     .name = "map-weights",
     .group = "Maps",
     .menu = "View",
     .label = "Heat map of weights",
     .keys = {{{K::H}}},
     .text = "view show weights|shaded",
     .is_on = shows<Show::Weights>,
     .run = show<Show::Weights>},
    {.command = C::ShowJoints,
     .name = "map-joints",
     .group = "Maps",
     .menu = "View",
     .label = "All joints, blended by weight",
     .keys = {{{K::J}}},
     .text = "view show joints|shaded",
     .is_on = shows<Show::Joints>,
     .run = show<Show::Joints>},
    {.command = C::ShowDominant,
     .name = "map-dominant",
     .group = "Maps",
     .menu = "View",
     .label = "Joint with the largest weight",
     .keys = {{{K::J, kShift}}},
     .text = "view show dominant|shaded",
     .is_on = shows<Show::Dominant>,
     .run = show<Show::Dominant>},
    {.command = C::ShowInfluences,
     .name = "map-influences",
     .group = "Maps",
     .menu = "View",
     .label = "Number of influences",
     .keys = {{{K::I}}},
     .text = "view show influences|shaded",
     .is_on = shows<Show::Influences>,
     .run = show<Show::Influences>},
    {.command = C::ShowSum,
     .name = "map-sum",
     .group = "Maps",
     .menu = "View",
     .label = "Stored sum minus 1",
     .keys = {{{K::U}}},
     .text = "view show sum|shaded",
     .is_on = shows<Show::Sum>,
     .run = show<Show::Sum>},
    {.command = C::ShowLimit,
     .name = "map-limit",
     .group = "Maps",
     .menu = "View",
     .label = "Cost of a limit on influences",
     .keys = {{{K::K}}},
     .text = "view show limit|shaded",
     .is_on = shows<Show::Limit>,
     .more =
         [](const Frame& f) {
           return shows<Show::Limit>(f) ? ": " + std::to_string(f.scene().view.limit)
                                        : std::string();
         },
     .run = show<Show::Limit>},
    {.command = C::ShowDistance,
     .name = "map-distance",
     .group = "Maps",
     .menu = "View",
     .label = "Distance between two deformers",
     .keys = {{{K::D, kShift}}},
     .text = "view show distance|shaded",
     .is_on = shows<Show::Distance>,
     .run = show<Show::Distance>},
    {.command = C::ShowNormals,
     .name = "map-normals",
     .group = "Maps",
     .menu = "View",
     .label = "Error of the usual normals",
     .keys = {{{K::U, kShift}}},
     .text = "view show normals|shaded",
     .is_on = shows<Show::Normals>,
     .run = show<Show::Normals>},
    {.command = C::ShowApart,
     .name = "map-apart",
     .group = "Maps",
     .menu = "View",
     .label = "Distance to the other file",
     .keys = {{{K::D, kAlt}}},
     .text = "view show apart|shaded",
     .available = [](const Frame& f) { return f.input.compared.on(); },
     .is_on = shows<Show::Apart>,
     .run = show<Show::Apart>},
    {.command = C::NextLimit,
     .name = "next-limit",
     .group = "Maps",
     .menu = "Weights",
     .label = "Next limit, 1 to 8",
     .keys = {{{K::K, kShift}}},
     .text = "view show limit limit N",
     .run = next_limit},
    {.command = C::ToggleSubtree,
     .name = "weights-below",
     .group = "Maps",
     .menu = "Weights",
     .label = "Weights with all joints below",
     .keys = {{{K::Y}}},
     .text = "view subtree on|off",
     .is_on = is_set<&ViewSettings::weights_subtree>,
     .run = flip<&ViewSettings::weights_subtree>},
    {.command = C::ToggleRawWeights,
     .name = "raw-weights",
     .group = "Maps",
     .menu = "Weights",
     .label = "Weights as stored in the file",
     .keys = {{{K::H, kShift}}},
     .text = "view weights raw|normalised",
     .is_on = [](const Frame& f) { return f.scene().view.weights == WeightUse::Raw; },
     .run = swap<&ViewSettings::weights, WeightUse::Normalised, WeightUse::Raw>},
    {.command = C::ToggleHatching,
     .name = "hatching",
     .group = "Maps",
     .menu = "Weights",
     .label = "Hatching beside joint colours",
     .text = "view hatching on|off",
     .is_on = is_set<&ViewSettings::hatching>,
     .run = flip<&ViewSettings::hatching>},
    {.command = C::ToggleDistances,
     .name = "bone-distances",
     .group = "Maps",
     .menu = "Weights",
     .label = "Distances from the vertex to its bones",
     .text = "view distances on|off",
     .is_on = is_set<&ViewSettings::distances>,
     .run = flip<&ViewSettings::distances>},

    {.command = C::NextDeformer,
     .name = "next-deformer",
     .group = "Show",
     .menu = "Skinning",
     .label = "Next deformer",
     .keys = {{{K::D}}},
     .text = "view method rigid|lbs|dqs|mix|cor|dqs-flat|log|mush "
             "compare rigid|lbs|dqs|mix|cor|dqs-flat|log|mush",
     .run = next_method},
    {.command = C::NextPanes,
     .name = "next-panes",
     .group = "Show",
     .menu = "Skinning",
     .label = "Panes: one, two, four, split",
     .keys = {{{K::C}}},
     .text = "view panes one|two|four|split",
     .run = next_panes},
    {.command = C::ToggleSurface,
     .name = "surface",
     .group = "Show",
     .menu = "View",
     .label = "Surface",
     .keys = {{{K::V}}},
     .text = "view surface on|off",
     .is_on = is_set<&ViewSettings::surface>,
     .run = flip<&ViewSettings::surface>},
    {.command = C::ToggleTextures,
     .name = "textures",
     .group = "Show",
     .menu = "View",
     .label = "Textures",
     .keys = {{{K::T}}},
     .text = "view textures on|off",
     .is_on = is_set<&ViewSettings::textures>,
     .run = flip<&ViewSettings::textures>},
    {.command = C::ToggleWireframe,
     .name = "wireframe",
     .group = "Show",
     .menu = "View",
     .label = "Wireframe",
     .keys = {{{K::M}}},
     .text = "view wireframe on|off",
     .is_on = is_set<&ViewSettings::wireframe>,
     .run = flip<&ViewSettings::wireframe>},
    {.command = C::ToggleXray,
     .name = "xray",
     .group = "Show",
     .menu = "View",
     .label = "X-ray",
     .keys = {{{K::Z, kAlt}}},
     .text = "view xray on|off",
     .is_on = is_set<&ViewSettings::xray>,
     .run = flip<&ViewSettings::xray>},
    {.command = C::NextTone,
     .name = "next-tone",
     .group = "Show",
     .menu = "View",
     .label = "Bright colours",
     .text = "view tone soft|filmic|plain",
     .more = tone_now,
     .run = next_tone},
    {.command = C::ToggleBothSides,
     .name = "both-sides",
     .group = "Show",
     .menu = "View",
     .label = "Both sides of one-sided surfaces",
     .text = "view both_sides on|off",
     .is_on = is_set<&ViewSettings::both_sides>,
     .run = flip<&ViewSettings::both_sides>},
    {.command = C::ToggleSkeleton,
     .name = "skeleton",
     .group = "Show",
     .menu = "View",
     .label = "Skeleton",
     .keys = {{{K::B, kShift}}},
     .text = "view skeleton on|off",
     .is_on = is_set<&ViewSettings::skeleton>,
     .run = flip<&ViewSettings::skeleton>},
    {.command = C::ToggleChain,
     .name = "chain-alone",
     .group = "Show",
     .menu = "View",
     .label = "Only the chain to the selected joint",
     .text = "view bones chain|all",
     .is_on = [](const Frame& f) { return f.scene().view.bones == Bones::Chain; },
     .run = swap<&ViewSettings::bones, Bones::All, Bones::Chain>},
    {.command = C::ToggleNames,
     .name = "joint-names",
     .group = "Show",
     .menu = "View",
     .label = "Joint names",
     .keys = {{{K::N}}},
     .text = "view joint_names on|off",
     .is_on = is_set<&ViewSettings::joint_names>,
     .run = flip<&ViewSettings::joint_names>},
    {.command = C::ToggleAxes,
     .name = "joint-axes",
     .group = "Show",
     .menu = "View",
     .label = "Joint axes",
     .keys = {{{K::A, kShift}}},
     .text = "view joint_axes on|off",
     .is_on = is_set<&ViewSettings::joint_axes>,
     .run = flip<&ViewSettings::joint_axes>},
    {.command = C::NextNeedles,
     .name = "next-needles",
     .group = "Show",
     .menu = "View",
     .label = "Normals as needles",
     .keys = {{{K::N, kShift}}},
     .text = "view needles off|vertex|all",
     .is_on = [](const Frame& f) { return f.scene().view.needles != Needles::Off; },
     .more = needles_now,
     .run = next_needles},
    {.command = C::ToggleScrew,
     .name = "screw",
     .group = "Show",
     .menu = "View",
     .label = "T_j as a screw",
     .keys = {{{K::X, kShift}}},
     .text = "view screw on|off",
     .is_on = is_set<&ViewSettings::screw>,
     .run = toggle_screw},
    {.command = C::ToggleGrid,
     .name = "grid",
     .group = "Show",
     .menu = "View",
     .label = "Ground grid",
     .keys = {{{K::G, kCtrl}}},
     .text = "view grid on|off",
     .is_on = is_set<&ViewSettings::grid>,
     .run = flip<&ViewSettings::grid>},
    {.command = C::ToggleTheme,
     .name = "light-theme",
     .group = "Show",
     .menu = "View",
     .label = "Light theme",
     .keys = {{{K::L}}},
     .text = "view dark on|off",
     .is_on = [](const Frame& f) { return !f.scene().view.dark; },
     .run = toggle_theme},
};

}  // namespace

std::span<const CommandInfo> view_commands() {
  return kViewCommands;
}

}  // namespace bindpose::ui
