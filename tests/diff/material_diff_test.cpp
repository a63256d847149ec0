// Which mesh wears what, how textures lie, and what else of a mesh is more than its surface: the
// deformer that it asks for, its morphs, the bones of a human.
#include <gtest/gtest.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "io/diff/diff_text.h"
#include "io/import.h"
#include "scene/diff/scene_diff.h"

namespace bindpose::tests::material_diff_test {
namespace {

using Words = std::vector<std::string>;

std::shared_ptr<Model> arm() {
  static const auto read = import_model(BINDPOSE_SOURCE_DIR "/assets/arm.glb", {});
  return std::make_shared<Model>(*read);
}

Material coat(const std::string& name, float red, int image = -1) {
  Material out;
  out.name = name;
  out.base_color.x = red;
  out.texture[0].image = image;
  return out;
}

// Two meshes, "left" and "right", with those two materials.
std::shared_ptr<Model> dressed(const Material& left, const Material& right) {
  auto model = arm();
  model->meshes.push_back(model->meshes[0]);
  model->meshes[0].name = "left";
  model->meshes[1].name = "right";
  model->images = {Image{"a", 1, 1, {1, 2, 3, 255}}, Image{"b", 1, 1, {9, 2, 3, 255}},
                   Image{"c", 2, 1, {1, 2, 3, 255, 1, 2, 3, 255}}};
  model->materials = {left, right};
  model->meshes[0].material = 0;
  model->meshes[1].material = 1;
  return model;
}

struct Compared {
  Compared(std::shared_ptr<Model> one, std::shared_ptr<Model> other,
           std::initializer_list<DiffPart> ignored = {DiffPart::Surface, DiffPart::Weights,
                                                      DiffPart::Colors, DiffPart::Uv})
      : a(make_scene(std::move(one))), b(make_scene(std::move(other))) {
    for (const DiffPart part : ignored) options.ignored[static_cast<int>(part)] = true;
    diff = compare_scenes(a, b, options);
  }
  Words parts() const {
    Words out;
    for (int p = 0; p < kDiffParts; ++p)
      if (diff.differs[p]) out.emplace_back(kDiffWord[p]);
    return out;
  }
  DiffReport report() const { return {"a.glb", "b.glb", a, b, diff, options}; }
  // "left: "skin" in A, "steel" in B"
  Words rows(DiffPart part) const {
    Words out;
    const DiffAccount account = diff_account(report());
    for (const DiffRow& row : account.part.at(static_cast<std::size_t>(part)).rows)
      out.push_back(row.name + ": " + row.words);
    return out;
  }

  Scene a, b;
  DiffOptions options;
  SceneDiff diff;
};

TEST(MaterialDiffs, WhichMeshWearsWhich) {
  const Material skin = coat("skin", 0.5f), steel = coat("steel", 0.25f);
  const Compared swapped(dressed(skin, steel), dressed(steel, skin));
  EXPECT_EQ(swapped.parts(), Words{"materials"});
  EXPECT_EQ(swapped.rows(DiffPart::Materials),
            (Words{"left: \"skin\" in A, \"steel\" in B: base colour",
                   "right: \"steel\" in A, \"skin\" in B: base colour"}));
  const Compared one(dressed(skin, steel), dressed(steel, steel));
  EXPECT_EQ(one.rows(DiffPart::Materials),
            Words{"left: \"skin\" in A, \"steel\" in B: base colour"});
  const Compared renamed(dressed(skin, steel), dressed(skin, coat("iron", 0.25f)));
  EXPECT_EQ(renamed.rows(DiffPart::Materials),
            Words{"right: \"steel\" in A, \"iron\" in B, which look the same"});
  const auto bare = dressed(skin, steel);
  bare->meshes[1].material = -1;
  EXPECT_EQ(Compared(dressed(skin, steel), bare).rows(DiffPart::Materials),
            Words{"right: \"steel\" in A, none in B"});
  const auto json = nlohmann::json::parse(diff_json(one.report()));
  EXPECT_EQ(json["materials"][0]["mesh"], "left");
  EXPECT_EQ(json["materials"][0]["other"], "steel");
}

// Where several share a name, or have none, each mesh's own counts.
TEST(MaterialDiffs, EqualNamesHideNothing) {
  for (const char* name : {"", "Material"}) {
    const auto was = dressed(coat(name, 0.5f), coat(name, 0.25f));
    EXPECT_TRUE(Compared(was, dressed(coat(name, 0.5f), coat(name, 0.25f))).diff.same());
    const Compared c(was, dressed(coat(name, 0.5f), coat(name, 0.75f)));
    EXPECT_EQ(c.parts(), Words{"materials"});
    EXPECT_EQ(c.rows(DiffPart::Materials),
              Words{std::string(*name ? name : "right") + ": base colour"});
  }
}

TEST(MaterialDiffs, MeshesOfOtherNamesGoByTheirMaterials) {
  const auto other = dressed(coat("skin", 0.5f), coat("steel", 0.75f));
  other->meshes[0].name = "body";
  other->meshes[1].name = "helmet";
  const Compared c(dressed(coat("skin", 0.5f), coat("steel", 0.25f)), other);
  EXPECT_EQ(c.rows(DiffPart::Materials), Words{"steel: base colour"});
  other->materials[0].name = "hide";
  other->materials[1].base_color.x = 0.25f;
  const Compared d(dressed(coat("skin", 0.5f), coat("steel", 0.25f)), other);
  EXPECT_EQ(d.rows(DiffPart::Materials), (Words{"skin: only in A", "hide: only in B"}));
}

TEST(MaterialDiffs, ByWhatTexturesDiffer) {
  const Material plain = coat("skin", 1.0f, 0);
  const auto told = [&](auto change) {
    Material other = plain;
    change(other.texture[0]);
    return Compared(dressed(plain, plain), dressed(other, plain)).diff.materials.at(0).what.at(0);
  };
  EXPECT_EQ(told([](TextureUse& t) { t.image = 1; }), "texture (other pixels)");
  EXPECT_EQ(told([](TextureUse& t) { t.image = 2; }), "texture (1x1 in A, 2x1 in B)");
  EXPECT_EQ(told([](TextureUse& t) { t.image = -1; }), "texture (only in A)");
  EXPECT_EQ(told([](TextureUse& t) { t.wrap_v = TextureWrap::Clamp; }),
            "texture (wraps otherwise)");
  EXPECT_EQ(told([](TextureUse& t) { t.nearest = true; }), "texture (pixels as squares in one)");
  EXPECT_EQ(told([](TextureUse& t) { t.offset.x = 0.5f; }), "texture (lies otherwise)");
}

// What gltfpack does: coordinates in other units, and a transform that takes them back.
TEST(MaterialDiffs, CoordinatesThatATransformTakesBackAreTheSame) {
  const auto packed = [](float scale, float roughness_scale) {
    Material material = coat("skin", 1.0f, 0);
    material.texture[0].scale = vec2(scale);
    material.texture[0].offset = vec2(0.25f, 0.0f);
    material.use(TextureSlot::MetallicRoughness) = material.texture[0];
    material.use(TextureSlot::MetallicRoughness).scale = vec2(roughness_scale);
    const auto model = dressed(material, material);
    for (Mesh& mesh : model->meshes) {
      mesh.uv.clear();
      for (std::size_t v = 0; v < mesh.position.size(); ++v)
        mesh.uv.emplace_back(float(v) / float(mesh.position.size()) / scale, 0.5f / scale);
    }
    return model;
  };
  const std::initializer_list<DiffPart> few = {DiffPart::Surface, DiffPart::Weights};
  EXPECT_EQ(Compared(packed(1.0f, 1.0f), packed(4.0f, 4.0f), few).parts(), Words{});
  EXPECT_EQ(Compared(packed(1.0f, 1.0f), packed(4.0f, 2.0f), few).parts(), Words{"materials"});
  const auto elsewhere = packed(4.0f, 4.0f);
  for (Material& material : elsewhere->materials)
    for (TextureUse& use : material.texture) use.offset = vec2(0.5f, 0.0f);
  EXPECT_EQ(Compared(packed(1.0f, 1.0f), elsewhere, few).parts(), Words{"uv"});
}

TEST(SkinningDiffs, TheDeformerThatAMeshAsksFor) {
  const auto asking = [](bool dual, std::vector<float> part) {
    auto model = arm();
    Mesh& mesh = model->meshes[0];
    mesh.file_binding.skin.wants_dual_quaternions = dual;
    part.resize(part.empty() ? 0 : mesh.position.size(), 0.5f);
    mesh.dq_blend_weight = std::move(part);
    return model;
  };
  const auto told = [&](const std::shared_ptr<Model>& one, const std::shared_ptr<Model>& other) {
    const Compared c(one, other);
    EXPECT_EQ(c.parts(), c.diff.skinning.empty() ? Words{} : Words{"skinning"});
    const Words rows = c.rows(DiffPart::Skinning);
    return rows.empty() ? std::string() : rows[0].substr(rows[0].find(": ") + 2);
  };
  EXPECT_EQ(told(asking(true, {}), asking(true, {})), "");
  EXPECT_EQ(told(asking(true, {}), asking(false, {})), "dual quaternions in A, linear blend in B");
  EXPECT_EQ(told(asking(true, {0.5f}), asking(true, {})),
            "a blend of both in A, dual quaternions in B");
  EXPECT_EQ(told(asking(true, {0.5f}), asking(true, {0.75f})), "blended otherwise, by 0.25");
  EXPECT_EQ(told(asking(true, {0.5f}), asking(true, {0.5f})), "");
}

TEST(SkinningDiffs, WhichBoneOfAHumanAJointIs) {
  const auto human = [](std::vector<std::string> bones) {
    auto model = arm();
    bones.resize(model->skeleton.parent.size());
    model->skeleton.human_bone = std::move(bones);
    return model;
  };
  const auto one = human({"", "leftUpperArm", "leftLowerArm"});
  EXPECT_TRUE(Compared(one, human({"", "leftUpperArm", "leftLowerArm"})).diff.same());
  const Compared c(one, human({"", "rightUpperArm", ""}));
  EXPECT_EQ(c.parts(), Words{"humanoid"});
  const std::string second = one->skeleton.name[1], third = one->skeleton.name[2];
  EXPECT_EQ(c.rows(DiffPart::Humanoid),
            (Words{second + ": leftUpperArm in A, rightUpperArm in B",
                   third + ": leftLowerArm in A, no bone of a human in B"}));
}

// A mesh's name stands before its morphs where several have some.
TEST(SkinningDiffs, MorphsWithAndWithoutTheirMeshsName) {
  const auto smiling = [](const std::string& name) {
    auto model = arm();
    model->morph_channels = {{name, 1, 0.0f}};
    model->meshes[0].morph = {{0, {0}, {vec3(0.1f)}, {}}};
    return model;
  };
  const std::string node = arm()->skeleton.name[1];
  EXPECT_TRUE(Compared(smiling(node + ".smile"), smiling("smile")).diff.same());
  EXPECT_EQ(Compared(smiling(node + ".smile"), smiling("frown")).parts(), Words{"morphs"});
}

TEST(SkinningDiffs, ClipsThatAreIgnoredDoNotDiffer) {
  const auto slow = arm();
  slow->clips.at(0).duration *= 2.0;
  const Compared c(arm(), slow, {DiffPart::Clips, DiffPart::Surface, DiffPart::Weights});
  EXPECT_TRUE(c.diff.same());
  const auto json = nlohmann::json::parse(diff_json(c.report()));
  for (const auto& clip : json["clips"]) EXPECT_EQ(clip["differs"], false);
}

}  // namespace
}  // namespace bindpose::tests::material_diff_test
