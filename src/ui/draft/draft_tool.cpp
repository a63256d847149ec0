#include "ui/draft/draft_tool.h"

#include <algorithm>
#include <limits>

#include "math/numbers.h"
#include "math/transform.h"
#include "ui/base/draw_helpers.h"
#include "ui/base/imgui_compat.h"
#include "ui/base/widgets.h"
#include "view/draft/volume_middle.h"

namespace bindpose::ui {

namespace {

constexpr float kCatch = 9.0f;  // pixels around a joint
constexpr float kDot = 5.0f;
constexpr float kLeastDrag = 4.0f;
constexpr std::size_t kNamedDots = 40;  // with more, names would cover the model

const SkeletonDraft& draft_of(const Frame& f) {
  return *f.scene().draft;
}

vec3 seen_at(const Frame& f, const vec3& file_point) {
  const vec3 p = vec3(f.model()->to_display * vec4(file_point, 1.0f));
  return project(f.input.camera, f.viewport(), p);
}

// The joint whose dot the mouse is on; the nearest to the eye where several are.
int joint_under(const Frame& f, const vec2& pixel) {
  int best = -1;
  float nearest = std::numeric_limits<float>::infinity();
  const SkeletonDraft& draft = draft_of(f);
  for (std::size_t j = 0; j < draft.joint.size(); ++j) {
    const vec3 p = seen_at(f, draft.joint[j].position);
    if (!(p.z > 0.0f) || glm::length(vec2(p) - pixel) > f.px(kCatch)) continue;
    if (p.z >= nearest) continue;
    nearest = p.z;
    best = static_cast<int>(j);
  }
  return best;
}

EditDraft move_of(const Frame& f, const std::string& name, const vec3& to) {
  DraftChange c{DraftChange::Move, name};
  c.at = to;
  c.alone = ImGui::GetIO().KeyAlt;
  c.both = f.scene().view.symmetric;
  return {c};
}

// Where the held joint goes: in the plane of the view, or, with Ctrl, to the middle of the volume.
vec3 dragged_to(Frame& f, const DraftTool::Grab& grab) {
  const ImGuiIO& io = ImGui::GetIO();
  const vec2 mouse = from_im(io.MousePos);
  const Model& model = *f.model();
  if (io.KeyCtrl || io.KeySuper) {
    const auto hit =
        volume_middle(model, draft_surface(f.state.of_model.draft, model), f.scene().mesh_hidden,
                      f.input.camera, f.viewport(), mouse - f.view.lo);
    if (hit) return hit->point;
  }
  const vec3 start = vec3(model.to_display * vec4(grab.start, 1.0f));
  const CameraAxes axes = camera_axes(f.input.camera);
  const vec3 pixel = project(f.input.camera, f.viewport(), start);
  const vec2 wanted = vec2(pixel) + mouse - grab.mouse;
  const Ray ray = pixel_ray(f.input.camera, f.viewport(), wanted);
  const auto t = intersect_plane(ray, start, axes.back);
  if (!t) return grab.start;
  return vec3(inverse_affine(model.to_display) * vec4(ray.origin + *t * ray.direction, 1.0f));
}

void end_grab(Frame& f, Phase phase) {
  DraftTool& tool = f.state.of_model.draft;
  const DraftTool::Grab grab = *tool.grab;
  tool.grab.reset();
  if (grab.moved) f.edit(move_of(f, grab.name, dragged_to(f, grab)), phase);
}

void follow_grab(Frame& f) {
  DraftTool& tool = f.state.of_model.draft;
  DraftTool::Grab& grab = *tool.grab;
  f.out.gizmo_owns_mouse = true;
  if (key_pressed(Key::Escape) || ImGui::IsMouseClicked(1)) return end_grab(f, Phase::Cancel);
  const vec2 by = from_im(ImGui::GetIO().MousePos) - grab.mouse;
  grab.moved = grab.moved || glm::length(by) > kLeastDrag;
  if (!ImGui::GetIO().MouseDown[0]) return end_grab(f, Phase::Commit);
  if (grab.moved) f.edit(move_of(f, grab.name, dragged_to(f, grab)), Phase::Preview);
}

// The draft as bones, where it is another one.
void renew_bones(Frame& f) {
  DraftTool& tool = f.state.of_model.draft;
  if (tool.shown == f.scene().draft) return;
  tool.shown = f.scene().draft;
  tool.scene = draft_scene(*tool.shown, *f.model());
  evaluate(tool.scene, tool.posed);
  tool.bones = {};
  build_bones(tool.scene, tool.posed, tool.bones);
}

// An octahedron, flat: its outline as seen, filled.
void draw_draft_bone(const Frame& f, ImDrawList* list, const Bone& bone, const vec3& ink) {
  const auto corners = bone_corners(bone);
  ImVec2 p[6];
  for (std::size_t k = 0; k < 6; ++k) {
    const vec3 at = project(f.input.camera, f.viewport(), corners[k]);
    if (!(at.z > 0.0f)) return;
    p[k] = im(f.view.lo + vec2(at));
  }
  const ImU32 fill = to_u32(ink, 0.30f), line = to_u32(ink, 0.85f);
  for (std::size_t k = 2; k < 6; ++k) {
    const std::size_t next = k == 5 ? 2 : k + 1;
    for (const std::size_t end : {0u, 1u}) list->AddTriangleFilled(p[end], p[k], p[next], fill);
  }
  for (std::size_t k = 2; k < 6; ++k) {
    for (const std::size_t end : {0u, 1u}) list->AddLine(p[end], p[k], line, f.px(1.0f));
  }
}

}  // namespace

int selected_draft_joint(const Frame& f) {
  return f.drafting() ? find_joint(draft_of(f), f.state.of_model.draft.selected) : -1;
}

const std::vector<BindSurface>& draft_surface(DraftTool& tool, const Model& model) {
  if (tool.surface_of != model.id) tool.surface = bind_surface(model);
  tool.surface_of = model.id;
  return tool.surface;
}

std::optional<EditRequest> placed_joint(DraftTool& tool, const Scene& scene, const Camera& camera,
                                        const Viewport& viewport, const vec2& pixel, bool& open) {
  const Model& model = *scene.model;
  const auto hit =
      volume_middle(model, draft_surface(tool, model), scene.mesh_hidden, camera, viewport, pixel);
  if (!hit) return std::nullopt;
  open = !hit->middle;
  const SkeletonDraft& draft = *scene.draft;
  DraftChange c{DraftChange::Add};
  c.at = hit->point;
  c.both = scene.view.symmetric;
  c.name = free_name(draft, draft.joint.empty() ? "root" : "joint", true);
  if (find_joint(draft, tool.selected) >= 0) c.other = tool.selected;
  tool.selected = c.name;
  if (c.both) {
    const DraftPlane plane = draft_plane(model, draft);
    const float side = plane.side(c.at);
    if (side == 0.0f) c.at -= glm::dot(c.at - plane.point, plane.normal) * plane.normal;
    if (side != 0.0f) tool.selected += side > 0.0f ? ".L" : ".R";
  }
  return EditRequest{EditDraft{c}};
}

void update_draft(Frame& f) {
  DraftTool& tool = f.state.of_model.draft;
  tool.hovered.clear();
  if (!f.model() || !f.drafting() || f.other || f.state.has_dialog()) {
    tool.grab.reset();
    return;
  }
  if (tool.grab) return follow_grab(f);
  // Wherever the mouse is: only a field that is typed into has the key for itself.
  if (selected_draft_joint(f) >= 0 && key_pressed(Key::Delete) && !ImGui::GetIO().WantTextInput)
    return delete_draft_joint(f);
  if (!f.out.view_hovered) return;
  const vec2 mouse = from_im(ImGui::GetIO().MousePos);
  const int over = joint_under(f, mouse - f.view.lo);
  if (over >= 0) {
    const DraftJoint& joint = draft_of(f).joint[idx(over)];
    tool.hovered = joint.name;
    f.out.gizmo_owns_mouse = true;
    if (ImGui::IsMouseClicked(1)) {
      tool.selected = joint.name;
      f.state.palette.draft_menu = true;
    }
    if (ImGui::IsMouseClicked(0)) {
      tool.selected = joint.name;
      tool.grab = DraftTool::Grab{joint.name, joint.position, mouse};
    }
  }
}

void change_draft(Frame& f, const DraftChange& change) {
  std::string problem;
  const auto& before = f.scene().draft;
  const auto after = changed_draft(before, change, *f.model(), problem);
  if (problem.empty() && change.what == DraftChange::Mirror && before && *after == *before) {
    const char *there = change.to_left ? "left" : "right",
               *here = change.to_left ? "right" : "left";
    problem = std::string("Nothing to mirror: the ") + there + " side has all that the " + here +
              " one has, in the same places.";
  }
  problem.empty() ? f.edit(EditDraft{change}) : f.say(problem);
}

void delete_draft_joint(Frame& f) {
  DraftTool& tool = f.state.of_model.draft;
  const int chosen = selected_draft_joint(f);
  if (chosen < 0) return;
  DraftChange c{DraftChange::Delete, tool.selected};
  c.both = f.scene().view.symmetric;
  const int parent = draft_of(f).joint[idx(chosen)].parent;
  tool.selected = parent >= 0 ? draft_of(f).joint[idx(parent)].name : "";
  f.edit(EditDraft{c});
}

void keep_symmetry_of_poses(Frame& f) {
  std::optional<bool>& before = f.state.symmetric_before_draft;
  ViewSettings view = f.scene().view;
  if (f.drafting() == before.has_value()) return;
  if (f.drafting()) {
    before = view.symmetric;
    return;
  }
  if (view.symmetric != *before && f.model()) {
    view.symmetric = *before;
    f.set_view(view);
  }
  before.reset();
}

void draw_draft(Frame& f) {
  if (!f.model() || !f.drafting()) return;
  renew_bones(f);
  DraftTool& tool = f.state.of_model.draft;
  const SkeletonDraft& draft = draft_of(f);
  ImDrawList* list = ImGui::GetBackgroundDrawList();
  list->PushClipRect(im(f.view.lo), im(f.view.hi), true);
  const Skeleton& skeleton = tool.scene.model->skeleton;
  const auto ink_of = [&](const std::string& name) {
    return name == tool.selected ? f.colors.accent : f.colors.text;
  };
  for (const BoneLink& link : tool.bones.links) {
    const vec3 a = project(f.input.camera, f.viewport(), link.from);
    const vec3 b = project(f.input.camera, f.viewport(), link.to);
    if (!(a.z > 0.0f && b.z > 0.0f)) continue;
    list->AddLine(im(f.view.lo + vec2(a)), im(f.view.lo + vec2(b)), to_u32(f.colors.text, 0.6f),
                  f.px(1.25f));
  }
  for (const Bone& bone : tool.bones.bones) {
    if (bone.child < 0) continue;  // a leaf of a draft is where the next joint goes
    draw_draft_bone(f, list, bone, ink_of(skeleton.name[idx(bone.joint)]));
  }
  for (const DraftJoint& joint : draft.joint) {
    const vec3 p = seen_at(f, joint.position);
    if (!(p.z > 0.0f)) continue;
    const ImVec2 at = im(f.view.lo + vec2(p));
    const bool hovered = joint.name == tool.hovered;
    const float radius = f.px(hovered ? kDot + 2.0f : kDot);
    list->AddCircleFilled(at, radius, to_u32(ink_of(joint.name)));
    list->AddCircle(at, radius, to_u32(f.colors.panel), 0, f.px(1.5f));
    mark(f, "draft joint:", joint.name,
         {from_im(at) - vec2(f.px(kDot)), from_im(at) + vec2(f.px(kDot))});
    const bool chosen = hovered || joint.name == tool.selected;
    if (chosen || draft.joint.size() <= kNamedDots || f.scene().view.joint_names)
      draw_tag(f, list, from_im(at) + vec2(f.px(10), f.px(-8)), joint.name,
               chosen ? f.colors.text : f.colors.text_dim, f.view);
  }
  list->PopClipRect();
}

}  // namespace bindpose::ui
