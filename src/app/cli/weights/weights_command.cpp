#include <cstdio>

#include "app/cli/commands.h"
#include "app/cli/weights/check_command.h"
#include "io/text/import_report.h"
#include "io/weights/weights_file.h"
#include "scene/numerals.h"

namespace bindpose::app {

int run_weights(const std::string& model, const std::string& output, const PoseArgs& pose,
                const ImportLimits& limits) {
  refuse_to_replace(model, output);
  const Document document = open_posed(model, pose, false, limits, output);
  const Scene& scene = document.scene();
  std::size_t vertices = 0, influences = 0;
  for (const BoundMesh& b : bound_meshes(scene)) {
    if (!b.skin.skinned) continue;
    vertices += b.influences.vertex_count();
    influences += b.influences.slot.size();
  }
  write_or_blame("-o", output, [&] { write_weights(scene, output); });
  std::printf("%s of %s\n", counted(influences, "weight", "weights").c_str(),
              counted(vertices, "vertex", "vertices").c_str());
  return kGood;
}

}  // namespace bindpose::app
