// Commands of the menus File and Edit.
#include "ui/base/imgui_compat.h"
#include "ui/base/tree_rows.h"
#include "ui/commands/command_groups.h"

namespace bindpose::ui {

namespace {

using C = Command;
using K = Key;

template <BrowserPurpose purpose>
void browse(Frame& f) {
  open_browser(f, purpose);
}

// Where it was saved before; the first time it is asked.
void save_workspace(Frame& f) {
  if (f.input.workspace.empty()) {
    open_browser(f, BrowserPurpose::SaveWorkspace);
  } else {
    f.out.requests.save_workspace = f.input.workspace;
  }
}

// Back to what the step of the lesson has chosen and pinned: its text and its formula are about
// that.
void choose_as_step(Frame& f) {
  const StepPlan& step = f.input.lesson->steps[f.input.lesson_step];
  const bool asks = f.input.question() != nullptr;
  const Selection& own = (asks ? step.predict->question : step.start).selection;
  const Selection& now = f.scene().selection;
  if (now.vertices != own.vertices) {
    f.edit(SelectVertices{own.vertices});
  } else if (now.pinned_vertex != own.pinned_vertex) {
    f.edit(SetPinnedVertex{own.pinned_vertex});
  } else if (now.joint != own.joint || now.also != own.also) {
    f.edit(SetSelection{own.joint, own.also});
  }
}

// Takes back the innermost thing in progress; the gizmo and number fields have handled theirs
// already.
void escape(Frame& f) {
  UiState& s = f.state;
  if (ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel)) {
    ImGui::ClosePopupToLevel(0, false);
    s.browser.open = false;
  } else if (s.help.any()) {
    s.help.close();
  } else if (!s.message.text.empty()) {
    s.message.dismiss();
  } else if (!f.input.busy.empty()) {
    f.out.requests.cancel_busy = true;
  } else if (f.input.lesson != nullptr && s.math.large_kept >= 0) {
    s.math.large_kept = -1;
  } else if (s.presenter) {
    s.presenter = false;
  } else if (s.table.open) {
    s.table.open = false;
  } else if (f.input.lesson != nullptr) {
    choose_as_step(f);
  } else if (f.scene().selection.vertices.kind != VertexGroup::None) {
    f.edit(SelectVertices{});
  } else if (f.model() && !f.scene().selection.pinned_vertex.empty()) {
    f.edit(SetPinnedVertex{});
  } else if (f.selected() >= 0) {
    f.edit(SetSelection{-1});
  }
}

const CommandInfo kFileCommands[] = {
    {.command = C::OpenFile,
     .name = "open-file",
     .group = "File",
     .menu = "File",
     .label = "Open...",
     .keys = {{{K::O, kCtrl}}},
     .run = browse<BrowserPurpose::Open>},
    {.command = C::SaveWorkspace,
     .name = "save-workspace",
     .group = "File",
     .menu = "File",
     .label = "Save",
     .keys = {{{K::S, kCtrl}}},
     .available = has_model,
     .run = save_workspace},
    {.command = C::SaveWorkspaceAs,
     .name = "save-workspace-as",
     .group = "File",
     .menu = "File",
     .label = "Save as...",
     .keys = {{{K::S, kCtrl | kShift}}},
     .available = has_model,
     .run = browse<BrowserPurpose::SaveWorkspace>},
    {.command = C::SavePicture,
     .name = "save-picture",
     .group = "File",
     .menu = "File",
     .label = "Save picture...",
     .keys = {{{K::F12}}},
     .run = browse<BrowserPurpose::SavePicture>},
    {.command = C::MakeFilm,
     .name = "make-film",
     .group = "File",
     .menu = "File",
     .label = "Make a film...",
     .keys = {{{K::F12, kCtrl}}},
     .available = has_model,
     .run = open_film_dialog},
    {.command = C::ExportMesh,
     .name = "export-mesh",
     .group = "File",
     .menu = "File",
     .label = "Export posed mesh...",
     .keys = {{{K::E, kCtrl}}},
     .available = has_model,
     .run = browse<BrowserPurpose::ExportMesh>},
    {.command = C::ExportRig,
     .name = "export-rig",
     .group = "File",
     .menu = "File",
     .label = "Export rigged model...",
     .keys = {{{K::E, kCtrl | kShift}}},
     .available = has_model,
     .run = browse<BrowserPurpose::ExportRig>},
    {.command = C::ExportTables,
     .name = "export-tables",
     .group = "File",
     .menu = "File",
     .label = "Export tables of L, W, T...",
     .available = has_model,
     .run = browse<BrowserPurpose::ExportTables>},
    {.command = C::SavePose,
     .name = "save-pose",
     .group = "File",
     .menu = "File",
     .label = "Save pose...",
     .keys = {{{K::P, kCtrl}}},
     .available = has_model,
     .run = browse<BrowserPurpose::SavePose>},
    {.command = C::LoadPose,
     .name = "load-pose",
     .group = "File",
     .menu = "File",
     .label = "Load pose...",
     .keys = {{{K::O, kCtrl | kShift}}},
     .available = has_model,
     .run = browse<BrowserPurpose::LoadPose>},
    {.command = C::TakeClip,
     .name = "take-clip",
     .group = "File",
     .menu = "File",
     .label = "Take a clip from a file...",
     .available = has_model,
     .run = browse<BrowserPurpose::TakeClip>},
    {.command = C::FindTextures,
     .name = "find-textures",
     .group = "File",
     .menu = "File",
     .label = "Find textures...",
     .available = has_model,
     .run = browse<BrowserPurpose::FindTextures>},
    {.command = C::CompareFile,
     .name = "compare-file",
     .group = "File",
     .menu = "File",
     .label = "Compare with a file...",
     .keys = {{{K::D, kCtrl}}},
     .available = has_model,
     .run = browse<BrowserPurpose::Compare>},
    {.command = C::EndComparison,
     .name = "end-comparison",
     .group = "File",
     .menu = "File",
     .label = "End the comparison",
     .available = [](const Frame& f) { return f.input.compared.on(); },
     .run = [](Frame& f) { f.out.requests.end_comparison = true; }},
    {.command = C::CheckNumbers,
     .name = "check-numbers",
     .group = "File",
     .menu = "File",
     .label = "Check numbers of a file...",
     .available = has_model,
     .run = browse<BrowserPurpose::CheckNumbers>},
    {.command = C::CloseNumbers,
     .name = "close-numbers",
     .group = "File",
     .menu = "File",
     .label = "Close the numbers",
     .available = [](const Frame& f) { return f.input.numbers.on(); },
     .run = [](Frame& f) { f.out.requests.close_numbers = true; }},
    {.command = C::Quit,
     .name = "quit",
     .group = "File",
     .menu = "File",
     .label = "Quit",
     .keys = {{{K::Q, kCtrl}}},
     .run = [](Frame& f) { f.out.requests.quit = true; }},

    {.command = C::Undo,
     .name = "undo",
     .group = "Edit",
     .menu = "Edit",
     .label = "Undo",
     .keys = {{{K::Z, kCtrl}}},
     .repeats = true,
     .available =
         [](const Frame& f) {
           // What a lesson's slider does by itself is taken back as well.
           return f.state.of_model.lesson.playing >= 0 ||
                  (f.document().can_undo() && !f.document().in_gesture());
         },
     .more =
         [](const Frame& f) {
           return f.document().can_undo() ? " " + f.document().undo_label() : std::string();
         },
     .run = [](Frame& f) { f.out.requests.undo = true; }},
    {.command = C::Redo,
     .name = "redo",
     .group = "Edit",
     .menu = "Edit",
     .label = "Redo",
     .keys = {{{K::Z, kCtrl | kShift}, {K::Y, kCtrl}}},
     .repeats = true,
     .available =
         [](const Frame& f) { return f.document().can_redo() && !f.document().in_gesture(); },
     .more =
         [](const Frame& f) {
           return f.document().can_redo() ? " " + f.document().redo_label() : std::string();
         },
     .run = [](Frame& f) { f.out.requests.redo = true; }},
    {.command = C::History,
     .name = "history",
     .group = "Edit",
     .menu = "Edit",
     .label = "History",
     .keys = {{{K::Z, kCtrl | kAlt}}},
     .available = has_model,
     .is_on = [](const Frame& f) { return f.state.help.history; },
     .run = [](Frame& f) { f.state.help.history = !f.state.help.history; }},
    {.command = C::OpenSettings,
     .name = "settings",
     .group = "Edit",
     .menu = "Edit",
     .label = "Settings...",
     .keys = {{{K::Comma, kCtrl}}},
     .is_on = [](const Frame& f) { return f.state.settings_dialog.open; },
     .run = [](Frame& f) { f.state.settings_dialog.open = true; }},
    {.command = C::Escape,
     .name = "escape",
     .group = "Edit",
     .menu = "Edit",
     .label = "Cancel, close, unpin, deselect",
     .keys = {{{K::Escape}}},
     .run = escape},
};

}  // namespace

std::span<const CommandInfo> file_commands() {
  return kFileCommands;
}

}  // namespace bindpose::ui
