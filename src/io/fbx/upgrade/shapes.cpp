#include "io/fbx/upgrade/context.h"

namespace bindpose {

void upgrade_fbx_shapes(FbxUpgrade& file, std::uint32_t geometry, std::int64_t geometry_id,
                        const std::vector<std::int64_t>& owners,
                        const std::map<std::string, double>& weight) {
  const FbxTree& tree = file.tree;
  std::int64_t deformer = 0;
  for (std::uint32_t c = geometry + 1; c < tree.node[geometry].end; c = tree.node[c].end) {
    if (tree.node[c].name != "Shape") continue;
    if (deformer == 0) {
      deformer = file.ids.fresh();
      file.open_object("Deformer", deformer, {"", "Deformer"}, "BlendShape");
      file.out.int32("Version", 100);
      file.out.close();
      file.link(deformer, geometry_id);
    }
    const std::string called = file.name_of_value(c, 0);
    const FbxFullName name = fbx_full_name(tree, called);
    const auto rest = weight.find(called);
    const double percent = rest == weight.end() ? 0.0 : rest->second;
    const std::int64_t channel = file.ids.fresh();
    const std::int64_t shape = file.ids.fresh();
    file.open_object("Deformer", channel, {name.name, "SubDeformer"}, "BlendShapeChannel");
    file.out.int32("Version", 100);
    file.out.real("DeformPercent", percent);
    file.out.array("FullWeights", std::vector<double>{100.0});
    file.out.open("Properties70");
    file.property("DeformPercent", "Number", percent);
    file.out.close();
    file.out.close();
    file.open_object("Geometry", shape, {name.name, "Geometry"}, "Shape");
    file.out.int32("Version", 100);
    file.copy.children(c, [](std::string_view) { return true; });
    file.out.close();
    file.link(channel, deformer);
    file.link(shape, channel);
    for (const std::int64_t owner : owners) file.channel.emplace(std::pair(owner, called), channel);
  }
}

}  // namespace bindpose
