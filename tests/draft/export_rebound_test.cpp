// What a glTF file has comes out as it went in where joints were bound anew, and what is written
// poses as the scene does. Posed points are computed from the written file alone, as glTF has it:
// sum_j w_ij W_j O_j v_i.
#include <algorithm>
#include <set>

#include "io/export/export.h"
#include "io/export/rig/rig.h"
#include "io/gltf_files.h"
#include "io/import.h"
#include "math/transform.h"
#include "rig/kinematics.h"
#include "scene/edit/edit.h"

namespace bindpose::tests::export_rebound_test {
namespace {

mat4 matrix_of(const Json& node) {
  const auto numbers = [&](const char* key, std::vector<float> otherwise) {
    return node.contains(key) ? node[key].get<std::vector<float>>() : otherwise;
  };
  const auto t = numbers("translation", {0, 0, 0}), q = numbers("rotation", {0, 0, 0, 1}),
             s = numbers("scale", {1, 1, 1});
  return to_matrix(
      Transform{vec3(t[0], t[1], t[2]), quat(q[3], q[0], q[1], q[2]), vec3(s[0], s[1], s[2])});
}

// W of every node, where the one of this name is turned by `turn` on the right of its own.
std::vector<mat4> worlds(const Json& j, const std::string& turned, const mat4& turn) {
  std::vector<mat4> out(j["nodes"].size(), mat4(1.0f));
  const std::function<void(std::size_t, const mat4&)> walk = [&](std::size_t n, const mat4& above) {
    const Json& node = j["nodes"][n];
    out[n] = above * matrix_of(node) * (node.value("name", "") == turned ? turn : mat4(1.0f));
    for (const Json& child : node.value("children", Json::array())) walk(child, out[n]);
  };
  for (const Json& root : j["scenes"][0]["nodes"]) walk(root, mat4(1.0f));
  return out;
}

struct Posed {
  std::vector<vec3> position, normal;
  std::vector<std::uint32_t> index;
};

// The surface of a node by the rules of the format. `shape`: of the first target, whole.
Posed posed(const GlbParts& file, std::size_t node, const std::vector<mat4>& world,
            bool shape = false) {
  const Json& j = file.json;
  const Json& primitive = j["meshes"][j["nodes"][node]["mesh"].get<std::size_t>()]["primitives"][0];
  const Json& attributes = primitive["attributes"];
  const auto vectors = [&](const Json& of, const char* name) {
    return file.accessor<vec3>(of[name].get<std::size_t>());
  };
  Posed out{vectors(attributes, "POSITION"), vectors(attributes, "NORMAL"), {}};
  if (shape) {
    const std::vector<vec3> more = vectors(primitive["targets"][0], "POSITION");
    for (std::size_t i = 0; i < more.size(); ++i) out.position[i] += more[i];
  }
  const Json& index = j["accessors"][primitive["indices"].get<std::size_t>()];
  if (index["componentType"] == 5125) {
    out.index = file.accessor<std::uint32_t>(primitive["indices"].get<std::size_t>());
  } else {
    const auto list = file.accessor<std::uint16_t>(primitive["indices"].get<std::size_t>());
    out.index.assign(list.begin(), list.end());
    out.index.resize(index["count"].get<std::size_t>());
  }
  if (!j["nodes"][node].contains("skin")) {
    for (vec3& p : out.position) p = vec3(world[node] * vec4(p, 1.0f));
    return out;
  }
  const Json& skin = j["skins"][j["nodes"][node]["skin"].get<std::size_t>()];
  const auto inverse = file.accessor<mat4>(skin["inverseBindMatrices"].get<std::size_t>());
  const auto weights = file.accessor<vec4>(attributes["WEIGHTS_0"].get<std::size_t>());
  const std::size_t joints = attributes["JOINTS_0"].get<std::size_t>();
  const bool wide = j["accessors"][joints]["componentType"] == 5123;
  for (std::size_t i = 0; i < out.position.size(); ++i) {
    mat4 blend(0.0f);
    for (int k = 0; k < 4; ++k) {
      const std::size_t at = 4 * i + static_cast<std::size_t>(k);
      const std::size_t slot = wide ? std::size_t{file.accessor<std::uint16_t>(joints)[at]}
                                    : std::size_t{file.accessor<std::uint8_t>(joints)[at]};
      const auto joint = skin["joints"][slot].get<std::size_t>();
      blend += weights[i][k] * (world[joint] * inverse[slot]);
    }
    out.position[i] = vec3(blend * vec4(out.position[i], 1.0f));
    out.normal[i] = glm::normalize(glm::inverse(glm::transpose(mat3(blend))) * out.normal[i]);
  }
  return out;
}

class ExportRebound : public FolderTest {
 protected:
  void SetUp() override {
    FolderTest::SetUp();
    write_rich_glb(folder_ / "rich.glb");
    before_ = take_apart(folder_ / "rich.glb");
    doc_ = Document(make_scene(import_model(folder_ / "rich.glb")));
  }
  void edit(const std::string& text) {
    std::string error;
    const auto parsed = parse_edit(text, doc_.scene(), error);
    ASSERT_TRUE(parsed) << error;
    doc_.apply({*parsed});
  }
  GlbParts rig() {
    notes_ = export_rig(doc_.scene(), folder_ / "out.glb");
    return take_apart(folder_ / "out.glb");
  }
  void expect_carried(const GlbParts& after, const std::set<std::string>& but) const {
    for (const auto& [key, value] : before_.json.items()) {
      if (but.contains(key)) continue;
      EXPECT_EQ(after.json[key].dump(), value.dump()) << key;
    }
    // What was replaced gives its place to what is new; all else has its number and its bytes.
    EXPECT_EQ(after.view(after.json["images"][0]["bufferView"]),
              before_.view(before_.json["images"][0]["bufferView"]));
    const auto same = [&](const Json& number) {
      EXPECT_EQ(after.json["accessors"][number.get<std::size_t>()],
                before_.json["accessors"][number.get<std::size_t>()]);
      EXPECT_EQ(after.accessor<std::uint8_t>(number), before_.accessor<std::uint8_t>(number));
    };
    for (const Json& mesh : before_.json["meshes"]) {
      const Json& attributes = mesh["primitives"][0]["attributes"];
      const bool moved = but.contains("meshes") && attributes.contains("JOINTS_0");
      for (const auto& [name, number] : attributes.items()) {
        if (!moved || (name != "POSITION" && name != "NORMAL")) same(number);
      }
    }
    same(before_.json["animations"][0]["samplers"][0]["output"]);
    EXPECT_TRUE(notes_.empty()) << notes_.front();
  }
  // Surfaces of the written file against the scene: at rest, and with the knee turned by 40 degrees
  // about x there.
  void expect_poses_alike(const GlbParts& after) {
    for (const bool turned : {false, true}) {
      const mat4 turn = glm::mat4_cast(rotation_from_degrees(vec3(turned ? 40.0f : 0.0f, 0, 0)));
      Scene scene = make_scene(doc_.scene().model);
      scene.edited = doc_.scene().edited;
      scene.pose.user_local[static_cast<std::size_t>(find_joint(scene.model->skeleton, "knee"))] =
          turn;
      const PosedScene wanted = evaluate(scene);
      const std::vector<mat4> world = worlds(after.json, "knee", turn);
      for (std::size_t m = 0; m < scene.model->meshes.size(); ++m) {
        const Mesh& mesh = scene.model->meshes[m];
        std::vector<vec3> p;
        skin_mesh(scene, wanted, static_cast<int>(m), p, nullptr);
        std::size_t node = 0;
        const std::string name = scene.model->skeleton.name[static_cast<std::size_t>(mesh.node)];
        while (after.json["nodes"][node].value("name", "") != name && node < 9) ++node;
        const Posed found = posed(after, node, world);
        ASSERT_EQ(found.index.size(), mesh.triangle.size());
        // Where the node mirrors, the format turns the front round; the model has done so.
        const bool mirrored = glm::determinant(mat3(world[node])) < 0.0f;
        for (std::size_t k = 0; k < found.index.size(); ++k) {
          const std::size_t as = !mirrored ? k : k % 3 == 1 ? k + 1 : k % 3 == 2 ? k - 1 : k;
          EXPECT_LE(glm::length(found.position[found.index[k]] - p[mesh.triangle[as]]), 1e-5f)
              << name << ' ' << k << (turned ? " turned" : " at rest");
        }
      }
    }
  }

  GlbParts before_;
  Document doc_;
  std::vector<std::string> notes_;
};

TEST_F(ExportRebound, JointsBoundElsewhereChangeTheSkinAlone) {
  edit("joint knee rotate 0 0 90");
  edit("rebind here");
  edit("reset all");
  const GlbParts after = rig();
  expect_carried(after, {"buffers", "bufferViews", "accessors", "skins"});
  ASSERT_EQ(after.json["skins"].size(), 1u);
  EXPECT_EQ(after.json["skins"][0]["name"], "six");
  EXPECT_EQ(after.json["skins"][0]["joints"], before_.json["skins"][0]["joints"]);
  // B_knee is a quarter turn about z at (0, 1, 0): its inverse takes (x, y) to (y - 1, -x).
  const auto matrices =
      after.accessor<mat4>(after.json["skins"][0]["inverseBindMatrices"].get<std::size_t>());
  ASSERT_EQ(matrices.size(), 2u);
  EXPECT_LE(max_difference(matrices[0], mat4(1.0f)), 1e-6f);
  const mat4 wanted(vec4(0, -1, 0, 0), vec4(1, 0, 0, 0), vec4(0, 0, 1, 0), vec4(-1, 0, 0, 1));
  EXPECT_LE(max_difference(matrices[1], wanted), 1e-6f);
  expect_poses_alike(after);
}

TEST_F(ExportRebound, PointsThatWereMovedAreWritten) {
  edit("joint knee rotate 0 0 90");
  edit("bind pose here");
  const GlbParts after = rig();
  expect_carried(after, {"buffers", "bufferViews", "accessors", "skins", "meshes"});
  for (std::size_t m = 0; m < 6; ++m) {
    const Json &was = before_.json["meshes"][m], &is = after.json["meshes"][m];
    EXPECT_EQ(is["extras"], was["extras"]);
    const Json &from = was["primitives"][0], &to = is["primitives"][0];
    EXPECT_EQ(to["material"], from["material"]);
    for (const char* name : {"TEXCOORD_0", "TEXCOORD_1", "JOINTS_0", "WEIGHTS_0"})
      EXPECT_EQ(to["attributes"][name], from["attributes"][name]) << name;
    // The last vertex, all of the knee's, was at (m, 2): now at (-1, 1 + m).
    const auto at = to["attributes"]["POSITION"].get<std::size_t>();
    const auto p = after.accessor<vec3>(at);
    EXPECT_LE(glm::length(p[3] - vec3(-1.0f, 1.0f + static_cast<float>(m), 0)), 1e-5f);
    EXPECT_EQ(after.json["accessors"][at]["min"][0].get<float>(),
              std::min({p[0].x, p[1].x, p[2].x, p[3].x}));
  }
  expect_poses_alike(after);
  // And it is read again as it was shown.
  const auto again = import_model(folder_ / "out.glb");
  EXPECT_EQ(again->materials.size(), doc_.scene().model->materials.size());
}

TEST_F(ExportRebound, OfAMirrorTheOutsideStays) {
  edit("joint hip scale -1 1 1");
  edit("bind pose here");
  const GlbParts after = rig();
  EXPECT_TRUE(notes_.empty());
  expect_poses_alike(after);
  // Bound so, the file's own order of corners is the front where normals point.
  const auto& primitive = after.json["meshes"][0]["primitives"][0];
  const auto p = after.accessor<vec3>(primitive["attributes"]["POSITION"].get<std::size_t>());
  const auto n = after.accessor<vec3>(primitive["attributes"]["NORMAL"].get<std::size_t>());
  const auto c = after.accessor<std::uint32_t>(primitive["indices"].get<std::size_t>());
  EXPECT_EQ(n[0], vec3(0, 0, 1));
  EXPECT_GT(glm::cross(p[c[1]] - p[c[0]], p[c[2]] - p[c[0]]).z, 0.0f);
}

TEST_F(ExportRebound, WithNewWeightsOnTop) {
  edit("joint knee rotate 0 0 90");
  edit("bind pose here");
  edit("weights a 0 hip 0.25 knee 0.75");
  const GlbParts after = rig();
  EXPECT_TRUE(notes_.empty());
  ASSERT_EQ(after.json["skins"].size(), 1u);
  expect_poses_alike(after);
}

// A mesh that the file does not skin, with weights that the user gave it; and one that stays rigid.
TEST_F(ExportRebound, WhatTheFileDoesNotSkin) {
  edit("weights rock 0 knee 1");
  edit("joint knee rotate 0 0 90");
  edit("bind pose here");
  const GlbParts after = rig();
  EXPECT_TRUE(notes_.empty());
  expect_poses_alike(after);
}

TEST_F(ExportRebound, ThePosedMeshLooksAsTheFileSays) {
  edit("joint knee rotate 0 0 90");
  edit("bind pose here");
  notes_ = export_posed(doc_.scene(), evaluate(doc_.scene()), folder_ / "posed.glb");
  const GlbParts after = take_apart(folder_ / "posed.glb");
  EXPECT_TRUE(notes_.empty());
  EXPECT_EQ(after.json["materials"].dump(), before_.json["materials"].dump());
  EXPECT_EQ(after.json["asset"]["extras"], before_.json["asset"]["extras"]);
}

// Points (no surface, so nothing of the model) wear the same skin: that stays for them, and the
// surfaces share one copy of it, with all that it says.
TEST_F(ExportRebound, WhatElseWearsTheSkinKeepsIt) {
  BufferOf buffer;
  buffer.views.push_back({{"buffer", 0}, {"byteOffset", 0}, {"byteLength", small_png().size()}});
  buffer.bytes = small_png();
  buffer.bytes.resize((buffer.bytes.size() + 3) / 4 * 4);
  Json j = rich_gltf(buffer, 0);
  Json dots = j["meshes"][0];
  dots["primitives"][0]["mode"] = 0;
  j["meshes"].push_back(dots);
  j["skins"][0]["extras"] = {{"kept", true}};
  j["nodes"].push_back({{"name", "dots"}, {"mesh", j["meshes"].size() - 1}, {"skin", 0}});
  j["scenes"][0]["nodes"].push_back(j["nodes"].size() - 1);
  write_glb(folder_ / "dots.glb", j, buffer);
  doc_ = Document(make_scene(import_model(folder_ / "dots.glb")));
  edit("joint knee rotate 0 0 90");
  edit("rebind here");
  const GlbParts after = rig();
  EXPECT_TRUE(notes_.empty());
  ASSERT_EQ(after.json["skins"].size(), 2u);
  EXPECT_EQ(after.json["skins"][0].dump(), j["skins"][0].dump());
  EXPECT_EQ(after.json["skins"][1]["name"], "six");
  EXPECT_EQ(after.json["skins"][1]["extras"], j["skins"][0]["extras"]);
  for (std::size_t n = 2; n < 8; ++n) EXPECT_EQ(after.json["nodes"][n]["skin"], 1) << n;
  EXPECT_EQ(after.json["nodes"].back()["skin"], 0);
  expect_poses_alike(after);
}

// A square on a node that mirrors and moves, whose inverse bind matrices have that; shapes and
// tangents. The skin stays one, points stay in the node's space, where the node's mirror turns the
// front round, and what shapes add goes along.
TEST_F(ExportRebound, OnAMirroredNodeWithShapes) {
  BufferOf buffer;
  const std::vector<float> points{-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0},
      normals{0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1},
      tangents{1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1},
      weights{1, 0, 0, 0, 1, 0, 0, 0, .5f, .5f, 0, 0, 0, 1, 0, 0},
      moves{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2}, none(12, 0.0f);
  std::vector<float> of_normals(12, 0.0f), matrices(32, 0.0f);
  of_normals[9] = 0.5f;  // of the last vertex, along x
  for (const std::size_t at : {0u, 16u}) {
    for (const std::size_t k : {5u, 10u, 15u}) matrices[at + k] = 1.0f;
    matrices[at] = -1.0f;      // the node's mirror
    matrices[at + 12] = 3.0f;  // and its place
  }
  matrices[16 + 13] = -1.0f;  // less that of the knee
  const std::vector<std::uint16_t> joints{0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0},
      indices{0, 1, 2, 0, 2, 3};
  const auto vec3s = [&](const std::vector<float>& v) { return buffer.add(v, 3, "VEC3", 5126); };
  const int position = vec3s(points);
  buffer.accessors[0]["min"] = {-1, -1, 0};
  buffer.accessors[0]["max"] = {1, 1, 0};
  Json attributes = {{"POSITION", position},
                     {"NORMAL", vec3s(normals)},
                     {"TANGENT", buffer.add(tangents, 4, "VEC4", 5126)},
                     {"WEIGHTS_0", buffer.add(weights, 4, "VEC4", 5126)},
                     {"JOINTS_0", buffer.add(joints, 4, "VEC4", 5123)}};
  Json still = {{"POSITION", vec3s(none)}},
       raised = {{"POSITION", vec3s(moves)}, {"NORMAL", vec3s(of_normals)}};
  Json j = {{"asset", {{"version", "2.0"}}},
            {"scene", 0},
            {"scenes", {{{"nodes", {0, 2}}}}},
            {"nodes",
             {{{"name", "hip"}, {"children", {1}}},
              {{"name", "knee"}, {"translation", {0, 1, 0}}},
              {{"name", "cloth"},
               {"mesh", 0},
               {"skin", 0},
               {"scale", {-1, 1, 1}},
               {"translation", {3, 0, 0}}}}},
            {"skins",
             {{{"joints", {0, 1}},
               {"extras", {{"kept", true}}},
               {"inverseBindMatrices", buffer.add(matrices, 16, "MAT4", 5126)}}}},
            {"meshes",
             {{{"extras", {{"targetNames", {"still", "raised"}}}},
               {"primitives",
                {{{"attributes", attributes},
                  {"targets", {raised, still}},
                  {"indices", buffer.add(indices, 1, "SCALAR", 5123)}}}}}}}};
  write_glb(folder_ / "mirrored.glb", j, buffer);
  doc_ = Document(make_scene(import_model(folder_ / "mirrored.glb")));
  ASSERT_LT(glm::determinant(mat3(doc_.scene().model->meshes.at(0).file_binding.skin.mesh_to_bind)),
            0.0f);
  // In the file's world the last vertex, all of the knee's, is at (4, 1, 0): turned by 90 degrees
  // about z there it is at (0, 5, 0).
  edit("joint knee rotate 0 0 90");
  edit("bind pose here");
  const GlbParts after = rig();
  ASSERT_EQ(notes_.size(), 1u);
  EXPECT_NE(notes_[0].find("tangents are left out"), std::string::npos);
  EXPECT_EQ(after.json["nodes"].dump(), j["nodes"].dump());
  ASSERT_EQ(after.json["skins"].size(), 1u);
  EXPECT_EQ(after.json["skins"][0]["extras"], j["skins"][0]["extras"]);
  expect_poses_alike(after);
  const mat4 quarter = glm::mat4_cast(rotation_from_degrees(vec3(0, 0, 90)));
  const std::vector<mat4> bent = worlds(after.json, "knee", quarter);
  const Posed found = posed(after, 2, bent), shaped = posed(after, 2, bent, true);
  EXPECT_LE(glm::length(found.position[3] - vec3(0, 5, 0)), 1e-5f);
  EXPECT_LE(glm::length(shaped.position[3] - vec3(0, 5, 2)), 1e-5f);
  EXPECT_LE(glm::length(shaped.position[0] - found.position[0]), 1e-6f);
  for (const vec3& n : found.normal) EXPECT_LE(glm::length(n - vec3(0, 0, 1)), 1e-5f);
  // The node's x, along which the normal moved, is -x of the world: turned, it is -y; written it is
  // that by the node's own axes.
  const Json& primitive = after.json["meshes"][0]["primitives"][0];
  EXPECT_FALSE(primitive["attributes"].contains("TANGENT"));
  const auto moved = after.accessor<vec3>(primitive["targets"][0]["NORMAL"].get<std::size_t>());
  EXPECT_LE(glm::length(moved[3] - vec3(0, -0.5f, 0)), 1e-5f);
  // Corners against the clock in the node's own space, as in the file.
  const auto p = after.accessor<vec3>(primitive["attributes"]["POSITION"].get<std::size_t>());
  for (std::size_t k = 0; k < found.index.size(); k += 3) {
    const vec3 &a = p[found.index[k]], &b = p[found.index[k + 1]], &c = p[found.index[k + 2]];
    EXPECT_GE(glm::cross(b - a, c - a).z, 0.0f) << k;
  }
}

TEST_F(ExportRebound, ThePosedMeshOfAMirrorHasItsOutside) {
  edit("joint hip scale -1 1 1");
  for (const bool bound : {false, true}) {
    if (bound) edit("bind pose here");
    export_posed(doc_.scene(), evaluate(doc_.scene()), folder_ / "posed.glb");
    const GlbParts after = take_apart(folder_ / "posed.glb");
    const Json& primitive = after.json["meshes"][0]["primitives"][0];
    const auto p = after.accessor<vec3>(primitive["attributes"]["POSITION"].get<std::size_t>());
    const auto n = after.accessor<vec3>(primitive["attributes"]["NORMAL"].get<std::size_t>());
    const auto c = after.accessor<std::uint32_t>(primitive["indices"].get<std::size_t>());
    EXPECT_EQ(n[0], vec3(0, 0, 1)) << bound;
    EXPECT_GT(glm::cross(p[c[1]] - p[c[0]], p[c[2]] - p[c[0]]).z, 0.0f) << bound;
  }
}

// A skeleton that was built is another one: the file is written anew, and says why.
TEST_F(ExportRebound, AfterASkeletonWasBuilt) {
  edit("draft from model");
  edit("skeleton build");
  edit("rebind rest");
  rig();
  ASSERT_FALSE(notes_.empty());
  EXPECT_NE(notes_.front().find("made by hand"), std::string::npos);
}

}  // namespace
}  // namespace bindpose::tests::export_rebound_test
