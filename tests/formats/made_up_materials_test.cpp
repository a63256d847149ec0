// Surfaces of which the file says nothing, and what Assimp makes up for them.
#include <gtest/gtest.h>

#include "io/import.h"
#include "io/import_files.h"

namespace bindpose::made_up_materials_test {
namespace {

using import_files::Folder;
using import_files::Gltf;
using import_files::skinned_square;

std::shared_ptr<const Model> load(Gltf g) {
  const Folder folder;
  return import_model(g.write(folder));
}

// Assimp adds one of its own to every file.
TEST(MadeUpMaterial, IsNotListedOfAGltf) {
  Gltf g = skinned_square();
  EXPECT_EQ(load(g)->materials.size(), 1u);  // what glTF says of a surface without one
  g.root["materials"] = {{{"name", "skin"}}};
  g.root["meshes"][0]["primitives"][0]["material"] = 0;
  const auto model = load(g);
  ASSERT_EQ(model->materials.size(), 1u);
  EXPECT_EQ(model->materials[0].name, "skin");
  EXPECT_EQ(model->meshes[0].material, 0);
}

// A surface of which the file says nothing looks the same in all formats.
TEST(MadeUpMaterial, IsTheSameInAllFormats) {
  const Folder folder;
  const auto obj = import_model(folder.write("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"));
  const auto ply = import_model(folder.write(
      "a.ply",
      "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float "
      "z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 "
      "0\n3 0 1 2\n"));
  const auto stl = import_model(folder.write(
      "a.stl",
      "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 "
      "0\nendloop\nendfacet\nendsolid a\n"));
  const auto look = [](const Model& model) {
    const Material& m = model.materials.at(static_cast<std::size_t>(model.meshes.at(0).material));
    return std::vector<float>{m.base_color.r, m.base_color.g, m.base_color.b, m.roughness,
                              m.metallic};
  };
  EXPECT_EQ(look(*obj), look(*ply));
  EXPECT_EQ(look(*stl), look(*ply));
  // Where every surface has its own, the made-up one is not listed.
  folder.write("b.mtl", "newmtl red\nKd 1 0 0\n");
  const auto own = import_model(
      folder.write("b.obj", "mtllib b.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl red\nf 1 2 3\n"));
  ASSERT_EQ(own->materials.size(), 1u);
  EXPECT_EQ(own->materials[0].name, "red");
  EXPECT_EQ(own->meshes.at(0).material, 0);
}

// Two of a DirectX file may have the name that Assimp gives its own. What nothing wears is left
// out, whichever it is.
TEST(MadeUpMaterial, OfTwoWithItsNameTheOneThatIsUsedStays) {
  const Folder folder;
  const auto material = [](const char* color) {
    return std::string("Material DefaultMaterial {\n") + color + ";1;;\n1;\n0;0;0;;\n0;0;0;;\n}\n";
  };
  for (const int used : {0, 1}) {
    const auto model = import_model(folder.write(
        "a.x",
        "xof 0303txt 0032\nMesh a {\n3;\n0;0;0;,\n1;0;0;,\n0;1;0;;\n1;\n3;0,1,2;;\n"
        "MeshMaterialList {\n2;\n1;\n" +
            std::to_string(used) + ";\n" + material("1;0;0") + material("0;1;0") + "}\n}\n"));
    ASSERT_EQ(model->materials.size(), 1u) << used;
    EXPECT_EQ(model->meshes.at(0).material, 0) << used;
  }
}

}  // namespace
}  // namespace bindpose::made_up_materials_test
