// The keys of the presets, and what the user's own make of them.
#include <algorithm>

#include "ui/commands/commands.h"

namespace bindpose::ui {

namespace {

using C = Command;
using K = Key;

struct PresetKeys {
  Command command;
  Bindings keys;
};

// Where Maya's keys are not those of the table, which are Blender's.
constexpr PresetKeys kMaya[] = {
    {C::MoveNow, {{{K::W, kShift}}}},
    {C::RotateNow, {{{K::E, kShift}}}},
    {C::ScaleNow, {{{K::R, kShift}}}},
    {C::Translate, {{{K::W}}}},
    {C::Rotate, {{{K::E}}}},
    {C::Scale, {{{K::R}}}},
    {C::SelectTool, {{{K::Q}}}},
    {C::ToggleSnap, {{{K::Q, kShift}}}},
    {C::SelectAll, {{{K::A, kCtrl}}}},
    {C::FrameAll, {{{K::A}, {K::Home}}}},
    {C::IsolateJoints, {{{K::H, kAlt}, {K::PadDivide}}}},
    {C::ShowAll, {{{K::H, kCtrl | kShift}}}},
    {C::ToggleWireframe, {{{K::Num4}, {K::M}}}},
    {C::ToggleTextures, {{{K::Num6}, {K::T}}}},
    {C::Undo, {{{K::Z}, {K::Z, kCtrl}}}},
    {C::Redo, {{{K::Z, kShift}, {K::Z, kCtrl | kShift}, {K::Y, kCtrl}}}},
    {C::PlayPause, {{{K::Space}, {K::V, kAlt}}}},
    {C::JumpStart, {{{K::V, kAlt | kShift}, {K::Left, kCtrl}, {K::Left, kShift}}}},
    {C::StepBack, {{{K::Comma, kAlt}, {K::Left}}}},
    {C::StepForward, {{{K::Period, kAlt}, {K::Right}}}},
    {C::PreviousKey, {{{K::Comma}}}},
    {C::NextKey, {{{K::Period}}}},
};

const Bindings& preset_keys(KeyPreset preset, const CommandInfo& c) {
  if (preset == KeyPreset::Maya) {
    const auto at = std::ranges::find(kMaya, c.command, &PresetKeys::command);
    if (at != std::end(kMaya)) return at->keys;
  }
  return c.keys;
}

// Empty ones go to the end.
void close_up(Bindings& keys) {
  // Each command's are asked for in every frame: nothing is allocated for it.
  std::ranges::fill(std::ranges::remove_if(keys, &Binding::empty), Binding{});
}

bool has_key(const Bindings& keys, const Binding& b) {
  return std::ranges::find(keys, b) != keys.end();
}

bool is_taken(const KeyMap& map, const CommandInfo& c, const Binding& b) {
  return std::ranges::any_of(
      map.own, [&](const auto& own) { return own.first != c.name && has_key(own.second, b); });
}

}  // namespace

Bindings keys_of(const KeyMap& map, const CommandInfo& c) {
  if (const auto own = map.own.find(c.name); own != map.own.end()) return own->second;
  Bindings keys = preset_keys(map.preset, c);
  for (Binding& b : keys) {
    if (!b.empty() && is_taken(map, c, b)) b = {};
  }
  close_up(keys);
  return keys;
}

const CommandInfo* command_of_key(const KeyMap& map, const Binding& binding) {
  for (const CommandInfo& c : command_table()) {
    if (has_key(keys_of(map, c), binding)) return &c;
  }
  return nullptr;
}

void set_key(KeyMap& map, const CommandInfo& c, std::size_t place, const Binding& binding) {
  if (place >= kMaxKeys) return;
  Bindings keys = keys_of(map, c);  // before others let go of a key that would then come back here
  if (!binding.empty()) {
    for (auto& [name, others] : map.own) {
      if (name == c.name) continue;
      std::ranges::replace(others, binding, Binding{});
      close_up(others);
    }
  }
  if (!binding.empty()) std::ranges::replace(keys, binding, Binding{});
  keys[place] = binding;
  close_up(keys);
  map.own[c.name] = keys;
  forget_own_where_usual(map);
}

void swap_keys(KeyMap& map, const CommandInfo& c, std::size_t place, const Binding& binding) {
  const CommandInfo* other = command_of_key(map, binding);
  if (other == nullptr || other == &c) return set_key(map, c, place, binding);
  Bindings ours = keys_of(map, c);  // before the other one takes a key of them
  const Binding before = ours[place];
  Bindings theirs = keys_of(map, *other);
  std::ranges::replace(theirs, binding, Binding{before.key, before.modifiers, binding.context});
  close_up(theirs);
  map.own[other->name] = theirs;
  ours[place] = {binding.key, binding.modifiers, before.empty() ? binding.context : before.context};
  close_up(ours);
  map.own[c.name] = ours;
  forget_own_where_usual(map);
}

bool reset_keys(KeyMap& map, const CommandInfo& c) {
  const Bindings usual = preset_keys(map.preset, c);
  const bool taken = std::ranges::any_of(
      usual, [&](const Binding& b) { return !b.empty() && is_taken(map, c, b); });
  map.own.erase(c.name);
  return !taken;
}

bool has_own_keys(const KeyMap& map, const CommandInfo& c) {
  return keys_of(map, c) != preset_keys(map.preset, c);
}

void forget_own_where_usual(KeyMap& map) {
  std::erase_if(map.own, [&map](const auto& own) {
    const auto c = std::ranges::find(command_table(), own.first, &CommandInfo::name);
    return c != command_table().end() && own.second == preset_keys(map.preset, *c);
  });
}

}  // namespace bindpose::ui
