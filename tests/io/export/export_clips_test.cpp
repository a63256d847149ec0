// What a written rig holds, key by key, and vertices without weights under a bind that was moved.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>

#include "io/export/rig/rig.h"
#include "io/import.h"
#include "io/io_fixture.h"

namespace bindpose::tests::export_clips_test {
namespace {

using nlohmann::json;

// A GLB taken apart: its JSON, and the numbers of an accessor.
struct Glb {
  json root;
  std::string bytes;

  explicit Glb(const std::filesystem::path& file) {
    const std::string all = read_all(file);
    std::uint32_t size = 0;
    std::memcpy(&size, all.data() + 12, 4);
    root = json::parse(all.substr(20, size));
    bytes = all.substr(20 + size + 8);
  }
  std::vector<float> floats(std::size_t accessor) const {
    const json& a = root["accessors"][accessor];
    const json& view = root["bufferViews"][a["bufferView"].get<std::size_t>()];
    const std::size_t width = a["type"] == "SCALAR" ? 1 : a["type"] == "VEC3" ? 3 : 4;
    std::vector<float> out(width * a["count"].get<std::size_t>());
    const std::size_t at =
        view.value("byteOffset", std::size_t{0}) + a.value("byteOffset", std::size_t{0});
    std::memcpy(out.data(), bytes.data() + at, out.size() * 4);
    return out;
  }
  // Of the first clip: times and values of the node with that name.
  struct Curve {
    std::vector<float> time, value;
    std::string interpolation;
  };
  Curve curve(const std::string& node, const std::string& path) const {
    const json& animation = root["animations"][0];
    for (const json& channel : animation["channels"]) {
      const json& target = channel["target"];
      const json& at = root["nodes"][target["node"].get<std::size_t>()];
      if (at["name"] != node || target["path"] != path) continue;
      const json& sampler = animation["samplers"][channel["sampler"].get<std::size_t>()];
      return {floats(sampler["input"]), floats(sampler["output"]), sampler["interpolation"]};
    }
    ADD_FAILURE() << "no " << path << " of " << node;
    return {};
  }
};

quat about_z(float degrees) {
  return rotation_from_degrees({0.0f, 0.0f, degrees});
}

class ExportClips : public FolderTest {
 protected:
  // The small model with one clip that moves the root in one way.
  std::shared_ptr<Model> moving(TrackFactor factor, double duration) const {
    auto model = small_model();
    model->clips = {{"move", duration, {{0, {std::move(factor)}}}}};
    return model;
  }
  Glb written(const Model& model) const {
    export_rig(borrowed_scene(model), folder_ / "rig.glb");
    return Glb(folder_ / "rig.glb");
  }
  std::shared_ptr<const Model> again() const { return import_model(folder_ / "rig.glb", {}); }

  static void expect_same_motion(const Model& a, const Model& b) {
    ASSERT_EQ(b.clips.size(), 1u);
    EXPECT_NEAR(b.clips[0].duration, a.clips[0].duration, 1e-6);
    for (double t = 0.0; t <= a.clips[0].duration; t += a.clips[0].duration / 37.0) {
      std::vector<mat4> va(a.skeleton.parent.size()), vb(b.skeleton.parent.size());
      sample_clip(a.clips[0], a.skeleton, t, va);
      sample_clip(b.clips[0], b.skeleton, t, vb);
      const auto root = static_cast<std::size_t>(find_joint(b.skeleton, "root"));
      EXPECT_LT(max_difference(va[0], vb[root]), 1e-5f) << t;
    }
  }
};

// Between two keys a program may take either way round: the signs of neighbours agree.
TEST_F(ExportClips, SampledRotationsDoNotFlip) {
  TrackFactor turning;  // three whole turns, by angles
  turning.curves.target = CurveTarget::Rotation;
  turning.curves.axis[2].key = {{0.0, 0.0f, Segment::Linear, {}, {}},
                                {2.0, 18.849556f, Segment::Linear, {}, {}}};
  const auto model = moving(turning, 2.0);
  const Glb::Curve turn = written(*model).curve("root", "rotation");
  EXPECT_EQ(turn.interpolation, "CUBICSPLINE");  // tangent, value, tangent
  ASSERT_GE(turn.time.size(), 121u);
  for (std::size_t k = 0; k + 1 < turn.time.size(); ++k) {
    float dot = 0.0f;
    for (std::size_t i = 4; i < 8; ++i) {
      dot += turn.value[12 * k + i] * turn.value[12 * k + 12 + i];
    }
    EXPECT_GT(dot, 0.99f) << k;
  }
  expect_same_motion(*model, *again());
}

// A clip in which nothing moves is as long as it was, whatever its keys are.
TEST_F(ExportClips, StillClipsKeepTheirLength) {
  for (const Interpolation kind : {Interpolation::Linear, Interpolation::Cubic}) {
    TrackFactor still;
    still.translation.interpolation = kind;
    still.translation.time = {0.0};
    still.translation.value = {vec3(1, 2, 3)};
    if (kind == Interpolation::Cubic) still.translation.value = {vec3(9), vec3(1, 2, 3), vec3(9)};
    const auto model = moving(still, 5.0);
    written(*model);
    expect_same_motion(*model, *again());
  }
}

// glTF's times ascend strictly: of keys that fall together the last counts.
TEST_F(ExportClips, OfKeysAtOneTimeTheLastIsWritten) {
  TrackFactor jump;
  jump.translation = {{0.0, 0.5, 0.5, 0.5, 2.0},
                      {vec3(0), vec3(1), vec3(2), vec3(3), vec3(4)},
                      Interpolation::Linear};
  jump.rotation.interpolation = Interpolation::Cubic;
  jump.rotation.time = {0.25, 0.25, 1.0};
  for (const float degrees : {10.0f, 20.0f, 30.0f}) {
    jump.rotation.value.insert(jump.rotation.value.end(),
                               {quat(0, 0, 0, 0), about_z(degrees), quat(0, 0, 0, 0)});
  }
  jump.scale = {{-1.0, -0.5, 1.0}, {vec3(5), vec3(6), vec3(7)}, Interpolation::Step};
  const Glb glb = written(*moving(jump, 2.0));
  const Glb::Curve move = glb.curve("root", "translation");
  EXPECT_EQ(move.time, (std::vector<float>{0.0f, 0.5f, 2.0f}));
  EXPECT_EQ(move.value, (std::vector<float>{0, 0, 0, 3, 3, 3, 4, 4, 4}));
  const Glb::Curve turn = glb.curve("root", "rotation");
  EXPECT_EQ(turn.time, (std::vector<float>{0.25f, 1.0f}));
  ASSERT_EQ(turn.value.size(), 24u);
  EXPECT_FLOAT_EQ(turn.value[4 + 2], about_z(20.0f).z);
  EXPECT_FLOAT_EQ(turn.value[16 + 2], about_z(30.0f).z);
  // Times before 0 are 0, for glTF has no others.
  const Glb::Curve size = glb.curve("root", "scale");
  EXPECT_EQ(size.time, (std::vector<float>{0.0f, 1.0f}));
  EXPECT_EQ(size.value, (std::vector<float>{6, 6, 6, 7, 7, 7}));
  EXPECT_EQ(size.interpolation, "STEP");
}

// Tangents are slopes, by the second, however far apart the keys are.
TEST_F(ExportClips, SplinesKeepTheirTangents) {
  TrackFactor spline;
  spline.translation.interpolation = Interpolation::Cubic;
  spline.translation.time = {0.0, 0.25, 3.0};
  spline.rotation.interpolation = Interpolation::Cubic;
  spline.rotation.time = {0.0, 0.5, 2.0};
  for (std::size_t k = 0; k < 3; ++k) {
    const float x = static_cast<float>(k);
    spline.translation.value.insert(spline.translation.value.end(),
                                    {vec3(1.0f - x, 2, 0), vec3(x, 0, x * x), vec3(3, -x, 1)});
    spline.rotation.value.insert(
        spline.rotation.value.end(),
        {quat(0, 0, 0.3f, -0.2f), about_z(30.0f * x), quat(0, 0.2f, 0, 0.7f)});
  }
  const auto model = moving(spline, 3.0);
  const Glb::Curve move = written(*model).curve("root", "translation");
  EXPECT_EQ(move.interpolation, "CUBICSPLINE");
  EXPECT_EQ(move.time, (std::vector<float>{0.0f, 0.25f, 3.0f}));
  ASSERT_EQ(move.value.size(), 27u);
  EXPECT_EQ((std::vector<float>(move.value.begin() + 9, move.value.begin() + 18)),
            (std::vector<float>{0, 2, 0, 1, 0, 1, 3, -1, 1}));
  expect_same_motion(*model, *again());
}

// Vertices without weights follow the mesh's node, whose bind may lie elsewhere than the joints'.
TEST_F(ExportClips, UnweightedVerticesUnderAMovedBind) {
  TrackFactor moves;
  moves.rotation = {{0.0, 1.0}, {about_z(0), about_z(80)}, Interpolation::Linear};
  moves.translation = {{0.0, 1.0}, {vec3(0), vec3(1, 2, 3)}, Interpolation::Linear};
  auto model = moving(moves, 1.0);
  model->clips[0].tracks[0].joint = 1;
  Mesh& body = model->meshes[0];
  body.node = 1;
  const mat4 moved = to_matrix({vec3(3, -1, 2), about_z(40), vec3(2.0f)});
  body.file_binding.skin.mesh_to_bind = moved;
  std::vector<std::vector<WeightEntry>> rows(body.position.size());
  for (std::size_t i = 0; i < rows.size(); i += 2) rows[i] = {{0, 0.25f}, {1, 0.75f}};
  body.file_binding.influences = pack_influences(rows, 2).influences;
  for (std::size_t s = 0; s < 2; ++s) {
    body.file_binding.skin.bind[s] = moved * body.file_binding.skin.bind[s];
    body.file_binding.skin.inverse_bind[s] = inverse_affine(body.file_binding.skin.bind[s]);
  }
  derive_bind_pose(*model);
  ASSERT_EQ(check_model(*model), "");
  written(*model);
  Scene before = make_scene(model), after = make_scene(again());
  ASSERT_EQ(after.model->meshes.size(), 2u);
  const bool first = after.model->meshes[0].position.size() == body.position.size();
  const int in_file = first ? 0 : 1;
  for (const double time : {0.0, 0.4, 1.0}) {
    for (Scene* s : {&before, &after}) {
      s->pose.base = BasePose::Clip;
      s->pose.clip = 0;
      s->pose.time = time;
    }
    std::vector<vec3> va, vb;
    skin_mesh(before, evaluate(before), 0, va, nullptr);
    skin_mesh(after, evaluate(after), in_file, vb, nullptr);
    ASSERT_EQ(va.size(), vb.size());
    for (std::size_t i = 0; i < va.size(); ++i) {
      EXPECT_LT(glm::distance(va[i], vb[i]), 1e-5f) << i << " at " << time;
    }
    // And where the formula has them: W_node C^-1 p.
    const mat4 node = evaluate(before).world[1] * glm::inverse(moved);
    EXPECT_LT(glm::distance(va[1], vec3(node * vec4(body.position[1], 1.0f))), 1e-5f);
  }
}

}  // namespace
}  // namespace bindpose::tests::export_clips_test
