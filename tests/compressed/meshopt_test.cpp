// EXT_meshopt_compression in files that meshoptimizer's own encoder writes here.
#include <gtest/gtest.h>

#include "compressed/packed_files.h"
#include "compressed/same_surface.h"
#include "io/import.h"
#include "io/io_fixture.h"

namespace bindpose::packed_files {
namespace meshopt_test {
namespace {

constexpr const char* kName = "EXT_meshopt_compression";

std::shared_ptr<const Model> load(const Gltf& g, const std::string& plain = {}) {
  const Folder folder;
  return import_model(write(g, folder, plain));
}
std::string refusal(const Gltf& g) {
  return tests::sentence_of([&] { load(g); });
}
bool reported(const Model& model, const std::string& part) {
  return std::any_of(model.report.begin(), model.report.end(), [&](const ReportEntry& r) {
    return r.message.find(part) != std::string::npos;
  });
}
std::size_t view_of(Gltf& g, const std::string& attribute) {
  return accessor_of(g, attribute)["bufferView"];
}
json& stream_of(Gltf& g, const std::string& attribute) {
  return g.root["bufferViews"][view_of(g, attribute)]["extensions"][kName];
}

// Other bytes behind an attribute: `per` bytes an element.
void put(Gltf& g, const std::string& attribute, const std::string& bytes, int type, bool normalized,
         const MeshoptView& how) {
  const std::size_t view = add_view(g, bytes);
  json& accessor = accessor_of(g, attribute);
  accessor["bufferView"] = view;
  accessor["componentType"] = type;
  if (normalized) accessor["normalized"] = true;
  pack_view(g, view, how);
}

template <typename T>
std::vector<T> numbers(Gltf& g, const std::string& attribute) {
  const std::string bytes = bytes_of(g, accessor_of(g, attribute));
  std::vector<T> out(bytes.size() / sizeof(T));
  std::memcpy(out.data(), bytes.data(), bytes.size());
  return out;
}

template <typename T>
std::string as_bytes(const std::vector<T>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

// What is unpacked makes the file another one in memory: another fault of it is told all the same,
// and not that it is longer or shorter than its head says.
TEST(Meshopt, another_fault_of_a_packed_file_is_told) {
  Gltf g = sheet(8);
  pack_meshopt(g);
  g.root["skins"][0]["joints"] = {2, 99};
  const Folder folder;
  const auto file = folder.write("packed.glb", glb(g));
  const std::string said = tests::sentence_of([&] { import_model(file); });
  EXPECT_NE(said.find("names node 99"), std::string::npos) << said;
}

TEST(Meshopt, vertices_and_triangles) {
  Gltf g = sheet(8);
  pack_meshopt(g);
  const auto model = load(g), plain = load(sheet(8));
  // The codec turns triangles round, so they are compared by vertex.
  ASSERT_EQ(model->meshes[0].position.size(), 81u);
  EXPECT_EQ(model->meshes[0].triangle.size(), plain->meshes[0].triangle.size());
  const Posed a = posed_corners(model, 0, 0.6), b = posed_corners(plain, 0, 0.6);
  for (const vec3& p : a.position) {
    const auto near = [&](const vec3& q) { return glm::distance(p, q) < 1e-6f; };
    ASSERT_TRUE(std::any_of(b.position.begin(), b.position.end(), near));
  }
  EXPECT_TRUE(reported(*model, "compressed with EXT_meshopt_compression (6 streams)"));
}

TEST(Meshopt, a_sequence_of_indices) {
  Gltf g = sheet(8);
  pack_view(g, view_of(g, "indices"), {.stride = 2, .mode = "INDICES"});
  use_extension(g, kName, true);
  expect_same(load(g), load(sheet(8)), 1e-7f);
}

TEST(Meshopt, the_newer_name_with_the_older_codec) {
  Gltf g = sheet(8);
  const std::string name = "KHR_meshopt_compression";
  pack_view(g, view_of(g, "POSITION"), {.stride = 12, .extension = name});
  use_extension(g, name, true);
  expect_same(load(g), load(sheet(8)), 1e-7f);
}

// What each filter makes of numbers comes back to within its bits.
TEST(Meshopt, filters) {
  Gltf g = sheet(8);
  const auto normal = numbers<float>(g, "NORMAL"), position = numbers<float>(g, "POSITION");
  const std::size_t count = position.size() / 3;
  std::vector<float> four;
  for (std::size_t i = 0; i < count; ++i) {
    four.insert(four.end(), {normal[3 * i], normal[3 * i + 1], normal[3 * i + 2], 0.0f});
  }
  std::string octahedral(8 * count, '\0'), exponential(12 * count, '\0');
  meshopt_encodeFilterOct(octahedral.data(), count, 8, 16, four.data());
  put(g, "NORMAL", octahedral, 5122, true, {.stride = 8, .filter = "OCTAHEDRAL"});
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t k = 0; k < 3; ++k) {  // 2^E M, E in the high byte, M of 24 bits
      const float value = position[3 * i + k];
      const auto m = static_cast<std::int32_t>(std::lround(double{value} * 4194304.0));
      const std::uint32_t word =
          0xea000000u | (static_cast<std::uint32_t>(m) & 0xffffffu);  // 2^-22
      std::memcpy(exponential.data() + 12 * i + 4 * k, &word, 4);
    }
  }
  put(g, "POSITION", exponential, 5126, false, {.stride = 12, .filter = "EXPONENTIAL"});
  // The clip's turn: two quaternions, the second by (.6 0 0 .8).
  const std::vector<float> turn{0, 0, 0, 1, 0.6f, 0, 0, 0.8f};
  std::string quaternions(16, '\0');
  meshopt_encodeFilterQuat(quaternions.data(), 2, 8, 16, turn.data());
  const std::size_t output = g.root["animations"][0]["samplers"][0]["output"];
  g.root["accessors"][output]["bufferView"] = add_view(g, quaternions);
  g.root["accessors"][output]["componentType"] = 5122;
  g.root["accessors"][output]["normalized"] = true;
  pack_view(g, g.root["accessors"][output]["bufferView"], {.stride = 8, .filter = "QUATERNION"});
  use_extension(g, kName, true);
  use_extension(g, "KHR_mesh_quantization", true);
  const auto model = load(g), plain = load(sheet(8));
  const Posed a = posed_corners(model, 0, 1.0), b = posed_corners(plain, 0, 1.0);
  EXPECT_LT(farthest(a.position, b.position), 1e-4f);
  EXPECT_LT(farthest(a.normal, b.normal), 2e-4f);
  expect_same(model, plain, 1e-4f);
}

TEST(Meshopt, plain_data_stand_in_for_what_is_broken) {
  Gltf g = sheet(8);
  const std::string plain = g.bytes;
  pack_view(g, view_of(g, "POSITION"), {.stride = 12});
  use_extension(g, kName, false);
  const auto sound = load(g, plain);
  EXPECT_TRUE(reported(*sound, "(1 stream)"));
  const std::size_t at = stream_of(g, "POSITION")["byteOffset"];
  g.bytes.replace(at, 1, "\x33");
  const auto model = load(g, plain);
  expect_same(model, load(sheet(8)), 1e-7f);
  EXPECT_TRUE(reported(*model, "1 stream of EXT_meshopt_compression could not be decoded"));
}

TEST(Meshopt, what_is_broken_is_refused_in_a_sentence) {
  const auto check = [](const char* what, const auto& damage) {
    Gltf g = sheet(8);
    pack_meshopt(g);
    damage(g);
    const std::string said = refusal(g);
    EXPECT_NE(said.find(std::string("is compressed with ") + kName), said.npos) << said;
    EXPECT_NE(said.find("buffer view "), said.npos) << said;
    EXPECT_NE(said.find(what), said.npos) << said;
  };
  const auto set = [](const char* key, const json& value, const char* attribute = "POSITION") {
    return [=](Gltf& g) { stream_of(g, attribute)[key] = value; };
  };
  check("its mode", set("mode", "WORDS"));
  check("its filter", set("filter", "BLUR"));
  check("none that there are", set("byteStride", 13));
  check("none that there are", set("byteStride", 0));
  check("none that there are", set("byteStride", 260));
  check("none that there are", set("count", 0));
  check("none that there are", set("count", 0x100000000ull));
  check("none that there are", set("count", 383, "indices"));
  check("none that there are", set("byteStride", 3, "indices"));
  check("none that there are", set("filter", "QUATERNION"));
  check("none that there are", set("filter", "OCTAHEDRAL", "POSITION"));
  check("none that there are", set("filter", "EXPONENTIAL", "indices"));
  check("more than it has place for", set("count", 82));
  check("do not lie in the file", set("byteLength", 1 << 30));
  check("do not lie in the file", set("buffer", 7));
  check("damaged", set("byteLength", 60));
  check("too short", set("byteLength", 12));
  check("too short", set("byteLength", 120, "indices"));
  check("newer meshoptimizer", [](Gltf& g) {
    g.bytes[stream_of(g, "POSITION")["byteOffset"].get<std::size_t>()] = '\xa7';
  });
  // A place of four thousand million bytes for a stream that could not fill a thousandth.
  check("too short", [](Gltf& g) {
    stream_of(g, "POSITION")["count"] = 0x10000000;
    g.root["bufferViews"][view_of(g, "POSITION")]["byteLength"] = 0x400000000ull;
  });
}

}  // namespace
}  // namespace meshopt_test
}  // namespace bindpose::packed_files
