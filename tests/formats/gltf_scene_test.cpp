// glTF as a whole: what a file needs, and files without a scene, whose nodes are all shown.
#include <gtest/gtest.h>

#include "io/import.h"
#include "io/import_files.h"
#include "io/io_fixture.h"

namespace bindpose::tests::gltf_scene_test {
namespace {

using import_files::json;

TEST(GltfNeeds, AnExtensionIsFoundBehindWhatIsNoName) {
  const import_files::Folder folder;
  import_files::Gltf g = import_files::skinned_square();
  g.root["extensionsRequired"] = {1, "EXT_unheard_of"};
  EXPECT_NE(sentence_of([&] {
              import_model(g.write(folder));
            }).find("needs the glTF extension EXT_unheard_of"),
            std::string::npos);
}

TEST(GltfScene, AFileWithoutOneShowsAllItsNodes) {
  for (const json& scenes : {json(), json::array()}) {
    const import_files::Folder folder;
    import_files::Gltf g = import_files::skinned_square();
    g.root.erase("scenes");
    g.root.erase("scene");
    if (!scenes.is_null()) g.root["scenes"] = scenes;
    g.root["nodes"].push_back({{"name", "beside"}});
    const auto model = import_model(g.write(folder));
    ASSERT_EQ(model->meshes.size(), 1u);
    EXPECT_GE(find_joint(model->skeleton, "beside"), 0);
    const int b = find_joint(model->skeleton, "b");
    ASSERT_GE(b, 0);
    EXPECT_EQ(
        model->skeleton
            .name[static_cast<std::size_t>(model->skeleton.parent[static_cast<std::size_t>(b)])],
        "a");
  }
}

}  // namespace
}  // namespace bindpose::tests::gltf_scene_test
