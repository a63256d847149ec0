// How a skin of an FBX file asks to be skinned, and that it is, unless somebody chooses otherwise.
#include <gtest/gtest.h>

#include <cmath>

#include "fbx/fbx_fixture.h"
#include "io/export/export.h"
#include "scene/deform/deformer_words.h"

namespace bindpose::tests::skin_type_test {
namespace {

constexpr const char* kOne = "1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1";

// The vertex at (0, 1, 0) follows two bones half and half, one of which is turned by 90 degrees
// about x; both are bound where the file's world has its origin.
std::string twisted(const std::string& asks) {
  const auto cluster = [](int id, const std::string& indexes, const std::string& weights) {
    return deformer(id, "", "Cluster",
                    list("Indexes", indexes) + list("Weights", weights) + list("Transform", kOne) +
                        list("TransformLink", kOne));
  };
  return text_fbx(mesh_model(1, "cloth") + geometry(2, "0,0,0,1,0,0,0,1,0", "0,1,-3") +
                      deformer(3, "", "Skin", asks) + limb(4, "still", "") +
                      limb(6, "turned", vector("Lcl Rotation", "90,0,0")) +
                      cluster(5, "0,1,2", "1,1,0.5") + cluster(7, "2", "0.5"),
                  oo(1, 0) + oo(2, 1) + oo(3, 2) + oo(4, 0) + oo(6, 0) + oo(5, 3) + oo(7, 3) +
                      oo(4, 5) + oo(6, 7));
}

class SkinTypes : public FbxFileTest {
 protected:
  // Where that vertex is: on a circle of radius 1 by dual quaternions, on its chord by matrices.
  vec3 at(const std::string& asks, std::optional<Deformer> chosen = std::nullopt) {
    Scene scene = posed(open(twisted(asks)), -1, 0.0);
    if (chosen) scene.view.method = *chosen;
    std::vector<vec3> now;
    skin_mesh(scene, evaluate(scene), 0, now, nullptr);
    return now.at(2);
  }
};

const vec3 kOnChord{0.0f, 0.5f, 0.5f};
const vec3 kOnCircle{0.0f, std::sqrt(0.5f), std::sqrt(0.5f)};

TEST_F(SkinTypes, AreWhatIsShownFirst) {
  expect_at(at(""), kOnChord);
  expect_at(at("  SkinningType: \"Linear\"\n"), kOnChord);
  expect_at(at("  SkinningType: \"DualQuaternion\"\n"), kOnCircle);
  expect_at(at("  SkinningType: \"Blend\"\n" + list("Indexes", "0,1,2") +
               list("BlendWeights", "0,0,0.25")),
            glm::mix(kOnChord, kOnCircle, 0.25f));
}

TEST_F(SkinTypes, GiveWayToWhatIsChosen) {
  const std::string asks = "  SkinningType: \"DualQuaternion\"\n";
  expect_at(at(asks, Deformer::Linear), kOnChord);
  expect_at(at("", Deformer::DualQuaternion), kOnCircle);
  EXPECT_EQ(deformer_of(posed(open(twisted(asks)), -1, 0.0), Deformer::File),
            Deformer::DualQuaternion);
}

TEST_F(SkinTypes, AreCalledWhatTheyAre) {
  const auto called = [&](const std::string& parts) {
    const Scene scene = posed(open(twisted("  SkinningType: \"Blend\"\n" +
                                           list("Indexes", "0,1,2") + list("BlendWeights", parts))),
                              -1, 0.0);
    EXPECT_EQ(deformer_in_sentence(scene, 0, Deformer::File),
              deformer_in_sentence(scene, Deformer::File));
    return deformer_name(scene, Deformer::File);
  };
  EXPECT_EQ(called("0,0,0.25"), "Linear-dual mix by vertex");
  EXPECT_EQ(called("1,1,1"), "Dual quaternions");
}

TEST_F(SkinTypes, AreThoseOfExports) {
  const Scene scene = posed(open(twisted("  SkinningType: \"DualQuaternion\"\n")), -1, 0.0);
  export_posed(scene, evaluate(scene), folder_ / "posed.obj");
  const std::string text = read_all(folder_ / "posed.obj");
  EXPECT_NE(text.find("\nv 0 0.7071"), std::string::npos) << text;
}

}  // namespace
}  // namespace bindpose::tests::skin_type_test
