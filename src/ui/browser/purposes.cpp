// What the file browser is open for, in one place: its title, its files, and what becomes of the
// one that is chosen.
#include <algorithm>

#include "ui/browser/file_browser.h"
#include "ui/browser/names.h"
#include "ui/frame.h"

namespace bindpose::ui {

namespace {

Purpose film_purpose(FilmType type) {
  if (type == FilmType::Pngs) return {"A new folder for the PNGs", "Make", {}, true, false, true};
  return {"Save the film", "Make", {film_ending(type)}, true};
}

}  // namespace

void finish_browser(Frame& f, const std::string& path) {
  Requests& r = f.out.requests;
  if (has_ending(path, {"glb"})) r.export_size = f.state.browser.export_size;
  switch (f.state.browser.purpose) {
    case BrowserPurpose::Open:
      r.open_file = path;
      break;
    case BrowserPurpose::SavePicture:
      r.save_picture = path;
      break;
    case BrowserPurpose::ExportMesh:
      r.export_mesh = path;
      break;
    case BrowserPurpose::ExportRig:
      r.export_rig = path;
      break;
    case BrowserPurpose::SavePose:
      r.save_pose = path;
      break;
    case BrowserPurpose::LoadPose:
      r.load_pose = path;
      break;
    case BrowserPurpose::OpenLesson:
      r.open_lesson = path;
      break;
    case BrowserPurpose::RecordStep:
      r.record_step = path;
      break;
    case BrowserPurpose::SaveWorkspace:
      r.save_workspace = path;
      break;
    case BrowserPurpose::TakeClip:
      r.take_from = path;
      break;
    case BrowserPurpose::TakeWeights:
      r.transfer_weights = TransferWeights{path};
      r.transfer_weights->selected = f.scene().selection.vertices.kind != VertexGroup::None;
      break;
    case BrowserPurpose::SaveWeights:
      r.save_weights = path;
      break;
    case BrowserPurpose::LoadWeights:
      r.load_weights = path;
      break;
    case BrowserPurpose::SaveMap:
      r.save_map = path;
      break;
    case BrowserPurpose::LoadMap:
      r.load_map = path;
      break;
    case BrowserPurpose::SaveFilm:
      r.make_film = path;
      break;
    case BrowserPurpose::FindTextures:
      r.find_textures = path;
      r.found_texture = f.state.browser.texture;
      break;
    case BrowserPurpose::Compare:
      r.compare_with = path;
      break;
    case BrowserPurpose::ExportTables:
      r.export_tables = path;
      break;
    case BrowserPurpose::CheckNumbers:
      r.check_numbers = path;
      break;
  }
  close_browser(f);
}

namespace {

// "Find hair.png: go to its folder, or choose a picture".
std::string textures_title(const Frame& f) {
  const auto name_of = [](const std::string& stored) {
    return stored.substr(stored.find_last_of("/\\") + 1);
  };
  std::vector<std::string> names;
  if (!f.state.browser.texture.empty()) {
    names.push_back(name_of(f.state.browser.texture));
  } else if (f.model()) {
    for (const MissingTexture& texture : f.model()->missing_textures) {
      const std::string name = name_of(texture.stored);
      if (std::ranges::find(names, name) == names.end()) names.push_back(name);
    }
  }
  constexpr std::size_t kMost = 3;
  std::string out = "Find ";
  for (std::size_t k = 0; k < std::min(kMost, names.size()); ++k)
    out += (k > 0 ? ", " : "") + names[k];
  out += names.size() > kMost ? ", ..." : "";
  return out + (names.size() == 1 ? ": go to its folder, or choose a picture"
                                  : ": go to their folder, or choose a picture of that name");
}

}  // namespace

Purpose purpose_of(const Frame& f) {
  switch (f.state.browser.purpose) {
    case BrowserPurpose::SavePicture:
      return {"Save picture", "Save", {"png"}, true};
    case BrowserPurpose::ExportMesh:
      return {.title = "Export posed mesh",
              .button = "Export",
              .endings = {"glb", "obj", "ply"},
              .saves = true,
              .exports = true};
    case BrowserPurpose::ExportRig:
      return {.title = "Export rigged model, weights as edited",
              .button = "Export",
              .endings = {"glb"},
              .saves = true,
              .exports = true};
    case BrowserPurpose::SavePose:
      return {"Save pose", "Save", {"json"}, true};
    case BrowserPurpose::LoadPose:
      return {"Load pose", "Load", {"json"}, false};
    case BrowserPurpose::OpenLesson:
      return {"Open a lesson", "Open", {"md"}, false};
    case BrowserPurpose::RecordStep:
      return {"Record this view as a step of a lesson", "Record", {"md"}, true, true};
    case BrowserPurpose::SaveWorkspace:
      return {"Save the workspace", "Save", {"bindpose"}, true};
    case BrowserPurpose::SaveMap:
      return {"Save the pairs of joints", "Save", {"json"}, true};
    case BrowserPurpose::LoadMap:
      return {"Load pairs of joints", "Load", {"json"}, false};
    case BrowserPurpose::SaveFilm:
      return film_purpose(f.state.film.choice.type);
    case BrowserPurpose::FindTextures:
      return {.title = textures_title(f),
              .button = "Look here",
              .endings = {"png", "jpg", "jpeg", "tga", "bmp", "webp", "psd", "gif", "hdr", "avif"},
              .saves = false,
              .takes_folder = true,
              .file_button = "Use picture"};
    case BrowserPurpose::TakeClip:
      return {"Take a clip from a file",
              "Choose",
              {f.input.model_endings.begin(), f.input.model_endings.end()},
              false};
    case BrowserPurpose::TakeWeights:
      return {f.scene().selection.vertices.kind == VertexGroup::None
                  ? "Take weights of another file"
                  : "Take weights of another file, for the chosen vertices",
              "Take",
              {f.input.model_endings.begin(), f.input.model_endings.end()},
              false};
    case BrowserPurpose::SaveWeights:
      return {"Save the weights", "Save", {"json", "csv"}, true};
    case BrowserPurpose::LoadWeights:
      return {"Load weights that were saved", "Load", {"json", "csv"}, false};
    case BrowserPurpose::ExportTables:
      return {"A new folder for the tables", "Export", {}, true, false, true};
    case BrowserPurpose::CheckNumbers:
      return {.title = "Check numbers: L, Ul, W, B, T or posed vertices, of a file or a folder",
              .button = "Check",
              .endings = {"json", "csv", "txt", "npy", "obj"},
              .saves = false,
              .takes_folder = true};
    case BrowserPurpose::Compare:
      return {"Compare with a file",
              "Compare",
              {f.input.model_endings.begin(), f.input.model_endings.end()},
              false};
    case BrowserPurpose::Open:
      break;
  }
  return {"Open a model or a workspace",
          "Open",
          {f.input.model_endings.begin(), f.input.model_endings.end()},
          false};
}

}  // namespace bindpose::ui
