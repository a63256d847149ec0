// What only the file knows, and the importer tells for `check`.
#include <gtest/gtest.h>

#include "io/fbx_files.h"
#include "io/import.h"
#include "io/import_files.h"
#include "io/io_fixture.h"
#include "scene/check/check.h"
#include "scene/edit/edit.h"

namespace bindpose::tests {
namespace {

class CheckedFbx : public FolderTest {
 protected:
  // A triangle bound by a bone at (1, 0, 0), and a Pose that has it at (x, 0, 0).
  std::vector<Finding> with_pose_at(const std::string& x) {
    const std::string bind = "1,0,0,0,0,1,0,0,0,0,1,0,1,0,0,1",
                      inverse = "1,0,0,0,0,1,0,0,0,0,1,0,-1,0,0,1";
    const std::string pose =
        " Pose: 9, \"Pose::bind\", \"BindPose\" {\n  PoseNode:  {\n   Node: 1\n" +
        list("Matrix", "1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1") + "  }\n  PoseNode:  {\n   Node: 4\n" +
        list("Matrix", "1,0,0,0,0,1,0,0,0,0,1,0," + x + ",0,0,1") + "  }\n }\n";
    write_all(folder_ / "model.fbx",
              text_fbx(mesh_model(1, "cloth") + geometry(2, "0,0,0,1,0,0,0,1,0", "0,1,-3") +
                           deformer(3, "", "Skin", "") +
                           limb(4, "bone", vector("Lcl Translation", "1,0,0")) +
                           deformer(5, "", "Cluster",
                                    list("Indexes", "0,1,2") + list("Weights", "1,1,1") +
                                        list("Transform", inverse) + list("TransformLink", bind)) +
                           (x.empty() ? "" : pose),
                       oo(1, 0) + oo(2, 1) + oo(3, 2) + oo(4, 0) + oo(5, 3) + oo(4, 5)));
    return check(make_scene(import_model(folder_ / "model.fbx")), *find_profile("rig"));
  }
};

TEST_F(CheckedFbx, ABindMatrixApartFromTheFilesPoseIsFound) {
  EXPECT_TRUE(with_pose_at("1").empty());
  EXPECT_TRUE(with_pose_at("").empty()) << "a file without a Pose says it once";
  EXPECT_TRUE(with_pose_at("1e999").empty()) << "a pose that is no place says nothing";
  const auto findings = with_pose_at("1.25");
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].rule, Rule::ApartFromPose);
  EXPECT_EQ(findings[0].name, "bone");
}

TEST_F(CheckedFbx, ItIsReboundToTheFilesPose) {
  with_pose_at("1.25");
  Document doc(make_scene(import_model(folder_ / "model.fbx")));
  const Model& file = *doc.scene().model;
  const int bone = find_joint(file.skeleton, "bone");
  ASSERT_EQ(file.pose_tables.size(), 1u);
  EXPECT_EQ(vec3(file.pose_tables[0].world[static_cast<std::size_t>(bone)][3]), vec3(1.25f, 0, 0));
  std::string error;
  const auto edit = parse_edit("rebind pose", doc.scene(), error);
  ASSERT_TRUE(edit) << error;
  doc.apply({*edit});
  EXPECT_TRUE(check(doc.scene(), *find_profile("rig")).empty());
  // W_j is at 1: what was bound at 1.25 goes back by 0.25.
  const PosedScene posed = evaluate(doc.scene());
  EXPECT_EQ(vec3(posed.palette[0][0][3]), vec3(-0.25f, 0, 0));
}

TEST(CheckedGltf, WeightsOfAMeshWhoseNodeHasNoSkinAreFound) {
  using import_files::skinned_square;
  const auto codes = [](import_files::Gltf& g) {
    std::string out;
    const import_files::Folder folder;
    const Scene scene = make_scene(import_model(g.write(folder)));
    for (const Finding& f : check(scene, *find_profile("gltf"))) {
      out += std::string(info_of(f.rule).code) + " " + f.name + " " + f.place + "\n";
    }
    return out;
  };
  auto g = skinned_square();
  EXPECT_EQ(codes(g).find("NODE_SKINNED_MESH_WITHOUT_SKIN"), std::string::npos) << codes(g);
  g.root["nodes"][1].erase("skin");
  EXPECT_NE(codes(g).find("NODE_SKINNED_MESH_WITHOUT_SKIN square /meshes/0\n"), std::string::npos)
      << codes(g);
}

}  // namespace
}  // namespace bindpose::tests
