// The order in which a glTF names the weights of a vertex, through the importer and its bytes.
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "io/codec/model_codec.h"
#include "io/import.h"
#include "io/import_files.h"
#include "scene/scene.h"

namespace bindpose::weight_order_test {
namespace {

using import_files::Folder;
using import_files::Gltf;
using import_files::skinned_square;

std::shared_ptr<const Model> load_square(Gltf g) {
  const Folder folder;
  return import_model(g.write(folder));
}

// The joints of the vertex at `at` and the places at which the file names them.
using Places = std::map<std::string, std::size_t>;
Places places_of(const Model& model, const vec3& at) {
  const Mesh& mesh = model.meshes[0];
  const Influences& in = mesh.file_binding.influences;
  Places out;
  for (std::size_t v = 0; v < mesh.position.size(); ++v) {
    if (mesh.position[v] != at || !out.empty()) continue;
    for (std::size_t e = in.offset[v]; e < in.offset[v + 1]; ++e) {
      const int joint = mesh.file_binding.skin.joint[in.slot[e]];
      out[model.skeleton.name[static_cast<std::size_t>(joint)]] =
          mesh.file_rank.empty() ? e - in.offset[v] : std::size_t{mesh.file_rank[e]};
    }
  }
  return out;
}

// Six vertices of a square: the weights of "b" and "a" at two places of JOINTS_0, JOINTS_1.
Gltf two_weights(std::size_t place_b, float b, std::size_t place_a, float a) {
  Gltf g = skinned_square();
  std::vector<float> weight[2];
  std::vector<std::uint8_t> joint[2];
  for (int v = 0; v < 6; ++v) {
    for (std::size_t place = 0; place < 8; ++place) {
      weight[place / 4].push_back(place == place_b ? b : place == place_a ? a : 0.0f);
      joint[place / 4].push_back(place == place_b ? 1 : 0);
    }
  }
  auto& attributes = g.root["meshes"][0]["primitives"][0]["attributes"];
  for (std::size_t n = 0; n < 2; ++n) {
    attributes["WEIGHTS_" + std::to_string(n)] = g.floats(weight[n], "VEC4", 4);
    attributes["JOINTS_" + std::to_string(n)] = g.accessor(joint[n], "VEC4", 4, 5121);
  }
  return g;
}

TEST(WeightOrder, OfTheFileIsKeptWhereItIsNotBySize) {
  const auto model = load_square(two_weights(1, 0.25f, 4, 0.75f));
  EXPECT_EQ(places_of(*model, {1, 0, 0}), (Places{{"b", 1}, {"a", 4}}));
  EXPECT_EQ(places_of(*model, {0, 0, 0}), (Places{{"b", 1}, {"a", 4}}));
  const auto reversed = load_square(two_weights(0, 0.25f, 1, 0.75f));
  EXPECT_EQ(places_of(*reversed, {1, 0, 0}), (Places{{"b", 0}, {"a", 1}}));
  // What is sorted already takes no room.
  const auto sorted = load_square(two_weights(0, 0.75f, 1, 0.25f));
  EXPECT_TRUE(sorted->meshes[0].file_rank.empty());
  EXPECT_EQ(places_of(*sorted, {1, 0, 0}), (Places{{"b", 0}, {"a", 1}}));
}

TEST(WeightOrder, GoesThroughTheImporterAndIsChecked) {
  const auto model = load_square(two_weights(1, 0.25f, 4, 0.75f));
  const std::vector<std::uint8_t> bytes = encode_model(*model);
  const auto back = decode_model(bytes);
  EXPECT_EQ(back->meshes[0].file_rank, model->meshes[0].file_rank);
  EXPECT_EQ(check_model(*back), "");
  Model broken = *model;
  broken.meshes[0].file_rank.pop_back();
  EXPECT_NE(check_model(broken).find("places of weights"), std::string::npos)
      << check_model(broken);
}

// So many vertices that several threads take a range each: the file's order is that of the sizes up
// to vertex `from` and the other way round from there on, and each tenth vertex names "a" twice.
std::shared_ptr<const Model> long_strip(std::size_t from) {
  constexpr std::size_t kVertices = 60'000;
  import_files::Square strip;
  strip.position.clear(), strip.normal.clear(), strip.joint.clear(), strip.weight.clear();
  for (std::size_t v = 0; v < kVertices; ++v) {
    const auto at = static_cast<float>(v);
    strip.position.insert(strip.position.end(), {at, v % 3 == 1 ? 1.0f : 0.0f, 0.0f});
    strip.normal.insert(strip.normal.end(), {0.0f, 0.0f, 1.0f});
    const bool turned = v >= from, twice = v % 10 == 0;
    strip.joint.insert(strip.joint.end(), {std::uint8_t(turned), std::uint8_t(!turned), 0, 0});
    strip.weight.insert(strip.weight.end(),
                        {turned ? 0.2f : 0.7f, turned ? 0.7f : 0.2f, twice ? 0.1f : 0.0f, 0.0f});
  }
  return load_square(skinned_square(strip));
}

TEST(WeightOrder, OfManyVerticesIsFoundSideBySide) {
  const auto in_order = long_strip(60'000);
  ASSERT_EQ(in_order->meshes.size(), 1u);
  EXPECT_TRUE(in_order->meshes[0].file_rank.empty());
  for (const std::size_t from : {std::size_t{0}, std::size_t{30'001}}) {
    const auto model = long_strip(from);
    const Mesh& mesh = model->meshes[0];
    const Influences& in = mesh.file_binding.influences;
    ASSERT_EQ(in.slot.size(), 2 * mesh.position.size());
    ASSERT_EQ(mesh.file_rank.size(), in.slot.size());
    std::size_t wrong = 0;
    for (std::size_t v = 0; v < mesh.position.size(); ++v) {
      const bool turned = static_cast<std::size_t>(mesh.position[v].x) >= from;
      const bool twice = static_cast<std::size_t>(mesh.position[v].x) % 10 == 0;
      const auto& joint = mesh.file_binding.skin.joint;
      const std::uint32_t e = in.offset[v];
      const float a = twice ? 0.8f : 0.7f / 0.9f;
      wrong += in.offset[v + 1] - e == 2 && joint[in.slot[e]] == joint[0] &&
                       std::abs(in.weight[e] - a) < 1e-6f &&
                       mesh.file_rank[e] == (turned ? 1 : 0) &&
                       mesh.file_rank[e + 1] == (turned ? 0 : 1)
                   ? 0
                   : 1;
    }
    EXPECT_EQ(wrong, 0u) << from;
  }
}

}  // namespace
}  // namespace bindpose::weight_order_test
