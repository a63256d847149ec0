// One pose, told four ways: what the Math tab prints and copies, the probe, `bindpose matrices` and
// `bindpose probe` as a person runs them, and what the shader computes. All agree to 1e-5 of the
// model's size.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "gl/gl_fixture.h"
#include "io/import.h"
#include "ui/base/draw_helpers.h"
#include "ui/formula/math_values.h"

namespace bindpose::test::agreement_test {
namespace {

using Json = nlohmann::json;

constexpr float kSame = 1e-5f;
constexpr float kDecimals = 0.5e-3f;  // three of them are printed

struct Case {
  const char* file;
  Deformer method;
  int clip = -1;
  double time = 0.0;
};

std::filesystem::path path_of(const Case& c) {
  const std::string file(c.file);
  return (file.starts_with("shared/") ? BINDPOSE_SHARED_DIR + file.substr(6)
                                      : BINDPOSE_SOURCE_DIR "/" + file);
}

std::string quoted(const std::string& word) {
  std::string out = "'";
  for (const char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

// Standard output of the program.
std::string run(const std::string& arguments) {
  const std::string line = std::string(BINDPOSE_BINARY) + " " + arguments;
  FILE* pipe = ::popen(line.c_str(), "r");
  std::string out;
  if (pipe == nullptr) return out;
  std::array<char, 4096> part{};
  for (std::size_t n = 0; (n = std::fread(part.data(), 1, part.size(), pipe)) > 0;) {
    out.append(part.data(), n);
  }
  EXPECT_EQ(::pclose(pipe), 0) << line;
  return out;
}

vec3 from_list(const Json& list) {
  return {list.at(0).get<float>(), list.at(1).get<float>(), list.at(2).get<float>()};
}

mat4 from_rows(const Json& rows) {
  mat4 m(1.0f);
  for (int r = 0; r < 4; ++r) {
    for (int c = 0; c < 4; ++c) {
      m[c][r] = rows.at(static_cast<std::size_t>(r)).at(static_cast<std::size_t>(c)).get<float>();
    }
  }
  return m;
}

// The numbers in what is shown: "(0.000, 1.200, -0.500)", "0.000  1.200  -0.500".
vec3 from_shown(std::string text) {
  for (char& c : text) {
    if (c == '(' || c == ')' || c == ',') c = ' ';
  }
  vec3 v(NAN);
  EXPECT_EQ(std::sscanf(text.c_str(), "%f %f %f", &v.x, &v.y, &v.z), 3) << text;
  return v;
}

float farthest_entry(const mat4& a, const mat4& b) {
  float most = 0.0f;
  for (int c = 0; c < 4; ++c) {
    for (int r = 0; r < 4; ++r) most = std::max(most, std::abs(a[c][r] - b[c][r]));
  }
  return most;
}

class Agreement : public GlTest, public ::testing::WithParamInterface<Case> {
 protected:
  void load() {
    const Case& c = GetParam();
    model_ = import_model(path_of(c));
    // The joint that pulls on the first vertex that has one, turned.
    int joint = 0;
    for (const Mesh& mesh : model_->meshes) {
      if (mesh.file_binding.influences.slot.empty()) continue;
      joint = mesh.file_binding.skin.joint[mesh.file_binding.influences.slot[0]];
      break;
    }
    const Edit edit = TransformJoint{joint, TransformJoint::Rotate, {20.0f, 30.0f, 40.0f}};
    Document document(make_scene(model_));
    ViewSettings view = document.scene().view;
    view.method = c.method;
    document.apply({SetView{view}});
    pose_ = " --method " + std::string(info_of(c.method).key);
    if (c.clip >= 0) {
      document.apply({SetBasePose{BasePose::Clip, c.clip}});
      document.apply({SetTime{c.time}});
      pose_ += " --clip " + std::to_string(c.clip) + " --time " + std::to_string(c.time);
    } else {
      pose_ += " --rest";
      document.apply({SetBasePose{BasePose::Rest}});
    }
    document.apply({edit});
    pose_ += " --edit " + quoted(to_text(edit, *model_));
    scene_ = document.scene();
    posed_ = evaluate(scene_);
    std::vector<vec3> points;
    for (std::size_t m = 0; m < model_->meshes.size(); ++m) {
      skin_mesh(scene_, posed_, static_cast<int>(m), points, nullptr);
      for (const vec3& p : points) size_ = std::max(size_, glm::length(p));
      for (const vec3& p : model_->meshes[m].position) size_ = std::max(size_, glm::length(p));
    }
  }

  std::string file() const { return quoted(path_of(GetParam()).string()); }
  float off(const vec3& a, const vec3& b) const { return glm::length(a - b) / size_; }
  // Turns and stretches are of no unit, translations are measured by the model's size.
  float off(const mat4& a, const mat4& b) const {
    mat4 x = a, y = b;
    x[3] = vec4(vec3(x[3]) / size_, 1.0f);
    y[3] = vec4(vec3(y[3]) / size_, 1.0f);
    return farthest_entry(x, y);
  }

  void check_matrices(const ui::FormulaValues& values, const Json& printed) const {
    using ui::Symbol;
    const auto copied = [&](Symbol symbol) {
      return from_rows(
          Json::parse(rows_text(ui::matrix_of(values, ui::symbol_id(symbol)).value())));
    };
    const Json& row = printed.at("joints").at(static_cast<std::size_t>(values.joint.joint));
    EXPECT_EQ(row.at("name"), model_->skeleton.name[static_cast<std::size_t>(values.joint.joint)]);
    EXPECT_LE(off(copied(Symbol::World), from_rows(row.at("W"))), kSame);
    EXPECT_LE(off(copied(Symbol::BaseLocal), from_rows(row.at("L"))), kSame);
    EXPECT_LE(off(copied(Symbol::UserLocal), from_rows(row.at("Ul"))), kSame);
    if (!values.term_skin) return;
    const auto mesh = static_cast<std::size_t>(values.term_skin->mesh);
    const Json& skin = printed.at("skins").at(mesh).at("joints").at(
        static_cast<std::size_t>(values.term_skin->slot));
    EXPECT_LE(off(copied(Symbol::VertexSkin), from_rows(skin.at("T"))), kSame);
    const mat4 world = from_rows(
        printed.at("joints").at(static_cast<std::size_t>(ui::term_of(values).joint)).at("W"));
    EXPECT_LE(off(world, from_rows(skin.at("T")) * from_rows(skin.at("B"))), 4.0f * kSame)
        << "W = T B, as printed";
  }

  // What the Math tab shows and copies, what the probe's table shows, and the shader's.
  void check_vertex(const VertexRef& at, const ui::FormulaValues& values,
                    const GpuSkinned& gpu) const {
    const auto told = [&](ui::Symbol symbol, int index = 0) {
      return ui::text_of(*model_, values, ui::symbol_id(symbol, index)).value();
    };
    const vec3 drawn = gpu.position[at.vertex];
    const ui::SymbolText result = told(ui::Symbol::Posed);
    EXPECT_LE(off(from_list(Json::parse(result.copied)), drawn), kSame);
    EXPECT_LE(glm::length(from_shown(result.numbers) - drawn), 2.0f * kDecimals + kSame * size_);
    const Probe probed = probe(scene_, posed_, at);
    EXPECT_LE(off(probed.position, drawn), kSame);
    EXPECT_LE(glm::length(from_shown(ui::point_text(probed.position)) - drawn),
              2.0f * kDecimals + kSame * size_);
    const vec3 normal = from_list(Json::parse(told(ui::Symbol::NormalOut).copied));
    EXPECT_LE(glm::length(normal - gpu.normal[at.vertex]), 3.0f * kSame);
    ASSERT_EQ(probed.rows.size(), values.vertex->terms.size());
    for (std::size_t k = 0; k < probed.rows.size(); ++k) {
      const vec3 candidate =
          from_list(Json::parse(told(ui::Symbol::Term, static_cast<int>(k)).copied));
      EXPECT_LE(off(candidate, probed.rows[k].candidate), kSame);
    }
  }

  void check_command(const VertexRef& at, const GpuSkinned& gpu) const {
    const Json out =
        Json::parse(run("probe " + file() + " --json --mesh " + std::to_string(at.mesh) +
                        " --vertex " + std::to_string(at.vertex) + pose_));
    EXPECT_LE(off(from_list(out.at("position")), gpu.position[at.vertex]), kSame);
    EXPECT_LE(glm::length(from_list(out.at("position_normal")) - gpu.normal[at.vertex]),
              3.0f * kSame);
    const Probe probed = probe(scene_, posed_, at);
    ASSERT_EQ(out.at("influences").size(), probed.rows.size());
    vec3 sum(0.0f);
    for (std::size_t k = 0; k < probed.rows.size(); ++k) {
      const Json& row = out.at("influences").at(k);
      EXPECT_NEAR(row.at("weight").get<float>(), probed.rows[k].weight, kSame);
      EXPECT_LE(off(from_list(row.at("candidate")), probed.rows[k].candidate), kSame);
      sum += row.at("weight").get<float>() * from_list(row.at("candidate"));
    }
    EXPECT_LE(off(from_list(out.at("sum")), sum), kSame);
    if (GetParam().method == Deformer::Linear) {
      EXPECT_LE(off(sum, gpu.position[at.vertex]), kSame) << "the table adds up to what is drawn";
    }
  }

  std::shared_ptr<const Model> model_;
  Scene scene_;
  PosedScene posed_;
  std::string pose_;  // the same, for the command line
  float size_ = 0.0f;
};

constexpr Case kCases[] = {
    {"assets/ogre.glb", Deformer::Linear, 1, 0.7},
    {"assets/ogre.fbx", Deformer::DualQuaternion, 0, 0.3},
    {"assets/capsule.glb", Deformer::Rigid},
    {"shared/models/knight/Knight.glb", Deformer::Linear, 0, 0.25},
    {"shared/models/fox/Fox.glb", Deformer::DualQuaternion, 1, 0.2},
    {"shared/models/cesium_man/cesium_man.gltf", Deformer::Linear, 0, 0.8},
    {"shared/models/astro_max/astro_max.dae", Deformer::Linear, 0, 0.5},
    {"shared/models/testwuson/Testwuson.X", Deformer::Rigid},
    {"shared/models/two_skins_fbx/skin.fbx", Deformer::Linear},
    {"shared/models/maya_dq_weights/maya_dq_weights.fbx", Deformer::DualQuaternion},
    {"shared/models/multi_weight_sets/skin-multiple-sets.gltf", Deformer::Linear},
    {"shared/models/simple_cube_md5/SimpleCube.md5mesh", Deformer::Linear},
};

INSTANTIATE_TEST_SUITE_P(Models, Agreement, ::testing::ValuesIn(kCases), [](const auto& test) {
  std::string name = std::filesystem::path(test.param.file).filename().string();
  for (char& c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  }
  return name;
});

TEST_P(Agreement, PanelProbeCommandsAndGpu) {
  if (!std::filesystem::exists(path_of(GetParam()))) GTEST_SKIP() << "no ../shared/models here";
  load();
  ASSERT_GT(size_, 0.0f);
  const Json printed = Json::parse(run("matrices " + file() + pose_));
  renderer().set_model(scene_.model);
  float moved = 0.0f;
  for (std::size_t m = 0; m < std::min<std::size_t>(model_->meshes.size(), 3); ++m) {
    const auto count = static_cast<std::uint32_t>(model_->meshes[m].position.size());
    const GpuSkinned gpu = renderer().transform_feedback(scene_, posed_, static_cast<int>(m));
    ASSERT_EQ(gpu.position.size(), count);
    const std::uint32_t step = std::max(1u, count / 150);
    for (std::uint32_t i = 0; i < count; i += step) {
      SCOPED_TRACE("mesh " + std::to_string(m) + ", vertex " + std::to_string(i));
      const VertexRef at{static_cast<int>(m), i};
      scene_.selection.pinned_vertex = at;
      const int joint = probe(scene_, posed_, at).rows[0].joint;
      const ui::FormulaValues values =
          ui::formula_values(scene_, posed_, joint, at.mesh, scene_.view.method);
      ASSERT_TRUE(values.vertex.has_value());
      check_matrices(values, printed);
      check_vertex(at, values, gpu);
      moved = std::max(moved, off(gpu.position[i], values.vertex->probe.point));
      if (HasFailure()) break;
    }
    check_command({static_cast<int>(m), 0}, gpu);
    check_command({static_cast<int>(m), count / 2}, gpu);
  }
  EXPECT_GT(moved, 1e-2f) << "nothing has moved: the test would prove nothing";
  renderer().set_model(nullptr);
}

}  // namespace
}  // namespace bindpose::test::agreement_test
