// Exports as EXT_meshopt_compression, read back beside the plain export.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "compressed/packed_files.h"
#include "compressed/same_surface.h"
#include "io/export/export.h"
#include "io/export/rig/rig.h"
#include "io/gltf/compressed/pack_values.h"
#include "io/import.h"
#include "io/io_fixture.h"

namespace bindpose::packed_files {
namespace export_test {
namespace {

namespace fs = std::filesystem;

json json_of(const fs::path& file) {
  const std::string bytes = tests::read_all(file);
  std::uint32_t size = 0;
  std::memcpy(&size, bytes.data() + 12, 4);
  return json::parse(bytes.substr(20, size));
}

// With a shape that lifts a corner, whose places are used as differences.
Gltf shaped_sheet(int n) {
  Gltf g = sheet(n);
  const std::size_t points = accessor_of(g, "POSITION")["count"];
  std::vector<float> lift(3 * points, 0.0f);
  lift[2] = 0.5f;
  primitive(g)["targets"] = json::array({{{"POSITION", g.floats(lift, "VEC3", 3)}}});
  g.root["meshes"][0]["weights"] = json::array({0.5});
  return g;
}

struct Exported {
  Folder folder;
  std::shared_ptr<const Model> model;
  fs::path plain, packed;

  explicit Exported(const fs::path& source, GlbPacking packing, bool rig)
      : model(import_model(source)),
        plain(folder.path() / "plain.glb"),
        packed(folder.path() / "packed.glb") {
    Scene scene = make_scene(model);
    const PosedScene posed = evaluate(scene);
    for (const auto& [file, how] : {std::pair(plain, GlbPacking::None), {packed, packing}}) {
      if (rig) {
        export_rig(scene, file, nullptr, how);
      } else {
        export_posed(scene, posed, file, nullptr, how);
      }
    }
  }
};

// Triangles may be turned round, so that corners are compared within their triangle.
float farthest_turned(const Posed& a, const Posed& b) {
  float most = a.position.size() == b.position.size() ? 0.0f : 1e30f;
  for (std::size_t t = 0; t + 2 < a.position.size() && most < 1e30f; t += 3) {
    float best = 1e30f;
    for (std::size_t turn = 0; turn < 3; ++turn) {
      float worst = 0.0f;
      for (std::size_t k = 0; k < 3; ++k) {
        worst = std::max(worst, glm::distance(a.position[t + k], b.position[t + (k + turn) % 3]));
      }
      best = std::min(best, worst);
    }
    most = std::max(most, best);
  }
  return most;
}

void expect_near(const Exported& e, float tolerance) {
  const auto plain = import_model(e.plain), packed = import_model(e.packed);
  ASSERT_EQ(plain->clips.size(), packed->clips.size());
  for (int clip = -1; clip < static_cast<int>(plain->clips.size()); ++clip) {
    const Posed a = posed_corners(packed, clip, 0.6), b = posed_corners(plain, clip, 0.6);
    EXPECT_LE(farthest_turned(a, b), tolerance * diagonal(b.position)) << "clip " << clip;
  }
  const json packed_json = json_of(e.packed);
  EXPECT_EQ(packed_json["extensionsRequired"][0], "EXT_meshopt_compression");
  EXPECT_FALSE(json_of(e.plain).contains("extensionsRequired"));
  EXPECT_LT(fs::file_size(e.packed), fs::file_size(e.plain));
}

fs::path in(const Folder& folder, Gltf g) {
  return g.write(folder);
}

TEST(PackedExport, lossless_is_exact) {
  const Folder folder;
  const fs::path source = in(folder, shaped_sheet(24));
  for (const bool rig : {true, false}) {
    const Exported e(source, GlbPacking::Lossless, rig);
    expect_near(e, 0.0f);
    EXPECT_EQ(json_of(e.packed)["extensionsRequired"].size(), 1u);
  }
}

// As exporters write them: all attributes of a vertex beside each other in one view, the triangles
// of two parts behind each other in another one.
Gltf interleaved(Gltf g) {
  constexpr std::size_t kStride = 12 + 12 + 8 + 4 + 16;
  const std::size_t points = accessor_of(g, "POSITION")["count"];
  std::string rows(points * kStride, '\0');
  std::size_t offset = 0;
  const std::size_t view = add_view(g, rows);
  for (const char* name : {"POSITION", "NORMAL", "TEXCOORD_0", "JOINTS_0", "WEIGHTS_0"}) {
    json& accessor = accessor_of(g, name);
    const std::string bytes = bytes_of(g, accessor);
    const std::size_t each = bytes.size() / points;
    for (std::size_t i = 0; i < points; ++i)
      rows.replace(i * kStride + offset, each, bytes, i * each, each);
    accessor["bufferView"] = view;
    accessor["byteOffset"] = offset;
    offset += each;
  }
  g.root["bufferViews"][view] = g.root["bufferViews"][add_view(g, rows)];
  g.root["bufferViews"].erase(g.root["bufferViews"].size() - 1);
  g.root["bufferViews"][view]["byteStride"] = kStride;
  json first = accessor_of(g, "indices");
  const std::size_t half = first["count"].get<std::size_t>() / 6 * 3;
  json second = first;
  second["count"] = first["count"].get<std::size_t>() - half;
  second["byteOffset"] = 2 * half;
  accessor_of(g, "indices")["count"] = half;
  json part = primitive(g);
  part["indices"] = g.root["accessors"].size();
  g.root["accessors"].push_back(second);
  g.root["meshes"][0]["primitives"].push_back(part);
  return g;
}

TEST(PackedExport, arrays_that_share_a_view_are_packed_together) {
  const Folder folder;
  const fs::path source = in(folder, interleaved(sheet(24)));
  for (const GlbPacking packing : {GlbPacking::Lossless, GlbPacking::Small}) {
    const Exported e(source, packing, true);
    expect_near(e, 0.0f);
    EXPECT_LT(10 * fs::file_size(e.packed), 7 * fs::file_size(e.plain));
    const json packed = json_of(e.packed);
    std::set<std::string> modes;
    for (const json& primitive : packed["meshes"][0]["primitives"]) {
      for (const json& number : {primitive["attributes"]["POSITION"], primitive["indices"]}) {
        const json& accessor = packed["accessors"][number.get<std::size_t>()];
        const json& view = packed["bufferViews"][accessor["bufferView"].get<std::size_t>()];
        modes.insert(view["extensions"]["EXT_meshopt_compression"].value("mode", ""));
      }
    }
    EXPECT_EQ(modes, (std::set<std::string>{"ATTRIBUTES", "TRIANGLES"}));
  }
}

// What an extension that nobody here knows says of a view may mean its bytes as they lie.
TEST(PackedExport, views_that_something_else_names_stay_plain) {
  const Folder folder;
  Gltf g = interleaved(sheet(24));
  const json view = accessor_of(g, "POSITION")["bufferView"];
  g.root["extensions"]["FOO_bar"] = {{"tables", {{{"bufferView", view}}}}};
  const Exported e(in(folder, g), GlbPacking::Lossless, true);
  const json packed = json_of(e.packed);
  const json& at = packed["meshes"][0]["primitives"][0]["attributes"]["POSITION"];
  const json& accessor = packed["accessors"][at.get<std::size_t>()];
  EXPECT_FALSE(
      packed["bufferViews"][accessor["bufferView"].get<std::size_t>()].contains("extensions"));
}

// What the filter gives back (EXT_meshopt_compression, mode 3): mantissa times 2^exponent.
std::vector<float> exponential_read(const PackedValues& packed) {
  std::vector<float> out;
  for (std::size_t at = 0; at < packed.bytes.size(); at += 4) {
    std::int32_t word = 0;
    std::memcpy(&word, packed.bytes.data() + at, 4);
    const std::int32_t mantissa =
        static_cast<std::int32_t>(static_cast<std::uint32_t>(word) << 8) >> 8;
    out.push_back(std::ldexp(static_cast<float>(mantissa), word >> 24));
  }
  return out;
}

// By how wide they are, not by how far from 0; and no finer than is asked for, nor than they fit.
TEST(PackedExport, numbers_are_rounded_by_their_width) {
  const auto most_off = [](const std::vector<float>& values, int finest) {
    const std::vector<float> read = exponential_read(as_exponential(values, 1, finest));
    float most = 0.0f;
    for (std::size_t i = 0; i < values.size(); ++i)
      most = std::max(most, std::abs(values[i] - read.at(i)));
    return most;
  };
  std::vector<float> near, far, wide;
  for (int i = 0; i <= 1000; ++i) {
    const float x = static_cast<float>(i) / 1000.0f + 1e-4f * std::sin(static_cast<float>(i));
    near.push_back(x);
    far.push_back(16.0f + x);
    wide.push_back(300.0f * x);
  }
  constexpr int kAny = 127;
  constexpr float kOf1 = 1.0f / 131072.0f;
  EXPECT_LE(most_off(near, kAny), kOf1);
  EXPECT_GT(most_off(near, kAny), kOf1 / 16.0f) << "and not kept whole";
  EXPECT_LE(most_off(far, kAny), kOf1);
  EXPECT_GT(most_off(wide, kAny), 1.0f / 8192.0f);
  EXPECT_LE(most_off(wide, -12), 1.0f / 8192.0f);
  EXPECT_LE(most_off(std::vector<float>(5, 1e-7f), kAny), 1e-12f) << "all the same";
  EXPECT_LE(most_off({4194303.5f, -4194303.5f}, -12), 1.0f) << "the largest fit";
}

// As far as is said: 2^-17 of the mesh's size; a turn of 1e-4 radians of a clip comes on
// top.
TEST(PackedExport, small_is_near_and_smaller) {
  const Folder folder;
  const fs::path source = in(folder, shaped_sheet(24));
  for (const bool rig : {true, false}) {
    const Exported exact(source, GlbPacking::Lossless, rig), e(source, GlbPacking::Small, rig);
    expect_near(e, 3e-5f);
    EXPECT_EQ(json_of(e.packed)["extensionsRequired"].size(), 2u);
    EXPECT_LT(fs::file_size(e.packed), fs::file_size(exact.packed));
    const auto plain = import_model(e.plain), packed = import_model(e.packed);
    const auto &a = packed->meshes[0], &b = plain->meshes[0];
    ASSERT_EQ(a.normal.size(), b.normal.size());
    for (std::size_t i = 0; i < a.normal.size(); ++i) {
      EXPECT_LT(glm::degrees(std::acos(std::min(1.0f, glm::dot(a.normal[i], b.normal[i])))), 0.06f);
      EXPECT_LT(glm::distance(a.uv[i], b.uv[i]), 1e-5f);
    }
    const auto &w = a.file_binding.influences.weight, &v = b.file_binding.influences.weight;
    if (!rig) continue;
    ASSERT_EQ(w.size(), v.size());
    for (std::size_t i = 0; i < w.size(); ++i) EXPECT_NEAR(w[i], v[i], 2.0f / 65535.0f);
  }
}

// Rounded one by one these would add up to 65,537.
TEST(PackedExport, weights_that_add_up_still_do) {
  const std::vector<PackedValues> packed = as_weights({{1.0f / 6, 1.0f / 6, 1.0f / 6, 0.5f}});
  std::uint16_t whole[4];
  ASSERT_EQ(packed.size(), 1u);
  ASSERT_EQ(packed[0].bytes.size(), sizeof whole);
  std::memcpy(whole, packed[0].bytes.data(), sizeof whole);
  EXPECT_EQ(whole[0] + whole[1] + whole[2] + whole[3], 65535);
}

// The bounds that a file states of its places are those of the numbers that are read from it.
TEST(PackedExport, bounds_are_those_of_the_rounded_places) {
  const Folder folder;
  const Exported e(in(folder, sheet(7)), GlbPacking::Small, true);
  const json root = json_of(e.packed);
  const json& accessor =
      root["accessors"]
          [root["meshes"][0]["primitives"][0]["attributes"]["POSITION"].get<std::size_t>()];
  const auto model = import_model(e.packed);
  Box box;
  for (const vec3& p : model->meshes[0].position) box.add(p);
  for (int c = 0; c < 3; ++c) {
    const auto k = static_cast<std::size_t>(c);
    EXPECT_EQ(accessor["min"][k].get<float>(), box.lo[c]);
    EXPECT_EQ(accessor["max"][k].get<float>(), box.hi[c]);
  }
}

TEST(PackedExport, of_a_format_without_streams_is_refused) {
  const Folder folder;
  const auto model = import_model(in(folder, sheet(2)));
  const Scene scene = make_scene(model);
  const std::string said = tests::sentence_of([&] {
    export_posed(scene, evaluate(scene), folder.path() / "x.ply", nullptr, GlbPacking::Small);
  });
  EXPECT_NE(said.find("only .glb"), said.npos) << said;
  EXPECT_FALSE(fs::exists(folder.path() / "x.ply"));
}

}  // namespace
}  // namespace export_test
}  // namespace bindpose::packed_files
