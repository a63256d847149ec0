// Commands of the menu Weights that choose vertices and mend their weights.
#include <algorithm>
#include <cmath>
#include <memory>

#include "scene/edit/mend/mend.h"
#include "scene/numerals.h"
#include "scene/pose/given_pose.h"
#include "scene/weight_problems.h"
#include "ui/commands/command_groups.h"
#include "ui/paint/paint_tool.h"

namespace bindpose::ui {

namespace {

using C = Command;
using K = Key;
constexpr const char* kSelectMenu = "Weights > Vertices";
constexpr const char* kMendMenu = "Weights > Mend";

bool has_vertices(const Frame& f) {
  return f.model() != nullptr && f.scene().selection.vertices.kind != VertexGroup::None;
}
bool has_vertices_and_joint(const Frame& f) {
  return has_vertices(f) && has_selection(f);
}

void mend(Frame& f, Mend mend) {
  f.out.requests.mend_weights = std::move(mend);
}

template <Mend::Kind kind>
void mend_plainly(Frame& f) {
  mend(f, {kind});
}
template <Mend::Kind kind>
void mend_to_limit(Frame& f) {
  mend(f, {kind, 0.0, f.scene().view.limit, -1, false, kind == Mend::Everything});
}
template <Mend::Kind kind, bool left>
void mirror(Frame& f) {
  mend(f, {kind, 0.0, 0, -1, left});
}
// In parts of a hundred.
template <Mend::Kind kind, int percent>
void mend_joint(Frame& f) {
  mend(f, {kind, percent / 100.0, 0, f.selected()});
}

// What a field shows is what is meant: 0.01 and not the nearest float.
double to_four_places(float value) {
  return std::round(1e4 * static_cast<double>(value)) / 1e4;
}
std::string prune_words(const Frame& f) {
  return " " + short_value(f.state.mend.prune_below);
}
std::string smooth_words(const Frame& f) {
  const MendNumbers& m = f.state.mend;
  return " by " + short_value(m.smooth_factor) +
         (m.smooth_times > 1 ? ", " + std::to_string(m.smooth_times) + " times" : "");
}

std::string limit_words(const Frame& f) {
  return " " + std::to_string(f.scene().view.limit);
}

template <ReselectVertices::What what>
void reselect(Frame& f) {
  f.edit(ReselectVertices{what, 1, f.selected()});
}

// The pinned vertex, else the first that is selected.
VertexRef vertex_to_copy(const Frame& f) {
  if (!f.model() || !f.scene().selection.pinned_vertex.empty())
    return f.scene().selection.pinned_vertex;
  const VertexGroup& group = f.scene().selection.vertices;
  if (group.kind == VertexGroup::None) return {};
  const VertexLists lists = vertices_of(f.scene(), group);
  for (std::size_t m = 0; m < lists.size(); ++m) {
    if (!lists[m].empty()) return {static_cast<int>(m), lists[m].front()};
  }
  return {};
}

void copy_weights(Frame& f) {
  const VertexRef at = vertex_to_copy(f);
  if (at.empty()) return f.say("No vertex is selected.");
  const auto& [influences, skin] = binding_of(f.scene(), static_cast<std::size_t>(at.mesh));
  std::vector<JointWeight>& row = f.state.of_model.copied_weights.emplace();
  for (const WeightEntry& e : read_row(influences, at.vertex).entry) {
    row.push_back({skin.joint[static_cast<std::size_t>(e.slot)], e.weight});
  }
  f.say("Copied the weights of vertex " + std::to_string(at.vertex));
}

void paste_weights(Frame& f) {
  Mend paste{Mend::SetRow};
  paste.row = *f.state.of_model.copied_weights;
  mend(f, std::move(paste));
}

bool weights_are_locked(const Frame& f) {
  const std::vector<int> chosen = selected_joints(f.scene());
  return !chosen.empty() &&
         std::ranges::all_of(chosen, [&f](int j) { return has_locked_weights(f.scene(), j); });
}

bool shows_clinic(const Frame& f) {
  const LayoutState& l = f.state.layout;
  return l.right_open && !l.right_folded && f.state.right.tab == InspectorTab::Clinic;
}
void show_clinic(Frame& f) {
  if (shows_clinic(f)) {
    f.state.right.tab = InspectorTab::Weights;
    return;
  }
  f.state.right.tab = InspectorTab::Clinic;
  if (f.state.layout.right_folded) f.state.layout.left_open = false;  // there is no room for both
  f.state.layout.right_open = true;
}

// What is there for a menu entry of its own: {command, name, label, text, available, run}.
constexpr CommandInfo entry(Command command, const char* name, const char* menu, const char* label,
                            const char* text, bool (*is_available)(const Frame&),
                            void (*run)(Frame&)) {
  CommandInfo c;
  c.command = command;
  c.name = name;
  c.group = "Weights";
  c.menu = menu;
  c.label = label;
  c.text = text;
  c.available = is_available;
  c.run = run;
  return c;
}

const CommandInfo kMendCommands[] = {
    {.command = C::VertexMode,
     .name = "vertex-mode",
     .group = "Select",
     .menu = kSelectMenu,
     .label = "Vertex mode",
     .keys = {{{K::V, kShift}}},
     .text = "view vertices on|off",
     .available = has_model,
     .is_on = [](const Frame& f) { return f.scene().view.vertices; },
     .run =
         [](Frame& f) {
           ViewSettings v = f.scene().view;
           v.vertices = !v.vertices;
           f.set_view(v);
         }},
    {.command = C::VertexBrush,
     .name = "vertex-brush",
     .group = "Select",
     .menu = kSelectMenu,
     .label = "Select with a brush",
     .keys = {{{K::C, kAlt}}},
     .available = has_model,
     .is_on = [](const Frame& f) { return f.state.of_model.vertices.brush; },
     .run =
         [](Frame& f) {
           bool& brush = f.state.of_model.vertices.brush;
           brush = !brush;
           if (brush && f.state.of_model.paint.on) toggle_painting(f);
         }},
    entry(C::VerticesAll, "vertices-all", kSelectMenu, "All vertices", "vertices all", has_model,
          reselect<ReselectVertices::All>),
    entry(C::VerticesNone, "vertices-none", kSelectMenu, "No vertices", "vertices none",
          has_vertices, [](Frame& f) { f.edit(SelectVertices{}); }),
    entry(C::VerticesInvert, "vertices-others", kSelectMenu, "The other vertices instead",
          "vertices invert", has_model, reselect<ReselectVertices::Invert>),
    {.command = C::VerticesGrow,
     .name = "vertices-grow",
     .group = "Select",
     .menu = kSelectMenu,
     .label = "Grow the selection",
     .keys = {{{K::Equal, kCtrl}}},
     .repeats = true,
     .text = "vertices grow N",
     .available = has_vertices,
     .run = reselect<ReselectVertices::Grow>},
    {.command = C::VerticesShrink,
     .name = "vertices-shrink",
     .group = "Select",
     .menu = kSelectMenu,
     .label = "Shrink the selection",
     .keys = {{{K::Minus, kCtrl}}},
     .repeats = true,
     .text = "vertices shrink N",
     .available = has_vertices,
     .run = reselect<ReselectVertices::Shrink>},
    entry(C::VerticesParts, "vertices-parts", kSelectMenu, "All that is connected",
          "vertices parts", has_vertices, reselect<ReselectVertices::Parts>),
    entry(C::VerticesOfJoint, "vertices-of-joint", kSelectMenu, "All that follows the joint",
          "vertices joint JOINT", has_selection, reselect<ReselectVertices::Region>),

    entry(C::TakeWeights, "take-weights", "Weights", "Take weights of another file...", "",
          has_model, [](Frame& f) { open_browser(f, BrowserPurpose::TakeWeights); }),
    entry(C::SaveWeights, "save-weights", "Weights", "Save the weights...", "", has_model,
          [](Frame& f) { open_browser(f, BrowserPurpose::SaveWeights); }),
    entry(C::LoadWeights, "load-weights", "Weights", "Load weights...", "", has_model,
          [](Frame& f) { open_browser(f, BrowserPurpose::LoadWeights); }),
    // What the clinic's button does.
    {.command = C::MendAll,
     .name = "mend-all",
     .group = "Weights",
     .menu = kMendMenu,
     .label = "All that needs no judgement, limit",
     .text = "mend all N",
     .available = has_model,
     .more = limit_words,
     .run = mend_to_limit<Mend::Everything>},
    entry(C::MendNormalise, "mend-normalise", kMendMenu, "Normalise stored sums", "mend normalise",
          has_model, mend_plainly<Mend::Normalise>),
    {.command = C::MendPrune,
     .name = "mend-prune",
     .group = "Weights",
     .menu = kMendMenu,
     .label = "Prune weights below",
     .text = "mend prune LEAST",
     .available = has_model,
     .more = prune_words,
     .run =
         [](Frame& f) {
           mend(f, {Mend::Prune, to_four_places(f.state.mend.prune_below)});
         }},
    {.command = C::MendLimit,
     .name = "mend-limit",
     .group = "Weights",
     .menu = kMendMenu,
     .label = "Limit by largest weights to",
     .text = "mend limit N",
     .available = has_model,
     .more = limit_words,
     .run = mend_to_limit<Mend::Limit>},
    {.command = C::MendLimitFit,
     .name = "mend-limit-fit",
     .group = "Weights",
     .menu = kMendMenu,
     .label = "Limit by fit to the clips to",
     .text = "mend limit N fit",
     .available = has_model,
     .more = limit_words,
     .run = mend_to_limit<Mend::LimitFit>},
    entry(C::MendFill, "mend-fill", kMendMenu, "Fill what has no weights", "mend fill", has_model,
          mend_plainly<Mend::Fill>),
    {.command = C::MendSmooth,
     .name = "mend-smooth",
     .group = "Weights",
     .menu = kMendMenu,
     .label = "Smooth",
     .text = "mend smooth FACTOR TIMES",
     .available = has_model,
     .more = smooth_words,
     .run =
         [](Frame& f) {
           const MendNumbers& m = f.state.mend;
           mend(f, {Mend::Smooth, to_four_places(m.smooth_factor), m.smooth_times});
         }},
    entry(C::MendAverage, "mend-average", kMendMenu, "Average", "mend average", has_vertices,
          mend_plainly<Mend::Average>),
    entry(C::MirrorToLeft, "mirror-weights-left", kMendMenu, "Mirror to the left, by place",
          "mend mirror to left by place", has_model, mirror<Mend::MirrorPlace, true>),
    entry(C::MirrorToRight, "mirror-weights-right", kMendMenu, "Mirror to the right, by place",
          "mend mirror to right by place", has_model, mirror<Mend::MirrorPlace, false>),
    entry(C::MirrorToLeftTopology, "mirror-weights-left-topology", kMendMenu,
          "Mirror to the left, by topology", "mend mirror to left by topology", has_model,
          mirror<Mend::MirrorTopology, true>),
    entry(C::MirrorToRightTopology, "mirror-weights-right-topology", kMendMenu,
          "Mirror to the right, by topology", "mend mirror to right by topology", has_model,
          mirror<Mend::MirrorTopology, false>),
    entry(
        C::CopyWeights, "copy-weights", kMendMenu, "Copy the weights of a vertex", "",
        [](const Frame& f) {
          return has_vertices(f) || (f.model() && !f.scene().selection.pinned_vertex.empty());
        },
        copy_weights),
    entry(
        C::PasteWeights, "paste-weights", kMendMenu, "Paste weights", "mend paste JOINT WEIGHT",
        [](const Frame& f) {
          return has_vertices(f) && f.state.of_model.copied_weights.has_value();
        },
        paste_weights),
    entry(C::GiveToJoint, "weights-to-joint", kMendMenu, "All weight to the joint",
          "mend set JOINT 1", has_vertices_and_joint, mend_joint<Mend::SetJoint, 100>),
    entry(C::TakeFromJoint, "weights-from-joint", kMendMenu, "No weight to the joint",
          "mend set JOINT 0", has_vertices_and_joint, mend_joint<Mend::SetJoint, 0>),
    entry(C::MoreOfJoint, "more-weight", kMendMenu, "More weight of the joint",
          "mend scale JOINT FACTOR", has_vertices_and_joint, mend_joint<Mend::ScaleJoint, 110>),
    entry(C::LessOfJoint, "less-weight", kMendMenu, "Less weight of the joint",
          "mend scale JOINT FACTOR", has_vertices_and_joint, mend_joint<Mend::ScaleJoint, 90>),
    {.command = C::ShowClinic,
     .name = "clinic",
     .group = "Weights",
     .menu = "Weights",
     .label = "What is wrong with the rig",
     .keys = {{{K::K, kAlt}}},
     .available = has_model,
     .is_on = shows_clinic,
     .run = show_clinic},
    {.command = C::WeightTable,
     .name = "weight-table",
     .group = "Weights",
     .menu = "Weights",
     .label = "Table of weights",
     .keys = {{{K::W, kAlt}}},
     .available = has_model,
     .is_on = [](const Frame& f) { return f.state.table.open; },
     .run = [](Frame& f) { f.state.table.open = !f.state.table.open; }},
    {.command = C::LockWeights,
     .name = "lock-weights",
     .group = "Weights",
     .menu = kMendMenu,
     .label = "Lock the weights of joints",
     .text = "lock|unlock weights JOINT",
     .available = has_selection,
     .is_on = weights_are_locked,
     .run =
         [](Frame& f) {
           f.edit(LockJoints{selected_joints(f.scene()), !weights_are_locked(f), true});
         }},
    entry(
        C::UnlockWeights, "unlock-weights", kMendMenu, "Unlock all weights", "unlock weights all",
        [](const Frame& f) { return f.model() && !f.scene().marks.weights_locked.empty(); },
        [](Frame& f) {
          f.edit(LockJoints{{}, false, true});
        }),
};

}  // namespace

std::span<const CommandInfo> mend_commands() {
  return kMendCommands;
}

}  // namespace bindpose::ui
