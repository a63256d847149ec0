#include "app/viewer/state_file.h"

#include <algorithm>
#include <cstdio>
#include <fstream>

#include "math/transform.h"
#include "scene/names.h"
#include "scene/time/timeline.h"
#include "scene/weight_problems.h"
#include "ui/base/input_feed.h"
#include "view/bones.h"

namespace bindpose::app {

namespace {

void add_joints(const WindowState& s, std::string& text) {
  const Scene& scene = s.document.scene();
  const std::vector<std::uint8_t>& is_joint = joint_flags(scene).is_joint;
  char line[96];
  for (int j = 0; j < scene.model->skeleton.size(); ++j) {
    const auto i = static_cast<std::size_t>(j);
    if (!is_joint[i]) continue;
    const vec3 p = project(s.camera, s.viewport, joint_position(scene, s.posed, j));
    if (p.z <= 0.0f) continue;
    std::snprintf(line, sizeof line, "joint %.1f %.1f ", double(p.x + s.view_corner.x),
                  double(p.y + s.view_corner.y));
    text += line + scene.model->skeleton.name[i] + "\n";
  }
}

// A point on each arrow or stalk, near its end.
void add_arrows(const WindowState& s, const GizmoFrame& gizmo, std::string& text) {
  constexpr float kAlong = 0.85f * kArrowTo;
  char line[96];
  for (int axis = 0; axis < 3; ++axis) {
    const vec3 at = gizmo.origin + kAlong * gizmo.radius * gizmo.axis[axis];
    const vec3 p = project(s.camera, s.viewport, at);
    std::snprintf(line, sizeof line, "arrow %d %.1f %.1f\n", axis, double(p.x + s.view_corner.x),
                  double(p.y + s.view_corner.y));
    text += line;
  }
}

void add_gizmo(const WindowState& s, std::string& text) {
  const float scale = gizmo_scale(s.document.scene(), s.posed, s.camera, s.viewport, s.ui.scale);
  const auto gizmo = gizmo_frame(s.document.scene(), s.posed, s.camera, s.viewport, scale);
  if (!gizmo) return;
  if (gizmo->mode != GizmoMode::Rotate) return add_arrows(s, *gizmo, text);
  constexpr std::size_t kEvery = 8;
  char line[96];
  for (int axis = 0; axis < 3; ++axis) {
    const std::vector<RingPoint> points = ring_points(*gizmo, axis, s.camera, s.viewport);
    for (std::size_t k = 0; k < points.size(); k += kEvery) {
      if (!points[k].front) continue;
      std::snprintf(line, sizeof line, "ring %d %.1f %.1f\n", axis,
                    double(points[k].pixel.x + s.view_corner.x),
                    double(points[k].pixel.y + s.view_corner.y));
      text += line;
    }
  }
}

std::string in_one_line(std::string text) {
  std::ranges::replace(text, '\n', ' ');
  return text;
}

// The drag that lasts, and what the selected joint's Ul_j is.
void add_drag(const WindowState& s, std::string& text) {
  const ui::GizmoState& gizmo = s.ui.of_model.gizmo;
  char line[192];
  if (gizmo.drag) {
    const GizmoDrag& d = *gizmo.drag;
    constexpr const char* kModes[] = {"rotate", "translate", "scale"};
    constexpr const char* kSpaces[] = {"local", "parent", "world"};
    constexpr const char* kHandles[] = {"none", "x",  "y",      "z",         "yz",
                                        "zx",   "xy", "screen", "trackball", "uniform"};
    std::snprintf(
        line, sizeof line, "drag %s %s %s %.5g %.5g %.5g %s\n",
        kModes[static_cast<std::size_t>(d.frame.mode)], kSpaces[static_cast<std::size_t>(d.space)],
        kHandles[static_cast<std::size_t>(d.handle)], double(d.amount.x), double(d.amount.y),
        double(d.amount.z), gizmo.typed.active() ? "typed" : "pulled");
    text += line;
  }
  const Scene& scene = s.document.scene();
  const int joint = scene.selection.joint;
  if (joint < 0) return;
  const Transform t = decompose(scene.pose.user_local[static_cast<std::size_t>(joint)]);
  const vec3 turn = degrees_from_rotation(t.q);
  std::snprintf(line, sizeof line, "user %.3f %.3f %.3f %.5f %.5f %.5f %.4f %.4f %.4f\n",
                double(turn.x), double(turn.y), double(turn.z), double(t.t.x), double(t.t.y),
                double(t.t.z), double(t.s.x), double(t.s.y), double(t.s.z));
  text += line;
}

// What is open beside the view, and where the keyboard is.
void add_interface(const WindowState& s, std::string& text) {
  const ui::UiState& ui = s.ui;
  char line[160];
  text += "open";
  const auto word = [&text](bool on, const char* name) {
    text += on ? std::string(" ") + name : "";
  };
  word(ui.layout.left_open && !ui.layout.left_folded, "left");
  word(ui.layout.right_open && !ui.layout.right_folded, "right");
  word(ui.help.open, "help");
  word(ui.help.letters, "letters");
  word(ui.help.about, "about");
  word(ui.help.history, "history");
  word(ui.presenter, "presenter");
  word(ui.black, "black");
  word(ui.speaker, "speaker");
  word(ui.browser.open, "dialog");
  word(ui.settings_dialog.open, "settings");
  word(ui.film.open, "film");
  word(!ui.settings_dialog.capturing.empty(), "capturing");
  word(ui.select_only, "select-only");
  word(ui.table.open, "table");
  word(ui.box.armed, "box");
  word(ui.of_model.vertices.brush, "brush");
  word(ui.of_model.paint.on, "paint");
  word(ui.of_model.paint.resize.has_value(), "brush-size");
  word(ui.focus.menus, "menus");
  text += " tab-" + std::to_string(static_cast<int>(ui.right.tab)) + "\n";
  if (ui.browser.open) {
    static constexpr const char* kPurposes[] = {
        "open",         "save-picture", "export-mesh",  "export-rig",     "save-pose",
        "load-pose",    "open-lesson",  "record-step",  "save-workspace", "take-clip",
        "save-map",     "load-map",     "save-film",    "find-textures",  "compare",
        "take-weights", "save-weights", "load-weights", "export-tables",  "check-numbers"};
    text += std::string("dialog ") + kPurposes[static_cast<std::size_t>(ui.browser.purpose)] + "\n";
    text += "browsed " + in_one_line(ui.browser.folder) + "\n";
  }
  if (ui.ask.is_open())
    text += ui.ask.question == ui::AskState::Unsaved   ? "ask unsaved\n"
            : ui.ask.question == ui::AskState::Lecture ? "ask lecture\n"
                                                       : "ask leftover\n";
  if (ui.take.is_open()) {
    text += "take " + std::to_string(ui.take.map.pair.size()) + " " + ui.take.source->name + "\n";
  }
  if (ui.of_model.paint.on) text += "brush " + std::to_string(ui.brush.radius) + "\n";
  if (!ui.of_model.paint.last.empty()) text += "painted " + ui.of_model.paint.last + "\n";
  text += s.unsaved ? "unsaved 1\n" : "unsaved 0\n";
  if (!s.workspace.empty()) text += "workspace " + s.workspace + "\n";
  if (ui.of_model.tree.search[0] != '\0')
    text += std::string("search ") + ui.of_model.tree.search + "\n";
  if (!ui.note.text.empty()) text += "note " + ui.note.text + "\n";
  if (!s.lesson.empty()) {
    text += "lesson " + std::to_string(s.lesson_step) + " " + s.lesson;
    text += s.answer == nullptr ? "\n" : s.answer->revealed ? " answered\n" : " asks\n";
  }
  if (s.answer != nullptr && !(s.answer->guess == LessonGuess{})) {
    const LessonGuess& guess = s.answer->guess;
    text += guess.place ? "guess placed" : "guess";
    if (guess.number) text += " number " + std::to_string(*guess.number);
    if (guess.option >= 0) text += " option " + std::to_string(guess.option + 1);
    text += "\n";
  }
  if (!s.lesson.empty() && !ui.of_model.lesson.sliders.empty()) {
    text += "sliders";
    for (const double value : ui.of_model.lesson.sliders) {
      std::snprintf(line, sizeof line, " %.6g", value);
      text += line;
    }
    text += "\n";
  }
  if (ui.math.large_pointed >= 0) {
    text += "pointed " + std::to_string(ui.math.large_pointed) + "\n";
  }
  std::size_t folded = 0;
  for (const std::uint8_t f : ui.of_model.tree.folded) folded += f;
  text += "folded " + std::to_string(folded) + "\n";
  const auto add_rect = [&](const char* what, const ui::Rect& r, const std::string& name) {
    std::snprintf(line, sizeof line, "%s %.0f %.0f %.0f %.0f", what, double(r.lo.x), double(r.lo.y),
                  double(r.size().x), double(r.size().y));
    text += line + (name.empty() ? "" : " " + name) + "\n";
  };
  for (const ui::FocusStop& stop : ui.focus.stops) {
    if (stop.id == ui.focus.id) add_rect("focus", stop.rect, "");
  }
  for (const auto& [name, rect] : ui.rects) add_rect("widget", rect, name);
}

// The other file of a comparison, as it is posed, and what it differs in.
void add_compared(const WindowState& s, std::string& text) {
  if (s.compared == nullptr) return;
  const Scene& other = s.compared->scene();
  text += "compared " + s.compared->path() + "\n";
  const Clip* const clip = clip_at(other, other.pose.clip);
  const auto edited = std::ranges::count_if(other.pose.user_local,
                                            [](const mat4& user) { return user != mat4(1.0f); });
  text += "followed " + std::string(name_of(other.pose.base)) + " " + std::to_string(edited) + " " +
          (other.selection.joint >= 0
               ? other.model->skeleton.name[static_cast<std::size_t>(other.selection.joint)]
               : "-") +
          " " + (clip != nullptr ? clip->name : "") + "\n";
  const DiffAccount* const account = s.compared->known_account();
  text += std::string("differs ") + (account == nullptr ? "?" : account->same ? "0" : "1");
  for (const DiffChapter& part : account != nullptr ? account->part : std::vector<DiffChapter>())
    if (!part.rows.empty()) text += std::string(" ") + kDiffWord[static_cast<int>(part.part)];
  text += "\n";
}

void add_clinic(const WindowState& s, std::string& text) {
  if (s.clinic == nullptr) return;
  text += "clinic " + std::to_string(s.clinic->size()) + "\n";
  for (const Finding& f : *s.clinic) {
    text += "finding " + std::string(info_of(f.rule).code) + " " + std::to_string(f.mesh) + " " +
            std::to_string(f.count) + "\n";
  }
}

void add_numbers(const WindowState& s, std::string& text) {
  if (s.numbers == nullptr) return;
  if (!s.numbers->problem.empty())
    text += "numbers problem " + in_one_line(s.numbers->problem) + "\n";
  for (const QuantityVerdict& q : s.numbers->verdict.quantity) {
    text += "numbers " + std::string(info_of(q.quantity).key) + " " + std::to_string(q.right) +
            " " + std::to_string(q.given) + " " + (q.first_name.empty() ? "-" : q.first_name) +
            " " + (q.explained.empty() ? "" : q.explained.front().key) + "\n";
  }
}

}  // namespace

std::string state_text(const WindowState& s) {
  const Scene& scene = s.document.scene();
  std::string text;
  char line[256];
  std::snprintf(line, sizeof line, "view %.0f %.0f %.0f %.0f\nframes %zu\nloading %d\n",
                double(s.view_corner.x), double(s.view_corner.y), double(s.viewport.width),
                double(s.viewport.height), s.frames, int(s.loading));
  text += line;
  const Camera& eye = s.camera;
  std::snprintf(line, sizeof line,
                "window %.0f %.0f %.3g\ninputs %zu\nmouse %.0f %.0f\nrest %d\ntyping %d\n"
                "camera %.5f %.5f %.5f %.5f %.5f %.5f %s\n",
                double(s.size.x), double(s.size.y), double(s.ui.scale), ui::inputs_taken(),
                double(s.mouse.x), double(s.mouse.y), int(s.rest), int(s.typing), double(eye.yaw),
                double(eye.pitch), double(eye.distance), double(eye.target.x), double(eye.target.y),
                double(eye.target.z), eye.orthographic ? "orthographic" : "perspective");
  text += line;
  if (eye.roll != 0.0f) {  // behind the camera's other numbers
    std::snprintf(line, sizeof line, " %.5f\n", double(eye.roll));
    text.replace(text.size() - 1, 1, line);
  }
  add_interface(s, text);
  if (!s.ui.message.text.empty()) {
    text += std::string("message ") +
            (s.ui.message.is_error     ? "error "
             : s.ui.message.is_warning ? "warning "
                                       : "note ") +
            in_one_line(s.ui.message.text) + "\n";
  }
  if (!scene.model) return text;
  add_compared(s, text);
  add_clinic(s, text);
  add_numbers(s, text);
  text += to_text(SetView{scene.view}, *scene.model) + "\n";
  text += "model " + scene.model->name + "\n";
  if (s.ui.of_model.lesson.playing >= 0)
    text += "playing-slider " + std::to_string(s.ui.of_model.lesson.playing) + "\n";
  if (scene.selection.joint >= 0) {
    text += "selection " +
            scene.model->skeleton.name[static_cast<std::size_t>(scene.selection.joint)] + "\n";
  }
  const auto count = [](const std::vector<std::uint8_t>& flags) {
    return std::to_string(std::ranges::count(flags, 1));
  };
  if (scene.draft) text += "drafted " + std::to_string(scene.draft->joint.size()) + "\n";
  text += "hidden " + count(scene.marks.hidden) + " " + count(scene.mesh_hidden) + "\n";
  text += "locked " + count(scene.marks.locked) + "\n";
  text += "weights-locked " + count(scene.marks.weights_locked) + "\n";
  const std::size_t vertices = count_of(vertices_of(scene, scene.selection.vertices));
  text += "vertices " + std::to_string(vertices) + "\n";
  text += "held " + std::to_string(scene.held.size()) + "\n";
  text += "also " + std::to_string(scene.selection.also.size()) + "\n";
  if (const VertexRef& pinned = scene.selection.pinned_vertex; !pinned.empty()) {
    text += "pinned " + std::to_string(pinned.mesh) + " " + std::to_string(pinned.vertex) + "\n";
  }
  text += "playing " + std::to_string(int(scene.playback.playing)) + "\n";
  text += to_text(SetPlayback{scene.playback}, *scene.model) + "\n";
  const TimeRange range = play_range(scene);
  std::snprintf(line, sizeof line, "range %.6f %.6f\nrate %.6g\n", range.from, range.to,
                scene.pose.timeline.rate);
  text += line;
  std::size_t edited = 0;
  for (const mat4& user : scene.pose.user_local) edited += user == mat4(1.0f) ? 0 : 1;
  text += "edited " + std::to_string(edited) + "\n";
  for (std::size_t c = 0; c < scene.pose.user_morph.size(); ++c) {
    if (!scene.pose.user_morph[c]) continue;
    text += to_text(SetMorph{static_cast<int>(c), *scene.pose.user_morph[c]}, *scene.model) + "\n";
  }
  if (s.document.can_undo()) text += "undo " + s.document.undo_label() + "\n";
  if (s.document.can_redo()) text += "redo " + s.document.redo_label() + "\n";
  text += "base " + std::string(name_of(scene.pose.base)) + "\n";
  text += "clips " + std::to_string(clip_count(scene)) + "\n";
  if (const Clip* clip = clip_at(scene, scene.pose.clip)) text += "clip " + clip->name + "\n";
  if (scene.pose.timeline.fade) {
    text += to_text(SetFade{scene.pose.timeline.fade}, scene).substr(9) + "\n";  // "fade NAME 0.5"
  }
  std::snprintf(line, sizeof line, "time %.6f\n", scene.pose.time);
  text += line;
  add_drag(s, text);
  add_joints(s, text);
  add_gizmo(s, text);
  return text;
}

void write_text(const std::filesystem::path& file, const std::string& text) {
  std::filesystem::path beside = file;
  beside += ".part";
  {
    std::ofstream out(beside);
    out << text;
  }
  std::error_code ignored;
  std::filesystem::rename(beside, file, ignored);
}

}  // namespace bindpose::app
