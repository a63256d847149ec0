// The whole UI without a window: synthetic events in, edits applied to a real document, no
// renderer. What is tested so is a widget, and its suite is named so; a gesture is tested in
// tests/window, where the window system makes it.
#pragma once

#include <gtest/gtest.h>
#include <imgui.h>

#include <glm/gtc/matrix_transform.hpp>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "math/transform.h"
#include "scene/lesson/lesson_plan.h"
#include "ui/base/input_feed.h"
#include "ui/ui.h"
#include "view/panes.h"

namespace bindpose::ui::testing {

// root - hips - spine - arm.L - hand.L, and beside them the plain node Camera; one skinned mesh;
// one clip.
inline std::shared_ptr<Model> make_rig() {
  std::vector<RawJoint> raw;
  const auto add = [&raw](const char* name, int parent, vec3 at, bool joint) {
    raw.push_back({name, parent, glm::translate(mat4(1.0f), at), joint});
    return static_cast<int>(raw.size()) - 1;
  };
  const int root = add("root", kNoParent, {0, 0, 0}, false);
  const int hips = add("hips", root, {0, 1, 0}, true);
  const int spine = add("spine", hips, {0, 0.3f, 0}, true);
  const int arm = add("arm.L", spine, {0.2f, 0.2f, 0}, true);
  add("hand.L", arm, {0.4f, 0, 0}, true);
  add("Camera", root, {1, 1, 1}, false);
  auto model = std::make_shared<Model>();
  model->name = "rig.glb";
  model->path = "/models/rig.glb";
  model->skeleton = build_skeleton(raw).skeleton;
  Mesh mesh;
  mesh.name = "body";
  std::vector<mat4> world(raw.size());
  std::vector<std::vector<WeightEntry>> rows;
  for (std::size_t j = 0; j < raw.size(); ++j) {
    const int p = model->skeleton.parent[j];
    world[j] =
        (p < 0 ? mat4(1.0f) : world[static_cast<std::size_t>(p)]) * model->skeleton.rest_local[j];
    if (!model->skeleton.file_flags.is_joint[j]) continue;
    const int slot = static_cast<int>(mesh.file_binding.skin.joint.size());
    mesh.file_binding.skin.joint.push_back(static_cast<int>(j));
    mesh.file_binding.skin.bind.push_back(world[j]);
    mesh.file_binding.skin.inverse_bind.push_back(glm::inverse(world[j]));
    for (int corner = 0; corner < 3; ++corner) {
      mesh.position.push_back(vec3(world[j][3]) +
                              0.05f * vec3(corner == 0, corner == 1, corner == 2));
      mesh.normal.push_back({0, 1, 0});
      mesh.triangle.push_back(static_cast<std::uint32_t>(mesh.position.size() - 1));
      rows.push_back({{slot, 1.0f}});
    }
  }
  mesh.file_binding.skin.skinned = true;
  mesh.file_binding.influences =
      pack_influences(rows, mesh.file_binding.skin.joint.size()).influences;
  model->meshes.push_back(mesh);
  Clip clip;
  clip.name = "wave";
  clip.duration = 2.0;
  model->clips.push_back(clip);
  model->report.push_back({Severity::Warning, "joint hand.L", "Something was repaired.", 4, -1});
  derive_weight_flags(*model);
  derive_bind_pose(*model);
  return model;
}

class WidgetTest : public ::testing::Test {
 protected:
  WidgetTest() : WidgetTest(make_rig()) {}
  explicit WidgetTest(std::shared_ptr<Model> model)
      : model_(std::move(model)), document_(make_scene(model_)) {
    create_context();
    load_fonts("", "", 1.0f);
    build_fonts();
    apply_theme(true, 1.0f);
    state_.record_rects = true;
    camera_.target = {0.2f, 1.3f, 0.0f};
    camera_.distance = 4.0f;
    refresh();
    for (int i = 0; i < 3; ++i) step();
  }
  ~WidgetTest() override { destroy_context(); }

  void refresh() {
    if (!model_) return;
    evaluate(document_.scene(), posed_);
    build_bones(document_.scene(), posed_, bones_);
  }

  // One frame; edits and undo requests are carried out as the application does.
  UiOutput frame(const std::vector<InputEvent>& events = {}, double dt = 1.0 / 60.0) {
    begin_frame(events, size_, 1.0f, dt);
    UiInput input{document_, posed_, bones_, camera_, 1.0, "test", recent_, entries_};
    input.folder_facts = facts_;
    if (model_)
      input.map = &maps_.get(document_.scene(), posed_, bones_, document_.scene().view.show);
    const auto beside = show_beside(document_.scene().view);
    if (model_ && beside)
      input.map_beside = &beside_.get(document_.scene(), posed_, bones_, *beside);
    input.judged = judged_;
    if (other_.scene().model) {
      evaluate(other_.scene(), other_posed_);
      build_bones(other_.scene(), other_posed_, other_bones_);
      other_input_.emplace(UiInput{other_, other_posed_, other_bones_, camera_});
      input.compared = {&*other_input_, "rig.glb", "other.glb", "", &account_, false, 1e-4};
    }
    input.clinic = clinic_;
    input.curves = curves_;
    input.pick = pick_;
    input.pick_waits = pick_waits_;
    input.canvas_waits = canvas_waits_;
    input.busy = busy_;
    input.busy_phase = "reading";
    input.busy_progress = busy_progress_;
    input.model_endings = endings_;
    input.lessons = lessons_;
    input.home = "/home/me";
    input.own_folder = own_folder_;
    input.workspace = workspace_;
    input.beside_model_closed = beside_model_closed_;
    input.lesson = lesson_ ? &*lesson_ : nullptr;
    input.lesson_step = lesson_step_;
    input.lesson_path = lesson_path_;
    input.lesson_pictures = pictures_;
    UiOutput out = draw(state_, input);
    ImGui::Render();
    for (const EditRequest& edit : out.edits) {
      edits_.push_back(edit);
      document_.apply(edit);
    }
    if (const auto& mend = out.requests.mend_weights) {
      auto made = std::make_shared<const MendResult>(mended(document_.scene(), *mend));
      state_.message.show(made->account, false, false);
      if (made->changed > 0) document_.apply({MendWeights{*mend, std::move(made)}});
    }
    if (out.requests.tolerance) tolerance_ = *out.requests.tolerance;
    if (out.requests.frame_vertex) framed_ = *out.requests.frame_vertex;
    if (out.requests.end_comparison) other_ = {};
    if (out.requests.undo) document_.undo();
    if (out.requests.redo) document_.redo();
    if (out.requests.list_folder) listed_ = *out.requests.list_folder;
    if (out.requests.lesson_step) lesson_step_ = *out.requests.lesson_step;
    if (out.requests.close_lesson) lesson_.reset();
    if (out.requests.open_link) opened_link_ = *out.requests.open_link;
    if (out.requests.open_lesson) opened_lesson_ = *out.requests.open_lesson;
    if (out.requests.record_step) recorded_ = *out.requests.record_step;
    if (out.requests.open_file) opened_ = *out.requests.open_file;
    if (out.requests.save_picture) saved_ = *out.requests.save_picture;
    if (out.requests.export_mesh) exported_ = *out.requests.export_mesh;
    if (out.requests.export_rig) exported_rig_ = *out.requests.export_rig;
    if (out.requests.export_mesh || out.requests.export_rig) {
      export_size_ = out.requests.export_size;
    }
    if (out.view_click) clicked_ = out.view_click;
    refresh();
    last_ = out;
    return out;
  }

  // Frames until all events are taken and the result is on the screen.
  void step(const std::vector<InputEvent>& events = {}) {
    frame(events);
    for (int i = 0; i < 50 && input_pending(); ++i) frame();
  }

  void press_key(Key key, std::vector<Key> modifiers = {}) {
    std::vector<InputEvent> events;
    for (const Key m : modifiers) events.push_back(key_event(m, true));
    events.push_back(key_event(key, true));
    events.push_back(key_event(key, false));
    for (const Key m : modifiers) events.push_back(key_event(m, false));
    step(events);
  }

  void type(const std::string& text) {
    for (const char c : text) {
      std::vector<InputEvent> events;
      const Key key =
          c >= 'a' && c <= 'z' ? static_cast<Key>(static_cast<int>(Key::A) + (c - 'a')) : Key::None;
      if (key != Key::None) events.push_back(key_event(key, true));
      events.push_back(char_event(static_cast<unsigned int>(c)));
      if (key != Key::None) events.push_back(key_event(key, false));
      step(events);
    }
  }

  Rect rect(const std::string& name) {
    const auto at = state_.rects.find(name);
    EXPECT_NE(at, state_.rects.end()) << "no widget " << name;
    return at == state_.rects.end() ? Rect{} : at->second;
  }

  void click_at(vec2 p) {
    step({mouse_move(p.x, p.y)});
    step({mouse_button(0, true), mouse_button(0, false)});
  }
  void click(const std::string& name) { click_at(rect(name).center()); }
  void double_click(const std::string& name) {
    const vec2 p = rect(name).center();
    step({mouse_move(p.x, p.y)});
    step({mouse_button(0, true), mouse_button(0, false), mouse_button(0, true),
          mouse_button(0, false)});
  }

  // At its first step.
  void open_lesson(const std::string& text) {
    std::string error;
    auto lesson = parse_lesson(text, error);
    lesson_ = plan_lesson(lesson.value_or(Lesson{}), model_, error);
    ASSERT_TRUE(lesson_) << error;
    document_ = Document(lesson_->steps[0].start);
    refresh();
  }

  int joint(const char* name) const { return find_joint(model_->skeleton, name); }
  void select(const char* name) {
    document_.apply({SetSelection{joint(name)}});
    step();
  }
  const Scene& scene() const { return document_.scene(); }
  const mat4& user_local(const char* name) const {
    return scene().pose.user_local[static_cast<std::size_t>(joint(name))];
  }
  int count_undo_steps() {
    int n = 0;
    for (Document copy = document_; copy.can_undo(); ++n) copy.undo();
    return n;
  }
  Viewport viewport() const { return {last_.view_size.x, last_.view_size.y}; }

  std::shared_ptr<Model> model_;
  Document document_;
  PosedScene posed_;
  BoneSet bones_;
  MapCache maps_, beside_;
  std::vector<JudgedWeights> judged_;
  Document other_;  // with a model: the other file of a comparison, and what it differs in
  PosedScene other_posed_;
  BoneSet other_bones_;
  std::optional<UiInput> other_input_;
  DiffAccount account_;
  std::optional<double> tolerance_;
  std::optional<Requests::FramedVertex> framed_;
  Camera camera_;
  UiState state_;
  UiOutput last_;
  vec2 size_{1280.0f, 720.0f};
  std::vector<FileFacts> facts_;
  std::vector<std::string> recent_;
  std::vector<std::string> entries_, endings_ = {"fbx", "glb", "gltf", "dae"};
  float busy_progress_ = -1.0f;
  std::string own_folder_, workspace_;
  bool beside_model_closed_ = false;
  ui::ExportSize export_size_ = ui::ExportSize::Plain;
  ClinicInput clinic_;
  CurvesInput curves_;
  std::function<std::optional<SurfaceHit>(const vec2&)> pick_;
  std::function<bool()> pick_waits_;
  bool canvas_waits_ = false;
  std::string busy_, listed_, opened_, saved_, exported_, exported_rig_, opened_lesson_, recorded_;
  std::string opened_link_, lesson_path_;
  std::vector<LessonPicture> pictures_;
  std::vector<LessonEntry> lessons_;
  std::optional<LessonPlan> lesson_;
  std::size_t lesson_step_ = 0;
  std::optional<vec2> clicked_;
  std::vector<EditRequest> edits_;
};

}  // namespace bindpose::ui::testing
