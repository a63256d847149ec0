// An export of an export: what the edit replaced stays out of the file, all else arrives.
#include <functional>

#include "io/export/rig/rig.h"
#include "io/gltf_files.h"
#include "io/import.h"
#include "scene/edit/edit.h"

namespace bindpose::tests::export_again_test {
namespace {

class ExportAgain : public FolderTest {
 protected:
  // The file with a change, as "0.glb".
  void start(const std::function<void(Json&, BufferOf&)>& change = [](Json&, BufferOf&) {}) {
    BufferOf buffer;
    buffer.views.push_back({{"buffer", 0}, {"byteOffset", 0}, {"byteLength", small_png().size()}});
    buffer.bytes = small_png();
    buffer.bytes.resize((buffer.bytes.size() + 3) / 4 * 4);
    Json j = rich_gltf(buffer, 0);
    change(j, buffer);
    write_glb(at(0), j, buffer);
  }
  std::filesystem::path at(int n) const { return folder_ / (std::to_string(n) + ".glb"); }
  // Edits the file n and writes what comes of it as the file n + 1.
  GlbParts edit(int n, const std::string& text) {
    const auto model = import_model(at(n));
    Document document(make_scene(model));
    std::string error;
    const auto parsed = parse_edit(text, *model, error);
    EXPECT_TRUE(parsed) << error;
    document.apply({*parsed});
    notes_ = export_rig(document.scene(), at(n + 1));
    return take_apart(at(n + 1));
  }
  std::vector<std::string> notes_;
  std::size_t size(int n) const { return std::filesystem::file_size(at(n)); }
};

// The numbers that an accessor stands for, as bytes.
std::string bytes_of(const GlbParts& glb, const Json& number) {
  const Json& a = glb.json["accessors"][number.get<std::size_t>()];
  const auto bytes = glb.accessor<std::uint8_t>(number);
  const std::string type = a["type"];
  const std::size_t components = type == "SCALAR" ? 1
                                 : type == "MAT4" ? 16
                                 : type == "VEC2" ? 2
                                 : type == "VEC3" ? 3
                                                  : 4;
  const std::size_t each = a["componentType"] == 5121 ? 1 : a["componentType"] == 5123 ? 2 : 4;
  const std::size_t count = a["count"].get<std::size_t>() * components * each;
  return {bytes.begin(),
          bytes.begin() + static_cast<std::ptrdiff_t>(std::min(count, bytes.size()))};
}

// All that `edit` left alone: points, pictures, clips, skins, the other meshes.
void expect_rest(const GlbParts& before, const GlbParts& after, std::size_t but_mesh) {
  EXPECT_EQ(after.view(after.json["images"][0]["bufferView"]),
            before.view(before.json["images"][0]["bufferView"]));
  for (std::size_t m = 0; m < 7; ++m) {
    const Json &was = before.json["meshes"][m]["primitives"][0],
               &is = after.json["meshes"][m]["primitives"][0];
    EXPECT_EQ(bytes_of(after, is["indices"]), bytes_of(before, was["indices"]));
    for (const auto& [name, number] : was["attributes"].items()) {
      const bool weights = name.starts_with("JOINTS") || name.starts_with("WEIGHTS");
      if (m == but_mesh && weights) continue;
      EXPECT_EQ(bytes_of(after, is["attributes"][name]), bytes_of(before, number)) << m << name;
    }
  }
  const Json &was = before.json["animations"][0]["samplers"][0],
             &is = after.json["animations"][0]["samplers"][0];
  for (const char* end : {"input", "output"})
    EXPECT_EQ(bytes_of(after, is[end]), bytes_of(before, was[end])) << end;
  EXPECT_EQ(bytes_of(after, after.json["skins"][0]["inverseBindMatrices"]),
            bytes_of(before, before.json["skins"][0]["inverseBindMatrices"]));
}

TEST_F(ExportAgain, TheFileDoesNotGrow) {
  start();
  const GlbParts before = take_apart(at(0));
  edit(0, "weights a 1 hip 1 knee 3");
  for (int n = 1; n < 4; ++n) {
    const GlbParts after = edit(n, "weights a 1 hip 1 knee " + std::to_string(n));
    expect_rest(before, after, 0);
    EXPECT_EQ(size(n + 1), size(1));
    EXPECT_EQ(after.json["accessors"].size(), before.json["accessors"].size());
    EXPECT_EQ(after.json["bufferViews"].size(), before.json["bufferViews"].size());
    const auto weight =
        after.accessor<float>(after.json["meshes"][0]["primitives"][0]["attributes"]["WEIGHTS_0"]);
    const float knee = float(n) / float(n + 1);
    EXPECT_FLOAT_EQ(std::max(weight[4], weight[5]), std::max(knee, 1.0f - knee)) << n;
  }
}

TEST_F(ExportAgain, AnotherMeshOfTheSameWeightsKeepsThem) {
  start([](Json& j, BufferOf&) {
    for (const char* name : {"JOINTS_0", "WEIGHTS_0"}) {
      j["meshes"][1]["primitives"][0]["attributes"][name] =
          j["meshes"][0]["primitives"][0]["attributes"][name];
    }
  });
  const GlbParts before = take_apart(at(0));
  expect_rest(before, edit(0, "weights a 1 hip 1 knee 3"), 0);
}

// A clip's times are the weights of a mesh: nobody does that, but nothing forbids it.
TEST_F(ExportAgain, AClipThatReadsTheSameNumbersKeepsThem) {
  start([](Json& j, BufferOf& buffer) {
    const std::size_t weights = j["meshes"][0]["primitives"][0]["attributes"]["WEIGHTS_0"];
    j["animations"][0]["samplers"][0]["output"] = weights;
    Json& times = buffer.accessors[j["animations"][0]["samplers"][0]["input"].get<std::size_t>()];
    times["bufferView"] = buffer.views.size();
    times["count"] = 4;
    times["max"] = {3};
    const std::vector<float> four{0, 1, 2, 3};
    buffer.add(four, 1, "SCALAR", 5126);
  });
  const GlbParts before = take_apart(at(0));
  expect_rest(before, edit(0, "weights a 1 hip 1 knee 3"), 0);
}

// Weights of two meshes lie in turns in one view, as many programs write them.
TEST_F(ExportAgain, AViewThatIsSharedStaysWhole) {
  start([](Json& j, BufferOf& buffer) {
    const auto weights = [&](std::size_t m) -> Json& {
      return buffer
          .accessors[j["meshes"][m]["primitives"][0]["attributes"]["WEIGHTS_0"].get<std::size_t>()];
    };
    const std::vector<float> both{1, 0, 0, 0, .5f, .5f, 0, 0, .5f, .5f, 0, 0, 1, 0, 0, 0,
                                  1, 0, 0, 0, .9f, .1f, 0, 0, .9f, .1f, 0, 0, 1, 0, 0, 0};
    buffer.add(both, 4, "VEC4", 5126);
    buffer.accessors.erase(buffer.accessors.size() - 1);
    weights(0)["bufferView"] = weights(1)["bufferView"] = buffer.views.size() - 1;
    weights(1)["byteOffset"] = 64;
  });
  const GlbParts before = take_apart(at(0));
  const GlbParts after = edit(0, "weights a 1 hip 1 knee 3");
  expect_rest(before, after, 0);
  expect_rest(before, edit(1, "weights a 1 hip 1 knee 2"), 0);
}

// Fewer sets of weights than before: what is left over between others keeps its number.
TEST_F(ExportAgain, SetsThatGoLeaveNoBytes) {
  start([](Json& j, BufferOf& buffer) {
    Json& attributes = j["meshes"][0]["primitives"][0]["attributes"];
    const std::vector<std::uint8_t> joints(16, 0);
    const std::vector<float> none(16, 0.0f);
    attributes["JOINTS_1"] = buffer.add(joints, 4, "VEC4", 5121);
    attributes["WEIGHTS_1"] = buffer.add(none, 4, "VEC4", 5126);
    const std::vector<float> behind{1, 2, 3};  // other programs' leftovers stay
    buffer.add(behind, 1, "SCALAR", 5126);
  });
  const GlbParts before = take_apart(at(0));
  const GlbParts after = edit(0, "weights a 1 hip 1 knee 3");
  expect_rest(before, after, 0);
  EXPECT_FALSE(after.json["meshes"][0]["primitives"][0]["attributes"].contains("WEIGHTS_1"));
  EXPECT_EQ(after.json["accessors"].size(), before.json["accessors"].size());
  EXPECT_EQ(bytes_of(after, before.json["accessors"].size() - 1),
            bytes_of(before, before.json["accessors"].size() - 1));
  EXPECT_LT(after.binary.size(), before.binary.size());
}

// Above several roots the model has a joint that the file lacks: that is no fault of the file.
TEST_F(ExportAgain, AJointThatTheFileLacksIsToldAsWhatItIs) {
  start();
  edit(0, "weights a 1 hip 1 knee 3");
  EXPECT_TRUE(notes_.empty()) << notes_.front();
  edit(0, "weights a 1 hip 1 ROOT 3");
  ASSERT_EQ(notes_.size(), 1u);
  EXPECT_TRUE(
      notes_[0].starts_with("The edits need nodes or shapes that the model's file does not "
                            "have, so the file is written anew"))
      << notes_[0];
}

// Who knows what that refers to.
TEST_F(ExportAgain, UnderAnUnknownExtensionNothingGoes) {
  start([](Json& j, BufferOf&) {
    j["extensionsUsed"].push_back("ACME_tables");
    j["extensions"]["ACME_tables"] = {{"table", 7}};
  });
  const GlbParts before = take_apart(at(0));
  const GlbParts after = edit(0, "weights a 1 hip 1 knee 3");
  expect_rest(before, after, 0);
  for (std::size_t a = 0; a < before.json["accessors"].size(); ++a)
    EXPECT_EQ(after.json["accessors"][a], before.json["accessors"][a]) << a;
  EXPECT_EQ(after.binary.substr(0, before.binary.size()), before.binary);
}

}  // namespace
}  // namespace bindpose::tests::export_again_test
