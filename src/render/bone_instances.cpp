#include "render/bone_instances.h"

#include <algorithm>

namespace bindpose {
namespace {

struct Look {
  vec3 color;
  float emphasis;
};

// Lighter, with the hue and strength it has.
vec3 lighter(const vec3& color) {
  constexpr float kLighter = 0.08f;
  return from_oklab(to_oklab(color) + vec3(kLighter, 0.0f, 0.0f));
}

// A map of joints gives the bones the colours that the surface has.
bool joints_are_mapped(Show show) {
  return show == Show::Joints || show == Show::Dominant;
}

// Selected: the accent; its subtree: a tint of it; hovered: brighter than it would be. The selected
// one stays the accent under the mouse, for washed out it would look like another bone.
Look look_of(int joint, const Scene& scene, Show show, const BoneSet& bones, const Theme& theme) {
  const Selection& selection = scene.selection;
  Look look{theme.bone, 0.0f};
  const bool selected = is_selected(selection, joint);
  if (joints_are_mapped(show) && static_cast<std::size_t>(joint) < bones.color.size()) {
    look = {bones.color[static_cast<std::size_t>(joint)], selected ? 1.0f : 0.35f};
  } else if (selected) {
    look = {theme.accent, joint == selection.joint ? 1.0f : 0.8f};
  } else if (in_subtree(scene.model->skeleton, joint, selection.joint)) {
    look = {theme.bone_subtree, 0.35f};
  }
  if (joint == selection.hovered_joint)
    look = {selected ? lighter(look.color) : glm::mix(look.color, vec3(1.0f), 0.45f),
            std::max(look.emphasis, 0.8f)};
  return look;
}

// What a bone that is not drawn in full leaves: where it would be.
LineInstance ghost_line(const vec3& from, const vec3& to, const Frame& frame) {
  constexpr float kAlpha = 0.3f, kPixels = 1.2f;
  return {from, to, vec4(frame.theme->text_dim, kAlpha), kPixels * frame.ui_scale};
}

vec3 axis_direction(const mat4& to_display, const mat4& world, int axis) {
  const vec3 direction{to_display * vec4(vec3(world[axis]), 0.0f)};
  const float length = glm::length(direction);
  return length > 0.0f ? direction / length : vec3(0.0f);
}

void add_axes(const mat4& to_display, const mat4& world, const vec3& origin, float length,
              float width, const Theme& theme, std::vector<LineInstance>& out) {
  for (int axis = 0; axis < 3; ++axis)
    out.push_back({origin, origin + length * axis_direction(to_display, world, axis),
                   vec4(theme.axis[static_cast<std::size_t>(axis)], 1.0f), width});
}

}  // namespace

void build_bone_instances(const Scene& scene, const PosedScene& posed, const BoneSet& bones,
                          const Camera& camera, const Frame& frame, Show show, BoneInstances& out) {
  out.bones.clear();
  out.lines.clear();
  out.joints.clear();
  out.axes.clear();
  const Theme& theme = *frame.theme;
  const Viewport viewport{frame.pixels.x, frame.pixels.y};
  constexpr float kPresenterThickness = 1.4f;
  const float thick = frame.presenter ? kPresenterThickness : 1.0f;
  for (const Bone& bone : bones.bones) {
    const Look look = look_of(bone.joint, scene, show, bones, theme);
    const float pixel = pixel_size(camera, viewport, bone.head);
    const float pixels = pixel > 0.0f ? bone.length / pixel : 0.0f;
    if (!is_drawn(scene, bone.joint, bone.child))
      out.lines.push_back(ghost_line(bone.head, bone.tail, frame));
    else if (bone.helper)
      out.lines.push_back({bone.head, bone.tail, vec4(look.color, 0.35f + 0.6f * look.emphasis),
                           (1.2f + 0.6f * look.emphasis) * frame.ui_scale});
    else
      out.bones.push_back(
          {bone.head, bone.tail, bone.side, thick * bone.radius, look.color, look.emphasis});
    if (!is_drawn(scene, bone.joint)) continue;
    const float radius =
        joint_radius_pixels(bone, scene.selection, camera, viewport, frame.ui_scale);
    out.joints.push_back(
        {bone.head, radius * frame.ui_scale, look.color, 1.1f * bone.radius, look.emphasis});
    if (scene.view.joint_axes) {
      const bool strong = look.emphasis >= 0.8f;
      const float length =
          std::clamp(0.5f * pixels, 9.0f, strong ? 46.0f : 22.0f) * frame.ui_scale * pixel;
      add_axes(scene.model->to_display, posed.world[static_cast<std::size_t>(bone.joint)],
               bone.head, length, (strong ? 2.4f : 1.5f) * frame.ui_scale, theme, out.axes);
    }
  }
  for (const BoneLink& link : bones.links) {
    const Look look = look_of(link.child, scene, show, bones, theme);
    out.lines.push_back(is_drawn(scene, link.parent, link.child)
                            ? LineInstance{link.from, link.to,
                                           vec4(theme.bone, 0.3f + 0.3f * look.emphasis),
                                           1.2f * frame.ui_scale}
                            : ghost_line(link.from, link.to, frame));
  }
}

Box joint_box(const Scene& scene, const PosedScene& posed) {
  Box box;
  const std::vector<std::uint8_t>& is_joint = joint_flags(scene).is_joint;
  for (std::size_t j = 0; j < posed.world.size(); ++j)
    if (is_joint[j] != 0) box.add(vec3(scene.model->to_display * posed.world[j][3]));
  return box;
}

}  // namespace bindpose
