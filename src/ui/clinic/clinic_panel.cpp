#include "ui/clinic/clinic_panel.h"

#include <algorithm>

#include "math/numbers.h"
#include "ui/base/imgui_compat.h"
#include "ui/base/tree_rows.h"
#include "ui/base/widgets.h"
#include "ui/clinic/clinic_mends.h"

namespace bindpose::ui {
namespace {

constexpr float kFindingPad = 5.0f, kFindingIndent = 20.0f;

constexpr const char* kProfileAbout[] = {
    "What a rigger would mend, whatever the rig is for",
    "What the glTF 2.0 specification asks for; taste is no more than a note",
    "What game engines take: one root, unique names, 256 joints a skin",
    "Avatars: the bones that VRM 1.0 requires, unique names"};
constexpr const char* kProfileLabel[] = {"Any rig", "Strict glTF", "Game engine", "VRM avatar"};

vec3 ink_of(const Frame& f, Severity severity) {
  return severity == Severity::Error     ? f.colors.error
         : severity == Severity::Warning ? f.colors.warning
                                         : f.colors.hint;
}

std::string finding_key(const Finding& finding) {
  return std::string(info_of(finding.rule).code) + " " + std::to_string(finding.mesh);
}

void choose_profile(Frame& f) {
  std::size_t& now = f.state.clinic.profile;
  now = std::min(now, std::size(kProfileNames) - 1);
  const bool open =
      begin_combo(f, "##profile", kProfileLabel[now], ImGui::GetContentRegionAvail().x);
  mark(f, "clinic profile");
  if (!open) {
    tooltip(f, kProfileAbout[now]);
    return;
  }
  for (std::size_t k = 0; k < std::size(kProfileNames); ++k) {
    if (ImGui::MenuItem(kProfileLabel[k], nullptr, k == now)) now = k;
    start_list_at(k == now);
    mark(f, "clinic profile:", std::string(kProfileNames[k]));
  }
  ImGui::EndCombo();
}

// What stands below the title: where, and, where the line is unfolded, all that is to be said.
std::string words_below(const Finding& finding, bool open) {
  const RuleInfo& rule = info_of(finding.rule);
  std::string where = finding.mesh >= 0 || rule.concerns == Concerns::Joints ? finding.name : "";
  if (!open) return where;
  if (finding.mesh < 0) where.clear();
  return (where.empty() ? "" : where + ": ") + finding.text + "\n" + std::string(rule.why);
}

void draw_finding(Frame& f, const Finding& finding, std::size_t number) {
  const std::string key = finding_key(finding);
  std::string& unfolded = f.state.of_model.clinic.open;
  const bool open = unfolded == key;
  const float indent = f.px(kFindingIndent), pad = f.px(kFindingPad), font = ImGui::GetFontSize();
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, room = width - indent - f.px(8);
  const std::string words = wrapped(words_below(finding, open), room);
  const float below = words.empty() ? 0.0f : ImGui::CalcTextSize(words.c_str()).y + f.px(2);
  const float height = 2.0f * pad + font + below;
  ImGui::PushID(static_cast<int>(number));
  const bool pressed = ImGui::InvisibleButton("finding", ImVec2(width, height));
  const bool hovered = ImGui::IsItemHovered();
  ImGui::PopID();
  mark(f, "finding:", key);
  const RuleInfo& rule = info_of(finding.rule);
  if (!open) tooltip(f, std::string(rule.why));
  ImDrawList* list = ImGui::GetWindowDrawList();
  if (hovered || open) {
    list->AddRectFilled(corner, ImVec2(corner.x + width, corner.y + height),
                        to_u32(open ? f.colors.accent : f.colors.text, open ? 0.12f : 0.07f),
                        f.px(4));
  }
  list->AddCircleFilled(ImVec2(corner.x + f.px(8), corner.y + pad + 0.5f * font), f.px(3.5f),
                        to_u32(ink_of(f, finding.severity)));
  const std::string count = grouped(finding.count);
  const float count_width = ImGui::CalcTextSize(count.c_str()).x;
  list->AddText(ImVec2(corner.x + indent, corner.y + pad), to_u32(f.colors.text),
                elided(std::string(rule.title), room - count_width - f.px(8)).c_str());
  list->AddText(ImVec2(corner.x + width - count_width - f.px(6), corner.y + pad),
                to_u32(f.colors.text_dim), count.c_str());
  if (!words.empty()) {
    list->AddText(ImVec2(corner.x + indent, corner.y + pad + font + f.px(2)),
                  to_u32(f.colors.text_dim), words.c_str());
  }
  if (open && f.input.clinic.current()) draw_mend(f, finding, indent);
  if (!pressed) return;
  // A second click folds the line; what it shows stays.
  unfolded = open ? std::string() : key;
  if (!open) show_finding(f, finding);
}

std::string findings_summary(const std::vector<Finding>& findings) {
  const std::size_t errors = count_from(findings, Severity::Error);
  const std::size_t warnings = count_from(findings, Severity::Warning) - errors;
  const std::size_t notes = findings.size() - errors - warnings;
  std::string out;
  const auto add = [&out](std::size_t n, const char* one, const char* many) {
    if (n > 0) out += (out.empty() ? "" : ", ") + grouped(n) + " " + (n == 1 ? one : many);
  };
  add(errors, "error", "errors");
  add(warnings, "warning", "warnings");
  add(notes, "note", "notes");
  return out;
}

}  // namespace

CheckProfile clinic_profile(const ClinicState& state, int limit) {
  const std::size_t k = std::min(state.profile, std::size(kProfileNames) - 1);
  CheckProfile profile = *find_profile(kProfileNames[k]);
  profile.influences = limit;
  return profile;
}

void show_finding(Frame& f, const Finding& finding) {
  const auto m = static_cast<std::size_t>(std::max(finding.mesh, 0));
  if (finding.mesh >= 0 && m < f.model()->meshes.size() && is_hidden(f.scene(), m)) {
    f.edit(ShowMesh{finding.mesh, true});
  }
  const Concerns concerns = info_of(finding.rule).concerns;
  if (!finding.vertices.empty()) {
    VertexLists lists(f.model()->meshes.size());
    lists[m] = finding.vertices;
    f.edit(SelectVertices{chosen_vertices(std::move(lists))});
    // Whose weights are meant.
    if (!finding.joints.empty()) select_joint(f, finding.joints.front());
  } else if (!finding.joints.empty()) {
    f.edit(SelectVertices{});
    f.edit(SetSelection{finding.joints.front(),
                        std::vector<int>(finding.joints.begin() + 1, finding.joints.end())});
  } else if (concerns == Concerns::Skin && finding.mesh >= 0) {
    VertexLists lists(f.model()->meshes.size());
    for (std::uint32_t v = 0; v < f.model()->meshes[m].position.size(); ++v) lists[m].push_back(v);
    f.edit(SelectVertices{chosen_vertices(std::move(lists))});
  } else {
    return;
  }
  f.out.requests.frame_selection = f.out.requests.face_selection = true;
}

void draw_clinic(Frame& f) {
  const ClinicInput& in = f.input.clinic;
  choose_profile(f);
  vertical_space(f, 4);
  if (in.findings == nullptr) {
    text_dim(f, in.computing ? "The rig is being judged ..." : "Nothing to judge.");
    return;
  }
  if (in.findings->empty()) {
    const std::string words = in.computing ? "The rig is being judged ..."
                              : !has_rig(f.scene())
                                  ? "No mesh has a skin, so there is no rig to judge."
                                  : "Nothing is wrong with this rig.";
    text_dim(f, wrapped(words, ImGui::GetContentRegionAvail().x));
    return;
  }
  text_dim(f, findings_summary(*in.findings) + (in.computing ? " ..." : ""));
  draw_mend_all(f);
  vertical_space(f, 2);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, f.px(2)));
  std::size_t number = 0;
  for (const Finding& finding : *in.findings) draw_finding(f, finding, number++);
  ImGui::PopStyleVar();
}

}  // namespace bindpose::ui
