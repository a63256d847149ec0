#include "ui/engine/engine_settings.h"

#include "scene/engine/engine_view.h"
#include "ui/base/imgui_compat.h"
#include "ui/base/widgets.h"
#include "ui/commands/command_button.h"
#include "ui/commands/commands.h"

namespace bindpose::ui {

namespace {

// A row of choices; `chosen` counts into them. -1: nothing was clicked.
int engine_choice(Frame& f, const char* name, const char* id,
                  std::initializer_list<const char*> choices, int chosen, const char* tip) {
  text_dim(f, name);
  const int now = segmented(f, id, choices, chosen, ImGui::GetContentRegionAvail().x);
  tooltip(f, tip);
  return now;
}

}  // namespace

void draw_engine_settings(Frame& f) {
  const ViewSettings before = f.scene().view;
  ViewSettings v = before;
  if (toggle(f, "engine surface", "Surface as an engine shows it", v.engine))
    run(f, Command::ToggleEngine);
  tooltip(f, "Only the picture changes; numbers and exports stay right", Command::ToggleEngine);
  if (const int k = engine_choice(f, "Which weights", "engine pick", {"largest", "first"},
                                  v.engine_pick == EnginePick::First,
                                  "The largest of a vertex, or those that a glTF names first: an "
                                  "engine that reads only JOINTS_0 shows those");
      k >= 0)
    v.engine_pick = k == 0 ? EnginePick::Largest : EnginePick::First;
  constexpr int kKeeps[] = {1, 2, 4, 8, 0};
  int keep = -1;
  for (int k = 0; k < 5; ++k) keep = kKeeps[k] == v.engine_keep ? k : keep;
  if (const int k = engine_choice(f, "Weights a vertex", "engine keep", {"1", "2", "4", "8", "all"},
                                  keep, "At most so many");
      k >= 0)
    v.engine_keep = kKeeps[k];
  if (const int k =
          engine_choice(f, "Stored as", "engine format", {"float", "half", "16 bit", "8 bit"},
                        static_cast<int>(v.engine_format), "How a weight is rounded");
      k >= 0)
    v.engine_format = static_cast<WeightFormat>(k);
  if (const int k = engine_choice(f, "Sums", "engine sums", {"made 1", "left"}, !v.engine_whole,
                                  "Made to add up to 1 again, or left as they are: then vertices "
                                  "are pulled towards the origin");
      k >= 0)
    v.engine_whole = k == 0;
  int joints = 0;
  for (int k = 0; k < static_cast<int>(std::size(kEngineJoints)); ++k)
    joints = kEngineJoints[k] == v.engine_joints ? k : joints;
  if (const int k = engine_choice(f, "Joints a mesh", "engine joints",
                                  {"any", "32", "64", "75", "128", "256"}, joints,
                                  "A mesh with more falls into pieces: the map says how many");
      k >= 0)
    v.engine_joints = kEngineJoints[k];
  if (v != before) f.set_view(v);
}

}  // namespace bindpose::ui
