// What `bindpose probe` prints, against what `bindpose matrices` prints.
#include "io/text/probe_text.h"

#include <nlohmann/json.hpp>

#include "io/io_fixture.h"
#include "io/text/scene_json.h"
#include "math/transform.h"
#include "scene/edit/edit.h"

namespace bindpose::tests::probe_text_test {
namespace {

using Json = nlohmann::json;

vec3 three(const Json& j) {
  return {j.at(0).get<float>(), j.at(1).get<float>(), j.at(2).get<float>()};
}

// Row by row of the printed T_j.
vec3 times(const Json& t, const vec3& p) {
  vec3 out;
  for (int r = 0; r < 3; ++r) {
    const Json& row = t.at(static_cast<std::size_t>(r));
    out[r] = row.at(0).get<float>() * p.x + row.at(1).get<float>() * p.y +
             row.at(2).get<float>() * p.z + row.at(3).get<float>();
  }
  return out;
}

TEST(ProbeJson, IsTheSumOfThePrintedMatrices) {
  const auto model = small_model();
  Document document(make_scene(model));
  document.apply({TransformJoint{1, TransformJoint::Rotate, {20.0f, -35.0f, 80.0f}}});
  const Scene& scene = document.scene();
  const PosedScene posed = evaluate(scene);
  const Json matrices = Json::parse(matrices_json(scene, posed));
  for (std::size_t m = 0; m < model->meshes.size(); ++m) {
    for (std::uint32_t v = 0; v < model->meshes[m].position.size(); ++v) {
      const VertexRef at{static_cast<int>(m), v};
      const Json probed = Json::parse(probe_json(scene, probe(scene, posed, at)));
      if (probed["follows_node"]) continue;
      vec3 sum(0.0f);
      for (const Json& row : probed["influences"]) {
        for (const Json& joint : matrices["skins"][m]["joints"]) {
          if (joint["joint"] != row["joint"]) continue;
          const vec3 candidate = times(joint["T"], three(probed["point"]));
          EXPECT_LT(glm::distance(candidate, three(row["candidate"])), 1e-5f);
          sum += row["weight"].get<float>() * candidate;
        }
      }
      EXPECT_LT(glm::distance(sum, three(probed["position"])), 1e-5f) << m << " " << v;
      EXPECT_LT(glm::distance(sum, three(probed["sum"])), 1e-5f) << m << " " << v;
    }
  }
}

TEST(ProbeText, NamesTheVertexItsJointsAndTheSum) {
  const auto model = small_model();
  model->meshes[0].name = "bo\x1b[31mdy";
  const Scene scene = make_scene(model);
  const std::string text = probe_text(scene, probe(scene, evaluate(scene), {0, 1}));
  EXPECT_EQ(text.find('\x1b'), std::string::npos) << "names must not steer the terminal";
  for (const char* part : {"Vertex 1 of mesh", "influence", "w_ij", "sum of w_ij T_j v_i"}) {
    EXPECT_NE(text.find(part), std::string::npos) << text;
  }
}

}  // namespace
}  // namespace bindpose::tests::probe_text_test
