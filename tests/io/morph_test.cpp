// Morph targets from a glTF to the posed surface, in closed form.
#include <gtest/gtest.h>

#include <algorithm>

#include "io/import.h"
#include "io/import_files.h"
#include "io/io_fixture.h"
#include "io/text/scene_json.h"
#include "scene/edit/edit.h"

namespace bindpose::morph_test {
namespace {

using import_files::Folder;
using import_files::Gltf;
using import_files::json;
using import_files::skinned_square;
using import_files::Square;

// Target "lift" moves corner 0 (and 3, which lies on it) along z, target "side" moves corner 1
// along x and turns its normal. All weights on joint a. Clip "line" is linear, clip "spline" cubic.
Gltf morphed_square() {
  Gltf g = skinned_square();
  std::vector<float> lift(18, 0.0f), side(18, 0.0f), turn(18, 0.0f);
  lift[2] = lift[11] = 2.0f;
  side[3] = 4.0f;
  turn[3] = 1.0f;
  json& mesh = g.root["meshes"][0];
  mesh["primitives"][0]["targets"] = {
      {{"POSITION", g.floats(lift, "VEC3", 3)}},
      {{"POSITION", g.floats(side, "VEC3", 3)}, {"NORMAL", g.floats(turn, "VEC3", 3)}}};
  mesh["weights"] = {0.5, 0.25};
  mesh["extras"] = {{"targetNames", {"lift", "side"}}};
  const auto clip = [&](const char* name, const char* kind, std::vector<float> values) {
    const std::size_t time = g.floats({0.0f, 2.0f}, "SCALAR", 1);
    const std::size_t weight = g.floats(values, "SCALAR", 1);
    return json{{"name", name},
                {"samplers", {{{"input", time}, {"output", weight}, {"interpolation", kind}}}},
                {"channels", {{{"sampler", 0}, {"target", {{"node", 1}, {"path", "weights"}}}}}}};
  };
  g.root["animations"] = {clip("line", "LINEAR", {0, -1, 1, 3}),
                          // in-tangents, weights, out-tangents; two targets each
                          clip("spline", "CUBICSPLINE", {0, 0, 0, 1, 2, 0, -1, 0, 1, 1, 0, 0}),
                          clip("step", "STEP", {0.125f, -2, 1, 3})};
  return g;
}

std::shared_ptr<const Model> load(Gltf g) {
  const Folder folder;
  return import_model(g.write(folder));
}

// Where the vertex whose stored place is `point` is now.
vec3 posed_at(const Scene& scene, const vec3& point, vec3* normal = nullptr) {
  const Mesh& mesh = scene.model->meshes.at(0);
  std::vector<vec3> p, n;
  skin_mesh(scene, evaluate(scene), 0, p, &n);
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (mesh.position[i] != point) continue;
    if (normal != nullptr) *normal = n[i];
    return p[i];
  }
  ADD_FAILURE() << "no such vertex";
  return vec3(0.0f);
}

Scene at(const std::shared_ptr<const Model>& model, int clip, double time) {
  Document doc(make_scene(model));
  doc.apply({SetBasePose{BasePose::Clip, clip}});
  doc.apply({SetTime{time}});
  return doc.scene();
}

void expect_near(const vec3& a, const vec3& b) {
  EXPECT_NEAR(glm::length(a - b), 0.0f, 1e-5f) << a.x << " " << a.y << " " << a.z;
}

TEST(ImportMorph, names_and_default_weights) {
  const auto model = load(morphed_square());
  ASSERT_EQ(model->morph_channels.size(), 2u);
  EXPECT_EQ(model->morph_channels[0].name, "lift");
  EXPECT_EQ(model->morph_channels[1].name, "side");
  EXPECT_EQ(model->morph_channels[1].default_weight, 0.25f);
  for (const ReportEntry& r : model->report) {
    EXPECT_EQ(r.message.find("could not be read"), std::string::npos)
        << "none is lost: " << r.message;
    EXPECT_EQ(r.message.find("straight lines"), std::string::npos) << r.place << r.message;
  }
  const Scene rest = make_scene(model);
  expect_near(posed_at(rest, {0, 0, 0}), {0, 0, 1});
  vec3 normal;
  expect_near(posed_at(rest, {1, 0, 0}, &normal), {2, 0, 0});
  expect_near(normal, glm::normalize(vec3(0.25f, 0, 1)));
  Scene bind = rest;
  bind.pose.base = BasePose::Bind;
  expect_near(posed_at(bind, {0, 0, 0}), {0, 0, 0});
}

TEST(ImportMorph, a_node_s_weights_stand_before_the_mesh_s) {
  Gltf g = morphed_square();
  g.root["nodes"][1]["weights"] = {-1.0, 0.0};
  const auto model = load(g);
  EXPECT_EQ(model->morph_channels[0].default_weight, -1.0f);
  expect_near(posed_at(make_scene(model), {0, 0, 0}), {0, 0, -2});
}

TEST(ImportMorph, clips_move_the_weights_negative_ones_included) {
  const auto model = load(morphed_square());
  ASSERT_EQ(model->clips.size(), 3u);
  EXPECT_EQ(model->clips[0].duration, 2.0);
  // Linear: lift 0 to 1, side -1 to 3.
  expect_near(posed_at(at(model, 0, 0.5), {0, 0, 0}), {0, 0, 0.5f});
  expect_near(posed_at(at(model, 0, 0.0), {1, 0, 0}), {-3, 0, 0});
  // Cubic: lift is a Hermite spline from 0 (slope 2) to 1 (slope -1), side stays 1.
  const float s = 0.25f, s2 = s * s, s3 = s2 * s;
  const float lift = (s3 - 2 * s2 + s) * 2 * 2 + (3 * s2 - 2 * s3) + (s3 - s2) * 2 * -1;
  expect_near(posed_at(at(model, 1, 0.5), {0, 0, 0}), {0, 0, 2 * lift});
  expect_near(posed_at(at(model, 1, 0.5), {1, 0, 0}), {5, 0, 0});
  expect_near(posed_at(at(model, 2, 1.9), {0, 0, 0}), {0, 0, 0.25f});
  expect_near(posed_at(at(model, 2, 1.9), {1, 0, 0}), {-7, 0, 0});
}

TEST(ImportMorph, a_clip_ends_with_the_last_key_of_all) {
  for (const float end : {1.0f, 3.0f}) {
    Gltf g = morphed_square();
    json& line = g.root["animations"][0];
    line["samplers"].push_back({{"input", g.floats({0.0f, end}, "SCALAR", 1)},
                                {"output", g.floats({2, 0, 0, 4, 0, 0}, "VEC3", 3)}});
    line["channels"].push_back(
        {{"sampler", 1}, {"target", {{"node", 3}, {"path", "translation"}}}});
    EXPECT_NEAR(load(g)->clips.at(0).duration, std::max(2.0, double{end}), 1e-6);
  }
}

TEST(ImportMorph, the_shape_is_made_before_the_skin_moves_it) {
  const auto model = load(morphed_square());
  Document doc(make_scene(model));
  doc.apply({SetMorph{1, 1.0f}});  // the corner at (1, 0) goes to (5, 0)
  const int a = find_joint(model->skeleton, "a");
  doc.apply({TransformJoint{a, TransformJoint::Rotate, vec3(0, 0, 90)}});
  vec3 normal;
  expect_near(posed_at(doc.scene(), {1, 0, 0}, &normal), {0, 5, 0});
  expect_near(normal, glm::normalize(vec3(0, 1, 1)));
}

TEST(ImportMorph, corners_that_differ_in_a_shape_stay_apart) {
  EXPECT_EQ(load(morphed_square())->meshes[0].position.size(), 4u);
  Gltf g = morphed_square();
  std::vector<float> torn(18, 0.0f);
  torn[9] = 1.0f;  // corner 3, not corner 0 below it
  g.root["meshes"][0]["primitives"][0]["targets"][0]["POSITION"] = g.floats(torn, "VEC3", 3);
  EXPECT_EQ(load(g)->meshes[0].position.size(), 5u);
}

TEST(ImportMorph, a_mesh_used_twice_has_weights_of_its_own) {
  Gltf g = morphed_square();
  g.root["nodes"].push_back({{"name", "copy"}, {"mesh", 0}, {"weights", {1.0, 0.0}}});
  g.root["nodes"][0]["children"].push_back(4);
  const auto model = load(g);
  ASSERT_EQ(model->morph_channels.size(), 4u);
  EXPECT_EQ(check_model(*model), "");
  std::vector<std::string> names;
  for (const MorphChannel& c : model->morph_channels) names.push_back(c.name);
  std::sort(names.begin(), names.end());
  EXPECT_EQ(names,
            (std::vector<std::string>{"copy.lift", "copy.side", "square.lift", "square.side"}));
}

TEST(ImportMorph, flat_normals_follow_the_shape) {
  Gltf g = morphed_square();
  g.root["meshes"][0]["primitives"][0]["attributes"].erase("NORMAL");
  g.root["meshes"][0]["primitives"][0]["targets"][1].erase("NORMAL");
  const auto model = load(g);
  Scene scene = make_scene(model);
  scene.pose.user_morph = {0.5f, 0.0f};  // the corner at the origin is lifted by 1
  std::vector<vec3> p, n;
  skin_mesh(scene, evaluate(scene), 0, p, &n);
  const Mesh& mesh = model->meshes[0];
  scene.pose.user_morph = {1.0f, 0.0f};
  skin_mesh(scene, evaluate(scene), 0, p, &n);
  for (std::size_t t = 0; t < mesh.triangle.size(); t += 3) {
    const auto* v = &mesh.triangle[t];
    const vec3 face = glm::normalize(glm::cross(p[v[1]] - p[v[0]], p[v[2]] - p[v[0]]));
    for (int k = 0; k < 3; ++k) expect_near(n[v[k]], face);
  }
}

TEST(ImportMorph, weights_that_do_not_fit_are_reported) {
  Gltf g = morphed_square();
  const json& sampler = g.root["animations"][0]["samplers"][0];
  g.root["accessors"][sampler["output"].get<std::size_t>()]["count"] = 3;
  const auto model = load(g);
  EXPECT_TRUE(model->clips[0].morphs.empty());
  EXPECT_TRUE(std::any_of(model->report.begin(), model->report.end(), [](const ReportEntry& r) {
    return r.place == "clip line" && r.message.find("morph weights") != std::string::npos;
  }));
}

TEST(PoseFileMorph, weights_are_kept_by_name) {
  const auto model = load(morphed_square());
  Scene scene = make_scene(model);
  scene.pose.user_morph[1] = -0.3f;
  const Folder folder;
  const auto path = folder.path() / "pose.json";
  write_pose(scene, path);
  EXPECT_EQ(read_pose(*model, path).pose.user_morph, scene.pose.user_morph);

  folder.write("other.json", R"({"bindpose_pose": 1, "morphs": {"side": 0.5, "grin": 1}})");
  const PoseFile other = read_pose(*model, folder.path() / "other.json");
  EXPECT_EQ(other.pose.user_morph[1], 0.5f);
  ASSERT_EQ(other.notes.size(), 1u);
  EXPECT_EQ(other.notes[0], "The model has no morph \"grin\"; its part is left out.");
  folder.write("bad.json", R"({"bindpose_pose": 1, "morphs": {"side": "big"}})");
  EXPECT_THROW(read_pose(*model, folder.path() / "bad.json"), std::runtime_error);
}

TEST(InfoMorph, lists_them) {
  const auto model = load(morphed_square());
  EXPECT_NE(info_text(*model).find("lift"), std::string::npos);
  const json info = json::parse(info_json(*model));
  EXPECT_EQ(info["morphs"][1]["name"], "side");
  EXPECT_EQ(info["morphs"][1]["default"], 0.25);
}

}  // namespace
}  // namespace bindpose::morph_test
