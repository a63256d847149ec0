// The order in which a glTF names the weights of a vertex, through the importer and its bytes.
#include <gtest/gtest.h>

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

}  // namespace
}  // namespace bindpose::weight_order_test
