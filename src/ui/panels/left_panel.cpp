#include "ui/panels/left_panel.h"

#include <algorithm>
#include <cmath>

#include "scene/numerals.h"
#include "ui/base/draw_helpers.h"
#include "ui/base/focus.h"
#include "ui/base/imgui_compat.h"
#include "ui/base/widgets.h"
#include "ui/commands/command_button.h"
#include "ui/commands/commands.h"
#include "ui/panels/joint_tree.h"

namespace bindpose::ui {

namespace {

constexpr float kSectionHeight = 28.0f, kRowHeight = 24.0f;
constexpr float kLeastJoints = 8.0f;  // rows

// The tree has the most of the panel's height; a list takes an eighth of the window, three rows at
// least.
float list_height(const Frame& f, std::size_t rows, bool open) {
  if (!open) return f.px(kSectionHeight);
  const float most = std::max(3.0f, std::floor(f.view.size().y / 8.0f / f.px(kRowHeight)));
  const float shown = std::clamp(static_cast<float>(rows), 1.0f, most);
  return f.px(kSectionHeight) + shown * f.px(kRowHeight) + f.px(4);
}

// Draws the background of a row and says whether it was pressed.
bool row_button(Frame& f, int id, float height) {
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  ImGui::PushID(id);
  ImGui::InvisibleButton("row", ImVec2(width, height));
  ImGui::PopID();
  if (ImGui::IsItemHovered()) {
    ImGui::GetWindowDrawList()->AddRectFilled(corner, ImVec2(corner.x + width, corner.y + height),
                                              to_u32(f.colors.text, 0.07f), f.px(4));
  }
  return ImGui::IsItemActivated();
}

vec3 severity_color(const Frame& f, Severity severity) {
  return severity == Severity::Error     ? f.colors.error
         : severity == Severity::Warning ? f.colors.warning
                                         : f.colors.hint;
}

const char* severity_word(Severity severity) {
  return severity == Severity::Error     ? "wrong or lost"
         : severity == Severity::Warning ? "worth a look"
                                         : "good to know";
}

// What the dots of the report mean: those that it has.
void draw_dots_key(const Frame& f, const std::vector<ReportEntry>& report) {
  float x = ImGui::GetCursorScreenPos().x + f.px(6);
  const float y = ImGui::GetCursorScreenPos().y, line = ImGui::GetTextLineHeight();
  ImDrawList* list = ImGui::GetWindowDrawList();
  for (const Severity severity : {Severity::Error, Severity::Warning, Severity::Info}) {
    const bool there = std::ranges::find(report, severity, &ReportEntry::severity) != report.end();
    if (!there) continue;
    list->AddCircleFilled(ImVec2(x, y + 0.5f * line), f.px(3.5f),
                          to_u32(severity_color(f, severity)));
    list->AddText(ImVec2(x + f.px(8), y), to_u32(f.colors.text_dim), severity_word(severity));
    x += ImGui::CalcTextSize(severity_word(severity)).x + f.px(24);
  }
  ImGui::Dummy(ImVec2(1, f.px(kRowHeight)));
}

std::string report_text(const ReportEntry& entry) {
  return entry.place.empty() ? entry.message : entry.place + ": " + entry.message;
}

// Measuring thousands of sentences in every frame would be slow: then all have two lines, and the
// whole sentence stands in the tooltip.
bool is_long_report(const Frame& f) {
  return f.model()->report.size() > 100;
}

// The whole sentence: what matters is often at its end.
std::string report_lines(const Frame& f, const ReportEntry& entry, float width) {
  const std::string whole = wrapped(report_text(entry), width - f.px(22));
  if (!is_long_report(f)) return whole;
  const std::size_t first = whole.find('\n');
  const std::size_t second = first == std::string::npos ? first : whole.find('\n', first + 1);
  return second == std::string::npos ? whole : whole.substr(0, second) + " ...";
}

float report_row_height(const Frame& f, const ReportEntry& entry, float width) {
  const float line = ImGui::GetTextLineHeight();
  if (is_long_report(f)) return f.px(kRowHeight) + line;
  return f.px(kRowHeight) - line + ImGui::CalcTextSize(report_lines(f, entry, width).c_str()).y;
}

// Selects what an entry speaks of in place of what another did: a joint, vertices, or a whole mesh.
void show_report_entry(Frame& f, int i, const ReportEntry& entry) {
  if (entry.joint < 0 && entry.mesh < 0) return;
  if (entry.joint >= 0) select_joint(f, entry.joint);
  if (entry.mesh < 0) {
    f.edit(SelectVertices{});
    return;
  }
  const auto m = static_cast<std::size_t>(entry.mesh);
  const Mesh& mesh = f.model()->meshes[m];
  if (entry.joint < 0 && !binding_of(f.scene(), m).skin.skinned) select_joint(f, mesh.node);
  if (is_hidden(f.scene(), m)) f.edit(ShowMesh{entry.mesh, true});
  f.edit(SelectVertices{{VertexGroup::Report, i}});
  f.out.requests.frame_selection = true;
}

void draw_report_row(Frame& f, int i, const ReportEntry& entry) {
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const float height = report_row_height(f, entry, width);
  if (row_button(f, i, height)) show_report_entry(f, i, entry);
  mark(f, "report:", std::to_string(i));
  tooltip(f, std::string(severity_word(entry.severity)) + ": " + report_text(entry));
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float line = ImGui::GetTextLineHeight();
  const float top = corner.y + 0.5f * (f.px(kRowHeight) - line);
  list->AddCircleFilled(ImVec2(corner.x + f.px(6), top + 0.5f * line), f.px(3.5f),
                        to_u32(severity_color(f, entry.severity)));
  list->AddText(ImGui::GetFont(), ImGui::GetFontSize(), ImVec2(corner.x + f.px(20), top),
                to_u32(f.colors.text), report_lines(f, entry, width).c_str());
}

// Three sentences at most; the rest scrolls.
float report_height(Frame& f, float width, bool open) {
  const std::vector<ReportEntry>& report = f.model()->report;
  const float least = list_height(f, report.size(), open);
  if (!open) return least;
  float rows = f.px(kRowHeight);  // of the clinic
  if (report.empty()) return least + rows + ImGui::GetTextLineHeight();
  for (std::size_t i = 0; i < std::min<std::size_t>(report.size(), 3); ++i) {
    rows += report_row_height(f, report[i], width);
  }
  return std::max(least, f.px(kSectionHeight + kRowHeight) + rows + f.px(4));
}

// What is open below the joints: as it was chosen; where nothing was, all that leaves the joints
// their rows. The report gives way before the meshes do.
struct Sections {
  bool meshes, report;
  float height;  // of both
};

Sections fit_sections(Frame& f, float room, float width) {
  const LeftPanelState& s = f.state.left;
  const auto height = [&](bool meshes, bool report) {
    return list_height(f, f.model()->meshes.size(), meshes) + report_height(f, width, report) +
           f.px(12);
  };
  // The search, and so many joints.
  const float most = std::min(0.6f * room, room - f.px(kLeastJoints * kRowHeight + 40));
  Sections out{s.meshes.value_or(true), s.report.value_or(true), 0.0f};
  if (!s.report && height(out.meshes, out.report) > most) out.report = false;
  if (!s.meshes && height(out.meshes, out.report) > most) out.meshes = false;
  out.height = std::min(height(out.meshes, out.report), 0.6f * room);
  return out;
}

// A skinned mesh does not follow its node: what can be said about it is in its statistics.
void show_mesh(Frame& f, int i, const Mesh& mesh) {
  if (binding_of(f.scene(), static_cast<std::size_t>(i)).skin.skinned) {
    f.state.right.tab = InspectorTab::Weights;
    f.state.layout.right_open = true;
    f.state.of_model.weights.scroll_to_mesh = i;
  } else {
    select_joint(f, mesh.node);
  }
}

void draw_mesh_row(Frame& f, int i, const Mesh& mesh) {
  const float height = f.px(kRowHeight);
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const bool hidden = is_hidden(f.scene(), static_cast<std::size_t>(i));
  const Skin& skin = binding_of(f.scene(), static_cast<std::size_t>(i)).skin;
  const bool over_eye = ImGui::GetIO().MousePos.x < corner.x + f.px(20);
  if (row_button(f, i, height)) {
    if (over_eye && (ImGui::GetIO().KeyCtrl || ImGui::GetIO().KeySuper)) {
      f.edit(Isolate{{}, {i}});
    } else if (over_eye) {
      f.edit(ShowMesh{i, hidden});
    } else {
      show_mesh(f, i, mesh);
    }
  }
  const bool hovered = ImGui::IsItemHovered();
  mark(f, "mesh:", mesh.name);
  mark(f, "eye:", mesh.name, {from_im(corner), from_im(corner) + vec2(f.px(20), height)});
  const std::string name = mesh.name.empty() ? "mesh " + std::to_string(i + 1) : mesh.name;
  const std::string count = grouped(mesh.position.size());
  tooltip(f, over_eye ? (hidden ? "Show " : "Hide ") + name + "; Ctrl: show nothing else"
                      : name + ": " + counted_vertices(mesh.position.size()) + ", " +
                            counted(mesh.triangle.size() / 3, "triangle", "triangles") +
                            (skin.skinned ? ", " + counted_joints(skin.joint.size())
                                          : ", follows its node"));
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float y = corner.y + 0.5f * (height - ImGui::GetFontSize());
  const float count_width = ImGui::CalcTextSize(count.c_str()).x;
  const vec3& ink = hidden ? f.colors.text_dim : f.colors.text;
  // An open eye is the usual state: it keeps quiet until it is wanted.
  draw_icon(list, hidden ? Icon::EyeOff : Icon::Eye,
            ImVec2(corner.x + f.px(9), corner.y + 0.5f * height), f.px(13),
            to_u32(ink, hidden || (hovered && over_eye) ? 1.0f : 0.45f));
  list->AddText(ImVec2(corner.x + f.px(22), y), to_u32(ink),
                elided(name, width - count_width - f.px(36)).c_str());
  list->AddText(ImVec2(corner.x + width - count_width - f.px(4), y), to_u32(f.colors.text_dim),
                count.c_str());
}

void draw_mesh_list(Frame& f, bool open) {
  const std::vector<Mesh>& meshes = f.model()->meshes;
  const bool was_open = open;
  section(f, "Meshes", grouped(meshes.size()), open);
  if (open != was_open) f.state.left.meshes = open;
  if (!open) return;
  const float rows = list_height(f, meshes.size(), true) - f.px(kSectionHeight);
  ImGui::BeginChild("meshes", ImVec2(0, rows), false, ImGuiWindowFlags_NoNav);
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(meshes.size()), f.px(kRowHeight));
  while (clipper.Step()) {
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
      draw_mesh_row(f, i, meshes[static_cast<std::size_t>(i)]);
    }
  }
  if (meshes.empty()) text_dim(f, "This file has no meshes.");
  ImGui::EndChild();
}

// What is wrong with weights, joints and bind matrices has a tab of its own.
void draw_clinic_row(Frame& f) {
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, height = f.px(kRowHeight);
  const bool shown = is_on(f, Command::ShowClinic);
  if (row_button(f, -1, height) && !shown) run(f, Command::ShowClinic);
  mark(f, "to clinic");
  tooltip(f, "Weights, joints and bind matrices are judged there, and mended", Command::ShowClinic);
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float y = corner.y + 0.5f * (height - ImGui::GetFontSize());
  const std::string key = shortcut_text(f, Command::ShowClinic);
  const float key_x = corner.x + width - ImGui::CalcTextSize(key.c_str()).x - f.px(4);
  list->AddText(ImVec2(corner.x + f.px(20), y), to_u32(f.colors.text),
                elided("Is the rig sound? Clinic", key_x - corner.x - f.px(28)).c_str());
  list->AddText(ImVec2(key_x, y), to_u32(f.colors.text_dim), key.c_str());
}

void draw_report(Frame& f, bool open) {
  const std::vector<ReportEntry>& report = f.model()->report;
  Severity worst = Severity::Info;
  for (const ReportEntry& entry : report) worst = std::max(worst, entry.severity);
  const vec3 color = severity_color(f, worst);
  const bool was_open = open;
  section(f, "The file as it came", grouped(report.size()), open,
          report.empty() ? nullptr : &color);
  if (open != was_open) f.state.left.report = open;
  if (!open) return;
  ImGui::BeginChild("report", ImVec2(0, 0), false, ImGuiWindowFlags_NoNav);
  draw_clinic_row(f);
  if (!report.empty()) draw_dots_key(f, report);
  const auto draw_rows = [&](int from, int to) {
    for (int i = from; i < to; ++i) draw_report_row(f, i, report[static_cast<std::size_t>(i)]);
  };
  if (!is_long_report(f)) {
    draw_rows(0, static_cast<int>(report.size()));
  } else {
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(report.size()), report_row_height(f, report.front(), 0.0f));
    while (clipper.Step()) draw_rows(clipper.DisplayStart, clipper.DisplayEnd);
  }
  if (report.empty()) {
    ImGui::PushTextWrapPos();
    text_dim(f, "Nothing was repaired, assumed or lost.");
    ImGui::PopTextWrapPos();
  }
  ImGui::EndChild();
}

}  // namespace

void draw_left_panel(Frame& f, const Rect& r) {
  begin_fixed_window("left panel", r, ImVec2(f.px(12), f.px(10)), f.colors.panel);
  note_panel(f);
  hairline(f, r, Edge::Right);
  align_text();
  heading("Joints");
  if (f.model()) text_right(grouped(joint_count(joint_flags(f.scene()))), f.colors.text_dim);
  const float room = ImGui::GetContentRegionAvail().y;
  Sections below{};
  if (f.model()) below = fit_sections(f, room, r.size().x - f.px(24));
  ImGui::BeginChild("joints", ImVec2(0, std::max(f.px(60), room - below.height)), false,
                    ImGuiWindowFlags_NoNav);
  draw_joint_tree(f);
  ImGui::EndChild();
  if (f.model()) {
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, 0));
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::GetWindowDrawList()->AddLine(ImVec2(r.lo.x, at.y - f.px(2)),
                                        ImVec2(r.hi.x, at.y - f.px(2)), to_u32(f.colors.hairline));
    draw_mesh_list(f, below.meshes);
    draw_report(f, below.report);
    ImGui::PopStyleVar();
  }
  ImGui::End();
}

}  // namespace bindpose::ui
