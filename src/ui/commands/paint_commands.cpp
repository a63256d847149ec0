// Commands of the menu Weights that paint.
#include "ui/commands/command_groups.h"
#include "ui/paint/paint_tool.h"

namespace bindpose::ui {

namespace {

constexpr const char* kPaintMenu = "Weights > Paint";
constexpr float kBrushStep = 1.15f;

bool is_painting(const Frame& f) {
  return f.model() != nullptr && f.state.of_model.paint.on;
}

bool has_skins(const Frame& f) {
  for (std::size_t m = 0; m < f.model()->meshes.size(); ++m) {
    if (binding_of(f.scene(), m).skin.skinned) return true;
  }
  return false;
}

void paint_or_say(Frame& f) {
  if (is_painting(f) || has_skins(f)) return toggle_painting(f);
  const std::string key = shortcut_text(f, Command::DraftMode);
  f.state.message.show(
      "No mesh of the model has a skin: there are no weights to paint. Make a skeleton first: Edit "
      "> "
      "Skeleton > Make one by hand" +
          (key.empty() ? "." : " (" + key + ")."),
      false, true);
}

const CommandInfo kPaintCommands[] = {
    {.command = Command::PaintWeights,
     .name = "paint-weights",
     .group = "Weights",
     .menu = kPaintMenu,
     .label = "Paint weights",
     .keys = {{{Key::B, kAlt}}},
     .available = has_model,
     .is_on = is_painting,
     .run = paint_or_say},
    {.command = Command::BrushSize,
     .name = "brush-size",
     .group = "Weights",
     .menu = kPaintMenu,
     .label = "Brush size by the mouse",
     .keys = {{{Key::F, kNoModifier, KeyContext::Painting}}},
     .available = is_painting,
     .run = begin_resize},
    {.command = Command::BrushSmaller,
     .name = "brush-smaller",
     .group = "Weights",
     .menu = kPaintMenu,
     .label = "Smaller brush",
     .keys = {{{Key::LeftBracket, kNoModifier, KeyContext::Painting}}},
     .repeats = true,
     .available = is_painting,
     .run = [](Frame& f) { scale_brush(f, 1.0f / kBrushStep); }},
    {.command = Command::BrushLarger,
     .name = "brush-larger",
     .group = "Weights",
     .menu = kPaintMenu,
     .label = "Larger brush",
     .keys = {{{Key::RightBracket, kNoModifier, KeyContext::Painting}}},
     .repeats = true,
     .available = is_painting,
     .run = [](Frame& f) { scale_brush(f, kBrushStep); }},
};

}  // namespace

std::span<const CommandInfo> paint_commands() {
  return kPaintCommands;
}

}  // namespace bindpose::ui
