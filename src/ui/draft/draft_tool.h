// The mouse on a skeleton that is being made: its joints are drawn over the view, chosen and
// dragged. A click beside them places one (app/viewer/viewer_draft.cpp).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "scene/draft/built_model.h"
#include "scene/edit/edit.h"
#include "view/bones.h"

namespace bindpose::ui {

struct Frame;

struct DraftTool {
  std::string selected;  // a joint of the draft; what is placed hangs on it
  std::string hovered;
  // The draft as bones.
  std::shared_ptr<const SkeletonDraft> shown;
  Scene scene;
  PosedScene posed;
  BoneSet bones;
  // A joint that the mouse holds.
  struct Grab {
    std::string name;
    vec3 start;  // the file's world
    vec2 mouse;
    bool moved = false;
  };
  std::optional<Grab> grab;
  // The model in its bind pose.
  std::vector<BindSurface> surface;
  ModelId surface_of;
  // What is typed.
  std::string naming;  // the joint whose name stands in `name`
  std::string name;
  bool to_name = false;  // the field is typed into next
};

// The selected joint's index in the draft, or -1.
int selected_draft_joint(const Frame& f);
// The bind pose's surface, computed where it is not there.
const std::vector<BindSurface>& draft_surface(DraftTool& tool, const Model& model);
// Where a joint goes that is placed at a pixel of the view, as an edit; what it is called is
// selected then. Nothing where there is no surface; `open`: it stands on the surface.
std::optional<EditRequest> placed_joint(DraftTool& tool, const Scene& scene, const Camera& camera,
                                        const Viewport& viewport, const vec2& pixel, bool& open);

// The edit; where it cannot be, it is said why.
void change_draft(Frame& f, const DraftChange& change);
// The selected joint goes; its parent is selected.
void delete_draft_joint(Frame& f);

void update_draft(Frame& f);
// Both sides at once is chosen for a draft: when it is left or built, poses are as they were
// before. Once a frame.
void keep_symmetry_of_poses(Frame& f);
void draw_draft(Frame& f);

}  // namespace bindpose::ui
