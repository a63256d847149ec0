// Weights as files: out and in again, and what is no such file.
#include "io/weights/weights_file.h"

#include <gtest/gtest.h>

#include <fstream>
#include <random>

#include "check/figure.h"
#include "scene/edit/edit.h"
#include "temp_folder.h"

namespace bindpose::tests {
namespace {

// Any number of influences, sums that are not 1, vertices without weights, names that must be
// quoted, a second mesh of the same name.
std::shared_ptr<Model> motley_model() {
  Figure f = sound_figure();
  std::mt19937 rng(5);
  std::uniform_real_distribution<float> weight(0.0f, 1.0f);
  for (Row& row : f.row) {
    const bool is_one = row.size() % 2 == 0;
    row.clear();
    const int n = static_cast<int>(rng() % 6);
    float sum = 0.0f;
    for (int j = 0; j < n; ++j) {
      row.push_back({j, weight(rng) + 1e-3f});
      sum += row.back().weight;
    }
    for (WeightEntry& e : row) e.weight /= is_one ? sum : 1.0f;
  }
  f.name = {"a \"b\", c", "thigh.L", "foot.L", "thigh.R", "f\xC3\xB6\xC3\xB6t"};
  auto model = model_of(f);
  model->meshes.push_back(figure_mesh(sound_figure()));
  finish(*model);
  return model;
}

Scene with(const Scene& scene, std::vector<MeshWeights> weights) {
  Document document(scene);
  document.apply(
      {SetInfluences{std::make_shared<const std::vector<MeshWeights>>(std::move(weights))}});
  return document.scene();
}

// By joint, for slots may come in another order.
float difference(const Scene& a, const Scene& b) {
  float most = 0.0f;
  for (std::size_t m = 0; m < a.model->meshes.size(); ++m) {
    for (int j = 0; j < a.model->skeleton.size(); ++j) {
      const auto x = joint_weights(binding_of(a, m), j), y = joint_weights(binding_of(b, m), j);
      for (std::size_t i = 0; i < x.size(); ++i) most = std::max(most, std::abs(x[i] - y[i]));
    }
    const Influences& in = binding_of(a, m).influences;
    const Influences& again = binding_of(b, m).influences;
    EXPECT_EQ(in.offset, again.offset);
    for (std::size_t i = 0; i < in.vertex_count(); ++i) {
      if (in.offset[i] == in.offset[i + 1]) continue;
      most = std::max(most, std::abs(in.raw_weight_sum[i] - again.raw_weight_sum[i]));
    }
  }
  return most;
}

TEST(WeightsFile, ComeBackExactToTheFloat) {
  const auto model = motley_model();
  const Scene scene = make_scene(model);
  auto bare = std::make_shared<Model>(*model);  // what they are put into has others
  bare->meshes[0] = bare->meshes[1];
  const Scene other = make_scene(bare);
  for (const char* name : {"weights.json", "weights.csv"}) {
    SCOPED_TRACE(name);
    const auto file = temp_folder() / name;
    write_weights(scene, file);
    const Scene again = with(other, read_weights(other, file));
    EXPECT_EQ(difference(scene, again), 0.0f);
    EXPECT_GT(again.weights.revision, other.weights.revision);
  }
}

TEST(WeightsFile, EditedWeightsAreWritten) {
  Document document(make_scene(motley_model()));
  document.apply({SetWeights{{0, 3}, {{kFootR, 0.25f}, {kHips, 0.75f}}}});
  const auto file = temp_folder() / "edited.json";
  write_weights(document.scene(), file);
  const Scene fresh = make_scene(document.scene().model);
  EXPECT_EQ(difference(document.scene(), with(fresh, read_weights(fresh, file))), 0.0f);
}

TEST(WeightsFile, ATableOfAnotherProgramIsNormalised) {
  const Scene scene = make_scene(model_of(sound_figure()));
  const auto file = temp_folder() / "other.csv";
  std::ofstream(file) << "\xEF\xBB\xBFjoint,mesh,vertex,weight\r\nhips,trousers,0,3\r\n"
                         "thigh.L,trousers,0,1\r\n\r\nhips,trousers,1,1\r\n";
  const Scene again = with(scene, read_weights(scene, file));
  const MeshBinding& b = binding_of(again, 0);
  EXPECT_EQ(joint_weights(b, kHips)[0], 0.75f);
  EXPECT_EQ(joint_weights(b, kThighL)[0], 0.25f);
  EXPECT_EQ(b.influences.raw_weight_sum[0], 4.0f);
  EXPECT_EQ(joint_weights(b, kHips)[1], 1.0f);
  EXPECT_EQ(b.influences.offset[2], b.influences.offset[3]) << "no line, no weights";
  EXPECT_EQ(b.skin.joint.size(), 5u) << "the skin keeps its joints";
}

TEST(WeightsFile, VerticesWithoutALineAreCounted) {
  const Scene scene = make_scene(model_of(sound_figure()));
  const auto file = temp_folder() / "few.csv";
  std::ofstream(file) << "mesh,vertex,joint,weight\ntrousers,0,hips,1\ntrousers,3,hips,0\n";
  std::vector<std::string> notes;
  read_weights(scene, file, &notes);
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_NE(notes[0].find("few.csv does not name 970 of the 972 vertices of mesh \"trousers\""),
            std::string::npos)
      << notes[0];
  write_weights(scene, file);
  read_weights(scene, file, &notes);
  EXPECT_TRUE(notes.empty()) << notes[0];
}

TEST(WeightsFile, AnythingElseIsASentence) {
  const Scene scene = make_scene(model_of(sound_figure()));
  const std::string head = "mesh,vertex,joint,weight\n";
  const std::string opening = "{\"bindpose_weights\": 1, \"meshes\": [{\"mesh\": \"trousers\", ";
  const std::string row = "\"joints\": [\"hips\"], \"weights\": [";
  std::string rows;
  for (std::size_t i = 1; i < sound_figure().row.size(); ++i) rows += ",[]";
  const std::tuple<const char*, std::string, const char*> bad[] = {
      {"a.csv", "", "it is empty"},
      {"a.csv", "mesh,vertex,weight\n", "no column \"joint\""},
      {"a.csv", head, "it has no mesh"},
      {"a.csv", head + "trousers,0,hips\n", "line 2 has 3 fields"},
      {"a.csv", head + "skirt,0,hips,1\n", "no mesh \"skirt\""},
      {"a.csv", head + "trousers,0,hip,1\n", "no joint \"hip\"; did you mean"},
      {"a.csv", head + "trousers,99999999,hips,1\n", "has no vertex 99999999"},
      {"a.csv", head + "trousers,-1,hips,1\n", "no number where its vertex"},
      {"a.csv", head + "trousers,0,hips,-1\n", "negative"},
      {"a.csv", head + "trousers,0,hips,nan\n", "no number"},
      {"a.csv", head + "trousers,0,hips,inf\n", "too large"},
      {"a.csv", head + "trousers,0,hips,0.5\ntrousers,0,hips,0.5\n",
       "line 3 has joint \"hips\" of vertex 0 of mesh \"trousers\" a second time"},
      {"a.csv", head + "trousers,0,hips,0\ntrousers,0,hips,0.5\n", "line 3 has joint \"hips\""},
      {"a.csv", head + "\"trousers,0,hips,1\n", "quotation mark"},
      {"a.json", "{", "not valid JSON"},
      {"a.json", "[]", "\"bindpose_weights\" is missing"},
      {"a.json", "{\"bindpose_weights\": 2}", "later version"},
      {"a.json", "{\"bindpose_weights\": 1}", "\"meshes\" is missing"},
      {"a.json", "{\"bindpose_weights\": 1, \"meshes\": [1]}", "\"mesh\" is missing"},
      {"a.json", opening + "\"joints\": [], \"weights\": [[]]}]}", "has 1 vertices there and 972"},
      {"a.json", opening + row + "[0]" + rows + "]}]}", "no list of joints with their weights"},
      {"a.json", opening + row + "[0, 1, 0, 1]" + rows + "]}]}",
       "the row of vertex 0 of mesh \"trousers\" has joint \"hips\" a second time"},
      {"a.json", opening + row + "[1, 1]" + rows + "]}]}", "names a joint that"},
      {"a.json", opening + row + "[0, \"x\"]" + rows + "]}]}", "or no weight"},
      {"a.json", opening + row + "[0, -1]" + rows + "]}]}", "negative"},
      {"a.json", opening + row + "[0, 1e999]" + rows + "]}]}", "too large"},
      {"a.json", opening + row + "[0, 1]" + rows + "], \"sums\": {\"x\": 1}}]}", "\"sums\" is no"},
      {"a.json", opening + row + "[0, 1]" + rows + "], \"sums\": {\"0\": 0}}]}", "above 0"},
  };
  for (const auto& [name, text, says] : bad) {
    const auto file = temp_folder() / name;
    std::ofstream(file, std::ios::binary) << text;
    std::string said;
    try {
      read_weights(scene, file);
    } catch (const std::runtime_error& e) {
      said = e.what();
    }
    EXPECT_NE(said.find(says), std::string::npos) << text.substr(0, 100) << "\n" << said;
  }
  EXPECT_THROW(read_weights(scene, temp_folder() / "nowhere.csv"), std::runtime_error);
  EXPECT_THROW(read_weights(scene, temp_folder()), std::runtime_error);
  EXPECT_THROW(write_weights(scene, temp_folder() / "weights.txt"), std::runtime_error);
}

// A mesh that lost all of its weights is in the file, and has none when it is read.
TEST(WeightsFile, AMeshWithoutAnyComesBackWithoutAny) {
  const auto model = motley_model();
  const Scene scene = make_scene(model);
  MeshWeights none{1, {}, {}};
  std::vector<Row> rows(model->meshes[1].position.size());
  none.influences = pack_influences(rows, 1).influences;
  const Scene cleared = with(scene, {none});
  for (const char* name : {"none.json", "none.csv"}) {
    const auto file = temp_folder() / name;
    write_weights(cleared, file);
    const Scene again = with(scene, read_weights(scene, file));
    EXPECT_TRUE(binding_of(again, 1).influences.slot.empty()) << name;
    EXPECT_FALSE(binding_of(again, 0).influences.slot.empty()) << name;
  }
}

TEST(WeightsFile, WhatIsWrittenCanBeReadHoweverLargeTheSum) {
  const auto model = motley_model();
  auto large = std::make_shared<Model>(*model);
  Influences& in = large->meshes[0].file_binding.influences;
  std::size_t v = 0;
  while (in.offset[v] == in.offset[v + 1]) ++v;
  in.raw_weight_sum[v] = 4e6f;
  const Scene scene = make_scene(large);
  for (const char* name : {"large.json", "large.csv"}) {
    const auto file = temp_folder() / name;
    write_weights(scene, file);
    const Scene again = with(scene, read_weights(scene, file));
    EXPECT_EQ(binding_of(again, 0).influences.raw_weight_sum[v], 4e6f) << name;
  }
}

}  // namespace
}  // namespace bindpose::tests
