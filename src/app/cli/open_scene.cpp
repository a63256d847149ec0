#include "app/cli/open_scene.h"

#include "app/cli/commands.h"
#include "io/import_error.h"

namespace bindpose::app {

OpenedScene open_scene(const std::string& path, const ImportOptions& options,
                       const ImportLimits& limits) {
  if (!is_workspace(path))
    return {make_scene(import_for_command(path, options, limits)), {}, false};
  try {
    note_input(path, "the workspace itself");
    const WorkspaceFile file = read_workspace(path);
    if (!file.model_found) {
      throw ImportError("The model of the workspace " + path + " is not there: " + file.model +
                        "; put it back, or beside the workspace.");
    }
    note_input(file.model, "the model of the workspace");
    ImportOptions with_places = options;
    with_places.texture_folders = file.textures.folders;
    with_places.texture_files = file.textures.files;
    RestoredWorkspace restored =
        restore_workspace(file, import_for_command(file.model, with_places, limits));
    tell(restored.notes);
    return {std::move(restored.scene), restored.camera, true};
  } catch (const ImportError&) {
    throw;
  } catch (const std::exception& e) {
    throw ImportError(e.what());
  }
}

}  // namespace bindpose::app
